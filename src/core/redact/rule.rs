//! A detector at work: the match at one literal, and whether it holds.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::detector::{Detector, Judge, Left};
use super::wrapped::{Joined, floor};
use super::{arguments, asked, assigned, fed, handed, likely, pair, pin, random, told, value};

/// How much is matched as a whole; a secret that goes on after that is masked up to its next break. Without a
/// limit, a text of nothing but literals would be read once for each of them.
const SHAPE_WINDOW: usize = 8 * 1024;
const VALUE_WINDOW: usize = 1024;
/// What stands between a program and its option, in patterns that name it so. What is farther away is of another sentence. A
/// bound in the pattern itself would be as many copies of it.
const GAP: &str = "gap";
const WIDEST_GAP: usize = 200;

pub(super) struct Rule {
    pub(super) detector: &'static Detector,
    /// Compiled when first needed: most sessions need none.
    regex: OnceLock<Regex>,
}

impl Rule {
    pub(super) fn new(detector: &'static Detector) -> Rule {
        Rule { detector, regex: OnceLock::new() }
    }

    #[expect(clippy::expect_used, reason = "the patterns are constants, and a test tries every one")]
    fn regex(&self) -> &Regex {
        self.regex.get_or_init(|| {
            Regex::new(&format!(r"\A(?:{})", self.detector.pattern)).expect(self.detector.name)
        })
    }

    /// The secret that the literal at this place belongs to.
    pub(super) fn secret_at(&self, text: &str, literal: usize) -> Option<Range<usize>> {
        // No line break after the literal changes what stands before it.
        if self.detector.lead == 0 && !self.may_start(text, literal) {
            return None;
        }
        let whole = self.locate(text, literal);
        self.wrapped(text, literal, whole.as_ref()).or(whole)
    }

    /// The secret with line breaks in it, when that is more than what was found without.
    fn wrapped(&self, text: &str, literal: usize, whole: Option<&Range<usize>>) -> Option<Range<usize>> {
        let proves = whole.is_none() && self.detector.judge == Judge::Shape;
        let joined = match whole {
            Some(found) if found.end <= literal => None,
            Some(found) => Joined::after(text, literal, found.end),
            None => Joined::around(text, literal, self.detector.lead, proves),
        }?;
        let range = joined.broken(self.locate(&joined.text, joined.literal)?, proves)?;
        whole.is_none_or(|whole| range.end > whole.end).then_some(range)
    }

    fn may_start(&self, text: &str, start: usize) -> bool {
        let before = text[..start].bytes().next_back();
        match self.detector.left {
            Left::Anything => true,
            Left::Name => pair::name_before(text, start).is_some(),
            Left::Digit => before.is_some_and(|byte| byte.is_ascii_digit()),
            Left::Edge => {
                !before.is_some_and(|byte| byte.is_ascii_alphanumeric()) && !is_in_blob(text, start)
            }
        }
    }

    fn locate(&self, text: &str, literal: usize) -> Option<Range<usize>> {
        let start = literal.checked_sub(self.detector.lead).filter(|&start| text.is_char_boundary(start))?;
        if !self.may_start(text, start) {
            return None;
        }
        let window = if self.detector.judge == Judge::Shape { SHAPE_WINDOW } else { VALUE_WINDOW };
        let limit = floor(text, (start + window).min(text.len()));
        let captures = self.regex().captures(&text[start..limit])?;
        let gap = captures.name(GAP);
        if gap.is_some_and(|gap| gap.len() > WIDEST_GAP) {
            return None;
        }
        let groups = captures.iter().skip(1).flatten();
        let secret =
            groups.into_iter().find(|group| Some(group) != gap.as_ref()).or_else(|| captures.get(0))?;
        let cut = start + secret.end() == limit;
        let end = if cut { limit + run(&text[limit..], window) } else { start + secret.end() };
        let range = self.judge(text, start, start + secret.start()..end)?;
        (cut || ends_cleanly(text, &range)).then_some(range)
    }

    fn judge(&self, text: &str, start: usize, range: Range<usize>) -> Option<Range<usize>> {
        let secret = &text[range.clone()];
        let hollow = || value::is_placeholder(secret) || value::is_reference(secret, true);
        match self.detector.judge {
            Judge::Shape => (!value::is_filler(secret)).then_some(range),
            Judge::Place => (!hollow()).then_some(range),
            Judge::Handed => {
                (handed::is_handed(&text[start..range.start], secret) && !hollow()).then_some(range)
            }
            Judge::Pin => pin::opens_something(text, start, range.clone()).then_some(range),
            Judge::Random => {
                (random::looks_random(secret) && !random::is_uuid(secret) && !hollow()).then_some(range)
            }
            Judge::Password => assigned::secret(text, start, range, true),
            Judge::Credential => assigned::secret(text, start, range, false),
            Judge::Told => told::secret(text, start, range),
            Judge::Unmistakable => likely::unmistakable(text, range),
            Judge::Likely => likely::likely(text, range),
            Judge::Argument => arguments::secret(text, range),
            Judge::Fed => fed::secret(text, start, range),
            Judge::Asked => asked::secret(text, start, range),
            Judge::Pair => pair::secret(text, start, range),
            Judge::Nearby => random_word(text, range),
        }
    }
}

/// Base64 of a picture or a font contains every short word some day.
fn is_in_blob(text: &str, start: usize) -> bool {
    let before = &text.as_bytes()[start.saturating_sub(64)..start];
    before.len() == 64
        && before.iter().all(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

/// How far the text goes on without a break.
fn run(text: &str, at_most: usize) -> usize {
    let text = &text[..floor(text, text.len().min(at_most))];
    text.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`')).unwrap_or(text.len())
}

/// A match that stops within a longer word is something else.
fn ends_cleanly(text: &str, range: &Range<usize>) -> bool {
    let is_word = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    !(is_word(text[range.clone()].bytes().next_back()) && is_word(text[range.end..].bytes().next()))
}

/// The sentence, or the field of a record, ends where another one begins.
fn random_word(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '_' | '-');
    let nearby = text[range.clone()].split("\",").next().unwrap_or_default();
    let mut at = range.start;
    for word in nearby.split_inclusive(|c| !is_part(c)) {
        let bare = word.trim_end_matches(|c| !is_part(c));
        let is_sum = text[..at].ends_with("sha256=") || text[..at].ends_with("sha512-");
        let is_called = text[at + bare.len()..].starts_with('(');
        let is_other = is_sum || is_called || likely::is_id(bare) || value::is_placeholder(bare);
        if random::is_high_entropy(bare) && !is_other {
            return Some(at..at + bare.len());
        }
        at += word.len();
    }
    None
}
