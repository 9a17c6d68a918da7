//! Rows of the configuration table: each finds its value in a `Config`, and replaces it by another
//! if that is allowed.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::rule::KeyRule;
use super::table::{Config, KEYS};

/// One row of the table.
#[derive(Debug)]
pub struct ConfigKey {
    pub name: &'static str,
    pub rule: KeyRule,
    /// One line of description.
    pub about: &'static str,
    pub(super) get: fn(&Config) -> &dyn Setting,
    pub(super) at: fn(&mut Config) -> &mut dyn Setting,
}

pub fn find(name: &str) -> Option<&'static ConfigKey> {
    KEYS.iter().find(|key| key.name == name)
}

impl ConfigKey {
    pub fn value(&self, config: &Config) -> Value {
        (self.get)(config).value()
    }

    /// Returns `false`, and changes nothing, if the value is not allowed.
    pub(super) fn set(&self, config: &mut Config, value: &Value) -> bool {
        let value = if self.rule.joins() { joined(self.value(config), value) } else { value.clone() };
        self.rule.allows(&value) && (self.at)(config).assign(value)
    }
}

fn joined(mut old: Value, new: &Value) -> Value {
    match (&mut old, new) {
        (Value::Array(list), Value::Array(more)) => list.extend(more.iter().cloned()),
        _ => old = new.clone(),
    }
    old
}

pub(super) trait Setting {
    fn value(&self) -> Value;
    fn assign(&mut self, value: Value) -> bool;
}

impl<T: Serialize + DeserializeOwned> Setting for T {
    fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
    fn assign(&mut self, value: Value) -> bool {
        serde_json::from_value(value).map(|read| *self = read).is_ok()
    }
}
