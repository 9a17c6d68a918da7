//! `ingrain backfill`: learn from the sessions that were held before ingrain was there.

use anyhow::Result;
use serde_json::{Value, json};

use super::{learn, place};
use crate::cli;
use crate::client::backfill::{self, PastSession};
use crate::core::config::ExtractorChoice;
use crate::core::model::cost;
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::store::batches::Waits;
use crate::store::{self, FoundBy, Note};
use crate::ui::{Progress, Ui};
use crate::worker;
use crate::worker::RunReport;
use crate::worker::run::{Eagerness, Run};

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
        ui.json(&with_results(found.json(batch_size), &report))?;
    }
    // Whoever was interrupted after the last session was read finds the rest done now.
    if !found.fresh.is_empty() || report.extracted.batches + report.promoted > 0 {
        learn::say(ui, &report);
        if !args.json {
            learn::wrote(&report.rendered.paths, ui)?;
        }
    }
    Ok(if report.extracted.failed.is_some() { Exit::Failed } else { Exit::Ok })
}

fn with_results(mut found: Value, report: &RunReport) -> Value {
    found["observed"] = report.observed.into();
    found["promoted"] = report.promoted.into();
    found["written"] = report.rendered.paths.clone().into();
    found
}

/// Said once, where `enable` is run by a person: most of what could be learned has been said already.
pub(super) fn offer(ctx: &Ctx, ui: &Ui) -> Result<()> {
    let Some(mut ask) = ui.ask() else { return Ok(()) };
    let Ok(project) = place::project(ctx) else { return Ok(()) };
    let found = Found::of(&worker::for_person(ctx, &project)?)?;
    if found.fresh.is_empty() {
        return Ok(());
    }
    let count = text::plural(found.fresh.len(), "past session", "past sessions");
    if ask.yes_no(&format!("Learn from {count} of this project now? It is free and stays here."), false)? {
        let args = cli::Backfill { extractor: None, dry_run: false, json: false };
        self::run(&args, ctx, ui)?;
    }
    Ok(())
}

/// All of them before the first is read: whoever is interrupted goes on with the rest the next time.
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

/// What the client still has of this project.
struct Found {
    fresh: Vec<PastSession>,
    known: usize,
    headless: usize,
    unreadable: usize,
}

impl Found {
    fn of(run: &Run<'_>) -> Result<Found> {
        let teach_headless = run.config.config.learn_headless;
        let backfill::PastSessions { sessions, unreadable } = backfill::find(run.ctx, run.project);
        let mut found = Found { fresh: Vec::new(), known: 0, headless: 0, unreadable: unreadable.len() };
        for transcript in unreadable {
            run.log.error(&format!("could not read `{}`", transcript.display()));
        }
        for past in sessions {
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
            left_out += &format!(", {headless} that programs held are left out");
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
                "\n{:.1} MB of transcripts, {} thousand characters typed\n\
                 the built-in extractor is free; `--extractor claude` would cost about ${:.2}",
                self.bytes() as f64 / 1e6,
                self.typed().div_ceil(1000),
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
