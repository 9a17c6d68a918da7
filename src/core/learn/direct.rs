//! Lessons that a person states as such: "remember: …". The words are their own evidence, so only
//! the kind of the lesson and the contents of its fields are worked out.

use super::extract::rules;
use super::extract::{DialogMessage, DialogPair, Request};
use crate::core::entities::keys::place::is_place;
use crate::core::model::{Details, Kind};
use crate::core::text::{ellipsis, one_line};

const MOST_TITLE_CHARS: usize = 120;
/// The situation of a rule that does not name one.
const ANY_WORK: &str = "any work in this project";
const ANY_PLACE: &str = "this project";
const SAID_SO: &str = "Said directly by a person";

/// The content of a lesson, before anything is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectLesson {
    pub title: String,
    pub details: Details,
}

/// Openings of a refusal.
const REFUSES: [&str; 22] = [
    "never ",
    "don't ",
    "dont ",
    "do not ",
    "don’t ",
    "avoid ",
    "careful",
    "be careful",
    "beware",
    "watch out",
    "mind that",
    "stop ",
    "no more ",
    "must not ",
    "nie ",
    "niemals ",
    "nicht ",
    "kein",
    "ne jamais ",
    "jamais ",
    "nunca ",
    "não ",
];

/// Words for what goes wrong.
const FAILS: [&str; 8] =
    [" breaks ", " fails ", " crashes ", " hangs ", " corrupts ", " overwrites ", " deletes ", " loses "];

/// Openings of a choice or a statement of how things are.
const CHOSEN: [&str; 17] = [
    "we use ",
    "we go with ",
    "we are going with ",
    "we decided ",
    "we chose ",
    "we stay with ",
    "we switched ",
    "we moved ",
    "we keep ",
    "i use ",
    "decided: ",
    "decision: ",
    " instead of ",
    " rather than ",
    ", not ",
    "wir nehmen ",
    "wir nutzen ",
];
const STATES: [&str; 9] =
    [" is ", " are ", " lives ", " live ", " has ", " means ", " belongs ", " stands for ", " comes from "];

/// Words that introduce the situation.
const WHEN: [&str; 12] = [
    "before ",
    "after ",
    "when ",
    "whenever ",
    "if ",
    "while ",
    "once ",
    "unless ",
    "bevor ",
    "nachdem ",
    "wenn ",
    "vor ",
];

/// The lesson in the text; `None` if the text is empty.
pub fn lesson(said: &str) -> Option<DirectLesson> {
    if let Some(sequence) = sequence(said) {
        return Some(sequence);
    }
    let words = stripped(said);
    if !words.chars().any(char::is_alphanumeric) {
        return None;
    }
    let (wanted, reason) = rules::parted(&words).unwrap_or((words.clone(), String::new()));
    let wanted = sentence(&wanted);
    let title = ellipsis(&wanted, MOST_TITLE_CHARS);
    let details = match kind(&words, &reason) {
        Kind::Pitfall => {
            let (issue, resolution) = wrong_and_right(&wanted);
            Details::Pitfall { area: area(&words), issue, impact: reason, resolution }
        }
        Kind::Decision => {
            Details::Decision { context: SAID_SO.to_owned(), decision: wanted, rationale: reason }
        }
        Kind::Procedural | Kind::Workflow => {
            let (situation, step) = when(&wanted);
            Details::Procedural { situation, steps: vec![step], rationale: reason }
        }
    };
    Some(DirectLesson { title, details })
}

/// Consecutive steps, as the built-in extractor reads them.
fn sequence(said: &str) -> Option<DirectLesson> {
    let user = dialog_message("u", said);
    let pair = DialogPair { id: "p".into(), assistant: dialog_message("a", ""), user: user.clone() };
    let request =
        Request { version: 1, existing: vec![], user_signals: vec![user], dialog_pairs: vec![pair] };
    let mut found = rules::builtin(&request).observations.into_iter();
    let workflow = found.find(|item| item.details.kind() == Kind::Workflow)?;
    Some(DirectLesson { title: workflow.title, details: workflow.details })
}

fn dialog_message(id: &str, text: &str) -> DialogMessage {
    DialogMessage { id: id.to_owned(), text: text.to_owned() }
}

fn kind(words: &str, reason: &str) -> Kind {
    let lower = words.to_lowercase();
    let begins = |cues: &[&str]| cues.iter().any(|cue| lower.starts_with(cue));
    let holds = |cues: &[&str]| cues.iter().any(|cue| lower.contains(cue));
    let is_bound = begins(&WHEN) || lower.starts_with("always ") || lower.contains(" always ");
    let states = holds(&STATES) && !rules::is_order(words);
    if begins(&REFUSES) || holds(&FAILS) {
        Kind::Pitfall
    } else if holds(&CHOSEN) || (!is_bound && (!reason.is_empty() || states)) {
        Kind::Decision
    } else {
        Kind::Procedural
    }
}

/// "Never do X, do Y": what goes wrong, and what to do about it, if that was said.
fn wrong_and_right(wanted: &str) -> (String, String) {
    let lower = wanted.to_lowercase();
    let Some(refusal) = REFUSES.iter().find(|cue| cue.ends_with(' ') && lower.starts_with(**cue)) else {
        return (wanted.to_owned(), String::new());
    };
    let act = wanted.get(refusal.len()..).unwrap_or(wanted);
    match act.split_once(',').filter(|(_, rest)| rules::is_order(rest)) {
        Some((act, instead)) => (sentence(act), sentence(instead)),
        None => (sentence(act), wanted.to_owned()),
    }
}

