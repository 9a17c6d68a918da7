//! Edits of the editor's settings file, which is not ours: they add our hook entries and status
//! line, remove exactly those, and leave every other byte alone. Pure: text in, text out.

mod look;
mod own;
mod status_line;
#[cfg(test)]
mod tests;

pub use look::{SettingsView, look, written};
pub use own::{command, is_ours};
pub use status_line::{NewStatusLine, StatusLine};

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::jsonc::{Child, Doc, JsonFault, Splice};
use crate::core::text;

/// Seconds. Without a timeout the editor ends all SessionEnd hooks together after 1.5 seconds.
const TIMEOUT: u32 = 10;

/// Separates our status line from the one above it, in the list of changes.
const BELOW: &str = ", below: ";

/// A command that runs at an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookEntry {
    /// The editor's name for it, such as `SessionStart`.
    pub event: String,
    /// A shell command.
    pub command: String,
}

/// The result of an edit. Without changes, `after` is the original text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub after: String,
    pub changes: Vec<String>,
    pub undo: Option<SettingsUndo>,
}

/// The positions of our text in a file that has not changed since. Holds none of the file's own
/// text, because a settings file may contain secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsUndo {
    pub after_hash: String,
    /// Position and length in bytes, in order.
    pub inserted: Vec<(usize, usize)>,
}

impl SettingsUndo {
    /// The original text, if `text` is still what we made of it.
    pub fn restore(&self, text: &str) -> Option<String> {
        if text::hash(text) != self.after_hash {
            return None;
        }
        let mut before = String::new();
        let mut done = 0;
        for (at, length) in &self.inserted {
            before.push_str(text.get(done..*at)?);
            done = at + length;
        }
        before.push_str(text.get(done..)?);
        Some(before)
    }
}

/// The entries that a file should hold: exactly these, and no others of ours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    pub hooks: Vec<HookEntry>,
    pub status_line: Option<NewStatusLine>,
}

/// Replaces our old entries by the given ones; a file that already holds exactly these is
/// unchanged.
pub fn plan_enable(
    text: Option<&str>,
    undo: Option<&SettingsUndo>,
    wanted: &Wanted,
) -> Result<Edit, JsonFault> {
    let text = text.unwrap_or_default();
    if is_complete(&Doc::parse(text)?, wanted)? {
        return Ok(Edit { after: text.to_owned(), changes: Vec::new(), undo: undo.cloned() });
    }
    let base = plan_disable(text, undo)?;
    let doc = Doc::parse(&base.after)?;
    let splices = insertions(&doc, wanted)?;
    let after = doc.apply(&splices);
    let undo = SettingsUndo { after_hash: text::hash(&after), inserted: doc.landed(&splices) };
    let changes = changes(&ours_in(text)?, &ours_in(&after)?);
    Ok(Edit { after, changes, undo: Some(undo) })
}

/// Our entries in a text, one line each.
fn ours_in(text: &str) -> Result<Vec<String>, JsonFault> {
    let doc = Doc::parse(text)?;
    let hooks = own::find(&doc)?.into_iter();
    let mut ours: Vec<String> = hooks.map(|own| format!("hooks.{}: {}", own.event, own.command)).collect();
    ours.extend(status_line::find(&doc)?.map(|ours| match &ours.wraps {
        Some(theirs) => format!("{}{BELOW}{theirs}", status_line::KEY),
        None => format!("{}: {}", status_line::KEY, ours.command),
    }));
    Ok(ours)
}

fn removal(line: String) -> String {
    format!("{} {line}", if is_below(&line) { "remove from" } else { "remove" })
}

/// Whether our status line is below another one, which stays.
fn is_below(line: &str) -> bool {
    line.strip_prefix(status_line::KEY).is_some_and(|rest| rest.starts_with(BELOW))
}

/// The removed and added entries. An entry that is removed and added again is listed only if
/// nothing else changes.
fn changes(before: &[String], after: &[String]) -> Vec<String> {
    let (mut removed, mut added) = (before.to_vec(), Vec::new());
    for line in after {
        match removed.iter().position(|old| old == line) {
            Some(at) => drop(removed.remove(at)),
            None => added.push(format!("{} {line}", if is_below(line) { "add to" } else { "add" })),
        }
    }
    let changes: Vec<String> = removed.into_iter().map(removal).chain(added).collect();
    if changes.is_empty() { after.iter().map(|line| format!("write {line}")).collect() } else { changes }
}

