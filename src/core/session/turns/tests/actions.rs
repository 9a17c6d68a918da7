use serde_json::{Value, json};

use super::super::{Origin, ToolCall};
use super::{call, line, read, result};

fn action(tool: &str, input: Value) -> ToolCall {
    *read(&[call("t1", tool, input)]).remove(0).action.expect("an action")
}

#[test]
fn an_action_names_what_it_is_about() {
    let bash = action("Bash", json!({"command": "just test", "description": "Run tests"}));
    assert_eq!((&*bash.tool, &*bash.id, bash.command.as_deref()), ("Bash", "t1", Some("just test")));
    let edit = action("Edit", json!({"file_path": "/work/a.rs", "old_string": "a", "new_string": "b"}));
    assert_eq!((edit.path.as_deref(), edit.command), (Some("/work/a.rs"), None));
    assert_eq!(action("Grep", json!({"pattern": "x", "path": "src"})).path.as_deref(), Some("src"));
    assert_eq!(action("NotebookEdit", json!({"notebook_path": "n.ipynb"})).path.as_deref(), Some("n.ipynb"));
    for (tool, input) in [
        ("Skill", json!({"skill": "ship", "args": "now"})),
        ("Skill", json!({"command": "ship"})),
        ("SlashCommand", json!({"command": "/ship now"})),
    ] {
        let invoked = action(tool, input);
        assert_eq!((invoked.skill.as_deref(), invoked.command), (Some("ship"), None), "{tool}");
    }
    assert_eq!(
        action("Task", json!({"subagent_type": "reviewer", "prompt": "p"})).agent_type.as_deref(),
        Some("reviewer")
    );
    assert_eq!(
        action("mcp__x__y", json!("odd")),
        ToolCall {
            tool: "mcp__x__y".into(),
            id: "t1".into(),
            input_hash: action("z", json!("odd")).input_hash,
            ..ToolCall::default()
        }
    );
}

#[test]
fn an_edit_tells_which_rules_it_silences() {
    let silenced = |tool: &str, old: &str, new: &str| -> Vec<String> {
        let edit = action(tool, json!({"file_path": "/work/a.go", "old_string": old, "new_string": new}));
        edit.silenced.iter().map(|rule| rule.id().to_owned()).collect()
    };
    let comment = "return nil //nolint:nilerr // \"fine\"\n";
    assert_eq!(silenced("Edit", "return nil", comment), ["nilerr"]);
    assert_eq!(
        silenced("Edit", comment, &format!("{comment}x()")),
        Vec::<String>::new(),
        "it was there before"
    );
    assert_eq!(
        silenced("Write", "", comment),
        Vec::<String>::new(),
        "a whole file says nothing of what is new"
    );
}

#[test]
fn the_same_input_has_the_same_hash() {
    let hash = |command: &str| action("Bash", json!({"command": command})).input_hash;
    assert_eq!(hash("just test"), hash("just test"));
    assert_ne!(hash("just test"), hash("just lint"));
}

#[test]
fn a_plan_or_a_task_is_the_text_of_its_turn() {
    let text = |tool: &str, input: Value| read(&[call("t1", tool, input)]).remove(0).text;
    assert_eq!(text("ExitPlanMode", json!({"plan": "# Plan"})), "# Plan");
    assert_eq!(text("Task", json!({"prompt": "review it"})), "review it");
    assert_eq!(text("Bash", json!({"command": "ls"})), "");
}

#[test]
fn results_find_their_calls_in_any_order() {
    let turns = read(&[
        call("t1", "Bash", json!({"command": "a"})),
        call("t2", "Bash", json!({"command": "b"})),
        result("t2", "Exit code 1\nred", true, json!("Error: Exit code 1\nred")),
        result("t1", "green", false, json!({"stdout": "green"})),
    ]);
    let of = |index: usize| {
        turns[index].action.as_ref().and_then(|action| action.result.clone()).expect("a result")
    };
    assert_eq!(turns.len(), 2);
    assert_eq!((of(0).is_error, &*of(0).text), (false, "green"));
    assert_eq!((of(1).is_error, &*of(1).text), (true, "Exit code 1\nred"));
    assert!(of(0).at.is_some());
}

#[test]
fn results_may_be_lists_and_hold_images() {
    let content = json!([{"type": "text", "text": "one"}, {"type": "image", "source": {}}, {"type": "text", "text": "two"}]);
    let block = json!({"type": "tool_result", "tool_use_id": "t1", "content": content});
    let turns =
        read(&[call("t1", "mcp__x__y", json!({})), line("user", json!({"message": {"content": [block]}}))]);
    let result = turns[0].action.as_ref().and_then(|action| action.result.as_ref()).expect("a result");
    assert_eq!((result.is_error, &*result.text), (false, "one\ntwo"));
}

#[test]
fn an_edit_that_the_person_changed_says_so() {
    let changed = |tool: &str, whole: Value| {
        let turns = read(&[call("t1", tool, json!({"file_path": "a"})), result("t1", "ok", false, whole)]);
        turns[0]
            .action
            .as_ref()
            .and_then(|action| action.result.as_ref())
            .expect("a result")
            .changed_by_person
    };
    assert!(changed("Edit", json!({"filePath": "a", "userModified": true})));
    assert!(!changed("Edit", json!({"filePath": "a", "userModified": false})));
    assert!(!changed("Edit", json!({"originalFile": r#""userModified":true"#})));
    assert!(!changed("Read", json!({"userModified": true})));
}

#[test]
fn a_sidechain_is_the_subagents() {
    let mut inner = call("t1", "Bash", json!({"command": "ls"}));
    inner["isSidechain"] = json!(true);
    let turns = read(&[inner]);
    assert_eq!(turns[0].origin, Origin::Subagent);
    assert!(turns[0].action.is_some());
}

#[test]
fn what_a_subagent_handed_back_is_told_by_the_client() {
    let handed = |tool: &str, text: &str, whole: Value| {
        let turns = read(&[call("t1", tool, json!({"prompt": "p"})), result("t1", text, false, whole)]);
        let answer = turns[0].action.as_ref().unwrap().result.clone().unwrap();
        (answer.agent, answer.text)
    };
    let note = json!({"type": "text", "text": "<tools-used-before-summary>Bash</tools-used-before-summary>"});
    let report = json!({"type": "text", "text": "The report."});
    for (tool, text, whole, expected) in [
        // 2.1.325 puts notes of its own around the report, 2.0.64 only after it.
        (
            "Agent",
            "[Subagent hand-back] …",
            json!({"agentId": "a1", "content": [note, report]}),
            "The report.",
        ),
        ("Task", "The report.\nagentId: a1", json!({"agentId": "a1", "content": [report]}), "The report."),
        ("Agent", "Async agent launched", json!({"isAsync": true, "agentId": "a1"}), "Async agent launched"),
    ] {
        assert_eq!(handed(tool, text, whole), (Some("a1".to_owned()), expected.to_owned()), "{text}");
    }
    assert_eq!(handed("Task", "The report.", json!("The report.")), (None, "The report.".to_owned()));
    let foreign = json!({"agentId": "a1", "content": [report]});
    assert_eq!(handed("mcp__x__Task", "text", foreign), (None, "text".to_owned()));
}
