//! Detection of quotes in which an agent repeats what it was told. Repetitions are not evidence.

use super::words::Words;

/// The share of a quote that must occur in one line of what was told.
const SHARE: f64 = 0.8;

pub fn is_echo<'a>(quote: &str, told: impl IntoIterator<Item = &'a str>) -> bool {
    let said = Words::of(quote);
    let repeats = |line: &str| {
        let shared = said.shared(&Words::of(line));
        shared as f64 >= SHARE * said.len() as f64
    };
    !said.is_empty() && told.into_iter().flat_map(str::lines).any(repeats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_of_one_line_is_a_repetition() {
        let told = ["Notes:\n- judge: \"`drop` in src/cache.rs must release the lock\" [score:0.42]"];
        for (said, expected) in [
            ("`drop` in src/cache.rs must release the lock", true),
            ("So `drop` in src/cache.rs must release the lock", true),
            ("The lock is released twice by `drop` when the cache is full", false),
            ("Notes of the judge", false),
            ("…", false),
        ] {
            assert_eq!(is_echo(said, told), expected, "{said}");
        }
    }
}
