//! The reliability of a tool, computed from the runs that used it.

use std::cmp::Ordering;

use serde::Serialize;

use crate::core::model::Time;
use crate::core::model::decay;
use crate::core::model::rounding::half_up;

/// More retries than this lower it no further.
const MOST_RETRIES: f64 = 3.0;

/// The weighted sum of success rate, few retries and quality, rounded half up to three digits. The
/// weights are those of `policy.weights`.
pub fn score(success_rate: f64, average_retries: f64, quality: f64, weights: [f64; 3]) -> f64 {
    let efficiency = 1.0 - average_retries.min(MOST_RETRIES) / MOST_RETRIES;
    let sum = success_rate * weights[0] + efficiency * weights[1] + quality * weights[2];
    half_up(sum.clamp(0.0, 1.0), 3)
}

/// The sums that have to be kept of an adapter's runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    pub runs: u32,
    /// Half a success counts 0.5.
    pub successes: f64,
    pub retries: u64,
    pub quality: f64,
    /// Decayed runs as of `last_run`.
    faded_runs: f64,
    pub last_run: Time,
}

impl Tally {
    pub fn new(at: Time) -> Tally {
        Tally { runs: 0, successes: 0.0, retries: 0, quality: 0.0, faded_runs: 0.0, last_run: at }
    }

    pub fn add(&mut self, success: f64, retries: u32, quality: f64, at: Time, half_life_days: u32) {
        self.runs = self.runs.saturating_add(1);
        self.successes += success;
        self.retries += u64::from(retries);
        self.quality += quality;
        self.faded_runs = fade(self.faded_runs, self.last_run, at, half_life_days);
        self.last_run = self.last_run.max(at);
    }

    pub fn faded_runs(&self, now: Time, half_life_days: u32) -> f64 {
        self.faded_runs * decay::factor(self.last_run, now, half_life_days)
    }

    pub fn fades_to(&self, least: f64, half_life_days: u32) -> Option<Time> {
        decay::falls_to(least, self.faded_runs, self.last_run, half_life_days)
    }

    fn means(&self) -> [f64; 3] {
        let mean = |sum: f64| if self.runs == 0 { 0.0 } else { sum / f64::from(self.runs) };
        [mean(self.successes), mean(self.retries as f64), mean(self.quality)]
    }

    pub fn score(&self, weights: [f64; 3]) -> f64 {
        let [rate, retries, quality] = self.means();
        score(rate, retries, quality, weights)
    }

    pub fn reliability(&self, adapter: &str, weights: [f64; 3]) -> Reliability {
        let [rate, retries, quality] = self.means();
        Reliability {
            adapter_id: adapter.to_owned(),
            runs: self.runs,
            success_rate: half_up(rate, 3),
            average_retries: half_up(retries, 3),
            quality: half_up(quality, 3),
            reliability_score: self.score(weights),
            last_run: self.last_run,
        }
    }
}

/// A decaying count plus one at `at`. An event that is recorded late has decayed already.
pub(super) fn fade(count: f64, last: Time, at: Time, half_life_days: u32) -> f64 {
    count * decay::factor(last, at, half_life_days) + decay::factor(at, last, half_life_days)
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reliability {
    pub adapter_id: String,
    pub runs: u32,
    pub success_rate: f64,
    pub average_retries: f64,
    pub quality: f64,
    pub reliability_score: f64,
    pub last_run: Time,
}

/// Best first, ties by the number of runs.
pub fn strongest<'a>(all: impl IntoIterator<Item = &'a Reliability>, most: usize) -> Vec<&'a Reliability> {
    ranked(all, most, |a, b| b.reliability_score.total_cmp(&a.reliability_score))
}

/// Worst first, ties by the number of runs.
pub fn weakest<'a>(all: impl IntoIterator<Item = &'a Reliability>, most: usize) -> Vec<&'a Reliability> {
    ranked(all, most, |a, b| a.reliability_score.total_cmp(&b.reliability_score))
}

fn ranked<'a>(
    all: impl IntoIterator<Item = &'a Reliability>,
    most: usize,
    by: impl Fn(&Reliability, &Reliability) -> Ordering,
) -> Vec<&'a Reliability> {
    let mut ranked: Vec<&Reliability> = all.into_iter().collect();
    ranked.sort_unstable_by(|a, b| {
        by(a, b).then(b.runs.cmp(&a.runs)).then_with(|| a.adapter_id.cmp(&b.adapter_id))
    });
    ranked.truncate(most);
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::config::Policy;
    use crate::core::model::samples::at;

    fn weights() -> [f64; 3] {
        Policy::default().weights
    }

    fn after(runs: &[(f64, u32, f64)]) -> Reliability {
        let mut tally = Tally::new(at(0));
        for (success, retries, quality) in runs {
            tally.add(*success, *retries, *quality, at(0), 90);
        }
        tally.reliability("github", weights())
    }

    #[test]
    fn score_is_the_published_formula() {
        for (rate, retries, quality, expected) in [
            (0.8, 1.5, 0.8, 0.74),
            (2.0 / 3.0, 2.0, 1.9 / 3.0, 0.593),
            (1.0, 0.0, 1.0, 1.0),
            (0.0, 3.0, 0.0, 0.0),
            (0.0, 9.0, 0.0, 0.0),
            (1.0, 3.0, 0.0, 0.6),
            (1.0, 0.0, 0.5, 0.9),
            (0.5, 1.0, 0.5, 0.533),
        ] {
            assert_eq!(score(rate, retries, quality, weights()), expected, "{rate} {retries} {quality}");
        }
    }

    #[test]
    fn runs_are_averaged() {
        let found = after(&[(1.0, 1, 0.8), (1.0, 2, 0.9), (0.0, 3, 0.2)]);
        assert_eq!((found.success_rate, found.average_retries, found.reliability_score), (0.667, 2.0, 0.593));
    }

    #[test]
    fn trust_comes_back_slowly() {
        let run = |success: f64| (success, 0, success);
        let with =
            |successes| after(&[vec![run(0.0); 3], vec![run(1.0); successes]].concat()).reliability_score;
        assert_eq!(with(5), 0.7);
        assert!(with(6) < 0.75 && with(7) >= 0.75);
        assert!(with(21) <= 0.9 && with(22) > 0.9);
    }

    #[test]
    fn runs_fade_whatever_their_order() {
        let faded = |times: [i64; 3]| {
            let mut tally = Tally::new(at(times[0]));
            times.iter().for_each(|seconds| tally.add(1.0, 0, 1.0, at(*seconds), 90));
            tally.faded_runs(at(180 * 86_400), 90)
        };
        let day = 86_400;
        assert!((faded([0, 90 * day, 180 * day]) - 1.75).abs() < 1e-12);
        assert!((faded([180 * day, 0, 90 * day]) - 1.75).abs() < 1e-12);
    }

    #[test]
    fn strong_and_weak() {
        let adapter = |id: &str, score, runs| Reliability {
            adapter_id: id.to_owned(),
            reliability_score: score,
            runs,
            ..after(&[])
        };
        let all = [adapter("a", 0.5, 9), adapter("b", 0.9, 3), adapter("c", 0.9, 5), adapter("d", 0.5, 20)];
        let ids = |list: Vec<&Reliability>| list.iter().map(|r| r.adapter_id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(strongest(&all, 3)), ["c", "b", "d"]);
        assert_eq!(ids(weakest(&all, 2)), ["d", "a"]);
    }
}
