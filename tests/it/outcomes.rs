//! Outcomes of work, from transcripts and from pipelines, through the real executables.

use serde_json::{Value, json};

use crate::learning::a_week;
use crate::session::Session;
use crate::world::{World, write};

const MIRROR: &str = ".memory/outcomes.jsonl";

fn bash(session: Session, command: &str, output: &str, is_error: bool) -> Session {
    session.tool("Bash", json!({ "command": command }), output, is_error)
}

fn edit(session: Session, file: &str) -> Session {
    session.tool("Edit", json!({"file_path": file, "old_string": "a", "new_string": "b"}), "ok", false)
}

/// Three pieces of work: fixed and green, praised, and red.
fn session(id: &str) -> Session {
    let one = Session::new(id, "2026-03-11T10:00:00Z").user("Add a flag to the parser.").assistant("Sure.");
    let one = bash(edit(one, "src/parser.rs"), "cargo test", "Exit code 101\nerror: two tests failed", true);
    let one = bash(edit(one, "src/parser.rs"), "cargo test", "test result: ok. 5 passed; 0 failed", false);
    let two = edit(one.user("Now the heading."), "README.md").assistant("Documented.");
    let three = edit(two.user("Perfect, thanks. Next the formatter."), "src/format.rs");
    bash(three, "cargo test 2>&1 | tail", "test result: FAILED. 3 passed; 2 failed", false)
}

fn outcomes(world: &World) -> Vec<Value> {
    let list = world.run(&["outcome", "list", "--json"]).ok().json();
    list.as_array().unwrap().clone()
}

fn results(world: &World) -> Vec<String> {
    outcomes(world).iter().map(|outcome| outcome["result"].as_str().unwrap().to_owned()).collect()
}

/// Everything that a reading stores about segments.
fn rows(world: &World) -> Vec<String> {
    let db = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
    let dump = |table: &str| -> Vec<String> {
        let mut find = db.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = find.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            (0..columns)
                .map(|n| Ok(format!("{:?}", row.get::<_, rusqlite::types::Value>(n)?)))
                .collect::<rusqlite::Result<Vec<_>>>()
        };
        find.query_map([], row).unwrap().map(|row| format!("{table}: {}", row.unwrap().join(" "))).collect()
    };
    ["outcome", "outcome_adapter", "error", "segment_use", "segment_strategy"]
        .into_iter()
        .flat_map(dump)
        .collect()
}

#[test]
fn a_session_gives_an_outcome_for_each_piece_of_work() {
    let mut world = World::new();
    world.play(&session("one"));
    let list = outcomes(&world);
    assert_eq!(results(&world), ["failure", "success", "success"]);
    assert_eq!(
        list[2],
        json!({
            "runId": "one-0000", "session": "one", "segment": 1, "timestamp": "2026-03-11T10:00:00Z",
            "result": "success", "duration_ms": 270_000, "wall_duration_ms": 270_000, "error_count": 1,
            "raw_error_count": 1, "retry_count": 1, "files_touched": ["src/parser.rs"], "strategy": "file-based",
            "postExecutionScore": 1.0, "rollbackOccurred": false, "humanOverride": false, "riskLevel": "medium",
            "adaptersUsed": [
                {"id": "bash:cargo", "failed": false, "retries": 1}, {"id": "edit", "failed": false, "retries": 0},
            ],
            "branch": "main",
        })
    );
    assert_eq!(list[0]["failure_mode"], "validation");
    assert_eq!(list[0]["failure_details"], json!({"dominantFailureType": "validation"}));
    let failures = world.run(&["outcome", "list", "--result", "failure"]).ok().stdout;
    assert!(failures.contains("src/format.rs") && failures.lines().count() == 2, "{failures}");
    let none = world.run(&["outcome", "list", "--session", "other"]).ok();
    assert_eq!((&*none.stdout, &*none.stderr), ("", "no outcome matches\n"));
}

