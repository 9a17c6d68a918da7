//! Conclusions of reviewers reach later reviewers until a validator contradicts them, through the real
//! executables.

use serde_json::json;

use crate::reviewers::*;
use crate::session::Session;
use crate::world::{World, write};

#[test]
fn a_finding_is_told_to_the_third_held_back_from_the_fourth_and_told_again() {
    let mut world = reviewed();
    found_twice(&mut world, &[FINDING]);
    let row = pattern(&world, FINDING);
    assert_eq!(track(&row), [2, 0, 0, 0]);
    assert_eq!(
        (&row["lifecycle"], &row["category"], &row["role"]),
        (&json!("verified"), &json!("rule"), &json!("judge"))
    );

    let wrong = verdict("FAIL", &[FINDING]);
    let told = hold(&mut world, "three", "2026-03-04", &[judge(&format!("- {FINDING}")), inspector(&wrong)]);
    assert!(
        told[0].contains("=== HISTORICAL PATTERNS (judge) ===") && told[0].contains("never releases"),
        "{told:?}"
    );
    let row = pattern(&world, FINDING);
    assert_eq!(track(&row), [2, 0, 1, 0], "an echo is no sighting");
    assert_eq!((&row["ignore_weight"], &row["disputed"]), (&json!(1.0), &json!(true)));

    let told = hold(&mut world, "four", "2026-03-05", &[judge("Nothing to say.")]);
    assert!(!told[0].contains("never releases"), "{told:?}");
    let id = row["id"].as_str().unwrap();
    let query = || world.run(&["pattern", "query", "--role", "judge", "--json"]).ok().json()[0].clone();
    assert_eq!(
        (&query()["id"], &query()["held_back"]),
        (&json!(id), &json!("rejected and not confirmed since"))
    );

    let why = world.run(&["why", id]).ok().stdout;
    assert!(why.contains("not told: rejected and not confirmed since"), "{why}");
    assert!(why.contains("2026-03-04 rejected: inspector called it a false positive"), "{why}");

    world.run(&["pattern", "reinforce", id]).ok();
    assert_eq!(query().get("held_back"), None);
    let told = hold(&mut world, "five", "2026-03-06", &[judge("Nothing to say.")]);
    assert!(told[0].contains("never releases") && told[0].contains("1x validated"), "{told:?}");
}

#[test]
fn a_pass_confirms_on_evidence_only() {
    let mut world = reviewed();
    found_twice(&mut world, &[FINDING, OTHER, ELSEWHERE]);
    let pass = verdict("PASS", &[]);
    let by_reasoning = format!("I ran the tests and all passed.\n- {FINDING}");
    hold(&mut world, "three", "2026-03-04", &[judge(&by_reasoning), inspector(&pass)]);
    for finding in [FINDING, OTHER, ELSEWHERE] {
        assert_eq!(track(&pattern(&world, finding)), [2, 0, 0, 0], "{finding}: reasoning alone");
    }
    let by_output = format!("> test result: ok. 12 passed; 0 failed\n\n- {FINDING}");
    hold(&mut world, "four", "2026-03-05", &[judge(&by_output), inspector(&pass)]);
    assert_eq!(track(&pattern(&world, FINDING)), [2, 1, 0, 0], "borne out");
    assert_eq!(track(&pattern(&world, OTHER)), [2, 0, 0, 1], "on the same file, and not borne out");
    assert_eq!(track(&pattern(&world, ELSEWHERE)), [2, 0, 0, 0], "on another file");
    let by_place = format!("See src/cache.rs:2.\n- {FINDING}");
    hold(&mut world, "five", "2026-03-06", &[judge(&by_place), inspector(&pass)]);
    assert_eq!(track(&pattern(&world, FINDING)), [2, 2, 0, 0]);
    let by_wrong_place = format!("See src/cache.rs:99.\n- {FINDING}");
    hold(&mut world, "six", "2026-03-07", &[judge(&by_wrong_place), inspector(&pass)]);
    assert_eq!(track(&pattern(&world, FINDING)), [2, 2, 0, 0], "there is no such line");

    hold(&mut world, "seven", "2026-03-08", &[judge(&by_output), inspector(&verdict("FAIL", &[FINDING]))]);
    assert_eq!(pattern(&world, FINDING)["regression"], true, "it had held up before");
}

