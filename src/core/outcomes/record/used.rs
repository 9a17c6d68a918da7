//! Adapters of a recorded run: tools by their names, and the agents and skills that other systems
//! list apart.

use std::collections::BTreeMap;

use serde_json::Value;

use super::fields::{Fields, name, wrong};
use super::{Refused, small};
use crate::core::model::outcome::AdapterUse;
use crate::core::session::tool_call::{AGENT, SKILL};

/// Each adapter once, however often it is listed: a double entry would count a run twice.
pub(super) fn all(fields: &Fields<'_>) -> Result<Vec<AdapterUse>, Refused> {
    let mut uses: BTreeMap<String, AdapterUse> = BTreeMap::new();
    for list in [
        List { field: "adaptersUsed", key: "id", prefix: "" },
        List { field: "agentDecisions", key: "agent", prefix: AGENT },
        List { field: "selectedSkills", key: "id", prefix: SKILL },
    ] {
        for (i, item) in fields.items(list.field)?.iter().enumerate() {
            let used = list.adapter(fields, &format!("{}[{i}]", list.field), item)?;
            let known = uses.entry(used.id.clone()).or_insert(AdapterUse { retries: 0, ..used.clone() });
            known.failed |= used.failed;
            known.failure_type = known.failure_type.take().or(used.failure_type);
            known.confidence = known.confidence.or(used.confidence);
            known.retries = known.retries.saturating_add(used.retries);
        }
    }
    Ok(uses.into_values().collect())
}

/// A field that lists adapters, by name or as objects.
struct List {
    field: &'static str,
    /// The property that holds the name.
    key: &'static str,
    /// The prefix that is added to a bare name.
    prefix: &'static str,
}

impl List {
    fn adapter(&self, fields: &Fields<'_>, place: &str, item: &Value) -> Result<AdapterUse, Refused> {
        let at = |field: &str| format!("{place}.{field}");
        let (id, map) = match item {
            Value::String(_) => (item, None),
            Value::Object(map) => (map.get(self.key).unwrap_or(&Value::Null), Some(map)),
            other => return Err(wrong(place, &format!("a name, or an object with {}", self.key), other)),
        };
        let id = fields.checked(&at(self.key), name(&at(self.key), id)?)?.to_lowercase();
        let id = if id.starts_with(self.prefix) { id } else { format!("{}{id}", self.prefix) };
        let Some(map) = map else { return Ok(AdapterUse::of(id)) };
        let inner = Fields { map, clean: fields.clean };
        let named = |error: Refused| match error {
            Refused::Wrong { field, expected, got } => Refused::Wrong { field: at(&field), expected, got },
            other => other,
        };
        Ok(AdapterUse {
            failed: inner.flag("failed").map_err(named)?,
            retries: small(inner.count("retries").map_err(named)?.unwrap_or(0)),
            failure_type: inner.kind("failureType", &at("failureType"))?,
            confidence: inner.share("confidence").map_err(named)?,
            ..AdapterUse::of(id)
        })
    }
}
