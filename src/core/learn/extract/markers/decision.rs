//! Somebody chose something and said why, in one short message that asks nothing more.

use super::clause::{arrives, is_errand, is_order, point, spoken, tidy, title};
use super::english;
use super::message::MarkedMessage;
use super::phrases::{Phrases, fold_case};
use super::procedural::{begins_with_key, is_conditional};
use super::reason::{Reason, reason_of};
use super::retraction::is_kept;
use super::sentence::Sentence;
use super::standing::stands;
use super::{completed, item, quote};
use crate::core::entities::keys::{keys_of, names_only_paths};
use crate::core::entities::negation::{Stance, stances};
use crate::core::learn::extract::Item;
use crate::core::model::Details;

/// Longer messages explain something else in passing.
const MOST_MESSAGE_CHARS: usize = 400;
const MOST_CHOICE_CHARS: usize = 200;
const ANSWERED_SENTENCES: usize = 2;
const MOST_NAMES: usize = 3;

/// Articles, and what joins two names.
#[rustfmt::skip]
const BESIDE_NAMES: [&str; 33] = [
    "the", "a", "an", "and", "with", "plus", "der", "die", "das", "den", "ein", "eine", "einen", "und", "mit", "le", "la", "les",
    "l", "un", "une", "et", "avec", "el", "los", "las", "y", "con", "o", "os", "um", "e", "com",
];

pub(super) fn find(assistant: Option<&MarkedMessage<'_>>, message: &MarkedMessage<'_>) -> Vec<Item> {
    if message.chars >= MOST_MESSAGE_CHARS {
        return vec![];
    }
    let asked = assistant.is_some_and(|assistant| assistant.sentences.iter().any(|sentence| sentence.asks));
    let before = assistant.map(|assistant| last_words(assistant)).unwrap_or_default();
    let usable = |sentence: &&Sentence<'_>| {
        stands(message, sentence) && is_kept(message, sentence) && !is_conditional(message, sentence)
    };
    let sentences = behind_questions(message).filter(usable);
    let found = sentences.filter_map(|sentence| {
        completed(from_sentence(message, sentence, asked, &before)?, message, sentence)
    });
    found.collect()
}

/// "Why is it so slow? Use `rg` because …". What a question follows is open, what tells how things are may belong to one, and
/// behind "which is better?" stand its options.
fn behind_questions<'b, 'a>(message: &'b MarkedMessage<'a>) -> impl Iterator<Item = &'b Sentence<'a>> {
    let asked = message.sentences.iter().rposition(|sentence| message.is_question(sentence));
    let asks_why = |sentence: &Sentence<'_>| WHY.at_start(&fold_case(point(sentence.text))).is_some();
    let is_open = message.sentences.iter().any(|it| message.is_question(it) && !asks_why(it));
    let rest = if is_open { &[][..] } else { &message.sentences[asked.map_or(0, |at| at + 1)..] };
    let tells = |sentence: &Sentence<'_>| {
        let wanted = reason_of(sentence.text).map_or(sentence.text, |reason| reason.rest);
        !is_order(wanted)
    };
    rest.iter().filter(move |sentence| asked.is_none() || !tells(sentence))
}

static WHY: Phrases = Phrases::new(
    "why, how come, warum, wieso, weshalb, pourquoi, por qué, por que, 为什么, 为何, なぜ, どうして",
);

fn from_sentence(
    message: &MarkedMessage<'_>,
    sentence: &Sentence<'_>,
    asked: bool,
    before: &str,
) -> Option<Item> {
    let Reason { text: rationale, rest } = reason_of(sentence.text)?;
    let is_said = !keys_of(rest).is_empty() && rest.chars().count() <= MOST_CHOICE_CHARS;
    if !is_said || is_overruled(&rationale) {
        return None;
    }
    let decision = match settles(rest) {
        true => rest.to_owned(),
        false => answer(rest).filter(|_| asked)?,
    };
    let details = Details::Decision {
        context: alternatives(before, sentence.text),
        decision: tidy(&decision),
        rationale,
    };
    let evidence = vec![quote(message.id, sentence.text)];
    Some(item(title(&decision), details, evidence))
}

/// The end of what the assistant said is what the person answers.
fn last_words(assistant: &MarkedMessage<'_>) -> String {
    let sentences = assistant.sentences.iter().rev().take(ANSWERED_SENTENCES);
    sentences.map(|sentence| sentence.text).collect::<Vec<_>>().join("\n")
}

/// What else had been named before the choice. Names only, in a fixed sentence: the assistant's words teach nothing.
fn alternatives(before: &str, choice: &str) -> String {
    let chosen = keys_of(choice);
    let others: Vec<String> =
        keys_of(before).difference(&chosen).take(MOST_NAMES).map(|key| format!("`{key}`")).collect();
    if others.is_empty() { String::new() } else { format!("The agent had named {}", others.join(", ")) }
}

