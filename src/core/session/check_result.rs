//! The verdict of a shell line's checks. The exit code tells only if nothing hides it, and agents
//! hide it all the time (`test | tail`, `lint; echo done`); then the output is read, and if that
//! does not tell either, the verdict is unknown.

use std::sync::LazyLock;

use regex::Regex;

use crate::core::entities::commands::programs::{PREPARATION, SHORTENERS};
use crate::core::entities::commands::{Act, Join, ShellStep, steps};
use crate::core::session::client_words::UNFINISHED;

/// The result of the last check of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckVerdict {
    pub act: Act,
    pub passed: bool,
}

/// The verdict of a shell line on the work, if it contains a check and its result can be
/// determined.
pub fn verdict(line: &str, is_error: bool, output: &str) -> Option<CheckVerdict> {
    let steps: Vec<ShellStep> = steps(line).into_iter().filter(|step| step.join != Join::Within).collect();
    let last = steps.iter().rposition(|step| step.act.is_some_and(Act::is_check))?;
    let act = steps[last].act?;
    if is_unfinished(output) {
        return None;
    }
    let passed = match told_by_exit_code(&steps, last, is_error) {
        Some(passed) if passed || said(output) != Some(true) => passed,
        _ => said(output).or_else(|| told_by_silence(&steps, last, is_error, output))?,
    };
    Some(CheckVerdict { act, passed })
}

/// The verdict of a line that continued in the background, from its exit code if that is known, and
/// the output seen.
pub fn later_verdict(line: &str, failed: Option<bool>, output: &str) -> Option<CheckVerdict> {
    match failed {
        Some(failed) => verdict(line, failed, output),
        None => {
            let step = steps(line).into_iter().rfind(is_check)?;
            Some(CheckVerdict { act: step.act?, passed: said(output)? })
        }
    }
}

/// Whether the client itself does not know how it ended.
pub fn is_unfinished(output: &str) -> bool {
    UNFINISHED.iter().any(|words| output.contains(words))
}

fn told_by_exit_code(steps: &[ShellStep], last: usize, is_error: bool) -> Option<bool> {
    if !steps[last + 1..].iter().all(is_chained) || !steps[..last].iter().all(|step| step.join != Join::Or) {
        return None;
    }
    if !is_error {
        let hidden = |pair: &[ShellStep]| is_check(&pair[0]) && !is_chained(&pair[1]);
        return (!steps[..=last].windows(2).any(hidden)).then_some(true);
    }
    let formats = |step: &ShellStep| step.act == Some(Act::Format);
    steps.iter().all(|step| is_check(step) || formats(step) || prepares(step)).then_some(false)
}

fn is_chained(step: &ShellStep) -> bool {
    step.join == Join::And
}

fn is_check(step: &ShellStep) -> bool {
    step.act.is_some_and(Act::is_check)
}

/// A step that does not fail because of the work.
fn prepares(step: &ShellStep) -> bool {
    PREPARATION.contains(&&*step.program)
}

/// A compiler or linter without output has passed, also in front of a command that only shortens
/// output.
fn told_by_silence(steps: &[ShellStep], last: usize, is_error: bool, output: &str) -> Option<bool> {
    let shortened = |step: &ShellStep| step.join == Join::Pipe && SHORTENERS.contains(&&*step.program);
    let quiet = steps[last].act != Some(Act::Test) && output.trim().is_empty();
    (quiet && !is_error && steps[last + 1..].iter().all(shortened)).then_some(true)
}

/// The verdict of the output: a runner's own words first, then the totals at the end, then anything
/// that sounds like a failure. A failure outweighs passes beside it, but tests of error paths print
/// errors and still pass.
fn said(output: &str) -> Option<bool> {
    let output = &*COLOURS.replace_all(output, "");
    match last_count(output) {
        _ if FAILED.is_match(output) => Some(false),
        Some(count) if count > 0 => Some(false),
        Some(_) if PASSED.is_match(output) => Some(true),
        _ if SOUNDS_BAD.is_match(output) => Some(false),
        _ => PASSED.is_match(output).then_some(true),
    }
}

/// The last total of failures in the output.
fn last_count(output: &str) -> Option<u64> {
    let count = COUNT.captures_iter(output).last()?;
    count.get(1).or(count.get(2))?.as_str().parse().ok()
}

#[expect(clippy::unwrap_used, reason = "the patterns are constants, and the tests use each of them")]
fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

static COLOURS: LazyLock<Regex> = LazyLock::new(|| pattern("\u{1b}\\[[0-9;]*m"));

static COUNT: LazyLock<Regex> = LazyLock::new(|| {
    let failures = "failed|failing|failures?|fails?|errors?|issues?|problems?|offenses";
    let before = format!(r"(?i)\b(\d+) (?:tests? |specs? )?(?:{failures})\b");
    let behind = r"(?i)\b(?:total errors|failures|failed): *(\d+)";
    pattern(&format!("{before}|{behind}"))
});

/// Words of test runners and task runners about their own end.
static FAILED: LazyLock<Regex> = LazyLock::new(|| {
    let signs = [
        r"^\s*--- FAIL",
        r"^FAIL(?:\s|$)",
        r"^FAILED$",
        r"^not ok \d",
        r"ERROR task failed",
        r#"^error: script "[^"]+" exited with code"#,
        r"^npm ERR!",
        r"ELIFECYCLE",
        r"^make(?:\[\d\])?: \*\*\* ",
        r"test result: FAILED",
        r"(?i)\bbuild failed\b",
    ];
    pattern(&format!("(?m){}", signs.join("|")))
});

