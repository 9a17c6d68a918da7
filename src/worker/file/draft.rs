//! Drafts of artifacts: the path and text that would be written. Read-only, so that a person can see
//! one before a decision.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::core::knowledge::entries::{self, Section};
use crate::core::knowledge::reconcile::{ManifestRow, content_hash};
use crate::core::knowledge::render;
use crate::core::learn::merge;
use crate::core::learn::topics;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::{Details, Kind, Observation};
use crate::os::fsx;
use crate::project::artifacts;
use crate::store;
use crate::worker::memory::Memory;
use crate::worker::visibility;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub path: String,
    /// The entry within a knowledge file.
    pub anchor: Option<String>,
    /// The file, or the entry alone.
    pub text: String,
    /// The whole file before and after.
    pub before: Option<String>,
    pub file: String,
    /// A person's version exists, and stays.
    pub edited: bool,
}

impl Memory<'_> {
    pub fn draft(&self, observation: &Observation) -> Result<Draft> {
        let promised = store::artifacts::get(self.db, &observation.id)?;
        match Ledger::of(observation.kind()) {
            Some(ledger) => self.entry(observation, ledger, promised),
            None => self.file(observation, promised),
        }
    }

    /// A command or a skill: a file of its own, under an unused name.
    fn file(&self, observation: &Observation, promised: Option<ManifestRow>) -> Result<Draft> {
        let kind = observation.kind();
        let (taken, own) = self.names(observation)?;
        let wanted = match &promised {
            Some(row) => render::name_of(kind, &row.path).to_owned(),
            None => {
                let short = topics::short_name(&observation.keys).filter(|_| !observation.is_in_own_words());
                render::slug(short.as_ref().unwrap_or(&observation.title), &observation.id)
            }
        };
        let name = render::available(&wanted, &taken, &own);
        let own_words = observation.review_state.text.clone();
        let text = own_words.unwrap_or_else(|| render::render(observation, &name, self.now));
        let path = render::path(kind, &name);
        let before = fsx::read_text_opt(&fsx::inside(&self.project.root, &path)?)?;
        let as_written =
            |text: &String| promised.as_ref().is_some_and(|row| row.content_hash == content_hash(text));
        // Our own file was removed when it was given up, so this one has a person's changes in it.
        let edited =
            before.clone().filter(|there| observation.review_state.text.is_none() && !as_written(there));
        let (edited, text) = (edited.is_some(), edited.unwrap_or(text));
        Ok(Draft { path, anchor: None, before, file: text.clone(), text, edited })
    }

    /// Names in use on disk and in our records, and those that belong to this observation. A file that is not ours is never
    /// overwritten.
    fn names(&self, observation: &Observation) -> Result<(BTreeSet<String>, BTreeSet<String>)> {
        let kind = observation.kind();
        let (mut taken, mut own) = (BTreeSet::new(), BTreeSet::new());
        for path in artifacts::files(&self.project.root, kind) {
            let name = render::name_of(kind, &path).to_owned();
            let content = fsx::text(&self.project.in_root(&path)).unwrap_or_default();
            if render::observation_id(&content) == Some(&observation.id) {
                own.insert(name.clone());
            }
            taken.insert(name);
        }
        let others = store::artifacts::all(self.db)?.into_iter();
        let others = others.filter(|row| row.kind == kind && row.observation_id != observation.id);
        taken.extend(others.map(|row| render::name_of(kind, &row.path).to_owned()));
        Ok((taken, own))
    }

    /// A decision or a pitfall: a section of a knowledge file, under a new number.
    fn entry(
        &self,
        observation: &Observation,
        ledger: Ledger,
        promised: Option<ManifestRow>,
    ) -> Result<Draft> {
        let path = ledger.path();
        let existing = artifacts::knowledge(&self.project.root, ledger)?;
        let file = existing.as_deref().unwrap_or_default();
        let sections = entries::parse(file);
        if let Some(standing) = self.already_stands(observation, file, &sections)? {
            return Ok(stands(observation, path, file, standing));
        }
        let highest = store::meta::highest_number(self.db, ledger.prefix())?;
        let taken: BTreeSet<&str> = sections.iter().map(|s| s.anchor.as_str()).collect();
        let anchor = match promised.and_then(|row| row.anchor) {
            Some(anchor) if !taken.contains(anchor.as_str()) => anchor,
            _ => ledger.anchor(entries::next_number(file, ledger, highest)),
        };
        let own_words = observation.review_state.text.as_deref().map(|text| entries::renumber(text, &anchor));
        let text = own_words.unwrap_or_else(|| render::render(observation, &anchor, self.now));
        let file = entries::append(existing.as_deref(), ledger, &text);
        let before = Some(existing.unwrap_or_else(|| entries::begun(ledger)));
        Ok(Draft { path: path.to_owned(), anchor: Some(anchor), text, before, file, edited: false })
    }

    /// Two decisions of ours are distinct, whatever their titles; so are two corrections with different content.
    fn is_another(&self, section: &Section, observation: &Observation) -> Result<bool> {
        let source = section.source.as_deref().unwrap_or_default();
        let known = store::observations::get(self.db, source)?;
        let is_decision = observation.kind() == Kind::Decision;
        Ok(known.is_some_and(|known| is_decision || merge::want_other_things(&known, observation)))
    }

    /// An existing section with the same content. Sections from a repository that are not trusted do not count.
    fn already_stands<'s>(
        &self,
        observation: &Observation,
        file: &str,
        sections: &'s [Section],
    ) -> Result<Option<&'s Section>> {
        let shown = visibility::shown(self.project, Some(self.db))?;
        let ours = sections.iter().find(|s| s.source.as_deref() == Some(&observation.id));
        let duplicate = || match &observation.details {
            Details::Pitfall { area, issue, .. } => entries::duplicate_pitfall(sections, area, issue),
            Details::Decision { .. } => entries::duplicate_decision(sections, &observation.title),
            _ => None,
        };
        let is_shown = |section: &&Section| shown.holds(section, file);
        let duplicate = || match duplicate().filter(is_shown) {
            Some(other) if self.is_another(other, observation)? => Ok(None),
            other => Ok(other),
        };
        ours.filter(is_shown).map_or_else(duplicate, |ours| Ok(Some(ours)))
    }
}

/// An entry of ours that was given up is reused.
fn stands(observation: &Observation, path: &str, file: &str, standing: &Section) -> Draft {
    let anchor = standing.anchor.clone();
    let is_ours = standing.source.as_deref() == Some(&observation.id);
    let revived = (is_ours && !standing.standing().is_active())
        .then(|| entries::set_status(file, &anchor, entries::NewEntryStatus::Active))
        .flatten();
    let before = Some(file.to_owned());
    let file = revived.unwrap_or_else(|| file.to_owned());
    let sections = entries::parse(&file);
    let text = entries::find(&sections, &anchor, Some(&observation.id)).map(|s| s.text(&file).to_owned());
    Draft {
        path: path.to_owned(),
        anchor: Some(anchor),
        text: text.unwrap_or_default(),
        before,
        file,
        edited: false,
    }
}
