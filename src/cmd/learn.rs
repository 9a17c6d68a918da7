//! `ingrain learn`: runs the worker's pipeline in the foreground, on pending sessions and on named
//! transcripts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};

use super::{list, place};
use crate::cli;
use crate::client::backfill;
use crate::core::model::{Observation, Status};
use crate::core::text;
use crate::core::text::safe_name;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::project;
use crate::store::batches::Waits;
use crate::store::{self, FoundBy, Note};
use crate::ui::{self, Progress, Ui};
use crate::worker;
use crate::worker::RunReport;
use crate::worker::rehearsal::{self, Tried};
use crate::worker::run::{Eagerness, Run};
use crate::worker::stage::render::Written;

const WHERE_THEY_LIE: &str = "transcripts lie in `~/.claude/projects/*/`, one `.jsonl` file per session; `ingrain backfill` finds those of this project";

pub(super) fn run(args: &cli::Learn, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    if args.dry_run {
        return rehearse(args, ctx, ui);
    }
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    run.log.begins();
    prepare(&mut run, args, ui)?;
    let progress = Progress::open("learning", "sessions");
    run.watch = Some(progress.watcher());
    let report = worker::learn(&mut run, eagerness(args));
    progress.done();
    let report = report?;
    // Closes the log entry of a worker that did not finish.
    run.log.ok(&report.to_string());
    if args.json {
        ui.json(&results(&report))?;
        return Ok(if report.extracted.failed.is_some() { Exit::Failed } else { Exit::Ok });
    }
    say(ui, &report);
    wrote(&report.rendered.written, ui)?;
    let waiting = store::batches::waiting(run.store.read(), Waits::All)?.sessions;
    let is_told = report.extracted.held_back.is_some() || report.extracted.failed.is_some();
    if waiting > 0 && !is_told && !args.now {
        let sessions = text::plural(waiting, "session", "sessions");
        ui.hint(&format!(
            "too little was said in {sessions} so far; `ingrain learn --now` does not wait for more"
        ));
    }
    Ok(if report.extracted.failed.is_some() { Exit::Failed } else { Exit::Ok })
}

fn eagerness(args: &cli::Learn) -> Eagerness {
    Eagerness { any_batch_size: true, now: args.now, ..Eagerness::default() }
}

/// The results of a run as JSON.
pub(super) fn results(report: &RunReport) -> Value {
    json!({
        "sessions": report.ingested.sessions, "messages": report.ingested.signals, "waited": report.waited, "observed": report.observed,
        "promoted": report.promoted, "written": report.rendered.paths, "cost_usd": report.extracted.cost_usd,
        "held_back": report.extracted.held_back, "failed": report.extracted.failed,
    })
}

/// Chooses the extractor and notes the transcripts.
fn prepare(run: &mut Run<'_>, args: &cli::Learn, ui: &Ui) -> Result<()> {
    if let Some(choice) = args.extractor {
        run.choose(choice)?;
    }
    for problem in &run.config.problems {
        ui.warn(&problem.to_string());
    }
    let found = args.transcripts.iter().map(|transcript| find(run.ctx, &run.project.root, transcript));
    for transcript in found.collect::<Result<Vec<_>>>()? {
        note(run, transcript)?;
    }
    Ok(())
}

