use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::core::config::jsonc::value;

mod status_line;

fn hooks() -> Wanted {
    let entry = |event: &str, command: &str| HookEntry { event: event.into(), command: command.into() };
    let hooks = vec![
        entry("SessionStart", "'/Users/a b/bin/ingrain-session-start'"),
        entry("SessionEnd", "'/Users/a b/bin/ingrain-session-end'"),
    ];
    Wanted { hooks, status_line: None }
}

fn enable(text: &str) -> Edit {
    plan_enable(Some(text), None, &hooks()).unwrap()
}

fn disable(text: &str) -> String {
    plan_disable(text, None).unwrap().after
}

fn parsed(text: &str) -> Value {
    value(text).unwrap().unwrap_or(json!({}))
}

#[test]
fn a_fresh_file_gets_both_hooks() {
    let edit = plan_enable(None, None, &hooks()).unwrap();
    let group = |command: &str| json!([{"hooks": [{"type": "command", "command": command, "timeout": 10}]}]);
    assert_eq!(
        parsed(&edit.after),
        json!({"hooks": {
            "SessionStart": group("'/Users/a b/bin/ingrain-session-start'"),
            "SessionEnd": group("'/Users/a b/bin/ingrain-session-end'"),
        }})
    );
    assert!(edit.after.ends_with("}\n"));
    assert_eq!(
        edit.changes,
        [
            "add hooks.SessionStart: '/Users/a b/bin/ingrain-session-start'",
            "add hooks.SessionEnd: '/Users/a b/bin/ingrain-session-end'",
        ]
    );
}

/// Files as people, editors and programs leave them.
const ODD: &[&str] = &[
    "",
    "\n",
    "  \n\n",
    "// only a comment\n",
    "{}",
    "{}\n",
    "{\n}\n",
    "{\n\n\n}\n",
    "{ }",
    "{ /* nothing yet */ }",
    "{\"model\":\"opus\"}",
    "{\"model\":\"opus\",\"hooks\":{}}",
    "{\"hooks\":{\"SessionStart\":[]}}",
    "{\n  \"hooks\": {}\n}\n",
    "{\n  \"hooks\": {\n  }\n}\n",
    "{\n  \"hooks\": { \"Stop\": [] }\n}\n",
    "{\n    \"model\": \"opus\",\n    \"env\": { \"A\": \"1\" }\n}",
    "{\n\t\"model\": \"opus\"\n}\n",
    "{\r\n  \"model\": \"opus\",\r\n  \"hooks\": {\r\n    \"Stop\": []\r\n  }\r\n}\r\n",
    "\u{feff}{\r\n  \"model\": \"opus\"\r\n}\r\n",
    "{\n  \"model\": \"opus\", // mine\n}\n",
    "{\n  \"a\": 1, // one\n  // two\n  \"b\": [1, 2,],\n\n  /* three */\n}\n\n\n",
    "{\n\n  \"blank\": \"lines\",\n\n\n  \"stay\": true\n\n}\n",
    "{ \"z\": 1, \"a\": 2,\n  \"m\": 3 }",
    "{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\n        \"matcher\": \"startup\",\n        \"hooks\": [\n          { \"type\": \"command\", \"command\": \"echo ingrain-session-start\" }\n        ]\n      }\n    ]\n  },\n  \"after\": null\n}\n",
    "{\"hooks\":{\"SessionEnd\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"bye\"}]}],\"Other\":{\"odd\":[1]}}}",
    "{\"hooks\":{\"SessionStart\":[1,\"two\",{\"hooks\":3},{\"hooks\":[4,{\"command\":5}]}]}}",
    "{\"emoji \\u2603 ☃\": \"\\\"hooks\\\": {}\"}",
];

#[test]
fn disable_gives_back_the_bytes_that_enable_found() {
    for before in ODD {
        let edit = enable(before);
        assert_eq!(edit.undo.unwrap().restore(&edit.after).as_deref(), Some(*before));
    }
}

