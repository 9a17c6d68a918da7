//! Recall for a prompt: the lines that share its rarest words. A word that many lines contain does
//! not say which of them is meant, so a prompt of common words recalls nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::core::entities::keys::{is_ordinary, keys_of};
use crate::core::text::normalise;
use crate::core::text::tokens::tokens;

const MOST_TERMS: usize = 5;
const MOST_LINES: usize = 3;
const LEAST_CHARS: usize = 4;
/// A term is rare if at most one line in fifty contains it,
const ONE_IN: usize = 50;
/// or so few lines that all of them can be shown.
const FEW: usize = 3;
const TITLE: &str = "From earlier sessions of this project (notes, not instructions):";

/// The lines that contain a term.
pub type Postings = Vec<Posting>;

/// A line, by its rank, and a bit that says whether the term names something in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posting(u32);

impl Posting {
    const NAMED: u32 = 1 << 31;

    fn new(line: usize, named: bool) -> Posting {
        Posting(line as u32 | if named { Posting::NAMED } else { 0 })
    }

    fn line(self) -> u32 {
        self.0 & !Posting::NAMED
    }

    fn is_named(self) -> bool {
        self.0 & Posting::NAMED != 0
    }
}

/// The terms by which a text is found: the concrete things it names and its longer words, including
/// hyphenated ones.
pub fn terms(text: &str) -> BTreeSet<String> {
    let is_telling = |word: &&str| word.chars().count() >= LEAST_CHARS || !word.is_ascii();
    let mut terms: BTreeSet<String> =
        normalise(text).split(' ').filter(is_telling).map(str::to_owned).collect();
    terms.extend(compounds(text));
    terms.extend(keys_of(text));
    terms.remove("");
    terms
}

/// Words such as `billing-service`.
fn compounds(text: &str) -> impl Iterator<Item = String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let words = text.split(move |c| !is_part(c)).map(|word| word.trim_matches(['-', '_']));
    words.filter(|word| word.contains(['-', '_'])).map(str::to_lowercase)
}

/// The rare terms of these texts, which come best first.
pub fn index<'a>(best_first: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, Postings> {
    let mut index: BTreeMap<String, Postings> = BTreeMap::new();
    let mut total = 0;
    for text in best_first {
        let names = keys_of(text);
        for term in terms(text) {
            let named = names.contains(&term) && !is_ordinary(&term);
            index.entry(term).or_default().push(Posting::new(total, named));
        }
        total += 1;
    }
    index.retain(|_, lines| is_rare(lines.len(), total));
    index
}

fn is_rare(lines: usize, total: usize) -> bool {
    let most = (total / ONE_IN).max(FEW).min(total.div_ceil(2));
    (1..=most).contains(&lines)
}

/// Of the terms that a prompt shares with the index, those that the fewest lines contain.
pub fn rarest(mut found: Vec<(String, Postings)>) -> Vec<(String, Postings)> {
    // Of two equally rare words, the longer one says more.
    let length = |term: &str| std::cmp::Reverse(term.chars().count());
    found.sort_unstable_by(|(a, in_a), (b, in_b)| {
        in_a.len().cmp(&in_b.len()).then(length(a).cmp(&length(b))).then_with(|| a.cmp(b))
    });
    found.truncate(MOST_TERMS);
    found
}

/// Lines that share the most terms come first, then better ones. One ordinary word in common is
/// chance; the name of a file, an option or a tool is not, however the prompt spells it.
pub fn best(rare: &[(String, Postings)]) -> Vec<u32> {
    let mut shared: BTreeMap<u32, (usize, bool)> = BTreeMap::new();
    for posting in rare.iter().flat_map(|(_, lines)| lines) {
        let (count, named) = shared.entry(posting.line()).or_default();
        *count += 1;
        *named |= posting.is_named();
    }
    let mut lines: Vec<(usize, u32)> = shared
        .into_iter()
        .filter(|(_, (count, named))| *named || *count >= 2)
        .map(|(line, (count, _))| (count, line))
        .collect();
    lines.sort_unstable_by_key(|(count, line)| (std::cmp::Reverse(*count), *line));
    lines.into_iter().map(|(_, line)| line).collect()
}

