//! A person's ruling on an observation. Removals from the project are committed together with the
//! decision; additions are written afterwards by the same steps as in every run. A crash in between
//! decides nothing twice and leaves nothing undone.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use rusqlite::Connection;

use crate::core::learn::inbox::{self, Next};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::core::review::{ReviewCase, ReviewDecision, ReviewPlan, plan};
use crate::core::text::one_line;
use crate::project::artifacts;
use crate::store;
use crate::worker::memory::Memory;
use crate::worker::ruling::direct;
use crate::worker::run::Run;
use crate::worker::stage::withdraw::{self, Withdrawn};
use crate::worker::stage::{apply_rewording, promote, render};

/// Plans a ruling without applying it.
pub fn look(run: &Run<'_>, id: &str, ruling: &ReviewDecision) -> Result<ReviewPlan> {
    if let ReviewDecision::Edit(text) = ruling {
        // A secret must not be stored, and a masked text is not what the person wrote.
        ensure!(!run.redactor.has_secret(text), "it holds what looks like a secret; edit the file itself");
    }
    let (db, now) = (run.store.read(), run.ctx.now);
    let observation = store::observations::get(db, id)?.with_context(|| format!("no observation `{id}`"))?;
    let row = store::artifacts::get(db, id)?;
    let is_flag_answered =
        matches!(ruling, ReviewDecision::Accept | ReviewDecision::Keep | ReviewDecision::Edit(_));
    let mut facts = if is_flag_answered { Memory::of(run).facts()? } else { BTreeMap::new() };
    let case = ReviewCase {
        observation: &observation,
        stands: row.is_some_and(|row| artifacts::artifact(&run.project.root, &row).is_some()),
        facts: &facts.remove(id).unwrap_or_default(),
        thresholds: &run.config.config.thresholds,
        anew: store::feedback::maturity(db, id, now, &run.config.config.maturity)?.anew(now),
    };
    plan(ruling, &case).with_context(|| format!("nothing to change about {id}"))
}

/// Applies a ruling and returns its result in a few words. Call `worker::settle` afterwards, once for all rulings.
pub fn apply(run: &mut Run<'_>, id: &str, ruling: &ReviewDecision) -> Result<String> {
    let plan = look(run, id, ruling)?;
    let title = plan.changes.first().map_or(id, |ruled| ruled.after.title.as_str());
    let mut done = vec![format!("{} “{}”", ruling.done(), one_line(title))];
    done.extend(decide(run, &plan)?);
    done.extend(plan.anew.as_ref().map(|_| "what ended badly before does not count".to_owned()));
    if let (ReviewDecision::Accept, Some(ruled)) =
        (ruling, plan.changes.first().filter(|it| it.after.is_in_own_words()))
    {
        let replaced = direct::replace_opposites(run, &ruled.after)?;
        done.extend(replaced.iter().map(|title| format!("it replaces “{}”", one_line(title))));
    }
    // A replacement takes over the name, so replacements are determined before anything is written.
    promote::supersede(run)?;
    for ruled in &plan.changes {
        let now = store::observations::get(run.store.read(), &ruled.after.id)?;
        done.extend(follow(run, now.as_ref().unwrap_or(&ruled.after))?);
    }
    Ok(done.join(": "))
}

/// Stores the decision, and removes from the project what was given up.
fn decide(run: &mut Run<'_>, plan: &ReviewPlan) -> Result<Option<String>> {
    let now = run.ctx.now;
    let save = |db: &Connection| -> Result<()> {
        for ruled in &plan.changes {
            store::observations::save(db, &ruled.after, ruled.did(now))?;
        }
        if let (Some(ruling), Some(ruled)) = (&plan.anew, plan.changes.first()) {
            store::feedback::rule(db, &ruled.after.id, ruling, ChangeCause::ruled(ChangeKind::Reset, now))?;
        }
        Ok(())
    };
    for given_up in plan.changes.iter().map(|ruled| &ruled.after).filter(|o| o.status == Status::Deprecated) {
        if let Some(row) = store::artifacts::get(run.store.read(), &given_up.id)? {
            return Ok(told(withdraw::one(run, given_up, &row, save)?));
        }
    }
    run.store.write(|db| save(db)).map(|()| None)
}

/// Applies a stored observation to the project's files.
fn follow(run: &mut Run<'_>, observation: &Observation) -> Result<Option<String>> {
    let row = store::artifacts::get(run.store.read(), &observation.id)?;
    Ok(match (observation.status, row) {
        (Status::Deprecated, Some(row)) => told(withdraw::one(run, observation, &row, |_| Ok(()))?),
        (Status::Created, Some(row)) if observation.review_state.text.is_some() => {
            let place = row.place();
            apply_rewording::one(run, observation.clone(), row)?;
            Some(place)
        }
        (Status::Ready, _) if inbox::next(observation, run.config.config.promotion) == Next::Write => {
            if let Some(branch) = render::waits_for(run, observation)? {
                return Ok(Some(format!(
                    "it is written on the branch `{branch}`, where the knowledge file is"
                )));
            }
            render::one(run, observation)?;
            store::artifacts::get(run.store.read(), &observation.id)?.map(|row| row.place())
        }
        (Status::Ready, _) if observation.superseded_by.is_some() => {
            Some("a newer one on the same matter stands in its place".to_owned())
        }
        (Status::Ready, _) => Some("it waits for you to accept it".to_owned()),
        _ => None,
    })
}

fn told(left: Withdrawn) -> Option<String> {
    match left {
        Withdrawn::Removed(path) => Some(format!("`{path}` is removed")),
        Withdrawn::Marked(anchor) => Some(format!("{anchor} is marked as deprecated")),
        Withdrawn::Kept(path) => Some(format!("you edited `{path}`, so it stays and is yours")),
        Withdrawn::Shared(anchor) => Some(format!("{anchor} stays, others stand for it too")),
        Withdrawn::Nothing => None,
    }
}
