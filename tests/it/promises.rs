//! What the four descriptions promise and no other test shows through the executable: formulas, limits and figures, by what a
//! person or a script reads of them. `docs/specification.md` names each.

use serde_json::{Value, json};

use crate::learning::{a_week, lesson};
use crate::results::failing;
use crate::session::Session;
use crate::world::{World, write};

fn record(world: &World, run: &Value) -> Value {
    world.run_with(&["outcome", "record", "--json"], &run.to_string()).ok().json()
}

fn pattern(world: &World, content: &str) -> Value {
    let list = world.run(&["pattern", "list", "--all", "--json", "--text", content]).ok().json();
    list[0].clone()
}

fn near(found: &Value, expected: f64) -> bool {
    found.as_f64().is_some_and(|found| (found - expected).abs() < 0.002)
}

const MINUTE: u64 = 60_000;

#[test]
fn a_run_is_scored_by_the_published_figures() {
    let world = World::new();
    for (n, (success, minutes, errors, retries, raw, class)) in [
        (true, 1, 0, 0, 1.0, "helpful"),
        (true, 15, 1, 1, 0.78, "helpful"),
        (true, 10, 1, 2, 0.7, "helpful"),
        (true, 40, 5, 3, 0.54, "neutral"),
        (false, 15, 1, 1, 0.38, "harmful"),
        (false, 60, 5, 3, 0.14, "harmful"),
        // By the figures alone neutral; a failure is one all the same.
        (false, 1, 0, 0, 0.6, "harmful"),
    ]
    .into_iter()
    .enumerate()
    {
        let run = json!({"bead_id": format!("b{n}"), "success": success, "duration_ms": minutes * MINUTE,
            "error_count": errors, "retry_count": retries});
        let scored = &record(&world, &run)["scored"][0];
        assert_eq!((&scored["raw"], &scored["type"]), (&json!(raw), &json!(class)), "{run}");
    }
}

#[test]
fn a_run_without_a_clear_end_is_no_word_for_or_against() {
    let world = World::new();
    for (n, result) in ["partial", "unknown"].into_iter().enumerate() {
        let run = json!({"runId": format!("r{n}"), "result": result, "duration_ms": MINUTE, "patterns": ["Split by feature"]});
        assert_eq!(record(&world, &run)["scored"], json!([]), "{result}");
    }
    let row = pattern(&world, "Split by feature");
    assert_eq!((&row["success_count"], &row["failure_count"]), (&json!(0), &json!(0)), "{row}");
}

/// A good run weighs half after 90 days, and a bad one what is missing to a perfect score.
#[test]
fn a_criterion_fades_by_half_in_ninety_days() {
    let mut world = World::new();
    let run = |n: u32, success: bool, at: &str| {
        let (duration_ms, errors) = if success { (MINUTE, 0) } else { (60 * MINUTE, 5) };
        json!({"runId": format!("r{n}"), "success": success, "duration_ms": duration_ms, "error_count": errors,
            "retry_count": errors, "timestamp": at})
    };
    world.set_now("2026-03-01T10:00:00Z");
    record(&world, &run(0, true, "2026-03-01T10:00:00Z"));
    world.set_now("2026-05-30T10:00:00Z");
    record(&world, &run(1, false, "2026-05-30T10:00:00Z"));
    let report = world.run(&["report", "--json"]).ok().json();
    let criteria = report["criteria"].as_array().unwrap();
    let names: Vec<&Value> = criteria.iter().map(|record| &record["criterion"]).collect();
    assert_eq!(names, ["no_bugs", "patterns", "readable", "type_safe"]);
    let safe = &criteria[3];
    assert!(near(&safe["weight"], 0.5 / (0.5 + 0.86)), "{safe}");
    for (field, expected) in [
        ("helpful_count", json!(1)),
        ("harmful_count", json!(1)),
        ("half_life_days", json!(90)),
        // Only what went well validates.
        ("last_validated", json!("2026-03-01T10:00:00Z")),
    ] {
        assert_eq!(safe[field], expected, "{safe}");
    }
}

