//! How much of a model's attention a text takes, without asking one: four letters of code or English make a token, two of
//! other alphabets, and every sign of a script that writes no letters is one.

const QUARTERS: usize = 4;
const LAST_LATIN: char = '\u{24F}';
/// Dashes, quotation marks and the like are as common as letters.
const PUNCTUATION: std::ops::RangeInclusive<char> = '\u{2000}'..='\u{206F}';
const FIRST_IDEOGRAPHIC: char = '\u{2E80}';

/// Above this the client shows a short preview instead.
pub const CLIENT_MAX_CHARS: usize = 10_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub tokens: usize,
    /// With less room than this nothing useful fits.
    pub min_room: usize,
}

impl Budget {
    /// No character is lighter than a quarter of a token, so the client's limit is kept, too.
    pub fn most_quarters(self) -> usize {
        in_quarters(self.tokens).min(CLIENT_MAX_CHARS)
    }
}

pub fn tokens(text: &str) -> usize {
    quarters(text).div_ceil(QUARTERS)
}

/// What fits is counted in quarters: whole tokens do not add up.
pub fn quarters(text: &str) -> usize {
    // Hooks count, and nearly every line is plain.
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
