//! Names of commands and skills.

use std::collections::BTreeSet;

use deunicode::deunicode;

use crate::core::text::head;

const MOST: usize = 50;
/// Longer names are made of the words that say something.
const MOST_WORDS: usize = 5;

/// Words that a name can do without. What denies something is none of them.
#[rustfmt::skip]
const SMALL: &[&str] = &[
    "a", "after", "always", "an", "and", "as", "at", "be", "been", "before", "by", "every", "for", "from", "here", "i", "if", "in",
    "into", "is", "it", "its", "of", "on", "or", "our", "please", "so", "that", "the", "their", "them", "then", "they", "this",
    "those", "to", "us", "was", "we", "when", "whenever", "while", "with", "you", "your",
];

/// A title may be very long; its beginning is enough for a name.
const TITLE_READ: usize = 200;

/// Names with a meaning already: the client's own commands, and our own skill.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "add-dir", "agents", "apply-knowledge", "batch", "bug", "claude", "clear", "compact", "config",
    "context", "continue", "cost", "debug", "doctor", "exit", "export", "fast", "feedback", "fork", "help", "hooks",
    "ide", "init", "insights", "keybindings", "login", "logout", "loop", "mcp", "memory", "model", "new",
    "output-style", "permissions", "plan", "plugin", "pr-comments", "privacy-settings", "quit", "release-notes",
    "rename", "reset", "resume", "review", "rewind", "sandbox", "schedule", "security-review", "self-learning",
    "settings", "simplify", "skills", "stats", "status", "statusline", "tasks", "terminal-setup", "theme", "todos",
    "undo", "upgrade", "usage", "vim",
];

/// A file name of ASCII letters, digits and single hyphens, made from a title in any script; from
/// the id if the title has no letters.
pub fn slug(title: &str, id: &str) -> String {
    let name = hyphenated(title);
    let name = if name.is_empty() { hyphenated(id) } else { name };
    if RESERVED.contains(&name.as_str()) || is_device(&name) {
        cut(&format!("learned-{name}"), MOST)
    } else {
        name
    }
}

/// The slug, followed by a number if the name is taken. `taken` are the names on disk and in the
/// manifest, and `own` those among them that belong to this observation.
pub fn available(slug: &str, taken: &BTreeSet<String>, own: &BTreeSet<String>) -> String {
    // Some file systems do not distinguish `Deploy` from `deploy`.
    let taken: BTreeSet<String> = taken.iter().map(|name| name.to_lowercase()).collect();
    let is_free = |name: &String| own.contains(name) || !taken.contains(name);
    let numbered = (2..).map(|n| {
        let suffix = format!("-{n}");
        cut(slug, MOST - suffix.len()) + &suffix
    });
    std::iter::once(slug.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

fn hyphenated(text: &str) -> String {
    let ascii = deunicode(head(text, TITLE_READ)).to_lowercase().replace('\'', "");
    let words: Vec<&str> =
        ascii.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    // A reason is no part of a name.
    let reason = words.iter().position(|word| *word == "because").filter(|at| *at > 0);
    let words = words[..reason.unwrap_or(words.len())].to_vec();
    let words = if words.len() > MOST_WORDS { telling(&words) } else { words };
    let mut end = words.len();
    while end > 1 && words[..end].join("-").len() > MOST {
        end -= 1;
    }
    while end > 1 && end < words.len() && SMALL.contains(&words[end - 1]) {
        end -= 1;
    }
    cut(&words[..end].join("-"), MOST)
}

/// The first words that say something, each once.
fn telling<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let begins = if words.starts_with(&["use", "when"]) { &words[2..] } else { words };
    let mut telling: Vec<&str> = Vec::new();
    for word in begins.iter().filter(|word| !SMALL.contains(word)) {
        if !telling.contains(word) {
            telling.push(word);
        }
    }
    if telling.is_empty() {
        telling = begins.to_vec();
    }
    telling.truncate(MOST_WORDS);
    telling
}

/// Windows opens a device instead of a file of this name.
fn is_device(name: &str) -> bool {
    let numbered = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    matches!(name, "con" | "prn" | "aux" | "nul") || numbered.is_some_and(|n| n.len() == 1 && n < ":")
}

fn cut(name: &str, most: usize) -> String {
    head(name, most).trim_end_matches('-').to_owned()
}
