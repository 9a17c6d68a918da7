//! An estimate of a text's token count, without a model: four letters of code or English per token,
//! two of other alphabets, and one per sign of a script without letters.

const QUARTERS: usize = 4;
const LAST_LATIN: char = '\u{24F}';
/// Dashes, quotation marks and similar signs weigh as much as letters.
const PUNCTUATION: std::ops::RangeInclusive<char> = '\u{2000}'..='\u{206F}';
const FIRST_IDEOGRAPHIC: char = '\u{2E80}';

/// The client shows only a short preview of longer texts.
pub const CLIENT_MAX_CHARS: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub tokens: usize,
    /// The least room, in tokens, in which something useful fits.
    pub min_room: usize,
}

impl Budget {
    /// A character weighs at least a quarter of a token, so this also respects the client's limit.
    pub fn most_quarters(self) -> usize {
        in_quarters(self.tokens).min(CLIENT_MAX_CHARS)
    }
}

pub fn tokens(text: &str) -> usize {
    quarters(text).div_ceil(QUARTERS)
}

/// The weight in quarters of a token. Budgets count in quarters, because rounded tokens do not add
/// up.
pub fn quarters(text: &str) -> usize {
    // A fast path: hooks count tokens, and most lines are plain ASCII.
    if text.is_ascii() { text.len() } else { text.chars().map(weight).sum() }
}

pub fn in_quarters(tokens: usize) -> usize {
    tokens.saturating_mul(QUARTERS)
}

fn weight(c: char) -> usize {
    match c {
        _ if c <= LAST_LATIN || PUNCTUATION.contains(&c) => 1,
        _ if c < FIRST_IDEOGRAPHIC => 2,
        _ => QUARTERS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_differ() {
        for (text, expected) in [
            ("", 0),
            ("a", 1),
            ("abcd", 1),
            ("abcde", 2),
            ("äöüß", 1),
            ("“a”…", 1),
            ("тест", 2),
            ("不要用", 3),
            ("テスト", 3),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }
}
