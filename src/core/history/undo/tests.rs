use std::collections::BTreeMap;

use proptest::prelude::*;

use serde_json::json;

use super::*;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeKind, RULED};
use crate::core::text::splice::sides;

/// A project and its history, reduced to what the plan uses.
#[derive(Clone, Debug, Default, PartialEq)]
struct World {
    rows: BTreeMap<(ChangedThing, String), Value>,
    files: BTreeMap<String, String>,
}

#[derive(Default)]
struct Log {
    entries: Vec<Change>,
}

impl Log {
    fn begin(&self) -> i64 {
        self.entries.len() as i64 + 1
    }

    fn push(
        &mut self,
        change_set: i64,
        thing: ChangedThing,
        subject: &str,
        states: (Option<String>, Option<String>),
    ) {
        self.entries.push(Change {
            id: self.begin(),
            change_set,
            at: Time::UNIX_EPOCH,
            thing,
            subject: subject.into(),
            action: ChangeKind::Unknown,
            cause: "test".into(),
            actor: None,
            before: states.0,
            after: states.1,
            undoes: None,
        });
    }

    fn row(
        &mut self,
        change_set: i64,
        world: &mut World,
        thing: ChangedThing,
        subject: &str,
        to: Option<Value>,
    ) {
        let key = (thing, subject.to_owned());
        let before = world.rows.get(&key).cloned();
        let (old, new) = change::delta(before, to.clone());
        self.push(change_set, thing, subject, (old.map(|v| v.to_string()), new.map(|v| v.to_string())));
        match to {
            Some(state) => drop(world.rows.insert(key, state)),
            None => drop(world.rows.remove(&key)),
        }
    }

    fn file(&mut self, change_set: i64, world: &mut World, place: &str, to: Option<&str>) {
        let path = path_of(place).to_owned();
        let (old, new) = sides(world.files.get(&path).map(String::as_str), to);
        let json = |side: Option<Side>| side.map(|side| serde_json::to_string(&side).unwrap());
        self.push(change_set, ChangedThing::File, place, (json(old), json(new)));
        match to {
            Some(text) => drop(world.files.insert(path, text.to_owned())),
            None => drop(world.files.remove(&path)),
        }
    }

    fn of(&self, change_set: i64) -> Vec<Change> {
        self.entries.iter().filter(|entry| entry.change_set == change_set).cloned().collect()
    }

    /// Undoes a change set as the applier does, and returns what stays.
    fn take_back(&mut self, world: &mut World, change_set: i64) -> (i64, Vec<NotUndone>) {
        let now = Now { rows: world.rows.clone(), files: world.files.clone(), ..Now::default() };
        let (plan, kept) = plan(&self.of(change_set), &now);
        let by = self.begin();
        for row in plan.rows {
            self.row(by, world, row.thing, &row.subject, row.to);
        }
        for file in plan.files {
            self.file(by, world, &file.place, file.after.as_deref());
        }
        (by, kept)
    }
}

fn observation(status: &str) -> Value {
    json!({"status": status, "count": 2, "review": []})
}

fn artifact() -> Value {
    json!({"path": ".memory/knowledge/decisions.md", "anchor": "ADR-001"})
}

const PLACE: &str = ".memory/knowledge/decisions.md#ADR-001";
const ENTRY: &str = "## ADR-001: Use toml\n\n- **Status**: Active\n";

/// A ready observation that was written to the knowledge file.
fn written() -> (World, World, Log, i64) {
    let (mut world, mut log) = (World::default(), Log::default());
    log.row(1, &mut world, ChangedThing::Observation, "obs_1", Some(observation("ready")));
    let start = world.clone();
    let change_set = log.begin();
    log.row(change_set, &mut world, ChangedThing::Observation, "obs_1", Some(observation("created")));
    log.row(change_set, &mut world, ChangedThing::Artifact, "obs_1", Some(artifact()));
    let beginning = entries::begun(Ledger::Decisions);
    world.files.insert(path_of(PLACE).into(), beginning.clone());
    log.file(
        change_set,
        &mut world,
        PLACE,
        Some(&entries::append(Some(&beginning), Ledger::Decisions, ENTRY)),
    );
    (start, world, log, change_set)
}

