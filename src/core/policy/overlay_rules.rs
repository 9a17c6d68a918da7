//! The overlay of a tool: when the published demands of `overlay` apply, and where ingrain departs
//! from them. Each departure removes a defect that its test shows.
//!
//! - Nothing is concluded from fewer runs than `policy.min_runs`.
//! - The call that failed is blamed; a failure without a culprit counts against no tool (`blame`).
//! - Failures decay, and they must be a fair share of the runs: otherwise one bad week would mean
//!   asking for ever. The decayed count is rounded half up, so `policy.occurrences` of 3 is reached
//!   from 2.5 on: three failures on three days would otherwise never be three.
//! - Runs decay too: once less than half of `policy.min_runs` is left of them, nothing is demanded
//!   any more, whatever the reliability was. Otherwise three failures would ask for ever of a tool
//!   that nobody uses.
//! - A tool is tightened automatically. It also loosens automatically, but only as a whole: while
//!   it is still asked about, neither its multiplier nor its retries loosen. Only a person makes it
//!   looser than the base.

mod blame;
mod order;
#[cfg(test)]
mod tests;

use super::failure_patterns::FailurePattern;
use super::overlay::{Demand, Overlay, demand};
use super::reliability::Tally;
use crate::core::config::Policy;
use crate::core::model::Time;
use crate::core::model::outcome::RiskLevel;
use crate::core::model::rounding::{half_up, percent};

pub use blame::{Share, is_shared, shares};
pub use order::{Pin, ToolDecision, ToolRuling};

/// A failure rate below this is the normal price of using a tool.
const FAIR_SHARE: f64 = 0.2;
/// Tolerance, so that exactly that share is enough despite rounding.
const ROUNDING: f64 = 1e-9;
/// What has to be left of the least runs. All of it would never be there for a tool that fails once a month.
const LEAST_LEFT: f64 = 0.5;
/// The most that rounding adds.
const ROUNDED_UP: f64 = 0.5;

/// The facts about one adapter at a moment.
#[derive(Clone, Copy, Debug)]
pub struct AdapterCase<'a> {
    pub adapter: &'a str,
    pub tally: &'a Tally,
    pub patterns: &'a [&'a FailurePattern],
    pub order: Option<&'a ToolRuling>,
    /// The tightest demand since it was last at the base.
    pub held: Option<Demand>,
    pub now: Time,
    pub half_life_days: u32,
}

/// The overlay that applies; `None` if the base does.
pub fn overlay(case: &AdapterCase<'_>, rules: &Policy) -> Option<Overlay> {
    let learned = learned(case, rules);
    match case.order.and_then(|order| order.pin.as_ref()) {
        Some(pin) => Some(pin.overlay(case.adapter, learned.as_ref(), rules)),
        None => learned,
    }
}

/// The overlay that runs alone ask for.
fn learned(case: &AdapterCase<'_>, rules: &Policy) -> Option<Overlay> {
    if case.tally.runs < rules.min_runs {
        return None;
    }
    let score = case.tally.score(rules.weights);
    let failing = keeps_failing(case, rules);
    let wanted = demand(score, !failing.is_empty(), rules);
    let wanted = match case.held.filter(|_| wanted.require_approval) {
        Some(held) => wanted.tighter(held),
        None => wanted,
    };
    let wanted = no_looser(wanted, case.order, rules);
    let wanted = if has_faded(case, rules) { wanted.no_tighter(Demand::base(rules)) } else { wanted };
    let fading = case.tally.fades_to(least_left(rules), case.half_life_days);
    let is_unreliable = demand(score, false, rules).require_approval;
    (wanted != Demand::base(rules)).then(|| Overlay {
        adapter_id: case.adapter.to_owned(),
        risk_multiplier: wanted.risk_multiplier,
        suggested_max_retries: wanted.suggested_max_retries,
        require_approval: wanted.require_approval,
        reason: reason(score, case, most_frequent(&failing, case)),
        updated_at: case.tally.last_run,
        asks_until: last_fading(&failing, case, rules)
            .filter(|_| !is_unreliable)
            .into_iter()
            .chain(fading)
            .min()
            .filter(|_| wanted.require_approval),
    })
}

