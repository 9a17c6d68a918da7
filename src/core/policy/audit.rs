//! Gaps in outcomes: a field that was never filled makes learning fail silently.

use serde::Serialize;

use crate::core::model::outcome::{Omission, Outcome, RunResult};
use crate::core::model::word_enum::word_enum;
use crate::core::policy::overlay_rules::{is_shared, shares};

word_enum! {
    pub enum Gap ("gap") {
        /// A failure that no failure pattern can count.
        NoFailureType = "no_failure_type",
        /// Work that no tool's reliability can count.
        NoAdapter = "no_adapter",
        /// A record whose quality had to be estimated.
        NoScore = "no_score",
        /// A record that moves no threshold.
        NoRisk = "no_risk",
        /// Work whose duration was not measured.
        NoDuration = "no_duration",
        /// It failed, listing several adapters of which none is marked as failed.
        NoneMarked = "none_marked",
        /// It failed with errors, and no adapter failed.
        NoneFailed = "none_failed",
        Unknown = "unknown_result",
    }
}

impl Gap {
    pub fn explain(self) -> &'static str {
        match self {
            Gap::NoFailureType => "failed without a failure type: not counted in any failure pattern",
            Gap::NoAdapter => "named no tool: not counted in any tool's reliability, nor in any threshold",
            Gap::NoScore => "gave no score: quality is estimated from the result",
            Gap::NoRisk => "gave no risk level: not counted in any threshold",
            Gap::NoDuration => "took no time: neither fast nor slow",
            Gap::NoneMarked => "failed without saying which of several tools did: each shares the failure",
            Gap::NoneFailed => "failed with errors although no tool failed",
            Gap::Unknown => {
                "with an unknown end: not counted in rates of work, though calls in transcripts count for their tools"
            }
        }
    }

    fn is_in(self, outcome: &Outcome) -> bool {
        let failed = outcome.result == RunResult::Failure;
        match self {
            Gap::NoFailureType => {
                failed && outcome.failure_details.is_none() && outcome.failure_mode.is_none()
            }
            Gap::NoAdapter => {
                outcome.omitted.contains(&Omission::Adapters) || failed && outcome.adapters_used.is_empty()
            }
            Gap::NoScore => outcome.omitted.contains(&Omission::Score),
            Gap::NoRisk => outcome.omitted.contains(&Omission::Risk),
            Gap::NoDuration => outcome.result != RunResult::Unknown && outcome.duration_ms == 0,
            Gap::NoneMarked => failed && is_shared(outcome),
            Gap::NoneFailed => {
                failed
                    && !is_shared(outcome)
                    && outcome.error_count > 0
                    && !outcome.adapters_used.is_empty()
                    && outcome.adapters_used.iter().all(|used| !used.failed)
                    && shares(outcome).all(|share| !share.blamed)
            }
            Gap::Unknown => outcome.result == RunResult::Unknown,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub gap: Gap,
    /// Newest first.
    pub runs: Vec<String>,
}

/// The gaps that occur, with the runs that have them.
pub fn audit<'a>(outcomes: impl IntoIterator<Item = &'a Outcome> + Clone) -> Vec<Finding> {
    let finding = |gap: &Gap| {
        let mut hit: Vec<&Outcome> =
            outcomes.clone().into_iter().filter(|outcome| gap.is_in(outcome)).collect();
        hit.sort_unstable_by(|a, b| b.timestamp.cmp(&a.timestamp).then_with(|| a.run_id.cmp(&b.run_id)));
        let runs: Vec<String> = hit.into_iter().map(|outcome| outcome.run_id.clone()).collect();
        (!runs.is_empty()).then_some(Finding { gap: *gap, runs })
    };
    Gap::ALL.iter().filter_map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::outcome::{AdapterUse, FailureMode, OutcomeSource};
    use crate::core::model::samples::at;

    #[test]
    fn each_gap_is_found_where_it_is() {
        let whole = Outcome {
            result: RunResult::Failure,
            duration_ms: 1,
            error_count: 1,
            failure_mode: Some(FailureMode::Timeout),
            adapters_used: vec![AdapterUse { failed: true, ..AdapterUse::of("bash:git") }],
            ..Outcome::begun("whole".into(), at(0))
        };
        let of = |id: &str| Outcome { run_id: id.into(), ..whole.clone() };
        let unblamed = vec![AdapterUse::of("bash:git")];
        let two = vec![AdapterUse::of("bash:git"), AdapterUse::of("edit")];
        let outcomes = [
            of("whole"),
            Outcome { adapters_used: two, ..of("marks") },
            Outcome { failure_mode: None, ..of("type") },
            Outcome { adapters_used: vec![], ..of("adapter") },
            Outcome { omitted: vec![Omission::Score, Omission::Risk], ..of("short") },
            Outcome { duration_ms: 0, ..of("time") },
            Outcome { adapters_used: unblamed.clone(), source: OutcomeSource::Transcript, ..of("blame") },
            // A record that lists one tool means that one.
            Outcome { adapters_used: unblamed, ..of("alone") },
            Outcome { result: RunResult::Unknown, ..of("unknown") },
        ];
        let found: Vec<(Gap, Vec<String>)> = audit(&outcomes).into_iter().map(|f| (f.gap, f.runs)).collect();
        let one = |gap, run: &str| (gap, vec![run.to_owned()]);
        let expected = [
            one(Gap::NoFailureType, "type"),
            one(Gap::NoAdapter, "adapter"),
            one(Gap::NoScore, "short"),
            one(Gap::NoRisk, "short"),
            one(Gap::NoDuration, "time"),
            one(Gap::NoneMarked, "marks"),
            one(Gap::NoneFailed, "blame"),
            one(Gap::Unknown, "unknown"),
        ];
        assert_eq!(found, expected);
        assert_eq!(audit(&outcomes[..1]), []);
    }
}
