//! Readable copies in the project: `.memory/learning-log.jsonl` and the manifest. They are derived
//! from the database and never read back, except that `import` reads the log, also in its older
//! form with details as one string.

mod older;

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::reconcile::ManifestRow;
use crate::core::config::Thresholds;
use crate::core::learn::readiness;
use crate::core::model::{Details, Evidence, Kind, Observation, Quality, Speaker, Status, Time};

/// The lines of the log, one per observation.
pub fn log(observations: &[Observation], artifacts: &[ManifestRow], thresholds: &Thresholds) -> Vec<String> {
    let paths: HashMap<&str, &str> =
        artifacts.iter().map(|a| (a.observation_id.as_str(), a.path.as_str())).collect();
    let line = |o: &Observation| observation(o, thresholds, paths.get(o.id.as_str()).copied()).to_string();
    observations.iter().map(line).collect()
}

/// One line of the log.
pub fn observation(o: &Observation, thresholds: &Thresholds, artifact_path: Option<&str>) -> Value {
    let mut line = json!({
        "id": o.id,
        "type": o.kind(),
        "pattern": o.title,
        "confidence": readiness::confidence(o.count, thresholds.of(o.kind()).required, o.penalty),
        "observations": o.count,
        "status": o.status,
        "quality_ok": o.quality_ok,
        "first_seen": o.first_seen,
        "last_seen": o.last_seen,
        "evidence": o.evidence,
        "details": o.details,
        "penalty": o.penalty,
        "keys": o.keys,
        "needsReview": !o.reviews.is_empty(),
        "reviewReasons": o.reviews,
    });
    if let (Some(path), Value::Object(fields)) = (artifact_path, &mut line) {
        fields.insert("artifact_path".into(), path.into());
    }
    line
}

