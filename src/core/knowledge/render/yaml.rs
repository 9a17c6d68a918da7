//! A string value of YAML frontmatter.

use std::fmt::Write;

use crate::core::text::one_line;

/// A double-quoted scalar. `---` is broken up although YAML would allow it: the client ends the
/// frontmatter at the first three hyphens, wherever they are.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    let mut hyphens = 0;
    for c in one_line(text).chars() {
        hyphens = if c == '-' { hyphens + 1 } else { 0 };
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '-' if hyphens == 3 => {
                hyphens = 0;
                out.push_str("\\x2D");
            }
            '\u{FFFE}' | '\u{FFFF}' => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
