//! The rows of the history. A row says how one thing changed, and keeps only the difference: both
//! values of a field, and the added and removed items of a list. That is enough to undo the change
//! later, whatever else changed since.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::{Map, Value};

use super::state_fields::{bookkeeping, session_seen};
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeKind, RULED};
use crate::core::model::word_enum::word_enum;
use crate::core::patterns::agent_report::heard::BROUGHT;

word_enum! {
    /// The kind of thing whose states `before` and `after` are.
    pub enum ChangedThing ("thing") {
        Observation = "observation",
        /// An artifact's place, by the id of its observation.
        Artifact = "artifact",
        /// A file of the project, or an entry of a knowledge file. Its states are those of
        /// `splice`.
        File = "file",
        Pattern = "pattern",
        /// A person's decision on an observation or a pattern.
        Ruling = "ruling",
        /// A person's decision on a tool.
        Order = "order",
        /// A rule to enforce on tool calls.
        Guard = "guard",
        Outcome = "outcome",
        Error = "error",
        /// A report that a person supplied.
        StoredReport = "deliberation",
        /// A verdict on a report.
        Verdict = "verdict",
        /// An observation of how work is done.
        Structure = "structure",
        /// The person's trust in this project's files.
        Trust = "trust",
        /// A note only: it has no state to restore.
        Note = "note",
    }
}

/// One recorded change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    pub id: i64,
    /// The id of the first change of the same command, or of the same step of the worker.
    pub change_set: i64,
    pub at: Time,
    pub thing: ChangedThing,
    /// The id of an observation, the path of a file and the entry in it, or a tool.
    pub subject: String,
    pub action: ChangeKind,
    pub cause: String,
    /// `worker`, or the command that made the change.
    pub actor: Option<String>,
    pub before: Option<String>,
    pub after: Option<String>,
    /// The change set that this one undid.
    pub undoes: Option<i64>,
}

impl Change {
    pub fn is_ruled(&self) -> bool {
        self.cause == RULED
    }

    /// The person edited a file; we only observed it.
    pub fn is_persons_edit(&self) -> bool {
        self.thing == ChangedThing::File && self.action == ChangeKind::Edited
    }
}

/// The error for a thing that is no longer as a change left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Differs;

/// Whether both changed the same field, or one of them the whole thing.
pub fn touch_the_same(one: &Change, other: &Change) -> bool {
    match (one.thing, changed_fields(one), changed_fields(other)) {
        (ChangedThing::File, ..) | (_, None, _) | (_, _, None) => true,
        (_, Some(one), Some(other)) => one.iter().any(|name| other.contains(name)),
    }
}

fn changed_fields(entry: &Change) -> Option<Vec<String>> {
    let states: Vec<Value> = [&entry.before, &entry.after]
        .map(|state| serde_json::from_str(state.as_ref()?).ok())
        .into_iter()
        .collect::<Option<_>>()?;
    let fields = states.iter().filter_map(Value::as_object).flatten();
    Some(fields.filter(|(_, value)| !value.is_array()).map(|(name, _)| name.clone()).collect())
}

/// The parts of two states that have to be kept to undo the change between them.
pub fn delta(before: Option<Value>, after: Option<Value>) -> (Option<Value>, Option<Value>) {
    match (before, after) {
        (Some(Value::Object(before)), Some(Value::Object(after))) => {
            (Some(less(&before, &after)), Some(less(&after, &before)))
        }
        whole => whole,
    }
}

/// The fields that differ; of lists, the items that the other does not have.
fn less(state: &Map<String, Value>, other: &Map<String, Value>) -> Value {
    let differs = |(name, value): (&String, &Value)| {
        let own = match (value, other.get(name)) {
            (value, Some(other)) if value == other => return None,
            (Value::Array(own), Some(Value::Array(other))) => {
                let other: HashSet<&Value> = other.iter().collect();
                own.iter().filter(|one| !other.contains(one)).cloned().collect()
            }
            _ => value.clone(),
        };
        Some((name.clone(), own))
    };
    state.iter().filter_map(differs).collect::<Map<_, _>>().into()
}

/// The state before a change, from the current state and the recorded difference.
pub fn revert(
    thing: ChangedThing,
    now: Option<&Value>,
    before: Option<&Value>,
    after: Option<&Value>,
) -> Result<Option<Value>, Differs> {
    match (now, before, after) {
        (None, None, _) => Ok(None),
        (None, Some(before), None) => Ok(Some(before.clone())),
        (Some(now), Some(before), None) if now == before => Ok(Some(now.clone())),
        (Some(now), None, Some(after)) if is_as_made(thing, now, after) => Ok(None),
        (Some(Value::Object(now)), Some(Value::Object(before)), Some(Value::Object(after))) => {
            turned_back(thing, now, before, after).map(|state| Some(state.into()))
        }
        _ => Err(Differs),
    }
}

/// Lists may have grown since: they are removed with the thing.
fn is_as_made(thing: ChangedThing, now: &Value, made: &Value) -> bool {
    let fields = made.as_object().into_iter().flatten();
    fields
        .filter(|(name, value)| !value.is_array() && !bookkeeping(thing).contains(&name.as_str()))
        .all(|(name, value)| now.get(name) == Some(value))
}

