use serde_json::{Value, json};

use super::super::Origin;
use super::{assistant, line, read, teaching, user, user_with};

/// Queue lines carry no uuid, folder or version.
fn operation(name: &str, at: u32, content: impl Into<Value>) -> Value {
    let time = format!("2026-03-04T10:00:{at:02}.000Z");
    json!({"type": "queue-operation", "operation": name, "timestamp": time, "sessionId": "5e55", "content": content.into()})
}

fn enqueue(at: u32, content: impl Into<Value>) -> Value {
    operation("enqueue", at, content)
}

fn attached(prompt: &str, more: Value) -> Value {
    let mut attachment = json!({"type": "queued_command", "prompt": prompt, "commandMode": "prompt"});
    super::with(&mut attachment, more);
    line("attachment", json!({"attachment": attachment}))
}

fn said(lines: &[Value]) -> Vec<String> {
    teaching(lines).into_iter().map(|(_, text)| text).collect()
}

#[test]
fn a_message_sent_while_the_agent_works_stands_nowhere_else() {
    let lines = [
        user("go"),
        assistant("working"),
        enqueue(1, "and keep the tests green"),
        operation("remove", 2, Value::Null),
    ];
    assert_eq!(said(&lines), ["go", "and keep the tests green"]);
    let queued = read(&lines).pop().expect("the queued turn");
    assert_eq!((queued.origin, queued.id.len(), queued.mid_turn), (Origin::Typed, 64, true));
    assert!(!read(&lines)[0].mid_turn);
    assert_eq!(queued.cwd.as_deref(), Some("/work/shop"));
    assert_eq!(said(&[enqueue(1, "still waiting when the session ended")]).len(), 1);
}

#[test]
fn a_message_written_twice_counts_once_and_keeps_the_name_of_its_line() {
    let dequeued = [enqueue(1, "commit this\n"), operation("dequeue", 2, Value::Null), user("commit this")];
    assert_eq!(said(&dequeued), ["commit this"]);
    assert_eq!(read(&dequeued)[0].id, dequeued[2]["uuid"]);
    let delivered =
        [enqueue(1, "use tabs"), operation("remove", 2, Value::Null), attached("use tabs", json!({}))];
    assert_eq!(said(&delivered), ["use tabs"]);
    assert_eq!(read(&delivered)[0].id, delivered[2]["uuid"]);
    let before = [user("yes"), enqueue(1, "yes"), enqueue(2, "yes")];
    assert_eq!(said(&before), ["yes"]);
}

#[test]
fn what_went_back_into_the_editor_was_not_said() {
    assert_eq!(
        said(&[enqueue(1, "drop it"), enqueue(2, "keep it"), operation("popAll", 3, "drop it")]),
        ["keep it"]
    );
    let all =
        [enqueue(1, "delivered"), operation("remove", 2, Value::Null), enqueue(3, "a"), enqueue(4, "b")];
    assert_eq!(said(&[&all[..], &[operation("popAll", 5, Value::Null)]].concat()), ["delivered"]);
    assert_eq!(said(&[enqueue(1, "typo"), operation("popAll", 2, "typo"), enqueue(3, "typo")]), ["typo"]);
}

#[test]
fn notifications_and_commands_in_the_queue_are_the_clients() {
    for content in [
        json!("<task-notification>\n<task-id>a</task-id>\n</task-notification>"),
        json!(r#"{"task_id":"b1","description":"bun test"}"#),
        json!("/plan"),
        json!("/deploy now"),
        Value::Null,
    ] {
        assert_eq!(said(&[enqueue(1, content.clone())]), [""; 0], "{content}");
    }
    assert_eq!(said(&[enqueue(1, "/work/shop/a.rs is wrong")]).len(), 1);
    assert_eq!(said(&[enqueue(1, json!([{"type": "text", "text": "look"}, {"type": "image"}]))]), ["look"]);
}

#[test]
fn attachments_count_when_a_person_sent_them() {
    assert_eq!(said(&[attached("faster", json!({"origin": {"kind": "human"}}))]), ["faster"]);
    for more in [
        json!({"commandMode": "task-notification"}),
        json!({"origin": {"kind": "task-notification"}}),
        json!({"prompt": "<task-notification>x</task-notification>"}),
        json!({"prompt": "/plan"}),
    ] {
        assert_eq!(said(&[attached("faster", more.clone())]), [""; 0], "{more}");
    }
}

#[test]
fn the_name_of_a_queued_message_is_its_time_and_text() {
    let id = |at, text: &str| read(&[enqueue(at, text)])[0].id.clone();
    assert_eq!(id(1, "a"), id(1, "a"));
    assert_ne!(id(1, "a"), id(2, "a"));
    assert_ne!(id(1, "a"), id(1, "b"));
}

#[test]
fn a_programs_queue_is_headless_too() {
    let headless = user_with("first", json!({"entrypoint": "sdk-cli"}));
    assert!(read(&[enqueue(1, "second"), headless.clone()])[0].headless);
    assert!(
        !read(&[enqueue(1, "second"), headless, user_with("third", json!({"entrypoint": "cli"}))])[0]
            .headless
    );
}
