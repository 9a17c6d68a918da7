//! The commands, one file each, with a few shared helpers. A command reads its arguments, asks the core
//! for a plan, applies it, and prints the result.

mod account;
mod agent;
mod backfill;
mod backtest;
mod bench_hooks;
mod chronicle;
mod clear;
mod completions;
mod configure;
mod consent;
mod context;
mod demo;
mod diff;
mod disable;
mod doctor;
mod enable;
mod errors;
mod events;
mod export;
mod feedback;
mod forget;
mod guard;
mod help;
mod highlights;
mod history;
mod hud;
mod import;
mod installed;
mod knowledge;
mod learn;
mod list;
mod man;
mod migrate_knowledge;
mod naming;
mod off_record;
mod outcome;
mod pattern;
mod place;
mod policy;
mod purge;
mod reconcile;
mod remember;
mod render;
mod report;
mod retired;
mod review;
mod ruled;
mod show;
mod status;
mod statusline;
mod told;
mod trust;
mod undo;
mod uninstall;
mod why;
mod worker;
mod worth;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::{ArgMatches, CommandFactory, FromArgMatches};

use crate::cli::{Cli, Command};
use crate::os::ctx::Ctx;
use crate::os::error::{self, Exit, Hint};
use crate::os::fsx;
use crate::ui::{self, Tone, Ui};

/// The program `ingrain`: parse, run, report.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let parsed = Cli::command().try_get_matches_from(&words);
    let parsed = parsed.and_then(|given| Ok((Cli::from_arg_matches(&given)?, given)));
    let (cli, given) = match parsed {
        Ok(parsed) => parsed,
        Err(mut answer) => {
            help::suggest_what_people_type(&mut answer);
            let _ = answer.print();
            return ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2));
        }
    };
    let ctx = Ctx::from_process();
    if let Command::Statusline(args) = &cli.command {
        return statusline::run(args, ctx.ok()).into();
    }
    match ctx {
        Ok(ctx) => {
            let ui = Ui::new(ctx.env.no_color);
            // Only people answer questions, even if an agent provides a terminal.
            let ui = ui.unless(ui.is_interactive() && agent::behind(&ctx).is_some());
            let words: Vec<String> =
                words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
            let done = run_unless_gated(cli, ctx, &given, &words, &ui);
            done.map_err(place::advised).unwrap_or_else(|error| report(&error, &ui)).into()
        }
        Err(_) if matches!(cli.command, Command::Hud(_)) => ExitCode::SUCCESS,
        Err(error) => report(&error, &Ui::new(true)).into(),
    }
}

fn report(error: &anyhow::Error, ui: &Ui) -> Exit {
    let tone = |word: &str| if word == "hint:" { Tone::Hint } else { Tone::Bad };
    if !error::is_closed_pipe(error) {
        ui.talk(&error::render(error, |word| ui.paint_talk(tone(word), word)));
    }
    error::exit_of(error)
}

fn run_unless_gated(cli: Cli, mut ctx: Ctx, given: &ArgMatches, words: &[String], ui: &Ui) -> Result<Exit> {
    if let Some(folder) = &cli.project {
        ctx.cwd = ctx.cwd.join(folder);
    }
    agent::gate(&ctx, given, words, ui)?;
    run(cli, ctx, ui)
}

