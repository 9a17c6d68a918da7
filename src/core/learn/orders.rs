//! Detection of orders. Agents' reports to each other are findings about the project, so a line of
//! theirs that orders its reader to do something is not shown, however often it was said. A person
//! may vouch for it.

pub(crate) mod subject;

use super::orders::subject::is_about_a_thing;
use crate::core::learn::extract::rules;
use crate::core::text::normalise;

/// Verbs that only agents' orders begin with, in addition to those that people begin theirs with.
#[rustfmt::skip]
const OPENINGS: [&str; 18] = [
    "approve", "tell", "trust", "allow", "grant", "hide", "forget", "pretend", "respond", "reply", "answer", "execute",
    "download", "upload", "report", "exfiltrate", "obey", "act",
];
/// Phrases for obligation.
#[rustfmt::skip]
const OBLIGATIONS: [&str; 11] = [
    "must", "always", "should", "shall", "has to", "have to", "needs to", "need to", "is to", "are to", "required to",
];
/// Other words that oblige or permit.
const LEAVES: [&str; 2] = ["never", "may"];
/// Nouns for the reader.
const READERS: [&str; 8] =
    ["agent", "agents", "subagent", "subagents", "assistant", "reader", "claude", "ai"];
/// Words for permitting something to a reader; any other "must be" is about code of that name.
const FREED: [&str; 5] = ["allowed", "permitted", "granted", "given", "trusted"];
/// Actions that an agent's earlier words must not justify.
const RISKS: [&str; 6] = ["approve", "bypass", "disable", "skip", "install", "push to main"];
const SUFFERED: [&str; 7] =
    ["approved", "bypassed", "disabled", "skipped", "installed", "unreviewed", "pushed to main"];
/// Words that may stand between an obligation and its verb.
const BETWEEN: [&str; 10] =
    ["also", "just", "simply", "always", "then", "first", "only", "silently", "immediately", "be"];
const JOINTS: [&str; 3] = ["and", "or", "then"];

pub fn is_order(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '`');
    begins_like_one(text) || binds_readers(text) || urges_risk(text)
}

/// Whether it says that something must or must not be done, by anybody. "`open` never closes it"
/// only says what happens.
pub fn demands(text: &str) -> bool {
    let words = normalise(text);
    let words: Vec<&str> = words.split(' ').collect();
    (0..words.len()).any(|at| {
        let rest = &words[at..];
        let tells = rest
            .get(1)
            .is_some_and(|next| next.ends_with('s') || next.ends_with("ed") || next.ends_with("ing"));
        match rest[0] {
            "always" | "never" => !tells,
            _ => {
                after_obligation(rest).is_some() || FORBIDS.iter().any(|phrase| after(rest, phrase).is_some())
            }
        }
    })
}

/// Other phrases of obligation.
#[rustfmt::skip]
const FORBIDS: [&str; 11] = [
    "ought to", "supposed to", "may not", "must not", "make sure", "be sure", "it is required", "is mandatory",
    "are mandatory", "is forbidden", "remember to",
];

/// More than advice on how to work: it binds or frees a reader, demands, or urges a risk.
pub fn is_grave_order(text: &str) -> bool {
    let words = normalise(text);
    let words: Vec<&str> = words.split(' ').collect();
    let opens = |phrases: &[&str]| phrases.iter().any(|phrase| after(&words, phrase).is_some());
    opens(&OPENINGS) || opens(&RISKS) || binds_readers(text) || urges_risk(text) || demands(text)
}

fn begins_like_one(text: &str) -> bool {
    let words = normalise(text);
    let first = words.split(' ').next().unwrap_or_default();
    let is_risk = RISKS.contains(&first);
    let opens = OPENINGS.contains(&first) || rules::is_order(text) || !rules::is_read(text);
    opens && (is_risk || !is_about_a_thing(text))
}

/// "The agent must …", but not "the user agent must be sent".
pub fn binds_readers(text: &str) -> bool {
    let words = normalise(text);
    let words: Vec<&str> = words.split(' ').collect();
    (1..words.len()).any(|at| {
        let (reader, before) = (words[at - 1], at.checked_sub(2).map(|before| words[before]));
        let is_code = before == Some("user") || (reader == "reader" && words[at] == "may");
        READERS.contains(&reader) && !is_code && after_duty(&words[at..]).is_some_and(binds)
    })
}

fn after_duty<'a, 'w>(words: &'a [&'w str]) -> Option<&'a [&'w str]> {
    let leaves = words.first().is_some_and(|word| LEAVES.contains(word));
    after_obligation(words).or_else(|| leaves.then(|| &words[1..]))
}

fn binds(rest: &[&str]) -> bool {
    match rest {
        ["be", done, ..] => FREED.contains(done),
        _ => true,
    }
}

/// The words after an obligation at the start.
fn after_obligation<'a, 'w>(words: &'a [&'w str]) -> Option<&'a [&'w str]> {
    OBLIGATIONS.iter().find_map(|phrase| after(words, phrase))
}

fn after<'a, 'w>(words: &'a [&'w str], phrase: &str) -> Option<&'a [&'w str]> {
    let mut rest = words;
    for part in phrase.split(' ') {
        let (first, others) = rest.split_first()?;
        rest = (*first == part).then_some(others)?;
    }
    Some(rest)
}

/// "One must disable …", "… are to be skipped". Code may have to skip something, and something that
/// must never be skipped is a safeguard.
fn urges_risk(text: &str) -> bool {
    clauses(text).any(|clause| {
        let words: Vec<&str> = clause.iter().map(|word| word.text.as_str()).collect();
        (0..words.len()).any(|at| {
            let is_code = at > 0 && clause[..at].iter().all(|word| word.is_name || word.text == "the");
            after_obligation(&words[at..]).is_some_and(|rest| is_risky(rest, is_code))
        })
    })
}

fn is_risky(rest: &[&str], is_code: bool) -> bool {
    let verb = rest.iter().position(|word| !BETWEEN.contains(word)).unwrap_or(rest.len());
    let is_suffered = rest[..verb].contains(&"be");
    let by_somebody = rest.get(verb + 1).is_some_and(|word| *word == "by");
    let joined = |at: usize| JOINTS.contains(&rest[at]) && begins_with_any(&rest[at + 1..], &RISKS);
    if is_suffered {
        return begins_with_any(&rest[verb..], &SUFFERED) && !by_somebody;
    }
    let is_urged = begins_with_any(&rest[verb..], &RISKS) || (0..rest.len()).any(joined);
    is_urged && !is_code
}

fn begins_with_any(rest: &[&str], risks: &[&str]) -> bool {
    risks.iter().any(|risk| after(rest, risk).is_some())
}

struct Word {
    text: String,
    /// A path or a name in code.
    is_name: bool,
}

/// The words of each clause of the sentence.
fn clauses(text: &str) -> impl Iterator<Item = Vec<Word>> {
    let mut clauses: Vec<Vec<Word>> = vec![vec![]];
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_name = word.starts_with('`') || bare.contains(['/', '.', '_', ':', '(']);
        let read = Word { text: if is_name { bare.to_owned() } else { normalise(word) }, is_name };
        if let Some(clause) = clauses.last_mut() {
            clause.push(read);
        }
        if word.ends_with([',', ';', ':', '.', '!', '?']) {
            clauses.push(vec![]);
        }
    }
    clauses.into_iter()
}
