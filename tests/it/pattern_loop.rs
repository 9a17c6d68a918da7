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

/// The same finding in other words, about the same file and symbol, is the second sighting that makes it told.
#[test]
fn other_words_about_the_same_thing_are_a_second_sighting() {
    let mut world = reviewed();
    hold(&mut world, "one", "2026-03-02", &[judge(&format!("# Review\n\n- {OTHER}\n"))]);
    hold(&mut world, "two", "2026-03-03", &[judge(&format!("# Review\n\n- {AGAIN}\n"))]);
    let row = pattern(&world, OTHER);
    assert_eq!((&row["seen"], &row["lifecycle"]), (&json!(2), &json!("verified")), "{row:#}");
    let third = hold(&mut world, "three", "2026-03-04", &[judge("Nothing this time.")]);
    assert!(third[0].contains(row["id"].as_str().unwrap()), "told: {}", third[0]);
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
