//! Supersession: which of two lessons holds if they exclude each other.

use std::collections::{BTreeSet, HashMap};

use super::choice::Choice;
use super::matching::share_keys;
use super::matter::Matter;
use crate::core::entities::keys::keys_of;
use crate::core::entities::negation::{Stance, stance};
use crate::core::model::{Details, Kind, Observation, Status, Time};
use crate::core::text::normalise;

mod ways;

/// A replaced lesson and its replacement, by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supersession {
    pub older: String,
    pub newer: String,
}

/// Of ready or created lessons that exclude each other, only the last confirmed one holds. Run
/// after every promotion: an older choice that becomes ready late is replaced at once.
pub fn supersessions(observations: &[Observation]) -> Vec<Supersession> {
    let mut all = of_choices(observations);
    all.extend(ways::supersessions(observations));
    all
}

fn of_choices(observations: &[Observation]) -> Vec<Supersession> {
    let mut standing: Vec<ActiveLesson<'_>> = observations.iter().filter_map(ActiveLesson::of).collect();
    standing.sort_by(|a, b| b.age.cmp(&a.age));
    let by_mention = by_mention(&standing);
    let by_question = by_question(&standing);
    let superseded = |(at, older): (usize, &ActiveLesson<'_>)| {
        // Lists are ordered by age, so the first rival is the newest.
        let first = |rivals: Option<&Vec<usize>>, replaces: &dyn Fn(&ActiveLesson<'_>) -> bool| {
            rivals?.iter().copied().take_while(|other| *other < at).find(|other| replaces(&standing[*other]))
        };
        let named = |key: &String| first(by_mention.get(key), &|newer| older.is_replaced_by(newer));
        let asked = |question: &String| {
            first(by_question.get(question), &|newer| !older.choice.is_same(&newer.choice))
        };
        let rivals = older.things.iter().filter_map(named).chain(older.question.as_ref().and_then(asked));
        Some(Supersession { older: older.id(), newer: standing[rivals.min()?].id() })
    };
    standing.iter().enumerate().filter_map(superseded).collect()
}

/// A decision or a pitfall that holds until another replaces it.
struct ActiveLesson<'a> {
    observation: &'a Observation,
    choice: Choice,
    /// The things it is about.
    things: BTreeSet<String>,
    /// Everything that any part of it names.
    mentions: BTreeSet<String>,
    /// The client's question, if it is an answer.
    question: Option<String>,
    age: (Time, Time, &'a str),
}

impl<'a> ActiveLesson<'a> {
    fn of(o: &'a Observation) -> Option<Self> {
        let question = question(o);
        // The sentences of structure are fixed; a person's answer to a question is not.
        let is_said = !o.quality.structural || question.is_some();
        let choice = (may_stand(o) && is_said).then(|| Choice::of(&o.title, &o.details, &o.keys))?;
        let mut mentions = match &o.details {
            Details::Decision { context, rationale, .. } => keys_of(&format!("{context}\n{rationale}")),
            Details::Pitfall { .. } => BTreeSet::new(),
            Details::Workflow { .. } | Details::Procedural { .. } => return None,
        };
        let things: BTreeSet<String> = o.keys.iter().chain(choice.named()).cloned().collect();
        mentions.extend(things.iter().cloned());
        let age = (o.last_seen, o.first_seen, o.id.as_str());
        Some(Self { observation: o, choice, things, mentions, question, age })
    }

    fn id(&self) -> String {
        self.observation.id.clone()
    }

    fn is_replaced_by(&self, newer: &Self) -> bool {
        let are_decisions = [self, newer].iter().all(|one| one.observation.kind() == Kind::Decision);
        if !are_decisions {
            return self.is_excluded_by(newer, |this, that| this.opposes(that) || this.offers_another(that));
        }
        !self.choice.is_same(&newer.choice)
            && (self.is_excluded_by(newer, Choice::contradicts)
                || self.is_left_for(newer)
                || self.is_rival_of(newer))
    }

    fn is_excluded_by(&self, newer: &Self, how: impl Fn(&Choice, &Choice) -> bool) -> bool {
        self.shares_things(newer)
            && how(&self.choice, &newer.choice)
            && self.choice.is_covered_by(&newer.choice)
    }

    fn shares_things(&self, newer: &Self) -> bool {
        share_keys(&self.things, &newer.things)
    }

    /// Another option in the same matter: both name one more thing in common, or the newer one
    /// mentions the older's option.
    fn is_left_for(&self, newer: &Self) -> bool {
        let (this, that) = (&self.choice, &newer.choice);
        let is_left = |key: &String| newer.mentions.contains(key) && !that.names(key);
        (self.shares_things(newer) && this.is_alternative_to(that))
            || (this.shares_its_matter(that) && this.wanted().iter().any(is_left))
            || (this.only_chooses_like(that) && self.is_reason_against(newer))
    }

    /// If only the choice is stated, the reasons show what it is chosen over: "npm, because CI has
    /// no pnpm", or each mentions the other.
    fn is_reason_against(&self, newer: &Self) -> bool {
        let speaks_of = |one: &Self, other: &Self| {
            other.choice.wanted().iter().any(|key| one.mentions.contains(key) && !one.choice.names(key))
        };
        let left = self.choice.wanted().iter().filter(|key| !newer.choice.names(key));
        let refused = |key: &String| stance(newer.reason(), key, &newer.mentions) == Some(Stance::Against);
        left.into_iter().any(refused) || (speaks_of(self, newer) && speaks_of(newer, self))
    }

    fn reason(&self) -> &str {
        match &self.observation.details {
            Details::Decision { rationale, .. } => rationale,
            _ => "",
        }
    }

    /// The extractor said that they are about one thing: then the newer one carries a key that it
    /// does not name.
    fn is_rival_of(&self, newer: &Self) -> bool {
        let linked = newer.observation.keys.iter().filter(|key| !newer.choice.names(key));
        linked.into_iter().any(|key| self.choice.wanted().contains(key))
    }
}

/// A lesson that a person took back replaces nothing until they decide.
fn may_stand(o: &Observation) -> bool {
    matches!(o.status, Status::Ready | Status::Created) && o.superseded_by.is_none() && !o.is_held()
}

fn by_mention<'s>(standing: &'s [ActiveLesson<'_>]) -> HashMap<&'s String, Vec<usize>> {
    let mut by_mention: HashMap<&String, Vec<usize>> = HashMap::with_capacity(standing.len());
    for (at, one) in standing.iter().enumerate() {
        for key in &one.mentions {
            by_mention.entry(key).or_default().push(at);
        }
    }
    by_mention
}

fn by_question<'s>(standing: &'s [ActiveLesson<'_>]) -> HashMap<&'s String, Vec<usize>> {
    let mut by_question: HashMap<&String, Vec<usize>> = HashMap::new();
    for (at, one) in standing.iter().enumerate() {
        if let Some(question) = &one.question {
            by_question.entry(question).or_default().push(at);
        }
    }
    by_question
}

/// A question with a subject. "Which library should we use?" could be about anything.
fn question(observation: &Observation) -> Option<String> {
    let Details::Decision { context, .. } = &observation.details else { return None };
    let question = context.trim_end_matches('?');
    let is_asked = question.len() < context.len() || observation.title.ends_with(&format!("({question})"));
    let is_specific = || Matter::of(question, &BTreeSet::new(), BTreeSet::new()).is_specific();
    (is_asked && is_specific()).then(|| normalise(question))
}
