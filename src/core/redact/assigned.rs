//! Assignments, `name = value` in all spellings: `.env` lines, JSON, YAML, XML, code, calls, flags,
//! URLs, tables, plain sentences.
//!
//! The same line can be a secret (`API_KEY=…`), a declaration (`password: string`) or a use
//! (`token=token`). The position of the value decides how much the value itself must show.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::detector::Announces;
use super::identifier::Identifier;
use super::likely::{is_id, is_likely, is_unmistakable};
use super::random::{is_uuid, looks_random};
use super::value::{is_placeholder, is_reference, is_word_list, looks_chosen};
use super::words::floor;

/// The distance from a name within which its value is read.
const WINDOW: usize = 1024;
/// A number with this many digits is not a count.
const LONG_NUMBER: usize = 14;

/// The text between a name and its value, and the value, quoted or not. Alternatives are tried in
/// order.
#[expect(clippy::expect_used, reason = "a constant, and every test compiles it")]
static LINKED: LazyLock<Regex> = LazyLock::new(|| {
    let links = [
        // `: string = `, and ` string = ` as in Go
        r"\s?:\s?&?[A-Za-z0-9_:<>]{2,40}\s?=\s?",
        r"[ \t][a-z]{3,10}[ \t]?=[ \t]?",
        // `name: X`, `value: …` on the next line or in the next field
        r#"[\s,;/>]{1,3}[ \t>#*+-]{0,12}["'`]?(?i:value)["'`]?\s{0,2}[:=]\s{0,2}"#,
        r#"\s?:\s?\{\s{0,8}["'](?i:value)["']\s?:\s?"#,
        r"</key>\s{0,12}<string>",
        // A YAML block, or the next line
        r"\s?[:=]\*{0,2}[ \t]*[|>][-+0-9]*[ \t]*\n[ \t]*",
        r"[:=]\*{0,2}[ \t]*\n\s{0,12}",
        r"\s{0,4}(?::{1,3}=|\?{1,2}=|[.+]=|\|\|=?|=>|={1,3}|!==?|->|→|:-|[:：])[ \t]{0,4}\*{0,2} ?",
        r"\s(?:is|was|to|ist|est|es)\s?:?\s",
        r#"(?:\s[a-z:]{1,20}="[^"\n]{0,40}")*>\s{0,12}"#,
        r"[ \t]?\|[ \t]?",
        r"\(\s?",
        r"\s?,\s{0,4}",
        r"\s{1,4}",
    ];
    let value = r#"(?:"([^"\n]{4,})"|'([^'\n]{4,})'|`([^`\n]{4,})`|["'`]?([^\s"'`,;&|<>]{4,}))"#;
    let pattern = format!(r#"\A["'`*_]{{0,4}}[\])]?(?P<link>{}){value}"#, links.join("|"));
    Regex::new(&pattern).expect("the links")
});

/// The part of the text that is a secret, if the characters at `hit` announce one.
pub(super) fn secret(
    text: &str,
    hit: &Range<usize>,
    word: &str,
    announces: Announces,
) -> Option<Range<usize>> {
    let name = Identifier::around(text, hit)?;
    let announced = match announces {
        Announces::Service => name.has_part_at(hit.start),
        _ => name.ends_in(word),
    };
    if !announced {
        return None;
    }
    let limit = floor(text, (name.range.end + WINDOW).min(text.len()));
    let captures = LINKED.captures(&text[name.range.end..limit])?;
    let value = captures.iter().skip(2).flatten().next()?;
    let quoted = captures.get(5).is_none();
    let start = name.range.end + value.start();
    let before = text[..name.range.start].chars().next_back();
    let place = Place { name, link: captures.name("link")?.as_str(), quoted, before };
    let value = start..start + if quoted { value.len() } else { cut(value.as_str()).len() };
    (place.holds(&text[value.clone()], announces) && place.may_end(text, value.end)).then_some(value)
}

struct Place<'a> {
    name: Identifier<'a>,
    /// The text between the name and the value.
    link: &'a str,
    quoted: bool,
    /// The character before the name.
    before: Option<char>,
}

