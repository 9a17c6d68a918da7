//! Outcomes from outside Claude Code. A number that is none, a field that is missing or a word that nobody knows would
//! silently bend every score computed later, so all of them are refused here, by name.
//!
//! Unknown fields are not refused: other systems' records carry their own, and they cannot bend anything. They are
//! reported, because one of them may be a known field misspelled. Every field may be written `likeThis` or `like_this`:
//! the systems whose records these are do not agree.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde_json::{Map, Value};

use super::{AdapterUse, FailureDetails, Flaws, Outcome, RiskLevel, RunResult};
use crate::core::model::Time;
use crate::core::text::{head, one_line};
use crate::core::word_enum::UnknownWord;

/// Exact in every language that writes JSON.
const LARGEST: f64 = 9_007_199_254_740_991.0;
const LONGEST_ID: usize = 200;
const LONGEST_TEXT: usize = 400;
const MOST_ITEMS: usize = 1000;

const KNOWN: [&str; 24] = [
    "runId",
    "bead_id",
    "session",
    "segment",
    "timestamp",
    "result",
    "success",
    "duration_ms",
    "error_count",
    "retry_count",
    "files_touched",
    "strategy",
    "failure_mode",
    "failure_details",
    "dominantFailureType",
    "postExecutionScore",
    "rollbackOccurred",
    "humanOverride",
    "riskLevel",
    "adaptersUsed",
    "raw_error_count",
    "wall_duration_ms",
    "criteria",
    "branch",
];

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("an outcome is a JSON object, got {0}")]
    NoObject(&'static str),
    #[error("`{0}` is missing")]
    Missing(&'static str),
    #[error("`{field}` must be {expected}, got {got}")]
    Wrong { field: String, expected: String, got: String },
    #[error("`{0}` and `{1}` contradict each other")]
    Contradiction(String, String),
    #[error("`{0}` holds a secret")]
    Secret(String),
}

/// An outcome that may be stored, and the fields of its record that nobody knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    pub outcome: Outcome,
    pub ignored: Vec<String>,
}

/// Checks a record. `now` is its time when it has none; `clean` redacts free text.
pub fn parse(record: &Value, now: Time, clean: &dyn Fn(&str) -> String) -> Result<Recorded, Refused> {
    let fields = Fields { map: record.as_object().ok_or(Refused::NoObject(kind(record)))?, clean };
    fields.refuse_two_spellings()?;
    let result = fields.result()?;
    let flaws = Flaws {
        rollback: fields.flag("rollbackOccurred")?,
        human_override: fields.flag("humanOverride")?,
        unresolved_error: result == RunResult::Failure,
        corrected: result == RunResult::Partial,
    };
    // None is no time, and that says nothing about the speed.
    let duration_ms = fields.count("duration_ms")?.unwrap_or(0);
    let error_count = small(fields.count("error_count")?.unwrap_or(0));
    let outcome = Outcome {
        session: fields.name("session")?,
        segment: fields.count("segment")?.map(small),
        result,
        duration_ms,
        error_count,
        retry_count: small(fields.count("retry_count")?.unwrap_or(0)),
        files_touched: fields.list("files_touched")?,
        strategy: fields.word("strategy")?,
        failure_mode: fields.word("failure_mode")?,
        failure_details: fields.failure_details()?,
        post_execution_score: fields.score()?.unwrap_or_else(|| flaws.quality()),
        rollback_occurred: flaws.rollback,
        human_override: flaws.human_override,
        risk_level: fields.word("riskLevel")?.unwrap_or(RiskLevel::Medium),
        adapters_used: fields.adapters()?,
        raw_error_count: fields.count("raw_error_count")?.map_or(error_count, small),
        wall_duration_ms: fields.count("wall_duration_ms")?.unwrap_or(duration_ms),
        criteria: fields.criteria()?,
        branch: fields.name("branch")?,
        ..Outcome::begun(fields.run_id()?, fields.time()?.unwrap_or(now))
    };
    Ok(Recorded { outcome, ignored: fields.unknown() })
}

/// A count beyond this is no count of errors any more.
fn small(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

struct Fields<'a> {
    map: &'a Map<String, Value>,
    clean: &'a dyn Fn(&str) -> String,
}

