//! Patterns from the command line: queried, counted by a person, and judged in pipelines.

use serde_json::{Value, json};

use crate::reviewers::*;
use crate::world::{Answer, World, write};

const REPORT: &str = "# Review\n\n- `drop` in src/cache.rs never releases the lock\n- `fill` in src/cache.rs reads the clock twice\n";

fn round(world: &World, report: &str, verdict: &str, more: &[&str]) -> Answer {
    world.write("report.md", report);
    world.write("verdict.md", verdict);
    let roles = ["feedback", "--adversarial-role", "sentinel", "--validator-role", "lens"];
    let files = ["--deliberation", "report.md", "--verdict", "verdict.md"];
    world.run(&[&roles[..], &files, more].concat())
}

fn ids(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect()
}

#[test]
fn a_round_of_a_pipeline_is_counted_once() {
    let world = reviewed();
    let wrong = verdict("FAIL", &["`fill` in src/cache.rs reads the clock twice"]);
    let rehearsed = round(&world, REPORT, &wrong, &["--json", "--dry-run"]).ok().json();
    assert_eq!((&rehearsed["observed"], rehearsed["rejected"].as_array().unwrap().len()), (&json!(2), 1));
    assert_eq!(patterns(&world), Vec::<Value>::new(), "a dry run changes nothing");

    let played = round(&world, REPORT, &wrong, &["--json"]).ok().json();
    assert_eq!(played["rejected"], rehearsed["rejected"]);
    let row = pattern(&world, OTHER);
    assert_eq!((&row["role"], &row["ignore_weight"]), (&json!("sentinel"), &json!(1.5)));
    let again = round(&world, REPORT, &wrong, &[]).ok();
    assert!(
        again.stderr.starts_with("nothing to change: this verdict was applied already\n"),
        "{}",
        again.stderr
    );
    assert_eq!(pattern(&world, OTHER), row);
}

/// A judge that says the same on another day, or in another run, says it again.
#[test]
fn a_steady_judge_is_counted_by_run() {
    let mut world = reviewed();
    let open = "{\"verdict\": \"FAIL\"}";
    let seen = |world: &World| pattern(world, FINDING)["seen"].clone();
    world.set_now("2026-03-08T09:00:00Z");
    round(&world, REPORT, open, &[]).ok();
    for (at, run, expected) in [
        ("2026-03-10T09:00:00Z", None, 2),
        ("2026-03-10T20:00:00Z", None, 2),
        ("2026-03-11T10:00:00Z", None, 3),
        ("2026-03-11T10:01:00Z", Some("build-17"), 4),
        ("2026-03-13T10:01:00Z", Some("build-17"), 4),
        ("2026-03-13T10:02:00Z", Some("build 18!"), 5),
    ] {
        world.set_now(at);
        let more = run.map(|run| vec!["--run", run]).unwrap_or_default();
        round(&world, REPORT, open, &more).ok();
        assert_eq!(seen(&world), json!(expected), "{at} {run:?}");
    }
    assert_eq!(pattern(&world, FINDING)["lifecycle"], "verified");
}

#[test]
fn another_verdict_on_the_same_report_counts() {
    let world = reviewed();
    round(&world, REPORT, "{\"verdict\": \"FAIL\"}", &["--run", "17"]).ok();
    let wrong = verdict("FAIL", &[OTHER, "S9"]);
    let told = round(&world, REPORT, &wrong, &["--run", "17"]).ok();
    assert!(told.stderr.contains("`S9` matches no line"), "{}", told.stderr);
    assert_eq!((&pattern(&world, OTHER)["ignored"], &pattern(&world, OTHER)["seen"]), (&json!(1), &json!(1)));
    let told = round(&world, REPORT, &wrong, &["--json", "--run", "18"]).ok().json();
    assert_eq!((&told["repeated"], &told["unmatched"]), (&json!(false), &json!(["S9"])));
    assert_eq!(pattern(&world, OTHER)["ignored"], json!(2));
}

