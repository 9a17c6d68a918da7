//! The journal of changes that concern all projects: the user's configuration and the hooks in the
//! editor's settings. These belong to no project's database, so the journal is a file with one change
//! per line. Settings are never copied into it, because they may hold secrets.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};

use crate::client::hook_event::Hook;
use crate::client::registration;
use crate::core::config::client_settings;
use crate::core::model::Time;
use crate::core::text::splice::{self, Side};
use crate::os::ctx::Ctx;
use crate::os::error::Hint;
use crate::os::fsx::{self, Lock};

/// In a project's root.
pub const LOCAL_SETTINGS: &str = ".claude/settings.local.json";
/// How long one command waits for another.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UserChange {
    pub at: Time,
    pub change: UserChangeKind,
    /// The command that made the change.
    pub cause: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UserChangeKind {
    Configuration {
        path: PathBuf,
        before: Option<Box<Side>>,
        after: Option<Box<Side>>,
        /// Lessons for all projects, each of which can be taken back by itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        everywhere: Option<EverywhereChange>,
    },
    Hooks {
        settings: PathBuf,
        before: Option<Wires>,
        after: Option<Wires>,
    },
}

/// Lessons for all projects that a change added and removed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EverywhereChange {
    pub added: Vec<String>,
    pub removed: Vec<String>,
}

impl EverywhereChange {
    pub fn between(before: &[String], after: &[String]) -> EverywhereChange {
        let only = |some: &[String], others: &[String]| {
            some.iter().filter(|said| !others.contains(said)).cloned().collect()
        };
        EverywhereChange { added: only(after, before), removed: only(before, after) }
    }

    /// The list without this change, whatever else was changed in it since.
    pub fn taken_back(&self, mut all: Vec<String>) -> Vec<String> {
        all.retain(|said| !self.added.contains(said));
        let missing: Vec<String> = self.removed.iter().filter(|said| !all.contains(said)).cloned().collect();
        all.extend(missing);
        all
    }
}

/// Our parts of a settings file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wires {
    pub hooks: bool,
    pub gates: bool,
    pub status_line: bool,
}

impl UserChangeKind {
    pub fn of_file(path: PathBuf, before: Option<&str>, after: Option<&str>) -> UserChangeKind {
        let (before, after) = splice::sides(before, after);
        let (before, after) = (before.map(Box::new), after.map(Box::new));
        UserChangeKind::Configuration { path, before, after, everywhere: None }
    }

    /// The same change of a file, which is about these lessons.
    pub fn about(mut self, lessons: Option<EverywhereChange>) -> UserChangeKind {
        if let UserChangeKind::Configuration { everywhere, .. } = &mut self {
            *everywhere = lessons;
        }
        self
    }

    fn is_none(&self) -> bool {
        match self {
            UserChangeKind::Configuration { before, after, .. } => before == after,
            UserChangeKind::Hooks { before, after, .. } => before == after,
        }
    }

    /// Is the file now as this change leaves it?
    fn has_happened(&self) -> bool {
        match self {
            UserChangeKind::Configuration { path, after, .. } => fsx::read_text_opt(path)
                .is_ok_and(|found| splice::is_state(found.as_deref(), after.as_deref())),
            UserChangeKind::Hooks { settings, after, .. } => {
                Wires::in_file(settings).is_ok_and(|found| found == *after)
            }
        }
    }
}

impl Wires {
    pub fn in_file(settings: &Path) -> Result<Option<Wires>> {
        Ok(fsx::read_text_opt(settings)?.and_then(|text| Wires::in_text(&text)))
    }

    pub fn in_text(settings: &str) -> Option<Wires> {
        let look = client_settings::written(settings).unwrap_or_default();
        let gates = look.hooks.iter().any(|entry| entry.event == Hook::PreToolUse.event());
        let status_line = look.own_status_line().is_some();
        Wires { hooks: !look.hooks.is_empty(), gates, status_line }.some()
    }

    /// `None` when there is nothing.
    fn some(self) -> Option<Wires> {
        (self != Wires::default()).then_some(self)
    }
}

fn file(ctx: &Ctx) -> PathBuf {
    ctx.data.join("journal.jsonl")
}

fn lock(ctx: &Ctx) -> PathBuf {
    ctx.data.join("journal.lock")
}

/// The file with the change in progress.
fn promised(ctx: &Ctx) -> PathBuf {
    ctx.data.join("journal.promised")
}

impl UserChange {
    /// Does the change concern only another project, in its local settings?
    pub fn is_anothers(&self, root: Option<&Path>) -> bool {
        let UserChangeKind::Hooks { settings, .. } = &self.change else { return false };
        let is_local = settings.ends_with(LOCAL_SETTINGS);
        is_local && root.map(|root| root.join(LOCAL_SETTINGS)).as_ref() != Some(settings)
    }
}

