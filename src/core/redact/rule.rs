//! A detector at work: the match at one literal, and its check.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::detector::{Detector, How, Judge, Left};
use super::template::Template;
use super::words::floor;
use super::{arguments, asked, assigned, fed, handed, likely, options, pair, pin, random, told, value};

/// The length that is matched as a whole; a longer secret is masked up to its next break. Without a
/// limit, a text of nothing but literals would be read once for each of them.
const WINDOW: usize = 1024;
pub(super) struct Rule {
    pub(super) detector: &'static Detector,
    /// Compiled on demand, because most sessions need none.
    regex: OnceLock<Regex>,
}

/// The position of a rule's literal, and what else the literal says.
pub(super) struct Hit<'s> {
    pub(super) range: Range<usize>,
    pub(super) template: Option<&'s Template>,
    pub(super) word: &'static str,
    pub(super) is_english: bool,
}

impl Rule {
    pub(super) fn new(detector: &'static Detector) -> Rule {
        Rule { detector, regex: OnceLock::new() }
    }

    /// The secrets that the literal at this position announces.
    pub(super) fn secrets_at(&self, text: &str, hit: &Hit<'_>) -> Vec<Range<usize>> {
        let one = match self.detector.how {
            How::At { find, .. } => return find(text, hit.range.start),
            How::Shape { unsure, .. } => {
                hit.template.and_then(|template| shaped(text, hit.range.start, template, unsure))
            }
            How::Place { pattern, left, judge, .. } => {
                self.placed(text, hit.range.start, pattern, left, judge)
            }
            How::Name { announces, .. } => assigned::secret(text, &hit.range, hit.word, announces),
            How::Option { options, mark, .. } => options::secret(text, &hit.range, options, mark),
            How::Said { keys: true } => told::key(text, hit.range.clone(), hit.is_english),
            How::Said { keys: false } => told::password(text, hit.range.clone(), hit.is_english),
            How::Everywhere(_) => None,
        };
        one.into_iter().collect()
    }

    #[expect(clippy::expect_used, reason = "the patterns are constants, and a test tries every one")]
    fn regex(&self, pattern: &str) -> &Regex {
        self.regex.get_or_init(|| Regex::new(&format!(r"\A(?:{pattern})")).expect(self.detector.name))
    }

    fn placed(
        &self,
        text: &str,
        start: usize,
        pattern: &str,
        left: Left,
        judge: Judge,
    ) -> Option<Range<usize>> {
        if !may_start(text, start, left) {
            return None;
        }
        let limit = floor(text, (start + WINDOW).min(text.len()));
        let captures = self.regex(pattern).captures(&text[start..limit])?;
        let secret = captures.iter().skip(1).flatten().next().or_else(|| captures.get(0))?;
        let cut = start + secret.end() == limit;
        let end = if cut { limit + run(&text[limit..]) } else { start + secret.end() };
        let range = judged(text, start, start + secret.start()..end, judge)?;
        (cut || ends_cleanly(text, &range)).then_some(range)
    }
}

fn shaped(text: &str, literal: usize, template: &Template, unsure: bool) -> Option<Range<usize>> {
    let range = template.find(text, literal)?;
    let secret = &text[range.clone()];
    let tail = secret.trim_start_matches(template.literal());
    let holds = !value::is_filler(secret)
        && (!unsure
            || (random::looks_random(tail) && !random::is_uuid(tail) && !value::is_placeholder(secret)));
    (holds && may_start(text, range.start, Left::Edge) && ends_cleanly(text, &range)).then_some(range)
}

fn may_start(text: &str, start: usize, left: Left) -> bool {
    let before = text[..start].bytes().next_back();
    match left {
        Left::Anything => true,
        Left::Name => pair::name_before(text, start).is_some(),
        Left::Edge => !before.is_some_and(|byte| byte.is_ascii_alphanumeric()) && !is_in_blob(text, start),
    }
}

fn judged(text: &str, start: usize, range: Range<usize>, judge: Judge) -> Option<Range<usize>> {
    let secret = &text[range.clone()];
    let hollow = || value::is_placeholder(secret) || value::is_reference(secret, true);
    match judge {
        Judge::Place => (!hollow()).then_some(range),
        Judge::Handed => (handed::is_handed(&text[start..range.start], secret) && !hollow()).then_some(range),
        Judge::Pin => pin::opens_something(text, start, range.clone()).then_some(range),
        Judge::Random => {
            (random::looks_random(secret) && !random::is_uuid(secret) && !hollow()).then_some(range)
        }
        Judge::Unmistakable => likely::unmistakable(text, range),
        Judge::Likely => likely::likely(text, range),
        Judge::Argument => arguments::secret(text, range),
        Judge::Fed => fed::secret(text, start, range),
        Judge::Asked => asked::secret(text, start, range),
        Judge::Pair => pair::secret(text, start, range),
    }
}

/// Base64 of a picture or a font contains every short word sooner or later.
fn is_in_blob(text: &str, start: usize) -> bool {
    let before = &text.as_bytes()[start.saturating_sub(64)..start];
    before.len() == 64
        && before.iter().all(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

/// The length of the text up to the next break.
fn run(text: &str) -> usize {
    let text = &text[..floor(text, text.len().min(WINDOW))];
    text.find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`')).unwrap_or(text.len())
}

/// A match that stops within a longer word is something else.
fn ends_cleanly(text: &str, range: &Range<usize>) -> bool {
    !(is_word(text[range.clone()].bytes().next_back()) && is_word(text[range.end..].bytes().next()))
}

fn is_word(byte: Option<u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric())
}
