//! The context that a session gets when it starts, within one token budget for all of it.
//!
//! Blocks get room in a fixed order and in whole lines. Everything is phrased as a fact: clients
//! follow facts better than orders, and this text comes back in the transcript that we read later.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use crate::core::knowledge::index::{Index, IndexEntry};
use crate::core::text::tokens::Budget;
use crate::core::text::tokens::{in_quarters, quarters, tokens};
use crate::core::text::{ellipsis, hash, head, inert, one_line};

mod notes;
#[cfg(test)]
mod tests;

pub use notes::{LineOrigin, Notes};

/// Shares of the session's token budget.
pub const WARNINGS_SHARE: f64 = 0.25;
pub const ERRORS_SHARE: f64 = 0.2;
pub const MOST_ERRORS: usize = 5;
/// Errors of sessions before the last one are left out after this many days.
pub const RECENT_DAYS: i64 = 7;

/// The separator between two blocks.
const GAP: &str = "\n\n";
const NEWS_TOKENS: usize = 80;
const CALLS_TOKENS: usize = 110;
const CALLS_TITLE: &str = "Calls that failed each time: ";
const NEWS_TITLE: &str = "News in what this project has learned:";
const SAID_TOKENS: usize = 450;
const SAID_TITLE: &str = "Said here lately, not confirmed:";
const EVERYWHERE_TOKENS: usize = 200;
const MOST_EVERYWHERE_CHARS: usize = 240;
const EVERYWHERE_TITLE: &str = "What this person wants in all of their projects:";
const INDEX_TITLE: &str = "What this project has recorded:";

/// A titled list that may take up to a share of the whole budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    pub title: String,
    /// Best first.
    pub lines: Vec<InjectedLine>,
    pub max_share: f64,
}

impl Block {
    fn texts(&self) -> Vec<&str> {
        self.lines.iter().map(|line| line.text.as_str()).collect()
    }
}

/// One fact and the subject that it belongs to. The name is needed to tell what was shown from what
/// was used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InjectedLine {
    pub text: String,
    pub subject: Option<String>,
}

impl InjectedLine {
    pub fn of(subject: &str, text: String) -> InjectedLine {
        InjectedLine { text, subject: Some(subject.to_owned()) }
    }

    /// The part of a line that stays the same while its figures change from day to day.
    fn name(&self) -> &str {
        self.subject.as_deref().unwrap_or(&self.text)
    }
}

/// Lines for what a person wants in all of their projects.
pub fn everywhere(said: &[String]) -> Vec<InjectedLine> {
    said.iter().map(|said| everywhere_line(said)).collect()
}

fn everywhere_line(said: &str) -> InjectedLine {
    let text = ellipsis(&one_line(&inert(said)), MOST_EVERYWHERE_CHARS);
    InjectedLine::of(&format!("everywhere:{}", head(&hash(&text), 10)), text)
}

impl From<String> for InjectedLine {
    fn from(text: String) -> InjectedLine {
        InjectedLine { text, subject: None }
    }
}

/// A call that never worked, and the entry that explains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadCall {
    pub text: String,
    pub subject: String,
    pub anchor: String,
}

/// As many calls as fit into their line.
pub fn fitting(calls: Vec<DeadCall>) -> Vec<DeadCall> {
    let mut used = tokens(CALLS_TITLE);
    let fits = |call: &DeadCall| {
        used += tokens(&call.text) + 1;
        used <= CALLS_TOKENS
    };
    calls.into_iter().take_while(fits).collect()
}

/// All parts of the context, in the order in which they get room.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parts {
    pub news: Vec<String>,
    /// What the person said for all projects. Known only when a session starts.
    #[serde(skip)]
    pub everywhere: Vec<InjectedLine>,
    /// Calls that never worked, in one line.
    #[serde(default)]
    pub calls: Vec<DeadCall>,
    /// What people said once, in their own words.
    #[serde(default)]
    pub said: Vec<InjectedLine>,
    pub index: Index,
    pub blocks: Vec<Block>,
    pub notes: Notes,
}

