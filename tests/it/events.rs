//! `ingrain events`: what runs taught, for programs that follow it.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::session::Session;
use crate::world::World;

fn failure(world: &mut World, n: u32) {
    world.set_now(&format!("2026-03-{:02}T09:00:00Z", 10 + n));
    let outcome = json!({
        "runId": format!("run-{n}"), "result": "failure", "postExecutionScore": 0.2, "riskLevel": "high",
        "failureDetails": {"dominantFailureType": "auth"}, "adaptersUsed": [{"id": "mcp:github", "failed": true}],
        "duration_ms": 1000, "error_count": 1, "retry_count": 0,
    });
    world.run_with(&["outcome", "record"], &outcome.to_string()).ok();
}

fn lines(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_four_published_events_are_lines_of_json() {
    let mut world = World::new();
    assert_eq!(world.run(&["events", "--json"]).ok().stdout, "");
    (1..=3).for_each(|n| failure(&mut world, n));
    let events = lines(&world.run(&["events", "--json"]).ok().stdout);
    let of = |kind: &str| events.iter().filter(|event| event["type"] == kind).collect::<Vec<_>>();
    let recorded = of("outcome_recorded");
    assert_eq!(recorded.len(), 3, "{events:#?}");
    assert_eq!((&recorded[0]["runId"], &recorded[0]["data"]["result"]), (&json!("run-1"), &json!("failure")));
    assert_eq!(recorded[0]["data"]["postExecutionScore"], 0.2);
    let detected = of("pattern_detected");
    assert_eq!(detected.len(), 3);
    assert_eq!(
        (&detected[2]["data"]["adapterId"], &detected[2]["runId"]),
        (&json!("mcp:github"), &json!("run-3"))
    );
    assert_eq!((&detected[2]["data"]["before"], &detected[2]["data"]["occurrences"]), (&json!(2), &json!(3)));
    let changed = of("reliability_changed");
    assert!(changed[0]["data"]["before"].is_null() && changed[0]["data"]["after"].is_f64(), "{changed:#?}");
    let applied = of("overlay_applied");
    assert_eq!(applied.last().unwrap()["data"]["after"]["requireApproval"], true, "{applied:#?}");
    let ids: Vec<i64> = events.iter().map(|event| event["id"].as_i64().unwrap()).collect();
    assert!(ids.is_sorted(), "{ids:?}");

    let since = lines(&world.run(&["events", "--since", "2026-03-13", "--json"]).ok().stdout);
    assert!(since.len() < events.len() && since.iter().all(|event| event["runId"] == "run-3"), "{since:#?}");
    let bad = world.run(&["events", "--since", "soon"]).fails();
    assert!(bad.stderr.starts_with("error: `soon` is not a time"), "{}", bad.stderr);
}

/// A session is read, and resumed with another end: the first event stays, and the second goes on from it.
#[test]
fn an_event_stays_as_it_was_and_a_correction_is_another() {
    let mut world = World::new();
    let begun = Session::new("s", "2026-03-11T10:00:00Z").user("Add a flag.");
    let begun =
        begun.tool("Bash", json!({"command": "npm test"}), "Tests: 12 passed", false).assistant("Done.");
    world.play(&begun);
    let heard = |world: &World| lines(&world.run(&["events", "--json"]).ok().stdout);
    let first = heard(&world);
    assert_eq!(
        (&first[0]["type"], &first[0]["data"]["result"]),
        (&json!("outcome_recorded"), &json!("success"))
    );
    world.play(&begun.user("It still fails.").assistant("Sorry."));
    let all = heard(&world);
    assert_eq!(all[..first.len()], first[..], "nothing of it changed");
    let later = &all[first.len()..];
    let corrected = later.iter().find(|event| event["runId"] == first[0]["runId"]).unwrap();
    assert_eq!(corrected["data"]["result"], "failure", "{later:#?}");
    for kind in ["reliability_changed", "pattern_detected"] {
        let mut last = std::collections::BTreeMap::new();
        for event in all.iter().filter(|event| event["type"] == kind) {
            let (data, subject) = (&event["data"], &event["data"]["adapterId"]);
            let after = if kind == "pattern_detected" { &data["occurrences"] } else { &data["after"] };
            let before = last.insert(subject.to_string(), after.clone());
            assert_eq!(data["before"], before.unwrap_or(Value::Null), "{event}");
        }
    }
}

#[test]
fn a_follower_hears_what_comes_and_nothing_of_the_past() {
    let mut world = World::new();
    failure(&mut world, 1);
    let mut follower = world.command(env!("CARGO_BIN_EXE_ingrain"));
    follower.args(["events", "--follow", "--json"]).stdout(Stdio::piped());
    let mut follower = follower.spawn().unwrap();
    let mut heard = BufReader::new(follower.stdout.take().unwrap()).lines();
    // It may begin to listen after the second run; a third one it hears for certain.
    failure(&mut world, 2);
    std::thread::sleep(std::time::Duration::from_secs(2));
    failure(&mut world, 3);
    let first: Value = serde_json::from_str(&heard.next().unwrap().unwrap()).unwrap();
    follower.kill().unwrap();
    follower.wait().unwrap();
    assert_eq!(first["type"], "outcome_recorded");
    assert!(first["runId"] == "run-2" || first["runId"] == "run-3", "{first}");
}

#[test]
fn a_verdict_that_is_none_is_refused_and_one_given_twice_is_still_json() {
    let world = World::new();
    world.write("report.md", "- `fill` in src/cache.rs reads the clock twice\n");
    let round = |verdict: &str| {
        world.write("verdict.md", verdict);
        let roles = ["feedback", "--adversarial-role", "judge", "--validator-role", "inspector", "--json"];
        world.run(&[&roles[..], &["--deliberation", "report.md", "--verdict", "verdict.md"]].concat())
    };
    for broken in [
        "",
        "{half",
        "{\"verdict\": \"MAYBE\"}",
        "```verdict-json\n{\"verdict\": PASS}\n```\n",
        "[]",
        "{\"verdict\": \"PASS\", \"false_positives\": \"x\"}",
        "{\"verdict\": \"FAIL\", \"issues\": {}}",
    ] {
        let refused = round(broken).fails();
        assert!(
            refused.stderr.starts_with("error: `verdict.md` contains no verdict\n"),
            "{}",
            refused.stderr
        );
        assert!(refused.stderr.contains("hint: write it as a `verdict-json` block"), "{}", refused.stderr);
        assert_eq!(refused.stdout, "");
    }
    let first = round("{\"verdict\": \"FAIL\"}").ok().json();
    assert_eq!((&first["repeated"], &first["observed"]), (&json!(false), &json!(1)));
    let again = round("{\"verdict\": \"FAIL\"}").ok().json();
    assert_eq!(
        (&again["repeated"], &again["observed"], &again["verdict"]),
        (&json!(true), &json!(0), &json!("FAIL"))
    );
    assert_eq!((&again["rejected"], &again["reinforced"]), (&json!([]), &json!([])));
}
