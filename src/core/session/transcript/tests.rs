use proptest::prelude::*;

use super::*;

fn texts(line: &str) -> Vec<String> {
    let entry = parse(line.as_bytes()).expect("a line").expect("an entry");
    entry.message.content.texts().map(str::to_owned).collect()
}

#[test]
fn content_comes_in_every_mixture() {
    for (content, expected) in [
        (r#""plain""#, vec!["plain"]),
        (r#""a \"quoted\" line\n""#, vec!["a \"quoted\" line\n"]),
        (r#"["one",{"type":"text","text":"two"},7,null,[1],{"type":"image"}]"#, vec!["one", "two"]),
        (r#"[{"type":"thinking","thinking":"hm","text":"x"}]"#, vec![]),
        (r#"{"odd":[1]}"#, vec![]),
        ("null", vec![]),
        ("12.5", vec![]),
    ] {
        let line = format!(r#"{{"type":"user","message":{{"role":"user","content":{content}}}}}"#);
        assert_eq!(texts(&line), expected, "{content}");
    }
}

#[test]
fn plain_text_is_borrowed() {
    let line = br#"{"type":"user","message":{"content":"plain"}}"#;
    let entry = parse(line).expect("a line").expect("an entry");
    assert!(matches!(entry.message.content, Content::Text(Text(std::borrow::Cow::Borrowed("plain")))));
}

#[test]
fn bad_lines_are_told_apart() {
    assert_eq!(parse(b"{\"type\":\"user\",\"cwd\":\"\xff\"}").err(), Some(LineError::NotUtf8));
    for line in [
        "// a comment",
        r#"{"type":"user","#,
        r#"{"type":"user"}{"type":"user"}"#,
        "[]",
        "7",
        r#"{"type":7}"#,
    ] {
        assert_eq!(parse(line.as_bytes()).err(), Some(LineError::Malformed), "{line}");
    }
    for line in ["", "\r", r#"{"type":"summary"}"#, r#"{ "type": "a kind of the future" }"#] {
        assert!(matches!(parse(line.as_bytes()), Ok(None)), "{line}");
    }
}

#[test]
fn a_result_is_read_up_to_what_repeats_it() {
    let line = |is_error: bool, more: &str| {
        let block = format!(r#"{{"type":"tool_result","content":"ok","is_error":{is_error}}}"#);
        let result = r#""toolUseResult":{"plan":"p\n"}"#;
        format!(r#"{{"type":"user","message":{{"content":[{block}]}},"uuid":"u",{result}{more},"cwd":"/w"}}"#)
    };
    #[derive(Deserialize, PartialEq, Debug)]
    struct Plan {
        plan: String,
    }
    for (line, cwd) in [
        (line(false, ""), None),
        (line(false, r#","bad":"\q""#), None),
        (line(true, ""), Some("/w")),
        (line(false, "").replace(r#","toolUse"#, r#", "toolUse"#), Some("/w")),
    ] {
        let entry = parse(line.as_bytes()).expect("a line").expect("an entry");
        assert_eq!((entry.cwd.as_deref(), entry.uuid.as_deref()), (cwd, Some("u")), "{line}");
        assert_eq!(entry.message.content.blocks()[0].content.texts().next(), Some("ok"));
        assert_eq!(entry.tool_use_result(), Some(Plan { plan: "p\n".to_owned() }), "{line}");
        assert_eq!(entry.tool_use_result::<String>(), None);
    }
}

#[test]
fn a_line_broken_before_its_result_is_malformed() {
    for line in [
        r#"{"type":"user",7,"toolUseResult":{}}"#,
        r#"{"type":"user","message":{"content":[],"toolUseResult":{}}"#,
        r#"{"type":"user","message":{"content":{"a":1,"toolUseResult":2}}"#,
        r#"["type":"user","toolUseResult":{}}"#,
        r#"{"type":"user"},"toolUseResult":{}}"#,
    ] {
        assert_eq!(parse(line.as_bytes()).err(), Some(LineError::Malformed), "{line}");
    }
    let nested = r#"{"type":"user","message":{"content":"hi","x":{"a":1,"toolUseResult":2}},"cwd":"/w"}"#;
    let entry = parse(nested.as_bytes()).expect("a line").expect("an entry");
    assert_eq!((entry.cwd.as_deref(), entry.has_tool_use_result()), (Some("/w"), false));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(line in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&line);
    }
}
