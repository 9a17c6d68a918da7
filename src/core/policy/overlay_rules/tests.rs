use super::*;
use crate::core::model::outcome::{
    AdapterUse, FailureDetails, FailureMode, Outcome, OutcomeSource, RunResult,
};
use crate::core::model::samples::at;

const DAY: i64 = 86_400;

/// An adapter with this many failures and successes, all at once, and the occurrences of one kind
/// of failure.
struct Adapter {
    tally: Tally,
    pattern: Option<FailurePattern>,
    order: ToolRuling,
}

fn adapter(failures: u32, successes: u32, occurrences: u32) -> Adapter {
    let mut tally = Tally::new(at(0));
    (0..failures).for_each(|_| tally.add(0.0, 0, 0.0, at(0), 90));
    (0..successes).for_each(|_| tally.add(1.0, 0, 1.0, at(0), 90));
    let rules = Policy::default();
    let pattern = (occurrences > 0).then(|| {
        let mut pattern = FailurePattern::first("github", "auth", at(0), &rules);
        (1..occurrences).for_each(|_| pattern.again(at(0), 90, &rules));
        pattern
    });
    Adapter { tally, pattern, order: ToolRuling::default() }
}

impl Adapter {
    fn published(&self) -> Demand {
        let rules = Policy::default();
        let score = self.tally.reliability("github", rules.weights).reliability_score;
        let often = self.pattern.as_ref().is_some_and(|pattern| pattern.occurrences >= rules.occurrences);
        demand(score, often, &rules)
    }

    fn overlay(&self, now: Time) -> Option<Overlay> {
        let patterns: Vec<&FailurePattern> = self.pattern.iter().collect();
        let (tally, order) = (&self.tally, Some(&self.order));
        let case = AdapterCase {
            adapter: "github",
            tally,
            patterns: &patterns,
            order,
            held: None,
            now,
            half_life_days: 90,
        };
        overlay(&case, &Policy::default())
    }

    fn asks(&self, now: Time) -> bool {
        self.overlay(now).is_some_and(|overlay| overlay.require_approval)
    }
}

/// In the published policy, the first failure of a new tool asks at once.
#[test]
fn nothing_is_concluded_from_two_runs() {
    let once = adapter(1, 0, 1);
    assert!(once.published().require_approval);
    assert_eq!(once.overlay(at(0)), None);
    assert!(adapter(3, 0, 3).asks(at(0)));
}

/// In the published policy, a tool that failed three times is asked about for ever.
#[test]
fn failures_fade() {
    let mostly_good = adapter(3, 9, 3);
    assert!(mostly_good.published().require_approval);
    assert!(mostly_good.asks(at(0)) && mostly_good.asks(at(20 * DAY)));
    assert!(!mostly_good.asks(at(30 * DAY)));
}

/// Must be exact, because the gate and the history depend on it.
#[test]
fn approval_says_until_when() {
    let mostly_good = adapter(3, 9, 3);
    let until = mostly_good.overlay(at(0)).unwrap().asks_until.unwrap();
    let moment = chrono::TimeDelta::milliseconds(1);
    assert!(mostly_good.asks(until - moment) && !mostly_good.asks(until + moment));
    assert_eq!(mostly_good.overlay(at(DAY)).unwrap().asks_until, Some(until));
}

/// A score gets no better by waiting, but half of the least evidence is no evidence.
#[test]
fn an_unreliable_tool_is_asked_about_until_its_runs_have_faded() {
    for (failures, days) in [(3, 90), (6, 180), (12, 270)] {
        let github = adapter(failures, 0, failures);
        let until = github.overlay(at(0)).unwrap().asks_until.unwrap();
        assert_eq!(until, at(days * DAY), "{failures}");
        let moment = chrono::TimeDelta::milliseconds(1);
        assert!(github.asks(until - moment));
        assert_eq!(github.overlay(until + moment), None, "{failures}: back at the base as a whole");
    }
}

#[test]
fn a_pinned_question_has_no_end() {
    let mut github = adapter(3, 9, 3);
    for (require_approval, has_end) in [(Some(true), false), (None, true)] {
        let pin = Pin { require_approval, max_retries: Some(1), note: String::new(), at: at(5) };
        github.order = ToolRuling::default().after(&ToolDecision::Set(pin), at(0));
        assert_eq!(github.overlay(at(9)).unwrap().asks_until.is_some(), has_end);
    }
}

/// Three failures on three days count as three.
#[test]
fn three_are_three_over_night() {
    let rules = Policy::default();
    let mut github = adapter(3, 9, 1);
    if let Some(pattern) = &mut github.pattern {
        pattern.again(at(DAY), 90, &rules);
        pattern.again(at(2 * DAY), 90, &rules);
        assert!(pattern.faded(at(2 * DAY), 90) < 3.0);
    }
    assert!(github.asks(at(2 * DAY)));
}

/// In the published policy, three failures in a thousand runs ask as well.
#[test]
fn rare_failures_are_the_price_of_use() {
    let busy = adapter(3, 1000, 3);
    assert!(busy.published().require_approval);
    assert_eq!(busy.overlay(at(0)), None);
}

