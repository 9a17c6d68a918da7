//! `ingrain undo`: reverts changes, newest first. An undo can be undone.

mod person;

use std::collections::BTreeSet;

use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};

use super::chronicle;
use super::place;
use crate::cli;
use crate::core::history::change::{Change, ChangedThing};
use crate::core::history::change_text::{ChangeLine, Weight};
use crate::core::history::undo::UndoPreview;
use crate::core::model::when::Since;
use crate::os::ctx::Ctx;
use crate::os::error::{self, Cancelled, Exit, Hint};
use crate::store::history;
use crate::ui::{self, Progress, Ui};
use crate::worker;
use crate::worker::ruling::undo::{self, UndoRefused, Undone};
use crate::worker::run::Run;
use crate::worker::stage::score;

/// Changes to search for the newest one that a person would mean.
const RECENT: usize = 5_000;

/// A change to undo.
#[derive(Clone, Debug, PartialEq)]
enum Target {
    /// A change set, or the part of it that concerns one subject.
    ChangeSet(i64, Option<String>),
    /// A change for all projects.
    Person(usize),
}

/// The result, for the screen and for scripts.
struct Outcome {
    number: String,
    by: Option<String>,
    what: Vec<String>,
    /// Files, and whether they were removed.
    files: Vec<(String, bool)>,
    kept: Vec<String>,
}

pub(super) fn run(args: &cli::Undo, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    // A busy worker does this itself.
    let _ = place::settle(ctx);
    let targets = targets(args, ctx, ui)?;
    if targets.is_empty() {
        ui.talk("nothing to take back");
        show(&[], args, ui)?;
        return Ok(Exit::Ok);
    }
    let mut done = Vec::new();
    let all = Undoing { ctx, dry_run: args.dry_run, go_on: args.since.is_some() || targets.len() > 1 };
    let result = all.take_back(&targets, &mut done);
    show(&done, args, ui)?;
    result.map(|()| if done.is_empty() { Exit::Failed } else { Exit::Ok })
}

