//! What a session is told when it starts, under a budget of tokens that covers all of it.
//!
//! Room is given in order, whole lines only, and everything is phrased as a fact: clients take facts better than
//! orders, and what is told here comes back in the transcript we later read.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use super::fading::Fading;
use super::index::{Index, IndexEntry};
use super::model::Time;
use super::pattern_lines;
use super::text::one_line;

#[cfg(test)]
mod tests;

/// Above this the client shows a short preview instead.
const CLIENT_MAX_CHARS: usize = 10_000;
const NEWS_TOKENS: usize = 80;
const NEWS_TITLE: &str = "News in what this project has learned:";
const INDEX_TITLE: &str = "What this project has recorded:";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub tokens: usize,
    /// With less room than this nothing useful fits.
    pub min_room: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { tokens: 800, min_room: 80 }
    }
}

/// A titled list that may take up to a share of the whole budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    pub title: String,
    /// Best first.
    pub lines: Vec<Line>,
    pub max_share: f64,
}

/// One fact, and whose it is: what was shown can only be told apart from what was used if both have a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub text: String,
    pub subject: Option<String>,
}

impl Line {
    pub fn of(subject: &str, text: String) -> Line {
        Line { text, subject: Some(subject.to_owned()) }
    }

    /// What makes it the same line, although its figures change from day to day.
    fn name(&self) -> &str {
        self.subject.as_deref().unwrap_or(&self.text)
    }
}

impl From<String> for Line {
    fn from(text: String) -> Line {
        Line { text, subject: None }
    }
}

/// What agents concluded, as one role is told it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    pub role: String,
    /// Best first.
    pub lines: Vec<Line>,
    /// All of them in fewer words.
    pub summary: Option<String>,
    /// By the line's subject.
    #[serde(default)]
    pub fading: BTreeMap<String, Fading>,
}

impl Notes {
    /// As they are to be told now: what has faded since they were written is left out. The summary has a line for each.
    pub fn at(mut self, now: Time) -> Notes {
        let mut short = self.summary.as_deref().unwrap_or_default().lines();
        let (mut lines, mut summary) = (Vec::new(), Vec::new());
        for line in self.lines {
            let fading = line.subject.as_ref().and_then(|subject| self.fading.get(subject));
            let told =
                |text: &str| fading.map_or_else(|| Some(text.to_owned()), |fading| fading.line(text, now));
            summary.extend(short.next().and_then(told));
            lines.extend(told(&line.text).map(|text| Line { text, subject: line.subject.clone() }));
        }
        self.summary = (!summary.is_empty()).then(|| summary.join("\n"));
        Notes { lines, ..self }
    }

    fn compose(&self, budget: Budget) -> Option<String> {
        let lines: Vec<String> = self.lines.iter().map(|line| line.text.clone()).collect();
        pattern_lines::compose(&self.role, &lines, self.summary.as_deref(), budget)
    }

    /// The summary stands for all lines.
    pub fn shown<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a str> {
        let all = self.summary.as_deref().is_some_and(|summary| text.contains(summary));
        let told: Vec<&Line> = self.lines.iter().filter(|line| all || text.contains(&line.text)).collect();
        told.into_iter().filter_map(|line| line.subject.as_deref())
    }

    fn forget(&mut self, known: &BTreeSet<String>) {
        let before = self.lines.len();
        self.lines.retain(|line| !known.contains(line.name()));
        if self.lines.len() < before {
            self.summary = None;
        }
    }
}

/// What there is to tell, in the order in which it is given room.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parts {
    pub news: Vec<String>,
    pub index: Index,
    pub blocks: Vec<Block>,
    pub notes: Notes,
}

/// One token is taken to be four characters.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}

pub fn compose(parts: &Parts, budget: Budget) -> Option<String> {
    let mut page = Page::new(budget);
    let news: Vec<&str> = parts.news.iter().map(String::as_str).collect();
    page.list(NEWS_TITLE, &news, NEWS_TOKENS);
    page.index(&parts.index, budget.tokens / 2);
    for block in &parts.blocks {
        let lines: Vec<&str> = block.lines.iter().map(|line| line.text.as_str()).collect();
        page.list(&block.title, &lines, share(budget.tokens, block.max_share));
    }
    page.notes(&parts.notes);
    page.finish()
}

/// A subagent has less room and one task: what its role is told first, the index from what is left.
pub fn compose_role(notes: &Notes, index: &Index, budget: Budget) -> Option<String> {
    let mut page = Page::new(budget);
    page.notes(notes);
    page.index(index, budget.tokens);
    page.finish()
}

