//! Cleaning of typed text into a line that reads well on its own.

use super::words::{fold, words};
use crate::core::entities::keys::{acts_of, as_typed, is_known_tool, keys_of};
use crate::core::text::head;

pub(super) const MOST_TITLE_CHARS: usize = 80;
pub(super) const CLAUSE_ENDS: [char; 3] = [',', ';', '–'];
const MARKS: [char; 9] = [',', ';', ':', '.', '!', '-', '–', '—', '…'];
/// Dots and dashes are not among them, because they may open `.env` or `--no-verify`.
const LEADING_MARKS: [char; 5] = [',', ';', ':', '!', '…'];

/// The point of the clause, verbatim, without the words before and after it.
pub(super) fn point(clause: &str) -> &str {
    let mut rest = trimmed(clause);
    loop {
        let lower = fold(rest);
        let opening = filler(&lower).or_else(|| label(&lower)).or_else(|| set_aside(&lower));
        let shorter = match opening {
            Some(end) => trimmed(&rest[end..]),
            None => trimmed(&rest[..words().closer.at_end(&lower).unwrap_or(rest.len())]),
        };
        if shorter.is_empty() || shorter.len() == rest.len() {
            return rest;
        }
        rest = shorter;
    }
}

pub(super) fn trimmed(clause: &str) -> &str {
    let clause = clause.trim_start_matches(|c: char| c.is_whitespace() || LEADING_MARKS.contains(&c));
    let dashes = ["- ", "– ", "— ", "* "];
    let clause = dashes.iter().find_map(|dash| clause.strip_prefix(dash)).unwrap_or(clause);
    clause.trim_end_matches(|c: char| c.is_whitespace() || MARKS.contains(&c)).trim_start()
}

/// Matches the "no" of "no, use pnpm", but not that of "no emojis".
fn filler(lower: &str) -> Option<usize> {
    let length = words().filler.at_start(lower)?;
    let is_set_off = lower[length..].trim_start().starts_with(MARKS);
    (is_set_off || !words().no.has(&lower[..length])).then_some(length)
}

/// Matches the "rule" of "Rule: use pnpm".
fn label(lower: &str) -> Option<usize> {
    words().label.at_start(lower).filter(|length| lower[*length..].trim_start().starts_with(':'))
}

/// Matches the retracted part of "Forget what I said about Redis, use SQLite" and "forget bun, …".
fn set_aside(lower: &str) -> Option<usize> {
    let about = words().recant.at_start(lower).or_else(|| words().unsay_thing.at_start(lower))?;
    let end = about + lower[about..].find([',', ';', ':', '—'])?;
    (lower[about..end].split_whitespace().count() <= 5).then_some(end)
}

/// The point as a line of its own.
pub(super) fn tidy(clause: &str) -> String {
    as_line(point(clause))
}

/// One line with a leading capital, without a final mark and without the `@` of mentioned files.
pub(super) fn as_line(clause: &str) -> String {
    let without_mention =
        |word| str::strip_prefix(word, '@').filter(|it| !it.is_empty() && !it.contains('/')).unwrap_or(word);
    let line = trimmed(clause).split_whitespace().map(without_mention).collect::<Vec<_>>().join(" ");
    let first_word = line.split(' ').next().unwrap_or_default();
    match line.chars().next() {
        Some(first) if first.is_lowercase() && keys_of(first_word).is_empty() => {
            first.to_uppercase().chain(line.chars().skip(1)).collect()
        }
        _ => line,
    }
}

