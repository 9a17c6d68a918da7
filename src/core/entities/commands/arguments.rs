//! How programs take their arguments, as far as that tells calls of them apart: whether a
//! subcommand follows, which options take a value, which letters may share one dash, and which
//! names mean the same.

use super::programs::{runs_scripts, takes_subcommand};

/// Take a subcommand, though none that teaches anything.
#[rustfmt::skip]
const MORE_WITH_SUBCOMMANDS: [&str; 24] = [
    "apk", "apt", "apt-get", "aws", "az", "brew", "claude", "conda", "dnf", "docker-compose",
    "gcloud", "glab", "heroku", "nx", "ollama", "packer", "pacman", "podman", "rtk", "rustup",
    "supabase", "svn", "systemctl", "yum",
];

/// Does the first word behind it say what it is to do, and nothing else?
pub fn has_subcommands(program: &str) -> bool {
    takes_subcommand(program) || MORE_WITH_SUBCOMMANDS.contains(&program)
}

/// Groups of subcommands, by program: the next word names the subcommand.
#[rustfmt::skip]
const GROUPS: [(&str, &[&str]); 20] = [
    ("", &["db", "issue", "migrate", "release", "remote", "repo", "stash", "workflow"]),
    ("aws", &["cloudformation", "dynamodb", "ec2", "ecr", "ecs", "eks", "iam", "lambda", "logs", "rds", "s3", "s3api", "sqs", "ssm", "sts"]),
    ("az", &["acr", "aks", "group", "storage", "vm", "webapp"]),
    ("brew", &["services"]), ("docker", &["builder", "buildx", "container", "context", "image", "network", "system", "volume"]),
    ("fly", &["apps", "machine", "secrets", "volumes"]), ("flyctl", &["apps", "machine", "secrets", "volumes"]),
    ("gcloud", &["app", "auth", "compute", "container", "functions", "projects", "run", "sql"]),
    ("gh", &["auth", "cache", "gist", "label", "run", "secret", "variable"]), ("git", &["bisect", "lfs", "notes"]),
    ("helm", &["plugin"]), ("kubectl", &["config", "rollout"]), ("npm", &["cache", "token"]),
    ("podman", &["container", "image", "network", "system", "volume"]), ("pnpm", &["store"]), ("poetry", &["cache", "env", "self"]),
    ("pulumi", &["stack"]), ("terraform", &["state", "workspace"]), ("tofu", &["state", "workspace"]),
    ("uv", &["pip", "python", "tool"]),
];

/// Does another word say what a call with these words is to do?
pub fn is_group(program: &str, word: &str) -> bool {
    rows(&GROUPS, &[program]).any(|groups| groups.contains(&word))
}

/// Programs that are one.
const SAME_PROGRAM: [(&str, &str); 3] = [("gmake", "make"), ("pip3", "pip"), ("py.test", "pytest")];
/// Subcommands that are one: another name, and the usual one.
#[rustfmt::skip]
const SAME_SUBCOMMAND: [(&str, &[(&str, &str)]); 6] = [
    ("brew", &[("remove", "uninstall"), ("rm", "uninstall")]), ("bun", &[("i", "install"), ("rm", "remove")]),
    ("cargo", &[("b", "build"), ("c", "check"), ("d", "doc"), ("r", "run"), ("t", "test")]),
    ("npm", &[("add", "install"), ("i", "install"), ("in", "install"), ("remove", "uninstall"), ("rm", "uninstall"),
        ("run-script", "run"), ("t", "test"), ("un", "uninstall")]),
    ("pnpm", &[("i", "install"), ("rm", "remove"), ("un", "remove"), ("uninstall", "remove")]), ("yarn", &[("rm", "remove")]),
];

pub fn usual_program(program: &str) -> &str {
    SAME_PROGRAM.iter().find(|(other, _)| *other == program).map_or(program, |(_, usual)| usual)
}

pub fn usual_subcommand<'a>(program: &str, word: &'a str) -> &'a str {
    let command = [program];
    let mut others = rows(&SAME_SUBCOMMAND, &command).flatten();
    others.find(|(other, _)| *other == word).map_or(word, |(_, usual)| usual)
}

