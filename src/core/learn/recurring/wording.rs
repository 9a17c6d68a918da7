//! The title of a group of requests: the clause that is most like the others, cut behind the last
//! word that most of them share.

use super::Request;
use super::group::{Group, Parsed};
use crate::core::learn::extract::rules;
use crate::core::learn::topics::stem;

pub(super) fn title(group: &Group<'_>) -> String {
    let pairs = group.members.iter().zip(&group.parsed);
    let best = pairs.max_by(|(a, a_parsed), (b, b_parsed)| {
        let order = likeness(a_parsed, group).total_cmp(&likeness(b_parsed, group));
        // Of two, the shorter one, then the newer one.
        order.then_with(|| words(b).cmp(&words(a))).then_with(|| a.at.cmp(&b.at))
    });
    best.map(|(request, _)| rules::title(shared_part(&request.text, group))).unwrap_or_default()
}

fn words(request: &Request) -> usize {
    request.text.split_whitespace().count()
}

fn likeness(parsed: &Parsed, group: &Group<'_>) -> f64 {
    group.parsed.iter().map(|other| parsed.similarity(other)).sum()
}

/// The clause up to its last shared word.
fn shared_part<'a>(text: &'a str, group: &Group<'_>) -> &'a str {
    let mut end = text.len();
    let mut at = 0;
    for piece in text.split_whitespace() {
        let start = at + text[at..].find(piece).unwrap_or(0);
        at = start + piece.len();
        if word_of(piece).is_some_and(|word| group.shares(&word)) {
            end = at;
        }
    }
    text[..end].trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | '`' | '"' | '/'))
}

/// A piece of text as groups compare it: what has signs in it is one word.
fn word_of(piece: &str) -> Option<String> {
    let plain = piece.to_lowercase().replace(['\'', '’'], "");
    let mut parts = plain.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let first = stem(parts.next()?);
    Some(parts.fold(first, |word, part| format!("{word}-{part}")))
}