/// Removes our entries: byte for byte if the file has not changed since, otherwise entry by entry.
pub fn plan_disable(text: &str, undo: Option<&SettingsUndo>) -> Result<Edit, JsonFault> {
    let doc = Doc::parse(text)?;
    let changes = ours_in(text)?.into_iter().map(removal).collect();
    let after = match undo.and_then(|undo| undo.restore(text)) {
        Some(before) => before,
        None => doc.apply(&own::cuts(&doc)?),
    };
    Ok(Edit { after, changes, undo: None })
}

/// Whether the text is empty apart from an empty object. Such a file can be deleted if we created
/// it.
pub fn is_blank(text: &str) -> bool {
    Doc::parse(text).is_ok_and(|doc| doc.is_blank())
}

fn is_complete(doc: &Doc<'_>, wanted: &Wanted) -> Result<bool, JsonFault> {
    let (old, hooks) = (own::find(doc)?, &wanted.hooks);
    let there =
        |hook: &HookEntry| old.iter().any(|own| own.event == hook.event && own.handler == handler(hook));
    let line = match (status_line::find(doc)?, &wanted.status_line) {
        (Some(old), Some(new)) => new.is(&old),
        (old, new) => old.is_none() && new.is_none(),
    };
    Ok(line && old.len() == hooks.len() && hooks.iter().all(there))
}

fn insertions(doc: &Doc<'_>, wanted: &Wanted) -> Result<Vec<Splice>, JsonFault> {
    let (mut splices, mut new) = (Vec::new(), Vec::new());
    let root = doc.root_object()?;
    let there = |key: &str| root.map_or(Ok(None), |root| doc.property(root, key));
    match there("hooks")? {
        _ if wanted.hooks.is_empty() => {}
        Some(value) => splices.extend(into_hooks(doc, value, &wanted.hooks)?),
        None => new.push(("hooks", events(&wanted.hooks))),
    }
    match (&wanted.status_line, there(status_line::KEY)?) {
        (Some(line), Some(value)) => splices.extend(line.around(doc, value)?),
        (Some(line), None) => new.push((status_line::KEY, line.value())),
        (None, _) => {}
    }
    if !new.is_empty() {
        splices.extend(into_root(doc, new));
    }
    Ok(splices)
}

fn into_root(doc: &Doc<'_>, new: Vec<(&str, serde_json::Value)>) -> Vec<Splice> {
    match doc.root() {
        Some(root) => {
            let children: Vec<Child<'_>> =
                new.into_iter().map(|(key, value)| Child::property(key, value)).collect();
            doc.append(root, &children)
        }
        None => {
            let whole: serde_json::Map<_, _> =
                new.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
            doc.plant(&whole.into())
        }
    }
}

fn into_hooks(doc: &Doc<'_>, value: &Value<'_>, hooks: &[HookEntry]) -> Result<Vec<Splice>, JsonFault> {
    let object = own::hooks_object(doc, value)?;
    let mut splices = Vec::new();
    let mut new = Vec::new();
    for hook in hooks {
        match event_array(doc, object, &hook.event)? {
            Some(array) => splices.extend(doc.append(array, &[Child::element(group(hook))])),
            None => new.push(Child::property(&hook.event, json!([group(hook)]))),
        }
    }
    if !new.is_empty() {
        splices.extend(doc.append(value, &new));
    }
    Ok(splices)
}

fn event_array<'a, 'b>(
    doc: &Doc<'a>,
    hooks: &'b Object<'a>,
    event: &str,
) -> Result<Option<&'b Value<'a>>, JsonFault> {
    match doc.property(hooks, event)? {
        Some(value) if value.as_array().is_none() => {
            Err(doc.fault(value.range(), &format!("expected a list of hooks for `{event}`")))
        }
        found => Ok(found),
    }
}

fn events(hooks: &[HookEntry]) -> serde_json::Value {
    hooks
        .iter()
        .map(|hook| (hook.event.clone(), json!([group(hook)])))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn group(hook: &HookEntry) -> serde_json::Value {
    json!({ "hooks": [handler(hook)] })
}

fn handler(hook: &HookEntry) -> serde_json::Value {
    json!({ "type": "command", "command": hook.command, "timeout": TIMEOUT })
}