#[test]
fn a_line_is_found_by_its_words_and_its_state_and_in_its_own_project_only() {
    let world = reviewed();
    round(&world, REPORT, "{\"verdict\": \"FAIL\"}", &[]).ok();
    let listed = |more: &[&str]| world.run(&[&["pattern", "list", "--json"][..], more].concat()).ok().json();
    let found = |more: &[&str]| listed(more).as_array().unwrap().iter().any(|row| row["content"] == OTHER);
    assert!(found(&["--text", "clock"]) && found(&["--state", "candidate"]));
    assert!(
        !found(&["--text", "lock file"]) && !found(&["--state", "proven"]) && !found(&["--tag", "other"])
    );

    let elsewhere = world.project.with_file_name("elsewhere");
    write(&elsewhere.join(".git/HEAD"), "ref: refs/heads/main\n");
    let there = elsewhere.to_str().unwrap();
    for query in [&["pattern", "list"][..], &["pattern", "query", "--role", "sentinel"]] {
        let found = world.run(&[query, &["--json", "--project", there]].concat()).ok().json();
        assert_eq!(found, json!([]), "{query:?}");
    }
}

#[test]
fn an_entry_that_is_no_text_is_named() {
    let world = reviewed();
    let wrong = json!({"verdict": "FAIL", "false_positives": [1, null, {"why": 2}]}).to_string();
    let told = round(&world, REPORT, &wrong, &["--json"]).ok();
    assert_eq!(told.json()["unmatched"], json!(["1", "null", "{\"why\":2}"]));
    assert!(told.stderr.contains("`null` matches no line"), "{}", told.stderr);
}

/// Whatever was changed when it was learned.
#[test]
fn a_line_is_raised_by_the_file_that_it_names() {
    let world = reviewed();
    round(&world, REPORT, "{\"verdict\": \"FAIL\"}", &[]).ok();
    let rank = |more: &[&str]| {
        let query = [&["pattern", "query", "--role", "sentinel", "--json"][..], more].concat();
        let hits = world.run(&query).ok().json();
        hits.as_array().unwrap().iter().find(|hit| hit["content"] == OTHER).unwrap()["rank"].as_f64().unwrap()
    };
    assert!(rank(&["--files", "src/cache.rs"]) > rank(&[]));
    assert_eq!(rank(&["--files", "src/other.rs"]), rank(&[]));
}

#[test]
fn a_pipeline_passes_on_evidence_too() {
    let world = reviewed();
    round(&world, REPORT, "{\"verdict\": \"FAIL\"}", &[]).ok();
    let pass = verdict("PASS", &[]);
    let again = format!("{REPORT}\nAt src/cache.rs:2.\n");
    let told = round(&world, &again, &pass, &["--json"]).ok().json();
    assert_eq!(
        (&told["evidence"], ids(&told["reinforced"])),
        (&json!("reasoning"), vec![]),
        "no file was named"
    );
    let more = ["--json", "--files", "src/cache.rs", "--labels", "cache,locks", "--phase", "qa"];
    let told = round(&world, &format!("{again}\n"), &pass, &more).ok().json();
    assert_eq!((&told["evidence"], ids(&told["reinforced"]).len()), (&json!("citation"), 2));
    let query = ["pattern", "query", "--role", "sentinel", "--labels", "locks", "--json"];
    assert_eq!(ids(&world.run(&query).ok().json()).len(), 2);
}

/// However a place in a file is set, it is one.
#[test]
fn a_citation_is_one_in_bold_in_links_and_as_code() {
    for place in [
        "**src/cache.rs:2**",
        "[src/cache.rs:2](src/cache.rs)",
        "[there](src/cache.rs#L2)",
        "`src/cache.rs#L2`",
        "@src/cache.rs:2",
        "src/cache.rs(2)",
        "src/cache.rs, line 2",
    ] {
        let world = reviewed();
        round(&world, REPORT, "{\"verdict\": \"FAIL\"}", &[]).ok();
        let report = format!("{REPORT}\nSee {place}.\n");
        let told =
            round(&world, &report, &verdict("PASS", &[]), &["--json", "--files", "src/cache.rs"]).ok().json();
        assert_eq!((&told["evidence"], ids(&told["reinforced"]).len()), (&json!("citation"), 2), "{place}");
        let elsewhere = format!("{REPORT}\nSee {}.\n", place.replace('2', "9"));
        let told = round(&world, &elsewhere, &verdict("PASS", &[]), &["--json", "--files", "src/cache.rs"])
            .ok()
            .json();
        assert_eq!(told["evidence"], "reasoning", "{place}: there is no such line");
    }
}

