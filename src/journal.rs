//! What was changed for all projects: the person's configuration, and the hooks in the editor's settings. It belongs to
//! no project's memory, so it has a file of its own, one change a line. Settings are never copied: they may hold secrets.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::core::model::Time;
use crate::core::splice::{self, Side};
use crate::ctx::Ctx;
use crate::fsx;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub at: Time,
    pub change: Change,
    /// The command that did it.
    pub cause: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    Configuration { path: PathBuf, before: Option<Box<Side>>, after: Option<Box<Side>> },
    Hooks { settings: PathBuf, before: Option<Wires>, after: Option<Wires> },
}

/// What of ours stands in a settings file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wires {
    pub hooks: bool,
    pub gates: bool,
    pub status_line: bool,
}

impl Change {
    pub fn of_file(path: PathBuf, before: Option<&str>, after: Option<&str>) -> Change {
        let (before, after) = splice::sides(before, after);
        Change::Configuration { path, before: before.map(Box::new), after: after.map(Box::new) }
    }
}

impl Wires {
    /// `None` when there is nothing.
    pub fn some(self) -> Option<Wires> {
        (self != Wires::default()).then_some(self)
    }
}

fn file(ctx: &Ctx) -> PathBuf {
    ctx.data.join("journal.jsonl")
}

/// Every change with its number, the oldest first. A line that cannot be read keeps its number.
pub fn all(ctx: &Ctx) -> Result<Vec<(usize, Entry)>> {
    let text = fsx::read_text_opt(&file(ctx))?.unwrap_or_default();
    let entries = text.lines().enumerate();
    Ok(entries.filter_map(|(n, line)| Some((n + 1, serde_json::from_str(line).ok()?))).collect())
}

/// The taking back that stands, if there is one.
pub fn undone_by(all: &[(usize, Entry)], number: usize) -> Option<usize> {
    let undoing = all.iter().rev().filter(|(_, entry)| entry.undoes == Some(number));
    undoing.map(|(by, _)| *by).find(|by| undone_by(all, *by).is_none())
}

pub fn add(ctx: &Ctx, change: Change, cause: &str, undoes: Option<usize>) -> Result<()> {
    let entry = Entry { at: ctx.now, change, cause: cause.to_owned(), undoes };
    let line = serde_json::to_string(&entry).context("could not note the change")?;
    fsx::append_private(&file(ctx), format!("{line}\n").as_bytes())
}

/// A change of the person's configuration.
pub fn configured(ctx: &Ctx, path: PathBuf, before: Option<&str>, after: &str, cause: &str) -> Result<()> {
    if before == Some(after) {
        return Ok(());
    }
    add(ctx, Change::of_file(path, before, Some(after)), cause, None)
}

/// A change of what stands in a settings file.
pub fn wired(ctx: &Ctx, settings: PathBuf, was: Option<Wires>, is: Option<Wires>, cause: &str) -> Result<()> {
    if was == is {
        return Ok(());
    }
    add(ctx, Change::Hooks { settings, before: was, after: is }, cause, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(undoes: Option<usize>) -> Entry {
        let change = Change::Hooks { settings: "s".into(), before: None, after: Wires::default().some() };
        Entry { at: Time::UNIX_EPOCH, change, cause: "test".into(), undoes }
    }

    #[test]
    fn what_was_taken_back_and_done_again_stands() {
        let all: Vec<(usize, Entry)> =
            [None, Some(1), Some(2)].map(entry).into_iter().zip(1..).map(|(e, n)| (n, e)).collect();
        assert_eq!(undone_by(&all[..1], 1), None);
        assert_eq!(undone_by(&all[..2], 1), Some(2));
        assert_eq!((undone_by(&all, 1), undone_by(&all, 2)), (None, Some(3)));
    }
}
