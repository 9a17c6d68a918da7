//! Tables that classify programs by name. The purpose of a call is decided by `tables`, and the
//! names that count in a sentence are in `keys/tables`.

use super::tables::{BY_PROGRAM, BY_SUBCOMMAND};
use super::{Act, ShellStep};

/// Options that switch off a safeguard or destroy work: never learned, and never shown unless a
/// person said them.
pub const RISKY_OPTIONS: [&str; 11] = [
    "--no-verify",
    "--force",
    "--force-with-lease",
    "--hard",
    "--no-gpg-sign",
    "--delete",
    "--purge",
    "--allow-dirty",
    "--privileged",
    "--insecure",
    "--dangerously-skip-permissions",
];

/// Shells and other interpreters, which run a script or, after the given option, code.
#[rustfmt::skip]
const INTERPRETERS: [(&str, &str); 22] = [
    ("bash", "c"), ("sh", "c"), ("zsh", "c"), ("dash", "c"), ("ash", "c"), ("ksh", "c"), ("fish", "c"), ("csh", "c"), ("tcsh", "c"),
    ("pwsh", "c"), ("powershell", "c"), ("cmd", "c"), ("python", "c"), ("pypy", "c"), ("node", "e"), ("deno", "eval"), ("bun", "e"),
    ("tsx", "e"), ("ruby", "e"), ("perl", "e"), ("php", "r"), ("lua", "e"),
];

/// The option after which an interpreter takes code; `python3.12` is python.
pub fn code_option(program: &str) -> Option<&'static str> {
    let name = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    INTERPRETERS.iter().find(|(interpreter, _)| *interpreter == name).map(|(_, option)| *option)
}

pub fn is_interpreter(program: &str) -> bool {
    code_option(program).is_some()
}

/// The kind of program that a starter, which runs the rest of its line, can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// Programs that run without it, too.
    Anything,
    /// Programs that are found only through it.
    OfProject,
    /// Programs that it downloads if they are missing.
    Fetched,
}

/// Programs that run the rest of the line, with the words in between.
#[rustfmt::skip]
pub const STARTERS: [(&str, &[&str], Starts); 32] = [
    ("sudo", &[], Starts::Anything), ("doas", &[], Starts::Anything), ("env", &[], Starts::Anything),
    ("command", &[], Starts::Anything), ("builtin", &[], Starts::Anything), ("nohup", &[], Starts::Anything),
    ("nice", &[], Starts::Anything), ("stdbuf", &[], Starts::Anything), ("timeout", &[], Starts::Anything),
    ("caffeinate", &[], Starts::Anything), ("rtk", &[], Starts::Anything), ("direnv", &["exec"], Starts::Anything),
    ("uv", &["run"], Starts::OfProject), ("poetry", &["run"], Starts::OfProject), ("pipenv", &["run"], Starts::OfProject),
    ("pdm", &["run"], Starts::OfProject), ("rye", &["run"], Starts::OfProject), ("hatch", &["run"], Starts::OfProject),
    ("bundle", &["exec"], Starts::OfProject), ("mise", &["exec", "x"], Starts::OfProject), ("pnpm", &["exec"], Starts::OfProject),
    ("yarn", &["exec"], Starts::OfProject),
    ("pnpx", &[], Starts::Fetched), ("npx", &[], Starts::Fetched), ("bunx", &[], Starts::Fetched), ("uvx", &[], Starts::Fetched),
    ("npm", &["exec"], Starts::Fetched), ("pipx", &["run"], Starts::Fetched), ("pnpm", &["dlx"], Starts::Fetched),
    ("yarn", &["dlx"], Starts::Fetched), ("npm", &["x"], Starts::Fetched), ("bun", &["x"], Starts::Fetched),
];

/// Does another program follow it at once?
pub fn starts_anything(program: &str) -> bool {
    STARTERS.iter().any(|(name, between, _)| *name == program && between.is_empty())
}

/// Starters as they are typed: `npx`, `uv run`, `mise exec`, `mise x`.
pub fn starters(wanted: fn(Starts) -> bool) -> impl Iterator<Item = String> {
    STARTERS.iter().filter(move |(_, _, starts)| wanted(*starts)).flat_map(|(program, words, _)| {
        let bare = words.is_empty().then(|| (*program).to_owned());
        bare.into_iter().chain(words.iter().map(move |word| format!("{program} {word}")))
    })
}

/// Programs that run scripts which the project defines.
#[rustfmt::skip]
pub const SCRIPT_RUNNERS: [&str; 11] =
    ["npm", "pnpm", "yarn", "bun", "mise", "make", "gmake", "just", "task", "rake", "mix"];
/// Build tools that run targets of the project, but also many of their own.
pub const BUILDS_BY_NAME: [&str; 9] =
    ["rails", "composer", "deno", "nx", "turbo", "gradle", "gradlew", "mvn", "mvnw"];

/// Whether its arguments name a script or target that somebody gave a descriptive name.
pub fn runs_scripts(program: &str) -> bool {
    SCRIPT_RUNNERS.contains(&program) || BUILDS_BY_NAME.contains(&program)
}

/// Other programs with subcommands; these do not say what a call is for.
const WITH_OTHER_SUBCOMMANDS: [&str; 12] = [
    "alembic",
    "django-admin",
    "drizzle-kit",
    "flask",
    "golangci-lint",
    "goreleaser",
    "lefthook",
    "pre-commit",
    "prisma",
    "sbt",
    "sqlx",
    "wasm-pack",
];