impl Place<'_> {
    fn holds(&self, value: &str, announces: Announces) -> bool {
        // `-pass pass:…` only says how the secret is passed.
        let hollow = is_placeholder(value)
            || is_reference(value, self.quoted)
            || self.repeats_name(value)
            || value.starts_with("pass:");
        let numeric =
            value.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b',' | b'%'));
        let long = value.len() >= LONG_NUMBER && value.bytes().all(|byte| byte.is_ascii_digit());
        let shows = match announces {
            Announces::Password => self.shows_password(value) && (!numeric || self.is_deliberate()),
            Announces::Chosen => self.is_linked() && (looks_chosen(value) || is_likely(value)),
            Announces::Credential => self.shows_credential(value) && !numeric || long,
            Announces::Service => (looks_random(value) || long) && value.len() >= LONG_NUMBER,
            Announces::Perhaps => self.may_be_key(value) || (long && self.name.has_many_parts()),
        };
        shows && !hollow && self.can_assign(value, long)
    }

    /// A value on the next line, after a comma or merely after a space belongs to the name only if
    /// it looks like a secret.
    fn can_assign(&self, value: &str, long: bool) -> bool {
        let link = self.link.trim();
        let certain = long || looks_random(value) || is_unmistakable(value);
        match link {
            "" if self.link.contains('\n') => self.quoted,
            "" => self.quoted || self.name.is_flag() || (self.name.is_loud() && certain),
            "," | "(" => certain || (self.quoted && self.name.is_loud()),
            _ if link.ends_with('>') => certain || (self.before == Some('<') && !self.link.contains('\n')),
            "|" => certain || looks_chosen(value),
            _ => {
                !self.link.contains('\n')
                    || self.quoted
                    || link.contains("value")
                    || certain
                    || looks_chosen(value)
            }
        }
    }

    /// A value that is the whole next line; several words are a sentence.
    fn may_end(&self, text: &str, end: usize) -> bool {
        let rest = text[end..].trim_start_matches([' ', '\t', '\r', '"', '\'', '`']);
        !self.link.contains('\n')
            || self.quoted
            || rest.is_empty()
            || rest.starts_with(['\n', '<', ',', '}', '-'])
    }

    /// `DB_PASSWORD=…`, `--token=…`, `?api_key=…`, `;Pwd=…`: variables are never named in these
    /// positions.
    fn is_deliberate(&self) -> bool {
        let loud = self.name.is_loud();
        let listed = self.name.is_flag() || matches!(self.before, Some('?' | '&' | ';'));
        (self.link == "=" && (loud || listed)) || (self.link == ": " && loud && self.name.text.contains('_'))
    }

    /// `clientSecret: "client_secret"`, `token=TOKEN`
    fn repeats_name(&self, value: &str) -> bool {
        letters(self.name.text).ends_with(&letters(value))
    }

    fn shows_password(&self, value: &str) -> bool {
        let label = value.chars().all(char::is_alphabetic) && value.starts_with(char::is_uppercase);
        let spaced = value.contains(char::is_whitespace);
        looks_chosen(self.without_the_sentences_mark(value))
            || (self.quoted && is_word_list(value))
            || (!spaced && (self.is_deliberate() || (self.states_text() && !label)))
    }

    /// In a sentence such as "the password is empty!", the mark alone does not make the word a
    /// password.
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

    /// The key of a table or a cache is a word, a number or an id.
    fn may_be_key(&self, value: &str) -> bool {
        let least = if self.name.has_many_parts() { 10 } else { 20 };
        let paired = value.trim_start_matches("base64:").contains(':');
        self.is_linked()
            && !paired
            && value.len() >= least
            && is_likely(value)
            && !is_uuid(value)
            && !is_id(value)
    }

    /// `--token …`, `X-Api-Key: …`
    fn is_linked(&self) -> bool {
        self.name.is_flag() || self.link.contains([':', '=', '|', '>', ',', '→']) || self.name.is_loud()
    }

    /// `"name": "text"`, `<name>text</name>`: an assigned string.
    fn states_text(&self) -> bool {
        (self.quoted && self.link.contains(['=', ':']))
            || (self.link.trim().ends_with('>') && self.before == Some('<'))
    }
}

fn letters(text: &str) -> String {
    text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "")
}

/// An unquoted value ends before the bracket around it, and before a sentence's full stop.
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
    value[..end.unwrap_or(value.len())].trim_end_matches(['.', ':', '。', '\''])
}
