//! The layout of a file: its line ends, indentation and comments, which new text follows.

use jsonc_parser::common::Range;
use jsonc_parser::tokens::{Token, TokenAndRange};

use super::Doc;
use super::edit::{Child, child_ranges};

impl Doc<'_> {
    pub(super) fn comma_after(&self, at: usize) -> Option<Range> {
        let next = self.tokens.iter().filter(|t| t.range.start >= at).find(|t| !is_comment(t))?;
        (next.token == Token::Comma).then_some(next.range)
    }

    /// The end of the comments at or after `at` on the same line.
    pub(super) fn past_comments(&self, at: usize) -> usize {
        let behind = self.tokens.iter().filter(|t| t.range.start >= at);
        let same_line =
            |t: &&TokenAndRange<'_>| is_comment(t) && !self.text[at..t.range.start].contains('\n');
        behind.take_while(same_line).last().map_or(at, |t| at + self.text[at..t.range.end].trim_end().len())
    }

    pub(super) fn stacked(&self, children: &[Child<'_>], indent: &str) -> String {
        let line =
            |c: &Child<'_>| format!("{}{indent}{}{}", self.newline(), c.key(), self.pretty(&c.value, indent));
        children.iter().map(line).collect::<Vec<_>>().join(",")
    }

    pub(super) fn pretty(&self, value: &serde_json::Value, indent: &str) -> String {
        let by_two = format!("{value:#}");
        let lines = by_two.lines().enumerate().map(|(i, line)| {
            let body = line.trim_start_matches(' ');
            let depth = (line.len() - body.len()) / 2;
            let lead = if i == 0 { "" } else { indent };
            format!("{lead}{}{body}", self.unit().repeat(depth))
        });
        lines.collect::<Vec<_>>().join(self.newline())
    }

    pub(super) fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// One step of indentation, taken from the root's first child.
    pub(super) fn unit(&self) -> &str {
        let first = self.root.as_ref().and_then(|root| child_ranges(root).first().copied());
        first.and_then(|r| self.own_line_indent(r.start)).filter(|indent| !indent.is_empty()).unwrap_or("  ")
    }

    pub(super) fn deeper(&self, at: usize) -> String {
        format!("{}{}", self.line_indent(at), self.unit())
    }

    pub(super) fn line_before(&self, at: usize) -> &str {
        &self.text[self.text[..at].rfind('\n').map_or(0, |i| i + 1)..at]
    }

    pub(super) fn line_indent(&self, at: usize) -> &str {
        let line = self.line_before(at);
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    /// The indentation before `at`, if `at` is the first thing on its line.
    pub(super) fn own_line_indent(&self, at: usize) -> Option<&str> {
        let line = self.line_before(at);
        (line.len() < at && line.trim().is_empty()).then_some(line)
    }
}

fn is_comment(token: &TokenAndRange<'_>) -> bool {
    matches!(token.token, Token::CommentLine(_) | Token::CommentBlock(_))
}
