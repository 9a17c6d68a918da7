//! The system prompt for a model, and the schema of its answer. Both are separate files, because
//! they are read and discussed more often than the code around them.

pub fn system_prompt() -> &'static str {
    include_str!("../../../../templates/extract-prompt.md")
}

/// For `claude --json-schema`.
pub fn schema() -> &'static str {
    include_str!("../../../../templates/extract-response.schema.json")
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::core::learn::extract::response;
    use crate::core::model::Kind;

    /// The smallest value that the schema allows at this place.
    fn sample(schema: &Value, root: &Value) -> Value {
        if let Some(place) = schema["$ref"].as_str() {
            return sample(root.pointer(&place[1..]).unwrap(), root);
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        match schema["type"].as_str() {
            Some("string") => json!("text"),
            Some("boolean") => json!(true),
            Some("array") => json!([sample(&schema["items"], root), sample(&schema["items"], root)]),
            Some("object") => Value::Object(sample_fields(schema, root)),
            _ => Value::Null,
        }
    }

    fn sample_fields(schema: &Value, root: &Value) -> Map<String, Value> {
        let required = schema["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        required.map(|name| (name.to_owned(), sample(&schema["properties"][name], root))).collect()
    }

    #[test]
    fn an_answer_that_follows_the_schema_is_read_whole() {
        let schema: Value = serde_json::from_str(schema()).unwrap();
        let variants = schema["properties"]["observations"]["items"]["anyOf"].as_array().unwrap();
        let items: Vec<Value> = variants.iter().map(|variant| sample(variant, &schema)).collect();
        let parsed = response::parse(&json!({ "observations": items }).to_string()).unwrap();
        assert_eq!(parsed.dropped, Vec::<String>::new());
        let kinds: Vec<Kind> = parsed.items.iter().map(|item| item.details.kind()).collect();
        assert_eq!(kinds, Kind::ALL);
        assert!(parsed.items.iter().all(|item| item.evidence.len() == 2 && item.quality_ok));
    }

    #[test]
    fn every_property_is_required_so_that_a_model_cannot_forget_it() {
        let schema: Value = serde_json::from_str(schema()).unwrap();
        for variant in schema["properties"]["observations"]["items"]["anyOf"].as_array().unwrap() {
            let properties = variant["properties"].as_object().unwrap().len();
            assert_eq!(properties, variant["required"].as_array().unwrap().len());
        }
    }

    #[test]
    fn the_prompt_names_every_type_and_field_of_the_schema() {
        let schema: Value = serde_json::from_str(schema()).unwrap();
        for variant in schema["properties"]["observations"]["items"]["anyOf"].as_array().unwrap() {
            for name in variant["properties"].as_object().unwrap().keys() {
                assert!(system_prompt().contains(&format!("`{name}`")), "{name}");
            }
        }
        assert!(Kind::ALL.iter().all(|kind| system_prompt().contains(&format!("`{kind}`"))));
    }
}