/// A dry run of several undos, newest first, plans what the real ones do.
#[test]
fn each_is_rehearsed_on_top_of_those_before_it() {
    let (_, mut world, mut log, first) = written();
    let second = log.begin();
    log.row(second, &mut world, ChangedThing::Observation, "obs_1", Some(observation("deprecated")));
    log.row(second, &mut world, ChangedThing::Artifact, "obs_1", None);
    let marked = world.files[path_of(PLACE)].replace("Active", "Deprecated");
    log.file(second, &mut world, PLACE, Some(&marked));
    let now = Now { rows: world.rows.clone(), files: world.files.clone(), ..Now::default() };
    assert!(!plan(&log.of(first), &now).1.is_empty(), "today's state is not as the first left it");

    let mut overlay = UndoPreview::default();
    let mut rehearsed = Vec::new();
    for change_set in [second, first] {
        let (plan, kept) = plan(&log.of(change_set), &overlay.over(now.clone()));
        overlay.lay(&plan);
        rehearsed.push((plan.rows.len(), plan.files, kept));
        assert!(overlay.takes_back(change_set));
    }
    let mut real = Vec::new();
    for change_set in [second, first] {
        let now = Now { rows: world.rows.clone(), files: world.files.clone(), ..Now::default() };
        let (plan, kept) = plan(&log.of(change_set), &now);
        log.take_back(&mut world, change_set);
        real.push((plan.rows.len(), plan.files, kept));
    }
    assert_eq!(rehearsed, real);
    let left = overlay.over(now);
    assert_eq!((left.rows, left.files), (world.rows, world.files));
}

#[test]
fn an_artifact_goes_and_its_observation_waits_for_a_person() {
    let (start, mut world, mut log, change_set) = written();
    let there = world.clone();
    let (by, kept) = log.take_back(&mut world, change_set);
    assert_eq!(kept, []);
    assert_eq!(world.files, start.files);
    let state = &world.rows[&(ChangedThing::Observation, "obs_1".into())];
    assert_eq!(state["status"], "ready");
    assert_eq!(state["review"], json!([{"observation": "obs_1", "reason": "taken_back"}]));
    assert!(!world.rows.contains_key(&(ChangedThing::Artifact, "obs_1".into())));
    log.take_back(&mut world, by);
    assert_eq!(world, there, "taken back, and done again");
}

#[test]
fn what_a_person_ruled_goes_back_to_what_it_was() {
    let (start, mut world, mut log, change_set) = written();
    log.entries.iter_mut().for_each(|entry| entry.cause = RULED.into());
    log.take_back(&mut world, change_set);
    assert_eq!(world, start);
}

#[test]
fn an_entry_that_a_person_edited_stays_with_everything_that_belongs_to_it() {
    let (_, mut world, mut log, change_set) = written();
    let text = world.files[path_of(PLACE)].replace("Active", "Accepted by me");
    world.files.insert(path_of(PLACE).into(), text);
    let there = world.clone();
    let (_, kept) = log.take_back(&mut world, change_set);
    assert_eq!(kept.len(), 1);
    assert_eq!((kept[0].thing, kept[0].why), (ChangedThing::File, KeptBecause::Changed));
    assert_eq!(world, there);
}

#[test]
fn other_entries_of_the_file_stay() {
    let (_, mut world, mut log, change_set) = written();
    let text = world.files[path_of(PLACE)].clone();
    let other = "\n## ADR-002: Mine\n";
    world.files.insert(path_of(PLACE).into(), format!("{text}{other}"));
    assert_eq!(log.take_back(&mut world, change_set).1, []);
    let left = format!("{}{}", entries::begun(Ledger::Decisions), other.trim_start());
    assert_eq!(world.files[path_of(PLACE)], left);
}

