//! Attachments, which are mostly the client's own notes. Two kinds matter: what hooks told the
//! model, and messages that a person sent while the agent worked.

use serde::Deserialize;

use super::{Origin, prompt};
use crate::core::session::client_words as client;
use crate::core::session::transcript::{Attachment, Content, Text};

pub(super) fn read(attachment: &Attachment<'_>) -> Option<(Origin, String)> {
    let kind = attachment.kind.as_deref()?;
    if kind == client::QUEUED_PROMPT {
        let text = sent_by_person(attachment).then(|| queued_text(&attachment.prompt));
        return text.flatten().map(|text| (Origin::Typed, text));
    }
    let said = attachment.content.texts().collect::<Vec<_>>().join("\n");
    let injected = match kind {
        client::HOOK_CONTEXT => Some(said),
        client::HOOK_OUTPUT if !said.trim().is_empty() => Some(said),
        client::HOOK_OUTPUT => additional_context(attachment.stdout.as_deref()?),
        _ => None,
    };
    injected.map(|text| (Origin::Injected, text))
}

fn sent_by_person(attachment: &Attachment<'_>) -> bool {
    let origin = attachment.origin.as_ref().and_then(|origin| origin.kind.as_deref());
    let mode = attachment.command_mode.as_deref();
    mode.is_none_or(|mode| mode == "prompt") && origin.is_none_or(|kind| kind == client::HUMAN)
}

/// A queued message, if a person wrote it.
pub(super) fn queued_text(content: &Content<'_>) -> Option<String> {
    let parts = content.texts().filter(|text| !prompt::is_queued_by_client(text));
    prompt::read(parts).filter(|said| said.origin == Origin::Typed).map(|said| said.text)
}

/// The text that a hook passed to the model in its JSON.
fn additional_context(stdout: &str) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Output<'a> {
        #[serde(borrow)]
        hook_specific_output: Specific<'a>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Specific<'a> {
        #[serde(borrow)]
        additional_context: Text<'a>,
    }
    let output: Output<'_> = serde_json::from_str(stdout).ok()?;
    Some(output.hook_specific_output.additional_context.0.into_owned())
}
