//! Telling the values of one occasion from the words of a sentence.

use std::sync::LazyLock;

use regex::{Match, Regex};

use super::align::{Word, words};
use crate::core::blank::Blank;
use crate::core::keys::is_file_name;
use crate::core::text::normalise;

/// Names that are written like tickets and are none.
const STANDARDS: [&str; 14] =
    ["utf", "sha", "iso", "rfc", "adr", "pf", "aes", "rsa", "md", "ascii", "http", "tls", "cve", "ieee"];
/// Before a plain word these say that it names a place or a target: "deploy to staging", `git push origin main`.
#[rustfmt::skip]
const LEADS_TO_NAME: [&str; 23] = [
    "to", "for", "on", "from", "into", "onto", "against", "nach", "auf", "für", "gegen", "vers", "pour", "sur", "hacia",
    "para", "en", "em", "zu", "branch", "origin", "upstream", "checkout",
];

#[expect(clippy::unwrap_used, reason = "the pattern is a constant, and the tests use it")]
static OCCASION: LazyLock<Regex> = LazyLock::new(|| {
    let date = r"(?P<date>\d{4}-\d{2}-\d{2})";
    let version = r"(?P<version>\d+(?:\.\d+)+(?:-(?:alpha|beta|rc|pre|dev)[0-9.]*\d)?)";
    let ticket = r"(?P<ticket>[A-Z][A-Z0-9]+-\d+)";
    Regex::new(&format!("{date}|{version}|{ticket}")).unwrap()
});

/// Values that can only be of one occasion, with where they stand.
fn of_one_occasion(text: &str) -> impl Iterator<Item = (Match<'_>, Blank)> {
    OCCASION.captures_iter(text).filter_map(move |found| {
        let group = |name: &str, blank| found.name(name).map(|value| (value, blank));
        let date = group("date", Blank::Date).or_else(|| group("ticket", Blank::Ticket));
        let (value, blank) = date.or_else(|| group("version", Blank::Version))?;
        let fits = match blank {
            Blank::Version => value.as_str().split('-').next().unwrap_or_default().split('.').count() == 3,
            Blank::Ticket => !is_standard(value.as_str()),
            _ => true,
        };
        (fits && stands_alone(text, value, blank)).then_some((value, blank))
    })
}

/// Not a piece of a longer word or number. A version may have its `v`.
fn stands_alone(text: &str, value: Match<'_>, blank: Blank) -> bool {
    let before = &text[..value.start()];
    let before = if blank == Blank::Version { before.strip_suffix('v').unwrap_or(before) } else { before };
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '<');
    let goes_on = |c: char| c.is_alphanumeric() || c == '_';
    !before.ends_with(joins) && !text[value.end()..].starts_with(goes_on)
}

/// `SHA-256`
fn is_standard(word: &str) -> bool {
    let name = word.split('-').next().unwrap_or_default().to_lowercase();
    STANDARDS.contains(&name.as_str())
}

/// The text with a blank for every such value that the other one does not name.
pub(super) fn without_occasion(text: &str, other: &str) -> String {
    let kept: Vec<&str> = of_one_occasion(other).map(|(value, _)| value.as_str()).collect();
    masked(text, |value| !kept.contains(&value))
}

pub(super) fn masked(text: &str, is_left_open: impl Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (value, blank) in of_one_occasion(text).filter(|(value, _)| is_left_open(value.as_str())) {
        out.push_str(&text[from..value.start()]);
        out.push_str(&blank.mark());
        from = value.end();
    }
    out + &text[from..]
}

/// What sort of value a word is, if it is not just a word. `is_code` says that its author wrote it as code.
pub(super) fn sort_of(word: &str, is_code: bool) -> Option<Blank> {
    if word.chars().all(char::is_alphabetic) {
        return None;
    }
    if let Some(blank) = Blank::read(word.trim_start_matches('v')) {
        return Some(blank);
    }
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let is_version = |word: &str| word.contains('.') && word.split('.').all(digits);
    let marked = masked(word, |_| true);
    if let Some(blank) = Blank::read(marked.trim_start_matches('v')) {
        Some(blank)
    } else if is_version(word.strip_prefix('v').unwrap_or(word)) {
        Some(Blank::Version)
    } else if word.strip_prefix('#').is_some_and(digits) {
        Some(Blank::Ticket)
    } else if word.contains("://") {
        Some(Blank::Address)
    } else if is_path(word) {
        Some(Blank::Path)
    } else if digits(word) {
        Some(Blank::Number)
    } else {
        is_name(word, is_code).then_some(Blank::Name)
    }
}

fn is_path(word: &str) -> bool {
    let parts = word.split('/').filter(|part| part.contains(char::is_alphanumeric)).count();
    (word.contains('/') && (parts > 1 || word.starts_with(['/', '.', '~']))) || is_file_name(word)
}

/// `feature_x`, `iPhone15`; in code also `fix-orders`. A flag is part of its command.
fn is_name(word: &str, is_code: bool) -> bool {
    let has_letter = word.contains(char::is_alphabetic);
    let is_numbered = word.contains(|c: char| c.is_ascii_digit());
    let is_joined = word.contains('_') || (is_code && word.contains(['-', '.', ':']));
    has_letter && !word.starts_with('-') && !is_standard(word) && (is_numbered || is_joined)
}

/// Where exactly one word differs, a target is a value whatever it is called.
pub(super) fn is_target(before: Option<&str>, word: &str) -> bool {
    let leads = before.is_some_and(|before| LEADS_TO_NAME.contains(&before.to_lowercase().as_str()));
    leads && word.chars().all(|c| c.is_alphanumeric() || c == '-')
}

/// The steps without all that may be left blank. Bare numbers stay: "node 18" is another thing than "node 20".
pub(in crate::core::merge) fn form(steps: &[String]) -> String {
    let is_fixed =
        |word: &Word<'_>| sort_of(word.core, word.is_code).is_none_or(|blank| blank == Blank::Number);
    let plain = |step: &String| {
        let fixed: Vec<&str> = words(step).into_iter().filter(is_fixed).map(|word| word.core).collect();
        normalise(&fixed.join(" "))
    };
    steps.iter().map(plain).collect::<Vec<_>>().join("\n")
}
