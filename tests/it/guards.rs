//! Guards through the executables: proposed from lessons, replayed on stored calls, set by the person,
//! applied at the call.

mod hook;
mod ledger;
mod proposals;

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
    world.run(&["guard", "add", "git push --force", "--dry-run"]).ok();
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
fn no_spelling_of_a_denied_call_gets_past_the_door() {
    let world = lived_in();
    for matcher in ["git push --force", "git add src/gen/", "rm -rf", "edit src/"] {
        world.run(&["guard", "add", matcher, "--level", "deny"]).ok();
    }
    let root = world.project.to_string_lossy().into_owned();
    let behind_many = format!("{}git push -f", "echo x; ".repeat(40));
    let absolute = format!("git add {root}/src/gen/x.rs");
    for line in [
        "git --no-pager push -f",
        "git push origin +main",
        "bash <<EOF\ngit push --force\nEOF",
        "ls | xargs git push -f",
        "cd src && git add gen/x.rs",
        "git -C src add 'gen/a b.rs'",
        "rm -r -f build",
        "rm --recursive --force build",
        "bash <<< 'git push --force'",
        "cat <<EOF\n$(git push -f)\nEOF",
        "cat <<A; bash <<'E O'\nx\nA\ngit push -f\nE O",
        "function f { git push -f; }; f",
        &behind_many,
        &absolute,
    ] {
        let tested = world.run(&["guard", "test", line, "--json"]).ok().json();
        assert_eq!(tested["guards"][0]["level"], "deny", "{line}: {tested}");
        assert_eq!(before(&world, "s", bash(line))["permissionDecision"], "deny", "{line}");
    }
    for path in ["src/(app)/[id]/é a.rs", "src/../src//a+b@$.rs"] {
        let edit = json!({"tool_name": "Write", "tool_input": {"file_path": format!("{root}/{path}")}});
        assert_eq!(before(&world, "s", edit)["permissionDecision"], "deny", "{path}");
    }
    assert_eq!(before(&world, "s", bash("if command -v git; then git push; fi")), Value::Null);
}

#[test]
fn two_spellings_of_a_call_are_one_guard() {
    let world = lived_in();
    for (one, other, line) in [
        ("git push --force", "git push -f", "git push -f"),
        ("npm i", "npm install", "npm add x"),
        ("python -m pytest", "pytest", "python3 -m pytest"),
        ("docker system prune", "docker system prune", "docker system prune -af"),
        ("git add .env", "git add .env", "git add .env"),
    ] {
        let count = guards(&world).len();
        world.run(&["guard", "add", one, "--level", "tell"]).ok();
        world.run(&["guard", "add", other, "--level", "deny"]).ok();
        assert_eq!(guards(&world).len(), count + 1, "{one}");
        assert_eq!(before(&world, line, bash(line))["permissionDecision"], "deny", "{line}");
    }
}

#[test]
fn a_question_about_an_odd_path_comes_once() {
    let world = lived_in();
    world.run(&["guard", "add", "edit src/**", "--level", "ask"]).ok();
    let path = world.project.join("src/(app)/a  b.rs");
    let edit = || json!({"tool_name": "Write", "tool_input": {"file_path": path}});
    let asked = before(&world, "s", edit());
    assert_eq!(asked["permissionDecision"], "ask");
    assert!(asked.to_string().contains("ingrain guard show g1"), "{asked}");
    assert_eq!(before(&world, "s", edit()), Value::Null);
}

#[test]
fn a_review_that_keeps_a_guard_leaves_its_level() {
    let world = lived_in();
    world.run(&["guard", "add", "git push --force", "--level", "deny"]).ok();
    for word in ["--keep", "--accept"] {
        let dry = world.run(&["review", word, "g1", "--dry-run"]).ok();
        assert!(dry.whole().contains("would stay set to deny"), "{}", dry.whole());
        world.run(&["review", word, "g1"]).ok();
        assert_eq!(guards(&world)[0]["level"], "deny", "{word}");
    }
    let same = world.run(&["guard", "set", "g1", "deny", "--dry-run"]).ok();
    assert!(same.whole().contains("nothing to change"), "{}", same.whole());
    let why = world.run(&["why", "g1"]).ok().stdout;
    assert!(why.contains("git push --force") && why.contains("since it was set"), "{why}");
}

