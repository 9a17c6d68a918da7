//! Layering of config files: the keys of one file over those of another. A bad key is left out and
//! reported; the others still count.

use std::fmt;

use serde_json::{Map, Value};

use super::keys::find;
use super::table::{Config, KEYS};
use crate::core::config::jsonc::{self, JsonFault};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    User,
    Project,
}

/// A part of a file that is ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    pub level: Level,
    /// Empty for the file as a whole.
    pub key: String,
    pub fail: Fail,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Fail {
    Unreadable(JsonFault),
    NoObject,
    Untrusted,
    Unknown,
    UserOnly,
    Refused { found: String, expected: String },
}

/// The effective configuration, and the problems found in the files.
pub fn layer(user: Option<&str>, project: Option<&str>, trusted: bool) -> (Config, Vec<Problem>) {
    let mut layers = Layers { config: Config::default(), problems: Vec::new() };
    if let Some(text) = user {
        layers.add(Level::User, text);
    }
    match project {
        Some(text) if trusted => layers.add(Level::Project, text),
        Some(_) => layers.report(Level::Project, "", Fail::Untrusted),
        None => {}
    }
    (layers.config, layers.problems)
}

struct Layers {
    config: Config,
    problems: Vec<Problem>,
}

impl Layers {
    fn add(&mut self, level: Level, text: &str) {
        match jsonc::value(text) {
            Ok(Some(Value::Object(object))) => self.add_object(level, "", &object),
            Ok(Some(_)) => self.report(level, "", Fail::NoObject),
            Ok(None) => {}
            Err(fault) => self.report(level, "", Fail::Unreadable(fault)),
        }
    }

    fn add_object(&mut self, level: Level, group: &str, object: &Map<String, Value>) {
        for (name, value) in object {
            let key = if group.is_empty() { name.clone() } else { format!("{group}.{name}") };
            match value {
                _ if find(&key).is_some() => self.add_key(level, &key, value),
                Value::Object(inner) if is_group(&key) => self.add_object(level, &key, inner),
                _ if is_group(&key) => self.report(level, &key, refused(value, "an object".to_owned())),
                _ => self.report(level, &key, Fail::Unknown),
            }
        }
    }

    fn add_key(&mut self, level: Level, name: &str, value: &Value) {
        let Some(key) = find(name) else { return };
        if key.rule.user_only && level == Level::Project {
            self.report(level, name, Fail::UserOnly);
        } else if !key.set(&mut self.config, value) {
            self.report(level, name, refused(value, key.rule.expects()));
        }
    }

    fn report(&mut self, level: Level, key: &str, fail: Fail) {
        self.problems.push(Problem { level, key: key.to_owned(), fail });
    }
}

fn is_group(name: &str) -> bool {
    KEYS.iter().any(|key| key.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

fn refused(value: &Value, expected: String) -> Fail {
    Fail::Refused { found: value.to_string(), expected }
}

impl Problem {
    /// An unknown key, which may be a later version's or another program's. It is kept and is not
    /// an error.
    pub fn is_note(&self) -> bool {
        self.fail == Fail::Unknown
    }

    /// Learning stops while a key that excludes something or limits spending is broken: ignoring it
    /// would lift the limit.
    pub fn stops_learning(&self) -> bool {
        match self.fail {
            Fail::Unreadable(_) | Fail::NoObject => true,
            Fail::Refused { .. } => {
                let within = |name: &str| name == self.key || name.starts_with(&format!("{}.", self.key));
                KEYS.iter().any(|key| key.rule.protects && within(key.name))
            }
            Fail::Untrusted | Fail::Unknown | Fail::UserOnly => false,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = &self.key;
        write!(f, "{} config: ", self.level)?;
        match &self.fail {
            Fail::Unreadable(fault) => write!(f, "{fault}"),
            Fail::NoObject => f.write_str("expected an object"),
            Fail::Untrusted => {
                f.write_str("not trusted, so nothing in it counts; `ingrain trust` shows and trusts it")
            }
            Fail::Unknown => write!(f, "unknown key `{key}`"),
            Fail::UserOnly => write!(f, "`{key}` counts in the user config only"),
            Fail::Refused { found, expected } => write!(f, "`{key}` is {found}, expected {expected}"),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::User => "user",
            Level::Project => "project",
        })
    }
}
