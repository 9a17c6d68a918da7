//! Small operations on text that several rules share, so that "the same words" means the same
//! everywhere.
//!
//! Limits count characters, never bytes, so that they do not depend on the language of the text.

pub(crate) mod placeholder;
pub(crate) mod repetition;
pub(crate) mod similarity;
pub(crate) mod splice;
pub mod tokens;
pub(crate) mod word_prints;
pub(crate) mod words;

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// The text without invisible characters. Transcripts and model answers are data, and an invisible
/// or direction-changing character could hide an order in them. Every kind of line break becomes
/// `\n`.
pub fn inert(text: &str) -> String {
    let mut chars = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' | '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || is_invisible(c) => {}
            c => out.push(c),
        }
    }
    out
}

pub(crate) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}'   // Mongolian selectors and vowel separator
        | '\u{200B}'..='\u{200F}'   // zero-width space and joiners, direction marks
        | '\u{202A}'..='\u{202E}'   // direction embedding and override
        | '\u{2060}'..='\u{206F}'   // word joiner, invisible operators, direction isolates
        | '\u{3164}' | '\u{FFA0}'
        | '\u{FE00}'..='\u{FE0F}'   // variation selectors can carry hidden bytes
        | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}' // tags and more selectors
    )
}

/// The same JSON, with characters that a terminal would not show written as escapes.
pub fn inert_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c == '\n' || !(c.is_control() || is_invisible(c) || is_line_break(c)) {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

fn is_line_break(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// `inert` on a single line.
pub fn one_line(text: &str) -> String {
    fold_space(&inert(text))
}

/// Replaces every run of whitespace by one space and trims both ends.
pub fn fold_space(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The first `chars` characters.
pub fn head(text: &str, chars: usize) -> &str {
    // No character is shorter than a byte.
    if text.len() <= chars {
        return text;
    }
    match text.char_indices().nth(chars) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// The last `chars` characters.
pub fn tail(text: &str, chars: usize) -> &str {
    match text.char_indices().rev().take(chars).last() {
        Some((start, _)) => &text[start..],
        None => "",
    }
}

/// Longer words are cut in the middle.
const LONGEST_CUT_WORD: usize = 24;

/// The first `chars` characters, followed by `…` if something was cut: whole words, unless the last is very long.
pub fn ellipsis(text: &str, chars: usize) -> String {
    let kept = head(text, chars);
    if kept.len() == text.len() {
        return text.to_owned();
    }
    let is_cut = !text[kept.len()..].starts_with(char::is_whitespace);
    let word = kept.rfind(char::is_whitespace).filter(|at| is_cut && kept.len() - at <= LONGEST_CUT_WORD);
    format!("{}…", kept[..word.unwrap_or(kept.len())].trim_end())
}

/// Lower-case words separated by one space, so that two spellings of one sentence are equal.
pub fn normalise(text: &str) -> String {
    let lower = text.to_lowercase();
    let mut out = String::with_capacity(lower.len());
    for word in lower.split(|c| !is_word_char(c)).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// A combining accent belongs to its letter: macOS writes `é` as two characters.
fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36F}')
}

/// SHA-256 in lower-case hex.
pub fn hash(text: &str) -> String {
    hash_bytes(text.as_bytes())
}

pub fn hash_bytes(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// An id or name from the editor as a file name: unchanged if it has the shape of an id or a plain
/// name, hashed otherwise. A service's key could use any alphabet that ids use, so only shapes that
/// no key has are kept.
pub fn safe_name(id: &str) -> String {
    if is_uuid(id) || is_short_hex(id) || is_plain_name(id) {
        id.to_owned()
    } else {
        hash(id)[..32].to_owned()
    }
}

fn is_uuid(id: &str) -> bool {
    let fits = |(at, b): (usize, u8)| match at {
        8 | 13 | 18 | 23 => b == b'-',
        _ => b.is_ascii_hexdigit(),
    };
    id.len() == 36 && id.bytes().enumerate().all(fits)
}

/// The shape of agent ids.
fn is_short_hex(id: &str) -> bool {
    (1..=17).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Short words, with or without a number, and short hexadecimal numbers.
fn is_plain_name(id: &str) -> bool {
    let is_number = |word: &str| word.len() <= 8 && is_short_hex(word);
    id.len() <= 64 && id.split(['-', '_']).all(|word| is_plain_word(word) || is_number(word))
}

fn is_plain_word(word: &str) -> bool {
    let number = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = word.len() - number.len();
    (1..=24).contains(&word.len())
        && number.len() <= if letters == 0 { 8 } else { 4 }
        && number.bytes().all(|b| b.is_ascii_digit())
}

/// `1 session`, `2 sessions`.
pub fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn inert_drops_what_cannot_be_seen_and_keeps_lines() {
        for (given, expected) in [
            ("plain\ttext\nsecond", "plain\ttext\nsecond"),
            ("a\r\nb\rc\u{2028}d\u{85}e", "a\nb\nc\nd\ne"),
            ("bell\u{7} null\0 esc\u{1b}[31m", "bell null esc[31m"),
            ("a\u{202E}b\u{2066}c\u{200F}d", "abcd"),
            ("zero\u{200B}width\u{FEFF}\u{2060}", "zerowidth"),
            ("tag\u{E0041}\u{E0042}s", "tags"),
            ("nai\u{308}ve Grüße 日本", "nai\u{308}ve Grüße 日本"),
        ] {
            assert_eq!(inert(given), expected, "{given:?}");
        }
    }

    #[test]
    fn one_line_folds_every_space() {
        assert_eq!(one_line("  a\n\n b\u{a0}\tc\u{200B}d \r\n"), "a b cd");
        assert_eq!(one_line("\u{2029}"), "");
        assert_eq!(fold_space(" x  y "), "x y");
    }

    #[test]
    fn cuts_count_characters() {
        for (chars, first, last, short) in [
            (0, "", "", "…"),
            (1, "ü", "b", "ü…"),
            (3, "üma", "lab", "üma…"),
            (6, "ümalab", "ümalab", "ümalab"),
            (9, "ümalab", "ümalab", "ümalab"),
        ] {
            assert_eq!(head("ümalab", chars), first);
            assert_eq!(tail("ümalab", chars), last);
            assert_eq!(ellipsis("ümalab", chars), short);
        }
        assert_eq!(ellipsis("", 0), "");
        assert_eq!(ellipsis("overwritten every time", 17), "overwritten every…");
        assert_eq!(ellipsis("overwritten every time", 20), "overwritten every…");
        assert_eq!(ellipsis("the overwrittenoverwrittenoverwritten", 30), "the overwrittenoverwrittenover…");
    }

    #[test]
    fn normalise_keeps_words_of_any_language() {
        for (given, expected) in [
            ("Run `cargo test` -- ALWAYS!", "run cargo test always"),
            ("  Größe_ÄNDERN  ", "größe ändern"),
            ("ΟΔΟΣ, дОМ; 日本語。", "οδος дом 日本語"),
            ("cafe\u{301} Café", "cafe\u{301} café"),
            ("…—!", ""),
        ] {
            assert_eq!(normalise(given), expected, "{given:?}");
        }
    }

    #[test]
    fn hash_is_sha256_hex() {
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in "\\PC{0,80}|(?s).{0,80}") {
            prop_assert_eq!(inert(&inert(&text)), inert(&text));
            prop_assert_eq!(one_line(&one_line(&text)), one_line(&text));
            prop_assert_eq!(normalise(&normalise(&text)), normalise(&text));
        }

        #[test]
        fn head_and_tail_meet(text in "(?s).{0,40}", at in 0usize..50) {
            let rest = text.chars().count().saturating_sub(at);
            prop_assert_eq!(format!("{}{}", head(&text, at), tail(&text, rest)), text);
        }
    }

    #[test]
    fn odd_ids_never_become_paths() {
        for plain in [
            "0f8fad5b-d9cb-469f-a165-70867728950e",
            "a3f9c2d1e",
            "week-12",
            "code_reviewer",
            "2026-03-02",
            "s1-0004",
        ] {
            assert_eq!(safe_name(plain), plain);
        }
        for odd in ["", "../x", "a/b", "a b", "é", &"x".repeat(65), "a--b"] {
            let safe = safe_name(odd);
            assert!(safe.len() == 32 && safe.bytes().all(|b| b.is_ascii_hexdigit()), "{odd} → {safe}");
        }
    }

    #[test]
    fn no_issued_key_passes_for_an_id() {
        for key in crate::core::redact::detectors().map(|detector| detector.sample().secret) {
            let is_id = is_uuid(&key) || key.len() < 12;
            assert!(is_id || safe_name(&key) != key, "{key}");
        }
        for key in ["AKIAIOSFODNN7EXAMPLE", "Wq7Zr2LpXm", "Sommer2024!", "d41d8cd98f00b204e9800998ecf8427e"] {
            assert_ne!(safe_name(key), key);
        }
    }
}
