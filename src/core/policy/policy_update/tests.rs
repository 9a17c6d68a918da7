use proptest::prelude::*;

use super::*;
use crate::core::model::outcome::{AdapterUse, FailureDetails, RiskLevel};
use crate::core::model::samples::at;
use crate::core::policy::overlay_rules::ToolDecision;

static NO_ORDERS: BTreeMap<String, ToolRuling> = BTreeMap::new();
static NO_FIXES: BTreeMap<String, String> = BTreeMap::new();

fn inputs<'a>(rules: &'a Policy, now: Time) -> Inputs<'a> {
    Inputs { rules, half_life_days: 90, orders: &NO_ORDERS, fixes: &NO_FIXES, now }
}

fn run(n: i64, result: RunResult, uses: &[(&str, bool)]) -> Outcome {
    let used = |(id, failed): &(&str, bool)| AdapterUse { failed: *failed, ..AdapterUse::of(*id) };
    let kind = FailureDetails::of("auth");
    Outcome {
        result,
        adapters_used: uses.iter().map(used).collect(),
        failure_details: (result == RunResult::Failure).then_some(kind),
        post_execution_score: if result == RunResult::Success { 1.0 } else { 0.0 },
        risk_level: RiskLevel::High,
        ..Outcome::begun(format!("run-{n}"), at(n))
    }
}

fn github(n: i64, success: bool) -> Outcome {
    let result = if success { RunResult::Success } else { RunResult::Failure };
    run(n, result, &[("mcp:github", !success)])
}

/// The seed's story of a tool that fails a third time and recovers, with figures that add up:
/// score, confidence, multiplier, retries and approval after each run.
#[test]
fn the_story_of_a_failing_tool() {
    let rules = Policy::default();
    let mut state = LearningState::default();
    let base = (1.0, 2, false);
    for (n, (success, score, confidence, expected)) in [
        (false, 0.2, 0.55, base),
        (false, 0.2, 0.60, base),
        (true, 0.467, 0.60, (1.4, 1, true)),
        (true, 0.6, 0.60, (1.4, 1, true)),
        (true, 0.68, 0.60, (1.4, 1, true)),
        (true, 0.733, 0.60, (1.4, 1, true)),
        // Run 1: the third failure.
        (false, 0.657, 0.65, (1.4, 1, true)),
        // Run 2: a success after the person agreed. The overlay persists.
        (true, 0.7, 0.65, (1.4, 1, true)),
        (true, 0.733, 0.65, (1.4, 1, true)),
        // Reliable again; what keeps failing is still asked about.
        (true, 0.76, 0.65, (1.4, 1, true)),
    ]
    .into_iter()
    .enumerate()
    {
        let outcome = github(n as i64, success);
        state = apply(&state, &outcome, &inputs(&rules, outcome.timestamp)).updated_state;
        assert_eq!(state.reliability["mcp:github"].reliability_score, score, "run {n}");
        assert_eq!(state.patterns["mcp:github::auth"].confidence, confidence, "run {n}");
        let found = state.overlays.get("mcp:github");
        let found = found.map_or(base, |o| (o.risk_multiplier, o.suggested_max_retries, o.require_approval));
        assert_eq!(found, expected, "run {n}");
    }
    // Three of sixteen runs are no longer a fair share: back to the base by itself.
    for n in 10..16 {
        let outcome = github(n, true);
        state = apply(&state, &outcome, &inputs(&rules, outcome.timestamp)).updated_state;
    }
    assert!(state.overlays.is_empty());
}

#[test]
fn the_result_is_what_the_design_prints() {
    let rules = Policy::default();
    let before = LearningState::default();
    let outcome = Outcome {
        rollback_occurred: true,
        ..run(1, RunResult::Failure, &[("agent:planner", false), ("skill:deploy", false), ("bash:gh", true)])
    };
    let result = apply(&before, &outcome, &inputs(&rules, at(1)));
    assert_eq!(before, LearningState::default());
    let json = serde_json::to_value(&result).unwrap();
    let names: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(names, ["updatedState", "policyDiff", "constraintSuggestions", "summary"]);
    assert_eq!(json["summary"], "Processed outcome for run-1. Updated 1 agent profiles. Policy changes: 1.");
    let change = serde_json::json!({"key": "thresholds.high", "before": 0.75, "after": 0.8,
        "why": "run-1 was rolled back at high risk"});
    assert_eq!(json["policyDiff"]["changes"], serde_json::json!([change]));
    let state = &json["updatedState"];
    assert_eq!(state["agentProfiles"]["planner"]["reliability"], 0.77);
    assert_eq!(state["skillStats"]["deploy"]["score"], -0.75);
    assert_eq!(state["thresholdPolicy"]["high"], 0.8);
    let advised: Vec<&str> = result.constraint_suggestions.iter().map(|s| s.constraint).collect();
    assert_eq!(advised, ["mutation-scope", "shell-pattern-blocklist"]);
}

