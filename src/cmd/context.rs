//! `ingrain context --task TEXT`: prints what is known about a task before it is planned.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use serde_json::json;

use super::place;
use crate::cli;
use crate::core::context::inject::InjectedLine;
use crate::core::knowledge::index::IndexEntry;
use crate::core::model::Time;
use crate::core::outcomes::maturity::{self, Maturity, MaturityState};
use crate::core::patterns::anti_pattern;
use crate::core::patterns::lines;
use crate::core::patterns::pattern::Pattern;
use crate::core::text;
use crate::core::text::word_prints::WordPrints;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint, Usage};
use crate::project::Project;
use crate::project::artifacts;
use crate::project::configuration;
use crate::store::outcomes::{Filter, StoredOutcome};
use crate::store::{self, Store};
use crate::ui::{self, Ui};
use crate::worker::visibility;

const MOST_SIMILAR: usize = 5;
const MOST_ENTRIES: usize = 5;
/// Tasks with fewer shared keywords are unrelated.
const LEAST_SHARED: usize = 2;
/// Tasks with a smaller share of the query's keywords are unrelated.
const LEAST_SHARE: f64 = 0.3;

#[derive(Default)]
struct Known {
    /// Confirmed patterns, best first.
    patterns: Vec<(String, Maturity)>,
    /// Heading of the anti-patterns.
    heading: String,
    avoid: Vec<String>,
    /// Decisions and pitfalls.
    entries: Vec<IndexEntry>,
    similar: Vec<StoredOutcome>,
}

pub(super) fn run(args: &cli::TaskContext, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    if args.task.trim().is_empty() {
        return Err(Usage("the task is empty".to_owned()))
            .hint("say it in a few words: `ingrain context --task 'add rate limits'`");
    }
    let mut known = Known::default();
    if let Some((project, store)) = place::memory(ctx)? {
        known = gather(&store, ctx, &configuration::load(ctx, &project)?.config, &args.task)?;
        known.entries = entries(&project, &store, &args.task, ctx.now)?;
    }
    if args.json {
        let similar: Vec<_> = known.similar.iter().map(past_json).collect();
        ui.json(&json!({
            "proven": known.of(MaturityState::Proven), "established": known.of(MaturityState::Established),
            "avoid": known.avoid, "knowledge": known.entries, "similar": similar
        }))?;
    } else if known.is_empty() {
        ui.talk("nothing is known about such a task yet");
    } else {
        ui.data(&ui::inert(&known.page()))?;
    }
    Ok(Exit::Ok)
}

fn gather(store: &Store, ctx: &Ctx, config: &crate::core::config::Config, task: &str) -> Result<Known> {
    let db = store.read();
    let patterns = store::patterns::all(db)?;
    let maturities = store::feedback::maturities(db, ctx.now, &config.maturity)?;
    let sessions = store::patterns::session_counts(db)?;
    let runs = store::patterns::run_counts(db)?;
    let count = |of: &BTreeMap<String, usize>, p: &Pattern| of.get(&p.id).copied().unwrap_or_default();
    let good = patterns.iter().filter(|pattern| !pattern.is_negative()).filter_map(|pattern| {
        let maturity = maturities.get(&pattern.id).filter(|maturity| has_held_up(maturity.state))?;
        let is_proven = maturity.state == MaturityState::Proven;
        let is_pipelines = is_proven && count(&runs, pattern) >= lines::LEAST_RUNS;
        let line = lines::planning_line(pattern, count(&sessions, pattern), is_pipelines)?;
        Some((line, maturity.clone()))
    });
    let warnings = anti_pattern::told(&patterns, &config.anti_pattern);
    Ok(Known {
        patterns: good.collect(),
        heading: anti_pattern::heading(warnings.iter().map(|(warning, _)| *warning)),
        avoid: warnings.into_iter().map(|(_, line)| line).collect(),
        similar: similar(store::outcomes::newest(db, &Filter::default())?, &WordPrints::telling(task)),
        ..Known::default()
    })
}

fn has_held_up(state: MaturityState) -> bool {
    matches!(state, MaturityState::Proven | MaturityState::Established)
}

