//! Patterns that keep failing become warnings. Only what agents tried is turned round, never what a person said.

mod prompt;
#[cfg(test)]
mod tests;

use super::pattern::{Lifecycle, Pattern, PatternKind};
use crate::core::config::AntiPattern;
use crate::core::model::Time;
use crate::core::model::rounding::percent_of;
use crate::core::outcomes::maturity::MaturityRuling;

pub use prompt::{heading, told};

/// Openings that say already what the prefix says, in the order in which they are taken off.
const WARNINGS: [&str; 3] = ["avoid:", "do not:", "never:"];

/// Between the words of a warning and its figure, and at the end of the figure.
const FIGURE: &str = ". Failed ";
const RATE: &str = "% failure rate)";

/// A failing pattern, retired, and the warning that takes its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Inversion {
    pub original: Pattern,
    pub inverted: Pattern,
}

/// Tried often enough, and failed too often. The published rule.
pub fn is_due(pattern: &Pattern, rules: &AntiPattern) -> bool {
    let uses = pattern.uses();
    pattern.kind == PatternKind::Pattern
        && uses > 0
        && uses >= rules.min_observations
        && failure_ratio(pattern) >= rules.failure_ratio
}

/// The warning alone, counts and provenance kept.
pub fn invert(pattern: &Pattern, rules: &AntiPattern, now: Time) -> Pattern {
    let reason = reason(pattern);
    Pattern {
        id: format!("anti-{}", pattern.id),
        content: format!("{}{}. {reason}", rules.prefix, cleaned(&pattern.content, &rules.prefix)),
        kind: PatternKind::AntiPattern,
        reason: Some(reason),
        linked: Some(pattern.id.clone()),
        created_at: now,
        updated_at: now,
        ..pattern.clone()
    }
}

/// A warning as its counts are now. What it was made of may have gone well since, and a figure that was true once is
/// not told for ever.
pub fn current(warning: Pattern) -> Pattern {
    let figure = warning.content.rsplit_once(FIGURE).filter(|(_, figure)| figure.ends_with(RATE));
    let Some((words, _)) = figure.filter(|_| is_made_of_failures(&warning)) else { return warning };
    let fresh = reason(&warning);
    let content = format!("{words}. {fresh}");
    // A person's reason for giving it up is theirs.
    let is_own = |reason: &String| reason.ends_with(RATE);
    let reason = warning.reason.clone().map(|reason| if is_own(&reason) { fresh } else { reason });
    Pattern { content, reason, ..warning }
}

/// Not written as a warning by a person.
fn is_made_of_failures(warning: &Pattern) -> bool {
    warning.is_negative() && warning.linked.is_some()
}

/// Is this a warning that still holds? What was made of failures must go on failing.
pub fn stands(warning: &Pattern, rules: &AntiPattern) -> bool {
    let fails = || failure_ratio(warning) >= rules.failure_ratio;
    warning.is_negative()
        && warning.lifecycle != Lifecycle::Deprecated
        && (!is_made_of_failures(warning) || fails())
}

fn failure_ratio(pattern: &Pattern) -> f64 {
    f64::from(pattern.failure_count) / f64::from(pattern.uses().max(1))
}

/// The policy: once, before anything else retires the pattern, and both name each other. The published program left
/// the original in use and made the same warning again at every further failure. What a person vouches for is told until
/// they take that back, so it is not warned of.
pub fn retire(
    pattern: &Pattern,
    ruling: &MaturityRuling,
    rules: &AntiPattern,
    now: Time,
) -> Option<Inversion> {
    if pattern.linked.is_some() || ruling.is_promoted() || !is_due(pattern, rules) {
        return None;
    }
    let inverted = invert(pattern, rules, now);
    let original = Pattern {
        lifecycle: Lifecycle::Deprecated,
        reason: inverted.reason.clone(),
        linked: Some(inverted.id.clone()),
        updated_at: now,
        ..pattern.clone()
    };
    Some(Inversion { original, inverted })
}

fn reason(pattern: &Pattern) -> String {
    let (failed, uses) = (pattern.failure_count, pattern.uses());
    format!("Failed {failed}/{uses} times ({}{RATE}", percent_of(failed, uses))
}

/// Without a warning that it opens with already, and without the stop that another sentence follows.
fn cleaned<'a>(content: &'a str, prefix: &str) -> &'a str {
    let own = prefix.trim().to_lowercase();
    let mut rest = content.trim();
    let further = (!WARNINGS.contains(&own.as_str())).then_some(own.as_str());
    for warning in WARNINGS.into_iter().chain(further) {
        let opening = rest.get(..warning.len()).unwrap_or_default();
        if !warning.is_empty() && opening.eq_ignore_ascii_case(warning) {
            rest = rest[warning.len()..].trim_start();
        }
    }
    rest.trim_end_matches(['.', ' '])
}

/// Why it was turned round, or why not.
pub fn explain(pattern: &Pattern, ruling: &MaturityRuling, rules: &AntiPattern) -> Vec<String> {
    let (failed, uses) = (pattern.failure_count, pattern.uses());
    let share = format!("failed in {failed} of {uses} uses ({} %)", percent_of(failed, uses));
    let limit = format!("{:.0} % of at least {} uses", rules.failure_ratio * 100.0, rules.min_observations);
    let verdict = match (pattern.kind, &pattern.linked) {
        (PatternKind::AntiPattern, Some(original)) if !stands(pattern, rules) => {
            format!("a warning that is not told now, made of {original}: {share}, the limit is {limit}")
        }
        (PatternKind::AntiPattern, Some(original)) => format!("a warning, made of {original}: {share}"),
        (PatternKind::AntiPattern, None) => "a warning that was written as one".to_owned(),
        (PatternKind::Pattern, Some(warning)) => {
            format!("turned into {warning}: {share}, the limit is {limit}")
        }
        (PatternKind::Pattern, None) if uses == 0 => "not used in any work whose end is known".to_owned(),
        (PatternKind::Pattern, None) if ruling.is_promoted() && is_due(pattern, rules) => {
            format!("not turned into a warning, because a person promoted it: {share}, the limit is {limit}")
        }
        (PatternKind::Pattern, None) => format!("not turned into a warning: {share}, the limit is {limit}"),
    };
    vec![verdict]
}
