//! A project after two weeks: four sessions that teach one lesson of each kind, fail and mend, a guard of the person's
//! own, and a wish that was said once.

use serde_json::json;

use crate::session::Session;
use crate::world::World;

const PITFALL: [(&str, &str); 3] = [
    (
        "I add it with `npm install luxon`.",
        "No, don't use `npm` here, use `pnpm` instead. npm breaks the lockfile.",
    ),
    (
        "Now `npm install chart.js`.",
        "Never use `npm` in this repo, use `pnpm` instead, npm breaks the lockfile.",
    ),
    ("I run `npm ci` first.", "No, not npm! Use `pnpm` instead of `npm`, otherwise the lockfile breaks."),
];
const DECISION: [&str; 3] = [
    "Let's use `sqlite` for the tide tables because the page has to work offline.",
    "We use `sqlite` for the tide tables, because the page has to work offline.",
    "Use `sqlite` for the tide tables because the page must work offline.",
];
const PROCEDURE: [&str; 3] = [
    "When you change a file in `migrations/`, always run `just db-reset` so that the test database matches.",
    "Whenever you change something in `migrations/`, run `just db-reset` so that the test database matches.",
    "When you touch `migrations/`, always run `just db-reset` so that the test database matches.",
];
const WORKFLOW: [&str; 3] = [
    "To release: first run `pnpm lint`, then run `pnpm test`, then run `pnpm publish`.",
    "Please release: first run `pnpm lint`, then run `pnpm test`, and then run `pnpm publish`.",
    "Release time: first run `pnpm lint`, then run `pnpm test`, after that run `pnpm publish`.",
];
const TASKS: [&str; 3] = [
    "Please show the next high tide on the page of a harbour.",
    "Please draw the tides of a day as a curve.",
    "Please move the settings of the harbours to the new format.",
];

fn bash(session: Session, command: &str, output: &str, fails: bool) -> Session {
    session.tool("Bash", json!({"command": command}), output, fails)
}

/// One session: work, a call that fails, a correction, a choice, a rule, and a release.
pub fn day(world: &World, n: usize) -> Session {
    let date = ["2026-03-02", "2026-03-05", "2026-03-09"][n];
    let file = world.project.join("src/tides.ts");
    let edit = json!({"file_path": file, "old_string": "a", "new_string": "b"});
    let split = json!({"description": "part", "prompt": "Do it.", "subagent_type": "general-purpose"});
    let work = Session::new(&format!("tides-{n}"), &format!("{date}T10:00:00Z")).user(TASKS[n]);
    let work =
        work.assistant("I will split by file type, one agent each.").tool("Task", split, "done", false);
    let work = work.assistant(PITFALL[n].0);
    let work = bash(work, "npm install", "Exit code 1\nnpm error code EUSAGE", true);
    let work = work.user(PITFALL[n].1).tool("Edit", edit, "The file has been updated", false);
    let work = bash(work, "pnpm test", "Tests: 12 passed", false);
    let work = work.assistant("It works. Where shall the tables be kept, in redis or in a file?");
    let work = work.user(DECISION[n]).assistant("They are there now.").user(PROCEDURE[n]).assistant("Noted.");
    let pull = bash(work, "gh pr create --fill", "Exit code 4\nHTTP 401: Bad credentials", true);
    pull.assistant("The pull request needs you.").user(WORKFLOW[n]).assistant("Released.")
}

/// The fourth session is red at its end, and has a wish that is said only once.
fn last_day() -> Session {
    let work = Session::new("tides-3", "2026-03-11T10:00:00Z")
        .user("Please convert the heights from feet to metres.");
    let work = work.assistant("This follows ADR-001.");
    let work = bash(
        work,
        "pnpm test",
        "Exit code 1\nTests: 3 failed, 9 passed\nerror: module heights is missing",
        true,
    );
    work.user("Let's keep heights as `decimal`, because floats round the centimetres away.")
        .assistant("I will.")
}

/// Enabled, worked in on four days, and looked at on 12 March.
pub fn lived_in() -> World {
    let mut world = World::new();
    world.run(&["enable"]).ok();
    for n in 0..3 {
        world.play(&day(&world, n));
    }
    world.play(&last_day());
    world.set_now("2026-03-12T09:00:00Z");
    let rule = ["--rule", "the history of main is shared"];
    world.run(&[&["guard", "add", "git push --force", "--level", "ask"][..], &rule].concat()).ok();
    let pattern = "Ask the station once a minute, not once a request";
    world.run(&["pattern", "add", pattern, "--tag", "performance"]).ok();
    world
}

/// What a pipeline reports of three runs, of which the first two could not log in.
pub fn runs() -> String {
    let run = |n: u32, failed: bool| {
        let mut run = json!({
            "runId": format!("nightly-{n}"), "timestamp": format!("2026-03-0{}T02:00:00Z", n + 5),
            "result": if failed { "failure" } else { "success" }, "duration_ms": 60_000, "riskLevel": "high",
            "postExecutionScore": if failed { 0.0 } else { 1.0 }, "adaptersUsed": ["mcp:github"],
        });
        if failed {
            run["failure_details"] = json!({"dominantFailureType": "auth"});
        }
        format!("{run}\n")
    };
    (1..4).map(|n| run(n, n < 3)).collect()
}
