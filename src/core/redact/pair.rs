//! Pairs such as `bob:password`, as people write them down.

use std::ops::Range;

use super::likely::unmistakable;
use super::random::has_digit;
use super::value::{is_address, is_one_of, is_term};
use super::words::floor;

/// Labels that stand before a colon with something random after it.
const LABELS: &str = "branch build checksum commit digest etag file hash head host id image integrity job model msg name node \
    ref release sha tag task test title type uid url uuid version";

const LONGEST_NAME: usize = 48;

/// The word before this position, if it is a person's name. Text has many colons, and most of them
/// are something else.
pub(super) fn name_before(text: &str, colon: usize) -> Option<&str> {
    text.as_bytes().get(colon + 1).filter(|next| next.is_ascii_alphanumeric())?;
    let from = floor(text, colon.saturating_sub(LONGEST_NAME));
    let nearby = &text[from..colon];
    let is_edge =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | '[' | '=' | '>' | ',' | ';');
    let name = nearby.rsplit(is_edge).next()?;
    let begins = name.len() < nearby.len() || from == 0;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && (name.chars().all(is_plain) || is_address(name));
    (begins && is_name).then_some(name)
}

/// The password has both cases and a digit; anything else may be a tag, a branch or a number.
pub(super) fn secret(text: &str, colon: usize, range: Range<usize>) -> Option<Range<usize>> {
    let name = name_before(text, colon)?.to_lowercase();
    let value = &text[range.clone()];
    let mixed = value.bytes().any(|byte| byte.is_ascii_lowercase())
        && value.bytes().any(|byte| byte.is_ascii_uppercase())
        && has_digit(value);
    let is_label = is_term(&name) || name.split(['_', '-']).any(|part| is_one_of(LABELS, part));
    (mixed && !is_label).then(|| unmistakable(text, range)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_password_are_one_word() {
        for (text, expected) in [
            ("bob:Walrus30Tusk", Some("Walrus30Tusk")),
            ("log in:\n- bob@acme.io:Walrus30Tusk\n", Some("Walrus30Tusk")),
            ("it is bob:Walrus30Tusk", Some("Walrus30Tusk")),
            ("ada:Otter41Pond,bob:Walrus30Tusk", Some("Walrus30Tusk")),
            ("[bob:Walrus30Tusk", Some("Walrus30Tusk")),
            ("see a/bob:Walrus30Tusk", None),
            ("sha256:Walrus30Tusk", None),
            ("build_id:Walrus30Tusk", None),
            ("image:walrus30tusk", None),
            ("src/main.rs:Walrus30Tusk", None),
        ] {
            let colon = text.rfind(':').unwrap();
            let end = text[colon..].find('\n').map_or(text.len(), |end| colon + end);
            let found = secret(text, colon, colon + 1..end).map(|range| &text[range]);
            assert_eq!(found, expected, "{text}");
        }
    }
}
