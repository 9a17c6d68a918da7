use proptest::prelude::*;
use serde_json::json;

use super::*;

fn workflow() -> Value {
    json!({
        "type": "workflow", "title": "Ship a change", "steps": ["run `cargo fmt`", "2. commit"],
        "matches": null, "evidence": [{"message": "s1.u1", "quote": "fmt, then commit"}], "quality_ok": true,
    })
}

fn with(field: &str, value: Value) -> Value {
    let mut item = workflow();
    item[field] = value;
    item
}

fn without(mut item: Value, field: &str) -> Value {
    item.as_object_mut().unwrap().remove(field);
    item
}

fn answer(items: &[Value]) -> String {
    json!({ "observations": items }).to_string()
}

fn one_of_each() -> Vec<Value> {
    let quote = json!([{"message": "s1.u1", "quote": "because of the lock file"}]);
    vec![
        workflow(),
        json!({"type": "procedural", "title": "p", "situation": "when", "steps": ["1) do"], "rationale": "r",
               "matches": "obs_1", "evidence": quote, "quality_ok": false}),
        json!({"type": "decision", "title": "d", "context": "c", "decision": "do", "rationale": "r",
               "matches": null, "evidence": quote, "quality_ok": true}),
        json!({"type": "pitfall", "title": "f", "area": "a", "issue": "i", "impact": "m", "resolution": "r",
               "matches": null, "evidence": quote, "quality_ok": true}),
    ]
}

#[test]
fn one_of_each_type_is_read() {
    let parsed = parse(&answer(&one_of_each())).unwrap();
    assert_eq!(parsed.dropped, Vec::<String>::new());
    let kinds: Vec<Kind> = parsed.items.iter().map(|item| item.details.kind()).collect();
    assert_eq!(kinds, Kind::ALL);
    let first = Item {
        title: "Ship a change".into(),
        details: Details::Workflow { steps: vec!["run `cargo fmt`".into(), "commit".into()] },
        matches: None,
        evidence: vec![ItemQuote { message: "s1.u1".into(), quote: "fmt, then commit".into() }],
        quality_ok: true,
    };
    assert_eq!(parsed.items[0], first);
    assert_eq!(parsed.items[1].matches.as_deref(), Some("obs_1"));
    assert!(!parsed.items[1].quality_ok);
}

#[test]
fn an_item_that_does_not_fit_is_dropped_alone() {
    let decision = one_of_each().remove(2);
    let pitfall = one_of_each().remove(3);
    for (misfit, reason) in [
        (json!(null), "it is no object"),
        (json!([1]), "it is no object"),
        (json!("text"), "it is no object"),
        (with("type", json!("wish")), "its type is unknown"),
        (with("type", json!(4)), "its type is unknown"),
        (without(workflow(), "type"), "its type is unknown"),
        (with("title", json!(5)), "`title` is missing, empty or no text"),
        (with("title", json!(" \n")), "`title` is missing, empty or no text"),
        (with("title", json!("---")), "`title` is missing, empty or no text"),
        (without(workflow(), "title"), "`title` is missing, empty or no text"),
        (with("title", json!("x".repeat(1 << 20))), "`title` is too long"),
        (with("steps", json!("1. a; 2. b")), "`steps` is no list of texts"),
        (with("steps", json!(["a", 2])), "`steps` is no list of texts"),
        (with("steps", json!(["a", " "])), "`steps` has too few steps to be a sequence"),
        (with("steps", json!(vec!["a"; 101])), "`steps` is too long"),
        (with("steps", json!(["a", "y".repeat(9_000)])), "`steps` is too long"),
        (without(decision.clone(), "rationale"), "`rationale` is missing, empty or no text"),
        (without(decision, "decision"), "`decision` is missing, empty or no text"),
        (without(pitfall.clone(), "resolution"), "`resolution` is missing, empty or no text"),
        (without(pitfall, "issue"), "`issue` is missing, empty or no text"),
    ] {
        let parsed = parse(&answer(&[misfit.clone(), workflow()])).unwrap();
        assert_eq!(parsed.items.len(), 1, "{reason}");
        assert_eq!(parsed.dropped, [format!("observation 1 dropped: {reason}")]);
    }
}

#[test]
fn a_dropped_item_is_never_quoted_in_the_log() {
    let parsed =
        parse(&answer(&[with("evidence", json!("sk-secret")), with("steps", json!("sk-secret"))])).unwrap();
    assert_eq!(parsed.items[0].evidence, []);
    assert!(parsed.dropped.iter().all(|line| !line.contains("sk-secret")));
}

