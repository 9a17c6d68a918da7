//! Splitting of a text into words. Only ASCII words count: code is written in them whatever
//! language is around it, also without a space between (`pnpmを使う`).

/// Longer spans are pieces of code, not names or commands.
const MOST_CHARS: usize = 80;
pub(super) const CALL: &str = "()";

/// The text without web addresses, mail addresses and the marks of redaction.
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

/// The text between two backticks on one line.
pub(super) fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    let spans = pieces(text).filter(|piece| piece.is_code).map(|piece| piece.text);
    spans.filter(|span| !span.trim().is_empty() && span.chars().count() <= MOST_CHARS)
}

pub(super) fn without_code_spans(text: &str) -> String {
    let prose: Vec<&str> = pieces(text).filter(|piece| !piece.is_code).map(|piece| piece.text).collect();
    prose.join("\n")
}

struct Piece<'a> {
    text: &'a str,
    is_code: bool,
}

/// Splits at backticks. An unclosed backtick marks nothing.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    text.lines().flat_map(|line| {
        let last = line.matches('`').count();
        let is_code = move |at: usize| at % 2 == 1 && at < last;
        (0..).zip(line.split('`')).map(move |(at, text)| Piece { text, is_code: is_code(at) })
    })
}

/// In `"Entire-Checkpoint"`, quotation marks around a compound word mark it as backticks do.
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
        // In "We use npm. Run it", the full stop ends the run, but `v1.2` keeps its dot.
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

/// `unwrap()` is code, whatever its name.
fn with_call<'a>(prose: &'a str, start: usize, word: &'a str) -> &'a str {
    let end = start + word.len();
    if prose[end..].starts_with(CALL) { &prose[start..end + CALL.len()] } else { word }
}

fn is_token_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.@~*$/:+#-".contains(c)
}

/// `gr` and `e` of "größe" are not words; `pnpm` of "pnpmを使う" is one.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let is_letter = |c: char| c.is_alphabetic() && c < '\u{2E80}';
    !text[..start].ends_with(is_letter) && !text[end..].starts_with(is_letter)
}