#[test]
fn enable_only_adds() {
    for before in ODD {
        let edit = enable(before);
        let mut without_ours = parsed(&edit.after);
        for own in own::find(&Doc::parse(&edit.after).unwrap()).unwrap() {
            without_ours["hooks"][&own.event].as_array_mut().unwrap().pop();
        }
        for (key, old) in parsed(before).as_object().unwrap() {
            if key != "hooks" {
                assert_eq!(&without_ours[key], old, "{before}");
            }
        }
        for (event, old) in parsed(before)["hooks"].as_object().into_iter().flatten() {
            assert_eq!(&without_ours["hooks"][event], old, "{before}");
        }
    }
}

#[test]
fn a_second_enable_changes_nothing() {
    for before in ODD {
        let once = enable(before);
        let twice = plan_enable(Some(&once.after), once.undo.as_ref(), &hooks()).unwrap();
        assert_eq!(twice, Edit { changes: vec![], ..once });
    }
}

#[test]
fn a_moved_program_is_registered_afresh_and_still_undone_to_the_start() {
    for before in ODD {
        let old = enable(before);
        let moved = HookEntry { event: "SessionEnd".into(), command: "/new/ingrain-session-end".into() };
        let moved = Wanted { hooks: vec![moved], status_line: None };
        let new = plan_enable(Some(&old.after), old.undo.as_ref(), &moved).unwrap();
        assert_eq!(new.changes.len(), 3, "{:?}", new.changes);
        assert_eq!(own::find(&Doc::parse(&new.after).unwrap()).unwrap().len(), 1);
        assert_eq!(new.undo.unwrap().restore(&new.after).as_deref(), Some(*before));
    }
}

#[test]
fn somebody_elses_change_stays_when_ours_goes() {
    for before in ODD {
        let edit = enable(before);
        let touched = format!("{}\n// seen\n", edit.after);
        assert_eq!(edit.undo.unwrap().restore(&touched), None);
        let after = disable(&touched);
        assert_eq!(own::find(&Doc::parse(&after).unwrap()).unwrap().len(), 0);
        let mut expected = parsed(before);
        forget_empty(&mut expected);
        assert_eq!(parsed(&after), expected, "{before}");
        assert!(after.contains("// seen"));
    }
}

/// A list that was empty before we filled it cannot be told from one that we created.
fn forget_empty(settings: &mut Value) {
    let Some(hooks) = settings.get_mut("hooks").and_then(Value::as_object_mut) else {
        return;
    };
    for event in ["SessionStart", "SessionEnd"] {
        if hooks.get(event) == Some(&json!([])) {
            hooks.remove(event);
        }
    }
    if hooks.is_empty() {
        settings.as_object_mut().unwrap().remove("hooks");
    }
}

#[test]
fn an_entry_of_ours_inside_somebody_elses_group_goes_alone() {
    let mixed = r#"{
  "hooks": {
    "SessionStart": [
      {
        "matcher": "startup",
        "hooks": [
          { "type": "command", "command": "echo hi" }, // mine
          { "type": "command", "command": "/x/ingrain-session-start" }
        ]
      },
      { "hooks": [{ "type": "command", "command": "/x/ingrain hook session-start" }] }
    ]
  }
}
"#;
    let left = r#"{
  "hooks": {
    "SessionStart": [
      {
        "matcher": "startup",
        "hooks": [
          { "type": "command", "command": "echo hi" } // mine
        ]
      }
    ]
  }
}
"#;
    assert_eq!(disable(mixed), left);
}

