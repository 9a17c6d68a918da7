//! `ingrain list`: lists observations, highest confidence first.

use anyhow::Result;
use serde::Serialize;

use super::place;
use super::retired::{beside, replaced, retired};
use crate::cli;
use crate::core::config::Thresholds;
use crate::core::knowledge::reconcile::ManifestRow;
use crate::core::model::{Kind, Observation, Status, Time};
use crate::core::text::one_line;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::project::{self, artifacts, configuration};
use crate::store;
use crate::ui::{self, Ui};

#[derive(Serialize)]
struct Row {
    id: String,
    #[serde(rename = "type")]
    kind: Kind,
    title: String,
    status: Status,
    confidence: f64,
    /// A person's word, which no figure outweighs.
    #[serde(skip)]
    is_certain: bool,
    count: u32,
    quality_ok: bool,
    first_seen: Time,
    last_seen: Time,
    artifact: Option<String>,
    needs_review: bool,
    /// Time since when the artifact has been missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing_since: Option<Time>,
    /// The observation that replaced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded_by: Option<String>,
    /// Status of its entry, if that is no longer shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    retired: Option<String>,
}

pub(super) fn run(args: &cli::List, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let rows = rows(args, ctx)?;
    if args.json {
        ui.json(&rows)?;
    } else if rows.is_empty() {
        match args.kind.is_some() || args.status.is_some() {
            true => ui.talk("no matching observations"),
            false => place::tell_nothing(ui),
        }
    } else {
        ui.data(&table(&rows))?;
    }
    if !args.json {
        tell_everywhere(ctx, ui);
    }
    Ok(Exit::Ok)
}

/// Mentions lessons for all projects.
fn tell_everywhere(ctx: &Ctx, ui: &Ui) {
    let hint = "`ingrain configure --get everywhere` shows it";
    match project::told_everywhere(ctx).len() {
        0 => {}
        1 => ui.talk(&format!("1 more is told in all projects: {hint}")),
        n => ui.talk(&format!("{n} more are told in all projects: {hint}")),
    }
}

fn rows(args: &cli::List, ctx: &Ctx) -> Result<Vec<Row>> {
    let Some((project, store)) = place::memory(ctx)? else {
        return Ok(Vec::new());
    };
    let thresholds = configuration::load(ctx, &project)?.config.thresholds;
    let mut retired = retired(&project.root);
    let mut rows = Vec::new();
    for observation in store::observations::all(store.read())? {
        let wanted = args.kind.is_none_or(|kind| kind == observation.kind())
            && args.status.is_none_or(|status| status == observation.status);
        if wanted {
            let artifact = store::artifacts::get(store.read(), &observation.id)?;
            let retired = retired.remove(&observation.id).or_else(|| replaced(&observation));
            let theirs = artifact.as_ref().and_then(|row| artifacts::title(&project.root, row));
            let mut row = Row { retired, ..row(observation, &thresholds, artifact) };
            row.title = theirs.unwrap_or(row.title);
            rows.push(row);
        }
    }
    sort(&mut rows);
    Ok(rows)
}

/// The same table for observations that are not stored.
pub(super) fn table_of(observations: Vec<Observation>, thresholds: &Thresholds) -> String {
    let mut rows: Vec<Row> = observations.into_iter().map(|o| row(o, thresholds, None)).collect();
    sort(&mut rows);
    table(&rows)
}

fn sort(rows: &mut [Row]) {
    rows.sort_unstable_by(|a, b| b.confidence.total_cmp(&a.confidence).then_with(|| a.id.cmp(&b.id)));
}

fn row(o: Observation, thresholds: &Thresholds, artifact: Option<ManifestRow>) -> Row {
    Row {
        confidence: thresholds.confidence(&o),
        is_certain: o.certainty().is_some(),
        kind: o.kind(),
        needs_review: !o.reviews.is_empty(),
        id: o.id,
        title: o.title,
        status: o.status,
        count: o.count,
        quality_ok: o.quality_ok,
        first_seen: o.first_seen,
        last_seen: o.last_seen,
        superseded_by: o.superseded_by,
        retired: None,
        missing_since: artifact.as_ref().and_then(|artifact| artifact.missing_since),
        artifact: artifact.map(|artifact| artifact.place()),
    }
}

fn standing(row: &Row) -> String {
    let missing = if row.missing_since.is_some() { ", missing" } else { "" };
    let retired = row.retired.as_deref().and_then(|status| status.split(' ').next());
    format!("{}{missing}", beside(row.status, retired))
}

fn table(rows: &[Row]) -> String {
    let cells: Vec<[String; 6]> = rows
        .iter()
        .map(|row| {
            [
                row.id.clone(),
                row.kind.to_string(),
                standing(row),
                if row.is_certain { "sure".to_owned() } else { format!("{:.2}", row.confidence) },
                format!("{}×{}", row.count, if row.needs_review { " ⚠" } else { "" }),
                ui::inert(&one_line(&row.title)),
            ]
        })
        .collect();
    ui::columns(&cells)
}
