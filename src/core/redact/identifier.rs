//! The identifier around a word, as programs and people write it: `DB_PASSWORD`, `x-api-key`,
//! `clientSecret`, `"api key"`.

use std::ops::Range;

use super::value::is_one_of;
use super::words::floor;

/// Parts that may follow the word that announces a secret: `PASSWORD_PROD`, `SECRET_KEY_BASE`,
/// `token_value`.
const TAILS: &str = "key value base base64 b64 prod production dev development staging test live local main new old string raw \
    plain text default env data current temp tmp backup";

/// Words that also occur inside others (`monkey`, `author`, `compass`), so they must be whole
/// parts.
const WHOLE: &str = "key pass pw pwd cred auth jwt";

/// Names are not longer than this.
const LONGEST: usize = 64;

pub(super) struct Identifier<'t> {
    pub(super) range: Range<usize>,
    pub(super) text: &'t str,
    /// Without separators.
    parts: Vec<&'t str>,
    /// The word before it, after a single space.
    before: &'t str,
}

impl<'t> Identifier<'t> {
    /// The name that contains the characters at `word`.
    pub(super) fn around(text: &'t str, word: &Range<usize>) -> Option<Identifier<'t>> {
        let from = floor(text, word.start.saturating_sub(LONGEST));
        let start = from + text[from..word.start].trim_end_matches(is_name_char).len();
        let to = floor(text, (word.end + LONGEST).min(text.len()));
        let tail = &text[word.end..to];
        let end = word.end + tail.len() - tail.trim_start_matches(is_name_char).len();
        let name = text[start..end].trim_end_matches(['.', '-']);
        let range = start..start + name.len();
        let before = text[from..start].strip_suffix(' ').unwrap_or_default();
        let before = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        (range.end >= word.end && range.len() <= LONGEST).then(|| Identifier {
            range,
            text: name,
            parts: parts(name),
            before,
        })
    }

    /// Whether the name ends in this word, apart from a tail without meaning.
    pub(super) fn ends_in(&self, word: &str) -> bool {
        let first = usize::from(word.starts_with('_'));
        let word = &word[first..];
        (first..self.parts.len()).any(|at| self.matches(word, at).is_some_and(|end| self.is_tail(end)))
    }

    /// Whether a part of the name begins at this character.
    pub(super) fn has_part_at(&self, at: usize) -> bool {
        let start = |part: &&str| self.range.start + (part.as_ptr() as usize - self.text.as_ptr() as usize);
        self.parts.iter().any(|part| start(part) == at)
    }

    /// The index after the parts, from this one on, that spell the word.
    fn matches(&self, word: &str, at: usize) -> Option<usize> {
        let part = self.parts[at];
        if let Some((first, second)) = word.split_once('_') {
            let next = self.parts.get(at + 1);
            let spaced = at == 0 && is(part, second) && self.before.eq_ignore_ascii_case(first);
            let joined = part.len() > second.len()
                && ends(part, second)
                && ends(&part[..part.len() - second.len()], first);
            return match is(part, first) && next.is_some_and(|next| is(next, second)) {
                true => Some(at + 2),
                false => (spaced || joined).then_some(at + 1),
            };
        }
        let holds = if is_one_of(WHOLE, word) { is(part, word) } else { ends(part, word) };
        holds.then_some(at + 1)
    }

    fn is_tail(&self, from: usize) -> bool {
        self.parts[from..].iter().all(|part| {
            is_one_of(TAILS, &part.to_ascii_lowercase()) || part.bytes().all(|byte| byte.is_ascii_digit())
        })
    }

    pub(super) fn has_many_parts(&self) -> bool {
        self.parts.len() > 1 || !self.before.is_empty()
    }

    /// `DB_PASSWORD`
    pub(super) fn is_loud(&self) -> bool {
        self.text.len() >= 3 && !self.text.bytes().any(|byte| byte.is_ascii_lowercase())
    }

    pub(super) fn is_flag(&self) -> bool {
        self.text.starts_with('-')
    }
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// The word in the singular or plural.
fn is(part: &str, word: &str) -> bool {
    part.eq_ignore_ascii_case(word) || (part.len() == word.len() + 1 && ends(part, word))
}

fn ends(part: &str, word: &str) -> bool {
    let ends =
        |part: &str| part.len() >= word.len() && part[part.len() - word.len()..].eq_ignore_ascii_case(word);
    ends(part) || part.strip_suffix(['s', 'S']).is_some_and(ends)
}

fn parts(name: &str) -> Vec<&str> {
    let bytes = name.as_bytes();
    let begins = |at: usize| {
        let (before, byte) = (at.checked_sub(1).map_or(b'_', |at| bytes[at]), bytes[at]);
        let hump = byte.is_ascii_uppercase() && before.is_ascii_lowercase();
        let word = byte.is_ascii_uppercase() && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        let apart = !before.is_ascii_alphanumeric() || before.is_ascii_digit() != byte.is_ascii_digit();
        byte.is_ascii_alphanumeric() && (hump || word || apart)
    };
    let starts = (0..bytes.len()).filter(|at| begins(*at));
    let end = |start: usize| {
        let ends = |at: &usize| !bytes[*at].is_ascii_alphanumeric() || begins(*at);
        (start + 1..bytes.len()).find(ends).unwrap_or(bytes.len())
    };
    starts.map(|start| &name[start..end(start)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_in_its_parts() {
        for (text, words, expected) in [
            ("DB_PASSWORD=", "password", true),
            ("dbpassword:", "password", true),
            ("PASSWORD_PROD=", "password", true),
            ("PASSWORD_MIN_LENGTH=", "password", false),
            ("password_hash:", "password", false),
            ("tokens:", "token", true),
            ("tokenizer:", "token", false),
            ("x-api-key:", "api_key", true),
            ("apiKey2 =", "api_key", true),
            ("myapikey =", "api_key", true),
            ("the api key:", "api_key", true),
            ("primary_key:", "key", true),
            ("monkey:", "key", false),
            ("SECRET_KEY_BASE=", "secret_key", true),
            ("secretName:", "secret", false),
        ] {
            let literal = words.rsplit('_').next().unwrap();
            let at = text.to_lowercase().rfind(literal).unwrap();
            let name = Identifier::around(text, &(at..at + literal.len())).unwrap();
            assert_eq!(name.ends_in(words), expected, "{text} {words}");
        }
    }
}
