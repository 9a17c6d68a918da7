//! A tool call reduced to tokens: program, subcommand, names of options, and paths in the project.
//! The texts that a call carries (messages, patterns, file contents, values of options) are
//! dropped.

use super::commands::programs::{HAND_OVER, is_accessory, is_interpreter, only_looks, takes_subcommand};
use super::commands::{TypedCall, typed_calls};
use super::grammar::Path;

const LONGEST_WORD: usize = 32;
const LONGEST_OPTION: usize = 40;
const MOST_OPTIONS: usize = 12;
const MOST_PATHS: usize = 12;
/// The most calls of one shell line to look at.
const MOST_CALLS: usize = 32;
/// The most levels of `bash -c` inside `bash -c`.
const DEEPEST: usize = 3;
/// Shells, whose argument of `-c` is another shell line.
const SHELLS: [&str; 5] = ["bash", "dash", "ksh", "sh", "zsh"];
/// Options that stand before a subcommand and take a value.
const GLOBAL_OPTIONS: [&str; 10] = [
    "-C",
    "-c",
    "--context",
    "--cwd",
    "--dir",
    "--directory",
    "--filter",
    "--git-dir",
    "--prefix",
    "--work-tree",
];

/// Groups of subcommands: the next word names the subcommand.
const GROUPS: [&str; 8] = ["db", "issue", "migrate", "release", "remote", "repo", "stash", "workflow"];

/// One tool call, as far as tokens can describe it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallTokens {
    Command {
        /// The program and up to two words of its subcommand.
        words: Vec<String>,
        /// Names without values, sorted, without duplicates.
        options: Vec<String>,
        paths: Vec<Path>,
    },
    Edit(Path),
}

/// Makes a path relative to the project; `None` for a path outside of it.
pub type Relative<'a> = &'a dyn Fn(&str) -> Option<Path>;

impl CallTokens {
    /// The calls of a shell line, each as it was typed, without programs that only start another
    /// (`env`, `rtk`, `timeout 60`).
    pub fn of_line(line: &str, relative: Relative<'_>) -> Vec<CallTokens> {
        let mut found = Vec::new();
        add_line(line, relative, 0, &mut found);
        found.truncate(MOST_CALLS);
        found
    }

    fn without_operands(self) -> CallTokens {
        match self {
            CallTokens::Command { words, .. } => {
                CallTokens::Command { words, options: vec![], paths: vec![] }
            }
            edit => edit,
        }
    }