/// The first place that is named.
fn area(words: &str) -> String {
    let mut named = words.split_whitespace().map(bare_word);
    named.find(|word| word.contains('/') && is_place(word)).unwrap_or_else(|| ANY_PLACE.to_owned())
}

fn bare_word(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric() && !"/._*-".contains(c)).to_owned()
}

/// Situation and action of "before you push, run the linter" and "run the linter before you push".
fn when(wanted: &str) -> (String, String) {
    let lower = wanted.to_lowercase();
    if lower.len() != wanted.len() {
        return (ANY_WORK.to_owned(), wanted.to_owned());
    }
    if WHEN.iter().any(|cue| lower.starts_with(cue))
        && let Some((situation, step)) = wanted.split_once(',')
    {
        return (situation.trim().to_owned(), sentence(step));
    }
    let behind = WHEN.iter().filter_map(|cue| lower.rfind(&format!(" {cue}")));
    match behind.max() {
        Some(at) => (sentence(&wanted[at..]), sentence(&wanted[..at])),
        None => (ANY_WORK.to_owned(), wanted.to_owned()),
    }
}

/// The text without lead-in words and quotation marks: "that", "to".
fn stripped(said: &str) -> String {
    let words = one_line(said);
    let mut words = words.trim().trim_matches(['"', '“', '”', '\'']).trim();
    for lead in ["please ", "that ", "to ", "dass ", "bitte "] {
        let begins = words.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead));
        words = if begins { words[lead.len()..].trim_start() } else { words };
    }
    words.to_owned()
}

fn sentence(text: &str) -> String {
    let text =
        text.trim().trim_end_matches(['.', ',', ';', '!', ':', ' ']).trim_start_matches([',', ';', ' ']);
    let mut letters = text.chars();
    // `npm` and "iOS" keep their spelling.
    let is_word = text
        .split_whitespace()
        .next()
        .is_some_and(|word| word.chars().all(|c| c.is_lowercase() || c == '\''));
    match letters.next() {
        Some(first) if is_word => first.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(said: &str) -> (Kind, String) {
        let lesson = lesson(said).unwrap();
        (lesson.details.kind(), lesson.title)
    }

    #[test]
    fn the_kind_of_a_lesson_is_in_its_words() {
        for (said, kind, title) in [
            ("commit messages always in english", Kind::Procedural, "Commit messages always in english"),
            ("run the linter before you push", Kind::Procedural, "Run the linter before you push"),
            ("please keep answers short.", Kind::Procedural, "Keep answers short"),
            ("always run make lint, because CI is slow", Kind::Procedural, "Always run make lint"),
            ("never edit src/generated by hand", Kind::Pitfall, "Never edit src/generated by hand"),
            ("don't use npm, it breaks the lockfile", Kind::Pitfall, "Don't use npm"),
            ("don't use npm, yarn or bun", Kind::Pitfall, "Don't use npm, yarn or bun"),
            ("use postgres because of json", Kind::Decision, "Use postgres"),
            (
                "the build fails when redis is not running",
                Kind::Pitfall,
                "The build fails when redis is not running",
            ),
            ("we use pnpm", Kind::Decision, "We use pnpm"),
            ("use pnpm instead of npm", Kind::Decision, "Use pnpm instead of npm"),
            ("use mysql because our host has nothing else", Kind::Decision, "Use mysql"),
            ("that the api lives in services/api", Kind::Decision, "The api lives in services/api"),
            ("bitte commits immer auf deutsch", Kind::Procedural, "Commits immer auf deutsch"),
            ("nie direkt auf main pushen", Kind::Pitfall, "Nie direkt auf main pushen"),
        ] {
            assert_eq!(of(said), (kind, title.to_owned()), "{said}");
        }
        let release = "To release:\n1. run `make lint`\n2. bump the version\n3. run `git tag`";
        assert_eq!(of(release).0, Kind::Workflow);
        assert_eq!(lesson("…"), None);
        assert_eq!(lesson("  "), None);
    }

    #[test]
    fn when_and_why_have_their_own_fields() {
        let Some(DirectLesson { details: Details::Procedural { situation, steps, rationale }, .. }) =
            lesson("before you push, run the linter because CI is slow")
        else {
            panic!()
        };
        assert_eq!(
            (situation.as_str(), steps, rationale.as_str()),
            ("Before you push", vec!["Run the linter".to_owned()], "CI is slow")
        );
        let Some(DirectLesson { details: Details::Pitfall { area, issue, impact, .. }, .. }) =
            lesson("never edit src/generated because it is overwritten")
        else {
            panic!()
        };
        assert_eq!((area.as_str(), issue.as_str()), ("src/generated", "Edit src/generated"));
        assert!(impact.contains("overwritten"), "{impact}");
        for (said, expected) in [
            ("don't edit src/generated by hand, the generator overwrites it", "The generator overwrites it"),
            (
                "don't touch the generated client, it gets lost with the next build",
                "It gets lost with the next build",
            ),
            ("never use npm, use pnpm", ""),
        ] {
            let Some(DirectLesson { details: Details::Pitfall { impact, .. }, .. }) = lesson(said) else {
                panic!("{said}")
            };
            assert_eq!(impact, expected, "{said}");
        }
    }
}
