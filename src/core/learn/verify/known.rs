//! Text that the project tells its agents already. A lesson in it is not learned again: it would
//! cost tokens in every session and could only drift away from its source.

use std::collections::BTreeSet;

use crate::core::entities::keys::keys_of;
use crate::core::learn::topics::stated;
use crate::core::model::Details;
use crate::core::text::normalise;

/// The share of a lesson's words that must occur in one place, in addition to everything that it
/// names.
const ENOUGH_WORDS: f64 = 0.6;
/// A lesson that names nothing concrete must be there nearly word for word.
const ENOUGH_WORDS_ALONE: f64 = 0.9;
const FEWEST_WORDS_ALONE: usize = 4;
/// Longer blocks hold so many words that they would seem to say everything.
const MOST_BLOCK_LINES: usize = 10;

/// The text of CLAUDE.md, AGENTS.md and of skills that are not ours, split into places that can
/// each say one thing.
#[derive(Debug, Clone, Default)]
pub struct KnownText {
    places: Vec<Said>,
    topics: BTreeSet<String>,
}

#[derive(Debug, Clone)]
struct Said {
    keys: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl KnownText {
    pub fn new(texts: impl IntoIterator<Item = String>) -> Self {
        let texts: Vec<String> = texts.into_iter().collect();
        KnownText {
            topics: texts.iter().flat_map(|text| stated(text.lines())).collect(),
            places: texts.iter().flat_map(|text| places(text)).map(|place| Said::new(&place)).collect(),
        }
    }

    pub fn says(&self, title: &str, details: &Details) -> bool {
        self.says_line(&core(title, details))
    }

    /// Whether it asks for the topic already.
    pub fn states(&self, topic: &str) -> bool {
        self.topics.contains(topic)
    }

    pub fn says_line(&self, line: &str) -> bool {
        let line = Said::new(line);
        self.places.iter().any(|place| place.says(&line))
    }
}

impl Said {
    fn new(text: &str) -> Self {
        Said { keys: keys_of(text), words: tokens(text) }
    }

    fn says(&self, lesson: &Said) -> bool {
        let share = || {
            let shared = lesson.words.intersection(&self.words).count() as f64;
            shared / lesson.words.len().max(1) as f64
        };
        if lesson.keys.is_empty() {
            return lesson.words.len() >= FEWEST_WORDS_ALONE && share() >= ENOUGH_WORDS_ALONE;
        }
        lesson.keys.is_subset(&self.keys) && share() >= ENOUGH_WORDS
    }
}

/// The recommended action of the lesson, without its reasons.
fn core(title: &str, details: &Details) -> String {
    match details {
        Details::Procedural { situation, .. } => format!("{situation}\n{}", details.advice()),
        Details::Pitfall { .. } => format!("{title}\n{}", details.advice()),
        Details::Workflow { .. } | Details::Decision { .. } => details.advice(),
    }
}

/// Every line, and every short block of lines, each with the heading above it.
fn places(text: &str) -> Vec<String> {
    let mut places = vec![];
    let mut heading = "";
    let mut block: Vec<&str> = vec![];
    for line in text.lines().chain([""]) {
        let line = line.trim();
        if line.starts_with('#') || line.is_empty() {
            if (2..=MOST_BLOCK_LINES).contains(&block.len()) {
                places.push(format!("{heading}\n{}", block.join("\n")));
            }
            block.clear();
        }
        if line.starts_with('#') {
            heading = line;
        } else if !line.is_empty() {
            places.push(format!("{heading}\n{line}"));
            block.push(line);
        }
    }
    places
}

/// Words, or pairs of characters in scripts without spaces.
fn tokens(text: &str) -> BTreeSet<String> {
    let normal = normalise(text);
    normal.split(' ').filter(|word| !word.is_empty()).flat_map(pieces).collect()
}

fn pieces(word: &str) -> Vec<String> {
    let chars: Vec<char> = word.chars().collect();
    let has_spaces = chars.iter().all(|c| *c < '\u{2E80}');
    if has_spaces || chars.len() < 2 {
        return vec![word.to_owned()];
    }
    chars.windows(2).map(|pair| pair.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pitfall(title: &str, resolution: &str) -> (String, Details) {
        let details = Details::Pitfall {
            area: String::new(),
            issue: String::new(),
            impact: String::new(),
            resolution: resolution.into(),
        };
        (title.into(), details)
    }

    fn workflow(steps: &[&str]) -> (String, Details) {
        let steps = steps.iter().map(|step| (*step).to_owned()).collect();
        ("A workflow".into(), Details::Workflow { steps })
    }

    const CLAUDE_MD: &str = "# Rules\n\nUse pnpm, never npm.\n- Run `mise run lint` before you commit.\n\n## Before committing\n\n\
        1. `cargo fmt`\n2. `cargo clippy`\n3. commit\n\npnpmを使ってください。npmは使わないでください。\n";

    #[test]
    fn what_stands_there_is_known() {
        let known = KnownText::new([CLAUDE_MD.to_owned()]);
        for (title, details) in [
            pitfall("Don't use npm, use pnpm", "Use pnpm"),
            pitfall("Run `mise run lint` before every commit", "Run `mise run lint` before you commit"),
            workflow(&["Run `cargo fmt`", "Run `cargo clippy`", "Commit"]),
            pitfall("npmではなくpnpmを使ってください", "pnpmを使ってください"),
        ] {
            assert!(known.says(&title, &details), "{title}");
        }
    }

    #[test]
    fn what_does_not_stand_there_is_new() {
        let known = KnownText::new([CLAUDE_MD.to_owned()]);
        for (title, details) in [
            pitfall("Use bun, not npm", "Use bun"),
            pitfall("Pin pnpm in CI because lock files drift between machines", "Pin pnpm in CI"),
            workflow(&["Run `cargo fmt`", "Run `cargo test`", "Commit"]),
            pitfall("Never touch it", "Never touch it"),
        ] {
            assert!(!known.says(&title, &details), "{title}");
        }
        assert!(!KnownText::default().says("Use pnpm", &pitfall("Use pnpm", "Use pnpm").1));
    }
}
