//! Search for the lesson that a person refers to by a few of its words.

use crate::core::entities::negation::refuses;
use crate::core::learn::topics::stem;
use crate::core::text::normalise;
use crate::core::text::words::Words;

/// Words that name only a kind of thing, or nothing.
#[rustfmt::skip]
const EMPTY: [&str; 61] = [
    "the", "a", "an", "our", "my", "your", "that", "this", "those", "these", "about", "of", "on", "for", "to", "with", "and", "old",
    "thing", "things", "stuff", "rule", "rules", "lesson", "lessons", "decision", "decisions", "pitfall", "convention", "entry",
    "note", "advice", "preference", "workflow", "command", "skill", "one", "we", "you", "i", "it", "is", "be", "in", "at", "by", "or",
    "as", "not", "do", "does", "did", "what", "why", "how", "are", "should", "from", "die", "der", "das",
];
/// A word and the same with an ending: "lint" and "linter", but not "change" and "changelog".
const LEAST_LETTERS: usize = 4;
const MOST_ENDING: usize = 2;

/// Whether the text has every significant one of `words`, in any of its forms.
pub fn fits(words: &str, text: &str) -> bool {
    let asked = telling(words);
    let known = normalise(text);
    let known: Vec<&str> = known.split(' ').collect();
    let is_there = |word: &String| known.iter().any(|other| is_same(word, other));
    !asked.is_empty() && asked.iter().all(is_there)
}

/// Whether two sentences say the same in nearly the same words.
pub fn is_same_lesson(one: &str, other: &str) -> bool {
    const ALIKE: f64 = 0.85;
    let is_alike = || Words::of(one).similarity(&Words::of(other)) >= ALIKE && refuses(one) == refuses(other);
    normalise(one) == normalise(other) || is_alike()
}

fn telling(words: &str) -> Vec<String> {
    let all = normalise(words);
    all.split(' ').filter(|word| !word.is_empty() && !EMPTY.contains(word)).map(str::to_owned).collect()
}

fn is_same(word: &str, other: &str) -> bool {
    let (short, long) = if word.len() <= other.len() { (word, other) } else { (other, word) };
    let ending = long.strip_prefix(short).map(|ending| ending.chars().count());
    let is_long = short.chars().count() >= LEAST_LETTERS;
    stem(word) == stem(other) || (is_long && ending.is_some_and(|letters| letters <= MOST_ENDING))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_named_by_its_words() {
        let text = "Use postgres for login sessions: transactions matter. Commit messages in English";
        for (words, fitting) in [
            ("the postgres thing", true),
            ("postgres sessions", true),
            ("commits", true),
            ("english commit message", true),
            ("postgresql", true),
            ("committing", true),
            ("sess", false),
            ("postgres transact", false),
            ("mysql", false),
            ("postgres mysql", false),
            ("the thing", false),
            ("", false),
            ("use", true),
        ] {
            assert_eq!(fits(words, text), fitting, "{words}");
        }
    }

    #[test]
    fn the_beginning_of_a_word_is_another_word() {
        assert!(!fits("changelog", "Run formatter and linter after a change"));
        assert!(!fits("change", "Update the changelog"));
        assert!(fits("testing", "Tests use vitest"));
        assert!(fits("lint", "Run the linter"));
    }

    #[test]
    fn the_same_in_nearly_the_same_words() {
        assert!(is_same_lesson("Commit messages always in English", "commit messages always in english."));
        assert!(!is_same_lesson("Use pnpm for installs", "Use pnpm for tests"));
    }
}
