//! A small Markdown reader for the text that people write around our entries: lines, headings,
//! fields.
//!
//! Hooks read the knowledge files, too, so there is no regular expression here.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Context {
    Prose,
    /// In a code fence or a comment, where a heading is not displayed and does not count.
    Hidden,
}

#[derive(Clone, Debug)]
pub(super) struct MarkdownLine<'a> {
    /// Without its line break.
    pub(super) text: &'a str,
    /// With its line break.
    pub(super) span: Range<usize>,
    context: Context,
}

impl<'a> MarkdownLine<'a> {
    /// Level and text of an ATX heading, including hidden ones.
    pub(super) fn any_heading(&self) -> Option<(usize, &'a str)> {
        let text = indented_less_than_code(self.text)?;
        let rest = text.trim_start_matches('#');
        let level = text.len() - rest.len();
        (1..=6).contains(&level).then_some((level, rest))
    }

    pub(super) fn heading(&self) -> Option<(usize, &'a str)> {
        self.any_heading().filter(|_| self.is_prose())
    }

    pub(super) fn is_prose(&self) -> bool {
        self.context == Context::Prose
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    pub(super) fn is_bullet(&self) -> bool {
        without_bullet(self.text.trim_start()).is_some()
    }

    pub(super) fn field(&self) -> Option<MarkdownField<'a>> {
        self.is_prose().then(|| MarkdownField::read(self.text)).flatten()
    }
}

/// `- **Name**: value`, or a variant of it: `* Name: value`, `**Name:** value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MarkdownField<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// The text before the value, kept when the value is replaced.
    pub(super) lead: &'a str,
}

impl<'a> MarkdownField<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let emphasis = ['*', '_'];
        let text = line.trim_start();
        let text = without_bullet(text).unwrap_or(text).trim_start_matches(emphasis);
        let end = text.find(|c: char| !c.is_alphabetic() && c != ' ')?;
        let (name, rest) = text.split_at(end);
        let value = rest.trim_start_matches(emphasis).strip_prefix(':')?;
        let value = value.trim_start_matches(emphasis).trim_start();
        let lead = &line[..line.len() - value.len()];
        let name = name.trim();
        (!name.is_empty()).then_some(Self { name, value: value.trim_end(), lead })
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

fn without_bullet(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['-', '*', '+'])?;
    rest.starts_with([' ', '\t']).then(|| rest.trim_start())
}

/// Four spaces or a tab make a code line.
fn indented_less_than_code(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(' ');
    (line.len() - text.len() < 4).then_some(text)
}

pub(super) fn lines(text: &str) -> Vec<MarkdownLine<'_>> {
    let mut lines = split(text);
    let mut hider = Hider::default();
    let mut at = 0;
    while at < lines.len() {
        let end = hider.end_of_hidden(&lines, at).unwrap_or(at);
        for line in &mut lines[at..end] {
            line.context = Context::Hidden;
        }
        at = end.max(at + 1);
    }
    lines
}

fn split(text: &str) -> Vec<MarkdownLine<'_>> {
    let mut start = 0;
    text.split_inclusive('\n')
        .map(|raw| {
            let span = start..start + raw.len();
            start = span.end;
            let line = raw.strip_suffix('\n').unwrap_or(raw);
            let line = line.strip_suffix('\r').unwrap_or(line);
            MarkdownLine { text: line.trim_start_matches('\u{FEFF}'), span, context: Context::Prose }
        })
        .collect()
}

/// Finds the ends of fences and comments. An unclosed one hides nothing: the entries after a
/// forgotten fence, and those that will be appended, are still entries.
#[derive(Default)]
struct Hider {
    /// Openers that are known to be unclosed, so that each is searched for once.
    unclosed: Vec<Opener>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opener {
    Fence(char, usize),
    Comment,
}

impl Hider {
    fn end_of_hidden(&mut self, lines: &[MarkdownLine<'_>], at: usize) -> Option<usize> {
        let opener = opener(lines[at].text)?;
        if self.unclosed.contains(&opener) {
            return None;
        }
        let closing = lines[at + 1..].iter().position(|line| closes(line.text, opener));
        if closing.is_none() {
            self.unclosed.push(opener);
        }
        closing.map(|offset| at + offset + 2)
    }
}

fn opener(line: &str) -> Option<Opener> {
    let text = indented_less_than_code(line)?;
    if let Some(comment) = text.strip_prefix("<!--") {
        return (!comment.contains("-->")).then_some(Opener::Comment);
    }
    let (mark, length, info) = fence(text)?;
    (mark == '~' || !info.contains('`')).then_some(Opener::Fence(mark, length))
}

fn closes(line: &str, opener: Opener) -> bool {
    match opener {
        Opener::Comment => line.contains("-->"),
        Opener::Fence(mark, length) => indented_less_than_code(line)
            .and_then(fence)
            .is_some_and(|(m, l, info)| m == mark && l >= length && info.trim().is_empty()),
    }
}

fn fence(text: &str) -> Option<(char, usize, &str)> {
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = text.trim_start_matches(mark);
    let length = text.len() - info.len();
    (length >= 3).then_some((mark, length, info))
}
