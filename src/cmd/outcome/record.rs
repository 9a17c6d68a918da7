//! `ingrain outcome record`: stores how a run outside Claude Code ended, with feedback on what it used.

mod answer;

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context, Result, anyhow};
use chrono::TimeDelta;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::cli;
use crate::cmd::{agent, place, read_named};
use crate::core::history::change::ChangedThing;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::outcome::{Omission, Outcome};
use crate::core::outcomes::error_log::ErrorEntry;
use crate::core::outcomes::record;
use crate::core::outcomes::record::{Given, Recorded};
use crate::core::patterns::anti_pattern::Inversion;
use crate::core::policy::constraints::ConstraintSuggestion;
use crate::core::policy::overlay_rules;
use crate::core::policy::policy_update::{PolicyDiff, PolicyUpdate};
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::store::outcomes::Saved;
use crate::store::{self, history, segments};
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::reading::followed_patterns;
use crate::worker::run::Run;
use crate::worker::stage::lifecycle;

/// Effects of the records.
#[derive(Default)]
struct Done {
    kept: Vec<Kept>,
    cycles: Cycles,
    inversions: Vec<Inversion>,
}

/// Policy updates of new outcomes. Each has the whole state, so only printed ones are kept.
#[derive(Default)]
struct Cycles {
    whole: Vec<PolicyUpdate>,
    diffs: Vec<PolicyDiff>,
    suggestions: Vec<ConstraintSuggestion>,
}

impl Cycles {
    fn add(&mut self, cycle: PolicyUpdate, is_printed: bool) {
        match is_printed {
            true => self.whole.push(cycle),
            false => {
                self.diffs.push(cycle.policy_diff);
                for suggestion in cycle.constraint_suggestions {
                    self.suggest(suggestion);
                }
            }
        }
    }

    /// Adds a suggestion once.
    fn suggest(&mut self, suggestion: ConstraintSuggestion) {
        if !self.suggestions.contains(&suggestion) {
            self.suggestions.push(suggestion);
        }
    }
}

/// The result of one record.
struct Kept {
    saved: Saved,
    /// Followed texts that cannot become patterns.
    no_patterns: Vec<String>,
}

pub(super) fn run(args: &cli::OutcomeRecord, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let records = values(&input(args, ctx)?)?;
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let records = checked(records, args, &run)?;
    let mut done = Done::default();
    if args.dry_run {
        done.kept = run.store.rehearse(|db| keep(db, &records, ctx))?;
    } else {
        done.kept = run.store.write(|db| keep(db, &records, ctx))?;
        done.inversions = worker::judge(&mut run, |cycle| done.cycles.add(cycle, args.json))?.inverted;
        lifecycle::run(&mut run)?;
        worker::publish(&mut run)?;
    }
    let warnings = warnings(&records, &done);
    warnings.iter().for_each(|warning| ui.warn(warning));
    if records.iter().any(|record| overlay_rules::is_shared(&record.outcome)) {
        ui.hint(r#"mark it in adaptersUsed: {"id": "github", "failed": true}"#);
    }
    match args.json {
        true => ui.json(&answer::of(args, &run, &records, &done, warnings)?)?,
        false => tell(args, &records, &done, ui),
    }
    Ok(Exit::Ok)
}

fn input(args: &cli::OutcomeRecord, ctx: &Ctx) -> Result<String> {
    match args.file.as_deref().filter(|file| file.as_os_str() != "-") {
        Some(file) => read_named(ctx, file),
        None => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("could not read the outcome from stdin")?;
            Ok(text)
        }
    }
}

/// Parses a sequence of JSON values: one object, a list, or one per line.
fn values(text: &str) -> Result<Vec<Value>> {
    let mut records = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        match value.map_err(|error| not_json(text, &error))? {
            Value::Array(many) => records.extend(many),
            one => records.push(one),
        }
    }
    if records.is_empty() {
        return Err(anyhow!("the input contains no outcome")).hint(EXAMPLE);
    }
    Ok(records)
}

const EXAMPLE: &str =
    r#"the least is {"runId": "build-17", "result": "success"}; see `ingrain help outcome record`"#;

fn not_json(text: &str, error: &serde_json::Error) -> anyhow::Error {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let no_number = ["NaN", "Infinity"].into_iter().find(|word| line.contains(word));
    match no_number {
        Some(word) => anyhow!("the input is not JSON: {word} is no number, line {}", error.line()),
        None => anyhow!("the input is not JSON: {error}"),
    }
}

