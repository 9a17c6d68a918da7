//! `ingrain pattern`: lists what agents concluded or tried with its record, and applies rulings.

mod count;
mod list;
mod query;
mod rule;
mod show;

use anyhow::{Context, Result};

use super::naming;
use crate::cli::{self, PatternCommand};
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::ui::Ui;

pub(super) fn run(args: &cli::Pattern, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    match &args.command {
        PatternCommand::List(args) => list::run(args, ctx, ui),
        PatternCommand::Show(args) => show::run(args, ctx, ui),
        PatternCommand::Add(args) => rule::add(args, ctx, ui),
        PatternCommand::Promote(args) => rule::promote(args, ctx, ui),
        PatternCommand::Deprecate(args) => rule::deprecate(args, ctx, ui),
        PatternCommand::Reset(args) => rule::reset(args, ctx, ui),
        PatternCommand::Query(args) => query::run(args, ctx, ui),
        PatternCommand::Reinforce(args) => count::reinforce(args, ctx, ui),
        PatternCommand::Ignore(args) => count::ignore(args, ctx, ui),
    }
}

fn named<T>(all: Vec<T>, id: impl Fn(&T) -> &str, word: &str) -> Result<T> {
    let found = naming::find(all, id, word)?.with_context(|| format!("no pattern `{word}`"));
    found.hint("`ingrain pattern list` shows the ids")
}
