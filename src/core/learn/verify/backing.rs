//! Backing of a lesson by what was said. A true quote proves that the person spoke, not that they
//! said this: so of each field most content words, every name and number, and what it is for or
//! against must occur in the quoted messages of the person. The assistant's words may only back
//! what a lesson is chosen from or against: the option of a decision, or what went wrong in a
//! pitfall.
//!
//! A field without backing is cut. A title without backing becomes the person's own words.

mod words;

use super::quotes::{FoundQuote, QuotedTranscript};
use crate::core::entities::admission::fetches;
use crate::core::entities::keys::keys_of;
use crate::core::entities::negation::{Stance, clauses, is_negation, refuses, stances};
use crate::core::learn::extract::dialog::own_words;
use crate::core::learn::extract::rules::{reasons_in, sentences};
use crate::core::model::{Details, Speaker};
use crate::core::text::{ellipsis, normalise, one_line};
pub(super) use words::content;
use words::{WordStems, numbers};

/// The share (in percent) of a field's content words that must have been said.
const ENOUGH: usize = 60;
const MOST_TITLE_CHARS: usize = 119;
const FEWEST_TITLE_WORDS: usize = 3;

/// The texts that back an item: the person's quoted messages, alone and together with the
/// assistant's that they answer.
pub(super) struct Backing {
    person: Heard,
    exchange: Heard,
}

struct Heard {
    text: String,
    lower: String,
    stems: WordStems,
}

impl Heard {
    fn new(text: String) -> Heard {
        Heard { lower: format!(" {} ", normalise(&text)), stems: WordStems::of(&text), text }
    }
}

impl Backing {
    pub(super) fn new(found: &[FoundQuote<'_>], transcript: &QuotedTranscript<'_>) -> Backing {
        let typed: Vec<&FoundQuote<'_>> = found.iter().filter(|found| found.is_typed()).collect();
        let person: Vec<String> = typed.iter().map(|found| own_words(found.message).into_owned()).collect();
        let mut exchange: Vec<&str> = typed.iter().map(|found| found.message).collect();
        let answered = |spoken: &&super::quotes::SpokenMessage<'_>| {
            spoken.speaker == Speaker::Assistant
                && typed.iter().any(|typed| typed.exchange == spoken.exchange)
        };
        exchange.extend(transcript.messages().filter(answered).map(|spoken| spoken.text));
        exchange.extend(found.iter().map(|found| found.message));
        Backing { person: Heard::new(person.join("\n")), exchange: Heard::new(exchange.join("\n")) }
    }

