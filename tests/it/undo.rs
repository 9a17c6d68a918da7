//! `ingrain undo`: changes are reverted, files included, and undone again.

mod interrupted;
mod told;

use std::collections::BTreeMap;

use rusqlite::types::Value as Sql;
use serde_json::json;

use crate::learning::{a_week, lesson};
use crate::world::{Answer, World, write};

/// What people read in the project.
fn readable(world: &World) -> Vec<(String, Vec<u8>)> {
    let mut tree = World::tree(&world.project);
    tree.retain(|(name, _)| name.ends_with(".md"));
    tree
}

/// Everything that a command can change, in a form that can be compared.
fn everything(world: &World) -> BTreeMap<String, Vec<u8>> {
    let mut all: BTreeMap<String, Vec<u8>> = World::tree(&world.project).into_iter().collect();
    if let Some(outcomes) = all.get_mut(".memory/outcomes.jsonl") {
        let text = String::from_utf8(outcomes.clone()).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort();
        *outcomes = lines.join("\n").into_bytes();
    }
    for (name, path) in [
        ("trust", world.state().join("trust.json")),
        ("settings", world.home.join(".claude/settings.json")),
        ("config", world.config()),
    ] {
        all.extend(std::fs::read(path).ok().map(|bytes| (name.to_owned(), bytes)));
    }
    all.insert("memory".into(), memory(world).join("\n").into_bytes());
    all
}

const TABLES: [&str; 21] = [
    "observation",
    "observation_key",
    "sighting",
    "evidence",
    "review",
    "artifact",
    "usage",
    "pattern",
    "pattern_tag",
    "pattern_sighting",
    "pattern_context",
    "ruling",
    "tool_ruling",
    "error",
    "outcome",
    "outcome_adapter",
    "segment_use",
    "structure_sighting",
    "feedback",
    "agent_report",
    "verdict",
];
/// Columns that only say what was done with a row.
const BOOKKEEPING: [&str; 3] = ["announced_at", "mirrored", "judged"];

fn memory(world: &World) -> Vec<String> {
    let db = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
    let mut all = Vec::new();
    for table in TABLES {
        let mut find = db.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let names: Vec<String> = find.column_names().map(str::to_owned).collect();
        let row = |row: &rusqlite::Row<'_>| {
            let cells = names.iter().enumerate().filter(|(_, name)| !BOOKKEEPING.contains(&name.as_str()));
            Ok(cells.map(|(n, name)| format!("{name}={:?}", row.get_unwrap::<_, Sql>(n))).collect::<Vec<_>>())
        };
        let rows = find.query_map([], row).unwrap();
        all.extend(rows.map(|row| format!("{table}: {}", row.unwrap().join(" "))));
    }
    all.sort();
    all
}

/// The numbers of the change sets that wrote an artifact, the newest first.
fn wrote(world: &World) -> Vec<String> {
    let told = world.run(&["history", "--json", "--limit", "100"]).ok().json();
    let lines = told.as_array().unwrap().iter();
    let wrote = lines.filter(|line| line["what"].as_str().unwrap().starts_with("wrote "));
    wrote.map(|line| line["number"].as_str().unwrap().to_owned()).collect()
}

/// The words behind `ingrain undo` that do it again.
fn redo(taken: &Answer) -> Vec<String> {
    let hint = taken.stderr.lines().rfind(|line| line.contains("does it again")).expect("a way back");
    hint.split('`').nth(1).unwrap().split(' ').skip(1).map(str::to_owned).collect()
}