/// The details of a kind from an object of its fields; `None` if one is missing or of the wrong
/// type.
pub fn details(kind: Kind, fields: &Value) -> Option<Details> {
    let text = |name: &str| fields.get(name)?.as_str().map(str::to_owned);
    let steps = || -> Option<Vec<String>> {
        fields.get("steps")?.as_array()?.iter().map(|step| step.as_str().map(str::to_owned)).collect()
    };
    Some(match kind {
        Kind::Workflow => Details::Workflow { steps: steps()? },
        Kind::Procedural => Details::Procedural {
            situation: text("situation")?,
            steps: steps()?,
            rationale: text("rationale")?,
        },
        Kind::Decision => Details::Decision {
            context: text("context")?,
            decision: text("decision")?,
            rationale: text("rationale")?,
        },
        Kind::Pitfall => Details::Pitfall {
            area: text("area")?,
            issue: text("issue")?,
            impact: text("impact")?,
            resolution: text("resolution")?,
        },
    })
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadLine(String);

impl BadLine {
    pub fn new(why: &str) -> BadLine {
        BadLine(why.to_owned())
    }
}

/// Parses a line of the log. Missing fields get the values of a fresh observation.
pub fn parse_line(line: &str, now: Time) -> Result<Observation, BadLine> {
    let value: Value = serde_json::from_str(line).map_err(|e| BadLine(format!("no JSON: {e}")))?;
    let fields = value.as_object().ok_or_else(|| BadLine("no object".into()))?;
    let kind: Kind = word(fields, "type")?.parse().map_err(|e| BadLine(format!("{e}")))?;
    let id = word(fields, "id")?;
    if !is_observation_id(id) {
        return Err(BadLine(format!("`{id}` is no observation id")));
    }
    let title = word(fields, "pattern")?.to_owned();
    let first_seen = time(fields, "first_seen").unwrap_or(now).min(now);
    let evidence = evidence(fields, first_seen);
    let status = status(fields)?;
    // The older form has no field for it: deprecated meant rejected there.
    let unsaid = if status == Status::Deprecated { readiness::REFUSAL } else { 1.0 };
    Ok(Observation {
        id: id.to_owned(),
        details: details_of(kind, &title, fields.get("details")),
        title,
        keys: strings(fields, "keys"),
        count: fields.get("observations").and_then(Value::as_u64).unwrap_or(1).min(u32::MAX.into()) as u32,
        penalty: fields.get("penalty").and_then(Value::as_f64).unwrap_or(unsaid).clamp(0.0, 1.0),
        status,
        quality_ok: fields.get("quality_ok").and_then(Value::as_bool).unwrap_or(false),
        quality: Quality::default(),
        first_seen,
        last_seen: time(fields, "last_seen").unwrap_or(now).clamp(first_seen, now),
        sessions: evidence.iter().map(|e| e.session.clone()).filter(|s| !s.is_empty()).collect(),
        evidence,
        reviews: BTreeSet::new(),
        superseded_by: None,
        review_state: Default::default(),
    })
}

pub fn is_observation_id(id: &str) -> bool {
    let rest = id.strip_prefix("obs_").unwrap_or_default();
    !rest.is_empty() && rest.len() <= 40 && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// An imported observation has no artifact here, so a created one becomes ready; a rejected one
/// stays rejected.
fn status(fields: &Map<String, Value>) -> Result<Status, BadLine> {
    let status: Status = match fields.get("status").and_then(Value::as_str) {
        Some(word) => word.parse().map_err(|e| BadLine(format!("{e}")))?,
        None => Status::Observing,
    };
    Ok(if status == Status::Created { Status::Ready } else { status })
}

fn word<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a str, BadLine> {
    match fields.get(name).and_then(Value::as_str).map(str::trim) {
        Some(word) if !word.is_empty() => Ok(word),
        _ => Err(BadLine(format!("`{name}` is missing or empty"))),
    }
}

fn time(fields: &Map<String, Value>, name: &str) -> Option<Time> {
    let text = fields.get(name)?.as_str()?;
    Some(chrono::DateTime::parse_from_rfc3339(text).ok()?.to_utc())
}

fn strings(fields: &Map<String, Value>, name: &str) -> BTreeSet<String> {
    let items = fields.get(name).and_then(Value::as_array);
    items.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Evidence as we write it, or plain strings as in older logs.
fn evidence(fields: &Map<String, Value>, at: Time) -> Vec<Evidence> {
    let items = fields.get("evidence").and_then(Value::as_array);
    let one = |(n, item): (usize, &Value)| match item {
        Value::String(quote) => Some(Evidence {
            session: String::new(),
            turn: format!("imported-{n}"),
            speaker: Speaker::User,
            quote: quote.clone(),
            at,
        }),
        other => serde_json::from_value(other.clone()).ok(),
    };
    items.into_iter().flatten().enumerate().filter_map(one).collect()
}

fn details_of(kind: Kind, title: &str, stored: Option<&Value>) -> Details {
    let object = stored.filter(|value| value.is_object()).and_then(|value| details(kind, value));
    let text = stored.and_then(Value::as_str).unwrap_or_default();
    object.unwrap_or_else(|| older::details(kind, title, text))
}

/// One row of the manifest file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ManifestEntry {
    pub observation_id: String,
    #[serde(rename = "type")]
    pub kind: Kind,
    pub path: String,
    pub content_hash: String,
    pub rendered_at: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
}

pub fn manifest(project_id: &str, entries: &[ManifestEntry]) -> String {
    let body = json!({ "schemaVersion": 1, "projectId": project_id, "entries": entries });
    format!("{body:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    fn now() -> Time {
        DateTime::parse_from_rfc3339("2026-05-01T00:00:00Z").unwrap().to_utc()
    }

    fn pitfall() -> Observation {
        Observation {
            id: "obs_0a1b2c3d4e".into(),
            title: "Keep `Cargo.lock`; it is ours".into(),
            details: Details::Pitfall {
                area: "Cargo.lock".into(),
                issue: "deleted; twice".into(),
                impact: "builds drift".into(),
                resolution: "git restore".into(),
            },
            keys: BTreeSet::from(["cargo.lock".to_owned()]),
            count: 2,
            penalty: 1.0,
            status: Status::Observing,
            quality_ok: true,
            quality: Quality::default(),
            first_seen: now(),
            last_seen: now(),
            evidence: vec![Evidence {
                session: "s".into(),
                turn: "t".into(),
                speaker: Speaker::User,
                quote: "no".into(),
                at: now(),
            }],
            reviews: BTreeSet::new(),
            superseded_by: None,
            sessions: BTreeSet::from(["s".to_owned()]),
            review_state: Default::default(),
        }
    }

    #[test]
    fn what_is_written_can_be_read_back() {
        let line = observation(&pitfall(), &Thresholds::default(), None).to_string();
        assert_eq!(parse_line(&line, now()).unwrap(), pitfall());
    }

    #[test]
    fn the_older_form_is_read_without_losing_what_follows_a_semicolon() {
        let line = r#"{"id":"obs_abc123","type":"decision","pattern":"Use X","observations":2,"status":"created",
            "evidence":["because of Y"],"quality_ok":true,
            "details":"context: a; b; decision: use X; rationale: Y; and Z"}"#;
        let o = parse_line(line, now()).unwrap();
        let expected = Details::Decision {
            context: "a; b".into(),
            decision: "use X".into(),
            rationale: "Y; and Z".into(),
        };
        assert_eq!((o.details, o.status), (expected, Status::Ready));
        assert_eq!((o.evidence[0].quote.as_str(), o.penalty), ("because of Y", 1.0));
        let refused = parse_line(&line.replace("created", "deprecated"), now()).unwrap();
        assert_eq!((refused.status, refused.penalty), (Status::Deprecated, 0.3));
    }

    #[test]
    fn lines_that_do_not_fit_are_named() {
        for (line, reason) in [
            ("", "no JSON"),
            ("[]", "no object"),
            (r#"{"type":"habit","id":"obs_1","pattern":"x"}"#, "unknown type"),
            (r#"{"type":"pitfall","id":"../x","pattern":"x"}"#, "no observation id"),
            (r#"{"type":"pitfall","id":"obs_1","pattern":" "}"#, "`pattern` is missing"),
            (r#"{"type":"pitfall","id":1,"pattern":"x"}"#, "`id` is missing"),
        ] {
            let error = parse_line(line, now()).unwrap_err().to_string();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}
