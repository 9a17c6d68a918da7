//! Looser ways of saying what to keep and what to forget. They may be about the work at hand, so they count
//! only in few shapes.

use super::{CLAUSE_ENDS, FORGET, behind, polite};

/// Vague nouns of informal orders: "forget the postgres thing".
#[rustfmt::skip]
const THINGS: [&str; 18] = [
    "thing", "things", "rule", "rules", "lesson", "decision", "convention", "entry", "note", "advice", "preference",
    "pitfall", "workflow", "adr", "pf", "idea", "policy", "guideline",
];
/// Openings of the replacement: "we go with mysql now".
#[rustfmt::skip]
const INSTEAD: [&str; 14] = [
    "we use", "we go with", "we're using", "we are using", "we switched", "we moved", "we're going with",
    "we are going with", "we went with", "we'll use", "we will use", "from now on", "we do it", "we decided",
];
/// How a prompt begins that may tell something to keep, and may be about the work at hand.
const LOOSE: [&str; 9] = [
    "remember this: ",
    "remember that: ",
    "remember that ",
    "remember to ",
    "always remember that ",
    "always remember to ",
    "keep in mind that ",
    "from now on, ",
    "from now on ",
];
/// A longer one is a task.
const MOST_LOOSE_WORDS: usize = 24;
/// One of these soon follows "remember that", unless it points at a thing: "remember that bug".
#[rustfmt::skip]
const STATES: [&str; 26] = [
    "is", "are", "isn't", "aren't", "has", "have", "must", "should", "need", "needs", "use", "uses", "go", "goes", "live",
    "lives", "belong", "belongs", "mean", "means", "can", "cannot", "can't", "don't", "never", "always",
];
const STATED_WITHIN: usize = 5;
/// Whose habits a statement is about: "remember that we deploy on fridays", but not "that we deployed".
const OURS: [&str; 3] = ["we", "our", "i"];
/// Words about the work of that day.
#[rustfmt::skip]
const OF_THE_DAY: [&str; 12] = [
    "was", "were", "did", "today", "tomorrow", "yesterday", "tonight", "later", "earlier", "done", "finish", "finished",
];
/// "The tests are green" tells how the work stands, also behind "from now on".
const IS: [&str; 6] = ["is", "are", "it's", "they're", "looks", "look"];
#[rustfmt::skip]
const HOW_IT_STANDS: [&str; 14] = [
    "green", "red", "broken", "fixed", "passing", "failing", "working", "ready", "ok", "okay", "fine", "good", "flaky", "clean",
];
/// A longer subject is no lesson's name.
const MOST_LAPSED_WORDS: usize = 6;
/// A lesson that does not hold any more: "the redis decision is outdated".
const LAPSED: [&str; 12] = [
    " does not hold any more",
    " does not hold anymore",
    " doesn't hold any more",
    " doesn't hold anymore",
    " no longer holds",
    " no longer applies",
    " does not apply any more",
    " doesn't apply any more",
    " doesn't apply anymore",
    " is outdated",
    " is obsolete",
    " is void",
];

/// "Forget it" gives up an attempt, not a lesson.
#[rustfmt::skip]
const PRONOUNS: [&str; 14] = [
    "it", "this", "that", "everything", "all", "me", "him", "her", "them", "these", "those", "what", "you", "i",
];
/// Words before the name of what is to be forgotten.
const ABOUT: [&str; 8] = [
    "about what i said about ",
    "what i said about ",
    "what i told you about ",
    "what we said about ",
    "what you know about ",
    "what you learned about ",
    "everything about ",
    "about ",
];
/// "Forget redis" and nothing else. More words are about something else.
const MOST_BARE_WORDS: usize = 4;
/// Without a "rule" or the like, these begin or hold what is no lesson: "forget to push", "forget the last message".
#[rustfmt::skip]
const NO_NAME: [&str; 12] = ["to", "how", "why", "if", "when", "where", "which", "who", "whether", "my", "your", "our"];
#[rustfmt::skip]
const AT_HAND: [&str; 22] = [
    "last", "previous", "message", "question", "answer", "prompt", "request", "task", "step", "comment", "error", "bug", "typo",
    "password", "attempt", "try", "approach", "branch", "above", "mentioned", "said", "rest",
];
/// What is put off is not given up: "forget about the tests for a moment".
#[rustfmt::skip]
const FOR_A_WHILE: [&str; 12] = [
    "moment", "now", "second", "sec", "minute", "today", "while", "bit", "currently", "yet", "temporarily", "session",
];

