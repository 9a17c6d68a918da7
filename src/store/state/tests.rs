use crate::core::history::change::ChangedThing;
use crate::core::history::state_fields;
use crate::core::knowledge::reconcile::ManifestRow;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::outcome::{Outcome, OutcomeSource};
use crate::core::model::samples::{at, observation};
use crate::core::model::{Kind, Observation, ReviewReason, Status};
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
        by_git: None,
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
    assert_eq!(state_fields::stands_at(&artifact), Some(("decisions.md", Some("ADR-001"))));
    assert!(state_fields::follows(&state(ChangedThing::Outcome, "run"), &pattern.id));
    let seen = state(ChangedThing::Pattern, &pattern.id);
    let (list, name) = ("pattern_sighting", Some(pattern.content));
    assert_eq!(state_fields::session_seen(ChangedThing::Pattern, list, &seen[list][0]), Some("s1"));
    assert_eq!(state_fields::name(ChangedThing::Pattern, &seen.to_string()), name);
    let mut waits = state(ChangedThing::Observation, "obs_1");
    let sighting = &waits["sighting"][0];
    assert_eq!(state_fields::session_seen(ChangedThing::Observation, "sighting", sighting), Some("s1"));
    assert_eq!(state_fields::status(&waits), Some(Status::Ready.as_str()));
    assert_eq!(
        state_fields::name(ChangedThing::Observation, &waits.to_string()).as_deref(),
        Some("Use toml")
    );
    state_fields::flag(&mut waits, "obs_1", ReviewReason::TakenBack);
    store.write(|db| state::put(db, ChangedThing::Observation, "obs_1", Some(&waits))).unwrap();
    let back = observations::get(store.read(), "obs_1").unwrap().unwrap();
    assert_eq!(back.reviews, [ReviewReason::TakenBack].into());
}

#[test]
fn bookkeeping_is_done_in_columns_that_are_there() {
    let (store, _) = known();
    for (thing, table) in [(ChangedThing::Artifact, "artifact"), (ChangedThing::Pattern, "pattern")] {
        let sql = format!("SELECT {} FROM {table}", state_fields::bookkeeping(thing).join(", "));
        assert!(store.read().prepare(&sql).is_ok(), "{sql}");
    }
}
