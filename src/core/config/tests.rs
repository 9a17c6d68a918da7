use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn complaints(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

#[test]
fn every_default_obeys_its_own_rule() {
    for key in KEYS {
        let value = key.value(&Config::default());
        assert!(key.set(&mut Config::default(), &value), "{} = {value}", key.name);
    }
}

#[test]
fn the_table_and_the_struct_name_the_same_keys() {
    fn leaves(prefix: &str, value: &Value, out: &mut BTreeSet<String>) {
        for (name, inner) in value.as_object().unwrap() {
            let key = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            if inner.is_object() && find(&key).is_none() {
                leaves(&key, inner, out)
            } else {
                _ = out.insert(key)
            }
        }
    }
    let mut fields = BTreeSet::new();
    leaves("", &serde_json::to_value(Config::default()).unwrap(), &mut fields);
    let names: BTreeSet<String> = KEYS.iter().map(|k| k.name.to_owned()).collect();
    assert_eq!(fields, names);
    assert_eq!(names.len(), KEYS.len(), "a key stands twice");
}

#[test]
fn every_listed_word_is_a_variant() {
    for word in ExtractorChoice::WORDS {
        assert_eq!(
            serde_json::from_value::<ExtractorChoice>(json!(word)).map(|e| json!(e)).unwrap(),
            json!(word)
        );
    }
    for word in Promotion::WORDS {
        assert_eq!(serde_json::from_value::<Promotion>(json!(word)).map(|p| json!(p)).unwrap(), json!(word));
    }
}

#[test]
fn later_layers_win_key_by_key() {
    let user = r#"{ "batch_size": 4, "model": "haiku", "inject": { "start_tokens": 400 } } // mine"#;
    let project = r#"{ "model": "opus", "inject": { "min_room": 10, }, "extractor_command": ["./x", "-v"] }"#;
    let (config, problems) = layer(Some(user), Some(project), true);
    assert_eq!(complaints(&problems), Vec::<String>::new());
    assert_eq!((config.batch_size, config.model.as_str()), (4, "opus"));
    assert_eq!((config.inject.start_tokens, config.inject.min_room), (400, 10));
    assert_eq!(config.extractor_command, ["./x", "-v"]);
}

#[test]
fn an_untrusted_project_changes_nothing() {
    let project = r#"{ "extractor": "command", "extractor_command": ["rm"], "share": true, "nonsense": 1 }"#;
    let (config, problems) = layer(None, Some(project), false);
    assert_eq!(config, Config::default());
    assert_eq!(
        complaints(&problems),
        ["project config: not trusted, so nothing in it counts; `ingrain trust` shows and trusts it"]
    );
}

#[test]
fn a_trusted_project_still_cannot_decide_for_the_person() {
    let project = r#"{ "consent": true, "learn_headless": true, "exclude": ["/"], "extractor": "claude" }"#;
    let (config, problems) = layer(None, Some(project), true);
    assert_eq!(
        complaints(&problems),
        [
            "project config: `consent` counts in the user config only",
            "project config: `learn_headless` counts in the user config only",
            "project config: `exclude` counts in the user config only",
        ]
    );
    assert!(!config.consent && !config.learn_headless && config.exclude.is_empty());
}

#[test]
fn a_project_adds_patterns_to_the_persons_own() {
    let (config, _) =
        layer(Some(r#"{"redact":{"extra":["a+"]}}"#), Some(r#"{"redact":{"extra":["b+"]}}"#), true);
    assert_eq!(config.redact.extra, ["a+", "b+"]);
}

#[test]
fn bad_values_are_left_out_and_explained() {
    for (text, complaint) in [
        (r#"{"batch_size": 0}"#, "user config: `batch_size` is 0, expected a whole number from 1 to 20"),
        (r#"{"batch_size": 2.5}"#, "user config: `batch_size` is 2.5, expected a whole number from 1 to 20"),
        (
            r#"{"batch_size": "3"}"#,
            "user config: `batch_size` is \"3\", expected a whole number from 1 to 20",
        ),
        (
            r#"{"extractor": "gpt"}"#,
            "user config: `extractor` is \"gpt\", expected one of auto, claude, command, builtin",
        ),
        (
            r#"{"max_usd_per_day": -1}"#,
            "user config: `max_usd_per_day` is -1, expected a number from 0 to 1000",
        ),
        (r#"{"debug": null}"#, "user config: `debug` is null, expected true or false"),
        (r#"{"model": "--help"}"#, "user config: `model` is \"--help\", expected one word"),
        (
            r#"{"exclude": ["work"]}"#,
            "user config: `exclude` is [\"work\"], expected a list of folders that begin with / or ~/",
        ),
        (
            r#"{"redact": {"extra": ["("]}}"#,
            "user config: `redact.extra` is [\"(\"], expected a list of regular expressions",
        ),
        (r#"{"redact": ["x"]}"#, "user config: `redact` is [\"x\"], expected an object"),
        (
            r#"{"policy": {"weights": [1, 0]}}"#,
            "user config: `policy.weights` is [1,0], expected a list of three numbers from 0 to 1",
        ),
        (
            r#"{"roles": {"validators": {"a": 1}}}"#,
            "user config: `roles.validators` is {\"a\":1}, expected an object of words",
        ),
        (r#"{"enabled": true}"#, "user config: unknown key `enabled`"),
        (r#"{"inject": {"tokens": 1}}"#, "user config: unknown key `inject.tokens`"),
        ("[]", "user config: expected an object"),
        ("{\n  \"debug\": tru\n}", "user config: line 2, column 12: unexpected word"),
    ] {
        let (config, problems) = layer(Some(text), None, false);
        assert_eq!(complaints(&problems), [complaint], "{text}");
        assert_eq!(config, Config::default(), "{text}");
    }
}

#[test]
fn a_broken_protection_stops_learning() {
    for (text, stops) in [
        (r#"{"exclude": "/secret"}"#, true),
        (r#"{"redact": ["x"]}"#, true),
        (r#"{"redact": {"extra": ["("]}}"#, true),
        (r#"{"max_usd_per_day": "0"}"#, true),
        (r#"{"extractor": "none"}"#, true),
        ("{", true),
        ("", false),
        (r#"{"inject": 3}"#, false),
        (r#"{"batch_size": 99}"#, false),
        (r#"{"later": 1}"#, false),
    ] {
        let (_, problems) = layer(Some(text), None, false);
        assert_eq!(problems.iter().any(Problem::stops_learning), stops, "{text}");
    }
}

#[test]
fn an_excluded_folder_covers_what_is_in_it() {
    let exclude = ["~/private", "/srv/client"].map(str::to_owned).to_vec();
    let config = Config { exclude, ..Config::default() };
    let home = Some(Path::new("/home/me"));
    for (root, out) in [
        ("/home/me/private", true),
        ("/home/me/private/deep/er", true),
        ("/home/me/private-not", false),
        ("/srv/client/app", true),
        ("/srv/clients", false),
    ] {
        assert_eq!(holds(&config.exclude, Path::new(root), home), out, "{root}");
    }
}

#[test]
fn setting_a_key_keeps_the_rest_of_the_file() {
    for (before, key, word, after) in [
        ("", "debug", "true", "{\n  \"debug\": true\n}\n"),
        ("{}", "inject.min_room", "9", "{\n  \"inject\": {\n    \"min_room\": 9\n  }\n}"),
        (
            "{\n  // why\n  \"later\": 1,\n  \"debug\": false\n}\n",
            "debug",
            "true",
            "{\n  // why\n  \"later\": 1,\n  \"debug\": true\n}\n",
        ),
        (
            "{\"inject\": {\"min_room\": 1}}",
            "inject.start_tokens",
            "7",
            "{\"inject\": {\"min_room\": 1, \"start_tokens\": 7}}",
        ),
        ("{\"debug\":  true}", "debug", "true", "{\"debug\":  true}"),
        ("{\"exclude\": []}", "exclude", "~/a", "{\"exclude\": [\n  \"~/a\"\n]}"),
        ("{\"model\": 1}", "model", "opus", "{\"model\": \"opus\"}"),
    ] {
        assert_eq!(set_key(before, Level::User, key, word).unwrap(), after, "{before:?}");
    }
}

#[test]
fn a_refused_set_says_what_is_allowed() {
    for (text, key, word, complaint) in [
        ("", "batch", "1", "unknown key `batch`"),
        ("", "inject", "1", "unknown key `inject`"),
        (
            "",
            "batch_size",
            "many",
            "`many` is no value for `batch_size`, expected a whole number from 1 to 20",
        ),
        ("", "share", "yes", "`yes` is no value for `share`, expected true or false"),
        ("", "exclude", "/a", "`exclude` counts in the user config only"),
        ("[]", "share", "true", "line 1, column 1: expected an object"),
        ("{\n \"inject\": 3}", "inject.min_room", "1", "line 2, column 12: expected an object"),
        (
            "{\"share\":1,\"share\":2}",
            "share",
            "true",
            "line 1, column 12: `share` stands here a second time",
        ),
        ("{", "share", "true", "line 1, column 1: unterminated object"),
    ] {
        assert_eq!(set_key(text, Level::Project, key, word).unwrap_err().to_string(), complaint);
    }
}

proptest! {
    #[test]
    fn what_was_set_is_read_back(index in 0..KEYS.len(), number in -3i64..30, word in "[a-z/~]{0,6}") {
        let key = &KEYS[index];
        for text in [number.to_string(), word.clone(), "true".to_owned(), format!("[\"{word}\"]")] {
            if let Ok(file) = set_key("{ \"kept\": [1, 2] }", Level::User, key.name, &text) {
                let (config, problems) = layer(Some(&file), None, false);
                prop_assert_eq!(complaints(&problems), ["user config: unknown key `kept`"]);
                prop_assert_eq!(Some(key.value(&config)), key.rule.read(&text).map(|v| key.same_kind(v)));
            }
        }
    }
}

impl ConfigKey {
    /// In a file, `1` is the number 1.0 for a setting with fractions.
    fn same_kind(&self, value: Value) -> Value {
        if self.value(&Config::default()).is_f64() { json!(value.as_f64()) } else { value }
    }
}

#[test]
fn the_documentation_lists_every_key() {
    let row = |key: &ConfigKey| {
        let expects = key.rule.expects();
        let user_only = if key.rule.user_only { ", user level only" } else { "" };
        let default = key.value(&Config::default());
        format!("| `{}` | `{default}` | {expects}{user_only} | {} |\n", key.name, key.about)
    };
    let rows: String = KEYS.iter().map(row).collect();
    let page = include_str!("../../../docs/configuration.md");
    assert!(page.contains(&rows), "docs/configuration.md must hold these rows:\n{rows}");
}
