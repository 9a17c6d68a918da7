//! Tables with a column for secrets: Markdown tables, and values separated by commas, semicolons or
//! tabs under a header.

use std::ops::Range;

use super::identifier::Identifier;
use super::likely::is_name_like;
use super::random::looks_random;
use super::value::{is_placeholder, is_reference, looks_chosen};
use super::words::floor;

const NAMES: &str =
    "password passwd pwd pass pw passphrase token secret api_key access_key private_key secret_key";
/// The longest name of a column, and the most rows to read.
const NAME: usize = 32;
const ROWS: usize = 200;
const LINE: usize = 240;

/// The cells below the name at this position, if it is the head of a column.
pub(super) fn cells(text: &str, word: usize) -> Vec<Range<usize>> {
    let Some((line, end)) = line_around(text, word) else { return Vec::new() };
    let header = &text[line..end];
    let Some(mark) = ['|', ',', ';', '\t'].into_iter().find(|mark| header.contains(*mark)) else {
        return Vec::new();
    };
    let names: Vec<&str> = header.split(mark).map(bare).collect();
    let Some(column) =
        column(text, header, line, word, mark).filter(|_| names.iter().all(|name| is_name(name, mark)))
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut at = end + 1;
    for row in text.get(at..).unwrap_or_default().split_inclusive('\n').take(ROWS) {
        let cells: Vec<&str> = row.split(mark).collect();
        if cells.len() != names.len() {
            break;
        }
        let value = bare(cells[column]);
        let start = at + cells[..column].iter().map(|cell| cell.len() + mark.len_utf8()).sum::<usize>();
        if is_secret(value)
            && let Some(offset) = cells[column].find(value)
        {
            found.push(start + offset..start + offset + value.len());
        }
        at += row.len();
    }
    found
}

/// The beginning and end of the line, unless it is too long for a header.
fn line_around(text: &str, word: usize) -> Option<(usize, usize)> {
    let from = floor(text, word.saturating_sub(LINE));
    let start = text[from..word].rfind('\n').map(|at| from + at + 1).or((from == 0).then_some(0))?;
    let to = floor(text, (word + LINE).min(text.len()));
    let end = text[word..to].find('\n').map(|at| word + at).or((to == text.len()).then_some(to))?;
    (end < text.len()).then_some((start, end))
}

/// The column that the word heads, if it is the whole name.
fn column(text: &str, header: &str, line: usize, word: usize, mark: char) -> Option<usize> {
    let at = header[..word - line].matches(mark).count();
    let cell = header.split(mark).nth(at)?;
    let start = line + (cell.as_ptr() as usize - header.as_ptr() as usize);
    let name = Identifier::around(text, &(word..word + 2))?;
    (NAMES.split(' ').any(|word| name.ends_in(word))
        && name.range.end <= start + cell.len()
        && bare(cell).ends_with(name.text))
    .then_some(at)
}

fn bare(cell: &str) -> &str {
    cell.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '*'))
}

fn is_name(name: &str, mark: char) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.' | '(' | ')' | '/');
    name.len() <= NAME && name.chars().all(plain) && (mark == '|' || !name.is_empty())
}

fn is_secret(value: &str) -> bool {
    let long = value.len() >= 14 && value.bytes().all(|byte| byte.is_ascii_digit());
    (looks_random(value) || (looks_chosen(value) && !is_name_like(value)) || long)
        && !is_placeholder(value)
        && !is_reference(value, true)
}