    /// The lesson without the parts that were not said.
    pub(super) fn kept(&self, title: &str, details: Details, found: &[FoundQuote<'_>]) -> (String, Details) {
        let is_choice = matches!(details, Details::Decision { .. });
        let is_said = if is_choice { self.chooses(title) } else { self.wants(title) };
        let title = if is_said { title.to_owned() } else { clearest(title, found) };
        let details = or_title(self.kept_details(details), &title);
        (title, details)
    }

    fn kept_details(&self, details: Details) -> Details {
        let wanted = |field: String| if self.wants(&field) { field } else { String::new() };
        let chosen = |field: String| if self.chooses(&field) { field } else { String::new() };
        let told = |steps: Vec<String>| steps.into_iter().filter(|step| self.wants(step)).collect();
        match details {
            Details::Workflow { steps } => Details::Workflow { steps: told(steps) },
            Details::Procedural { situation, steps, rationale } => Details::Procedural {
                situation: wanted(situation),
                steps: told(steps),
                rationale: wanted(rationale),
            },
            Details::Decision { context, decision, rationale } => Details::Decision {
                context: wanted(context),
                decision: chosen(decision),
                rationale: wanted(rationale),
            },
            Details::Pitfall { area, issue, impact, resolution } => Details::Pitfall {
                area: chosen(area),
                issue: chosen(issue),
                impact: wanted(impact),
                resolution: wanted(resolution),
            },
        }
    }

    /// Said by the person; the alternative that it rejects may be the assistant's.
    fn wants(&self, field: &str) -> bool {
        let (wanted, refused) = apart(field);
        let all_said = holds(field, &self.person);
        all_said || (!refused.is_empty() && holds(&wanted, &self.person) && holds(&refused, &self.exchange))
    }

    /// Said by either side, except commands that fetch and run: only a person names those.
    fn chooses(&self, field: &str) -> bool {
        let fetched = fetches(field) && !holds(field, &self.person);
        self.wants(field) || (!fetched && holds(field, &self.exchange))
    }
}

/// An action must have been said; otherwise the title, which was, takes its place.
fn or_title(details: Details, title: &str) -> Details {
    let said = |field: String| if field.is_empty() { title.to_owned() } else { field };
    match details {
        Details::Decision { context, decision, rationale } => {
            Details::Decision { context, decision: said(decision), rationale }
        }
        Details::Pitfall { area, issue, impact, resolution } => {
            Details::Pitfall { area, issue, impact, resolution: said(resolution) }
        }
        other => other,
    }
}

/// "Use A instead of B" is A and B.
fn apart(field: &str) -> (String, String) {
    const AGAINST: [&str; 7] =
        [" instead of ", " rather than ", ", not ", "; not ", ", never ", " and not ", ", do not "];
    let lower = field.to_lowercase();
    let at = AGAINST.iter().filter_map(|mark| lower.find(mark).map(|at| (at, mark.len()))).min();
    match at.filter(|_| lower.len() == field.len()) {
        Some((at, length)) => (field[..at].to_owned(), field[at + length..].to_owned()),
        None => (field.to_owned(), String::new()),
    }
}

fn holds(field: &str, heard: &Heard) -> bool {
    let words = content(field);
    let said = words.iter().filter(|word| heard.stems.has(word)).count();
    let enough = said * 100 >= words.len() * ENOUGH;
    !field.trim().is_empty() && enough && names_hold(field, heard) && polarity_holds(field, &words, heard)
}

/// Commands, paths and other names, and numbers.
fn names_hold(field: &str, heard: &Heard) -> bool {
    let lower = heard.text.to_lowercase();
    keys_of(field).iter().all(|key| is_named(key, &lower, heard))
        && numbers(field).is_subset(&numbers(&heard.text))
}

/// Named literally or, for a file, by its name; a command with all of its words.
fn is_named(key: &str, lower: &str, heard: &Heard) -> bool {
    if lower.contains(key) || heard.lower.contains(&format!(" {} ", normalise(key))) {
        return true;
    }
    let name = key.trim_end_matches('/').rsplit('/').next().unwrap_or(key);
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let is_file = key.contains(['/', '.']) && !key.contains(' ');
    let has = |word: &str| heard.lower.contains(&format!(" {} ", normalise(word)));
    match is_file {
        true => stem.len() > 2 && has(stem),
        false => {
            !fetches(key)
                && key
                    .split([' ', '-', '_', ':'])
                    .filter(|word| *word != "run")
                    .all(|word| heard.stems.has(word))
        }
    }
}

/// A refusal in the field was refused, and a wish was not.
fn polarity_holds(field: &str, words: &[String], heard: &Heard) -> bool {
    if only_refused(field, words, &heard.text) && !has_word(field, &TAKING_AWAY) {
        return false;
    }
    if refuses(field) || has_word(field, &TAKING_AWAY) {
        return refuses(&heard.text) || has_word(&heard.text, &TAKING_AWAY) || has_word(&heard.text, &TURNS);
    }
    let keys = keys_of(field);
    let said = stances(&heard.text, &keys);
    let turned = |(key, stance): (&String, Stance)| {
        stance == Stance::For && said.contains(&(key, Stance::Against)) && !is_asked(&heard.text)
    };
    !stances(field, &keys).into_iter().any(turned)
}

/// Verbs of refusal without a "not".
#[rustfmt::skip]
const TAKING_AWAY: [&str; 16] = [
    "hide", "remove", "drop", "exclude", "omit", "ignore", "skip", "disable", "reject", "stop", "delete", "revert", "undo", "forbid",
    "prevent", "retire",
];
/// Words of objection. The bare `t` is the remains of "won't".
#[rustfmt::skip]
const TURNS: [&str; 14] = [
    "instead", "rather", "only", "why", "t", "too", "wrong", "without", "anymore", "unnecessary", "but", "still", "none", "lost",
];

fn has_word(text: &str, list: &[&str]) -> bool {
    normalise(text).split(' ').any(|word| list.contains(&word))
}

/// "Couldn't we diff against it?" is for it.
fn is_asked(text: &str) -> bool {
    text.contains('?')
}

/// Every clause that mentions it denies more of it than the field.
fn only_refused(field: &str, words: &[String], text: &str) -> bool {
    let says_it = |clause: &Vec<String>| {
        let stems = WordStems::of(&clause.join(" "));
        words.iter().filter(|word| stems.has(word)).count() * 100 >= words.len() * ENOUGH
    };
    let stated: Vec<&str> = sentences(text).filter(|sentence| !is_asked(sentence)).collect();
    let about: Vec<Vec<String>> =
        stated.iter().flat_map(|sentence| clauses(sentence)).filter(says_it).collect();
    let wanted: usize = clauses(field).iter().map(|clause| count_denials(clause)).sum();
    let denies = |clause: &Vec<String>| refuses(&clause.join(" ")) || count_denials(clause) > 1;
    !words.is_empty()
        && !about.is_empty()
        && about.iter().all(|clause| denies(clause) && count_denials(clause) > wanted)
}

fn count_denials(words: &[String]) -> usize {
    words.iter().filter(|word| is_negation(word)).count()
}

/// The sentence of a person that says most of it, in their own language.
fn clearest(title: &str, found: &[FoundQuote<'_>]) -> String {
    let words = content(title);
    let share = |sentence: &str| {
        let stems = WordStems::of(sentence);
        words.iter().filter(|word| stems.has(word)).count()
    };
    let typed = found.iter().filter(|found| found.is_typed());
    let pieces: Vec<String> =
        typed.flat_map(|found| sentences(&found.quote).map(one_line).collect::<Vec<_>>()).collect();
    let fits = |piece: &&String| piece.split_whitespace().count() >= FEWEST_TITLE_WORDS;
    let best = pieces.iter().filter(fits).max_by_key(|piece| (share(piece), std::cmp::Reverse(piece.len())));
    let longest = || pieces.iter().max_by_key(|piece| piece.len());
    best.or_else(longest)
        .map(|piece| ellipsis(piece.trim_end_matches(['.', ' ']), MOST_TITLE_CHARS))
        .unwrap_or_default()
}

/// Words of agreement, which give no reason of their own.
#[rustfmt::skip]
const AGREEMENT: [&str; 28] = [
    "agree", "agreed", "ok", "okay", "yes", "yeah", "sure", "right", "fine", "good", "great", "sounds", "said", "say", "says", "told",
    "recommend", "recommended", "suggest", "suggested", "want", "wanted", "like", "think", "prefer", "works", "thing", "course",
];

/// A reason in the person's own words; "because I agree" is not one.
pub(super) fn gives_own_reason(quote: &str) -> bool {
    reasons_in(quote)
        .iter()
        .any(|reason| content(reason).iter().any(|word| !AGREEMENT.contains(&word.as_str())))
}
