//! The evidence behind a judgement. Reasoning alone confirms nothing, or agents would learn to
//! approve by telling a story; so the outputs and places that a report names are looked up, not
//! believed.

use std::collections::BTreeSet;

use crate::core::model::word_enum::word_enum;
use crate::core::text::fold_space;

/// Shorter lines ("ok", "}") occur everywhere.
const LEAST_LINE_CHARS: usize = 12;

word_enum! {
    pub enum EvidenceLevel ("evidence level") {
        /// A line of output that the agent's own tools really printed.
        Execution = "execution",
        /// A line of a touched file that really exists.
        Citation = "citation",
        Reasoning = "reasoning",
    }
}

impl EvidenceLevel {
    pub fn confirms(self) -> bool {
        self != EvidenceLevel::Reasoning
    }
}

/// `outputs` is what the agent's tools printed; `is_touched_line` says whether a file was touched
/// in this work and has that line.
pub fn level(report: &str, outputs: &[&str], is_touched_line: impl Fn(&str, u32) -> bool) -> EvidenceLevel {
    if repeats_output(report, outputs) {
        EvidenceLevel::Execution
    } else if citations(report).iter().any(|(path, line)| is_touched_line(path, *line)) {
        EvidenceLevel::Citation
    } else {
        EvidenceLevel::Reasoning
    }
}

fn repeats_output(report: &str, outputs: &[&str]) -> bool {
    let printed: BTreeSet<String> =
        outputs.iter().flat_map(|output| output.lines()).filter_map(telling).collect();
    report.lines().flat_map(quotations).filter_map(telling).any(|line| printed.contains(&line))
}

/// The line without quotation marks and list markers, and every code span in it.
fn quotations(line: &str) -> impl Iterator<Item = &str> {
    let marks = |c: char| c.is_whitespace() || matches!(c, '>' | '-' | '*' | '`' | '"');
    std::iter::once(line.trim_matches(marks)).chain([line.trim()]).chain(line.split('`').skip(1).step_by(2))
}

fn telling(line: &str) -> Option<String> {
    let line = fold_space(line);
    (line.chars().count() >= LEAST_LINE_CHARS && line.contains(char::is_alphabetic)).then_some(line)
}

/// Every `path:line` in the text, whether bold, in code or in a link.
pub fn citations(text: &str) -> Vec<(String, u32)> {
    let text = with_colons(text);
    let words =
        text.split(|c: char| c.is_whitespace() || matches!(c, '`' | '(' | ')' | ',' | '"' | '[' | ']'));
    words.filter_map(citation).collect()
}

/// `src/a.rs, line 12`, `src/a.rs (line 12)` and `src/a.rs(12)` as `src/a.rs:12`.
fn with_colons(text: &str) -> String {
    let mut plain = text.to_owned();
    for words in [", lines ", ", line ", " (lines ", " (line ", " lines ", " line "] {
        plain = plain.replace(words, ":");
    }
    let is_digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let mut parts = plain.split('(');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, rest| {
        let joins = is_digit(rest) && before.ends_with(char::is_alphanumeric);
        before + if joins { ":" } else { "(" } + rest
    })
}

/// `src/a.rs:12` or, as code hosts write it, `src/a.rs#L12`, also followed by a column or a range.
/// A path has a folder or an extension.
fn citation(word: &str) -> Option<(String, u32)> {
    let word = word.trim_start_matches(['*', '_', '~', '<', '\'', '@']);
    let (path, rest) = word.split_once("#L").or_else(|| word.split_once(':'))?;
    let rest = rest.trim_start_matches('L');
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let line: u32 = rest[..digits].parse().ok()?;
    let is_path =
        path.contains(['/', '.']) && path.contains(char::is_alphabetic) && !path.starts_with("http");
    (is_path && line > 0).then(|| (path.to_owned(), line))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "running 3 tests\ntest result: ok.  42 passed; 0 failed\nok\n";

    #[test]
    fn claims_are_looked_up() {
        use EvidenceLevel::{Citation, Execution, Reasoning};
        let touched = |path: &str, line: u32| path == "src/a.rs" && line <= 90;
        for (report, expected) in [
            ("```\ntest result: ok. 42 passed; 0 failed\n```", Execution),
            ("It says `test result: ok. 42 passed; 0 failed`.", Execution),
            ("> test result: ok. 42 passed; 0 failed", Execution),
            ("I ran the tests: test result: ok. 43 passed; 0 failed", Reasoning),
            ("`test result: ok. 43 passed; 0 failed`", Reasoning),
            ("All is ok\nok", Reasoning),
            ("See `src/a.rs:12` for the check.", Citation),
            ("See (src/a.rs:12-20).", Citation),
            ("**src/a.rs:12** is wrong.", Citation),
            ("- __src/a.rs:12__", Citation),
            ("See [src/a.rs:12](src/a.rs#L12).", Citation),
            ("See [the check](src/a.rs#L12-L20).", Citation),
            ("`src/a.rs#L12`", Citation),
            ("See @src/a.rs:12.", Citation),
            ("It is in src/a.rs, line 12.", Citation),
            ("It is in src/a.rs (lines 12-20).", Citation),
            ("src/a.rs(12): wrong", Citation),
            ("src/a.rs(91), src/a.rs, line 91", Reasoning),
            ("**src/a.rs:91**, `src/a.rs#L91`", Reasoning),
            ("See src/a.rs:91.", Reasoning),
            ("See src/b.rs:12.", Reasoning),
            ("See src/a.rs.", Reasoning),
            ("", Reasoning),
        ] {
            assert_eq!(level(report, &[OUTPUT], touched), expected, "{report}");
        }
    }

    #[test]
    fn only_reasoning_confirms_nothing() {
        let confirming: Vec<bool> = EvidenceLevel::ALL.iter().map(|level| level.confirms()).collect();
        assert_eq!(confirming, [true, true, false]);
    }

    #[test]
    fn citations_are_paths_with_lines() {
        let text = "src/a.rs:3:7, [b.py:10] at 12:30 http://x.y:80 Error:12 c/d:0";
        assert_eq!(citations(text), [("src/a.rs".to_owned(), 3), ("b.py".to_owned(), 10)]);
    }
}
