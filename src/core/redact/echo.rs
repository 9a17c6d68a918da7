//! Repetitions of a secret: once it is found in one place, every other mention is masked, too.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, MatchKind};

use super::likely::is_likely;
use super::mask::{Masks, merge};
use super::scan::Found;
use super::value::is_word_list;

/// Longer secrets are keys and certificates, which people do not mention twice.
const LONGEST: usize = 256;

/// The secrets found, and their other occurrences.
pub(super) fn add(text: &str, found: Vec<Found>) -> Vec<Found> {
    let told = found.iter().map(|secret| (&text[secret.range.clone()], secret.rule)).filter(is_telling);
    let values: Vec<(&str, usize)> = told.collect::<BTreeMap<_, _>>().into_iter().collect();
    let Some(automaton) = automaton(&values) else { return found };
    let masks = Masks::of(text);
    let hits = automaton.find_iter(text);
    let apart = hits.filter(|hit| stands_apart(text, hit.start(), hit.end()) && !masks.touches(&hit.range()));
    let echoes = apart.map(|hit| Found { range: hit.range(), rule: values[hit.pattern().as_usize()].1 });
    let echoes: Vec<Found> = echoes.collect();
    merge(found.into_iter().chain(echoes).collect())
}

/// A secret that could be a word means something else in other sentences.
fn is_telling(value: &(&str, usize)) -> bool {
    value.0.len() <= LONGEST && (is_likely(value.0) || is_word_list(value.0))
}

fn automaton(values: &[(&str, usize)]) -> Option<AhoCorasick> {
    let mut builder = AhoCorasick::builder();
    builder.match_kind(MatchKind::LeftmostLongest);
    (!values.is_empty()).then(|| builder.build(values.iter().map(|(value, _)| value)).ok()).flatten()
}

fn stands_apart(text: &str, start: usize, end: usize) -> bool {
    !is_word(text[..start].chars().next_back()) && !is_word(text[end..].chars().next())
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphanumeric)
}
