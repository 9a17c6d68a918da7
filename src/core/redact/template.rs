//! Shapes of tokens, written as they look: `ghp_{a36}` is a prefix and 36 letters or digits.
//!
//! `{a36}` stands for exactly 36 characters of a class, `{a20+}` for at least 20, and `{a12-24}`
//! for 12 to 24. They need no regular expression, and the samples of the tests come from the same
//! line.

use std::ops::Range;

use super::noise::Noise;

/// Tokens are not longer; without a limit, a text of nothing but prefixes would be read once for
/// each of them.
const LONGEST: usize = 8 * 1024;

pub(super) struct Template {
    parts: Vec<Part>,
    /// The index of the part that the scanner looks for.
    anchor: usize,
}

enum Part {
    Text(&'static str),
    Run { class: u8, least: usize, most: usize },
}

/// Whether the class with this letter contains the character.
fn holds(class: u8, byte: u8) -> bool {
    match class {
        b'a' => byte.is_ascii_alphanumeric(),
        b'b' => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'),
        b'd' => byte.is_ascii_digit(),
        b'h' => matches!(byte, b'0'..=b'9' | b'a'..=b'h'),
        b'H' => byte.is_ascii_hexdigit(),
        b'l' => matches!(byte, b'0'..=b'9' | b'a'..=b'z'),
        b'u' => matches!(byte, b'0'..=b'9' | b'A'..=b'Z'),
        b'w' => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
        b'x' => {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'=' | b'~' | b'+' | b'/')
        }
        _ => false,
    }
}

impl Template {
    /// `None` for a malformed template; a test tries every row.
    pub(super) fn parse(form: &'static str) -> Option<Template> {
        let mut parts = Vec::new();
        let mut rest = form;
        while !rest.is_empty() {
            let (text, after) = rest.split_once('{').unwrap_or((rest, ""));
            if !text.is_empty() {
                parts.push(Part::Text(text));
            }
            if rest.len() > text.len() {
                let (run, tail) = after.split_once('}')?;
                parts.push(run_of(run)?);
                rest = tail;
            } else {
                rest = "";
            }
        }
        let length = |at: &usize| match &parts[*at] {
            Part::Text(text) => text.len(),
            Part::Run { .. } => 0,
        };
        let anchor = (0..parts.len()).rev().max_by_key(length)?;
        (length(&anchor) > 0).then_some(Template { parts, anchor })
    }

    pub(super) fn literal(&self) -> &'static str {
        match self.parts[self.anchor] {
            Part::Text(text) => text,
            Part::Run { .. } => "",
        }
    }

    /// The token whose literal is at this position.
    pub(super) fn find(&self, text: &str, literal: usize) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        let mut start = literal;
        for part in self.parts[..self.anchor].iter().rev() {
            start -= match part {
                // The run before it may have included these characters.
                Part::Text(text) if bytes[start..].starts_with(text.as_bytes()) => 0,
                Part::Text(text) => bytes[..start].ends_with(text.as_bytes()).then_some(text.len())?,
                Part::Run { class, least, most } => {
                    let count = count(bytes[..start].iter().rev(), *class, *most);
                    (count >= *least).then_some(count)?
                }
            };
        }
        let mut end = literal;
        for part in &self.parts[self.anchor..] {
            end += match part {
                Part::Text(text) => bytes[end..].starts_with(text.as_bytes()).then_some(text.len())?,
                Part::Run { class, least, most } => {
                    let count = count(bytes[end..].iter(), *class, *most);
                    (count >= *least).then_some(count)?
                }
            };
        }
        end += bytes[end..].iter().take(3).take_while(|byte| **byte == b'=').count();
        Some(start..end)
    }

    pub(super) fn sample(&self, noise: &mut Noise) -> String {
        let parts = self.parts.iter().map(|part| match part {
            Part::Text(text) => (*text).to_owned(),
            Part::Run { class, least, .. } => noise.word(*class, *least),
        });
        parts.collect()
    }
}

fn count<'b>(bytes: impl Iterator<Item = &'b u8>, class: u8, most: usize) -> usize {
    bytes.take(most).take_while(|byte| holds(class, **byte)).count()
}

fn run_of(run: &str) -> Option<Part> {
    let (class, count) = (*run.as_bytes().first()?, run.get(1..)?);
    let (least, most) = match (count.strip_suffix('+'), count.split_once('-')) {
        (Some(least), _) => (least.parse().ok()?, LONGEST),
        (None, Some((least, most))) => (least.parse().ok()?, most.parse().ok()?),
        (None, None) => (count.parse().ok()?, count.parse().ok()?),
    };
    Some(Part::Run { class, least, most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_finds_what_it_describes() {
        for (form, text, expected) in [
            ("ab_{d3}", "x ab_123 y", Some("ab_123")),
            ("ab_{d3}", "x ab_12 y", None),
            ("ab_{l2+}.{u1-2}", "ab_k3j9.Q7", Some("ab_k3j9.Q7")),
            ("{a2}8Q~{a3}", "(xY8Q~abc)", Some("xY8Q~abc")),
            ("ab_{b4+}", "ab_a/+9==,", Some("ab_a/+9==")),
        ] {
            let template = Template::parse(form).unwrap();
            let found = text.find(template.literal()).and_then(|at| template.find(text, at));
            assert_eq!(found.map(|range| &text[range]), expected, "{form}");
        }
        assert!(Template::parse("{a3}").is_none() && Template::parse("a{a").is_none());
    }
}
