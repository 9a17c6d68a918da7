//! Names of commands and skills.

use std::collections::BTreeSet;

use deunicode::deunicode;

use crate::core::text::head;

const MOST: usize = 50;
/// The characters of a title that are read, because the beginning of a long title is enough for a
/// name.
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
    cut(&words.join("-"), MOST)
}

/// Windows opens a device instead of a file of this name.
fn is_device(name: &str) -> bool {
    let numbered = name.strip_prefix("com").or_else(|| name.strip_prefix("lpt"));
    matches!(name, "con" | "prn" | "aux" | "nul") || numbered.is_some_and(|n| n.len() == 1 && n < ":")
}

fn cut(name: &str, most: usize) -> String {
    head(name, most).trim_end_matches('-').to_owned()
}