/// "Fix src/a.ts because the tests fail" is work to do. A choice says what is to be used, kept or avoided from here on.
fn settles(clause: &str) -> bool {
    let lower = fold_case(clause);
    let told = spoken(clause).is_some_and(|told| {
        let lower = fold_case(told);
        let intent = english::INTENT.at_start(&lower);
        english::HABITS.at_start(&lower).is_some()
            || arrives(told)
            || chooses(told)
            || intent.is_some_and(|length| chooses(&told[length..]))
    });
    let is_usual = is_done_with(point(clause));
    told || is_usual
        || replaces_for_good(clause)
        || (!is_errand(clause)
            && (english::PLACES.occur_in(&lower) || sets_a_value(clause) || moves_a_value(clause)))
}

/// "We write tests with `vitest`": how it is done, whatever is done. "We struggle with `vitest`" is none.
fn is_done_with(clause: &str) -> bool {
    let lower = fold_case(clause);
    let verb = english::WE.at_start(&lower).map(|length| lower[length..].trim_start());
    let is_work = |verb: &str| english::IMPERATIVES.at_start(verb).is_some();
    let means = WITH.find(&lower).map(|with| &clause[with.end..]);
    verb.is_some_and(is_work)
        && means.is_some_and(|means| begins_with_key(means.trim_start()) && !names_only_paths(means))
}

static WITH: Phrases = Phrases::new("with, using, via, mit, avec, con, com");

/// "I need to leave" names nothing that is left.
fn chooses(rest: &str) -> bool {
    let rest = point(rest);
    let choice = rest.split([',', ';', '，', '；']).next().unwrap_or(rest);
    english::CHOOSES.at_start(&fold_case(rest)).is_some() && !keys_of(choice).is_empty()
}

fn sets_a_value(clause: &str) -> bool {
    english::SETS.occur_in(&fold_case(clause)) && !names_only_paths(clause)
}

/// "From now on pnpm instead of bun": where one name is set against another, no verb is needed.
fn replaces_for_good(clause: &str) -> bool {
    let keys = keys_of(clause);
    let stances = stances(clause, &keys);
    let is_some = |wanted: Stance| stances.iter().any(|(_, stance)| *stance == wanted);
    english::ALWAYS.at_start(&fold_case(clause)).is_some() && is_some(Stance::For) && is_some(Stance::Against)
}

/// "Raise `max_connections` to 50". "Raise an error in `parse`" is work to do.
fn moves_a_value(clause: &str) -> bool {
    let point = fold_case(point(clause));
    let to = MOVES
        .at_start(&point)
        .and_then(|length| TO.find(&point[length..]).map(|to| &point[length + to.end..]));
    to.is_some_and(|value| value.trim_start().starts_with(|c: char| c.is_ascii_digit()))
        && !names_only_paths(clause)
}

static MOVES: Phrases = Phrases::new(
    "raise, lower, increase, decrease, reduce, erhöhe, senke, augmente, baisse, sube, baja, aumenta, aumente, reduza",
);
static TO: Phrases = Phrases::new("to, auf, à, a, para");

/// "…, but the team voted for express".
fn is_overruled(rationale: &str) -> bool {
    let mut further = rationale.split([',', '，', '、']).skip(1);
    further.any(|part| english::BUT.at_start(fold_case(part).trim_start()).is_some())
}

/// "X, because …" chooses X when something was asked.
fn answer(clause: &str) -> Option<String> {
    let name = point(clause).trim_end_matches([',', ';', '，', '、']);
    let (sentence, name) = match DENIALS.at_start(&fold_case(name)) {
        Some(length) => (english::REFUSE, name[length..].trim_start()),
        None => (english::CHOOSE, name),
    };
    is_bare(name).then(|| sentence.replace("{}", name))
}

/// Deny a choice. "Skip `vitest`", "stop `vite`" and "without `redis`" are about the work at hand.
static DENIALS: Phrases = Phrases::new(
    "no, not, never, kein, keine, keinen, nicht, nie, pas, pas de, pas d', jamais, nunca, não, nao, 不要, 不用, 别用",
);

/// Names, and nothing beside them that could be a verb, a negation or a person.
fn is_bare(text: &str) -> bool {
    let keys = keys_of(text);
    let mut rest = fold_case(text);
    for key in keys.iter().rev() {
        rest = rest.replace(key.as_str(), " ");
    }
    let mut words = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    !keys.is_empty() && words.all(|word| BESIDE_NAMES.contains(&word) || !keys_of(word).is_empty())
}