/// The other ways to write these usual words.
pub fn other_spellings(words: &[String]) -> Vec<String> {
    let [program, subcommand, ..] = words else { return vec![] };
    let others = rows(&SAME_SUBCOMMAND, words).flatten().filter(|(_, usual)| usual == subcommand);
    let rest = words[2..].join(" ");
    others.map(|(other, _)| format!("{program} {other} {rest}").trim_end().to_owned()).collect()
}

/// The first of an option's names.
pub fn usual_option(command: &[impl AsRef<str>], option: &str) -> String {
    let same = rows(&SAME, command).find(|names| names.contains(&option));
    same.map_or(option, |names| names[0]).to_owned()
}

/// Does `--` end its options? Behind others it hands the rest to what they run.
pub fn ends_options(program: &str) -> bool {
    !runs_scripts(program) && program != "cargo"
}

/// Options that take the next word as their value, by the words that stand before them; any
/// program's first.
#[rustfmt::skip]
const WITH_VALUE: [(&str, &[&str]); 34] = [
    ("", &["--context", "--cwd", "--dir", "--directory", "--filter", "--prefix"]),
    ("aws", &["--endpoint-url", "--output", "--profile", "--region"]),
    ("az", &["--subscription"]),
    ("bun", &["-c", "--config"]),
    ("cargo", &["-C", "-Z", "--color", "--config", "--manifest-path"]),
    ("doas", &["-C", "-u"]),
    ("docker", &["-H", "-c", "-l", "--config", "--host", "--log-level"]),
    ("docker compose", &["-f", "-p", "--env-file", "--file", "--profile", "--project-directory",
        "--project-name"]),
    ("docker-compose", &["-f", "-p", "--env-file", "--file", "--profile", "--project-directory",
        "--project-name"]),
    ("env", &["-C", "-u", "--chdir", "--unset"]),
    ("gcloud", &["--account", "--configuration", "--project"]),
    ("gh", &["-R", "--repo"]),
    ("git", &["-C", "-c", "--config-env", "--git-dir", "--namespace", "--work-tree"]),
    ("glab", &["-R", "--repo"]),
    ("go", &["-C"]),
    ("gradle", &["-b", "-p"]),
    ("helm", &["-n", "--kube-context", "--kubeconfig", "--namespace"]),
    ("hg", &["-R", "--config", "--repository"]),
    ("jj", &["-R", "--config", "--repository"]),
    ("just", &["-d", "-f", "--justfile", "--working-directory"]),
    ("kubectl", &["-n", "-s", "--as", "--cluster", "--kubeconfig", "--namespace", "--server",
        "--token", "--user"]),
    ("make", &["-C", "-I", "-f", "--file"]),
    ("mise", &["-C", "-E", "--cd", "--env"]),
    ("mvn", &["-P", "-f", "-pl", "-s"]),
    ("nice", &["-n", "--adjustment"]),
    ("npm", &["-C", "-w", "--loglevel", "--workspace"]),
    ("pnpm", &["-C", "-F"]),
    ("poetry", &["-C", "-P", "--project"]),
    ("stdbuf", &["-e", "-i", "-o"]),
    ("sudo", &["-C", "-D", "-T", "-U", "-g", "-h", "-p", "-r", "-t", "-u", "--group", "--user"]),
    ("task", &["-d", "-t", "--taskfile"]),
    ("timeout", &["-k", "-s", "--kill-after", "--signal"]),
    ("uv", &["-p", "--project", "--python"]),
    ("xargs", &["-E", "-I", "-L", "-P", "-a", "-d", "-n", "-s", "--arg-file", "--delimiter",
        "--max-args", "--max-procs"]),
];
/// Of those, the ones whose value is the folder that the call works in.
const FOLDERS: [&str; 7] = ["-C", "--cwd", "--dir", "--directory", "--prefix", "--cd", "-chdir"];

pub fn takes_value(command: &[impl AsRef<str>], option: &str) -> bool {
    rows(&WITH_VALUE, command).any(|options| options.contains(&option))
}

