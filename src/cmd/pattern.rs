//! `ingrain pattern`: what agents concluded or tried, how it fared, and what a person rules about it.

mod list;
mod rule;
mod show;

use anyhow::{Context, Result};

use crate::cli::{self, PatternCommand};
use crate::ctx::Ctx;
use crate::error::{Exit, Hint};
use crate::ui::Ui;

pub(super) fn run(args: &cli::Pattern, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    match &args.command {
        PatternCommand::List(args) => list::run(args, ctx, ui),
        PatternCommand::Show(args) => show::run(args, ctx, ui),
        PatternCommand::Add(args) => rule::add(args, ctx, ui),
        PatternCommand::Promote(args) => rule::promote(args, ctx, ui),
        PatternCommand::Deprecate(args) => rule::deprecate(args, ctx, ui),
        PatternCommand::Reset(args) => rule::reset(args, ctx, ui),
    }
}

/// The one that an id, or the beginning of one, names.
fn named<T>(all: Vec<T>, id: impl Fn(&T) -> &str, word: &str) -> Result<T> {
    let mut hits = all.into_iter().filter(|one| id(one).starts_with(word)).collect::<Vec<_>>();
    if let Some(exact) = hits.iter().position(|one| id(one) == word) {
        return Ok(hits.swap_remove(exact));
    }
    let alone = hits.len() < 2;
    let first = hits.pop().with_context(|| format!("no pattern `{word}`"));
    let first = first.hint("`ingrain pattern list` shows the ids")?;
    alone.then_some(first).with_context(|| format!("`{word}` begins several ids")).hint("type more of it")
}
