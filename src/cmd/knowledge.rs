//! `ingrain knowledge`: the decisions and pitfalls of this project, as sessions get them.

use anyhow::{Result, anyhow};
use serde_json::json;

use super::place;
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
use crate::worker::visibility;

pub(super) fn run(args: &cli::Knowledge, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    match &args.command {
        KnowledgeCommand::Index(format) => print_index(&project, format.json, ui)?,
        KnowledgeCommand::Show { id } => ui.data(ui::inert(&entry(&project, id, ui)?).trim_end())?,
        KnowledgeCommand::Search { words, json } => search(&project, words, *json, ui)?,
    }
    Ok(Exit::Ok)
}

fn print_index(project: &Project, json: bool, ui: &Ui) -> Result<()> {
    let memory = place::open(project)?;
    let hidden = visibility::hidden_anchors(project, memory.as_ref().map(|store| store.read()))?;
    let index = artifacts::index(&project.root, &hidden, |error| ui.warn(&format!("{error:#}")));
    if json {
        ui.json(&index.entries)?;
    } else {
        ui.data(&ui::inert(&index.format()))?;
    }
    if !hidden.is_empty() {
        ui.hint(&format!(
            "{} before ingrain and not shown to sessions until you run `ingrain trust`",
            text::plural(hidden.len(), "entry was here", "entries were here")
        ));
    }
    Ok(())
}

/// Every section with its own text, whatever its status: a person may read all that is theirs.
fn sections(project: &Project) -> Result<Vec<(Section, String)>> {
    let mut all = Vec::new();
    for ledger in Ledger::ALL {
        let file = artifacts::knowledge(&project.root, ledger)?.unwrap_or_default();
        let with_text = |section: Section| (section.clone(), section.text(&file).to_owned());
        all.extend(entries::parse(&file).into_iter().map(with_text));
    }
    Ok(all)
}

/// Merged branches can leave several entries of one number: none of them is kept back.
fn entry(project: &Project, id: &str, ui: &Ui) -> Result<String> {
    let mut found = sections(project)?;
    found.retain(|(section, _)| section.anchor.eq_ignore_ascii_case(id));
    if found.is_empty() {
        return Err(anyhow!("no entry `{id}`")).hint("`ingrain knowledge index` lists the entries");
    }
    if found.len() > 1 {
        ui.warn(&format!("{} entries have this number; give all but one another", found.len()));
    }
    let texts: Vec<&str> = found.iter().map(|(_, text)| text.trim_end()).collect();
    Ok(texts.join("\n\n"))
}

fn search(project: &Project, words: &[String], as_json: bool, ui: &Ui) -> Result<()> {
    let wanted = words.iter().map(|word| text::normalise(word)).collect::<Vec<_>>();
    let holds = |body: &str| {
        let body = text::normalise(body);
        wanted.iter().all(|word| body.contains(word.as_str()))
    };
    let hits: Vec<IndexEntry> = sections(project)?
        .iter()
        .filter(|(_, body)| holds(body))
        .map(|(section, _)| IndexEntry::of(section))
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