#[test]
fn what_may_be_missing_is_empty() {
    let mut items = one_of_each();
    for field in ["context", "area", "impact", "matches", "evidence", "quality_ok"] {
        items = items.into_iter().map(|item| without(item, field)).collect();
    }
    items[1]["rationale"] = json!(null);
    let parsed = parse(&answer(&items)).unwrap();
    assert_eq!(parsed.dropped, Vec::<String>::new());
    assert!(parsed.items.iter().all(|item| item.matches.is_none() && !item.quality_ok));
}

#[test]
fn quotes_that_do_not_fit_are_left_out() {
    let quotes = json!([null, 1, "s1.u1", {"message": "s1.u1"}, {"message": 1, "quote": "x"}, {"message": "s1.u2", "quote": "y"}]);
    let parsed = parse(&answer(&[with("evidence", quotes)])).unwrap();
    assert_eq!(parsed.items[0].evidence.len(), 1);
}

#[test]
fn a_flood_is_cut_off() {
    let items: Vec<Value> = (0..500).map(|n| with("title", json!(format!("title {n}")))).collect();
    let parsed = parse(&answer(&items)).unwrap();
    assert_eq!(parsed.items.len(), 100);
    assert_eq!(parsed.dropped, ["400 observations dropped: more than 100 in one answer"]);
    let quotes = vec![json!({"message": "s1.u1", "quote": "x"}); 500];
    assert_eq!(parse(&answer(&[with("evidence", json!(quotes))])).unwrap().items[0].evidence.len(), 50);
}

#[test]
fn a_repeated_item_adds_only_its_quotes() {
    let mut again = with("title", json!("ship a CHANGE!"));
    again["evidence"] = json!([{"message": "s2.u1", "quote": "again"}]);
    let parsed = parse(&answer(&[workflow(), again])).unwrap();
    assert_eq!(parsed.items.len(), 1);
    assert_eq!(parsed.items[0].evidence.len(), 2);
    assert_eq!(parsed.dropped, ["observation 2 dropped: it repeats an earlier one"]);
}

#[test]
fn odd_text_is_kept_on_one_line_and_whole() {
    for title in ["a; b; c", "## ADR-001: x", "日本語のタイトル", "--- x", "a \"quoted\" \\ title"] {
        let parsed = parse(&answer(&[with("title", json!(title))])).unwrap();
        assert_eq!(parsed.items[0].title, title);
    }
    let parsed = parse(&answer(&[with("title", json!("two\nlines\u{202E}\u{0}"))])).unwrap();
    assert_eq!(parsed.items[0].title, "two lines");
}

#[test]
fn fences_are_tolerated() {
    let plain = answer(&[workflow()]);
    for text in [format!("```json\n{plain}\n```"), format!("\n```\n{plain}```\n"), format!("\u{FEFF}{plain}")]
    {
        assert_eq!(parse(&text), parse(&plain), "{text}");
    }
}

#[test]
fn an_answer_that_is_none_is_a_typed_error() {
    for (text, expected) in [
        ("", ResponseError::Empty),
        (" \n ```json\n``` ", ResponseError::Empty),
        ("Sure! Here you go", ResponseError::NotJson { line: 1, column: 1 }),
        ("{\"observations\": [", ResponseError::NotJson { line: 1, column: 18 }),
        ("{}", ResponseError::NoObservations),
        ("[]", ResponseError::NoObservations),
        ("7", ResponseError::NoObservations),
        ("{\"observations\": null}", ResponseError::NoObservations),
        ("{\"observations\": {}}", ResponseError::NoObservations),
    ] {
        assert_eq!(parse(text), Err(expected), "{text}");
    }
    assert_eq!(parse("{\"observations\": []}").unwrap().items, []);
}

#[test]
fn deep_nesting_is_refused_without_a_crash() {
    assert!(parse(&"[".repeat(100_000)).is_err());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "(?s).{0,12}".prop_map(Value::from),
        prop_oneof![Just("workflow"), Just("pitfall")].prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 5, |inner| {
        let key = prop_oneof![Just("type"), Just("title"), Just("steps"), Just("evidence"), Just("issue")];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..5)
                .prop_map(|pairs| Value::Object(pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())),
        ]
    })
}

proptest! {
    #[test]
    fn every_item_is_kept_or_accounted_for(items in prop::collection::vec(any_json(), 0..6)) {
        let parsed = parse(&answer(&items)).unwrap();
        prop_assert_eq!(parsed.items.len() + parsed.dropped.len(), items.len());
    }

    #[test]
    fn arbitrary_text_never_panics(text in "(?s).{0,200}") {
        let _ = parse(&text);
    }
}
