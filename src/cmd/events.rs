//! `ingrain events`: prints what runs taught about tools, as JSON lines that a script can follow.

use std::thread;
use std::time::Duration;

use anyhow::Result;

use super::{chronicle, place};
use crate::cli;
use crate::core::history::change::Change;
use crate::core::history::learning_event::LearningEvent;
use crate::core::model::when::Since;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::store::{Store, history};
use crate::ui::{self, Ui};

/// Polling interval of `--follow`.
const PAUSE: Duration = Duration::from_millis(500);

pub(super) fn run(args: &cli::Events, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let since = chronicle::moment(args.since.as_deref(), ctx)?;
    let (mut last, mut told) = (0, 0);
    if let Some((_, store)) = place::memory(ctx)? {
        // `--follow` without `--since` starts with new events.
        let is_past_wanted = !args.follow || since.is_some();
        last = history::newest_id(store.read())?;
        if is_past_wanted {
            told = tell(args, past(&store, since)?, ui)?;
        }
    }
    if !args.follow {
        if told == 0 && !args.json {
            ui.talk(if since.is_some() { "no events since then" } else { "no events yet" });
        }
        return Ok(Exit::Ok);
    }
    // Runs until the pipe is closed or the process is killed.
    loop {
        thread::sleep(PAUSE);
        let Some((_, store)) = place::memory(ctx)? else { continue };
        let changes = history::after(store.read(), last)?;
        last = changes.last().map_or(last, |change| change.id);
        tell(args, changes, ui)?;
    }
}

/// The oldest first.
fn past(store: &Store, since: Option<Since>) -> Result<Vec<Change>> {
    if since.is_none() {
        return Ok(history::after(store.read(), 0)?);
    }
    let mut changes = chronicle::entries(store, since, usize::MAX)?;
    changes.reverse();
    Ok(changes)
}

/// Returns the number of events.
fn tell(args: &cli::Events, changes: Vec<Change>, ui: &Ui) -> Result<usize> {
    let mut told = 0;
    for change in changes {
        let Some(event) = LearningEvent::of(&change) else { continue };
        match args.json {
            true => ui.raw(&ui::inert_json(&serde_json::to_string(&event)?))?,
            false => ui.data(&ui::inert(&format!("{}  {}", clock::minute(event.at), event.line())))?,
        }
        told += 1;
    }
    Ok(told)
}
