//! What changes from one time to the next is left blank.
//!
//! "Release 1.2.0: …, `git tag v1.2.0`" and the same with 1.3.0 are one workflow, and neither number belongs to it. So
//! where two sightings have the same steps but for some values, those become blanks. Values that can only belong to one
//! occasion (a whole version, a day, a ticket) stay only if every sighting names them.
//!
//! Only values are left blank. Where people use other words for the same thing, the known wording stays.

mod align;
mod value;

#[cfg(test)]
mod tests;

use align::{Replaced, aligned, substituted};

pub(super) use value::form;

use crate::core::keys::acts_of;
use crate::core::model::Details;

/// A workflow or procedure as it is told.
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

/// What both tell, in the words of `known`, and whether their steps are the same but for what is blank now.
pub(super) fn generalise(known: &Telling, other: &Telling) -> (Telling, bool) {
    let (Some(steps), Some(others)) = (steps(&known.details), steps(&other.details)) else {
        return (known.clone(), false);
    };
    let joined = join_steps(steps, others);
    let is_same = joined.is_some();
    let (steps, replaced) = joined.unwrap_or_else(|| (steps.to_vec(), vec![]));
    // What applies to a procedure is its situation, so its title follows its steps alone.
    let own = matches!(known.details, Details::Workflow { .. }).then(|| aligned(&known.title, &other.title));
    let title = own.flatten().map_or_else(|| known.title.clone(), |aligned| aligned.text);
    let title = substituted(&title, &replaced);
    let said = format!("{}\n{}", other.title, other.details.text());
    let lasting = |text: &str| value::without_occasion(text, &said);
    let steps = steps.iter().map(|step| lasting(step)).collect();
    (Telling { title: lasting(&title), details: with_steps(&known.details, steps) }, is_same)
}

/// All steps, or none: half of a sequence must not be of one occasion and half of another.
fn join_steps(known: &[String], others: &[String]) -> Option<(Vec<String>, Replaced)> {
    if known.len() != others.len() {
        return None;
    }
    let mut replaced = vec![];
    let join = |(step, other): (&String, &String)| {
        let joined = aligned(step, other).filter(|_| acts_of(step) == acts_of(other))?;
        replaced.extend(joined.replaced);
        Some(joined.text)
    };
    let steps = known.iter().zip(others).map(join).collect::<Option<Vec<String>>>()?;
    Some((steps, replaced))
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
