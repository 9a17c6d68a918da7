//! The project's files and their past: `knowledge`, `history`, `diff`, `undo`, `export`, `import`.

use insta::assert_snapshot;

use super::life::lived_in;
use super::{Screen, three};
use crate::world::World;

#[test]
fn knowledge() {
    let nothing = ["knowledge index", "knowledge show ADR-001", "knowledge search retry"];
    let some = [
        "knowledge index",
        "knowledge index --json",
        "knowledge show adr-001",
        "knowledge show PF-001 --json",
        "knowledge search OFFLINE sqlite",
        "knowledge search npm --json",
    ];
    let wrong = [
        "knowledge",
        "knowledge show ADR-009",
        "knowledge show tides",
        "knowledge search zebra",
        "knowledge search",
    ];
    assert_snapshot!(three(&nothing, &some, &wrong));
}

#[test]
fn history() {
    let some = [
        "history",
        "history --limit 3",
        "history ADR-001",
        "history --since 1d",
        "history --all --limit 5",
        "history --limit 2 --json",
    ];
    let wrong = ["history nope", "history --since soon", "history --limit 0"];
    assert_snapshot!(three(&["history", "history --json"], &some, &wrong));
}

#[test]
fn diff() {
    let world = lived_in();
    let path = ".memory/knowledge/decisions.md";
    world.write(path, &world.read(path).replace("Active", "Accepted"));
    let screen = Screen::of(World::new()).part("nothing there").types(&["diff"]).text();
    let lived = Screen::of(world).part("after two weeks");
    let lived = lived.types(&[
        "diff .memory/knowledge/decisions.md --since 20d",
        "diff --since 1h",
        "diff --since 2d --json",
    ]);
    assert_snapshot!(screen + &lived.part("mistakes").types(&["diff nope.md", "diff --since soon"]).text());
}

#[test]
fn undo() {
    let some = [
        "undo --dry-run",
        "undo",
        "undo",
        "undo --since 2026-03-11 --dry-run",
        "undo PF-001",
        "undo ADR-001 --json",
        "history --limit 5",
    ];
    assert_snapshot!(three(
        &["undo", "undo --since 2h"],
        &some,
        &["undo 999", "undo nope", "undo u99", "undo --since soon"]
    ));
}

#[test]
fn export_and_import() {
    let world = lived_in();
    let log = world.run(&["export"]).ok().stdout;
    let empty = Screen::of(World::new()).part("nothing there").types(&["export"]);
    empty.world.write("learned.jsonl", &log);
    empty.world.write("users", "root:x:0:0\n");
    let empty = empty.part("a log of another machine").types(&[
        "import learned.jsonl --dry-run",
        "import learned.jsonl",
        "import learned.jsonl",
        "import learned.jsonl --json",
        "export --out learned.jsonl",
        "export --out copy.jsonl",
    ]);
    assert_snapshot!(empty.part("mistakes").types(&["import users", "import gone.jsonl", "import"]).text());
}

#[test]
fn an_export() {
    assert_snapshot!(Screen::of(lived_in()).types(&["export"]).text());
}
