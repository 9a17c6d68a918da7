//! Reading of one field: the expected value, and the error if it is something else.

use std::str::FromStr;

use serde_json::{Map, Value};

use super::Refused;
use crate::core::model::word_enum::UnknownWord;
use crate::core::text::{head, one_line};

/// The largest integer that is exact in every language that writes JSON.
const LARGEST: f64 = 9_007_199_254_740_991.0;
const LONGEST_ID: usize = 200;
const LONGEST_TEXT: usize = 400;
const MOST_ITEMS: usize = 1000;

pub(super) struct Fields<'a> {
    pub(super) map: &'a Map<String, Value>,
    pub(super) clean: &'a dyn Fn(&str) -> String,
}

impl<'a> Fields<'a> {
    /// A field that is null counts as missing.
    pub(super) fn get(&self, field: &str) -> Option<&Value> {
        let as_written = self.map.get(field).filter(|value| !value.is_null());
        as_written.or_else(|| {
            let mut alike =
                self.map.iter().filter(|(key, value)| is_spelling(key, field) && !value.is_null());
            alike.next().map(|(_, value)| value)
        })
    }

    /// The place `field.…` or `field[…]…` with the field as the record spells it.
    pub(super) fn as_written(&self, place: &str) -> String {
        let (field, rest) = place.split_at(place.find(['.', '[']).unwrap_or(place.len()));
        let spelled = self.map.keys().find(|key| is_spelling(key, field)).map_or(field, String::as_str);
        format!("{spelled}{rest}")
    }

    pub(super) fn refuse_two_spellings(&self) -> Result<(), Refused> {
        for (place, (key, value)) in self.map.iter().enumerate() {
            let differs = |(other, its): &(&String, &Value)| is_spelling(key, other) && value != *its;
            if let Some((other, _)) = self.map.iter().skip(place + 1).find(differs) {
                return Err(Refused::Contradiction(key.clone(), other.clone()));
            }
        }
        Ok(())
    }

    pub(super) fn flag(&self, field: &str) -> Result<bool, Refused> {
        match self.get(field) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| wrong(field, "true or false", value)),
        }
    }

    pub(super) fn count(&self, field: &str) -> Result<Option<u64>, Refused> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let whole = value.as_f64().filter(|n| (0.0..=LARGEST).contains(n) && n.fract() == 0.0);
        whole.map(|n| Some(n as u64)).ok_or_else(|| wrong(field, "a whole number of at least 0", value))
    }

    /// A number from 0 to 1.
    pub(super) fn share(&self, field: &str) -> Result<Option<f64>, Refused> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let share = value.as_f64().filter(|share| (0.0..=1.0).contains(share));
        share.map(Some).ok_or_else(|| wrong(field, "a number from 0 to 1", value))
    }

    pub(super) fn word<T: FromStr<Err = UnknownWord>>(&self, field: &str) -> Result<Option<T>, Refused> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let parsed = value.as_str().unwrap_or_default().parse::<T>();
        parsed.map(Some).map_err(|unknown| wrong(field, &format!("one of: {}", unknown.allowed), value))
    }

    /// An id is compared, not read, so one that would have to be cleaned is an error.
    pub(super) fn name(&self, field: &str) -> Result<Option<String>, Refused> {
        let Some(value) = self.get(field) else { return Ok(None) };
        self.checked(field, name(field, value)?).map(Some)
    }

    pub(super) fn checked(&self, field: &str, name: String) -> Result<String, Refused> {
        if (self.clean)(&name) == name { Ok(name) } else { Err(Refused::Secret(field.to_owned())) }
    }

    pub(super) fn items(&self, field: &str) -> Result<&[Value], Refused> {
        match self.get(field) {
            None => Ok(&[]),
            Some(Value::Array(items)) if items.len() <= MOST_ITEMS => Ok(items),
            Some(Value::Array(_)) => Err(Refused::Wrong {
                field: field.into(),
                expected: format!("at most {MOST_ITEMS} items"),
                got: "more".into(),
            }),
            Some(other) => Err(wrong(field, "a list", other)),
        }
    }

    pub(super) fn list(&self, field: &str) -> Result<Vec<String>, Refused> {
        let text = |(i, item): (usize, &Value)| self.text(&format!("{field}[{i}]"), item);
        self.items(field)?.iter().enumerate().map(text).collect()
    }

    pub(super) fn text(&self, field: &str, value: &Value) -> Result<String, Refused> {
        let text = value.as_str().map(|text| one_line(&(self.clean)(text))).filter(|text| !text.is_empty());
        let text = text.ok_or_else(|| wrong(field, "a text", value))?;
        Ok(head(&text, LONGEST_TEXT).to_owned())
    }

    /// A kind of failure, in lower case.
    pub(super) fn kind(&self, field: &str, place: &str) -> Result<Option<String>, Refused> {
        let kind = self.get(field).map(|kind| self.text(place, kind)).transpose()?;
        Ok(kind.map(|kind| kind.to_lowercase()))
    }

    pub(super) fn unknown(&self, known: &[&str]) -> Vec<String> {
        let is_known = |key: &&String| known.iter().any(|known| is_spelling(key, known));
        self.map.keys().filter(|key| !is_known(key)).cloned().collect()
    }
}

/// `runId` and `run_id` are one field.
fn is_spelling(key: &str, field: &str) -> bool {
    key == field || snake_case(key) == snake_case(field)
}

fn snake_case(name: &str) -> String {
    name.chars().fold(String::new(), |mut snake, c| {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
        snake
    })
}

pub(super) fn contradiction(one: &str, other: &str) -> Refused {
    Refused::Contradiction(one.to_owned(), other.to_owned())
}

pub(super) fn name(field: &str, value: &Value) -> Result<String, Refused> {
    let name = value.as_str().filter(is_valid_name);
    name.map(str::to_owned)
        .ok_or_else(|| wrong(field, "a name of 1 to 200 visible characters on one line", value))
}

fn is_valid_name(name: &&str) -> bool {
    !name.is_empty() && name.chars().count() <= LONGEST_ID && one_line(name) == **name
}

pub(super) fn wrong(field: &str, expected: &str, got: &Value) -> Refused {
    let got = match got {
        Value::Array(_) | Value::Object(_) | Value::Null => kind(got).to_owned(),
        value => head(&one_line(&value.to_string()), 60).to_owned(),
    };
    Refused::Wrong { field: field.to_owned(), expected: expected.to_owned(), got }
}

pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
