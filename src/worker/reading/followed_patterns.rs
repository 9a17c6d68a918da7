//! What a pipeline says that its run followed: patterns by their ids, or in words. Words that nobody knows are a pattern
//! from then on, as what an agent tries in a session is; nobody is told it before a session shows it or a person agrees.

use anyhow::Result;
use rusqlite::Connection;

use crate::core::entities::danger::danger;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::patterns::pattern::{Category, LENGTHS, MAIN_ROLE, Pattern};
use crate::core::patterns::strategies;
use crate::store::patterns;

/// The pattern's id; none where the words are no pattern and cannot become one.
pub fn id(db: &Connection, words: &str, at: Time, did: ChangeCause<'_>) -> Result<Option<String>> {
    if patterns::get(db, words)?.is_some() {
        return Ok(Some(words.to_owned()));
    }
    if let Some(known) = patterns::saying(db, words)? {
        return Ok(Some(known));
    }
    let Some(pattern) = fresh(words, at) else { return Ok(None) };
    patterns::save(db, &pattern, ChangeCause { action: ChangeKind::Followed, ..did })?;
    Ok(Some(pattern.id))
}

/// A way of dividing work by its name, or a line of the length that all patterns have.
fn fresh(words: &str, at: Time) -> Option<Pattern> {
    if let Some(label) = strategies::named(words) {
        return Some(strategies::pattern(label, at));
    }
    let fits = LENGTHS.contains(&words.chars().count()) && danger(words).is_none();
    fits.then(|| Pattern::new(MAIN_ROLE, words, Category::Observation, at))
}
