//! Verification of an extractor's claims. Every quote is looked up in what was really said, and
//! every condition of quality is determined here instead of being attested: a model that invents a
//! lesson, or was talked into one by the text it read, leaves nothing behind.

mod backing;
mod known;
mod quotes;

use std::collections::{BTreeMap, BTreeSet};

use super::extract::Item;
use super::extract::is_upkeep;
use crate::core::entities::danger::{Danger, unsupported};
use crate::core::entities::keys::{defining, is_ordinary, keys_of, words_as_keys};
use crate::core::entities::places::Places;
use crate::core::model::{BatchSession, Candidate, Details, Kind, Observation, Quality};
use crate::core::redact::{Redactor, is_masked};
use crate::core::text::{ellipsis, hash, head, inert, normalise, one_line};

use backing::{Backing, gives_own_reason};
pub use known::KnownText;
use quotes::{FoundQuote, QuotedTranscript};

const MOST_TITLE_CHARS: usize = 120;
const MOST_FIELD_CHARS: usize = 600;
const MOST_STEPS: usize = 12;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verified {
    pub candidates: Vec<Candidate>,
    /// The reasons why items were left out, without their text.
    pub dropped: Vec<String>,
}

/// The facts that a claim is checked against.
#[derive(Clone, Copy)]
pub struct Grounds<'a> {
    pub existing: &'a [Observation],
    pub known: &'a KnownText,
    pub redactor: &'a Redactor,
    pub places: &'a Places,
    pub wording: Wording,
}

/// The author of a lesson's wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// Fixed sentences of ours, and the person's own words.
    Ours,
    /// A model or another program, which is believed only where it repeats what was said.
    Extractor,
}

pub fn verify(items: Vec<Item>, batch: &[BatchSession], grounds: Grounds<'_>) -> Verified {
    let transcript = QuotedTranscript::new(batch);
    let mut verified = Verified::default();
    for (number, item) in (1..).zip(items) {
        let kind = item.details.kind();
        match candidate(item, &transcript, grounds) {
            Ok(candidate) => verified.candidates.push(candidate),
            Err(reason) => verified.dropped.push(format!("item {number} ({kind}) dropped: {reason}")),
        }
    }
    verified
}

#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error("its own text holds a secret")]
    Secret,
    #[error("none of its {0} quotes of a person stands in the transcript")]
    NoQuote(usize),
    #[error("it is about ingrain's own files")]
    Upkeep,
    #[error("nothing of it can be read")]
    Empty,
    #[error("it {0}, and no message that it quotes does")]
    Foreign(Danger),
}

fn candidate(
    item: Item,
    transcript: &QuotedTranscript<'_>,
    grounds: Grounds<'_>,
) -> Result<Candidate, Refused> {
    let Grounds { existing, known, redactor, places, wording } = grounds;
    // Text around a masked secret is of no use.
    let is_secret = |text: &str| redactor.has_secret(text) || is_masked(text);
    if is_secret(&item.title) || is_secret(&item.details.text()) {
        return Err(Refused::Secret);
    }
    let found = transcript.find(item.details.kind(), &item.evidence);
    if !found.iter().any(FoundQuote::is_typed) {
        return Err(Refused::NoQuote(item.evidence.len()));
    }
    if found.iter().filter(|found| found.is_typed()).all(|found| is_upkeep(&found.quote)) {
        return Err(Refused::Upkeep);
    }
    let (title, details) = (cut_title(&item.title), cut(item.details));
    let worded = worded_key(&title);
    let (title, details) = match wording {
        Wording::Ours => (title, details),
        Wording::Extractor => Backing::new(&found, transcript).kept(&title, details, &found),
    };
    if title.is_empty() {
        return Err(Refused::Empty);
    }
    if let Some(why) = foreign(&title, &details, &found) {
        return Err(Refused::Foreign(why));
    }
    let quality = quality(item.quality_ok, &title, &details, &found, known);
    let (title, details) = (places.told(&title), places.told_details(details));
    let mut keys = defining(&title, &details);
    // If the person's words replace a title, the title still identifies the lesson.
    if worded != worded_key(&title) {
        keys.insert(worded);
    }
    Ok(Candidate {
        keys,
        matches: item.matches.filter(|id| existing.iter().any(|o| o.id == *id)),
        quality,
        evidence: found.into_iter().map(|found| found.evidence).collect(),
        credits: BTreeMap::new(),
        resent: BTreeSet::new(),
        title,
        details,
    })
}

/// The prefix of a key that only identifies an extractor's title: a hash, never shown.
const WORDED: &str = "worded:";

