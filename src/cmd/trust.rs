//! `ingrain trust`: shows what a repository brought along and lets it count. Trust belongs to a text,
//! not a file name: after a change it is asked for again.

use std::path::Path;

use anyhow::Result;

use super::place;
use crate::cli;
use crate::core::config::{self, KEYS};
use crate::core::knowledge::reconcile::DiskState;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::os::fsx;
use crate::project::artifacts;
use crate::project::configuration::PROJECT_FILE;
use crate::project::trust::Trust;
use crate::project::{self, Project};
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::file::promise::{self, OutsideChange};
use crate::worker::visibility::{self, Asked};

pub(super) fn run(args: &cli::Trust, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let root = place::root(ctx)?;
    if !args.dry_run {
        place::settle(ctx)?;
    }
    let known = project::lookup(ctx, &root);
    let old = known.as_ref().map(Trust::known).unwrap_or_default();
    let new = if args.revoke { Trust::default() } else { offered(&root, known.as_ref(), ui)? };
    if new == old {
        ui.talk(if args.revoke {
            "not trusted, nothing to change"
        } else if new == Trust::default() {
            "nothing here needs trust, nothing to change"
        } else {
            "already trusted, nothing to change"
        });
    } else if args.dry_run {
        if args.revoke {
            ui.talk("would no longer be trusted");
        }
        ui.dry_run();
    } else {
        let project = project::lookup_or_start(ctx, &root)?;
        apply(ctx, &project, &old, &new, ui)?;
        ui.talk(if args.revoke {
            "no longer trusted"
        } else {
            "trusted; take it back with `ingrain trust --revoke`"
        });
    }
    Ok(Exit::Ok)
}

/// Stores the trust and prepares the hook files again for the next session.
fn apply(ctx: &Ctx, project: &Project, old: &Trust, new: &Trust, ui: &Ui) -> Result<()> {
    let mut run = worker::for_person(ctx, project)?;
    let did = ChangeCause { action: ChangeKind::Trusted, cause: "ingrain trust", at: ctx.now };
    let change = OutsideChange { trust: Some((old, new)), ..OutsideChange::default() };
    promise::keep(&mut run, change, did, |_| Ok(()))?;
    if let Err(error) = worker::publish(&mut run) {
        ui.warn(&format!("sessions will see it after the next learning run: {error:#}"));
    }
    Ok(())
}

/// Lists what the project contains, and the effect of trusting it.
fn offered(root: &Path, known: Option<&Project>, ui: &Ui) -> Result<Trust> {
    let config = fsx::read_text_opt(&root.join(PROJECT_FILE))?;
    let unknown = unknown(root, known)?;
    let mut lines = vec![root.display().to_string()];
    match &config {
        Some(text) => lines.extend(config_lines(text)),
        None => lines.push(format!("  {PROJECT_FILE}: there is none")),
    }
    let entries = text::plural(unknown.len(), "entry", "entries");
    lines.push(format!("  knowledge that you have not accepted: {entries}"));
    lines.extend(unknown.iter().map(|found| format!("    {}", text::one_line(&named(found)))));
    ui.data(&ui::inert(&lines.join("\n")))?;
    let mut knowledge = known.map(Trust::known).unwrap_or_default().knowledge;
    knowledge.extend(unknown.into_iter().filter_map(|found| found.hash));
    Ok(Trust { config_hash: config.as_deref().map(text::hash), knowledge })
}

/// All texts that are not shown to sessions.
fn unknown(root: &Path, known: Option<&Project>) -> Result<Vec<DiskState>> {
    let Some(project) = known else {
        return Ok(artifacts::look(root).into_iter().filter(|found| found.anchor.is_some()).collect());
    };
    let memory = place::open(project)?;
    visibility::unknown(project, memory.as_ref().map(|store| store.read()), Asked::AlsoRefused)
}

fn named(found: &DiskState) -> String {
    match (&found.anchor, &found.title) {
        (Some(anchor), Some(title)) => format!("{anchor}: {title}"),
        _ => found.path.clone(),
    }
}

/// Keys with and without effect.
fn config_lines(text: &str) -> Vec<String> {
    let defaults = config::Config::default();
    let (trusted, problems) = config::layer(None, Some(text), true);
    let changed = KEYS.iter().filter(|key| key.value(&trusted) != key.value(&defaults));
    let line = |key: &config::ConfigKey| format!("  {PROJECT_FILE}: {} = {}", key.name, key.value(&trusted));
    let mut lines: Vec<String> = changed.map(line).collect();
    if lines.is_empty() {
        lines.push(format!("  {PROJECT_FILE}: sets nothing that differs from the defaults"));
    }
    lines.extend(problems.iter().map(|problem| format!("  {problem}")));
    lines
}
