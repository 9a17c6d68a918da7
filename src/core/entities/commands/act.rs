//! The act of a program call: judged by the program itself, by its subcommand, or by the name of
//! the script it runs.

use super::Act;
use super::programs::{code_option, runs_scripts};
use super::tables::{BY_NAME, BY_PROGRAM, BY_SUBCOMMAND, RUN};

pub(super) fn of(program: &str, args: &[String]) -> Option<Act> {
    if args.iter().any(|arg| matches!(arg.as_str(), "--help" | "--version" | "--dry-run")) {
        return None;
    }
    let act = match program {
        "git" => return of_git(args),
        "rm" | "rmdir" | "unlink" => return of_removal(args),
        "find" => args.iter().any(|arg| arg == "-delete").then_some(Act::Delete),
        "tsc" if !args.iter().any(|arg| arg.eq_ignore_ascii_case("--noemit")) => Some(Act::Build),
        "make" | "gmake" | "ninja" if names(args).next().is_none() => Some(Act::Build),
        _ => {
            by_program(program).or_else(|| by_subcommand(program, args)).or_else(|| by_script(program, args))
        }
    };
    act.map(|act| if act == Act::Format && only_looks(program, args) { Act::Lint } else { act })
}

fn by_program(program: &str) -> Option<Act> {
    BY_PROGRAM.iter().find(|(_, programs)| programs.contains(&program)).map(|(act, _)| *act)
}

fn by_subcommand(program: &str, args: &[String]) -> Option<Act> {
    let fits = |words: &[&str]| args.iter().map(String::as_str).take(words.len()).eq(words.iter().copied());
    let mut rows = BY_SUBCOMMAND.iter().filter(|(name, _, _)| *name == program);
    rows.find(|(_, words, _)| fits(words)).map(|(_, _, act)| *act)
}

/// A formatter that changes nothing is a check.
fn only_looks(program: &str, args: &[String]) -> bool {
    args.iter().any(|arg| is_dry_option(arg) || arg.ends_with(":check"))
        || (matches!(program, "gofmt" | "gofumpt" | "goimports") && !args.iter().any(|arg| arg == "-w"))
}

fn is_dry_option(arg: &str) -> bool {
    matches!(arg, "--check" | "--check-formatted" | "-c" | "--list-different" | "check")
}

fn by_script(program: &str, args: &[String]) -> Option<Act> {
    if runs_scripts(program) {
        return names(args).find(|name| !RUN.contains(name)).and_then(by_name);
    }
    if let Some(option) = code_option(program) {
        return of_interpreter(option, args);
    }
    let is_script = [".sh", ".py", ".js", ".ts", ".rb"].iter().any(|end| program.ends_with(end));
    is_script.then(|| by_name(program)).flatten()
}

/// `python -m pytest`, `bash scripts/test.sh`, `node --test`.
fn of_interpreter(code_option: &str, args: &[String]) -> Option<Act> {
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["-m", "unittest", ..] | ["--test", ..] => Some(Act::Test),
        ["-m", "build", ..] => Some(Act::Build),
        ["-m", "pip", "install", ..] => Some(Act::Install),
        ["-m", module, ..] => by_program(module).or_else(|| by_subcommand(module, &args[2..])),
        _ if is_code(code_option, args) => None,
        _ => names(args).next().and_then(|script| by_name(script.rsplit('/').next().unwrap_or(script))),
    }
}

/// `bash -lc …`, `perl -i -pe …`
fn is_code(option: &str, args: &[String]) -> bool {
    let mut options = args.iter().take_while(|arg| arg.starts_with('-'));
    options.any(|arg| !arg.starts_with("--") && arg.ends_with(option))
}

fn by_name(name: &str) -> Option<Act> {
    let name = name.to_lowercase();
    let mut parts = name.split(|c: char| !c.is_alphanumeric());
    parts.find_map(|part| BY_NAME.iter().find(|(_, words)| words.contains(&part)).map(|(act, _)| *act))
}

/// Arguments that are not options.
fn names(args: &[String]) -> impl Iterator<Item = &str> {
    args.iter().map(String::as_str).filter(|arg| !arg.starts_with('-') && !arg.contains('='))
}

fn of_git(args: &[String]) -> Option<Act> {
    let args = after_global_options(args);
    let has = |flags: &[&str]| args.iter().any(|arg| flags.contains(&arg.as_str()));
    match args.first().map(String::as_str)? {
        "reset" if has(&["--hard"]) => Some(Act::Rollback),
        "restore" if !has(&["--staged", "-S"]) || has(&["--worktree", "-W"]) => Some(Act::Rollback),
        "checkout" if has(&["--", "."]) => Some(Act::Rollback),
        "clean" if args.iter().any(|arg| arg.starts_with('-') && arg.contains('f')) => Some(Act::Delete),
        "branch" if has(&["-D", "-d", "--delete"]) => Some(Act::Delete),
        "worktree" if has(&["remove"]) => Some(Act::Delete),
        _ => by_subcommand("git", args),
    }
}

/// `git -C folder -c a=b commit` is `git commit`.
fn after_global_options(args: &[String]) -> &[String] {
    match args {
        [option, _, rest @ ..] if matches!(option.as_str(), "-C" | "-c" | "--git-dir" | "--work-tree") => {
            after_global_options(rest)
        }
        [option, rest @ ..] if option.starts_with('-') => after_global_options(rest),
        _ => args,
    }
}

/// Removing one's own temporary files is harmless.
fn of_removal(args: &[String]) -> Option<Act> {
    names(args).any(|path| !is_temporary(path)).then_some(Act::Delete)
}

fn is_temporary(path: &str) -> bool {
    let path = path.trim_start_matches("/private");
    ["/tmp/", "/var/folders/", "$TMPDIR", "${TMPDIR", "/dev/shm/"]
        .iter()
        .any(|folder| path.starts_with(folder))
}
