//! A person's rulings on guards, and the facts about each guard.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use rusqlite::Connection;

use crate::core::guards::guard::{Guard, GuardLevel};
use crate::core::guards::matcher::Matcher;
use crate::core::guards::replay::{CatchVerdict, Replay, WorkEnds, replay_asked};
use crate::core::learn::structure::FactSighting;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::review::{Nothing, ReviewDecision};
use crate::core::text::{ellipsis, one_line};
use crate::os::error::Hint;
use crate::store;
use crate::worker::run::Run;

/// Limit of a rule's length.
const LONGEST_RULE: usize = 400;
/// After this many wrong matches a guard is reviewed again.
const MOST_CONTRADICTED: usize = 2;

/// All stored calls, read once for all guards.
pub struct CallHistory {
    calls: Vec<FactSighting>,
    ends: WorkEnds,
    asked: BTreeMap<String, BTreeMap<String, Time>>,
}

impl CallHistory {
    pub fn read(db: &Connection) -> Result<CallHistory> {
        Ok(CallHistory {
            calls: store::structure::tool_calls(db)?,
            ends: store::guards::work_ends(db)?,
            asked: store::guards::asked(db)?,
        })
    }

    pub fn calls(&self) -> &[FactSighting] {
        &self.calls
    }

    pub fn ends(&self) -> &WorkEnds {
        &self.ends
    }

    pub fn replay(&self, guard: &Guard) -> Replay {
        let none = BTreeMap::new();
        replay_asked(&guard.matcher, &self.calls, &self.ends, self.asked.get(&guard.id).unwrap_or(&none))
    }

    /// Does the review ask about it? Yes for a proposal that was right at least once, and for a guard that the person contradicted, or
    /// whose calls pass without a word.
    pub fn asks_for_a_look(&self, guard: &Guard, found: &Replay) -> bool {
        match guard.level {
            GuardLevel::Proposed => {
                let confirmed = found.count(CatchVerdict::Confirmed);
                confirmed > 0 && confirmed > found.count(CatchVerdict::Contradicted)
            }
            GuardLevel::Dropped => false,
            _ => guard.set_at.is_some_and(|set| {
                found.contradicted_since(set) >= MOST_CONTRADICTED || found.is_disproved(set)
            }),
        }
    }
}

/// Finds a guard by id or matcher.
pub fn find(db: &Connection, word: &str) -> Result<Option<Guard>> {
    let matcher = word.parse::<Matcher>().ok().map(|matcher| matcher.usual());
    let is_it = |guard: &Guard| guard.id == word || Some(guard.matcher.usual()) == matcher;
    Ok(store::guards::all(db)?.into_iter().find(is_it))
}

pub const WHERE_GUARDS_ARE: &str = "`ingrain guard list` shows them, `ingrain guard add` writes one";

pub fn known(db: &Connection, word: &str) -> Result<Guard> {
    find(db, word)?.with_context(|| format!("no guard `{word}`")).hint(WHERE_GUARDS_ARE)
}

/// Adds a guard of the person's own.
pub fn add(run: &mut Run<'_>, matcher: Matcher, level: GuardLevel, rule: Option<&str>) -> Result<Guard> {
    let now = run.ctx.now;
    if let Some(guard) = find(run.store.read(), &matcher.to_string())? {
        let rule = rule.map_or(guard.rule.clone(), |rule| clean(run, rule));
        return set(run, Guard { rule, ..guard }, level);
    }
    let rule = rule.map(|rule| clean(run, rule)).unwrap_or_default();
    let did = ChangeCause::ruled(ChangeKind::Added, now);
    let guard = run.store.write(|db| -> Result<Guard> {
        let id = store::guards::next_id(db)?;
        let guard = Guard { id, matcher, level, rule, said_at: now, observation: None, set_at: Some(now) };
        store::guards::set(db, &guard, did)?;
        Ok(guard)
    })?;
    Ok(guard)
}

fn clean(run: &Run<'_>, rule: &str) -> String {
    ellipsis(&one_line(&run.redactor.redact(rule)), LONGEST_RULE)
}

/// An error if the guard already has this level and rule.
pub fn changes(db: &Connection, guard: &Guard, level: GuardLevel) -> Result<()> {
    let stored = find(db, &guard.id)?;
    if stored.as_ref().is_some_and(|stored| stored.level == level && stored.rule == guard.rule) {
        return Err(Nothing::Set(level.as_str()).into());
    }
    Ok(())
}

/// Sets the level of a guard.
pub fn set(run: &mut Run<'_>, guard: Guard, level: GuardLevel) -> Result<Guard> {
    changes(run.store.read(), &guard, level)?;
    let after = Guard { level, set_at: Some(run.ctx.now), ..guard };
    let did = ChangeCause::ruled(ChangeKind::Set, run.ctx.now);
    run.store.write(|db| store::guards::set(db, &after, did))?;
    Ok(after)
}

/// Removes a guard. A lesson may propose it again; `drop` is final.
pub fn remove(run: &mut Run<'_>, guard: &Guard) -> Result<()> {
    let did = ChangeCause::ruled(ChangeKind::Deleted, run.ctx.now);
    Ok(run.store.write(|db| store::guards::remove(db, &guard.id, did))?)
}

/// The level for an answer in the review. Keeping a guard, or accepting one that is enforced already,
/// leaves its level.
pub fn level_of(guard: &Guard, ruling: &ReviewDecision) -> Result<GuardLevel> {
    match ruling {
        ReviewDecision::Guard(level) => Ok(*level),
        ReviewDecision::Keep => Ok(guard.level),
        ReviewDecision::Accept if guard.level.speaks() => Ok(guard.level),
        ReviewDecision::Accept => Ok(GuardLevel::Tell),
        ReviewDecision::Reject | ReviewDecision::Deprecate => Ok(GuardLevel::Dropped),
        _ => bail!("a guard can only be set to tell, ask or deny, kept or dropped"),
    }
}

/// Applies an answer of the review. Keeping a guard settles its catches so far.
pub fn rule(run: &mut Run<'_>, guard: Guard, ruling: &ReviewDecision) -> Result<Guard> {
    let level = level_of(&guard, ruling)?;
    if level != guard.level || !level.speaks() || matches!(ruling, ReviewDecision::Guard(_)) {
        return set(run, guard, level);
    }
    let after = Guard { set_at: Some(run.ctx.now), ..guard };
    let did = ChangeCause::ruled(ChangeKind::Kept, run.ctx.now);
    run.store.write(|db| store::guards::set(db, &after, did))?;
    Ok(after)
}
