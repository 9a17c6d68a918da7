//! `ingrain report`: prints figures about learning, outcomes, tools and costs.

use anyhow::Result;
use rusqlite::Connection;

use super::{backtest, place, worth, write_out};
use crate::cli;
use crate::core::backtest::PlayedLesson;
use crate::core::config::Config;
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::outcome::{Outcome, OutcomeSource};
use crate::core::model::{Observation, Status, Time};
use crate::core::outcomes::attribution;
use crate::core::outcomes::criteria::CriterionWeight;
use crate::core::policy::report::{self, Hindsight, Lesson, Report, ReportInput, Spend};
use crate::core::review::highlights;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::project::configuration;
use crate::store::{self, Store};
use crate::ui::{self, Progress, Ui};
use crate::worker::policy_state;

/// Changes read from the history of one lesson.
const MOST_CHANGES: usize = 1_000;

pub(super) fn run(args: &cli::Report, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let root = place::root(ctx)?;
    let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (store, config, played) = match place::memory(ctx)? {
        // For scripts, empty output is an answer.
        None if args.json => (Store::in_memory()?, Config::default(), vec![]),
        _ => {
            let (project, store) = place::learned(ctx)?;
            let config = configuration::load(ctx, &project)?.config;
            let played = backtest::gather(&store, &project, &config, None)?;
            (store, config, played.lessons)
        }
    };
    let progress = Progress::open("gathering what happened", "steps");
    let report = gather(&store, &config, name, ctx, &progress);
    progress.done();
    let mut report = report?;
    for lesson in &mut report.lessons {
        let played = played.iter().find(|played| played.id == lesson.id);
        lesson.hindsight = played.map(PlayedLesson::hindsight).unwrap_or_default();
    }
    let text = match args {
        cli::Report { json: true, .. } => serde_json::to_string_pretty(&report)?,
        cli::Report { html: true, .. } => report::html(&report)?,
        _ => report::markdown(&report)?,
    };
    match &args.output.out {
        Some(file) => {
            write_out(ctx, file, args.output.force, &text)?;
            ui.talk(&format!("wrote the report to `{}`", ctx.cwd.join(file).display()));
        }
        // A person reads Markdown as it stands; the others are for programs.
        None if !args.json && !args.html => ui.data(&ui::inert(text.trim_end()))?,
        None => ui.raw(&ui::inert(text.trim_end()))?,
    }
    Ok(Exit::Ok)
}

fn gather(store: &Store, config: &Config, project: String, ctx: &Ctx, progress: &Progress) -> Result<Report> {
    let db = store.read();
    let outcomes = store::policy::reviewed(db)?;
    progress.step();
    let known = policy_state::PolicyInputs::load(db)?;
    let state = crate::core::policy::policy_update::rebuild(&outcomes, &known.inputs(config, ctx.now));
    progress.step();
    let maturities = store::feedback::maturities(db, ctx.now, &config.maturity)?;
    Ok(report::build(ReportInput {
        outcomes: &outcomes,
        state: &state,
        maturities: &maturities,
        patterns: &store::patterns::all(db)?,
        criteria: assessed(&outcomes, config, ctx),
        artifacts: worth::artifacts(store)?,
        project,
        lessons: lessons(db)?,
        sessions: store::stats::session_counts(db)?,
        spend: Spend {
            today_usd: store::stats::spend_on(db, &ctx.today().to_string())?,
            total_usd: store::stats::spend_in_all(db)?,
        },
        rules: &config.policy,
        now: ctx.now,
    }))
}

/// Criteria by the outcomes that were judged by them: those that name some, and those of pipelines. How a session's work
/// ended says nothing of a criterion that nobody looked at.
fn assessed(outcomes: &[Outcome], config: &Config, ctx: &Ctx) -> Vec<CriterionWeight> {
    let is_assessed =
        |outcome: &&Outcome| outcome.source != OutcomeSource::Transcript || !outcome.criteria.is_empty();
    let assessed: Vec<&Outcome> = outcomes.iter().filter(is_assessed).collect();
    attribution::criteria(assessed, &config.learning, ctx.now)
}

/// Lessons that were not replaced, most repeated first.
fn lessons(db: &Connection) -> Result<Vec<Lesson>> {
    let observations = store::observations::all(db)?;
    let mut uses = store::usage::all_uses(db)?;
    let mut lessons = Vec::new();
    for o in observations.iter().filter(|o| o.superseded_by.is_none()) {
        let row = store::artifacts::get(db, &o.id)?;
        let past = if o.status == Status::Deprecated { past(db, o)? } else { Past::default() };
        let said = highlights::of(o);
        lessons.push(Lesson {
            id: o.id.clone(),
            kind: o.kind(),
            title: o.title.clone(),
            sessions: o.count,
            first_at: o.first_seen,
            said_again: said.again.iter().map(|(_, at)| *at).collect(),
            quote: said.quote.map(|quote| quote.words),
            written_at: row.as_ref().map(|row| row.rendered_at).or(past.written_at),
            place: row.map(|row| row.place()),
            told: store::usage::shown_in(db, &o.id)?,
            used: uses.remove(&o.id).unwrap_or_default(),
            refused_at: past.refused_at,
            hindsight: Hindsight::default(),
        });
    }
    lessons.sort_by(|a, b| rank(b).cmp(&rank(a)).then_with(|| a.id.cmp(&b.id)));
    Ok(lessons)
}

fn rank(lesson: &Lesson) -> (usize, bool, Time) {
    (lesson.said_again.len() + lesson.used.len(), lesson.place.is_some(), lesson.first_at)
}

/// The fate of a deleted lesson.
#[derive(Default)]
struct Past {
    written_at: Option<Time>,
    refused_at: Option<Time>,
}

fn past(db: &Connection, o: &Observation) -> Result<Past> {
    let changes = store::history::list(db, Some(&o.id), MOST_CHANGES)?;
    let last = |wanted: &[ChangeKind]| {
        changes.iter().find(|change| wanted.contains(&change.action)).map(|change| change.at)
    };
    let no = [ChangeKind::Refused, ChangeKind::Rejected, ChangeKind::Deprecated];
    Ok(Past { written_at: last(&[ChangeKind::Created]), refused_at: last(&no) })
}