/// What decides its place is its score times 0.5, 1.0, 1.5.
#[test]
fn a_pattern_rises_from_candidate_to_proven_and_says_why_it_is_not() {
    let mut world = World::new();
    world.set_now("2026-03-20T10:00:00Z");
    let mut seen = Vec::new();
    for n in 0..6 {
        let at = format!("2026-03-20T0{n}:00:00Z");
        let run = json!({"runId": format!("r{n}"), "success": true, "duration_ms": MINUTE, "timestamp": at,
            "patterns": ["Split by feature"]});
        record(&world, &run);
        let hits = world.run(&["pattern", "query", "--role", "main", "--json"]).ok().json();
        let (rank, score) = (hits[0]["rank"].as_f64().unwrap(), hits[0]["score"].as_f64().unwrap());
        let state = hits[0]["maturity"].as_str().unwrap().to_owned();
        seen.push((state, (rank / score * 10.0).round() / 10.0));
        if n == 3 {
            let id = hits[0]["id"].as_str().unwrap();
            let why = world.run(&["why", id]).ok().stdout;
            assert!(why.contains("not proven"), "{why}");
        }
    }
    let expected = [("candidate", 0.5), ("candidate", 0.5), ("established", 1.0), ("established", 1.0)];
    let found: Vec<(&str, f64)> = seen.iter().map(|(state, trust)| (state.as_str(), *trust)).collect();
    assert_eq!(found[..4], expected);
    assert_eq!(found[5], ("proven", 1.5), "{found:?}");
}

#[test]
fn the_twelve_ways_of_dividing_work_are_found_in_plans() {
    let mut world = World::new();
    let said = "I will split by file type and split by component, split by layer, split by feature, one file per subtask, \
                shared types first, separate API routes, tests alongside implementation, tests in separate subtask, \
                parallelize everything, in sequential order, and keep to the dependency chain.";
    let task = json!({"description": "move", "prompt": "Move them.", "subagent_type": "general-purpose"});
    let session = Session::new("one", "2026-03-11T10:00:00Z").user("Move the settings to the new format.");
    world.play(&session.assistant(said).tool("Task", task, "done", false));
    let list = world.run(&["pattern", "list", "--tag", "strategy", "--json"]).ok().json();
    assert_eq!(list.as_array().unwrap().len(), 12, "{list:#}");
}

#[test]
fn errors_have_one_of_five_types() {
    let world = World::new();
    let types = ["validation", "timeout", "conflict", "tool_failure", "unknown"];
    for kind in types {
        world.run(&["errors", "record", &format!("a {kind} came up"), "--run", kind, "--type", kind]).ok();
    }
    let stats = world.run(&["errors", "stats", "--json"]).ok().json();
    assert_eq!((&stats["total"], stats["by_type"].as_object().unwrap().len()), (&json!(5), 5), "{stats}");
    for (message, kind) in
        [("request timed out after 30 s", "timeout"), ("merge conflict in a.rs", "conflict")]
    {
        let noted = world.run(&["errors", "record", message, "--run", "guessed"]).ok().stderr;
        assert!(noted.contains(kind), "{noted}");
    }
    assert_eq!(world.run(&["errors", "record", "x", "--type", "auth"]).code, 2);
}

