//! The places that a lesson is limited to: "use npm in the Dockerfile" says nothing about other
//! files.

use std::collections::BTreeSet;

use super::is_file_name;

/// Words that introduce the file or folder in which something holds.
const LEADS: &[&str] = &["in", "inside", "within", "under", "below", "for"];
const BETWEEN: &[&str] = &["the", "our", "your", "all", "any", "folder", "directory", "file", "and", "or"];
const AROUND: &[char] = &['`', '"', '\'', '(', ')', '[', ']', ',', ';', ':', '!', '?'];

/// The files and folders after such words, in the spelling of keys.
pub(crate) fn places(text: &str) -> BTreeSet<String> {
    let mut is_led = false;
    let mut places = BTreeSet::new();
    for word in text.split_whitespace() {
        if is_led && is_place(word) {
            places.insert(bare(word).to_lowercase());
        } else {
            is_led = is_lead(word) || (is_led && is_between(word));
        }
    }
    places
}

/// Whether the word introduces a place. A comma separates: in "no, src/a.rs stays" nothing does.
pub(crate) fn is_lead(word: &str) -> bool {
    !word.ends_with([',', ';']) && LEADS.contains(&bare(word).to_lowercase().as_str())
}

pub(crate) fn is_between(word: &str) -> bool {
    BETWEEN.contains(&bare(word).to_lowercase().as_str())
}

pub(crate) fn is_place(word: &str) -> bool {
    let word = bare(word);
    is_file_name(word) || is_folder(word)
}

fn bare(word: &str) -> &str {
    word.trim_start_matches(AROUND).trim_end_matches(|c| AROUND.contains(&c) || c == '.' || c == '/')
}

/// A path such as `services/api`, whatever its first folder is called.
fn is_folder(word: &str) -> bool {
    let is_name = |part: &str| part.contains(char::is_alphanumeric);
    word.contains('/') && !word.contains("://") && word.split('/').all(is_name)
}

/// Whether what holds in one place holds in the other.
pub(crate) fn is_below(place: &str, other: &str) -> bool {
    place.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_led_by_a_word_for_it() {
        for (text, expected) in [
            ("Use npm, not pnpm, in the Dockerfile", &["dockerfile"][..]),
            ("in packages/legacy use axios", &["packages/legacy"]),
            ("Set `timeout` to 30 in `config/web.toml`.", &["config/web.toml"]),
            ("use `vitest` in packages/a and packages/b", &["packages/a", "packages/b"]),
            ("Commit src/a.rs", &[]),
            ("Don't edit src/generated, in general", &[]),
            ("Use redis in the tests", &[]),
            ("No, src/a.rs stays as it is", &[]),
        ] {
            assert_eq!(places(text).into_iter().collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
