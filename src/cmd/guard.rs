//! `ingrain guard`: manages the rules enforced on tool calls, and shows what each would have matched so
//! far.

pub(super) mod door;

use anyhow::{Context, Result};
use rusqlite::Connection;
use serde_json::{Value, json};

use super::{place, ruled};
use crate::cli::{self, ChosenLevel, GuardChoice, GuardCommand};
use crate::core::entities::call_tokens::{self, CallTokens};
use crate::core::guards::feedback;
use crate::core::guards::guard::{Guard, GuardLevel};
use crate::core::guards::matcher::Matcher;
use crate::core::guards::replay::{Catch, CatchVerdict, Replay};
use crate::core::text::{one_line, plural};
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::store;
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::ruling::guard::{self, CallHistory};

/// Calls that `show` prints, newest first.
const MOST_CALLS: usize = 20;
const GRAMMAR: &str = "write PROGRAM [SUBCOMMAND] [--OPTION] [PATH] [without --OPTION], or `edit PATH`";

pub(super) fn run(args: &cli::Guard, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    match &args.command {
        GuardCommand::List(args) => list(args, ctx, ui),
        GuardCommand::Show(args) => show(args, ctx, ui),
        GuardCommand::Add(args) => add(args, ctx, ui),
        GuardCommand::Test(args) => test(args, ctx, ui),
        GuardCommand::Set(args) => set(args, ctx, ui),
        GuardCommand::Remove(args) => remove(args, ctx, ui),
    }
}

fn list(args: &cli::GuardList, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let mut found = Vec::new();
    if let Some((project, store)) = place::memory(ctx)? {
        let history = CallHistory::read(store.read())?;
        for (id, matcher) in store::guards::unreadable(store.read())? {
            let matcher = ui::inert(&matcher);
            ui.warn(&format!(
                "{id} enforces nothing: `{matcher}` cannot be matched; `ingrain purge` removes it"
            ));
        }
        let guards = store::guards::all(store.read())?;
        if let Some(fault) = door::fault(ctx, &project.root, &guards)? {
            ui.warn(&fault);
        }
        let wanted = guards.into_iter().filter(|guard| args.all || guard.level != GuardLevel::Dropped);
        found.extend(wanted.map(|guard| (history.replay(&guard), guard)));
    }
    if args.json {
        ui.json(&found.iter().map(|(replay, guard)| as_json(guard, replay)).collect::<Value>())?;
    } else if found.is_empty() {
        ui.talk("no guards here");
        ui.hint("`ingrain guard add 'git push --force'` writes one");
    } else {
        let mut rows = vec![["GUARD", "LEVEL", "MATCHES", "SO FAR"].map(str::to_owned)];
        for (replay, guard) in &found {
            let (level, matcher) = (guard.level.to_string(), guard.matcher.to_string());
            rows.push([guard.id.clone(), level, matcher, so_far(guard, replay)]);
        }
        ui.data(&ui::inert(&ui::columns(&rows)))?;
        if found.iter().any(|(_, guard)| guard.level == GuardLevel::Proposed) {
            ui.hint("proposed guards do nothing until `ingrain guard set ID tell|ask|deny`");
        }
    }
    Ok(Exit::Ok)
}

fn show(args: &cli::GuardShow, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let memory = place::memory(ctx)?.with_context(|| format!("no guard `{}`", args.guard));
    let (_, store) = memory.hint(guard::WHERE_GUARDS_ARE)?;
    let guard = guard::known(store.read(), &args.guard)?;
    let replay = CallHistory::read(store.read())?.replay(&guard);
    if args.json {
        ui.json(&as_json(&guard, &replay))?;
        return Ok(Exit::Ok);
    }
    let mut lines = vec![
        format!("{}  {}  {}", guard.id, guard.level, guard.matcher),
        format!("rule     {} ({})", guard.reason(), clock::day(guard.said_at)),
    ];
    lines.extend(guard.observation.iter().map(|id| format!("lesson   {id} (`ingrain why {id}`)")));
    lines.push(format!("so far   {}", so_far(&guard, &replay)));
    lines.extend(call_lines(&replay));
    let events = store::feedback::of(store.read(), &feedback::subject(&guard.id))?;
    if !events.is_empty() {
        let helpful = events.iter().filter(|event| event.helpful).count();
        lines.push(format!(
            "spoke in {}: right in {helpful}, wrong in {}",
            plural(events.len(), "piece of work", "pieces of work"),
            events.len() - helpful
        ));
    }
    ui.data(&ui::inert(&lines.join("\n")))?;
    Ok(Exit::Ok)
}