#[test]
fn reading_again_changes_nothing_and_a_fork_owns_only_what_is_new() {
    let mut world = World::new();
    world.play(&session("one"));
    let before = rows(&world);
    let transcript = world.transcript("one");
    world.set_now("2026-03-12T10:00:00Z");
    world.run(&["learn", "--now", transcript.to_str().unwrap()]).ok();
    assert_eq!(rows(&world), before);

    let original = session("one").jsonl(&world.project);
    let added =
        edit(Session::new("fork", "2026-03-12T11:00:00Z").user("Try it another way."), "src/other.rs");
    let fork =
        original.replace("\"sessionId\":\"one\"", "\"sessionId\":\"fork\"") + &added.jsonl(&world.project);
    write(&world.transcript("fork"), &fork);
    world.end("fork");
    let list = outcomes(&world);
    assert_eq!(list.len(), 4);
    assert_eq!((&list[0]["runId"], &list[0]["segment"]), (&json!("fork-0000"), &json!(1)));
    assert_eq!(rows(&world).iter().filter(|row| before.contains(row)).count(), before.len());
}

#[test]
fn a_resumed_session_completes_its_last_piece_of_work() {
    let mut world = World::new();
    world.play(&session("one"));
    let fixed = bash(
        edit(session("one"), "src/format.rs"),
        "cargo test 2>&1 | tail",
        "test result: ok. 5 passed",
        false,
    );
    write(&world.transcript("one"), &fixed.jsonl(&world.project));
    world.end("one");
    assert_eq!(results(&world), ["success", "success", "success"]);
    write(&world.transcript("one"), &fixed.user("no, that's wrong").assistant("Oh.").jsonl(&world.project));
    world.end("one");
    assert_eq!(results(&world), ["unknown", "partial", "success", "success"]);
}

#[test]
fn a_session_read_in_two_goes_gives_the_same_rows() {
    let whole = session("one").user("no, the other formatter").assistant("Right.");
    let mut world = World::new();
    world.play(&whole);
    let expected = rows(&world);
    assert!(expected.len() > 8);
    let text = whole.jsonl(&world.project);
    let lines = text.lines().count();
    for split in (1..lines).step_by(2) {
        let mut world = World::new();
        world.set_now(&whole.ended_at());
        let text = whole.jsonl(&world.project);
        let first: String = text.split_inclusive('\n').take(split).collect();
        for part in [&first, &text] {
            write(&world.transcript("one"), part);
            world.end("one");
        }
        assert_eq!(rows(&world), expected, "split after line {split}");
    }
}

#[test]
fn what_a_piece_of_work_used_stands_beside_its_outcome() {
    let mut world = World::new();
    a_week(&mut world);
    let used = Session::new("used", "2026-03-11T10:00:00Z")
        .user("Cache the sessions too.")
        .assistant("This applies ADR-001, and ADR-999 is unknown.");
    let used = bash(used, "cargo test", "ok", false).user("Now something else.").assistant("Fine.");
    world.play(&used);
    let uses: Vec<String> = rows(&world).into_iter().filter(|row| row.starts_with("segment_use: ")).collect();
    assert_eq!(uses.len(), 1, "{uses:?}");
    assert!(
        uses[0].contains("used-0000") && uses[0].contains("cited") && uses[0].contains("obs_"),
        "{uses:?}"
    );
}

#[test]
fn headless_work_has_outcomes_too() {
    let mut world = World::new();
    let text = session("script").jsonl(&world.project);
    let text =
        text.replace("\"userType\":\"external\"", "\"userType\":\"external\",\"entrypoint\":\"sdk-cli\"");
    write(&world.transcript("script"), &text);
    world.set_now("2026-03-11T12:00:00Z");
    world.end("script");
    // A program's next prompt is no praise.
    assert_eq!(results(&world), ["failure", "unknown", "success"]);
    assert!(world.list().is_empty());
}

