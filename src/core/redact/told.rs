//! Passwords told in a sentence: "the root password for the db is …", "das Passwort lautet …", "密码是…".
//!
//! Between the noun and the password stand words that bind them, in any of the languages below, or nothing at all. The
//! weaker the bond, the less the value may look like a word: people write of "password fields" far more often than they
//! tell one.

use std::ops::Range;

use super::assigned::cut;
use super::random::{has_digit, looks_random};
use super::value::{
    is_address, is_measure, is_one_of, is_placeholder, is_reference, is_term, is_word_list, looks_chosen,
};
use super::wrapped::floor;

/// What comes next is the value.
const LINKS: &str = "= : -> is was are be to as ist war lautet heißt heisst auf est était sera à es era será é foi è \
    era sarà zijn wordt naar это будет был на to: is:";

/// Words that may stand beside a link, and bind nothing themselves.
const ASIDES: &str = "now still currently just simply should must will shall has been have again set changed reset \
    updated rotated jetzt nun soll muss wird sein wurde gesetzt geändert doit être maintenant debe ser ahora puesta deve \
    agora essere adesso moet nu должен быть теперь такой";

/// What follows says whose password it is.
const OPENERS: &str = "for of on to in at from that which you i we für fürs von vom zum zur zu der des dem bei beim \
    im am pour de du des sur au aux que qui para del al do da dos ao della alla di per voor van bij от для к на в \
    у";

const ARTICLES: &str =
    "the a an my our your this that der die das den dem le la les l' el los las o os il lo un une een";

/// Who says this before the noun hands over a password: "with password …", "use password …".
const HANDING: &str = "with use using mit nimm avec utilise con usa com met gebruik с";

/// What comes before is the value, when the noun comes after.
const NAMED_AS: &str = "as is als ist comme est como es é come è как это";

/// Chinese, Japanese and Korean have no spaces, so a run of them binds when it contains one of these.
const UNSPACED_LINKS: [char; 12] = ['是', '为', '為', '成', 'は', 'を', 'が', '는', '은', '을', '를', '가'];
const UNSPACED_FROM: char = '\u{2E80}';

/// How far from the noun the password may be, in words.
const REACH: usize = 9;
const MOST_LOOSE: usize = 4;
const NEARBY: usize = 120;

/// The password that the sentence after the noun tells. `noun` is where that begins, `rest` what follows it.
pub(super) fn secret(text: &str, noun: usize, rest: Range<usize>) -> Option<Range<usize>> {
    if !stands_alone(text, noun, rest.start) {
        return None;
    }
    let rest = after_genitive(text, rest);
    let after = follows(text, rest.start).then(|| told_after(text, noun, rest)).flatten();
    after.or_else(|| told_before(text, noun))
}

/// A value in a place that only hints at a password.
pub(super) fn unmistakable(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let value = cut(&text[range.clone()]);
    let holds = is_unmistakable(value) && !is_hollow(value, false);
    holds.then(|| range.start..range.start + value.len())
}

/// "the password's …"
fn after_genitive(text: &str, rest: Range<usize>) -> Range<usize> {
    let ending = ["'s", "’s"].into_iter().find(|ending| text[rest.clone()].starts_with(ending));
    rest.start + ending.map_or(0, str::len)..rest.end
}

fn told_after(text: &str, noun: usize, rest: Range<usize>) -> Option<Range<usize>> {
    let mut bond = if is_handed(&text[..noun]) { Bond::Handed } else { Bond::Bare };
    for word in words(text, rest).take(REACH) {
        if let Some(value) = word.secret(bond) {
            return Some(value);
        }
        bond = bond.after(&word)?;
    }
    None
}

