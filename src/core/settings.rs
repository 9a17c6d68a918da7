//! The editor's settings file, which is not ours: we add our own hook entries, take back exactly those, and leave
//! every other byte alone. Pure: text in, text out.

mod look;
mod own;
#[cfg(test)]
mod tests;

pub use look::{Look, look};
pub use own::{command, is_ours};

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::jsonc::{Child, Doc, Fault, Splice};
use super::text;
use own::Own;

/// Seconds. Without it the editor ends all SessionEnd hooks together after one and a half.
const TIMEOUT: u32 = 10;

/// A command to be called at an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookEntry {
    /// As the editor calls it: `SessionStart`.
    pub event: String,
    /// A shell command.
    pub command: String,
}

/// What a settings file becomes. Without changes `after` is what was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub after: String,
    pub changes: Vec<String>,
    pub undo: Option<Undo>,
}

/// Where our text lies in a file that nobody has changed since. It holds none of the file's own text: a settings
/// file may contain secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    pub after_hash: String,
    /// Position and length in bytes, in order.
    pub inserted: Vec<(usize, usize)>,
}

impl Undo {
    /// The text as it was before, if it still is what we made of it.
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

/// Our old entries go, the given ones come; a file that already holds exactly these stays as it is.
pub fn plan_enable(text: Option<&str>, undo: Option<&Undo>, hooks: &[HookEntry]) -> Result<Edit, Fault> {
    let text = text.unwrap_or_default();
    let old = own::find(&Doc::parse(text)?)?;
    if is_complete(&old, hooks) {
        return Ok(Edit { after: text.to_owned(), changes: Vec::new(), undo: undo.cloned() });
    }
    let base = plan_disable(text, undo)?;
    let doc = Doc::parse(&base.after)?;
    let splices = insertions(&doc, hooks)?;
    let after = doc.apply(&splices);
    let undo = Undo { after_hash: text::hash(&after), inserted: doc.landed(&splices) };
    let added = hooks.iter().map(|hook| format!("add hooks.{}: {}", hook.event, hook.command));
    let changes = base.changes.into_iter().chain(added).collect();
    Ok(Edit { after, changes, undo: Some(undo) })
}

/// Takes our entries out: byte for byte if nobody changed the file since, else entry by entry.
pub fn plan_disable(text: &str, undo: Option<&Undo>) -> Result<Edit, Fault> {
    let doc = Doc::parse(text)?;
    let old = own::find(&doc)?;
    let changes = old.iter().map(|own| format!("remove hooks.{}: {}", own.event, own.command)).collect();
    let after = match undo.and_then(|undo| undo.restore(text)) {
        Some(before) => before,
        None => doc.apply(&own::cuts(&doc)?),
    };
    Ok(Edit { after, changes, undo: None })
}

/// Does the text say nothing? A file that we made and that holds nothing else can go.
pub fn is_blank(text: &str) -> bool {
    Doc::parse(text).is_ok_and(|doc| doc.is_blank())
}

fn is_complete(old: &[Own], hooks: &[HookEntry]) -> bool {
    let there =
        |hook: &HookEntry| old.iter().any(|own| own.event == hook.event && own.handler == handler(hook));
    old.len() == hooks.len() && hooks.iter().all(there)
}

fn insertions(doc: &Doc<'_>, hooks: &[HookEntry]) -> Result<Vec<Splice>, Fault> {
    let (Some(root), Some(object)) = (doc.root(), doc.root_object()?) else {
        return Ok(doc.plant(&json!({ "hooks": events(hooks) })));
    };
    match doc.property(object, "hooks")? {
        Some(value) => into_hooks(doc, value, hooks),
        None => Ok(doc.append(root, &[Child::property("hooks", events(hooks))])),
    }
}

fn into_hooks(doc: &Doc<'_>, value: &Value<'_>, hooks: &[HookEntry]) -> Result<Vec<Splice>, Fault> {
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
) -> Result<Option<&'b Value<'a>>, Fault> {
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
