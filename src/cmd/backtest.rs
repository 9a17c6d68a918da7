//! `ingrain backtest`: what each start of the past would have told, and what it would have spared.

use anyhow::Result;

use super::{chronicle, place, write_out};
use crate::cli;
use crate::core::backtest::{self, Backtest, BacktestInput, LABEL, PlayedLesson};
use crate::core::config::Config;
use crate::core::model::Time;
use crate::core::model::when::Since;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Usage};
use crate::project::{Project, configuration};
use crate::store::{self, Store};
use crate::ui::{self, Progress, Tone, Ui};

/// Lessons that are printed; the rest is in the JSON.
const MOST_LESSONS: usize = 8;

pub(super) fn run(args: &cli::Backtest, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let since = match chronicle::moment(args.since.as_deref(), ctx)? {
        Some(Since::Change(number)) => {
            return Err(Usage(format!("`{number}` is a change; `--since` takes 7d or a date here")).into());
        }
        Some(Since::Moment(at)) => Some(at),
        None => None,
    };
    let (project, store) = place::learned(ctx)?;
    let config = configuration::load(ctx, &project)?.config;
    let progress = Progress::open("playing past sessions", "sessions");
    let played = gather(&store, &project, &config, since);
    progress.done();
    let played = played?;
    let text = match args {
        cli::Backtest { json: true, .. } => backtest::json(&played)?,
        cli::Backtest { html: true, .. } => {
            let name = project.root.file_name().map(|name| name.to_string_lossy().into_owned());
            backtest::html(&played, &name.unwrap_or_default())?
        }
        _ => words(&played, ui),
    };
    match &args.output.out {
        Some(file) => {
            write_out(ctx, file, args.output.force, &text)?;
            ui.talk(&format!("wrote the backtest to `{}`", ctx.cwd.join(file).display()));
        }
        None if args.json || args.html => ui.raw(&ui::inert(text.trim_end()))?,
        None => ui.data(text.trim_end())?,
    }
    Ok(Exit::Ok)
}

/// Plays everything that is stored of a project.
pub(super) fn gather(
    store: &Store,
    project: &Project,
    config: &Config,
    since: Option<Time>,
) -> Result<Backtest> {
    let db = store.read();
    let observations = store::observations::all(db)?;
    let artifacts = store::artifacts::all(db)?.into_iter();
    Ok(backtest::play(BacktestInput {
        sessions: store::backtest::sessions(db)?,
        rulings: store::backtest::rulings(db, &observations)?,
        observations: &observations,
        facts: store::structure::all(db)?,
        calls: store::structure::tool_calls(db)?,
        work_ends: &store::guards::work_ends(db)?,
        guards: &store::guards::all(db)?,
        revocations: store::revocations::all(db)?,
        anchors: artifacts.filter_map(|row| Some((row.observation_id, row.anchor?))).collect(),
        root: &project.root.to_string_lossy(),
        config,
        since,
    }))
}

fn words(played: &Backtest, ui: &Ui) -> String {
    let mut lines = vec![played.head()];
    if played.sums.starts == 0 {
        return lines.concat();
    }
    lines.push(format!("What ingrain would have been worth, {LABEL}. No cause is claimed."));
    lines.push(String::new());
    lines.extend(played.sums.lines().iter().map(|line| format!("- {line}")));
    let (shown, rest) = played.lessons.split_at(played.lessons.len().min(MOST_LESSONS));
    if !shown.is_empty() {
        lines.extend([String::new(), ui.paint(Tone::Strong, "Lessons that would have spared most")]);
        lines.extend(shown.iter().flat_map(lesson));
    }
    if !rest.is_empty() {
        lines.push(format!("and {} more: `ingrain backtest --html --out FILE` draws them", rest.len()));
    }
    lines.join("\n")
}

fn lesson(lesson: &PlayedLesson) -> Vec<String> {
    let lines = lesson.lines().into_iter().map(|line| format!("    {}", ui::inert(&line)));
    std::iter::once(format!("  {}", ui::inert(&lesson.title))).chain(lines).collect()
}