/// Whether a subcommand, a script or another program follows it.
pub fn takes_subcommand(program: &str) -> bool {
    let is_word = |words: &[&str]| words.first().is_some_and(|word| !word.starts_with('-'));
    let starts = |(name, _, starts): &(&str, _, Starts)| *name == program && *starts != Starts::Anything;
    runs_scripts(program)
        || BY_SUBCOMMAND.iter().any(|(name, words, _)| *name == program && is_word(words))
        || STARTERS.iter().any(starts)
        || WITH_OTHER_SUBCOMMANDS.contains(&program)
}

/// Common programs that no other table names.
#[rustfmt::skip]
const OTHERS: [&str; 88] = [
    "apt", "apt-get", "aws", "bat", "bc", "brew", "code", "column", "comm", "convert", "cp", "csplit", "curl", "dnf", "docker",
    "dot", "dpkg", "envsubst", "expand", "expr", "eza", "ffmpeg", "fly", "fmt", "fold", "free", "fzf", "gawk", "gcloud", "getent",
    "getopt", "gh", "ggrep", "glab", "gsed", "gtimeout", "helm", "heroku", "hexdump", "host", "http", "hyperfine", "id", "ifconfig",
    "install", "ip", "java", "javac", "jj", "join", "kill", "kubectl", "ln", "lsof", "magick", "md5", "md5sum", "mktemp", "mv", "nl",
    "nproc", "numfmt", "od", "open", "paste", "patch", "pip", "pip3", "ps", "psql", "readlink", "realpath", "redis-cli", "rsync",
    "seq", "sha256sum", "shasum", "shuf", "sqlite3", "strings", "tac", "tar", "touch", "unzip", "watch", "wget", "xxd", "yq",
];

/// Whether this is the name of a program, and not just a word in its place.
pub fn is_known(program: &str) -> bool {
    takes_subcommand(program)
        || BY_PROGRAM.iter().any(|(_, names)| names.contains(&program))
        || STARTERS.iter().any(|(name, _, _)| *name == program)
        || is_interpreter(program)
        || is_accessory(program)
        || only_looks(program)
        || SEARCHERS.contains(&program)
        || OTHERS.contains(&program)
}

/// Subcommands that pass on to the next word: `mise run lint`, `deno task dev`, `gh pr create`.
pub const HAND_OVER: [&str; 11] =
    ["run", "exec", "x", "dlx", "task", "compose", "pr", "mod", "submodule", "worktree", "-m"];

/// Commands that install a package by name: `npm install`, `apk add`.
pub fn installing() -> impl Iterator<Item = String> {
    const BY_NAME: [&str; 4] = ["install", "i", "add", "get"];
    let subcommands = BY_SUBCOMMAND.iter().filter(|(_, words, act)| {
        *act == Act::Install && words.last().is_some_and(|word| BY_NAME.contains(word))
    });
    let programs = BY_PROGRAM.iter().filter(|(act, _)| *act == Act::Install).flat_map(|(_, names)| *names);
    let phrases = programs.flat_map(|name| ["install", "add"].map(|word| format!("{name} {word}")));
    phrases.chain(subcommands.map(|(program, words, _)| format!("{program} {}", words.join(" "))))
}

/// Shell keywords that stand before a command.
pub const BEFORE_COMMANDS: [&str; 11] =
    ["if", "then", "elif", "else", "do", "while", "until", "!", "{", "time", "exec"];
/// Other shell keywords; no program has these names.
const OTHER_KEYWORDS: [&str; 20] = [
    "fi", "for", "select", "done", "case", "esac", "in", "function", "return", "local", "declare", "unset",
    "shift", "break", "continue", "trap", "read", "wait", "exit", "}",
];

pub fn is_keyword(word: &str) -> bool {
    BEFORE_COMMANDS.contains(&word) || OTHER_KEYWORDS.contains(&word)
}

/// Programs that only prepare what follows them, or print something.
pub const PREPARATION: [&str; 9] = ["cd", "export", "echo", "source", ".", "set", "pwd", "printf", "mkdir"];
/// Programs that only shorten the output before them.
pub const SHORTENERS: [&str; 3] = ["head", "tail", "cat"];
/// Other filters and small helpers.
const HELPERS: [&str; 19] = [
    "true", "false", "test", "[", "[[", "sleep", "grep", "egrep", "rg", "sed", "awk", "sort", "uniq", "wc",
    "tr", "cut", "tee", "xargs", "date",
];

/// Whether it only accompanies the programs that do the work.
pub fn is_accessory(program: &str) -> bool {
    [&PREPARATION[..], &SHORTENERS, &HELPERS].iter().any(|names| names.contains(&program))
}

/// Programs that only search or compare, and exit with 1 for "no".
pub const SEARCHERS: [&str; 12] =
    ["grep", "rg", "egrep", "test", "[", "diff", "cmp", "which", "command", "pgrep", "ls", "jq"];
const OTHER_LOOKS: [&str; 11] =
    ["cat", "head", "tail", "find", "fd", "stat", "file", "wc", "tree", "du", "sed"];

pub fn only_looks(program: &str) -> bool {
    SEARCHERS.contains(&program) || OTHER_LOOKS.contains(&program)
}

/// Subcommands of any program that only show something.
const SHOWING: [&str; 9] = ["status", "diff", "log", "show", "view", "list", "ls", "checks", "help"];

/// Whether a step changes nothing that a later call could depend on.
pub fn looks(step: &ShellStep) -> bool {
    let shows = || step.args.iter().take(2).any(|arg| SHOWING.contains(&arg.as_str()));
    only_looks(&step.program) || is_accessory(&step.program) || (step.act.is_none() && shows())
}
