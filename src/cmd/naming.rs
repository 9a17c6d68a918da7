//! Lookup by id or by any unique prefix of one.

use anyhow::{Result, anyhow};
use rusqlite::Connection;

use crate::core::model::Observation;
use crate::core::model::artifact_path::Ledger;
use crate::os::error::Hint;
use crate::store;

/// The observation of this id or entry, which may be retired.
pub fn observation(db: &Connection, word: &str) -> Result<Option<Observation>> {
    let anchor = word.to_uppercase();
    let mut by_anchor = store::artifacts::owner_of_anchor(db, &anchor)?;
    if by_anchor.is_none() && Ledger::ALL.iter().any(|ledger| anchor.starts_with(ledger.prefix())) {
        by_anchor = store::artifacts::former_owner_of_anchor(db, &anchor)?;
    }
    let word = by_anchor.as_deref().unwrap_or(word);
    find(store::observations::all(db)?, |observation| &observation.id, word)
}

/// `None` if nothing matches.
pub fn find<T>(all: Vec<T>, id: impl Fn(&T) -> &str, word: &str) -> Result<Option<T>> {
    let mut hits: Vec<T> = all.into_iter().filter(|one| id(one).starts_with(word)).collect();
    if let Some(exact) = hits.iter().position(|one| id(one) == word) {
        return Ok(Some(hits.swap_remove(exact)));
    }
    if hits.len() > 1 {
        return Err(anyhow!("`{word}` matches several ids")).hint("type more of it");
    }
    Ok(hits.pop())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_the_whole_or_by_its_beginning() {
        let named = |word: &str| find(vec!["ab", "abc", "xy"], |id| id, word).ok();
        assert_eq!(named("ab"), Some(Some("ab")), "whole, although it begins another");
        assert_eq!(named("x"), Some(Some("xy")));
        assert_eq!(named("z"), Some(None));
        assert_eq!(named("a"), None, "two begin so");
    }
}
