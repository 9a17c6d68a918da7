//! Long-lived branches. `main` is an ordinary word, and becomes a key only where an act on it is
//! refused, as in "never push to main". A request to push something there is work at hand.

use super::defining::is_done_to_branches;
use crate::core::entities::negation::{Stance, clauses, stances};

const LASTING: [&str; 8] =
    ["main", "master", "trunk", "develop", "production", "prod", "staging", "upstream"];
/// Words before the branch that something goes to.
const TO: [&str; 5] = ["to", "into", "onto", "on", "against"];
const ARTICLES: [&str; 2] = ["the", "our"];

/// The branches that a text protects from something.
pub(super) fn guarded(text: &str) -> Vec<String> {
    if !LASTING.iter().any(|branch| text.contains(branch)) {
        return vec![];
    }
    let targets: Vec<String> = clauses(text).iter().filter_map(|clause| target(clause)).collect();
    let refused = stances(text, &targets).into_iter().filter(|(_, stance)| *stance == Stance::Against);
    refused.map(|(branch, _)| branch.clone()).collect()
}

pub(crate) fn is_lasting_branch(word: &str) -> bool {
    LASTING.contains(&word)
}

fn target(clause: &[String]) -> Option<String> {
    let is_led = |at: usize| {
        let mut before =
            clause[..at].iter().map(String::as_str).rev().skip_while(|word| ARTICLES.contains(word));
        before.next().is_some_and(|word| TO.contains(&word))
    };
    let at = (0..clause.len()).find(|at| is_lasting_branch(&clause[*at]) && is_led(*at))?;
    clause.iter().any(|word| is_done_to_branches(word)).then(|| clause[at].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_is_named_where_an_act_on_it_is_refused() {
        for text in [
            "never push to `main`",
            "don't ever push directly to main",
            "do not merge into the main branch without asking",
        ] {
            assert_eq!(guarded(text), ["main"], "{text}");
        }
        for text in [
            "push to main",
            "don't push",
            "don't commit the main file",
            "never use main in tests",
            "don't add badges to the main readme",
            "never push src/main.rs",
            "don't push before it is merged into main",
            "the main thing is not to push",
        ] {
            assert_eq!(guarded(text), [""; 0], "{text}");
        }
    }
}
