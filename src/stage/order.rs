//! A person's word on a tool, carried out: the same for every command that takes it.

use anyhow::Result;

use crate::core::did::Did;
use crate::core::policy::{Order, Wish};
use crate::core::review::Nothing;
use crate::run::Run;
use crate::store;

/// What would count from now on.
pub fn look(run: &Run<'_>, adapter: &str, wish: &Wish) -> Result<Order> {
    let db = run.store.read();
    let known = store::policy::orders(db)?.remove(adapter).unwrap_or_default();
    let is_said = match (wish, known.reset_at()) {
        (Wish::Reset, Some(from)) => !store::policy::was_used_since(db, adapter, from)?,
        _ => known.says(wish),
    };
    match is_said {
        true => Err(Nothing::Already(wish.done().as_str()).into()),
        false => Ok(known.after(wish, run.ctx.now)),
    }
}

/// What is derived is published by the caller.
pub fn apply(run: &mut Run<'_>, adapter: &str, wish: &Wish) -> Result<()> {
    let order = look(run, adapter, wish)?;
    let did = Did::ruled(wish.done(), run.ctx.now);
    Ok(run.store.write(|db| store::policy::order(db, adapter, &order, did))?)
}