fn targets(args: &cli::Undo, ctx: &Ctx, ui: &Ui) -> Result<Vec<Target>> {
    if let Some(since) = chronicle::moment(args.since.as_deref(), ctx)? {
        return everything(since, args, ctx, ui);
    }
    if args.what.is_empty() {
        return Ok(newest(args, ctx, ui)?.into_iter().collect());
    }
    let mut targets: Vec<Target> = Vec::new();
    for word in &args.what {
        let target = named(word, ctx)?;
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    Ok(targets)
}

/// The newest change in `history`. A change for all projects needs its number or a confirmation: a person who wants to undo
/// what was just learned does not mean the hooks.
fn newest(args: &cli::Undo, ctx: &Ctx, ui: &Ui) -> Result<Option<Target>> {
    let mut told = chronicle::of_person(ctx)?;
    if let Some((_, store)) = place::memory_if_any(ctx)? {
        let entries = chronicle::entries(&store, None, RECENT)?;
        let theirs: BTreeSet<String> = change_sets(&entries)
            .filter(|change_set| !is_ours(change_set))
            .map(|change_set| change_set[0].change_set.to_string())
            .collect();
        let ours = chronicle::of_project(&store, &entries)?;
        let ours = ours.into_iter().filter(|line| line.undoes.is_some() || !theirs.contains(&line.number));
        told.splice(0..0, ours);
    }
    told.retain(ChangeLine::is_shown);
    // At equal times, prefer what a person would more likely mean.
    told.sort_by_key(|line| std::cmp::Reverse((line.at, line.weight)));
    let Some(line) = told.iter().find(|line| line.stands()) else { return Ok(None) };
    let target = number(&line.number).context("a change without a number")?;
    if matches!(target, Target::Person(_)) {
        confirm(line, &told, args.dry_run, ui)?;
    }
    Ok(Some(target))
}

fn confirm(line: &ChangeLine, told: &[ChangeLine], dry_run: bool, ui: &Ui) -> Result<()> {
    let Some(mut ask) = ui.ask() else { return for_all_projects(line, told) };
    if dry_run {
        return Ok(());
    }
    let question = format!("{} was for all projects: {}. Take it back?", line.number, line.what);
    if ask.yes_no(&ui::inert(&question), false)? { Ok(()) } else { Err(Cancelled.into()) }
}

/// The error for a change for all projects: it has to be named, and so has an earlier change of this project.
fn for_all_projects<T>(next: &ChangeLine, told: &[ChangeLine]) -> Result<T> {
    let is_here =
        |line: &&ChangeLine| line.stands() && matches!(number(&line.number), Some(Target::ChangeSet(..)));
    let older = told.iter().find(is_here);
    let next_or_last = match older {
        Some(_) => format!("{} is next to take back", next.number),
        None => format!("only {} is left to take back", next.number),
    };
    let refused = anyhow!("{next_or_last}, which was for all projects: {}", next.what);
    let older = older.map_or_else(String::new, |older| {
        format!("; `ingrain undo {}` takes back what was done here before: {}", older.number, older.what)
    });
    Err(refused).hint(format!("`ingrain undo {}` takes it back{older}", next.number))
}

fn number(word: &str) -> Option<Target> {
    match word.strip_prefix('u') {
        Some(number) => number.parse().ok().map(Target::Person),
        None => word.parse().ok().map(|number| Target::ChangeSet(number, None)),
    }
}

/// A change by number, or the newest one of a subject.
fn named(word: &str, ctx: &Ctx) -> Result<Target> {
    if let Some(target) = number(word) {
        return Ok(target);
    }
    let (project, store) = place::learned(ctx)?;
    let subjects = chronicle::subjects(ctx, &project, &store, word)?;
    let told = chronicle::of_project(&store, &chronicle::entries(&store, None, usize::MAX >> 1)?)?;
    let line = told
        .into_iter()
        .find(|line| line.stands() && line.is_shown() && chronicle::concerns(line, &subjects));
    let line = line.with_context(|| format!("nothing was done to `{word}` that could be taken back"));
    let line = line.hint("`ingrain history --all` shows every change")?;
    let number = line.number.parse().context("a change without a number")?;
    Ok(Target::ChangeSet(number, subjects.into_iter().next_back()))
}

/// All changes since a moment that are in effect, newest first. Those for all projects are included
/// only after a yes.
fn everything(since: Since, args: &cli::Undo, ctx: &Ctx, ui: &Ui) -> Result<Vec<Target>> {
    let mut targets = Vec::new();
    if let Some((_, store)) = place::memory_if_any(ctx)? {
        let entries = chronicle::entries(&store, Some(since), 0)?;
        for change_set in change_sets(&entries).filter(|change_set| is_ours(change_set)) {
            if history::undone_by(store.read(), change_set[0].change_set)?.is_none() {
                targets.push(Target::ChangeSet(change_set[0].change_set, None));
            }
        }
    }
    if let Since::Moment(at) = since {
        let mut of_person = chronicle::of_person(ctx)?;
        of_person.retain(|line| line.at >= at && line.stands());
        if takes_these_too(&of_person, args.dry_run, ui)? {
            targets.extend(of_person.iter().filter_map(|line| number(&line.number)));
        }
    }
    Ok(targets)
}

fn takes_these_too(of_person: &[ChangeLine], dry_run: bool, ui: &Ui) -> Result<bool> {
    if of_person.is_empty() {
        return Ok(false);
    }
    let line = |line: &ChangeLine| format!("{} was for all projects: {}", line.number, line.what);
    let lines: Vec<String> = of_person.iter().map(line).collect();
    let lines = ui::inert(&lines.join("\n"));
    match ui.ask() {
        Some(mut ask) if !dry_run => ask.yes_no(&format!("{lines}\nTake this back, too?"), false),
        Some(_) => Ok(true),
        None => {
            let numbers: Vec<&str> = of_person.iter().map(|line| line.number.as_str()).collect();
            ui.talk(&lines);
            ui.hint(&format!("kept; `ingrain undo {}` takes it back", numbers.join(" ")));
            Ok(false)
        }
    }
}

fn change_sets(entries: &[Change]) -> impl Iterator<Item = &[Change]> {
    entries.chunk_by(|a, b| a.change_set == b.change_set)
}

/// Is it a change by ingrain, not a note, an undo or the person's own edit?
fn is_ours(change_set: &[Change]) -> bool {
    let changes = change_set.iter().any(|entry| entry.thing != ChangedThing::Note);
    let edited = change_set.iter().any(Change::is_persons_edit);
    changes && !edited && change_set.iter().all(|entry| entry.undoes.is_none())
}

struct Undoing<'a> {
    ctx: &'a Ctx,
    dry_run: bool,
    /// Continue with other changes if one cannot be undone.
    go_on: bool,
}

/// Effects of the preceding undos in a dry run.
#[derive(Default)]
struct Rehearsal {
    project: UndoPreview,
    person: person::Ahead,
}

