//! Passwords stated in a sentence: "the root password for the db is …", "das Passwort lautet …",
//! "密码是…".
//!
//! Between the noun and the password are words that link them, or nothing at all. The weaker the
//! link, the less the value may look like a word: people write about "password fields" far more
//! often than they state one.

use std::ops::Range;

use super::apart::{pointed_at, told_apart};
use super::assigned::cut;
use super::languages::is_link;
use super::likely::{is_chosen, is_hollow, is_id, is_name_like, is_unmistakable};
use super::random::looks_random;
use super::value::is_word_list;
use super::words::{Word, floor, is_unspaced, line_before, listed, words};

/// Words that may stand beside a link, and do not link by themselves.
const ASIDES: &str = "now still currently just simply should must will shall has been have again set changed reset \
    updated rotated jetzt nun soll muss wird sein wurde gesetzt geändert doit être maintenant debe ser ahora puesta deve \
    agora essere adesso moet nu должен быть теперь такой";

/// Words before the owner of the password.
const OPENERS: &str = "for of on to in at from that which you i we für fürs von vom zum zur zu der des dem bei beim \
    im am pour de du des sur au aux que qui para del al do da dos ao della alla di per voor van bij от для к на в \
    у";

const ARTICLES: &str =
    "the a an my our your this that der die das den dem le la les l' el los las o os il lo un une een";

/// Words before the noun that announce a password: "with password …", "use password …".
const HANDING: &str = "with use using mit nimm avec utilise con usa com met gebruik с";

/// Words between the value and the noun, if the noun comes after.
const NAMED_AS: &str = "as is als ist comme est como es é come è как это";

/// The distance from the noun to the password, in words, and the length of its sentence.
const REACH: usize = 9;
const MOST_LOOSE: usize = 4;
const LINE: usize = 160;
/// The longest ending of a noun, in letters.
const ENDING: usize = 4;

/// The password that the sentence around the noun states.
pub(super) fn password(text: &str, noun: Range<usize>, is_english: bool) -> Option<Range<usize>> {
    let abbreviated =
        noun.len() <= 2 && text[..noun.start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let end = ending(text, &noun, is_english).filter(|_| !abbreviated)?;
    if let Some(value) = labelled(text, end).filter(|_| !is_english) {
        return told(&value, Bond::Told { or_owner: false });
    }
    let rest = after_genitive(text, end..line_end(text, end));
    let after = follows(text, rest.start).then(|| match is_english {
        true => told_after(text, noun.start, rest.clone()),
        false => told_after(text, noun.start, rest.clone()).or_else(|| told_anywhere(text, rest.clone())),
    });
    after
        .flatten()
        .or_else(|| told_before(text, noun.start))
        .or_else(|| told_apart(text, rest.clone()))
        .or_else(|| pointed_at(text, noun.start, rest))
}

/// A key is stated like a password, but its nouns have other meanings more often, so the value must
/// not be a word.
pub(super) fn key(text: &str, noun: Range<usize>, is_english: bool) -> Option<Range<usize>> {
    let compound = !is_english && noun.len() >= 8;
    let begins = compound || !text[..noun.start].ends_with(|c: char| c.is_alphanumeric() && !is_unspaced(c));
    let end = ending(text, &noun, is_english).filter(|_| begins)?;
    if let Some(value) = labelled(text, end).filter(|_| !is_english) {
        return told(&value, Bond::Bare);
    }
    let rest = end..line_end(text, end);
    if !follows(text, end) {
        return None;
    }
    let told = match is_english {
        true => told_after(text, noun.start, rest),
        false => told_anywhere(text, rest),
    };
    told.filter(|value| is_key(&text[value.clone()]))
}

/// `heslo: …`, `"contraseña" = …`; labels in English are read as names.
fn labelled(text: &str, end: usize) -> Option<Word<'_>> {
    let rest = &text[end..line_end(text, end)];
    let marked = rest.trim_start_matches(['"', '\'', '`', '*', ' ', '\u{a0}']);
    let value = marked.strip_prefix([':', '=', '：'])?;
    let start = end + rest.len() - value.len();
    words(text, start..end + rest.len()).next()
}

fn is_key(value: &str) -> bool {
    let numeric = value.len() >= 12 && value.bytes().all(|byte| byte.is_ascii_digit());
    let assigns = value.trim_end_matches('=').contains('=')
        && !looks_random(value.split('=').next().unwrap_or_default());
    (is_unmistakable(value) || numeric) && !is_id(value) && !assigns
}

/// The position after the noun and its ending. `passwordless` and `password2.ts` do not contain the
/// noun, but `Datenbankpasswort` and `数据库密码是` do.
fn ending(text: &str, noun: &Range<usize>, is_english: bool) -> Option<usize> {
    let rest = &text[noun.end..];
    let letters = rest.chars().take_while(|c| c.is_alphabetic() && !is_unspaced(*c) && !is_mark(*c));
    let length: usize = match is_english {
        true => usize::from(rest.starts_with('s')),
        false => letters.map(char::len_utf8).sum(),
    };
    let end = noun.end + length;
    let short = text[noun.end..end].chars().count() <= ENDING;
    let joined = |c: char| matches!(c, '_' | '-' | '(') || (c.is_alphanumeric() && !is_unspaced(c));
    let alone = follows(text, end) || !text[end..].trim_start_matches('.').starts_with(joined);
    (short && alone).then_some(end)
}