/// A dry run on a copy of the database, so that the result equals a real run's.
fn rehearse(args: &cli::Learn, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let known = place::known(ctx)?;
    let memory = known.as_ref().map(place::open).transpose()?.flatten();
    let copy = rehearsal::copy_memory(&place::root(ctx)?, known.as_ref(), memory.as_ref())?;
    let mut run = rehearsal::on_copy(ctx, &copy)?;
    prepare(&mut run, args, ui)?;
    let Tried { sessions, waited, changed, unasked } = rehearsal::try_out(&mut run, eagerness(args))?;
    let is_ready = |o: &&Observation| o.status == Status::Ready;
    if args.json {
        let ready = changed.iter().filter(is_ready).count();
        let ids: Vec<Value> = changed.iter().map(|o| json!({"id": o.id, "title": o.title})).collect();
        ui.json(&json!({"sessions": sessions, "observations": ids, "ready": ready, "dry_run": true}))?;
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    ui.talk(&format!(
        "{}; {} would be new or seen again, {} of them ready to be written",
        what_would_teach(sessions, waited),
        text::plural(changed.len(), "observation", "observations"),
        changed.iter().filter(is_ready).count(),
    ));
    if let Some((extractor, sessions)) = unasked {
        let sessions = text::plural(sessions, "session", "sessions");
        ui.talk(&format!(
            "`{extractor}` would be asked about {sessions}; `--extractor builtin` shows what that finds"
        ));
    }
    if !changed.is_empty() {
        ui.data(&list::table_of(changed, &run.config.config.thresholds))?;
    }
    ui.dry_run();
    Ok(Exit::Ok)
}

fn what_would_teach(read: usize, waited: usize) -> String {
    match (read, waited) {
        (_, 0) => format!("{} would be read", text::plural(read, "session", "sessions")),
        (0, _) => {
            format!(
                "{} would be learned from",
                text::plural(waited, "session that waits", "sessions that wait")
            )
        }
        _ => format!(
            "{} would be read, and {} would be learned from",
            text::plural(read, "session", "sessions"),
            text::plural(waited, "that waits", "that wait")
        ),
    }
}

fn find(ctx: &Ctx, root: &Path, transcript: &Path) -> Result<PathBuf> {
    let path = ctx.cwd.join(transcript);
    let path = std::fs::canonicalize(&path)
        .with_context(|| format!("could not find the transcript `{}`", path.display()))
        .hint(WHERE_THEY_LIE)?;
    if !backfill::is_session(&path) {
        return Err(anyhow!("`{}` is not a Claude Code session", path.display())).hint(WHERE_THEY_LIE);
    }
    refuse_anothers(ctx, root, &path)?;
    Ok(path)
}

fn note(run: &mut Run<'_>, path: PathBuf) -> Result<()> {
    let session = safe_name(path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default());
    let note = Note {
        session,
        cwd: run.project.root.clone(),
        transcript: path,
        headless: false,
        found_by: FoundBy::Person,
    };
    let now = run.ctx.now;
    Ok(run.store.write(|db| store::sessions::note(db, &note, now))?)
}

/// Refuses transcripts of other projects. A folder that does not exist here proves nothing.
fn refuse_anothers(ctx: &Ctx, root: &Path, transcript: &Path) -> Result<()> {
    let folder = backfill::folder_of(transcript).ok().flatten().filter(|folder| folder.exists());
    let Some(theirs) =
        folder.and_then(|folder| project::find_root(ctx, &folder)).filter(|theirs| theirs != root)
    else {
        return Ok(());
    };
    let (theirs, transcript) = (theirs.display(), transcript.display());
    let refused = anyhow!("`{transcript}` is a session of another project, `{theirs}`");
    Err(refused).hint(format!("`ingrain learn --project {theirs} {transcript}` learns from it there"))
}

pub(super) fn say(ui: &Ui, report: &RunReport) {
    let RunReport { ingested, waited, extracted, observed, promoted, .. } = report;
    let read = format!(
        "read {} with {} that may teach",
        text::plural(ingested.sessions, "session", "sessions"),
        text::plural(ingested.signals, "message", "messages")
    );
    let from = match (ingested.sessions, waited) {
        (_, 0) => read,
        (0, _) => {
            format!("learned from {}", text::plural(*waited, "session that waited", "sessions that waited"))
        }
        _ => format!("{read}, and learned from {waited} that waited"),
    };
    ui.talk(&match ingested.sessions + extracted.batches + promoted {
        0 => "nothing new to learn from".to_owned(),
        _ => format!(
            "{from}; {} came of it, {promoted} newly ready",
            text::plural(*observed, "new observation", "new observations"),
        ),
    });
    if extracted.cost_usd > 0.0 {
        ui.talk(&format!("the model cost ${:.4}", extracted.cost_usd));
    }
    if let Some(why) = &extracted.held_back {
        ui.warn(&format!("some sessions still wait: {why}"));
    }
    if let Some(why) = &extracted.failed {
        ui.warn(&format!("the extractor failed, and its sessions are kept: {why}"));
    }
}

/// Prints written files, each once, with their entries below.
pub(super) fn wrote(written: &[Written], ui: &Ui) -> Result<()> {
    let mut files: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Written { path, anchor, title } in written {
        let title = text::one_line(title);
        let line = anchor.as_ref().map_or(title.clone(), |anchor| format!("{anchor}  {title}"));
        files.entry(path).or_default().push(format!("  {}", ui::inert(&line)));
    }
    for (path, lines) in files {
        ui.data(&format!("{path}\n{}", lines.join("\n")))?;
    }
    Ok(())
}
