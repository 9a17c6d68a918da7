//! Names that nobody wrote as code. A word that the person says to use, or not to use, and that the agent had named too
//! is no accident: it is read as if it had been marked.

use super::english;
use super::language::is_english;
use super::phrases::fold_case;
use crate::core::entities::keys::{is_ordinary, keys_of, words_as_keys};
use crate::core::learn::extract::{DialogPair, Item};

const FEWEST_CHARS: usize = 3;

pub(super) struct Marked {
    pub(super) pair: DialogPair,
    /// All marks in it are ours.
    has_marks: bool,
}

impl Marked {
    pub(super) fn new(pair: &DialogPair) -> Marked {
        let names = if is_english(&pair.user.text) { names_in(pair) } else { vec![] };
        let mut pair = pair.clone();
        for name in &names {
            pair.user.text = with_marks(&pair.user.text, name);
            pair.assistant.text = with_marks(&pair.assistant.text, name);
        }
        Marked { pair, has_marks: !names.is_empty() }
    }

    /// The item with quotes as they were said.
    pub(super) fn unmarked(&self, mut item: Item) -> Item {
        for quote in item.evidence.iter_mut().filter(|_| self.has_marks) {
            quote.quote = quote.quote.replace('`', "");
        }
        item
    }
}

/// Text that marks anything itself marks what it means to.
fn names_in(pair: &DialogPair) -> Vec<String> {
    if pair.user.text.contains('`') || pair.assistant.text.contains('`') {
        return vec![];
    }
    let verb = fold_case(english::CHOOSE.replace("{}", "").trim());
    let theirs = words_as_keys(&pair.assistant.text);
    let words: Vec<&str> = pair.user.text.split_whitespace().collect();
    let slots = words.windows(2).enumerate().filter(|(_, pair)| fold_case(pair[0]) == verb);
    let chosen = slots.filter_map(|(at, pair)| name_at_end(pair[1], words.get(at + 2).copied()));
    let names = chosen.chain(replaced(&words, &verb));
    let mut names: Vec<String> =
        names.filter(|name| theirs.contains(&fold_case(name))).map(str::to_owned).collect();
    names.dedup();
    names
}

/// "use zod instead of yup": one word for another. "Use common sense instead of guessing" sets nothing against a name.
fn replaced<'a>(words: &[&'a str], verb: &str) -> Vec<&'a str> {
    let lower: Vec<String> = words.iter().map(|word| fold_case(word)).collect();
    let behind = |at: usize| {
        let contrast = INSTEAD.iter().find(|contrast| is_next(&lower[at + 2..], contrast))?;
        let place = at + 2 + contrast.len();
        name_at_end(words.get(place)?, words.get(place + 1).copied())
    };
    let verbs = (0..words.len().saturating_sub(2)).filter(|at| lower[*at] == verb);
    verbs.filter_map(behind).collect()
}

fn is_next(words: &[String], contrast: &[&str]) -> bool {
    words.len() > contrast.len() && words.iter().zip(contrast).all(|(word, part)| word == part)
}

const INSTEAD: [&[&str]; 8] = [
    &["instead", "of"],
    &["rather", "than"],
    &["not"],
    &["statt"],
    &["au", "lieu", "de"],
    &["en", "vez", "de"],
    &["en", "lugar", "de"],
    &["em", "vez", "de"],
];

/// "use redux, …" and "use redux for …" name it; in "use inline styles" the word belongs to the next one.
fn name_at_end<'a>(word: &'a str, next: Option<&str>) -> Option<&'a str> {
    let name = word.trim_end_matches([',', ';', '.', '!', ':']);
    let lower = fold_case(name);
    let is_last = name.len() < word.len() || next.is_none_or(|next| english::COMMON.has(&fold_case(next)));
    let is_word = name.len() >= FEWEST_CHARS && name.chars().all(|c| c.is_ascii_alphanumeric());
    let is_free = keys_of(name).is_empty() && !english::COMMON.has(&lower) && !is_ordinary(&lower);
    (is_last && is_word && is_free).then_some(name)
}

fn with_marks(text: &str, name: &str) -> String {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.' | '`');
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = fold_case(rest).find(&fold_case(name)) {
        let end = at + name.len();
        let after = rest[end..].strip_prefix('.').unwrap_or(&rest[end..]);
        let stands_alone = !rest[..at].ends_with(is_letter) && !after.starts_with(is_letter);
        out.push_str(&rest[..at]);
        out.push_str(&if stands_alone { format!("`{}`", &rest[at..end]) } else { rest[at..end].to_owned() });
        rest = &rest[end..];
    }
    out + rest
}