fn run(world: &World, words: &[String]) -> Answer {
    world.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn every_artifact_is_taken_back_and_not_written_again() {
    let mut world = World::new();
    a_week(&mut world);
    let written = readable(&world);
    assert_eq!(written.len(), 4);
    let mut ways_back = Vec::new();
    for number in wrote(&world) {
        ways_back.push(redo(&world.run(&["undo", &number]).ok()));
    }
    assert_eq!(readable(&world), []);
    assert!(!world.exists(".claude"), "folders that were made for them are gone too");
    world.play(&lesson("again", "2026-03-12", 3));
    assert_eq!(readable(&world), []);
    let list = world.list();
    assert!(list.iter().all(|row| row["status"] == "ready" && row["needs_review"] == true), "{list:#?}");
    for way in ways_back.iter().rev() {
        run(&world, way).ok();
    }
    assert_eq!(readable(&world), written, "done again, byte for byte");
    assert!(world.list().iter().all(|row| row["status"] == "created"), "{:#?}", world.list());
}

/// What was just learned is meant, and never the hooks of the day before.
#[test]
fn the_newest_line_of_the_history_is_taken_back_and_nothing_older() {
    let mut world = World::new();
    world.set_now("2026-03-01T09:00:00Z");
    world.run(&["enable"]).ok();
    let settings = std::fs::read(world.home.join(".claude/settings.json")).unwrap();
    world.play(&lesson("one", "2026-03-02", 0));
    world.set_now("2026-03-03T09:00:00Z");
    let newest = world.run(&["history", "--json", "--limit", "1"]).ok().json()[0]["number"].clone();
    let taken = world.run(&["undo", "--json"]).ok().json();
    assert_eq!(taken["taken_back"][0]["number"], newest);
    assert_eq!(world.list(), Vec::<serde_json::Value>::new());
    let refused = world.run(&["undo"]).fails().stderr;
    assert!(refused.contains("only u1 is left") && refused.contains("`ingrain undo u1`"), "{refused}");
    assert_eq!(std::fs::read(world.home.join(".claude/settings.json")).unwrap(), settings);
    world.run(&["undo", "u1"]).ok();
    assert!(!world.home.join(".claude/settings.json").exists());
}

/// In Tokyo it is the next morning already.
#[test]
fn people_read_and_type_their_own_time() {
    let mut world = World::new();
    world.set_env("TZ", "JST-9");
    world.set_now("2026-03-01T22:30:00Z");
    world.run(&["enable"]).ok();
    let told = world.run(&["history"]).ok().stdout;
    assert!(told.contains("2026-03-02 07:30"), "{told}");
    let told = world.run(&["history", "--json"]).ok().json();
    assert_eq!(told[0]["at"], "2026-03-01T22:30:00Z", "programs read what is stored");
    let taken = |since: &str| world.run(&["undo", "--since", since, "--dry-run", "--json"]);
    let kept = taken("2026-03-02").ok();
    assert!(kept.stderr.contains("u1 was for all projects: put the hooks into"), "{}", kept.whole());
}

#[test]
fn what_was_told_once_is_no_news_after_a_way_back() {
    let mut world = World::new();
    a_week(&mut world);
    let told = |world: &World, session: &str| world.start(session, "startup").stdout;
    assert!(told(&world, "first").contains("News in what"), "it is told once");
    world.settle();
    world.run(&["clear", "--yes"]).ok();
    world.run(&["undo"]).ok();
    let again = told(&world, "second");
    assert!(again.contains("ADR-001") && !again.contains("News in what"), "{again}");
}

#[test]
fn all_taken_back_is_the_beginning() {
    let mut world = World::new();
    let before = World::tree(&world.project);
    a_week(&mut world);
    world.run(&["undo", "--since", "2026-03-01"]).ok();
    assert_eq!(World::tree(&world.project), before);
    assert_eq!(world.list(), Vec::<serde_json::Value>::new());
    world.run(&["learn", "--now"]).ok();
    assert_eq!(world.list(), Vec::<serde_json::Value>::new(), "what was counted is not counted again");
}

/// What a run of `undo` says, but for the numbers it gave to what it did.
fn told_of(answer: &Answer) -> Vec<serde_json::Value> {
    let mut all = answer.json()["taken_back"].as_array().unwrap().clone();
    all.iter_mut().for_each(|one| drop(one.as_object_mut().unwrap().remove("by")));
    all
}

#[test]
fn what_was_done_for_all_projects_is_taken_back_one_after_the_other() {
    let mut world = World::new();
    for (minute, command) in [(0, &["enable"][..]), (1, &["enable", "--gates"])] {
        world.set_now(&format!("2026-03-01T08:0{minute}:00Z"));
        world.run(command).ok();
    }
    for (minute, number) in [(5, "u2"), (6, "u1")] {
        world.set_now(&format!("2026-03-01T08:0{minute}:00Z"));
        let settings = std::fs::read(world.home.join(".claude/settings.json")).unwrap();
        let refused = world.run(&["undo"]).fails();
        assert!(
            refused.stderr.contains(&format!("only {number} is left to take back")),
            "{}",
            refused.whole()
        );
        assert!(refused.stderr.contains("for all projects: "), "{}", refused.whole());
        assert_eq!(std::fs::read(world.home.join(".claude/settings.json")).unwrap(), settings);
        let told = world.run(&["undo", number]).ok().stdout;
        assert!(told.starts_with(&format!("took back {number}: ")), "{told}");
    }
    assert_eq!(world.run(&["undo"]).ok().stderr, "nothing to take back\n");
}

#[test]
fn what_a_person_took_back_by_hand_is_known_as_taken_back() {
    let mut world = World::new();
    let settings = world.home.join(".claude/settings.json");
    for (minute, command) in [
        (0, &["enable"][..]),
        (1, &["configure", "--set", "batch_size=1"]),
        (2, &["configure", "--set", "batch_size=2"]),
    ] {
        world.set_now(&format!("2026-03-01T08:0{minute}:00Z"));
        world.run(command).ok();
    }
    std::fs::remove_file(world.config()).unwrap();
    std::fs::remove_file(&settings).unwrap();
    for (minute, number, by) in [(5, "u3", "u4"), (6, "u2", "u5"), (7, "u1", "u6")] {
        world.set_now(&format!("2026-03-01T08:0{minute}:00Z"));
        let rehearsed = world.run(&["undo", "--dry-run", number]).ok();
        assert!(
            rehearsed.stdout.starts_with(&format!("would take back {number}: ")),
            "{}",
            rehearsed.whole()
        );
        let taken = world.run(&["undo", number]).ok();
        assert!(taken.stdout.starts_with(&format!("took back {number}: ")), "{}", taken.whole());
        assert!(taken.stdout.contains(", which was gone already\n"), "{}", taken.whole());
        assert_eq!(redo(&taken), ["undo", by]);
        let told = world.run(&["history"]).ok().stdout;
        assert!(told.contains(&format!("taken back by {by}\n")), "{told}");
    }
    assert!(!world.config().exists() && !settings.exists());
    assert_eq!(world.run(&["undo"]).ok().stderr, "nothing to take back\n");
    assert_eq!(world.run(&["undo", "--json"]).ok().json()["taken_back"], json!([]));
}

#[test]
fn what_was_done_for_all_projects_does_not_hide_what_was_done_here_before() {
    let mut world = World::new();
    a_week(&mut world);
    let newest = newest(&world);
    for (hour, command) in [
        (1, &["configure", "--set", "max_daily_runs=2"][..]),
        (2, &["review", "--reject", "PF-001"]),
        (3, &["undo"]),
    ] {
        world.set_now(&format!("2026-03-12T0{hour}:00:00Z"));
        world.run(command).ok();
    }
    let refused = world.run(&["undo"]).fails().stderr;
    assert!(refused.contains("u1 is next to take back") && !refused.contains("only u1"), "{refused}");
    assert!(
        refused.contains(&format!("`ingrain undo {newest}` takes back what was done here before")),
        "{refused}"
    );
    world.run(&["undo", &newest]).ok();
}

#[test]
fn what_was_done_for_all_projects_is_not_taken_back_unasked() {
    let world = World::new();
    world.run(&["enable"]).ok();
    world.run(&["remember", "we use pnpm"]).ok();
    let taken = world.run(&["undo", "--since", "1h"]).ok();
    assert!(taken.stdout.contains("took back 1"), "{}", taken.whole());
    assert!(taken.stderr.contains("`ingrain undo u1` takes it back"), "{}", taken.whole());
    assert!(world.home.join(".claude/settings.json").exists());
    let rehearsal = world.run(&["undo", "--dry-run"]).fails();
    assert!(rehearsal.stderr.contains("only u1 is left to take back"), "{}", rehearsal.whole());
    let by_number = world.run(&["undo", "u1", "--dry-run"]).ok();
    assert!(by_number.stdout.contains("commands/ingrain/review.md"), "{}", by_number.whole());
}

#[test]
fn what_was_done_to_another_project_alone_is_not_told_here() {
    let mut world = World::new();
    world.run(&["enable", "--scope", "local"]).ok();
    let second = world.base().join("second");
    write(&second.join(".git/HEAD"), "ref: refs/heads/main\n");
    let first = std::mem::replace(&mut world.project, second);
    assert_eq!(world.run(&["history", "--json"]).ok().json(), json!([]));
    assert_eq!(world.run(&["undo", "--since", "1h"]).ok().stderr, "nothing to take back\n");
    world.project = first;
    assert!(world.exists(".claude/settings.local.json"));
    assert_eq!(world.run(&["history", "--json"]).ok().json()[0]["number"], "u1");
}

#[test]
fn a_rehearsal_says_what_the_real_run_does() {
    let mut world = World::new();
    world.set_now("2026-03-01T08:00:00Z");
    world.run(&["enable"]).ok();
    world.run(&["enable", "--gates"]).ok();
    world.run(&["configure", "--set", "batch_size=1"]).ok();
    world.run(&["configure", "--set", "batch_size=2"]).ok();
    a_week(&mut world);
    let decision = world.list().into_iter().find(|row| row["type"] == "decision").unwrap();
    let decision = decision["id"].as_str().unwrap();
    world.run(&["review", "--reject", decision]).ok();
    world.run(&["review", "--restore", decision]).ok();
    let pitfalls = world.read(".memory/knowledge/pitfalls.md");
    world.write(".memory/knowledge/pitfalls.md", &format!("{pitfalls}\nA line of my own.\n"));
    world.run(&["trust"]);
    let before = everything(&world);
    for since in ["2026-03-05T12:00:00Z", "2026-03-01"] {
        let rehearsal = world.run(&["undo", "--since", since, "--dry-run", "--json"]).ok();
        let real = world.run(&["undo", "--since", since, "--json"]).ok();
        assert_eq!(told_of(&rehearsal), told_of(&real), "since {since}");
        assert!(!told_of(&real).is_empty());
    }
    assert_ne!(everything(&world), before);
}

#[test]
fn an_edited_file_is_kept_and_its_observation_with_it() {
    let mut world = World::new();
    a_week(&mut world);
    let path = ".memory/knowledge/decisions.md";
    world.write(path, &world.read(path).replace("Active", "Accepted by all of us"));
    let (text, memory) = (world.read(path), memory(&world));
    let refused = world.run(&["undo", "ADR-001"]).fails();
    let expected = "you changed `.memory/knowledge/decisions.md#ADR-001` since, so it is kept";
    assert!(refused.stderr.contains(expected), "{}", refused.whole());
    assert_eq!((world.read(path), self::memory(&world)), (text, memory));
}

#[test]
fn an_entry_between_others_is_cut_out_alone() {
    let mut world = World::new();
    a_week(&mut world);
    let path = ".memory/knowledge/decisions.md";
    let ours = world.read(path);
    let heading = ours.find("## ADR-001").unwrap();
    let mine = "## ADR-050: Mine\n\n- **Status**: Active\n";
    world.write(path, &format!("{}\n{mine}", ours));
    world.run(&["undo", "ADR-001"]).ok();
    assert_eq!(world.read(path), format!("{}{mine}", &ours[..heading]));
}

#[test]
fn a_deletion_that_was_no_refusal_is_taken_back() {
    let mut world = World::new();
    a_week(&mut world);
    let list = world.list();
    let command = list.iter().find(|row| row["type"] == "workflow").unwrap()["artifact"].as_str().unwrap();
    let (text, before) = (world.read(command), memory(&world));
    std::fs::remove_file(world.project.join(command)).unwrap();
    for now in ["2026-03-10T09:00:00Z", "2026-03-10T22:00:00Z"] {
        world.set_now(now);
        world.run(&["reconcile"]).ok();
    }
    assert!(world.list().iter().any(|row| row["status"] == "deprecated"));
    world.run(&["undo"]).ok();
    assert_eq!(world.read(command), text);
    world.run(&["reconcile"]).ok();
    assert_eq!(memory(&world), before);
}

/// Does it, takes it back, does it again; everything is as it was, each time.
fn there_and_back(world: &World, words: &[&str], stdin: &str) {
    let before = everything(world);
    world.run_with(words, stdin).ok();
    let after = everything(world);
    assert_ne!(before, after, "{words:?} changes nothing");
    // What is for all projects is named.
    let bare = world.run(&["undo"]);
    let taken = if bare.code == 0 { bare } else { world.run(&["undo", &newest(world)]).ok() };
    same(&everything(world), &before, words);
    run(world, &redo(&taken)).ok();
    same(&everything(world), &after, words);
}

#[track_caller]
fn same(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>, words: &[&str]) {
    for name in a.keys().chain(b.keys()) {
        let text =
            |all: &BTreeMap<String, Vec<u8>>| all.get(name).map(|b| String::from_utf8_lossy(b).into_owned());
        assert_eq!(text(a), text(b), "{name} after {words:?}");
    }
}

#[test]
fn whatever_a_command_changes_can_be_taken_back_and_done_again() {
    let mut world = World::new();
    let old = "# Decisions\n\nMine.\n\n## ADR-002: Seeded by another tool\n\n- **Status**: Active\n";
    world.write(".memory/knowledge/decisions.md", old);
    world.write(".memory/PROJECT-PATTERNS.md", "old\n");
    world.write(
        ".memory/knowledge/pitfalls.md",
        "# Pitfalls\n\n## PF-050: Theirs\n\n- **Status**: Active\n- **Source**: self-learning:manual_1\n",
    );
    a_week(&mut world);
    let log = world.base().join("more.jsonl");
    let line = json!({"id": "obs_other", "type": "decision", "pattern": "Use `toml`", "observations": 5, "quality_ok": true,
        "details": {"context": "", "decision": "Use `toml`", "rationale": "comments"}});
    write(&log, &line.to_string());
    world.write("report.md", "# Review\n\n- `drop` in src/cache.rs never releases the lock\n");
    world.write(
        "verdict.md",
        "```verdict-json\n{\"verdict\":\"PASS\",\"issues\":[],\"false_positives\":[]}\n```\n",
    );
    let pattern = "never write to `src/generated` by hand, run the generator";
    let outcome = |n: u32, patterns: &[&str]| {
        json!({"runId": format!("run-{n}"), "result": "success", "duration_ms": 1000, "adaptersUsed": ["bash:npm"],
            "timestamp": "2026-03-11T09:00:00Z", "patterns": patterns})
    };
    let outcomes = json!([outcome(1, &[]), outcome(2, &[]), outcome(3, &["split by feature"])]);
    let id = "p";
    let commands: [(&[&str], String); 20] = [
        (&["import", log.to_str().unwrap()], String::new()),
        (&["migrate-knowledge"], String::new()),
        (&["pattern", "add", pattern], String::new()),
        (&["pattern", "reinforce", id], String::new()),
        (&["pattern", "ignore", id], String::new()),
        (&["pattern", "deprecate", id, "--reason", "it is not so"], String::new()),
        (&["pattern", "reset", id], String::new()),
        (&["pattern", "promote", id], String::new()),
        (&["outcome", "record"], outcomes.to_string()),
        (&["policy", "set", "bash:npm", "--approval", "--note", "ask me"], String::new()),
        (&["policy", "accept", "bash:npm"], String::new()),
        (&["policy", "reset", "bash:npm"], String::new()),
        (&["outcome", "record"], outcome(3, &[pattern]).to_string()),
        (&["errors", "record", "--run", "run-1", "it broke at once"], String::new()),
        (&["errors", "record", "--run", "run-1", "it broke at once"], String::new()),
        (&["configure", "--scope", "project", "--set", "max_daily_runs=2"], String::new()),
        (&["configure", "--set", "max_daily_runs=3"], String::new()),
        (&["trust"], String::new()),
        (&["enable"], String::new()),
        (&["disable"], String::new()),
    ];
    for (n, (words, stdin)) in commands.iter().enumerate() {
        world.set_now(&format!("2026-03-12T{:02}:00:00Z", n));
        let known = world.run(&["pattern", "list", "--json"]).json();
        let pattern =
            known.as_array().into_iter().flatten().next().map(|p| p["id"].as_str().unwrap().to_owned());
        let words: Vec<&str> =
            words.iter().map(|word| if *word == id { pattern.as_deref().unwrap() } else { word }).collect();
        there_and_back(&world, &words, stdin);
    }
}

#[test]
fn what_was_cleared_comes_back_without_what_was_said() {
    let mut world = World::new();
    a_week(&mut world);
    let before = world.list();
    world.run(&["clear", "--yes"]).ok();
    assert_eq!(world.list(), Vec::<serde_json::Value>::new());
    world.run(&["undo"]).ok();
    assert_eq!(world.list(), before);
    let log = world.read(".memory/learning-log.jsonl");
    assert!(log.lines().count() == 4 && log.matches("\"evidence\":[]").count() == 4, "{log}");
}

#[test]
fn a_round_of_a_pipeline_is_taken_back() {
    let world = World::new();
    world.run(&["pattern", "add", "never write to `src/generated` by hand, run the generator"]).ok();
    world.write("report.md", "# Review\n\n- `drop` in src/cache.rs never releases the lock\n");
    world.write("verdict.md", "```verdict-json\n{\"verdict\":\"FAIL\",\"issues\":[],\"false_positives\":[\"`drop` in src/cache.rs never releases the lock\"]}\n```\n");
    let before = memory(&world);
    let roles = ["feedback", "--adversarial-role", "sentinel", "--validator-role", "lens"];
    let files = ["--deliberation", "report.md", "--verdict", "verdict.md"];
    world.run(&[&roles[..], &files].concat()).ok();
    assert_ne!(memory(&world), before);
    let told = world.run(&["history"]).ok().stdout;
    assert!(
        told.lines().next().unwrap().contains("counted your verdict on the report of sentinel"),
        "{told}"
    );
    assert!(!told.contains("counted “`drop`"), "{told}");
    let undone = world.run(&["undo"]).ok();
    assert!(undone.stdout.contains("counted your verdict on the report of sentinel"), "{}", undone.stdout);
    assert_eq!(undone.stdout.lines().count(), 1, "{}", undone.stdout);
    assert_eq!(memory(&world), before);
}

/// Also on what was known before, and where nothing came of it.
#[test]
fn a_round_that_was_taken_back_can_be_given_again() {
    let line = "`drop` in src/cache.rs never releases the lock";
    for (report, known) in [(line, false), (line, true), ("Nothing to say.", false)] {
        let world = World::new();
        if known {
            world.run(&["pattern", "add", line, "--role", "sentinel"]).ok();
        }
        world.write("report.md", &format!("- {report}\n"));
        world.write("verdict.md", &json!({"verdict": "FAIL", "false_positives": [line]}).to_string());
        let roles = ["feedback", "--adversarial-role", "sentinel", "--validator-role", "lens"];
        let round = [&roles[..], &["--deliberation", "report.md", "--verdict", "verdict.md"]].concat();
        let given = world.run(&round).ok().stdout;
        let after = memory(&world);
        let taken = world.run(&["undo"]).ok();
        assert!(taken.stdout.contains("your verdict on the report of sentinel"), "{}", taken.whole());
        let told = world.run(&["history"]).ok().stdout;
        assert!(told.contains("took back") && told.contains("“sentinel”"), "{told}");
        assert_ne!(memory(&world), after, "{report}");
        assert_eq!(world.run(&round).ok().stdout, given, "{report}");
        assert_eq!(memory(&world), after, "{report}");
    }
}

fn record(world: &World, run: &str, pattern: &str) {
    let outcome = json!({"runId": run, "result": "failure", "error_count": 5, "retry_count": 3,
        "duration_ms": 3_000_000, "timestamp": "2026-03-11T09:00:00Z", "patterns": [pattern]});
    world.run_with(&["outcome", "record"], &outcome.to_string()).ok();
}

/// The number of the newest change set.
fn newest(world: &World) -> String {
    let told = world.run(&["history", "--json", "--limit", "1"]).ok().json();
    told[0]["number"].as_str().unwrap().to_owned()
}

#[test]
fn a_run_that_was_taken_back_says_nothing_of_what_it_followed() {
    let mut world = World::new();
    let words = "retry the whole suite until it turns green";
    let mut states = Vec::new();
    for n in 0..4 {
        world.set_now(&format!("2026-03-12T0{n}:00:00Z"));
        record(&world, &format!("run-{n}"), words);
        states.push(memory(&world));
    }
    for before in states[..3].iter().rev() {
        world.run(&["undo"]).ok();
        assert_eq!(memory(&world), *before);
    }
}

#[test]
fn words_stay_a_pattern_while_another_run_follows_them() {
    let mut world = World::new();
    let words = "split the work by file before starting agents";
    let mut numbers = Vec::new();
    for n in 0..2 {
        world.set_now(&format!("2026-03-12T0{n}:00:00Z"));
        record(&world, &format!("run-{n}"), words);
        numbers.push(newest(&world));
    }
    let patterns = |world: &World| world.run(&["pattern", "list", "--json"]).json();
    let rehearsal = world.run(&["undo", "--since", "2026-03-01", "--dry-run", "--json"]).ok();
    let taken = world.run(&["undo", &numbers[0]]).ok();
    assert!(taken.stderr.contains(" changed pat_"), "the other run saw it too: {}", taken.whole());
    assert_eq!(patterns(&world)[0]["content"], words);
    run(&world, &redo(&taken)).ok();
    assert_eq!(patterns(&world)[0]["failure_count"], 2);
    assert!(told_of(&rehearsal).iter().all(|one| one["kept"] == json!([])), "{}", rehearsal.stdout);
}

#[test]
fn a_secret_in_a_file_is_not_copied_into_the_history() {
    let mut world = World::new();
    a_week(&mut world);
    let path = ".memory/knowledge/decisions.md";
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    world.write(path, &world.read(path).replace("Active", &format!("Active, token {secret}")));
    world.run(&["reconcile"]).ok();
    let db = std::fs::read(world.state().join("learning.db")).unwrap();
    assert!(!String::from_utf8_lossy(&db).contains(&secret));
}
