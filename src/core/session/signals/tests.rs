use std::sync::Arc;

use super::*;
use crate::core::session::turns::{ActionResult, ToolCall};

fn at(second: u32) -> Time {
    format!("2026-03-04T10:{:02}:{:02}Z", second / 60, second % 60).parse().expect("a time")
}

fn now() -> Time {
    "2026-03-05T00:00:00Z".parse().expect("a time")
}

fn turn(id: &str, origin: Origin, text: &str) -> Turn {
    Turn {
        id: id.to_owned(),
        at: Some(at(0)),
        origin,
        text: text.to_owned(),
        cwd: None,
        branch: Some(Arc::from("main")),
        headless: false,
        mid_turn: false,
        action: None,
    }
}

fn typed(id: &str, text: &str) -> Turn {
    turn(id, Origin::Typed, text)
}

fn said(id: &str, text: &str) -> Turn {
    turn(id, Origin::Assistant, text)
}

fn acted(id: &str, action: ToolCall) -> Turn {
    Turn { action: Some(Box::new(action)), ..turn(id, Origin::AgentAction, "") }
}

fn of(turns: &[Turn]) -> SessionSignals {
    of_fresh(turns, &|_| true)
}

fn of_fresh(turns: &[Turn], fresh: &dyn Fn(&str) -> bool) -> SessionSignals {
    let redactor = Redactor::new(&[]).expect("the built-in detectors");
    channels(turns, &redactor, fresh, false, now())
}

fn prior(channels: &SessionSignals, index: usize) -> Option<(&str, &str)> {
    channels.signals[index].prior.as_ref().map(|prior| (&*prior.turn, &*prior.text))
}

#[test]
fn only_people_teach() {
    let turns: Vec<Turn> = [
        Origin::Typed,
        Origin::Decided,
        Origin::Assistant,
        Origin::AgentAction,
        Origin::Subagent,
        Origin::Injected,
        Origin::Compaction,
        Origin::Wrapper,
        Origin::System,
    ]
    .iter()
    .map(|origin| turn(&format!("{origin:?}"), *origin, "always lint"))
    .collect();
    let channels = of(&turns);
    let teaching: Vec<&str> = channels.signals.iter().map(|signal| &*signal.turn).collect();
    assert_eq!(teaching, ["Typed", "Decided"]);
    assert_eq!(channels.seen.iter().map(|seen| &*seen.id).collect::<Vec<_>>(), ["Typed", "Decided"]);
    assert_eq!((channels.typed_turns, &channels.injected), (1, &vec!["always lint".to_owned()]));
}

#[test]
fn a_signal_has_what_the_assistant_said_since_the_persons_last_turn() {
    let turns = [
        said("a0", "hello"),
        typed("u1", "go"),
        said("a1", "I propose tabs."),
        acted("x", ToolCall::default()),
        turn("w", Origin::Wrapper, "<command-name>/clear</command-name>"),
        said("a2", "Shall I?"),
        typed("u2", "no"),
        typed("u3", "spaces"),
    ];
    let channels = of(&turns);
    assert_eq!(prior(&channels, 0), Some(("a0", "hello")));
    assert_eq!(prior(&channels, 1), Some(("a2", "I propose tabs.\n\nShall I?")));
    assert_eq!(prior(&channels, 2), None);
}

#[test]
fn a_prior_keeps_its_end_and_a_signal_its_head() {
    let long = format!("head {} tail", "é ".repeat(1000));
    let channels = of(&[said("a1", &long), said("a2", "and?"), typed("u1", &long)]);
    let (_, prior) = prior(&channels, 0).expect("a prior");
    assert!(prior.ends_with(" tail\n\nand?") && prior.chars().count() == 1200);
    let text = &channels.signals[0].text;
    assert!(text.starts_with("head ") && text.chars().count() == 1200);
}

