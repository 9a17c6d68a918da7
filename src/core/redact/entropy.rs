//! Words that look random, without a name beside them or a known shape.
//!
//! Most of what looks random is harmless: hashes, ids, paths, sums, data. So a word must have
//! letters of both cases and digits in disorder, and nothing around it may say that it is something
//! else.

use std::ops::Range;

use super::likely::is_id;
use super::pem::decoded;
use super::random::{bits_per_char, has_digit, is_moment, rare_pairs, switches};
use super::value::{is_one_of, is_placeholder};
use super::words::floor;

const SHORTEST: usize = 16;
/// Longer words are data.
const LONGEST: usize = 128;
/// Lines of base64 are longer.
const LINE: usize = 60;
/// The distance around a word in which a label is searched.
const NEARBY: usize = 48;

/// Labels of values that are random but open nothing.
const LABELS: &str = "asset blob boundary build cache checksum chunk commit cursor digest etag fingerprint font hash head id ids \
    image img integrity md5 nonce object oid page ref request rev revision run sha sha1 sha256 sha384 sha512 signature span \
    thumbprint trace uid uuid version h1 base64 rsa dss nistp256 ed25519 svg path href src url";

pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let found = candidates(text).filter(|range| is_secret(text, range));
    let padding = |end: usize| text[end..].bytes().take(2).take_while(|byte| *byte == b'=').count();
    found.map(|range| range.start..range.end + padding(range.end)).collect()
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'/')
}

/// Words that are long enough, with a digit and letters of both cases.
fn candidates(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let first = at + bytes[at..].iter().take_while(|byte| !is_of_word(**byte)).count();
            let end = first + bytes[first..].iter().take_while(|byte| is_of_word(**byte)).count();
            // An option with its value attached.
            let start = if bytes[first..end].starts_with(b"-") { (first + 2).min(end) } else { first };
            at = end.max(start + 1);
            let word = &bytes[start..end];
            let mixed = [u8::is_ascii_digit, u8::is_ascii_lowercase, u8::is_ascii_uppercase];
            if (SHORTEST..=LONGEST).contains(&word.len()) && mixed.iter().all(|kind| word.iter().any(kind)) {
                return Some(start..end);
            }
        }
        None
    })
}

fn is_secret(text: &str, range: &Range<usize>) -> bool {
    let word = &text[range.clone()];
    looks_random(word) && !is_harmless(word) && !is_something_else(text, range)
}

/// Judged by the order of its characters and by their number.
fn looks_random(word: &str) -> bool {
    let (rare, pairs) = rare_pairs(word);
    let apart = word.split(['_', '-', '+', '/']).map(str::len).max().unwrap_or_default();
    let strange = rare * 10 >= pairs * 3;
    let mixed = switches(word) >= if word.len() < 20 { 5 } else { 4 };
    // Letters in disorder, with few digits.
    let wild = word.len() >= 20 && rare >= 7 && rare * 10 >= pairs * 4;
    apart >= 12 && strange && (mixed || wild) && bits_per_char(word) > 3.4
}

fn is_harmless(word: &str) -> bool {
    let steps = word.as_bytes().windows(2).filter(|pair| pair[1] == pair[0].wrapping_add(1)).count();
    let plain = decoded(word.as_bytes());
    let printable = plain.iter().filter(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')).count();
    let is_text = plain.len() >= 8 && printable * 10 >= plain.len() * 9;
    steps * 3 > word.len() || is_text || is_id(word) || is_moment(word) || is_placeholder(word)
}

/// A part of a path, an address or a file name, a checksum, an id, or the name of a function.
fn is_something_else(text: &str, range: &Range<usize>) -> bool {
    let (start, end) = (range.start, range.end);
    let from = floor(text, start.saturating_sub(NEARBY));
    let before = &text[from..start];
    let to = floor(text, (end + NEARBY).min(text.len()));
    let after = &text[end..to];
    let is_space = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '(' | ')' | ',');
    let glued = before.rsplit(is_space).next().unwrap_or_default();
    let word = &text[range.clone()];
    let in_address =
        glued.contains("://") || glued.contains('/') || glued.contains("base64,") || glued.contains('@');
    let first = word.split('/').next().unwrap_or_default();
    let in_folder =
        first.len() < word.len() && first.len() > 1 && first.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_path =
        in_folder || word.starts_with('/') || word.split('/').filter(|part| part.len() > 2).count() > 2;
    // `index-B7xK2mQp.js` and `names.aB3c`, but not another random word.
    let part = |c: char| c.is_ascii_alphanumeric();
    let ending = after.strip_prefix('.').map(|rest| &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())]);
    let owner = before.strip_suffix('.').map(|rest| &rest[rest.trim_end_matches(part).len()..]);
    let dotted = [ending, owner].into_iter().flatten().any(|word| !word.is_empty() && !has_digit(word));
    let named = dotted || after.starts_with(['(', '@', '/', '\\']);
    let cut =
        before.ends_with(['\\', '%', '$', '#', '~', '@', '&']) || before.ends_with(|c: char| !c.is_ascii());
    in_address || is_path || named || cut || is_labelled(before) || is_line_of_data(text, range)
}

/// A line of a certificate, or of other base64 in lines.
fn is_line_of_data(text: &str, range: &Range<usize>) -> bool {
    let line = text[..range.start].trim_end_matches([' ', '\t', '>', '#', '*', '+', '"', '→']);
    let above = line.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(' ');
    let above = above.strip_suffix('\n').map(str::trim_end);
    above.is_some_and(|above| {
        let last = above.bytes().rev().take(LINE).take_while(|byte| is_of_word(*byte)).count();
        above.ends_with("-----") || last == LINE
    })
}

/// `sha512-…`, `"requestId": "…"`, `commit …`
fn is_labelled(before: &str) -> bool {
    let label = before.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let start = label.trim_end_matches(|c: char| c.is_ascii_alphanumeric()).len();
    let word = &label[start..];
    let hump = word.rfind(|c: char| c.is_ascii_uppercase()).map_or(word, |at| &word[at..]);
    before.len() - label.len() <= 6 && [word, hump].iter().any(|word| is_one_of(LABELS, &word.to_lowercase()))
}