#[test]
fn the_mirror_waits_for_the_first_lesson_and_is_only_added_to() {
    let mut world = World::new();
    world.play(&session("one"));
    assert!(!world.exists(".memory"));
    a_week(&mut world);
    let first = world.read(MIRROR);
    let keys = |text: &str| -> Vec<String> {
        let line =
            |line: &str| serde_json::from_str::<Value>(line).unwrap()["runId"].as_str().unwrap().to_owned();
        text.lines().map(line).collect()
    };
    assert_eq!(keys(&first)[..1], ["week-0-0000"]);
    assert_eq!(keys(&first).len(), outcomes(&world).len());

    world.run(&["learn", "--now"]).ok();
    assert_eq!(world.read(MIRROR), first);

    let whole = edit(session("one"), "src/format.rs").user("great").assistant(".");
    write(&world.transcript("one"), &whole.jsonl(&world.project));
    world.end("one");
    let second = world.read(MIRROR);
    assert!(second.starts_with(&first));
    let added = keys(&second[first.len()..]);
    assert_eq!(added.len(), 2, "{added:?}");
    assert!(keys(&first).contains(&added[0]), "the changed run has another line");

    std::fs::remove_file(world.project.join(MIRROR)).unwrap();
    world.run_with(&["outcome", "record"], r#"{"runId":"r","success":true,"duration_ms":1}"#).ok();
    assert_eq!(keys(&world.read(MIRROR)).len(), outcomes(&world).len());
}

#[test]
fn a_long_mirror_is_put_aside_under_the_years_name() {
    let mut world = World::new();
    a_week(&mut world);
    for (name, run) in [("outcomes-2026.jsonl", "a"), ("outcomes-2026-2.jsonl", "b")] {
        let full = "{}\n".repeat(100_001);
        write(&world.project.join(MIRROR), &full);
        let record = json!({"runId": run, "result": "success", "duration_ms": 1}).to_string();
        world.run_with(&["outcome", "record"], &record).ok();
        assert_eq!(world.read(&format!(".memory/{name}")), full);
        assert_eq!(world.read(MIRROR).lines().count(), 1);
    }
}

#[test]
fn a_pipeline_records_what_it_did() {
    let mut world = World::new();
    let record =
        json!({"bead_id": "b-1", "success": false, "duration_ms": 5, "adaptersUsed": ["GitHub"], "epic": 1});
    let text = record.to_string();
    let dry = world.run_with(&["outcome", "record", "--dry-run", "--json"], &text).ok();
    let left = json!({"no_bugs": 0.6, "patterns": 0.6, "readable": 0.6, "type_safe": 0.6});
    assert_eq!(
        dry.json(),
        json!({
            "recorded": 1, "updated": 0, "unchanged": 0, "dry_run": true, "cycles": [], "inversions": [],
            "warnings": [
                "the outcome has unknown fields: epic",
                "b-1 leaves out dominantFailureType, postExecutionScore, riskLevel: no failure pattern counts it, quality is derived from the result, no threshold moves",
            ],
            "scored": [{
                "runId": "b-1", "type": "harmful", "raw": 0.6, "weighted": 0.6, "criteria": left,
                "reasoning": "harmful at 0.60: failed, fast in 0 s, no errors, no retries",
            }],
        })
    );
    assert_eq!(outcomes(&world), Vec::<Value>::new());

    let first = world.run_with(&["outcome", "record", "-", "--criteria", "type_safe,readable"], &text).ok();
    let said = "warning: the outcome has unknown fields: epic\nwarning: b-1 leaves out dominantFailureType, ";
    assert!(
        first.stderr.starts_with(said) && first.stderr.contains("\nb-1 (failure): recorded\n"),
        "{}",
        first.stderr
    );
    let time = outcomes(&world)[0]["timestamp"].clone();
    world.set_now("2026-04-20T09:00:00Z");
    let again = world.run_with(&["outcome", "record", "--criteria", "type_safe,readable"], &text).ok();
    assert_eq!(outcomes(&world)[0]["timestamp"], time, "it was when it was first told");
    assert!(again.stderr.contains("b-1 (failure): was there already, nothing changed\n"), "{}", again.stderr);
    assert_eq!(outcomes(&world)[0]["criteria"], json!(["type_safe", "readable"]));
    assert_eq!(outcomes(&world)[0]["adaptersUsed"][0]["id"], "github");
    let good = r#"{"runId": "b-0", "success": true, "criteria": ["kept_short"]}"#;
    world.run_with(&["outcome", "record"], good).ok();
    let why = world.run(&["why", "kept_short", "--json"]).ok().json();
    assert_eq!((&why["criterion"]["weight"], &why["criterion"]["helpful_count"]), (&json!(1.0), &json!(1)));
    let report = world.run(&["report", "--json"]).ok().json();
    let criteria = report["criteria"].as_array().unwrap();
    let judged: Vec<(&Value, &Value)> =
        criteria.iter().map(|it| (&it["criterion"], &it["harmful_count"])).collect();
    let (kept_short, readable, type_safe) = (json!("kept_short"), json!("readable"), json!("type_safe"));
    let (none, one) = (json!(0), json!(1));
    assert_eq!(judged, [(&kept_short, &none), (&readable, &one), (&type_safe, &one)], "as b-1 failed");

    world.write("runs.jsonl", "{\"runId\":\"b-1\",\"result\":\"success\",\"duration_ms\":5}\n{\"runId\":\"b-2\",\"result\":\"success\",\"duration_ms\":5}\n");
    let both = world.run(&["outcome", "record", "runs.jsonl"]).ok();
    let said = "b-1 (success): was there already, updated\nb-2 (success): recorded\n";
    let warning =
        "warning: 2 outcomes leave out adaptersUsed, postExecutionScore, riskLevel: no tool's reliability ";
    assert!(both.stderr.starts_with(warning) && both.stderr.contains(said), "{}", both.stderr);
    assert_eq!(results(&world), ["success", "success", "success"]);
}

/// What a dry run says is what the real one does, also of a run that a session began.
#[test]
fn a_dry_run_says_what_would_happen() {
    let mut world = World::new();
    world.play(&session("one"));
    let mut known = outcomes(&world)[2].clone();
    for field in ["session", "segment"] {
        known.as_object_mut().unwrap().remove(field);
    }
    let said = |args: &[&str]| {
        let counts = world
            .run_with(&[&["outcome", "record", "--json"], args].concat(), &known.to_string())
            .ok()
            .json();
        [&counts["recorded"], &counts["updated"], &counts["unchanged"]].map(|n| n.as_u64().unwrap())
    };
    assert_eq!(said(&["--dry-run"]), [0, 0, 1]);
    assert_eq!(said(&[]), [0, 0, 1]);
    let added = ["--criteria", "kept_short"];
    assert_eq!(said(&[&added[..], &["--dry-run"]].concat()), [0, 1, 0]);
    assert_eq!(said(&added), [0, 1, 0]);
}

#[test]
fn errors_of_a_run_are_counted_in_its_outcome() {
    let world = World::new();
    for message in ["cannot link foo", "cannot link foo", "type check failed"] {
        world.run(&["errors", "record", message, "--run", "bd-9"]).ok();
    }
    let record =
        r#"{"bead_id": "bd-9", "success": true, "duration_ms": 60000, "failure_details": "told in words"}"#;
    let scored = world.run_with(&["outcome", "record", "--json"], record).ok().json()["scored"][0].clone();
    assert_eq!((&scored["type"], &scored["raw"]), (&json!("helpful"), &json!(0.92)));
    let found = &outcomes(&world)[0];
    assert_eq!((&found["error_count"], &found["raw_error_count"]), (&json!(2), &json!(3)));
    assert_eq!(found.get("postExecutionScore"), None, "the run did not say it");
    let list = world.run(&["outcome", "list"]).ok().stdout;
    assert!(list.contains("0.8"), "they are open: {list}");
    assert_eq!(found["failure_details"]["detail"], "told in words");
}

#[test]
fn a_red_linter_alone_is_no_failure() {
    for (command, next, expected) in [
        ("cargo clippy", "commit", "success"),
        ("cargo clippy", "Now write the docs of it.", "unknown"),
        ("cargo clippy", "you forgot the parser", "partial"),
        ("cargo test", "Now write the docs of it.", "failure"),
    ] {
        let mut world = World::new();
        let begun = Session::new("one", "2026-03-11T10:00:00Z").user("Add a flag to the parser.");
        let session = bash(edit(begun, "src/parser.rs"), command, "Exit code 1\nerror: 1 of 9", true);
        world.play(&session.assistant("That was there before.").user(next).assistant("Yes."));
        assert_eq!(results(&world).last().unwrap(), expected, "{command}, {next}");
    }
}

/// What is printed of a run can be recorded again, and lacks what the run lacks.
#[test]
fn a_value_that_was_left_out_is_not_made_up() {
    let (world, other) = (World::new(), World::new());
    world.run_with(&["outcome", "record"], r#"{"runId":"r","result":"failure","duration_ms":5}"#).ok();
    let told = outcomes(&world).remove(0);
    for field in ["riskLevel", "postExecutionScore", "adaptersUsed"] {
        assert_eq!(told.get(field), None, "{told:#}");
    }
    let gaps = |world: &World| world.run(&["outcome", "audit", "--json"]).ok().json();
    for world in [&world, &other] {
        world.run_with(&["outcome", "record"], &told.to_string()).ok();
        assert_eq!(gaps(world).as_array().unwrap().len(), 4, "{:#}", gaps(world));
    }
}

/// Together or one by one, records without a time count in the order in which they are given.
#[test]
fn records_count_in_their_order() {
    let record = |n: u32| {
        let (result, errors) = if n.is_multiple_of(2) { ("success", 0) } else { ("failure", 5) };
        json!({"runId": format!("r{n}"), "result": result, "duration_ms": 60_000 + 3_540_000 * u64::from(n % 2),
            "error_count": errors, "retry_count": errors, "criteria": ["quick"]}).to_string()
    };
    let weights = |world: &World, text: &str| {
        let told = world.run_with(&["outcome", "record", "--json"], text).ok().json();
        told["scored"].as_array().unwrap().iter().map(|run| run["weighted"].clone()).collect::<Vec<_>>()
    };
    let ids = [2, 4, 9, 10, 12];
    let together = weights(&World::new(), &ids.map(record).join("\n"));
    let mut world = World::new();
    let one_by_one: Vec<Value> = ids
        .iter()
        .enumerate()
        .flat_map(|(n, id)| {
            world.set_now(&format!("2026-03-02T09:00:0{n}Z"));
            weights(&world, &record(*id))
        })
        .collect();
    assert_eq!(together, one_by_one);
}

/// The whole fails as its tool did: by the types of the policy.
#[test]
fn a_run_has_the_failure_type_of_its_tool() {
    for (output, expected) in [
        ("HTTP 401: Bad credentials", "auth"),
        ("missing required parameter: owner", "validation"),
        ("connect ETIMEDOUT 10.0.0.1:443", "timeout"),
        ("it broke", "tool_failure"),
    ] {
        let mut world = World::new();
        let session = Session::new("one", "2026-03-11T10:00:00Z")
            .user("File an issue about the parser.")
            .tool("mcp__github__create_issue", json!({"title": "parser"}), output, true)
            .assistant("It could not be filed.")
            .user("that's wrong, it has to be filed");
        world.play(&session);
        let list = world.run(&["outcome", "list", "--json", "--result", "failure"]).ok().json();
        let run = &list[0];
        assert_eq!(run["failure_details"], json!({"dominantFailureType": expected}), "{output}: {list:#}");
        assert_eq!(run["adaptersUsed"][0]["failureType"], expected, "{output}");
    }
}

#[test]
fn a_bad_record_is_refused_by_name_and_nothing_is_stored() {
    let world = World::new();
    for (text, said) in [
        ("", "the input contains no outcome"),
        ("{", "the input is not JSON"),
        (r#"{"runId":"r","result":"success","duration_ms":NaN}"#, "NaN is no number"),
        (r#"{"runId":"r","result":"success","duration_ms":1e999}"#, "number out of range"),
        (
            r#"{"runId":"r","result":"success","duration_ms":-1}"#,
            "`duration_ms` must be a whole number of at least 0",
        ),
        (r#"{"result":"success","duration_ms":1}"#, "`runId` is missing"),
        (r#"{"runId":"r","result":"failure","failureDetails":7}"#, "`failureDetails` must be"),
        (r#"{"run_id":"r","result":"failure","failure_details":7}"#, "`failure_details` must be"),
        (r#"{"runId":"r","result":"success","adapters_used":[{"id":7}]}"#, "`adapters_used[0].id` must be"),
        (r#"{"runId":"r","result":"good","duration_ms":1}"#, "one of: success, failure, partial, unknown"),
        (
            "{\"runId\":\"a\",\"result\":\"success\",\"duration_ms\":1}\n{\"runId\":\"b\",\"duration_ms\":1}",
            "outcome 2 was refused, nothing was recorded",
        ),
        ("7", "an outcome is a JSON object, got a number"),
    ] {
        let answer = world.run_with(&["outcome", "record"], text).fails();
        assert!(answer.stderr.starts_with("error: ") && answer.stderr.contains(said), "{}", answer.whole());
        assert_eq!(answer.stdout, "");
    }
    let criteria = r#"{"runId":"r","result":"success","duration_ms":1}"#;
    world.run_with(&["outcome", "record", "--criteria", "Not This"], criteria).fails();
    assert_eq!(outcomes(&world), Vec::<Value>::new());
}

/// What is said of the work decides more than a green test.
#[test]
fn the_next_prompt_speaks_louder_than_a_green_test() {
    let judged = |green: bool, next: &str| {
        let mut world = World::new();
        let begun = Session::new("said", "2026-03-11T10:00:00Z").user("Mend the parser of flags.");
        let session = edit(begun, "src/parser.rs");
        let session = match green {
            true => bash(session, "cargo test", "test result: ok. 5 passed; 0 failed", false),
            false => session,
        };
        world.play(&session.assistant("Done.").user(next).assistant("Let me look."));
        let list = outcomes(&world);
        let told = &list[1];
        (told["result"].as_str().unwrap().to_owned(), told["rollbackOccurred"] == true)
    };
    for (next, result, is_rolled_back) in [
        ("doesn't compile", "partial", false),
        ("I had to fix it myself", "partial", false),
        ("crashes on start", "partial", false),
        ("nothing changed", "failure", false),
        ("no effect", "failure", false),
        ("same problem as before", "failure", false),
        ("the bug is still there", "failure", false),
        ("it is still drawing the old frame", "failure", false),
        ("that didn't help", "failure", false),
        ("git revert that commit", "failure", true),
        ("please restore the old version", "failure", true),
        ("Put the old parser back.", "failure", true),
        ("can you roll it back?", "failure", true),
    ] {
        for green in [true, false] {
            assert_eq!(judged(green, next), (result.to_owned(), is_rolled_back), "{next}, green: {green}");
        }
    }
    for next in ["Now add an undo button", "Restore the database from the dump", "use the same error type"] {
        assert_eq!(judged(true, next), ("success".to_owned(), false), "{next}");
    }
}

/// Only what the work itself had changed: updating and merging undo nothing, and what a person ordered to be undone was
/// done by the work before.
#[test]
fn work_is_rolled_back_where_it_undid_itself() {
    let ran = |prompt: &str, file: Option<&str>, command: &str| {
        let mut world = World::new();
        let begun = Session::new("back", "2026-03-11T10:00:00Z").user(prompt);
        let session = file.iter().fold(begun, |session, file| edit(session, file));
        let session = bash(session, command, "HEAD is now at 1", false);
        world.play(&bash(session, "cargo test", "test result: ok. 5 passed; 0 failed", false));
        outcomes(&world)[0]["rollbackOccurred"] == true
    };
    assert!(ran("Add a flag.", Some("src/a.rs"), "git checkout -- src/a.rs"));
    assert!(ran("Add a flag.", Some("src/a.rs"), "git reset --hard HEAD~1"));
    assert!(!ran("Merge main.", Some("src/a.rs"), "git checkout main -- GEMINI.md"));
    assert!(!ran("I pushed an update, look again.", None, "git fetch && git reset --hard origin/topic"));
    assert!(!ran("Why is it red?", None, "git revert --no-edit f2c1bde"));
    assert!(!ran("git revert that commit", None, "git revert --no-edit HEAD"));
}

#[test]
fn what_people_say_next_and_checks_in_the_background_decide() {
    const STARTED: &str =
        "Command running in background with ID: b7. Output is being written to: /t/b7.output";
    let mut world = World::new();
    let work = |session: Session, prompt: &str| edit(session.user(prompt), "src/parser.rs");
    let session = work(Session::new("said", "2026-03-11T10:00:00Z"), "Add a flag.").assistant("Done.");
    let session = work(session, "hmm, this looks strange: two flags").assistant("Done.");
    let session = bash(work(session, "it still fails with the same error"), "mix test", STARTED, false);
    let session = session.assistant("It runs.").user("And the docs?").tool(
        "TaskOutput",
        json!({"task_id": "b7"}),
        "<task_id>b7</task_id>\n<status>completed</status>\n<exit_code>2</exit_code>\n<output>\nred\n</output>",
        false,
    );
    world.play(&session);
    // The newest first: the question about the docs has no verdict of its own.
    assert_eq!(results(&world), ["unknown", "failure", "failure", "partial"]);
}
