//! Cutting a message into sentences. A sentence is always a piece of the original text, so that what is quoted from
//! it can be found again.

use super::phrases::fold_case;

#[derive(Clone, Debug)]
pub(super) struct Sentence<'a> {
    pub(super) text: &'a str,
    /// The same text in lower case, place by place.
    pub(super) lower: String,
    /// Closed by a question mark.
    pub(super) asks: bool,
    /// Another sentence of the message takes back that it holds beyond this task.
    pub(super) is_limited: bool,
}

impl<'a> Sentence<'a> {
    fn new(text: &'a str) -> Option<Self> {
        let text = text.trim();
        text.contains(char::is_alphanumeric).then(|| Sentence {
            text,
            lower: fold_case(text),
            asks: text.trim_end_matches(['"', ')', '!', ' ']).ends_with(['?', '？']),
            is_limited: false,
        })
    }
}

/// The sentences of one line. A dot inside `a.b`, after a list's number or in "e.g." ends nothing, and neither
/// does anything between backticks.
pub(super) fn sentences(line: &str) -> Vec<Sentence<'_>> {
    let mut found = vec![];
    let mut start = 0;
    let mut in_code = false;
    for (at, c) in line.char_indices() {
        in_code ^= c == '`';
        let end = at + c.len_utf8();
        if !in_code && ends_sentence(&line[start..at], c, &line[end..]) {
            found.extend(Sentence::new(&line[start..end]));
            start = end;
        }
    }
    found.extend(Sentence::new(&line[start..]));
    found
}

fn ends_sentence(before: &str, mark: char, after: &str) -> bool {
    match mark {
        '。' | '！' | '？' => true,
        '!' | '?' => after.is_empty() || after.starts_with(char::is_whitespace),
        '.' => after.starts_with(char::is_whitespace) && !is_abbreviation(before),
        _ => false,
    }
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or(before);
    let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    is_number
        || matches!(
            fold_case(word).as_str(),
            "e.g" | "i.e" | "etc" | "vs" | "z.b" | "d.h" | "bzw" | "p.ex" | "p. ej" | "cf"
        )
}

/// What follows the number of a list's item.
pub(super) fn numbered_item(line: &str) -> Option<&str> {
    let line = line.trim();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = line.len() - rest.len();
    let item = rest.strip_prefix(['.', ')', '、', '．'])?;
    ((1..=2).contains(&digits) && !item.trim().is_empty()).then(|| item.trim())
}

/// What follows the mark of a list's item; what is indented belongs to the item above.
pub(super) fn bulleted_item(line: &str) -> Option<&str> {
    let item = ["- ", "* ", "• "].iter().find_map(|mark| line.strip_prefix(mark))?;
    (!item.trim().is_empty()).then(|| item.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<&str> {
        sentences(line).into_iter().map(|sentence| sentence.text).collect()
    }

    #[test]
    fn sentences_end_where_readers_think_so() {
        for (line, expected) in [
            ("Stop. Use pnpm! Why npm? Because", vec!["Stop.", "Use pnpm!", "Why npm?", "Because"]),
            ("see src/core/mod.rs and v1.2.3", vec!["see src/core/mod.rs and v1.2.3"]),
            ("use e.g. pnpm. ok", vec!["use e.g. pnpm.", "ok"]),
            ("1. run it", vec!["1. run it"]),
            ("run `a. b` now. Then c", vec!["run `a. b` now.", "Then c"]),
            ("... !? ...", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(texts(line), expected, "{line}");
        }
    }

    #[test]
    fn questions_are_known_by_their_mark() {
        assert!(sentences("why npm?")[0].asks);
        assert!(sentences("なぜ？")[0].asks);
        assert!(!sentences("not npm")[0].asks);
    }

    #[test]
    fn list_items_lose_their_number() {
        for (line, expected) in [
            ("1. run it", Some("run it")),
            (" 12) run it ", Some("run it")),
            ("2026. was", None),
            ("1.", None),
            ("run 1. it", None),
        ] {
            assert_eq!(numbered_item(line), expected, "{line}");
        }
    }
}
