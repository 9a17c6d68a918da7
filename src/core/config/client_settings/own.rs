//! Our own entries, and their removal. A command is ours by the file name of the program that a
//! shell would run; a command that merely mentions ingrain is not.

use std::path::Path;

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;

use super::status_line::{self, StatusLine};
use crate::core::config::jsonc::{Doc, JsonFault, Splice, plain};

/// Names of the hook programs, after `ingrain-` or `ingrain hook`.
const DOORS: [&str; 5] = ["session-start", "session-end", "subagent-start", "user-prompt", "pre-tool-use"];

/// A shell command that calls a program, quoted if needed. `None` for a path that a shell cannot
/// name.
pub fn command(program: &Path, arguments: &[&str]) -> Option<String> {
    let words = [program.to_str()?].into_iter().chain(arguments.iter().copied());
    shlex::try_join(words).ok()
}

/// One of our entries.
#[derive(Debug)]
pub(super) struct Own {
    pub event: String,
    pub command: String,
    pub handler: serde_json::Value,
}

pub(super) fn find(doc: &Doc<'_>) -> Result<Vec<Own>, JsonFault> {
    let Some(hooks) = hooks_of(doc)? else {
        return Ok(Vec::new());
    };
    let mut found = Vec::new();
    for property in &hooks_object(doc, hooks)?.properties {
        for handler in groups(&property.value).iter().flat_map(handlers) {
            if let Some(command) = command_of(handler).filter(|command| is_ours(command)) {
                let event = property.name.as_str().to_owned();
                found.push(Own { event, command: command.to_owned(), handler: plain(handler.clone()) });
            }
        }
    }
    Ok(found)
}

/// The part to cut along with our entries: the highest level that holds nothing else.
enum Cut {
    Whole,
    Parts(Vec<Splice>),
}

pub(super) fn cuts(doc: &Doc<'_>) -> Result<Vec<Splice>, JsonFault> {
    let Some(root) = doc.root() else {
        return Ok(Vec::new());
    };
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    let hooks = hooks_of(doc)?.map(|hooks| Ok((hooks, cut_hooks(doc, hooks)?)));
    let line = status_line::property(doc)?.map(|line| Ok((line, cut_line(doc, line)?)));
    for cut in hooks.into_iter().chain(line) {
        match cut? {
            (value, Cut::Whole) => whole.push(position_of(value, root)),
            (_, Cut::Parts(more)) => parts.extend(more),
        }
    }
    parts.extend(doc.cut(root, &whole));
    Ok(parts)
}

fn cut_hooks(doc: &Doc<'_>, hooks: &Value<'_>) -> Result<Cut, JsonFault> {
    let events = hooks_object(doc, hooks)?.properties.iter().map(|p| cut_event(doc, &p.value));
    Ok(cut_list(doc, hooks, events))
}

/// Keeps the status line that ours was wrapped around.
fn cut_line(doc: &Doc<'_>, line: &Value<'_>) -> Result<Cut, JsonFault> {
    Ok(match status_line::find(doc)? {
        Some(StatusLine { wraps: Some(theirs), .. }) => {
            Cut::Parts(status_line::unwrapped(doc, line, &theirs)?)
        }
        Some(_) => Cut::Whole,
        None => Cut::Parts(Vec::new()),
    })
}

fn cut_event(doc: &Doc<'_>, event: &Value<'_>) -> Cut {
    cut_list(doc, event, groups(event).iter().map(|group| cut_group(doc, group)))
}

fn cut_group(doc: &Doc<'_>, group: &Value<'_>) -> Cut {
    let is_own = |handler: &Value<'_>| command_of(handler).is_some_and(is_ours);
    let cut = |handler| {
        if is_own(handler) { Cut::Whole } else { Cut::Parts(Vec::new()) }
    };
    handler_list(group)
        .map_or(Cut::Parts(Vec::new()), |list| cut_list(doc, list, handlers(group).iter().map(cut)))
}

/// Cuts a list as a whole if all of its children go.
fn cut_list(doc: &Doc<'_>, list: &Value<'_>, children: impl Iterator<Item = Cut>) -> Cut {
    let (mut whole, mut parts, mut count) = (Vec::new(), Vec::new(), 0);
    for (i, child) in children.enumerate() {
        count += 1;
        match child {
            Cut::Whole => whole.push(i),
            Cut::Parts(more) => parts.extend(more),
        }
    }
    if !whole.is_empty() && whole.len() == count {
        return Cut::Whole;
    }
    parts.extend(doc.cut(list, &whole));
    Cut::Parts(parts)
}

