//! Values that a program takes by an option, read word by word as in a shell.

use std::ops::Range;

use super::handed::is_handed;
use super::likely::is_likely;
use super::value::{is_placeholder, is_reference};
use super::words::floor;

/// Text farther from its program belongs to another sentence.
const REACH: usize = 200;
const SHORTEST: usize = 3;
/// Programs that take a port by an option that others use for a password.
const PORTS: [&str; 2] = ["mongo", "cqlsh"];

/// The secret after one of the options of the program at this position; after `mark`, if that is
/// given.
pub(super) fn secret(text: &str, program: &Range<usize>, options: &str, mark: &str) -> Option<Range<usize>> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let limit = floor(text, (program.end + REACH).min(text.len()));
    let call = &text[program.end..limit];
    if text[..program.start].ends_with(is_name) || !call.starts_with([' ', '`', '\t']) {
        return None;
    }
    let words = words(text, program.end + usize::from(call.starts_with('`')), limit);
    for (at, word) in words.iter().enumerate() {
        for option in options.split(' ') {
            let next = words.get(at + 1);
            let Some(value) = value(text, word, next, option).and_then(|value| behind(text, value, mark))
            else {
                continue;
            };
            let secret = &text[value.clone()];
            let is_port = PORTS.iter().any(|name| text[program.clone()].starts_with(name))
                && secret.bytes().all(|byte| byte.is_ascii_digit());
            let hollow = is_placeholder(secret) || is_reference(secret, true) || is_port;
            // A later option of that kind belongs to another program.
            if hollow {
                return None;
            }
            let fits = secret.len() >= SHORTEST && (mark != "=" || is_likely(secret));
            if fits && is_handed(&text[program.start..value.start], secret) {
                return Some(value);
            }
        }
    }
    None
}

/// The value of the option: the next word, or the rest of this one.
fn value(text: &str, word: &Range<usize>, next: Option<&Range<usize>>, option: &str) -> Option<Range<usize>> {
    let name = option.trim_end_matches(['*', '+']);
    let rest = text[word.clone()].strip_prefix(name)?;
    let glued = word.end - rest.len()..word.end;
    match rest.chars().next() {
        None if option.ends_with('+') => None,
        None => next.filter(|next| !text[(*next).clone()].starts_with('-')).cloned(),
        Some('=') => Some(glued.start + 1..glued.end),
        Some(_) => option.ends_with(['*', '+']).then_some(glued),
    }
}

/// The value without its quotes, without the name before the mark, and without `pass:`, which says
/// how it is passed.
fn behind(text: &str, value: Range<usize>, mark: &str) -> Option<Range<usize>> {
    let mut value = unquoted(text, value);
    if !mark.is_empty() {
        let at = text[value.clone()].find(mark).filter(|at| *at > 0)?;
        value = unquoted(text, value.start + at + mark.len()..value.end);
    }
    let skipped = if text[value.clone()].starts_with("pass:") { "pass:".len() } else { 0 };
    value.start += skipped;
    value.end = value.start + text[value.clone()].trim_end_matches([',', ')']).len();
    (!text[value.clone()].starts_with([',', ':', '/'])).then_some(value)
}

fn unquoted(text: &str, value: Range<usize>) -> Range<usize> {
    let word = &text[value.clone()];
    match word.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let length = word[1..].find(quote).unwrap_or(word.len() - 1);
            value.start + 1..value.start + 1 + length
        }
        _ => {
            value.start
                ..value.start + word.find(['"', '\'']).filter(|_| !word.contains(' ')).unwrap_or(word.len())
        }
    }
}

/// The words of one command, each with its quotes.
fn words(text: &str, from: usize, to: usize) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let (mut start, mut quote, mut at) = (from, None, from);
    while at < to {
        let byte = bytes[at];
        let ends = matches!(byte, b'\n' | b'|' | b';' | b'`') || bytes[at..].starts_with(b"&& ");
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) if byte != b'\n' => {}
            _ if ends => break,
            _ if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            _ if byte == b' ' || byte == b'\t' => {
                words.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    words.push(start..at);
    words.retain(|word| !word.is_empty());
    words
}