/// "use … as the root password"
fn told_before(text: &str, noun: usize) -> Option<Range<usize>> {
    let nearby = floor(text, noun.saturating_sub(NEARBY));
    let line = text[nearby..noun].rfind('\n').map_or(nearby, |end| nearby + end + 1);
    let words: Vec<Word> = words(text, line..noun).collect();
    let link = words.iter().rposition(|word| !word.quoted && listed(NAMED_AS, word.text))?;
    let (value, between) = (&words[link.checked_sub(1)?], &words[link + 1..]);
    let is_named = |word: &Word| listed(ARTICLES, word.text) || listed(OPENERS, word.text);
    let adjectives = between.iter().skip_while(|word| listed(ARTICLES, word.text));
    let is_near = between.len() <= 3 && !adjectives.clone().any(is_named) && adjectives.count() <= 2;
    let pauses = words[link - 1..].iter().any(|word| word.pauses);
    value.secret(Bond::Bare).filter(|_| is_near && !pauses)
}

/// No part of `passwordless` or `password2.ts`; but `Datenbankpasswort` and `数据库密码是` are nouns too.
fn stands_alone(text: &str, noun: usize, end: usize) -> bool {
    let is_abbreviated = end - noun <= 2;
    let begins = !is_abbreviated || !text[..noun].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let joined = |c: char| matches!(c, '_' | '-' | '(') || (c.is_alphanumeric() && !is_unspaced(c));
    begins && (follows(text, end) || !text[end..].trim_start_matches('.').starts_with(joined))
}

/// Do words come after the noun?
fn follows(text: &str, end: usize) -> bool {
    text[end..].starts_with(|c: char| c.is_whitespace() || is_unspaced(c))
        || text[..end].ends_with(is_unspaced)
}

fn is_handed(before: &str) -> bool {
    before.ends_with(' ') && before.split_whitespace().next_back().is_some_and(|word| listed(HANDING, word))
}

fn listed(words: &str, word: &str) -> bool {
    is_one_of(words, &word.to_lowercase())
}

/// What ties the next word to the noun.
#[derive(Clone, Copy)]
enum Bond {
    /// Nothing but a space.
    Bare,
    /// Somebody uses the password.
    Handed,
    /// A link; after some of them the owner may come instead: "the password to the db".
    Told { or_owner: bool },
    /// A preposition: the next is the owner.
    Owner,
    /// The owner has been named, so many words ago.
    Owned(usize),
}

impl Bond {
    fn after(self, word: &Word<'_>) -> Option<Bond> {
        let known = |words: &str| !word.quoted && listed(words, word.text.trim_end_matches(':'));
        match self {
            _ if word.pauses => None,
            _ if known(LINKS) || word.binds_unspaced() => Some(Bond::Told { or_owner: known(OPENERS) }),
            _ if known(ASIDES) => Some(self),
            Bond::Told { or_owner: true } | Bond::Owner if known(ARTICLES) => Some(Bond::Owner),
            Bond::Told { or_owner: true } | Bond::Owner => Some(Bond::Owned(0)),
            Bond::Bare | Bond::Handed | Bond::Owned(_) if known(OPENERS) => Some(Bond::Owner),
            Bond::Owned(words) if words < MOST_LOOSE => Some(Bond::Owned(words + 1)),
            _ => None,
        }
    }
}

struct Word<'t> {
    text: &'t str,
    start: usize,
    quoted: bool,
    /// A comma or the end of a sentence follows.
    pauses: bool,
}

impl Word<'_> {
    fn secret(&self, bond: Bond) -> Option<Range<usize>> {
        let value = if self.quoted { self.text } else { cut(self.text) };
        let holds = match bond {
            Bond::Owner => false,
            Bond::Told { .. } => is_chosen(value, self.quoted),
            Bond::Handed => is_chosen(value, self.quoted) && !is_name_like(value),
            Bond::Bare | Bond::Owned(_) => is_unmistakable(value) || (self.quoted && is_chosen(value, true)),
        };
        (holds && !is_hollow(value, self.quoted)).then(|| self.start..self.start + value.len())
    }

    fn binds_unspaced(&self) -> bool {
        !self.quoted && self.text.starts_with(is_unspaced) && self.text.contains(UNSPACED_LINKS)
    }
}

