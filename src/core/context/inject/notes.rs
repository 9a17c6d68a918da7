//! Notes for one role: agents' earlier conclusions. The worker writes the lines; they are ordered
//! when they are shown, which is later and perhaps on another branch.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::InjectedLine;
use crate::core::model::Time;
use crate::core::patterns::lines;
use crate::core::patterns::pattern::Context;
use crate::core::patterns::prepared_score::{ScoreDecay, rescored};
use crate::core::text::tokens::Budget;

#[cfg(test)]
mod tests;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    pub role: String,
    /// Best first.
    pub lines: Vec<InjectedLine>,
    /// A shorter version, with one line for each of `lines`.
    pub summary: Option<String>,
    /// The facts that decide each line's rank. Files of older versions have none.
    #[serde(default)]
    pub places: Vec<LineOrigin>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineOrigin {
    pub score_decay: ScoreDecay,
    /// The factor by which maturity changes the score.
    pub trust: f64,
    /// The role's own lines come before borrowed ones.
    pub turn: usize,
    /// The branches it was learned on.
    pub branches: BTreeSet<String>,
    /// Branches whose latest work changed files that it was learned on.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub near: BTreeSet<String>,
    /// Its labels, in lower case. They are compared with words of the branch's name.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub labels: BTreeSet<String>,
}

/// A line with its current rank.
struct Standing {
    turn: usize,
    rank: f64,
    line: InjectedLine,
    short: Option<String>,
}

impl LineOrigin {
    fn worth(&self, branch: Option<&str>, now: Time) -> Option<f64> {
        let branch = branch.unwrap_or_default();
        let overlaps = [
            self.branches.contains(branch),
            self.near.contains(branch),
            !self.labels.is_disjoint(&Context::labels_of(branch)),
        ];
        self.score_decay.worth(overlaps.into_iter().filter(|is_shared| *is_shared).count(), now)
    }
}

impl Notes {
    /// The notes in the order for this time and branch. Lines that have faded since they were
    /// written are left out.
    pub fn at(self, branch: Option<&str>, now: Time) -> Notes {
        if self.places.len() != self.lines.len() {
            return self;
        }
        let mut short = self.summary.as_deref().unwrap_or_default().lines();
        let mut told = Vec::new();
        for (line, place) in self.lines.into_iter().zip(&self.places) {
            let short = short.next();
            let Some(worth) = place.worth(branch, now) else { continue };
            told.push(Standing {
                turn: place.turn,
                rank: worth * place.trust,
                line: InjectedLine { text: rescored(&line.text, worth), ..line },
                short: short.map(|text| rescored(text, worth)),
            });
        }
        told.sort_by(|a, b| a.turn.cmp(&b.turn).then_with(|| b.rank.total_cmp(&a.rank)));
        let summary: Vec<&str> = told.iter().filter_map(|told| told.short.as_deref()).collect();
        let summary = (!summary.is_empty()).then(|| summary.join("\n"));
        Notes {
            role: self.role,
            summary,
            lines: told.into_iter().map(|told| told.line).collect(),
            places: vec![],
        }
    }

    pub(super) fn compose(&self, budget: Budget) -> Option<String> {
        let lines: Vec<String> = self.lines.iter().map(|line| line.text.clone()).collect();
        lines::compose(&self.role, &lines, self.summary.as_deref(), budget)
    }

    /// The subjects of the lines that the text shows, in full or in the summary.
    pub fn shown<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a str> {
        let mut short = self.summary.as_deref().unwrap_or_default().lines();
        let is_told = |line: &&InjectedLine| {
            let in_short = short.next().is_some_and(|short| text.contains(short));
            in_short || text.contains(&line.text)
        };
        let told: Vec<&InjectedLine> = self.lines.iter().filter(is_told).collect();
        told.into_iter().filter_map(|line| line.subject.as_deref())
    }

    pub(super) fn forget(&mut self, known: &BTreeSet<String>) {
        let before = self.lines.len();
        self.lines.retain(|line| !known.contains(line.name()));
        if self.lines.len() < before {
            self.summary = None;
        }
    }
}
