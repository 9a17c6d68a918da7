//! The user's own `claude` as the extractor, played by a script: consent, batches, caps, retries, and
//! no batch lost.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::learning::lesson;
use crate::world::{World, write};

/// A world in which `claude` is a script that keeps what it was given and answers with `answer`.
fn world_with_claude(config: Value, answer: &str) -> World {
    let mut world = World::new();
    write(&world.config(), &config.to_string());
    let bin = world.base().join("bin");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *--help*) echo '--print --safe-mode --json-schema --max-budget-usd --tools'; exit 0;; esac\n\
         n=$(ls '{dir}' | grep -c request)\ncat > '{dir}/request-'$n.json\nenv > '{dir}/env-'$n\nprintf '%s\\n' \"$@\" > '{dir}/args-'$n\n{answer}\n",
        dir = world.base().display()
    );
    write(&bin.join("claude"), &script);
    std::fs::set_permissions(bin.join("claude"), std::fs::Permissions::from_mode(0o755)).unwrap();
    world.set_env("PATH", &format!("{}:/usr/bin:/bin", bin.display()));
    world
}

fn consented(more: Value) -> Value {
    let mut config = json!({"extractor": "claude", "consent": true});
    config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    config
}

/// How often the model was asked.
fn asked(world: &World) -> usize {
    let names =
        std::fs::read_dir(world.base()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("request-")).count()
}

fn play(world: &mut World, n: usize) {
    world.play(&lesson(&format!("s{n}"), &format!("2026-03-{:02}", 2 + n), n));
}

/// A pitfall whose quotes really stand in the first session.
pub fn good_answer() -> String {
    let item = json!({
        "type": "pitfall", "title": "Use pnpm, never npm", "area": "npm", "issue": "npm was used to install packages",
        "impact": "the lockfile breaks", "resolution": "Use `pnpm`", "matches": null, "quality_ok": true,
        "evidence": [
            {"message": "s1.a2", "quote": "npm install zod"},
            {"message": "s1.u2", "quote": "don't use `npm` here, use `pnpm` instead"},
        ],
    });
    let invented = json!({
        "type": "decision", "title": "Invented", "context": "c", "decision": "`d`", "rationale": "because", "matches": null,
        "quality_ok": true, "evidence": [{"message": "s1.u2", "quote": "because this was never said"}],
    });
    let envelope = json!({
        "type": "result", "subtype": "success", "is_error": false, "total_cost_usd": 0.125,
        "structured_output": {"observations": [item, invented, null, {"type": "habit"}]},
    });
    format!("cat <<'JSON'\n{envelope}\nJSON")
}

#[test]
fn a_model_is_asked_only_with_consent_and_only_for_a_full_batch() {
    let mut world = world_with_claude(json!({"extractor": "claude"}), &good_answer());
    play(&mut world, 0);
    assert_eq!(asked(&world), 0, "without consent");
    let mut world = world_with_claude(consented(json!({})), &good_answer());
    for (n, expected) in [0, 0, 1, 1, 1, 2].into_iter().enumerate() {
        play(&mut world, n);
        assert_eq!(asked(&world), expected, "after {} sessions", n + 1);
    }
}

#[test]
fn what_the_model_says_is_verified_and_what_it_costs_is_counted() {
    let mut world = world_with_claude(consented(json!({"batch_size": 1})), &good_answer());
    play(&mut world, 0);
    let list = world.list();
    assert_eq!(list.len(), 1, "the invented decision has no quote: {list:#?}");
    assert_eq!(list[0]["title"], "Use pnpm, never npm");
    let status = world.run(&["status", "--json"]).ok().json();
    assert_eq!((&status["spend_usd_today"], &status["runs_today"]), (&json!(0.125), &json!(1)), "{status:#}");
    assert_eq!(status["last_runs"][0]["dropped"], 3, "{status:#}");
}

#[test]
fn the_call_is_isolated_from_the_session_and_from_ourselves() {
    let mut world =
        world_with_claude(consented(json!({"batch_size": 1, "max_usd_per_day": 0.5})), &good_answer());
    world.set_env("CLAUDECODE", "1");
    world.set_env("CLAUDE_CODE_SESSION_ID", "abc");
    world.set_env("CLAUDE_CODE_OAUTH_TOKEN", "login");
    play(&mut world, 0);
    let read = |name: &str| std::fs::read_to_string(world.base().join(name)).unwrap();
    let env = read("env-0");
    assert!(env.contains("INGRAIN_WORKER=1") && env.contains("CLAUDE_CODE_OAUTH_TOKEN=login"), "{env}");
    assert!(!env.contains("CLAUDECODE=") && !env.contains("CLAUDE_CODE_SESSION_ID"), "{env}");
    let args = read("args-0");
    assert!(args.contains("--safe-mode\n") && args.contains("--max-budget-usd\n0.25\n"), "{args}");
    let request: Value = serde_json::from_str(&read("request-0.json")).unwrap();
    assert_eq!(request["version"], 1);
    assert!(request["user_signals"].as_array().unwrap().len() >= 4);
    let said = |pair: usize| &request["dialog_pairs"][pair]["assistant"];
    assert_eq!(said(0), &json!({"id": "s1.a1", "text": ""}), "nothing was said before the first prompt");
    assert_eq!(said(1)["id"], "s1.a2");
}