/// The subjects of the lines that made it into the text.
pub fn shown<'a>(parts: &'a Parts, text: &str) -> Vec<&'a str> {
    let told: HashSet<&str> = text.lines().collect();
    let lines = parts.blocks.iter().flat_map(|block| &block.lines);
    let told = lines.filter(|line| told.contains(bullet(&line.text).trim_start()));
    told.filter_map(|line| line.subject.as_deref()).chain(parts.notes.shown(text)).collect()
}

/// Everything that `parts` could tell, to be kept until the session is resumed.
pub fn known(parts: &Parts) -> BTreeSet<String> {
    let entries = parts.index.entries.iter().map(IndexEntry::line);
    let lines = parts.blocks.iter().flat_map(|block| block.lines.iter().map(|line| one_line(&line.text)));
    let notes = parts.notes.lines.iter().map(|line| line.name().to_owned());
    parts.news.iter().map(|line| one_line(line)).chain(entries).chain(lines).chain(notes).collect()
}

/// Only what changed since the session knew `known`. Its earlier context is still there.
pub fn compose_resumed(parts: &Parts, known: &BTreeSet<String>, budget: Budget) -> Option<String> {
    compose(&changed(parts, known), budget)
}

fn changed(parts: &Parts, known: &BTreeSet<String>) -> Parts {
    let mut parts = parts.clone();
    let retired = retired(&parts.index, known);
    parts.news.retain(|line| !known.contains(&one_line(line)));
    parts.news.extend(retired);
    parts.index.entries.retain(|entry| !known.contains(&entry.line()));
    for block in &mut parts.blocks {
        block.lines.retain(|line| !known.contains(&one_line(&line.text)));
    }
    parts.notes.forget(known);
    parts
}

/// Entries that were listed when the session began and are not any more.
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

/// Text that grows by whole lines and never beyond its budget.
struct Page {
    text: String,
    chars: usize,
    most: usize,
    min_room: usize,
}

impl Page {
    fn new(budget: Budget) -> Self {
        let most = budget.tokens.saturating_mul(4).min(CLIENT_MAX_CHARS);
        Self { text: String::new(), chars: 0, most, min_room: budget.min_room }
    }

    /// The tokens that a further block may take, its separating blank line paid for.
    fn room(&self, max_tokens: usize) -> Option<usize> {
        let gap = if self.text.is_empty() { 0 } else { 2 };
        let room = self.most.saturating_sub(self.chars + gap) / 4;
        (room >= self.min_room).then_some(room.min(max_tokens))
    }

    fn push(&mut self, block: &str) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(block);
        self.chars = self.text.chars().count();
    }

    fn list(&mut self, title: &str, lines: &[&str], max_tokens: usize) {
        if let Some(block) = self.room(max_tokens).and_then(|room| fit_list(title, lines, room)) {
            self.push(&block);
        }
    }

    fn index(&mut self, index: &Index, max_tokens: usize) {
        let Some(room) = self.room(max_tokens) else { return };
        if let Some(listed) = index.fit(room.saturating_sub(tokens(INDEX_TITLE) + 1)) {
            self.push(&format!("{INDEX_TITLE}\n{listed}"));
        }
    }

    fn notes(&mut self, notes: &Notes) {
        let Some(tokens) = self.room(usize::MAX) else { return };
        if let Some(block) = notes.compose(Budget { tokens, min_room: self.min_room }) {
            self.push(&block);
        }
    }

    fn finish(self) -> Option<String> {
        (!self.text.is_empty()).then_some(self.text)
    }
}

fn bullet(line: &str) -> String {
    format!("\n- {}", one_line(line))
}

/// The title and as many lines as fit, with a count of those that do not.
fn fit_list(title: &str, lines: &[&str], max_tokens: usize) -> Option<String> {
    let lines: Vec<String> = lines.iter().map(|line| bullet(line)).collect();
    let more = |left: usize| {
        if left == 0 { String::new() } else { format!("\n- … {left} more") }
    };
    let most = max_tokens.saturating_mul(4);
    let mut used = title.chars().count();
    let mut shown = 0;
    for line in &lines {
        used += line.chars().count();
        let rest = more(lines.len() - shown - 1);
        if used + rest.chars().count() > most {
            break;
        }
        shown += 1;
    }
    (shown > 0).then(|| format!("{title}{}{}", lines[..shown].concat(), more(lines.len() - shown)))
}
