//! What the fields of a stored state mean to the rules of the history. A state is the row of its table, so the fields are
//! called what the columns are.

use serde_json::{Value, json};

use super::change::ChangedThing;
use crate::core::model::ReviewReason;

/// What changes by itself, and says nothing about what a person sees.
pub fn bookkeeping(thing: ChangedThing) -> &'static [&'static str] {
    match thing {
        ChangedThing::Artifact => {
            &["state", "branch", "missing_since", "missing_branch", "announced_at", "rendered_at", "by_git"]
        }
        ChangedThing::Pattern => &["updated_at", "last_used", "weak_since"],
        _ => &[],
    }
}

/// The session that a row counts, if its list is one of sightings.
pub fn session_seen<'s>(thing: ChangedThing, list: &str, row: &'s Value) -> Option<&'s str> {
    let sightings = [(ChangedThing::Observation, "sighting"), (ChangedThing::Pattern, "pattern_sighting")];
    sightings.contains(&(thing, list)).then(|| row["session"].as_str().unwrap_or_default())
}

/// The file of an artifact, and which entry of it.
pub fn stands_at(artifact: &Value) -> Option<(&str, Option<&str>)> {
    Some((artifact["path"].as_str()?, artifact["anchor"].as_str()))
}

/// The word of an observation's status, if its state or the change of it has one.
pub fn status(observation: &Value) -> Option<&str> {
    observation["status"].as_str()
}

pub fn flag(observation: &mut Value, id: &str, reason: ReviewReason) {
    let flag = json!({"observation": id, "reason": reason.as_str()});
    if let Some(flags) = observation["review"].as_array_mut().filter(|flags| !flags.contains(&flag)) {
        flags.push(flag);
    }
}

pub fn follows(run: &Value, pattern: &str) -> bool {
    let mut used = run["segment_use"].as_array().into_iter().flatten();
    used.any(|used| used["kind"] == "pattern" && used["subject"] == pattern)
}

/// What people call observations, patterns and verdicts (by whose report they are on), if a state of the history tells it.
pub fn name(thing: ChangedThing, state: &str) -> Option<String> {
    let column = match thing {
        ChangedThing::Observation => "title",
        ChangedThing::Pattern => "content",
        ChangedThing::Verdict => "adversarial",
        _ => return None,
    };
    let state: Value = serde_json::from_str(state).ok()?;
    state[column].as_str().map(str::to_owned)
}