pub fn names_folder(option: &str) -> bool {
    FOLDERS.contains(&option)
}

/// Letters that take no value, so that more may follow behind one dash.
#[rustfmt::skip]
const FLAGS: [(&str, &str); 42] = [
    ("bash", "exuilvn"), ("cat", "AbeEnstTuv"), ("chmod", "Rvfc"), ("chown", "Rvfch"),
    ("cp", "aRrfvipnul"), ("curl", "sSLfkIivgGjNOJRaq"), ("diff", "urNqbBwiaEsy"),
    ("docker exec", "itd"), ("docker rm", "fvl"), ("docker rmi", "f"), ("docker run", "itdP"),
    ("du", "ahscxk"), ("egrep", "abcEFGhHiIlLnoPqrRsvwxyzZ"), ("git add", "AnvfiupeN"),
    ("git branch", "dDmMfvqra"), ("git checkout", "fqdp"), ("git clean", "dfnqxXi"),
    ("git commit", "aqvsnpe"), ("git fetch", "afpqtvn"), ("git pull", "fqrvnt"),
    ("git push", "fnquvd"), ("git restore", "SWqp"), ("git rm", "rfnq"), ("git stash", "uakqp"),
    ("git tag", "adfslv"), ("git worktree", "f"), ("grep", "abcEFGhHiIlLnoPqrRsvwxyzZ"),
    ("ln", "sfnrv"), ("ls", "lahtrRSdFGkp"), ("make", "kBnsieqrw"), ("mkdir", "pv"),
    ("mv", "fvinu"), ("npm", "gDEPOfs"), ("pytest", "xvqsl"), ("rm", "rRfvidI"),
    ("rsync", "avzrlptgoDPhnuqCHAXSW"), ("sed", "nErsz"), ("sh", "exuilvn"), ("tar", "xcztjvJpkO"),
    ("unzip", "oqlntuvjaCL"), ("zip", "rqjm"), ("zsh", "exuilvn"),
];
/// Write long names behind one dash.
const LONG_BEHIND_ONE_DASH: [&str; 6] = ["find", "go", "packer", "terraform", "tofu", "xcodebuild"];

/// Names of one option.
#[rustfmt::skip]
const SAME: [(&str, &[&str]); 29] = [
    ("cargo", &["--release", "-r"]), ("docker compose up", &["--detach", "-d"]), ("docker run", &["--detach", "-d"]),
    ("gh pr create", &["--draft", "-d"]), ("git push", &["--set-upstream", "-u"]),
    ("chmod", &["--recursive", "-R"]), ("chown", &["--recursive", "-R"]),
    ("cp", &["--recursive", "-r", "-R"]), ("docker compose", &["--volumes", "-v"]),
    ("docker rm", &["--force", "-f"]), ("docker rmi", &["--force", "-f"]),
    ("git add", &["--all", "-A"]), ("git add", &["--force", "-f"]),
    ("git branch", &["--delete", "-d"]), ("git branch", &["--force", "-f"]),
    ("git checkout", &["--force", "-f"]), ("git clean", &["--force", "-f"]),
    ("git commit", &["--all", "-a"]), ("git commit", &["--no-verify", "-n"]),
    ("git push", &["--delete", "-d"]), ("git push", &["--force", "-f"]),
    ("git rm", &["--force", "-f"]), ("git stash", &["--include-untracked", "-u"]),
    ("npm", &["--global", "-g"]), ("npm install", &["--save-dev", "-D"]),
    ("pytest", &["--exitfirst", "-x"]), ("rm", &["--force", "-f"]),
    ("rm", &["--recursive", "-r", "-R"]), ("rm", &["--verbose", "-v"]),
];

/// Are the letters of its clusters known?
pub fn has_known_flags(program: &str) -> bool {
    FLAGS.iter().any(|(name, _)| *name == program)
}

