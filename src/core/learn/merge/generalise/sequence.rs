//! Comparison of two sequences that cannot be aligned step by step: a longer version of the same
//! work, or other work under the same name.

use super::align::{Relation, aligned, words};
use super::contrast::{is_one_of_all, lead_to_others, reaches, read_all, takes_away};
use super::value::without_values;
use crate::core::entities::commands;
use crate::core::entities::keys::acts_of;
use crate::core::text::normalise;

/// Words of steps that only check the work.
#[rustfmt::skip]
const CHECKS: &[&str] = &[
    "check", "checks", "verify", "validate", "ensure", "look", "see", "review", "test", "tests", "suite", "lint", "linter",
    "typecheck",
];

/// If each does something that the other does not, it is other work, and it may be if only one
/// does. One more check is not.
pub(super) fn apart(known: &[String], others: &[String]) -> Relation {
    let others_read = read_all(others);
    if read_all(known).iter().any(|step| others_read.iter().any(|other| step.denies(other))) {
        return Relation::Other;
    }
    let (mine, theirs) = (left_of(known, others), left_of(others, known));
    if types_more(&mine, others) && types_more(&theirs, known) {
        return Relation::Other;
    }
    let fewest = count_work(&mine).min(count_work(&theirs));
    let is_mostly_other = fewest > 0 && fewest * 2 >= known.len().min(others.len());
    let is_doubtful = is_mostly_other
        || does_more(&mine, others)
        || does_more(&theirs, known)
        || known.iter().any(|step| others.iter().any(|other| goes_elsewhere(step, other)));
    if is_doubtful { Relation::Doubtful } else { Relation::Alike }
}

fn count_work(steps: &[&String]) -> usize {
    steps.iter().filter(|step| !is_check(step)).count()
}

/// The same act with another target.
fn goes_elsewhere(step: &str, other: &str) -> bool {
    let acts_alike = || Some(acts(step)).filter(|acts| !acts.is_empty()) == Some(acts(other));
    lead_to_others(step, other) && acts_alike()
}

/// The steps that none of the others contains.
fn left_of<'s>(steps: &'s [String], others: &[String]) -> Vec<&'s String> {
    steps.iter().filter(|step| !others.iter().any(|other| tells(step, other))).collect()
}

fn types_more(steps: &[&String], others: &[String]) -> bool {
    let typed: Vec<&str> = others.iter().flat_map(|other| commands_of(other)).collect();
    steps.iter().flat_map(|step| commands_of(step)).any(|command| !typed.contains(&command))
}

fn does_more(steps: &[&String], others: &[String]) -> bool {
    let done: Vec<String> = others.iter().flat_map(|other| acts(other)).collect();
    let is_new = |step: &String| acts(step).iter().any(|act| !done.contains(act));
    let changes = |step: &String| is_new(step) || takes_away(step) || !reaches(step).is_empty();
    steps.iter().any(|step| !is_check(step) && changes(step))
}

/// The same act, or nearly the same words.
fn tells(step: &str, other: &str) -> bool {
    let (mine, theirs) = (acts(step), acts(other));
    match aligned(step, other) {
        Some(aligned) => {
            aligned.relation <= Relation::Alike && (mine == theirs || mine.is_empty() || theirs.is_empty())
        }
        None => {
            !mine.is_empty()
                && mine == theirs
                && reaches(step) == reaches(other)
                && !is_one_of_all(step, other)
        }
    }
}

/// The length of a value must not decide what opens a step.
pub(super) fn acts(step: &str) -> Vec<String> {
    acts_of(&without_values(step))
}

fn is_check(step: &str) -> bool {
    let typed = commands_of(step);
    if !typed.is_empty() {
        let acts = || typed.iter().flat_map(|command| commands::acts(command));
        return acts().next().is_some() && acts().all(commands::Act::is_check);
    }
    acts(step).is_empty() && normalise(step).split(' ').any(|word| CHECKS.contains(&word))
}

/// Code spans with more than a name in them.
fn commands_of(step: &str) -> Vec<&str> {
    let spans = step.split('`').skip(1).step_by(2);
    spans.filter(|span| words(span).len() > 1).collect()
}