#[test]
fn reading_again_changes_nothing() {
    let mut world = reviewed();
    found_twice(&mut world, &[FINDING]);
    let wrong = verdict("FAIL", &[FINDING]);
    hold(&mut world, "three", "2026-03-04", &[judge(&format!("- {FINDING}")), inspector(&wrong)]);
    let before = patterns(&world);

    world.end("three");
    world.run(&["learn", world.transcript("three").to_str().unwrap()]).ok();
    // A fork repeats the lines, and has no subagents of its own.
    let copy = std::fs::read_to_string(world.transcript("three"))
        .unwrap()
        .replace("\"sessionId\":\"three\"", "\"sessionId\":\"fork\"");
    write(&world.transcript("fork"), &copy);
    world.start("fork", "fork");
    world.end("fork");
    assert_eq!(patterns(&world), before);
}

#[test]
fn the_main_agent_repeating_a_verdict_adds_nothing() {
    let mut world = reviewed();
    found_twice(&mut world, &[FINDING]);
    let wrong = verdict("FAIL", &[FINDING]);
    hold(&mut world, "three", "2026-03-04", &[judge(&format!("- {FINDING}")), inspector(&wrong)]);
    say(&world, "three", &format!("The inspector says:\n{wrong}"));
    assert_eq!(track(&pattern(&world, FINDING)), [2, 0, 1, 0]);
}

#[test]
fn the_main_agent_judges_for_itself_when_it_is_clear_whom() {
    let mut world = reviewed();
    let wrong = verdict("FAIL", &[FINDING]);
    let sentinel = Agent { role: "sentinel", prints: "", report: "- `fill` in src/cache.rs must lock first" };
    for (id, agents, rejected) in [
        ("one", vec![judge("- `drop` in src/cache.rs never releases the lock")], 1),
        ("two", vec![judge("- `drop` in src/cache.rs never releases the lock"), sentinel], 1),
    ] {
        hold(&mut world, id, "2026-03-02", &agents);
        say(&world, id, &wrong);
        assert_eq!(pattern(&world, FINDING)["ignored"], rejected, "{id}");
    }
}

/// The main agent goes on to say this, and the session ends again.
fn say(world: &World, session: &str, text: &str) {
    let said = std::fs::read_to_string(world.transcript(session)).unwrap();
    let more = json!({"type": "assistant", "uuid": format!("{session}-late"), "sessionId": session,
        "timestamp": "2026-03-04T10:50:00.000Z", "cwd": world.project, "gitBranch": "main",
        "message": {"role": "assistant", "content": [{"type": "text", "text": text}]}});
    write(&world.transcript(session), &format!("{said}{more}\n"));
    world.end(session);
}

#[test]
fn roles_and_their_validators_are_configured() {
    let mut world = reviewed();
    let config = json!({"roles": {"validators": {"reviewer": "Second"}, "heavy": ["reviewer"]}});
    write(&world.config(), &config.to_string());
    let report = format!("- {FINDING}\n- {OTHER}\n");
    let reviewer = |report| Agent { role: "Reviewer", prints: "", report };
    let wrong = verdict(
        "FAIL",
        &["`drop` in src/cache.rs never releases", "in src/cache.rs", "something else entirely"],
    );
    let second = Agent { role: "Second", prints: "", report: &wrong };
    hold(&mut world, "one", "2026-03-02", &[reviewer(&report), second]);
    assert_eq!(pattern(&world, FINDING)["ignore_weight"], 1.5);
    assert_eq!(pattern(&world, OTHER)["ignored"], 0, "zero or several fit: none is penalised");
    let unknown = Agent { role: "stranger", prints: "", report: &wrong };
    hold(&mut world, "two", "2026-03-03", &[reviewer(&report), unknown]);
    assert_eq!(pattern(&world, FINDING)["ignored"], 1, "not its validator");
}