/// Checks all records before any is stored: half of a pipeline's outcomes would be worse than an error.
fn checked(records: Vec<Value>, args: &cli::OutcomeRecord, run: &Run<'_>) -> Result<Vec<Recorded>> {
    let clean = |text: &str| run.redactor.redact(text).into_owned();
    let mut known: BTreeMap<String, Vec<ErrorEntry>> = BTreeMap::new();
    for error in store::errors::all(run.store.read())? {
        known.entry(error.segment.clone()).or_default().push(error);
    }
    let errors = |run_id: &str| known.get(run_id).cloned().unwrap_or_default();
    let several = records.len() > 1;
    let mut checked = Vec::new();
    for (n, mut record) in records.into_iter().enumerate() {
        if let (false, Some(fields)) = (args.criteria.is_empty(), record.as_object_mut()) {
            fields.insert("criteria".into(), json!(args.criteria));
        }
        let place = place_of(n, several);
        // Records without a time ended in the order in which they are given.
        let now = run.ctx.now + TimeDelta::milliseconds(n as i64);
        let given = Given { now, clean: &clean, errors: &errors };
        let recorded = record::parse(&record, &given)
            .with_context(|| format!("{place} was refused, nothing was recorded"))
            .hint(EXAMPLE)?;
        if args.strict && !recorded.outcome.omitted.is_empty() {
            let left_out = names(&recorded.outcome.omitted);
            return Err(anyhow!("{place} leaves out {left_out}, nothing was recorded"))
                .hint("without --strict it is recorded, and teaches what it can");
        }
        checked.push(recorded);
    }
    Ok(checked)
}

fn keep(db: &Connection, records: &[Recorded], ctx: &Ctx) -> Result<Vec<Kept>> {
    let did =
        ChangeCause { action: ChangeKind::OutcomeRecorded, cause: "ingrain outcome record", at: ctx.now };
    let by_agent = agent::behind(ctx).is_some();
    records.iter().map(|record| keep_one(db, record, by_agent, did)).collect()
}

fn keep_one(db: &Connection, record: &Recorded, by_agent: bool, did: ChangeCause<'_>) -> Result<Kept> {
    let outcome = dated(db, record)?;
    let (mut ids, mut no_patterns) = (Vec::new(), Vec::new());
    for words in &record.patterns {
        let seen = followed_patterns::see(db, words, &outcome, by_agent, did)?;
        if seen.is_empty() {
            no_patterns.push(words.clone());
        }
        ids.extend(seen);
    }
    ids.sort();
    ids.dedup();
    let saved = history::recorded(db, ChangedThing::Outcome, &outcome.run_id, did, || {
        let saved = store::outcomes::save(db, &outcome, None)?;
        let follows_others = segments::follow(db, &outcome, &ids, did)?;
        Ok(if saved == Saved::Same && follows_others { Saved::Changed } else { saved })
    })?;
    Ok(Kept { saved, no_patterns })
}

/// A record without a time keeps the time of the stored run.
fn dated(db: &Connection, record: &Recorded) -> Result<Outcome> {
    let known = store::outcomes::get(db, &record.outcome.run_id)?.filter(|_| !record.has_time);
    let timestamp = known.map_or(record.outcome.timestamp, |known| known.outcome.timestamp);
    Ok(Outcome { timestamp, ..record.outcome.clone() })
}

fn names(omitted: &[Omission]) -> String {
    omitted.iter().map(|omission| omission.as_str()).collect::<Vec<_>>().join(", ")
}

fn place_of(n: usize, several: bool) -> String {
    if several { format!("outcome {}", n + 1) } else { "the outcome".into() }
}

/// One for each set of missing fields, because a pipeline's records are alike.
fn omissions(records: &[Recorded], warnings: &mut Vec<String>) {
    let mut runs: BTreeMap<&[Omission], Vec<&str>> = BTreeMap::new();
    for Recorded { outcome, .. } in records.iter().filter(|record| !record.outcome.omitted.is_empty()) {
        runs.entry(&outcome.omitted).or_default().push(&outcome.run_id);
    }
    for (omitted, runs) in runs {
        let who = match runs[..] {
            [run] => format!("{run} leaves"),
            _ => format!("{} outcomes leave", runs.len()),
        };
        let no_threshold = omitted.iter().any(|omission| *omission != Omission::Score);
        let cost = omitted.iter().filter_map(|omission| cost(*omission));
        let cost: Vec<&str> = cost.chain(no_threshold.then_some("no threshold moves")).collect();
        warnings.push(format!("{who} out {}: {}", names(omitted), cost.join(", ")));
    }
}

