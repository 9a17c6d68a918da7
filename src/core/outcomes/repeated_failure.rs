//! Repeated failures: three attempts that failed in the same way mean that a fourth will not help,
//! and that the approach itself is in question.

use crate::core::model::Time;
use crate::core::text::{ellipsis, one_line};

const MOST: u32 = 3;
const MOST_CHARS: usize = 160;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub tried: String,
    pub failed_with: String,
    pub at: Time,
    /// The number of times it failed this way.
    pub times: u32,
}

/// The failed attempts at one thing, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatedFailures {
    /// Failures with the same signature count as the same.
    pub signature: String,
    pub attempts: Vec<Attempt>,
}

impl RepeatedFailures {
    fn times(&self) -> u32 {
        self.attempts.iter().fold(0, |times: u32, attempt| times.saturating_add(attempt.times))
    }
}

/// Whether it failed often enough in the same way to question the approach.
pub fn are_out(times: u32) -> bool {
    times >= MOST
}

/// Groups failures by signature, in the order of their first occurrence.
pub fn gather(failures: impl IntoIterator<Item = (String, Attempt)>) -> Vec<RepeatedFailures> {
    let mut all: Vec<RepeatedFailures> = Vec::new();
    for (signature, attempt) in failures {
        match all.iter_mut().find(|strikes| strikes.signature == signature) {
            Some(strikes) => strikes.attempts.push(attempt),
            None => all.push(RepeatedFailures { signature, attempts: vec![attempt] }),
        }
    }
    all
}

/// Questions to ask instead of trying again; `None` below three attempts.
pub fn review(strikes: &RepeatedFailures) -> Option<String> {
    are_out(strikes.times()).then(|| {
        let often = |times: u32| if times > 1 { format!(" ({times} times)") } else { String::new() };
        let listed = |(n, a): (usize, &Attempt)| {
            format!("{}. {}: {}{}", n + 1, short_line(&a.tried), short_line(&a.failed_with), often(a.times))
        };
        let tried: Vec<String> = strikes.attempts.iter().enumerate().map(listed).collect();
        format!(
            "## Architecture Review\n\nThis failed {} times in the same way ({}):\n\n{}\n\n\
             Open ways: refactor what makes it fail; go on with a reason why the next attempt differs; give this way up.\n",
            strikes.times(),
            short_line(&strikes.signature),
            tried.join("\n")
        )
    })
}

fn short_line(text: &str) -> String {
    ellipsis(&one_line(text), MOST_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    fn failures(signatures: &[&str]) -> Vec<RepeatedFailures> {
        let attempt = |n: usize| Attempt {
            tried: format!("try {n}"),
            failed_with: "same\nerror".to_owned(),
            at: at(n as i64),
            times: 1,
        };
        gather(signatures.iter().enumerate().map(|(n, signature)| ((*signature).to_owned(), attempt(n))))
    }

    #[test]
    fn only_the_same_failure_is_a_strike() {
        let all = failures(&["a", "b", "a", "c"]);
        assert_eq!(all.iter().map(RepeatedFailures::times).collect::<Vec<_>>(), [2, 1, 1]);
        assert!(all.iter().all(|strikes| review(strikes).is_none()));
    }

    /// A run that repeats a failure counts each time.
    #[test]
    fn every_time_is_a_strike() {
        let once = Attempt { tried: "bd-1".to_owned(), failed_with: "no".to_owned(), at: at(0), times: 1 };
        for (times, out) in [(1, false), (2, false), (3, true), (4, true)] {
            let strikes = gather([("no".to_owned(), Attempt { times, ..once.clone() })]);
            assert_eq!((are_out(strikes[0].times()), strikes[0].times()), (out, times), "{times}");
            let text = review(&strikes[0]).unwrap_or_default();
            assert_eq!(text.contains(&format!("1. bd-1: no ({times} times)\n")), out, "{text}");
        }
    }

    #[test]
    fn a_fourth_attempt_is_listed_too() {
        let all = failures(&["a"; 4]);
        assert_eq!((all[0].times(), all[0].attempts.len()), (4, 4));
        let text = review(&all[0]).unwrap();
        assert!(text.contains("failed 4 times in the same way (a)"));
        assert!(text.contains("\n4. try 3: same error\n"));
    }
}
