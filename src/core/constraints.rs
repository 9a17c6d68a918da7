//! What a run suggests for the rules of the house. Suggestions only: a person decides.

use serde::Serialize;

use super::outcome::{Outcome, RunResult};
use super::word_enum::word_enum;

word_enum! {
    pub enum Advice ("advice") {
        Tighten = "tighten",
        Monitor = "monitor",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConstraintSuggestion {
    pub constraint: &'static str,
    pub action: Advice,
    pub confidence: f64,
    pub reason: String,
}

pub fn suggestions(outcome: &Outcome) -> Vec<ConstraintSuggestion> {
    let failed_shell = outcome.result == RunResult::Failure && names_a_shell(outcome);
    let suggestion = |is_due: bool, constraint, action, confidence, reason: &str| {
        is_due.then(|| ConstraintSuggestion { constraint, action, confidence, reason: reason.to_owned() })
    };
    [
        suggestion(outcome.rollback_occurred, "mutation-scope", Advice::Tighten, 0.87, "work was taken back"),
        suggestion(outcome.human_override, "approval-pauses", Advice::Monitor, 0.74, "a person overrode it"),
        suggestion(failed_shell, "shell-pattern-blocklist", Advice::Tighten, 0.92, "a shell command failed"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn names_a_shell(outcome: &Outcome) -> bool {
    let kind = outcome.failure_details.as_ref().map(|details| details.dominant_failure_type.as_str());
    let failed = outcome.adapters_used.iter().filter(|used| used.failed).map(|used| used.id.as_str());
    failed
        .chain(kind)
        .any(|text| ["bash:", "shell", "command", "unsafe"].iter().any(|word| text.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::outcome::{AdapterUse, FailureDetails};
    use crate::core::samples::at;

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
}
