//! The exact output of `history`, `diff` and `why`.

use crate::learning::a_week;
use crate::world::World;

fn world() -> World {
    let mut world = World::new();
    a_week(&mut world);
    world.set_now("2026-03-12T09:00:00Z");
    world
}

/// Every command with all that it says.
fn said(world: &World, commands: &[&[&str]]) -> String {
    let said =
        commands.iter().map(|words| format!("$ ingrain {}\n{}", words.join(" "), world.run(words).whole()));
    said.collect::<Vec<_>>().join("\n")
}

#[test]
fn history() {
    let commands: [&[&str]; 10] = [
        &["history"],
        &["undo"],
        &["history", "--since", "2026-03-09"],
        &["history", "PF-001"],
        &["history", ".memory/knowledge/pitfalls.md"],
        &["history", "--all", "--limit", "4"],
        &["undo", "--dry-run", "ADR-001"],
        &["undo", "41"],
        &["undo", "19"],
        &["undo", "--since", "yesterday"],
    ];
    insta::assert_snapshot!(said(&world(), &commands));
}

#[test]
fn what_nothing_is_known_of() {
    let world = world();
    for (words, said) in [
        (&["history", "nope"][..], "nothing that concerns `nope` was changed\n"),
        (&["history", "--since", "1h"], "nothing was changed since then\n"),
        (&["diff", "nope.md"], "nothing has changed in `nope.md` since then\n"),
    ] {
        assert_eq!(world.run(words).ok().stderr, said, "{words:?}");
    }
    let changed = world.run(&["diff", "nope.md", "--json"]).ok().json();
    assert_eq!(changed, serde_json::json!({"files": [], "observations": []}));
    let refused = world.run(&["history", "--limit", "0"]);
    assert_eq!(refused.code, 2, "{}", refused.whole());
}

#[test]
fn diff() {
    let world = world();
    let path = ".memory/knowledge/decisions.md";
    world.write(path, &world.read(path).replace("Active", "Accepted"));
    let commands: [&[&str]; 4] = [
        &["diff", path],
        &["diff", "--since", "2026-03-08"],
        &["diff", "--since", "30m"],
        &["diff", "--since", "2026-03-08", "--json"],
    ];
    insta::assert_snapshot!(said(&world, &commands));
}

#[test]
fn why() {
    let commands: [&[&str]; 5] = [
        &["why", ".memory/knowledge/pitfalls.md"],
        &["why", ".memory/knowledge/pitfalls.md#PF-001"],
        &["why", ".memory/knowledge/pitfalls.md:7"],
        &["why", "sqlite", "cache"],
        &["why", "no", "such", "thing"],
    ];
    insta::assert_snapshot!(said(&world(), &commands));
}
