//! Parsing of transcript lines, borrowed from the bytes that were read. The format is undocumented
//! and grows: unknown fields and types are ignored, and unneeded ones are not parsed.

mod content;
mod open_end;
mod skim;

use serde::Deserialize;
use serde_json::value::RawValue;

pub use content::{BlockKind, Content, ContentBlock, Text};

/// The reason why a line was skipped. Never a reason to stop reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    #[error("the line is not UTF-8")]
    NotUtf8,
    #[error("the line is not a JSON object of a known shape")]
    Malformed,
}

/// The entry in a line; `None` if nothing in it is of interest.
pub fn parse(line: &[u8]) -> Result<Option<TranscriptLine<'_>>, LineError> {
    if !skim::may_matter(line) {
        return Ok(None);
    }
    let entry = open_end::parse(line).map_or_else(|| parse_whole(line), Ok)?;
    Ok((entry.kind != EntryKind::Other).then_some(entry))
}

fn parse_whole(line: &[u8]) -> Result<TranscriptLine<'_>, LineError> {
    let line = std::str::from_utf8(line).map_err(|_| LineError::NotUtf8)?;
    serde_json::from_str(line).map_err(|_| LineError::Malformed)
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
pub struct TranscriptLine<'a> {
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
    pub origin: Option<PromptSource<'a>>,
    #[serde(default)]
    pub message: TranscriptMessage<'a>,
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
    tool_use_result: Option<&'a RawValue>,
    /// The rest of the line from the value of `toolUseResult` on, if parsing stopped there.
    #[serde(skip)]
    unread_result: Option<&'a [u8]>,
    pub attachment: Option<Attachment<'a>>,
    /// The action of a queue operation: `enqueue`, `dequeue`, `remove`, `popAll`.
    pub operation: Option<Text<'a>>,
    /// The text of queue operations and system lines.
    #[serde(default)]
    pub content: Content<'a>,
}

impl<'a> TranscriptLine<'a> {
    pub fn has_tool_use_result(&self) -> bool {
        self.tool_use_result.is_some() || self.unread_result.is_some()
    }

    /// Whether the client's account of a tool's result contains this key and value. Text inside it
    /// has its quotes escaped.
    pub fn result_has(&self, key_and_value: &str) -> bool {
        let parsed = self.tool_use_result.map(|raw| raw.get().as_bytes());
        let bytes = parsed.or(self.unread_result).unwrap_or_default();
        memchr::memmem::find(bytes, key_and_value.as_bytes()).is_some()
    }

    /// The client's own account of a tool's result, if it has this shape. Only dialogs that people
    /// answer need it.
    pub fn tool_use_result<T: Deserialize<'a>>(&self) -> Option<T> {
        match (self.tool_use_result, self.unread_result) {
            (Some(raw), _) => serde_json::from_str(raw.get()).ok(),
            (None, Some(rest)) => serde_json::Deserializer::from_slice(rest).into_iter().next()?.ok(),
            (None, None) => None,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
pub struct TranscriptMessage<'a> {
    #[serde(borrow)]
    pub model: Option<Text<'a>>,
    #[serde(default)]
    pub content: Content<'a>,
}

/// The sender of a prompt, as newer clients record it.
#[derive(Debug, Default, Deserialize)]
pub struct PromptSource<'a> {
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
    pub origin: Option<PromptSource<'a>>,
}

#[cfg(test)]
mod tests;
