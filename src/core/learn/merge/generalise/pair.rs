//! Two words in the same place: values of one thing, synonyms, or two things.
//!
//! A part that a person changes from one time to the next is a value. The argument of a command may
//! be its point: `up.sql` and `down.sql` make two workflows of it, and a command that removes one
//! thing must not come to remove any.

use super::align::{AlignedWord, is_option};
use super::contrast::mean_the_same;
use super::naming::Slot;
use super::value::{is_target, masked, sort_of, values};
use crate::core::entities::commands::{self, Act};
use crate::core::text::placeholder::{Blank, Sort, blanks};

/// Words that turn something on or off are not values.
const SWITCHES: [&str; 8] = ["true", "false", "yes", "no", "on", "off", "always", "never"];

pub(super) enum Pair {
    /// Nothing is open if both are the same.
    Values(Vec<Slot>),
    /// Synonyms.
    Words,
    /// Other words, perhaps for something else.
    Unlike,
    Things,
}

/// `before` is the word before them, unless plain words beside them differ, too.
pub(super) fn pair(
    known: (&str, &AlignedWord<'_>),
    other: (&str, &AlignedWord<'_>),
    before: Option<&str>,
) -> Pair {
    let (a, b) = (known.1, other.1);
    if masked(a.core).to_lowercase() == masked(b.core).to_lowercase() {
        return Pair::Values(within(a, b));
    }
    if let Some(blank) = Blank::read(a.core).or_else(|| Blank::read(b.core)) {
        let is_value = sort_of(b.core, b.is_code).is_some() || is_target(before, b.core);
        // Without a value there, the placeholder stays the same.
        return if is_value { whole(a, b, blank.sort) } else { Pair::Values(vec![]) };
    }
    if destroys(known) {
        return Pair::Things;
    }
    if let Some(pair) = settings(a, b) {
        return pair;
    }
    let (sort, other_sort) = (sort_of(a.core, a.is_code), sort_of(b.core, b.is_code));
    let are_targets = is_target(before, a.core) && is_target(before, b.core);
    match (sort, other_sort) {
        (Some(sort), Some(same)) if sort == same => {
            let is_point = !are_targets && may_be_the_point(known, other, sort);
            if is_point { Pair::Things } else { whole(a, b, sort) }
        }
        _ if are_targets => whole(a, b, Sort::Name),
        (Some(Sort::Name), Some(_)) | (Some(_), Some(Sort::Name)) => Pair::Things,
        (Some(_), Some(_)) if a.is_code => Pair::Things,
        (Some(_), Some(_)) => whole(a, b, Sort::Name),
        _ => plain(a, b),
    }
}

/// A command is typed literally, so another word in it is another command.
fn plain(known: &AlignedWord<'_>, other: &AlignedWord<'_>) -> Pair {
    match (is_typed(known), is_typed(other)) {
        (true, true) => Pair::Things,
        _ if mean_the_same(known.core, other.core) => Pair::Words,
        _ => Pair::Unlike,
    }
}

fn is_typed(word: &AlignedWord<'_>) -> bool {
    word.is_code || is_option(word.core)
}

/// The values inside two words that are otherwise the same: `release/1.2.0`.
fn within(known: &AlignedWord<'_>, other: &AlignedWord<'_>) -> Vec<Slot> {
    let pairs = values(known.core).into_iter().zip(values(other.core));
    let differing = pairs.filter(|(a, b)| a.text != b.text || a.is_blank());
    let slot = differing.map(|(a, b)| Slot {
        at: known.at + a.at.start..known.at + a.at.end,
        sort: a.sort,
        value: a.text.to_owned(),
        other: Some(b.text.to_owned()),
    });
    slot.collect()
}

fn whole(known: &AlignedWord<'_>, other: &AlignedWord<'_>, sort: Sort) -> Pair {
    let bare =
        |word: &'_ str| if sort == Sort::Version { word.trim_start_matches('v').len() } else { word.len() };
    let (length, other_length) = (bare(known.core), bare(other.core));
    let end = known.at + known.core.len();
    // The sign of a version stays if both have it.
    let is_signed = length < known.core.len() && other_length < other.core.len();
    let at = if is_signed { end - length } else { known.at }..end;
    let (value, other) = (last_bytes(known.core, length), Some(last_bytes(other.core, other_length)));
    Pair::Values(vec![Slot { at, sort, value, other }])
}

fn last_bytes(word: &str, length: usize) -> String {
    word[word.len() - length..].to_owned()
}

/// `--env=staging` and `--env=prod`
fn settings(known: &AlignedWord<'_>, other: &AlignedWord<'_>) -> Option<Pair> {
    let ((name, a), (other_name, b)) = (known.core.split_once('=')?, other.core.split_once('=')?);
    if name != other_name {
        return Some(plain(known, other));
    }
    let of = |word: &AlignedWord<'_>, core| AlignedWord {
        core,
        at: word.at + name.len() + 1,
        is_code: word.is_code,
    };
    let (known, other) = (of(known, a), of(other, b));
    if masked(a) == masked(b) {
        return Some(Pair::Values(within(&known, &other)));
    }
    if [a, b].iter().any(|value| SWITCHES.contains(&value.to_lowercase().as_str())) {
        return Some(Pair::Things);
    }
    let sort = sort_of(a, true).filter(|sort| sort_of(b, true).is_none_or(|other| other == *sort));
    Some(whole(&known, &other, sort.unwrap_or(Sort::Name)))
}

/// Whether the command around the word removes something.
fn destroys((text, word): (&str, &AlignedWord<'_>)) -> bool {
    let end = text[word.at..].find('`').map_or(text.len(), |end| word.at + end);
    let is_loss = |act: &Act| matches!(act, Act::Delete | Act::Rollback);
    word.is_code && commands::acts(&shell(&text[span_start(text, word)..end])).iter().any(is_loss)
}

/// A shell would read a placeholder as a file to read from.
fn shell(code: &str) -> String {
    blanks(code).iter().fold(code.to_owned(), |code, blank| code.replace(&blank.mark(), &blank.to_string()))
}

fn span_start(text: &str, word: &AlignedWord<'_>) -> usize {
    text[..word.at].rfind('`').map_or(0, |tick| tick + 1)
}

fn may_be_the_point(known: (&str, &AlignedWord<'_>), other: (&str, &AlignedWord<'_>), sort: Sort) -> bool {
    let (a, b) = (known.1.core, other.1.core);
    match sort {
        Sort::Name | Sort::Path if known.1.is_code && is_program(known) => true,
        Sort::Name => !share_a_part(a, b),
        Sort::Path if known.1.is_code => match (file_of(a), file_of(b)) {
            (Some((folder, file)), Some((other_folder, other))) => {
                folder == other_folder && !share_a_part(file, other)
            }
            _ => false,
        },
        _ => false,
    }
}

fn is_program((text, word): (&str, &AlignedWord<'_>)) -> bool {
    commands::calls_next(&shell(&text[span_start(text, word)..word.at]))
}

/// The folder, and the name without its extension.
fn file_of(path: &str) -> Option<(&str, &str)> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    Some((folder, name.rsplit_once('.')?.0))
}

/// `node18` and `node20`, `fix-orders` and `fix-users`. `e2e` and `i18n` are two things.
fn share_a_part(a: &str, b: &str) -> bool {
    let theirs = parts(b);
    parts(a).iter().any(|part| theirs.contains(part))
}

/// The parts of a name, ignoring numbers.
fn parts(name: &str) -> Vec<String> {
    let parts = name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(numberless).collect()
}

fn numberless(part: &str) -> String {
    let mut out = String::new();
    for c in part.to_lowercase().chars() {
        match c {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            _ => out.push(c),
        }
    }
    out
}