impl Fields<'_> {
    /// A field that is null is not there.
    fn get(&self, field: &str) -> Option<&Value> {
        let as_written = self.map.get(field).filter(|value| !value.is_null());
        as_written.or_else(|| {
            let mut alike =
                self.map.iter().filter(|(key, value)| is_spelling(key, field) && !value.is_null());
            alike.next().map(|(_, value)| value)
        })
    }

    fn refuse_two_spellings(&self) -> Result<(), Refused> {
        for (place, (key, value)) in self.map.iter().enumerate() {
            let differs = |(other, its): &(&String, &Value)| is_spelling(key, other) && value != *its;
            if let Some((other, _)) = self.map.iter().skip(place + 1).find(differs) {
                return Err(Refused::Contradiction(key.clone(), other.clone()));
            }
        }
        Ok(())
    }

    fn run_id(&self) -> Result<String, Refused> {
        match (self.name("runId")?, self.name("bead_id")?) {
            (Some(run), Some(bead)) if run != bead => Err(contradiction("runId", "bead_id")),
            (Some(id), _) | (None, Some(id)) => Ok(id),
            (None, None) => Err(Refused::Missing("runId")),
        }
    }

    fn result(&self) -> Result<RunResult, Refused> {
        let told = self.word::<RunResult>("result")?;
        let success = match self.get("success") {
            Some(_) => Some(self.flag("success")?),
            None => None,
        };
        match (told, success) {
            (Some(result), Some(success)) if success != (result == RunResult::Success) => {
                Err(contradiction("result", "success"))
            }
            (Some(result), _) => Ok(result),
            (None, Some(true)) => Ok(RunResult::Success),
            (None, Some(false)) => Ok(RunResult::Failure),
            (None, None) => Err(Refused::Missing("result")),
        }
    }

    fn flag(&self, field: &str) -> Result<bool, Refused> {
        match self.get(field) {
            None => Ok(false),
            Some(value) => value.as_bool().ok_or_else(|| wrong(field, "true or false", value)),
        }
    }

    fn count(&self, field: &str) -> Result<Option<u64>, Refused> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let whole = value.as_f64().filter(|n| (0.0..=LARGEST).contains(n) && n.fract() == 0.0);
        whole.map(|n| Some(n as u64)).ok_or_else(|| wrong(field, "a whole number of at least 0", value))
    }

    fn score(&self) -> Result<Option<f64>, Refused> {
        let field = "postExecutionScore";
        let Some(value) = self.get(field) else { return Ok(None) };
        let score = value.as_f64().filter(|score| (0.0..=1.0).contains(score));
        score.map(Some).ok_or_else(|| wrong(field, "a number from 0 to 1", value))
    }

    fn word<T: FromStr<Err = UnknownWord>>(&self, field: &str) -> Result<Option<T>, Refused> {
        let Some(value) = self.get(field) else { return Ok(None) };
        let parsed = value.as_str().unwrap_or_default().parse::<T>();
        parsed.map(Some).map_err(|unknown| wrong(field, &format!("one of: {}", unknown.allowed), value))
    }

    /// An id is compared, not read: one that would have to be changed is refused.
    fn name(&self, field: &str) -> Result<Option<String>, Refused> {
        let Some(value) = self.get(field) else { return Ok(None) };
        self.checked(field, name(field, value)?).map(Some)
    }

    fn checked(&self, field: &str, name: String) -> Result<String, Refused> {
        if (self.clean)(&name) == name { Ok(name) } else { Err(Refused::Secret(field.to_owned())) }
    }

    fn time(&self) -> Result<Option<Time>, Refused> {
        let Some(value) = self.get("timestamp") else { return Ok(None) };
        let time = value.as_str().and_then(|text| text.parse().ok());
        time.map(Some).ok_or_else(|| wrong("timestamp", "a time like 2026-03-02T09:00:00Z", value))
    }

    fn items(&self, field: &str) -> Result<&[Value], Refused> {
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

    fn list(&self, field: &str) -> Result<Vec<String>, Refused> {
        let text = |(i, item): (usize, &Value)| self.text(&format!("{field}[{i}]"), item);
        self.items(field)?.iter().enumerate().map(text).collect()
    }

    fn text(&self, field: &str, value: &Value) -> Result<String, Refused> {
        let text = value.as_str().map(|text| one_line(&(self.clean)(text))).filter(|text| !text.is_empty());
        let text = text.ok_or_else(|| wrong(field, "a text", value))?;
        Ok(head(&text, LONGEST_TEXT).to_owned())
    }

    fn criteria(&self) -> Result<Vec<String>, Refused> {
        let criterion = |(i, item): (usize, &Value)| {
            let field = format!("criteria[{i}]");
            self.checked(&field, criterion(&field, item)?)
        };
        self.items("criteria")?.iter().enumerate().map(criterion).collect()
    }

    fn failure_details(&self) -> Result<Option<FailureDetails>, Refused> {
        let (field, kind) = ("failure_details", "dominantFailureType");
        let inside = match self.get(field) {
            Some(Value::Object(map)) => {
                Fields { map, clean: self.clean }.kind(kind, &format!("{field}.{kind}"))?
            }
            Some(other) => return Err(wrong(field, "an object with dominantFailureType", other)),
            None => None,
        };
        let kind = match inside {
            Some(kind) => Some(kind),
            None => self.kind(kind, kind)?,
        };
        Ok(kind.map(|dominant_failure_type| FailureDetails { dominant_failure_type }))
    }

    /// A kind of failure, in lower case.
    fn kind(&self, field: &str, place: &str) -> Result<Option<String>, Refused> {
        let kind = self.get(field).map(|kind| self.text(place, kind)).transpose()?;
        Ok(kind.map(|kind| kind.to_lowercase()))
    }

    /// Each adapter once, however often it is listed: a double entry would count a run twice.
    fn adapters(&self) -> Result<Vec<AdapterUse>, Refused> {
        let mut uses: BTreeMap<String, AdapterUse> = BTreeMap::new();
        for (i, item) in self.items("adaptersUsed")?.iter().enumerate() {
            let used = self.adapter(&format!("adaptersUsed[{i}]"), item)?;
            let known = uses.entry(used.id.clone()).or_insert(AdapterUse { retries: 0, ..used.clone() });
            known.failed |= used.failed;
            known.failure_type = known.failure_type.take().or(used.failure_type);
            known.retries = known.retries.saturating_add(used.retries);
        }
        Ok(uses.into_values().collect())
    }

    fn adapter(&self, place: &str, item: &Value) -> Result<AdapterUse, Refused> {
        let at = |field: &str| format!("{place}.{field}");
        let (id, fields) = match item {
            Value::String(_) => (item, None),
            Value::Object(map) => (map.get("id").unwrap_or(&Value::Null), Some(map)),
            other => return Err(wrong(place, "an id or {id, failed, retries}", other)),
        };
        let id = self.checked(&at("id"), name(&at("id"), id)?)?.to_lowercase();
        let fields = fields.map(|map| Fields { map, clean: self.clean });
        let named = |error: Refused| match error {
            Refused::Wrong { field, expected, got } => Refused::Wrong { field: at(&field), expected, got },
            other => other,
        };
        let failed = fields.as_ref().map_or(Ok(false), |fields| fields.flag("failed")).map_err(named)?;
        let retries = fields.as_ref().map_or(Ok(None), |fields| fields.count("retries")).map_err(named)?;
        let kind = |fields: &Fields<'_>| fields.kind("failureType", &at("failureType"));
        let failure_type = fields.as_ref().map_or(Ok(None), kind)?;
        Ok(AdapterUse { id, failed, retries: small(retries.unwrap_or(0)), failure_type })
    }

    fn unknown(&self) -> Vec<String> {
        self.map.keys().filter(|key| !KNOWN.iter().any(|known| is_spelling(key, known))).cloned().collect()
    }
}

