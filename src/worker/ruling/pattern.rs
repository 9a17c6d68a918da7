//! A person's rulings on patterns. The caller publishes what is derived from them.

use anyhow::Result;

use crate::core::model::change_kind::{ChangeCause, ChangeKind, SAID};
use crate::core::outcomes::maturity::{ManualState, MaturityRuling};
use crate::core::patterns::pattern::Pattern;
use crate::core::patterns::ruling::{self, PatternChange, PatternDecision};
use crate::core::review::Nothing;
use crate::store;
use crate::worker::run::Run;

/// Plans a ruling without applying it.
pub fn look(run: &Run<'_>, pattern: &Pattern, word: &PatternDecision) -> Result<PatternChange> {
    let (db, now) = (run.store.read(), run.ctx.now);
    let maturity = store::feedback::maturity(db, &pattern.id, now, &run.config.config.maturity)?;
    let ruled = ruling::plan(word, pattern, &maturity, now)?;
    Ok(ruled.ok_or(Nothing::Already(word.done().as_str()))?)
}

pub fn rule(run: &mut Run<'_>, pattern: &Pattern, word: &PatternDecision) -> Result<()> {
    let ruled = look(run, pattern, word)?;
    let did = ChangeCause::ruled(word.done(), run.ctx.now);
    let withdrawn =
        ChangeCause { action: ChangeKind::Withdrawn, cause: "its pattern was reset", at: run.ctx.now };
    run.store.write(|db| -> Result<()> {
        store::patterns::save(db, &ruled.after, did)?;
        store::feedback::rule(db, &pattern.id, &ruled.ruling, did)?;
        let warning = ruled.without.as_deref();
        Ok(warning.map_or(Ok(()), |warning| store::patterns::delete(db, warning, withdrawn))?)
    })
}

/// Adds a person's own pattern, which counts at once.
pub fn add(run: &mut Run<'_>, pattern: &Pattern) -> Result<()> {
    let at = run.ctx.now;
    let ruling = MaturityRuling { standing: ManualState::Promoted { at }, counted_from: None };
    run.store.write(|db| -> Result<()> {
        store::patterns::save(
            db,
            pattern,
            ChangeCause { action: ChangeKind::Added, cause: "a person wrote it", at },
        )?;
        Ok(store::feedback::rule(db, &pattern.id, &ruling, ChangeCause::ruled(ChangeKind::Promoted, at))?)
    })
}

/// Counts a person's verdict: confirmed, or a false positive.
pub fn count(run: &mut Run<'_>, after: &Pattern, action: ChangeKind) -> Result<()> {
    let did = ChangeCause { action, cause: SAID, at: run.ctx.now };
    Ok(run.store.write(|db| store::patterns::save(db, after, did))?)
}
