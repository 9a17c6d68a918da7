//! Step `score`: turns the outcomes of segments into feedback on what was used in them, and patterns
//! that keep failing into anti-patterns. Everything is recomputed from the segments in every run, and
//! only differences are written.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use rusqlite::Connection;

use crate::core::config::Config;
use crate::core::guards::feedback;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::outcomes::attribution;
use crate::core::outcomes::feedback::FeedbackEvent;
use crate::core::patterns::anti_pattern::{self, Inversion};
use crate::core::patterns::strategies;
use crate::store;
use crate::worker::ruling::guard::CallHistory;
use crate::worker::run::Run;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scored {
    pub events: usize,
    pub inverted: Vec<Inversion>,
}

pub fn run(run: &mut Run<'_>) -> Result<Scored> {
    let (now, config) = (run.ctx.now, run.config.config.clone());
    run.store.write(|db| -> Result<Scored> {
        remember_strategies(db, now)?;
        let events = attribute(db, &config)?;
        let inverted = invert(db, &config, now)?;
        Ok(Scored { events, inverted })
    })
}

/// Recomputes feedback from the current segments.
pub fn recount(run: &mut Run<'_>) -> Result<()> {
    let config = run.config.config.clone();
    run.store.write(|db| attribute(db, &config)).map(drop)
}

/// Strategies that agents used become patterns with their first use.
fn remember_strategies(db: &Connection, now: Time) -> Result<()> {
    let did = ChangeCause { action: ChangeKind::Seen, cause: "a plan took this way", at: now };
    for taken in store::attribution::strategies(db)? {
        let pattern = strategies::pattern(&taken.label, taken.sighting.at);
        store::patterns::see(db, &pattern, &taken.sighting, did)?;
    }
    Ok(())
}

/// Returns the number of new, changed and removed events.
fn attribute(db: &Connection, config: &Config) -> Result<usize> {
    let uses = store::attribution::uses(db)?;
    let uses = uses.iter().map(|(subject, outcome)| (subject.as_str(), outcome));
    let mut wanted = by_identity(attribution::events(uses, &factors(db, config)?, &config.learning));
    wanted.extend(by_identity(of_guards(db)?));
    let stored = by_identity(store::feedback::all(db)?);
    let stale = stored.keys().filter(|key| !wanted.contains_key(*key));
    let fresh = wanted.iter().filter(|(key, event)| stored.get(*key) != Some(event));
    let mut changed = 0;
    for (subject, segment) in stale {
        store::feedback::remove(db, subject, segment)?;
        changed += 1;
    }
    for (_, event) in fresh {
        store::feedback::put(db, event)?;
        changed += 1;
    }
    Ok(changed)
}

/// A guard is judged by the calls that it caught; only where these say nothing, by how the work ended.
fn of_guards(db: &Connection) -> Result<Vec<FeedbackEvent>> {
    let spoke = store::guards::spoke(db)?;
    if spoke.is_empty() {
        return Ok(vec![]);
    }
    let history = CallHistory::read(db)?;
    let mut events = Vec::new();
    for guard in store::guards::all(db)? {
        let Some(sessions) = spoke.get(&guard.id) else { continue };
        let caught = history.replay(&guard).catches;
        events.extend(feedback::events(&guard.id, &caught, |session| sessions.contains(session)));
    }
    Ok(events)
}

/// Scaling factors from review criteria; none if no run names criteria.
fn factors(db: &Connection, config: &Config) -> Result<HashMap<String, f64>> {
    Ok(match store::policy::names_criteria(db)? {
        true => attribution::factors(&store::policy::reviewed(db)?, &config.learning),
        false => HashMap::new(),
    })
}

fn by_identity(events: Vec<FeedbackEvent>) -> BTreeMap<(String, String), FeedbackEvent> {
    events.into_iter().map(|event| ((event.subject.clone(), event.segment.clone()), event)).collect()
}

fn invert(db: &Connection, config: &Config, now: Time) -> Result<Vec<Inversion>> {
    let mut inverted = Vec::new();
    let mut rulings = store::feedback::rulings(db)?;
    for pattern in store::patterns::all(db)? {
        let ruling = rulings.remove(&pattern.id).unwrap_or_default();
        if let Some(inversion) = anti_pattern::retire(&pattern, &ruling, &config.anti_pattern, now) {
            let cause = inversion.inverted.reason.clone().unwrap_or_default();
            let did = |action| ChangeCause { action, cause: &cause, at: now };
            store::patterns::save(db, &inversion.original, did(ChangeKind::Deprecated))?;
            store::patterns::save(db, &inversion.inverted, did(ChangeKind::Inverted))?;
            inverted.push(inversion);
        }
    }
    Ok(inverted)
}
