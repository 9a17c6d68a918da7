//! Fisher's exact test: the probability that chance alone gives a table with this many common
//! marks.

/// A two-by-two table: all cases, those with the first mark, with the second, and with both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) all: usize,
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) both: usize,
}

/// The logarithms of factorials, computed once for all tests of a run.
pub(super) struct Factorials(Vec<f64>);

impl Factorials {
    pub(super) fn up_to(most: usize) -> Factorials {
        let mut logs = vec![0.0; most + 1];
        for n in 1..=most {
            logs[n] = logs[n - 1] + (n as f64).ln();
        }
        Factorials(logs)
    }

    /// The probability that at least this many have both marks, if the marks are independent.
    pub(super) fn chance(&self, counts: Counts) -> f64 {
        let Counts { all, first, second, both } = counts;
        let most = first.min(second);
        let least = both.max((first + second).saturating_sub(all));
        let tail: f64 = (least..=most).map(|n| self.exactly(Counts { both: n, ..counts }).exp()).sum();
        tail.min(1.0)
    }

    fn exactly(&self, Counts { all, first, second, both }: Counts) -> f64 {
        let rest = all - first;
        self.choose(first, both) + self.choose(rest, second - both) - self.choose(all, second)
    }

    fn choose(&self, n: usize, k: usize) -> f64 {
        self.0[n] - self.0[k] - self.0[n - k]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_examples() {
        for (all, first, second, both, expected) in [
            (8, 4, 4, 3, 0.242_857), // the lady tasting tea
            (8, 4, 4, 4, 0.014_286),
            (24, 12, 10, 9, 0.001_380),
            (10, 10, 10, 10, 1.0),
            (10, 0, 5, 0, 1.0),
        ] {
            let counts = Counts { all, first, second, both };
            let chance = Factorials::up_to(all).chance(counts);
            assert!((chance - expected).abs() < 1e-5, "{counts:?}: {chance}");
        }
    }
}