/// An agent's confidence decides how far a run moves its profile.
#[test]
fn an_agents_confidence_counts() {
    let rules = Policy::default();
    for (result, confidence, expected) in [
        (RunResult::Success, Some(0.9), 0.838),
        (RunResult::Failure, Some(0.8), 0.78),
        (RunResult::Success, None, 0.84),
    ] {
        let planner = AdapterUse { confidence, ..AdapterUse::of("agent:planner") };
        let outcome = Outcome { adapters_used: vec![planner], ..run(1, result, &[]) };
        let state = rebuild(&[outcome], &inputs(&rules, at(1)));
        assert_eq!(state.agent_profiles["planner"].reliability, expected, "{result}");
    }
}

#[test]
fn what_later_worked_replaces_the_guess() {
    let rules = Policy::default();
    let fixes = BTreeMap::from([("mcp:github::auth".to_owned(), "gh auth login".to_owned())]);
    let state = rebuild(&[github(1, false)], &Inputs { fixes: &fixes, ..inputs(&rules, at(2)) });
    assert_eq!(state.patterns["mcp:github::auth"].fix_suggestion, "gh auth login");
}

#[test]
fn a_reset_forgets_the_runs_up_to_its_moment() {
    let rules = Policy::default();
    let runs: Vec<Outcome> = (0..5).map(|n| github(n, false)).collect();
    let orders =
        BTreeMap::from([("mcp:github".to_owned(), ToolRuling::default().after(&ToolDecision::Reset, at(3)))]);
    assert!(!rebuild(&runs, &inputs(&rules, at(9))).overlays.is_empty());
    let state = rebuild(&runs, &Inputs { orders: &orders, ..inputs(&rules, at(9)) });
    assert_eq!((state.reliability["mcp:github"].runs, state.overlays.len()), (1, 0));
}

/// If tools were at work, too, agents and skills have only these figures.
#[test]
fn a_reset_forgets_the_runs_of_guides_too() {
    let rules = Policy::default();
    let uses = [("agent:planner", false), ("skill:deploy", false), ("mcp:github", true)];
    let runs: Vec<Outcome> = (0..5).map(|n| run(n, RunResult::Failure, &uses)).collect();
    let reset = |at| ToolRuling::default().after(&ToolDecision::Reset, at);
    let orders = BTreeMap::from(
        [("agent:planner", 3), ("skill:deploy", 4)].map(|(id, n)| (id.to_owned(), reset(at(n)))),
    );
    let inputs = Inputs { orders: &orders, ..inputs(&rules, at(9)) };
    let state = rebuild(&runs, &inputs);
    assert_eq!(state.agent_profiles["planner"].runs, 1);
    assert_eq!((state.skill_stats.len(), state.reliability["mcp:github"].runs), (0, 5));
    let old = apply(&state, &runs[0], &inputs);
    assert!(old.summary.contains("Updated 0 agent profiles"), "{}", old.summary);
}

#[test]
fn events_name_what_one_outcome_changed() {
    let rules = Policy::default();
    let before = rebuild(&[github(1, false), github(2, false)], &inputs(&rules, at(3)));
    let third = github(3, false);
    let after = apply(&before, &third, &inputs(&rules, at(3))).updated_state;
    let found: Vec<_> = events(&before, &after, &third, &mut before.overlays.clone(), &rules)
        .into_iter()
        .map(|e| (e.action.as_str(), e.subject))
        .collect();
    let expected = [
        ("outcome_recorded", "run-3"),
        ("pattern_detected", "mcp:github::auth"),
        ("overlay_applied", "mcp:github"),
    ];
    assert_eq!(found, expected.map(|(kind, subject)| (kind, subject.to_owned())));
}

fn any_outcomes() -> impl Strategy<Value = Vec<Outcome>> {
    let adapter =
        prop::sample::select(vec!["edit", "mcp:github", "agent:planner", "skill:deploy", "bash:git"]);
    let uses = prop::collection::vec((adapter, any::<bool>()), 0..4);
    let result = prop::sample::select(RunResult::ALL.to_vec());
    let one = (0i64..20_000_000, result, uses, any::<bool>());
    prop::collection::vec(one, 0..40).prop_map(|all| {
        let numbered = (0u32..).zip(all).map(|(n, (seconds, result, uses, rollback_occurred))| Outcome {
            run_id: format!("{n:02}"),
            rollback_occurred,
            ..run(seconds, result, &uses)
        });
        numbered.collect()
    })
}

proptest! {
    /// One by one or all at once, in any order: the same bytes.
    #[test]
    fn rebuilding_gives_the_same(mut outcomes in any_outcomes()) {
        let rules = Policy::default();
        let inputs = inputs(&rules, at(20_000_000));
        let rebuilt = rebuild(&outcomes, &inputs);
        outcomes.sort_by(|a, b| (a.timestamp, &a.run_id).cmp(&(b.timestamp, &b.run_id)));
        let first = rebuild(&[], &inputs);
        let stepped = outcomes.iter().fold(first, |state, outcome| apply(&state, outcome, &inputs).updated_state);
        prop_assert_eq!(serde_json::to_string(&rebuilt).unwrap(), serde_json::to_string(&stepped).unwrap());
        for overlay in rebuilt.overlays.values() {
            prop_assert!(overlay.risk_multiplier >= 1.0, "looser than base without a person's word");
        }
    }
}