static SOUNDS_BAD: LazyLock<Regex> = LazyLock::new(|| {
    let signs = [
        r"^panic: ",
        r"^error(?:\[E\d+\])?: ",
        r"error TS\d+",
        r"^\S+\.go:\d+:\d+: ",
        r"(?i)\bcompilation (?:error|failed)",
        r"^\*\* \(\w+Error\)",
        r"(?i)^failed to (?:compile|build)",
        r"^Traceback \(most recent call last\)",
    ];
    pattern(&format!("(?m){}", signs.join("|")))
});

static PASSED: LazyLock<Regex> = LazyLock::new(|| {
    let signs = [
        r"^ok\s+\S+",
        r"^PASS\b",
        r"(?i)\b[1-9]\d* (?:tests? )?(?:passed|passing|pass)\b",
        r"(?i)\b(?:no|0) (?:failed|failures|fail|errors?|issues?|problems?|offenses)\b",
        r"test result: ok",
        r"^Checked \d+ files",
        r"(?i)all checks passed",
        r"(?i)all matched files use",
        r"(?i)compiled successfully",
        r"(?i)\bbuild (?:success|succeeded)",
        r"^\s*Finished `?\w+`? ",
        r"(?i)done \(passed successfully\)",
        r"built in \d",
        r"^Generated \S+ app",
    ];
    pattern(&format!("(?m){}", signs.join("|")))
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_need_an_exit_code_that_shows_or_words_that_tell() {
        for (line, is_error, output, expected) in [
            ("cargo test", false, "", Some(true)),
            ("cargo test", true, "Exit code 101\nboom", Some(false)),
            ("cd web && npm test", true, "Exit code 1\n", Some(false)),
            ("mise run fmt && mise run lint", true, "Exit code 1", Some(false)),
            ("go test ./... 2>&1 | tail -5", false, "ok  \tx/y\t0.2s", Some(true)),
            (
                "go test ./... 2>&1 | tail -5",
                false,
                "--- FAIL: TestX (0.00s)\nFAIL\nok  \tx/z\t0.1s",
                Some(false),
            ),
            ("bun run test 2>&1 | tail", false, "could not parse: 1 error\n 1241 pass\n 0 fail", Some(true)),
            ("bun run test 2>&1 | tail", false, " 1240 pass\n 1 fail", Some(false)),
            ("bun run test | tail", false, "error: no such id\n 5 pass\n 0 fail", Some(true)),
            (
                "bun run lint:fix | tail -5",
                false,
                "$ biome\nChecked 286 files in 1ms. Fixed 1 file.",
                Some(true),
            ),
            (
                "bun run lint | tail -5",
                false,
                "Checked 2 files\nerror: script \"lint\" exited with code 1",
                Some(false),
            ),
            ("mise run lint && mise run test | tail", false, "0 issues.\nFAIL\tx/y\t0.1s", Some(false)),
            ("mise run lint | tail", false, "[lint] $ golangci-lint run\n0 issues.", Some(true)),
            ("mise run lint | tail", false, "1 issues:\n* wrapcheck: 1", Some(false)),
            ("mix test | tail", false, "45 tests, 0 failures", Some(true)),
            ("cargo test | tail", false, "test result: ok. 5 passed; 0 failed; 0 ignored", Some(true)),
            ("cargo test | tail", false, "\u{1b}[31mFAILED\u{1b}[0m\nx", Some(false)),
            ("go build ./... 2>&1 | head", false, "", Some(true)),
            ("go build ./... 2>&1 | head", false, "# x/y\na.go:1:2: undefined: z", Some(false)),
            ("go vet ./... | grep -v foo", false, "", None),
            ("npm test; echo done", false, "done", None),
            ("out=$(npm test)", true, "Exit code 1", Some(false)),
            ("echo $(npm test)", false, "all fine", None),
            ("go test $(go list ./... | grep -v gen)", true, "Exit code 1", Some(false)),
            ("npm test || true", false, "Tests: 3 failed, 1 passed", Some(false)),
            ("go build -o x ./cmd && ./x list", true, "Exit code 1\nno such list", None),
            ("go build -o x ./cmd && ./x list", false, "a\nb", Some(true)),
            ("npm test", true, "Command timed out after 2m 0.0s", None),
            ("npm test", false, "Command running in background with ID: b1", None),
            ("mise run test | grep FAIL", true, "Exit code 1", None),
            ("ls", false, "", None),
            ("mise run lint; mise run test", false, "2 issues:\nok  \tx\t0.1s", Some(false)),
            ("npx tsc | head", false, "a.ts(1,2): error TS2345: no", Some(false)),
            ("git commit -m x && npm test", false, "", Some(true)),
        ] {
            assert_eq!(verdict(line, is_error, output).map(|v| v.passed), expected, "{line}: {output}");
        }
        assert_eq!(verdict("make lint", false, ""), Some(CheckVerdict { act: Act::Lint, passed: true }));
    }

    proptest::proptest! {
        #[test]
        fn no_line_is_too_strange(line in "(?s).{0,60}|[a-z$()'\"`|&;<> \\\\\n]{0,60}") {
            verdict(&line, false, &line);
        }
    }
}
