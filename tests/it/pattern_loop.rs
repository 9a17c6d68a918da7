//! The pattern loop of a pipeline with verdicts: learned, shown, corrected, dropped.

use serde_json::json;

use crate::reviewers::*;

const AGAIN: &str = "the clock is read twice by `fill` in src/cache.rs, both reads differ";

/// Agents' words are told after two runs; after one only if a person vouches for them.
#[test]
fn learned_in_two_runs_told_in_the_third_corrected_and_gone_in_the_fourth() {
    let report = format!("# Review\n\n- {OTHER}\n");
    for is_promoted in [false, true] {
        let mut world = reviewed();
        let first = hold(&mut world, "one", "2026-03-01", &[judge(&report)]);
        assert_eq!(first, [""], "nothing is known in the first run");
        let id = pattern(&world, OTHER)["id"].as_str().unwrap().to_owned();
        if is_promoted {
            world.run(&["pattern", "promote", &id]).ok();
        } else {
            let second = hold(&mut world, "two", "2026-03-02", &[judge(&report)]);
            assert_eq!(second, [""], "it is known from one run");
        }
        let wrong = verdict("FAIL", &[OTHER]);
        let told = hold(&mut world, "three", "2026-03-03", &[judge(&report), inspector(&wrong)]);
        let block = "=== HISTORICAL PATTERNS (judge) ===";
        assert!(told[0].contains(block) && told[0].contains(&id), "{}", told[0]);
        let row = pattern(&world, OTHER);
        assert_eq!((&row["ignored"], &row["disputed"]), (&json!(1), &json!(true)), "corrected");
        let later = hold(&mut world, "four", "2026-03-04", &[judge("Nothing this time.")]);
        assert!(!later[0].contains(&id), "gone: {}", later[0]);
    }
}

/// The same finding in other words, about the same file and symbol, is the second sighting that makes it told. What
/// only sounds alike is another one.
#[test]
fn other_words_about_the_same_thing_are_a_second_sighting() {
    const LEAK: &str = "`load` in src/db.rs leaks the connection when the query fails";
    const UNCHECKED: &str = "`verify_token` in src/auth.rs does not check the expiry";
    for (first, second, seen) in [
        (OTHER, AGAIN, 2),
        (LEAK, "When the query fails, src/db.rs `load` never closes the connection", 2),
        (UNCHECKED, "The expiry of tokens is not checked by `verify_token` (src/auth.rs)", 2),
        (UNCHECKED, "The expiry check of tokens is missing in `verify_token`, src/auth.rs", 2),
        (UNCHECKED, "`verify_token` in src/auth.rs checks the expiry", 1),
        (LEAK, "`load` in src/db.rs never leaks the connection when the query fails", 1),
        (LEAK, "`load` in src/pool.rs leaks the connection when the query fails", 1),
    ] {
        let mut world = reviewed();
        hold(&mut world, "one", "2026-03-02", &[judge(&format!("# Review\n\n- {first}\n"))]);
        hold(&mut world, "two", "2026-03-03", &[judge(&format!("# Review\n\n- {second}\n"))]);
        let row = pattern(&world, first);
        assert_eq!(row["seen"], json!(seen), "{second}: {row:#}");
        let third = hold(&mut world, "three", "2026-03-04", &[judge("Nothing this time.")]);
        assert_eq!(third[0].contains(row["id"].as_str().unwrap()), seen == 2, "{second}: {}", third[0]);
    }
}