/// The demand to hold after a run: nothing loosens while the tool is still asked about.
pub fn held(case: &AdapterCase<'_>, rules: &Policy) -> Option<Demand> {
    if case.tally.runs < rules.min_runs || has_faded(case, rules) {
        return None;
    }
    let wanted = demand(case.tally.score(rules.weights), !keeps_failing(case, rules).is_empty(), rules);
    wanted.require_approval.then(|| case.held.map_or(wanted, |held| held.tighter(wanted)))
}

/// Whether hardly anything is left of the runs.
fn has_faded(case: &AdapterCase<'_>, rules: &Policy) -> bool {
    case.tally.faded_runs(case.now, case.half_life_days) < least_left(rules)
}

fn least_left(rules: &Policy) -> f64 {
    f64::from(rules.min_runs) * LEAST_LEFT
}

/// Unconfirmed trust lowers no risk.
fn no_looser(wanted: Demand, order: Option<&ToolRuling>, rules: &Policy) -> Demand {
    let accepted = order.is_some_and(|order| order.accepted_at.is_some());
    let least = if accepted { 0.0 } else { Demand::base(rules).risk_multiplier };
    Demand { risk_multiplier: wanted.risk_multiplier.max(least), ..wanted }
}

/// The kinds of failure that come up often enough.
fn keeps_failing<'a>(case: &AdapterCase<'a>, rules: &Policy) -> Vec<&'a FailurePattern> {
    let runs = case.tally.faded_runs(case.now, case.half_life_days);
    let often = |pattern: &&FailurePattern| {
        let faded = pattern.faded(case.now, case.half_life_days);
        let share = runs * FAIR_SHARE * (1.0 - ROUNDING);
        half_up(faded, 0) >= f64::from(rules.occurrences) && faded >= share
    };
    case.patterns.iter().copied().filter(often).collect()
}

fn most_frequent<'a>(failing: &[&'a FailurePattern], case: &AdapterCase<'_>) -> Option<&'a FailurePattern> {
    let faded = |pattern: &FailurePattern| pattern.faded(case.now, case.half_life_days);
    failing.iter().copied().max_by(|a, b| faded(a).total_cmp(&faded(b)).then_with(|| b.id.cmp(&a.id)))
}

/// The time at which none of them is frequent enough any more. All runs decay alike, so their
/// shares stay the same.
fn last_fading(failing: &[&FailurePattern], case: &AdapterCase<'_>, rules: &Policy) -> Option<Time> {
    let least = f64::from(rules.occurrences) - ROUNDED_UP;
    let times = failing.iter().map(|pattern| pattern.fades_to(least, case.half_life_days));
    times.collect::<Option<Vec<Time>>>()?.into_iter().max()
}

fn reason(score: f64, case: &AdapterCase<'_>, failing: Option<&FailurePattern>) -> String {
    let runs = case.tally.runs;
    let pattern = failing.map(|pattern| {
        let share = percent(f64::from(pattern.occurrences) / f64::from(runs.max(1)));
        format!("; {} {} times, {share} % of the runs", pattern.failure_type, pattern.occurrences)
    });
    format!("reliability {score} over {runs} runs{}", pattern.unwrap_or_default())
}

/// The risk at each level, `low/medium/high`.
pub fn risks(multiplier: f64) -> String {
    RiskLevel::ALL.iter().map(|level| risk(*level, multiplier).to_string()).collect::<Vec<_>>().join("/")
}

/// The risk as it is shown: the base of the level times the adapter's multiplier.
pub fn risk(level: RiskLevel, multiplier: f64) -> f64 {
    let base = match level {
        RiskLevel::Low => 0.25,
        RiskLevel::Medium => 0.5,
        RiskLevel::High => 0.75,
    };
    half_up(base * multiplier, 3)
}
