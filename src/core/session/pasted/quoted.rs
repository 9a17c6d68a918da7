//! Passages in quotation marks that are attributed to somebody else.

const QUOTES: [(char, char); 4] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»')];
/// Shorter passages are names, or the person's own wish for a wording.
const FEWEST_WORDS: usize = 6;
/// Words for the source of a quote, one of which stands shortly before it.
#[rustfmt::skip]
const SOURCES: [&str; 29] = [
    "said", "says", "wrote", "writes", "commented", "comment", "comments", "review", "reviewer", "feedback", "suggests",
    "suggested", "readme", "docs", "documentation", "issue", "ticket", "error", "message", "output", "bot", "copilot",
    "coderabbit", "according", "told", "states", "reads", "article", "log",
];
const NEAR: usize = 4;

pub(super) fn without(text: &str) -> String {
    let mut text = text.to_owned();
    for (open, close) in QUOTES {
        let mut from = 0;
        while let Some((start, end)) = passage(&text, open, close, from) {
            if is_anothers(&text[..start], &text[start..end]) {
                text.replace_range(start..end, "");
                from = start;
            } else {
                from = end;
            }
        }
    }
    text
}

fn passage(text: &str, open: char, close: char, from: usize) -> Option<(usize, usize)> {
    let start = from + text[from..].find(open)?;
    let inner = start + open.len_utf8();
    let end = inner + text[inner..].find(close)? + close.len_utf8();
    Some((start, end))
}

fn is_anothers(before: &str, quoted: &str) -> bool {
    let lead = before.to_lowercase();
    let last: Vec<&str> =
        lead.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let near = &last[last.len().saturating_sub(NEAR)..];
    quoted.split_whitespace().count() >= FEWEST_WORDS && near.iter().any(|word| SOURCES.contains(word))
}
