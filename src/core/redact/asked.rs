//! Secrets in answers to questions, as in `Which password should it use? → …`: the client's dialogs
//! ask, and `turns` writes question and answer on one line.

use std::ops::Range;

use super::assigned::cut;
use super::languages::nouns;
use super::likely::{is_chosen, is_hollow, is_name_like};
use super::value::is_one_of;
use super::words::{UNSPACED_LINKS, floor, is_unspaced};

/// Short nouns that a question for a secret may use, besides the words for passwords.
const SHORT: [&str; 3] = ["pwd", "pw", "pin"];
const CREDENTIALS: &str = "key keys token tokens secret secrets credential credentials";

/// Words after the noun when the question is for the secret itself, and not for its length or
/// format.
const ASKING: &str =
    "should do does did shall will would can is are was for to of soll ist für est pour es para";

const REACH: usize = 400;

/// `arrow` is the position of the answer's mark, and `answer` the text after it.
pub(super) fn secret(text: &str, arrow: usize, answer: Range<usize>) -> Option<Range<usize>> {
    let nearby = &text[floor(text, arrow.saturating_sub(REACH))..arrow];
    let question = nearby.rsplit('\n').next().unwrap_or_default().to_lowercase();
    let short = SHORT.iter().map(|noun| (*noun).to_owned());
    let nouns: Vec<String> =
        nouns(|language| language.passwords).map(|(_, noun)| noun).chain(short).collect();
    let mut passwords = nouns.iter().flat_map(|noun| behind(&question, noun)).peekable();
    let asked = passwords.peek().is_some() || words(&question).any(|word| is_one_of(CREDENTIALS, word));
    let any_word = passwords.any(asks_for_itself);
    let value = cut(&text[answer.clone()]);
    let is_told = is_chosen(value, false) && !is_name_like(value);
    let holds = asked && (is_told || (any_word && is_whole(text, answer.start + value.len())));
    (holds && !is_hollow(value, false)).then(|| answer.start..answer.start + value.len())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The text after each occurrence of the noun: `pin` as a whole word, others also at the end of
/// one.
fn behind<'q>(question: &'q str, noun: &'q str) -> impl Iterator<Item = &'q str> {
    question.match_indices(noun).filter_map(move |(at, _)| {
        let begins = noun.len() > 3 || !question[..at].ends_with(char::is_alphanumeric);
        let rest = &question[at + noun.len()..];
        let rest = rest.strip_prefix('s').unwrap_or(rest).trim_start_matches(|c| ('а'..='я').contains(&c));
        let ends = noun.ends_with(is_unspaced) || !rest.starts_with(char::is_alphanumeric);
        (begins && ends).then_some(rest)
    })
}

fn asks_for_itself(behind: &str) -> bool {
    behind.starts_with(UNSPACED_LINKS) || words(behind).next().is_none_or(|next| is_one_of(ASKING, next))
}

/// Whether the answer is one word.
fn is_whole(text: &str, end: usize) -> bool {
    let rest = text[end..].trim_start_matches(['"', '\'', '`', '.', ' ', ')']);
    rest.is_empty() || rest.starts_with(['\n', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_judged_by_its_question() {
        for (text, expected) in [
            ("Which password should the dev database use? → Walrus23Tusk", Some("Walrus23Tusk")),
            ("Which password should the dev database use? → letmein", Some("letmein")),
            ("Wie lautet das Datenbankpasswort? → letmein", Some("letmein")),
            ("¿Qué contraseña es? → letmein", Some("letmein")),
            ("What is the pin? → 4839", Some("4839")),
            ("Which spin should it have? → left", None),
            ("Is it passwordless? → Walrus23Tusk", None),
            ("What is the API key for staging? → otter48pond, please", Some("otter48pond")),
            ("Which password hashing should we use? → bcrypt", None),
            ("Which token format do you want? → JWT", None),
            ("Which password should it have? → a random one", None),
            ("Which database? → Postgres16x", None),
            ("What is the password?\nWhich name? → Walrus23Tusk", None),
        ] {
            let arrow = text.find("? → ").unwrap();
            let start = arrow + "? → ".len();
            let end = text[start..].find([' ', ',']).map_or(text.len(), |end| start + end);
            let found = secret(text, arrow, start..end).map(|range| &text[range]);
            assert_eq!(found, expected, "{text}");
        }
    }
}