fn position_of(value: &Value<'_>, root: &Value<'_>) -> usize {
    let properties = root.as_object().map_or(&[][..], |object| &object.properties);
    properties.iter().take_while(|p| p.value.range() != value.range()).count()
}

fn hooks_of<'b, 'a>(doc: &'b Doc<'a>) -> Result<Option<&'b Value<'a>>, JsonFault> {
    match doc.root_object()? {
        Some(root) => doc.property(root, "hooks"),
        None => Ok(None),
    }
}

pub(super) fn hooks_object<'b, 'a>(doc: &Doc<'a>, hooks: &'b Value<'a>) -> Result<&'b Object<'a>, JsonFault> {
    hooks.as_object().ok_or_else(|| doc.fault(hooks.range(), "expected `hooks` to be an object"))
}

fn groups<'b, 'a>(event: &'b Value<'a>) -> &'b [Value<'a>] {
    event.as_array().map_or(&[], |list| &list.elements)
}

fn handlers<'b, 'a>(group: &'b Value<'a>) -> &'b [Value<'a>] {
    handler_list(group).and_then(Value::as_array).map_or(&[], |list: &Array<'a>| &list.elements)
}

fn handler_list<'b, 'a>(group: &'b Value<'a>) -> Option<&'b Value<'a>> {
    field(group, "hooks")
}

fn command_of<'b>(handler: &'b Value<'_>) -> Option<&'b str> {
    field(handler, "command")?.as_string_lit().map(|text| text.value.as_ref())
}

pub(super) fn field<'b, 'a>(value: &'b Value<'a>, name: &str) -> Option<&'b Value<'a>> {
    let property = value.as_object()?.properties.iter().find(|p| p.name.as_str() == name)?;
    Some(&property.value)
}

/// Whether a shell given this command would run one of our programs.
pub fn is_ours(command: &str) -> bool {
    let Some(words) = shlex::split(command) else {
        return false;
    };
    let mut words = words.iter().map(String::as_str);
    let program = words.next().and_then(|path| Path::new(path).file_name()?.to_str());
    let is_door = |name: &str| DOORS.contains(&name);
    match program {
        Some("ingrain") => words.next() == Some("hook") && words.next().is_some_and(is_door),
        Some(door) => door.strip_prefix("ingrain-").is_some_and(is_door),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_programs_are_ours() {
        for (command, ours) in [
            ("/usr/bin/ingrain-session-start", true),
            ("'/Users/a b/bin/ingrain-session-end'", true),
            ("\"/Users/a b/bin/ingrain-session-end\"", true),
            ("/Users/a\\ b/bin/ingrain-session-end", true),
            ("ingrain-session-start", true),
            ("/usr/bin/ingrain hook session-start", true),
            ("'/a b/ingrain' hook session-end", true),
            ("/usr/bin/ingrain status", false),
            ("/usr/bin/ingrain hook", false),
            ("echo ingrain-session-start", false),
            ("/usr/bin/ingrain-session-start-wrapper", false),
            ("/usr/bin/my-ingrain-session-start", false),
            ("/opt/ingrain-session-start/run", false),
            ("bash -c '/usr/bin/ingrain-session-start'", false),
            ("'unclosed ingrain-session-start", false),
            ("", false),
        ] {
            assert_eq!(is_ours(command), ours, "{command}");
        }
    }

    #[test]
    fn a_path_is_quoted_only_when_it_must_be() {
        let of = |path: &str| command(Path::new(path), &[]).unwrap();
        assert_eq!(of("/usr/bin/ingrain-session-end"), "/usr/bin/ingrain-session-end");
        assert_eq!(of("/Users/a b/ingrain-session-end"), "'/Users/a b/ingrain-session-end'");
        assert_eq!(
            command(Path::new("/x y/ingrain"), &["hook", "session-end"]).unwrap(),
            "'/x y/ingrain' hook session-end"
        );
        for odd in
            ["/it's/ingrain-session-end", "/ü $HOME/`x`/ingrain-session-end", "/a\"b/ingrain-session-end"]
        {
            assert!(is_ours(&of(odd)), "{odd}");
        }
    }
}
