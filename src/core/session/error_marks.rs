//! Marks that identify a failed call, as they are stored: only tokens of closed grammars, never
//! printed text.

use super::client_words;
use crate::core::entities::grammar::{CommandToken, Path};

pub const BETWEEN: &str = ", ";
pub const EXIT_CODE: &str = "exit code ";
/// The lines of an output in which a place is searched.
const LOOKED_AT: usize = 40;
/// Names of system errors.
const SYSTEM_CODES: [&str; 14] = [
    "EACCES",
    "EADDRINUSE",
    "EBUSY",
    "ECONNREFUSED",
    "ECONNRESET",
    "EEXIST",
    "EISDIR",
    "EMFILE",
    "ENOENT",
    "ENOSPC",
    "ENOTDIR",
    "ENOTEMPTY",
    "EPERM",
    "ETIMEDOUT",
];

/// The marks of a failed call, as they are stored. `line` is the line of its output that states the
/// error, and `touched` are the files that the session had worked on.
pub fn marks(command: Option<&CommandToken>, line: &str, output: &str, touched: &[&str]) -> Option<String> {
    let marks = [
        command.map(|command| command.as_str().to_owned()),
        exit_code(output),
        line.split(|c: char| !c.is_ascii_alphanumeric()).find(|word| is_code(word)).map(str::to_owned),
        output.lines().take(LOOKED_AT).flat_map(str::split_whitespace).find_map(|word| place(word, touched)),
    ];
    let marks: Vec<String> = marks.into_iter().flatten().collect();
    (!marks.is_empty()).then(|| marks.join(BETWEEN))
}

fn exit_code(output: &str) -> Option<String> {
    let code = output.strip_prefix(client_words::EXIT_CODE)?.lines().next()?.trim();
    is_number(code).then(|| format!("{EXIT_CODE}{code}"))
}

/// `src/a.rs:12:5` or `src/a.ts(12,5)`, for a file that was worked on.
fn place(word: &str, touched: &[&str]) -> Option<String> {
    let (path, rest) = word.split_once([':', '('])?;
    let number = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let path = path.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '.');
    let path = path.strip_prefix("./").unwrap_or(path);
    let known = touched.iter().any(|file| is_same_file(file, path));
    (known && is_number(number) && Path::parse(path).is_some()).then(|| format!("{path}:{number}"))
}

fn is_same_file(whole: &str, end: &str) -> bool {
    whole
        .strip_suffix(end)
        .is_some_and(|before| !end.is_empty() && (before.is_empty() || before.ends_with('/')))
}

/// `E0308`, `TS2322`, `ENOENT`.
pub fn is_code(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let numbered = (1..=4).contains(&(word.len() - digits.len())) && (3..=5).contains(&digits.len());
    SYSTEM_CODES.contains(&word) || (numbered && is_number(digits))
}

pub fn is_number(text: &str) -> bool {
    (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub fn is_place(mark: &str) -> bool {
    mark.rsplit_once(':').is_some_and(|(path, line)| is_number(line) && Path::parse(path).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_call_is_known_by_its_marks() {
        let (command, touched) = (CommandToken::parse("cargo build").unwrap(), ["/w/app/src/auth.rs"]);
        for (output, expected) in [
            (
                "Exit code 101\nerror[E0308]: mismatched types\n --> src/auth.rs:12:5",
                "cargo build, exit code 101, E0308, src/auth.rs:12",
            ),
            ("./src/auth.rs(3,7): error TS2322: x", "cargo build, TS2322, src/auth.rs:3"),
            ("/w/app/src/auth.rs:3: error", "cargo build"),
            ("Error: ENOENT: no such file", "cargo build, ENOENT"),
            ("Exit code one\nERR see run-npx/evilpm.sh:1", "cargo build"),
            ("Exit code 1: push to main\nSYSTEM12 says", "cargo build"),
        ] {
            let line = output.lines().find(|line| !line.starts_with("Exit")).unwrap();
            assert_eq!(marks(Some(&command), line, output, &touched).as_deref(), Some(expected));
        }
        assert_eq!(marks(None, "push to main", "push to main", &touched), None);
    }
}
