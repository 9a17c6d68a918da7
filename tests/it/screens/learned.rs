//! What was learned: `list`, `show`, `why`, `review`, and lessons in a person's own words.

use insta::assert_snapshot;

use super::life::lived_in;
use super::{Screen, three};
use crate::world::World;

const DECISION: &str = "ADR-001";

#[test]
fn list() {
    let some = ["list", "list --type decision", "list --status observing", "list --json"];
    let wrong = ["list --type rule", "list --status done", "list --project nowhere"];
    assert_snapshot!(three(&["list", "list --json"], &some, &wrong));
}

#[test]
fn show() {
    let some = ["show ADR-001", "show PF-001", "show ADR-001 --json"];
    assert_snapshot!(three(&["show obs_3f9c2a7b10"], &some, &["show", "show obs_nope", "show obs_"]));
}

#[test]
fn why() {
    let some = [
        "why ADR-001",
        "why tide tables",
        "why .memory/knowledge/pitfalls.md",
        "why g1",
        "why bash:gh",
        "why heights",
    ];
    let wrong = ["why", "why no such thing", "why ADR-009", "why src/nowhere.rs"];
    assert_snapshot!(three(&["why ADR-001", "why anything"], &some, &wrong));
}

#[test]
fn why_json() {
    let screen = Screen::of(lived_in()).types(&["why ADR-001 --json", "why g1 --json", "why bash:gh --json"]);
    assert_snapshot!(screen.text());
}

#[test]
fn review() {
    let some =
        ["review --list", "review --json", "review ADR-001 --list", "review --capacity --list", "review"];
    let wrong = [
        "review --accept nope",
        "review --dry-run",
        "review --accept",
        "review ADR-009 --list",
        "review --list --json --accept",
    ];
    assert_snapshot!(three(&["review", "review --list", "review --json"], &some, &wrong));
}

#[test]
fn rulings() {
    let screen = Screen::of(lived_in()).types(&[
        "review --keep PF-001 --dry-run",
        "review --keep PF-001",
        "review --deprecate ADR-001 --dry-run",
        "review --deprecate ADR-001",
        "review --deprecate ADR-001",
        "review --restore ADR-001",
        "review --reject PF-001",
        "review --accept PF-001 --json",
        "list",
    ]);
    assert_snapshot!(screen.text());
}

#[test]
fn remember() {
    let world = World::new();
    let screen = Screen::of(world).types(&[
        "remember 'commit messages always in English' --dry-run",
        "remember 'commit messages always in English'",
        "remember 'commit messages always in English'",
        "remember 'use pnpm instead of npm' --everywhere",
        "remember 'name branches after their tickets' --json",
        "list",
    ]);
    assert_snapshot!(screen.part("mistakes").types(&["remember", "remember x"]).text());
}

#[test]
fn forget() {
    let some = ["forget tide tables --dry-run", "forget tide tables", "forget PF-001 --json", "forget"];
    assert_snapshot!(three(&["forget", "forget postgres"], &some, &["forget zebra", "forget ADR-009"]));
}

#[test]
fn told() {
    let some = ["told", "told tides-3", "told tides-3 --json"];
    assert_snapshot!(three(&["told", "told --json"], &some, &["told nope"]));
}

#[test]
fn an_agent_asks() {
    let screen = Screen::of(lived_in());
    let screen = screen.runs_by_agent(&format!("review --reject {DECISION}"));
    assert_snapshot!(
        screen.types(&["review --list", "status", "review --accept p1", "review --list"]).text()
    );
}
