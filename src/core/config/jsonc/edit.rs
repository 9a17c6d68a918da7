//! Edits of JSON text: insertion of new children and removal of old ones.

use jsonc_parser::ast::Value;
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::tokens::TokenAndRange;

use super::Doc;

/// Replaces `cut` bytes at `at` by `insert`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    pub at: usize,
    pub cut: usize,
    pub insert: String,
}

/// A new element of an array or property of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Child<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) value: serde_json::Value,
}

impl Doc<'_> {
    /// The text with all changes made. They must not overlap; insertions at one place keep their
    /// order.
    pub fn apply(&self, splices: &[Splice]) -> String {
        let mut out = String::from(self.bom);
        let mut done = 0;
        for splice in in_order(splices) {
            out.push_str(&self.text[done..splice.at]);
            out.push_str(&splice.insert);
            done = splice.at + splice.cut;
        }
        out.push_str(&self.text[done..]);
        out
    }

    /// The position and length of each insertion in the result of `apply`.
    pub fn landed(&self, insertions: &[Splice]) -> Vec<(usize, usize)> {
        let mut shift = self.bom.len();
        let place = |splice: &Splice| {
            let at = splice.at + shift;
            shift += splice.insert.len();
            (at, splice.insert.len())
        };
        in_order(insertions).into_iter().map(place).collect()
    }

    /// Adds a root to a text without one, after any comments.
    pub fn plant(&self, root: &serde_json::Value) -> Vec<Splice> {
        let at = self.tokens.last().map_or(0, |t| t.range.end);
        let before = if at == 0 { "" } else { self.newline() };
        let after = if self.text[at..].contains('\n') { "" } else { self.newline() };
        vec![insertion(at, format!("{before}{}{after}", self.pretty(root, "")))]
    }

    pub fn replace(&self, old: Range, new: &serde_json::Value) -> Vec<Splice> {
        let insert = self.pretty(new, self.line_indent(old.start));
        vec![Splice { at: old.start, cut: old.end - old.start, insert }]
    }

    /// Adds children after the last one of an object or array, in the style of the file.
    pub fn append(&self, container: &Value<'_>, children: &[Child<'_>]) -> Vec<Splice> {
        let own = child_ranges(container);
        let range = container.range();
        let (Some(first), Some(last)) = (own.first(), own.last()) else {
            return self.fill(range, children);
        };
        if !self.text[range.start..range.end].contains('\n') {
            let inline: Vec<String> = children.iter().map(|c| format!(" {}{}", c.key(), c.value)).collect();
            return self.behind(*last, inline.join(","));
        }
        let indent =
            self.own_line_indent(first.start).map_or_else(|| self.deeper(range.start), str::to_owned);
        self.behind(*last, self.stacked(children, &indent))
    }

    /// The comma goes directly after the last child, the new text after the comments on that line.
    fn behind(&self, last: Range, new: String) -> Vec<Splice> {
        match self.comma_after(last.end) {
            Some(trailing) => vec![insertion(self.past_comments(trailing.end), new + ",")],
            None => vec![insertion(last.end, ",".to_owned()), insertion(self.past_comments(last.end), new)],
        }
    }

    fn fill(&self, container: Range, children: &[Child<'_>]) -> Vec<Splice> {
        let close = container.end - 1;
        let inside = |t: &&TokenAndRange<'_>| t.range.start > container.start && t.range.end <= close;
        let at = self
            .tokens
            .iter()
            .rfind(inside)
            .map_or(container.start + 1, |t| self.past_comments(t.range.start));
        let mut new = self.stacked(children, &self.deeper(container.start));
        if !self.text[at..close].contains('\n') {
            new.push_str(self.newline());
            new.push_str(self.line_indent(container.start));
        }
        vec![insertion(at, new)]
    }

    /// Cuts children out of an object or array, with their commas and the lines that would be left
    /// empty.
    pub fn cut(&self, container: &Value<'_>, doomed: &[usize]) -> Vec<Splice> {
        let own = child_ranges(container);
        let mut cuts: Vec<Range> = doomed
            .iter()
            .map(|i| own[*i])
            .map(|child| Range::new(child.start, self.comma_after(child.end).map_or(child.end, |c| c.end)))
            .map(|range| self.with_line(range))
            .collect();
        cuts.extend(self.comma_left_over(&own, doomed));
        cuts.into_iter()
            .map(|r| Splice { at: r.start, cut: r.end - r.start, insert: String::new() })
            .collect()
    }

    /// The comma to remove as well: if the last child goes and had no comma, the new last child
    /// must not keep its own.
    fn comma_left_over(&self, own: &[Range], doomed: &[usize]) -> Option<Range> {
        let last = own.last()?;
        let survivor = (0..own.len()).rfind(|i| !doomed.contains(i))?;
        let needed = survivor + 1 == own.len() || self.comma_after(last.end).is_some();
        if needed { None } else { self.comma_after(own[survivor].end) }
    }

    fn with_line(&self, cut: Range) -> Range {
        let rest = &self.text[cut.end..];
        let line_end = rest.find('\n').map_or(rest.len(), |i| i + 1);
        match self.own_line_indent(cut.start) {
            Some(indent) if rest[..line_end].trim().is_empty() => {
                Range::new(cut.start - indent.len(), cut.end + line_end)
            }
            _ => Range::new(cut.start, cut.end + rest.len() - rest.trim_start_matches([' ', '\t']).len()),
        }
    }
}

impl<'a> Child<'a> {
    pub fn element(value: serde_json::Value) -> Child<'a> {
        Child { name: None, value }
    }

    pub fn property(name: &'a str, value: serde_json::Value) -> Child<'a> {
        Child { name: Some(name), value }
    }

    pub(super) fn key(&self) -> String {
        self.name.map(|name| format!("{}: ", serde_json::Value::from(name))).unwrap_or_default()
    }
}

pub(super) fn child_ranges(container: &Value<'_>) -> Vec<Range> {
    match container {
        Value::Object(object) => object.properties.iter().map(|p| p.range).collect(),
        Value::Array(array) => array.elements.iter().map(|e| e.range()).collect(),
        _ => Vec::new(),
    }
}

fn insertion(at: usize, insert: String) -> Splice {
    Splice { at, cut: 0, insert }
}

fn in_order(splices: &[Splice]) -> Vec<&Splice> {
    let mut ordered: Vec<&Splice> = splices.iter().collect();
    ordered.sort_by_key(|s| s.at);
    ordered
}
