//! The difference between two learning states, for the person and for the history.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Value, json};

use super::LearningState;
use super::told::{self, Overlays};
use crate::core::config::Policy;
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::outcome::{Outcome, RiskLevel};
use crate::core::policy::risk_thresholds::ThresholdPolicy;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PolicyDiff {
    pub changes: Vec<PolicyChange>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PolicyChange {
    pub key: String,
    pub before: Value,
    pub after: Value,
    /// What moved a threshold; an overlay has its own reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl PolicyDiff {
    /// Thresholds and overlays; without an overlay, the base applies.
    pub fn by(
        outcome: &Outcome,
        before: &LearningState,
        after: &LearningState,
        rules: &Policy,
    ) -> PolicyDiff {
        let mut diff = PolicyDiff::default();
        let (old, new) = (before.threshold_policy, after.threshold_policy);
        for level in RiskLevel::ALL {
            diff.push(&format!("thresholds.{level}"), old.of(*level), new.of(*level));
        }
        for change in &mut diff.changes {
            let level = RiskLevel::ALL.iter().find(|level| change.key.ends_with(level.as_str()));
            change.why = level.map(|level| ThresholdPolicy::why(*level, outcome));
        }
        let adapters: BTreeSet<&String> = before.overlays.keys().chain(after.overlays.keys()).collect();
        for adapter in adapters {
            let demand = |overlays: &Overlays| told::demand(overlays.get(adapter), rules);
            let (old, new) = (demand(&before.overlays), demand(&after.overlays));
            let key = |field: &str| format!("overlays.{adapter}.{field}");
            diff.push(&key("riskMultiplier"), old.risk_multiplier, new.risk_multiplier);
            diff.push(&key("suggestedMaxRetries"), old.suggested_max_retries, new.suggested_max_retries);
            diff.push(&key("requireApproval"), old.require_approval, new.require_approval);
        }
        diff
    }

    fn push<T: PartialEq + Into<Value>>(&mut self, key: &str, before: T, after: T) {
        if before != after {
            self.changes.push(PolicyChange {
                key: key.to_owned(),
                before: before.into(),
                after: after.into(),
                why: None,
            });
        }
    }
}

/// An event that a run adds to the history.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyEvent {
    pub action: ChangeKind,
    /// The run, the failure pattern or the adapter.
    pub subject: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// The events of one outcome, in order. Overlays are compared with those that the history last
/// mentioned (`told`).
pub fn events(
    before: &LearningState,
    after: &LearningState,
    outcome: &Outcome,
    told: &mut Overlays,
    rules: &Policy,
) -> Vec<PolicyEvent> {
    let recorded = PolicyEvent {
        action: ChangeKind::OutcomeRecorded,
        subject: outcome.run_id.clone(),
        before: None,
        after: Some(told_of(outcome)),
    };
    let mut events = vec![recorded];
    events.extend(changed(ChangeKind::PatternDetected, &before.patterns, &after.patterns, |p| {
        p.occurrences.into()
    }));
    events.extend(changed(ChangeKind::ReliabilityChanged, &before.reliability, &after.reliability, |r| {
        r.reliability_score.into()
    }));
    events.extend(told::ruled_by(outcome, told, &after.overlays, rules));
    events
}

/// What the memory graph is told of a run.
fn told_of(outcome: &Outcome) -> Value {
    json!({
        "result": outcome.result,
        "postExecutionScore": outcome.post_execution_score,
        "rollbackOccurred": outcome.rollback_occurred,
        "humanOverride": outcome.human_override,
        "riskLevel": outcome.risk_level,
    })
}

fn changed<T>(
    action: ChangeKind,
    before: &BTreeMap<String, T>,
    after: &BTreeMap<String, T>,
    value: impl Fn(&T) -> Value,
) -> Vec<PolicyEvent> {
    let subjects: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let event = |subject: &String| {
        let (before, after) = (before.get(subject).map(&value), after.get(subject).map(&value));
        (before != after).then(|| PolicyEvent { action, subject: subject.clone(), before, after })
    };
    subjects.into_iter().filter_map(event).collect()
}
