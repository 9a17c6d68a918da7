//! Lessons that keep ending badly are no longer shown anywhere, until a person reinstates them.

use serde_json::{Value, json};

use crate::learning::a_week;
use crate::results::failing;
use crate::session::Session;
use crate::world::World;

fn told(world: &World, session: &str) -> String {
    world.start(session, "startup").ok().stdout
}

fn id(world: &World, kind: &str) -> String {
    let list = world.run(&["list", "--json", "--type", kind]).ok().json();
    list[0]["id"].as_str().unwrap().to_owned()
}

/// Three pieces of work that used a thing and ended red.
fn ended_badly(world: &mut World, used: impl Fn(Session) -> Session) {
    for n in 1..4 {
        let session = failing(&format!("bad-{n}"), &format!("2026-03-2{n}T10:00:00Z"), "On it.");
        world.play(&used(session));
    }
}

fn harmful_decision() -> World {
    let mut world = World::new();
    a_week(&mut world);
    ended_badly(&mut world, |session| session.assistant("This applies ADR-001."));
    assert!(!told(&world, "hidden").contains("ADR-001  "));
    world
}

#[test]
fn a_person_has_it_told_again_and_takes_that_back() {
    for rulings in [&["--keep"][..], &["--accept"], &["--restore"], &["--reject", "--restore"]] {
        let world = harmful_decision();
        let decision = id(&world, "decision");
        for ruling in rulings {
            world.run(&["review", ruling, &decision]).ok();
        }
        let context = told(&world, "again");
        assert!(context.contains("ADR-001  "), "{rulings:?}: {context}");
        let why = world.run(&["why", &decision]).ok().stdout;
        assert!(!why.contains("asks for a look") && why.contains("what came before does not count"), "{why}");
        world.run(&["undo"]).ok();
        assert!(!told(&world, "undone").contains("ADR-001  "), "{rulings:?}");
    }
}

#[test]
fn what_is_told_again_is_judged_anew() {
    let mut world = harmful_decision();
    let decision = id(&world, "decision");
    world.run(&["review", "--keep", &decision]).ok();
    let said = world.run(&["review", "--keep", &decision]).ok().stderr;
    assert!(said.starts_with("nothing to change"), "{said}");
    for n in 4..7 {
        let start = format!("2026-03-2{n}T10:00:00Z");
        world.play(&failing(&format!("worse-{n}"), &start, "This applies ADR-001."));
    }
    let asked = world.run(&["review", "--json"]).ok().json();
    let is_harmful = |item: &Value| item["id"] == *decision && item["reasons"] == json!(["harmful"]);
    assert!(asked.as_array().unwrap().iter().any(is_harmful), "{asked:#}");
}

#[test]
fn why_names_the_command_that_brings_it_back() {
    let world = harmful_decision();
    let decision = id(&world, "decision");
    let why = |word: &str| {
        let why = world.run(&["why", &decision]).ok().stdout;
        assert!(why.contains(&format!("it stays so until `ingrain review {word} {decision}`")), "{why}");
    };
    why("--keep");
    world.run(&["review", "--reject", &decision]).ok();
    why("--restore");
}

#[test]
fn a_skill_that_ends_badly_is_not_called_to_mind() {
    let mut world = World::new();
    world.write("migrations/0001.sql", "-- what the procedure names is there\n");
    a_week(&mut world);
    let prompt = |world: &World, session: &str| {
        let more = json!({"prompt": "change the migrations and do the db-reset of the test database"});
        world.hook("user-prompt", &world.input(session, "UserPromptSubmit", more)).ok().stdout
    };
    let list = world.run(&["list", "--json", "--type", "procedural"]).ok().json();
    let path = list[0]["artifact"].as_str().unwrap();
    let name = path.rsplit('/').nth(1).unwrap().to_owned();
    assert!(prompt(&world, "before").contains(&name), "{}", prompt(&world, "before"));
    ended_badly(&mut world, |session| {
        session.tool("Skill", json!({"skill": name}), "Launching skill", false)
    });
    assert!(!prompt(&world, "after").contains(&name), "{}", prompt(&world, "after"));
    let start = told(&world, "started");
    assert!(!start.contains(&name), "nor is it news: {start}");
    world.run(&["review", "--keep", &id(&world, "procedural")]).ok();
    assert!(prompt(&world, "kept").contains(&name));
}

fn follow(world: &World, pattern: &str) {
    for run in ["a", "b", "c"] {
        let run = json!({"bead_id": run, "success": false, "duration_ms": 3_600_000, "error_count": 5,
            "retry_count": 5, "patterns": [pattern]});
        world.run_with(&["outcome", "record"], &run.to_string()).ok();
    }
}

const WAY: &str = "Open the migrations before the models of src/db";

#[test]
fn a_persons_pattern_that_fails_is_told_and_not_warned_of() {
    let world = World::new();
    world.run(&["pattern", "add", WAY]).ok();
    follow(&world, WAY);
    let (context, start) = (world.run(&["context", "--task", "models"]).ok().stdout, told(&world, "one"));
    for text in [&context, &start] {
        assert!(text.contains(WAY) && !text.contains("AVOID"), "{text}");
    }
    let id = world.run(&["pattern", "list", "--json"]).ok().json()[0]["id"].as_str().unwrap().to_owned();
    let why = world.run(&["why", &id]).ok().stdout;
    assert!(why.contains("not turned into a warning, because a person promoted it"), "{why}");
    assert!(why.contains("but a person's word stands"), "{why}");
    world.run(&["pattern", "reset", &id]).ok();
    assert!(!told(&world, "two").contains("AVOID"), "what failed before does not count");
}

#[test]
fn what_was_turned_round_is_warned_of_and_not_told() {
    let world = World::new();
    follow(&world, WAY);
    let list = world.run(&["pattern", "list", "--kind", "pattern", "--json"]).ok().json();
    let refused = world.run(&["pattern", "promote", list[0]["id"].as_str().unwrap()]).fails().stderr;
    assert!(refused.contains("pattern reset"), "{refused}");
    let context = world.run(&["context", "--task", "models"]).ok().stdout;
    assert!(context.contains("AVOID") && !context.contains("What Held Up"), "{context}");
}