#[test]
fn the_daily_cap_and_the_budget_hold_the_rest_back_until_tomorrow() {
    for config in
        [json!({"batch_size": 1, "max_daily_runs": 1}), json!({"batch_size": 1, "max_usd_per_day": 0.1})]
    {
        let mut world = world_with_claude(consented(config.clone()), &good_answer());
        world.play(&lesson("a", "2026-03-02", 0));
        world.play(&lesson("b", "2026-03-02", 1));
        assert_eq!(asked(&world), 1, "{config}");
        let status = world.run(&["status", "--json"]).json();
        assert_eq!(status["sessions"]["waiting"], 1, "{status:#}");
        assert_eq!(status["batches"], json!([{"id": 2, "state": "waiting", "sessions": 1}]), "{status:#}");
        world.set_now("2026-03-03T09:00:00Z");
        world.start("next", "startup");
        world.until("the next day's first start asks", |world| asked(world) == 2);
    }
}

/// Back and forth over midnight, as travellers' clocks go, and those that are set right.
#[test]
fn a_clock_that_jumps_buys_nothing() {
    let config = consented(json!({"batch_size": 1, "max_daily_runs": 1}));
    let mut world = world_with_claude(config, &good_answer());
    let days =
        ["2026-03-02", "2026-03-03", "2026-03-02", "2026-03-03", "1970-01-01", "2026-03-02", "1970-01-01"];
    for (n, day) in days.iter().enumerate() {
        world.play(&lesson(&format!("s{n}"), day, n));
    }
    assert_eq!(asked(&world), 3, "one for each of three days");
    let status = world.run(&["status", "--json"]).json();
    assert_eq!((&status["spend_usd_today"], &status["runs_today"]), (&json!(0.125), &json!(1)), "{status:#}");

    // The account of one day, as it used to be written.
    write(&world.data().join("spending.json"), r#"{"day": "2026-03-04", "runs": 1, "usd": 0.5}"#);
    for (n, (day, expected)) in [("2026-03-05", 4), ("2026-03-04", 4), ("2026-03-06", 5)].iter().enumerate() {
        world.play(&lesson(&format!("t{n}"), day, n));
        assert_eq!(asked(&world), *expected, "{day}");
    }
}

#[test]
fn a_day_is_a_day_in_all_projects_together() {
    let config = consented(json!({"batch_size": 1, "max_usd_per_day": 0.2}));
    let mut world = world_with_claude(config, &good_answer());
    let first = world.project.clone();
    for (n, name) in ["one", "two", "three"].into_iter().enumerate() {
        world.project = first.with_file_name(name);
        std::fs::create_dir(&world.project).unwrap();
        world.play(&lesson(name, "2026-03-02", n));
    }
    // The first cost 0.125 of 0.2, the second as much again; whatever it said, the third is not asked for.
    assert_eq!(asked(&world), 2);
    let status = world.run(&["status"]).whole();
    assert!(status.contains("claude: 2 calls today, $0.25 spent, in all projects"), "{status}");
    world.run(&["uninstall", "--yes"]).ok();
    assert!(!world.data().exists(), "{:?}", World::tree(&world.data()));
}

#[test]
fn an_account_that_cannot_be_read_buys_nothing_and_stops_nothing_else() {
    let mut world = world_with_claude(consented(json!({"batch_size": 1})), &good_answer());
    write(&world.data().join("spending.json"), "{");
    play(&mut world, 0);
    assert_eq!(asked(&world), 0);
    let status = world.run(&["status", "--json"]).json();
    assert_eq!(status["sessions"]["waiting"], 1, "{status:#}");
    assert!(status["health"].to_string().contains("no model is called until you remove it"), "{status:#}");
    std::fs::remove_file(world.data().join("spending.json")).unwrap();
    world.run(&["learn"]).ok();
    assert_eq!(asked(&world), 1);
}

#[test]
fn a_price_that_cannot_be_written_loses_no_answer() {
    let spoil = "echo { > \"$HOME\"/.local/share/ingrain/spending.json\n";
    let mut world =
        world_with_claude(consented(json!({"batch_size": 1})), &format!("{spoil}{}", good_answer()));
    play(&mut world, 0);
    assert_eq!((asked(&world), world.list().len()), (1, 1));
}

#[test]
fn a_call_without_an_answer_was_not_free() {
    let config = consented(json!({"batch_size": 1, "timeout_s": 1}));
    let mut world = world_with_claude(config, "sleep 300");
    play(&mut world, 0);
    let status = world.run(&["status", "--json"]).json();
    assert_eq!((&status["spend_usd_today"], &status["runs_today"]), (&json!(0.5), &json!(1)), "{status:#}");
}

#[test]
fn an_extractor_that_is_asked_for_by_name_is_used_or_refused() {
    let world = world_with_claude(json!({}), &good_answer());
    for (args, why, remedy) in [
        (
            ["learn", "--extractor", "claude"],
            "you have not allowed that yet",
            "ingrain enable --extractor claude",
        ),
        (
            ["backfill", "--extractor", "claude"],
            "you have not allowed that yet",
            "ingrain enable --extractor claude",
        ),
        (["learn", "--extractor", "command"], "no `extractor_command` is set", "ingrain configure --set"),
    ] {
        let said = world.run(&args).fails().stderr;
        assert!(said.contains(why) && said.contains(remedy), "{said}");
    }
    write(&world.config(), &json!({"extractor": "claude"}).to_string());
    let status = world.run(&["status"]).whole();
    assert!(status.contains("you have not allowed that yet"), "{status}");
}

#[test]
fn looking_for_past_sessions_leaves_those_alone_that_wait_for_the_model() {
    let mut world = world_with_claude(consented(json!({"batch_size": 3})), &good_answer());
    play(&mut world, 0);
    play(&mut world, 1);
    let old = lesson("old", "2026-01-05", 2);
    write(&world.transcript("old"), &old.jsonl(&world.project));
    world.run(&["backfill"]).ok();
    assert_eq!(asked(&world), 0);
    let status = world.run(&["status", "--json"]).json();
    assert_eq!((&status["sessions"]["waiting"], &status["runs_today"]), (&json!(2), &json!(0)), "{status:#}");
    play(&mut world, 2);
    assert_eq!(asked(&world), 1, "the third of every day fills the batch");
}

#[test]
fn a_failing_model_loses_no_batch_and_is_not_asked_for_ever() {
    let failures = [
        "exit 1",
        "echo 'no json'",
        "echo '{\"is_error\": true, \"subtype\": \"success\", \"result\": \"overloaded\", \"total_cost_usd\": 0.01}'",
        "echo '{\"is_error\": false, \"result\": \"I cannot do that\"}'",
    ];
    for failure in failures {
        let mut world = world_with_claude(consented(json!({"batch_size": 1})), failure);
        play(&mut world, 0);
        for n in 1..5 {
            world.end("s0");
            assert!(asked(&world) <= 3, "{failure}: try {n}");
        }
        let status = world.run(&["status", "--json"]);
        assert_eq!(status.code, 1);
        assert_eq!(status.json()["sessions"]["failed"], 1, "{failure}: {}", status.whole());
        assert!(world.run(&["learn", "--now", "--extractor", "builtin"]).ok().stderr.contains("observation"));
        assert!(!world.list().is_empty(), "{failure}: nothing was lost");
    }
}

#[test]
fn a_model_that_hangs_is_ended_with_everything_it_started() {
    let mut world =
        world_with_claude(consented(json!({"batch_size": 1, "timeout_s": 1})), "sleep 300 & sleep 300");
    play(&mut world, 0);
    let status = world.run(&["status", "--json"]).json();
    assert!(
        status["last_runs"][0]["error"].as_str().unwrap().contains("did not answer within 1 s"),
        "{status:#}"
    );
    assert_eq!(status["sessions"]["waiting"], 1, "{status:#}");
}

#[test]
fn without_a_claude_the_built_in_extractor_does_the_work() {
    let mut world = World::new();
    write(&world.config(), &consented(json!({})).to_string());
    play(&mut world, 0);
    assert!(!world.list().is_empty());
    assert_eq!(world.run(&["status", "--json"]).json()["last_runs"][0]["extractor"], "builtin");
}

#[test]
fn a_program_of_the_persons_gets_the_same_request() {
    let mut world = World::new();
    let seen = world.base().join("seen.json");
    let script = format!("cat > '{}'; echo '{{\"observations\": []}}'", seen.display());
    let config =
        json!({"extractor": "command", "extractor_command": ["/bin/sh", "-c", script], "batch_size": 1});
    write(&world.config(), &config.to_string());
    play(&mut world, 0);
    let request: Value = serde_json::from_str(&std::fs::read_to_string(seen).unwrap()).unwrap();
    assert_eq!(request["version"], 1);
    assert_eq!(world.run(&["status", "--json"]).ok().json()["sessions"]["learned"], 1);
}
