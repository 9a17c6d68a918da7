//! A person's word on patterns, carried out. What is derived is published by the caller.

use anyhow::Result;

use crate::core::model::change_kind::{Action, Did, SAID};
use crate::core::outcomes::maturity::{Ruling, Standing};
use crate::core::patterns::pattern::Pattern;
use crate::core::patterns::ruling::{self, Ruled, Word};
use crate::core::review::Nothing;
use crate::store;
use crate::worker::run::Run;

/// What would change, without changing it.
pub fn look(run: &Run<'_>, pattern: &Pattern, word: &Word) -> Result<Ruled> {
    let (db, now) = (run.store.read(), run.ctx.now);
    let maturity = store::feedback::maturity(db, &pattern.id, now, &run.config.config.maturity)?;
    let ruled = ruling::plan(word, pattern, &maturity, now)?;
    Ok(ruled.ok_or(Nothing::Already(word.done().as_str()))?)
}

pub fn rule(run: &mut Run<'_>, pattern: &Pattern, word: &Word) -> Result<()> {
    let ruled = look(run, pattern, word)?;
    let did = Did::ruled(word.done(), run.ctx.now);
    let withdrawn = Did { action: Action::Withdrawn, cause: "its pattern was reset", at: run.ctx.now };
    run.store.write(|db| -> Result<()> {
        store::patterns::save(db, &ruled.after, did)?;
        store::feedback::rule(db, &pattern.id, &ruled.ruling, did)?;
        let warning = ruled.without.as_deref();
        Ok(warning.map_or(Ok(()), |warning| store::patterns::delete(db, warning, withdrawn))?)
    })
}

/// A line of their own counts from the first moment.
pub fn add(run: &mut Run<'_>, pattern: &Pattern) -> Result<()> {
    let at = run.ctx.now;
    let ruling = Ruling { standing: Standing::Promoted { at }, counted_from: None };
    run.store.write(|db| -> Result<()> {
        store::patterns::save(db, pattern, Did { action: Action::Added, cause: "a person wrote it", at })?;
        Ok(store::feedback::rule(db, &pattern.id, &ruling, Did::ruled(Action::Promoted, at))?)
    })
}

/// What they saw of it: that it held up, or that it was a false positive.
pub fn count(run: &mut Run<'_>, after: &Pattern, action: Action) -> Result<()> {
    let did = Did { action, cause: SAID, at: run.ctx.now };
    Ok(run.store.write(|db| store::patterns::save(db, after, did))?)
}