    pub fn encode(&self) -> String {
        match self {
            CallTokens::Edit(path) => format!("edit @{}", path.as_str()),
            CallTokens::Command { words, options, paths } => {
                let paths = paths.iter().map(|path| format!("@{}", path.as_str()));
                words.iter().chain(options).cloned().chain(paths).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Stored rows are checked against the grammar, too.
    pub fn decode(text: &str) -> Option<CallTokens> {
        if let Some(path) = text.strip_prefix("edit @") {
            return Path::parse(path).map(CallTokens::Edit);
        }
        let (mut words, mut options, mut paths) = (Vec::new(), Vec::new(), Vec::new());
        for word in text.split(' ') {
            if let Some(path) = word.strip_prefix('@') {
                paths.push(Path::parse(path)?);
            } else if is_option(word) {
                options.push(word.to_owned());
            } else if is_word(word) && options.is_empty() && paths.is_empty() {
                words.push(word.to_owned());
            } else {
                return None;
            }
        }
        (!words.is_empty()).then_some(CallTokens::Command { words, options, paths })
    }
}

fn add_line(line: &str, relative: Relative<'_>, depth: usize, found: &mut Vec<CallTokens>) {
    for call in typed_calls(line) {
        if found.len() >= MOST_CALLS {
            return;
        }
        match inner_line(&call).filter(|_| depth < DEEPEST) {
            Some(inner) => add_line(inner, relative, depth + 1, found),
            None => {
                let bare = call.unwrapped();
                // Options and paths belong to the program that does the work, not to the one that
                // starts it.
                let starter =
                    (bare.len() < call.words.len()).then(|| of_words(&call.words, relative)).flatten();
                let starter = starter.map(CallTokens::without_operands);
                for tokens in starter.into_iter().chain(of_words(&bare, relative)) {
                    if !found.contains(&tokens) {
                        found.push(tokens);
                    }
                }
            }
        }
    }
}

/// The shell line inside `bash -lc "…"`.
fn inner_line(call: &TypedCall) -> Option<&str> {
    let words = call.unwrapped();
    let (program, args) = words.split_first()?;
    let program = program.rsplit('/').next().unwrap_or(program);
    let is_code = |arg: &String| arg.starts_with('-') && !arg.starts_with("--") && arg.ends_with('c');
    let at = args.iter().position(is_code).filter(|_| SHELLS.contains(&program))?;
    let behind = args.len() - at - 1;
    (behind > 0).then(|| call.words[call.words.len() - behind].as_str())
}

fn of_words(words: &[String], relative: Relative<'_>) -> Option<CallTokens> {
    let (program, args) = words.split_first()?;
    let program = program.rsplit('/').next().unwrap_or(program).to_lowercase();
    if !is_word(&program) {
        return None;
    }
    let args = without_global_options(args);
    let mut kept = vec![program.clone()];
    let most = if names_its_work(&program) { 1 } else { 0 };
    let mut named = args.iter().take_while(|arg| is_word(arg) && !looks_like_path(arg));
    kept.extend(named.by_ref().take(most).cloned());
    if kept.get(1).is_some_and(|word| HAND_OVER.contains(&word.as_str()) || GROUPS.contains(&word.as_str())) {
        kept.extend(named.take(1).cloned());
    }
    let rest = &args[kept.len() - 1..];
    let mut options: Vec<String> =
        rest.iter().map(|arg| option_name(arg).to_owned()).filter(|name| is_option(name)).collect();
    options.sort_unstable();
    options.dedup();
    options.truncate(MOST_OPTIONS);
    let paths = rest.iter().filter(|arg| looks_like_path(arg)).filter_map(|arg| relative(arg));
    Some(CallTokens::Command { words: kept, options, paths: paths.take(MOST_PATHS).collect() })
}

/// Whether the first word after the program is a subcommand; for other programs it is an operand.
fn names_its_work(program: &str) -> bool {
    let takes_operands = is_accessory(program) || only_looks(program) || is_interpreter(program);
    takes_subcommand(program) || !takes_operands
}

fn without_global_options(args: &[String]) -> &[String] {
    match args {
        [option, _, rest @ ..] if GLOBAL_OPTIONS.contains(&option.as_str()) => without_global_options(rest),
        _ => args,
    }
}

/// `--depth=1` becomes `--depth`.
fn option_name(arg: &str) -> &str {
    arg.split('=').next().unwrap_or(arg)
}

fn looks_like_path(arg: &str) -> bool {
    !arg.starts_with('-') && (arg.contains('/') || arg.contains('.'))
}

pub fn is_word(word: &str) -> bool {
    word.len() <= LONGEST_WORD
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ":_.+-".contains(c))
        && word.chars().filter(char::is_ascii_digit).count() <= 4
}

/// `--force`, `-f`, `-rf`.
pub fn is_option(word: &str) -> bool {
    match word.strip_prefix("--") {
        Some(long) => {
            word.len() <= LONGEST_OPTION
                && long.starts_with(|c: char| c.is_ascii_alphabetic())
                && long.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
        }
        None => word.strip_prefix('-').is_some_and(|short| {
            (1..=16).contains(&short.len())
                && short.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
                && !short.starts_with('-')
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(line: &str) -> Vec<String> {
        let relative = |path: &str| Path::parse(path.trim_start_matches("./"));
        CallTokens::of_line(line, &relative).iter().map(CallTokens::encode).collect()
    }

    #[test]
    fn a_line_becomes_its_calls() {
        for (line, expected) in [
            ("git push --force origin main", &["git push --force"][..]),
            ("git -C sub/dir push -f", &["git push -f"]),
            ("cd app && FOO=1 npm run build -- --watch=1", &["cd", "npm run build --watch"]),
            ("rtk bun run test", &["rtk bun", "bun run test"]),
            ("timeout 60 pytest -x tests/test_a.py", &["timeout", "pytest -x @tests/test_a.py"]),
            ("bash -lc 'npm install && git push'", &["npm install", "git push"]),
            ("sudo sh -c \"rm -rf build/out\"", &["rm -rf @build/out"]),
            ("cat notes.md | grep -n secret", &["cat @notes.md", "grep -n"]),
            ("git commit -m \"fix: password is hunter2\"", &["git commit -m"]),
            ("git commit -F - <<EOF\nrm -rf /\nEOF", &["git commit -F"]),
            ("curl -H 'Authorization: x' https://a.b/c", &["curl -H"]),
            ("echo hello world", &["echo"]),
        ] {
            assert_eq!(encoded(line), expected, "{line}");
        }
    }

    #[test]
    fn what_is_encoded_comes_back() {
        let relative = |path: &str| Path::parse(path);
        for line in ["git push --force", "rm -rf build/out", "npm run test:ci", "mise run lint"] {
            for tokens in CallTokens::of_line(line, &relative) {
                assert_eq!(CallTokens::decode(&tokens.encode()), Some(tokens), "{line}");
            }
        }
        let edit = CallTokens::Edit(Path::parse("src/generated/api.ts").unwrap());
        assert_eq!(CallTokens::decode(&edit.encode()), Some(edit));
        for text in ["", "@a/b", "--force", "git push\nrm", "git --force push", "Git push", "edit @../x"] {
            assert_eq!(CallTokens::decode(text), None, "{text}");
        }
    }

    #[test]
    fn no_text_of_a_call_is_kept() {
        let line = "gh pr create --title 'A Secret Title' --body \"$(cat body.md)\" --label bug";
        let all = encoded(line).join("\n");
        assert!(!all.contains("Secret") && !all.contains("bug"), "{all}");
    }
}
