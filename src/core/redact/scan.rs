//! From text to the places of its secrets.
//!
//! One automaton looks for the literals of all detectors at once. Only where one stands is a pattern tried, and
//! only from there on: text without candidates costs one pass, and no input makes a pattern run over the whole.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::detector::Detector;
use super::detectors;
use super::mask::Masks;
use super::rule::Rule;

pub(super) static SCANNER: LazyLock<Scanner> = LazyLock::new(|| Scanner::of(detectors()));

#[cfg(fuzzing)]
pub(super) static EMPTY: LazyLock<Scanner> = LazyLock::new(|| Scanner::of(std::iter::empty()));

pub(super) struct Found {
    pub(super) range: Range<usize>,
    /// The detector's place in the table: earlier ones know better.
    pub(super) rule: usize,
}

pub(super) struct Scanner {
    automaton: AhoCorasick,
    /// For each literal the rules that it calls.
    callers: Vec<Vec<usize>>,
    rules: Vec<Rule>,
}

impl Scanner {
    fn of(detectors: impl Iterator<Item = &'static Detector>) -> Scanner {
        let rules: Vec<Rule> = detectors.map(Rule::new).collect();
        let mut literals: Vec<&str> = Vec::new();
        let mut callers: Vec<Vec<usize>> = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            for literal in rule.detector.literals {
                match literals.iter().position(|known| known.eq_ignore_ascii_case(literal)) {
                    Some(known) => callers[known].push(at),
                    None => {
                        literals.push(literal);
                        callers.push(vec![at]);
                    }
                }
            }
        }
        Scanner { automaton: automaton(&literals), callers, rules }
    }

    pub(super) fn name(&self, rule: usize) -> Option<&'static str> {
        self.rules.get(rule).map(|rule| rule.detector.name)
    }

    pub(super) fn has_name(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| rule.detector.name == name)
    }

    /// What a mask covers or names is no secret any more, and where a rule found one it does not look again:
    /// otherwise a long run of literals would be read once for each of them.
    pub(super) fn find(&self, text: &str) -> Vec<Found> {
        let masks = Masks::of(text);
        let mut found: Vec<Found> = Vec::new();
        let mut done = vec![0; self.rules.len()];
        for hit in self.automaton.find_overlapping_iter(text) {
            for &rule in &self.callers[hit.pattern().as_usize()] {
                if hit.start() < done[rule] || masks.touches(&hit.range()) {
                    continue;
                }
                if let Some(range) = self.rules[rule].secret_at(text, hit.start()) {
                    // One that was joined over lines may have taken the beginning of the next with it.
                    let joined = text[range.clone()].contains('\n');
                    done[rule] = if joined { hit.end() } else { range.end };
                    if !masks.touches(&range) {
                        found.push(Found { range, rule });
                    }
                }
            }
        }
        found
    }
}

/// The dense automaton is four times as fast as the one that is chosen by itself, for a megabyte.
#[expect(clippy::expect_used, reason = "the literals are constants, and every test builds this")]
fn automaton(literals: &[&str]) -> AhoCorasick {
    let mut builder = AhoCorasick::builder();
    builder.ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA));
    builder.build(literals).expect("the literals of the table")
}
