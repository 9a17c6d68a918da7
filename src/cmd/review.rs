//! `ingrain review`: shows what was learned for a person's decision, one item at a time or by id.

mod act;
mod draw;
mod items;
mod paper;
mod proposal;
mod session;
mod terminal;

use anyhow::Result;
use serde_json::{Value, json};

use super::guard::door;
use super::place;
use crate::cli;
use crate::core::model::Kind;
use crate::core::model::artifact_path::Ledger;
use crate::core::review::screen::{ReviewScreen, Room};
use crate::core::review::{ReviewDecision, ReviewItem, ReviewItemReason, ReviewSubject};
use crate::core::text;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint, Usage};
use crate::project::Project;
use crate::ui::{self, Ui};
use crate::worker::stage::reconcile;
use act::Court;
use items::Which;
use session::ReviewSession;

const HOW_TO_DECIDE: &str =
    "`ingrain why ID` explains one; `ingrain review` asks about each, `--accept ID` and `--reject ID` decide";

pub(super) fn run(args: &cli::Review, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let rulings = rulings(&args.rulings);
    let Some(project) = place::known(ctx)? else {
        return nothing(args, ui);
    };
    if !rulings.is_empty() {
        return Court { ctx, project: &project, ui, dry_run: args.dry_run, json: args.json }.rule(&rulings);
    }
    let mut session = ReviewSession::new(ctx, &project, which(args));
    if args.list || args.json {
        list(&session.open()?, args, ctx, ui)?;
        return tell_missing(&project, ui);
    }
    if !ui.is_interactive() {
        return Err(Usage("there is no terminal to review on".to_owned()))
            .hint("`ingrain review --list` prints the items; `--accept ID` and `--reject ID` decide");
    }
    let mut screen = session.open()?;
    if screen.items.is_empty() {
        ui.talk(&nothing_left(&screen));
        return Ok(Exit::Ok);
    }
    terminal::review(&mut session, &mut screen)?;
    let ruled: Vec<String> = screen.tally().iter().map(|(word, count)| format!("{count} {word}")).collect();
    if !ruled.is_empty() {
        ui.talk(&ruled.join(", "));
    }
    if !ruled.is_empty() && screen.items.iter().any(|item| matches!(item.subject, ReviewSubject::Guard(_))) {
        door::open(ctx, &project, ui)?;
    }
    if screen.more > 0 {
        ui.hint(&format!("{}: `ingrain review` shows them next", more(&screen)));
    }
    Ok(Exit::Ok)
}

/// Rulings in order of execution.
fn rulings(asked: &cli::Rulings) -> Vec<(ReviewDecision, &str)> {
    let all = [
        (ReviewDecision::Accept, &asked.accept),
        (ReviewDecision::Reject, &asked.reject),
        (ReviewDecision::Keep, &asked.keep),
        (ReviewDecision::Deprecate, &asked.deprecate),
        (ReviewDecision::Restore, &asked.restore),
    ];
    all.iter().flat_map(|(ruling, ids)| ids.iter().map(|id| (ruling.clone(), id.as_str()))).collect()
}

fn which(args: &cli::Review) -> Which {
    match args.capacity {
        Some(cli::Shelf::Decisions) => Which::Room(vec![Ledger::Decisions]),
        Some(cli::Shelf::Pitfalls) => Which::Room(vec![Ledger::Pitfalls]),
        Some(cli::Shelf::Both) => Which::Room(Ledger::ALL.to_vec()),
        None if args.ids.is_empty() => Which::Asking,
        None => Which::Named(args.ids.clone()),
    }
}

fn nothing(args: &cli::Review, ui: &Ui) -> Result<Exit> {
    if args.json {
        ui.data("[]")?;
    } else {
        place::tell_nothing(ui);
    }
    Ok(Exit::Ok)
}

fn nothing_left(screen: &ReviewScreen) -> String {
    let room = |room: &Room| format!("{} holds {} of {} active entries", room.file, room.active, room.most);
    let rooms: Vec<String> = screen.rooms.iter().map(room).collect();
    [rooms, vec!["nothing to review".to_owned()]].concat().join("; ")
}

/// Mentions missing artifacts that will soon count as rejected, so that the person can restore them in time.
fn tell_missing(project: &Project, ui: &Ui) -> Result<Exit> {
    if let Some(store) = place::open(project)? {
        for absent in reconcile::absent(store.read())?.into_values() {
            ui.talk(&format!("{}: {}", absent.artifact, absent.sentence(clock::minute)));
        }
    }
    Ok(Exit::Ok)
}

fn list(screen: &ReviewScreen, args: &cli::Review, ctx: &Ctx, ui: &Ui) -> Result<()> {
    let items = &screen.items;
    if args.json {
        ui.json(&Value::from(items.iter().map(as_json).collect::<Vec<_>>()))?;
    } else if items.is_empty() {
        ui.talk(&nothing_left(screen));
    } else {
        ui.data(&ui::columns(&items.iter().map(row).collect::<Vec<_>>()))?;
        let behind = if screen.more > 0 { format!("; after them, {}", more(screen)) } else { String::new() };
        ui.talk(&format!("{} to look at{behind}", text::plural(items.len(), "item", "items")));
        explained(items).iter().for_each(|words| ui.talk(words));
        // In the client, the hook says how to decide there.
        if ctx.env.agent_session.is_none() {
            ui.hint(HOW_TO_DECIDE);
        }
    }
    Ok(())
}

/// The words of the list that do not speak for themselves.
fn explained(items: &[ReviewItem]) -> Vec<&'static str> {
    let is_said = |item: &ReviewItem| item.why.contains(&ReviewItemReason::SaidLately);
    let is_way = |item: &ReviewItem| item.what() == Kind::Procedural.as_str();
    let words = [
        (
            items.iter().any(is_said),
            "said: you said it lately, too seldom for it to be written; accepted, it is written now",
        ),
        (items.iter().any(is_way), "procedural: a way of working, which becomes a skill"),
    ];
    words.into_iter().filter(|(is_there, _)| *is_there).map(|(_, words)| words).collect()
}

fn more(screen: &ReviewScreen) -> String {
    text::plural(screen.more, "more lesson that you said lately", "more lessons that you said lately")
}

fn row(item: &ReviewItem) -> [String; 5] {
    [
        item.subject.id().to_owned(),
        item.what().to_owned(),
        item.why.iter().map(ReviewItemReason::label).collect::<Vec<_>>().join(", "),
        status(item).unwrap_or_else(|| "-".to_owned()),
        text::one_line(&item.title),
    ]
}

/// A guard has its level instead.
fn status(item: &ReviewItem) -> Option<String> {
    if is_guard(item) { item.place.clone() } else { item.status.map(|status| status.to_string()) }
}

fn is_guard(item: &ReviewItem) -> bool {
    matches!(item.subject, ReviewSubject::Guard(_))
}

fn as_json(item: &ReviewItem) -> Value {
    json!({
        "id": item.subject.id(),
        "type": item.what(),
        "title": item.title,
        "status": status(item),
        "confidence": item.confidence,
        "reasons": item.why.iter().map(ReviewItemReason::word).collect::<Vec<_>>(),
        "why": item.why.iter().map(ReviewItemReason::sentence).collect::<Vec<_>>(),
        "artifact": item.place.as_ref().filter(|_| !is_guard(item)),
        "last_seen": item.last_seen,
    })
}