#[test]
fn rounds_carry_a_finding_as_far_as_sessions_do() {
    let mut world = reviewed();
    for (day, expected) in [(10, "observed"), (11, "verified"), (12, "verified")] {
        world.set_now(&format!("2026-03-{day}T12:00:00Z"));
        round(&world, &format!("{REPORT}\nRound {day}.\n"), "{\"verdict\": \"FAIL\"}", &[]).ok();
        assert_eq!(pattern(&world, FINDING)["lifecycle"], expected, "{day}");
    }
}

#[test]
fn a_plugins_role_weighs_as_much_and_is_held_by_its_own_name() {
    let world = reviewed();
    let wrong = verdict("FAIL", &["`fill` in src/cache.rs reads the clock twice"]);
    world.write("report.md", REPORT);
    world.write("verdict.md", &wrong);
    let roles = ["feedback", "--adversarial-role", "plug:Sentinel", "--validator-role", "plug:lens"];
    let files = ["--deliberation", "report.md", "--verdict", "verdict.md"];
    world.run(&[&roles[..], &files].concat()).ok();
    let row = pattern(&world, OTHER);
    assert_eq!((&row["role"], &row["ignore_weight"]), (&json!("plug:sentinel"), &json!(1.5)));
}

/// What a plugin's role is told under its own name is its finding too: nothing is rejected and confirmed at once.
#[test]
fn what_was_called_wrong_is_wrong_for_every_role_that_was_told_it() {
    let world = reviewed();
    world.run(&["pattern", "add", OTHER, "--role", "judge"]).ok();
    world.write("report.md", &format!("- {OTHER}\n\nAt src/cache.rs:2.\n"));
    world.write("verdict.md", &verdict("PASS", &[OTHER]));
    let roles = ["feedback", "--adversarial-role", "plug:judge", "--validator-role", "plug:inspector"];
    let files =
        ["--deliberation", "report.md", "--verdict", "verdict.md", "--files", "src/cache.rs", "--json"];
    let told = world.run(&[&roles[..], &files].concat()).ok().json();
    let mut rejected: Vec<&str> = roles_of(&told["rejected"]);
    rejected.sort_unstable();
    assert_eq!((rejected, ids(&told["reinforced"])), (vec!["judge"], vec![]), "{told}");
}

fn roles_of(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["role"].as_str().unwrap()).collect()
}

#[test]
fn the_list_says_how_it_fared_and_why_it_is_held_back() {
    let world = reviewed();
    round(&world, REPORT, "{\"verdict\": \"FAIL\"}", &[]).ok();
    let id = pattern(&world, FINDING)["id"].as_str().unwrap().to_owned();
    let line = || {
        let list = world.run(&["pattern", "list"]).ok().stdout;
        list.lines().find(|line| line.starts_with(&id)).unwrap().to_owned()
    };
    assert!(line().contains("score:1.00; seen in one session only"), "{}", line());
    for (word, times, expected) in [
        ("ignore", 3, "-2 net, 3x ignored; rejected and not confirmed since"),
        ("reinforce", 1, "-1 net, 3x ignored; rejected more often than confirmed"),
        ("reinforce", 1, "2x validated; seen in one session only"),
    ] {
        for _ in 0..times {
            world.run(&["pattern", word, &id]).ok();
        }
        assert!(line().contains(expected), "{expected} in {}", line());
    }
    world.run(&["pattern", "promote", &id]).ok();
    assert!(line().contains("2x validated  "), "{}", line());
}

#[test]
fn what_is_told_is_listed_first_and_what_faded_on_request() {
    let world = reviewed();
    round(&world, REPORT, "{\"verdict\": \"FAIL\"}", &[]).ok();
    let added = "store.rs must hold its lock for one write only";
    world.run(&["pattern", "add", added, "--role", "sentinel"]).ok();
    let listed = |words: &[&str]| world.run(&[&["pattern", "list"], words].concat()).ok();
    assert!(listed(&[]).stdout.lines().next().unwrap().ends_with(added), "{}", listed(&[]).whole());
    let id = pattern(&world, added)["id"].as_str().unwrap().to_owned();
    world.run(&["pattern", "deprecate", &id, "--reason", "not so"]).ok();
    assert!(!listed(&[]).stdout.contains(added));
    assert_eq!(listed(&[]).stderr, "hint: `ingrain pattern list --all` has the deprecated ones, too: 1\n");
    assert!(listed(&["--all"]).stdout.lines().last().unwrap().ends_with(added));
    assert_eq!(listed(&["--all"]).stderr, "");
}

