//! `name = value` in all its spellings: `.env` lines, JSON, YAML, code, flags, URLs, and plain sentences.
//!
//! The same line can be a secret (`API_KEY=…`), a declaration (`password: string`) or a use (`token=token`).
//! Where the value stands decides how much the value itself must show.

use std::ops::Range;

use super::likely::is_likely;
use super::random::looks_random;
use super::value::{is_placeholder, is_reference, is_word_list, looks_chosen};

/// The part of `value` that is a secret, given that the word at `word` names one.
pub(super) fn secret(
    text: &str,
    word: usize,
    value: Range<usize>,
    is_password: bool,
) -> Option<Range<usize>> {
    let place = Place::of(text, word, value.start);
    let value = if place.quoted { value } else { value.start..value.start + cut(&text[value.clone()]).len() };
    let content = &text[value.clone()];
    let hollow =
        is_placeholder(content) || is_reference(content, place.quoted) || place.repeats_name(content);
    let numeric =
        content.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b',' | b'%'));
    let holds = match is_password {
        true => place.shows_password(content) && (!numeric || place.is_deliberate()),
        false => place.shows_credential(content) && !numeric,
    };
    (holds && !hollow && place.can_assign()).then_some(value)
}

struct Place<'a> {
    /// The whole identifier around the word, with its dashes.
    name: &'a str,
    /// What stands between the identifier and the value.
    link: &'a str,
    quoted: bool,
    /// The character before the name.
    before: Option<char>,
}

impl<'a> Place<'a> {
    fn of(text: &'a str, word: usize, value: usize) -> Place<'a> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let start = text[..word].trim_end_matches(is_name).len();
        let end = value - text[word..value].trim_start_matches(is_name).len();
        let link = &text[end..value];
        let quoted = link.ends_with(['"', '\'', '`']);
        Place { name: &text[start..end], link, quoted, before: text[..start].chars().next_back() }
    }

    /// A value on the next line, or merely after a space, belongs to the name only in quotes or after a flag.
    fn can_assign(&self) -> bool {
        self.quoted || (!self.link.contains('\n') && (!self.link.trim().is_empty() || self.is_flag()))
    }

    fn is_flag(&self) -> bool {
        self.name.starts_with('-')
    }

    /// `DB_PASSWORD=…`, `--token=…`, `?api_key=…`, `;Pwd=…`: nobody writes a variable's name there.
    fn is_deliberate(&self) -> bool {
        let link = self.link.trim_end_matches(['"', '\'']);
        let loud = self.name.len() >= 3 && !self.name.bytes().any(|byte| byte.is_ascii_lowercase());
        let listed = self.is_flag() || matches!(self.before, Some('?' | '&' | ';'));
        (link == "=" && (loud || listed)) || (link == ": " && loud && self.name.contains('_'))
    }

    /// `clientSecret: "client_secret"`, `token=TOKEN`
    fn repeats_name(&self, value: &str) -> bool {
        let letters = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
        letters(self.name).ends_with(&letters(value))
    }

    fn shows_password(&self, value: &str) -> bool {
        let label = value.chars().all(char::is_alphabetic) && value.starts_with(char::is_uppercase);
        let spaced = value.contains(char::is_whitespace);
        looks_chosen(self.without_the_sentences_mark(value))
            || (self.quoted && is_word_list(value))
            || (!spaced && (self.is_deliberate() || (self.states_text() && !label)))
    }

    /// "the password is empty!": a mark after a word alone makes no password of it, in a sentence.
    fn without_the_sentences_mark<'v>(&self, value: &'v str) -> &'v str {
        let worded = !self.quoted && self.link.trim().starts_with(char::is_alphabetic);
        if worded { value.trim_end_matches(['!', '?']) } else { value }
    }

    fn shows_credential(&self, value: &str) -> bool {
        !value.contains(char::is_whitespace)
            && (looks_random(value)
                || (self.is_deliberate() && value.len() >= 8)
                || (self.is_linked() && is_likely(value)))
    }

    /// `--token …`, `X-Api-Key: …`
    fn is_linked(&self) -> bool {
        self.is_flag() || self.link.contains([':', '='])
    }

    /// `"name": "text"`: a string, assigned.
    fn states_text(&self) -> bool {
        self.quoted && self.link.contains(['=', ':'])
    }
}

/// An unquoted value ends before the bracket that encloses it, and before a sentence's full stop.
pub(super) fn cut(value: &str) -> &str {
    let mut open = 0i32;
    let end = value.find(|c: char| {
        open += match c {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        open < 0
    });
    value[..end.unwrap_or(value.len())].trim_end_matches(['.', ':'])
}
