//! The reader that turns transcript entries into turns, in the order of the file.

use std::collections::{HashMap, HashSet};

use super::decision::QuestionAnswer;
use super::keep::KeptTurns;
use super::place::WorkingFolder;
use super::queue::Queue;
use super::{ActionResult, Origin, Turn, action, attachment, keep, prompt, subagent};
use crate::core::model::Time;
use crate::core::session::client_words as client;
use crate::core::session::transcript::{BlockKind, Content, ContentBlock, EntryKind, TranscriptLine};
use crate::core::text;

/// Collects the turns of one transcript. Memory stays bounded whatever the file contains.
#[derive(Default)]
pub struct TurnReader {
    turns: Vec<Turn>,
    /// People's turns among the dropped ones, and the number of dropped turns.
    earlier: Vec<Turn>,
    forgotten: usize,
    /// Calls without a result, and the positions of their turns, counting dropped ones.
    open: HashMap<String, usize>,
    /// Lines that were read: a resumed session can contain a line twice.
    lines: HashSet<u64>,
    queue: Queue,
    place: WorkingFolder,
    attended: bool,
    headless: bool,
    kept: KeptTurns,
}

impl TurnReader {
    /// `headless` applies until the transcript itself tells: older clients do not record it.
    pub fn new(headless: bool) -> Self {
        Self { place: WorkingFolder::run_by_program(headless), ..Self::default() }
    }

    /// Takes the next entry. Returns true if it is a prompt, from which a later reading can start.
    pub fn push(&mut self, entry: &TranscriptLine<'_>) -> bool {
        if entry.uuid.as_deref().is_some_and(|uuid| !self.lines.insert(action::hash(uuid))) {
            return false;
        }
        self.place.update(entry);
        match entry.kind {
            EntryKind::User => return self.user(entry),
            EntryKind::Assistant => self.assistant(entry),
            EntryKind::Attachment => self.attachment(entry),
            EntryKind::QueueOperation => self.queue_operation(entry),
            EntryKind::System => self.system(entry),
            EntryKind::Other => {}
        }
        false
    }

    /// The turns of everything that was pushed.
    pub fn finish(mut self) -> Vec<Turn> {
        let queued = self.queue.ids();
        let not_said = self.queue.not_said();
        self.turns.splice(..0, self.earlier);
        self.turns.retain(|turn| !not_said.contains(&turn.id));
        if self.headless && !self.attended {
            // Queue operations do not say who sent them.
            let queued = self.turns.iter_mut().filter(|turn| queued.contains(&turn.id));
            queued.for_each(|turn| turn.headless = true);
        }
        self.turns
    }

    fn user(&mut self, entry: &TranscriptLine<'_>) -> bool {
        let blocks = entry.message.content.blocks();
        let results: Vec<_> = blocks.iter().filter(|block| block.kind == BlockKind::ToolResult).collect();
        for block in &results {
            self.result(entry, block, results.len() == 1);
        }
        results.is_empty() && self.prompt(entry)
    }

    fn prompt(&mut self, entry: &TranscriptLine<'_>) -> bool {
        let Some(said) = prompt::read(entry.message.content.texts()) else {
            return false;
        };
        let (origin, limit) = match said.origin {
            _ if entry.is_sidechain => (Origin::Subagent, keep::SUBAGENT),
            _ if entry.is_compact_summary => (Origin::Compaction, keep::NOTE),
            Origin::Typed if prompt::is_by_client(entry) => (Origin::Wrapper, keep::NOTE),
            Origin::Typed => (Origin::Typed, keep::TYPED),
            other => (other, keep::NOTE),
        };
        let typed = origin == Origin::Typed;
        if typed {
            self.queue.repeat(&said.text);
            let headless = self.place.is_headless(entry);
            self.headless |= headless;
            self.attended |= !headless;
        }
        self.add(entry, origin, &said.text, limit);
        typed
    }

    fn assistant(&mut self, entry: &TranscriptLine<'_>) {
        let by_client = entry.message.model.as_deref() == Some(client::SYNTHETIC_MODEL);
        let origin = match entry.is_sidechain {
            _ if by_client || entry.is_api_error_message => Origin::System,
            true => Origin::Subagent,
            false => Origin::Assistant,
        };
        if let Content::Text(text) = &entry.message.content {
            self.add(entry, origin, text, keep::ASSISTANT);
        }
        for block in entry.message.content.blocks() {
            if let Some(text) = block.as_text() {
                self.add(entry, origin, text, keep::ASSISTANT);
            } else if block.kind == BlockKind::ToolUse {
                self.call(entry, block);
            }
        }
    }

    fn call(&mut self, entry: &TranscriptLine<'_>, block: &ContentBlock<'_>) {
        let (action, text) = action::read(block);
        let origin = if entry.is_sidechain { Origin::Subagent } else { Origin::AgentAction };
        self.open.insert(action.id.clone(), self.forgotten + self.turns.len());
        let turn = Turn { action: Some(Box::new(action)), ..self.turn(entry, origin, text) };
        self.keep(turn);
    }