/// Every change with its number, the oldest first. A line that cannot be read keeps its number.
pub fn all(ctx: &Ctx) -> Result<Vec<(usize, UserChange)>> {
    let text = fsx::read_text_opt(&file(ctx))?.unwrap_or_default();
    let said = text.lines().map(|line| serde_json::from_str(line).ok());
    let entries = said.chain(unsaid(ctx, &text)?.map(|(_, entry)| Some(entry))).enumerate();
    Ok(entries.filter_map(|(n, entry)| Some((n + 1, entry?))).collect())
}

/// A change that was made but not recorded because of an interrupt.
fn unsaid(ctx: &Ctx, said: &str) -> Result<Option<(String, UserChange)>> {
    let line = fsx::read_text_opt(&promised(ctx))?.filter(|line| said.lines().next_back() != Some(line));
    let entry = line.as_deref().and_then(|line| serde_json::from_str::<UserChange>(line).ok());
    match (line, entry) {
        (Some(line), Some(entry)) if entry.change.has_happened() => Ok(Some((line, entry))),
        _ => Ok(None),
    }
}

/// The change that undid this one and was not undone itself, if there is one.
pub fn undone_by(all: &[(usize, UserChange)], number: usize) -> Option<usize> {
    let undoing = all.iter().rev().filter(|(_, entry)| entry.undoes == Some(number));
    undoing.map(|(by, _)| *by).find(|by| undone_by(all, *by).is_none())
}

/// Does `work` and records it, once. The intent is written first, so that after a crash the next command can tell from
/// the file whether it happened.
pub fn noted(
    ctx: &Ctx,
    change: UserChangeKind,
    cause: &str,
    undoes: Option<usize>,
    work: impl FnOnce() -> Result<()>,
) -> Result<()> {
    fsx::create_private_dir(&ctx.data)?;
    let _alone = alone(ctx)?;
    finish(ctx)?;
    // An undo of something already reverted still counts as an undo.
    if change.is_none() && undoes.is_none() {
        return work();
    }
    let entry = UserChange { at: ctx.now, change, cause: cause.to_owned(), undoes };
    let line = serde_json::to_string(&entry).context("could not note the change")?;
    fsx::write_private_for_good(&promised(ctx), line.as_bytes())?;
    work()?;
    finish(ctx)
}

/// Some disks have no locks; a person's commands still work there. Elsewhere two commands at once would lose each other's
/// intent.
fn alone(ctx: &Ctx) -> Result<Option<Lock>> {
    match Lock::take_within(&lock(ctx), PATIENCE) {
        Ok(None) => {
            Err(anyhow!("another command is changing the settings, and did not finish within ten seconds"))
                .hint("try again in a moment")
        }
        Ok(alone) => Ok(alone),
        Err(_) => Ok(None),
    }
}

/// Records the change of an interrupted command, unless that is still running.
pub fn settle(ctx: &Ctx) -> Result<()> {
    if !promised(ctx).exists() {
        return Ok(());
    }
    let alone = Lock::try_take(&lock(ctx))?;
    alone.map_or(Ok(()), |_alone| finish(ctx))
}

fn finish(ctx: &Ctx) -> Result<()> {
    if !promised(ctx).exists() {
        return Ok(());
    }
    let said = fsx::read_text_opt(&file(ctx))?.unwrap_or_default();
    if let Some((line, entry)) = unsaid(ctx, &said)? {
        if let UserChangeKind::Hooks { settings, after: None, .. } = &entry.change {
            registration::forget(ctx, settings)?;
        }
        let gap = if said.is_empty() || said.ends_with('\n') { "" } else { "\n" };
        fsx::write_private_for_good(&file(ctx), format!("{said}{gap}{line}\n").as_bytes())?;
    }
    Ok(fsx::remove_if_there(&promised(ctx))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(undoes: Option<usize>) -> UserChange {
        let change =
            UserChangeKind::Hooks { settings: "s".into(), before: None, after: Wires::default().some() };
        UserChange { at: Time::UNIX_EPOCH, change, cause: "test".into(), undoes }
    }

    #[test]
    fn local_settings_belong_to_their_project() {
        for (settings, root, anothers) in [
            ("/p1/.claude/settings.local.json", Some("/p1"), false),
            ("/p1/.claude/settings.local.json", Some("/p2"), true),
            ("/p1/.claude/settings.local.json", None, true),
            ("/home/me/.claude/settings.json", Some("/p2"), false),
            ("/home/me/.claude/settings.json", None, false),
        ] {
            let change = UserChangeKind::Hooks { settings: settings.into(), before: None, after: None };
            let entry = UserChange { change, ..entry(None) };
            assert_eq!(entry.is_anothers(root.map(Path::new)), anothers, "{settings} in {root:?}");
        }
    }

    #[test]
    fn what_was_taken_back_and_done_again_stands() {
        let all: Vec<(usize, UserChange)> =
            [None, Some(1), Some(2)].map(entry).into_iter().zip(1..).map(|(e, n)| (n, e)).collect();
        assert_eq!(undone_by(&all[..1], 1), None);
        assert_eq!(undone_by(&all[..2], 1), Some(2));
        assert_eq!((undone_by(&all, 1), undone_by(&all, 2)), (None, Some(3)));
    }
}
