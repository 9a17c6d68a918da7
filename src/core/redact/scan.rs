//! The scanner, which finds the positions of secrets in a text.
//!
//! One automaton looks for the literals of all detectors at once. A detector is tried only where
//! one of its literals occurs, and only from there on: text without candidates costs one pass, and
//! no input makes a pattern run over the whole.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::detector::{Announces, Detector, How};
use super::languages::{Language, nouns};
use super::mask::Masks;
use super::rule::{Hit, Rule};
use super::template::Template;
use super::{detectors, joined};

pub(super) static SCANNER: LazyLock<Scanner> = LazyLock::new(|| Scanner::of(detectors()));

#[cfg(fuzzing)]
pub(super) static EMPTY: LazyLock<Scanner> = LazyLock::new(|| Scanner::of(std::iter::empty()));

pub(super) struct Found {
    pub(super) range: Range<usize>,
    /// The detector's index in the table: earlier ones are more specific.
    pub(super) rule: usize,
}

pub(super) struct Scanner {
    automaton: AhoCorasick,
    /// For each literal, the rules that it calls.
    callers: Vec<Vec<Caller>>,
    rules: Vec<Rule>,
}

/// A rule, with what else the literal says: its shape or word, and whether it is English.
struct Caller {
    rule: usize,
    template: Option<Template>,
    word: &'static str,
    is_english: bool,
}

impl Scanner {
    fn of(detectors: impl Iterator<Item = &'static Detector>) -> Scanner {
        let rules: Vec<Rule> = detectors.map(Rule::new).collect();
        let mut callers: BTreeMap<String, Vec<Caller>> = BTreeMap::new();
        for (rule, each) in rules.iter().enumerate() {
            for (literal, caller) in literals(rule, each.detector) {
                callers.entry(literal.to_ascii_lowercase()).or_default().push(caller);
            }
        }
        let (literals, callers): (Vec<String>, Vec<Vec<Caller>>) = callers.into_iter().unzip();
        Scanner { automaton: automaton(&literals), callers, rules }
    }

    pub(super) fn name(&self, rule: usize) -> Option<&'static str> {
        self.rules.get(rule).map(|rule| rule.detector.name)
    }

    pub(super) fn has_name(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| rule.detector.name == name)
    }

    /// All secrets, including those broken across lines or strings.
    pub(super) fn find(&self, text: &str) -> Vec<Found> {
        let masks = Masks::of(text);
        let mut found = self.at_literals(text);
        for joined in joined::windows(text) {
            let crossing = self.at_literals(&joined.text).into_iter();
            found.extend(
                crossing
                    .filter_map(|Found { range, rule }| Some(Found { range: joined.broken(range)?, rule })),
            );
        }
        // Secrets that are known already are known with their edges.
        let known = Masks::over(&found);
        for (rule, each) in self.rules.iter().enumerate() {
            if let How::Everywhere(find) = each.detector.how {
                let fresh = find(text).into_iter().filter(|range| !known.touches(range));
                found.extend(fresh.map(|range| Found { range, rule }));
            }
        }
        found.retain(|secret| !masks.touches(&secret.range));
        found
    }

    /// Text that a mask covers or names is not a secret any more, and a rule does not search again
    /// in what it has found: otherwise a long run of literals would be read once for each of them.
    fn at_literals(&self, text: &str) -> Vec<Found> {
        let masks = Masks::of(text);
        let mut found: Vec<Found> = Vec::new();
        let mut done = vec![0; self.rules.len()];
        for hit in self.automaton.find_overlapping_iter(text) {
            for Caller { rule, template, word, is_english } in &self.callers[hit.pattern().as_usize()] {
                if hit.start() < done[*rule] || masks.touches(&hit.range()) {
                    continue;
                }
                let hit =
                    Hit { range: hit.range(), template: template.as_ref(), word, is_english: *is_english };
                for range in self.rules[*rule].secrets_at(text, &hit) {
                    done[*rule] = range.end;
                    found.push(Found { range, rule: *rule });
                }
            }
        }
        found
    }
}

/// The literals for the automaton, and the rules that each calls.
fn literals(rule: usize, detector: &'static Detector) -> Vec<(String, Caller)> {
    let caller = |word: &'static str| Caller { rule, template: None, word, is_english: true };
    match detector.how {
        How::Shape { forms, .. } => {
            let templates = forms.split_whitespace().filter_map(Template::parse);
            let called = |template: Template| {
                (template.literal().to_owned(), Caller { template: Some(template), ..caller("") })
            };
            templates.map(called).collect()
        }
        How::Place { literals, .. } | How::At { literals, .. } | How::Option { programs: literals, .. } => {
            literals.iter().map(|literal| ((*literal).to_owned(), caller(""))).collect()
        }
        How::Name { words, announces } => {
            let last = |word: &'static str| word.rsplit('_').next().unwrap_or_default();
            let literal = |word| if announces == Announces::Service { word } else { last(word) };
            words.split_whitespace().map(|word| (literal(word).to_owned(), caller(word))).collect()
        }
        How::Said { keys } => {
            let sort = |language: &Language| language.passwords;
            let all = nouns(if keys { |language: &Language| language.keys } else { sort });
            let called = |(at, noun): (usize, String)| {
                cases(&noun).into_iter().map(move |noun| (noun, Caller { is_english: at == 0, ..caller("") }))
            };
            all.flat_map(called).collect()
        }
        How::Everywhere(_) => Vec::new(),
    }
}

/// The automaton only ignores the case of ASCII.
fn cases(noun: &str) -> BTreeSet<String> {
    let mut letters = noun.chars();
    let first: String = letters.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    let all = [noun.to_owned(), first + letters.as_str(), noun.to_uppercase()];
    all.into_iter().map(|noun| noun.to_ascii_lowercase()).collect()
}

/// For a megabyte, the dense automaton is four times as fast as the default one.
#[expect(clippy::expect_used, reason = "the literals are constants, and every test builds this")]
fn automaton(literals: &[String]) -> AhoCorasick {
    let mut builder = AhoCorasick::builder();
    builder.ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA));
    builder.build(literals).expect("the literals of the table")
}
