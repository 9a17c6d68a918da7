//! Orders about the memory itself: "delete ADR-001 from .memory/knowledge/decisions.md". They are
//! carried out once and teach nothing about the project; written down, they would order every later
//! session to do it again.

use crate::core::model::artifact_path::COMMANDS;

/// Folders of the project that hold what ingrain wrote.
const OWN_PLACES: [&str; 3] = [".memory/", COMMANDS, "learning-log.jsonl"];

const ANCHORS: [&str; 2] = ["adr-", "pf-"];

/// Stems of words that change or remove an entry.
const CHANGES: &str = "delet remov drop edit chang updat renam reword rewrit mark deprecat merg restor reject fix clean \
    archiv modifi";

/// The words between the order and the entry: "remove the old entry ADR-001".
const REACH: usize = 5;

pub(crate) fn is_upkeep(said: &str) -> bool {
    let lower = said.to_lowercase();
    OWN_PLACES.iter().any(|place| lower.contains(place)) || changes_an_entry(&lower)
}

fn changes_an_entry(lower: &str) -> bool {
    let words: Vec<&str> = lower.split_whitespace().map(|word| word.trim_matches(is_mark)).collect();
    let is_order = |word: &&str| CHANGES.split(' ').any(|change| word.starts_with(change));
    let Some(entry) = words.iter().position(|word| is_entry(word)) else {
        return false;
    };
    words[entry.saturating_sub(REACH)..entry].iter().any(is_order)
}

fn is_mark(c: char) -> bool {
    !c.is_alphanumeric()
}

/// `ADR-001`, also followed directly by a word of another script.
fn is_entry(word: &str) -> bool {
    ANCHORS.iter().any(|anchor| {
        word.find(anchor)
            .is_some_and(|at| word[at + anchor.len()..].starts_with(|c: char| c.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_about_the_memory_are_upkeep() {
        for said in [
            "Delete ADR-001 from .memory/knowledge/decisions.md, because we changed our mind.",
            "Please remove the old entry ADR-001, since no one follows it",
            "mark PF-002 as deprecated because it is fixed",
            "Never touch .memory/knowledge by hand, because ingrain writes it",
            "rename .claude/commands/self-learning/ship.md to deploy.md",
        ] {
            assert!(is_upkeep(said), "{said}");
        }
    }

    #[test]
    fn decisions_that_name_an_entry_or_a_memory_are_not() {
        for said in [
            "Use sqlite for the cache as ADR-001 says, because it is simple",
            "Keep memory below 2 GB, because the runner is small",
            "Remove the feature flag, because no one uses it",
            "Use docs/adr/template.md for new decisions, because we all read them",
            "Follow ADR-003 in the api too, since clients rely on it",
            "ADR-001 stays, but delete the cache folder in ci",
        ] {
            assert!(!is_upkeep(said), "{said}");
        }
    }
}