fn cost(omission: Omission) -> Option<&'static str> {
    match omission {
        Omission::Adapters => Some("no tool's reliability counts it"),
        Omission::FailureType => Some("no failure pattern counts it"),
        Omission::Score => Some("quality is derived from the result"),
        Omission::Risk => None,
    }
}

fn warnings(records: &[Recorded], done: &Done) -> Vec<String> {
    let mut warnings = Vec::new();
    for (n, record) in records.iter().enumerate().filter(|(_, record)| !record.ignored.is_empty()) {
        let place = place_of(n, records.len() > 1);
        warnings.push(format!("{place} has unknown fields: {}", ui::inert(&record.ignored.join(", "))));
    }
    omissions(records, &mut warnings);
    for (record, kept) in records.iter().zip(&done.kept) {
        let run = &record.outcome.run_id;
        for words in &kept.no_patterns {
            let words = ui::inert(words);
            warnings.push(format!("{run} followed `{words}`, which is no pattern and cannot become one"));
        }
        if overlay_rules::is_shared(&record.outcome) {
            warnings.push(format!(
                "{run} does not say which of its tools failed, so each of them is blamed in part"
            ));
        }
    }
    warnings
}

fn tell(args: &cli::OutcomeRecord, records: &[Recorded], done: &Done, ui: &Ui) {
    for (Recorded { outcome, .. }, kept) in records.iter().zip(&done.kept) {
        let did = match kept.saved {
            Saved::New if args.dry_run => "would be recorded",
            Saved::New => "recorded",
            Saved::Changed if args.dry_run => "is there already, would be updated",
            Saved::Changed => "was there already, updated",
            Saved::Same | Saved::NotOurs => "was there already, nothing changed",
        };
        ui.talk(&format!("{} ({}): {did}", outcome.run_id, outcome.result));
    }
    for Inversion { original, inverted } in &done.inversions {
        ui.talk(&ui::inert(&format!("{} is now {}: {}", original.id, inverted.id, inverted.content)));
    }
    for (key, Moved { before, after, why }) in changes(&done.cycles.diffs) {
        let why = why.map(|why| format!(", because {why}")).unwrap_or_default();
        ui.talk(&ui::inert(&format!("{key}: {before} → {after}{why}")));
    }
    for suggestion in &done.cycles.suggestions {
        ui.talk(&format!("worth a thought: {}, because {}", suggestion.sentence(), suggestion.reason));
    }
    if args.dry_run {
        ui.dry_run();
    }
}

/// A value before the first and after the last run, with the last reason.
struct Moved<'a> {
    before: &'a Value,
    after: &'a Value,
    why: Option<&'a str>,
}

/// Total changes.
fn changes(diffs: &[PolicyDiff]) -> BTreeMap<&str, Moved<'_>> {
    let mut changes: BTreeMap<&str, Moved<'_>> = BTreeMap::new();
    for change in diffs.iter().flat_map(|diff| &diff.changes) {
        let (before, after, why) = (&change.before, &change.after, change.why.as_deref());
        let known = changes.entry(&change.key).or_insert(Moved { before, after, why });
        (known.after, known.why) = (after, why);
    }
    changes.retain(|_, moved| moved.before != moved.after);
    changes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::policy::policy_update::LearningState;

    /// Thousands of records would otherwise hold as many copies of the state.
    #[test]
    fn a_state_is_kept_only_where_it_is_printed() {
        for is_printed in [false, true] {
            let mut cycles = Cycles::default();
            for n in 0..3 {
                let summary = format!("cycle {n}");
                let (updated_state, policy_diff) = (LearningState::default(), PolicyDiff::default());
                let cycle =
                    PolicyUpdate { updated_state, policy_diff, constraint_suggestions: vec![], summary };
                cycles.add(cycle, is_printed);
            }
            assert_eq!((cycles.whole.len(), cycles.diffs.len()), if is_printed { (3, 0) } else { (0, 3) });
        }
    }
}
