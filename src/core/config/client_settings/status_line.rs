//! Our status line. The editor has only one, so ours wraps the existing one to show both: the
//! command in the file becomes an argument of ours. Quoting only inserts, so removing ours restores
//! every byte, and the file itself holds all that is needed for it.

use std::path::Path;

use jsonc_parser::ast::{StringLit, Value};
use jsonc_parser::common::Ranged;
use serde_json::json;

use super::own::field;
use crate::core::config::jsonc::{Doc, JsonFault, Splice};

pub(super) const KEY: &str = "statusLine";
/// The subcommand of `ingrain`, and its options.
const WORD: &str = "statusline";
const WRAPS: &str = "--wraps";
const HIDES: &str = "--hides";

/// Our status line, parsed from its command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusLine {
    /// The command as written in the file.
    pub command: String,
    pub program: String,
    /// The command that it replaced.
    pub wraps: Option<String>,
    /// The command of a settings file with lower precedence, which this one would hide.
    pub hides: Option<String>,
}

impl StatusLine {
    /// `None` for a command that is not ours.
    pub fn read(command: &str) -> Option<StatusLine> {
        let words = shlex::split(command)?;
        let (program, rest) = words.split_first()?;
        let (word, rest) = rest.split_first()?;
        if Path::new(program).file_name()? != "ingrain" || word != WORD {
            return None;
        }
        let after = |flag: &str| match rest {
            [first, command] if first == flag => theirs(command),
            _ => None,
        };
        let (wraps, hides) = (after(WRAPS), after(HIDES));
        Some(StatusLine { command: command.to_owned(), program: program.clone(), wraps, hides })
    }

    pub fn inner(&self) -> Option<&str> {
        self.wraps.as_deref().or(self.hides.as_deref())
    }
}

/// A status line to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct NewStatusLine {
    /// Quoted for a shell.
    program: String,
    /// The status line of a settings file with lower precedence, as written there.
    weaker: Option<serde_json::Value>,
}

impl NewStatusLine {
    /// `None` for a program that a shell cannot name.
    pub fn new(program: &Path, weaker: Option<serde_json::Value>) -> Option<NewStatusLine> {
        let weaker = weaker.filter(|line| line["command"].is_string());
        Some(NewStatusLine { program: super::command(program, &[])?, weaker })
    }

    /// Whether our existing status line already does this.
    pub(super) fn is(&self, old: &StatusLine) -> bool {
        let program = shlex::split(&self.program).is_some_and(|words| words == [old.program.as_str()]);
        program && (old.wraps.is_some() || old.hides == self.hidden())
    }

    /// The value for a file without a status line.
    pub(super) fn value(&self) -> serde_json::Value {
        let command = match self.hidden() {
            Some(hidden) => format!("{} {WORD} {HIDES} {}", self.program, quoted(&hidden)),
            None => format!("{} {WORD}", self.program),
        };
        let mut line = self.weaker.clone().unwrap_or_else(|| json!({ "type": "command" }));
        line["command"] = command.into();
        line
    }

    /// The command that ours would hide.
    fn hidden(&self) -> Option<String> {
        theirs(self.weaker.as_ref()?["command"].as_str()?)
    }

    /// Makes the existing command an argument of ours.
    pub(super) fn around(&self, doc: &Doc<'_>, there: &Value<'_>) -> Result<Vec<Splice>, JsonFault> {
        let literal = literal(doc, there)?;
        let (start, end) = (literal.range.start + 1, literal.range.end - 1);
        let open = format!("{} {WORD} {WRAPS} '", self.program);
        let mut splices = vec![insertion(start, &open)];
        splices.extend(quotes(doc.source(start..end)).map(|at| insertion(start + at, "\\''")));
        splices.push(insertion(end, "'"));
        Ok(splices)
    }
}

/// A command that is not ours. One of ours, written for all folders or by another ingrain, stands
/// for the command that it wraps.
fn theirs(command: &str) -> Option<String> {
    match StatusLine::read(command) {
        Some(ours) => ours.inner().map(str::to_owned),
        None => Some(command.to_owned()),
    }
}

/// The status line that a text holds, if it is ours.
pub(super) fn find(doc: &Doc<'_>) -> Result<Option<StatusLine>, JsonFault> {
    let Some(there) = property(doc)? else {
        return Ok(None);
    };
    Ok(command(there).and_then(|literal| StatusLine::read(&literal.value)))
}

pub(super) fn property<'b, 'a>(doc: &'b Doc<'a>) -> Result<Option<&'b Value<'a>>, JsonFault> {
    match doc.root_object()? {
        Some(root) => doc.property(root, KEY),
        None => Ok(None),
    }
}

/// Restores the command that ours wraps.
pub(super) fn unwrapped(doc: &Doc<'_>, there: &Value<'_>, inner: &str) -> Result<Vec<Splice>, JsonFault> {
    Ok(doc.replace(literal(doc, there)?.range, &inner.into()))
}

fn literal<'b, 'a>(doc: &Doc<'a>, there: &'b Value<'a>) -> Result<&'b StringLit<'a>, JsonFault> {
    command(there).ok_or_else(|| doc.fault(there.range(), "expected `statusLine` to be a command"))
}

fn command<'b, 'a>(there: &'b Value<'a>) -> Option<&'b StringLit<'a>> {
    field(there, "command")?.as_string_lit()
}

/// The positions after each single quote of a JSON string, in any spelling: the shell's own quote
/// must be reopened there.
fn quotes(source: &str) -> impl Iterator<Item = usize> {
    let spelled = |at: &usize| {
        let rest = &source[*at..];
        let escaped = rest.get(..6).filter(|word| word.eq_ignore_ascii_case("\\u0027")).map(str::len);
        escaped.or_else(|| rest.starts_with('\'').then_some(1)).map(|length| at + length)
    };
    let starts = std::iter::successors(Some(0), |at| next_character(source, *at));
    starts.filter_map(move |at| spelled(&at))
}

/// Counts an escape as one character.
fn next_character(source: &str, at: usize) -> Option<usize> {
    let mut rest = source[at..].chars();
    let length = match rest.next()? {
        '\\' => 1 + rest.next()?.len_utf8(),
        plain => plain.len_utf8(),
    };
    Some(at + length)
}

fn quoted(command: &str) -> String {
    format!("'{}'", command.replace('\'', "'\\''"))
}

/// An insertion into a JSON string.
fn insertion(at: usize, text: &str) -> Splice {
    let literal = serde_json::Value::from(text).to_string();
    Splice { at, cut: 0, insert: literal[1..literal.len() - 1].to_owned() }
}
