//! What people report of the work in words of their own: "the build is red", "it crashes now", "nothing changed", "I
//! reverted your change". A clause is read by what it is about and what it says of it, because such sentences are
//! hardly ever worded alike.

use super::phrases::FILLERS;
use super::words::{
    ADVERBS, AFTER_THE_SAME, BAD, BEFORE_T, BEFORE_THE_SAME, BEFORE_TOOK, BY_HAND, CHANGED, DENIES,
    DETERMINERS, DO_BADLY, DOES_BADLY, DOES_WELL, EFFECTS, FAILURE_WORDS, GOOD, HELPERS, HELPS, LINKS, LOOKS,
    MENDED, MILD, NOBODY, OUTCOMES, PERSISTS, PRINTED, PRONOUNS, REMAINS, STATES_NOT, THINGS, TOOK_BACK,
    TROUBLES, UNCERTAIN, WHAT_WAS_DONE,
};
use crate::core::text::normalise;

/// "All of the unit tests".
const LONGEST_SUBJECT: usize = 5;

/// What a clause reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    Works,
    Broken,
    /// What the work was to change is as it was.
    Persists,
    TakenBack,
}

/// Of each clause that reports something, in their order.
pub(super) fn of(text: &str) -> Vec<Report> {
    clauses(text).filter_map(|clause| of_clause(&clause)).collect()
}

/// The clauses of a text, each without its end mark; a question keeps it.
pub(super) fn clauses(text: &str) -> impl Iterator<Item = String> {
    let apart =
        text.replace(" but ", ". ").replace(" and ", ". ").replace(" however ", ". ").replace('?', "?.");
    let ends = ['.', ',', ';', ':', '!', '\n', '—', '。', '，', '！'];
    let clauses: Vec<String> = apart.split(ends).map(str::to_owned).collect();
    clauses.into_iter()
}

/// A program's own words about its failure, pasted into the prompt.
pub(super) fn is_pasted_failure(text: &str) -> bool {
    text.lines()
        .map(|line| line.trim().to_lowercase())
        .any(|line| PRINTED.iter().any(|mark| line.starts_with(mark)))
}

/// "I get `cannot open file x`", whatever the program's words are.
pub(super) fn meets_failure(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let meets = matches!(
        words[..],
        ["i" | "we", "get" | "got" | "see", ..]
            | ["i" | "we", "m" | "am" | "re" | "are", "getting" | "seeing", ..]
    );
    meets && words.iter().any(|word| FAILURE_WORDS.contains(word))
}

fn of_clause(clause: &str) -> Option<Report> {
    let words = format!(" {} ", normalise(clause));
    let words: Vec<&str> = FILLERS.cut(&words).split_whitespace().collect();
    // A question asks for something that it does not know; "why does it still fail?" knows it.
    if clause.trim_end().ends_with('?') && words.first() != Some(&"why") {
        return None;
    }
    if has_taken_back(&words) {
        return Some(Report::TakenBack);
    }
    if persists(&words) {
        return Some(Report::Persists);
    }
    if was_mended_by_hand(&words) {
        return Some(Report::Broken);
    }
    match without_adverbs(&words) {
        [first, rest @ ..] if NOBODY.contains(first) => {
            begins(without_adverbs(rest), DOES_WELL).then_some(Report::Broken)
        }
        // "Doesn't compile", "crashes on start".
        bare @ [first, rest @ ..] if states_not(bare) || is_bare_failure(first, rest) => predicate(&[], bare),
        _ => (1..=LONGEST_SUBJECT.min(words.len())).find_map(|length| {
            let (subject, said) = words.split_at(length);
            is_subject(subject, THINGS).then(|| predicate(subject, without_adverbs(said)))?
        }),
    }
}

/// "Doesn't", but not the order "don't".
fn states_not(words: &[&str]) -> bool {
    match words {
        ["does" | "did" | "is", "not", ..] | ["no", "longer", ..] => true,
        [first, ..] => STATES_NOT.contains(first),
        [] => false,
    }
}

/// "Fails again" and "crashes": "crashes are not logged" is about something else.
fn is_bare_failure(first: &str, rest: &[&str]) -> bool {
    let is_noun = rest.first().is_some_and(|next| LINKS.contains(next) || HELPERS.contains(next));
    !is_noun && first.ends_with('s') && !matches!(first, "errors" | "throws") && DOES_BADLY.contains(&first)
}

fn is_subject(words: &[&str], things: &[&str]) -> bool {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    match words.len() {
        1 => PRONOUNS.contains(first) || things.contains(last),
        _ => DETERMINERS.contains(first) && things.contains(last),
    }
}

/// "Nothing changed", "the bug is still there", "the same error as before", "it still fails", "that didn't help".
fn persists(words: &[&str]) -> bool {
    is_unchanged(words)
        || is_the_same(words)
        || trouble_stays(words)
        || is_still_so(words)
        || did_not_help(words)
}

fn is_unchanged(words: &[&str]) -> bool {
    let helps = |word: &&&str| HELPERS.contains(*word) || ADVERBS.contains(*word) || LINKS.contains(*word);
    let after_helpers = |words: &'_ [&str]| words.iter().take_while(helps).count();
    match without_adverbs(words) {
        ["unchanged", ..] | ["no", "change"] => true,
        [first, rest @ ..] if NOBODY.contains(first) => begins(&rest[after_helpers(rest)..], CHANGED),
        ["no", effect, ..] => EFFECTS.contains(effect),
        [.., "is" | "s" | "stays" | "remains", "unchanged"] => words.len() <= LONGEST_SUBJECT,
        [_, "has" | "had" | "makes" | "made", "no", effect, ..] => EFFECTS.contains(effect),
        _ => false,
    }
}

