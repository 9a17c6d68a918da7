//! `--json` output: stdout is exactly one JSON document in every state.

use serde_json::{Value, json};

use crate::learning::a_week;
use crate::world::World;

#[test]
fn where_nothing_was_learned_the_answer_is_empty() {
    let world = World::new();
    for words in ["list --json", "history --json", "review --json", "review --accept X --json"] {
        assert_eq!(told(&world, words), json!([]), "{words}");
    }
    assert_eq!(told(&world, "diff --json"), json!({"files": [], "observations": []}));
    assert_eq!(told(&world, "undo --json"), json!({"taken_back": [], "dry_run": false}));
    let report = told(&world, "report --json");
    assert!(report["reliability"] == json!([]) && report["outcomes"].is_object(), "{report:#}");
    assert!(!world.data().exists(), "looking creates nothing");
}

#[test]
fn settings() {
    let world = World::new();
    assert_eq!(told(&world, "configure --get extractor --json"), "auto");
    assert_eq!(told(&world, "configure --get batch_size --json"), 3);
    let config = "[HOME]/.config/ingrain/config.json";
    for (words, is_new, dry_run) in [
        ("configure --set share=true --dry-run --json", true, true),
        ("configure --set share=true --json", true, false),
        ("configure --set share=true --json", false, false),
    ] {
        let expected = json!({"file": config, "set": {"share": true}, "changed": is_new, "dry_run": dry_run});
        assert_eq!(told(&world, words), expected, "{words}");
    }
}

#[test]
fn rulings() {
    let mut world = World::new();
    a_week(&mut world);
    let decision = world.list().into_iter().find(|row| row["type"] == "decision").unwrap()["id"].clone();
    for (words, ruling, is_done, dry_run) in [
        ("review --deprecate ADR-001 --json --dry-run", "deprecated", true, true),
        ("review --deprecate ADR-001 --json", "deprecated", true, false),
        ("review --restore ADR-001 --json", "restored", true, false),
    ] {
        let expected = json!([{"id": decision, "ruling": ruling, "changed": is_done, "dry_run": dry_run}]);
        assert_eq!(told(&world, words), expected, "{words}");
    }
}

#[track_caller]
fn told(world: &World, words: &str) -> Value {
    world.run(&words.split(' ').collect::<Vec<_>>()).ok().json()
}
