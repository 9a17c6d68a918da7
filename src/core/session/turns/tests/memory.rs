use proptest::prelude::*;
use serde_json::json;

use super::super::keep::{KeptTurns, TURNS, clip};
use super::super::{Origin, Turn, TurnReader};
use super::{call, read, result, user};
use crate::core::session::transcript;

#[test]
fn long_texts_keep_their_head_and_tail() {
    let output = format!("first{}last", "x".repeat(1 << 20));
    let kept = |tool: &str, is_error: bool| {
        let turns = read(&[call("t1", tool, json!({})), result("t1", &output, is_error, json!("x"))]);
        let text = turns[0].action.as_ref().and_then(|action| action.result.clone()).expect("a result").text;
        assert!(text.starts_with("first") && text.ends_with("last"));
        text.len()
    };
    assert!((8000..=8192).contains(&kept("Bash", false)));
    assert!((8000..=8192).contains(&kept("Read", true)));
    assert!(kept("Read", false) <= 1024);
    assert!(read(&[user(output.clone())])[0].text.len() <= 64 << 10);
}

#[test]
fn the_oldest_texts_go_first_and_a_persons_last() {
    let turn = |origin: Origin, bytes: usize| Turn {
        id: String::new(),
        at: None,
        origin,
        text: "x".repeat(bytes),
        cwd: None,
        branch: None,
        headless: false,
        mid_turn: false,
        action: None,
    };
    let (mut kept, mut turns) = (KeptTurns::default(), vec![turn(Origin::Typed, 60 << 10)]);
    kept.add(60 << 10, &mut turns);
    for _ in 0..8192 {
        turns.push(turn(Origin::Assistant, 32 << 10));
        kept.add(32 << 10, &mut turns);
    }
    let total: usize = turns.iter().map(|turn| turn.text.len()).sum();
    assert!(total <= 64 << 20, "{total}");
    assert!((16_000..=16 << 10).contains(&turns[0].text.len()));
    assert_eq!(turns[1].text.len(), 0);
    assert_eq!(turns[8192].text.len(), 32 << 10);
}

#[test]
fn of_the_oldest_turns_only_peoples_stay() {
    let mut reader = TurnReader::new(false);
    let mut push = |line: &str| {
        let entry = transcript::parse(line.as_bytes()).expect("a line").expect("an entry");
        reader.push(&entry);
    };
    let said = |n: usize| format!(r#"{{"type":"assistant","uuid":"a{n}","message":{{"content":"ok"}}}}"#);
    push(&user("always lint").to_string());
    push(&call("old", "Bash", json!({})).to_string());
    (0..TURNS - 3).for_each(|n| push(&said(n)));
    push(&call("new", "Bash", json!({})).to_string());
    (TURNS..TURNS + 2).for_each(|n| push(&said(n)));
    push(&result("old", "lost", false, json!({})).to_string());
    push(&result("new", "found", false, json!({"n": 1})).to_string());
    let turns = reader.finish();
    assert_eq!((turns[0].origin, turns.len()), (Origin::Typed, TURNS / 2 + 3));
    let results: Vec<_> = turns.iter().filter_map(|turn| turn.action.as_ref()?.result.as_ref()).collect();
    assert_eq!(results.iter().map(|result| &*result.text).collect::<Vec<_>>(), ["found"]);
}

proptest! {
    #[test]
    fn clip_is_short_and_made_of_both_ends(text in "[a-zé日🙂]{0,300}", limit in 16usize..200) {
        let clipped = clip(&text, limit);
        if text.len() <= limit {
            prop_assert_eq!(clipped, text);
        } else {
            prop_assert!(clipped.len() <= limit);
            let (head, tail) = clipped.split_once("\n…\n").expect("the gap");
            prop_assert!(text.starts_with(head) && text.ends_with(tail));
            prop_assert!(clipped.len() + 16 > limit);
        }
    }
}
