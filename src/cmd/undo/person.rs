//! Reverts changes that concern all projects: the user's configuration and the hooks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

use super::Outcome;
use crate::client::commands::CommandFiles;
use crate::client::journal::{self, EverywhereChange, UserChange, UserChangeKind, Wires};
use crate::cmd::{disable, enable};
use crate::core::config::{self, Level};
use crate::core::text::splice::{self, Side};
use crate::os::ctx::Ctx;
use crate::os::error::Hint;
use crate::os::fsx;
use crate::worker::ruling::undo::UndoRefused;

/// Files as they would be after the rehearsed undos.
#[derive(Default)]
pub(super) struct Ahead {
    texts: BTreeMap<PathBuf, Option<String>>,
    wires: BTreeMap<PathBuf, Option<Wires>>,
}

/// Undoes a change, or rehearses that on top of earlier rehearsals.
pub(super) fn take_back(ctx: &Ctx, number: usize, rehearsal: Option<&mut Ahead>) -> Result<Outcome> {
    let all = journal::all(ctx)?;
    let entry = all.iter().find(|(known, _)| *known == number).map(|(_, entry)| entry);
    let entry = entry.with_context(|| format!("there is no change u{number}"));
    let entry = entry.hint("`ingrain history` lists the changes with their numbers")?;
    if let Some(by) = journal::undone_by(&all, number) {
        return Err(UndoRefused::Already(format!("u{number}"), format!("u{by}")).into());
    }
    let dry_run = rehearsal.is_some();
    let mut undo = Undo { ctx, number, rehearsal, later: String::new() };
    let files = match &entry.change {
        UserChangeKind::Configuration { path, before, after, everywhere } => {
            undo.later = later(&all, number, path);
            undo.configuration(path, before.as_deref(), after.as_deref(), everywhere.as_ref())?
        }
        UserChangeKind::Hooks { settings, before, after } => undo.hooks(settings, *before, *after)?,
    };
    let by =
        if dry_run { None } else { Some(format!("u{}", journal::all(ctx)?.last().map_or(0, |(n, _)| *n))) };
    let already = if files.is_empty() { ", which was gone already" } else { "" };
    let what = vec![format!("{}{already}", entry.cause)];
    Ok(Outcome { number: format!("u{number}"), by, what, files, kept: vec![] })
}

/// The configuration without what one change did to the lessons for all projects.
fn without(text: &str, lessons: &EverywhereChange) -> Option<String> {
    let (config, _) = config::layer(Some(text), None, false);
    let left = Value::from(lessons.taken_back(config.everywhere)).to_string();
    config::set_key(text, Level::User, "everywhere", &left).ok()
}

/// Names the later changes of the same file, which have to be taken back first.
fn later(all: &[(usize, UserChange)], number: usize, file: &Path) -> String {
    let is_of_file = |change: &UserChangeKind| matches!(change, UserChangeKind::Configuration { path, .. } if path == file);
    let is_later = |(n, entry): &&(usize, UserChange)| {
        *n > number
            && entry.undoes.is_none()
            && is_of_file(&entry.change)
            && journal::undone_by(all, *n).is_none()
    };
    let later: Vec<String> = all.iter().rev().filter(is_later).map(|(n, _)| format!("u{n}")).collect();
    match later.is_empty() {
        true => format!("it was edited by hand: change it in `{}`", file.display()),
        false => {
            format!("`ingrain undo {} u{number}` takes back what was changed after it, too", later.join(" "))
        }
    }
}

struct Undo<'a> {
    ctx: &'a Ctx,
    number: usize,
    rehearsal: Option<&'a mut Ahead>,
    /// What to do where the file was changed since.
    later: String,
}