/// In the published policy, a run of luck lowers the risk by itself.
#[test]
fn looser_than_the_base_only_by_a_persons_word() {
    let mut good = adapter(0, 30, 0);
    assert_eq!(good.published().risk_multiplier, 0.9);
    assert_eq!(good.overlay(at(0)), None);
    good.order = good.order.after(&ToolDecision::Accept, at(0));
    assert_eq!(good.overlay(at(0)).map(|overlay| overlay.risk_multiplier), Some(0.9));
}

#[test]
fn a_pin_stands_whatever_happens() {
    let mut github = adapter(9, 0, 9);
    let pin =
        Pin { require_approval: Some(false), max_retries: None, note: "known\nflaky".to_owned(), at: at(5) };
    github.order = github.order.after(&ToolDecision::Set(pin), at(0));
    let found = github.overlay(at(9)).unwrap();
    assert_eq!((found.require_approval, found.suggested_max_retries), (false, 1));
    assert!(
        found.reason.starts_with("set by a person: known flaky; reliability 0.2 over 9 runs"),
        "{}",
        found.reason
    );
    assert_eq!(found.updated_at, at(5));

    let more = Pin { require_approval: None, max_retries: Some(4), note: String::new(), at: at(6) };
    let found = Adapter { order: github.order.after(&ToolDecision::Set(more), at(0)), ..github }
        .overlay(at(9))
        .unwrap();
    assert_eq!((found.require_approval, found.suggested_max_retries), (false, 4));
}

/// Looser than what was learned only where the person says so.
#[test]
fn a_pin_leaves_what_it_does_not_name() {
    let retries = |n| Pin { require_approval: None, max_retries: Some(n), note: String::new(), at: at(5) };
    let mut github = adapter(9, 0, 9);
    github.order = github.order.after(&ToolDecision::Set(retries(0)), at(0));
    let found = github.overlay(at(9)).unwrap();
    assert_eq!((found.require_approval, found.suggested_max_retries, found.risk_multiplier), (true, 0, 1.4));
    let mut new = adapter(0, 0, 0);
    new.order = new.order.after(&ToolDecision::Set(retries(0)), at(0));
    let found = new.overlay(at(9)).unwrap();
    assert_eq!((found.require_approval, found.reason.as_str()), (false, "set by a person"));
}

#[test]
fn the_reason_has_the_figures() {
    let found = adapter(3, 4, 3).overlay(at(0)).unwrap();
    assert_eq!(found.reason, "reliability 0.657 over 7 runs; auth 3 times, 43 % of the runs");
    assert_eq!((found.risk_multiplier, found.suggested_max_retries), (1.4, 1));
}

#[test]
fn risk_is_base_times_multiplier() {
    assert_eq!([risk(RiskLevel::Low, 1.0), risk(RiskLevel::High, 1.4)], [0.25, 1.05]);
    assert_eq!(risks(1.4), "0.35/0.7/1.05");
}

fn outcome(result: RunResult, uses: &[(&str, bool)]) -> Outcome {
    let used = |(id, failed): &(&str, bool)| AdapterUse { failed: *failed, ..AdapterUse::of(*id) };
    let begun = Outcome::begun("r".to_owned(), at(0));
    let (source, session) = (OutcomeSource::Transcript, Some("s".to_owned()));
    Outcome { source, result, adapters_used: uses.iter().map(used).collect(), session, ..begun }
}

/// The published policy blames the first adapter for whatever went wrong, even for a refusal or a
/// red test suite.
#[test]
fn the_call_that_failed_is_blamed() {
    use RunResult::{Failure, Partial, Success, Unknown};
    for (result, uses, expected) in [
        (Failure, &[("edit", false), ("mcp:github", true)][..], &[(1.0, false), (0.0, true)][..]),
        (Partial, &[("edit", false), ("mcp:github", true)], &[(1.0, false), (0.5, true)]),
        (Success, &[("mcp:github", true)], &[(1.0, false)]),
        // Ended red, or with a refused call: no call failed.
        (Failure, &[("bash:cargo", false)], &[(1.0, false)]),
        // The end of the work is unknown, and the calls speak for themselves.
        (Unknown, &[("edit", false), ("mcp:github", true)], &[(1.0, false), (0.0, true)]),
    ] {
        let outcome = outcome(result, uses);
        let found: Vec<_> = shares(&outcome).map(|share| (share.success, share.blamed)).collect();
        assert_eq!(found, expected, "{result} {uses:?}");
    }
}

#[test]
fn a_pipeline_with_one_adapter_means_that_one() {
    let kind = FailureDetails::of("auth");
    let listed = outcome(RunResult::Failure, &[("github", false)]);
    let recorded =
        Outcome { source: OutcomeSource::Recorded, failure_details: Some(kind), retry_count: 2, ..listed };
    let share = shares(&recorded).next().unwrap();
    assert_eq!((share.blamed, share.success, share.retries), (true, 0.0, 2));
    let unnamed = Outcome { failure_details: None, ..recorded.clone() };
    assert_eq!(shares(&unnamed).next().unwrap().success, 0.0);
    let marked = Outcome {
        adapters_used: outcome(RunResult::Failure, &[("a", false), ("b", true)]).adapters_used,
        ..recorded.clone()
    };
    let successes: Vec<f64> = shares(&marked).map(|share| share.success).collect();
    assert_eq!(successes, [1.0, 0.0]);
    assert_eq!(shares(&Outcome { result: RunResult::Unknown, ..recorded }).count(), 0);
}

