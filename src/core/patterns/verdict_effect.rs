//! The effect of a verdict on the patterns that it is about.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::evidence_level::EvidenceLevel;
use super::pattern::{Context, Pattern};
use super::roles;
use super::verdict::{Verdict, find, meaning, meant, overlap};
use crate::core::config::Roles;
use crate::core::entities::keys::{keys_of, name_path};
use crate::core::model::Time;
use crate::core::text::normalise;

/// If it was confirmed this often, a rejection is a surprise that deserves a look.
const TRUSTED_FROM: u32 = 2;
const BORNE_OUT_FROM: f64 = 0.6;

/// Records a false positive. The weight is that of the role whose finding it was, not of the
/// validator.
pub fn penalised(pattern: &Pattern, roles: &Roles, now: Time) -> Pattern {
    let mut next = Pattern { updated_at: now, ..pattern.clone() };
    let track = &mut next.track;
    track.ignored = track.ignored.saturating_add(1);
    track.ignore_weight += roles::penalty(&pattern.role, roles);
    track.regression |= track.reinforced >= TRUSTED_FROM;
    track.disputed = true;
    next
}

/// Records a confirmation, which settles every earlier rejection.
pub fn reinforced(pattern: &Pattern, now: Time) -> Pattern {
    let mut next = Pattern { updated_at: now, ..pattern.clone() };
    let track = &mut next.track;
    track.reinforced = track.reinforced.saturating_add(1);
    track.last_used = now;
    (track.skips, track.regression, track.disputed, track.weak_since) = (0, false, false, None);
    next
}

/// Records that it would have applied and was not confirmed.
pub fn skipped(pattern: &Pattern, now: Time) -> Pattern {
    let mut next = Pattern { updated_at: now, ..pattern.clone() };
    next.track.skips = next.track.skips.saturating_add(1);
    next
}

/// The patterns that a validator's verdict rejects, changed, and its entries that mean none. `report` is what the adversarial agent
/// wrote; `patterns` are its own and those it was shown.
pub fn rejections(
    verdict: &Verdict,
    report: &str,
    patterns: &[Pattern],
    roles: &Roles,
    now: Time,
) -> (Vec<Pattern>, Vec<String>) {
    let own = find(report).map(|verdict| verdict.issues).unwrap_or_default();
    let lists = [verdict.issues.as_slice(), own.as_slice()];
    let (mut seen, mut rejected, mut unmatched) = (BTreeSet::new(), Vec::new(), Vec::new());
    for entry in &verdict.false_positives {
        let meant = meant(meaning(entry, &lists), report, patterns);
        if meant.is_empty() {
            unmatched.push(entry.clone());
        }
        let fresh = meant.into_iter().filter(|pattern| seen.insert(&pattern.id));
        rejected.extend(fresh.map(|pattern| penalised(pattern, roles, now)));
    }
    (rejected, unmatched)
}

/// A pattern that an agent was shown, and the context in which it was learned.
#[derive(Clone, Copy, Debug)]
pub struct InjectedPattern<'a> {
    pub pattern: &'a Pattern,
    pub context: &'a Context,
}

/// The changes that a PASS makes to patterns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passed {
    pub confirmed: Vec<Pattern>,
    pub skipped: Vec<Pattern>,
}

/// Changes only patterns that the agent was shown and that concern the touched files, and only on
/// evidence. Those that its report supports are confirmed, the others skipped.
pub fn passed(
    report: &str,
    level: EvidenceLevel,
    told: &[InjectedPattern<'_>],
    touched: &BTreeSet<String>,
    now: Time,
) -> Passed {
    if !level.confirms() {
        return Passed::default();
    }
    let relevant = told.iter().filter(|told| is_relevant(told, touched)).map(|told| told.pattern);
    let (borne_out, not): (Vec<_>, Vec<_>) = relevant.partition(|pattern| is_borne_out(pattern, report));
    Passed {
        confirmed: borne_out.into_iter().map(|pattern| reinforced(pattern, now)).collect(),
        skipped: not.into_iter().map(|pattern| skipped(pattern, now)).collect(),
    }
}

/// It was learned on one of these files, or names one of them.
fn is_relevant(told: &InjectedPattern<'_>, touched: &BTreeSet<String>) -> bool {
    let named = keys_of(&told.pattern.content);
    !told.context.paths.is_disjoint(touched) || touched.iter().any(|path| name_path(&named, path))
}

fn is_borne_out(pattern: &Pattern, report: &str) -> bool {
    let content = normalise(&pattern.content);
    let says_it = |line: &str| overlap(&pattern.content, line) >= BORNE_OUT_FROM;
    (!content.is_empty() && normalise(report).contains(&content)) || report.lines().any(says_it)
}