/// Of what an agent was shown only a repetition is no sighting: the same words about another file are a finding, and
/// so is a denial.
#[test]
fn what_differs_from_what_was_shown_is_noted() {
    const LEAK: &str = "`load` in src/db.rs leaks the connection when the query fails";
    for (said, is_noted) in [
        (LEAK, false),
        ("`load` in src/pool.rs leaks the connection when the query fails", true),
        ("`load` in src/db.rs never leaks the connection when the query fails", true),
        ("`verify_token` lets expired tokens through (src/auth.rs)", true),
    ] {
        let mut world = reviewed();
        for (day, id) in ["one", "two"].into_iter().enumerate() {
            let told = hold(
                &mut world,
                id,
                &format!("2026-03-0{}", day + 2),
                &[judge(&format!("# Review\n\n- {LEAK}\n"))],
            );
            assert_eq!(told, [""]);
        }
        let told = hold(&mut world, "three", "2026-03-04", &[judge(&format!("# Review\n\n- {said}\n"))]);
        assert!(told[0].contains("leaks the connection"), "{told:?}");
        let all = world.run(&["pattern", "list", "--json"]).ok().json();
        let found = all.as_array().unwrap().iter().any(|row| row["content"] == said && said != LEAK);
        assert_eq!(found, is_noted, "{said}: {all:#}");
        let row = pattern(&world, LEAK);
        assert_eq!(row["seen"], json!(2), "{said}");
    }
}

/// An agent's rule about code is a norm for whoever changes it, so a person has to vouch for it.
#[test]
fn what_must_be_is_told_once_a_person_promoted_it() {
    const NORM: &str = "Callers of open_db in src/db.rs must hold the lock";
    let mut world = reviewed();
    for (n, id) in ["one", "two"].into_iter().enumerate() {
        hold(&mut world, id, &format!("2026-03-0{}", n + 2), &[judge(&format!("# Review\n\n- {NORM}\n"))]);
    }
    let row = pattern(&world, NORM);
    let id = row["id"].as_str().unwrap();
    let why = world.run(&["why", id]).ok().stdout;
    assert!(why.contains("not told: says what must be done, which needs a person's promotion"), "{why}");
    let told = hold(&mut world, "three", "2026-03-04", &[judge("Nothing.")]);
    assert!(!told[0].contains(id), "{told:?}");
    world.run(&["pattern", "promote", id]).ok();
    let told = hold(&mut world, "four", "2026-03-05", &[judge("Nothing.")]);
    assert!(told[0].contains(id), "{told:?}");
}

/// The other way round the plugin's line is the judge's too: folded, asked for by its name, told and held back.
#[test]
fn a_judge_is_a_plugins_judge() {
    let mut world = reviewed();
    let report = format!("# Review\n\n- {FINDING}\n");
    hold(&mut world, "one", "2026-03-02", &[Agent { role: "plug:judge", ..judge(&report) }]);
    hold(&mut world, "two", "2026-03-03", &[judge(&report)]);
    let row = pattern(&world, FINDING);
    assert_eq!((&row["role"], &row["seen"]), (&json!("plug:judge"), &json!(2)), "{row:#}");
    let id = row["id"].as_str().unwrap();
    let asked = world.run(&["pattern", "query", "--role", "judge", "--json"]).ok().json();
    assert_eq!(asked[0]["id"], id, "{asked:#}");
    let wrong = verdict("FAIL", &[FINDING]);
    let told = hold(&mut world, "three", "2026-03-04", &[judge(&report), inspector(&wrong)]);
    assert!(told[0].contains(id), "{told:?}");
    let row = pattern(&world, FINDING);
    assert_eq!((&row["ignored"], &row["disputed"]), (&json!(1), &json!(true)), "{row:#}");
}

#[test]
fn a_plugins_judge_is_a_judge() {
    let mut world = reviewed();
    let report = format!("# Review\n\n- {FINDING}\n");
    hold(&mut world, "one", "2026-03-02", &[judge(&report)]);
    hold(&mut world, "two", "2026-03-03", &[Agent { role: "plug:judge", ..judge(&report) }]);
    let row = pattern(&world, FINDING);
    assert_eq!((&row["role"], &row["seen"]), (&json!("judge"), &json!(2)), "{row:#}");
    let told = hold(
        &mut world,
        "three",
        "2026-03-04",
        &[judge("Nothing."), Agent { role: "plug:judge", ..judge("Nothing.") }],
    );
    let id = row["id"].as_str().unwrap();
    assert!(told.iter().all(|told| told.contains(id)), "{told:?}");
}
