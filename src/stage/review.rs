//! The flags that ask for a person's look. They follow from what is known and what is on disk, so they are set anew
//! in every run, after the files were written.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use anyhow::Result;

use crate::core::knowledge::{self, Ledger};
use crate::core::maturity::MaturityState;
use crate::core::model::{Observation, ReviewReason, Status, Time};
use crate::core::reconcile::RowState;
use crate::core::thresholds::{self, Thresholds};
use crate::core::{capacity, staleness, unused};
use crate::store;
use crate::worker::Run;
use crate::{disk, fsx};

pub fn run(run: &mut Run<'_>) -> Result<()> {
    flag(run)?;
    Ledger::ALL.into_iter().try_for_each(|ledger| tell_how_full(run, ledger))
}

fn flag(run: &mut Run<'_>) -> Result<()> {
    let thresholds = run.config.config.thresholds;
    let now = run.ctx.now;
    let over = over_the_cap(run)?;
    let unused = unused(run)?;
    let root = run.project.root.clone();
    let names = OnceCell::new();
    let exists = |path: &str| {
        let by_name = || !path.contains('/') && names.get_or_init(|| disk::file_names(&root)).contains(path);
        root.join(path).exists() || by_name()
    };
    let all = store::observations::all(run.store.read())?;
    let maturities = store::feedback::maturities(run.store.read(), now, &run.config.config.maturity)?;
    let is_harmful = |id: &str| maturities.get(id).is_some_and(|m| m.state == MaturityState::Deprecated);
    run.store.write(|db| -> Result<()> {
        for before in all {
            let mut reviews = reviews(&before, &thresholds, &exists);
            set(&mut reviews, ReviewReason::SoftCap, over.contains(&before.id));
            set(&mut reviews, ReviewReason::Harmful, is_harmful(&before.id));
            set(&mut reviews, ReviewReason::Unused, unused.contains(&before.id));
            let after = Observation { reviews, ..before };
            store::observations::save(db, &after, "flagged", "what asks for a look has changed", now)?;
        }
        Ok(())
    })
}

/// The flags that follow from the observation and the disk. Others were set by events and stay.
fn reviews(
    o: &Observation,
    thresholds: &Thresholds,
    exists: &dyn Fn(&str) -> bool,
) -> BTreeSet<ReviewReason> {
    let mut reviews = o.reviews.clone();
    let references = || staleness::references(&o.details.text());
    let stale = o.status == Status::Created && !staleness::missing(&references(), exists).is_empty();
    set(&mut reviews, ReviewReason::StaleReference, stale);
    let held_back = o.status != Status::Deprecated && thresholds::is_low_quality(o, thresholds);
    set(&mut reviews, ReviewReason::LowQuality, held_back);
    reviews
}

fn set(reviews: &mut BTreeSet<ReviewReason>, reason: ReviewReason, holds: bool) {
    if holds {
        reviews.insert(reason);
    } else {
        reviews.remove(&reason);
    }
}

/// What was written and is of no use to anybody.
fn unused(run: &Run<'_>) -> Result<BTreeSet<String>> {
    let db = run.store.read();
    let (sessions, last_uses) = (store::sessions::ends(db)?, store::usage::last_uses(db)?);
    let created = store::artifacts::all(db)?.into_iter().filter(|a| a.state == RowState::Created);
    let unused = created.filter(|artifact| {
        let used = last_uses.get(&artifact.observation_id).copied().unwrap_or(Time::MIN_UTC);
        unused::is_unused(artifact.rendered_at.max(used), &sessions, run.ctx.now)
    });
    Ok(unused.map(|artifact| artifact.observation_id).collect())
}

/// The newest entries of a knowledge file that holds more than can be read.
fn over_the_cap(run: &Run<'_>) -> Result<BTreeSet<String>> {
    let mut over = BTreeSet::new();
    for ledger in Ledger::ALL {
        let sections = sections(run, ledger)?;
        let active: Vec<_> = sections.iter().filter(|section| section.standing().is_active()).collect();
        for section in active.iter().skip(capacity::SOFT_CAP) {
            over.extend(store::artifacts::owner_of_anchor(run.store.read(), &section.anchor)?);
        }
    }
    Ok(over)
}

fn sections(run: &Run<'_>, ledger: Ledger) -> Result<Vec<knowledge::Section>> {
    // A file that leads out of the project is reported where it would be written.
    let Ok(path) = fsx::inside(&run.project.root, ledger.path()) else {
        return Ok(Vec::new());
    };
    Ok(knowledge::parse(&fsx::read_text_opt(&path)?.unwrap_or_default()))
}

/// Said once per mark that a file has passed.
fn tell_how_full(run: &mut Run<'_>, ledger: Ledger) -> Result<()> {
    let key = format!("capacity:{}", ledger.prefix());
    let told = store::meta::get(run.store.read(), &key)?.and_then(|mark| mark.parse().ok());
    let active = capacity::active(&sections(run, ledger)?);
    let notice = capacity::notice(active, told);
    let now_told = capacity::told(active, told).map(|mark| mark.to_string());
    run.store.write(|db| -> Result<()> {
        if let Some(notice) = notice {
            let (file, active) = (ledger.path(), notice.active);
            let most = capacity::SOFT_CAP;
            let text = format!("{file} holds {active} active entries; more than {most} are too many to read");
            store::meta::set(db, "notice", &text)?;
        }
        match now_told {
            Some(mark) => Ok(store::meta::set(db, &key, &mark)?),
            None => Ok(store::meta::remove(db, &key)?),
        }
    })
}