/// `runId` and `run_id` are one field.
fn is_spelling(key: &str, field: &str) -> bool {
    let snake = |name: &str| -> String {
        name.chars().fold(String::new(), |mut snake, c| {
            if c.is_ascii_uppercase() {
                snake.push('_');
            }
            snake.push(c.to_ascii_lowercase());
            snake
        })
    };
    key == field || snake(key) == snake(field)
}

fn contradiction(one: &str, other: &str) -> Refused {
    Refused::Contradiction(one.to_owned(), other.to_owned())
}

fn name(field: &str, value: &Value) -> Result<String, Refused> {
    let fits =
        |name: &&str| !name.is_empty() && name.chars().count() <= LONGEST_ID && one_line(name) == **name;
    let name = value.as_str().filter(fits);
    name.map(str::to_owned)
        .ok_or_else(|| wrong(field, "a name of 1 to 200 visible characters on one line", value))
}

/// The name of a criterion, as `--criteria` takes it too.
fn criterion(field: &str, value: &Value) -> Result<String, Refused> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-');
    let name = value.as_str().filter(|name| (1..=40).contains(&name.len()) && name.chars().all(fits));
    name.map(str::to_owned).ok_or_else(|| wrong(field, "1 to 40 of a-z, 0-9, _ and -", value))
}

fn wrong(field: &str, expected: &str, got: &Value) -> Refused {
    let got = match got {
        Value::Array(_) | Value::Object(_) | Value::Null => kind(got).to_owned(),
        value => head(&one_line(&value.to_string()), 60).to_owned(),
    };
    Refused::Wrong { field: field.to_owned(), expected: expected.to_owned(), got }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