/// Openings of an order for the work at hand, behind a mark or "and".
const ERRAND: [&str; 5] = ["now ", "can you ", "could you ", "would you ", "will you "];
const NO_ERRAND: [&str; 3] = ["now and then", "now and again", "now that"];
/// Openings of such orders behind a looser lesson. Other verbs may as well be a part of it: "and update the changelog".
#[rustfmt::skip]
const LIKELY_ERRAND: [&str; 9] = [
    "let's ", "lets ", "go ahead", "fix ", "implement ", "continue ", "proceed ", "finish ", "debug ",
];
const JOINS: [&str; 5] = ["and ", "so ", "but ", "then ", "please "];

/// The lesson of a prompt that may be one: "remember that dates are utc", "from now on use pnpm".
pub fn to_keep(prompt: &str) -> Option<String> {
    let said = super::paragraph(polite(prompt));
    let lead = LOOSE.iter().find(|lead| behind(&said, lead).is_some())?;
    let rest = before_errand(said.get(lead.len()..)?.trim(), is_likely_errand);
    let lower = rest.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').collect();
    let is_ours = OURS.contains(words.first()?) && words.get(1).is_some_and(|word| !word.ends_with("ed"));
    let states = is_ours || words.iter().take(STATED_WITHIN).any(|word| STATES.contains(word));
    let is_statement = states || !lead.ends_with("that ");
    let is_short = words.len() > 1 && words.len() <= MOST_LOOSE_WORDS && !rest.contains(['?', '\n']);
    (is_statement && is_short && !is_of_the_day(&words)).then(|| rest.to_owned())
}

fn is_of_the_day(words: &[&str]) -> bool {
    let stands = |pair: &[&str]| IS.contains(&pair[0]) && HOW_IT_STANDS.contains(&pair[1]);
    words.iter().any(|word| OF_THE_DAY.contains(word)) || words.windows(2).any(stands)
}

/// "Use semicolons, and now fix the login bug": only what to keep.
pub(super) fn lesson(said: &str) -> &str {
    before_errand(said, is_errand)
}

fn before_errand(said: &str, is_errand: impl Fn(&str) -> bool) -> &str {
    let marks = said.char_indices().filter(|(_, c)| CLAUSE_ENDS.contains(c)).map(|(at, _)| at);
    let ands = said.match_indices(" and ").map(|(at, _)| at);
    let ends = marks.chain(ands).filter(|at| is_errand(said[*at..].trim_start_matches(CLAUSE_ENDS)));
    ends.min().map_or(said, |at| said[..at].trim_end())
}

fn is_errand(clause: &str) -> bool {
    opens(clause, &ERRAND) && !opens(clause, &NO_ERRAND)
}

fn is_likely_errand(clause: &str) -> bool {
    is_errand(clause) || opens(clause, &LIKELY_ERRAND)
}

/// The clause begins with one of these, behind "and" or "please".
fn opens(clause: &str, cues: &[&str]) -> bool {
    let mut clause = clause.trim_start();
    while let Some(rest) = JOINS.iter().find_map(|join| behind(clause, join)) {
        clause = rest.trim_start();
    }
    cues.iter().any(|cue| behind(clause, cue).is_some())
}

/// What an informal order revokes, and its replacement, if any. "Forget it, try X" revokes nothing.
pub fn loosely(prompt: &str) -> Option<(String, String)> {
    let prompt = polite(prompt);
    let (given_up, next) = lapsed(prompt).or_else(|| set_aside(prompt))?;
    let instead = replacement(next);
    let is_pronoun = words(given_up).next().is_none_or(|word| PRONOUNS.contains(&word.as_str()))
        && words(given_up).nth(1).is_none();
    let is_named =
        names_thing(given_up) || !instead.is_empty() || (next.is_empty() && is_bare_name(given_up));
    let is_put_off = words(given_up).any(|word| FOR_A_WHILE.contains(&word.as_str()));
    (is_named && !is_pronoun && !is_put_off).then(|| (given_up.to_owned(), instead.to_owned()))
}