pub fn worded_key(title: &str) -> String {
    format!("{WORDED}{}", head(&hash(&normalise(title)), 10))
}

/// Whether a key names something, and is not the hash of an extractor's title.
pub fn is_concrete_key(key: &str) -> bool {
    !key.starts_with(WORDED)
}

/// A page that an agent read can make a model add an address or a command beside true quotes.
fn foreign(title: &str, details: &Details, found: &[FoundQuote<'_>]) -> Option<Danger> {
    let said: Vec<&str> = found.iter().filter(|found| found.is_typed()).map(|found| found.message).collect();
    unsupported(&format!("{title}\n{}", details.text()), &said.join("\n"))
}

fn quality(
    attested: bool,
    title: &str,
    details: &Details,
    found: &[FoundQuote<'_>],
    known: &KnownText,
) -> Quality {
    Quality {
        attested,
        concrete: is_concrete(title, details, found),
        rationale: found.iter().any(|found| found.is_typed() && gives_own_reason(&found.quote)),
        both_sides: has_both_sides(found),
        redundant: known.says(title, details),
        structural: false,
    }
}

/// It names something that the quoted messages name, too: a true quote beside an invented lesson is
/// not enough.
fn is_concrete(title: &str, details: &Details, found: &[FoundQuote<'_>]) -> bool {
    let named = keys_of(&format!("{title}\n{}", details.text()));
    let said: BTreeSet<String> = found.iter().flat_map(|found| keys_of(found.message)).collect();
    !named.is_disjoint(&said) || (has_both_sides(found) && named.iter().any(|key| is_in_all(key, found)))
}

/// A word that both sides use is a name even if neither marked it as code.
fn is_in_all(key: &str, found: &[FoundQuote<'_>]) -> bool {
    let has = |found: &FoundQuote<'_>| words_as_keys(found.message).iter().any(|word| word == key);
    !is_ordinary(key) && found.iter().all(has)
}

/// The person's words answer the assistant's.
fn has_both_sides(found: &[FoundQuote<'_>]) -> bool {
    let typed = found.iter().filter(|found| found.is_typed());
    typed
        .into_iter()
        .any(|typed| found.iter().any(|other| !other.is_typed() && other.exchange == typed.exchange))
}

/// Whether an artifact's requirements are all met. `sightings` are all there are; the same words
/// sent again within a day, in any session, are one.
pub fn holds(kind: Kind, quality: &Quality, sightings: usize) -> bool {
    missing(kind, quality, sightings).is_empty()
}

/// The requirements that an artifact still lacks, in words for a person.
pub fn missing(kind: Kind, quality: &Quality, sightings: usize) -> Vec<&'static str> {
    let (backed, backing) = match kind {
        Kind::Decision => (quality.rationale, "a reason in your words"),
        Kind::Pitfall => (quality.both_sides, "both what was done and your answer to it"),
        Kind::Workflow | Kind::Procedural => (sightings > 1, "your words from two sessions"),
    };
    let needs = [
        (quality.attested, "your word that it holds beyond one task"),
        (
            quality.concrete || sightings > 1,
            "a command, file or tool that you name, or your words from a second session",
        ),
        (!quality.redundant, "something new: the project's instructions say it already"),
        (backed || quality.structural, backing),
    ];
    needs.into_iter().filter(|(met, _)| !met).map(|(_, need)| need).collect()
}

fn cut_title(title: &str) -> String {
    let title = one_line(title);
    ellipsis(title.trim_end_matches(['.', ' ']), MOST_TITLE_CHARS - 1)
}

fn cut_field(field: &str) -> String {
    ellipsis(inert(field).trim(), MOST_FIELD_CHARS - 1)
}

fn cut(details: Details) -> Details {
    match details {
        Details::Workflow { steps: all } => Details::Workflow { steps: cut_steps(all) },
        Details::Procedural { situation, steps: all, rationale } => Details::Procedural {
            situation: cut_field(&situation),
            steps: cut_steps(all),
            rationale: cut_field(&rationale),
        },
        Details::Decision { context, decision, rationale } => Details::Decision {
            context: cut_field(&context),
            decision: cut_field(&decision),
            rationale: cut_field(&rationale),
        },
        Details::Pitfall { area, issue, impact, resolution } => Details::Pitfall {
            area: cut_field(&area),
            issue: cut_field(&issue),
            impact: cut_field(&impact),
            resolution: cut_field(&resolution),
        },
    }
}

fn cut_steps(steps: Vec<String>) -> Vec<String> {
    steps.iter().take(MOST_STEPS).map(|step| cut_field(step)).collect()
}

#[cfg(test)]
mod tests;
