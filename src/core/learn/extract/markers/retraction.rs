//! What a message takes back, or excepts, after it was said.

use super::english;
use super::message::MarkedMessage;
use super::neighbour::{self, denies};
use super::phrases::{Phrases, fold_case};
use super::quote;
use super::reason::denies_a_reason;
use super::sentence::Sentence;
use crate::core::entities::keys::keys_of;
use crate::core::learn::extract::Item;
use crate::core::model::Details;

const MOST_TITLE_CHARS: usize = 80;
/// Whoever disagrees does so soon.
const MOST_BEHIND: usize = 3;
/// "No, use SQLite" as a later sentence answers the message's own words.
const PLAIN_NO: [&str; 7] = ["no,", "nope,", "nein,", "nee,", "non,", "não,", "不，"];

/// Nothing in the message takes the sentence back, and it does not deny its own reason.
pub(super) fn is_kept(message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> bool {
    let behind = behind(message, sentence);
    !denies_a_reason(sentence.text)
        && !turns_around(sentence)
        && !behind.iter().any(|later| begins_anew(later))
        && !behind.iter().take(MOST_BEHIND).any(|later| denies(later, sentence))
}

/// With what the next sentence excepts. A title without the exception says too much: where it does not fit, there is
/// no lesson.
pub(super) fn with_exception(
    item: Item,
    message: &MarkedMessage<'_>,
    sentence: &Sentence<'_>,
) -> Option<Item> {
    let next = behind(message, sentence).first();
    let Some((exception, opening)) =
        next.and_then(|next| Some((next, english::EXCEPTS.at_start(&next.lower)?)))
    else {
        return Some(item);
    };
    let mut item = item;
    let words = format!(", {}", continued(exception.text, opening));
    item.title.push_str(&words);
    main_line(&mut item.details)?.push_str(&words);
    item.evidence.push(quote(message.id, exception.text));
    (item.title.chars().count() <= MOST_TITLE_CHARS).then_some(item)
}

fn behind<'a, 'b>(message: &'b MarkedMessage<'a>, sentence: &Sentence<'_>) -> &'b [Sentence<'a>] {
    let at = message.sentences.iter().position(|other| std::ptr::eq(other.text, sentence.text));
    at.map_or(&[], |at| &message.sentences[at + 1..])
}

fn begins_anew(sentence: &Sentence<'_>) -> bool {
    let lower = neighbour::without(&SIGHS, &sentence.lower);
    let plain = without_commas(lower);
    [&english::RETRACTS, &english::BEGINS_ANEW].into_iter().any(|table| table.at_start(&plain).is_some())
        || PLAIN_NO.iter().any(|no| lower.starts_with(no))
}

static SIGHS: Phrases =
    Phrases::new("ah, oh, uh, hm, hmm, ach, och, ay, ai, eh, ups, oops, 啊, 哦, あ, えっと");

/// "Use redis – wait, no, sqlite". At its beginning it takes back what somebody else said.
fn turns_around(sentence: &Sentence<'_>) -> bool {
    let plain = without_commas(&sentence.lower);
    english::RETRACTS.find(&plain).is_some_and(|turn| !keys_of(&plain[..turn.start]).is_empty())
}

fn without_commas(lower: &str) -> String {
    lower.replace([',', '，', '、'], "")
}

/// As the end of the line before it.
fn continued(exception: &str, opening: usize) -> String {
    let text = exception.trim_end_matches(['.', '!', '。', '！', ' ']);
    format!("{}{}", fold_case(&text[..opening]), &text[opening..])
}

fn main_line(details: &mut Details) -> Option<&mut String> {
    match details {
        Details::Decision { decision, .. } => Some(decision),
        Details::Pitfall { resolution, .. } => Some(resolution),
        Details::Procedural { steps, .. } | Details::Workflow { steps } => steps.last_mut(),
    }
}
