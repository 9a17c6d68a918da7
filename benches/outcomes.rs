//! A benchmark of the policy: tool reliability from a hundred thousand outcomes, and the report on it.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta};
use ingrain::core::config::Policy;
use ingrain::core::model::Time;
use ingrain::core::model::outcome::{AdapterUse, FailureDetails, Outcome, OutcomeSource, RunResult};
use ingrain::core::policy::policy_update::{self, Inputs, LearningState};
use ingrain::core::policy::report::{self, ReportInput, SessionCounts, Spend};
use ingrain::store::measured;

use crate::Verdict;
use crate::growth::memory::Memory;
use crate::growth::{Took, timed};

const OUTCOMES: usize = 100_000;
const ROUNDS: usize = 5;
const MOST_MILLISECONDS: f64 = 50.0;

pub(crate) fn report() -> Verdict {
    let outcomes: Vec<Outcome> = (0..OUTCOMES).map(outcome).collect();
    let rebuilt = best(|| rebuilt(&outcomes));
    let state = self::rebuilt(&outcomes);
    let told = best(|| page(&outcomes, &state));
    println!("outcomes, best of {ROUNDS} with {OUTCOMES} of them");
    let milliseconds = rebuilt.as_secs_f64() * 1e3;
    println!("  rebuild        {milliseconds:>7.1} ms (at most {MOST_MILLISECONDS})");
    println!("  report as HTML {:>7.1} ms, without reading them from the database", told.as_secs_f64() * 1e3);
    Verdict::of(milliseconds <= MOST_MILLISECONDS)
}

pub(crate) fn rebuilding(memory: &Memory) -> Took {
    let (outcomes, reading) = memory.read(measured::reviewed);
    Took { reading, work: timed(|| rebuilt(&outcomes)).1 }
}

/// Every report starts by computing the state from all outcomes.
pub(crate) fn reporting(memory: &Memory) -> Took {
    let (outcomes, reading) = memory.read(measured::reviewed);
    Took { reading, work: timed(|| page(&outcomes, &rebuilt(&outcomes))).1 }
}

fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let timed = |_| {
        let since = Instant::now();
        black_box(work());
        since.elapsed()
    };
    (0..ROUNDS).map(timed).min().unwrap_or_default()
}

fn rebuilt(outcomes: &[Outcome]) -> LearningState {
    let (orders, fixes) = (BTreeMap::new(), BTreeMap::new());
    let rules = Policy::default();
    let inputs =
        Inputs { rules: &rules, half_life_days: 90, orders: &orders, fixes: &fixes, now: at(OUTCOMES) };
    policy_update::rebuild(outcomes, &inputs)
}

fn page(outcomes: &[Outcome], state: &LearningState) -> String {
    let facts = ReportInput {
        project: "shop".to_owned(),
        lessons: Vec::new(),
        outcomes,
        state,
        maturities: &BTreeMap::new(),
        patterns: &[],
        criteria: Vec::new(),
        artifacts: Vec::new(),
        sessions: SessionCounts::default(),
        spend: Spend::default(),
        rules: &Policy::default(),
        now: at(OUTCOMES),
    };
    report::html(&report::build(facts)).expect("a page")
}

fn at(minute: usize) -> Time {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(minute as i64)
}

/// Three tools each of thirty, every seventh run failing.
pub(crate) fn outcome(n: usize) -> Outcome {
    let failed = n.is_multiple_of(7);
    let tool = |k: usize| AdapterUse {
        failed: failed && k == 0,
        ..AdapterUse::of(format!("bash:tool-{}", (n * 13 + k * 7) % 30))
    };
    Outcome {
        source: OutcomeSource::Transcript,
        session: Some(format!("s{}", n / 10)),
        result: if failed { RunResult::Failure } else { RunResult::Success },
        failure_details: failed.then(|| FailureDetails::of("timeout")),
        adapters_used: (0..3).map(tool).collect(),
        ..Outcome::begun(format!("r{n}"), at(n))
    }
}
