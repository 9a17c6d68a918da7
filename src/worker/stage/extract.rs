//! Step `extract`: turns words into observations. It forms batches, asks an extractor, verifies the
//! answer against what was really said, and merges it. No lock is held during the call, and a failed
//! call loses nothing.

use std::time::Duration;

use anyhow::Result;

use crate::core::learn::batching::{self, Asked, MOST_BATCHES};
use crate::core::learn::extract::build_request;
use crate::core::model::BatchSession;
use crate::core::text::one_line;
use crate::extractor::known_text;
use crate::extractor::spending::{self, Allowance};
use crate::extractor::{self, CallLimits, Extraction, Extractor, Failed};
use crate::os::fsx::Lock;
use crate::store::batches::Waits;
use crate::store::{self, Batch, RunRecord};
use crate::worker::learned;
use crate::worker::run::{Eagerness, Run};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extracted {
    pub batches: usize,
    pub sessions: usize,
    pub items: usize,
    pub dropped: usize,
    pub cost_usd: f64,
    /// The reason why batches are still waiting, if any.
    pub held_back: Option<String>,
    pub failed: Option<String>,
}

impl std::fmt::Display for Extracted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} batches, {} items, {} dropped", self.batches, self.items, self.dropped)?;
        if let Some(why) = self.held_back.as_ref().or(self.failed.as_ref()) {
            write!(f, " ({why})")?;
        }
        Ok(())
    }
}

pub fn run(run: &mut Run<'_>, eagerness: Eagerness) -> Result<Extracted> {
    let mut extracted = Extracted::default();
    // Held during calls of an extractor; a second worker leaves the batches to the first.
    let Some(_asking) = Lock::try_take(&run.project.extract_lock())? else {
        extracted.held_back = Some("another run is asking the extractor".into());
        return Ok(extracted);
    };
    run.store.write(|db| store::batches::recover(db))?;
    if eagerness.now && eagerness.of == Waits::All {
        run.store.write(|db| store::batches::retry_failed(db))?;
    }
    let extractor = Extractor::chosen(run.ctx, &run.config.config);
    for _ in 0..MOST_BATCHES {
        let Some(batch) = next_batch(run, &extractor, eagerness)? else {
            break;
        };
        let allowance = match allowance(run, &extractor) {
            Ok(allowance) => allowance,
            Err(why) => {
                extracted.held_back = Some(why);
                break;
            }
        };
        one(run, &extractor, batch, allowance, &mut extracted)?;
        if extracted.failed.is_some() {
            break; // Its next try belongs to a later session.
        }
    }
    Ok(extracted)
}

/// A waiting batch, or a new one if there is enough.
fn next_batch(run: &mut Run<'_>, extractor: &Extractor, eagerness: Eagerness) -> Result<Option<Batch>> {
    if let Some(batch) = store::batches::next(run.store.read(), eagerness.of)? {
        return Ok(Some(batch));
    }
    let waiting = store::batches::waiting(run.store.read(), eagerness.of)?;
    let observations = store::observations::count(run.store.read())?;
    let asked = Asked {
        is_free: *extractor == Extractor::Builtin,
        any_size: eagerness.any_batch_size,
        any_length: eagerness.now,
    };
    let Some(taken) = batching::taken(waiting, asked, observations, &run.config.config) else {
        return Ok(None);
    };
    let now = run.ctx.now;
    Ok(Some(run.store.write(|db| store::batches::make(db, eagerness.of, taken, now))?))
}

/// Books the call. Only the model has caps, because nothing else costs anything.
fn allowance(run: &Run<'_>, extractor: &Extractor) -> Result<Option<Allowance>, String> {
    match extractor {
        Extractor::Claude { .. } => spending::allow(run.ctx, &run.config.config)
            .unwrap_or_else(|error| {
                // Without bookkeeping no model is called; everything else goes on.
                run.log.error(&format!("{error:#}"));
                Err(format!("{error:#}"))
            })
            .map(Some),
        Extractor::Builtin | Extractor::Command(_) => Ok(None),
    }
}

