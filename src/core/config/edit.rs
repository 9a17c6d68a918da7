//! An edit that sets one key in a config file's text and keeps the rest as it is, including unknown
//! keys and comments.

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use serde_json::{Value, json};

use super::keys::find;
use super::layer::Level;
use crate::core::config::jsonc::{self, Child, Doc, JsonFault, Splice};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    #[error("unknown key `{0}`")]
    Unknown(String),
    #[error("`{0}` counts in the user config only")]
    UserOnly(String),
    #[error("`{word}` is no value for `{key}`, expected {expected}")]
    Refused { key: String, word: String, expected: String },
    #[error(transparent)]
    Fault(#[from] JsonFault),
}

/// The text with `key` set to the value of `word`; unchanged if it has that value already.
pub fn set_key(text: &str, level: Level, key: &str, word: &str) -> Result<String, EditError> {
    let known = find(key).ok_or_else(|| EditError::Unknown(key.to_owned()))?;
    if known.rule.user_only && level == Level::Project {
        return Err(EditError::UserOnly(key.to_owned()));
    }
    let value = known.rule.read(word).ok_or_else(|| EditError::Refused {
        key: key.to_owned(),
        word: word.to_owned(),
        expected: known.rule.expects(),
    })?;
    let doc = Doc::parse(text)?;
    let path: Vec<&str> = key.split('.').collect();
    doc.root_object()?;
    let splices = match doc.root() {
        Some(root) => set_below(&doc, root, &path, value)?,
        None => doc.plant(&nested(&path, value)),
    };
    Ok(doc.apply(&splices))
}

fn set_below(
    doc: &Doc<'_>,
    parent: &ast::Value<'_>,
    path: &[&str],
    value: Value,
) -> Result<Vec<Splice>, JsonFault> {
    let Some((name, rest)) = path.split_first() else {
        return Ok(replaced(doc, parent, &value));
    };
    let object = parent.as_object().ok_or_else(|| doc.fault(parent.range(), "expected an object"))?;
    match doc.property(object, name)? {
        Some(inner) => set_below(doc, inner, rest, value),
        None => Ok(doc.append(parent, &[Child::property(name, nested(rest, value))])),
    }
}

fn replaced(doc: &Doc<'_>, old: &ast::Value<'_>, new: &Value) -> Vec<Splice> {
    if jsonc::plain(old.clone()) == *new { Vec::new() } else { doc.replace(old.range(), new) }
}

fn nested(path: &[&str], value: Value) -> Value {
    path.iter().rev().fold(value, |inner, name| json!({ *name: inner }))
}
