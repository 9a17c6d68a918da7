//! Policy events for other programs: the four events of the published memory graph, made from the
//! history's rows.

use serde::Serialize;
use serde_json::{Value, json};

use super::change::{Change, ChangedThing};
use crate::core::model::Time;
use crate::core::model::change_kind::ChangeKind;

/// The prefix of a recorded cause that names the run an event follows from.
pub const CAUSE: &str = "the outcome of ";

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LearningEvent {
    /// The number of its change, which grows with time.
    pub id: i64,
    pub at: Time,
    #[serde(rename = "type")]
    pub kind: ChangeKind,
    /// `None` for changes that a person or the passing of time alone caused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    pub data: Value,
}

impl LearningEvent {
    /// `None` for changes that are not events. Everything in it was written when it happened, so an
    /// event never changes; what is found out later is another one.
    pub fn of(change: &Change) -> Option<LearningEvent> {
        let subject = change.subject.as_str();
        let (before, after) = (parsed_state(&change.before), parsed_state(&change.after));
        let data = match change.action {
            // The stored run itself is another row.
            ChangeKind::OutcomeRecorded if change.thing == ChangedThing::Note => after,
            ChangeKind::PatternDetected => {
                let (adapter, kind) = subject.split_once("::").unwrap_or((subject, ""));
                json!({ "id": subject, "adapterId": adapter, "failureType": kind, "before": before, "occurrences": after })
            }
            ChangeKind::ReliabilityChanged | ChangeKind::OverlayApplied => {
                json!({ "adapterId": subject, "before": before, "after": after })
            }
            _ => return None,
        };
        let run = match change.action {
            ChangeKind::OutcomeRecorded => Some(subject),
            _ => change.cause.strip_prefix(CAUSE),
        };
        let run_id = run.map(str::to_owned);
        Some(LearningEvent { id: change.id, at: change.at, kind: change.action, run_id, data })
    }

    /// The event as a line for people.
    pub fn line(&self) -> String {
        let text = |name: &str| match &self.data[name] {
            Value::String(text) => text.clone(),
            Value::Null => "none".to_owned(),
            other => other.to_string(),
        };
        let said = match self.kind {
            ChangeKind::OutcomeRecorded => {
                format!("{} {}", self.run_id.as_deref().unwrap_or_default(), text("result"))
            }
            ChangeKind::PatternDetected => {
                format!("{} {} → {}", text("id"), text("before"), text("occurrences"))
            }
            ChangeKind::OverlayApplied => match self.data["after"]["reason"].as_str() {
                Some(reason) => format!("{}: {reason}", text("adapterId")),
                None => format!("{}: the base counts again", text("adapterId")),
            },
            _ => format!("{} {} → {}", text("adapterId"), text("before"), text("after")),
        };
        format!("{}  {said}", self.kind)
    }
}

fn parsed_state(state: &Option<String>) -> Value {
    state.as_deref().and_then(|state| serde_json::from_str::<Value>(state).ok()).unwrap_or(Value::Null)
}
