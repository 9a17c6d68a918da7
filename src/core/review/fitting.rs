//! Search for the lesson that a person refers to by a few of its words.

use crate::core::text::normalise;
use crate::core::text::words::Words;

/// Words that name only a kind of thing, or nothing.
#[rustfmt::skip]
const EMPTY: [&str; 54] = [
    "the", "a", "an", "our", "my", "your", "that", "this", "those", "these", "about", "of", "on", "for", "to", "with", "and", "old",
    "thing", "things", "stuff", "rule", "rules", "lesson", "lessons", "decision", "decisions", "pitfall", "convention", "entry",
    "note", "advice", "preference", "workflow", "command", "skill", "one", "we", "you", "i", "it", "is", "be", "in", "at", "by", "or", "as", "not", "do", "from", "die", "der", "das",
];
/// The letters of a word that have to match: "commits" fits "commit messages".
const STEM: usize = 4;

/// Whether every significant word of `words` begins a word of the text, or the other way round.
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
    normalise(one) == normalise(other) || Words::of(one).similarity(&Words::of(other)) >= ALIKE
}

fn telling(words: &str) -> Vec<String> {
    let all = normalise(words);
    all.split(' ').filter(|word| !word.is_empty() && !EMPTY.contains(word)).map(str::to_owned).collect()
}

fn is_same(word: &str, other: &str) -> bool {
    let (short, long) = if word.len() <= other.len() { (word, other) } else { (other, word) };
    word == other || (short.chars().count() >= STEM && long.starts_with(short))
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
    fn the_same_in_nearly_the_same_words() {
        assert!(is_same_lesson("Commit messages always in English", "commit messages always in english."));
        assert!(!is_same_lesson("Use pnpm for installs", "Use pnpm for tests"));
    }
}
