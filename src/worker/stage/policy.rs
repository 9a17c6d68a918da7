//! Step `policy`: updates which tools can be trusted, and the consequences, from new outcomes. The
//! state is rebuilt from all outcomes; the history records what each new one changed.

use anyhow::Result;
use rusqlite::Connection;

use crate::core::history::change::ChangedThing;
use crate::core::history::learning_event;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::outcome::Outcome;
use crate::core::policy::policy_update::told::{self, Overlays};
use crate::core::policy::policy_update::{self, PolicyEvent, PolicyUpdate};
use crate::store::{self, history};
use crate::worker::policy_state::PolicyInputs;
use crate::worker::run::Run;

/// One update for each outcome that the history has not mentioned, oldest first. Each has the whole state, so `each` keeps
/// what it needs. Changes by time or people are recorded too.
pub fn run(run: &mut Run<'_>, mut each: impl FnMut(PolicyUpdate)) -> Result<()> {
    let (now, config) = (run.ctx.now, &run.config.config);
    let outcomes = store::policy::outcomes(run.store.read())?;
    let known = PolicyInputs::load(run.store.read())?;
    let inputs = known.inputs(config, now);
    let (judged, fresh): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(|(_, judged)| *judged);
    let mut state = policy_update::rebuild(judged.iter().map(|(outcome, _)| outcome), &inputs);
    let last = store::policy::told(run.store.read())?;
    if fresh.is_empty() && *last.as_ref().unwrap_or(&Overlays::new()) == state.overlays {
        return Ok(());
    }
    let mut told = last.unwrap_or_else(|| state.overlays.clone());
    run.store.write(|db| -> Result<()> {
        tell(
            db,
            &told::lapsed(&mut told, &state.overlays, now, inputs.rules),
            "what failed before has faded",
            now,
        )?;
        for (outcome, _) in &fresh {
            let result = policy_update::apply(&state, outcome, &inputs);
            let events =
                policy_update::events(&state, &result.updated_state, outcome, &mut told, inputs.rules);
            tell_of(db, events, outcome, now)?;
            state.clone_from(&result.updated_state);
            each(result);
        }
        // Rulings and settings change overlays too.
        let others = told::changed(&mut told, &state.overlays, |_| true, inputs.rules);
        tell(db, &others, "a person's word, a setting, or a run that counts otherwise now", now)?;
        store::policy::remember(db, &state.overlays)?;
        Ok(store::policy::mark_judged(db)?)
    })
}

fn tell_of(db: &Connection, events: Vec<PolicyEvent>, outcome: &Outcome, now: Time) -> Result<()> {
    let mut told = Vec::new();
    for event in events {
        told.extend(continued(db, event)?);
    }
    tell(db, &told, &format!("{}{}", learning_event::CAUSE, outcome.run_id), now)
}

/// The event as it continues the log: from where the last one of its subject ended, even if a run
/// that counted then counts differently now. `None` if it says nothing new.
fn continued(db: &Connection, mut event: PolicyEvent) -> Result<Option<PolicyEvent>> {
    if matches!(event.action, ChangeKind::PatternDetected | ChangeKind::ReliabilityChanged) {
        event.before = history::last_told(db, event.action, &event.subject)?.or(event.before);
    }
    Ok((event.before != event.after).then_some(event))
}

fn tell(db: &Connection, events: &[PolicyEvent], cause: &str, now: Time) -> Result<()> {
    for event in events {
        let did = ChangeCause { action: event.action, cause, at: now };
        history::record(
            db,
            ChangedThing::Note,
            &event.subject,
            did,
            (event.before.as_ref(), event.after.as_ref()),
        )?;
    }
    Ok(())
}
