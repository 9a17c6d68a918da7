//! The rule for a key's value. One rule checks a file's value, parses a word of the command line,
//! and describes what it expects.

use regex::Regex;
use serde_json::Value;

/// The allowed values, and the levels at which they may be set.
#[derive(Clone, Copy, Debug)]
pub struct KeyRule {
    allowed: Allowed,
    /// Cannot be set in a project's file, trusted or not.
    pub user_only: bool,
    /// Protects the person: while its value is broken, learning waits instead of continuing without
    /// it.
    pub protects: bool,
    /// One of the few keys that `configure` asks about.
    pub asked: bool,
}

#[derive(Clone, Copy, Debug)]
enum Allowed {
    Flag,
    Whole(u32, u32),
    Number(f64, f64),
    Three(f64, f64),
    OneOf(&'static [&'static str]),
    Word,
    Text,
    Words,
    Folders,
    Patterns,
    Pairs,
}

impl KeyRule {
    pub(super) const FLAG: KeyRule = KeyRule::new(Allowed::Flag);
    /// One word that cannot be mistaken for an option.
    pub(super) const WORD: KeyRule = KeyRule::new(Allowed::Word);
    pub(super) const TEXT: KeyRule = KeyRule::new(Allowed::Text);
    pub(super) const WORDS: KeyRule = KeyRule::new(Allowed::Words);
    pub(super) const FOLDERS: KeyRule = KeyRule::new(Allowed::Folders);
    pub(super) const PATTERNS: KeyRule = KeyRule::new(Allowed::Patterns);
    pub(super) const PAIRS: KeyRule = KeyRule::new(Allowed::Pairs);
    pub(super) const SHARE: KeyRule = KeyRule::number(0.0, 1.0);

    const fn new(allowed: Allowed) -> KeyRule {
        KeyRule { allowed, user_only: false, protects: false, asked: false }
    }
    pub(super) const fn whole(min: u32, max: u32) -> KeyRule {
        KeyRule::new(Allowed::Whole(min, max))
    }
    pub(super) const fn number(min: f64, max: f64) -> KeyRule {
        KeyRule::new(Allowed::Number(min, max))
    }
    pub(super) const fn three(min: f64, max: f64) -> KeyRule {
        KeyRule::new(Allowed::Three(min, max))
    }
    pub(super) const fn one_of(words: &'static [&'static str]) -> KeyRule {
        KeyRule::new(Allowed::OneOf(words))
    }
    pub(super) const fn user_only(mut self) -> KeyRule {
        self.user_only = true;
        self
    }
    pub(super) const fn asked(mut self) -> KeyRule {
        self.asked = true;
        self
    }
    pub(super) const fn protects(mut self) -> KeyRule {
        self.protects = true;
        self
    }

    /// Whether a project's list is added to the person's own instead of replacing it.
    pub(super) fn joins(&self) -> bool {
        matches!(self.allowed, Allowed::Patterns)
    }

    pub(super) fn allows(&self, value: &Value) -> bool {
        match self.allowed {
            Allowed::Flag => value.is_boolean(),
            Allowed::Whole(min, max) => {
                value.as_u64().is_some_and(|n| (u64::from(min)..=u64::from(max)).contains(&n))
            }
            Allowed::Number(min, max) => is_between(value, min, max),
            Allowed::Three(min, max) => {
                value.as_array().is_some_and(|a| a.len() == 3 && a.iter().all(|v| is_between(v, min, max)))
            }
            Allowed::OneOf(words) => value.as_str().is_some_and(|w| words.contains(&w)),
            Allowed::Word => value.as_str().is_some_and(is_word),
            Allowed::Text => value.is_string(),
            Allowed::Words => all_texts(value, |_| true),
            Allowed::Folders => all_texts(value, is_folder),
            Allowed::Patterns => all_texts(value, |p| Regex::new(p).is_ok()),
            Allowed::Pairs => value.as_object().is_some_and(|o| o.values().all(Value::is_string)),
        }
    }

    /// Parses a word of the command line; lists are JSON, or one word for a list of one.
    pub fn read(&self, word: &str) -> Option<Value> {
        let value = match self.allowed {
            Allowed::OneOf(_) | Allowed::Word | Allowed::Text => Value::from(word),
            Allowed::Words | Allowed::Folders | Allowed::Patterns if !word.starts_with('[') => {
                Value::from(vec![word])
            }
            _ => serde_json::from_str(word).ok()?,
        };
        self.allows(&value).then_some(value)
    }

    /// The expected values, worded to follow "expected".
    pub fn expects(&self) -> String {
        match self.allowed {
            Allowed::Flag => "true or false".to_owned(),
            Allowed::Whole(min, max) => format!("a whole number from {min} to {max}"),
            Allowed::Number(min, max) => format!("a number from {min} to {max}"),
            Allowed::Three(min, max) => format!("a list of three numbers from {min} to {max}"),
            Allowed::OneOf(words) => format!("one of {}", words.join(", ")),
            Allowed::Word => "one word".to_owned(),
            Allowed::Text => "a text".to_owned(),
            Allowed::Words => "a list of words".to_owned(),
            Allowed::Folders => "a list of folders that begin with / or ~/".to_owned(),
            Allowed::Patterns => "a list of regular expressions".to_owned(),
            Allowed::Pairs => "an object of words".to_owned(),
        }
    }
}

fn is_between(value: &Value, min: f64, max: f64) -> bool {
    value.as_f64().is_some_and(|n| (min..=max).contains(&n))
}

fn all_texts(value: &Value, is_fine: impl Fn(&str) -> bool) -> bool {
    value.as_array().is_some_and(|a| a.iter().all(|v| v.as_str().is_some_and(&is_fine)))
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('-')
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn is_folder(text: &str) -> bool {
    text == "~" || text.starts_with("~/") || text.starts_with('/')
}
