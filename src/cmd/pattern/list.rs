//! `ingrain pattern list`: lists patterns, best first.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;

use crate::cli;
use crate::cmd::place;
use crate::core::outcomes::maturity::{self, Maturity};
use crate::core::patterns::anti_pattern;
use crate::core::patterns::lines::{self, Refusal};
use crate::core::patterns::pattern::{Lifecycle, Pattern};
use crate::core::patterns::score;
use crate::core::text::words::Words;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::project::configuration;
use crate::store;
use crate::ui::{self, Ui};

#[derive(Serialize)]
pub(super) struct PatternRow {
    #[serde(flatten)]
    pub pattern: Pattern,
    pub maturity: Maturity,
    #[serde(skip)]
    worth: f64,
    /// Its record as a tag.
    tag: String,
    /// The reason why it is not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    held_back: Option<Refusal>,
}

pub(super) fn run(args: &cli::PatternList, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let mut rows = rows(ctx)?;
    rows.retain(|row| is_wanted(args, row));
    if args.json {
        ui.json(&rows)?;
        return Ok(Exit::Ok);
    }
    let all = rows.len();
    rows.retain(|row| args.all || args.state.is_some() || row.pattern.lifecycle != Lifecycle::Deprecated);
    match rows.is_empty() {
        true if is_filtered(args) => ui.talk("no pattern matches"),
        true => ui.talk("no patterns"),
        false => ui.data(&table(&rows))?,
    }
    let faded = all - rows.len();
    if faded > 0 {
        ui.hint(&format!("`ingrain pattern list --all` has the deprecated ones, too: {faded}"));
    }
    Ok(Exit::Ok)
}

fn is_filtered(args: &cli::PatternList) -> bool {
    let cli::PatternList { state, tag, kind, text, .. } = args;
    state.is_some() || tag.is_some() || kind.is_some() || text.is_some()
}

/// Every pattern with its maturity: shown ones first, best first.
pub(super) fn rows(ctx: &Ctx) -> Result<Vec<PatternRow>> {
    let Some((project, store)) = place::memory(ctx)? else { return Ok(Vec::new()) };
    let config = configuration::load(ctx, &project)?.config;
    let rules = config.maturity;
    let mut standings: BTreeMap<String, Maturity> =
        store::feedback::maturities(store.read(), ctx.now, &rules)?;
    let sessions = store::patterns::session_counts(store.read())?;
    let mut rows = Vec::new();
    for pattern in store::patterns::all(store.read())? {
        let unjudged = || Maturity::of(&[], Default::default(), ctx.now, &rules);
        let maturity = standings.remove(&pattern.id).unwrap_or_else(unjudged);
        let worth = score::worth(&pattern, 0, ctx.now);
        let seen = sessions.get(&pattern.id).copied().unwrap_or_default();
        rows.push(PatternRow {
            tag: lines::tag(&pattern, worth),
            held_back: match pattern.is_negative() {
                true => (!anti_pattern::stands(&pattern, &config.anti_pattern)).then_some(Refusal::Recovered),
                false => lines::refusal(&pattern, seen),
            },
            pattern,
            maturity,
            worth,
        });
    }
    let worth = |row: &PatternRow| row.maturity.state.multiplier() * row.worth;
    rows.sort_unstable_by(|a, b| {
        let by_use = a.held_back.is_some().cmp(&b.held_back.is_some());
        by_use.then_with(|| worth(b).total_cmp(&worth(a))).then_with(|| a.pattern.id.cmp(&b.pattern.id))
    });
    Ok(rows)
}

fn is_wanted(args: &cli::PatternList, row: &PatternRow) -> bool {
    let words = |wanted: &String| {
        let content = Words::of(&row.pattern.content);
        Words::of(wanted).without(&content).next().is_none()
    };
    args.state.is_none_or(|state| state == row.maturity.state)
        && args.tag.as_ref().is_none_or(|tag| row.pattern.tags.contains(tag))
        && args.kind.as_ref().is_none_or(|kind| kind == row.pattern.kind.as_str())
        && args.text.as_ref().is_none_or(words)
}

fn table(rows: &[PatternRow]) -> String {
    let cells: Vec<[String; 6]> = rows
        .iter()
        .map(|PatternRow { pattern, maturity, tag, held_back, .. }| {
            [
                pattern.id.clone(),
                pattern.role.clone(),
                pattern.lifecycle.to_string(),
                record(tag, *held_back),
                standing(pattern, maturity),
                ui::inert(&pattern.content),
            ]
        })
        .collect();
    ui::columns(&cells)
}

/// The record, and the reason why the pattern is held back.
pub(super) fn record(tag: &str, held_back: Option<Refusal>) -> String {
    held_back.map_or_else(|| tag.to_owned(), |why| format!("{tag}; {why}"))
}

/// An anti-pattern has its figures in its text; events count for its source.
fn standing(pattern: &Pattern, maturity: &Maturity) -> String {
    if pattern.is_negative() {
        return "[WARNING]".to_owned();
    }
    maturity::label(maturity.state, maturity.counts)
}
