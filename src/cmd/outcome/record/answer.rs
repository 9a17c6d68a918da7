//! The JSON that `ingrain outcome record --json` prints: the fate of each record and the feedback from
//! it.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;
use serde_json::{Value, json};

use super::Done;
use crate::cli;
use crate::core::model::outcome::Outcome;
use crate::core::model::rounding::half_up;
use crate::core::outcomes::attribution;
use crate::core::outcomes::criteria::{self, CriterionWeight};
use crate::core::outcomes::feedback_weight;
use crate::core::outcomes::outcome_score::{self, Work};
use crate::core::outcomes::record::Recorded;
use crate::core::patterns::anti_pattern::Inversion;
use crate::core::policy::policy_update::PolicyUpdate;
use crate::store;
use crate::store::outcomes::Saved;
use crate::worker::run::Run;

#[derive(Serialize)]
pub(super) struct RecordAnswer<'a> {
    recorded: usize,
    updated: usize,
    unchanged: usize,
    dry_run: bool,
    scored: Vec<Value>,
    cycles: &'a [PolicyUpdate],
    inversions: Vec<Value>,
    warnings: Vec<String>,
}

pub(super) fn of<'a>(
    args: &cli::OutcomeRecord,
    run: &Run<'_>,
    records: &[Recorded],
    done: &'a Done,
    warnings: Vec<String>,
) -> Result<RecordAnswer<'a>> {
    let count = |wanted: Saved| done.kept.iter().filter(|kept| kept.saved == wanted).count();
    let inversion = |Inversion { original, inverted }: &Inversion| json!({ "original": original, "inverted": inverted, "reason": inverted.reason });
    Ok(RecordAnswer {
        recorded: count(Saved::New),
        updated: count(Saved::Changed),
        unchanged: count(Saved::Same),
        dry_run: args.dry_run,
        scored: scored(run, records, args.dry_run)?,
        cycles: &done.cycles.whole,
        inversions: done.inversions.iter().map(inversion).collect(),
        warnings,
    })
}

/// Feedback of each run on what it used; `weighted` is what is stored of it, if anything, by what its criteria were worth
/// before it; `criteria` is what each makes of such a score from now on. Partial and unknown results
/// give none.
fn scored(run: &Run<'_>, records: &[Recorded], is_rehearsal: bool) -> Result<Vec<Value>> {
    let (rules, now) = (&run.config.config.learning, run.ctx.now);
    let mut reviewed = store::policy::reviewed(run.store.read())?;
    let known = attribution::criteria(&reviewed, rules, now);
    if is_rehearsal {
        reviewed.extend(records.iter().map(|record| record.outcome.clone()));
    }
    let factors = attribution::factors(&reviewed, rules);
    let mut scored = Vec::new();
    for outcome in records.iter().map(|record| &record.outcome) {
        let Some(work) = Work::of(outcome) else { continue };
        let raw = outcome_score::score(&work, rules);
        let class = feedback_weight::class(&work, raw);
        let left = weighed(outcome, raw, &known);
        let stored = attribution::events([("", outcome)], &factors, rules);
        scored.push(json!({
            "runId": outcome.run_id,
            "type": class,
            "raw": half_up(raw, 4),
            "reasoning": outcome_score::reasoning(&work, class, rules),
            "weighted": stored.first().map(|event| half_up(event.raw, 4)),
            "criteria": left,
        }));
    }
    Ok(scored)
}

fn weighed<'a>(outcome: &'a Outcome, raw: f64, known: &[CriterionWeight]) -> BTreeMap<&'a str, f64> {
    let left = |question: &'a str| {
        let known = known.iter().find(|known| known.criterion == question);
        (question, half_up(criteria::apply(raw, known), 4))
    };
    attribution::questions(outcome).map(left).collect()
}