#[test]
fn a_plugins_validator_judges_its_own() {
    let mut world = reviewed();
    let wrong = verdict("FAIL", &[FINDING]);
    let report = format!("- {FINDING}");
    let agent = |role, report| Agent { role, prints: "", report };
    let weight = |world: &World, role: &str| {
        let all = patterns(world);
        let row = all.iter().find(|row| row["role"] == role && row["content"] == FINDING);
        row.map_or(0.0, |row| row["ignore_weight"].as_f64().unwrap())
    };
    let told = [agent("other:lens", wrong.as_str()), agent("plug:inspector", &wrong)];
    for (n, stranger) in told.into_iter().enumerate() {
        hold(&mut world, &format!("n{n}"), "2026-03-02", &[agent("plug:sentinel", &report), stranger]);
        assert_eq!(weight(&world, "plug:sentinel"), 0.0, "not its validator");
    }
    // The own plugin's report is meant, although the other one came later.
    let both = [agent("plug:sentinel", &report), agent("sentinel", &report), agent("plug:lens", &wrong)];
    hold(&mut world, "one", "2026-03-03", &both);
    assert_eq!((weight(&world, "plug:sentinel"), weight(&world, "sentinel")), (1.5, 0.0));
    hold(&mut world, "two", "2026-03-04", &[agent("x:sentinel", &report), agent("lens", &wrong)]);
    assert_eq!(weight(&world, "x:sentinel"), 1.5, "by a validator of no plugin");
}

/// A plugin's role is told what is known under its own name, and reports it as its own finding.
#[test]
fn what_was_told_and_called_wrong_is_not_confirmed() {
    let mut world = reviewed();
    world.run(&["pattern", "add", FINDING, "--role", "judge"]).ok();
    let report = format!("- {FINDING}\n\ntest result: ok. 12 passed; 0 failed");
    let wrong = verdict("PASS", &[FINDING]);
    let agents = [("plug:judge", report.as_str()), ("plug:inspector", wrong.as_str())]
        .map(|(role, report)| Agent { role, prints: "test result: ok. 12 passed; 0 failed", report });
    let told = hold(&mut world, "one", "2026-03-02", &agents);
    assert!(told[0].contains(FINDING), "{told:?}");
    let judges = patterns(&world).into_iter().find(|row| row["role"] == "judge").unwrap();
    assert_eq!((&judges["ignored"], &judges["reinforced"]), (&json!(1), &json!(0)), "{judges}");
}

#[test]
fn what_an_agent_names_is_scored_by_how_the_work_ended() {
    let mut world = reviewed();
    found_twice(&mut world, &[FINDING, OTHER]);
    let id = pattern(&world, FINDING)["id"].as_str().unwrap().to_owned();
    let told = hold(&mut world, "three", "2026-03-04", &[judge(&format!("Fine, {id} does not apply."))]);
    assert!(told[0].contains(&id), "{told:?}");
    assert_eq!(pattern(&world, FINDING)["success_count"], 1);
    assert_eq!(pattern(&world, OTHER)["success_count"], 0, "it was only shown");
    let before = patterns(&world);
    world.end("three");
    assert_eq!(patterns(&world), before);
}

#[test]
fn without_a_memory_no_session_is_disturbed() {
    let mut world = reviewed();
    found_twice(&mut world, &[FINDING]);
    let state = world.state();
    write(&state.join("learning.db"), "this is no database");
    write(&state.join("learning.backup.db"), "nor is this");
    let told = hold(&mut world, "three", "2026-03-04", &[judge(&format!("- {FINDING}"))]);
    assert_eq!(told.len(), 1);
    assert_eq!(track(&pattern(&world, FINDING))[0], 2, "what was there is learned again");
}

