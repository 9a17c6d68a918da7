//! `ingrain history`: lists changes with time and cause, newest first.

use anyhow::Result;

use super::chronicle;
use super::place;
use crate::cli;
use crate::core::history::change_text::ChangeLine;
use crate::core::model::when::Since;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::ui::{self, Tone, Ui};

/// Changes read per printed line, because most are details.
const READ_PER_LINE: usize = 100;

pub(super) fn run(args: &cli::History, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    // A busy worker does this itself.
    let _ = place::settle(ctx);
    let since = chronicle::moment(args.since.as_deref(), ctx)?;
    let mut told = Vec::new();
    // Most changes are details, and some commands change thousands of things.
    for more in [1, 10, 1_000] {
        told = gathered(args, since, args.limit.saturating_mul(READ_PER_LINE * more), ctx)?;
        retain_told(args, &mut told);
        if told.len() > args.limit {
            break;
        }
    }
    let has_more = told.len() > args.limit;
    told.truncate(args.limit);
    if args.json {
        ui.json(&told)?;
    } else if told.is_empty() {
        ui.talk(&ui::inert(&nothing(args)));
    } else {
        ui.data(&ui::columns(&told.iter().map(|line| row(line, ui)).collect::<Vec<_>>()))?;
    }
    if has_more {
        ui.hint(&format!("there is more: `ingrain history --limit {}`", args.limit.saturating_mul(5)));
    }
    Ok(Exit::Ok)
}

fn nothing(args: &cli::History) -> String {
    match (&args.what, &args.since) {
        (Some(what), _) => format!("nothing that concerns `{what}` was changed"),
        (None, Some(_)) => "nothing was changed since then".to_owned(),
        (None, None) => "nothing was changed yet".to_owned(),
    }
}

/// Details are printed with `--all`, or if a subject has nothing else.
fn retain_told(args: &cli::History, told: &mut Vec<ChangeLine>) {
    let only_details = args.what.is_some() && !told.iter().any(ChangeLine::is_shown);
    told.retain(|line| args.all || only_details || line.is_shown());
}

fn gathered(args: &cli::History, since: Option<Since>, most: usize, ctx: &Ctx) -> Result<Vec<ChangeLine>> {
    let mut told = chronicle::of_person(ctx)?;
    if let Some(Since::Moment(at)) = since {
        told.retain(|line| line.at >= at);
    }
    let mut wanted = args.what.clone().map(|word| vec![word]);
    if let Some((project, store)) = &place::memory_if_any(ctx)? {
        if let Some(word) = &args.what {
            wanted = Some(chronicle::subjects(ctx, project, store, word)?);
        }
        let most = if wanted.is_some() { usize::MAX >> 1 } else { most };
        let entries = chronicle::entries(store, since, most)?;
        told.extend(chronicle::of_project(store, &entries)?);
    }
    told.retain(|line| wanted.as_ref().is_none_or(|wanted| chronicle::concerns(line, wanted)));
    // A stable sort: equal times keep their order.
    told.sort_by_key(|line| std::cmp::Reverse(line.at));
    Ok(told)
}

fn row(line: &ChangeLine, ui: &Ui) -> [String; 4] {
    let at = clock::minute(line.at);
    let (what, cause) = match &line.taken_back_by {
        Some(by) => (ui.paint(Tone::Faint, &line.what), format!("taken back by {by}")),
        None => (line.what.clone(), line.cause.clone()),
    };
    [line.number.clone(), at, what, ui.paint(Tone::Faint, &cause)]
}
