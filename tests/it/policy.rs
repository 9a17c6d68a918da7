//! Tool reliability through the real executables, from the ends of work to the question before a call.

use serde_json::{Value, json};

use crate::session::Session;
use crate::world::World;

fn run_of(n: u32, failed: bool) -> Value {
    let mut run = json!({
        "runId": format!("run-{n:03}"), "timestamp": format!("2026-03-{:02}T10:00:00Z", 1 + n % 28),
        "result": if failed { "failure" } else { "success" }, "duration_ms": 60_000, "riskLevel": "high",
        "postExecutionScore": if failed { 0.0 } else { 1.0 }, "adaptersUsed": ["GitHub"],
    });
    if failed {
        run["failure_details"] = json!({"dominantFailureType": "auth"});
    }
    run
}

fn record(world: &World, run: &Value) -> Value {
    world.run_with(&["outcome", "record", "--json"], &run.to_string()).ok().json()
}

fn shown(world: &World) -> Value {
    world.run(&["policy", "show", "github", "--json"]).ok().json()
}

/// The published story, with its figures put right: 1.4 and .55, .60, .65.
#[test]
fn a_tool_that_keeps_failing_is_asked_about_until_it_works_again() {
    let mut world = World::new();
    world.set_now("2026-03-29T12:00:00Z");
    let cycle = record(&world, &run_of(1, true))["cycles"][0].clone();
    assert_eq!(
        cycle["summary"],
        "Processed outcome for run-001. Updated 0 agent profiles. Policy changes: 1."
    );
    assert_eq!(cycle["policyDiff"]["changes"][0]["key"], "thresholds.high");
    record(&world, &run_of(2, true));
    let two = shown(&world);
    assert_eq!(
        (&two["patterns"][0]["confidence"], &two["overlays"]),
        (&json!(0.6), &json!([])),
        "too few runs"
    );
    record(&world, &run_of(3, true));
    let three = shown(&world);
    assert_eq!(three["patterns"][0]["confidence"], json!(0.65));
    let overlay = &three["overlays"][0];
    assert_eq!((&overlay["riskMultiplier"], &overlay["suggestedMaxRetries"]), (&json!(1.4), &json!(1)));
    assert_eq!((&overlay["adapterId"], &overlay["requireApproval"]), (&json!("github"), &json!(true)));

    for n in 4..9 {
        record(&world, &run_of(n, false));
    }
    assert_eq!(shown(&world)["reliability"][0]["reliabilityScore"], json!(0.7));
    let held = &shown(&world)["overlays"][0];
    assert_eq!(
        (&held["riskMultiplier"], &held["suggestedMaxRetries"]),
        (&json!(1.4), &json!(1)),
        "it persists"
    );
    for n in 9..20 {
        record(&world, &run_of(n, false));
    }
    assert_eq!(shown(&world)["overlays"], json!([]), "good again, by evidence alone");
}

/// The published table, and that an overlay goes as a whole: nothing of it loosens while the tool is asked about.
#[test]
fn an_overlay_goes_as_a_whole() {
    let mut world = World::new();
    world.set_now("2026-03-29T12:00:00Z");
    let mut n = 0;
    let mut after = |runs: usize, failed: bool, kind: Option<&str>| {
        for _ in 0..runs {
            let mut run = run_of(n, failed);
            if let (true, Some(kind)) = (failed, kind) {
                run["failure_details"] = json!({"dominantFailureType": kind});
            }
            record(&world, &run);
            n += 1;
        }
        let known = shown(&world);
        let overlay = &known["overlays"][0];
        let fields =
            ["riskMultiplier", "suggestedMaxRetries", "requireApproval"].map(|field| overlay[field].clone());
        (known["reliability"][0]["reliabilityScore"].as_f64().unwrap(), fields)
    };
    let asks = |multiplier: f64, retries: u32| [json!(multiplier), json!(retries), json!(true)];
    let base = [Value::Null, Value::Null, Value::Null];
    for (runs, failed, kind, score, overlay) in [
        // Six kinds of failure: none of them keeps coming up, so the score alone decides.
        (3, false, None, 1.0, base.clone()),
        (1, true, Some("a"), 0.8, base.clone()),
        (1, true, Some("b"), 0.68, asks(1.4, 1)),
        (1, false, None, 0.733, asks(1.4, 1)),
        (1, false, None, 0.771, base.clone()),
        (1, true, Some("c"), 0.7, asks(1.0, 1)),
        (1, false, None, 0.733, asks(1.0, 1)),
        (2, false, None, 0.782, base.clone()),
        // One kind that keeps coming up: a score that is good again is not enough.
        (6, true, Some("d"), 0.576, asks(1.4, 1)),
        (12, false, None, 0.752, asks(1.4, 1)),
        (2, false, None, 0.768, base.clone()),
    ] {
        assert_eq!(after(runs, failed, kind), (score, overlay), "{score}");
    }
}