impl Undoing<'_> {
    fn take_back(&self, targets: &[Target], done: &mut Vec<Outcome>) -> Result<()> {
        let project = targets.iter().any(|target| matches!(target, Target::ChangeSet(..)));
        let project = project.then(|| place::project(self.ctx)).transpose()?;
        let mut run = project.as_ref().map(|project| worker::for_person(self.ctx, project)).transpose()?;
        let result = self.each(targets, &mut run, done);
        match (&mut run, self.dry_run || done.is_empty()) {
            (Some(run), false) => score::recount(run).and_then(|()| worker::publish(run)).and(result),
            _ => result,
        }
    }

    fn each(&self, targets: &[Target], run: &mut Option<Run<'_>>, done: &mut Vec<Outcome>) -> Result<()> {
        let progress = Progress::of(targets.len(), "taking back", "changes");
        let mut rehearsal = Rehearsal::default();
        for target in targets {
            progress.step();
            let outcome = match (target, run.as_mut()) {
                (Target::ChangeSet(number, only), Some(run)) => {
                    self.change_set(run, *number, only.as_deref(), &mut rehearsal.project)
                }
                (Target::Person(number), _) => {
                    let ahead = self.dry_run.then_some(&mut rehearsal.person);
                    person::take_back(self.ctx, *number, ahead)
                }
                (Target::ChangeSet(..), None) => Err(anyhow!("there is no project here")),
            };
            match outcome {
                Err(error)
                    if error::find::<UndoRefused>(&error).is_some_and(|why| self.go_on || why.is_done()) =>
                {
                    done.push(Outcome::kept(target, &error));
                }
                outcome => done.push(outcome?),
            }
        }
        progress.done();
        Ok(())
    }

    fn change_set(
        &self,
        run: &mut Run<'_>,
        number: i64,
        only: Option<&str>,
        ahead: &mut UndoPreview,
    ) -> Result<Outcome> {
        let undone = match self.dry_run {
            true => undo::rehearse(run, number, only, ahead)?,
            false => undo::take_back(run, number, only)?,
        };
        Outcome::of(run, &undone)
    }
}

impl Outcome {
    fn of(run: &Run<'_>, undone: &Undone) -> Result<Outcome> {
        let newest_first: Vec<Change> = undone.changes.iter().rev().cloned().collect();
        let told = chronicle::of_project(&run.store, &newest_first)?;
        let weightiest = told.iter().map(|line| line.weight).max().unwrap_or(Weight::Detail);
        let what = told.into_iter().filter(|line| line.weight == weightiest).map(|line| line.what);
        Ok(Outcome {
            number: undone.change_set.to_string(),
            by: undone.by.map(|by| by.to_string()),
            what: what.collect(),
            files: undone.files.clone(),
            kept: undone.kept.iter().map(|left| left.reason()).collect(),
        })
    }

    fn kept(target: &Target, error: &anyhow::Error) -> Outcome {
        let number = match target {
            Target::ChangeSet(number, _) => number.to_string(),
            Target::Person(number) => format!("u{number}"),
        };
        Outcome { number, by: None, what: vec![], files: vec![], kept: vec![error.to_string()] }
    }

    fn page(&self, dry_run: bool) -> String {
        let did = if dry_run { "would take back" } else { "took back" };
        let mut lines: Vec<String> =
            self.what.iter().map(|what| format!("{did} {}: {what}", self.number)).collect();
        for (path, gone) in &self.files {
            let did = if *gone { "remove" } else { "write" };
            lines.push(ui::inert(&format!("  {did} {path}")));
        }
        lines.join("\n")
    }

    fn json(&self) -> Value {
        let file = |(path, gone): &(String, bool)| json!({"path": path, "removed": gone});
        json!({
            "number": self.number, "by": self.by, "what": self.what,
            "files": self.files.iter().map(file).collect::<Vec<_>>(), "kept": self.kept,
        })
    }
}

fn show(done: &[Outcome], args: &cli::Undo, ui: &Ui) -> Result<()> {
    if args.json {
        let all: Vec<Value> = done.iter().map(Outcome::json).collect();
        ui.json(&json!({"taken_back": all, "dry_run": args.dry_run}))?;
        return Ok(());
    }
    for outcome in done {
        if !outcome.what.is_empty() {
            ui.data(&outcome.page(args.dry_run))?;
        }
        outcome.kept.iter().for_each(|kept| ui.warn(kept));
    }
    if done.is_empty() {
        return Ok(());
    }
    let by: Vec<&str> = done.iter().rev().filter_map(|outcome| outcome.by.as_deref()).collect();
    if args.dry_run {
        ui.dry_run();
    } else if !by.is_empty() {
        ui.hint(&format!("`ingrain undo {}` does it again", by.join(" ")));
    }
    Ok(())
}