/// Does it take no value, so that the word behind it is one of the call's own?
pub fn is_flag(command: &[impl AsRef<str>], option: &str) -> bool {
    match option.strip_prefix('-').map(|letters| letters.chars().collect::<Vec<_>>()).as_deref() {
        Some([letter]) => rows(&FLAGS, command).any(|flags| flags.contains(*letter)),
        _ => rows(&SAME, command).any(|names| names.contains(&option)),
    }
}

/// The names of the options that a word gives: `-rf` gives two, `--depth=1` one. Behind a letter
/// that may take a value the rest may be that value (`-phunter2`), which is no name. Where no
/// letter of a program is known, `guesses` takes a short cluster for letters.
pub fn option_names(command: &[impl AsRef<str>], word: &str, guesses: bool) -> Vec<String> {
    let name = word.split('=').next().unwrap_or(word);
    let is_long = name.starts_with("--")
        || command.first().is_some_and(|program| LONG_BEHIND_ONE_DASH.contains(&program.as_ref()));
    if is_long {
        return vec![name.to_owned()];
    }
    let Some(letters) = name.strip_prefix('-') else { return vec![] };
    let is_guessed = guesses && letters.len() <= 4 && rows(&FLAGS, command).next().is_none();
    let mut names = Vec::new();
    for letter in letters.chars().take_while(char::is_ascii_alphabetic) {
        let option = format!("-{letter}");
        let is_last = !is_guessed && !is_flag(command, &option);
        names.push(option);
        if is_last {
            break;
        }
    }
    names
}

/// Is it one of the options, by this name or another?
pub fn is_given(command: &[impl AsRef<str>], options: &[String], wanted: &str) -> bool {
    options.iter().any(|option| option == wanted)
        || rows(&SAME, command)
            .filter(|names| names.contains(&wanted))
            .any(|names| options.iter().any(|option| names.contains(&option.as_str())))
}

/// The rows about what the command begins with.
fn rows<'a, T: Copy>(
    table: &'a [(&'static str, T)],
    command: &'a [impl AsRef<str>],
) -> impl Iterator<Item = T> + 'a {
    table.iter().filter(|(words, _)| begins_with(command, words)).map(|(_, row)| *row)
}

fn begins_with(command: &[impl AsRef<str>], words: &str) -> bool {
    let mut given = command.iter().map(AsRef::as_ref);
    words.split_whitespace().all(|word| given.next() == Some(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> Vec<&str> {
        text.split(' ').collect()
    }

    #[test]
    fn a_word_gives_names_and_never_a_value() {
        for (of, word, expected, guessed) in [
            ("rm", "-rf", &["-r", "-f"][..], &["-r", "-f"][..]),
            ("rm", "--recursive", &["--recursive"], &["--recursive"]),
            ("git commit", "-amfix", &["-a", "-m"], &["-a", "-m"]),
            ("docker login", "-phunter", &["-p"], &["-p"]),
            ("openssl enc", "-kSecretkey", &["-k"], &["-k"]),
            ("mycli", "-xv", &["-x"], &["-x", "-v"]),
            ("mycli", "--key=secret", &["--key"], &["--key"]),
            ("terraform apply", "-auto-approve", &["-auto-approve"], &["-auto-approve"]),
            ("terraform", "-chdir=infra", &["-chdir"], &["-chdir"]),
            ("head", "-20", &[], &[]),
            ("head", "-n5", &["-n"], &["-n"]),
            ("cat", "-", &[], &[]),
        ] {
            assert_eq!(option_names(&command(of), word, false), expected, "{of} {word}");
            assert_eq!(option_names(&command(of), word, true), guessed, "{of} {word}");
        }
    }

    #[test]
    fn an_option_is_given_by_any_of_its_names() {
        for (of, given, wanted, expected) in [
            ("rm", "--recursive", "-r", true),
            ("rm", "-R", "--recursive", true),
            ("git push", "-f", "--force", true),
            ("git commit", "-f", "--force", false),
            ("mycli", "-f", "-f", true),
        ] {
            assert_eq!(
                is_given(&command(of), &[given.to_owned()], wanted),
                expected,
                "{of} {given} {wanted}"
            );
        }
        assert!(takes_value(&command("docker compose"), "-f") && !takes_value(&command("docker"), "-f"));
    }
}
