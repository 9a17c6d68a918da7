//! Details in the form of older logs, in one string: `context: …; decision: …; rationale: …`, or
//! lines of steps.

use crate::core::model::{Details, Kind};

pub(super) fn details(kind: Kind, title: &str, text: &str) -> Details {
    let field = |name: &str, all: &[&str]| labelled(text, name, all);
    match kind {
        Kind::Workflow => Details::Workflow { steps: lines(text) },
        Kind::Procedural => {
            Details::Procedural { situation: title.to_owned(), steps: lines(text), rationale: String::new() }
        }
        Kind::Decision => {
            let all = ["context", "decision", "rationale"];
            Details::Decision {
                context: or_else_text(field("context", &all), text),
                decision: or_else_text(field("decision", &all), title),
                rationale: field("rationale", &all),
            }
        }
        Kind::Pitfall => {
            let all = ["area", "issue", "impact", "resolution"];
            Details::Pitfall {
                area: or_else_text(field("area", &all), text),
                issue: or_else_text(field("issue", &all), text),
                impact: field("impact", &all),
                resolution: field("resolution", &all),
            }
        }
    }
}

fn or_else_text(value: String, fallback: &str) -> String {
    if value.is_empty() { fallback.to_owned() } else { value }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(without_number).filter(|line| !line.is_empty()).collect()
}

fn without_number(line: &str) -> String {
    line.trim_start_matches(|c: char| c.is_ascii_digit() || ".)-* ".contains(c)).trim().to_owned()
}

/// The text between `name:` and the next label. A `;` inside a value does not end it: only
/// `; label:` does.
fn labelled(text: &str, name: &str, all: &[&str]) -> String {
    let lower = text.to_ascii_lowercase();
    let label_at = |label: &str| {
        let mark = format!("{label}:");
        if lower.starts_with(&mark) {
            return Some((0, mark.len()));
        }
        ["; ", ";", "\n"].iter().find_map(|gap| {
            let mark = format!("{gap}{label}:");
            lower.find(&mark).map(|at| (at, at + mark.len()))
        })
    };
    let Some((_, start)) = label_at(name) else {
        return String::new();
    };
    let end =
        all.iter().filter_map(|label| label_at(label)).map(|(at, _)| at).filter(|at| *at >= start).min();
    text[start..end.unwrap_or(text.len())].trim().trim_end_matches(';').to_owned()
}
