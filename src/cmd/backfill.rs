//! `ingrain backfill`: learns from sessions from before ingrain was installed.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Value, json};

use super::{backtest, highlights, learn, place};
use crate::cli;
use crate::client::backfill::{self as past, PastSession, PastSize};
use crate::core::backtest::Backtest;
use crate::core::config::ExtractorChoice;
use crate::core::model::cost;
use crate::core::text;
use crate::hook::{marker, off_record};
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::project;
use crate::store::batches::Waits;
use crate::store::{self, FoundBy, Note};
use crate::ui::{self, Progress, Ui};
use crate::worker;
use crate::worker::RunReport;
use crate::worker::run::{Eagerness, Run};

/// Number of other projects to name if this one has no sessions.
const MOST_PROJECTS: usize = 3;

pub(super) fn run(args: &cli::Backfill, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let found = Found::of(&run)?;
    let batch_size = run.config.config.batch_size;
    if !args.json {
        ui.talk(&found.summary(batch_size));
    }
    if args.dry_run {
        if args.json {
            ui.json(&found.json(batch_size))?;
        }
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    run.choose(args.extractor.unwrap_or(ExtractorChoice::Builtin))?;
    note(&mut run, &found.fresh)?;
    let progress = Progress::of(found.fresh.len(), "reading", "sessions");
    run.watch = Some(progress.watcher());
    let report = worker::learn(&mut run, Eagerness { any_batch_size: true, now: true, of: Waits::Person });
    progress.done();
    let report = report?;
    if args.json {
        let mut results = with_results(found.json(batch_size), &report);
        results["best"] = highlights::json(run.store.read(), ctx.now)?;
        results["backtest"] = serde_json::to_value(played(&run)?.sums)?;
        ui.json(&results)?;
    }
    // An interrupted backfill may have read everything and still have work to do.
    if !found.fresh.is_empty() || report.extracted.batches + report.promoted > 0 {
        learn::say(ui, &report);
        if !args.json {
            learn::wrote(&report.rendered.written, ui)?;
        }
        let is_news = report.observed + report.promoted > 0 || !report.rendered.written.is_empty();
        if is_news && !args.json {
            highlights::show(run.store.read(), run.config.config.promotion, ctx.now, ui)?;
            let lines = played(&run)?.best_lines();
            if !lines.is_empty() {
                ui.data(&lines.join("\n"))?;
                ui.hint("`ingrain backtest` shows it lesson by lesson");
            }
        }
    }
    Ok(if report.extracted.failed.is_some() { Exit::Failed } else { Exit::Ok })
}

/// What these sessions would have been told, had ingrain been there.
fn played(run: &Run<'_>) -> Result<Backtest> {
    backtest::gather(&run.store, run.project, &run.config.config, None)
}

fn with_results(mut found: Value, report: &RunReport) -> Value {
    found["observed"] = report.observed.into();
    found["promoted"] = report.promoted.into();
    found["written"] = report.rendered.paths.clone().into();
    found
}

/// Sessions of this project that ingrain has not read.
pub(super) fn unread(ctx: &Ctx) -> Result<PastSize> {
    let Ok(root) = place::root(ctx) else { return Ok(PastSize::default()) };
    let mut past = past::census(ctx).remove(&root).unwrap_or_default();
    leave_out_known(ctx, &root, &mut past)?;
    Ok(past)
}

fn leave_out_known(ctx: &Ctx, root: &Path, past: &mut PastSize) -> Result<()> {
    let Some(project) = place::known_at(ctx, root)? else { return Ok(()) };
    // One that runs is read when it ends, and one off the record never.
    past.sessions
        .retain(|session| !marker::is_open(&project, session) && !off_record::holds(&project, session));
    if let Some(store) = place::open(&project)? {
        let known = store::sessions::known(store.read())?;
        past.sessions.retain(|session| !known.contains(session));
    }
    Ok(())
}

/// Offers a backfill after `enable`, because past sessions have the most to teach. Without a terminal it only hints.
pub(super) fn offer(ctx: &Ctx, ui: &Ui) -> Result<()> {
    let past = unread(ctx)?;
    if past.sessions.is_empty() {
        return point_elsewhere(ctx, ui);
    }
    let Some(mut ask) = ui.ask() else {
        ui.hint(&format!("{}: `ingrain backfill` learns from them ({})", here(&past), what_it_takes(&past)));
        return Ok(());
    };
    let question = format!("{}. Learn from them now ({})?", here(&past), what_it_takes(&past));
    if ask.yes_no(&question, true)? {
        let args = cli::Backfill { extractor: None, dry_run: false, json: false };
        self::run(&args, ctx, ui)?;
    }
    Ok(())
}

fn here(past: &PastSize) -> String {
    let count = text::plural(past.sessions.len(), "earlier session", "earlier sessions");
    format!("{count} of this project, {}", past.megabytes())
}

fn what_it_takes(past: &PastSize) -> String {
    format!("about {} s, nothing leaves this machine", past.seconds())
}

/// Names other projects with the most sessions, if this one has none.
fn point_elsewhere(ctx: &Ctx, ui: &Ui) -> Result<()> {
    let mut all: Vec<(PathBuf, PastSize)> = past::census(ctx).into_iter().collect();
    for (root, past) in &mut all {
        leave_out_known(ctx, root, past)?;
    }
    all.retain(|(root, past)| !past.sessions.is_empty() && !project::is_excluded(ctx, root));
    if all.is_empty() {
        return Ok(());
    }
    all.sort_by_key(|(root, past)| (std::cmp::Reverse(past.sessions.len()), root.clone()));
    let sessions: usize = all.iter().map(|(_, past)| past.sessions.len()).sum();
    let count = text::plural(sessions, "earlier session", "earlier sessions");
    let projects = text::plural(all.len(), "project", "projects");
    let mut lines = vec![format!("{count} of {projects} can be learned from; nothing leaves this machine:")];
    for (root, past) in all.iter().take(MOST_PROJECTS) {
        let root =
            shlex::try_quote(&root.to_string_lossy()).map(|word| word.into_owned()).unwrap_or_default();
        lines.push(format!(
            "  ingrain backfill --project {root}  ({}, about {} s)",
            text::plural(past.sessions.len(), "session", "sessions"),
            past.seconds()
        ));
    }
    ui.talk(&ui::inert(&lines.join("\n")));
    Ok(())
}

/// Notes all sessions before reading the first, so that an interrupted backfill continues the next time.
fn note(run: &mut Run<'_>, sessions: &[PastSession]) -> Result<()> {
    let (now, cwd) = (run.ctx.now, run.project.root.clone());
    run.store.write(|db| -> Result<()> {
        for past in sessions {
            let note = Note {
                session: past.session.clone(),
                cwd: cwd.clone(),
                transcript: past.transcript.clone(),
                headless: past.headless,
                found_by: FoundBy::Person,
            };
            store::sessions::note(db, &note, now)?;
        }
        Ok(())
    })
}

/// Sessions of this project that Claude Code still has.
struct Found {
    fresh: Vec<PastSession>,
    known: usize,
    headless: usize,
    unreadable: usize,
}

impl Found {
    fn of(run: &Run<'_>) -> Result<Found> {
        let teach_headless = run.config.config.learn_headless;
        let past::PastSessions { sessions, unreadable } = past::find(run.ctx, run.project);
        let mut found = Found { fresh: Vec::new(), known: 0, headless: 0, unreadable: unreadable.len() };
        for transcript in unreadable {
            run.log.error(&format!("could not read `{}`", transcript.display()));
        }
        for past in sessions {
            if off_record::holds(run.project, &past.session) {
                continue;
            }
            if store::sessions::is_read(run.store.read(), &past.session)? {
                found.known += 1;
            } else if past.headless && !teach_headless {
                found.headless += 1;
            } else {
                found.fresh.push(past);
            }
        }
        Ok(found)
    }

    fn typed(&self) -> usize {
        self.fresh.iter().map(|past| past.typed).sum()
    }

    fn bytes(&self) -> u64 {
        self.fresh.iter().map(|past| past.bytes).sum()
    }

    fn summary(&self, batch_size: u32) -> String {
        let Found { fresh, known, headless, unreadable } = self;
        let mut left_out = String::new();
        if *headless > 0 {
            left_out += &format!(", {headless} run by programs are left out");
        }
        if *unreadable > 0 {
            left_out +=
                &format!(", {} could not be read", text::plural(*unreadable, "transcript", "transcripts"));
        }
        let mut text = format!(
            "{} to learn from, {known} known already{left_out}",
            text::plural(fresh.len(), "past session", "past sessions")
        );
        if !fresh.is_empty() {
            text += &format!(
                "\n{} of transcripts, {} characters typed\n\
                 the built-in extractor is free; `--extractor claude` would cost about ${:.2}",
                past::megabytes(self.bytes()),
                typed(self.typed()),
                cost::estimate(fresh.len(), self.typed(), batch_size)
            );
        }
        text
    }

    fn json(&self, batch_size: u32) -> Value {
        json!({
            "sessions": self.fresh.len(), "known": self.known, "headless": self.headless,
            "unreadable": self.unreadable, "bytes": self.bytes(),
            "typed_chars": self.typed(), "model_usd": cost::estimate(self.fresh.len(), self.typed(), batch_size),
        })
    }
}

/// Characters as a person says their number.
fn typed(characters: usize) -> String {
    match (characters + 500) / 1000 {
        0 => characters.to_string(),
        thousands => format!("about {thousands} thousand"),
    }
}