fn call_line(one: &Catch) -> String {
    format!("  {}  {:<12}  {}  ({})", clock::day(one.at), one.verdict.as_str(), one.call, one.why)
}

fn so_far(guard: &Guard, replay: &Replay) -> String {
    replay.sentence(guard.speaks_since())
}

/// The newest calls first.
pub(super) fn call_lines(replay: &Replay) -> Vec<String> {
    let mut lines: Vec<String> = replay.catches.iter().rev().take(MOST_CALLS).map(call_line).collect();
    let left = replay.catches.len().saturating_sub(MOST_CALLS);
    if left > 0 {
        lines.push(format!("  and {left} older ones"));
    }
    lines
}

fn parsed(text: &str) -> Result<Matcher> {
    Matcher::written(text).with_context(|| format!("`{}` cannot be guarded", one_line(text))).hint(GRAMMAR)
}

fn add(args: &cli::GuardAdd, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let matcher = parsed(&args.matcher)?;
    let level = match args.level {
        ChosenLevel::Tell => GuardLevel::Tell,
        ChosenLevel::Ask => GuardLevel::Ask,
        ChosenLevel::Deny => GuardLevel::Deny,
    };
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let history = CallHistory::read(run.store.read())?;
    if args.dry_run {
        return rehearse(run.store.read(), &history, matcher, level, args, ctx, ui);
    }
    let added = match guard::add(&mut run, matcher, level, args.rule.as_deref()) {
        Ok(guard) => guard,
        Err(error) => return ruled::tell(&args.matcher, Err(error), ui).map(|_| Exit::Ok),
    };
    worker::publish(&mut run)?;
    drop(run);
    let replay = history.replay(&added);
    if args.json {
        ui.json(&as_json(&added, &replay))?;
    }
    ui.talk(&format!("{} set to {}: {}; {}", added.id, added.level, added.matcher, so_far(&added, &replay)));
    ui.hint(&format!(
        "`ingrain guard remove {0}` takes it away, `ingrain guard show {0}` has the calls",
        added.id
    ));
    door::open(ctx, &project, ui)?;
    Ok(Exit::Ok)
}

fn rehearse(
    db: &Connection,
    history: &CallHistory,
    matcher: Matcher,
    level: GuardLevel,
    args: &cli::GuardAdd,
    ctx: &Ctx,
    ui: &Ui,
) -> Result<Exit> {
    let id = match guard::find(db, &matcher.to_string())? {
        Some(known) => known.id,
        None => store::guards::next_id(db)?,
    };
    let (rule, said_at) = (args.rule.clone().unwrap_or_default(), ctx.now);
    let guard = Guard { id, matcher, level, rule, said_at, observation: None, set_at: None };
    let replay = history.replay(&guard);
    if args.json {
        ui.json(&as_json(&guard, &replay))?;
    } else {
        ui.talk(&format!("{} {}", guard.matcher, so_far(&guard, &replay)));
        ui.data(&ui::inert(&call_lines(&replay).join("\n")))?;
    }
    ui.dry_run();
    Ok(Exit::Ok)
}

