//! Taking a sentence apart into what is wanted and why.

use super::clause::{as_line, tidy};
use super::language::Language;
use super::phrases::fold_case;

pub(super) struct Reason<'a> {
    /// Why, as a line of its own.
    pub(super) text: String,
    /// What is left of the sentence: what is wanted.
    pub(super) rest: &'a str,
}

const FEWEST_REASON_CHARS: usize = 6;

pub(super) fn reason_of<'a>(sentence: &'a str, language: &Language) -> Option<Reason<'a>> {
    let lower = language.without_false_reasons(&fold_case(sentence));
    let after = after_marker(sentence, &lower, language);
    let reason = after.or_else(|| before_marker(sentence, &lower, language))?;
    // Han and kana say more per character.
    let weight: usize = reason.text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    (weight >= FEWEST_REASON_CHARS).then_some(reason)
}

/// "X because Y" and "because Y, X". "So that" stays with its reason, "because" does not.
fn after_marker<'a>(sentence: &'a str, lower: &str, language: &Language) -> Option<Reason<'a>> {
    let because = language.because.find(lower).map(|place| (place.start, place.end));
    let so_that = language.so_that.find(lower).map(|place| (place.start, place.start));
    let (marker, why) = because.into_iter().chain(so_that).min()?;
    let (why_end, rest) = if only_fillers(&sentence[..marker], language) {
        let comma = why + sentence[why..].find([',', '，', '、'])?;
        (comma, &sentence[comma..])
    } else {
        (sentence.len(), &sentence[..marker])
    };
    let text = &sentence[why..why_end];
    Some(Reason { text: if marker == why { as_line(text) } else { tidy(text, language) }, rest })
}

fn only_fillers(text: &str, language: &Language) -> bool {
    let mut rest = fold_case(text.trim());
    while let Some(length) = language.fillers.at_start(&rest) {
        rest = rest[length..].trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned();
    }
    rest.is_empty()
}

/// "YなのでX"
fn before_marker<'a>(sentence: &'a str, lower: &str, language: &Language) -> Option<Reason<'a>> {
    let marker = language.because_after.find(lower)?;
    let (why, rest) = (&sentence[..marker.start], &sentence[marker.end..]);
    if rest.chars().any(char::is_alphanumeric) {
        return Some(Reason { text: tidy(why, language), rest });
    }
    // "X、Yからです": the reason closes the sentence, what is wanted stands before it.
    let comma = why.rfind(['、', '，', ','])?;
    Some(Reason { text: tidy(&why[comma..], language), rest: &why[..comma] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::extract::markers::language::language_of;

    #[test]
    fn what_and_why_are_told_apart() {
        for (sentence, why, rest) in [
            ("use pnpm because npm breaks the lockfile", "Npm breaks the lockfile", "use pnpm "),
            ("since npm breaks the lockfile, use pnpm", "npm breaks the lockfile", ", use pnpm"),
            ("ok, because users rely on it, keep `auth`", "Users rely on it", ", keep `auth`"),
            ("pin it to avoid surprises in CI", "To avoid surprises in CI", "pin it "),
            ("nimm pnpm, weil npm das Lockfile zerstört", "npm das Lockfile zerstört", "nimm pnpm, "),
            ("utilise pnpm pour éviter les conflits", "Pour éviter les conflits", "utilise pnpm "),
            ("lockfileが壊れるので、pnpmを使ってください", "lockfileが壊れる", "、pnpmを使ってください"),
            ("因为锁文件会坏，所以用pnpm", "锁文件会坏", "，所以用pnpm"),
            ("用pnpm，以免锁文件坏掉", "以免锁文件坏掉", "用pnpm，"),
        ] {
            let found = reason_of(sentence, language_of(sentence).unwrap()).unwrap();
            assert_eq!(found.text.to_lowercase(), why.to_lowercase(), "{sentence}");
            assert_eq!(found.rest, rest, "{sentence}");
        }
    }

    #[test]
    fn no_reason_no_split() {
        for sentence in ["use pnpm", "it fails since yesterday", "because", "because it is so"] {
            assert!(reason_of(sentence, language_of(sentence).unwrap()).is_none(), "{sentence}");
        }
    }
}
