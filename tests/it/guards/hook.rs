//! The PreToolUse hook is registered with the first guard, however that is set, and missed where it is not.

use serde_json::json;

use super::{guards, lived_in};
use crate::world::World;

fn is_registered(world: &World) -> bool {
    let settings = world.home.join(".claude/settings.json");
    std::fs::read_to_string(settings).unwrap_or_default().contains("PreToolUse")
}

/// A world with one proposal, from a call that always fails.
fn proposing() -> (World, String) {
    let mut world = super::lived_in();
    for (n, day) in ["05", "06", "09"].iter().enumerate() {
        let session = crate::session::Session::new(&format!("p{n}"), &format!("2026-03-{day}T10:00:00Z"))
            .user("add the date picker")
            .tool(
                "Bash",
                json!({"command": "npm install picker"}),
                "Exit code 1\nnpm error code EUSAGE",
                true,
            )
            .user("use pnpm instead of npm, the lock file is pnpm's");
        world.play(&session);
    }
    let id = guards(&world).iter().find(|guard| guard["matcher"] == "npm").unwrap()["id"].clone();
    (world, id.as_str().unwrap().to_owned())
}

#[test]
fn a_guard_that_is_accepted_in_the_review_registers_the_hook() {
    let (world, id) = proposing();
    world.run(&["enable", "--extractor", "builtin"]).ok();
    assert!(!is_registered(&world), "a proposal needs no hook");
    let accepted = world.run(&["review", "--accept", &id]).ok();
    assert!(is_registered(&world) && accepted.whole().contains("PreToolUse"), "{}", accepted.whole());
    assert!(!world.run(&["status"]).whole().contains("not registered"));
}

#[test]
fn a_guard_that_is_set_first_is_registered_when_the_hooks_are() {
    let world = lived_in();
    let added = world.run(&["guard", "add", "git push --force", "--level", "deny"]).ok();
    assert!(added.whole().contains("not enforced"), "{}", added.whole());
    for command in [&["status"][..], &["doctor"], &["guard", "list"]] {
        let said = world.run(command).whole();
        assert!(
            said.contains("1 guard is set and not enforced") && said.contains("enable --gates"),
            "{said}"
        );
    }
    let enabled = world.run(&["enable", "--extractor", "builtin"]).ok();
    assert!(is_registered(&world) && enabled.whole().contains("guards that you set"), "{}", enabled.whole());
    world.run(&["enable", "--no-gates"]).ok();
    assert!(!is_registered(&world), "a person may do without");
    assert!(world.run(&["guard", "list"]).ok().whole().contains("not enforced"));
}

#[test]
fn only_the_settings_of_one_project_stay_its_own() {
    let world = lived_in();
    world.run(&["enable", "--scope", "local", "--extractor", "builtin"]).ok();
    world.run(&["guard", "add", "git push --force", "--level", "deny"]).ok();
    assert!(!is_registered(&world));
    assert!(world.read(".claude/settings.local.json").contains("PreToolUse"));
    world.run(&["enable", "--scope", "local", "--no-gates"]).ok();
    assert!(world.run(&["status"]).whole().contains("enable --scope local --gates"));
}
