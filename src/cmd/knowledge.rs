//! `ingrain knowledge`: prints the decisions and pitfalls of this project as sessions get them.

use anyhow::{Result, anyhow};
use serde_json::json;

use super::{agent, place};
use crate::cli::{self, KnowledgeCommand};
use crate::core::knowledge::entries::{self, Section};
use crate::core::knowledge::index::IndexEntry;
use crate::core::model::artifact_path::Ledger;
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::project::Project;
use crate::project::artifacts;
use crate::ui::{self, Ui};
use crate::worker::visibility::{self, Asked};

pub(super) fn run(args: &cli::Knowledge, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    match &args.command {
        KnowledgeCommand::Index(format) => print_index(&project, format.json, ui)?,
        KnowledgeCommand::Show { id, json } => show(&entry(ctx, &project, id, ui)?, *json, ui)?,
        KnowledgeCommand::Search { words, json } => search(&project, words, *json, ui)?,
    }
    Ok(Exit::Ok)
}

fn print_index(project: &Project, json: bool, ui: &Ui) -> Result<()> {
    let memory = place::open(project)?;
    let db = memory.as_ref().map(|store| store.read());
    let index = artifacts::index(&project.root, &visibility::shown(project, db)?, |error| {
        ui.warn(&format!("{error:#}"))
    });
    if json {
        ui.json(&index.entries)?;
    } else {
        ui.data(&ui::inert(&index.format()))?;
    }
    let unknown = visibility::unknown(project, db, Asked::AlsoRefused)?;
    let unknown = unknown.iter().filter(|found| found.anchor.is_some()).count();
    if unknown > 0 {
        ui.hint(&format!(
            "{} not accepted yet and not told to sessions: `ingrain review` asks, `ingrain trust` accepts",
            text::plural(unknown, "entry is", "entries are")
        ));
    }
    Ok(())
}

/// An entry with its text, in any status.
struct Entry {
    section: Section,
    text: String,
    /// The entry is ours or the person's.
    is_known: bool,
}

fn all_entries(project: &Project) -> Result<Vec<Entry>> {
    let memory = place::open(project)?;
    let shown = visibility::shown(project, memory.as_ref().map(|store| store.read()))?;
    let mut all = Vec::new();
    for ledger in Ledger::ALL {
        let file = artifacts::knowledge(&project.root, ledger)?.unwrap_or_default();
        for section in entries::parse(&file) {
            let (text, is_known) = (section.text(&file).to_owned(), shown.holds(&section, &file));
            all.push(Entry { section, text, is_known });
        }
    }
    Ok(all)
}

/// All entries of a number: merged branches can leave several.
fn entry(ctx: &Ctx, project: &Project, id: &str, ui: &Ui) -> Result<Vec<Entry>> {
    let mut found = all_entries(project)?;
    found.retain(|entry| entry.section.anchor.eq_ignore_ascii_case(id));
    let all = found.len();
    if agent::behind(ctx).is_some() {
        found.retain(|entry| entry.is_known);
    }
    if found.iter().any(|entry| !entry.is_known) || found.len() < all {
        ui.warn(&format!("you have not accepted {id} as it is now: sessions are not told it"));
        ui.hint("`ingrain review` asks about it");
    }
    if found.is_empty() {
        return Err(anyhow!("no entry `{id}`")).hint("`ingrain knowledge index` lists the entries");
    }
    if found.len() > 1 {
        ui.warn(&format!("{} entries have this number; give all but one another", found.len()));
    }
    Ok(found)
}

fn show(entries: &[Entry], as_json: bool, ui: &Ui) -> Result<()> {
    if as_json {
        let one = |Entry { section, text, .. }: &Entry| json!({"id": section.anchor, "title": section.title, "status": section.status, "text": text.trim_end()});
        return ui.json(&entries.iter().map(one).collect::<Vec<_>>());
    }
    let texts: Vec<&str> = entries.iter().map(|entry| entry.text.trim_end()).collect();
    ui.data(&ui::inert(&texts.join("\n\n")))
}

fn search(project: &Project, words: &[String], as_json: bool, ui: &Ui) -> Result<()> {
    let wanted = words.iter().map(|word| text::normalise(word)).collect::<Vec<_>>();
    let holds = |body: &str| {
        let body = text::normalise(body);
        wanted.iter().all(|word| body.contains(word.as_str()))
    };
    let hits: Vec<IndexEntry> = all_entries(project)?
        .iter()
        .filter(|entry| entry.is_known && holds(&entry.text))
        .map(|entry| IndexEntry::of(&entry.section))
        .collect();
    if as_json {
        return ui.json(&json!(hits));
    }
    if hits.is_empty() {
        ui.talk("no entry contains all of these words");
        return Ok(());
    }
    let lines: Vec<String> = hits.iter().map(|entry| ui::inert(&entry.line())).collect();
    ui.data(&lines.join("\n"))
}
