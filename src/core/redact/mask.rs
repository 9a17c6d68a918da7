//! Masks: writing them, and recognising them so that nothing is masked twice.

use std::ops::Range;

use super::scan::{Found, SCANNER};

const OPEN: &str = "[redacted:";
/// The name in the masks of the person's own patterns.
const EXTRA: &str = "extra";

/// The mask of a secret that only the person's own patterns find.
pub(super) const EXTRA_MASK: &str = "[redacted:extra]";

/// The text with each secret replaced by its detector's name.
pub(super) fn mask(text: &str, secrets: &[Found]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for secret in secrets {
        out.push_str(&text[copied..secret.range.start]);
        out.push_str(&of(secret));
        copied = secret.range.end;
    }
    out + &text[copied..]
}

/// The mask of a secret.
pub(super) fn of(secret: &Found) -> String {
    format!("{OPEN}{}]", SCANNER.name(secret.rule).unwrap_or(EXTRA))
}

/// Whether the text contains a mask. A text that was cut within one still has its beginning.
pub fn is_masked(text: &str) -> bool {
    text.contains(OPEN.trim_end_matches(':'))
}

/// The masked parts of a text.
pub(super) struct Masks(Vec<Range<usize>>);

impl Masks {
    /// Only the names that we give count: `[redacted:` alone hides nothing.
    pub(super) fn of(text: &str) -> Masks {
        let end = |start: usize| {
            let rest = &text[start + OPEN.len()..];
            let name = &rest[..rest.bytes().take(48).position(|byte| byte == b']')?];
            (name == EXTRA || SCANNER.has_name(name)).then_some(start + OPEN.len() + name.len() + 1)
        };
        Masks(text.match_indices(OPEN).filter_map(|(start, _)| Some(start..end(start)?)).collect())
    }

    /// The parts that will be masked.
    pub(super) fn over(found: &[Found]) -> Masks {
        let mut ranges: Vec<Range<usize>> = found.iter().map(|secret| secret.range.clone()).collect();
        ranges.sort_by_key(|range| range.start);
        ranges.dedup_by(|next, last| {
            let overlaps = next.start < last.end;
            last.end = if overlaps { last.end.max(next.end) } else { last.end };
            overlaps
        });
        Masks(ranges)
    }

    pub(super) fn touches(&self, range: &Range<usize>) -> bool {
        self.first_after(range.start).is_some_and(|mask| mask.start < range.end)
    }

    /// The parts of a range that are not masked yet.
    pub(super) fn outside(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut start = range.start;
        while let Some(mask) = self.first_after(start).filter(|mask| mask.start < range.end) {
            parts.push(start..mask.start);
            start = mask.end;
        }
        parts.push(start..range.end);
        parts.retain(|part| part.start < part.end);
        parts
    }

    fn first_after(&self, at: usize) -> Option<&Range<usize>> {
        self.0.get(self.0.partition_point(|mask| mask.end <= at))
    }
}

/// Merges overlapping finds, under the name of the most specific detector.
pub(super) fn merge(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|secret| (secret.range.start, secret.rule));
    let mut merged: Vec<Found> = Vec::with_capacity(found.len());
    for secret in found {
        match merged.last_mut() {
            Some(last) if secret.range.start < last.range.end => {
                last.range.end = last.range.end.max(secret.range.end);
                last.rule = last.rule.min(secret.rule);
            }
            _ => merged.push(secret),
        }
    }
    merged
}
