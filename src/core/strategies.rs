//! Ways of dividing work, recognised in plans and in what is said before subagents start.
//!
//! The published detectors look for their words anywhere, so a plan that rejects a way counts as one that takes it.
//! `detect` wants whole words and skips what is negated in its own clause.

use std::sync::LazyLock;

use regex::Regex;

use super::text::normalise;

#[cfg(test)]
mod tests;

struct Detector {
    label: &'static str,
    published: &'static str,
    /// With word boundaries around it.
    corrected: &'static str,
}

const DETECTORS: [Detector; 12] = [
    Detector {
        label: "Split by file type",
        published: r"split(?:ting)?\s+by\s+file\s+type",
        corrected: r"split(?:ting)?\s+by\s+file\s+types?",
    },
    Detector {
        label: "Split by component",
        published: r"split(?:ting)?\s+by\s+component",
        corrected: r"split(?:ting)?\s+by\s+components?",
    },
    Detector {
        label: "Split by layer (UI/logic/data)",
        published: r"split(?:ting)?\s+by\s+layer",
        corrected: r"split(?:ting)?\s+by\s+layers?",
    },
    Detector {
        label: "Split by feature",
        published: r"split(?:ting)?\s+by\s+feature",
        corrected: r"split(?:ting)?\s+by\s+features?",
    },
    Detector {
        label: "One file per subtask",
        published: r"one\s+file\s+per\s+(?:sub)?task",
        corrected: r"one\s+file\s+per\s+(?:sub)?task",
    },
    Detector {
        label: "Handle shared types first",
        published: r"shared\s+types?\s+first",
        corrected: r"shared\s+types?\s+first",
    },
    Detector {
        label: "Separate API routes",
        published: r"api\s+(?:routes?)?\s+separate",
        corrected: r"(?:api(?:\s+routes?)?\s+separate(?:ly)?|separate\s+api\s+routes?)",
    },
    Detector {
        label: "Tests alongside implementation",
        published: r"tests?\s+(?:with|alongside)\s+(?:code|implementation)",
        corrected: r"tests?\s+(?:with|alongside)\s+(?:the\s+)?(?:code|implementation)",
    },
    Detector {
        label: "Tests in separate subtask",
        published: r"tests?\s+(?:in\s+)?separate\s+(?:sub)?task",
        corrected: r"tests?\s+(?:in\s+)?(?:a\s+)?separate\s+(?:sub)?tasks?",
    },
    Detector {
        label: "Maximize parallelization",
        published: r"parallel(?:ize)?\s+(?:all|everything)",
        corrected: r"parallel(?:i[sz](?:e|ing))?\s+(?:all|everything)",
    },
    Detector {
        label: "Sequential execution order",
        published: r"sequential\s+(?:order|execution)",
        corrected: r"sequential\s+(?:order|execution)",
    },
    Detector {
        label: "Respect dependency chain",
        published: r"dependency\s+(?:chain|order)",
        corrected: r"dependency\s+(?:chain|order)",
    },
];

const NEGATIONS: [&str; 9] =
    ["not", "never", "no", "avoid", "avoiding", "without", "cannot", "dont", "reject"];
const NEGATING_PAIRS: [&str; 2] = ["instead of", "rather than"];

static PUBLISHED: LazyLock<Vec<(&str, Regex)>> =
    LazyLock::new(|| compiled(|detector| format!("(?i){}", detector.published)));
static CORRECTED: LazyLock<Vec<(&str, Regex)>> =
    LazyLock::new(|| compiled(|detector| format!(r"(?i)\b{}\b", detector.corrected)));

fn compiled(source: impl Fn(&Detector) -> String) -> Vec<(&'static str, Regex)> {
    let regex = |detector: &Detector| Some((detector.label, Regex::new(&source(detector)).ok()?));
    DETECTORS.iter().filter_map(regex).collect()
}

/// The way that these words are the name of.
pub fn named(text: &str) -> Option<&'static str> {
    DETECTORS.iter().map(|detector| detector.label).find(|label| normalise(label) == normalise(text))
}

/// As published: the words, anywhere.
pub fn published(text: &str) -> Vec<&'static str> {
    PUBLISHED.iter().filter(|(_, regex)| regex.is_match(text)).map(|(label, _)| *label).collect()
}

/// The strategies that the text really takes, in the order of the table.
pub fn detect(text: &str) -> Vec<&'static str> {
    let is_meant = |regex: &Regex| regex.find_iter(text).any(|found| !is_negated(&text[..found.start()]));
    CORRECTED.iter().filter(|(_, regex)| is_meant(regex)).map(|(label, _)| *label).collect()
}

/// Is it one of our own names for them, and not somebody's words?
pub fn is_label(text: &str) -> bool {
    DETECTORS.iter().any(|detector| detector.label == text)
}

/// Does the clause that leads up to the match take back what follows?
fn is_negated(before: &str) -> bool {
    let clause = before.rsplit(['.', '!', '?', ';', ',', '\n']).next().unwrap_or_default().to_lowercase();
    let clause = clause.rsplit(" but ").next().unwrap_or_default();
    let mut words = clause.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    words.any(|word| NEGATIONS.contains(&word) || word.ends_with("n't") || word.ends_with("n’t"))
        || NEGATING_PAIRS.iter().any(|pair| clause.contains(pair))
}
