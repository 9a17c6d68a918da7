//! Warnings and successful strategies as a prompt shows them. A warning names the better way if one
//! is known: a bare prohibition puts the thing it forbids into the reader's mind.

use super::{is_made_of_failures, stands};
use crate::core::config::AntiPattern;
use crate::core::patterns::pattern::{Lifecycle, Pattern, PatternKind};
use crate::core::text::one_line;

const TITLE: &str = "## Anti-Patterns to Avoid";
const FAILED: &str = "Based on past failures, avoid these decomposition strategies:";
const SAID: &str = "A person asked to avoid these:";
const BOTH: &str =
    "Based on past failures and on what a person asked for, avoid these decomposition strategies:";
const LEAST_USES: u32 = 2;
/// The success rate from which a strategy may be named as the better way.
const GOOD_RATE: f64 = 0.7;

/// The warnings that hold, each with the better way if one is known.
pub fn told<'a>(patterns: &'a [Pattern], rules: &AntiPattern) -> Vec<(&'a Pattern, String)> {
    let with_better =
        |warning: &'a Pattern| (warning, line(warning, better_way(warning, patterns, GOOD_RATE)));
    patterns.iter().filter(|pattern| stands(pattern, rules)).map(with_better).collect()
}

/// The heading above these warnings.
pub fn heading<'a>(mut warnings: impl Iterator<Item = &'a Pattern> + Clone) -> String {
    let (all_failed, any_failed) =
        (warnings.clone().all(is_made_of_failures), warnings.any(is_made_of_failures));
    let lead = match (all_failed, any_failed) {
        (true, _) => FAILED,
        (false, true) => BOTH,
        (false, false) => SAID,
    };
    format!("{TITLE}\n\n{lead}")
}

fn line(warning: &Pattern, better: Option<&Pattern>) -> String {
    let better = better.map(|better| format!(". Better: {}", one_line(&better.content))).unwrap_or_default();
    format!("{}{better}", one_line(&warning.content))
}

fn works(pattern: &Pattern, least_rate: f64) -> bool {
    pattern.kind == PatternKind::Pattern
        && pattern.lifecycle != Lifecycle::Deprecated
        && pattern.uses() >= LEAST_USES
        && rate(pattern) >= least_rate
}

fn rate(pattern: &Pattern) -> f64 {
    f64::from(pattern.success_count) / f64::from(pattern.uses().max(1))
}

/// Of the successful patterns that share a tag with the warning, the best one.
fn better_way<'a>(warning: &Pattern, patterns: &'a [Pattern], least_rate: f64) -> Option<&'a Pattern> {
    patterns
        .iter()
        .filter(|pattern| works(pattern, least_rate) && !pattern.tags.is_disjoint(&warning.tags))
        .max_by(|a, b| {
            rate(a).total_cmp(&rate(b)).then(a.uses().cmp(&b.uses())).then_with(|| b.id.cmp(&a.id))
        })
}
