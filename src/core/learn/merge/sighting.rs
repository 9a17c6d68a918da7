//! The effect of one more sighting on an observation.

use std::collections::{BTreeSet, HashSet};

use chrono::TimeDelta;

use super::Rules;
use super::choice::Choice;
use super::generalise::{Relation, Telling, form, generalise, steps};
use super::matching::Matched;
use crate::core::entities::keys::keys_of;
use crate::core::entities::negation::{Stance, stance};
use crate::core::learn::extract::rules::choice_and_reason;
use crate::core::learn::readiness::is_low_quality;
use crate::core::learn::recurring::recurring_key;
use crate::core::learn::topics::topic_key;
use crate::core::model::{
    Candidate, Details, Evidence, Kind, Observation, Quality, ReviewReason, Speaker, Status, Time,
};
use crate::core::text::words::Words;

const EVIDENCE_KEPT: usize = 10;
/// Two messages of at least this many words that say nearly the same within this time are one.
const RESENT_WORDS: usize = 6;
const RESENT_SIMILARITY: f64 = 0.85;
const RESENT_WITHIN: TimeDelta = TimeDelta::hours(24);
/// Below this similarity, two good wordings of one observation say different things.
const DIVERGING: f64 = 0.6;

/// Fewer words are no advice of their own.
const FEWEST_WORDS: usize = 3;

/// The observation that a candidate begins, before any sighting is counted.
pub(super) fn unseen(candidate: &Candidate, id: String) -> Observation {
    let counted = |e: &&Evidence| is_seen(Status::Observing, candidate, e);
    let mut times: Vec<Time> = candidate.evidence.iter().filter(counted).map(|e| e.at).collect();
    if times.is_empty() {
        times.extend(candidate.evidence.iter().map(|e| e.at));
    }
    Observation {
        id,
        title: candidate.title.clone(),
        details: candidate.details.clone(),
        keys: candidate.keys.clone(),
        count: 0,
        penalty: 1.0,
        status: Status::Observing,
        quality_ok: false,
        quality: candidate.quality,
        first_seen: times.iter().min().copied().unwrap_or_default(),
        last_seen: times.iter().max().copied().unwrap_or_default(),
        evidence: Vec::new(),
        reviews: BTreeSet::new(),
        superseded_by: None,
        sessions: BTreeSet::new(),
        review_state: Default::default(),
    }
}

/// Counts sessions, times and quotes. A deprecated observation takes them, too, and stays
/// deprecated.
pub(super) fn see(observation: &mut Observation, candidate: &Candidate) {
    let evidence = &candidate.evidence;
    for session in new_sessions(observation, candidate) {
        observation.count = observation.count.saturating_add(1);
        observation.sessions.insert(session);
    }
    for seen in evidence.iter().filter(|e| is_seen(observation.status, candidate, e)).map(|e| e.at) {
        observation.first_seen = observation.first_seen.min(seen);
        observation.last_seen = observation.last_seen.max(seen);
    }
    let old = std::mem::take(&mut observation.evidence);
    observation.evidence = newest_evidence(old, evidence);
}

/// Until an observation is ready, only sightings move its times, because their spread decides
/// readiness. From then on the time says which of two lessons was confirmed last, and saying it
/// again confirms it.
fn is_seen(status: Status, candidate: &Candidate, evidence: &Evidence) -> bool {
    status != Status::Observing || !candidate.resent.contains(&evidence.turn)
}

/// Sessions in which a person said it. Neither a fork's copy of a known turn nor a message that was
/// sent again with hardly a change adds one.
fn new_sessions(observation: &Observation, candidate: &Candidate) -> BTreeSet<String> {
    let is_copy = |e: &Evidence| {
        observation
            .evidence
            .iter()
            .any(|known| known.session != e.session && (known.turn == e.turn || is_sent_again(known, e)))
    };
    let counted = candidate.evidence.iter().filter(|e| e.speaker != Speaker::Assistant && !is_copy(e));
    counted
        .map(|e| candidate.credits.get(&e.turn).unwrap_or(&e.session).clone())
        .filter(|session| !observation.sessions.contains(session))
        .collect()
}

/// An interrupted prompt that was typed again elsewhere, or a fork whose ids changed.
fn is_sent_again(known: &Evidence, new: &Evidence) -> bool {
    let by_person = known.speaker == Speaker::User && new.speaker == Speaker::User;
    // The same words are told apart by their turns.
    if !by_person || known.quote == new.quote {
        return false;
    }
    let apart = (known.at - new.at).abs();
    let (before, now) = (Words::of(&known.quote), Words::of(&new.quote));
    apart < RESENT_WITHIN && now.len() >= RESENT_WORDS && before.similarity(&now) >= RESENT_SIMILARITY
}

fn union(mut old: Vec<Evidence>, new: &[Evidence]) -> Vec<Evidence> {
    let mut seen: HashSet<(String, String)> = old.iter().map(|e| (e.turn.clone(), e.quote.clone())).collect();
    old.extend(new.iter().filter(|e| seen.insert((e.turn.clone(), e.quote.clone()))).cloned());
    old
}

/// The newest evidence of both.
pub fn newest_evidence(old: Vec<Evidence>, new: &[Evidence]) -> Vec<Evidence> {
    let mut evidence = union(old, new);
    evidence.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| (&a.turn, &a.quote).cmp(&(&b.turn, &b.quote))));
    evidence.truncate(EVIDENCE_KEPT);
    evidence
}

