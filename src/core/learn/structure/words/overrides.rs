//! Overrides: a person stops the agent and says what to do. The refusal is in the event, so the
//! words need not refuse anything.

use super::HeardLesson;
use crate::core::entities::keys::defining;
use crate::core::learn::extract::DialogPair;
use crate::core::learn::extract::rules::{self, Stopped};

pub(super) fn find(pair: &DialogPair, stopped: &str) -> Option<HeardLesson> {
    let Stopped { item, by_call } = rules::corrected_by_override(pair, stopped)?;
    let mut keys = defining(&item.title, &item.details).into_iter();
    let telling = by_call || keys.any(|key| !is_plain(&key, &pair.user.text));
    telling.then_some(HeardLesson { item, recorded: by_call })
}

/// A tool's bare name is in many messages: two of them need not be about the same thing.
fn is_plain(key: &str, message: &str) -> bool {
    key.chars().all(|c| c.is_ascii_lowercase()) && message.contains(key)
}
