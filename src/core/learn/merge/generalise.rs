//! Generalisation: what changes from one time to the next becomes a placeholder.
//!
//! "Release 1.2.0: …, `git tag v1.2.0`" and the same with 1.3.0 are one workflow, and neither
//! number belongs to it. So if two sightings have the same steps apart from some values, those
//! become placeholders. Values that can only belong to one occasion (a whole version, a day, a
//! ticket) stay only if every sighting names them.
//!
//! Only values become placeholders. If people use other words for the same thing, the known wording
//! stays; if they name another thing, it is another workflow.

mod align;
mod asked;
mod contrast;
mod naming;
mod pair;
mod sequence;
mod value;

#[cfg(test)]
mod tests;

use align::aligned;
use contrast::{ReadStep, read_all, takes_away};
use naming::{Open, Slot, filled};
use sequence::{acts, apart};

pub(super) use align::Relation;
pub(super) use asked::{asks_otherwise, tell_the_same};
pub(super) use value::form;

use crate::core::entities::keys::acts_of;
use crate::core::model::Details;

/// The title and details of a workflow or procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Telling {
    pub title: String,
    pub details: Details,
}

impl Telling {
    pub(super) fn of(title: &str, details: &Details) -> Telling {
        Telling { title: title.to_owned(), details: details.clone() }
    }
}

/// The common part of both, in the words of `known`, and the relation of their steps.
pub(super) fn generalise(known: &Telling, other: &Telling) -> (Telling, Relation) {
    let (Some(steps), Some(others)) = (steps(&known.details), steps(&other.details)) else {
        return (known.clone(), Relation::Alike);
    };
    let (slots, relation) = join_steps(steps, others);
    let title = slots.as_ref().map_or(vec![], |_| title_slots(known, other));
    let slots = slots.unwrap_or_else(|| vec![vec![]; steps.len()]);
    let mut all: Vec<Open<'_>> =
        steps.iter().zip(slots).map(|(step, slots)| Open::new(step, slots)).collect();
    let mut title = Open::new(&known.title, title);
    title.follow(&all);
    all.push(title);
    let said = format!("{}\n{}", other.title, other.details.text());
    for open in &mut all {
        open.leave_occasions(&said);
    }
    let mut steps = filled(all);
    let title = steps.pop().unwrap_or_default();
    (Telling { title, details: with_steps(&known.details, steps) }, relation)
}

/// The relation between the steps of two.
pub(super) fn relation(known: &Details, other: &Details) -> Relation {
    match (steps(known), steps(other)) {
        (Some(steps), Some(others)) => join_steps(steps, others).1,
        _ => Relation::Alike,
    }
}

/// Whether one of its steps removes or stops something.
pub(super) fn loses_something(details: &Details) -> bool {
    steps(details).is_some_and(|steps| steps.iter().any(|step| takes_away(step)))
}

/// A way of doing something, parsed once for all comparisons.
pub(super) struct Way<'a> {
    details: &'a Details,
    /// The steps of a procedure.
    steps: Vec<ReadStep<'a>>,
}

impl<'a> Way<'a> {
    pub(super) fn of(details: &'a Details) -> Self {
        let steps =
            if let Details::Procedural { steps, .. } = details { read_all(steps) } else { Vec::new() };
        Self { details, steps }
    }

    /// Whether two ways with the same name exclude each other. For workflows that is how it is
    /// done; a procedure may ask for one thing more, and has to apply at the same time.
    pub(super) fn excludes(&self, other: &Way<'_>) -> bool {
        match (self.details, other.details) {
            (Details::Workflow { .. }, Details::Workflow { .. }) => {
                relation(self.details, other.details) >= Relation::Doubtful
            }
            (Details::Procedural { situation, .. }, Details::Procedural { situation: others, .. }) => {
                let contrasts = |step: &ReadStep<'_>| other.steps.iter().any(|other| step.contrasts(other));
                self.steps.iter().any(contrasts)
                    && (situation == others || !asks_otherwise(self.details, other.details))
            }
            _ => false,
        }
    }
}

/// A procedure applies in its situation, so its title follows from its steps alone.
fn title_slots(known: &Telling, other: &Telling) -> Vec<Slot> {
    let is_own = matches!(known.details, Details::Workflow { .. });
    let aligned = is_own.then(|| aligned(&known.title, &other.title)).flatten();
    aligned.filter(|aligned| aligned.relation != Relation::Other).map_or(vec![], |aligned| aligned.slots)
}

/// The open places of each step. They are opened in all steps or in none: half of a sequence must
/// not belong to one occasion and half to another.
fn join_steps(known: &[String], others: &[String]) -> (Option<Vec<Vec<Slot>>>, Relation) {
    let join = |(step, other): (&String, &String)| aligned(step, other).filter(|_| acts(step) == acts(other));
    if are_reordered(known, others) {
        return (None, Relation::Other);
    }
    if known.len() != others.len() {
        return (None, apart(known, others));
    }
    if known.iter().zip(others).any(|(step, other)| ReadStep::of(step).contrasts(&ReadStep::of(other))) {
        return (None, Relation::Other);
    }
    let Some(steps) = known.iter().zip(others).map(join).collect::<Option<Vec<_>>>() else {
        return (None, apart(known, others));
    };
    match steps.iter().map(|step| step.relation).max() {
        Some(Relation::Other) => (None, Relation::Other),
        relation => {
            let slots = steps.into_iter().map(|step| step.slots).collect();
            (Some(slots), relation.unwrap_or(Relation::Alike))
        }
    }
}

/// The same acts in another order.
fn are_reordered(known: &[String], others: &[String]) -> bool {
    let (mine, theirs) = (acts_of_all(known), acts_of_all(others));
    mine != theirs && sorted(mine) == sorted(theirs)
}

fn acts_of_all(steps: &[String]) -> Vec<String> {
    steps.iter().flat_map(|step| acts_of(step)).collect::<Vec<_>>()
}

fn sorted(mut acts: Vec<String>) -> Vec<String> {
    acts.sort_unstable();
    acts
}

pub(super) fn steps(details: &Details) -> Option<&[String]> {
    match details {
        Details::Workflow { steps } | Details::Procedural { steps, .. } => Some(steps),
        Details::Decision { .. } | Details::Pitfall { .. } => None,
    }
}

fn with_steps(details: &Details, new: Vec<String>) -> Details {
    let mut details = details.clone();
    if let Details::Workflow { steps } | Details::Procedural { steps, .. } = &mut details {
        *steps = new;
    }
    details
}
