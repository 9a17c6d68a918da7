//! JSON with comments, edited as text. An edit only inserts and cuts, so every other byte stays:
//! order, comments, blank lines, line ends, the byte order mark. (Printing a syntax tree would
//! reformat the file.)

mod edit;
mod layout;
#[cfg(test)]
mod tests;

pub use edit::{Child, Splice};

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::tokens::TokenAndRange;
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

const BOM: &str = "\u{feff}";

/// Comments and trailing commas are allowed, because people use them. Other readers of the file
/// would reject anything looser.
const DIALECT: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
};

/// An error in a JSON file, with its position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct JsonFault {
    pub line: usize,
    pub column: usize,
    pub what: String,
}

/// A parsed text. Positions start after the byte order mark.
pub struct Doc<'a> {
    bom: &'static str,
    text: &'a str,
    root: Option<Value<'a>>,
    tokens: Vec<TokenAndRange<'a>>,
}

/// The value of a text; `None` if it holds only whitespace and comments.
pub fn value(text: &str) -> Result<Option<serde_json::Value>, JsonFault> {
    Ok(Doc::parse(text)?.root.map(plain))
}

impl<'a> Doc<'a> {
    pub fn parse(text: &'a str) -> Result<Doc<'a>, JsonFault> {
        let (bom, text) = text.strip_prefix(BOM).map_or(("", text), |rest| (BOM, rest));
        let collect = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
        let parsed = parse_to_ast(text, &collect, &DIALECT).map_err(|e| JsonFault {
            line: e.line_display(),
            column: e.column_display(),
            what: uncapitalised(&e.kind().to_string()),
        })?;
        Ok(Doc { bom, text, root: parsed.value, tokens: parsed.tokens.unwrap_or_default() })
    }

    pub fn root(&self) -> Option<&Value<'a>> {
        self.root.as_ref()
    }

    /// The root's object; `None` for a file without a value.
    pub fn root_object(&self) -> Result<Option<&Object<'a>>, JsonFault> {
        match &self.root {
            None => Ok(None),
            Some(Value::Object(object)) => Ok(Some(object)),
            Some(other) => Err(self.fault(other.range(), "expected an object")),
        }
    }

    /// A property that occurs once: of two with one name, programs use the last and people see the
    /// first.
    pub fn property<'b>(
        &self,
        object: &'b Object<'a>,
        name: &str,
    ) -> Result<Option<&'b Value<'a>>, JsonFault> {
        let mut found = object.properties.iter().filter(|p| p.name.as_str() == name);
        let first = found.next();
        match found.next() {
            Some(second) => Err(self.fault(second.range, &format!("`{name}` stands here a second time"))),
            None => Ok(first.map(|p| &p.value)),
        }
    }

    /// Whether the text is an empty object without even a comment.
    pub fn is_blank(&self) -> bool {
        match &self.root {
            None => self.tokens.is_empty(),
            Some(Value::Object(object)) => object.properties.is_empty() && self.tokens.len() == 2,
            Some(_) => false,
        }
    }

    /// The source text between two positions.
    pub fn source(&self, range: std::ops::Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or_default()
    }

    pub fn fault(&self, at: Range, what: &str) -> JsonFault {
        let before = self.text.get(..at.start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        JsonFault {
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
            what: what.to_owned(),
        }
    }
}

fn uncapitalised(message: &str) -> String {
    let mut chars = message.chars();
    chars.next().into_iter().flat_map(char::to_lowercase).chain(chars).collect()
}

pub(super) fn plain(value: Value<'_>) -> serde_json::Value {
    match value {
        Value::StringLit(s) => s.value.into_owned().into(),
        Value::NumberLit(n) => n.value.parse().map_or(serde_json::Value::Null, serde_json::Value::Number),
        Value::BooleanLit(b) => b.value.into(),
        Value::NullKeyword(_) => serde_json::Value::Null,
        Value::Array(array) => array.elements.into_iter().map(plain).collect(),
        Value::Object(object) => object
            .properties
            .into_iter()
            .map(|p| (p.name.into_string(), plain(p.value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
    }
}