fn parts(outcome: &Outcome) -> Vec<(&str, f64, bool)> {
    shares(outcome).map(|share| (share.adapter, share.success, share.blamed)).collect()
}

/// Counting only the good runs of an unmarked list would make every tool on it perfect.
#[test]
fn unmarked_tools_share_a_failure() {
    use RunResult::{Failure, Partial, Success, Unknown};
    let two = &[("github", false), ("terminal", false)][..];
    for (result, uses, expected) in [
        (Failure, two, &[("github", 0.5, false), ("terminal", 0.5, false)][..]),
        (Partial, two, &[("github", 0.75, false), ("terminal", 0.75, false)]),
        (Success, two, &[("github", 1.0, false), ("terminal", 1.0, false)]),
        (Unknown, two, &[]),
        (
            Failure,
            &[("github", true), ("terminal", false)],
            &[("github", 0.0, true), ("terminal", 1.0, false)],
        ),
        // The one tool of a list is meant, whichever agent guided it.
        (Failure, &[("agent:builder", false), ("github", false)], &[("github", 0.0, true)]),
        (Success, &[("github", false), ("skill:deploy", false)], &[("github", 1.0, false)]),
        // Nor does it count for the agent that guided it if one is marked: only such runs would.
        (Failure, &[("agent:builder", false), ("github", true)], &[("github", 0.0, true)]),
        (Partial, &[("agent:builder", true), ("github", false)], &[("github", 1.0, false)]),
        (Failure, &[("skill:deploy", false)], &[("skill:deploy", 0.0, true)]),
        (
            Failure,
            &[("agent:builder", true), ("skill:deploy", false)],
            &[("agent:builder", 0.0, true), ("skill:deploy", 1.0, false)],
        ),
    ] {
        let recorded = Outcome { source: OutcomeSource::Recorded, ..outcome(result, uses) };
        assert_eq!(parts(&recorded), expected, "{result} {uses:?}");
        let is_open = expected.iter().any(|(_, success, blamed)| *success < 1.0 && !blamed);
        assert_eq!(is_shared(&recorded), is_open, "{result} {uses:?}");
    }
}

/// Asking causes refusals, so refusals must not cause asking.
#[test]
fn what_somebody_stopped_is_not_the_tools_failure() {
    let sole = |mode, kind: Option<&str>, own: Option<&str>, source| {
        let used = AdapterUse {
            failed: own.is_some(),
            failure_type: own.map(str::to_owned),
            ..AdapterUse::of("gh")
        };
        Outcome {
            failure_mode: mode,
            failure_details: kind.map(FailureDetails::of),
            source,
            adapters_used: vec![used],
            ..outcome(RunResult::Failure, &[])
        }
    };
    let cancelled = Some(FailureMode::UserCancelled);
    let (recorded, transcript) = (OutcomeSource::Recorded, OutcomeSource::Transcript);
    for (outcome, expected) in [
        (sole(cancelled, None, None, recorded), None),
        (sole(cancelled, Some("auth"), None, recorded), None),
        (sole(None, Some("rejected"), None, recorded), None),
        (sole(None, Some("User-Canceled"), None, recorded), None),
        (sole(None, Some("policy-blocked"), None, recorded), None),
        (sole(None, None, Some("rejected"), transcript), None),
        // The tests are red, and the tool that ran them is fine.
        (sole(None, Some("tests_failed"), None, recorded), Some((1.0, false))),
        // Its own failure counts against it, however the work ended.
        (sole(cancelled, None, Some("timeout"), recorded), Some((0.0, true))),
        (sole(cancelled, None, Some("timeout"), transcript), Some((0.0, true))),
        (sole(cancelled, None, None, transcript), Some((1.0, false))),
        (sole(None, Some("permission_denied"), None, recorded), Some((0.0, true))),
        (sole(None, Some("connection_refused"), None, recorded), Some((0.0, true))),
        (sole(Some(FailureMode::Timeout), None, None, recorded), Some((0.0, true))),
        (sole(None, None, None, recorded), Some((0.0, true))),
    ] {
        let found = shares(&outcome).next().map(|share| (share.success, share.blamed));
        assert_eq!(found, expected, "{outcome:?}");
    }
    let good = Outcome { result: RunResult::Success, ..sole(cancelled, None, None, recorded) };
    assert_eq!(shares(&good).next().map(|share| share.success), Some(1.0));
}

#[test]
fn no_number_is_no_run() {
    let outcome =
        Outcome { post_execution_score: f64::NAN, ..outcome(RunResult::Success, &[("edit", false)]) };
    assert_eq!(shares(&outcome).next(), None);
}
