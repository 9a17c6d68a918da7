use std::io::{Cursor as Bytes, Write};

use proptest::prelude::*;

use super::*;
use crate::core::session::turns::Origin;

fn lines_of(bytes: &[u8], from: u64) -> (Vec<(Vec<u8>, u64)>, LineCounts) {
    let mut lines = Vec::new();
    let counts = read_lines(Bytes::new(bytes), from, |line, start| {
        lines.push((line.to_owned(), start));
        Ok(())
    })
    .expect("bytes can be read");
    (lines, counts)
}

fn prompt(id: &str, text: &str) -> String {
    format!(r#"{{"type":"user","uuid":"{id}","message":{{"content":"{text}"}}}}"#)
}

fn transcript(lines: &[String]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    append(&mut file, &lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    file
}

fn append(file: &mut tempfile::NamedTempFile, text: &str) {
    file.write_all(text.as_bytes()).expect("the file can be written");
}

fn typed(file: &tempfile::NamedTempFile, cursor: Option<&Cursor>) -> (Vec<String>, TranscriptReading) {
    let mut file = file.reopen().expect("the file");
    let reading = read_turns(&mut file, cursor, false).expect("the file can be read");
    let prompts = reading.turns.iter().filter(|turn| turn.origin == Origin::Typed);
    (prompts.map(|turn| turn.text.clone()).collect(), reading)
}

#[test]
fn lines_come_with_their_place() {
    let (lines, counts) = lines_of(b"one\n\nthree\n", 0);
    assert_eq!(lines, [(b"one".to_vec(), 0), (vec![], 4), (b"three".to_vec(), 5)]);
    assert_eq!((counts.lines, counts.end), (3, 11));
    assert_eq!(lines_of(b"one\ntwo\n", 4).0, [(b"two".to_vec(), 4)]);
}

#[test]
fn half_a_line_stays_for_next_time() {
    let (lines, counts) = lines_of(b"one\n{two}", 0);
    assert_eq!((lines.len(), counts.lines, counts.end), (2, 2, 9));
    let (lines, counts) = lines_of(b"one\n{tw", 0);
    assert_eq!((lines.len(), counts.lines, counts.end), (1, 1, 4));
    let refuse = |_: &[u8], _| Err(LineError::Malformed);
    let counts = read_lines(Bytes::new(b"{{}"), 0, refuse).expect("bytes can be read");
    assert_eq!(counts, LineCounts::default());
}

#[test]
fn a_line_that_is_too_long_is_counted_and_the_next_is_read() {
    let mut bytes = vec![b'x'; LONGEST_LINE + 1];
    bytes.extend_from_slice(b"\nnext\n");
    let (lines, counts) = lines_of(&bytes, 0);
    assert_eq!(lines, [(b"next".to_vec(), LONGEST_LINE as u64 + 2)]);
    assert_eq!((counts.lines, counts.too_long, counts.end), (1, 1, bytes.len() as u64));
    let whole = [vec![b'y'; LONGEST_LINE], vec![b'\n']].concat();
    assert_eq!(lines_of(&whole, 0).1.too_long, 0);
}

#[test]
fn bad_lines_are_counted_and_stop_nothing() {
    let mut file =
        transcript(&[prompt("1", "first"), "// no json".to_owned(), r#"{"type":"user""#.to_owned()]);
    file.write_all(b"{\"type\":\"user\",\"cwd\":\"\xff\"}\n").expect("the file can be written");
    append(&mut file, &prompt("2", "second"));
    let (prompts, reading) = typed(&file, None);
    assert_eq!(prompts, ["first", "second"]);
    let counts = reading.counts;
    assert_eq!((counts.lines, counts.malformed, counts.not_utf8), (5, 2, 1));
}

#[test]
fn a_later_reading_begins_at_the_last_prompt() {
    let mut file =
        transcript(&[prompt("1", "first"), prompt("2", "second"), r#"{"type":"assistant"}"#.to_owned()]);
    let (_, reading) = typed(&file, None);
    assert_eq!(reading.cursor.offset, prompt("1", "first").len() as u64 + 1);
    append(&mut file, &format!("{}\n{}", prompt("3", "third"), &prompt("4", "half")[..30]));
    let (prompts, reading) = typed(&file, Some(&reading.cursor));
    assert_eq!(prompts, ["second", "third"]);
    append(&mut file, &format!("{}\n", &prompt("4", "half")[30..]));
    assert_eq!(typed(&file, Some(&reading.cursor)).0, ["third", "half"]);
}

#[test]
fn a_cut_or_replaced_file_is_read_from_the_start() {
    let lines = [prompt("1", "first"), prompt("2", "second"), prompt("3", "third")];
    let file = transcript(&lines);
    let cursor = typed(&file, None).1.cursor;
    assert_eq!(typed(&file, Some(&cursor)).0, ["third"]);

    let other = transcript(&[prompt("1", "FIRST"), lines[1].clone(), lines[2].clone()]);
    assert_eq!(typed(&other, Some(&cursor)).0.len(), 3, "another file");
    let inode = typed(&other, None).1.cursor.inode;
    assert_eq!(
        typed(&other, Some(&Cursor { inode, ..cursor.clone() })).0.len(),
        3,
        "other bytes before the cursor"
    );
    file.as_file().set_len(10).expect("the file can be cut");
    assert_eq!(typed(&file, Some(&cursor)).1.counts.end, 0, "a shorter file");
}

proptest! {
    #[test]
    fn every_line_is_given_whole(lines in prop::collection::vec("[a-z]{0,20}", 1..50)) {
        let text = lines.join("\n") + "\n";
        let (read, counts) = lines_of(text.as_bytes(), 0);
        let read: Vec<String> = read.into_iter().map(|(line, _)| String::from_utf8_lossy(&line).into_owned()).collect();
        prop_assert_eq!(read, lines);
        prop_assert_eq!(counts.end, text.len() as u64);
    }
}

/// The buffer size must not matter: lines longer than it, and lines that end with it.
#[test]
fn lines_larger_than_the_buffer() {
    for length in [BUFFER - 1, BUFFER, BUFFER + 1, 3 * BUFFER] {
        let text = format!("{}\nnext\n", "x".repeat(length));
        let (lines, counts) = lines_of(text.as_bytes(), 0);
        assert_eq!((lines[0].0.len(), lines[1].1), (length, length as u64 + 1));
        assert_eq!(counts.end, text.len() as u64);
    }
}

#[test]
fn a_subagent_is_read_like_a_session_of_its_own() {
    let said = r#"{"type":"assistant","uuid":"b","isSidechain":true,"message":{"content":"The report."}}"#;
    let file = transcript(&[
        prompt("a", "Look at it.").replace("{\"type\"", "{\"isSidechain\":true,\"type\""),
        said.into(),
    ]);
    let turns = read_agent(&mut file.reopen().expect("the file")).expect("the file can be read");
    let origins: Vec<Origin> = turns.iter().map(|turn| turn.origin).collect();
    assert_eq!(origins, [Origin::Typed, Origin::Assistant]);
}