fn is_hollow(value: &str, quoted: bool) -> bool {
    is_placeholder(value) || is_reference(value, quoted) || is_measure(value)
}

/// A mark at its end is the sentence's.
fn is_chosen(value: &str, quoted: bool) -> bool {
    let code = value.len() >= 6 && value.bytes().all(|byte| byte.is_ascii_digit());
    code || if quoted {
        looks_chosen(value) || is_word_list(value)
    } else {
        looks_chosen(value.trim_end_matches(['!', '?']))
    }
}

/// No word, no identifier, no name of a thing: letters with a year or a number in them, or with marks, or random.
fn is_unmistakable(value: &str) -> bool {
    let value = value.trim_end_matches(['!', '?']);
    let letters = value.chars().take_while(|c| c.is_alphabetic()).count();
    let after = value.chars().skip(letters);
    let digits = after.clone().take_while(char::is_ascii_digit).count();
    let tail = after.skip(digits).count();
    let numbered =
        letters >= 3 && (digits >= 3 || (digits == 2 && letters >= 5) || (digits == 1 && tail >= 4));
    let marked = value.contains(['!', '$', '%', '^', '*', '?', '~']) && has_digit(value);
    value.len() >= 8
        && is_chosen(value, false)
        && !is_name_like(value)
        && (numbered || marked || looks_random(value))
}

/// `reset2fa-flow`, `user_pw2`, `OAuth2PasswordBearer`, `ada@example.org`, `ADR-001`
fn is_name_like(value: &str) -> bool {
    let stem = value.trim_start_matches(char::is_alphabetic).trim_start_matches(|c: char| c.is_ascii_digit());
    let jointed = value.contains(['_', '-', '/', '=', '.', '(', '#', ':', '+']) && !looks_random(value);
    jointed || is_term(&value[..value.len() - stem.len()]) || is_address(value) || value.starts_with('@')
}

fn is_unspaced(c: char) -> bool {
    c >= UNSPACED_FROM
}

/// The words of a line with their places; a quotation is one word.
fn words(text: &str, line: Range<usize>) -> impl Iterator<Item = Word<'_>> {
    let mut at = line.start;
    std::iter::from_fn(move || {
        let rest = &text[at..line.end];
        let start = at + rest.len() - rest.trim_start().len();
        let word = next_word(&text[start..line.end], start)?;
        at = start + word.text.len() + if word.quoted { 2 } else { 0 };
        Some(word)
    })
}

fn next_word(rest: &str, start: usize) -> Option<Word<'_>> {
    let first = rest.chars().next()?;
    let (text, start, quoted) = match quotation(rest, first) {
        Some(inside) => (inside, start + 1, true),
        None => (&rest[..word_end(rest, first).max(first.len_utf8())], start, false),
    };
    let after = &rest[text.len() + 2 * usize::from(quoted)..];
    let full_stop = !quoted && text.len() > 1 && text.ends_with(['.', '!', '?']);
    let pauses = full_stop || is_pause(first) || after.starts_with(is_pause);
    Some(Word { text, start, quoted, pauses })
}

fn quotation(rest: &str, first: char) -> Option<&str> {
    let inside = matches!(first, '"' | '\'' | '`').then(|| &rest[1..])?;
    inside.find(first).map(|end| &inside[..end])
}

fn word_end(rest: &str, first: char) -> usize {
    let breaks = |c: char| {
        c.is_whitespace()
            || is_pause(c)
            || matches!(c, '"' | '`' | '&')
            || is_unspaced(c) != is_unspaced(first)
    };
    rest.find(breaks).unwrap_or(rest.len())
}

fn is_pause(c: char) -> bool {
    matches!(
        c,
        ',' | ';' | '|' | '<' | '>' | '，' | '。' | '、' | '；' | '！' | '？' | '「' | '」' | '“' | '”'
    )
}
