//! What ingrain did can be taken back, files included.

use crate::learning::{a_week, lesson};
use crate::world::World;

/// What people read in the project. Copies of the database are left out: they name times and counts.
fn readable(world: &World) -> Vec<(String, Vec<u8>)> {
    let mut tree = World::tree(&world.project);
    tree.retain(|(name, _)| name.ends_with(".md"));
    tree
}

fn numbers(world: &World) -> Vec<(i64, String)> {
    let db = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
    let mut find = db
        .prepare("SELECT DISTINCT deed, group_concat(thing || ':' || action, ' ') FROM history GROUP BY deed ORDER BY deed DESC")
        .unwrap();
    let rows = find.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

fn wrote(world: &World) -> Vec<i64> {
    let wrote = numbers(world).into_iter().filter(|(_, what)| what.contains("file:wrote"));
    wrote.map(|(number, _)| number).collect()
}

#[test]
fn every_artifact_is_taken_back_and_not_written_again() {
    let mut world = World::new();
    a_week(&mut world);
    let after = readable(&world);
    assert_eq!(after.len(), 4);
    for number in wrote(&world) {
        world.run(&["undo", &number.to_string()]).ok();
    }
    assert_eq!(readable(&world), []);
    assert!(!world.exists(".claude"), "folders that were made for them are gone too");
    world.play(&lesson("again", "2026-03-12", 3));
    assert_eq!(readable(&world), []);
    let list = world.list();
    assert!(list.iter().all(|row| row["status"] == "ready" && row["needs_review"] == true), "{list:#?}");
}
