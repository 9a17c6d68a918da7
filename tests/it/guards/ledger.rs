//! What became of the calls that a guard spoke about: in its ledger, in the review, in its feedback.

use serde_json::{Value, json};

use super::{bash, before, guards};
use crate::session::Session;
use crate::world::World;

/// A session that the client denies a call, with what our hook answers.
fn denied(world: &mut World, id: &str, day: u32, prompt: &str, command: &str) {
    let at = |minute: u32| format!("2026-03-{day:02}T10:{minute:02}:00Z");
    world.set_now(&at(1));
    let answer = before(world, id, bash(command));
    assert_eq!(answer["permissionDecision"], "deny", "{answer}");
    let reason = answer["permissionDecisionReason"].as_str().unwrap();
    let call =
        json!({"type": "tool_use", "id": format!("t{id}"), "name": "Bash", "input": {"command": command}});
    let result =
        json!({"type": "tool_result", "tool_use_id": format!("t{id}"), "content": reason, "is_error": true});
    let session = Session::new(id, &at(0))
        .user(prompt)
        .line(json!({"type": "assistant", "message": {"role": "assistant", "content": [call]}}))
        .line(json!({"type": "user", "message": {"role": "user", "content": [result]},
            "toolUseResult": format!("Error: {reason}")}))
        .assistant("A guard denies it.");
    world.play(&session);
}

fn feedback(world: &World) -> Vec<Value> {
    let memory = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
    let mut rows = memory.prepare("SELECT helpful FROM feedback WHERE subject = 'guard:g1'").unwrap();
    rows.query_map([], |row| row.get::<_, bool>(0)).unwrap().map(|row| json!(row.unwrap())).collect()
}

#[test]
fn a_denied_call_that_was_asked_for_brings_the_guard_back_to_the_review() {
    let mut world = World::new();
    world.run(&["guard", "add", "npm", "--level", "deny", "--rule", "we use pnpm"]).ok();
    denied(&mut world, "s1", 3, "fix the login bug please", "npm i");
    let known = &guards(&world)[0];
    assert_eq!((&known["catches"], &known["silent"]), (&json!(1), &json!(1)), "{known}");
    assert_eq!(feedback(&world), [] as [Value; 0], "nothing was said of it");
    for (id, day) in [("s2", 4), ("s3", 5), ("s4", 6)] {
        denied(&mut world, id, day, "npm i", "npm i");
    }
    let known = &guards(&world)[0];
    assert_eq!((&known["catches"], &known["contradicted"]), (&json!(4), &json!(3)), "{known}");
    assert!(world.run(&["review", "--list"]).ok().stdout.contains("g1"), "it is looked at again");
    assert_eq!(feedback(&world), [json!(false), json!(false), json!(false)]);
    let shown = world.run(&["guard", "show", "g1"]).ok().stdout;
    assert!(shown.contains("1 denied") && shown.contains("wrong in 3"), "{shown}");
    let tools = world.run(&["policy", "show", "--json"]).ok().stdout;
    assert!(!tools.contains("npm") && !world.run(&["errors"]).whole().contains("npm"), "{tools}");
}

#[test]
fn a_rejected_call_that_a_guard_asked_about_was_rightly_caught() {
    let mut world = World::new();
    world.run(&["guard", "add", "npm", "--level", "ask", "--rule", "we use pnpm"]).ok();
    world.set_now("2026-03-03T10:01:00Z");
    assert_eq!(before(&world, "s1", bash("npm i"))["permissionDecision"], "ask");
    let rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a \
                    file edit, the new_string was NOT written to the file). STOP what you are doing and wait for \
                    the user to tell you how to proceed.";
    let call = json!({"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "npm i"}});
    let result = json!({"type": "tool_result", "tool_use_id": "t1", "content": rejected, "is_error": true});
    let session = Session::new("s1", "2026-03-03T10:00:00Z")
        .user("fix the login bug please")
        .line(json!({"type": "assistant", "message": {"role": "assistant", "content": [call]}}))
        .line(json!({"type": "user", "message": {"role": "user", "content": [result]},
            "toolUseResult": "User rejected tool use"}));
    world.play(&session);
    assert_eq!(guards(&world)[0]["confirmed"], 1);
    assert_eq!(feedback(&world), [json!(true)]);
}

#[test]
fn a_line_that_was_denied_leaves_the_question_of_its_other_calls() {
    let world = super::lived_in();
    world.run(&["guard", "add", "git push --force", "--level", "deny"]).ok();
    world.run(&["guard", "add", "npm publish", "--level", "ask"]).ok();
    let line = "npm publish && git push --force";
    let denied = before(&world, "a", bash(line));
    assert_eq!(denied["permissionDecision"], "deny");
    assert!(!denied.to_string().contains("npm publish"), "{denied}");
    assert_eq!(before(&world, "a", bash("npm publish"))["permissionDecision"], "ask");
    assert_eq!(before(&world, "a", bash("npm publish")), Value::Null);
}

#[test]
fn asking_for_less_asks_not_for_more_and_a_question_for_nothing() {
    let mut world = World::new();
    let prompts = [
        ("push", 0),
        ("what does git push --force do?", 0),
        ("stop. git push --force is what broke it", 0),
        ("`git push --force` is forbidden here", 0),
        ("now git push --force", 1),
    ];
    for (n, (prompt, _)) in prompts.iter().enumerate() {
        let session = Session::new(&format!("s{n}"), &format!("2026-03-{:02}T10:00:00Z", n + 2))
            .user(prompt)
            .tool("Bash", json!({"command": "git push --force origin main"}), "Everything up-to-date", false);
        world.play(&session);
    }
    world.run(&["guard", "add", "git push --force"]).ok();
    let calls = guards(&world)[0]["calls"].as_array().unwrap().clone();
    let asked: Vec<i32> = calls.iter().map(|call| i32::from(call["verdict"] == "contradicted")).collect();
    assert_eq!(asked, prompts.map(|(_, expected)| expected), "{calls:?}");
}

/// Sessions in which one call is made without a word on it.
fn silently(world: &mut World, command: &str, days: std::ops::Range<u32>) {
    for day in days {
        let session = Session::new(&format!("d{day}"), &format!("2026-03-{day:02}T10:00:00Z"))
            .user("add the date picker")
            .tool("Bash", json!({"command": command}), "added 1 package", false)
            .user("good, that works");
        world.play(&session);
    }
}

#[test]
fn a_guard_whose_calls_pass_again_and_again_is_looked_at() {
    let mut world = World::new();
    world.run(&["guard", "add", "npm install", "--level", "tell"]).ok();
    silently(&mut world, "npm install x", 3..7);
    assert!(!world.run(&["review", "--list"]).ok().stdout.contains("g1"));
    silently(&mut world, "npm install x", 7..9);
    assert!(world.run(&["review", "--list"]).ok().stdout.contains("g1"));
    world.run(&["review", "--keep", "g1"]).ok();
    assert!(!world.run(&["review", "--list"]).ok().stdout.contains("g1"));
}
