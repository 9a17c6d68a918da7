//! A benchmark of growth: ten times the rows may take about ten times as long.

pub(crate) mod memory;
mod rows;

use std::hint::black_box;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::{Verdict, outcomes, reading};
use memory::Memory;

/// Row counts, each ten times the previous one.
const ROWS: [usize; 3] = [1_000, 10_000, 100_000];
/// More rounds for fewer rows, because short runs are easily disturbed.
const ROUNDS: [usize; 3] = [30, 9, 5];
/// Limit of the factor for ten times the rows.
const MOST: f64 = 12.0;

/// Times of one run. Rows are always read from the database first. The work alone may grow faster than its rows when they
/// outgrow the processor's caches.
pub(crate) struct Took {
    pub(crate) reading: Duration,
    pub(crate) work: Duration,
}

impl Took {
    fn whole(&self) -> Duration {
        self.reading + self.work
    }
}

/// Work on the whole database.
type Work = fn(&Memory) -> Took;

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

pub(crate) fn report() -> Verdict {
    println!("growth from {ROWS:?} rows, ten times as many in at most {MOST} × the time, and the work alone");
    let memories = ROWS.map(Memory::of);
    let mut slowest: f64 = 0.0;
    for (name, work) in WORKS {
        let all = [0, 1, 2].map(|n| (0..ROUNDS[n]).map(|_| work(&memories[n])).collect::<Vec<Took>>());
        let whole = all.each_ref().map(|took| best(took.iter().map(Took::whole)));
        let alone = all.each_ref().map(|took| best(took.iter().map(|took| took.work)));
        println!("  {name:<10} {}   {}", growth(whole), growth(alone));
        // Sizes beyond the promised one are informative only: 100,000 rows outgrow every cache.
        slowest = slowest.max(whole[1] / whole[0]);
    }
    Verdict::of(slowest <= MOST)
}

fn best(took: impl Iterator<Item = Duration>) -> f64 {
    took.min().unwrap_or_default().as_secs_f64()
}

fn growth([one, ten, hundred]: [f64; 3]) -> String {
    let ms = |seconds: f64| format!("{:>7.1}", seconds * 1e3);
    format!("{}{}{} ms {:>5.1} ×{:>5.1} ×", ms(one), ms(ten), ms(hundred), ten / one, hundred / ten)
}

/// CPU time of this thread, because on a busy machine longer work is interrupted more often.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let used = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("a time after the start");
    let since = used();
    let done = black_box(work());
    (done, used() - since)
}
