//! Passwords told in a sentence: "the root password for the db is …", "das Passwort lautet …", "密码是…".
//!
//! Between the noun and the password stand words that bind them, in any of the languages below, or nothing at all. The
//! weaker the bond, the less the value may look like a word: people write of "password fields" far more often than they
//! tell one.

use std::ops::Range;

use super::apart::{pointed_at, told_apart};
use super::assigned::cut;
use super::likely::{is_chosen, is_hollow, is_name_like, is_unmistakable};
use super::value::is_word_list;
use super::words::{Word, is_unspaced, line_before, listed, words};

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

/// How far from the noun the password may be, in words.
const REACH: usize = 9;
const MOST_LOOSE: usize = 4;
/// The password that the sentence after the noun tells. `noun` is where that begins, `rest` what follows it.
pub(super) fn secret(text: &str, noun: usize, rest: Range<usize>) -> Option<Range<usize>> {
    if !stands_alone(text, noun, rest.start) {
        return None;
    }
    let rest = after_genitive(text, rest);
    let after = follows(text, rest.start).then(|| told_after(text, noun, rest.clone())).flatten();
    after
        .or_else(|| told_before(text, noun))
        .or_else(|| told_apart(text, rest.clone()))
        .or_else(|| pointed_at(text, noun, rest))
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

/// The word, if it is a password with such a bond.
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
