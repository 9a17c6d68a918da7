//! The context of a pattern: labels, phases, branches and paths.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The context in which a pattern was learned, or is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Context {
    pub labels: BTreeSet<String>,
    pub phases: BTreeSet<String>,
    pub branches: BTreeSet<String>,
    pub paths: BTreeSet<String>,
}

impl Context {
    /// The lower-case words of a branch's name, which says what the branch is for.
    pub fn labels_of(branch: &str) -> BTreeSet<String> {
        let lower = branch.to_lowercase();
        lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// The number of kinds in which the two overlap.
    pub fn overlaps(&self, other: &Context) -> usize {
        let kinds = [
            (&self.labels, &other.labels),
            (&self.phases, &other.phases),
            (&self.branches, &other.branches),
            (&self.paths, &other.paths),
        ];
        kinds.iter().filter(|(a, b)| !a.is_disjoint(b)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_overlap_by_kind() {
        let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<_>>();
        let learned = Context {
            labels: set(&["auth", "api"]),
            paths: set(&["src/a.rs", "src/b.rs"]),
            ..Context::default()
        };
        let asked = Context {
            labels: set(&["auth", "api"]),
            branches: set(&["main"]),
            paths: set(&["src/b.rs"]),
            ..Context::default()
        };
        assert_eq!(learned.overlaps(&asked), 2);
        assert_eq!(Context::default().overlaps(&Context::default()), 0);
    }
}