#[test]
fn nearly_the_same_words_are_one_pattern_and_secrets_stay_out() {
    let mut world = reviewed();
    hold(&mut world, "one", "2026-03-02", &[judge(&format!("- {FINDING}"))]);
    let again = "- **`drop`** in src/cache.rs NEVER releases the lock!\n\
                 - the token ghp_0123456789abcdefghijABCDEFGHIJ012345 in src/auth.rs is committed\n";
    hold(&mut world, "two", "2026-03-02", &[judge(again), judge(again)]);
    let all = patterns(&world);
    assert_eq!(all.len(), 1, "{all:#?}");
    assert_eq!(
        (&all[0]["seen"], &all[0]["lifecycle"]),
        (&json!(2), &json!("candidate")),
        "one place, one day"
    );
}

#[test]
fn older_clients_are_read_too() {
    let mut world = reviewed();
    // The result is the report; the transcript lies beside the session's.
    for (id, day) in [("one", "2026-03-02"), ("two", "2026-03-03")] {
        let call = json!([{"type": "tool_use", "id": format!("t-{id}"), "name": "Task",
            "input": {"prompt": "Look.", "subagent_type": "judge"}}]);
        let text = [json!({"type": "text", "text": format!("- {FINDING}")})];
        let back = json!([{"type": "tool_result", "tool_use_id": format!("t-{id}"), "content": text}]);
        let session = Session::new(id, &format!("{day}T10:00:00Z"))
            .user("Have it looked at.")
            .line(json!({"type": "assistant", "message": {"role": "assistant", "content": call}}))
            .line(json!({"type": "user", "message": {"role": "user", "content": back},
                "toolUseResult": {"status": "completed", "agentId": format!("{id}0"), "content": text}}));
        if id == "two" {
            let line = json!({"type": "assistant", "isSidechain": true, "uuid": "r", "timestamp": "2026-03-03T10:00:30.000Z",
                "message": {"role": "assistant", "content": text}});
            write(&world.transcript("agent-two0"), &format!("{line}\n"));
            write(&world.transcript("agent-warmup"), &format!("{line}\n"));
        }
        world.play(&session);
    }
    assert_eq!(track(&pattern(&world, FINDING)), [2, 0, 0, 0]);
}

#[test]
fn plans_and_reviews_are_conclusions_of_the_main_agent() {
    let mut world = reviewed();
    let plan = "# Plan\n\n- The lock in src/cache.rs must be taken before `fill` runs\n";
    let call = json!([{"type": "tool_use", "id": "p1", "name": "ExitPlanMode", "input": {"plan": plan}}]);
    let words = "User has approved your plan. You can now start coding.";
    let back = json!([{"type": "tool_result", "tool_use_id": "p1", "content": words}]);
    let review = "- src/cache.rs:2 drops the lock because `fill` panics\n- src/lex.rs:7 never drops the trailing newline of a file\n";
    let session = Session::new("one", "2026-03-02T10:00:00Z")
        .user("Plan it.")
        .line(json!({"type": "assistant", "message": {"role": "assistant", "content": call}}))
        .line(json!({"type": "user", "message": {"role": "user", "content": back}, "toolUseResult": {"plan": plan, "isAgent": false}}))
        .user("Now review the last commit.")
        .assistant(review)
        .user("Thanks, what else?")
        .assistant("- src/a.rs:1 is never read again\n- src/b.rs:2 is never read again\n");
    world.play(&session);
    let all = patterns(&world);
    let mut said: Vec<&str> = all.iter().map(|row| row["content"].as_str().unwrap()).collect();
    said.sort_unstable();
    assert_eq!(
        said,
        [
            "The lock in src/cache.rs must be taken before `fill` runs",
            "src/cache.rs:2 drops the lock because `fill` panics",
            "src/lex.rs:7 never drops the trailing newline of a file",
        ]
    );
    let asked = ["pattern", "query", "--phase", "plan", "--json", "must be taken before"];
    assert_eq!(world.run(&asked).ok().json()[0]["content"], said[0]);
}
