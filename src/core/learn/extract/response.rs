//! Parsing of an extractor's response. A model may be wrong in one item without losing the others:
//! a malformed item is dropped alone, with a line that says why. The line never repeats the
//! answer's text, which has not been checked for secrets yet.

use serde_json::{Map, Value};

use super::{Item, ItemQuote, Response};
use crate::core::model::{Details, Kind};
use crate::core::text::{normalise, one_line};

/// A longer title or field is a dump and is refused. A shorter excess is cut by `verify`.
const MOST_TITLE_CHARS: usize = 400;
const MOST_FIELD_CHARS: usize = 8_000;
const MOST_STEPS: usize = 100;
const FEWEST_WORKFLOW_STEPS: usize = 2;
/// More than a batch can teach.
const MOST_ITEMS: usize = 100;
const MOST_QUOTES: usize = 50;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parsed {
    pub items: Vec<Item>,
    pub dropped: Vec<String>,
}

impl From<Response> for Parsed {
    fn from(response: Response) -> Self {
        Parsed { items: response.observations, dropped: vec![] }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResponseError {
    #[error("the extractor answered nothing")]
    Empty,
    #[error("the extractor's answer is no JSON (line {line}, column {column})")]
    NotJson { line: usize, column: usize },
    #[error("the extractor's answer has no list `observations`")]
    NoObservations,
}

pub fn parse(text: &str) -> Result<Parsed, ResponseError> {
    let json = without_fence(text);
    if json.is_empty() {
        return Err(ResponseError::Empty);
    }
    let answer: Value = serde_json::from_str(json)
        .map_err(|error| ResponseError::NotJson { line: error.line(), column: error.column() })?;
    match answer.get("observations") {
        Some(Value::Array(observations)) => Ok(read_all(observations)),
        _ => Err(ResponseError::NoObservations),
    }
}

/// Models like to put JSON into a Markdown fence although they were asked not to.
fn without_fence(text: &str) -> &str {
    let text = text.trim_start_matches('\u{FEFF}').trim();
    let Some(inner) = text.strip_prefix("```").and_then(|text| text.strip_suffix("```")) else {
        return text;
    };
    inner.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim()
}

fn read_all(observations: &[Value]) -> Parsed {
    let mut parsed = Parsed::default();
    for (number, value) in (1..).zip(observations.iter().take(MOST_ITEMS)) {
        match read_item(value) {
            Ok(item) => parsed.add(number, item),
            Err(misfit) => parsed.dropped.push(format!("observation {number} dropped: {misfit}")),
        }
    }
    let excess = observations.len().saturating_sub(MOST_ITEMS);
    if excess > 0 {
        parsed.dropped.push(format!("{excess} observations dropped: more than {MOST_ITEMS} in one answer"));
    }
    parsed
}

impl Parsed {
    /// The same lesson twice in one answer becomes one lesson with the quotes of both: it must not
    /// count twice.
    fn add(&mut self, number: usize, item: Item) {
        let same = |known: &&mut Item| {
            known.details.kind() == item.details.kind() && normalise(&known.title) == normalise(&item.title)
        };
        match self.items.iter_mut().find(same) {
            Some(known) => {
                known.evidence.extend(item.evidence);
                self.dropped.push(format!("observation {number} dropped: it repeats an earlier one"));
            }
            None => self.items.push(item),
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum Misfit {
    #[error("it is no object")]
    NoObject,
    #[error("its type is unknown")]
    UnknownType,
    #[error("`{0}` is missing, empty or no text")]
    NoText(&'static str),
    #[error("`{0}` is no list of texts")]
    NoList(&'static str),
    #[error("`{0}` is too long")]
    TooLong(&'static str),
    #[error("`steps` has too few steps to be a sequence")]
    NoSequence,
}

fn read_item(value: &Value) -> Result<Item, Misfit> {
    let fields = Fields(value.as_object().ok_or(Misfit::NoObject)?);
    let title = one_line(&fields.text("title")?);
    if title.chars().count() > MOST_TITLE_CHARS {
        return Err(Misfit::TooLong("title"));
    }
    Ok(Item {
        title,
        details: read_details(&fields)?,
        matches: fields.0.get("matches").and_then(Value::as_str).map(str::to_owned),
        evidence: fields.quotes(),
        quality_ok: fields.0.get("quality_ok") == Some(&Value::Bool(true)),
    })
}

fn read_details(fields: &Fields<'_>) -> Result<Details, Misfit> {
    let kind = fields.0.get("type").and_then(Value::as_str);
    match kind.and_then(|kind| kind.parse().ok()).ok_or(Misfit::UnknownType)? {
        Kind::Workflow => Ok(Details::Workflow { steps: fields.steps(FEWEST_WORKFLOW_STEPS)? }),
        Kind::Procedural => Ok(Details::Procedural {
            situation: fields.text("situation")?,
            steps: fields.steps(1)?,
            rationale: fields.optional("rationale")?,
        }),
        Kind::Decision => Ok(Details::Decision {
            context: fields.optional("context")?,
            decision: fields.text("decision")?,
            rationale: fields.text("rationale")?,
        }),
        Kind::Pitfall => Ok(Details::Pitfall {
            area: fields.optional("area")?,
            issue: fields.text("issue")?,
            impact: fields.optional("impact")?,
            resolution: fields.text("resolution")?,
        }),
    }
}

struct Fields<'a>(&'a Map<String, Value>);

impl Fields<'_> {
    fn text(&self, name: &'static str) -> Result<String, Misfit> {
        let text = self.optional(name)?;
        if normalise(&text).is_empty() {
            return Err(Misfit::NoText(name));
        }
        Ok(text)
    }

    fn optional(&self, name: &'static str) -> Result<String, Misfit> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) if text.chars().count() > MOST_FIELD_CHARS => {
                Err(Misfit::TooLong(name))
            }
            Some(Value::String(text)) => Ok(text.trim().to_owned()),
            Some(_) => Err(Misfit::NoText(name)),
        }
    }

    fn steps(&self, fewest: usize) -> Result<Vec<String>, Misfit> {
        let Some(Value::Array(values)) = self.0.get("steps") else {
            return Err(Misfit::NoList("steps"));
        };
        if values.len() > MOST_STEPS {
            return Err(Misfit::TooLong("steps"));
        }
        let steps: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        if steps.len() < values.len() {
            return Err(Misfit::NoList("steps"));
        }
        if steps.iter().any(|step| step.chars().count() > MOST_FIELD_CHARS) {
            return Err(Misfit::TooLong("steps"));
        }
        let steps: Vec<String> =
            steps.into_iter().map(without_number).filter(|step| !step.is_empty()).collect();
        if steps.len() < fewest { Err(Misfit::NoSequence) } else { Ok(steps) }
    }

    /// A malformed quote is dropped; an item without any left is dropped by `verify`.
    fn quotes(&self) -> Vec<ItemQuote> {
        let quotes = self.0.get("evidence").and_then(Value::as_array).into_iter().flatten();
        quotes.filter_map(read_quote).take(MOST_QUOTES).collect()
    }
}

fn read_quote(quote: &Value) -> Option<ItemQuote> {
    Some(ItemQuote {
        message: quote.get("message")?.as_str()?.to_owned(),
        quote: quote.get("quote")?.as_str()?.to_owned(),
    })
}

/// Steps are numbered when they are rendered.
fn without_number(step: &str) -> String {
    let step = step.trim();
    let rest = step.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < step.len() && rest.starts_with(['.', ')']);
    if numbered { rest[1..].trim_start().to_owned() } else { step.to_owned() }
}

#[cfg(test)]
mod tests;