#[test]
fn secrets_are_masked_before_the_text_is_cut() {
    let secret = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let message = format!("{} {secret} x", "w ".repeat(590));
    let channels = of(&[
        turn("i", Origin::Injected, &format!("token {secret}")),
        said("a", &format!("{secret}{}", " y".repeat(590))),
        typed("u", &message),
    ]);
    assert!(message.chars().count() > 1200);
    let shown = format!("{channels:?}");
    assert!(!shown.contains("ghp_"), "{shown}");
    assert!(!shown.contains("5F6"), "{shown}");
}

#[test]
fn known_turns_are_context_and_teach_nothing_again() {
    let turns = [said("a1", "first?"), typed("u1", "yes"), said("a2", "second?"), typed("u2", "no")];
    let channels = of_fresh(&turns, &|id| id != "u1" && id != "a2");
    assert_eq!(channels.signals.len(), 1);
    assert_eq!(prior(&channels, 0), Some(("a2", "second?")));
    assert_eq!((channels.seen.len(), channels.typed_turns), (1, 2));
    assert_eq!(of_fresh(&turns, &|_| false).signals, []);
}

#[test]
fn the_newest_eighty_are_taken() {
    let turns: Vec<Turn> = (0..100).map(|n| typed(&format!("u{n}"), "again")).collect();
    let channels = of(&turns);
    assert_eq!((channels.signals.len(), channels.seen.len()), (80, 100));
    assert_eq!((&*channels.signals[0].turn, &*channels.signals[79].turn), ("u20", "u99"));
}

#[test]
fn programs_teach_only_when_they_may() {
    let program = Turn { headless: true, ..typed("u1", "summarise the diff") };
    let turns = [program.clone(), typed("u2", "shorter")];
    assert!(of(std::slice::from_ref(&program)).headless);
    assert_eq!(of(std::slice::from_ref(&program)).signals, []);
    assert_eq!(of(std::slice::from_ref(&program)).seen.len(), 1);
    assert!(!of(&turns).headless);
    assert_eq!(of(&turns).signals.len(), 1);
    let redactor = Redactor::new(&[]).expect("the built-in detectors");
    assert_eq!(channels(&turns, &redactor, &|_| true, true, now()).signals.len(), 2);
    assert!(!of(&[]).headless);
}

#[test]
fn times_are_clamped_and_may_run_backwards() {
    let timed = |id: &str, at: Option<Time>| Turn { at, ..typed(id, "x") };
    let future = "2030-01-01T00:00:00Z".parse().ok();
    let turns = [
        timed("a", None),
        timed("b", Some(at(30))),
        timed("c", Some(at(10))),
        timed("d", None),
        timed("e", future),
    ];
    let channels = of(&turns);
    let times: Vec<Time> = channels.signals.iter().map(|signal| signal.at).collect();
    assert_eq!(times, [at(30), at(30), at(10), at(10), now()]);
    assert_eq!((channels.first_at, channels.last_at), (Some(at(10)), Some(now())));
    assert_eq!(of(&[timed("a", None)]).signals[0].at, now());
    assert_eq!(of(&[timed("a", None)]).first_at, None);
}

#[test]
fn the_same_words_have_the_same_hash() {
    let hash = |turn: Turn| of(&[turn]).seen[0].text_hash.clone();
    assert_eq!(hash(typed("1", "Commit this!")), hash(typed("2", " commit   THIS")));
    assert_ne!(hash(typed("1", "commit this")), hash(typed("2", "commit that")));
    assert_ne!(hash(typed("1", "??")), hash(typed("2", "!!")));
    assert_eq!(hash(turn("1", Origin::Decided, "commit this")), None);
}

const LEDGER: &str = "/work/shop/.memory/knowledge/decisions.md";

fn showing(text: &str, action: ToolCall) -> ToolCall {
    let result = ActionResult { text: text.into(), ..ActionResult::default() };
    ToolCall { result: Some(result), ..action }
}

