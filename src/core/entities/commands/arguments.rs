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
fn usual_option(command: &[impl AsRef<str>], option: &str) -> String {
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

/// Options behind the subcommand whose next word is a text, even if it begins with a dash.
#[rustfmt::skip]
const WITH_TEXT: [(&str, &[&str]); 20] = [
    ("cargo", &["--features", "-F", "--package", "-p", "--jobs", "-j"]),
    ("curl", &["--cookie", "-b", "--data", "-d", "--form", "-F", "--header", "-H", "--max-time", "-m", "--output", "-o",
        "--proxy", "-x", "--request", "-X", "--upload-file", "-T", "--url", "--user", "-u", "--user-agent", "-A", "--write-out", "-w",
        "--data-binary", "--data-raw", "--data-urlencode"]),
    ("docker build", &["--file", "-f", "--tag", "-t", "--build-arg"]),
    ("docker exec", &["--env", "-e", "--user", "-u", "--workdir", "-w"]),
    ("docker run", &["--env", "-e", "--publish", "-p", "--user", "-u", "--volume", "-v", "--workdir", "-w", "--entrypoint",
        "--name"]),
    ("egrep", &["--regexp", "-e", "--file", "-f"]),
    ("gh", &["--body", "-b", "--title", "-t", "--body-file", "-F", "--notes"]),
    ("git commit", &["--message", "-m", "--file", "-F", "--reuse-message", "-C", "--reedit-message", "-c", "--template", "-t",
        "--author", "--date", "--fixup", "--squash", "--trailer"]),
    ("git grep", &["-e", "-f"]),
    ("git log", &["--author", "--grep", "--since", "--until", "-G", "-S"]),
    ("git merge", &["--message", "-m", "--file", "-F"]),
    ("git notes", &["--message", "-m"]),
    ("git push", &["--push-option", "-o", "--receive-pack", "--exec", "--repo"]),
    ("git rebase", &["--exec", "-x", "--onto", "--strategy", "-s", "--strategy-option", "-X"]),
    ("git stash", &["--message", "-m"]),
    ("git tag", &["--message", "-m", "--file", "-F", "--local-user", "-u"]),
    ("grep", &["--regexp", "-e", "--file", "-f"]),
    ("pytest", &["-k", "-m", "-c", "-n", "-o", "-p", "-r", "-W", "--override-ini"]),
    ("rg", &["--regexp", "-e", "--file", "-f", "--glob", "-g"]),
    ("sed", &["--expression", "-e", "--file", "-f"]),
];

/// Is the word behind this one its value? `-am` ends with an option that takes one, `-mfix` holds it.
pub fn takes_text(command: &[impl AsRef<str>], word: &str) -> bool {
    let Some(option) = option_names(command, word, false).pop() else { return false };
    let is_whole = match word.strip_prefix("--") {
        Some(_) => word == option,
        None => word.ends_with(&option[1..]) && option_names(command, word, false).len() + 1 == word.len(),
    };
    is_whole && is_text_option(command, &option)
}

fn is_text_option(command: &[impl AsRef<str>], option: &str) -> bool {
    rows(&WITH_TEXT, command).any(|options| options.contains(&option))
}

pub fn names_folder(option: &str) -> bool {
    FOLDERS.contains(&option)
}

/// Letters that take no value, so that more may follow behind one dash.
#[rustfmt::skip]
const FLAGS: [(&str, &str); 46] = [
    ("bash", "exuilvn"), ("cat", "AbeEnstTuv"), ("chmod", "Rvfc"), ("chown", "Rvfch"),
    ("cp", "aRrfvipnul"), ("cargo", "vqr"), ("curl", "sSLfkIivgGjNOJRaq46"), ("diff", "urNqbBwiaEsy"),
    ("docker exec", "itd"), ("docker rm", "fvl"), ("docker rmi", "f"), ("docker run", "itdP"),
    ("du", "ahscxk"), ("egrep", "abcEFGhHiIlLnoPqrRsvwxyzZ"), ("git add", "AnvfiupeN"),
    ("git branch", "dDmMfvqra"), ("git checkout", "fqdp"), ("git clean", "dfnqxXi"),
    ("git commit", "aqvsnpe"), ("git fetch", "afpqtvn"), ("git pull", "fqrvnt"),
    ("git push", "fnquvd46"), ("git rebase", "ifqvnm"), ("git restore", "SWqp"), ("git rm", "rfnq"), ("git stash", "uakqp"),
    ("git tag", "adfslv"), ("git worktree", "f"), ("grep", "abcEFGhHiIlLnoPqrRsvwxyzZ"),
    ("ln", "sfnrv"), ("ls", "lahtrRSdFGkp"), ("make", "kBnsieqrw"), ("mkdir", "pv"),
    ("mv", "fvinu"), ("npm", "gDEPOSfsy"), ("pnpm", "DEOPgrw"), ("pytest", "xvqsl"), ("rm", "rRfvidI"),
    ("rsync", "avzrlptgoDPhnuqCHAXSW"), ("sed", "nErsz"), ("sh", "exuilvn"), ("tar", "xcztjvJpkO"),
    ("unzip", "oqlntuvjaCL"), ("yarn", "DEW"), ("zip", "rqjm"), ("zsh", "exuilvn"),
];
/// Write long names behind one dash.
const LONG_BEHIND_ONE_DASH: [&str; 7] = ["find", "go", "kill", "packer", "terraform", "tofu", "xcodebuild"];

/// Names of one option.
#[rustfmt::skip]
const SAME: [(&str, &[&str]); 124] = [
    ("cargo", &["--release", "-r"]), ("cargo", &["--workspace", "--all"]), ("cargo", &["--features", "-F"]),
    ("cargo", &["--jobs", "-j"]), ("cargo", &["--package", "-p"]), ("cargo", &["--quiet", "-q"]), ("cargo", &["--verbose", "-v"]),
    ("cat", &["--number", "-n"]), ("cat", &["--number-nonblank", "-b"]), ("cat", &["--show-all", "-A"]),
    ("cat", &["--show-ends", "-E"]), ("cat", &["--show-nonprinting", "-v"]), ("cat", &["--show-tabs", "-T"]),
    ("cat", &["--squeeze-blank", "-s"]), ("chmod", &["--recursive", "-R"]), ("chown", &["--recursive", "-R"]),
    ("cp", &["--archive", "-a"]), ("cp", &["--force", "-f"]), ("cp", &["--no-clobber", "-n"]), ("cp", &["--recursive", "-r", "-R"]),
    ("curl", &["--data", "-d"]), ("curl", &["--fail", "-f"]), ("curl", &["--head", "-I"]), ("curl", &["--header", "-H"]),
    ("curl", &["--include", "-i"]), ("curl", &["--insecure", "-k"]), ("curl", &["--location", "-L"]),
    ("curl", &["--max-time", "-m"]), ("curl", &["--output", "-o"]), ("curl", &["--remote-name", "-O"]),
    ("curl", &["--request", "-X"]), ("curl", &["--show-error", "-S"]), ("curl", &["--silent", "-s"]),
    ("curl", &["--upload-file", "-T"]), ("curl", &["--user", "-u"]), ("curl", &["--verbose", "-v"]),
    ("docker compose", &["--volumes", "-v"]), ("docker compose up", &["--detach", "-d"]), ("docker exec", &["--interactive", "-i"]),
    ("docker exec", &["--tty", "-t"]), ("docker rm", &["--force", "-f"]), ("docker rmi", &["--force", "-f"]),
    ("docker run", &["--detach", "-d"]), ("docker run", &["--interactive", "-i"]), ("docker run", &["--tty", "-t"]),
    ("gh pr create", &["--draft", "-d"]), ("git add", &["--all", "-A", "--no-ignore-removal"]), ("git add", &["--force", "-f"]),
    ("git add", &["--interactive", "-i"]), ("git add", &["--patch", "-p"]), ("git add", &["--update", "-u"]),
    ("git branch", &["--all", "-a"]), ("git branch", &["--delete", "-d"]), ("git branch", &["--force", "-f"]),
    ("git branch", &["--move", "-m"]), ("git branch", &["--remotes", "-r"]), ("git checkout", &["--force", "-f"]),
    ("git checkout", &["--patch", "-p"]), ("git clean", &["--force", "-f"]), ("git clean", &["--interactive", "-i"]),
    ("git commit", &["--all", "-a"]), ("git commit", &["--edit", "-e"]), ("git commit", &["--file", "-F"]),
    ("git commit", &["--gpg-sign", "-S"]), ("git commit", &["--message", "-m"]), ("git commit", &["--no-verify", "-n"]),
    ("git commit", &["--patch", "-p"]), ("git commit", &["--signoff", "-s"]), ("git fetch", &["--all", "-a"]),
    ("git fetch", &["--force", "-f"]), ("git fetch", &["--prune", "-p"]), ("git fetch", &["--tags", "-t"]),
    ("git pull", &["--force", "-f"]), ("git pull", &["--rebase", "-r"]), ("git push", &["--delete", "-d"]),
    ("git push", &["--dry-run", "-n"]), ("git push", &["--force", "-f"]), ("git push", &["--push-option", "-o"]),
    ("git push", &["--set-upstream", "-u"]), ("git rebase", &["--exec", "-x"]), ("git rebase", &["--force-rebase", "-f", "--no-ff"]),
    ("git rebase", &["--interactive", "-i"]), ("git rebase", &["--merge", "-m"]), ("git restore", &["--patch", "-p"]),
    ("git restore", &["--staged", "-S"]), ("git restore", &["--worktree", "-W"]), ("git rm", &["--force", "-f"]),
    ("git stash", &["--all", "-a"]), ("git stash", &["--include-untracked", "-u"]), ("git stash", &["--keep-index", "-k"]),
    ("git tag", &["--annotate", "-a"]), ("git tag", &["--delete", "-d"]), ("git tag", &["--force", "-f"]),
    ("git tag", &["--sign", "-s"]), ("git worktree", &["--force", "-f"]), ("kill", &["-9", "-KILL", "-SIGKILL"]),
    ("kill", &["-15", "-TERM", "-SIGTERM"]), ("mkdir", &["--parents", "-p"]), ("mv", &["--force", "-f"]),
    ("mv", &["--no-clobber", "-n"]), ("npm", &["--force", "-f"]), ("npm", &["--global", "-g"]), ("npm", &["--save-dev", "-D"]),
    ("npm", &["--save-exact", "-E"]), ("npm", &["--save-optional", "-O"]), ("npm", &["--save-prod", "-P", "--save", "-S"]),
    ("npm", &["--yes", "-y"]), ("pnpm", &["--global", "-g"]), ("pnpm", &["--recursive", "-r"]), ("pnpm", &["--save-dev", "-D"]),
    ("pnpm", &["--save-exact", "-E"]), ("pnpm", &["--save-prod", "-P"]), ("pnpm", &["--workspace-root", "-w"]),
    ("pytest", &["--exitfirst", "-x"]), ("pytest", &["--quiet", "-q"]), ("pytest", &["--verbose", "-v"]),
    ("rm", &["--force", "-f"]), ("rm", &["--recursive", "-r", "-R"]), ("rm", &["--verbose", "-v"]),
    ("sed", &["--in-place", "-i"]), ("sed", &["--quiet", "-n", "--silent"]), ("sed", &["--regexp-extended", "-E", "-r"]),
    ("yarn", &["--dev", "-D"]), ("yarn", &["--exact", "-E"]),
];

/// Options that stand for several.
const SHORT_FOR: [(&str, (&str, &[&str])); 2] =
    [("git branch", ("-D", &["-d", "-f"])), ("git branch", ("-M", &["-m", "-f"]))];

/// The options that it stands for, each by its usual name.
pub fn usual_options(command: &[impl AsRef<str>], option: &str) -> Vec<String> {
    match rows(&SHORT_FOR, command).find(|(short, _)| *short == option) {
        Some((_, several)) => several.iter().map(|option| usual_option(command, option)).collect(),
        None => vec![usual_option(command, option)],
    }
}

/// Are the letters of its clusters known?
pub fn has_known_flags(program: &str) -> bool {
    FLAGS.iter().any(|(name, _)| *name == program)
}

/// Does it take no value, so that the word behind it is one of the call's own?
pub fn is_flag(command: &[impl AsRef<str>], option: &str) -> bool {
    match option.strip_prefix('-').map(|letters| letters.chars().collect::<Vec<_>>()).as_deref() {
        Some([letter]) => rows(&FLAGS, command).any(|flags| flags.contains(*letter)),
        _ => rows(&SAME, command).any(|names| names.contains(&option)) && !is_text_option(command, option),
    }
}

/// `kill -9`, `git log -1`
pub fn is_number(letters: &str) -> bool {
    !letters.is_empty() && letters.len() <= 3 && letters.chars().all(|c| c.is_ascii_digit())
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
    if guesses && is_number(letters) {
        return vec![name.to_owned()];
    }
    let is_guessed = guesses && letters.len() <= 4 && rows(&FLAGS, command).next().is_none();
    let mut names = Vec::new();
    for letter in letters.chars() {
        let option = format!("-{letter}");
        let is_known = is_flag(command, &option);
        if !(letter.is_ascii_alphabetic() || is_known) {
            break;
        }
        let is_last = !is_guessed && !is_known;
        names.push(option);
        if is_last {
            break;
        }
    }
    names
}

/// Is it one of the options, by this name or another?
pub fn is_given(command: &[impl AsRef<str>], options: &[String], wanted: &str) -> bool {
    let given: Vec<String> = options.iter().flat_map(|option| usual_options(command, option)).collect();
    usual_options(command, wanted).iter().all(|wanted| given.contains(wanted))
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
            ("head", "-20", &[], &["-20"]),
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
            ("git commit", "-s", "--signoff", true),
            ("curl", "-f", "--fail", true),
            ("npm install", "-E", "--save-exact", true),
            ("cargo test", "--all", "--workspace", true),
            ("sed", "--in-place", "-i", true),
            ("cat", "--show-all", "-A", true),
            ("git rebase", "--interactive", "-i", true),
            ("git branch", "-D", "--force", true),
            ("git branch", "-d", "-D", false),
        ] {
            assert_eq!(
                is_given(&command(of), &[given.to_owned()], wanted),
                expected,
                "{of} {given} {wanted}"
            );
        }
        let several = ["--delete".to_owned(), "-f".to_owned()];
        assert!(is_given(&command("git branch"), &several, "-D"));
        assert!(takes_value(&command("docker compose"), "-f") && !takes_value(&command("docker"), "-f"));
    }
    #[test]
    fn the_next_word_is_a_text_only_where_none_is_attached() {
        for (of, word, expected) in [
            ("git commit", "-m", true),
            ("git commit", "-am", true),
            ("git commit", "--message", true),
            ("git commit", "-mfix", false),
            ("git commit", "-mm", false),
            ("git commit", "--message=x", false),
            ("git commit", "-a", false),
            ("git", "-m", false),
            ("pytest", "-k", true),
        ] {
            assert_eq!(takes_text(&command(of), word), expected, "{of} {word}");
        }
    }

    #[test]
    fn an_option_with_a_text_is_no_flag() {
        for (of, options) in WITH_TEXT {
            let of = command(of);
            assert_eq!(options.iter().find(|option| is_flag(&of, option)), None, "{of:?}");
        }
    }
}
