//! Messages that a person sent while the agent worked. They are recorded as queue operations; some
//! are repeated by a user line or an attachment, some went back into the editor, and the rest are
//! recorded nowhere else.

use std::collections::{HashMap, HashSet};

use super::action::hash;

/// The fate of queued messages. Texts are stored as hashes, because they are only compared.
#[derive(Default)]
pub(super) struct Queue {
    /// The turns of queued messages by their text, oldest first.
    waiting: HashMap<u64, Vec<String>>,
    /// Not yet removed by the client, oldest first; client-made entries are `None`.
    inside: Vec<Option<String>>,
    repeated: HashSet<u64>,
    withdrawn: HashSet<String>,
}

impl Queue {
    pub(super) fn enqueue(&mut self, turn: Option<(&str, &str)>) {
        if let Some((id, text)) = turn {
            self.waiting.entry(hash(text.trim())).or_default().push(id.to_owned());
        }
        self.inside.push(turn.map(|(id, _)| id.to_owned()));
    }

    /// The client took the oldest entry to deliver it.
    pub(super) fn deliver(&mut self) {
        if !self.inside.is_empty() {
            self.inside.remove(0);
        }
    }

    /// The person took a message back into the editor; without a text, all that still wait.
    pub(super) fn withdraw(&mut self, text: Option<&str>) {
        let ids: Vec<String> = match text {
            Some(text) => self.waiting.get_mut(&hash(text.trim())).and_then(Vec::pop).into_iter().collect(),
            None => self.inside.drain(..).flatten().collect(),
        };
        self.withdrawn.extend(ids);
    }

    /// A user line or an attachment contains this text as well.
    pub(super) fn repeat(&mut self, text: &str) {
        self.repeated.insert(hash(text.trim()));
    }

    /// The turns that do not count: they are repeated elsewhere, or were never sent.
    pub(super) fn not_said(mut self) -> HashSet<String> {
        for text in &self.repeated {
            self.withdrawn.extend(self.waiting.remove(text).unwrap_or_default());
        }
        self.withdrawn
    }

    /// All turns that came from the queue.
    pub(super) fn ids(&self) -> HashSet<String> {
        self.waiting.values().flatten().cloned().collect()
    }
}
