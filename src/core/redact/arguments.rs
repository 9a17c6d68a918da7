//! Secrets among the arguments of a command that logs in or unlocks something.

use std::ops::Range;

use super::likely::{is_hollow, is_unmistakable};
use super::random::is_high_entropy;

/// The number of words to look at.
const REACH: usize = 12;

/// A random word in any position, or a chosen one directly after the command or one of its options.
pub(super) fn secret(text: &str, arguments: Range<usize>) -> Option<Range<usize>> {
    let mut at = arguments.start;
    let mut may_be_chosen = true;
    for word in text[arguments].split_inclusive(|c: char| c.is_whitespace() || c == '&').take(REACH) {
        let bare = word.trim_end_matches('&').trim_end().trim_matches(['"', '\'']);
        let value = bare.rsplit('=').next().unwrap_or_default();
        let value = value.trim_start_matches(['"', '\'']).trim_end_matches(['.', ',', ':', ')', '!']);
        let holds = is_high_entropy(value) || (may_be_chosen && is_unmistakable(value));
        if holds && !is_hollow(value, false) {
            return word.find(value).map(|start| at + start..at + start + value.len());
        }
        if ends_sentence(bare) {
            return None;
        }
        may_be_chosen = bare.starts_with('-');
        at += word.len();
    }
    None
}

fn ends_sentence(word: &str) -> bool {
    word.ends_with(['.', ',', ':', '!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_opens_something_is_found_among_the_arguments() {
        for (arguments, expected) in [
            ("Walrus21Tusk", Some("Walrus21Tusk")),
            ("--auth Walrus21Tusk --prod", Some("Walrus21Tusk")),
            ("init -t 'aB3dE5fG7hJ9kL2mN4pQ'", Some("aB3dE5fG7hJ9kL2mN4pQ")),
            ("--name db v=aB3dE5fG7hJ9kL2mN4pQ", Some("aB3dE5fG7hJ9kL2mN4pQ")),
            ("page, then aB3dE5fG7hJ9kL2mN4pQ", None),
            ("flow in Section2024a", None),
            ("--registry $REGISTRY2024", None),
            ("da39a3ee5e6b4b0d3255bfef95601890afd80709", Some("da39a3ee5e6b4b0d3255bfef95601890afd80709")),
        ] {
            let found = secret(arguments, 0..arguments.len()).map(|range| &arguments[range]);
            assert_eq!(found, expected, "{arguments}");
        }
    }
}
