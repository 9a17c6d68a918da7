//! Warnings made from patterns that keep failing. Only what agents tried becomes a warning, never
//! what a person said.

mod prompt;
#[cfg(test)]
mod tests;

use super::pattern::{Lifecycle, Pattern, PatternKind};
use crate::core::config::AntiPattern;
use crate::core::model::Time;
use crate::core::model::rounding::percent_of;
use crate::core::outcomes::maturity::MaturityRuling;

pub use prompt::{heading, told};

/// Openings that mean the same as the prefix, in the order in which they are removed.
const WARNINGS: [&str; 3] = ["avoid:", "do not:", "never:"];

/// Stands between the words of a warning and its figure; the second ends the figure.
const FIGURE: &str = ". Failed ";
const RATE: &str = "% failure rate)";

/// A failing pattern, retired, and the warning that replaces it.
#[derive(Clone, Debug, PartialEq)]
pub struct Inversion {
    pub original: Pattern,
    pub inverted: Pattern,
}

/// The published rule: tried often enough, and failed too often.
pub fn is_due(pattern: &Pattern, rules: &AntiPattern) -> bool {
    let uses = pattern.uses();
    pattern.kind == PatternKind::Pattern
        && uses > 0
        && uses >= rules.min_observations
        && failure_ratio(pattern) >= rules.failure_ratio
}

/// Only the warning, with the counts and provenance of the pattern.
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

/// A warning with its current figure. Its pattern may have gone well since, so the first figure
/// does not stay for ever.
pub fn current(warning: Pattern) -> Pattern {
    let figure = warning.content.rsplit_once(FIGURE).filter(|(_, figure)| figure.ends_with(RATE));
    let Some((words, _)) = figure.filter(|_| is_made_of_failures(&warning)) else { return warning };
    let fresh = reason(&warning);
    let content = format!("{words}. {fresh}");
    // A person's reason for deprecating it is kept.
    let is_own = |reason: &String| reason.ends_with(RATE);
    let reason = warning.reason.clone().map(|reason| if is_own(&reason) { fresh } else { reason });
    Pattern { content, reason, ..warning }
}

/// False for a warning that a person wrote.
fn is_made_of_failures(warning: &Pattern) -> bool {
    warning.is_negative() && warning.linked.is_some()
}

/// Whether this is a warning that still holds. One made from failures must keep failing.
pub fn stands(warning: &Pattern, rules: &AntiPattern) -> bool {
    let fails = || failure_ratio(warning) >= rules.failure_ratio;
    warning.is_negative()
        && warning.lifecycle != Lifecycle::Deprecated
        && (!is_made_of_failures(warning) || fails())
}

fn failure_ratio(pattern: &Pattern) -> f64 {
    f64::from(pattern.failure_count) / f64::from(pattern.uses().max(1))
}

/// Retires a pattern once, before anything else does, and links it with its warning. The published
/// program kept using the original and made the same warning again at every further failure. A
/// pattern that a person promoted is shown until they take that back, so no warning is made of it.
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

/// The content without a leading warning, and without its full stop, because another sentence
/// follows.
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

/// The reason why it became a warning, or did not.
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
