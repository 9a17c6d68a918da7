//! Recognition of values that belong to one occasion, as opposed to the words of a sentence.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Match, Regex};

use super::align::{AlignedWord, words};
use crate::core::entities::keys::is_file_name;
use crate::core::text::normalise;
use crate::core::text::placeholder::{Blank, Sort};

/// Names that look like tickets.
const STANDARDS: [&str; 14] =
    ["utf", "sha", "iso", "rfc", "adr", "pf", "aes", "rsa", "md", "ascii", "http", "tls", "cve", "ieee"];
/// Words after which a plain word names a place or a target: "deploy to staging",
/// `git push origin main`.
const LEADS_TO_NAME: [&str; 11] =
    ["to", "for", "on", "from", "into", "onto", "against", "branch", "origin", "upstream", "checkout"];

#[expect(clippy::unwrap_used, reason = "the pattern is a constant, and the tests use it")]
static OCCASION: LazyLock<Regex> = LazyLock::new(|| {
    let date = r"(?P<date>\d{4}-\d{2}-\d{2})";
    let version = r"(?P<version>\d+(?:\.\d+)+(?:-(?:alpha|beta|rc|pre|dev)[0-9.]*\d)?)";
    let ticket = r"(?P<ticket>[A-Z][A-Z0-9]+-\d+)";
    let blank = r"(?P<blank><[a-z]+(?:-\d+)?>)";
    Regex::new(&format!("{date}|{version}|{ticket}|{blank}")).unwrap()
});

/// A value and its position.
pub(super) struct Value<'a> {
    pub at: Range<usize>,
    pub sort: Sort,
    pub text: &'a str,
}

impl Value<'_> {
    pub(super) fn is_blank(&self) -> bool {
        self.text.starts_with('<')
    }
}

/// Values that can only belong to one occasion, and existing placeholders.
pub(super) fn values(text: &str) -> Vec<Value<'_>> {
    // Most words have none, and this test is quicker than the search.
    if !text.bytes().any(|byte| byte.is_ascii_digit() || byte == b'<') {
        return vec![];
    }
    OCCASION.captures_iter(text).filter_map(|found| value(text, &found)).collect()
}

fn value<'t>(text: &'t str, found: &Captures<'t>) -> Option<Value<'t>> {
    if let Some(blank) = found.name("blank") {
        let sort = Blank::read(blank.as_str())?.sort;
        return Some(Value { at: blank.range(), sort, text: blank.as_str() });
    }
    let sorts = [Sort::Date, Sort::Ticket, Sort::Version];
    let (value, sort) = sorts.into_iter().find_map(|sort| Some((found.name(sort.as_str())?, sort)))?;
    let fits = match sort {
        Sort::Version => value.as_str().split('-').next().unwrap_or_default().split('.').count() == 3,
        Sort::Ticket => !is_standard(value.as_str()),
        _ => true,
    };
    let value = (fits && stands_alone(text, value, sort)).then_some(value)?;
    Some(Value { at: value.range(), sort, text: value.as_str() })
}

/// Not a piece of a longer word or number. A version may have its `v`.
fn stands_alone(text: &str, value: Match<'_>, sort: Sort) -> bool {
    let before = &text[..value.start()];
    let before = if sort == Sort::Version { before.strip_suffix('v').unwrap_or(before) } else { before };
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '<');
    let goes_on = |c: char| c.is_alphanumeric() || c == '_';
    !before.ends_with(joins) && !text[value.end()..].starts_with(goes_on)
}

/// `SHA-256`
fn is_standard(word: &str) -> bool {
    let name = word.split('-').next().unwrap_or_default().to_lowercase();
    STANDARDS.contains(&name.as_str())
}

/// The text with every such value replaced by its sort.
pub(super) fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for value in values(text) {
        out.push_str(&text[from..value.at.start]);
        out.push_str(&Blank { sort: value.sort, number: 1 }.mark());
        from = value.at.end;
    }
    out + &text[from..]
}

/// The sort of value that a word is; `None` for an ordinary word. `is_code` says that its author
/// wrote it as code.
pub(super) fn sort_of(word: &str, is_code: bool) -> Option<Sort> {
    if word.chars().all(char::is_alphabetic) {
        return None;
    }
    if let Some(blank) = Blank::read(word.trim_start_matches('v')) {
        return Some(blank.sort);
    }
    let is_version = |word: &str| word.contains('.') && word.split('.').all(are_digits);
    let marked = masked(word);
    if let Some(blank) = Blank::read(marked.trim_start_matches('v')) {
        Some(blank.sort)
    } else if is_version(word.strip_prefix('v').unwrap_or(word)) {
        Some(Sort::Version)
    } else if word.strip_prefix('#').is_some_and(are_digits) {
        Some(Sort::Ticket)
    } else if word.contains("://") {
        Some(Sort::Address)
    } else if is_path(word) {
        Some(Sort::Path)
    } else if are_digits(word) {
        Some(Sort::Number)
    } else {
        is_name(word, is_code).then_some(Sort::Name)
    }
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

fn is_path(word: &str) -> bool {
    let parts = word.split('/').filter(|part| part.contains(char::is_alphanumeric)).count();
    (word.contains('/') && (parts > 1 || word.starts_with(['/', '.', '~']))) || is_file_name(word)
}

/// `feature_x`, `iPhone15`; in code also `fix-orders`. A flag belongs to its command.
fn is_name(word: &str, is_code: bool) -> bool {
    let has_letter = word.contains(char::is_alphabetic);
    let is_numbered = word.contains(|c: char| c.is_ascii_digit());
    let is_joined = word.contains('_') || (is_code && word.contains(['-', '.', ':']));
    has_letter && !word.starts_with('-') && !is_standard(word) && (is_numbered || is_joined)
}

/// If exactly one word differs, a target is a value whatever its name.
pub(super) fn is_target(before: Option<&str>, word: &str) -> bool {
    let leads = before.is_some_and(|before| LEADS_TO_NAME.contains(&before.to_lowercase().as_str()));
    leads && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// A word in the form for comparison: ignoring case, and values by their sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    text: String,
    pub is_value: bool,
}

pub(super) fn token(word: &AlignedWord<'_>) -> Token {
    let masked = masked(word.core);
    let is_inside = masked.contains('<') && Blank::read(masked.trim_start_matches('v')).is_none();
    match sort_of(word.core, word.is_code).filter(|_| !is_inside) {
        Some(sort) => Token { text: Blank { sort, number: 1 }.mark(), is_value: true },
        None => Token { text: masked.to_lowercase(), is_value: !values(word.core).is_empty() },
    }
}

/// The text with its values replaced by their sorts, except names, which may be commands.
pub(super) fn without_values(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for word in words(text) {
        if sort_of(word.core, word.is_code).is_some_and(|sort| sort != Sort::Name) {
            out.push_str(&text[from..word.at]);
            out.push_str(&token(&word).text);
            from = word.at + word.core.len();
        }
    }
    out + &text[from..]
}

/// The steps without everything that may become a placeholder. Bare numbers stay: "node 18" is
/// something else than "node 20".
pub(in crate::core::learn::merge) fn form(steps: &[String]) -> String {
    steps.iter().map(|step| plain_form(step)).collect::<Vec<_>>().join("\n")
}

fn plain_form(step: &str) -> String {
    let words: Vec<String> = words(step).into_iter().map(fixed_text).collect();
    normalise(&words.join(" "))
}

fn fixed_text(word: AlignedWord<'_>) -> String {
    match sort_of(word.core, word.is_code) {
        Some(Sort::Number) => word.core.to_owned(),
        _ => token(&word).text,
    }
}
