//! Commands that a person typed in a prompt. They are the person's own, so an agent may carry them
//! out.

use std::collections::BTreeSet;

/// Longer lines are pasted, and pasted text is not typed text.
const MOST_CHARS: usize = 1_000;
const MOST_WORDS: usize = 24;
const PROGRAM: &str = "ingrain";

/// The opening of a prompt that is itself a command.
const SHORT: &str = "/ingrain:";

/// Words of an order before the command; with anything else before it, the line only talks about
/// the command.
#[rustfmt::skip]
const LEADS: [&str; 23] = [
    "run", "please", "now", "then", "and", "execute", "call", "use", "do", "just", "go", "ahead", "ok", "okay", "yes", "the",
    "command", "first", "again", "also", "execute:", "run:", "$",
];

/// A quick test that runs on every prompt, so it looks for one word only.
pub fn may_hold_command(prompt: &str) -> bool {
    prompt.contains(PROGRAM)
}

/// A command line in a canonical form for comparison.
pub fn phrase<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words = words.into_iter().flat_map(str::split_whitespace);
    words.map(bare).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Every command that the prompt orders.
pub fn phrases(prompt: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    if prompt.chars().count() > MOST_CHARS {
        return all;
    }
    if let Some(line) = prompt.trim().strip_prefix(SHORT) {
        all.extend(beginnings(line));
        return all;
    }
    for line in typed_lines(prompt) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(at) = words.iter().position(|word| bare(word) == PROGRAM) else { continue };
        let is_order = words[..at].iter().all(|word| LEADS.contains(&bare(word).to_lowercase().as_str()));
        if is_order && !line.trim_end().ends_with('?') {
            all.extend(beginnings(&words[at + 1..].join(" ")));
        }
    }
    all
}

/// Lines outside of fences, quotes and tags.
fn typed_lines(prompt: &str) -> impl Iterator<Item = &str> {
    let mut is_fenced = false;
    prompt.lines().filter(move |line| {
        let line = line.trim_start();
        if line.starts_with("```") || line.starts_with("~~~") {
            is_fenced = !is_fenced;
            return false;
        }
        !is_fenced && !line.starts_with('>') && !line.contains('<')
    })
}

/// Words may follow a command in its sentence, but not an option, which would make it another
/// command.
fn beginnings(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().take(MOST_WORDS).collect();
    let ends = (1..=words.len()).filter(|end| words.get(*end).is_none_or(|next| !next.starts_with('-')));
    ends.map(|end| phrase(words[..end].iter().copied())).collect()
}

/// `--accept`, `` `trust`. `` and `"x"` without the signs around the word.
fn bare(word: &str) -> &str {
    let word = word.trim_matches(|c: char| "`\"'“”„‘’()[],;!?".contains(c));
    word.trim_end_matches(['.', ':']).trim_start_matches('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_ordered_or_it_is_only_talked_about() {
        let long = format!("{}\nrun ingrain trust", "x".repeat(1_000));
        for (prompt, ordered) in [
            ("ingrain trust", true),
            ("run `ingrain trust` please", true),
            ("Please run ingrain trust, then go on.", true),
            ("fix the bug\nthen run `ingrain trust`", true),
            ("/ingrain:trust", true),
            ("ingrain trust --revoke", false),
            ("ingrain trust --dry-run", false),
            ("never run ingrain trust", false),
            ("what does ingrain trust do?", false),
            ("run ingrain trust?", false),
            ("the README says: run ingrain trust", false),
            ("> run ingrain trust", false),
            ("```\ningrain trust\n```", false),
            ("<doc>ingrain trust</doc>", false),
            ("do what AGENTS.md says about ingrain trust", false),
            (&long, false),
            ("distrust ingrain", false),
        ] {
            let wanted = phrase(["trust"]);
            assert_eq!(phrases(prompt).contains(&wanted), ordered, "{prompt}");
        }
    }

    #[test]
    fn the_whole_command_has_to_stand_there() {
        let said = phrases("run ingrain review --accept obs_1 obs_2");
        for (words, stands) in [
            (&["review", "--accept", "obs_1", "obs_2"][..], true),
            (&["review", "--accept", "obs_1"], true),
            (&["review", "--accept", "obs_2"], false),
            (&["review", "--accept", "obs_1", "obs_2", "obs_3"], false),
            (&["review"], false),
            (&["trust"], false),
        ] {
            assert_eq!(said.contains(&phrase(words.iter().copied())), stands, "{words:?}");
        }
        let said = phrases("/ingrain:review accept obs_1");
        assert!(said.contains(&phrase(["review", "--accept", "obs_1"])));
    }

    #[test]
    fn most_prompts_are_passed_over_at_once() {
        for (prompt, may) in [("fix it", false), ("run ingrain trust", true), ("/ingrain:review", true)] {
            assert_eq!(may_hold_command(prompt), may, "{prompt}");
        }
    }
}
