//! What people report of the work in words of their own: "the build is red", "it crashes now", "I
//! reverted your change". A clause is read by what it is about and what it says of it, because such
//! sentences are hardly ever worded alike.

use super::phrases::FILLERS;
use crate::core::text::normalise;

const PRONOUNS: &[&str] = &["it", "that", "this", "these", "those", "they", "everything", "something"];
const NOBODY: &[&str] = &["nothing", "none"];
#[rustfmt::skip]
const DETERMINERS: &[&str] = &[
    "the", "your", "our", "my", "all", "some", "both", "half", "most", "many", "two", "three",
    "several", "new", "old", "existing", "unit", "integration", "that", "this", "these", "those",
];
/// What work leaves behind and people run.
#[rustfmt::skip]
const THINGS: &[&str] = &[
    "build", "test", "tests", "suite", "ci", "pipeline", "workflow", "check", "checks", "lint",
    "linter", "typecheck", "compiler", "app", "application", "code", "server", "page", "site",
    "program", "script", "command", "change", "changes", "fix", "output", "result", "results",
    "deploy", "deployment", "migration", "hook", "one", "ones",
];
/// Characters of a subject are few words: "all of the unit tests".
const LONGEST_SUBJECT: usize = 5;
#[rustfmt::skip]
const ADVERBS: &[&str] = &[
    "now", "still", "just", "also", "always", "even", "actually", "again", "completely", "totally",
    "really", "suddenly", "all", "currently", "then", "quite", "fully", "yet", "here", "already",
    "finally", "both", "immediately", "simply", "only", "partly",
];
#[rustfmt::skip]
const LINKS: &[&str] = &[
    "is", "are", "was", "were", "s", "re", "looks", "look", "seems", "seem", "went", "goes", "go",
    "got", "gets", "stays", "stay", "turned", "remains", "became",
];
#[rustfmt::skip]
const DENIES: &[&str] = &[
    "not", "isnt", "arent", "wasnt", "dont", "doesnt", "didnt", "wont", "cant", "cannot", "couldnt",
    "never",
];
/// Before the "t" of "don't".
#[rustfmt::skip]
const BEFORE_T: &[&str] =
    &["isn", "aren", "wasn", "weren", "don", "doesn", "didn", "won", "can", "couldn", "hasn", "haven"];
const HELPERS: &[&str] = &["do", "does", "did", "can", "could", "will", "has", "have"];
#[rustfmt::skip]
const GOOD: &[&str] = &[
    "correct", "right", "working", "passing", "compiling", "building", "running", "true", "green",
    "fixed", "good", "fine", "ok", "okay", "perfect", "great", "solved", "resolved",
];
#[rustfmt::skip]
const DOES_WELL: &[&str] = &[
    "work", "works", "worked", "pass", "passes", "passed", "compile", "compiles", "build", "builds",
    "start", "starts", "succeed", "succeeds", "run", "runs", "load", "loads", "help", "helped",
];
#[rustfmt::skip]
const BAD: &[&str] = &[
    "red", "broken", "failing", "wrong", "incorrect", "crashing", "down", "dead", "unusable",
    "worse", "buggy", "hanging", "stuck", "erroring",
];
#[rustfmt::skip]
const DOES_BADLY: &[&str] = &[
    "crash", "crashes", "crashed", "breaks", "broke", "fails", "failed", "errors", "panics",
    "panicked", "hangs", "freezes", "segfaults", "throws", "explodes",
];
/// Of several: "the tests fail", but "make it fail".
const DO_BADLY: &[&str] = &["fail", "break", "hang", "freeze", "panic", "error", "throw"];
#[rustfmt::skip]
const TOOK_BACK: &[&[&str]] = &[
    &["reverted"], &["undid"], &["undone"], &["rolled", "back"], &["discarded"], &["backed", "out"], &["threw", "away"], &["reset"],
];
const BEFORE_TOOK: &[&str] = &["ve", "d", "have", "had", "to", "went", "ahead", "and"];
#[rustfmt::skip]
const WHAT_WAS_DONE: &[&str] = &[
    "your", "that", "this", "it", "them", "those", "these", "everything", "all", "change",
    "changes", "commit", "commits", "edit", "edits", "last",
];

/// What a clause reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    Works,
    Broken,
    TakenBack,
}

/// Of each clause that reports something, in their order.
pub(super) fn of(text: &str) -> Vec<Report> {
    let apart = text.replace(" but ", ". ").replace(" and ", ". ").replace(" however ", ". ");
    let clauses = apart.split(['.', ',', ';', ':', '!', '\n', '—']);
    clauses.filter_map(of_clause).collect()
}

fn of_clause(clause: &str) -> Option<Report> {
    // A question asks for something that it does not know.
    if clause.trim_end().ends_with('?') {
        return None;
    }
    let words = format!(" {} ", normalise(clause));
    let words: Vec<&str> = FILLERS.cut(&words).split_whitespace().collect();
    if has_taken_back(&words) {
        return Some(Report::TakenBack);
    }
    if let [first, rest @ ..] = &words[..]
        && NOBODY.contains(first)
    {
        return begins(without_adverbs(rest), DOES_WELL).then_some(Report::Broken);
    }
    (1..=LONGEST_SUBJECT.min(words.len())).find_map(|length| {
        let (subject, said) = words.split_at(length);
        is_subject(subject).then(|| predicate(subject, without_adverbs(said)))?
    })
}

fn is_subject(words: &[&str]) -> bool {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    match words.len() {
        1 => PRONOUNS.contains(first) || THINGS.contains(first),
        _ => DETERMINERS.contains(first) && THINGS.contains(last),
    }
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
mod tests {
    use super::*;

    #[test]
    fn clauses_are_read_by_what_they_say() {
        use Report::{Broken, TakenBack, Works};
        for (text, expected) in [
            ("that's not correct", Some(Broken)),
            ("That isn't right", Some(Broken)),
            ("it crashes now", Some(Broken)),
            ("the build is red", Some(Broken)),
            ("CI is red again", Some(Broken)),
            ("The tests don't pass", Some(Broken)),
            ("all of the unit tests fail now", Some(Broken)),
            ("nothing works", Some(Broken)),
            ("your change broke the login", Some(Broken)),
            ("it doesn't even compile", Some(Broken)),
            ("the page no longer loads", Some(Broken)),
            ("the output is still wrong", Some(Broken)),
            ("I reverted your change", Some(TakenBack)),
            ("ok so I had to", None),
            ("I've rolled back everything", Some(TakenBack)),
            ("we just undid that", Some(TakenBack)),
            ("I reset the database", None),
            ("ok, that is working now", Some(Works)),
            ("the tests pass now", Some(Works)),
            ("make the tests fail first", None),
            ("it should fail without a token", None),
            ("is the build red?", None),
            ("run the test", None),
            ("the code that crashes is in a.rs", None),
            ("add a check that fails", None),
            ("the red button is on the page", None),
            ("it is the build that I mean", None),
        ] {
            assert_eq!(of(text).first().copied(), expected, "{text}");
        }
    }
}