/// Decides quality, wording and flags once all sightings of a run are in, so that their order does
/// not matter.
pub(super) fn judge(after: &mut Observation, sightings: &[(Candidate, Option<Matched>)], rules: Rules<'_>) {
    let all = after.sessions.len();
    for (candidate, _) in sightings {
        let is_good = (rules.holds)(after.kind(), &candidate.quality, all);
        let (standing, seen) =
            (Telling::of(&after.title, &after.details), Telling::of(&candidate.title, &candidate.details));
        // The sentences of structure and topics are fixed, and their keys are what they are about.
        // Another kind has other fields; only a person changes it.
        let is_fixed = after.quality.structural
            || candidate.quality.structural
            || topic_key(&after.keys).is_some()
            || recurring_key(&after.keys).is_some()
            || candidate.details.kind() != after.kind();
        let relation = if is_fixed { Relation::Alike } else { leave_open(after, &seen) };
        if !is_fixed && after.quality_ok && is_good && diverges(after, candidate, relation) {
            after.reviews.insert(ReviewReason::Diverging);
        } else if !after.quality_ok
            && candidate.details.kind() == after.kind()
            && is_worded_better(&candidate.quality, &after.quality)
        {
            reword(after, candidate);
            if !is_fixed {
                leave_open(after, &standing);
            }
        }
        // The commands that are usually run for it may be known only now.
        let is_topic = topic_key(&candidate.keys).is_some() && candidate.title == after.title;
        if is_topic && candidate.details.kind() == after.kind() && after.review_state.text.is_none() {
            after.details.clone_from(&candidate.details);
        }
        add_findings(&mut after.quality, &candidate.quality);
        after.quality_ok |= (rules.holds)(after.kind(), &after.quality, all);
    }
    if is_low_quality(after, rules.thresholds) {
        after.reviews.insert(ReviewReason::LowQuality);
    } else {
        after.reviews.remove(&ReviewReason::LowQuality);
    }
}

/// Evidence adds up: a reason that was given once stays. Whether the project says it already is
/// taken from the last sighting.
fn add_findings(known: &mut Quality, seen: &Quality) {
    known.rationale |= seen.rationale;
    known.both_sides |= seen.both_sides;
    known.structural |= seen.structural;
    known.redundant = seen.redundant;
}

/// Being attested and being concrete are properties of a wording, so the two never come from
/// different ones.
fn is_worded_better(seen: &Quality, known: &Quality) -> bool {
    (seen.attested, seen.concrete) > (known.attested, known.concrete)
}

/// Turns parts that change each time into placeholders, and returns the relation of the steps.
fn leave_open(known: &mut Observation, seen: &Telling) -> Relation {
    let (telling, relation) = generalise(&Telling::of(&known.title, &known.details), seen);
    known.title = telling.title;
    known.details = telling.details;
    relation
}

/// Applies until it is verified. Then the wording is final apart from placeholders, because an
/// artifact may have been made from it.
fn reword(observation: &mut Observation, candidate: &Candidate) {
    observation.quality.attested = candidate.quality.attested;
    observation.quality.concrete = candidate.quality.concrete;
    observation.title.clone_from(&candidate.title);
    observation.details.clone_from(&candidate.details);
    observation.keys.extend(candidate.keys.iter().cloned());
}

fn without_reason(advice: String) -> String {
    choice_and_reason(&advice).map_or(advice, |(choice, _)| choice)
}

/// People give other reasons every time; only other advice deserves a look, and the same choice in
/// other words is not other advice.
fn diverges(standing: &Observation, other: &Candidate, relation: Relation) -> bool {
    if matches!(relation, Relation::Same | Relation::Other) {
        return relation == Relation::Other;
    }
    if standing.kind() == Kind::Decision {
        let chosen = Choice::of(&standing.title, &standing.details, &standing.keys);
        let again = Choice::of(&other.title, &other.details, &other.keys);
        return chosen.says_something() && again.says_something() && !chosen.is_same(&again);
    }
    if repeats(&standing.details.advice(), &other.details.advice()) {
        return false;
    }
    let (standing, other) =
        (Words::of(&advice_form(&standing.details)), Words::of(&advice_form(&other.details)));
    !standing.is_empty() && !other.is_empty() && standing.similarity(&other) < DIVERGING
}

/// The advice without its values, which may differ.
fn advice_form(details: &Details) -> String {
    steps(details).map_or_else(|| without_reason(details.advice()), form)
}

/// Marks that end a clause of an advice.
const CLAUSE_ENDS: [char; 4] = [',', ';', '.', '–'];

/// Both share a part, and neither asks for something else: "don't edit X, it is overwritten" and
/// "don't edit X, change Y instead".
fn repeats(standing: &str, other: &str) -> bool {
    let (ours, theirs) = (advice_clauses(standing), advice_clauses(other));
    let is_said = |clause: &Words| theirs.iter().any(|their| clause.similarity(their) >= DIVERGING);
    let (here, there) = (keys_of(standing), keys_of(other));
    let only_here = here.iter().any(|key| !there.contains(key));
    let only_there = there.iter().any(|key| !here.contains(key));
    // "Never edit X yourself" refuses the same as "don't edit X by hand".
    let is_refused = |text: &str, key: &String, keys: &_| stance(text, key, keys) == Some(Stance::Against);
    let refuse_the_same = here
        .iter()
        .any(|key| there.contains(key) && is_refused(standing, key, &here) && is_refused(other, key, &there));
    (refuse_the_same || ours.iter().any(is_said)) && !(only_here && only_there)
}

fn advice_clauses(text: &str) -> Vec<Words> {
    text.split(CLAUSE_ENDS).map(Words::of).filter(|words| words.len() >= FEWEST_WORDS).collect()
}
