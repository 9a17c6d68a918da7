//! A decoded view of a text, as its reader would see it, with the way back to the original.
//!
//! Messages quote JSON, logs and URLs, where `/` is `\/`, `&` is `\u0026` or `%26`, and a line
//! break is `\n`. A secret must be seen through several layers of that. Decoding something that
//! only looks like an escape (`C:\new`) does no harm: the view is only searched, and masks are made
//! in the original.

use std::borrow::Cow;
use std::ops::Range;

pub(super) struct View<'a> {
    pub(super) text: Cow<'a, str>,
    /// Positions at which the decoded and the original text correspond: before and after each
    /// escape.
    anchors: Vec<Anchor>,
}

struct Anchor {
    decoded: usize,
    original: usize,
}

impl<'a> View<'a> {
    pub(super) fn of(original: &'a str) -> View<'a> {
        let Some(first) = next_escape(original, 0) else {
            return View { text: Cow::Borrowed(original), anchors: Vec::new() };
        };
        let mut text = String::with_capacity(original.len());
        let mut anchors = Vec::new();
        let (mut copied, mut escape) = (0, Some(first));
        while let Some(at) = escape {
            let (decoded, length) = decode(&original.as_bytes()[at..]);
            if let Some(c) = decoded {
                text.push_str(&original[copied..at]);
                anchors.push(Anchor { decoded: text.len(), original: at });
                text.push(c);
                copied = at + length;
                anchors.push(Anchor { decoded: text.len(), original: copied });
            }
            escape = next_escape(original, at + length);
        }
        text.push_str(&original[copied..]);
        View { text: Cow::Owned(text), anchors }
    }

    pub(super) fn is_decoded(&self) -> bool {
        !self.anchors.is_empty()
    }

    pub(super) fn original(&self, decoded: Range<usize>) -> Range<usize> {
        self.original_at(decoded.start)..self.original_at(decoded.end)
    }

    fn original_at(&self, decoded: usize) -> usize {
        match self.anchors.partition_point(|anchor| anchor.decoded <= decoded).checked_sub(1) {
            Some(last) => self.anchors[last].original + (decoded - self.anchors[last].decoded),
            None => decoded,
        }
    }
}

fn next_escape(text: &str, from: usize) -> Option<usize> {
    let offset = text.as_bytes()[from..].iter().position(|byte| matches!(byte, b'\\' | b'%'))?;
    Some(from + offset)
}

/// The character that an escape stands for, if it is one, and the number of bytes read.
fn decode(bytes: &[u8]) -> (Option<char>, usize) {
    if bytes[0] == b'%' { decode_percent(bytes) } else { decode_backslash(bytes) }
}

/// Any number of backslashes counts as one: nested JSON doubles them at every level.
fn decode_backslash(bytes: &[u8]) -> (Option<char>, usize) {
    let slashes = bytes.iter().take_while(|&&byte| byte == b'\\').count();
    let (c, length) = match bytes.get(slashes) {
        Some(b'n') => (Some('\n'), 1),
        Some(b'r') => (Some('\r'), 1),
        Some(b't') => (Some('\t'), 1),
        Some(b'b') => (Some('\u{8}'), 1),
        Some(b'f') => (Some('\u{c}'), 1),
        Some(&c @ (b'"' | b'\'' | b'`' | b'/')) => (Some(char::from(c)), 1),
        Some(b'u') => (hex(bytes, slashes + 1, 4), 5),
        Some(b'x') => (hex(bytes, slashes + 1, 2), 3),
        _ => (None, 0),
    };
    if c.is_some() { (c, slashes + length) } else { (None, slashes) }
}

/// `%26`, and `%2526` for a URL within a URL.
fn decode_percent(bytes: &[u8]) -> (Option<char>, usize) {
    let layers = bytes[1..].chunks_exact(2).take_while(|pair| pair == b"25").count();
    match hex(bytes, 1 + 2 * layers, 2).filter(char::is_ascii) {
        Some(c) => (Some(c), 3 + 2 * layers),
        None if layers > 0 => (Some('%'), 1 + 2 * layers),
        None => (None, 1),
    }
}

fn hex(bytes: &[u8], from: usize, digits: usize) -> Option<char> {
    let digits = std::str::from_utf8(bytes.get(from..from + digits)?).ok()?;
    let code = digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(digits)?;
    char::from_u32(u32::from_str_radix(code, 16).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_are_decoded_and_found_again() {
        for (original, decoded) in [
            ("plain", "plain"),
            (r"a\nb\/c\u0026d", "a\nb/c&d"),
            (r#"{\"k\":\"v\"}"#, r#"{"k":"v"}"#),
            (r#"{\\\"k\\\":1\\n}"#, "{\"k\":1\n}"),
            ("a%3Db%253Dc%25", "a=b=c%"),
            (r"\q \u12 100% %zz \ud800 \", r"\q \u12 100% %zz \ud800 \"),
            ("ü\\u00fc%C3é", "üü%C3é"),
        ] {
            let view = View::of(original);
            assert_eq!(view.text, decoded, "{original:?}");
            assert_eq!(view.original(0..view.text.len()), 0..original.len());
        }
        let view = View::of(r"x\/y\nz");
        assert_eq!(view.original(1..2), 1..3);
        assert_eq!(view.original(2..4), 3..6);
    }

    proptest! {
        #[test]
        fn every_position_leads_to_a_character_of_the_original(text in r#"(\\|%25|%3D|\\u00e9|n|"|é|a){0,20}"#) {
            let view = View::of(&text);
            for (at, _) in view.text.char_indices() {
                prop_assert!(text.is_char_boundary(view.original(at..at).start));
            }
        }
    }
}
