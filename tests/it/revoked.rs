//! Revoked lessons are no longer shown until the person repeats them or rules.

use crate::replaced::told;
use crate::world::World;

const CHOICE: &str = "Use `pnpm` for installs, because the lock file of npm breaks in CI.";
const LEFT: &str = "By the way, we don't use pnpm any more.";

fn context(world: &World, session: &str) -> String {
    world.start(session, "startup").ok().stdout
}

fn decided() -> World {
    let mut world = World::new();
    world.play(&told("one", "2026-03-02", CHOICE));
    world.play(&told("two", "2026-03-04", CHOICE));
    assert!(context(&world, "s1").contains("ADR-001"), "{}", world.list()[0]);
    world
}

fn revoked() -> World {
    let mut world = decided();
    world.play(&told("three", "2026-03-06", LEFT));
    world
}

#[test]
fn what_is_left_is_not_told_and_the_person_is_asked() {
    let world = revoked();
    let start = context(&world, "s2");
    assert!(!start.contains("ADR-001  "), "{start}");
    assert!(start.contains("is no longer told, because of what you said"), "{start}");
    assert!(!context(&world, "s3").contains("because of what you said"), "said once");
    assert_eq!(world.list()[0]["needs_review"], true);
    let review = world.run(&["review", "--json"]).ok().stdout;
    assert!(review.contains("revoked") && review.contains("we don't use pnpm any more"), "{review}");
    // The file, the index and the status line say what sessions are told.
    assert!(world.read(".memory/knowledge/decisions.md").contains("**Status**: Revoked"));
    let index = world.run(&["knowledge", "index"]).ok().stdout;
    assert!(!index.contains("ADR-001"), "{index}");
    assert_eq!(world.run(&["hud"]).ok().stdout, "Learning: ⚠ 1 need review\n");
    let list = world.run(&["list"]).ok().stdout;
    assert!(list.contains("created, revoked"), "{list}");
}

#[test]
fn what_is_used_now_takes_the_place_of_its_rival() {
    let mut world = decided();
    world.play(&told("three", "2026-03-06", "By the way, we switched to bun."));
    assert!(!context(&world, "s2").contains("ADR-001  "));
}

#[test]
fn kept_it_is_told_again_until_it_is_revoked_again() {
    let mut world = revoked();
    let id = world.list()[0]["id"].as_str().unwrap().to_owned();
    world.run(&["review", "--keep", &id]).ok();
    assert!(context(&world, "s2").contains("ADR-001  "));
    world.run(&["learn", "--now"]).ok();
    assert!(context(&world, "s3").contains("ADR-001  "), "an answer holds");
    world.play(&told("four", "2026-03-08", "We no longer use pnpm, as I said."));
    assert!(!context(&world, "s4").contains("ADR-001  "), "other words ask again");
}

#[test]
fn said_again_it_counts_again() {
    let mut world = revoked();
    world.play(&told("four", "2026-03-08", CHOICE));
    assert!(context(&world, "s2").contains("ADR-001  "));
    assert!(world.read(".memory/knowledge/decisions.md").contains("**Status**: Active"));
    assert_eq!(world.list()[0]["needs_review"], false);
}

#[test]
fn an_older_session_that_is_read_late_does_not_bring_it_back() {
    let mut world = World::new();
    world.play(&told("three", "2026-03-06", LEFT));
    world.play(&told("one", "2026-03-02", CHOICE));
    world.play(&told("two", "2026-03-04", CHOICE));
    assert_eq!(world.list()[0]["needs_review"], true);
    assert!(!context(&world, "s1").contains("ADR-001  "));
}