fn set(args: &cli::GuardSet, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let level = match args.level {
        GuardChoice::Tell => GuardLevel::Tell,
        GuardChoice::Ask => GuardLevel::Ask,
        GuardChoice::Deny => GuardLevel::Deny,
        GuardChoice::Drop => GuardLevel::Dropped,
    };
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let guard = guard::known(run.store.read(), &args.guard)?;
    if args.dry_run {
        let would = format!("{} ({}) would be set to {level}", guard.id, guard.matcher);
        let would = guard::changes(run.store.read(), &guard, level).map(|()| would);
        print_json(args.json, run.store.read(), &Guard { level, ..guard.clone() }, ui)?;
        ruled::tell(&guard.id, would, ui)?;
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    let id = guard.id.clone();
    let done = guard::set(&mut run, guard, level);
    print_json(args.json, run.store.read(), &guard::known(run.store.read(), &id)?, ui)?;
    let done = done.map(|guard| format!("{} ({}) is set to {level}", guard.id, guard.matcher));
    if ruled::tell(&id, done, ui)? {
        worker::publish(&mut run)?;
        drop(run);
        if level.speaks() {
            door::open(ctx, &project, ui)?;
        }
    }
    Ok(Exit::Ok)
}

fn remove(args: &cli::GuardRemove, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let guard = guard::known(run.store.read(), &args.guard)?;
    print_json(args.json, run.store.read(), &guard, ui)?;
    if args.dry_run {
        ui.talk(&format!("{} ({}) would be removed", guard.id, guard.matcher));
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    guard::remove(&mut run, &guard)?;
    worker::publish(&mut run)?;
    ui.talk(&format!("{} ({}) is removed; `ingrain undo` brings it back", guard.id, guard.matcher));
    if guard.observation.is_some() {
        ui.hint(&format!(
            "its lesson may propose it again; `ingrain guard set '{}' drop` is for good",
            guard.matcher
        ));
    }
    Ok(Exit::Ok)
}

fn print_json(is_wanted: bool, db: &Connection, guard: &Guard, ui: &Ui) -> Result<()> {
    if is_wanted {
        ui.json(&as_json(guard, &CallHistory::read(db)?.replay(guard)))?;
    }
    Ok(())
}

fn test(args: &cli::GuardTest, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let (root, cwd) = (place::root(ctx)?, ctx.cwd.to_string_lossy());
    let relative = |path: &str| call_tokens::below(&[&root.to_string_lossy()], &cwd, path);
    let calls = match args.line.strip_prefix("edit ") {
        Some(path) => relative(path.trim()).map(CallTokens::Edit).into_iter().collect(),
        None => CallTokens::of_line(&args.line, &relative),
    };
    let guards = match place::memory(ctx)? {
        Some((_, store)) => store::guards::all(store.read())?,
        None => vec![],
    };
    let met: Vec<&Guard> = guards
        .iter()
        .filter(|guard| guard.level != GuardLevel::Dropped)
        .filter(|guard| calls.iter().any(|call| guard.matcher.catches(call)))
        .collect();
    if args.json {
        let calls: Vec<String> = calls.iter().map(|call| call.encode().replace(" @", " ")).collect();
        let met: Vec<Value> = met.iter().map(|guard| json!({"id": guard.id, "level": guard.level})).collect();
        ui.json(&json!({ "calls": calls, "guards": met }))?;
    } else if met.is_empty() {
        ui.talk("no guard matches");
    } else {
        let row = |guard: &&Guard| [guard.id.clone(), guard.level.to_string(), guard.says()];
        ui.data(&ui::inert(&ui::columns(&met.iter().map(row).collect::<Vec<_>>())))?;
    }
    Ok(Exit::Ok)
}

fn as_json(guard: &Guard, replay: &Replay) -> Value {
    json!({
        "id": guard.id,
        "matcher": guard.matcher.to_string(),
        "level": guard.level,
        "rule": guard.rule,
        "said_at": guard.said_at,
        "observation": guard.observation,
        "set_at": guard.set_at,
        "catches": replay.catches.len(),
        "sessions": replay.sessions(),
        "confirmed": replay.count(CatchVerdict::Confirmed),
        "contradicted": replay.count(CatchVerdict::Contradicted),
        "silent": replay.count(CatchVerdict::Silent),
        "calls": replay.catches,
    })
}