#[test]
fn what_a_person_adds_is_classified_by_its_words() {
    let world = reviewed();
    for (text, expected) in [
        ("Lock contention in store.rs causes slow commits", "causal"),
        ("store.rs must hold its lock for one write only", "rule"),
        ("store.rs holds its lock for one write only", "observation"),
    ] {
        world.run(&["pattern", "add", text, "--role", "sentinel"]).ok();
        let row = pattern(&world, text);
        assert_eq!((&row["category"], &row["lifecycle"]), (&json!(expected), &json!("active")), "{text}");
        world.run(&["pattern", "reset", row["id"].as_str().unwrap()]).ok();
        assert_eq!(pattern(&world, text)["lifecycle"], "observed", "{text}");
    }
}

/// As in every other command that is given a file.
#[test]
fn files_are_those_of_the_project_that_is_named() {
    let world = reviewed();
    world.write("report.md", REPORT);
    world.write("verdict.md", &verdict("FAIL", &[]));
    let mut command = world.command(env!("CARGO_BIN_EXE_ingrain"));
    command.current_dir(&world.home).arg("--project").arg(&world.project);
    command.args(["feedback", "--adversarial-role", "sentinel", "--validator-role", "lens"]);
    command.args(["--deliberation", "report.md", "--verdict", "verdict.md"]);
    world.answer(command, "").ok();
    assert_eq!(patterns(&world).len(), 2);
}

