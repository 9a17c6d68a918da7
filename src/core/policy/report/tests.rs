use super::*;
use crate::core::config::Learning;
use crate::core::model::Kind;
use crate::core::model::outcome::{AdapterUse, FailureDetails};
use crate::core::model::samples::at;
use crate::core::outcomes::criteria;
use crate::core::outcomes::feedback::Mark;
use crate::core::patterns::pattern::Category;
use crate::core::policy::policy_update::{self, Inputs};

const DAY: i64 = 86_400;

fn outcome(n: i64, result: RunResult, adapter: &str) -> Outcome {
    let failed = result == RunResult::Failure;
    Outcome {
        result,
        failure_details: failed.then(|| FailureDetails::of("auth")),
        adapters_used: vec![AdapterUse { failed, ..AdapterUse::of(adapter) }],
        post_execution_score: if failed { 0.0 } else { 1.0 },
        ..Outcome::begun(format!("r{n}"), at(n * DAY))
    }
}

fn criterion(name: &str, is_harmful: bool) -> CriterionWeight {
    let marks = [0, 1, 2].map(|n| Mark { at: at(n), helpful: n == 0 || !is_harmful, weight: 1.0 });
    criteria::record(name, &marks, at(9), &Learning::default())
}

fn regressed() -> Pattern {
    let mut pattern = Pattern::new("judge", "`drop` | <b> keeps the lock", Category::Rule, at(0));
    pattern.id = "pat_1".to_owned();
    (pattern.track.reinforced, pattern.track.regression) = (4, true);
    pattern
}

fn lesson() -> Lesson {
    Lesson {
        id: "obs_1".to_owned(),
        kind: Kind::Decision,
        title: "Use <b> | pipes".to_owned(),
        place: Some("ADR-001".to_owned()),
        quote: Some("let's <script>use</script> pipes".to_owned()),
        sessions: 2,
        first_at: at(0),
        said_again: vec![at(0)],
        written_at: Some(at(0)),
        told: 9,
        used: vec![at(0)],
        refused_at: None,
        hindsight: Hindsight::default(),
    }
}

fn report(outcomes: &[Outcome], now: Time) -> Report {
    let rules = Policy::default();
    let (orders, fixes) = (BTreeMap::new(), BTreeMap::new());
    let inputs = Inputs { rules: &rules, half_life_days: 90, orders: &orders, fixes: &fixes, now };
    let state = policy_update::rebuild(outcomes, &inputs);
    build(ReportInput {
        outcomes,
        state: &state,
        maturities: &BTreeMap::new(),
        patterns: &[regressed()],
        criteria: ["type_safe", "readable"].map(|name| criterion(name, name == "readable")).into(),
        artifacts: vec![ArtifactUse {
            id: "obs_1".into(),
            title: "Use <b> | pipes".into(),
            place: "ADR-001".into(),
            used: 2,
            shown: 9,
            errors: 3,
            last_used: None,
        }],
        project: "shop".to_owned(),
        lessons: vec![lesson()],
        sessions: SessionCounts { captured: 4, learned: 3, waiting: 1, missed: 1, failed: 0, empty: 0 },
        spend: Spend { today_usd: 0.25, total_usd: 1.5 },
        rules: &rules,
        now,
    })
}

fn sample() -> Report {
    let mut outcomes: Vec<Outcome> = (0..6).map(|n| outcome(n, RunResult::Success, "bash:cargo")).collect();
    outcomes.extend((6..10).map(|n| outcome(n, RunResult::Failure, "mcp:<script>")));
    outcomes.push(outcome(10, RunResult::Partial, "bash:git"));
    outcomes.push(outcome(11, RunResult::Unknown, "bash:git"));
    outcomes[0].adapters_used.extend(["agent:planner", "skill:deploy"].map(AdapterUse::of));
    report(&outcomes, at(12 * DAY))
}

#[test]
fn a_rate_is_of_what_is_known() {
    let counts = sample().outcomes;
    assert_eq!((counts.total, counts.unknown, counts.success_rate), (12, 1, Some(0.591)));
    assert_eq!(OutcomeCounts::of(&[outcome(0, RunResult::Unknown, "x")]).success_rate, None);
}