/// Thai, Hindi and Bengali write vowels as marks, which belong to the word.
fn is_mark(c: char) -> bool {
    ('\u{900}'..='\u{e7f}').contains(&c)
}

fn line_end(text: &str, from: usize) -> usize {
    let limit = floor(text, (from + LINE).min(text.len()));
    text[from..limit].find('\n').map_or(limit, |at| from + at)
}

/// "the password's …"
fn after_genitive(text: &str, rest: Range<usize>) -> Range<usize> {
    let ending = ["'s", "’s"].into_iter().find(|ending| text[rest.clone()].starts_with(ending));
    rest.start + ending.map_or(0, str::len)..rest.end
}

fn told_after(text: &str, noun: usize, rest: Range<usize>) -> Option<Range<usize>> {
    let mut bond = if is_handed(&text[..noun]) { Bond::Handed } else { Bond::Bare };
    for word in words(text, rest).take(REACH) {
        if let Some(value) = told(&word, bond) {
            return Some(value);
        }
        bond = bond.after(&word)?;
    }
    None
}

/// For a language without known grammar: the next word of the sentence that is not an ordinary one.
fn told_anywhere(text: &str, rest: Range<usize>) -> Option<Range<usize>> {
    for word in words(text, rest).take(REACH) {
        let value = if word.quoted { word.text } else { cut(word.text) };
        if is_key(value) && !is_hollow(value, word.quoted) {
            return Some(word.start..word.start + value.len());
        }
        if word.pauses {
            return None;
        }
    }
    None
}

/// "use … as the root password"
fn told_before(text: &str, noun: usize) -> Option<Range<usize>> {
    let words: Vec<Word> = words(text, line_before(text, noun)).collect();
    let link = words.iter().rposition(|word| !word.quoted && listed(NAMED_AS, word.text))?;
    let (value, between) = (&words[link.checked_sub(1)?], &words[link + 1..]);
    let is_named = |word: &Word| listed(ARTICLES, word.text) || listed(OPENERS, word.text);
    let adjectives = between.iter().skip_while(|word| listed(ARTICLES, word.text));
    let is_near = between.len() <= 3 && !adjectives.clone().any(is_named) && adjectives.count() <= 2;
    let pauses = words[link - 1..].iter().any(|word| word.pauses);
    told(value, Bond::Bare).filter(|_| is_near && !pauses)
}

/// Whether words follow the noun.
fn follows(text: &str, end: usize) -> bool {
    text[end..].starts_with(|c: char| c.is_whitespace() || is_unspaced(c) || is_mark(c))
        || text[..end].ends_with(is_unspaced)
        || text[..end].ends_with(is_mark)
}

fn is_handed(before: &str) -> bool {
    before.ends_with(' ') && before.split_whitespace().next_back().is_some_and(|word| listed(HANDING, word))
}

/// The link between the noun and the next word.
#[derive(Clone, Copy)]
enum Bond {
    /// Only a space.
    Bare,
    /// A phrase in which somebody uses the password.
    Handed,
    /// A link; after some of them the owner may follow instead: "the password to the db".
    Told { or_owner: bool },
    /// A preposition: the owner follows.
    Owner,
    /// The owner was named, this many words ago.
    Owned(usize),
}

impl Bond {
    fn after(self, word: &Word<'_>) -> Option<Bond> {
        let known = |words: &str| !word.quoted && listed(words, word.text.trim_end_matches(':'));
        let links = !word.quoted && is_link(word.text.trim_end_matches(':').to_lowercase().as_str());
        match self {
            _ if word.pauses => None,
            _ if links || word.text == ":" || word.binds_unspaced() => {
                Some(Bond::Told { or_owner: known(OPENERS) })
            }
            _ if known(ASIDES) => Some(self),
            Bond::Told { or_owner: true } | Bond::Owner if known(ARTICLES) => Some(Bond::Owner),
            Bond::Told { or_owner: true } | Bond::Owner => Some(Bond::Owned(0)),
            Bond::Bare | Bond::Handed | Bond::Owned(_) if known(OPENERS) => Some(Bond::Owner),
            Bond::Owned(words) if words < MOST_LOOSE => Some(Bond::Owned(words + 1)),
            _ => None,
        }
    }
}

/// The word, if it is a password given this link.
fn told(word: &Word<'_>, bond: Bond) -> Option<Range<usize>> {
    let value = if word.quoted { word.text } else { cut(word.text) };
    let holds = match bond {
        Bond::Owner => false,
        _ if word.bracketed => is_unmistakable(value) || is_word_list(value),
        Bond::Told { .. } => is_chosen(value, word.quoted),
        Bond::Handed => is_chosen(value, word.quoted) && !is_name_like(value),
        Bond::Bare | Bond::Owned(_) => is_unmistakable(value) || (word.quoted && is_chosen(value, true)),
    };
    (holds && !is_hollow(value, word.quoted)).then(|| word.start..word.start + value.len())
}
