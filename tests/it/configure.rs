//! `ingrain configure`: a value that is set takes effect, a rejected one comes with its reason, and the
//! rest of the file stays as it was.

use std::fs;

use crate::learning::a_week;
use crate::world::{World, write};

#[test]
fn a_key_is_set_read_and_set_again() {
    let world = World::new();
    assert_eq!(world.run(&["configure", "--get", "batch_size"]).ok().stdout, "3\n");
    let set = world.run(&["configure", "--set", "batch_size=7", "--set", "inject.min_room=9"]).ok();
    assert_eq!(
        set.stdout,
        "[HOME]/.config/ingrain/config.json\n  set batch_size: 7\n  set inject.min_room: 9\n"
    );
    assert_eq!(world.run(&["configure", "--get", "batch_size"]).ok().stdout, "7\n");
    assert_eq!(world.run(&["configure", "--get", "inject.min_room"]).ok().stdout, "9\n");
    let again = world.run(&["configure", "--set", "batch_size=7"]).ok();
    assert_eq!((again.stdout.as_str(), again.stderr.as_str()), ("", "nothing to change\n"));
    let config = world.run(&["configure", "--list", "--json"]).ok().json();
    assert_eq!(config["inject"]["min_room"], 9);
    assert_eq!(config["thresholds"]["workflow"]["required"], 3);
}

#[test]
fn an_extractor_without_consent_does_not_count_yet() {
    let mut world = World::new();
    a_week(&mut world);
    let said = world.run(&["configure", "--set", "extractor=claude"]).ok().stderr;
    assert!(said.contains("you have not allowed that yet") && !said.contains("it counts"), "{said}");
    assert!(said.contains("`ingrain enable --extractor claude` says what is sent"), "{said}");
    let said = world.run(&["configure", "--set", "extractor=builtin"]).ok().stderr;
    assert_eq!(said, "it takes effect with the next session\n");
}

#[test]
fn the_rest_of_the_file_stays() {
    let world = World::new();
    write(&world.config(), "{\n  // careful\n  \"later\": {\"x\": 1},\n  \"debug\": false\n}\n");
    let set = world.run(&["configure", "--set", "debug=true"]).ok();
    assert_eq!(set.stderr, "warning: user config: unknown key `later`\n");
    let after = fs::read_to_string(world.config()).unwrap();
    assert_eq!(after, "{\n  // careful\n  \"later\": {\"x\": 1},\n  \"debug\": true\n}\n");
}

#[test]
fn what_is_refused_says_what_is_allowed_and_changes_nothing() {
    let world = World::new();
    for (wish, complaint) in [
        ("batch_size=0", "error: `0` is no value for `batch_size`, expected a whole number from 1 to 20\n"),
        ("batch_size", "error: `batch_size` is not KEY=VALUE\n"),
        (
            "batchsize=1",
            "error: unknown key `batchsize`\n\nhint: run `ingrain configure --list` to see every key\n",
        ),
    ] {
        let answer = world.run(&["configure", "--set", "debug=true", "--set", wish]);
        assert_eq!((answer.code, answer.stderr.as_str()), (2, complaint));
    }
    let answer = world.run(&["configure", "--set", "exclude=/x", "--scope", "project"]);
    assert_eq!(
        (answer.code, answer.stderr.as_str()),
        (2, "error: `exclude` counts in the user config only\n")
    );
    assert!(!world.config().exists() && !world.exists(".memory"));
}

