//! Search by plain words. Texts that contain all of the words come first, then similar ones.

use super::similarity::{Grams, similarity};
use super::words::Words;

/// At least half of the words, or about as similar as two wordings of one thing.
const LEAST_WORDS: f64 = 0.5;
const LEAST_ALIKE: f64 = 0.35;

/// The share of the words that a text contains, and its total score. `None` if it does not match.
fn answers(question: &Words, grams: &Grams, text: &str) -> Option<(f64, f64)> {
    let share = question.shared(&Words::of(text)) as f64 / question.len().max(1) as f64;
    let alike = similarity(grams, &Grams::of(text));
    (share >= LEAST_WORDS || alike >= LEAST_ALIKE).then_some((share, share + alike))
}

/// The positions of the matching texts, best first, ties in their original order. If some texts
/// contain every word, only those are returned.
pub fn best<'a>(question: &str, texts: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let (asked, grams) = (Words::of(question), Grams::of(question));
    let scored = texts.enumerate().filter_map(|(n, text)| Some((answers(&asked, &grams, text)?, n)));
    let mut scored: Vec<((f64, f64), usize)> = scored.collect();
    let most = scored.iter().map(|((share, _), _)| *share).fold(0.0, f64::max);
    scored.retain(|((share, _), _)| most < 1.0 || *share >= 1.0);
    scored.sort_unstable_by(|a, b| b.0.1.total_cmp(&a.0.1).then(a.1.cmp(&b.1)));
    scored.into_iter().map(|(_, n)| n).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_with_all_words_is_first_and_strangers_are_left_out() {
        let texts =
            ["retry with a backoff", "use pnpm, not npm", "release: tag, then push", "npm is not used"];
        let found = |question: &str| best(question, texts.into_iter());
        assert_eq!(found("use pnpm"), [1]);
        assert_eq!(found("release push"), [2]);
        assert_eq!(found("npm"), [1, 3]);
        assert_eq!(found("retrying with backoffs"), [0]);
        assert_eq!(found("database"), [] as [usize; 0]);
        assert_eq!(found(""), [] as [usize; 0]);
    }
}
