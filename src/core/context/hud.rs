//! One line that says what has been learned here, for a status line or a prompt.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::core::config::Promotion;
use crate::core::model::{Kind, Observation, Status};
use crate::core::review;

/// Counts of what the project has, and of what waits for a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hud {
    pub workflow: usize,
    pub procedural: usize,
    pub decision: usize,
    pub pitfall: usize,
    pub needs_review: usize,
}

impl Hud {
    /// Counts the same observations for review that `review` would list, and for the rest those that were not set `aside`.
    pub fn of(observations: &[Observation], aside: &BTreeSet<String>, mode: Promotion) -> Hud {
        let facts = BTreeMap::new();
        let asks = |o: &&Observation| !review::list::reasons(o, &facts, mode).is_empty();
        let told = |o: &&Observation| is_told(o) && !aside.contains(&o.id);
        let created = |kind: Kind| observations.iter().filter(|o| o.kind() == kind).filter(told).count();
        Hud {
            workflow: created(Kind::Workflow),
            procedural: created(Kind::Procedural),
            decision: created(Kind::Decision),
            pitfall: created(Kind::Pitfall),
            needs_review: observations.iter().filter(asks).count(),
        }
    }

    /// The line in the published words, which scripts look for and which have no singular. Kinds
    /// with a count of zero are left out. `None` if there is nothing to say.
    pub fn line(&self) -> Option<String> {
        let parts = [
            (self.workflow, "workflows"),
            (self.procedural, "skills"),
            (self.decision, "decisions"),
            (self.pitfall, "pitfalls"),
        ];
        let learned = parts.into_iter().filter(|(count, _)| *count > 0);
        let learned: Vec<String> = learned.map(|(count, many)| format!("{count} {many}")).collect();
        let review = (self.needs_review > 0).then(|| format!("⚠ {} need review", self.needs_review));
        let said: Vec<String> =
            Some(learned.join(", ")).filter(|list| !list.is_empty()).into_iter().chain(review).collect();
        (!said.is_empty()).then(|| format!("Learning: {}", said.join("  ")))
    }
}

fn is_told(o: &Observation) -> bool {
    o.status == Status::Created && o.superseded_by.is_none() && !o.is_revoked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_there_is_and_no_more() {
        let line = |[workflow, procedural, decision, pitfall, needs_review]: [usize; 5]| {
            Hud { workflow, procedural, decision, pitfall, needs_review }.line().unwrap_or_default()
        };
        for (counts, said) in [
            ([2, 1, 3, 1, 1], "Learning: 2 workflows, 1 skills, 3 decisions, 1 pitfalls  ⚠ 1 need review"),
            ([1, 2, 1, 2, 0], "Learning: 1 workflows, 2 skills, 1 decisions, 2 pitfalls"),
            ([0, 0, 1, 0, 0], "Learning: 1 decisions"),
            ([0, 0, 0, 0, 2], "Learning: ⚠ 2 need review"),
            ([0, 0, 0, 0, 0], ""),
        ] {
            assert_eq!(line(counts), said);
        }
    }
}