/// First gives each part its share, so that later parts are not crowded out. What is left goes to
/// the parts that were cut, in the same order.
pub fn compose(parts: &Parts, budget: Budget) -> Option<String> {
    let mut page = Page::new(budget);
    let news: Vec<&str> = parts.news.iter().map(String::as_str).collect();
    page.list(NEWS_TITLE, &news, NEWS_TOKENS);
    let everywhere: Vec<&str> = parts.everywhere.iter().map(|line| line.text.as_str()).collect();
    page.list(EVERYWHERE_TITLE, &everywhere, EVERYWHERE_TOKENS);
    page.calls(&parts.calls);
    let said: Vec<&str> = parts.said.iter().map(|line| line.text.as_str()).collect();
    let said_at = page.list(SAID_TITLE, &said, SAID_TOKENS);
    page.index(&parts.index, budget.tokens / 2);
    let places: Vec<usize> = parts
        .blocks
        .iter()
        .map(|block| page.list(&block.title, &block.texts(), share(budget.tokens, block.max_share)))
        .collect();
    page.notes(&parts.notes);
    page.grow(said_at, SAID_TITLE, &said);
    for (place, block) in places.into_iter().zip(&parts.blocks) {
        page.grow(place, &block.title, &block.texts());
    }
    page.finish()
}

/// A subagent has less room and one task: the notes for its role come first, and the index gets
/// what is left.
pub fn compose_role(notes: &Notes, index: &Index, budget: Budget) -> Option<String> {
    let mut page = Page::new(budget);
    page.notes(notes);
    page.index(index, budget.tokens);
    page.finish()
}

/// The subjects of the lines that are in the text.
pub fn shown<'a>(parts: &'a Parts, text: &str) -> Vec<&'a str> {
    let told: HashSet<&str> = text.lines().collect();
    let lines =
        parts.blocks.iter().flat_map(|block| &block.lines).chain(&parts.said).chain(&parts.everywhere);
    let told = lines.filter(|line| told.contains(bullet(&line.text).trim_start()));
    let calls = parts.calls.iter().filter(|call| text.contains(&call.text)).map(|call| call.subject.as_str());
    told.filter_map(|line| line.subject.as_deref()).chain(calls).chain(parts.notes.shown(text)).collect()
}

/// All lines that `parts` could show, kept until the session is resumed.
pub fn known(parts: &Parts) -> BTreeSet<String> {
    let entries = parts.index.entries.iter().map(IndexEntry::line);
    let lines = parts.blocks.iter().flat_map(|block| &block.lines).map(|line| one_line(&line.text));
    // What people said is kept only in the database.
    let said = parts.said.iter().map(|line| line.name().to_owned());
    let notes = parts.notes.lines.iter().map(|line| line.name().to_owned());
    let calls = parts.calls.iter().map(|call| call.subject.clone());
    let news = parts.news.iter().map(|line| one_line(line));
    let everywhere = parts.everywhere.iter().map(|line| line.name().to_owned());
    news.chain(everywhere).chain(calls).chain(said).chain(entries).chain(lines).chain(notes).collect()
}

/// Only what changed since the session was shown `known`; its earlier context is still there.
pub fn compose_resumed(parts: &Parts, known: &BTreeSet<String>, budget: Budget) -> Option<String> {
    compose(&changed(parts, known), budget)
}

fn changed(parts: &Parts, known: &BTreeSet<String>) -> Parts {
    let mut parts = parts.clone();
    let retired = retired(&parts.index, known);
    parts.news.retain(|line| !known.contains(&one_line(line)));
    parts.news.extend(retired);
    parts.calls.retain(|call| !known.contains(&call.subject));
    parts.index.entries.retain(|entry| !known.contains(&entry.line()));
    parts.said.retain(|line| !known.contains(line.name()));
    parts.everywhere.retain(|line| !known.contains(line.name()));
    for block in &mut parts.blocks {
        block.lines.retain(|line| !known.contains(&one_line(&line.text)));
    }
    parts.notes.forget(known);
    parts
}

