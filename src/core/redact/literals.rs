//! Search for concrete secrets in any form: as they are, with the backslashes of JSON and Markdown
//! between their characters, in other case, as part of a file name, and cut short with a truncated
//! text.

use std::borrow::Cow;
use std::collections::BTreeSet;

use regex::bytes::{Regex, RegexBuilder};

use super::mask;

/// Shorter secrets occur in other words as well.
const SHORTEST: usize = 6;
/// This much of a secret identifies it, however long it is.
const LONGEST_NEEDED: usize = 48;
const SHORTEST_BEGINNING: usize = 8;
/// A single pattern of all would be too large to compile.
const AT_ONCE: usize = 64;
const MOST_MEMORY: usize = 1 << 28;

#[derive(Debug, Default)]
pub struct Literals(Vec<Regex>);

impl Literals {
    /// The secrets that are long enough to be distinguished from other words.
    pub fn of(secrets: &BTreeSet<String>) -> Literals {
        let told = secrets.iter().map(|secret| secret.trim()).filter(|s| s.chars().count() >= SHORTEST);
        Literals::exactly(&told.collect::<Vec<_>>())
    }

    /// All of these, however short.
    pub fn exactly(secrets: &[&str]) -> Literals {
        let patterns: Vec<String> = secrets.iter().flat_map(|secret| forms(secret)).collect();
        let compile = |some: &[String]| {
            let any = some.join("|");
            RegexBuilder::new(&any).case_insensitive(true).size_limit(MOST_MEMORY).build().ok()
        };
        Literals(patterns.chunks(AT_ONCE).filter_map(compile).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn stand_in(&self, bytes: &[u8]) -> bool {
        self.0.iter().any(|regex| regex.is_match(bytes))
    }

    /// The bytes with masks in place of secrets; `None` if there are none.
    pub fn masked(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut out = Cow::Borrowed(bytes);
        for regex in self.0.iter().filter(|regex| regex.is_match(bytes)) {
            out = Cow::Owned(regex.replace_all(&out, mask::EXTRA_MASK.as_bytes()).into_owned());
        }
        match out {
            Cow::Owned(masked) => Some(masked),
            Cow::Borrowed(_) => None,
        }
    }

    pub fn masked_text(&self, text: &str) -> Option<String> {
        String::from_utf8(self.masked(text.as_bytes())?).ok()
    }
}

fn forms(secret: &str) -> Vec<String> {
    let words: Vec<&str> = secret.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let name = words.join("-");
    let is_telling = name.chars().count() >= SHORTEST && name != secret && name.is_ascii();
    std::iter::once(spelled(secret)).chain(is_telling.then(|| spelled(&name))).collect()
}

/// The whole secret, or enough of its beginning.
fn spelled(secret: &str) -> String {
    let characters: Vec<String> = secret.chars().map(character).collect();
    let length = characters.len();
    let needed = (length * 2 / 3).clamp(SHORTEST_BEGINNING, LONGEST_NEEDED).min(length);
    let rest = characters[needed..].iter().rev();
    let rest = rest.fold(String::new(), |after, c| format!("(?:{BETWEEN}{c}{after})?"));
    let opening = if secret.starts_with(['"', '\\']) { BETWEEN } else { "" };
    format!("{opening}{}{rest}", characters[..needed].join(BETWEEN))
}

/// Escapes of nested JSON, and of Markdown.
const BETWEEN: &str = r"\\*";

fn character(c: char) -> String {
    match c {
        c if c.is_whitespace() => r"(?:\s|\\+[nrt])+".to_owned(),
        // A space keeps the client from running what follows.
        '!' | '$' => format!("{} ?", regex::escape(&c.to_string())),
        c => regex::escape(&c.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_found_in_every_form_that_we_write() {
        let secrets = ["Wq7Zr2-LpXm", "pa\"ss\\wo rd$1", "correct horse battery"].map(str::to_owned);
        let literals = Literals::of(&secrets.into());
        for (text, expected) in [
            ("use Wq7Zr2-LpXm.", "use [redacted:extra]."),
            ("use-wq7zr2-lpxm-here.md", "use-[redacted:extra]-here.md"),
            ("use Wq7Zr2-L…", "use [redacted:extra]…"),
            (r#"{"a":"pa\"ss\\wo rd$1"}"#, r#"{"a":"[redacted:extra]"}"#),
            (r#"{"a":"{\"b\":\"pa\\\"ss\\\\wo rd$1\"}"}"#, r#"{"a":"{\"b\":\"[redacted:extra]\"}"}"#),
            (r#"pa\"ss\\wo rd$ 1"#, "[redacted:extra]"),
            (r#"{"a":"correct\nhorse  battery"}"#, r#"{"a":"[redacted:extra]"}"#),
            ("correct-horse-battery", "[redacted:extra]"),
        ] {
            assert_eq!(literals.masked_text(text).as_deref(), Some(expected), "{text}");
        }
        for harmless in ["Wq7", "correct horse", "passport", "[redacted:extra]", ""] {
            assert_eq!(literals.masked_text(harmless), None, "{harmless}");
        }
        assert!(Literals::of(&["abc".to_owned()].into()).is_empty());
        assert!(Literals::exactly(&["abc"]).stand_in(b"xABCx"));
    }
}