/// Entries that a prompt with these words would recall, if they may be shown and exist.
fn entries(project: &Project, store: &Store, task: &str, now: Time) -> Result<Vec<IndexEntry>> {
    let db = store.read();
    let rows = store::artifacts::all(db)?;
    let anchors: BTreeMap<&str, &str> =
        rows.iter().filter_map(|row| Some((row.observation_id.as_str(), row.anchor.as_deref()?))).collect();
    let mut there = artifacts::index(&project.root, &visibility::shown(project, Some(db))?, |_| {}).entries;
    let recalled = store::recall::find(db, task, &BTreeSet::new(), usize::MAX, now)?;
    let entry = |line: InjectedLine| {
        // A hand-written entry has no observation and is identified by its number.
        let subject = line.subject?;
        let anchor = anchors.get(subject.as_str()).copied().unwrap_or(&subject);
        there.iter().position(|entry| entry.anchor == anchor).map(|at| there.swap_remove(at))
    };
    Ok(recalled.into_iter().filter_map(entry).take(MOST_ENTRIES).collect())
}

/// The past work whose task has most words in common with this one, the most similar first.
fn similar(past: Vec<StoredOutcome>, wanted: &WordPrints) -> Vec<StoredOutcome> {
    let most = wanted.count().max(1) as f64;
    let mut rated: Vec<(usize, StoredOutcome)> = Vec::new();
    for work in past.into_iter().filter(|work| !work.is_nameless()) {
        let shared = wanted.shared(&work.prints);
        if shared >= LEAST_SHARED.min(wanted.count()).max(1) && shared as f64 / most >= LEAST_SHARE {
            rated.push((shared, work));
        }
    }
    // A stable sort: equal ranks stay newest first.
    rated.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    rated.into_iter().take(MOST_SIMILAR).map(|(_, work)| work).collect()
}

fn past_json(past: &StoredOutcome) -> serde_json::Value {
    let outcome = &past.outcome;
    json!({
        "runId": outcome.run_id,
        "timestamp": outcome.timestamp,
        "asked": past.asked,
        "result": outcome.result,
        "duration_ms": outcome.duration_ms,
        "error_count": outcome.error_count,
        "files_touched": outcome.files_touched,
    })
}

fn past_line(past: &StoredOutcome) -> String {
    let outcome = &past.outcome;
    format!(
        "{} {}: {} ({} min, {})",
        clock::day(outcome.timestamp),
        outcome.result,
        text::one_line(&past.named()),
        outcome.duration_ms.div_ceil(60_000),
        text::plural(outcome.error_count as usize, "error", "errors"),
    )
}

impl Known {
    fn of(&self, state: MaturityState) -> Vec<String> {
        let these = self.patterns.iter().filter(|(_, maturity)| maturity.state == state);
        these.map(|(text, maturity)| format!("{text} {}", maturity::label(state, maturity.counts))).collect()
    }

    fn is_empty(&self) -> bool {
        self.patterns.is_empty()
            && self.avoid.is_empty()
            && self.entries.is_empty()
            && self.similar.is_empty()
    }

    fn page(&self) -> String {
        let similar: Vec<String> = self.similar.iter().map(past_line).collect();
        let entries: Vec<String> =
            self.entries.iter().map(|entry| format!("{}: {}", entry.anchor, entry.title)).collect();
        let patterns = self.patterns.iter().map(|(text, m)| (text.as_str(), m.state, m.counts));
        let parts = [
            ("## What Held Up".to_owned(), maturity::grouped(patterns) + "\n"),
            (self.heading.clone(), bullets(&self.avoid)),
            ("## Decisions and Pitfalls".to_owned(), bullets(&entries)),
            ("## Similar Work".to_owned(), bullets(&similar)),
        ];
        let told = parts.iter().filter(|(_, lines)| !lines.trim().is_empty());
        told.map(|(title, lines)| format!("{title}\n\n{lines}"))
            .collect::<Vec<_>>()
            .join("\n")
            .trim_end()
            .to_owned()
    }
}

fn bullets(lines: &[String]) -> String {
    lines.iter().map(|line| format!("- {line}\n")).collect()
}