/// Another version may know them: they are kept and reported, and are no problem.
#[test]
fn unknown_keys_are_no_illness() {
    let world = World::new();
    world.write(".memory/learning.json", r#"{"batch_size": 2, "later": true}"#);
    world.run(&["trust"]).ok();
    write(&world.config(), r#"{"inject": {"someday": 1}}"#);
    let status = world.run(&["status"]).ok().stdout;
    assert!(status.lines().any(|line| line.starts_with("health") && line.ends_with(" ok")), "{status}");
    for note in ["user config: unknown key `inject.someday`", "project config: unknown key `later`"] {
        assert!(status.contains(note), "{status}");
    }
    let json = world.run(&["status", "--json"]).ok().json();
    assert_eq!((json["health"].as_array().unwrap().len(), json["notes"].as_array().unwrap().len()), (0, 2));
    world.write(".memory/learning.json", r#"{"batch_size": "many"}"#);
    world.run(&["trust"]).ok();
    assert!(world.run(&["status"]).fails().stdout.contains("`batch_size` is \"many\""));
}

#[test]
fn a_broken_file_is_refused_with_its_place() {
    let world = World::new();
    write(&world.config(), "{\n  \"debug\": tru\n}");
    let answer = world.run(&["configure", "--set", "debug=true"]);
    assert_eq!(
        answer.whole(),
        "exit 1\n--- stdout\n--- stderr\n\
         warning: user config: line 2, column 12: unexpected word\n\
         error: could not read `[HOME]/.config/ingrain/config.json`\n\
         caused by: line 2, column 12: unexpected word\n"
    );
    assert_eq!(fs::read_to_string(world.config()).unwrap(), "{\n  \"debug\": tru\n}");
}

#[test]
fn without_a_terminal_nothing_is_asked() {
    let answer = World::new().run_with(&["configure"], "opus\n");
    assert_eq!(
        answer.whole(),
        "exit 2\n--- stdout\n--- stderr\n\
         error: there is no terminal to ask on\n\n\
         hint: use `--set KEY=VALUE`, `--get KEY` or `--list`\n"
    );
}

fn prompted(world: &World, session: &str) -> String {
    let prompt = serde_json::json!({ "prompt": "where does the sqlite cache live?" });
    world.hook("user-prompt", &world.input(session, "UserPromptSubmit", prompt)).ok().stdout
}

#[test]
fn what_is_set_counts_for_the_next_session_and_prompt() {
    let mut world = World::new();
    a_week(&mut world);
    world.start("told", "startup");
    assert!(world.start("before", "startup").stdout.contains("ADR-001"));
    assert!(prompted(&world, "before-too").contains("ADR-001"));
    let silent = ["configure", "--set", "inject.start_tokens=0", "--set", "inject.prompt_tokens=0"];
    assert_eq!(world.run(&silent).ok().stderr, "it takes effect with the next session\n");
    assert_eq!(world.start("after", "startup").stdout, "");
    assert_eq!(prompted(&world, "after-too"), "");
}

/// Seen from projects in which `configure` was not run.
#[test]
fn a_change_by_hand_counts_once_a_session_has_started() {
    let mut world = World::new();
    a_week(&mut world);
    world.start("told", "startup");
    write(&world.config(), "{\"inject\": {\"start_tokens\": 0, \"prompt_tokens\": 0}}");
    world.start("after", "startup");
    let prepared = |world: &World| fs::read_to_string(world.state().join("prepared/start.json")).unwrap();
    world.until("a worker", |world| prepared(world).contains("\"start_tokens\":0,"));
    assert_eq!(
        (world.start("later", "startup").stdout.as_str(), prompted(&world, "after-too").as_str()),
        ("", "")
    );
    let log = fs::read_to_string(world.state().join("log")).unwrap();
    assert!(log.contains("settings changed"), "{log}");
    world.start("again", "startup");
    let again = fs::read_to_string(world.state().join("log")).unwrap();
    assert_eq!(again.matches("settings changed").count(), log.matches("settings changed").count());
}

#[test]
fn the_list_names_every_key_once() {
    let list = World::new().run(&["configure", "--list"]).ok().stdout;
    let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let keys: Vec<&str> = ingrain::core::config::KEYS.iter().map(|key| key.name).collect();
    assert_eq!(names, keys);
}

#[test]
fn learning_waits_while_a_protection_is_broken() {
    let world = World::new();
    write(&world.config(), "{\"exclude\": \"~/secret\"}");
    let answer = world.run(&["learn", "--now"]).fails();
    let complaint = "error: learning waits until the configuration is corrected: user config: `exclude` is \
                     \"~/secret\", expected a list of folders that begin with / or ~/\n\n\
                     hint: look at it with `ingrain configure --list`\n";
    assert!(answer.stderr.ends_with(complaint), "{}", answer.stderr);
}
