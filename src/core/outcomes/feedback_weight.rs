//! What a result weighs for or against what was used (`outcome` is the result itself): where ingrain departs from the
//! published formulas. Each departure removes a defect that its test shows. Those that are not a matter of weighing stand
//! where they apply and are named here, so that this is all of them.
//!
//! - A harmful event weighs what is missing to a perfect score, not the little that is there.
//! - Work that went neither well nor badly says nothing.
//! - The least number of events is counted, not weighed: decayed sums fall below it within hours.
//! - One bad day among three is not enough to deprecate, and what was deprecated stays so until a person resets it.
//! - A pattern is turned round once, and the original retires (`inversion::retire`).
//! - A duration of 0 is one that nobody measured: records without a duration have it, and no work takes no time. It counts
//!   as medium, where the published formula calls it fast (`implicit`).
//! - The tables by which failures and strategies are told apart are corrected (`failure`, `strategies`).
//!
//! What is concluded about tools departs in `policy`.

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

/// What a segment says about everything it used, if anything: helpful or not, and its score.
pub fn opinion(outcome: &Outcome, rules: &config::Learning) -> Option<(bool, f64)> {
    let score = outcome_score::score(&Work::of(outcome)?, rules);
    match outcome_score::class(score) {
        Class::Helpful => Some((true, score)),
        Class::Neutral => None,
        Class::Harmful => Some((false, score)),
    }
}

/// The weight of an event, or none if its score is no score.
pub fn mark(event: &FeedbackEvent) -> Option<Mark> {
    let weight = if event.helpful { event.raw } else { 1.0 - event.raw };
    Mark::new(event.at, event.helpful, weight)
}

/// The event with so much of its weight; none where nothing is left of it.
pub fn scaled(event: FeedbackEvent, factor: f64) -> Option<FeedbackEvent> {
    let raw = if event.helpful { event.raw * factor } else { 1.0 - (1.0 - event.raw) * factor };
    (factor > 0.0).then_some(FeedbackEvent { raw, ..event })
}

pub fn marks(events: &[FeedbackEvent]) -> Vec<Mark> {
    events.iter().filter_map(mark).collect()
}

/// What the events alone say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeighedEvidence {
    pub state: MaturityState,
    /// When the last event lifted it to proven.
    pub proven_at: Option<Time>,
    /// When it became deprecated.
    pub deprecated_at: Option<Time>,
}

/// Goes through the events in their order, because what was once deprecated stays so. That makes the state a function
/// of the events and not of the moments at which somebody looked.
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

    /// All that was added fades alike, so the sums can fade instead of every event.
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
