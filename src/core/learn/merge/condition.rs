//! Conditions of a refusal: "without asking me", "to main". The same act under another condition is
//! another pitfall.

use std::collections::BTreeSet;

use super::matter::is_light;
use crate::core::entities::keys::is_lasting_branch;
use crate::core::entities::negation::clauses;

#[rustfmt::skip]
const OPENERS: &[&str] = &[
    "without", "unless", "until", "before", "after", "when", "while", "if", "during",
];

/// The words of all conditions in a text.
pub(super) fn conditions(text: &str) -> BTreeSet<String> {
    clauses(text).iter().flat_map(|clause| of_clause(clause)).cloned().collect()
}

fn of_clause(clause: &[String]) -> impl Iterator<Item = &String> {
    let opens = |word: &String| OPENERS.contains(&word.as_str());
    let start = clause.iter().position(opens).map_or(clause.len(), |at| at + 1);
    let branches = clause[..start.min(clause.len())].iter().filter(|word| is_lasting_branch(word));
    branches.chain(clause[start..].iter().filter(|word| !is_light(word)))
}

/// Both have a condition of one sort, with nothing in common: "to main without asking" is not "to
/// main when CI is red".
pub(super) fn differ(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    apart(a, b)
        || [true, false].into_iter().any(|branches| apart(&of_sort(a, branches), &of_sort(b, branches)))
}

fn of_sort(all: &BTreeSet<String>, are_branches: bool) -> BTreeSet<String> {
    all.iter().filter(|word| is_lasting_branch(word) == are_branches).cloned().collect()
}

fn apart(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    !a.is_empty() && !b.is_empty() && a.is_disjoint(b)
}