/// 14 days leave a third of a score (a tenth more on the branch where it was learned), and nothing of it goes once it was confirmed three times.
#[test]
fn a_pattern_fades_until_it_is_confirmed_three_times_and_loses_by_rejections() {
    let mut world = World::new();
    world.write("src/cache.rs", "fn fill() {}\nfn drop() {}\n");
    let (kept, other) =
        ("`drop` in src/cache.rs never releases the lock", "`fill` in src/lex.rs reads the clock twice");
    world.set_now("2026-03-02T10:00:00Z");
    let round = |world: &World, n: u32, report: &str, verdict: Value| {
        world.write("report.md", &format!("# Review {n}\n\nSee src/cache.rs:2.\n\n{report}"));
        world.write("verdict.md", &verdict.to_string());
        let args = [
            "feedback",
            "--adversarial-role",
            "judge",
            "--validator-role",
            "inspector",
            "--deliberation",
            "report.md",
            "--verdict",
            "verdict.md",
            "--files",
            "src/cache.rs",
        ];
        world.run(&args).ok();
    };
    let score = |world: &World, content: &str| {
        let hits = world.run(&["pattern", "query", "--role", "judge", "--json"]).ok().json();
        let hit = hits.as_array().unwrap().iter().find(|hit| hit["content"] == content);
        hit.map_or(Value::Null, |hit| hit["score"].clone())
    };
    let both = format!("- {kept}\n- {other}\n");
    round(&world, 0, &both, json!({"verdict": "FAIL"}));
    assert!(near(&score(&world, kept), 1.0) && near(&score(&world, other), 1.0));
    world.set_now("2026-03-16T10:00:00Z");
    assert!(near(&score(&world, other), 0.368 * 1.1), "{}", score(&world, other));
    for n in 1..=4 {
        round(&world, n, &format!("- {kept}\n"), json!({"verdict": "PASS"}));
    }
    world.set_now("2026-06-16T10:00:00Z");
    assert!(near(&score(&world, kept), 1.0), "{}", score(&world, kept));
    assert_eq!(score(&world, other), Value::Null, "below 0.1 it is not told");
    round(&world, 9, &both, json!({"verdict": "FAIL", "false_positives": [other]}));
    assert!(near(&score(&world, other), 0.55), "one of two: {}", score(&world, other));
}

/// Four characters are a token; 800 for roles that look for faults, 500 for others.
#[test]
fn what_a_role_is_told_has_its_limit() {
    let world = World::new();
    for n in 0..60 {
        let line = format!(
            "`handler_{n}` in src/part{n}.rs holds the lock of the store while it writes the rows of page {n} to disk"
        );
        for role in ["judge", "explore"] {
            world.run(&["pattern", "add", &line, "--role", role]).ok();
        }
    }
    let told = |role: &str| {
        let more = json!({"agent_type": role, "agent_id": role});
        let answer = world.hook("subagent-start", &world.input("s", "SubagentStart", more)).ok().json();
        answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
    };
    for (role, most) in [("judge", 800), ("explore", 500)] {
        let told = told(role);
        let tokens = told.chars().count().div_ceil(4);
        assert!(tokens <= most && tokens > most * 4 / 5, "{role}: {tokens}");
        assert!(told.contains('…'), "cut short, so that more of them fit: {told}");
    }
}

#[test]
fn a_failure_pattern_grows_surer_up_to_a_limit() {
    let world = World::new();
    let mut found = Vec::new();
    for n in 0..10 {
        let run = json!({"runId": format!("r{n}"), "result": "failure", "postExecutionScore": 0.2, "riskLevel": "low",
            "adaptersUsed": ["github"], "failureDetails": {"dominantFailureType": "auth"}, "duration_ms": MINUTE});
        record(&world, &run);
        found.push(
            world.run(&["policy", "show", "--json"]).ok().json()["patterns"][0]["confidence"]
                .as_f64()
                .unwrap(),
        );
    }
    assert_eq!(found, [0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.95]);
}

/// A run that is recorded otherwise counts as if it had always been so, and what a cycle returned stays as it was.
#[test]
fn the_state_is_built_anew_and_never_changed_in_place() {
    let run = |n: u32, result: &str| {
        json!({"runId": format!("r{n}"), "result": result, "postExecutionScore": 1.0, "riskLevel": "low", "duration_ms": MINUTE,
            "adaptersUsed": ["github"], "failureDetails": {"dominantFailureType": "auth"},
            "timestamp": format!("2026-03-1{n}T10:00:00Z")})
    };
    let reliability =
        |world: &World| world.run(&["policy", "show", "--json"]).ok().json()["reliability"].clone();
    let (corrected, plain) = (World::new(), World::new());
    let both = record(&corrected, &json!([run(0, "success"), run(1, "failure")]));
    let score =
        |n: usize| both["cycles"][n]["updatedState"]["reliability"]["github"]["reliabilityScore"].clone();
    assert_eq!(score(0), json!(1.0), "{both:#}");
    assert!(score(1).as_f64().unwrap() < 1.0, "{both:#}");
    record(&corrected, &run(1, "success"));
    record(&plain, &json!([run(0, "success"), run(1, "success")]));
    assert_eq!(reliability(&corrected), reliability(&plain));
}