#[test]
fn thresholds_never_cross_and_say_why_they_moved() {
    let world = World::new();
    let run = |n: u32, risk: &str, result: &str| {
        let run = json!({"runId": format!("r{n}"), "result": result, "adaptersUsed": ["github"], "riskLevel": risk,
            "postExecutionScore": 1.0, "duration_ms": 60_000, "failure_mode": (result == "failure").then_some("timeout")});
        world.run_with(&["outcome", "record", "--strict"], &run.to_string()).ok().stderr
    };
    let said = run(0, "medium", "success");
    assert!(
        said.contains("thresholds.medium: 0.65 → 0.6335, because r0 went well at medium risk\n"),
        "{said}"
    );
    for n in 1..20 {
        run(n, "medium", "success");
    }
    let bars = |world: &World| world.run(&["report", "--json"]).ok().json()["thresholds"].clone();
    assert_eq!(bars(&world), json!({"low": 0.55, "medium": 0.55, "high": 0.75}));
    let said = run(20, "low", "failure");
    let along = "thresholds.medium: 0.55 → 0.575, because r20 failed at low risk, and medium needs no less\n";
    assert!(said.contains(along), "{said}");
    let report = world.run(&["report"]).ok().stdout;
    assert!(
        report.contains("low risk: 0.57; medium: 0.57; high: 0.75 (medium falls no further than low).\n\n- up to high risk: github"),
        "{report}"
    );
    // Failures at low risk take all of them to the top, and no success at high risk brings one down again.
    (21..36).for_each(|n| drop(run(n, "low", "failure")));
    (36..40).for_each(|n| drop(run(n, "high", "success")));
    let held =
        "low risk: 0.90; medium: 0.90; high: 0.90 (medium falls no further than low, no success lowers high)";
    let report = world.run(&["report"]).ok().stdout;
    assert!(report.contains(held), "{report}");
}

#[test]
fn an_overlay_that_nothing_has_touched_for_long_is_in_the_status() {
    let mut world = World::new();
    world.set_now("2026-03-29T12:00:00Z");
    (1..4).for_each(|n| drop(record(&world, &run_of(n, true))));
    let stale = |world: &World| world.run(&["status", "--json"]).json()["stale_overlays"].clone();
    assert_eq!(stale(&world), json!([]));
    world.set_now("2026-05-20T12:00:00Z");
    assert_eq!(stale(&world), json!(["github"]));
    let page = world.run(&["status"]).stdout;
    assert!(page.contains("⚠ without a run for long: github: `ingrain policy show`"), "{page}");
}

#[test]
fn of_many_tools_those_that_ask_and_fail_come_first() {
    let mut world = World::new();
    world.set_now("2026-03-29T12:00:00Z");
    let run = |n: u32, tool: &str, failed: bool| {
        let mut run = run_of(n, failed);
        run["adaptersUsed"] = json!([tool]);
        run.to_string() + "\n"
    };
    let mut runs: String = (0..24).map(|n| run(n, &format!("bash:tool-{n:02}"), false)).collect();
    runs += &run(30, "mcp:shaky", true);
    runs += &(40..43).map(|n| run(n, "mcp:worst", true)).collect::<String>();
    world.run_with(&["outcome", "record"], &runs).ok();
    let page = world.run(&["policy", "show"]).ok();
    let tools: Vec<&str> =
        page.stdout.lines().skip(1).map_while(|line| line.split_whitespace().next()).collect();
    assert_eq!((tools.len(), &tools[..3]), (20, &["mcp:worst", "mcp:shaky", "bash:tool-00"][..]));
    let hint = "`ingrain policy show --all` has the 6 that are more reliable";
    assert!(page.stderr.contains(hint), "{}", page.stderr);
    let all = world.run(&["policy", "show", "--all"]).ok();
    assert!(all.stdout.contains("bash:tool-23") && !all.stderr.contains("--all"), "{}", all.whole());
}

