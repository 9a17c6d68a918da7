//! The weight of an outcome for or against what was used, and all departures from the published
//! formulas. Each departure removes a defect that its test shows. Those that do not concern weights
//! are implemented elsewhere and are listed here for completeness.
//!
//! - The weight of a harmful event is what its score lacks to 1, not the score itself.
//! - Work that failed counts against what it used, even if it failed so fast that the formula calls
//!   it neutral. Work that succeeded at a neutral score gives no feedback; in the published program
//!   it counts as a failure.
//! - The minimum number of events is counted, not weighed: decayed sums fall below it within hours.
//! - One bad day among three does not deprecate, and what was deprecated stays so until a person
//!   resets it.
//! - A pattern becomes a warning once, and the original retires (`anti_pattern::retire`).
//! - A duration of 0 means unknown: records without a duration have it, and no work takes no time.
//!   It counts as medium, where the published formula calls it fast (`outcome_score`).
//! - The tables that tell failures and strategies apart are corrected (`failure`, `strategies`).
//!
//! Departures that concern tools are in `policy`.

use super::feedback::{FeedbackCounts, FeedbackEvent, Mark, Sums};
use super::maturity::{self, MaturityState};
use super::outcome_score::{self, Class, Work};
use crate::core::config;
use crate::core::model::Time;
use crate::core::model::decay;
use crate::core::model::outcome::Outcome;

#[cfg(test)]
mod tests;

const LEAST_HARMFUL_EVENTS: u32 = 2;

/// A segment's feedback on everything it used, if it gives any: helpful or not, and its score.
pub fn opinion(outcome: &Outcome, rules: &config::Learning) -> Option<(bool, f64)> {
    let work = Work::of(outcome)?;
    let score = outcome_score::score(&work, rules);
    match class(&work, score) {
        Class::Helpful => Some((true, score)),
        Class::Neutral => None,
        Class::Harmful => Some((false, score)),
    }
}

/// What a score says once it is known whether the work succeeded: a failure is never neutral.
pub fn class(work: &Work, score: f64) -> Class {
    match outcome_score::class(score) {
        Class::Neutral if !work.success => Class::Harmful,
        class => class,
    }
}

/// The weight of an event; `None` if its score is invalid.
pub fn mark(event: &FeedbackEvent) -> Option<Mark> {
    let weight = if event.helpful { event.raw } else { 1.0 - event.raw };
    Mark::new(event.at, event.helpful, weight)
}

/// The event with its weight scaled; `None` if nothing is left of it.
pub fn scaled(event: FeedbackEvent, factor: f64) -> Option<FeedbackEvent> {
    let raw = if event.helpful { event.raw * factor } else { 1.0 - (1.0 - event.raw) * factor };
    (factor > 0.0).then_some(FeedbackEvent { raw, ..event })
}

pub fn marks(events: &[FeedbackEvent]) -> Vec<Mark> {
    events.iter().filter_map(mark).collect()
}

/// The maturity by evidence alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeighedEvidence {
    pub state: MaturityState,
    /// When the last event lifted it to proven.
    pub proven_at: Option<Time>,
    /// When it became deprecated.
    pub deprecated_at: Option<Time>,
}

/// Goes through the events in order, because what was once deprecated stays so. That makes the
/// state a function of the events, and not of the times at which it was asked for.
pub fn evidence(marks: &[Mark], now: Time, rules: &config::Maturity) -> WeighedEvidence {
    let mut so_far = Replay::default();
    let mut in_order: Vec<Mark> = marks.iter().map(|mark| Mark { at: mark.at.min(now), ..*mark }).collect();
    in_order.sort_by_key(|mark| mark.at);
    for mark in &in_order {
        so_far.add(mark, rules);
    }
    so_far.fade_to(now, rules);
    WeighedEvidence {
        state: so_far.state(rules),
        proven_at: so_far.proven_at,
        deprecated_at: so_far.deprecated_at,
    }
}

#[derive(Default)]
struct Replay {
    sums: Sums,
    counts: FeedbackCounts,
    last: Option<Time>,
    proven_at: Option<Time>,
    deprecated_at: Option<Time>,
}

impl Replay {
    fn add(&mut self, mark: &Mark, rules: &config::Maturity) {
        self.fade_to(mark.at, rules);
        let was = self.state(rules);
        self.sums.add(mark, 1.0);
        *(if mark.helpful { &mut self.counts.helpful } else { &mut self.counts.harmful }) += 1;
        match self.state(rules) {
            state if state == was => {}
            MaturityState::Proven => self.proven_at = Some(mark.at),
            MaturityState::Deprecated => self.deprecated_at = Some(mark.at),
            _ => {}
        }
    }

    /// All events decay alike, so the sums can decay instead of every event.
    fn fade_to(&mut self, at: Time, rules: &config::Maturity) {
        let factor = self.last.map_or(1.0, |last| decay::factor(last, at, rules.half_life_days));
        self.sums.helpful *= factor;
        self.sums.harmful *= factor;
        self.last = Some(at);
    }

    fn state(&self, rules: &config::Maturity) -> MaturityState {
        let enough = self.counts.total() >= rules.min_feedback;
        let too_harmful = enough
            && self.counts.harmful >= LEAST_HARMFUL_EVENTS
            && maturity::harmful_share(self.sums) > rules.deprecation;
        maturity::judge(self.sums, enough, too_harmful || self.deprecated_at.is_some(), rules)
    }
}