#[test]
fn uses_are_found_where_they_happen() {
    let skill =
        |name: &str| ToolCall { tool: "Skill".into(), skill: Some(name.into()), ..ToolCall::default() };
    let read = |tool: &str, path: &str| ToolCall {
        tool: tool.into(),
        path: Some(path.into()),
        ..ToolCall::default()
    };
    let turns = [
        said("a", "This applies ADR-001 and avoids PF-012; see ADR-001."),
        turn("c", Origin::Wrapper, "<command-name>/self-learning:ship</command-name>"),
        acted("s", skill("self-learning:ship")),
        acted("k", skill("release")),
        acted(
            "r",
            showing("12\u{2192}## ADR-004: Use it\n13\u{2192}- **Status**: Active\n", read("Read", LEDGER)),
        ),
        acted(
            "w",
            showing("## ADR-001: a\n## ADR-002: b\n## ADR-003: c\n## ADR-004: d\n", read("Read", LEDGER)),
        ),
        acted("e", showing("## ADR-004: Use it", read("Edit", LEDGER))),
        acted("o", read("Read", "/work/shop/README.md")),
        typed("u", "apply ADR-009 please"),
    ];
    let found: Vec<(String, UseOf)> = of(&turns).uses.into_iter().map(|used| (used.turn, used.of)).collect();
    let expected = [
        ("a", UseOf::Cited("ADR-001".into())),
        ("a", UseOf::Cited("PF-012".into())),
        ("c", UseOf::Command("ship".into())),
        ("s", UseOf::Command("ship".into())),
        ("k", UseOf::Skill("release".into())),
        ("r", UseOf::Read("ADR-004".into())),
    ];
    assert_eq!(found, expected.map(|(turn, of)| (turn.to_owned(), of)));
    assert_eq!(of(&turns).seen.len(), 6, "a fork must not use it again");
    assert_eq!(of_fresh(&turns, &|_| false).uses, []);
}

#[test]
fn an_id_is_cited_whole_or_not_at_all() {
    for (text, cited) in [
        ("ADR-123", vec!["ADR-123"]),
        ("(ADR-123)", vec!["ADR-123"]),
        ("ADR-1234.", vec!["ADR-1234"]),
        ("ADR-12", vec![]),
        ("MADR-123 XPF-001 my-ADR-123", vec![]),
        ("ADR-123b ADR-123_x", vec![]),
        ("PF-001, PF-002", vec!["PF-001", "PF-002"]),
        ("adr-001", vec![]),
        ("«ADR-001»", vec!["ADR-001"]),
    ] {
        let uses = of(&[said("a", text)]).uses;
        let found: Vec<UseOf> = uses.into_iter().map(|used| used.of).collect();
        let cited: Vec<UseOf> = cited.into_iter().map(|id| UseOf::Cited(id.to_owned())).collect();
        assert_eq!(found, cited, "{text}");
    }
}

#[test]
fn a_pattern_is_used_by_naming_it() {
    let cited = |origin: Origin, text: &str| -> Vec<UseOf> {
        uses_of(&turn("1", origin, text)).into_iter().collect()
    };
    let one = vec![UseOf::Pattern("pat_0123456789ab".into())];
    for (origin, text, expected) in [
        (Origin::Assistant, "As pat_0123456789ab says, the lock comes first.", one.clone()),
        (Origin::Subagent, "[pat_0123456789ab]", one),
        (Origin::Injected, "pat_0123456789ab", vec![]),
        (Origin::Typed, "pat_0123456789ab", vec![]),
        (Origin::Assistant, "pat_0123456789abc pat_0123456789 xpat_0123456789ab", vec![]),
        // A list of them all is not a use.
        (Origin::Assistant, "pat_000000000001 pat_000000000002 pat_000000000003 pat_000000000004", vec![]),
    ] {
        assert_eq!(cited(origin, text), expected, "{text}");
    }
}
