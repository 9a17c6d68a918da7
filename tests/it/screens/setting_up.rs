//! From the first day to the last: `enable`, `status`, `doctor`, `configure`, `trust`, `backfill`, `disable`, `uninstall`.

use insta::assert_snapshot;

use super::Screen;
use super::life::{day, lived_in};
use crate::world::{World, write};

#[test]
fn enable() {
    let screen = Screen::of(World::new()).types(&[
        "enable --dry-run",
        "enable",
        "enable",
        "enable --gates --statusline",
        "enable --no-gates",
        "enable --scope local --dry-run",
    ]);
    let wrong = ["enable --scope all", "enable --extractor gpt", "enable --gates --no-gates"];
    let screen = screen.part("mistakes").types(&wrong);
    write(&screen.world.home.join(".claude/settings.json"), "{ not json");
    assert_snapshot!(screen.types(&["enable"]).text());
}

#[test]
fn disable() {
    let screen =
        Screen::of(World::new()).part("nothing there").types(&["disable", "disable --dry-run"]).text();
    let lived = Screen::of(lived_in()).part("after two weeks");
    assert_snapshot!(screen + &lived.types(&["disable --dry-run", "disable", "disable", "status"]).text());
}

#[test]
fn status() {
    let fresh = Screen::of(World::new()).part("before the first command").types(&["status", "status --json"]);
    let fresh = fresh.types(&["enable"]).part("enabled").types(&["status"]).text();
    let lived = Screen::of(lived_in()).part("after two weeks").types(&["status", "status --json"]);
    let settings = lived.world.home.join(".claude/settings.json");
    let moved = std::fs::read_to_string(&settings)
        .unwrap()
        .replace("ingrain-session-end", "gone/ingrain-session-end");
    write(&settings, &moved);
    assert_snapshot!(fresh + &lived.part("a hook is gone").types(&["status"]).text());
}

#[test]
fn doctor() {
    let fresh = Screen::of(World::new()).part("before the first command").types(&["doctor"]).text();
    let lived = Screen::of(lived_in()).part("after two weeks").types(&["doctor", "doctor --json"]);
    assert_snapshot!(fresh + &lived.text());
}

#[test]
fn configure() {
    let screen = Screen::of(World::new()).types(&[
        "configure --list",
        "configure --list --json",
        "configure --get batch_size",
        "configure --set batch_size=4 --dry-run",
        "configure --set batch_size=4 --set promotion=inbox",
        "configure --set batch_size=4",
        "configure --set batch_size=5 --scope project",
        "configure --set batch_size=6 --json",
        "configure --get batch_size",
        "configure",
    ]);
    assert_snapshot!(
        screen
            .part("mistakes")
            .types(&[
                "configure --get bach_size",
                "configure --set bach_size=4",
                "configure --set batch_size=many",
                "configure --set batch_size=1000",
                "configure --set batch_size",
                "configure --set promotion=never",
                "configure --set a=b --list",
            ])
            .text()
    );
}

#[test]
fn trust() {
    let world = World::new();
    let nothing =
        Screen::of(world).part("nothing there").types(&["trust", "trust --dry-run", "trust --revoke"]);
    nothing.world.write(".memory/learning.json", r#"{"promotion": "inbox"}"#);
    nothing.world.write(
        ".memory/knowledge/decisions.md",
        "# Decisions\n\n## ADR-001: Sort harbours by latitude\n\n- **Status**: Active\n",
    );
    let some = [
        "status",
        "trust --dry-run",
        "trust",
        "trust",
        "trust --revoke --dry-run",
        "trust --revoke",
        "knowledge index",
    ];
    assert_snapshot!(nothing.part("files of somebody else").types(&some).text());
}

#[test]
fn backfill() {
    let world = World::new();
    for n in 0..3 {
        let session = day(&world, n);
        write(&world.transcript(&session.id), &session.jsonl(&world.project));
    }
    let nothing =
        Screen::of(World::new()).part("nothing there").types(&["backfill", "backfill --dry-run"]).text();
    let mut earlier = Screen::of(world).part("three earlier sessions");
    earlier.world.set_now("2026-03-12T09:00:00Z");
    let earlier = earlier.types(&[
        "backfill --dry-run",
        "backfill --dry-run --json",
        "backfill",
        "backfill",
        "backfill --json",
    ]);
    assert_snapshot!(nothing + &earlier.part("mistakes").types(&["backfill --extractor gpt"]).text());
}

#[test]
fn uninstall() {
    let nothing = Screen::of(World::new()).types(&["uninstall --dry-run"]).text();
    let some = ["uninstall --dry-run", "uninstall --artifacts --dry-run", "uninstall"];
    assert_snapshot!(nothing + &Screen::of(lived_in()).types(&some).text());
}

#[test]
fn not_a_project() {
    let commands = [
        "status",
        "list",
        "history",
        "review",
        "knowledge index",
        "guard list",
        "configure --set batch_size=2 --scope project",
    ];
    let at_home: Vec<String> = commands.iter().map(|line| format!("{line} --project ../home")).collect();
    let screen = Screen::of(World::new()).types(&at_home.iter().map(String::as_str).collect::<Vec<_>>());
    assert_snapshot!(
        screen.types(&["list --project /nowhere/at/all", "told --project /nowhere/at/all"]).text()
    );
}
