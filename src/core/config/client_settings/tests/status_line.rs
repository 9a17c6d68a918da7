use std::path::Path;

use super::super::NewStatusLine;
use super::*;

fn with_line() -> Wanted {
    Wanted { status_line: NewStatusLine::new(Path::new("/it's a/bin/ingrain"), None), ..hooks() }
}

fn line_of(text: &str) -> Option<StatusLine> {
    crate::core::config::client_settings::status_line::find(&Doc::parse(text).unwrap()).unwrap()
}

/// Commands as people write them, and as JSON spells them.
const COMMANDS: &[&str] = &[
    r#"~/.claude/statusline.sh"#,
    r#"bash -c 'echo \"$USER\"'"#,
    r#"jq -r '.model.display_name' && echo \u0027it\u0027\"s\""#,
    r#"printf '\\u0027 \\' \n\techo ü☃ $(date) `x` \\\\'"#,
    "",
];

fn file(command: &str, style: usize) -> String {
    let line = format!(r#""statusLine": {{ "type": "command", "command": "{command}", "padding": 0 }}"#);
    match style {
        0 => format!("{{{line}}}"),
        1 => format!("{{\n  // mine\n  {line}, // shown\n  \"model\": \"opus\"\n}}\n"),
        _ => format!("\u{feff}{{\r\n\t\"hooks\": {{ \"Stop\": [] }},\r\n\t{line},\r\n}}\r\n"),
    }
}

fn every_file() -> impl Iterator<Item = String> {
    COMMANDS.iter().flat_map(|command| (0..3).map(move |style| file(command, style)))
}

fn command_of(text: &str) -> Value {
    parsed(text)["statusLine"]["command"].clone()
}

#[test]
fn the_command_that_was_there_is_an_argument_of_ours() {
    for before in every_file() {
        let edit = plan_enable(Some(&before), None, &with_line()).unwrap();
        let words = shlex::split(command_of(&edit.after).as_str().unwrap()).unwrap();
        let theirs = command_of(&before);
        assert_eq!(words, ["/it's a/bin/ingrain", "statusline", "--wraps", theirs.as_str().unwrap()]);
        assert_eq!(parsed(&edit.after)["statusLine"]["padding"], 0, "{before}");
    }
}

#[test]
fn taking_it_out_gives_every_byte_back() {
    for before in every_file().chain(ODD.iter().map(|text| (*text).to_owned())) {
        let edit = plan_enable(Some(&before), None, &with_line()).unwrap();
        assert_eq!(plan_disable(&edit.after, edit.undo.as_ref()).unwrap().after, before);
        let again = plan_enable(Some(&edit.after), edit.undo.as_ref(), &with_line()).unwrap();
        assert_eq!(again, Edit { changes: vec![], ..edit });
    }
}

#[test]
fn in_a_file_that_others_changed_their_command_comes_back() {
    for before in every_file() {
        let touched = format!("{}\n// seen\n", plan_enable(Some(&before), None, &with_line()).unwrap().after);
        let after = disable(&touched);
        assert_eq!(parsed(&after)["statusLine"], parsed(&before)["statusLine"], "{before}");
    }
    for before in ODD {
        let touched = format!("{}\n// seen\n", plan_enable(Some(before), None, &with_line()).unwrap().after);
        let after = parsed(&disable(&touched));
        assert_eq!(after.get("statusLine"), None, "{before}");
        assert!(after.get("hooks").is_none_or(|hooks| !hooks.to_string().contains("a b/bin")), "{before}");
    }
}

#[test]
fn a_line_that_was_put_in_place_of_ours_stays() {
    let enabled = plan_enable(Some("{}"), None, &with_line()).unwrap();
    let ours = serde_json::to_string(&command_of(&enabled.after)).unwrap();
    let theirs = enabled.after.replace(&ours, "\"mine now\"");
    assert_eq!(command_of(&disable(&theirs)), "mine now");
    assert_eq!(line_of(&theirs), None);
}

#[test]
fn a_moved_program_is_set_anew_around_the_same_command() {
    for before in every_file() {
        let old = plan_enable(Some(&before), None, &with_line()).unwrap();
        let moved = Wanted { status_line: NewStatusLine::new(Path::new("/new/ingrain"), None), ..hooks() };
        let new = plan_enable(Some(&old.after), old.undo.as_ref(), &moved).unwrap();
        let line = line_of(&new.after).unwrap();
        assert_eq!(line.program, "/new/ingrain");
        assert_eq!(line.wraps.as_deref(), command_of(&before).as_str());
        assert_eq!(new.undo.unwrap().restore(&new.after), Some(before));
    }
}

#[test]
fn in_a_stronger_file_it_stands_for_the_one_it_hides() {
    let weaker = |command: &str| Some(json!({"type": "command", "command": command, "padding": 2}));
    let set = |weaker: Option<Value>| {
        let line = NewStatusLine::new(Path::new("/bin/ingrain"), weaker);
        let wanted = Wanted { hooks: vec![], status_line: line };
        let edit = plan_enable(Some("{}"), None, &wanted).unwrap();
        assert!(plan_enable(Some(&edit.after), None, &wanted).unwrap().changes.is_empty());
        assert_eq!(parsed(&disable(&edit.after)), json!({}));
        parsed(&edit.after)["statusLine"].clone()
    };
    assert_eq!(
        set(weaker("echo 'hi'")),
        json!({"type": "command", "command": r"/bin/ingrain statusline --hides 'echo '\''hi'\'''", "padding": 2})
    );
    assert_eq!(set(weaker("/x/ingrain statusline"))["command"], "/bin/ingrain statusline");
    assert_eq!(
        set(weaker("/x/ingrain statusline --wraps hi"))["command"],
        "/bin/ingrain statusline --hides 'hi'"
    );
    for odd in [json!("text"), json!({"type": "static"}), json!(null)] {
        assert_eq!(set(Some(odd))["command"], "/bin/ingrain statusline");
    }
}

#[test]
fn only_our_own_command_is_ours() {
    for (command, ours) in [
        ("/bin/ingrain statusline", true),
        ("'/a b/ingrain' statusline --wraps 'x y'", true),
        ("/bin/ingrain hud", false),
        ("/bin/my-ingrain statusline", false),
        ("echo ingrain statusline", false),
        ("", false),
    ] {
        assert_eq!(StatusLine::read(command).is_some(), ours, "{command}");
    }
}

#[test]
fn ours_around_ours_holds_what_is_not_ours() {
    for (command, held) in [
        ("/a/ingrain statusline --wraps '/b/ingrain statusline --wraps date'", Some("date")),
        ("/a/ingrain statusline --wraps '/b/ingrain statusline'", None),
        ("/a/ingrain statusline --wraps date", Some("date")),
    ] {
        assert_eq!(StatusLine::read(command).unwrap().wraps.as_deref(), held, "{command}");
    }
}

#[test]
fn what_is_no_command_is_refused_with_its_place() {
    for text in ["{\"statusLine\": 1}", "{\"statusLine\": {\"command\": [\"x\"]}}", "{\"statusLine\": null}"]
    {
        let fault = plan_enable(Some(text), None, &with_line()).unwrap_err();
        assert_eq!(fault.to_string(), "line 1, column 16: expected `statusLine` to be a command", "{text}");
        assert!(plan_enable(Some(text), None, &hooks()).is_ok());
    }
}