#[test]
fn a_question_finds_what_is_like_it() {
    let mut world = reviewed();
    found_twice(&mut world, &[FINDING, OTHER, ELSEWHERE]);
    let query = |more: &[&str]| {
        let rows =
            world.run(&[&["pattern", "query", "--role", "judge", "--json"][..], more].concat()).ok().json();
        rows.as_array()
            .unwrap()
            .iter()
            .map(|row| row["content"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(query(&[]).len(), 3);
    assert_eq!(query(&["--limit", "1", "newlines of the parser"]), [ELSEWHERE]);
    assert_eq!(query(&["--limit", "1", "locking in drop"]), [FINDING]);
    let stranger = world.run(&["pattern", "query", "--role", "auditor", "--json"]).ok().json();
    assert_eq!(stranger, json!([]), "the judge lends the auditor nothing");
    assert!(world.run(&["pattern", "query", "--role", "judge"]).ok().stdout.contains("score:"));
}

/// All of them are fresh, so only their kind and where they were learned tell them apart.
#[test]
fn a_rule_and_what_belongs_here_come_before_loose_remarks() {
    let world = reviewed();
    let small = json!({"inject": {"adversarial_tokens": 85, "min_room": 20}});
    write(&world.config(), &small.to_string());
    let rule = "`drop` in src/lex.rs must release its lock";
    let (auth, cache) = ("`login` in src/user.rs ignores case", "`fill` in src/cache.rs reads the clock");
    for (line, tag) in [(auth, "auth"), (cache, "cache")] {
        world.run(&["pattern", "add", line, "--role", "judge", "--tag", tag]).ok();
    }
    let first = |labels: &str| {
        let rows =
            world.run(&["pattern", "query", "--role", "judge", "--labels", labels, "--json"]).ok().json();
        assert!(rows.as_array().unwrap().iter().all(|row| row["score"] == 1.0), "{rows}");
        rows[0]["content"].as_str().unwrap().to_owned()
    };
    assert_eq!((first("auth"), first("cache")), (auth.to_owned(), cache.to_owned()));

    let told = |branch: &str| {
        write(&world.project.join(".git/HEAD"), &format!("ref: refs/heads/{branch}\n"));
        let more = json!({"agent_type": "judge", "agent_id": branch});
        let answer = world.hook("subagent-start", &world.input("s", "SubagentStart", more)).ok().json();
        answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
    };
    for (branch, expected, other) in [("fix/auth", auth, cache), ("fix/cache", cache, auth)] {
        let told = told(branch);
        assert!(told.contains(expected) && !told.contains(other), "{branch}: {told}");
    }
    // What a person asks for is in the order in which a hook tells it, and a file is one however it is spelled.
    for (branch, expected) in [("fix/auth", auth), ("feature/Cache-size", cache)] {
        write(&world.project.join(".git/HEAD"), &format!("ref: refs/heads/{branch}\n"));
        assert_eq!(first(""), expected, "{branch}");
    }
    write(&world.project.join(".git/HEAD"), "ref: refs/heads/main\n");
    world.run(&["pattern", "add", rule, "--role", "judge"]).ok();
    assert_eq!(first("auth"), rule);
    let told = told("main");
    assert!(told.contains(rule) && !told.contains(auth) && !told.contains(cache), "{told}");
}

#[test]
fn a_person_counts_too() {
    let mut world = reviewed();
    found_twice(&mut world, &[FINDING]);
    let id = pattern(&world, FINDING)["id"].as_str().unwrap().to_owned();
    world.run(&["pattern", "ignore", &id, "--dry-run"]).ok();
    assert_eq!(track(&pattern(&world, FINDING)), [2, 0, 0, 0]);
    let after = world.run(&["pattern", "ignore", &id, "--json"]).ok().json();
    assert_eq!((&after["ignored"], &after["disputed"]), (&json!(1), &json!(true)));
    world.run(&["pattern", "promote", &id]).ok();
    assert_eq!(pattern(&world, FINDING)["disputed"], false, "a person's word answers it");
    world.run(&["pattern", "ignore", &id]).ok();
    world.run(&["pattern", "promote", &id]).ok();
    assert_eq!(pattern(&world, FINDING)["disputed"], false, "also the second time");
    world.run(&["pattern", "deprecate", &id, "--reason", "wrong"]).ok();
    let refused = world.run(&["pattern", "reinforce", &id]).fails();
    assert!(
        refused.stderr.contains("is deprecated") && refused.stderr.contains("pattern reset"),
        "{}",
        refused.stderr
    );
    world.run(&["pattern", "reset", &id]).ok();
    assert_eq!(track(&pattern(&world, FINDING)), [2, 0, 0, 0]);
}

/// Silence would look like a line that was not needed.
#[test]
fn what_held_up_and_is_rejected_is_said_wherever_it_stands() {
    let world = reviewed();
    round(&world, REPORT, "{\"verdict\": \"FAIL\"}", &[]).ok();
    let id = pattern(&world, OTHER)["id"].as_str().unwrap().to_owned();
    for _ in 0..4 {
        world.run(&["pattern", "reinforce", &id]).ok();
    }
    assert!(!world.run(&["report"]).ok().stdout.contains("held up"));
    let wrong = verdict("FAIL", &[OTHER]);
    let said = round(&world, REPORT, &wrong, &[]).ok().stdout;
    let what = "rejected although it had held up";
    assert!(said.contains(&format!("a regression: {what} 4 times")), "{said}");
    for args in [
        &["pattern", "list"][..],
        &["pattern", "show", &id],
        &["why", &id],
        &["report"],
        &["report", "--html"],
    ] {
        let said = world.run(args).ok().stdout;
        assert!(said.contains(what), "{args:?}: {said}");
    }
    let notice = format!("was {what} 4 times; `ingrain why {id}`");
    assert!(world.start("one", "startup").ok().stdout.contains(&notice));
    assert!(!world.start("two", "startup").ok().stdout.contains(&notice), "told once");
    round(&world, &format!("{REPORT}\nAgain.\n"), &wrong, &[]).ok();
    assert!(!world.start("three", "startup").ok().stdout.contains(&notice), "nor for being rejected again");
    world.run(&["pattern", "reinforce", &id]).ok();
    assert!(!world.run(&["pattern", "list"]).ok().stdout.contains(what), "it held up again");
    let counted = world.run(&["pattern", "ignore", &id]).ok().stderr;
    assert!(counted.contains("; a regression: rejected although it had held up 5 times"), "{counted}");
}