impl Undo<'_> {
    /// Files that are written, or removed (`true`); none if the person did that already.
    fn configuration(
        &mut self,
        path: &Path,
        before: Option<&Side>,
        after: Option<&Side>,
        everywhere: Option<&EverywhereChange>,
    ) -> Result<Vec<(String, bool)>> {
        let ahead = self.rehearsal.as_ref().and_then(|ahead| ahead.texts.get(path).cloned());
        let now = ahead.map_or_else(|| fsx::read_text_opt(path), Ok)?;
        let is_as_left = splice::is_state(now.as_deref(), after);
        let text = match (&now, everywhere) {
            // A removed file needs no undo.
            (None, _) if after.is_some() => Some(None),
            (Some(now), Some(lessons)) if !is_as_left => without(now, lessons).map(Some),
            _ => splice::turn(now.as_deref(), after, before).ok(),
        };
        let Some(text) = text else {
            let changed = anyhow!("`{}` was changed since, so it is kept", path.display());
            return Err(changed).hint(self.later.clone());
        };
        if text == now {
            return self.already(UserChangeKind::of_file(path.to_owned(), now.as_deref(), now.as_deref()));
        }
        if let Some(ahead) = &mut self.rehearsal {
            ahead.texts.insert(path.to_owned(), text.clone());
            return Ok(vec![(path.display().to_string(), text.is_none())]);
        }
        let change = UserChangeKind::of_file(path.to_owned(), now.as_deref(), text.as_deref());
        let change = change.about(everywhere.map(|lessons| EverywhereChange {
            added: lessons.removed.clone(),
            removed: lessons.added.clone(),
        }));
        self.noted(change, || match &text {
            Some(text) => fsx::write_user_file(path, text.as_bytes()),
            None => Ok(fsx::remove_if_there(path)?),
        })?;
        Ok(vec![(path.display().to_string(), text.is_none())])
    }

    fn hooks(
        &mut self,
        settings: &Path,
        before: Option<Wires>,
        after: Option<Wires>,
    ) -> Result<Vec<(String, bool)>> {
        let ahead = self.rehearsal.as_ref().and_then(|ahead| ahead.wires.get(settings).copied());
        let now = ahead.map_or_else(|| Wires::in_file(settings), Ok)?;
        if now == before {
            return self.already(UserChangeKind::Hooks {
                settings: settings.to_owned(),
                before,
                after: before,
            });
        }
        if now != after {
            bail!("the hooks in `{}` were changed since", settings.display());
        }
        let commands = self.commands(settings, before)?;
        if let Some(ahead) = &mut self.rehearsal {
            ahead.wires.insert(settings.to_owned(), before);
            let goes = before.is_none() && disable::removes_file(self.ctx, settings)?;
            return Ok([vec![(settings.display().to_string(), goes)], commands].concat());
        }
        let change = UserChangeKind::Hooks { settings: settings.to_owned(), before: now, after: before };
        self.noted(change, || match before {
            Some(wires) => enable::put_back(self.ctx, settings, wires),
            None => disable::one(self.ctx, settings),
        })?;
        Ok([vec![(settings.display().to_string(), !settings.exists())], commands].concat())
    }

    /// The files of `/ingrain:…`, which go and come with the hooks.
    fn commands(&self, settings: &Path, wires: Option<Wires>) -> Result<Vec<(String, bool)>> {
        let goes = wires.is_none();
        let files = match goes {
            true => CommandFiles::to_remove(self.ctx, settings)?,
            false => CommandFiles::to_place(self.ctx, settings)?,
        };
        Ok(files.paths().map(|path| (path.display().to_string(), goes)).collect())
    }

    fn already(&self, change: UserChangeKind) -> Result<Vec<(String, bool)>> {
        if self.rehearsal.is_none() {
            self.noted(change, || Ok(()))?;
        }
        Ok(Vec::new())
    }

    fn noted(&self, change: UserChangeKind, work: impl FnOnce() -> Result<()>) -> Result<()> {
        let cause = format!("undo of u{}", self.number);
        journal::noted(self.ctx, change, &cause, Some(self.number), work)
    }
}
