//! Takes back what was done for all projects: a change of the person's configuration, or of the hooks.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Outcome;
use crate::cmd::{disable, enable};
use crate::core::splice::{self, Side};
use crate::ctx::Ctx;
use crate::fsx;
use crate::journal::{self, Change, Wires};
use crate::stage::undo::Refused;

pub(super) fn take_back(ctx: &Ctx, number: usize, dry_run: bool) -> Result<Outcome> {
    let all = journal::all(ctx)?;
    let entry = all.iter().find(|(known, _)| *known == number).map(|(_, entry)| entry);
    let entry = entry.with_context(|| format!("there is no change u{number}"))?;
    if let Some(by) = journal::undone_by(&all, number) {
        return Err(Refused::Already(format!("u{number}"), format!("u{by}")).into());
    }
    let undo = Undo { ctx, number, dry_run };
    let files = match &entry.change {
        Change::Configuration { path, before, after } => {
            undo.configuration(path, before.as_deref(), after.as_deref())?
        }
        Change::Hooks { settings, before, after } => undo.hooks(settings, *before, *after)?,
    };
    let by =
        if dry_run { None } else { Some(format!("u{}", journal::all(ctx)?.last().map_or(0, |(n, _)| *n))) };
    Ok(Outcome { number: format!("u{number}"), by, what: vec![entry.cause.clone()], files, kept: vec![] })
}

struct Undo<'a> {
    ctx: &'a Ctx,
    number: usize,
    dry_run: bool,
}

impl Undo<'_> {
    fn configuration(
        &self,
        path: &Path,
        before: Option<&Side>,
        after: Option<&Side>,
    ) -> Result<Vec<(String, bool)>> {
        let now = fsx::read_text_opt(path)?;
        let Ok(text) = splice::turn(now.as_deref(), after, before) else {
            bail!("`{}` was changed since, so it is kept", path.display());
        };
        let change = Change::of_file(path.to_owned(), now.as_deref(), text.as_deref());
        self.noted(change, || match &text {
            Some(text) => fsx::write_user_file(path, text.as_bytes()),
            None => Ok(fsx::remove_if_there(path)?),
        })?;
        Ok(vec![(path.display().to_string(), text.is_none())])
    }

    fn hooks(
        &self,
        settings: &Path,
        before: Option<Wires>,
        after: Option<Wires>,
    ) -> Result<Vec<(String, bool)>> {
        let now = Wires::in_file(settings)?;
        if now != after {
            bail!("the hooks in `{}` were changed since", settings.display());
        }
        let change = Change::Hooks { settings: settings.to_owned(), before: now, after: before };
        self.noted(change, || match before {
            Some(wires) => enable::put_back(self.ctx, settings, wires),
            None => disable::one(self.ctx, settings),
        })?;
        Ok(vec![(settings.display().to_string(), !self.dry_run && !settings.exists())])
    }

    fn noted(&self, change: Change, work: impl FnOnce() -> Result<()>) -> Result<()> {
        if self.dry_run {
            return Ok(());
        }
        let cause = format!("undo of u{}", self.number);
        journal::noted(self.ctx, change, &cause, Some(self.number), work)
    }
}
