//! Feedback of one segment of work on one subject: a pattern, an observation, or a criterion. Every
//! score is computed from these events alone, so it can be recomputed at any time.

use serde::{Deserialize, Serialize};

use crate::core::model::Time;
use crate::core::model::decay;

/// One segment's feedback on one subject that it used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeedbackEvent {
    pub subject: String,
    /// A subject gets one event per segment, however often it was used in it.
    pub segment: String,
    pub at: Time,
    pub helpful: bool,
    /// The segment's outcome score, 0 to 1.
    pub raw: f64,
}

/// An event as it enters a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    pub at: Time,
    pub helpful: bool,
    pub weight: f64,
}

impl Mark {
    /// `None` for a weight that is not a number from 0 to 1: a NaN would spoil every sum it enters.
    pub fn new(at: Time, helpful: bool, weight: f64) -> Option<Mark> {
        (0.0..=1.0).contains(&weight).then_some(Mark { at, helpful, weight })
    }
}

/// Numbers of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FeedbackCounts {
    #[serde(rename = "helpful_count")]
    pub helpful: u32,
    #[serde(rename = "harmful_count")]
    pub harmful: u32,
}

impl FeedbackCounts {
    pub fn of(marks: &[Mark]) -> FeedbackCounts {
        let helpful = marks.iter().filter(|mark| mark.helpful).count() as u32;
        FeedbackCounts { helpful, harmful: marks.len() as u32 - helpful }
    }
    pub fn total(self) -> u32 {
        self.helpful.saturating_add(self.harmful)
    }
}

/// Sums of weights, after decay.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    pub helpful: f64,
    pub harmful: f64,
}

impl Sums {
    pub fn of(marks: &[Mark], now: Time, half_life_days: u32) -> Sums {
        marks.iter().fold(Sums::default(), |mut sums, mark| {
            sums.add(mark, decay::factor(mark.at, now, half_life_days));
            sums
        })
    }

    pub fn add(&mut self, mark: &Mark, factor: f64) {
        let side = if mark.helpful { &mut self.helpful } else { &mut self.harmful };
        *side += mark.weight * factor;
    }

    pub fn total(self) -> f64 {
        self.helpful + self.harmful
    }
}

/// The newest helpful event, which is when the subject last proved itself.
pub fn last_validated(marks: &[Mark]) -> Option<Time> {
    marks.iter().filter(|mark| mark.helpful).map(|mark| mark.at).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    #[test]
    fn no_number_no_mark() {
        for weight in [f64::NAN, f64::INFINITY, -0.1, 1.1] {
            assert_eq!(Mark::new(at(0), true, weight), None, "{weight}");
        }
    }

    #[test]
    fn sums_keep_the_sides_apart() {
        let marks: Vec<Mark> = [(0, true, 1.0), (180, true, 1.0), (90, false, 0.5)]
            .into_iter()
            .filter_map(|(age, helpful, weight)| Mark::new(at(-age * 86_400), helpful, weight))
            .collect();
        assert_eq!(Sums::of(&marks, at(0), 90), Sums { helpful: 1.25, harmful: 0.25 });
        assert_eq!(FeedbackCounts::of(&marks), FeedbackCounts { helpful: 2, harmful: 1 });
        assert_eq!(last_validated(&marks), Some(at(0)));
        assert_eq!(last_validated(&marks[2..]), None);
    }
}
