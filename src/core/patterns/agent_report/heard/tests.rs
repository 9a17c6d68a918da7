use super::*;
use crate::core::model::samples::at;
use crate::core::session::turns::{ActionResult, Denial, ToolCall};

fn turn(id: &str, origin: Origin, text: &str) -> Turn {
    Turn {
        id: id.to_owned(),
        at: Some(at(id.len() as i64)),
        origin,
        text: text.to_owned(),
        cwd: Some("/work/shop".into()),
        branch: Some("main".into()),
        headless: false,
        mid_turn: false,
        action: None,
    }
}

fn call(id: &str, tool: &str, asked: &str, result: ActionResult) -> Turn {
    let action = ToolCall {
        tool: tool.to_owned(),
        id: format!("call-{id}"),
        agent_type: tool.starts_with('A').then(|| "judge".to_owned()),
        result: Some(result),
        ..ToolCall::default()
    };
    Turn { action: Some(Box::new(action)), ..turn(id, Origin::AgentAction, asked) }
}

fn answer(text: &str) -> ActionResult {
    ActionResult { text: text.to_owned(), ..ActionResult::default() }
}

fn found(turns: &[Turn]) -> Vec<(String, ReportKind)> {
    of_session(turns, at(99)).into_iter().map(|report| (report.turn, report.kind)).collect()
}

const REVIEW: &str = "Two things:\n- `src/a.rs:10` never frees the lock\n- `src/b.rs:7` reads the file twice";

#[test]
fn a_review_was_asked_for_changed_nothing_and_names_places() {
    let edit = || call("e", "Edit", "", answer("done"));
    let said = |text: &str| vec![turn("a", Origin::Assistant, text)];
    for (prompt, rest, is_review) in [
        ("Please review the last commit", said(REVIEW), true),
        ("<command-name>/code-review</command-name>", said(REVIEW), true),
        ("What do you think of the last commit?", said(REVIEW), false),
        ("Please review the last commit", said("- `src/a.rs:10` is fine\n- the rest too"), false),
        ("Please review it and fix what is wrong", [vec![edit()], said(REVIEW)].concat(), false),
        ("Please review it", [said(REVIEW), vec![call("b", "Bash", "", answer("ok"))]].concat(), false),
        (&format!("{}review", "word ".repeat(60)), said(REVIEW), false),
    ] {
        let origin = if prompt.starts_with('<') { Origin::Wrapper } else { Origin::Typed };
        let turns = [vec![turn("p", origin, prompt)], rest].concat();
        let reviews = found(&turns).into_iter().filter(|(_, kind)| *kind == ReportKind::Review).count();
        assert_eq!(reviews == 1, is_review, "{prompt}");
    }
}

#[test]
fn a_plan_counts_once_a_person_approved_it() {
    let refused = ActionResult { denied: Some(Denial::Person), ..answer("User has approved your plan.") };
    for (result, expected) in [
        (answer("User has approved your plan. You can now start coding."), 1),
        (answer("The plan was sent to the lead."), 0),
        (refused, 0),
    ] {
        assert_eq!(found(&[call("p", client::PLAN_TOOL, "the plan", result)]).len(), expected);
    }
}

#[test]
fn what_a_subagent_handed_back_is_its_report() {
    let failed = ActionResult { is_error: true, ..answer("report") };
    for (tool, result, expected) in [
        ("Agent", answer("the report"), true),
        ("Agent", answer("Async agent launched successfully. (…)"), false),
        ("Agent", failed, false),
        ("Bash", answer("the report"), false),
    ] {
        let reports = of_session(&[call("c", tool, "task", result)], at(99));
        assert_eq!(reports.len() == 1, expected, "{tool}");
        for report in reports {
            assert_eq!((report.role.as_str(), report.text.as_str()), ("judge", "the report"));
            assert_eq!((report.turn.as_str(), report.call.as_deref()), ("c", Some("call-c")));
        }
    }
}

#[test]
fn an_assistant_may_speak_a_verdict() {
    let verdict = "```verdict-json\n{\"verdict\":\"PASS\"}\n```";
    let turns = [
        turn("p", Origin::Typed, "go"),
        turn("a", Origin::Assistant, verdict),
        turn("b", Origin::Assistant, "ok"),
    ];
    assert_eq!(found(&turns), [("a".to_owned(), ReportKind::Verdict)]);
    assert!(!ReportKind::Verdict.teaches());
}

#[test]
fn a_subagent_reports_when_it_is_done() {
    let turns = [
        turn("1", Origin::Typed, "judge this"),
        turn("2", Origin::Injected, "told"),
        turn("3", Origin::Assistant, "First I look."),
        call("4", "Bash", "", answer("ok")),
        turn("5", Origin::Assistant, "The report."),
        turn("6", Origin::Typed, "and now?"),
        turn("7", Origin::Assistant, "The second report."),
    ];
    let reports = |turns: &[Turn]| -> Vec<(String, Option<String>)> {
        of_agent(turns, "judge", Some("c1"), at(99)).into_iter().map(|r| (r.turn, r.call)).collect()
    };
    assert_eq!(reports(&turns), [("5".to_owned(), Some("c1".to_owned())), ("7".to_owned(), None)]);
    assert_eq!(reports(&turns[..4]), [], "it was not done");
    assert_eq!(reports(&[]), []);
}
