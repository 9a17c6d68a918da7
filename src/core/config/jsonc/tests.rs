use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn append(text: &str, value: Value) -> String {
    let doc = Doc::parse(text).unwrap();
    let root = doc.root().unwrap();
    doc.apply(&doc.append(root, &[Child::property("new", value)]))
}

fn cut(text: &str, doomed: &[usize]) -> String {
    let doc = Doc::parse(text).unwrap();
    let after = doc.apply(&doc.cut(doc.root().unwrap(), doomed));
    value(&after).unwrap();
    after
}

#[test]
fn a_new_child_follows_the_way_the_file_is_written() {
    for (before, after) in [
        ("{}", "{\n  \"new\": [\n    1\n  ]\n}"),
        ("{\n}\n", "{\n  \"new\": [\n    1\n  ]\n}\n"),
        ("{\n\n}\n", "{\n  \"new\": [\n    1\n  ]\n\n}\n"),
        ("{ // why\n}", "{ // why\n  \"new\": [\n    1\n  ]\n}"),
        ("{ /* why */ }", "{ /* why */\n  \"new\": [\n    1\n  ]\n }"),
        ("{\"a\":1}", "{\"a\":1, \"new\": [1]}"),
        ("{\"a\":1,}", "{\"a\":1, \"new\": [1],}"),
        ("{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"new\": [\n    1\n  ]\n}\n"),
        ("{\n\t\"a\": 1\n}", "{\n\t\"a\": 1,\n\t\"new\": [\n\t\t1\n\t]\n}"),
        ("{\r\n    \"a\": 1\r\n}\r\n", "{\r\n    \"a\": 1,\r\n    \"new\": [\r\n        1\r\n    ]\r\n}\r\n"),
        ("{\n  \"a\": 1 // why\n}", "{\n  \"a\": 1, // why\n  \"new\": [\n    1\n  ]\n}"),
        ("{\r\n  \"a\": 1 // why\r\n}", "{\r\n  \"a\": 1, // why\r\n  \"new\": [\r\n    1\r\n  ]\r\n}"),
        ("{\n  \"a\": 1, // why\n}", "{\n  \"a\": 1, // why\n  \"new\": [\n    1\n  ],\n}"),
        ("{\n\n  \"a\": 1\n\n  // end\n}", "{\n\n  \"a\": 1,\n  \"new\": [\n    1\n  ]\n\n  // end\n}"),
        ("\u{feff}{\"a\":1}\n", "\u{feff}{\"a\":1, \"new\": [1]}\n"),
        ("{\n\"a\": 1}", "{\n\"a\": 1,\n\"new\": [\n  1\n]}"),
    ] {
        assert_eq!(append(before, json!([1])), after, "{before:?}");
    }
}

#[test]
fn a_cut_takes_its_comma_and_its_line_and_nothing_else() {
    for (before, doomed, after) in [
        ("{\"a\":1,\"b\":2}", &[0][..], "{\"b\":2}"),
        ("{\"a\":1, \"b\":2}", &[1], "{\"a\":1 }"),
        ("{\"a\":1}", &[0], "{}"),
        ("{\n  \"a\": 1,\n  \"b\": 2\n}", &[1], "{\n  \"a\": 1\n}"),
        ("{\n  \"a\": 1,\n  \"b\": 2,\n}", &[1], "{\n  \"a\": 1,\n}"),
        ("{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}", &[0], "{\r\n  \"b\": 2\r\n}"),
        ("{\n  \"a\": 1, // a\n  \"b\": 2\n}", &[1], "{\n  \"a\": 1 // a\n}"),
        ("{\n  // b\n  \"b\": 2,\n  \"c\": 3, // c\n  \"d\": 4\n}", &[0, 2], "{\n  // b\n  \"c\": 3 // c\n}"),
        ("{\n  // a\n  \"a\": 1, \"b\": 2\n}", &[0], "{\n  // a\n  \"b\": 2\n}"),
        ("[1, 2, 3]", &[1, 2], "[1 ]"),
        ("[1, 2, 3]", &[0, 1, 2], "[]"),
    ] {
        assert_eq!(cut(before, doomed), after, "{before:?}");
    }
}

#[test]
fn a_root_is_planted_in_a_text_without_one() {
    for (before, after) in [
        ("", "{\n  \"a\": 1\n}\n"),
        ("\n", "{\n  \"a\": 1\n}\n"),
        ("// mine", "// mine\n{\n  \"a\": 1\n}\n"),
        ("// mine\r\n", "// mine\r\n{\r\n  \"a\": 1\r\n}\r\n"),
    ] {
        let doc = Doc::parse(before).unwrap();
        assert_eq!(doc.apply(&doc.plant(&json!({"a": 1}))), after, "{before:?}");
    }
}

#[test]
fn faults_say_where() {
    let at = |text: &str| value(text).map_err(|f| (f.line, f.column)).unwrap_err();
    assert_eq!(at("{\n  \"a\": 1\n  \"b\": 2\n}"), (2, 9));
    assert_eq!(at("{\"a\": }"), (1, 7));
    assert_eq!(at("{'a': 1}"), (1, 2));
    assert_eq!(at("{a: 1}"), (1, 2));
    assert_eq!(at("{\"ü\": tru}"), (1, 7));
    assert!(value("{} {}").is_err());
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z\"\\\\é ]{0,4}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn tabbed(pretty: &str) -> String {
    let line = |line: &str| {
        let body = line.trim_start();
        "\t".repeat((line.len() - body.len()) / 2) + body
    };
    pretty.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The same value in the styles of different editors.
fn written(value: &Value, style: usize) -> String {
    let pretty = format!("{value:#}");
    match style {
        0 => value.to_string(),
        1 => pretty,
        2 => tabbed(&pretty) + "\n",
        3 => pretty.replace('\n', "\r\n") + "\r\n",
        4 => pretty.replace('\n', " // x\n"),
        _ => format!("\u{feff}/* top */\n{pretty}\n\n"),
    }
}

proptest! {
    #[test]
    fn appending_then_cutting_keeps_every_value(
        map in prop::collection::btree_map("[a-m]{0,3}", any_json(), 0..4),
        new in any_json(),
        style in 0usize..6,
    ) {
        let old = Value::Object(map.into_iter().collect());
        let before = written(&old, style);
        let after = append(&before, new.clone());
        let mut expected = old.clone();
        expected["new"] = new;
        prop_assert_eq!(value(&after).unwrap().unwrap(), expected);
        let last = old.as_object().unwrap().len();
        prop_assert_eq!(value(&cut(&after, &[last])).unwrap().unwrap(), old);
    }
}