#[test]
fn what_scripts_and_newcomers_ask_is_answered() {
    let world = lived_in();
    let dry = world.run(&["guard", "add", "git push", "--dry-run", "--json"]).ok().json();
    assert_eq!((&dry["matcher"], &dry["catches"]), (&json!("git push"), &json!(2)));
    world.run(&["guard", "add", "git commit"]).ok();
    let would = world.run(&["guard", "set", "g1", "deny", "--dry-run", "--json"]).ok().json();
    let set = world.run(&["guard", "set", "g1", "tell", "--json"]).ok().json();
    assert_eq!((&would["level"], &set["level"]), (&json!("deny"), &json!("tell")));
    let removed = world.run(&["guard", "remove", "g1", "--json"]).ok().json();
    assert_eq!(removed["matcher"], "git commit");
    for never in ["git push --force without --force", "git push origin"] {
        let refused = world.run(&["guard", "add", never]).fails();
        assert!(refused.whole().contains("no call could meet it"), "{}", refused.whole());
    }
}

/// Every copy of the memory.
fn memories(world: &World) -> Vec<rusqlite::Connection> {
    let files = std::fs::read_dir(world.state()).unwrap().flatten().map(|entry| entry.path());
    let found = files.filter(|path| path.extension().is_some_and(|end| end == "db"));
    found.map(|path| rusqlite::Connection::open(path).unwrap()).collect()
}

/// Everything that any of them holds of what was done.
fn stored_work(world: &World) -> String {
    let mut found = String::new();
    for memory in memories(world) {
        let sql = "SELECT kind || ' ' || key || ' ' || value FROM structure_sighting
                   UNION ALL SELECT COALESCE(after, '') || COALESCE(before, '') FROM history WHERE thing = 'structure'";
        let mut rows = memory.prepare(sql).unwrap();
        let texts = rows.query_map([], |row| row.get::<_, String>(0)).unwrap();
        texts.flatten().for_each(|text| found.push_str(&format!("{text}\n")));
    }
    found
}

/// The calls that all of them hold.
fn stored_calls(world: &World) -> Vec<String> {
    let mut found = Vec::new();
    for memory in memories(world) {
        let sql = "SELECT key || value FROM structure_sighting WHERE kind = 'called'
                   UNION ALL SELECT after || before FROM history WHERE subject = 'called'";
        let mut rows = memory.prepare(sql).unwrap();
        let texts = rows.query_map([], |row| row.get::<_, Option<String>>(0)).unwrap();
        found.extend(texts.flatten().flatten().filter(|text| !text.is_empty()));
    }
    found
}

#[test]
fn clear_forgets_calls_wherever_they_are_kept() {
    let world = lived_in();
    assert!(stored_calls(&world).iter().any(|call| call.contains("git push --force")));
    let dry = world.run(&["clear", "--dry-run"]).ok().whole();
    assert!(dry.contains("tool calls"), "{dry}");
    world.run(&["clear", "--yes"]).ok();
    assert_eq!(stored_calls(&world), [""; 0]);
    assert!(memories(&world).len() >= 2, "what was cleared has a copy");
    for session in ["s1", "s2"] {
        world.run(&["learn", "--now", &world.transcript(session).to_string_lossy()]).ok();
    }
    world.run(&["guard", "add", "git push --force"]).ok();
    assert_eq!(guards(&world)[0]["catches"], 0, "a session that is read again brings them not back");
}

#[test]
fn clear_leaves_no_form_of_a_call_and_no_path() {
    let mut world = World::new();
    let edit = |world: &World| json!({"file_path": world.project.join("src/zebra/x.ts"), "old_string": "a", "new_string": "b"});
    let session = Session::new("s1", "2026-03-02T10:00:00Z")
        .user("add the date picker")
        .tool("Edit", edit(&world), "The file has been updated", false)
        .tool("Bash", json!({"command": "npm run zebra:check"}), "ok", false)
        .tool("Bash", json!({"command": "npm run zebra:check && npm test"}), "ok", false)
        .user("thanks");
    world.play(&session);
    assert!(stored_work(&world).contains("worked command npm run zebra:check"), "{}", stored_work(&world));
    world.run(&["clear", "--yes"]).ok();
    assert!(!stored_work(&world).contains("zebra"), "{}", stored_work(&world));
    world.run(&["learn", "--now", &world.transcript("s1").to_string_lossy()]).ok();
    assert!(!stored_work(&world).contains("zebra"), "{}", stored_work(&world));
}