/// 1 of 3 workflows, 1 of 4 procedures, 1 of 2 decisions; two are enough for a decision, and a procedure needs five days.
#[test]
fn confidence_and_thresholds_are_the_published_ones() {
    let mut world = World::new();
    let of = |world: &World, kind: &str| {
        let row = world.list().into_iter().find(|row| row["type"] == kind).unwrap();
        (row["confidence"].clone(), row["status"].as_str().unwrap().to_owned())
    };
    let kinds = ["workflow", "procedural", "decision", "pitfall"];
    world.play(&lesson("one", "2026-03-02", 0));
    for (kind, confidence) in kinds.iter().zip([0.33, 0.25, 0.5, 0.5]) {
        assert_eq!(of(&world, kind), (json!(confidence), "observing".to_owned()), "{kind}");
    }
    world.play(&lesson("two", "2026-03-04", 1));
    let second = [(0.66, "observing"), (0.5, "observing"), (0.95, "created"), (0.95, "created")];
    for (kind, (confidence, status)) in kinds.iter().zip(second) {
        assert_eq!(of(&world, kind), (json!(confidence), status.to_owned()), "{kind}: 2 days");
    }
    world.play(&lesson("three", "2026-03-05", 2));
    assert_eq!(of(&world, "workflow"), (json!(0.95), "created".to_owned()), "3 days");
    assert_eq!(
        of(&world, "procedural"),
        (json!(0.75), "observing".to_owned()),
        "three times, but within 3 days"
    );
    world.play(&lesson("four", "2026-03-09", 0));
    assert_eq!(of(&world, "procedural").1, "created", "7 days");
}

#[test]
fn the_same_sessions_give_the_same_files() {
    let files = || {
        let mut world = World::new();
        a_week(&mut world);
        let manifest: Value = serde_json::from_str(&world.read(".memory/.learning-manifest.json")).unwrap();
        let entries = manifest["entries"].as_array().unwrap().clone();
        assert_eq!(entries.len(), 4, "{manifest:#}");
        for entry in &entries {
            for field in ["observationId", "type", "path", "contentHash", "renderedAt"] {
                assert!(entry[field].is_string(), "{field}: {entry}");
            }
        }
        let shown = |name: &String| name.starts_with(".claude/") || name.starts_with(".memory/knowledge/");
        World::tree(&world.project).into_iter().filter(|(name, _)| shown(name)).collect::<Vec<_>>()
    };
    let (one, other) = (files(), files());
    assert!(one.len() >= 4);
    assert!(one == other, "the same bytes");
    let text = |end: &str| {
        let (_, bytes) = one.iter().find(|(name, _)| name.contains(end) && name.ends_with(".md")).unwrap();
        String::from_utf8_lossy(bytes).into_owned()
    };
    let (command, skill) = (text(".claude/commands/"), text(".claude/skills/"));
    for written in [&command, &skill] {
        assert!(written.starts_with("---\n") && written.contains("description: "), "{written}");
    }
    assert!(skill.contains("Iron Law"), "{skill}");
    assert!(command.contains("pnpm lint"), "{command}");
}

/// An entry whose status line somebody removed still counts.
#[test]
fn the_index_says_unknown_where_no_status_is() {
    let mut world = World::new();
    a_week(&mut world);
    let file = ".memory/knowledge/decisions.md";
    world.write(file, &world.read(file).replace("- **Status**: Active\n", ""));
    world.run(&["trust"]).ok();
    let index = world.run(&["knowledge", "index"]).ok().stdout;
    assert!(index.contains("ADR-001") && index.contains("[unknown]"), "{index}");
}