/// Books the actual cost. If that fails the answer is still used, and the call stays booked at its maximum.
fn settle(run: &Run<'_>, allowance: &Allowance, cost_usd: f64) {
    if let Err(error) = spending::settle(run.ctx, allowance, cost_usd) {
        run.log.error(&format!("a call stays counted at its limit of ${:.2}: {error:#}", allowance.usd));
    }
}

fn one(
    run: &mut Run<'_>,
    extractor: &Extractor,
    batch: Batch,
    allowance: Option<Allowance>,
    extracted: &mut Extracted,
) -> Result<()> {
    let day = run.ctx.today().to_string();
    let now = run.ctx.now;
    let run_id =
        run.store.write(|db| store::batches::begin_run(db, batch.id, extractor.name(), &day, now))?;
    let sessions = store::batches::load(run.store.read(), batch.id)?;
    let existing = store::observations::all(run.store.read())?;
    let request = build_request(&existing, &sessions);
    let budget_usd = allowance.as_ref().map_or(0.0, |allowance| allowance.usd);
    let limits = CallLimits { patience: Duration::from_secs(run.config.config.timeout_s.into()), budget_usd };
    let answer = match extractor {
        Extractor::Builtin => extractor::ask(run.ctx, extractor, &request, limits),
        _ => run.unlocked(|run| extractor::ask(run.ctx, extractor, &request, limits))?,
    };
    let cost_usd = match &answer {
        Ok(answer) => Some(answer.cost_usd),
        Err(failed) => failed.cost_usd,
    };
    if let (Some(allowance), Some(cost_usd)) = (&allowance, cost_usd) {
        settle(run, allowance, cost_usd);
    }
    match answer {
        Ok(answer) => learn(run, batch, run_id, &sessions, answer, extracted),
        Err(failed) => fail(run, batch, run_id, &failed, cost_usd.unwrap_or(budget_usd), extracted),
    }
}

/// Verifies, merges and closes the batch in one transaction, so that it cannot be both learned and waiting.
fn learn(
    run: &mut Run<'_>,
    batch: Batch,
    run_id: i64,
    sessions: &[BatchSession],
    answer: Extraction,
    extracted: &mut Extracted,
) -> Result<()> {
    let known = known_text::gather(run.ctx, run.project, run.store.read())?;
    // Read again, because a person may have changed something during the call.
    let existing = store::observations::all(run.store.read())?;
    let verified = learned::verify(run, &known, answer.parsed.items, sessions, &existing, answer.wording);
    let dropped: Vec<String> = answer.parsed.dropped.into_iter().chain(verified.dropped).collect();
    let items = verified.candidates.len();
    let now = run.ctx.now;
    let record = RunRecord {
        run: run_id,
        batch: batch.id,
        at: now,
        cost_usd: answer.cost_usd,
        items,
        dropped: dropped.len(),
    };
    let config = &run.config.config;
    run.store.write(|db| -> Result<()> {
        learned::commit(db, config, verified.candidates, now)?;
        Ok(store::batches::finish_run(db, &record)?)
    })?;
    for reason in &dropped {
        run.log.note(&format!("dropped an item: {reason}"));
    }
    extracted.batches += 1;
    extracted.sessions += sessions.len();
    extracted.items += items;
    extracted.dropped += dropped.len();
    extracted.cost_usd += answer.cost_usd;
    Ok(())
}

fn fail(
    run: &mut Run<'_>,
    batch: Batch,
    run_id: i64,
    failed: &Failed,
    cost_usd: f64,
    extracted: &mut Extracted,
) -> Result<()> {
    // The output of a failed program may contain anything, even its own credentials.
    let why = one_line(&run.redactor.redact(&failed.to_string()));
    run.log.error(&format!("extraction failed, the batch is kept: {why}"));
    let record = RunRecord { run: run_id, batch: batch.id, at: run.ctx.now, cost_usd, items: 0, dropped: 0 };
    run.store.write(|db| store::batches::fail_run(db, &record, &why))?;
    extracted.cost_usd += cost_usd;
    extracted.failed = Some(why);
    Ok(())
}
