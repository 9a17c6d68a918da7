//! A settings file as the client reads it. The client is stricter than we are: it ignores a file
//! that is not plain JSON, hooks included.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::{HookEntry, StatusLine, own, status_line};
use crate::core::config::jsonc::{Doc, JsonFault, plain};

/// Our plugin's name, before the `@` and the marketplace.
const PLUGIN: &str = "ingrain";

/// The parts of a settings file that concern us. `None` if the file does not say; another one may.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsView {
    /// Our own entries.
    pub hooks: Vec<HookEntry>,
    pub plugin_on: Option<bool>,
    pub hooks_off: Option<bool>,
    /// As written in the file, ours or not.
    pub status_line: Option<Value>,
}

impl SettingsView {
    /// The status line, if it is ours.
    pub fn own_status_line(&self) -> Option<StatusLine> {
        StatusLine::read(self.status_line.as_ref()?["command"].as_str()?)
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Relevant {
    disable_all_hooks: Option<Value>,
    enabled_plugins: Option<Map<String, Value>>,
    status_line: Option<Value>,
}

pub fn look(text: &str) -> Result<SettingsView, JsonFault> {
    let doc = Doc::parse(text)?;
    if doc.root_object()?.is_none() {
        return Ok(SettingsView::default());
    }
    let relevant: Relevant = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(too_loose)?;
    Ok(SettingsView {
        hooks: entries(&doc)?,
        plugin_on: relevant.enabled_plugins.as_ref().and_then(plugin_on),
        hooks_off: relevant.disable_all_hooks.as_ref().and_then(Value::as_bool),
        status_line: relevant.status_line,
    })
}

/// The hooks and status line in the file, whether or not the client loads them.
pub fn written(text: &str) -> Result<SettingsView, JsonFault> {
    let doc = Doc::parse(text)?;
    let status_line = status_line::property(&doc)?.cloned().map(plain);
    Ok(SettingsView { hooks: entries(&doc)?, status_line, ..SettingsView::default() })
}

fn entries(doc: &Doc<'_>) -> Result<Vec<HookEntry>, JsonFault> {
    let entry = |own: own::Own| HookEntry { event: own.event, command: own.command };
    Ok(own::find(doc)?.into_iter().map(entry).collect())
}

/// We could read the file, so the fault must be something that plain JSON does not have.
fn too_loose(error: serde_json::Error) -> JsonFault {
    JsonFault {
        line: error.line(),
        column: error.column(),
        what: "plain JSON has no comments and no trailing commas".into(),
    }
}

fn plugin_on(plugins: &Map<String, Value>) -> Option<bool> {
    let ours = plugins.iter().filter(|(name, _)| name.split('@').next() == Some(PLUGIN));
    ours.filter_map(|(_, on)| on.as_bool()).reduce(|a, b| a || b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_concerns_us_is_seen() {
        let text = r#"{
            "model": "opus",
            "hooks": { "SessionEnd": [ { "hooks": [
                { "type": "command", "command": "/bin/ingrain-session-end", "timeout": 10 },
                { "type": "command", "command": "notify-send ingrain" }
            ] } ] },
            "enabledPlugins": { "other@x": false, "ingrain@ingrain-plugins": true }
        }"#;
        let look = look(text).unwrap();
        let commands: Vec<&str> = look.hooks.iter().map(|hook| hook.command.as_str()).collect();
        assert_eq!(commands, ["/bin/ingrain-session-end"]);
        assert_eq!((look.plugin_on, look.hooks_off), (Some(true), None));
    }

    #[test]
    fn the_client_loads_plain_json_only() {
        for (text, line, column) in
            [("{\n  // mine\n  \"a\": 1\n}", 2, 3), ("{\"a\": 1,}", 1, 9), ("{\"a\": 1", 1, 1)]
        {
            let fault = look(text).unwrap_err();
            assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
        }
        for text in ["", "  \n", "{}", "\u{feff}{}", "// nothing\n"] {
            assert_eq!(look(text), Ok(SettingsView::default()), "{text:?}");
        }
    }

    #[test]
    fn switches_of_another_type_do_not_count() {
        let off = |text: &str| look(text).unwrap().hooks_off;
        assert_eq!(off(r#"{"disableAllHooks": true}"#), Some(true));
        assert_eq!(off(r#"{"disableAllHooks": "yes"}"#), None);
    }
}