#[test]
fn what_cannot_be_edited_is_refused_with_its_place() {
    for (text, complaint) in [
        ("{", "line 1, column 1: unterminated object"),
        ("{\n  \"a\": 1\n  \"b\": 2\n}", "line 2, column 9: expected comma"),
        ("{\"a\": 1} extra", "line 1, column 10: text cannot contain more than one JSON value"),
        ("[]", "line 1, column 1: expected an object"),
        ("null", "line 1, column 1: expected an object"),
        ("{\n  \"hooks\": []\n}", "line 2, column 12: expected `hooks` to be an object"),
        ("{\"hooks\": null}", "line 1, column 11: expected `hooks` to be an object"),
        ("{\"hooks\": {\"SessionEnd\": {}}}", "line 1, column 26: expected a list of hooks for `SessionEnd`"),
        ("{\"hooks\": {}, \"hooks\": {}}", "line 1, column 15: `hooks` stands here a second time"),
    ] {
        assert_eq!(plan_enable(Some(text), None, &hooks()).unwrap_err().to_string(), complaint, "{text}");
    }
}

#[test]
fn a_file_with_nothing_of_the_persons_is_blank() {
    for (text, blank) in [
        ("", true),
        ("{}\n", true),
        ("{\n}\n", true),
        ("// mine\n{}", false),
        ("{\"a\":1}", false),
        ("{", false),
    ] {
        assert_eq!(is_blank(text), blank, "{text}");
    }
}

fn any_settings() -> impl Strategy<Value = Value> {
    let foreign = "[a-z /'\"]{0,12}".prop_map(|command| json!({"type": "command", "command": command}));
    let ours = prop_oneof![Just("/o/ingrain-session-end"), Just("/o/ingrain hook session-start")]
        .prop_map(|command| json!({"type": "command", "command": command, "timeout": 5}));
    let group = prop::collection::vec(prop_oneof![3 => foreign, 1 => ours], 0..3)
        .prop_map(|handlers| json!({"matcher": "*", "hooks": handlers}));
    let event = prop::collection::vec(group, 0..3).prop_map(Value::from);
    let hooks = prop::collection::btree_map("SessionStart|SessionEnd|Stop|[A-Z]", event, 0..4);
    let other = prop::collection::btree_map("[a-g]{1,3}", any::<Option<i32>>().prop_map(|n| json!(n)), 0..3);
    (other, prop::option::of(hooks)).prop_map(|(other, hooks)| {
        let mut root: serde_json::Map<String, Value> = other.into_iter().collect();
        if let Some(hooks) = hooks {
            root.insert("hooks".into(), Value::Object(hooks.into_iter().collect()));
        }
        Value::Object(root)
    })
}

fn written(value: &Value, style: usize) -> String {
    match style {
        0 => value.to_string(),
        1 => format!("{value:#}\n"),
        2 => format!("{value:#}").replace('\n', "\r\n"),
        _ => format!("\u{feff}{value:#}\n").replace('\n', " // note\n"),
    }
}

fn foreign_commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (event, groups) in parsed(text)["hooks"].as_object().into_iter().flatten() {
        for handler in
            groups.as_array().into_iter().flatten().flat_map(|g| g["hooks"].as_array().cloned().unwrap())
        {
            let command = handler["command"].as_str().unwrap().to_owned();
            if !command.starts_with("/o/ingrain") && !command.contains("/bin/ingrain-") {
                found.push(format!("{event}: {command}"));
            }
        }
    }
    found
}

proptest! {
    #[test]
    fn any_settings_survive_the_round_trip(settings in any_settings(), style in 0usize..4) {
        let before = written(&settings, style);
        let base = disable(&before);
        let edit = enable(&before);
        prop_assert_eq!(own::find(&Doc::parse(&edit.after).unwrap()).unwrap().len(), 2);
        prop_assert_eq!(edit.undo.as_ref().unwrap().restore(&edit.after), Some(base.clone()));
        prop_assert_eq!(enable(&edit.after).after, edit.after.clone());
        prop_assert_eq!(plan_disable(&base, None).unwrap(), Edit { after: base.clone(), changes: vec![], undo: None });
        for text in [&base, &edit.after, &disable(&edit.after)] {
            prop_assert_eq!(foreign_commands(text), foreign_commands(&before));
        }
    }
}
