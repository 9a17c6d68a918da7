//! The output of `claude -p --output-format json`, which wraps the answer. It states the cost
//! whether or not the run succeeded, and the cost was incurred in both cases, so it is returned in
//! both cases.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::core::text::{ellipsis, one_line};

const MOST_MESSAGE_CHARS: usize = 200;

#[derive(Debug, Clone, PartialEq)]
pub struct ClientReply {
    pub cost_usd: f64,
    /// The text for `response::parse`.
    pub response: Result<String, EnvelopeError>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeError {
    #[error("`claude` printed no JSON")]
    NotJson,
    #[error("`claude` failed ({subtype}): {message}")]
    Failed { subtype: String, message: String },
    #[error("`claude` gave no answer ({subtype})")]
    NoAnswer { subtype: String },
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(default)]
    subtype: Option<String>,
    #[serde(default)]
    is_error: Option<bool>,
    #[serde(default)]
    result: Option<String>,
    #[serde(default, borrow)]
    structured_output: Option<&'a RawValue>,
    #[serde(default)]
    total_cost_usd: Option<f64>,
}

pub fn open(stdout: &str) -> ClientReply {
    match serde_json::from_str::<Envelope<'_>>(stdout.trim()) {
        Ok(envelope) => ClientReply {
            cost_usd: envelope.total_cost_usd.filter(|cost| *cost > 0.0).unwrap_or(0.0),
            response: answer_of(envelope),
        },
        Err(_) => ClientReply { cost_usd: 0.0, response: Err(EnvelopeError::NotJson) },
    }
}

fn answer_of(envelope: Envelope<'_>) -> Result<String, EnvelopeError> {
    let subtype = envelope.subtype.unwrap_or_else(|| "unknown".to_owned());
    let result = envelope.result.filter(|result| !result.trim().is_empty());
    if envelope.is_error == Some(true) {
        let message = one_line(&result.unwrap_or_default());
        return Err(EnvelopeError::Failed { subtype, message: ellipsis(&message, MOST_MESSAGE_CHARS) });
    }
    let structured = envelope.structured_output.map(|value| value.get().to_owned());
    structured.or(result).ok_or(EnvelopeError::NoAnswer { subtype })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_found_in_every_shape() {
        let inner = r#"{"observations": []}"#;
        for (stdout, expected) in [
            (
                r#"{"type":"result","subtype":"success","is_error":false,"result":"done","structured_output":{"observations": []},"total_cost_usd":0.02}"#,
                inner,
            ),
            (
                r#"{"subtype":"success","result":"{\"observations\": []}","total_cost_usd":0.02,"usage":{}}"#,
                inner,
            ),
            (r#"{"result":"text only","structured_output":null,"total_cost_usd":0.02}"#, "text only"),
        ] {
            let answer = open(stdout);
            assert_eq!(answer.response.as_deref(), Ok(expected), "{stdout}");
            assert_eq!(answer.cost_usd, 0.02);
        }
    }

    #[test]
    fn a_failed_run_still_has_its_price() {
        let failed = |subtype: &str, message: &str| EnvelopeError::Failed {
            subtype: subtype.into(),
            message: message.into(),
        };
        for (stdout, expected) in [
            (
                r#"{"subtype":"success","is_error":true,"result":"Please run /login","total_cost_usd":0.5}"#,
                failed("success", "Please run /login"),
            ),
            (
                r#"{"subtype":"error_max_turns","is_error":true,"total_cost_usd":0.5}"#,
                failed("error_max_turns", ""),
            ),
            (
                r#"{"subtype":"success","is_error":false,"result":" ","total_cost_usd":0.5}"#,
                EnvelopeError::NoAnswer { subtype: "success".into() },
            ),
        ] {
            let answer = open(stdout);
            assert_eq!(answer.response, Err(expected), "{stdout}");
            assert_eq!(answer.cost_usd, 0.5);
        }
    }

    #[test]
    fn what_is_no_envelope_costs_nothing() {
        for stdout in ["", "Error: command not found", "[1]", "{\"total_cost_usd\": \"free\"}"] {
            let answer = open(stdout);
            assert_eq!(answer.response, Err(EnvelopeError::NotJson), "{stdout}");
            assert_eq!(answer.cost_usd, 0.0);
        }
        assert_eq!(open(r#"{"result":"x","total_cost_usd":-1}"#).cost_usd, 0.0);
    }
}
