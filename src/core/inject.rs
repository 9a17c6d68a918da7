//! What a session is told when it starts, under a budget of tokens that covers all of it.
//!
//! Room is given in order, whole lines only, and everything is phrased as a fact: clients take facts better than
//! orders, and what is told here comes back in the transcript we later read.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::index::{Index, IndexEntry};
use super::text::one_line;

/// Above this the client shows a short preview instead.
const CLIENT_MAX_CHARS: usize = 10_000;
const NEWS_TOKENS: usize = 80;
const NEWS_TITLE: &str = "News in what this project has learned:";
const INDEX_TITLE: &str = "What this project has recorded:";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub tokens: usize,
    /// With less room than this nothing useful fits.
    pub min_room: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            tokens: 800,
            min_room: 80,
        }
    }
}

/// A titled list that may take up to a share of the whole budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    pub title: String,
    /// Best first.
    pub lines: Vec<String>,
    pub max_share: f64,
}

/// What there is to tell, in the order in which it is given room.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parts {
    pub news: Vec<String>,
    pub index: Index,
    pub blocks: Vec<Block>,
}

/// One token is taken to be four characters.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}

pub fn compose(parts: &Parts, budget: Budget) -> Option<String> {
    let mut page = Page::new(budget);
    page.list(NEWS_TITLE, &parts.news, NEWS_TOKENS);
    page.index(&parts.index, budget.tokens / 2);
    for block in &parts.blocks {
        page.list(&block.title, &block.lines, share(budget.tokens, block.max_share));
    }
    page.finish()
}

/// Everything that `parts` could tell, to be kept until the session is resumed.
pub fn known(parts: &Parts) -> BTreeSet<String> {
    let entries = parts.index.entries.iter().map(IndexEntry::line);
    let lines = parts
        .blocks
        .iter()
        .flat_map(|block| block.lines.iter().map(|line| one_line(line)));
    parts
        .news
        .iter()
        .map(|line| one_line(line))
        .chain(entries)
        .chain(lines)
        .collect()
}

/// Only what changed since the session knew `known`. Its earlier context is still there.
pub fn compose_resumed(parts: &Parts, known: &BTreeSet<String>, budget: Budget) -> Option<String> {
    compose(&changed(parts, known), budget)
}

fn changed(parts: &Parts, known: &BTreeSet<String>) -> Parts {
    let mut parts = parts.clone();
    let retired = retired(&parts.index, known);
    parts.news.retain(|line| !known.contains(&one_line(line)));
    parts.news.extend(retired);
    parts.index.entries.retain(|entry| !known.contains(&entry.line()));
    for block in &mut parts.blocks {
        block.lines.retain(|line| !known.contains(&one_line(line)));
    }
    parts
}

/// Entries that were listed when the session began and are not any more.
fn retired(index: &Index, known: &BTreeSet<String>) -> Vec<String> {
    let still: BTreeSet<&str> = index.entries.iter().map(|entry| entry.anchor.as_str()).collect();
    let listed = known
        .iter()
        .filter_map(|line| line.strip_prefix("  ")?.split_once("  "));
    listed
        .filter(|(anchor, _)| !still.contains(anchor))
        .map(|(anchor, rest)| {
            let title = rest.rsplit_once("  [").map_or(rest, |(title, _)| title);
            format!("{anchor} is no longer active: {title}")
        })
        .collect()
}

fn share(tokens: usize, max_share: f64) -> usize {
    (tokens as f64 * max_share.clamp(0.0, 1.0)) as usize
}

/// Text that grows by whole lines and never beyond its budget.
struct Page {
    text: String,
    chars: usize,
    most: usize,
    min_room: usize,
}

impl Page {
    fn new(budget: Budget) -> Self {
        let most = budget.tokens.saturating_mul(4).min(CLIENT_MAX_CHARS);
        Self {
            text: String::new(),
            chars: 0,
            most,
            min_room: budget.min_room,
        }
    }

    /// The tokens that a further block may take, its separating blank line paid for.
    fn room(&self, max_tokens: usize) -> Option<usize> {
        let gap = if self.text.is_empty() { 0 } else { 2 };
        let room = self.most.saturating_sub(self.chars + gap) / 4;
        (room >= self.min_room).then_some(room.min(max_tokens))
    }

    fn push(&mut self, block: &str) {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(block);
        self.chars = self.text.chars().count();
    }

    fn list(&mut self, title: &str, lines: &[String], max_tokens: usize) {
        if let Some(block) = self
            .room(max_tokens)
            .and_then(|room| fit_list(title, lines, room))
        {
            self.push(&block);
        }
    }

    fn index(&mut self, index: &Index, max_tokens: usize) {
        let Some(room) = self.room(max_tokens) else { return };
        if let Some(listed) = index.fit(room.saturating_sub(tokens(INDEX_TITLE) + 1)) {
            self.push(&format!("{INDEX_TITLE}\n{listed}"));
        }
    }

    fn finish(self) -> Option<String> {
        (!self.text.is_empty()).then_some(self.text)
    }
}

