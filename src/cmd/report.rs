//! `ingrain report`: what happened, in figures.

use anyhow::Result;

use super::{place, worth, write_out};
use crate::cli;
use crate::core::config::Config;
use crate::core::outcomes::attribution;
use crate::core::policy::report::{self, Report, ReportInput, Spend};
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::project::configuration;
use crate::store::{self, Store};
use crate::ui::{self, Progress, Ui};
use crate::worker::policy_state;

pub(super) fn run(args: &cli::Report, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let (store, config) = match place::memory(ctx)? {
        // To a script, nothing is an answer.
        None if args.json => (Store::in_memory()?, Config::default()),
        _ => {
            let (project, store) = place::learned(ctx)?;
            (store, configuration::load(ctx, &project)?.config)
        }
    };
    let progress = Progress::open("gathering what happened", "steps");
    let report = gather(&store, &config, ctx, &progress);
    progress.done();
    let report = report?;
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
        None => ui.data(&ui::inert(text.trim_end()))?,
    }
    Ok(Exit::Ok)
}

fn gather(store: &Store, config: &Config, ctx: &Ctx, progress: &Progress) -> Result<Report> {
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
        criteria: attribution::criteria(&outcomes, &config.learning, ctx.now),
        artifacts: worth::artifacts(store)?,
        sessions: store::stats::session_counts(db)?,
        spend: Spend {
            today_usd: store::stats::spend_on(db, &ctx.today().to_string())?,
            total_usd: store::stats::spend_in_all(db)?,
        },
        rules: &config.policy,
        now: ctx.now,
    }))
}
