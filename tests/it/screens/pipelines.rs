//! What pipelines use: `outcome`, `errors`, `feedback`, `events`.

use insta::assert_snapshot;

use super::life::{lived_in, runs};
use super::{Screen, three};
use crate::world::World;

#[test]
fn outcomes() {
    let some = [
        "outcome list",
        "outcome list --result failure",
        "outcome list --session tides-3 --json",
        "outcome audit",
        "outcome audit --json",
    ];
    let wrong = ["outcome list --result good", "outcome list --session nope", "outcome"];
    assert_snapshot!(three(&["outcome list", "outcome list --json", "outcome audit"], &some, &wrong));
}

#[test]
fn outcome_record() {
    let one = r#"{"runId": "nightly-9", "result": "success", "duration_ms": 60000}"#;
    let mut screen = Screen::of(World::new());
    screen.world.set_now("2026-03-12T09:00:00Z");
    let screen = screen.pipes(one, "outcome record --dry-run").pipes(one, "outcome record");
    let screen = screen.pipes(one, "outcome record").pipes(&runs(), "outcome record --criteria readable");
    let screen = screen.pipes(one, "outcome record --json").types(&["outcome list", "outcome audit"]);
    let screen = screen.part("mistakes").pipes(one, "outcome record --strict");
    let screen = screen.pipes("", "outcome record").pipes("no json", "outcome record");
    let screen = screen.pipes(r#"{"result": "good"}"#, "outcome record");
    assert_snapshot!(screen.types(&["outcome record gone.json"]).text());
}

#[test]
fn errors() {
    let nothing =
        ["errors list", "errors list --json", "errors context", "errors stats", "errors stats --json"];
    let some = [
        "errors list",
        "errors list --unresolved",
        "errors list --json",
        "errors context",
        "errors stats",
        "errors stats --json",
    ];
    let wrong = ["errors", "errors resolve err_nope", "errors list --run nope", "errors record"];
    assert_snapshot!(three(&nothing, &some, &wrong));
}

#[test]
fn errors_record() {
    let world = World::new();
    world.run(&["errors", "record", "the certificate of the station has expired", "--run", "nightly-1"]).ok();
    let id = world.run(&["errors", "list", "--json"]).ok().json()[0]["id"].as_str().unwrap().to_owned();
    let resolve = format!("errors resolve {id}");
    let screen = Screen::of(world).types(&[
        "errors record 'type check failed' --run build-17 --type validation --dry-run",
        "errors record 'type check failed' --run build-17 --type validation",
        "errors list",
        &format!("{resolve} --dry-run"),
        &resolve,
        &resolve,
        "errors context",
        "errors stats",
    ]);
    let wrong = ["errors record 'x' --type bad", "errors record ''"];
    assert_snapshot!(screen.part("mistakes").types(&wrong).text());
}

const ROLES: &str = "feedback --adversarial-role judge --validator-role inspector";

#[test]
fn feedback() {
    let world = World::new();
    world.write("report.md", "# Review\n\n- `drop` in src/cache.rs never releases the lock\n- `fill` in src/cache.rs reads the clock twice\n");
    let verdict = r#"{"verdict": "FAIL", "issues": [], "false_positives": ["`fill` in src/cache.rs reads the clock twice"]}"#;
    world.write("verdict.md", &format!("Looked at it.\n\n```verdict-json\n{verdict}\n```\n"));
    world.write("chat.md", "It looks fine to me.\n");
    let files = format!("{ROLES} --deliberation report.md --verdict verdict.md");
    let screen = Screen::of(world).types(&[
        &format!("{files} --dry-run"),
        &files,
        &files,
        &format!("{files} --run r2 --json"),
        "pattern list",
    ]);
    let wrong = [
        ROLES,
        &format!("{ROLES} --deliberation report.md --verdict chat.md"),
        &format!("{ROLES} --deliberation gone.md --verdict verdict.md"),
    ];
    assert_snapshot!(screen.part("mistakes").types(&wrong).text());
}

#[test]
fn events() {
    let some = ["events", "events --since 2026-03-11", "events --since 2026-03-11 --json"];
    assert_snapshot!(three(&["events", "events --json"], &some, &["events --since soon"]));
}

#[test]
fn context() {
    let some = [
        "context --task 'move the tide tables to sqlite'",
        "context --task 'paint the fence'",
        "context --task 'add a package with npm' --json",
    ];
    assert_snapshot!(three(&["context --task 'add rate limits'"], &some, &["context", "context --task ''"]));
}

#[test]
fn report() {
    assert_snapshot!(three(
        &["report"],
        &["report", "report --out r.md"],
        &["report --out r.md", "report --json --md", "report --force"]
    ));
}

#[test]
fn backtest() {
    assert_snapshot!(three(
        &["backtest"],
        &["backtest", "backtest --since 2026-03-10"],
        &["backtest --since soon"]
    ));
}

#[test]
fn hud() {
    assert_snapshot!(
        Screen::of(World::new()).types(&["hud", "hud --json"]).text()
            + &Screen::of(lived_in()).types(&["hud", "hud --json", "hud --project /nowhere"]).text()
    );
}