/// `debug` and the model are keys; there is no `enabled`: whether a hook is registered decides.
#[test]
fn there_is_no_enabled_field() {
    let mut world = World::new();
    assert_eq!(world.run(&["configure", "--set", "enabled=false"]).code, 2);
    write(&world.config(), r#"{"enabled": false}"#);
    a_week(&mut world);
    assert_eq!(world.list().len(), 4, "it learns all the same");
}

/// In other words about the same area and the same issue.
#[test]
fn a_pitfall_that_is_learned_again_is_written_once() {
    let mut world = World::new();
    a_week(&mut world);
    for (n, day) in ["2026-03-12", "2026-03-14"].into_iter().enumerate() {
        world.play(&lesson(&format!("again-{n}"), day, n));
    }
    let pitfalls = world.read(".memory/knowledge/pitfalls.md");
    assert_eq!(pitfalls.matches("## PF-").count(), 1, "{pitfalls}");
}

#[test]
fn what_names_a_file_that_is_gone_is_flagged() {
    let mut world = World::new();
    world.write("src/cache.rs", "fn fill() {}\n");
    for (n, day) in ["2026-03-02", "2026-03-09"].into_iter().enumerate() {
        let session = Session::new(&format!("s{n}"), &format!("{day}T10:00:00Z"));
        let session = session.user("Add a cache.").assistant("Where should the size go?");
        world.play(
            &session
                .user("Let's keep the size limit in `src/cache.rs` because the tests read it.")
                .assistant("Done."),
        );
    }
    let flagged = |world: &World| world.list()[0]["needs_review"].clone();
    assert_eq!((world.list().len(), flagged(&world)), (1, json!(false)), "{:#?}", world.list());
    std::fs::remove_file(world.project.join("src/cache.rs")).unwrap();
    world.run(&["learn"]).ok();
    assert_eq!(flagged(&world), json!(true));
    world.write("src/cache.rs", "fn fill() {}\n");
    world.run(&["learn"]).ok();
    assert_eq!(flagged(&world), json!(false), "it is back");
}

fn said_twice(world: &mut World, from: u32, words: &str) {
    for n in 0..2 {
        let session =
            Session::new(&format!("s{}", from + n), &format!("2026-03-{:02}T10:00:00Z", from + 4 * n));
        let session = session.user("Speed the page up.").assistant("The responses should be cached.");
        world.play(&session.user(words).assistant("Done."));
    }
}

/// README: what was rejected does not come back, in other words either. Another lesson about the same thing does come.
#[test]
fn a_refused_decision_does_not_return_in_other_words() {
    let mut world = World::new();
    said_twice(&mut world, 2, "Let's keep the cache in sqlite, because I don't want a second server.");
    let list = world.list();
    let decision = list.iter().find(|row| row["type"] == "decision").unwrap_or_else(|| panic!("{list:#?}"));
    assert_eq!(decision["status"], "created", "{decision:#}");
    world.run(&["review", "--reject", decision["id"].as_str().unwrap()]).ok();
    let told = |world: &World, session: &str| world.start(session, "startup").stdout;
    said_twice(&mut world, 9, "We store cached things in sqlite since one more server is a burden.");
    assert_eq!(world.list().len(), 1, "{:#?}", world.list());
    assert!(
        !told(&world, "t1").contains("burden")
            && !world.read(".memory/knowledge/decisions.md").contains("Active")
    );
    said_twice(&mut world, 16, "We use sqlite for the job queue because it survives a restart.");
    let others = world.list().into_iter().filter(|row| row["status"] == "created").count();
    assert_eq!(others, 1, "another matter: {:#?}", world.list());
}

/// A failure that names no pattern leaves all of them alone.
#[test]
fn what_a_session_did_not_use_is_not_judged() {
    let mut world = World::new();
    a_week(&mut world);
    world.play(&failing("bad", "2026-03-20T10:00:00Z", "On it."));
    let why = world.run(&["why", "ADR-001"]).ok().stdout;
    assert!(!why.contains("harmful event"), "{why}");
}
