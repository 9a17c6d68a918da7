//! The page of an item, as lines that fit a width. Text from a transcript or a model is made inert
//! here.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::core::text;

/// The meaning of a line, not its appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStyle {
    Title,
    Why,
    Heading,
    Plain,
    Faint,
    Added,
    Removed,
}

/// One line before it is wrapped; wrapped lines are indented to its first word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLine {
    pub tone: LineStyle,
    /// Stands before the first piece; the others are indented by its width.
    pub lead: &'static str,
    pub text: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewPage(pub Vec<PageLine>);

impl ReviewPage {
    pub fn line(&mut self, tone: LineStyle, lead: &'static str, words: &str) {
        for part in text::inert(words).split('\n') {
            self.0.push(PageLine { tone, lead, text: part.replace('\t', "  ") });
        }
    }

    pub fn gap(&mut self) {
        self.line(LineStyle::Plain, "", "");
    }

    /// A heading and the lines below it; nothing without lines.
    pub fn section(&mut self, heading: &str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.gap();
        self.line(LineStyle::Heading, "", heading);
        for line in lines {
            self.line(LineStyle::Plain, "  ", &text::one_line(line));
        }
    }

    pub fn fitted(&self, width: usize) -> Vec<(LineStyle, String)> {
        let fit = |line: &PageLine| {
            let room = width.saturating_sub(line.lead.width()).max(1);
            let indent = " ".repeat(line.lead.width());
            let pieces = wrap(&line.text, room).into_iter().enumerate();
            let piece = |(n, piece): (usize, String)| {
                let lead = if n == 0 { line.lead } else { &indent };
                (line.tone, format!("{lead}{piece}").trim_end().to_owned())
            };
            pieces.map(piece).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(fit).collect()
    }
}

/// Breaks at spaces if it can, and within a word if it must. A line's own indentation is kept.
pub fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line.trim_end();
    while rest.width() > width {
        let fits = longest_fit(rest, width);
        let at_space = rest[..fits].rfind(' ').filter(|at| !rest[..*at].trim().is_empty());
        let ends_here = rest[fits..].starts_with(' ');
        let (head, tail) = rest.split_at(if ends_here { fits } else { at_space.unwrap_or(fits) });
        lines.push(head.trim_end().to_owned());
        rest = tail.trim_start();
    }
    if !rest.is_empty() || lines.is_empty() {
        lines.push(rest.to_owned());
    }
    lines
}

/// The bytes of the characters that fit; at least one character, so that the loop ends.
fn longest_fit(text: &str, width: usize) -> usize {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += c.width().unwrap_or(0);
        if used > width && at > 0 {
            return at;
        }
    }
    text.len()
}

/// The part that fits, with `…` for the rest.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    match width {
        0 => String::new(),
        1 => "…".to_owned(),
        _ => {
            let fits = longest_fit(text, width - 1);
            let head = if text[..fits].width() < width { &text[..fits] } else { "" };
            format!("{head}…")
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_stay_whole_where_they_can() {
        for (text, width, expected) in [
            ("use pnpm here", 20, vec!["use pnpm here"]),
            ("use pnpm here", 8, vec!["use pnpm", "here"]),
            ("use pnpm here", 7, vec!["use", "pnpm", "here"]),
            ("abcdefghij", 4, vec!["abcd", "efgh", "ij"]),
            ("日本語のテキスト", 6, vec!["日本語", "のテキ", "スト"]),
            ("日本語", 1, vec!["日", "本", "語"]),
            ("    indented text", 12, vec!["    indented", "text"]),
            ("שלום עולם", 5, vec!["שלום", "עולם"]),
            ("", 5, vec![""]),
        ] {
            assert_eq!(wrap(text, width), expected, "{text} at {width}");
        }
    }

    #[test]
    fn what_is_cut_says_so() {
        for (text, width, expected) in [
            ("abc", 3, "abc"),
            ("abcd", 3, "ab…"),
            ("日本語", 4, "日…"),
            ("日本", 2, "…"),
            ("ab", 1, "…"),
            ("ab", 0, ""),
        ] {
            assert_eq!(cut(text, width), expected, "{text} at {width}");
        }
    }

    #[test]
    fn a_page_is_inert_and_hangs_together() {
        let mut page = ReviewPage::default();
        page.section("quotes", &["a\u{1b}[2Jb \u{202e}c".to_owned(), "long words here".to_owned()]);
        page.section("nothing", &[]);
        let lines: Vec<String> = page.fitted(12).into_iter().map(|(_, line)| line).collect();
        assert_eq!(lines, ["", "quotes", "  a[2Jb c", "  long words", "  here"]);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_everything_fits(text in "[a-zé日 語😀]{0,60}", width in 2usize..30) {
            let lines = wrap(&text, width);
            prop_assert!(lines.iter().all(|line| line.width() <= width), "{lines:?}");
            let joined: String = lines.concat().split_whitespace().collect();
            prop_assert_eq!(joined, text.split_whitespace().collect::<String>());
            prop_assert!(cut(&text, width).width() <= width);
        }
    }
}
