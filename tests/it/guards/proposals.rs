//! What lessons and rejections propose, and when a proposal is gone.

use serde_json::json;

use super::{bash, before, guards};
use crate::session::Session;
use crate::world::World;

const REJECTED: &str = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it \
    was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to \
    tell you how to proceed.";

fn matchers(world: &World) -> Vec<String> {
    guards(world).iter().map(|guard| guard["matcher"].as_str().unwrap().to_owned()).collect()
}

/// A call, and what the person says of it.
fn said_of(world: &mut World, id: &str, day: u32, command: &str, is_error: bool, said: &str) {
    let result = if is_error { "Exit code 1\nerror: no" } else { "ok" };
    let session = Session::new(id, &format!("2026-03-{day:02}T10:00:00Z"))
        .user("what does the date picker do at the end of a month?")
        .assistant("On it.")
        .tool("Bash", json!({ "command": command }), result, is_error)
        .user(said)
        .assistant("I see.");
    world.play(&session);
}

#[test]
fn options_that_a_rule_names_stay_in_its_proposal() {
    for (command, rule, expected) in [
        ("git add -A", "Never use git add -A, add files one by one", &["git add -A"][..]),
        ("git commit --no-verify -m x", "Never use git commit --no-verify.", &["git commit --no-verify"]),
        ("pytest", "Always run pytest with -x.", &["pytest without -x"]),
        ("cargo build", "Always pass --locked to cargo build.", &["cargo build without --locked"]),
        ("git log", "Always use --no-pager with git log", &["git log without --no-pager"]),
        ("pytest", "use `uv run pytest` not `pytest`", &[]),
    ] {
        let mut world = World::new();
        for day in 3..6 {
            said_of(&mut world, &format!("s{day}"), day, command, true, rule);
        }
        assert_eq!(matchers(&world), expected, "{rule}");
    }
}

#[test]
fn a_choice_that_was_turned_round_takes_its_proposal_back() {
    let mut world = World::new();
    for day in 3..6 {
        said_of(&mut world, &format!("s{day}"), day, "npm install", true, "Use pnpm instead of npm.");
    }
    assert_eq!(matchers(&world), ["npm"]);
    said_of(&mut world, "s8", 8, "pnpm install", true, "from now on use npm instead of pnpm");
    assert!(!matchers(&world).contains(&"npm".to_owned()), "{:?}", matchers(&world));
}

fn rejected(world: &mut World, id: &str, day: u32, command: &str) {
    let call = json!({"type": "tool_use", "id": id, "name": "Bash", "input": {"command": command}});
    let result = json!({"type": "tool_result", "tool_use_id": id, "content": REJECTED, "is_error": true});
    let session = Session::new(id, &format!("2026-03-{day:02}T10:00:00Z"))
        .user("finish the release")
        .line(json!({"type": "assistant", "message": {"role": "assistant", "content": [call]}}))
        .line(json!({"type": "user", "message": {"role": "user", "content": [result]},
            "toolUseResult": "User rejected tool use"}));
    world.play(&session);
}

#[test]
fn a_call_that_was_rejected_in_several_forms_is_proposed_without_them() {
    let mut world = World::new();
    rejected(&mut world, "s3", 3, "npm publish");
    rejected(&mut world, "s4", 4, "npm publish --tag next");
    assert_eq!(matchers(&world), [""; 0]);
    rejected(&mut world, "s5", 5, "npm publish --access public");
    assert_eq!(matchers(&world), ["npm publish"]);
    said_of(&mut world, "s6", 6, "npm publish", false, "good");
    assert_eq!(matchers(&world), [""; 0], "it was let through");
}

#[test]
fn what_never_works_is_proposed_as_it_was_called_and_gone_when_it_works() {
    let mut world = World::new();
    let call = |id: &str, day: u32, command: &str, output: &str, is_error: bool| {
        Session::new(id, &format!("2026-03-{day:02}T10:00:00Z"))
            .user("run the tests")
            .tool("Bash", json!({ "command": command }), output, is_error)
            .user("ok")
    };
    let unknown = "Exit code 2\nerror: unrecognized subcommand 'bun'";
    for day in 3..6 {
        world.play(&call(&format!("s{day}"), day, "rtk bun run test", unknown, true));
    }
    assert_eq!(matchers(&world), ["rtk bun"]);
    world.play(&call("s7", 7, "rtk bun run test", "12 passed", false));
    assert_eq!(matchers(&world), [""; 0]);
}

#[test]
fn a_guard_that_was_removed_comes_back_although_it_was_proposed_anew() {
    let mut world = World::new();
    for day in 3..6 {
        said_of(&mut world, &format!("s{day}"), day, "npm install", true, "Use pnpm instead of npm.");
    }
    let id = guards(&world)[0]["id"].as_str().unwrap().to_owned();
    world.run(&["guard", "set", &id, "ask"]).ok();
    world.run(&["guard", "remove", &id]).ok();
    said_of(&mut world, "s7", 7, "npm install", true, "Use pnpm instead of npm.");
    assert_eq!(matchers(&world), ["npm"], "proposed anew");
    world.run(&["undo"]).ok();
    let levels: Vec<String> = guards(&world).iter().map(|guard| guard["level"].to_string()).collect();
    assert_eq!(levels, ["\"ask\""]);
}

#[test]
fn nobody_is_quoted_with_words_that_they_did_not_say() {
    let mut world = World::new();
    for day in 3..6 {
        let session = Session::new(&format!("s{day}"), &format!("2026-03-{day:02}T10:00:00Z"))
            .user("run the tests")
            .tool(
                "Bash",
                json!({"command": "rtk bun run test"}),
                "Exit code 2\nerror: unrecognized subcommand 'bun'",
                true,
            )
            .user("ok");
        world.play(&session);
    }
    world.run(&["guard", "set", "rtk bun", "ask"]).ok();
    world.run(&["guard", "add", "npm", "--level", "ask"]).ok();
    world.run(&["guard", "add", "pytest", "--level", "ask", "--rule", ""]).ok();
    for (call, expected) in [
        ("rtk bun x", "a guard you set: `rtk bun`. Seen here: "),
        ("npm i", "a guard you set: `npm` ("),
        ("pytest", "a guard you set: `pytest` ("),
    ] {
        let asked = before(&world, call, bash(call)).to_string();
        assert!(asked.contains(expected) && !asked.contains('“'), "{asked}");
    }
    world.run(&["guard", "set", "npm", "deny"]).ok();
    let denied = before(&world, "d", bash("npm i")).to_string();
    assert!(denied.contains("because of a guard that the person set") && !denied.contains('“'), "{denied}");
    let shown = world.run(&["guard", "show", "rtk bun"]).ok().stdout;
    assert!(shown.contains("rule     Seen here: "), "{shown}");
}
