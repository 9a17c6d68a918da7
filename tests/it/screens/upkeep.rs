//! Learning by hand and keeping house: `learn`, `clear`, `purge`, `reconcile`, `render`, `migrate-knowledge`.

use insta::assert_snapshot;

use super::life::{day, lived_in};
use super::{Screen, three};
use crate::world::{World, write};

#[test]
fn learn() {
    let world = World::new();
    let session = day(&world, 0);
    write(&world.transcript(&session.id), &session.jsonl(&world.project));
    let path = "../home/.claude/projects/-project/tides-0.jsonl";
    let nothing = Screen::of(world).part("nothing there").types(&["learn", "learn --now", "learn --json"]);
    let given = nothing.part("a transcript").types(&[
        &format!("learn --dry-run {path}"),
        &format!("learn --now {path}"),
        &format!("learn --now {path}"),
        &format!("learn --now --dry-run --json {path}"),
        &format!("learn --now --json {path}"),
    ]);
    given.world.write("notes.jsonl", "my notes\n");
    let wrong =
        ["learn gone.jsonl", "learn notes.jsonl", "learn --extractor gpt", "learn --extractor claude"];
    assert_snapshot!(given.part("mistakes").types(&wrong).text());
}

#[test]
fn clear() {
    assert_snapshot!(three(
        &["clear --dry-run", "clear --yes"],
        &["clear --dry-run", "clear", "clear --yes", "list", "status"],
        &["clear --no"]
    ));
}

#[test]
fn purge() {
    let nothing = Screen::of(World::new()).part("nothing there").types(&["purge --dry-run", "purge"]).text();
    let some =
        Screen::of(lived_in()).part("after two weeks").types(&["purge --dry-run", "purge", "purge --json"]);
    let some = some.pipes("luxon-and-sextant", "purge --secret --dry-run").pipes("offline", "purge --secret");
    assert_snapshot!(
        nothing + &some.part("mistakes").pipes("", "purge --secret").pipes("ab", "purge --secret").text()
    );
}

#[test]
fn reconcile_and_render() {
    let lived = lived_in();
    std::fs::remove_file(lived.project.join(".memory/knowledge/pitfalls.md")).unwrap();
    let path = ".memory/knowledge/decisions.md";
    lived.write(path, &lived.read(path).replace("Active", "Accepted"));
    let commands = [
        "reconcile --dry-run",
        "reconcile",
        "reconcile --json",
        "render --dry-run",
        "render",
        "render --json",
    ];
    let nothing = Screen::of(World::new()).part("nothing there").types(&commands).text();
    assert_snapshot!(nothing + &Screen::of(lived).part("after two weeks").types(&commands).text());
}

#[test]
fn migrate_knowledge() {
    let wrong = ["migrate-knowledge nope"];
    let some = ["migrate-knowledge --dry-run", "migrate-knowledge", "migrate-knowledge --json"];
    assert_snapshot!(three(&["migrate-knowledge --dry-run", "migrate-knowledge"], &some, &wrong));
}
