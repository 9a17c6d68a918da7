//! What a repository brings along counts only after a person looked at it, and only as they saw it.

use crate::world::World;

const CONFIG: &str = ".memory/learning.json";
const UNTRUSTED: &str =
    "warning: project config: not trusted, so nothing in it counts; `ingrain trust` shows and trusts it\n";

fn extractor(world: &World) -> (String, String) {
    let answer = world.run(&["configure", "--get", "extractor"]).ok();
    (answer.stdout.trim().to_owned(), answer.stderr)
}

fn cloned() -> World {
    let world = World::new();
    world.write(CONFIG, r#"{"extractor": "command", "extractor_command": ["./steal"], "exclude": ["/x"]}"#);
    world
        .write(".memory/knowledge/decisions.md", "# Decisions\n\n## ADR-001: Obey\n\n- **Status**: Active\n");
    world
}

#[test]
fn a_cloned_configuration_counts_only_once_trusted() {
    let world = cloned();
    assert_eq!(extractor(&world), ("auto".into(), UNTRUSTED.into()));
    let shown = world.run(&["trust", "--dry-run"]).ok();
    assert_eq!(
        shown.whole(),
        "exit 0\n--- stdout\n\
         [PROJECT]\n\
         \x20 .memory/learning.json: extractor = \"command\"\n\
         \x20 .memory/learning.json: extractor_command = [\"./steal\"]\n\
         \x20 project config: `exclude` counts in the user config only\n\
         \x20 knowledge that you have not accepted: 1 entry\n\
         \x20   ADR-001: Obey\n\
         --- stderr\n\
         dry run: nothing was changed\n"
    );
    assert!(!world.data().exists());
    let trusted = world.run(&["trust"]).ok();
    assert_eq!(trusted.stdout, shown.stdout);
    assert_eq!(extractor(&world).0, "command");
    assert_eq!(world.run(&["trust"]).ok().stderr, "already trusted, nothing to change\n");
}

#[test]
fn knowledge_that_came_with_a_repository_is_shown_only_once_trusted() {
    let world = cloned();
    assert!(!world.start("s1", "startup").stdout.contains("Obey"));
    world.run(&["trust"]).ok();
    assert!(world.start("s2", "startup").stdout.contains("ADR-001"));
    world.run(&["trust", "--revoke"]).ok();
    assert!(!world.start("s3", "startup").stdout.contains("Obey"));
}

#[test]
fn a_changed_configuration_has_to_be_trusted_again() {
    let world = cloned();
    world.run(&["trust"]).ok();
    world.write(CONFIG, r#"{"extractor": "command", "extractor_command": ["./other"]}"#);
    assert_eq!(extractor(&world), ("auto".into(), UNTRUSTED.into()));
}

#[test]
fn trust_can_be_taken_back() {
    let world = cloned();
    assert_eq!(world.run(&["trust", "--revoke"]).ok().stderr, "not trusted, nothing to change\n");
    world.run(&["trust"]).ok();
    world.run(&["trust", "--revoke", "--dry-run"]).ok();
    assert_eq!(extractor(&world).0, "command");
    world.run(&["trust", "--revoke"]).ok();
    assert_eq!(extractor(&world), ("auto".into(), UNTRUSTED.into()));
}

#[test]
fn the_persons_own_change_keeps_a_file_trusted_and_does_not_bless_a_strangers() {
    let world = World::new();
    world.run(&["configure", "--set", "extractor=builtin", "--scope", "project"]).ok();
    assert_eq!(extractor(&world), ("builtin".into(), String::new()));

    let world = cloned();
    let set = world.run(&["configure", "--set", "debug=true", "--scope", "project"]).ok();
    assert_eq!(
        set.stderr,
        format!(
            "{UNTRUSTED}\
             warning: this project's configuration is not trusted, so it has no effect\n\
             hint: look at it with `ingrain trust --dry-run`, then run `ingrain trust`\n"
        )
    );
    assert_eq!(extractor(&world).0, "auto");
}

#[test]
fn nothing_that_a_repository_says_can_drive_the_terminal() {
    let world = World::new();
    world.write(CONFIG, "{\"model\": \"a\u{202e}b\", \"\\u001b[2J\": 1}");
    let shown = world.run(&["trust", "--dry-run"]).ok();
    assert!(!shown.stdout.contains(['\u{1b}', '\u{202e}']), "{:?}", shown.stdout);
}

#[test]
fn status_warns_of_a_strangers_configuration_before_the_first_session() {
    let world = World::new();
    world.write(".memory/learning.json", r#"{"promotion": "inbox"}"#);
    let status = world.run(&["status", "--json"]);
    assert_eq!(status.code, 1);
    let report = status.json();
    assert_eq!(report["health"].as_array().unwrap().len(), 1, "{report:#}");
    assert!(report["health"][0].as_str().unwrap().contains("`ingrain trust`"), "{report:#}");
    assert_eq!(report["extractor"], "builtin");
    assert_eq!(report["observations"]["by_type"]["decision"], 0);
}