/// Whether who says it waits for an answer, also where nothing fits: "forget the redis rule", "forget redis".
pub fn is_order_to_forget(prompt: &str) -> bool {
    let said = set_aside(polite(prompt));
    said.is_some_and(|(given_up, next)| names_thing(given_up) || (next.is_empty() && is_bare_name(given_up)))
}

/// The first clause of "the postgres thing, we use mysql now", and its replacement, if any.
pub fn given_up(said: &str) -> (&str, &str) {
    let (first, next) = clauses(without_about(said));
    (first, replacement(next))
}

fn words(said: &str) -> impl Iterator<Item = String> + '_ {
    said.split_whitespace().map(|word| word.trim_matches(['"', '“', '”', '`', '?']).to_lowercase())
}

fn names_thing(given_up: &str) -> bool {
    words(given_up).any(|word| THINGS.contains(&word.as_str()) || is_entry(&word))
}

/// One or a few words that may name a lesson.
fn is_bare_name(given_up: &str) -> bool {
    let first = words(given_up).next().unwrap_or_default();
    let is_none = [&PRONOUNS[..], &NO_NAME].iter().any(|list| list.contains(&first.as_str()));
    let is_at_hand = words(given_up).any(|word| AT_HAND.contains(&word.as_str()));
    words(given_up).count() <= MOST_BARE_WORDS && !is_none && !is_at_hand && !given_up.contains('?')
}

fn replacement(next: &str) -> &str {
    let lower = next.to_lowercase();
    let is_one = INSTEAD.iter().any(|cue| lower.starts_with(cue) || lower.contains(&format!(" {cue} ")));
    if is_one { next } else { "" }
}

/// "Forget about postgres, we use mysql now": the thing, and what follows.
fn set_aside(prompt: &str) -> Option<(&str, &str)> {
    let rest = FORGET.iter().find_map(|lead| behind(prompt, lead))?.strip_prefix(' ')?;
    Some(clauses(without_about(rest.trim_start())))
}

fn without_about(said: &str) -> &str {
    ABOUT.iter().find_map(|about| behind(said, about)).map_or(said, str::trim_start)
}

/// "The postgres rule is outdated, we use mysql now".
fn lapsed(prompt: &str) -> Option<(&str, &str)> {
    let (first, next) = clauses(prompt);
    let lower = first.to_ascii_lowercase();
    let end = LAPSED.iter().find_map(|said| lower.find(said))?;
    let is_short = lower[..end].split_whitespace().count() <= MOST_LAPSED_WORDS;
    (is_short && names_thing(&lower[..end])).then(|| (first[..end].trim(), next))
}

/// The first clause and the others, without a "please" at the end.
fn clauses(said: &str) -> (&str, &str) {
    let end = said.find(CLAUSE_ENDS).unwrap_or(said.len());
    let (first, next) = (said[..end].trim(), said[end..].trim_start_matches(CLAUSE_ENDS).trim());
    let is_courtesy =
        |said: &str| COURTESY.iter().any(|word| said.trim_end_matches('!').eq_ignore_ascii_case(word));
    let first = COURTESY.iter().find_map(|word| before(first, word)).unwrap_or(first);
    (first, if is_courtesy(next) { "" } else { next })
}

const COURTESY: [&str; 6] = ["please", "pls", "thanks", "thank you", "thx", "bitte"];

/// Ignores case.
fn before<'a>(said: &'a str, tail: &str) -> Option<&'a str> {
    let start = said.len().checked_sub(tail.len())?;
    let is_it = said.get(start..)?.eq_ignore_ascii_case(tail) && said[..start].ends_with(' ');
    is_it.then(|| said[..start].trim_end())
}

fn is_entry(word: &str) -> bool {
    ["adr-", "pf-"].iter().any(|prefix| word.starts_with(prefix))
}