#[test]
fn weeks_without_runs_are_there_too() {
    let outcomes = [outcome(0, RunResult::Success, "x"), outcome(21, RunResult::Failure, "x")];
    let weeks = report(&outcomes, at(22 * DAY)).trend;
    let runs: Vec<(&str, u32)> = weeks.iter().map(|week| (week.monday.as_str(), week.counts.total)).collect();
    assert_eq!(runs, [("2025-10-06", 1), ("2025-10-13", 0), ("2025-10-20", 0), ("2025-10-27", 1)]);
    assert!(report(&outcomes, at(9000 * DAY)).trend.is_empty(), "half a year at most");
}

#[test]
fn json_has_the_published_top_level() {
    let json = serde_json::to_value(sample()).unwrap();
    for list in ["reliability", "patterns", "overlays", "strongest", "weakest", "trend", "artifacts"] {
        assert!(json[list].is_array(), "{list}");
    }
    assert_eq!(json["outcomes"]["total"], 12);
    assert_eq!(json["patterns"][0]["id"], "mcp:<script>::auth");
    assert_eq!(json["overlays"][0]["requireApproval"], true);
    assert_eq!(json["weakest"][0]["adapterId"], "mcp:<script>");
    let deprecated = |n: usize| (&json["criteria"][n]["deprecated"], json["criteria"][n]["factor"] == 0.0);
    assert_eq!((deprecated(0), deprecated(1)), ((&false.into(), false), (&true.into(), true)));
    assert_eq!(
        (&json["agents"][0]["agent"], &json["skills"]["deploy"]["runs"]),
        (&"planner".into(), &1.into())
    );
}

#[test]
fn markdown_is_what_it_was() {
    insta::assert_snapshot!(markdown(&sample()).unwrap());
}

#[test]
fn the_page_needs_nothing_from_outside_and_escapes_what_it_shows() {
    let page = html(&sample()).unwrap();
    assert!(!page.contains("<script"), "a name became a tag");
    assert!(page.contains("mcp:&lt;script&gt;") || page.contains("mcp:&#60;script&#62;"), "{page}");
    assert!(page.contains("Use &#60;b&#62; | pipes") || page.contains("Use &lt;b&gt; | pipes"));
    for outside in ["http://", "https://", "src=", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let (pictures, signs_explained) = (4, 4);
    assert_eq!(page.matches("<svg").count(), pictures + signs_explained);
    assert!(page.contains("nothing: deprecated") && page.contains("<code>agent:planner</code>"), "{page}");
    assert!(page.contains(r#"<dd id="rate">59 %</dd>"#) && page.contains(r#"<dd id="sessions">3 of 4</dd>"#));
}

/// Ties are rounded up, even with few digits.
#[test]
fn ties_go_up_in_every_form() {
    let ends = |n: i64| if n < 5 { RunResult::Success } else { RunResult::Failure };
    let outcomes: Vec<Outcome> = (0..8).map(|n| outcome(n, ends(n), "bash:cargo")).collect();
    let mut report = report(&outcomes, at(9 * DAY));
    report.spend = Spend { today_usd: 0.03125, total_usd: 0.15625 };
    (report.criteria[0].weight, report.criteria[0].factor) = (0.625, 0.125);
    report.reliability[0].reliability_score = 0.625;
    let (text, page) = (markdown(&report).unwrap(), html(&report).unwrap());
    for expected in ["63 %", "$0.0313 today, $0.1563 in all", "| type_safe | 0.63 | 0.13 |"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    for expected in ["63 %", "$0.03<", "$0.1563", "<td>0.63</td>", "<td>0.13</td>", "0.63 in 8 uses"] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    // 59.46 % is not 60 %, although it is 0.595.
    let counts = OutcomeCounts { total: 37, success: 22, failure: 15, ..OutcomeCounts::default() };
    assert_eq!(words::rate(&counts), "59 %");
}

#[test]
fn an_empty_report_is_a_report() {
    let empty = report(&[], at(0));
    assert!(html(&empty).unwrap().contains("nothing known yet"));
    assert!(markdown(&empty).unwrap().contains("| Pieces of work | 0:"));
}