#[test]
fn a_deletion_that_was_none_is_taken_back_with_its_entry() {
    let (_, mut world, mut log, _) = written();
    let text = world.files[path_of(PLACE)].clone();
    let change_set = log.begin();
    log.row(change_set, &mut world, ChangedThing::Observation, "obs_1", Some(observation("deprecated")));
    log.row(change_set, &mut world, ChangedThing::Artifact, "obs_1", None);
    log.file(change_set, &mut world, PLACE, None);
    assert_eq!(log.take_back(&mut world, change_set).1, []);
    assert_eq!(world.files[path_of(PLACE)], text);
    let state = &world.rows[&(ChangedThing::Observation, "obs_1".into())];
    assert_eq!(*state, observation("created"));
}

/// One action: a subject, and the new state of its row and of its file.
type Act = (u8, Option<u8>, Option<String>);

fn act() -> impl Strategy<Value = Vec<Act>> {
    let one = (0..3u8, prop::option::of(0..3u8), prop::option::of("[a-c]{0,3}(\n[a-c]{0,2}){0,3}"));
    prop::collection::vec(one, 1..4)
}

fn done(log: &mut Log, world: &mut World, acts: &[Act]) -> i64 {
    let change_set = log.begin();
    for (who, row, file) in acts {
        let state = row.map(|n| json!({"n": n, "l": [n, n + 1]}));
        log.row(change_set, world, ChangedThing::Pattern, &format!("p{who}"), state);
        log.file(change_set, world, &format!("f{who}.md"), file.as_deref());
    }
    change_set
}

fn sorted(world: &World) -> World {
    let mut world = world.clone();
    for state in world.rows.values_mut() {
        if let Some(list) = state["l"].as_array_mut() {
            list.sort_by_key(Value::as_u64);
        }
    }
    world
}

#[test]
fn words_that_others_follow_stay_a_pattern() {
    let uses = |pattern: &str| json!({"segment_use": [{"kind": "pattern", "subject": pattern}]});
    for (name, action, other, stays) in [
        ("followed by another run", ChangeKind::Followed, Some(uses("p")), true),
        ("which follows another pattern", ChangeKind::Followed, Some(uses("q")), false),
        ("followed by no other", ChangeKind::Followed, None, false),
        ("a person's own", ChangeKind::Added, Some(uses("p")), false),
    ] {
        let (mut log, mut world) = (Log::default(), World::default());
        log.row(1, &mut world, ChangedThing::Pattern, "p", Some(json!({"content": "c"})));
        log.entries[0].action = action;
        log.row(1, &mut world, ChangedThing::Outcome, "first", Some(uses("p")));
        world.rows.extend(other.map(|state| ((ChangedThing::Outcome, "other".to_owned()), state)));
        let (_, kept) = log.take_back(&mut world, 1);
        let pattern = world.rows.contains_key(&(ChangedThing::Pattern, "p".to_owned()));
        assert_eq!((pattern, kept.len()), (stays, usize::from(stays)), "{name}");
        assert!(!world.rows.contains_key(&(ChangedThing::Outcome, "first".to_owned())), "{name}");
    }
}

proptest! {
    #[test]
    fn all_taken_back_newest_first_is_the_beginning(change_sets in prop::collection::vec(act(), 1..6)) {
        let (mut world, mut log) = (World::default(), Log::default());
        let numbers: Vec<i64> = change_sets.iter().map(|acts| done(&mut log, &mut world, acts)).collect();
        for change_set in numbers.into_iter().rev() {
            prop_assert_eq!(log.take_back(&mut world, change_set).1, vec![]);
        }
        prop_assert_eq!(world, World::default());
    }

    #[test]
    fn taken_back_and_done_again_is_where_one_was(
        change_sets in prop::collection::vec(act(), 1..6), which in any::<prop::sample::Index>()
    ) {
        let (mut world, mut log) = (World::default(), Log::default());
        let numbers: Vec<i64> = change_sets.iter().map(|acts| done(&mut log, &mut world, acts)).collect();
        let there = world.clone();
        let (by, _) = log.take_back(&mut world, *which.get(&numbers));
        prop_assert_eq!(log.take_back(&mut world, by).1, vec![]);
        prop_assert_eq!(sorted(&world), sorted(&there));
    }
}