/// Entries that were listed when the session began and no longer are.
fn retired(index: &Index, known: &BTreeSet<String>) -> Vec<String> {
    let still: BTreeSet<&str> = index.entries.iter().map(|entry| entry.anchor.as_str()).collect();
    let listed = known.iter().filter_map(|line| line.strip_prefix("  ")?.split_once("  "));
    listed
        .filter(|(anchor, _)| !still.contains(anchor))
        .map(|(anchor, rest)| {
            let title = rest.rsplit_once("  [").map_or(rest, |(title, _)| title);
            format!("{anchor} is no longer active: {title}")
        })
        .collect()
}

fn share(tokens: usize, max_share: f64) -> usize {
    (tokens as f64 * max_share.clamp(0.0, 1.0)) as usize
}

/// A text that grows by whole lines and stays within its budget.
struct Page {
    /// Empty if nothing fitted.
    blocks: Vec<String>,
    most: usize,
    min_room: usize,
}

impl Page {
    fn new(budget: Budget) -> Self {
        Self { blocks: Vec::new(), most: budget.most_quarters(), min_room: budget.min_room }
    }

    fn told(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().map(String::as_str).filter(|block| !block.is_empty())
    }

    /// The quarters of tokens left for a further block, after its separating blank line.
    fn left(&self) -> usize {
        let used: usize = self.told().map(|block| quarters(block) + quarters(GAP)).sum();
        self.most.saturating_sub(used)
    }

    /// The same, in whole tokens.
    fn room(&self, max_tokens: usize) -> Option<usize> {
        let room = self.left() / 4;
        (room >= self.min_room).then_some(room.min(max_tokens))
    }

    /// Adds a list, and returns the position at which it was or would have been added.
    fn list(&mut self, title: &str, lines: &[&str], max_tokens: usize) -> usize {
        let block = self.room(max_tokens).and_then(|room| fit_list(title, lines, in_quarters(room)));
        self.blocks.push(block.unwrap_or_default());
        self.blocks.len() - 1
    }

    /// Lets a list use the room that the other parts left.
    fn grow(&mut self, place: usize, title: &str, lines: &[&str]) {
        let now = std::mem::take(&mut self.blocks[place]);
        let room = self.room(usize::MAX).map(|_| self.left());
        let longer = room.and_then(|room| fit_list(title, lines, room));
        self.blocks[place] = longer.unwrap_or(now);
    }

    /// All calls in one line, or nothing.
    fn calls(&mut self, calls: &[DeadCall]) {
        let texts: Vec<&str> = calls.iter().map(|call| call.text.as_str()).collect();
        let line = format!("{CALLS_TITLE}{}.", texts.join("; "));
        let fits = self.room(usize::MAX).is_some() && quarters(&line) <= self.left();
        self.blocks.extend((!texts.is_empty() && fits).then_some(line));
    }

    fn index(&mut self, index: &Index, max_tokens: usize) {
        let Some(room) = self.room(max_tokens) else { return };
        if let Some(listed) = index.fit(room.saturating_sub(tokens(INDEX_TITLE) + 1)) {
            self.blocks.push(format!("{INDEX_TITLE}\n{listed}"));
        }
    }

    fn notes(&mut self, notes: &Notes) {
        let Some(tokens) = self.room(usize::MAX) else { return };
        let block = notes.compose(Budget { tokens, min_room: self.min_room });
        self.blocks.extend(block);
    }

    fn finish(self) -> Option<String> {
        let text = self.told().collect::<Vec<_>>().join(GAP);
        (!text.is_empty()).then_some(text)
    }
}

fn bullet(line: &str) -> String {
    format!("\n- {}", one_line(line))
}

/// The title and as many lines as fit, with a count of the lines left out.
fn fit_list(title: &str, lines: &[&str], most: usize) -> Option<String> {
    let lines: Vec<String> = lines.iter().map(|line| bullet(line)).collect();
    let mut used = quarters(title);
    let mut shown = 0;
    for line in &lines {
        used += quarters(line);
        let rest = more_lines(lines.len() - shown - 1);
        if used + quarters(&rest) > most {
            break;
        }
        shown += 1;
    }
    (shown > 0).then(|| format!("{title}{}{}", lines[..shown].concat(), more_lines(lines.len() - shown)))
}

fn more_lines(left: usize) -> String {
    if left == 0 { String::new() } else { format!("\n- … {left} more") }
}
