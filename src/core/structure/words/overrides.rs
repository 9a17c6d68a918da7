//! A person stops the agent and says what to do: the refusal is in the event, so the words need not be ones of refusal.

use crate::core::extract::markers;
use crate::core::extract::{DialogPair, Item};
use crate::core::keys::defining;

pub(super) fn find(pair: &DialogPair, stopped: &str) -> Option<Item> {
    let item = markers::corrected_by_override(pair, stopped)?;
    let telling = defining(&item.title, &item.details).iter().any(|key| !is_plain(key, &pair.user.text));
    telling.then_some(item)
}

/// A tool's bare name is in many messages: two of them need not be about the same thing.
fn is_plain(key: &str, message: &str) -> bool {
    key.chars().all(|c| c.is_ascii_lowercase()) && message.contains(key)
}