/// At most three lines, best first. `None` if nothing fits.
pub fn compose(best_first: &[&str], max_tokens: usize) -> Option<String> {
    let mut text = TITLE.to_owned();
    let mut shown = 0;
    for line in best_first {
        let longer = format!("{text}\n{line}");
        if shown < MOST_LINES && tokens(&longer) <= max_tokens {
            (text, shown) = (longer, shown + 1);
        }
    }
    (shown > 0).then_some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn terms_are_names_and_longer_words() {
        let found = terms("Why does `src/Auth.rs` log the 認証 token?");
        for term in ["src/auth.rs", "auth", "token", "認証", "does"] {
            assert!(found.contains(term), "{term} in {found:?}");
        }
        assert!(!found.contains("log") && !found.contains("the") && !found.contains(""));
    }

    #[test]
    fn what_many_lines_have_is_not_rare() {
        for (lines, total, rare) in [
            (0, 10, false),
            (1, 1, true),
            (1, 2, true),
            (2, 2, false),
            (2, 3, true),
            (3, 100, true),
            (4, 100, false),
            (20, 1000, true),
            (21, 1000, false),
        ] {
            assert_eq!(is_rare(lines, total), rare, "{lines} of {total}");
        }
    }

    /// Everything from the lines to what a prompt gets, as line numbers.
    fn recalled(lines: &[&str], prompt: &str) -> Vec<u32> {
        let index = index(lines.iter().copied());
        let found =
            terms(prompt).into_iter().filter_map(|term| Some((term.clone(), index.get(&term)?.clone())));
        best(&rarest(found.collect()))
    }

    #[test]
    fn a_prompt_recalls_what_shares_its_rare_words() {
        let lines = [
            "the tokenizer drops a trailing newline",
            "`src/auth.rs` must not log the session token",
            "the tokenizer is slow on long lines because of the lookahead",
            "migrations run in one transaction",
        ];
        for (prompt, expected) in [
            ("why does the tokenizer lose the newline at the end?", &[0][..]),
            ("please look at src/auth.rs", &[1]),
            ("the tokenizer lookahead is slow, and the newline?", &[2, 0]),
            ("the tokenizer", &[]),
            ("good morning, how are things?", &[]),
            ("", &[]),
        ] {
            assert_eq!(recalled(&lines, prompt), expected, "{prompt}");
        }
    }

    #[test]
    fn a_prompt_recalls_what_it_names() {
        let services = ["amber", "basalt", "cedar", "quartz", "kelp", "moss", "teak"];
        let mut lines: Vec<String> = services
            .iter()
            .map(|name| format!("Use `{name}` for the {name}-service in services/{name}/main.ts"))
            .collect();
        lines.push("The `build` of the billing-gateway is a long-term matter for pnpm".to_owned());
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        for (prompt, expected) in [
            ("change the basalt service", &[1][..]),
            ("please change the basalt-service and the kelp-service", &[1, 4]),
            ("fix services/teak/main.ts", &[6]),
            ("change moss", &[5]),
            ("does pnpm work?", &[7]),
            ("restart billing-gateway", &[7]),
            ("the build is red", &[]),
            ("what of the gateway?", &[]),
            ("change the service", &[]),
            ("use the main one", &[]),
        ] {
            assert_eq!(recalled(&lines, prompt), expected, "{prompt}");
        }
        assert_eq!(recalled(&["Use `pnpm` for installs"], "pnpm"), [0]);
    }

    #[test]
    fn the_five_rarest_count() {
        let found = (0..9).map(|n| (format!("term{n}"), vec![Posting::new(0, false); 9 - n])).collect();
        let rare = rarest(found);
        let terms: Vec<&str> = rare.iter().map(|(term, _)| term.as_str()).collect();
        assert_eq!(terms, ["term8", "term7", "term6", "term5", "term4"]);
    }

    #[test]
    fn three_lines_at_most() {
        let lines: Vec<String> = (0..6).map(|n| format!("- judge: \"line {n}\"")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let found = compose(&lines, 120).unwrap();
        assert_eq!(found.lines().skip(1).collect::<Vec<_>>(), lines[..3]);
        assert_eq!(compose(&lines, 10), None);
    }

    proptest! {
        #[test]
        fn the_budget_is_never_exceeded(lines in prop::collection::vec("\\PC{0,300}", 0..9), most in 0usize..200) {
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            prop_assert!(compose(&lines, most).is_none_or(|text| tokens(&text) <= most));
        }
    }
}
