//! Private keys in PEM, however their lines are broken, quoted, numbered or encoded, also without
//! an end.

use std::ops::Range;

use super::words::floor;

const BEGIN: &str = "-----BEGIN";
const END: &str = "-----END";
/// The distance from a header's beginning to its kind, and the length of a key.
const HEADER: usize = 64;
const LONGEST: usize = 32 * 1024;
/// A line of a key is longer, except for the last one.
const LINE: usize = 16;

/// The block whose header has its kind at this position.
pub(super) fn block(text: &str, kind: usize) -> Vec<Range<usize>> {
    let from = floor(text, kind.saturating_sub(HEADER));
    let Some(begin) = text[from..kind].rfind(BEGIN).map(|at| from + at) else { return Vec::new() };
    let tail = &text[kind..floor(text, (kind + HEADER).min(text.len()))];
    let is_header = text[begin + BEGIN.len()..kind].bytes().all(is_of_header);
    let Some(body) = tail.find("-----").filter(|_| is_header).map(|at| kind + at + "-----".len()) else {
        return Vec::new();
    };
    let end = end_of(text, body);
    (end > body).then_some(begin..end).into_iter().collect()
}

fn is_of_header(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b' ' | b'+')
}

/// The end of the last line, or of the footer if the text before it is a key.
fn end_of(text: &str, body: usize) -> usize {
    let limit = floor(text, (body + LONGEST).min(text.len()));
    let mut end = body;
    let mut at = body;
    while let Some(run) = next_run(text, at, limit) {
        if text[run.start..].starts_with(END) {
            return footer(text, run.start).unwrap_or(end);
        }
        let gap = &text[at..run.start];
        let is_line = run.len() >= LINE || is_last(text, &run, limit, end > body);
        if (gap.len() > 2 * HEADER || !is_line) && !is_note(text, &run, at, body) {
            break;
        }
        end = if is_line { run.end } else { end };
        at = run.end;
    }
    end
}

/// The position after `-----END RSA PRIVATE KEY-----`.
fn footer(text: &str, start: usize) -> Option<usize> {
    let end = start + END.len();
    let close = text[end..floor(text, (end + HEADER).min(text.len()))].find("-----")?;
    Some(end + close + "-----".len())
}

/// The next run of base64, unless something says that it is not.
fn next_run(text: &str, from: usize, limit: usize) -> Option<Range<usize>> {
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let bytes = &text.as_bytes()[..limit];
    let start =
        (from..limit).find(|&at| bytes[at].is_ascii_alphanumeric() || bytes[at..].starts_with(b"-----"))?;
    let end = (start..limit).find(|&at| !is_base64(bytes[at])).unwrap_or(limit);
    Some(start..end.max(start + 1))
}

/// A short run ends the key if a footer follows; so do its checksum and padding.
fn is_last(text: &str, run: &Range<usize>, limit: usize, is_later: bool) -> bool {
    let after = &text[run.end..floor(text, (run.end + HEADER).min(limit))];
    let ends =
        after.trim_start_matches(|c: char| !c.is_ascii_alphanumeric() && c != '-').starts_with("-----");
    ends || (is_later && text[run.clone()].ends_with('='))
}

/// A line number, an entity or a header such as `Proc-Type: 4,ENCRYPTED`, which may stand between
/// the lines of a key.
fn is_note(text: &str, run: &Range<usize>, at: usize, body: usize) -> bool {
    let word = &text[run.clone()];
    let numbered = word.bytes().all(|byte| byte.is_ascii_digit());
    let tagged = matches!(word, "n" | "r" | "br" | "br/" | "xA" | "x0A" | "nbsp" | "x000A");
    let headed = at < body + 4 * HEADER && text[body..run.end].lines().next_back().is_some_and(is_heading);
    numbered || tagged || headed
}

fn is_heading(line: &str) -> bool {
    ["Proc-Type", "DEK-Info", "Version", "Comment", "Hash"].iter().any(|name| line.contains(name))
}

/// Base64 of a whole PEM file, which is a secret only if the key is private.
pub(super) fn encoded(text: &str, start: usize) -> Vec<Range<usize>> {
    let mut end = start;
    loop {
        let run = text.as_bytes()[end..].iter().take(LONGEST).take_while(|byte| is_base64(byte)).count();
        end += run;
        let rest = &text[end..];
        let next = rest.trim_start_matches(['\n', '\r', ' ', '\t', '"', '+', '>', '#', '*', '\\']);
        let goes_on = next.len() < rest.len() && next.bytes().take_while(is_base64).count() >= 2 * LINE;
        if run == 0 || !goes_on || end - start > LONGEST {
            break;
        }
        end += rest.len() - next.len();
    }
    let head: Vec<u8> = text.as_bytes()[start..end].iter().copied().filter(is_base64).take(64).collect();
    (is_private(&decoded(&head)) && end - start > HEADER).then_some(start..end).into_iter().collect()
}

fn is_base64(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

fn is_private(header: &[u8]) -> bool {
    header.windows(7).any(|window| window == b"PRIVATE")
}

/// Decodes the complete groups.
pub(super) fn decoded(base64: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let digits: Vec<u32> = base64.iter().map_while(|&byte| digit(byte)).map(u32::from).collect();
    let quads = digits.chunks_exact(4).map(|quad| quad.iter().fold(0, |bits, digit| bits << 6 | digit));
    quads.flat_map(|bits| [(bits >> 16) as u8, (bits >> 8) as u8, bits as u8]).collect()
}
