//! Takes back what was done for all projects: a change of the person's configuration, or of the hooks.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Outcome;
use crate::cmd::{disable, enable};
use crate::core::splice::{self, Side};
use crate::ctx::Ctx;
use crate::error::Hint;
use crate::fsx;
use crate::journal::{self, Change, Wires};

pub(super) fn take_back(ctx: &Ctx, number: usize, dry_run: bool) -> Result<Outcome> {
    let all = journal::all(ctx)?;
    let entry = all.iter().find(|(known, _)| *known == number).map(|(_, entry)| entry);
    let entry = entry.with_context(|| format!("there is no change u{number}"))?;
    if let Some(by) = journal::undone_by(&all, number) {
        return Err(anyhow::anyhow!("u{number} was taken back already, by u{by}"))
            .hint(format!("`ingrain undo u{by}` does it again"));
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
        if !self.dry_run {
            match &text {
                Some(text) => fsx::write_user_file(path, text.as_bytes())?,
                None => fsx::remove_if_there(path)?,
            }
            let change = Change::of_file(path.to_owned(), now.as_deref(), text.as_deref());
            journal::add(self.ctx, change, &self.cause(), Some(self.number))?;
        }
        Ok(vec![(path.display().to_string(), text.is_none())])
    }

    fn hooks(
        &self,
        settings: &Path,
        before: Option<Wires>,
        after: Option<Wires>,
    ) -> Result<Vec<(String, bool)>> {
        let now = enable::wires(settings)?;
        if now != after {
            bail!("the hooks in `{}` were changed since", settings.display());
        }
        if !self.dry_run {
            disable::one(self.ctx, settings)?;
            if let Some(wires) = before {
                enable::put(self.ctx, settings, wires)?;
            }
            let change = Change::Hooks { settings: settings.to_owned(), before: now, after: before };
            journal::add(self.ctx, change, &self.cause(), Some(self.number))?;
        }
        Ok(vec![(settings.display().to_string(), !self.dry_run && !settings.exists())])
    }

    fn cause(&self) -> String {
        format!("undo of u{}", self.number)
    }
}