fn is_the_same(words: &[&str]) -> bool {
    let leads = |word: &&&str| BEFORE_THE_SAME.contains(*word) || ADVERBS.contains(*word);
    let ["same", what, rest @ ..] = &words[words.iter().take_while(leads).count()..] else { return false };
    let names = TROUBLES.contains(what) || OUTCOMES.contains(what);
    names && rest.first().is_none_or(|next| AFTER_THE_SAME.contains(next))
}

fn trouble_stays(words: &[&str]) -> bool {
    let stays = |at: usize| {
        let said = without_adverbs(&words[at..]);
        begins(said, PERSISTS) || matches!(said, ["is" | "s", "back", ..])
    };
    (1..=LONGEST_SUBJECT.min(words.len())).any(|at| is_subject(&words[..at], TROUBLES) && stays(at))
}

/// "Still" and something that should have gone.
fn is_still_so(words: &[&str]) -> bool {
    let Some(at) = words.iter().position(|word| *word == "still") else { return false };
    let (before, after) = (&words[..at], without_adverbs(&words[at + 1..]));
    let is_linked = before.last().is_some_and(|word| LINKS.contains(word));
    if begins(before, LOOKS) || before.iter().any(|word| UNCERTAIN.contains(word)) {
        return false;
    }
    if let Some(denied) = denied(after) {
        return [GOOD, DOES_WELL, HELPS].iter().any(|list| begins(denied, list));
    }
    let after = match after {
        ["a" | "an" | "the", rest @ ..] | ["is" | "s", rest @ ..] => rest,
        _ => after,
    };
    let shows = |word: &&&str| match is_linked {
        true => word.ends_with("ing"),
        false => word.ends_with('s') && before.last().is_none_or(|who| is_subject(&[*who], THINGS)),
    };
    let goes_on = after.first().filter(shows).is_some_and(|word| !is_good(word) && !MILD.contains(word));
    let meets_trouble =
        matches!(after, ["see" | "get" | "getting" | "seeing" | "have" | "having" | "got", ..])
            && after.iter().skip(1).take(4).any(|word| TROUBLES.contains(word));
    [BAD, DOES_BADLY, DO_BADLY, REMAINS, TROUBLES].iter().any(|list| begins(after, list))
        || goes_on
        || meets_trouble
}

fn is_good(word: &str) -> bool {
    GOOD.contains(&word) || DOES_WELL.contains(&word)
}

/// "That didn't help", "your change does not fix it".
fn did_not_help(words: &[&str]) -> bool {
    (0..words.len()).filter(|at| states_not(&words[*at..])).any(|at| {
        let denied = denied(&words[at..]).unwrap_or_default();
        begins(denied, HELPS) || matches!(denied, ["change"] | ["change", "anything" | "much", ..])
    })
}

/// "I had to fix it myself".
fn was_mended_by_hand(words: &[&str]) -> bool {
    let ["i" | "we", rest @ ..] = words else { return false };
    let mended = rest.iter().take(5).any(|word| MENDED.contains(word));
    mended && words.iter().any(|word| BY_HAND.contains(word))
}

fn predicate(subject: &[&str], said: &[&str]) -> Option<Report> {
    let are_several = subject.last().is_some_and(|word| word.ends_with('s') || *word == "they");
    if let Some(denied) = denied(said) {
        let is_broken = begins(denied, GOOD) || begins(denied, DOES_WELL);
        return is_broken.then_some(Report::Broken);
    }
    let (is_linked, rest) = match said {
        [link, rest @ ..] if LINKS.contains(link) => (true, without_adverbs(rest)),
        _ => (false, said),
    };
    let is_broken = if is_linked {
        begins(rest, BAD)
    } else {
        begins(rest, DOES_BADLY) || (are_several && begins(rest, DO_BADLY))
    };
    let works = if is_linked { begins(rest, GOOD) } else { begins(rest, DOES_WELL) };
    match (is_broken, works) {
        (true, _) => Some(Report::Broken),
        (false, true) => Some(Report::Works),
        (false, false) => None,
    }
}

/// What is denied: "pass" in "don't really pass", "correct" in "is not correct".
fn denied<'a, 'w>(said: &'a [&'w str]) -> Option<&'a [&'w str]> {
    let after = match said {
        [before, "t", rest @ ..] if BEFORE_T.contains(before) => rest,
        ["no", "longer", rest @ ..] => rest,
        [word, rest @ ..] if DENIES.contains(word) => rest,
        [link, rest @ ..] if LINKS.contains(link) || HELPERS.contains(link) => match without_adverbs(rest) {
            ["no", "longer", rest @ ..] => rest,
            [word, rest @ ..] if DENIES.contains(word) => rest,
            _ => return None,
        },
        _ => return None,
    };
    Some(without_adverbs(after))
}

/// "I had to revert …" is not done yet, and "I reset the database" takes nothing back.
fn has_taken_back(words: &[&str]) -> bool {
    let ["i" | "we", rest @ ..] = words else { return false };
    let is_before = |word: &&&str| ADVERBS.contains(*word) || BEFORE_TOOK.contains(*word);
    let said = &rest[rest.iter().take_while(is_before).count()..];
    let Some(phrase) = TOOK_BACK.iter().find(|phrase| said.starts_with(phrase)) else { return false };
    let what = &said[phrase.len()..];
    what.iter().take(2).any(|word| WHAT_WAS_DONE.contains(word))
}

fn without_adverbs<'a, 'w>(words: &'a [&'w str]) -> &'a [&'w str] {
    &words[words.iter().take_while(|word| ADVERBS.contains(word)).count()..]
}

fn begins(words: &[&str], with: &[&str]) -> bool {
    words.first().is_some_and(|word| with.contains(word))
}

#[cfg(test)]
mod tests;