fn turned_back(
    thing: ChangedThing,
    now: &Map<String, Value>,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
) -> Result<Map<String, Value>, Differs> {
    let mut state = now.clone();
    let names = after.keys().chain(before.keys().filter(|name| !after.contains_key(*name)));
    for name in names {
        let (old, new) = (before.get(name).unwrap_or(&Value::Null), after.get(name).unwrap_or(&Value::Null));
        let current = now.get(name).unwrap_or(&Value::Null);
        let value = match (old, new, current) {
            (Value::Array(gone), Value::Array(added), Value::Array(current)) => {
                let (added, there): (HashSet<&Value>, HashSet<&Value>) =
                    (added.iter().collect(), current.iter().collect());
                let kept = |one: &&Value| counts_for_good(thing, name, one) || !added.contains(one);
                let mut list: Vec<Value> = current.iter().filter(kept).cloned().collect();
                list.extend(gone.iter().filter(|one| !there.contains(one)).cloned());
                Value::Array(list)
            }
            (old, new, current) if current == new || current == old => old.clone(),
            (_, _, current) if bookkeeping(thing).contains(&name.as_str()) => current.clone(),
            _ => return Err(Differs),
        };
        state.insert(name.clone(), value);
    }
    Ok(state)
}

/// A counted session is not counted again, even if what it taught was undone. A person's report on
/// a pattern can be made again.
fn counts_for_good(thing: ChangedThing, list: &str, one: &Value) -> bool {
    let is_brought = |session: &str| thing == ChangedThing::Pattern && session.starts_with(BROUGHT);
    session_seen(thing, list, one).is_some_and(|session| !is_brought(session))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn back(now: Value, before: Value, after: Value) -> Result<Option<Value>, Differs> {
        let some = |value: Value| (!value.is_null()).then_some(value);
        let (before, after) = delta(some(before), some(after));
        revert(ChangedThing::Observation, some(now).as_ref(), before.as_ref(), after.as_ref())
    }

    #[test]
    fn only_what_changed_goes_back() {
        let table = [
            (
                "alone",
                json!({"s": 2, "n": 1}),
                json!({"s": 1, "n": 1}),
                json!({"s": 2, "n": 1}),
                Some(json!({"s": 1, "n": 1})),
            ),
            (
                "beside others",
                json!({"s": 2, "n": 9}),
                json!({"s": 1, "n": 1}),
                json!({"s": 2, "n": 1}),
                Some(json!({"s": 1, "n": 9})),
            ),
            (
                "already back",
                json!({"s": 1, "n": 9}),
                json!({"s": 1, "n": 1}),
                json!({"s": 2, "n": 1}),
                Some(json!({"s": 1, "n": 9})),
            ),
            ("changed since", json!({"s": 3}), json!({"s": 1}), json!({"s": 2}), None),
            (
                "lists",
                json!({"l": [1, 3, 4]}),
                json!({"l": [1, 2]}),
                json!({"l": [1, 3]}),
                Some(json!({"l": [1, 4, 2]})),
            ),
            (
                "counted",
                json!({"sighting": [1, 2]}),
                json!({"sighting": [1]}),
                json!({"sighting": [1, 2]}),
                Some(json!({"sighting": [1, 2]})),
            ),
            ("gone since", Value::Null, json!({"s": 1}), json!({"s": 2}), None),
            (
                "made, then grown",
                json!({"s": 1, "l": [1, 2]}),
                Value::Null,
                json!({"s": 1, "l": [1]}),
                Some(Value::Null),
            ),
            ("made, then changed", json!({"s": 2}), Value::Null, json!({"s": 1}), None),
            ("dropped", Value::Null, json!({"s": 1}), Value::Null, Some(json!({"s": 1}))),
            ("dropped, and made anew", json!({"s": 2}), json!({"s": 1}), Value::Null, None),
        ];
        for (name, now, before, after, expected) in table {
            let expected = expected.map(|value| (!value.is_null()).then_some(value)).ok_or(Differs);
            assert_eq!(back(now, before, after), expected, "{name}");
        }
    }

    #[test]
    fn where_an_artifact_was_seen_keeps_nothing_from_being_taken_back() {
        let made = json!({"path": "a.md", "branch": "main"});
        let now = json!({"path": "a.md", "branch": "other"});
        assert_eq!(revert(ChangedThing::Artifact, Some(&now), None, Some(&made)), Ok(None));
        assert_eq!(revert(ChangedThing::Observation, Some(&now), None, Some(&made)), Err(Differs));
    }

    #[test]
    fn what_was_brought_can_be_brought_again() {
        let seen = |sessions: &[&str]| {
            let rows: Vec<Value> = sessions.iter().map(|session| json!({"session": session})).collect();
            json!({ "pattern_sighting": rows })
        };
        for (session, left) in [("run-0a1b", &["one"][..]), ("two", &["one", "two"])] {
            let (before, now) = (seen(&["one"]), seen(&["one", session]));
            let (old, new) = delta(Some(before), Some(now.clone()));
            let back = revert(ChangedThing::Pattern, Some(&now), old.as_ref(), new.as_ref());
            assert_eq!(back, Ok(Some(seen(left))), "{session}");
        }
    }

    fn state() -> impl Strategy<Value = Option<Value>> {
        let state = (0..3u8, prop::collection::btree_set(0..4u8, 0..4), prop::option::of(0..2u8))
            .prop_map(|(n, list, maybe)| json!({"n": n, "l": list, "m": maybe}));
        prop::option::of(state)
    }

    fn sorted(state: Option<Value>) -> Option<Value> {
        state.map(|mut state| {
            if let Some(list) = state["l"].as_array_mut() {
                list.sort_by_key(Value::as_u64);
            }
            state
        })
    }

    proptest! {
        #[test]
        fn back_and_forth_is_where_one_was(before in state(), after in state()) {
            let (b, a) = delta(before.clone(), after.clone());
            let (b, a) = (b.as_ref(), a.as_ref());
            let back = revert(ChangedThing::Ruling, after.as_ref(), b, a);
            prop_assert_eq!(back.map(sorted), Ok(before.clone()));
            let forth = revert(ChangedThing::Ruling, before.as_ref(), a, b);
            prop_assert_eq!(forth.map(sorted), Ok(after));
        }
    }
}