#[test]
fn looser_than_usual_only_by_a_persons_word() {
    let world = World::new();
    for n in 1..12 {
        record(&world, &run_of(n, false));
    }
    assert_eq!(shown(&world)["overlays"], json!([]));
    let accepted = world.run(&["policy", "accept", "github"]).ok().stderr;
    assert_eq!(accepted, "github is accepted\n");
    assert_eq!(shown(&world)["overlays"][0]["riskMultiplier"], json!(0.9));
    assert!(world.run(&["policy", "accept", "GitHub"]).ok().stderr.starts_with("nothing to change"));
    world.run(&["policy", "reset", "github"]).ok();
    assert_eq!(world.run(&["policy", "show", "--json"]).ok().json()["overlays"], json!([]));
}

#[test]
fn the_same_word_again_changes_nothing_whichever_command_takes_it() {
    let mut world = World::new();
    (1..4).for_each(|n| drop(record(&world, &run_of(n, false))));
    world.set_now("2026-04-20T09:00:00Z");
    let said = |args: &[&str]| world.run(args).ok().stderr;
    let change_sets = || world.run(&["history", "--all", "--json"]).ok().json().as_array().unwrap().len();
    for (once, again, word) in [
        (["policy", "accept", "github"], ["review", "--accept", "github"], "accepted"),
        (["review", "--reject", "github"], ["review", "--reject", "github"], "rejected"),
        (["review", "--accept", "github"], ["policy", "accept", "github"], "accepted"),
        (["policy", "reset", "github"], ["policy", "reset", "github"], "reset"),
    ] {
        assert!(said(&once).contains(word), "{once:?}");
        let before = change_sets();
        let nothing = format!("nothing to change: github: it is {word} already\n");
        assert_eq!((said(&again), change_sets()), (nothing.clone(), before), "{again:?}");
        assert!(said(&[&again[..], &["--dry-run"]].concat()).starts_with(&nothing), "{again:?}");
    }
}

#[test]
fn what_a_person_set_stays() {
    let world = World::new();
    let set =
        ["policy", "set", "mcp:github", "--approval", "--retries", "0", "--note", "token expires daily"];
    assert_eq!(
        world.run(&[&set[..], &["--dry-run"]].concat()).ok().stderr,
        "mcp:github would be set\nhint: mcp:github was never used here; it counts from its first use on\ndry run: nothing was changed\n"
    );
    let unseen = "hint: mcp:github was never used here; it counts from its first use on\n";
    assert_eq!(world.run(&set).ok().stderr, format!("mcp:github is set\n{unseen}"));
    assert!(world.run(&set).ok().stderr.starts_with("nothing to change"));
    let shown = world.run(&["policy", "show"]).ok();
    assert!(shown.stderr.contains("`ingrain enable --gates`"), "{}", shown.stderr);
    let page = shown.stdout;
    assert!(page.contains("mcp:github") && page.contains("set by a person: token expires daily"), "{page}");
    world.run(&["policy", "set", "mcp:github"]).fails();
    world.run(&["policy", "accept", "gihtub"]).fails();
}

/// Setting one thing does not switch off another.
#[test]
fn what_a_person_did_not_name_stays_as_it_was_learned() {
    let world = World::new();
    (1..5).for_each(|n| drop(record(&world, &run_of(n, true))));
    world.run(&["policy", "set", "github", "--retries", "0"]).ok();
    let overlay = &shown(&world)["overlays"][0];
    assert_eq!((&overlay["requireApproval"], &overlay["suggestedMaxRetries"]), (&json!(true), &json!(0)));
}

/// As another system writes it: no duration, its own spelling and sessions, a plain list of what was used.
#[test]
fn other_systems_records_are_taken_and_blame_whom_they_can() {
    let world = World::new();
    let run = |n: u32, used: Value| {
        let run = json!({
            "runId": format!("r{n}"), "result": "failure", "postExecutionScore": 0.2, "rollbackOccurred": false,
            "humanOverride": false, "riskLevel": "high", "adaptersUsed": used, "session": format!("ci-{n}"),
            "failureDetails": {"dominantFailureType": "auth"},
        });
        let answer = world.run_with(&["outcome", "record"], &run.to_string()).ok();
        assert!(!answer.stderr.contains("unknown fields"), "{}", answer.stderr);
    };
    (0..3).for_each(|n| run(n, json!(["github"])));
    let history = world.run(&["history", "--all"]).ok().stdout;
    assert!(history.contains("recorded how it ended: r0"), "{history}");
    assert!(!history.contains("counted the outcome r0"), "told once: {history}");
    assert_eq!(shown(&world)["patterns"][0]["id"], "github::auth");
    assert_eq!(shown(&world)["reliability"][0]["successRate"], json!(0.0));
    run(9, json!(["github", "terminal"]));
    let known = shown(&world);
    assert_eq!(
        (&known["reliability"][0]["runs"], &known["patterns"][0]["occurrences"]),
        (&json!(4), &json!(3))
    );
    assert_eq!(known["reliability"][0]["successRate"], json!(0.125), "each of the two bears a half");
    let gaps = world.run(&["outcome", "audit"]).ok().stdout;
    assert!(
        gaps.contains("failed without saying which of several tools did") && gaps.contains("(r9)"),
        "{gaps}"
    );
}

