//! Cutting a text into words, and telling what a single word is. Only ASCII words are looked at: code is written
//! in them whatever language stands around it, also without a space between (`pnpmを使う`).

use super::Class;
use super::tables;

const MOST_CHARS: usize = 80;
const CALL: &str = "()";

/// The text without web addresses, mail addresses and what redaction left behind.
pub(super) fn without_addresses(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| c.is_whitespace() || !c.is_ascii()) {
        let is_address = piece.contains("://") || piece.contains("[redacted:") || is_mail(piece);
        out.push_str(if is_address { "\n" } else { piece });
    }
    out
}

fn is_mail(piece: &str) -> bool {
    piece
        .find('@')
        .is_some_and(|at| at > 0 && piece[at..].contains('.') && !piece[..at].ends_with(['`', '(', '"']))
}

/// What stands between two backticks on one line.
pub(super) fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    let spans = pieces(text).filter(|piece| piece.is_code).map(|piece| piece.text);
    spans.filter(|span| !span.trim().is_empty() && span.chars().count() <= MOST_CHARS)
}

pub(super) fn without_code_spans(text: &str) -> String {
    let prose: Vec<&str> = pieces(text)
        .filter(|piece| !piece.is_code)
        .map(|piece| piece.text)
        .collect();
    prose.join("\n")
}

struct Piece<'a> {
    text: &'a str,
    is_code: bool,
}

/// A backtick that is never closed marks nothing.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    text.lines().flat_map(|line| {
        let last = line.matches('`').count();
        let is_code = move |at: usize| at % 2 == 1 && at < last;
        (0..).zip(line.split('`')).map(move |(at, text)| Piece {
            text,
            is_code: is_code(at),
        })
    })
}

/// `"Entire-Checkpoint"`: quotation marks around a compound word mark it like backticks do.
pub(super) fn quoted_names(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.lines().flat_map(|line| line.split('"').skip(1).step_by(2));
    quoted.filter(|name| name.contains(['-', '_', ':', '.']) && !name.contains(char::is_whitespace))
}

/// Groups of words with nothing but spaces between them.
pub(super) fn runs(prose: &str) -> Vec<Vec<&str>> {
    let mut runs: Vec<Vec<&str>> = vec![];
    let mut previous_end = None;
    for (start, word) in ascii_words(prose) {
        let adjacent = previous_end.is_some_and(|end| prose[end..start].chars().all(|c| c == ' '));
        match runs.last_mut() {
            Some(run) if adjacent => run.push(word),
            _ => runs.push(vec![word]),
        }
        // "We use npm. Run it": a full stop ends the run, but `v1.2` keeps its dot.
        previous_end = (!word.ends_with(['.', ':'])).then_some(start + word.len());
    }
    runs
}

fn ascii_words(prose: &str) -> impl Iterator<Item = (usize, &str)> {
    let pieces = prose.split(|c: char| !is_token_char(c));
    pieces
        .map(|word| (word.as_ptr() as usize - prose.as_ptr() as usize, word))
        .filter(|(start, word)| !word.is_empty() && stands_alone(prose, *start, start + word.len()))
        .map(|(start, word)| (start, with_call(prose, start, word)))
}

/// `unwrap()` is code whatever its name is.
fn with_call<'a>(prose: &'a str, start: usize, word: &'a str) -> &'a str {
    let end = start + word.len();
    if prose[end..].starts_with(CALL) {
        &prose[start..end + CALL.len()]
    } else {
        word
    }
}

fn is_token_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.@~*$/:+#-".contains(c)
}

/// `gr` and `e` of "größe" are no words; `pnpm` of "pnpmを使う" is one.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let is_letter = |c: char| c.is_alphabetic() && c < '\u{2E80}';
    !text[..start].ends_with(is_letter) && !text[end..].starts_with(is_letter)
}

/// What the word names, if it is not just a word.
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
        Class::Tool if lower == "postgres" => "postgresql".to_owned(),
        _ => lower,
    }
}

/// Without brackets, sentence marks, a mention's `@`, call brackets and the line number of `file.rs:12`.
fn bare(word: &str) -> &str {
    let word = word.split('(').next().unwrap_or(word);
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && !"_.~*/-@$".contains(c));
    let word = word.trim_start_matches(['@', '$']).trim_end_matches(['.', '-']);
    let end = word
        .find(':')
        .filter(|at| word[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
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
    let names = lower
        .split('/')
        .filter(|part| part.contains(|c: char| c.is_ascii_alphabetic()))
        .count();
    let rooted = matches!(first, "." | ".." | "~") || first.starts_with('.') || lower.contains("*");
    let spelled_like_code = lower.matches('/').count() > 1 && lower.contains(['_', '-']);
    let command = first.is_empty() && (marked || rest.contains([':', '-'])) && rest.len() > 2;
    match names {
        0 => false,
        1 => rooted || command,
        _ => rooted || marked || first.is_empty() || tables::FOLDERS.has(first) || spelled_like_code,
    }
}

/// `.env`, `.github/workflows`, and not the dots of "...and so on".
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

/// `editor.formatOnSave`, `logging.with_agent`; without a mark "done.Next" would be one too.
fn is_dotted(word: &str, marked: bool) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let is_part =
        |part: &&str| part.len() > 1 && part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let is_site = parts.last().is_some_and(|last| tables::DOMAINS.has(last));
    let spelled_like_code = parts.iter().any(|part| is_snake(part) || has_inner_hump(part));
    parts.iter().all(is_part) && !is_site && (marked || spelled_like_code || parts.len() > 2)
}

fn is_snake(word: &str) -> bool {
    let parts: Vec<&str> = word.trim_matches('_').split('_').collect();
    parts.len() > 1
        && word.len() > 3
        && parts
            .iter()
            .all(|part| part.chars().all(|c| c.is_ascii_alphanumeric()))
        && parts.iter().filter(|part| part.len() > 1).count() > 0
        && !parts.iter().all(|part| part.is_empty())
}

/// `Co-Authored-By`, `Content-Type`: the names of headers and trailers.
fn is_header(word: &str) -> bool {
    let is_part = |part: &str| {
        part.len() > 1
            && part.starts_with(|c: char| c.is_ascii_uppercase())
            && part[1..].chars().all(|c| c.is_ascii_lowercase())
    };
    word.contains('-') && word.split('-').all(is_part)
}

/// `shadowBranch`, `GetSessionLog`; not `URLs` and not `CLaude`.
fn has_humps(word: &str) -> bool {
    word.len() > 4 && word.chars().all(|c| c.is_ascii_alphanumeric()) && has_inner_hump(word)
}

fn has_inner_hump(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    let opens_in_one_case =
        !(chars.len() > 1 && chars[0].is_ascii_uppercase() && chars[1].is_ascii_uppercase());
    let humps = chars
        .windows(2)
        .filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        .count();
    opens_in_one_case && humps > 0
}

fn is_marked_name(lower: &str) -> bool {
    !tables::PLAIN.has(lower)
        && lower.starts_with(|c: char| c.is_ascii_lowercase())
        && lower
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_.:#+-".contains(c))
}

/// A word that can be a program, a subcommand or a script: lower case, no path, no file.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && !word.ends_with(':')
        && word
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_:-".contains(c))
}

/// `test:ci`, `build-all`: no word of a sentence that follows a program's name.
pub(super) fn is_compound(word: &str) -> bool {
    is_name(word) && word.contains([':', '_', '-']) && !word.ends_with([':', '_', '-']) && !is_rule(word)
}
