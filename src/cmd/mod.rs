//! One file per command. A command reads its arguments, asks the core what to do, does it, and says so.

mod help;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::cli::{Cli, Command};
use crate::ctx::Ctx;
use crate::error::{self, Exit, Usage};
use crate::ui::{Tone, Ui};

/// The whole of `ingrain`: parse, run, report.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => {
            let _ = answer.print();
            return ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2));
        }
    };
    match Ctx::from_process() {
        Ok(ctx) => {
            let ui = Ui::new(ctx.env.no_color);
            run(cli, ctx, &ui)
                .unwrap_or_else(|error| report(&error, &ui))
                .into()
        }
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

fn run(cli: Cli, mut ctx: Ctx, ui: &Ui) -> Result<Exit> {
    if let Some(folder) = cli.project {
        ctx.cwd = ctx.cwd.join(folder);
    }
    match cli.command {
        Command::Help(args) => help::run(&args, ui),
        other => Err(Usage(format!("not there yet: {other:?}")).into()),
    }
}