/// Sessions alone suffice: a server that never answers, and a person who says so.
#[test]
fn sessions_teach_which_tool_keeps_failing() {
    let mut world = World::new();
    let failing = |session: Session, tool: &str, input: Value| {
        session.tool(tool, input, "Exit code 1\nerror: 401 Bad credentials", true).assistant("It failed.")
    };
    for day in 1..4 {
        let start = format!("2026-03-{:02}T10:00:00Z", day);
        let session = Session::new(&format!("s{day}"), &start).user("Open an issue for the broken page");
        let session = failing(session, "mcp__github__create_issue", json!({"title": "x"}));
        let session = session.user("That did not work. Deploy it then.");
        let session = failing(session, "Bash", json!({"command": "OUT=$(fly deploy 2>&1); echo $OUT"}));
        world.play(&session);
    }
    let known = world.run(&["policy", "show", "--json"]).ok().json();
    let ids: Vec<&Value> =
        known["patterns"].as_array().unwrap().iter().map(|pattern| &pattern["id"]).collect();
    assert_eq!(ids, ["bash:fly::auth", "mcp:github::auth"]);
    let asked = |session: &str, tool: &str, input: Value| {
        let call = json!({"tool_name": tool, "tool_input": input});
        world.hook("pre-tool-use", &world.input(session, "PreToolUse", call)).ok().stdout
    };
    let stranger = asked("a", "mcp__github__create_issue", json!({}));
    assert!(
        stranger.contains("an MCP server: reliability") && !stranger.contains("mcp:github"),
        "{stranger}"
    );
    crate::world::write(&world.home.join(".claude.json"), r#"{"mcpServers": {"github": {"command": "x"}}}"#);
    world.run(&["learn"]).ok();
    let own = asked("c", "mcp__github__create_issue", json!({}));
    assert!(own.contains("mcp:github: reliability"), "a server that the person set up: {own}");
    let hidden = json!({"command": "echo \"done: $(fly deploy)\""});
    assert!(
        asked("b", "Bash", hidden).contains("bash:fly: reliability"),
        "a substitution is a call like others"
    );
    let context = world.start("next", "startup").stdout;
    assert!(context.contains("3 times; it keeps failing alike: trying it once more"), "{context}");
}

#[test]
fn recording_the_same_run_again_counts_once() {
    let world = World::new();
    for _ in 0..4 {
        record(&world, &run_of(1, true));
    }
    let known = shown(&world);
    assert_eq!((&known["reliability"][0]["runs"], &known["overlays"]), (&json!(1), &json!([])));
    let other =
        json!({"runId": "run-001", "result": "success", "duration_ms": 5, "adaptersUsed": ["github"]});
    record(&world, &other);
    assert_eq!(shown(&world)["patterns"], json!([]), "what was said later counts");
}

/// No gate ever asks before them, whatever their record.
#[test]
fn what_runs_whatever_it_is_given_never_asks() {
    let world = World::new();
    let adapters = json!(["bash:python3", "bash:gh"]);
    for n in 1..5 {
        let mut run = run_of(n, true);
        run["adaptersUsed"] = adapters.clone();
        record(&world, &run);
    }
    world.run(&["policy", "set", "bash:zsh", "--approval", "--note", "careful"]).ok();
    let asks = |page: &str, tool: &str, column: usize, between: &str| -> String {
        let line = page.lines().find(|line| line.contains(tool)).unwrap_or_else(|| panic!("{tool}: {page}"));
        line.split(between).map(str::trim).filter(|cell| !cell.is_empty()).nth(column).unwrap().to_owned()
    };
    let (shown, report) = (world.run(&["policy", "show"]).ok().stdout, world.run(&["report"]).ok().stdout);
    let (_, overlays) = report.split_once("## Overlays").unwrap();
    for (tool, expected) in [("bash:python3", "never"), ("bash:zsh", "never"), ("bash:gh", "yes")] {
        assert_eq!(asks(&shown, tool, 3, " "), expected, "{shown}");
        assert_eq!(asks(overlays, tool, 3, "|"), expected, "{report}");
    }
}

#[test]
fn the_report_says_it_in_three_ways() {
    let world = World::new();
    for n in 1..5 {
        record(&world, &run_of(n, n < 4));
    }
    let json = world.run(&["report", "--json"]).ok().json();
    assert_eq!((&json["outcomes"]["total"], &json["outcomes"]["success_rate"]), (&json!(4), &json!(0.25)));
    assert_eq!(json["weakest"][0]["adapterId"], "github");
    assert_eq!(json["overlays"][0]["requireApproval"], true);
    let markdown = world.run(&["report"]).ok().stdout;
    assert!(
        markdown.contains("## Failures that come up most") && markdown.contains("| `github` | auth | 3 |"),
        "{markdown}"
    );
    let out = world.run(&["report", "--html", "--out", "report.html"]).ok();
    assert_eq!(out.stdout, "");
    let page = world.read("report.html");
    assert!(page.starts_with("<!doctype html>") && page.contains(r#"<dd id="rate">25 %</dd>"#), "{page}");
    assert_eq!(world.run(&["report", "--json", "--md"]).code, 2);
}

#[test]
fn gaps_are_named() {
    let world = World::new();
    assert_eq!(world.run(&["outcome", "audit"]).ok().stderr, "no gaps\n");
    let bare = json!({"runId": "bare", "result": "failure", "duration_ms": 7}).to_string();
    let strict = world.run_with(&["outcome", "record", "--strict"], &bare).fails();
    assert_eq!(
        strict.stderr.lines().next().unwrap(),
        "error: the outcome leaves out adaptersUsed, dominantFailureType, postExecutionScore, riskLevel, nothing was recorded"
    );
    assert_eq!(world.run(&["outcome", "audit"]).ok().stderr, "no gaps\n");

    let said = world.run_with(&["outcome", "record"], &bare).ok().stderr;
    let warning = "warning: bare leaves out adaptersUsed, dominantFailureType, postExecutionScore, riskLevel: no tool's";
    assert!(said.starts_with(warning) && !said.contains("thresholds"), "{said}");
    let gaps = world.run(&["outcome", "audit", "--json"]).ok().json();
    let found: Vec<&Value> = gaps.as_array().unwrap().iter().map(|gap| &gap["gap"]).collect();
    assert_eq!(found, ["no_failure_type", "no_adapter", "no_score", "no_risk"]);
    let said = world.run(&["outcome", "audit"]).ok().stdout;
    assert!(said.contains("(bare)"), "{said}");
    let status = world.run(&["status"]).stdout;
    assert!(status.contains("⚠ 1 outcome lacks what learning needs: `ingrain outcome audit`"), "{status}");
    assert_eq!(world.run(&["status", "--json"]).json()["incomplete"], json!(1));
}

/// The only tool of a run is blamed, so a missing mark is no gap.
#[test]
fn a_record_with_one_tool_has_no_gap() {
    let world = World::new();
    let run = json!({"runId": "r", "success": false, "duration_ms": 5, "error_count": 2,
        "adaptersUsed": ["GitHub"], "failureDetails": {"dominantFailureType": "auth"},
        "postExecutionScore": 0.2, "riskLevel": "low"});
    world.run_with(&["outcome", "record", "--strict"], &run.to_string()).ok();
    assert_eq!(shown(&world)["patterns"][0]["id"], "github::auth");
    assert_eq!(world.run(&["outcome", "audit"]).ok().stderr, "no gaps\n");
}

#[test]
fn what_outcomes_teach_is_asked_before_the_next_call() {
    let world = World::new();
    let asked = |session: &str| {
        let call = json!({"tool_name": "Bash", "tool_input": {"command": "gh pr create"}});
        world.hook("pre-tool-use", &world.input(session, "PreToolUse", call)).ok().stdout
    };
    let run = |n: u32, failed: bool| {
        let mut run = run_of(n, failed);
        run["adaptersUsed"] = json!([{"id": "bash:gh", "failed": failed, "retries": 0}]);
        record(&world, &run);
    };
    (1..3).for_each(|n| run(n, true));
    assert_eq!(asked("two-failures"), "");
    run(3, true);
    let question: Value = serde_json::from_str(&asked("three-failures")).unwrap();
    let specific = &question["hookSpecificOutput"];
    assert_eq!(specific["permissionDecision"], "ask");
    let reason = specific["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("bash:gh: reliability 0.2 over 3 runs; auth 3 times"), "{reason}");
    assert!(reason.contains("a guess: check the token or login of bash:gh"), "no fix is known: {reason}");
    assert_eq!(asked("three-failures"), "", "once per session");
    (4..20).for_each(|n| run(n, false));
    assert_eq!(asked("good-again"), "");
}

/// A constant of the published rules, changed for a project.
#[test]
fn a_changed_constant_changes_what_a_run_teaches() {
    let (usual, other) = (World::new(), World::new());
    other.run(&["configure", "--set", "policy.initial=0.7", "--set", "learning.fast_ms=1"]).ok();
    let taught = |world: &World| {
        let run = json!({"runId": "r", "result": "failure", "duration_ms": 60_000, "adaptersUsed": ["github"],
            "failureDetails": {"dominantFailureType": "auth"}, "postExecutionScore": 0.2, "riskLevel": "low"});
        let told = world.run_with(&["outcome", "record", "--json"], &run.to_string()).ok().json();
        (shown(world)["patterns"][0]["confidence"].clone(), told["scored"][0]["raw"].clone())
    };
    assert_eq!(taught(&usual), (json!(0.55), json!(0.6)));
    assert_eq!(taught(&other), (json!(0.7), json!(0.52)));
}

#[test]
fn what_was_never_used_is_said_so() {
    let world = World::new();
    let shown = world.run(&["policy", "show", "--json"]).ok();
    assert_eq!(shown.json()["overlays"], serde_json::json!([]), "{}", shown.stdout);
    let refused = |args: &[&str]| drop(world.run(args).fails());
    refused(&["policy", "accept", "bash:foo"]);
    refused(&["policy", "reset", "bash:foo"]);
    world.run(&["policy", "set", "bash:foo", "--retries", "1"]).ok();
    refused(&["policy", "accept", "bash:foo"]);
    let reset = world.run(&["policy", "reset", "bash:foo"]).ok().stderr;
    assert_eq!(reset, "bash:foo is reset\n", "what was said is taken back");
    refused(&["policy", "accept", "bash:foo"]);
    let set = world.run(&["policy", "set", "bash:bash", "--approval", "--note", "careful"]).ok();
    assert!(set.stderr.contains("never used here") && set.stderr.contains("no gate asks"), "{}", set.stderr);
    let own = world.run(&["policy", "set", "Edit", "--approval"]).ok().stderr;
    assert!(own.starts_with("edit is set\n"), "{own}");
    let unknown = world.run(&["policy", "set", "Edti", "--approval"]).fails().stderr;
    assert!(unknown.contains("no tool `Edti`") && unknown.contains("notebookedit"), "{unknown}");
}

#[test]
fn only_what_is_reliable_can_be_accepted() {
    let world = World::new();
    (1..3).for_each(|n| drop(record(&world, &run_of(n, false))));
    let too_few = world.run(&["policy", "accept", "github", "--dry-run"]).fails().stderr;
    assert!(too_few.contains("`github` cannot be accepted: reliability 1 over 2 runs"), "{too_few}");
    (3..7).for_each(|n| drop(record(&world, &run_of(n, true))));
    for args in [["policy", "accept", "github"], ["review", "--accept", "github"]] {
        let refused = world.run(&args).fails().stderr;
        assert!(refused.contains("cannot be accepted: reliability 0.467 over 6 runs"), "{refused}");
        assert!(refused.contains("hint: it takes more than 0.9 over at least 3 runs"), "{refused}");
    }
}

/// 404, 401 and 500 are three things, and three things are no pattern.
#[test]
fn different_failures_of_a_tool_do_not_add_up() {
    let mut world = World::new();
    let play = |world: &mut World, n: u32, said: &str| {
        let session = Session::new(&format!("s{n}"), &format!("2026-03-{:02}T10:00:00Z", 1 + n))
            .user("Please open an issue about the cache.")
            .tool("mcp__github__create_issue", json!({"title": "cache"}), said, said.starts_with("Error"));
        world.play(&session);
    };
    (0..8).for_each(|n| play(&mut world, n, "#7"));
    for (n, said) in
        ["HTTP 404: Not Found", "HTTP 401: Bad credentials", "status code 500"].iter().enumerate()
    {
        play(&mut world, 10 + n as u32, &format!("Error: {said}"));
    }
    let of = |world: &World| {
        let shown = world.run(&["policy", "show", "mcp:github", "--json"]).ok().json();
        let patterns = shown["patterns"].as_array().unwrap().iter();
        let mut found: Vec<String> =
            patterns.map(|p| format!("{} {}", p["id"].as_str().unwrap(), p["occurrences"])).collect();
        found.sort();
        (found, shown["overlays"].clone())
    };
    let three = ["auth", "not_found", "tool_failure"].map(|kind| format!("mcp:github::{kind} 1"));
    assert_eq!(of(&world), (three.to_vec(), json!([])));
    (20..22).for_each(|n| play(&mut world, n, "Error: HTTP 401: Bad credentials"));
    let (found, overlays) = of(&world);
    assert_eq!(found[0], "mcp:github::auth 3");
    assert_eq!((overlays.as_array().unwrap().len(), &overlays[0]["requireApproval"]), (1, &json!(true)));
    let shown = world.run(&["report"]).ok().stdout;
    assert!(shown.contains("a guess: check the token or login of mcp:github"), "{shown}");
}

/// Asking makes refusals: they must not make asking.
#[test]
fn what_people_stopped_counts_against_no_tool() {
    let world = World::new();
    for n in 0..4 {
        let run = json!({"runId": format!("c{n}"), "result": "failure", "adaptersUsed": ["bash:cancel"],
            "failure_mode": "user_cancelled"});
        record(&world, &run);
        let run = json!({"runId": format!("r{n}"), "result": "failure", "adaptersUsed": ["bash:refused"],
            "humanOverride": true, "failure_details": {"dominantFailureType": "rejected"}});
        record(&world, &run);
    }
    let known = world.run(&["policy", "show", "--json"]).ok().json();
    assert_eq!((&known["reliability"], &known["overlays"]), (&json!([]), &json!([])));
}

#[test]
fn several_without_a_mark_are_not_perfect() {
    let world = World::new();
    let run = |n: u32, result: &str| {
        let run = json!({"runId": format!("r{n}"), "result": result, "adaptersUsed": ["github", "terminal"],
            "postExecutionScore": 0.5, "riskLevel": "low"});
        world.run_with(&["outcome", "record"], &run.to_string()).ok().stderr
    };
    let said: Vec<String> = (0..5).map(|n| run(n, "failure")).collect();
    let said = &said[4];
    assert!(
        said.contains("warning: r4 does not say which of its tools failed") && said.contains("hint: "),
        "{said}"
    );
    assert!(!run(5, "success").contains("warning"));
    let known = &shown(&world)["reliability"][0];
    assert_eq!((&known["runs"], &known["successRate"]), (&json!(6), &json!(0.583)));
}

#[test]
fn agents_and_skills_are_shown() {
    let world = World::new();
    let run = json!({"runId": "r", "result": "success", "selectedSkills": ["deploy"],
        "agentDecisions": [{"agent": "planner", "decision": "approve", "confidence": 0.9}]});
    let cycle = record(&world, &run)["cycles"][0].clone();
    assert_eq!(cycle["updatedState"]["agentProfiles"]["planner"]["reliability"], json!(0.838));
    let page = world.run(&["policy", "show"]).ok().stdout;
    assert!(
        page.contains("agent:planner   0.838  1") && page.contains("thresholds by risk: low 0.55"),
        "{page}"
    );
    let one = world.run(&["policy", "show", "skill:deploy", "--json"]).ok().json();
    assert_eq!((&one["skillStats"]["deploy"]["runs"], &one["agentProfiles"]), (&json!(1), &json!({})));
    let report = || world.run(&["report"]).ok().stdout;
    assert!(report().contains("| `agent:planner` | 0.84 | 1 |"), "{}", report());

    world.run(&["policy", "reset", "agent:planner"]).ok();
    world.run(&["policy", "reset", "skill:deploy"]).ok();
    assert_eq!(world.run(&["policy", "show"]).ok().stderr, "nothing is known about any tool yet\n");
    assert!(!report().contains("agent:planner") && !report().contains("skill:deploy"), "{}", report());
    let refused = world.run(&["policy", "accept", "skill:deploy"]).fails().stderr;
    assert!(refused.contains("cannot be accepted: no run counts for a reliability of its own"), "{refused}");
}

/// What was dated ahead would outlive every reset, and what was recorded in its very second too.
#[test]
fn a_reset_forgets_what_was_recorded_before_it() {
    let mut world = World::new();
    world.set_now("2026-03-29T12:00:00Z");
    for (n, at) in
        ["2031-01-01T00:00:00Z", "2026-03-29T12:00:00Z", "2026-03-28T00:00:00Z"].into_iter().enumerate()
    {
        let mut run = run_of(n as u32, true);
        run["timestamp"] = json!(at);
        record(&world, &run);
    }
    assert_eq!(shown(&world)["reliability"][0]["lastRun"], "2026-03-29T12:00:00Z");
    world.run(&["policy", "reset", "github"]).ok();
    assert_eq!(world.run(&["policy", "show", "--json"]).ok().json()["reliability"], json!([]));
    assert!(world.run(&["policy", "reset", "github"]).ok().stderr.starts_with("nothing to change"));
    world.set_now("2026-03-29T12:00:01Z");
    let mut later = run_of(9, true);
    later["timestamp"] = json!("2026-03-29T12:00:01Z");
    record(&world, &later);
    assert_eq!(shown(&world)["reliability"][0]["runs"], 1);
}

/// Nothing more happens, and time goes on.
#[test]
fn what_faded_is_asked_no_more_and_the_history_says_so() {
    let mut world = World::new();
    world.set_now("2026-03-14T12:00:00Z");
    for n in 1..13 {
        let mut run = run_of(n, n < 4);
        run["adaptersUsed"] = json!([{"id": "bash:gh", "failed": n < 4, "retries": 0}]);
        record(&world, &run);
    }
    let asked = |world: &World, session: &str| {
        let call = json!({"tool_name": "Bash", "tool_input": {"command": "gh pr create"}});
        world.hook("pre-tool-use", &world.input(session, "PreToolUse", call)).ok().stdout
    };
    let told = |world: &World| -> Vec<String> {
        let all = world.run(&["history", "--all", "--limit", "500", "--json"]).ok().json();
        let of_rules =
            |change_set: &&Value| change_set["what"].as_str().unwrap().contains("changed the rules for");
        let cause = |change_set: &Value| change_set["cause"].as_str().unwrap().to_owned();
        all.as_array().unwrap().iter().filter(of_rules).map(cause).collect()
    };
    assert!(asked(&world, "before").contains("bash:gh"));
    assert_eq!(told(&world), ["the outcome of run-003"], "a younger run is no other rule");

    world.set_now("2026-05-01T12:00:00Z");
    assert_eq!(asked(&world, "after"), "", "before any worker looked");
    world.start("next", "startup");
    world.until("the lapse is told", |world| told(world).len() == 2);
    assert_eq!(told(&world)[0], "what failed before has faded");
    world.run(&["learn"]).ok();
    assert_eq!(told(&world).len(), 2, "once, and as a whole");
}

/// What nobody used for long is as good as new, even if it had only failed.
#[test]
fn failures_of_long_ago_ask_no_more() {
    let mut world = World::new();
    world.set_now("2026-03-05T12:00:00Z");
    (1..4).for_each(|n| drop(record(&world, &run_of(n, true))));
    assert_eq!(shown(&world)["overlays"][0]["requireApproval"], true);
    world.set_now("2026-05-20T12:00:00Z");
    assert_eq!(shown(&world)["overlays"][0]["requireApproval"], true, "half of it is left");
    world.set_now("2026-07-01T12:00:00Z");
    assert_eq!(shown(&world)["overlays"], json!([]));
    world.run(&["learn"]).ok();
    let all = world.run(&["history", "--all", "--json"]).ok().json();
    assert!(all.to_string().contains("what failed before has faded"), "{all:#}");
}

/// Recommendations are shown and stay readable.
#[test]
fn what_runs_suggest_is_told_and_stays_to_be_read() {
    let world = World::new();
    let mut run = run_of(1, true);
    run["timestamp"] = json!("2026-02-27T10:00:00Z");
    run["rollbackOccurred"] = json!(true);
    let said = world.run_with(&["outcome", "record"], &run.to_string()).ok().stderr;
    assert!(
        said.contains("worth a thought: have less changed at a time, because work was taken back\n"),
        "{said}"
    );
    let known = world.run(&["policy", "show", "--json"]).ok().json()["constraintSuggestions"][0].clone();
    assert_eq!((&known["constraint"], &known["action"]), (&json!("mutation-scope"), &json!("tighten")));
    assert_eq!((&known["runs"], &known["lastRunId"]), (&json!(1), &json!("run-001")));
    assert_eq!(world.run(&["report", "--json"]).ok().json()["constraint_suggestions"][0], known);
    let page = world.run(&["policy", "show"]).ok().stdout;
    assert!(page.contains("have less changed at a time  work was taken back"), "{page}");
    let report = world.run(&["report"]).ok().stdout;
    assert!(report.contains("| have less changed at a time | work was taken back | 1 |"), "{report}");
}