fn run(cli: Cli, ctx: Ctx, ui: &Ui) -> Result<Exit> {
    match cli.command {
        Command::Enable(args) => enable::run(&args, &ctx, ui),
        Command::Disable(args) => disable::run(&args, &ctx, ui),
        Command::Configure(args) => configure::run(&args, &ctx, ui),
        Command::Trust(args) => trust::run(&args, &ctx, ui),
        Command::Status(args) => status::run(&args, &ctx, ui),
        Command::List(args) => list::run(&args, &ctx, ui),
        Command::Show(args) => show::run(&args, &ctx, ui),
        Command::Review(args) => review::run(&args, &ctx, ui),
        Command::Remember(args) => remember::run(&args, &ctx, ui),
        Command::Forget(args) => forget::run(&args, &ctx, ui),
        Command::Told(args) => told::run(&args, &ctx, ui),
        Command::OffRecord(args) => off_record::run(&args, &ctx, ui),
        Command::Pattern(args) => pattern::run(&args, &ctx, ui),
        Command::Policy(args) => policy::run(&args, &ctx, ui),
        Command::Guard(args) => guard::run(&args, &ctx, ui),
        Command::Backtest(args) => backtest::run(&args, &ctx, ui),
        Command::Report(args) => report::run(&args, &ctx, ui),
        Command::Why(args) => why::run(&args, &ctx, ui),
        Command::History(args) => history::run(&args, &ctx, ui),
        Command::Diff(args) => diff::run(&args, &ctx, ui),
        Command::Undo(args) => undo::run(&args, &ctx, ui),
        Command::Context(args) => context::run(&args, &ctx, ui),
        Command::Errors(args) => errors::run(&args, &ctx, ui),
        Command::Events(args) => events::run(&args, &ctx, ui),
        Command::Feedback(args) => feedback::run(&args, &ctx, ui),
        Command::Learn(args) => learn::run(&args, &ctx, ui),
        Command::Backfill(args) => backfill::run(&args, &ctx, ui),
        Command::Knowledge(args) => knowledge::run(&args, &ctx, ui),
        Command::Outcome(args) => outcome::run(&args, &ctx, ui),
        Command::Clear(args) => clear::run(&args, &ctx, ui),
        Command::Export(args) => export::run(&args, &ctx, ui),
        Command::Import(args) => import::run(&args, &ctx, ui),
        Command::Reconcile(args) => reconcile::run(&args, &ctx, ui),
        Command::Render(args) => render::run(&args, &ctx, ui),
        Command::Purge(args) => purge::run(&args, &ctx, ui),
        Command::MigrateKnowledge(args) => migrate_knowledge::run(&args, &ctx, ui),
        Command::Worker(args) => worker::run(&args, &ctx),
        Command::Hook(args) => worker::hook(&args),
        Command::Installed => installed::run(&ctx),
        Command::Hud(args) => Ok(hud::run(&args, &ctx, ui)),
        Command::Statusline(args) => Ok(statusline::run(&args, Some(ctx))),
        Command::Doctor(args) => doctor::run(&args, &ctx, ui),
        Command::Uninstall(args) => uninstall::run(&args, &ctx, ui),
        Command::BenchHooks(args) => bench_hooks::run(&args, &ctx, ui),
        Command::Demo(args) => demo::run(&args, &ctx, ui),
        Command::Completions(args) => completions::run(&args, ui),
        Command::Man(args) => man::run(&args, &ctx, ui),
        Command::Help(args) => help::run(&args, ui),
    }
}

/// Reads the file that a person names.
fn read_named(ctx: &Ctx, file: &Path) -> Result<String> {
    let path = ctx.cwd.join(file);
    fsx::read_text_opt(&path)?.with_context(|| format!("there is no `{}`", path.display()))
}

/// Writes output to a named file; an existing one is only replaced with `--force`.
fn write_out(ctx: &Ctx, file: &Path, force: bool, text: &str) -> Result<()> {
    let path = ctx.cwd.join(file);
    if !force && path.symlink_metadata().is_ok() {
        return Err(anyhow::anyhow!("`{}` already exists", file.display())).hint("`--force` replaces it");
    }
    fsx::write_user_file_privately(&path, text.as_bytes())
}

/// Prints the changes of a file, in a dry run or not.
fn show_changes(ui: &Ui, file: &Path, changes: &[String]) -> Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let lines: String = changes.iter().map(|change| format!("\n  {change}")).collect();
    ui.data(&ui::inert(&format!("{}{lines}", file.display())))
}
