//! The fields of stored states that the rules of the history depend on. A state is a row of its
//! table, so its fields are named like the columns.

use serde_json::{Value, json};

use super::change::ChangedThing;
use crate::core::model::ReviewReason;

/// Fields that change by themselves and that people do not see.
pub fn bookkeeping(thing: ChangedThing) -> &'static [&'static str] {
    match thing {
        ChangedThing::Artifact => {
            &["state", "branch", "missing_since", "missing_branch", "announced_at", "rendered_at", "by_git"]
        }
        ChangedThing::Pattern => &["updated_at", "last_used", "weak_since"],
        _ => &[],
    }
}

/// The session that a row counts, if the list is one of sightings.
pub fn session_seen<'s>(thing: ChangedThing, list: &str, row: &'s Value) -> Option<&'s str> {
    let sightings = [(ChangedThing::Observation, "sighting"), (ChangedThing::Pattern, "pattern_sighting")];
    sightings.contains(&(thing, list)).then(|| row["session"].as_str().unwrap_or_default())
}

/// The file of an artifact, and the entry in it.
pub fn stands_at(artifact: &Value) -> Option<(&str, Option<&str>)> {
    Some((artifact["path"].as_str()?, artifact["anchor"].as_str()))
}

/// The status of an observation, if its state or the change has one.
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

/// The display name of an observation, a pattern or a verdict (the author of its report), if a
/// state in the history has it.
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