/// At most 80 characters, cut at the end of a clause or visibly at the end of a word, and never inside code.
pub(crate) fn title(clause: &str) -> String {
    let whole = tidy(clause);
    if whole.chars().count() <= MOST_TITLE_CHARS {
        return whole;
    }
    // A cut in the middle of a clause adds a mark.
    let kept = without_open_code(head(&whole, MOST_TITLE_CHARS - 1));
    let lower = fold(kept);
    let comma = kept.rfind([',', ';', '(']).filter(|end| *end > kept.len() / 2);
    let joint = || words().then.places(&lower).chain(words().and.places(&lower)).map(|it| it.start).max();
    if let Some(end) = comma.or_else(joint).filter(|end| *end > kept.len() / 3) {
        let cut = trimmed(without_open_code(&kept[..end]));
        // "and then" is one joint.
        return trimmed(&cut[..words().and.at_end(&fold(cut)).unwrap_or(cut.len())]).to_owned();
    }
    let mut cut = without_open_code(&kept[..kept.rfind(' ').unwrap_or(kept.len())]);
    while let Some((rest, last)) = trimmed(cut).rsplit_once(' ') {
        if !words().small.has(&fold(last)) {
            break;
        }
        cut = rest;
    }
    format!("{}…", trimmed(cut))
}

fn without_open_code(text: &str) -> &str {
    match text.rfind('`') {
        Some(last) if text.matches('`').count() % 2 == 1 => &text[..last],
        _ => text,
    }
}

/// Whether the clause tells somebody to do something.
pub(super) fn is_order(clause: &str) -> bool {
    let point = fold(point(clause));
    words().order.open(&point) || is_command(&point)
}

/// Whether it asks for one piece of work.
pub(super) fn is_errand(clause: &str) -> bool {
    words().errand.open(&fold(point(clause)))
}

/// The clause is a command, perhaps with its operands; "cargo test is too slow" says something
/// about one.
pub(super) fn is_command(lower: &str) -> bool {
    if let Some((code, rest)) = lower.strip_prefix('`').and_then(|code| code.split_once('`'))
        && goes_on(rest)
        && !acts_of(&format!("`{code}`")).is_empty()
    {
        return true;
    }
    let bare = lower.trim_start_matches('`');
    let keys = keys_of(lower);
    let mut calls = keys.iter().filter(|key| key.contains(' '));
    calls.any(|key| bare.strip_prefix(as_typed(key, bare).as_str()).is_some_and(goes_on))
}

fn goes_on(rest: &str) -> bool {
    !words().tell.open(rest.trim_start_matches('`').trim_start())
}

/// The part of the clause that says what to do or how things are done: from its beginning, or from
/// after "in this repo".
pub(super) fn spoken(clause: &str) -> Option<&str> {
    let point = point(clause);
    let point = point.split_once(": ").map_or(point, |(_, said)| said);
    if opens(point) {
        return Some(point);
    }
    words().lead_in.at_start(&fold(point))?;
    point.match_indices(' ').map(|(at, _)| trimmed(&point[at..])).find(|rest| opens(rest))
}

fn opens(text: &str) -> bool {
    let (w, lower) = (words(), fold(text));
    [&w.order, &w.choose, &w.habit, &w.intent, &w.refuse, &w.always, &w.arrived]
        .iter()
        .any(|it| it.open(&lower))
}

/// "We switched to bun". An unknown name may as well be a branch or an office.
pub(super) fn arrives(text: &str) -> bool {
    words().arrived.at_start(&fold(text)).is_some_and(|length| {
        let name = text[length..].split_whitespace().next().unwrap_or_default();
        is_known_tool(name.trim_matches(|c: char| !c.is_alphanumeric()))
    })
}

/// Something concrete, and beside it only small words: no verb.
pub(super) fn only_names(clause: &str) -> bool {
    let keys = keys_of(clause);
    let mut rest = fold(clause);
    for key in keys.iter().rev() {
        rest = rest.replace(key.as_str(), " ");
    }
    let mut others = rest.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let is_small = |word: &str| word.len() <= 2 || words().small.has(word) || !keys_of(word).is_empty();
    !keys.is_empty() && others.all(is_small)
}

pub(super) fn begins_with_key(text: &str) -> bool {
    let lower = fold(text);
    text.starts_with('`') || keys_of(text).iter().any(|key| lower.starts_with(key.as_str()))
}

/// Whether it refuses something, as opposed to stating that something is not so.
pub(super) fn refuses(lower: &str) -> bool {
    words().refuse.stand_in(&words().not_refuse.blanked(lower))
}
