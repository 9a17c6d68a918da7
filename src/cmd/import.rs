//! `ingrain import FILE`: adds observations from a learning log, in our format or the older one.
//! Existing observations stay as they are, so a second import changes nothing; rejected ones stay
//! rejected.

use std::collections::BTreeSet;

use anyhow::{Result, anyhow};
use serde_json::json;

use super::{place, read_named};
use crate::cli;
use crate::core::knowledge::mirror::{self, BadLine};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::store;
use crate::ui::{Progress, Ui};
use crate::worker;
use crate::worker::run::Run;

/// Number of invalid lines to name.
const MOST_WARNINGS: usize = 5;

pub(super) fn run(args: &cli::Import, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let text = read_named(ctx, &args.file)?;
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let Offered { new, known, bad } = read(&text, &run)?;
    if new.is_empty() && known == 0 && !bad.is_empty() {
        let lines = text::plural(bad.len(), "line", "lines");
        return Err(anyhow!(
            "`{}` is not a learning log: none of its {lines} is an observation",
            args.file.display()
        ))
        .hint("`ingrain export` prints one, and `.memory/learning-log.jsonl` of a project is one");
    }
    warn(&bad, ui);
    let bad = bad.len();
    let count = text::plural(new.len(), "observation", "observations");
    if args.json {
        let told = json!({"new": new.len(), "known": known, "refused": bad, "dry_run": args.dry_run});
        ui.json(&told)?;
    }
    if args.dry_run && args.json {
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    if args.dry_run {
        ui.data(&format!("would take over {count}; {known} known already, {bad} invalid"))?;
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    let cause = format!("imported from {}", args.file.display());
    let progress = Progress::of(new.len(), "taking over", "observations");
    run.store.write(|db| -> Result<()> {
        for observation in &new {
            store::observations::save(
                db,
                observation,
                ChangeCause { action: ChangeKind::Imported, cause: &cause, at: ctx.now },
            )?;
            progress.step();
        }
        Ok(())
    })?;
    progress.done();
    worker::settle(&mut run)?;
    ui.talk(&format!("took over {count}; {known} known already, {bad} invalid"));
    Ok(Exit::Ok)
}

/// The content of a log.
#[derive(Default)]
struct Offered {
    new: Vec<Observation>,
    known: usize,
    /// Invalid lines, with the reason.
    bad: Vec<String>,
}

/// Names only the first few, because a damaged file is damaged throughout.
fn warn(bad: &[String], ui: &Ui) {
    bad.iter().take(MOST_WARNINGS).for_each(|line| ui.warn(line));
    let more = bad.len().saturating_sub(MOST_WARNINGS);
    if more > 0 {
        ui.warn(&format!("and {} like them", text::plural(more, "line", "lines")));
    }
}

fn read(text: &str, run: &Run<'_>) -> Result<Offered> {
    let mut offered = Offered::default();
    let mut ids = BTreeSet::new();
    for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match mirror::parse_line(line, run.ctx.now).and_then(|o| clean(run, o)) {
            Ok(o) if is_known(run, &o, &mut ids)? => offered.known += 1,
            Ok(o) => offered.new.push(o),
            Err(error) => offered.bad.push(format!("line {}: {error}", n + 1)),
        }
    }
    Ok(offered)
}

/// Known here, or earlier in the same file.
fn is_known(run: &Run<'_>, o: &Observation, ids: &mut BTreeSet<String>) -> Result<bool> {
    Ok(!ids.insert(o.id.clone()) || store::observations::get(run.store.read(), &o.id)?.is_some())
}

/// Treats the log as untrusted: secrets are masked, and nothing is ready because the file says so.
fn clean(run: &Run<'_>, mut o: Observation) -> Result<Observation, BadLine> {
    let details = o.details.text();
    let names = o.evidence.iter().flat_map(|evidence| [&evidence.session, &evidence.turn]).chain(&o.keys);
    if [&o.title, &details].into_iter().chain(names).any(|text| run.redactor.has_secret(text)) {
        return Err(BadLine::new("it contains a secret"));
    }
    for evidence in &mut o.evidence {
        evidence.quote = run.redactor.redact(&evidence.quote).into_owned();
    }
    if o.status == Status::Ready {
        o.status = Status::Observing;
    }
    Ok(o)
}