    fn result(&mut self, entry: &TranscriptLine<'_>, block: &ContentBlock<'_>, alone: bool) {
        let open = block.tool_use_id.as_deref().and_then(|id| self.open.remove(id));
        let index = open.and_then(|index| index.checked_sub(self.forgotten));
        let Some(turn) = index.and_then(|index| self.turns.get_mut(index)) else {
            return;
        };
        let Some(call) = turn.action.as_deref_mut() else {
            return;
        };
        let answer = QuestionAnswer::new(entry, block, &call.tool, &turn.text);
        let decided = answer.decision().filter(|_| alone && !entry.is_sidechain);
        let (agent, report) = subagent::handed_back(entry, &call.tool);
        let output = || keep::clip(&answer.text, keep::output(&call.tool, block.is_error));
        let result = ActionResult {
            at: time(entry),
            is_error: block.is_error,
            denied: answer.denial(),
            changed_by_person: answer.is_changed_by_person(),
            text: report.unwrap_or_else(output),
            agent,
        };
        let bytes = result.text.len();
        call.result = Some(result);
        self.kept.add(bytes, &mut self.turns);
        if let Some(words) = decided {
            self.add(entry, Origin::Decided, &words, keep::TYPED);
        }
    }

    fn attachment(&mut self, entry: &TranscriptLine<'_>) {
        let attached = entry.attachment.as_ref().filter(|_| !entry.is_sidechain).and_then(attachment::read);
        match attached {
            Some((Origin::Typed, text)) => {
                self.queue.repeat(&text);
                self.add(entry, Origin::Typed, &text, keep::TYPED);
            }
            Some((origin, text)) => self.add(entry, origin, &text, keep::INJECTED),
            None => {}
        }
    }

    fn queue_operation(&mut self, entry: &TranscriptLine<'_>) {
        match entry.operation.as_deref() {
            Some("enqueue") => match attachment::queued_text(&entry.content) {
                Some(text) => {
                    let turn = self.turn(entry, Origin::Typed, keep::clip(&text, keep::TYPED));
                    self.queue.enqueue(Some((&turn.id, &text)));
                    self.keep(turn);
                }
                None => self.queue.enqueue(None),
            },
            Some("dequeue" | "remove") => self.queue.deliver(),
            Some("popAll") => self.queue.withdraw(entry.content.texts().next()),
            _ => {}
        }
    }

    fn system(&mut self, entry: &TranscriptLine<'_>) {
        for text in entry.content.texts() {
            let command = text.starts_with(client::COMMAND_NAME);
            self.add(entry, if command { Origin::Wrapper } else { Origin::System }, text, keep::NOTE);
        }
    }

    fn add(&mut self, entry: &TranscriptLine<'_>, origin: Origin, text: &str, limit: usize) {
        if !text.trim().is_empty() {
            let turn = self.turn(entry, origin, keep::clip(text.trim(), limit));
            self.keep(turn);
        }
    }

    fn turn(&self, entry: &TranscriptLine<'_>, origin: Origin, text: String) -> Turn {
        Turn {
            id: self.identity(entry, &text),
            at: time(entry),
            origin,
            text,
            cwd: self.place.cwd.clone(),
            branch: self.place.branch.clone(),
            headless: self.place.is_headless(entry),
            mid_turn: origin == Origin::Typed && entry.kind != EntryKind::User,
            action: None,
        }
    }

    fn identity(&self, entry: &TranscriptLine<'_>, text: &str) -> String {
        let Some(uuid) = entry.uuid.as_deref() else {
            let time = entry.timestamp.as_deref().unwrap_or_default();
            return text::hash(&format!("{time}\n{text}"));
        };
        let uuid = text::safe_name(uuid);
        match self.turns.iter().rev().take_while(|turn| turn.id.starts_with(&uuid)).count() {
            0 => uuid,
            earlier => format!("{uuid}#{earlier}"),
        }
    }

    fn keep(&mut self, turn: Turn) {
        let bytes = turn.text.len();
        self.turns.push(turn);
        self.kept.add(bytes, &mut self.turns);
        if self.turns.len() > keep::TURNS {
            self.forget_oldest();
        }
    }

    fn forget_oldest(&mut self) {
        let oldest = self.turns.len() / 2;
        self.kept.forget(&self.turns[..oldest]);
        self.earlier.extend(self.turns.drain(..oldest).filter(|turn| turn.origin.teaches()));
        self.forgotten += oldest;
        self.open.retain(|_, index| *index >= self.forgotten);
    }
}

fn time(entry: &TranscriptLine<'_>) -> Option<Time> {
    entry.timestamp.as_deref()?.parse().ok()
}