/// What an error went away with is kept as tokens, and neither it nor the touched files outlive `clear`.
#[test]
fn what_helped_is_no_text_and_is_forgotten() {
    let kept = |world: &World| {
        let mut found = String::new();
        for memory in memories(world) {
            let sql = "SELECT resolved_by FROM error UNION ALL SELECT files FROM outcome";
            let mut rows = memory.prepare(sql).unwrap();
            let texts = rows.query_map([], |row| row.get::<_, Option<String>>(0)).unwrap();
            texts.flatten().flatten().for_each(|text| found.push_str(&format!("{text}\n")));
        }
        found
    };
    let mut world = World::new();
    let edit =
        json!({"file_path": world.project.join("src/zebra/x.ts"), "old_string": "a", "new_string": "b"});
    let bash = |session: Session, command: &str, output: &str, is_error: bool| {
        session.tool("Bash", json!({ "command": command }), output, is_error)
    };
    let session = Session::new("s1", "2026-03-02T10:00:00Z").user("mend it");
    let session = bash(session, "gh pr create --fill", "Exit code 1\nHTTP 401: Bad credentials", true);
    let session = bash(session, "gh auth login --hostname giraffe.example", "ok", false);
    let session = bash(session, "gh pr create --fill", "made", false);
    let session = bash(session, "git push origin antelope", "Exit code 1\nfatal: no upstream", true);
    let session = bash(session, "git commit -m 'customer Buffalo owes'", "ok", false);
    let session = bash(session, "# ask Hyena first\ngit push -u origin antelope", "ok", false);
    let session = bash(session, "pytest -k a", "Exit code 1\nFAILED a.py::a - error\n1 failed", true);
    let session = session.tool("Edit", edit, "The file has been updated", false);
    let session = bash(session, "pytest -k 'customer Lemur owes'", "1 passed", false);
    world.play(&session.user("thanks"));
    let before = kept(&world);
    assert!(before.contains("gh auth login --hostname\n"), "{before}");
    assert!(before.contains("git commit\n") && before.contains("src/zebra/x.ts"), "{before}");
    for text in ["giraffe", "Buffalo", "Hyena", "Lemur"] {
        assert!(!before.contains(text), "{text}: {before}");
    }
    world.run(&["clear", "--yes"]).ok();
    for _ in 0..2 {
        let after = kept(&world);
        assert!(after.lines().all(|line| line == "[]"), "{after}");
        world.run(&["learn", "--now", &world.transcript("s1").to_string_lossy()]).ok();
    }
}

#[test]
fn no_value_of_a_call_is_stored() {
    let mut world = World::new();
    let mut session = Session::new("s1", "2026-03-02T10:00:00Z").user("publish it");
    for line in [
        "docker login -phunter",
        "twine upload -pwonder",
        "mycli supersecretword",
        "say confidential",
        "sed s/zebra/b/ src/a",
        "rg src/zebra src/a",
        "jq .zebra src/a.json",
    ] {
        session = session.tool("Bash", json!({ "command": line }), "ok", false);
    }
    world.play(&session.user("thanks"));
    let all = stored_calls(&world).join("\n");
    assert!(all.contains("docker login -p") && all.contains("mycli"), "{all}");
    for text in ["hunter", "wonder", "supersecret", "confidential", "zebra"] {
        assert!(!all.contains(text), "{all}");
    }
}

#[test]
fn a_guard_that_purge_masked_is_not_kept_as_if_it_worked() {
    let world = lived_in();
    world.run(&["guard", "add", "hunterdeploy --prod", "--level", "deny"]).ok();
    let purged = world.run_with(&["purge", "--secret"], "hunterdeploy\n").ok().whole();
    assert!(purged.contains("guard g1 is gone"), "{purged}");
    assert!(guards(&world).is_empty());
    assert_eq!(before(&world, "s", bash("hunterdeploy --prod")), Value::Null);
}

#[test]
fn work_that_the_person_corrected_confirms_and_a_call_they_were_against_was_not_asked_for() {
    let mut world = World::new();
    let push = |session: &str, day: u32, prompt: &str, reaction: &str| {
        Session::new(session, &format!("2026-03-{day:02}T10:00:00Z"))
            .user(prompt)
            .assistant("On it.")
            .tool("Bash", json!({"command": "git push --force origin main"}), "Everything up-to-date", false)
            .user(reaction)
            .assistant("I see.")
            .user("ok")
    };
    let wrong = "no, that's wrong, I never wanted a force push";
    world.play(&push("s1", 2, "publish the release notes", wrong));
    world.play(&push("s2", 3, "we should not git push --force", "thanks"));
    world.run(&["guard", "add", "git push --force"]).ok();
    let known = &guards(&world)[0];
    assert_eq!((&known["confirmed"], &known["contradicted"]), (&json!(1), &json!(0)), "{known}");
}
