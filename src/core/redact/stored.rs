//! Secrets in stored texts that newer detectors recognise.

use serde_json::Value;

use super::Redactor;

/// The text without its secrets, if it has any. In JSON every string is redacted by itself, so that
/// the result is JSON again.
pub(crate) fn masked(redactor: &Redactor, text: &str) -> Option<String> {
    let redacted = match serde_json::from_str::<Value>(text) {
        Ok(mut value @ (Value::Object(_) | Value::Array(_))) => {
            mask_strings(redactor, &mut value).then(|| value.to_string())
        }
        _ => redactor.has_secret(text).then(|| redactor.redact(text).into_owned()),
    };
    redacted.filter(|redacted| redacted != text)
}

/// The secrets in a text, searching each string of JSON by itself.
pub(crate) fn found(redactor: &Redactor, text: &str) -> Vec<String> {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Array(all)) => all.iter().flat_map(|value| found_in(redactor, value)).collect(),
        Ok(Value::Object(fields)) => fields.values().flat_map(|value| found_in(redactor, value)).collect(),
        _ => redactor.secrets(text).into_iter().map(|secret| text[secret.range].to_owned()).collect(),
    }
}

fn found_in(redactor: &Redactor, value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => found(redactor, text),
        other => found(redactor, &other.to_string()),
    }
}

/// Whether there was anything to mask.
fn mask_strings(redactor: &Redactor, value: &mut Value) -> bool {
    match value {
        Value::String(text) => match masked(redactor, text) {
            Some(redacted) => {
                *text = redacted;
                true
            }
            None => false,
        },
        Value::Array(all) => mask_all(redactor, all.iter_mut()),
        Value::Object(fields) => mask_all(redactor, fields.values_mut()),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Masks all of them, without stopping at the first that held a secret.
fn mask_all<'v>(redactor: &Redactor, values: impl Iterator<Item = &'v mut Value>) -> bool {
    values.filter_map(|value| mask_strings(redactor, value).then_some(())).count() > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_the_strings_of_json_are_masked() {
        let redactor = Redactor::new(&["zebra-[0-9]+".to_owned()]).unwrap();
        for (text, expected) in [
            ("ask zebra-12 first", Some("ask [redacted:extra] first")),
            ("nothing of the sort", None),
            (r#"{"title":"ask zebra-12","n":1}"#, Some(r#"{"title":"ask [redacted:extra]","n":1}"#)),
            (
                r#"["zebra-1",{"quote":"\"zebra-2\"\n"}]"#,
                Some(r#"["[redacted:extra]",{"quote":"\"[redacted:extra]\"\n"}]"#),
            ),
            (r#"{"title":"ask [redacted:extra]"}"#, None),
            (r#"{ "title" : "spaced" }"#, None),
        ] {
            assert_eq!(masked(&redactor, text).as_deref(), expected, "{text}");
        }
    }
}
