//! Linters whose findings carry the id of a rule. An id that comes back in many sessions says more
//! about a repository than any message around it, and its grammar fits nothing else. The message is
//! never read: it can hold anything that a stranger's file made the linter print.

mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use tables::{CHECKERS, Checker};

/// One rule of one checker. The only constructor checks the id against the checker's grammar.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LintRule {
    checker: &'static str,
    id: String,
}

impl LintRule {
    pub fn new(checker: &str, id: &str) -> Option<LintRule> {
        let checker = CHECKERS.iter().find(|known| known.name == checker)?;
        checker.rule(id)
    }

    pub fn checker(&self) -> &'static str {
        self.checker
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    /// The comment that silences the rule in one place.
    pub fn silencer(&self) -> String {
        let known = CHECKERS.iter().find(|known| known.name == self.checker);
        known.map_or_else(String::new, |known| known.silencer.replace("{}", &self.id))
    }

    /// Rules that come up everywhere while writing and say nothing about the repository: unused
    /// names, formatting.
    pub fn is_everyday(&self) -> bool {
        tables::EVERYDAY.contains(&self.id.as_str())
    }
}

impl Checker {
    fn rule(&self, id: &str) -> Option<LintRule> {
        let id = if self.name == tables::CLIPPY { id.replace('-', "_") } else { id.to_owned() };
        let fits = id.len() <= tables::LONGEST_ID && (self.is_id)(&id);
        fits.then_some(LintRule { checker: self.name, id })
    }
}

/// The rules that a checker's output complains about.
pub fn rules_in(output: &str) -> BTreeSet<LintRule> {
    let output = PAINT.replace_all(output, "");
    let found = CHECKERS.iter().zip(FINDINGS.iter());
    found.flat_map(|(checker, finding)| ids(checker, finding, &output)).collect()
}

/// A quick test that runs on every edit, so it only searches for a few words.
pub fn may_silence(code: &str) -> bool {
    tables::MARKS.iter().any(|mark| code.contains(mark))
}

/// The rules that a piece of code silences.
pub fn silenced_in(code: &str) -> BTreeSet<LintRule> {
    let found = CHECKERS.iter().zip(SILENCERS.iter());
    found.flat_map(|(checker, silencer)| ids(checker, silencer, code)).collect()
}

fn ids(checker: &'static Checker, pattern: &'static Regex, text: &str) -> Vec<LintRule> {
    let lists = pattern.captures_iter(text).filter_map(|found| found.iter().flatten().nth(1));
    let ids = lists.flat_map(|list| list.as_str().split([',', ' ']));
    ids.filter_map(|id| checker.rule(id)).collect()
}

static FINDINGS: LazyLock<Vec<Regex>> = LazyLock::new(|| patterns(|checker| checker.finding));
static SILENCERS: LazyLock<Vec<Regex>> = LazyLock::new(|| patterns(|checker| checker.silenced));
/// Terminal colours and links.
static PAINT: LazyLock<Regex> =
    LazyLock::new(|| pattern("\u{1b}(?:\\[[0-9;]*[A-Za-z]|\\][^\u{7}\u{1b}]*(?:\u{7}|\u{1b}\\\\))"));

fn patterns(of: impl Fn(&Checker) -> &'static str) -> Vec<Regex> {
    CHECKERS.iter().map(|checker| pattern(of(checker))).collect()
}

#[expect(clippy::unwrap_used, reason = "the patterns are constants, and the tests use each of them")]
fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}
