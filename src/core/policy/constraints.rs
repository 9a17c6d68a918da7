//! Suggestions that a run makes for the project's own rules. A person decides on them.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use serde::Serialize;

use crate::core::model::Time;
use crate::core::model::outcome::{Outcome, RunResult};
use crate::core::model::word_enum::word_enum;
use crate::core::session::tool_call::BASH;

word_enum! {
    pub enum Advice ("advice") {
        Tighten = "tighten",
        Monitor = "monitor",
    }
}

const MUTATION_SCOPE: &str = "mutation-scope";
const APPROVAL_PAUSES: &str = "approval-pauses";

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConstraintSuggestion {
    pub constraint: &'static str,
    pub action: Advice,
    pub confidence: f64,
    pub reason: String,
}

impl ConstraintSuggestion {
    /// The advice in plain words. The name of the rule is for programs.
    pub fn sentence(&self) -> &'static str {
        match self.constraint {
            MUTATION_SCOPE => "have less changed at a time",
            APPROVAL_PAUSES => "see whether it should ask you earlier",
            _ => "look at which shell commands may be run",
        }
    }
}

pub fn suggestions(outcome: &Outcome) -> Vec<ConstraintSuggestion> {
    let failed_shell = outcome.result == RunResult::Failure && names_a_shell(outcome);
    let suggestion = |is_due: bool, constraint, action, confidence, reason: &str| {
        is_due.then(|| ConstraintSuggestion { constraint, action, confidence, reason: reason.to_owned() })
    };
    [
        suggestion(outcome.rollback_occurred, MUTATION_SCOPE, Advice::Tighten, 0.87, "work was taken back"),
        suggestion(outcome.human_override, APPROVAL_PAUSES, Advice::Monitor, 0.74, "a person overrode it"),
        suggestion(failed_shell, "shell-pattern-blocklist", Advice::Tighten, 0.92, "a shell command failed"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A suggestion that several recent runs agree on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecentSuggestion {
    #[serde(flatten)]
    pub suggestion: ConstraintSuggestion,
    pub runs: u32,
    /// The newest of these runs.
    pub last_run_id: String,
    pub last_seen_at: Time,
}

/// Suggestions of runs of the last days, by the name of the rule. A suggestion that no further run
/// makes expires.
pub fn standing<'a>(
    outcomes: impl IntoIterator<Item = &'a Outcome>,
    now: Time,
    days: u32,
) -> Vec<RecentSuggestion> {
    let since = now - TimeDelta::days(i64::from(days));
    let mut standing: BTreeMap<&str, RecentSuggestion> = BTreeMap::new();
    for outcome in outcomes.into_iter().filter(|outcome| outcome.timestamp >= since) {
        for suggestion in suggestions(outcome) {
            let runs = standing.get(suggestion.constraint).map_or(0, |known| known.runs) + 1;
            let newest = RecentSuggestion::of(suggestion, outcome);
            let known = standing.entry(newest.suggestion.constraint).or_insert_with(|| newest.clone());
            if newest.last_seen_at >= known.last_seen_at {
                *known = newest;
            }
            known.runs = runs;
        }
    }
    standing.into_values().collect()
}

impl RecentSuggestion {
    fn of(suggestion: ConstraintSuggestion, outcome: &Outcome) -> RecentSuggestion {
        let (last_run_id, last_seen_at) = (outcome.run_id.clone(), outcome.timestamp);
        RecentSuggestion { suggestion, runs: 1, last_run_id, last_seen_at }
    }
}

fn names_a_shell(outcome: &Outcome) -> bool {
    let kind = outcome.failure_details.as_ref().map(|details| details.dominant_failure_type.as_str());
    let failed = outcome.adapters_used.iter().filter(|used| used.failed).map(|used| used.id.as_str());
    failed.chain(kind).any(|text| [BASH, "shell", "command", "unsafe"].iter().any(|word| text.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::outcome::{AdapterUse, FailureDetails};
    use crate::core::model::samples::at;

    #[test]
    fn each_event_has_its_suggestion() {
        let begun = || Outcome::begun("r".to_owned(), at(0));
        let failed = AdapterUse { failed: true, ..AdapterUse::of("bash:rm") };
        let unsafe_kind = FailureDetails::of("unsafe-input");
        for (outcome, expected) in [
            (begun(), &[][..]),
            (Outcome { rollback_occurred: true, ..begun() }, &[("mutation-scope", Advice::Tighten, 0.87)]),
            (Outcome { human_override: true, ..begun() }, &[("approval-pauses", Advice::Monitor, 0.74)]),
            (
                Outcome { result: RunResult::Failure, adapters_used: vec![failed.clone()], ..begun() },
                &[("shell-pattern-blocklist", Advice::Tighten, 0.92)],
            ),
            (
                Outcome { result: RunResult::Failure, failure_details: Some(unsafe_kind), ..begun() },
                &[("shell-pattern-blocklist", Advice::Tighten, 0.92)],
            ),
            (Outcome { result: RunResult::Success, adapters_used: vec![failed], ..begun() }, &[]),
        ] {
            let found: Vec<_> =
                suggestions(&outcome).into_iter().map(|s| (s.constraint, s.action, s.confidence)).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn what_runs_agree_on_stands_for_a_while() {
        const DAY: i64 = 86_400;
        let run =
            |n: i64| Outcome { rollback_occurred: true, ..Outcome::begun(format!("r{n}"), at(n * DAY)) };
        let stopped = Outcome { human_override: true, ..Outcome::begun("r9".to_owned(), at(9 * DAY)) };
        let outcomes = [run(1), run(8), run(5), stopped];
        let said = |day: i64| -> Vec<(&str, u32, String)> {
            let standing = standing(&outcomes, at(day * DAY), 30);
            standing.into_iter().map(|s| (s.suggestion.constraint, s.runs, s.last_run_id)).collect()
        };
        let [pauses, scope] = ["approval-pauses", "mutation-scope"];
        assert_eq!(said(10), [(pauses, 1, "r9".to_owned()), (scope, 3, "r8".to_owned())]);
        assert_eq!(said(36), [(pauses, 1, "r9".to_owned()), (scope, 1, "r8".to_owned())]);
        assert_eq!(said(40), []);
    }
}
