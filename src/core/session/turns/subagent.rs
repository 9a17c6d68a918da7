//! A subagent's result, in the client's own account. The result's text has the client's remarks
//! around it.

use serde::Deserialize;

use super::keep;
use crate::core::session::client_words as client;
use crate::core::session::transcript::{Content, Text, TranscriptLine};

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HandedBack<'a> {
    #[serde(borrow)]
    agent_id: Option<Text<'a>>,
    #[serde(default)]
    content: Content<'a>,
}

/// The subagent's id and its report, if known. One that works in the background has no report here.
pub(super) fn handed_back(entry: &TranscriptLine<'_>, tool: &str) -> (Option<String>, Option<String>) {
    if !client::AGENT_TOOLS.contains(&tool) {
        return (None, None);
    }
    let told: HandedBack<'_> = entry.tool_use_result().unwrap_or_default();
    let words = told.content.texts().filter(|text| !text.starts_with(client::HAND_BACK_NOTE));
    let report = words.collect::<Vec<_>>().join("\n");
    let report = (!report.trim().is_empty()).then(|| keep::clip(report.trim(), keep::ASSISTANT));
    (told.agent_id.map(|id| keep::clip(&id, keep::NAME)), report)
}
