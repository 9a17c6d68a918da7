//! Ten times the rows may take about ten times as long, for everything that looks at all of them.

mod rows;

use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::{outcomes, reading};

/// Once, ten times and a hundred times as many.
const ROWS: [usize; 3] = [1_000, 10_000, 100_000];
/// The fewer rows, the more rounds: a short one is easily disturbed.
const ROUNDS: [usize; 3] = [30, 9, 3];
/// How much longer ten times the rows may take.
const MOST: f64 = 12.0;

/// Done to so many rows.
type Work = fn(usize) -> Duration;

#[rustfmt::skip]
const WORKS: [(&str, Work); 7] = [
    ("merge",     rows::merging),
    ("supersede", rows::superseding),
    ("rank",      rows::ranking),
    ("reconcile", rows::reconciling),
    ("rebuild",   outcomes::rebuilding),
    ("report",    outcomes::reporting),
    ("read",      reading::reading),
];

pub(crate) fn report() {
    println!("growth from {ROWS:?} rows, ten times as many in at most {MOST} × the time");
    for (name, work) in WORKS {
        let best = |n: usize| (0..ROUNDS[n]).map(|_| work(ROWS[n])).min().unwrap_or_default().as_secs_f64();
        let [one, ten, hundred] = [0, 1, 2].map(best);
        let ms = |seconds: f64| format!("{:>8.2} ms", seconds * 1e3);
        println!(
            "  {name:<10} {} {} {}  {:>5.1} × {:>5.1} ×",
            ms(one),
            ms(ten),
            ms(hundred),
            ten / one,
            hundred / ten
        );
    }
}

/// What this thread used: on a busy machine the longer work is interrupted more often.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let used = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("a time after the start");
    let since = used();
    black_box(work());
    used() - since
}
