//! Names that were not written as code. A word that the person says to use, or not to use, and that
//! the agent had named, too, is no accident: it is read as if it had been marked.

use super::words::{fold, words};
use crate::core::entities::keys::{is_ordinary, keys_of, words_as_keys};
use crate::core::learn::extract::DialogPair;

const FEWEST_CHARS: usize = 3;
const USE: &str = "use";

/// The pair with marks around such names, if there are any. A text with marks of its own marks
/// everything that it means to.
pub(super) fn marked(pair: &DialogPair) -> Option<DialogPair> {
    if pair.user.text.contains('`') || pair.assistant.text.contains('`') {
        return None;
    }
    let theirs = words_as_keys(&pair.assistant.text);
    let names: Vec<&str> =
        named(&pair.user.text).into_iter().filter(|name| theirs.contains(&fold(name))).collect();
    let mut marked = pair.clone();
    for name in &names {
        marked.user.text = with_marks(&marked.user.text, name);
        marked.assistant.text = with_marks(&marked.assistant.text, name);
    }
    (!names.is_empty()).then_some(marked)
}

/// "use redux", "use zod instead of yup". "Use common sense instead of guessing" contrasts nothing
/// with a name.
fn named(text: &str) -> Vec<&str> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let mut names = vec![];
    for at in (0..all.len()).filter(|at| fold(all[*at]) == USE) {
        names.extend(name_at(&all, at + 1));
        let behind = fold(&all[all.len().min(at + 2)..].join(" "));
        if let Some(length) = words().instead.at_start(&behind) {
            names.extend(name_at(&all, at + 2 + behind[..length].split(' ').count()));
        }
    }
    names.dedup();
    names
}

/// "use redux, …" and "use redux for …" name it; in "use inline styles" the word belongs to the
/// next one.
fn name_at<'a>(all: &[&'a str], at: usize) -> Option<&'a str> {
    let name = all.get(at)?.trim_end_matches([',', ';', '.', '!', ':']);
    let is_last =
        name.len() < all[at].len() || all.get(at + 1).is_none_or(|next| words().small.has(&fold(next)));
    let is_word = name.len() >= FEWEST_CHARS && name.chars().all(|c| c.is_ascii_alphanumeric());
    let is_free = keys_of(name).is_empty() && !words().small.has(&fold(name)) && !is_ordinary(&fold(name));
    (is_last && is_word && is_free).then_some(name)
}

fn with_marks(text: &str, name: &str) -> String {
    let lower = fold(text);
    let mut out = String::new();
    let mut done = 0;
    for (at, _) in lower.match_indices(&fold(name)) {
        let end = at + name.len();
        let after = text[end..].strip_prefix('.').unwrap_or(&text[end..]);
        if !text[..at].ends_with(is_joined) && !after.starts_with(is_joined) {
            out += &format!("{}`{}`", &text[done..at], &text[at..end]);
            done = end;
        }
    }
    out + &text[done..]
}

fn is_joined(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '`')
}