/// The title and as many lines as fit, with a count of those that do not.
fn fit_list(title: &str, lines: &[String], max_tokens: usize) -> Option<String> {
    let lines: Vec<String> = lines
        .iter()
        .map(|line| format!("\n- {}", one_line(line)))
        .collect();
    let more = |left: usize| {
        if left == 0 {
            String::new()
        } else {
            format!("\n- … {left} more")
        }
    };
    let most = max_tokens.saturating_mul(4);
    let mut used = title.chars().count();
    let mut shown = 0;
    for line in &lines {
        used += line.chars().count();
        let rest = more(lines.len() - shown - 1);
        if used + rest.chars().count() > most {
            break;
        }
        shown += 1;
    }
    (shown > 0).then(|| format!("{title}{}{}", lines[..shown].concat(), more(lines.len() - shown)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(anchor: &str, title: &str) -> IndexEntry {
        IndexEntry {
            anchor: anchor.into(),
            title: title.into(),
            status: "Active".into(),
            area: None,
        }
    }

    fn parts(news: &[&str], entries: &[IndexEntry]) -> Parts {
        let index = Index {
            entries: entries.to_vec(),
            decisions_path: "/p/decisions.md".into(),
            pitfalls_path: "/p/pitfalls.md".into(),
        };
        Parts {
            news: news.iter().map(|s| (*s).to_owned()).collect(),
            index,
            blocks: vec![],
        }
    }

    #[test]
    fn a_token_is_four_characters() {
        for (text, expected) in [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("äöüß", 1)] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }

    #[test]
    fn news_come_before_the_index_and_blocks_after_it() {
        let mut parts = parts(
            &["the command /self-learning:release"],
            &[entry("ADR-001", "Use Result")],
        );
        parts.blocks.push(Block {
            title: "## Errors".into(),
            lines: vec!["one".into()],
            max_share: 0.2,
        });
        let text = compose(&parts, Budget::default()).unwrap();
        let at = |needle: &str| text.find(needle).unwrap_or_else(|| panic!("{needle} in {text}"));
        assert!(at("release") < at("ADR-001") && at("ADR-001") < at("## Errors\n- one"));
    }

    #[test]
    fn nothing_to_tell_is_nothing_told() {
        assert_eq!(compose(&Parts::default(), Budget::default()), None);
        let parts = parts(&["news"], &[]);
        assert_eq!(
            compose(
                &parts,
                Budget {
                    tokens: 79,
                    min_room: 80
                }
            ),
            None
        );
        assert!(
            compose(
                &parts,
                Budget {
                    tokens: 80,
                    min_room: 80
                }
            )
            .is_some()
        );
    }

    #[test]
    fn news_that_do_not_fit_are_counted() {
        let many: Vec<String> = (0..50)
            .map(|n| format!("the skill number-{n}, learned from three sessions"))
            .collect();
        let text = compose(
            &Parts {
                news: many,
                ..Parts::default()
            },
            Budget::default(),
        )
        .unwrap();
        let shown = text.lines().filter(|line| line.contains("number-")).count();
        assert!(
            text.ends_with(&format!("- … {} more", 50 - shown)) && tokens(&text) <= NEWS_TOKENS,
            "{text}"
        );
    }

    #[test]
    fn the_index_takes_half_at_most() {
        let entries: Vec<IndexEntry> = (1..=200)
            .map(|n| entry(&format!("ADR-{n:03}"), "A decision with a title of some length"))
            .collect();
        let text = compose(&parts(&[], &entries), Budget::default()).unwrap();
        assert!(
            tokens(&text) <= 400 && text.contains(" of 200):") && text.contains("more in /p/decisions.md"),
            "{text}"
        );
    }

    #[test]
    fn a_resumed_session_hears_only_what_changed() {
        let before = parts(
            &["old news"],
            &[
                entry("ADR-001", "Kept"),
                entry("ADR-002", "Dropped"),
                entry("PF-001", "Edited"),
            ],
        );
        let known = known(&before);
        assert_eq!(compose_resumed(&before, &known, Budget::default()), None);
        let now = parts(
            &["old news", "fresh news"],
            &[
                entry("ADR-001", "Kept"),
                entry("PF-001", "Edited since"),
                entry("PF-002", "Added"),
            ],
        );
        let text = compose_resumed(&now, &known, Budget::default()).unwrap();
        for expected in [
            "fresh news",
            "ADR-002 is no longer active: Dropped",
            "Edited since",
            "PF-002",
        ] {
            assert!(text.contains(expected), "{expected} in {text}");
        }
        assert!(!text.contains("old news") && !text.contains("Kept"), "{text}");
    }

    proptest! {
        #[test]
        fn no_budget_is_ever_exceeded(
            news in prop::collection::vec(".{0,200}", 0..20),
            titles in prop::collection::vec(".{0,90}", 0..60),
            lines in prop::collection::vec(".{0,300}", 0..30),
            shares in prop::collection::vec(-0.5f64..1.5, 0..4),
            tokens_allowed in 0usize..6_000,
            min_room in 0usize..200,
        ) {
            let entries = titles.iter().enumerate().map(|(n, t)| entry(&format!("PF-{n:03}"), &one_line(t))).collect();
            let index = Index { entries, decisions_path: "/d".into(), pitfalls_path: "/p/ö".into() };
            let blocks = shares.iter().map(|max_share| Block { title: "B".into(), lines: lines.clone(), max_share: *max_share });
            let parts = Parts { news, index, blocks: blocks.collect() };
            let budget = Budget { tokens: tokens_allowed, min_room };
            let texts = [compose(&parts, budget), compose_resumed(&parts, &BTreeSet::new(), budget)];
            for text in texts.into_iter().flatten() {
                prop_assert!(tokens(&text) <= tokens_allowed && text.chars().count() <= CLIENT_MAX_CHARS);
            }
            prop_assert_eq!(compose_resumed(&parts, &known(&parts), budget), None);
        }
    }
}
