//! What the columns of a stored state mean to the rules, which know none of them.

use serde_json::{Value, json};

use crate::core::history::change::{ChangedThing, Stored};
use crate::core::model::{ReviewReason, Status};

pub struct Columns;

impl Stored for Columns {
    fn is_bookkeeping(thing: ChangedThing, field: &str) -> bool {
        bookkeeping(thing).contains(&field)
    }

    fn session_seen<'s>(thing: ChangedThing, list: &str, row: &'s Value) -> Option<&'s str> {
        let sightings =
            [(ChangedThing::Observation, "sighting"), (ChangedThing::Pattern, "pattern_sighting")];
        sightings.contains(&(thing, list)).then(|| row["session"].as_str().unwrap_or_default())
    }

    fn stands_at(artifact: &Value) -> Option<(&str, Option<&str>)> {
        Some((artifact["path"].as_str()?, artifact["anchor"].as_str()))
    }

    fn status(observation: &Value) -> Option<Status> {
        status(observation)?.parse().ok()
    }

    fn flag(observation: &mut Value, id: &str, reason: ReviewReason) {
        let flag = json!({"observation": id, "reason": reason.as_str()});
        if let Some(flags) = observation["review"].as_array_mut().filter(|flags| !flags.contains(&flag)) {
            flags.push(flag);
        }
    }

    fn follows(run: &Value, pattern: &str) -> bool {
        let mut used = run["segment_use"].as_array().into_iter().flatten();
        used.any(|used| used["kind"] == "pattern" && used["subject"] == pattern)
    }
}

fn bookkeeping(thing: ChangedThing) -> &'static [&'static str] {
    match thing {
        ChangedThing::Artifact => {
            &["state", "branch", "missing_since", "missing_branch", "announced_at", "rendered_at"]
        }
        ChangedThing::Pattern => &["updated_at", "last_used", "weak_since"],
        _ => &[],
    }
}

/// The word of an observation's status, if its state or the change of it has one.
pub fn status(observation: &Value) -> Option<&str> {
    observation["status"].as_str()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::knowledge::reconcile::ManifestRow;
    use crate::core::model::change_kind::{ChangeCause, ChangeKind};
    use crate::core::model::outcome::{Outcome, OutcomeSource};
    use crate::core::model::samples::{at, observation};
    use crate::core::model::{Kind, Observation};
    use crate::core::patterns::lifecycle::PatternSighting;
    use crate::core::patterns::pattern::{Category, MAIN_ROLE, Pattern};
    use crate::store::{Result, Store, artifacts, observations, outcomes, patterns, segments, state};

    const DID: ChangeCause<'_> =
        ChangeCause { action: ChangeKind::Seen, cause: "test", at: chrono::DateTime::UNIX_EPOCH };

    fn known() -> (Store, Pattern) {
        let sessions = ["s1".to_owned()].into();
        let known = observation(Kind::Decision, "obs_1", "Use toml");
        let known = Observation { status: Status::Ready, sessions, ..known };
        let artifact = ManifestRow {
            observation_id: "obs_1".into(),
            kind: Kind::Decision,
            path: "decisions.md".into(),
            anchor: Some("ADR-001".into()),
            content_hash: String::new(),
            rendered_at: at(0),
            branch: None,
            missing_since: None,
            missing_branch: None,
            edited: false,
        };
        let pattern = Pattern::new(MAIN_ROLE, "Split by feature", Category::Observation, at(0));
        let sighting = PatternSighting { session: "s1".into(), at: at(0), branch: None, folder: None };
        let mut store = Store::in_memory().unwrap();
        let stored = store.write(|db| -> Result<()> {
            observations::save(db, &known, DID)?;
            artifacts::save(db, &artifact)?;
            patterns::see(db, &pattern, &sighting, DID)?;
            outcomes::save(db, &Outcome::begun("run".into(), at(0)), None)?;
            segments::cite(db, "run", &pattern.id, at(0), OutcomeSource::Recorded)
        });
        stored.unwrap();
        (store, pattern)
    }

    #[test]
    fn what_is_stored_answers_what_rules_ask() {
        let (mut store, pattern) = known();
        let state = |thing, subject: &str| state::get(store.read(), thing, subject).unwrap().unwrap();
        let artifact = state(ChangedThing::Artifact, "obs_1");
        assert_eq!(Columns::stands_at(&artifact), Some(("decisions.md", Some("ADR-001"))));
        assert!(Columns::follows(&state(ChangedThing::Outcome, "run"), &pattern.id));
        let seen = state(ChangedThing::Pattern, &pattern.id);
        let (list, name) = ("pattern_sighting", Some(pattern.content));
        assert_eq!(Columns::session_seen(ChangedThing::Pattern, list, &seen[list][0]), Some("s1"));
        assert_eq!(super::name(ChangedThing::Pattern, &seen.to_string()), name);
        let mut waits = state(ChangedThing::Observation, "obs_1");
        let sighting = &waits["sighting"][0];
        assert_eq!(Columns::session_seen(ChangedThing::Observation, "sighting", sighting), Some("s1"));
        assert_eq!(Columns::status(&waits), Some(Status::Ready));
        assert_eq!(super::name(ChangedThing::Observation, &waits.to_string()).as_deref(), Some("Use toml"));
        Columns::flag(&mut waits, "obs_1", ReviewReason::TakenBack);
        store.write(|db| state::put(db, ChangedThing::Observation, "obs_1", Some(&waits))).unwrap();
        let back = observations::get(store.read(), "obs_1").unwrap().unwrap();
        assert_eq!(back.reviews, [ReviewReason::TakenBack].into());
    }

    #[test]
    fn bookkeeping_is_done_in_columns_that_are_there() {
        let (store, _) = known();
        for (thing, table) in [(ChangedThing::Artifact, "artifact"), (ChangedThing::Pattern, "pattern")] {
            let sql = format!("SELECT {} FROM {table}", bookkeeping(thing).join(", "));
            assert!(store.read().prepare(&sql).is_ok(), "{sql}");
        }
    }
}
