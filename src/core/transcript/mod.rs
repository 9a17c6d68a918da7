//! A transcript line as it stands, borrowed from the bytes that were read. The format is undocumented and grows:
//! unknown fields and types are passed over, and what is not needed is not looked at.

mod content;
mod skim;

use serde::Deserialize;
use serde_json::value::RawValue;

pub use content::{Block, BlockKind, Content, Text};

/// Why a line was passed over. Never a reason to stop reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    #[error("the line is not UTF-8")]
    NotUtf8,
    #[error("the line is not a JSON object of a known shape")]
    Malformed,
}

/// The entry that a line holds; None when nothing in it is of interest.
pub fn parse(line: &[u8]) -> Result<Option<Entry<'_>>, LineError> {
    if !skim::may_matter(line) {
        return Ok(None);
    }
    let line = std::str::from_utf8(line).map_err(|_| LineError::NotUtf8)?;
    let entry: Entry<'_> = serde_json::from_str(line).map_err(|_| LineError::Malformed)?;
    Ok((entry.kind != EntryKind::Other).then_some(entry))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryKind {
    User,
    Assistant,
    System,
    Attachment,
    QueueOperation,
    #[default]
    #[serde(other)]
    Other,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry<'a> {
    #[serde(rename = "type")]
    pub kind: EntryKind,
    #[serde(borrow)]
    pub uuid: Option<Text<'a>>,
    pub timestamp: Option<Text<'a>>,
    pub cwd: Option<Text<'a>>,
    pub git_branch: Option<Text<'a>>,
    pub version: Option<Text<'a>>,
    pub entrypoint: Option<Text<'a>>,
    pub prompt_source: Option<Text<'a>>,
    pub origin: Option<Source<'a>>,
    #[serde(default)]
    pub message: Message<'a>,
    #[serde(default)]
    pub is_sidechain: bool,
    #[serde(default)]
    pub is_meta: bool,
    #[serde(default)]
    pub is_compact_summary: bool,
    #[serde(default)]
    pub is_visible_in_transcript_only: bool,
    #[serde(default)]
    pub is_api_error_message: bool,
    #[serde(default)]
    pub turn_companion: bool,
    #[serde(rename = "sourceToolUseID")]
    pub source_tool_use_id: Option<Text<'a>>,
    pub plan_content: Option<&'a RawValue>,
    pub tool_denial_kind: Option<Text<'a>>,
    /// Often a copy of whole files: looked into only for the tools whose dialogs people answer.
    pub tool_use_result: Option<&'a RawValue>,
    pub attachment: Option<Attachment<'a>>,
    /// What a queue operation does: `enqueue`, `dequeue`, `remove`, `popAll`.
    pub operation: Option<Text<'a>>,
    /// The text of queue operations and system lines.
    #[serde(default)]
    pub content: Content<'a>,
}

#[derive(Debug, Default, Deserialize)]
pub struct Message<'a> {
    #[serde(borrow)]
    pub model: Option<Text<'a>>,
    #[serde(default)]
    pub content: Content<'a>,
}

/// Who sent a prompt, as newer clients note it.
#[derive(Debug, Default, Deserialize)]
pub struct Source<'a> {
    #[serde(borrow)]
    pub kind: Option<Text<'a>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attachment<'a> {
    #[serde(rename = "type", borrow)]
    pub kind: Option<Text<'a>>,
    #[serde(default)]
    pub content: Content<'a>,
    pub stdout: Option<Text<'a>>,
    #[serde(default)]
    pub prompt: Content<'a>,
    pub command_mode: Option<Text<'a>>,
    pub origin: Option<Source<'a>>,
}

#[cfg(test)]
mod tests {
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
            (
                r#"["one",{"type":"text","text":"two"},7,null,[1],{"type":"image"}]"#,
                vec!["one", "two"],
            ),
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
        assert!(matches!(
            entry.message.content,
            Content::Text(Text(std::borrow::Cow::Borrowed("plain")))
        ));
    }

    #[test]
    fn bad_lines_are_told_apart() {
        assert_eq!(
            parse(b"{\"type\":\"user\",\"cwd\":\"\xff\"}").err(),
            Some(LineError::NotUtf8)
        );
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
        for line in [
            "",
            "\r",
            r#"{"type":"summary"}"#,
            r#"{ "type": "a kind of the future" }"#,
        ] {
            assert!(matches!(parse(line.as_bytes()), Ok(None)), "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(line in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&line);
        }
    }
}
