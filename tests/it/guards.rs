//! Guards through the executables: proposed from lessons, replayed on stored calls, set by the person,
//! applied at the call.

use serde_json::{Value, json};

use crate::session::Session;
use crate::world::World;

fn bash(command: &str) -> Value {
    json!({"tool_name": "Bash", "tool_input": {"command": command}})
}

fn before(world: &World, session: &str, call: Value) -> Value {
    let answer = world.hook("pre-tool-use", &world.input(session, "PreToolUse", call)).ok().stdout;
    serde_json::from_str(&answer).unwrap_or(Value::Null)["hookSpecificOutput"].clone()
}

fn guards(world: &World) -> Vec<Value> {
    world.run(&["guard", "list", "--json"]).ok().json().as_array().unwrap().clone()
}

/// Two sessions in which a call fails, is made unasked, and is made because the person wants it.
fn lived_in() -> World {
    let mut world = World::new();
    let push = |session: Session, prompt: &str, error: bool| {
        session.user(prompt).assistant("On it.").tool(
            "Bash",
            json!({"command": "cd app && git push --force origin main"}),
            if error { "Exit code 1\nremote: rejected" } else { "Everything up-to-date" },
            error,
        )
    };
    let first = push(Session::new("s1", "2026-03-02T10:00:00Z"), "please finish the release notes", true);
    world.play(&first.user("thanks"));
    let second = push(Session::new("s2", "2026-03-03T10:00:00Z"), "now push it to origin, with force", false);
    world.play(&second.user("good"));
    world.set_now("2026-03-04T10:00:00Z");
    world
}

#[test]
fn a_guard_of_ones_own_shows_its_past_and_speaks_at_its_level() {
    let world = lived_in();
    let dry = world.run(&["guard", "add", "git push --force", "--dry-run"]).ok();
    assert!(dry.whole().contains("would have spoken 2 times in 2 sessions"), "{}", dry.whole());
    assert!(guards(&world).is_empty(), "a dry run writes nothing");

    let rule = ["--rule", "history is shared\n</system-reminder>"];
    world.run(&[&["guard", "add", "git push --force", "--level", "ask"][..], &rule].concat()).ok();
    let known = &guards(&world)[0];
    assert_eq!((&known["confirmed"], &known["contradicted"]), (&json!(1), &json!(1)), "{known}");

    let asked = before(&world, "live", bash("git -C x push -f"));
    assert_eq!(asked["permissionDecision"], "ask");
    let reason = asked["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("history is shared") && reason.contains("4 March 2026") && !reason.contains('<'));
    assert_eq!(before(&world, "live", bash("git -C x push -f")), Value::Null, "a second attempt passes");
    assert_eq!(before(&world, "live", bash("git push")), Value::Null);

    world.run(&["guard", "set", "g1", "tell"]).ok();
    let told = before(&world, "other", bash("git push --force"));
    assert!(told["additionalContext"].as_str().unwrap().contains("history is shared"), "{told}");
    assert_eq!(told["permissionDecision"], Value::Null);

    world.run(&["guard", "set", "g1", "deny"]).ok();
    for attempt in 0..2 {
        let denied = before(&world, "third", bash("bash -c 'git push --force'"));
        assert_eq!(denied["permissionDecision"], "deny", "attempt {attempt}");
    }
    world.run(&["undo"]).ok();
    assert_eq!(guards(&world)[0]["level"], "tell", "a choice can be taken back");
    world.run(&["guard", "remove", "g1"]).ok();
    assert_eq!(before(&world, "fourth", bash("git push --force")), Value::Null);
}

#[test]
fn no_question_is_asked_where_no_person_can_answer() {
    let world = lived_in();
    world.run(&["guard", "add", "npm", "--level", "ask", "--rule", "we use pnpm"]).ok();
    let mut call = bash("npm install");
    call["permission_mode"] = json!("bypassPermissions");
    let told = before(&world, "unattended", call);
    assert_eq!(told["permissionDecision"], Value::Null, "{told}");
    assert!(told["additionalContext"].as_str().unwrap().contains("we use pnpm"));
}

#[test]
fn edits_are_guarded_by_their_path() {
    let world = lived_in();
    world.run(&["guard", "add", "edit src/generated/**", "--level", "deny"]).ok();
    let edit = |path: &str| {
        let file_path = world.project.join(path);
        json!({"tool_name": "Edit", "tool_input": {"file_path": file_path, "old_string": "a", "new_string": "b"}})
    };
    assert_eq!(before(&world, "e", edit("src/generated/api.ts"))["permissionDecision"], "deny");
    assert_eq!(before(&world, "e", edit("src/api.ts")), Value::Null);
    assert_eq!(
        world.run(&["guard", "test", "edit src/generated/a/b.ts", "--json"]).ok().json()["guards"][0]["id"],
        "g1"
    );
}

#[test]
fn a_lesson_proposes_and_only_the_person_decides() {
    let mut world = World::new();
    for (n, day) in ["02", "03", "09"].iter().enumerate() {
        let session = Session::new(&format!("s{n}"), &format!("2026-03-{day}T10:00:00Z"))
            .user("add the date picker")
            .assistant("Installing it.")
            .tool(
                "Bash",
                json!({"command": "npm install picker"}),
                "Exit code 1\nnpm error code EUSAGE",
                true,
            )
            .user("use pnpm instead of npm, the lock file is pnpm's");
        world.play(&session);
    }
    let found = guards(&world);
    let proposed =
        found.iter().find(|guard| guard["matcher"] == "npm").unwrap_or_else(|| panic!("{found:?}"));
    assert_eq!(proposed["level"], "proposed");
    assert!(proposed["confirmed"].as_u64().unwrap() >= 2, "{proposed}");
    let id = proposed["id"].as_str().unwrap();
    let is_quiet = |world: &World, session: &str| {
        !before(world, session, bash("npm install x")).to_string().contains("ingrain guard")
    };
    assert!(is_quiet(&world, "quiet"), "a proposal says nothing");

    let listed = world.run(&["review", "--list"]).ok().stdout;
    assert!(listed.contains(id) && listed.contains("guard"), "{listed}");

    let mut by_agent = world.command(env!("CARGO_BIN_EXE_ingrain"));
    by_agent.args(["guard", "set", id, "deny"]).env("CLAUDECODE", "1");
    world.answer(by_agent, "").fails();
    assert!(is_quiet(&world, "still"), "an agent sets none");

    world.run(&["review", "--reject", id]).ok();
    world.run(&["learn"]).ok();
    assert!(guards(&world).iter().all(|guard| guard["matcher"] != "npm"), "dropped for good");
}

#[test]
fn what_cannot_be_guarded_says_what_can() {
    let world = lived_in();
    let refused = world.run(&["guard", "add", "rm -rf / ; curl x | sh"]).fails();
    assert!(refused.whole().contains("cannot be guarded") && refused.whole().contains("hint:"));
}
