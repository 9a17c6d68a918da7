//! Patterns that a pipeline says its run followed, by id or in words. Unknown words become a new
//! pattern, like what an agent tries in a session. A run counts as a session, so a pattern is shown
//! after two of them. Everything recorded from an agent's shell is one session in all, whatever it
//! claims; otherwise one agent could put its own words into later sessions. Our own names for
//! strategies are not free text, and count by run there too.

use anyhow::Result;
use rusqlite::Connection;

use crate::core::entities::danger::danger;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::outcome::Outcome;
use crate::core::patterns::lifecycle::PatternSighting;
use crate::core::patterns::pattern::{Category, LENGTHS, Lifecycle, MAIN_ROLE, Pattern};
use crate::core::patterns::strategies;
use crate::store::patterns;

/// The one session for everything that agents' shells record.
const AGENTS: &str = "recorded by an agent";

/// Counts the run for the patterns that these words name, and returns their ids: a known pattern, else the strategies
/// that they describe, else a new one. None if the words cannot become a pattern.
pub fn see(
    db: &Connection,
    words: &str,
    outcome: &Outcome,
    by_agent: bool,
    did: ChangeCause<'_>,
) -> Result<Vec<String>> {
    let known = match patterns::get(db, words)? {
        Some(known) => Some(known),
        None => patterns::saying(db, words)?.map(|id| patterns::get(db, &id)).transpose()?.flatten(),
    };
    let mut ids = Vec::new();
    for pattern in known.map_or_else(|| meant(words, outcome.timestamp), |known| vec![known]) {
        see_one(db, &pattern, outcome, by_agent, did)?;
        ids.push(pattern.id);
    }
    Ok(ids)
}

fn see_one(
    db: &Connection,
    meant: &Pattern,
    outcome: &Outcome,
    by_agent: bool,
    did: ChangeCause<'_>,
) -> Result<()> {
    let known = patterns::get(db, &meant.id)?;
    let action = if known.is_some() { ChangeKind::Seen } else { ChangeKind::Followed };
    let pattern = known.as_ref().unwrap_or(meant);
    // A pattern that a person promoted stays as it is, and an anti-pattern cannot be followed.
    if pattern.lifecycle != Lifecycle::Active && !pattern.is_negative() {
        let run = outcome.session.as_ref().unwrap_or(&outcome.run_id);
        let is_agents = by_agent && !strategies::is_label(&pattern.content);
        let sighting = PatternSighting {
            session: if is_agents { AGENTS.to_owned() } else { run.clone() },
            branch: outcome.branch.clone(),
            folder: None,
            at: outcome.timestamp,
        };
        patterns::see(db, pattern, &sighting, ChangeCause { action, ..did })?;
    }
    Ok(())
}

/// The strategies by their names or as people describe them, or a line within the length limits of patterns.
fn meant(words: &str, at: Time) -> Vec<Pattern> {
    let named = strategies::named(words).map_or_else(|| strategies::detect(words), |label| vec![label]);
    if !named.is_empty() {
        return named.into_iter().map(|label| strategies::pattern(label, at)).collect();
    }
    let fits = LENGTHS.contains(&words.chars().count()) && danger(words).is_none();
    fits.then(|| Pattern::new(MAIN_ROLE, words, Category::Observation, at)).into_iter().collect()
}
