//! Conversion of an agent's conclusions to patterns. The same words, or nearly the same, are one
//! pattern of a role.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use rusqlite::Connection;

use crate::core::entities::keys::{keys_of, name_path};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::patterns::agent_report::heard::AgentReport;
use crate::core::patterns::agent_report::{Conclusion, KnownLines, repeats};
use crate::core::patterns::lifecycle::PatternSighting;
use crate::core::patterns::pattern::{Context, Lifecycle, Pattern};
use crate::core::patterns::roles;
use crate::store;
use crate::worker::reading::apply_verdicts::Scene;

/// A line that names no file belongs to all changed files; if there are more than this, to none.
const MOST_PATHS: usize = 20;

pub struct PatternRecorder<'a> {
    db: &'a Connection,
    scene: &'a Scene<'a>,
    /// Texts shown to the session's agents.
    told: Vec<String>,
    touched: BTreeSet<String>,
    known: BTreeMap<String, KnownLines>,
}

impl<'a> PatternRecorder<'a> {
    /// `told` has the texts from the transcripts; older clients do not store them, so our own records are added.
    pub fn open(db: &'a Connection, scene: &'a Scene<'a>, told: &[String]) -> Result<PatternRecorder<'a>> {
        let mut known: BTreeMap<String, KnownLines> = BTreeMap::new();
        let shown = store::usage::shown_during(db, scene.session)?;
        let mut told = told.to_vec();
        for pattern in store::patterns::all(db)? {
            if shown.contains(&pattern.id) {
                told.push(pattern.content.clone());
            }
            if !pattern.is_negative() {
                known.entry(pattern.role).or_default().add(&pattern.id, &pattern.content);
            }
        }
        let touched = store::agent_reports::files_changed_in(db, scene.session)?;
        Ok(PatternRecorder { db, scene, told, touched, known })
    }

    /// `false` for a repetition of a shown line, or a pattern that was given up.
    pub fn note(&mut self, conclusion: &Conclusion, report: &AgentReport) -> Result<bool> {
        if self.told.iter().any(|told| repeats(&conclusion.content, told)) {
            return Ok(false);
        }
        let pattern = self.pattern(conclusion, report)?;
        if pattern.lifecycle == Lifecycle::Deprecated {
            return Ok(false);
        }
        let sighting = PatternSighting {
            session: self.scene.session.to_owned(),
            at: report.at,
            branch: report.branch.clone(),
            folder: report.folder.clone(),
        };
        let did =
            ChangeCause { action: ChangeKind::Seen, cause: "an agent concluded it", at: self.scene.now };
        store::patterns::see(self.db, &pattern, &sighting, did)?;
        store::contexts::add(self.db, &pattern.id, &self.context(&conclusion.content, report))?;
        Ok(true)
    }

    fn pattern(&mut self, conclusion: &Conclusion, report: &AgentReport) -> Result<Pattern> {
        // A plugin's `x:judge` is a `judge`, so each repeats what the other concluded; its own words come first.
        let mut same: Vec<_> =
            self.known.iter().filter(|(role, _)| roles::is_same(role, &report.role)).collect();
        same.sort_by_key(|(role, _)| **role != report.role);
        for (_, lines) in same {
            let found = lines.find(&conclusion.content);
            let known = found.map(|id| store::patterns::get(self.db, id)).transpose()?;
            if let Some(known) = known.flatten() {
                return Ok(known);
            }
        }
        let lines = self.known.entry(report.role.clone()).or_default();
        let fresh = Pattern::new(&report.role, &conclusion.content, conclusion.category, report.at);
        lines.add(&fresh.id, &fresh.content);
        Ok(fresh)
    }

    fn context(&self, line: &str, report: &AgentReport) -> Context {
        let set = |value: Option<&str>| value.map(str::to_owned).into_iter().collect();
        let phases = report.kind.phase().or(self.scene.phase);
        Context {
            labels: self.scene.labels.clone(),
            phases: set(phases),
            branches: set(report.branch.as_deref()),
            paths: self.paths(line),
        }
    }

    /// The changed files that a line names; all of them when it names none at all.
    fn paths(&self, line: &str) -> BTreeSet<String> {
        let keys = keys_of(line);
        let named: BTreeSet<String> =
            self.touched.iter().filter(|path| name_path(&keys, path)).cloned().collect();
        let names_others = keys.iter().any(|key| key.contains('/'));
        if named.is_empty() && !names_others && self.touched.len() <= MOST_PATHS {
            return self.touched.clone();
        }
        named
    }
}
