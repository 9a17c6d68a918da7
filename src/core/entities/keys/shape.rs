//! Classification of a single word, by its shape or by a table.

use super::Class;
use super::tables;
use super::tokens::CALL;

/// One tool with two names.
pub(super) const NICKNAME: (&str, &str) = ("postgres", "postgresql");
/// Longer words are data, not names.
const MOST_CHARS: usize = 80;

/// The key and class of a word; `None` for an ordinary word.
pub(super) fn classify(word: &str, marked: bool) -> Option<(String, Class)> {
    let marked = marked || word.ends_with(CALL);
    let word = bare(word);
    if word.len() < 2 || word.len() > MOST_CHARS || !word.contains(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let lower = word.to_lowercase();
    let class = class_of(word, &lower, marked)?;
    Some((canonical(lower, class), class))
}

fn class_of(word: &str, lower: &str, marked: bool) -> Option<Class> {
    if is_flag(lower) {
        Some(Class::Setting)
    } else if is_rule(word) {
        Some(Class::Rule)
    } else if is_path(lower, marked) {
        Some(Class::Path)
    } else if tables::TOOLS.has(lower) {
        Some(Class::Tool)
    } else if is_identifier(word, lower, marked) {
        Some(Class::Setting)
    } else {
        (marked && is_marked_name(lower)).then_some(Class::Tool)
    }
}

fn canonical(lower: String, class: Class) -> String {
    match class {
        Class::Setting if lower.starts_with("--") => bare_flag(&lower),
        Class::Path => lower.trim_start_matches("./").trim_end_matches('/').to_owned(),
        Class::Tool if lower == NICKNAME.0 => NICKNAME.1.to_owned(),
        _ => lower,
    }
}

/// The word without brackets, sentence marks, the `@` of a mention, call brackets and the line
/// number of `file.rs:12`.
fn bare(word: &str) -> &str {
    let word = word.split('(').next().unwrap_or(word);
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && !"_.~*/-@$".contains(c));
    let word = word.trim_start_matches(['@', '$']).trim_end_matches(['.', '-']);
    let end = word.find(':').filter(|at| word[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    end.map_or(word, |end| &word[..end])
}

pub(super) fn bare_flag(word: &str) -> String {
    let name = word.split('=').next().unwrap_or(word);
    bare(name).to_lowercase()
}

fn is_flag(lower: &str) -> bool {
    let name = lower.strip_prefix("--").unwrap_or_default();
    name.len() > 1
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.contains("--")
        && !tables::COMMON_FLAGS.has(&bare_flag(lower))
}

/// `MD013`, `E0502`, `TS2345`, `clippy::needless_borrow`, `no-unused-vars`.
fn is_rule(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = word.len() - letters.len();
    let is_code = (3..=5).contains(&digits)
        && (1..=4).contains(&letters.len())
        && letters.chars().all(|c| c.is_ascii_uppercase())
        && !matches!(letters, "PR" | "ISO" | "RFC" | "HTTP");
    let is_named = word.strip_prefix("no-").is_some_and(|rest| rest.contains('-')) && is_name(word);
    is_code || is_named || word.starts_with("clippy::")
}

fn is_path(lower: &str, marked: bool) -> bool {
    let file = lower.rsplit('/').next().unwrap_or(lower);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    if tables::FILES.has(file)
        || (!extension.is_empty() && tables::EXTENSIONS.has(extension) && !stem.is_empty())
    {
        return true;
    }
    if is_dotfile(lower) {
        return true;
    }
    let Some((first, rest)) = lower.split_once('/') else {
        return false;
    };
    let names = lower.split('/').filter(|part| part.contains(|c: char| c.is_ascii_alphabetic())).count();
    let rooted = matches!(first, "." | ".." | "~") || first.starts_with('.') || lower.contains("*");
    let spelled_like_code = lower.matches('/').count() > 1 && lower.contains(['_', '-']);
    let command = first.is_empty() && (marked || rest.contains([':', '-'])) && rest.len() > 2;
    match names {
        0 => false,
        1 => rooted || command || (marked && lower.ends_with('/')),
        _ => rooted || marked || first.is_empty() || tables::FOLDERS.has(first) || spelled_like_code,
    }
}

/// `.env` and `.github/workflows`, but not the dots of "...and so on".
fn is_dotfile(lower: &str) -> bool {
    lower.strip_prefix('.').is_some_and(|name| {
        name.len() > 2 && name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains("..")
    })
}

fn is_identifier(word: &str, lower: &str, marked: bool) -> bool {
    if tables::NAMES.has(lower) {
        return false;
    }
    match word.split_once('.') {
        Some(_) => is_dotted(word, marked),
        None => is_snake(word) || has_humps(word) || is_header(word),
    }
}

/// `editor.formatOnSave`, `logging.with_agent`. Must be marked as code, because "done.Next" has the
/// same shape.
fn is_dotted(word: &str, marked: bool) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let is_site = parts.last().is_some_and(|last| tables::DOMAINS.has(last));
    let spelled_like_code = parts.iter().any(|part| is_snake(part) || has_inner_hump(part));
    parts.iter().all(is_identifier_part) && !is_site && (marked || spelled_like_code || parts.len() > 2)
}

fn is_identifier_part(part: &&str) -> bool {
    part.len() > 1 && part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn is_snake(word: &str) -> bool {
    let parts: Vec<&str> = word.trim_matches('_').split('_').collect();
    parts.len() > 1
        && word.len() > 3
        && parts.iter().all(|part| part.chars().all(|c| c.is_ascii_alphanumeric()))
        && parts.iter().filter(|part| part.len() > 1).count() > 0
        && !parts.iter().all(|part| part.is_empty())
}

/// `Co-Authored-By`, `Content-Type`: the names of headers and trailers.
fn is_header(word: &str) -> bool {
    word.contains('-') && word.split('-').all(is_header_part)
}

fn is_header_part(part: &str) -> bool {
    part.len() > 1
        && part.starts_with(|c: char| c.is_ascii_uppercase())
        && part[1..].chars().all(|c| c.is_ascii_lowercase())
}

/// `shadowBranch` and `GetSessionLog`, but not `URLs` or `CLaude`.
fn has_humps(word: &str) -> bool {
    word.len() > 4 && word.chars().all(|c| c.is_ascii_alphanumeric()) && has_inner_hump(word)
}

fn has_inner_hump(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    let opens_in_one_case =
        !(chars.len() > 1 && chars[0].is_ascii_uppercase() && chars[1].is_ascii_uppercase());
    let humps =
        chars.windows(2).filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase()).count();
    opens_in_one_case && humps > 0
}

fn is_marked_name(lower: &str) -> bool {
    !tables::PLAIN.has(lower)
        && lower.starts_with(|c: char| c.is_ascii_lowercase())
        && lower.chars().all(|c| c.is_ascii_alphanumeric() || "_.:#+-".contains(c))
}

/// Whether the word can be a program, a subcommand or a script: lower case, neither a path nor a
/// file.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && !word.ends_with(':')
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_:-".contains(c))
}

/// `test:ci`, `build-all`: a shape that no ordinary word after a program's name has.
pub(super) fn is_compound(word: &str) -> bool {
    is_name(word) && word.contains([':', '_', '-']) && !word.ends_with([':', '_', '-']) && !is_rule(word)
}
