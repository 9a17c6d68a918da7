//! The order in which entries get room: those a person wrote first, then by firmness, last
//! confirmation and how well they have held up.

use std::cmp::Ordering;

use crate::core::knowledge::index::IndexEntry;
use crate::core::model::decay::age_days;
use crate::core::model::{Kind, Observation, Time};
use crate::core::outcomes::maturity::{Maturity, MaturityState};

const FRESH_DAYS: f64 = 14.0;
/// An entry that this many good outcomes confirmed does not age.
const SETTLED: u32 = 3;

/// Facts about an entry that ingrain wrote.
#[derive(Clone, Copy, Debug)]
pub struct RankInput<'a> {
    pub observation: &'a Observation,
    pub last_used: Option<Time>,
    pub maturity: Option<&'a Maturity>,
}

impl RankInput<'_> {
    pub fn is_hidden(&self) -> bool {
        is_hidden(self.observation, self.maturity)
    }

    pub fn score(&self, now: Time) -> f64 {
        let state = self.maturity.map_or(MaturityState::Candidate, |maturity| maturity.state);
        firmness(self.observation.kind()) * self.freshness(now) * state.multiplier()
    }

    fn freshness(&self, now: Time) -> f64 {
        let settled = self.maturity.is_some_and(|maturity| maturity.counts.helpful >= SETTLED);
        let last = self.observation.last_seen.max(self.last_used.unwrap_or(Time::MIN_UTC));
        if settled { 1.0 } else { (-age_days(last, now) / FRESH_DAYS).exp() }
    }
}

/// Entries, commands and skills that a person revoked or that keep ending badly are not shown.
pub fn is_hidden(observation: &Observation, maturity: Option<&Maturity>) -> bool {
    observation.is_revoked() || maturity.is_some_and(Maturity::hides)
}

fn firmness(kind: Kind) -> f64 {
    match kind {
        Kind::Decision => 1.3,
        Kind::Pitfall => 1.1,
        Kind::Workflow | Kind::Procedural => 1.0,
    }
}

/// Better entries first, ties by anchor, so that the order is stable.
pub fn sort<'a>(
    entries: &mut Vec<IndexEntry>,
    standing: impl Fn(&IndexEntry) -> Option<RankInput<'a>>,
    now: Time,
) {
    let score = |entry| standing(entry).map(|standing| standing.score(now));
    let mut ranked: Vec<(Option<f64>, usize)> = entries.iter().map(score).zip(0..).collect();
    ranked.sort_unstable_by(|(a, one), (b, other)| {
        order(*a, *b).then_with(|| entries[*one].anchor.cmp(&entries[*other].anchor))
    });
    // Sorts positions, so that each entry is moved only once.
    let mut unsorted: Vec<Option<IndexEntry>> = entries.drain(..).map(Some).collect();
    entries.extend(ranked.into_iter().filter_map(|(_, at)| unsorted[at].take()));
}

/// Entries without a score were written by a person and come first.
fn order(a: Option<f64>, b: Option<f64>) -> Ordering {
    a.is_some().cmp(&b.is_some()).then(b.unwrap_or_default().total_cmp(&a.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::config;
    use crate::core::model::samples::{at, observation};
    use crate::core::outcomes::feedback::Mark;
    use crate::core::outcomes::maturity::MaturityRuling;

    const DAY: i64 = 86_400;

    fn maturity(helpful: usize, harmful: usize) -> Maturity {
        let mark = |good| Mark::new(at(0), good, 1.0);
        let marks: Vec<Mark> = std::iter::repeat_n(true, helpful)
            .chain(std::iter::repeat_n(false, harmful))
            .filter_map(mark)
            .collect();
        Maturity::of(&marks, MaturityRuling::default(), at(0), &config::Maturity::default())
    }

    #[test]
    fn good_ends_lift_and_bad_ends_hide() {
        let observation = observation(Kind::Decision, "obs_1", "Use pnpm");
        let score = |maturity: Option<&Maturity>| {
            let standing = RankInput { observation: &observation, last_used: Some(at(0)), maturity };
            (standing.is_hidden(), standing.score(at(0)))
        };
        let (_, untried) = score(None);
        assert_eq!(score(Some(&maturity(1, 0))), (false, untried));
        assert_eq!(score(Some(&maturity(4, 1))), (false, untried * 2.0));
        assert_eq!(score(Some(&maturity(6, 0))), (false, untried * 3.0));
        assert_eq!(score(Some(&maturity(1, 3))), (true, 0.0));
    }

    #[test]
    fn what_is_used_or_settled_stays_fresh() {
        let observation = observation(Kind::Decision, "obs_1", "Use pnpm");
        let later = observation.last_seen + chrono::TimeDelta::seconds(28 * DAY);
        let settled = maturity(3, 0);
        let score =
            |last_used, maturity| RankInput { observation: &observation, last_used, maturity }.score(later);
        let faded = score(None, None);
        assert!(score(Some(later), None) > faded * 7.0);
        assert_eq!(score(None, Some(&settled)), score(Some(later), Some(&settled)));
    }

    #[test]
    fn hand_written_entries_come_first_and_ties_are_settled() {
        let observation = observation(Kind::Decision, "obs_1", "Use pnpm");
        let ours = || Some(RankInput { observation: &observation, last_used: None, maturity: None });
        let entry = |anchor: &str| IndexEntry {
            anchor: anchor.into(),
            title: String::new(),
            status: String::new(),
            area: None,
        };
        let mut entries = ["ADR-002", "ADR-001", "ADR-009"].map(entry).to_vec();
        sort(&mut entries, |entry| if entry.anchor == "ADR-009" { None } else { ours() }, at(0));
        let anchors: Vec<&str> = entries.iter().map(|entry| entry.anchor.as_str()).collect();
        assert_eq!(anchors, ["ADR-009", "ADR-001", "ADR-002"]);
    }
}
