//! How something is done here: "when X, do Y", "always Y before X", with the project's own tools.

use super::clause::{arrives, is_order, point, tidy, title};
use super::english;
use super::label::scope;
use super::leading::leading_place;
use super::message::MarkedMessage;
use super::phrases::{Phrases, fold_case};
use super::reason::reason_of;
use super::retraction::is_kept;
use super::sentence::Sentence;
use super::standing::stands;
use super::steps::steps_of;
use super::{completed, item, quote};
use crate::core::entities::keys::{acts_of, keys_of};
use crate::core::learn::extract::Item;
use crate::core::model::Details;

/// Opens the situation of what applies wherever its tool is used.
pub(crate) const ANYWHERE: &str = "Work that involves ";
const MOST_SENTENCE_CHARS: usize = 300;
const MOST_NAMES: usize = 3;
const SITUATION_ENDS: [char; 5] = [',', '，', '、', ':', '：'];

pub(super) fn find(message: &MarkedMessage<'_>) -> Vec<Item> {
    let sentences = message.sentences.iter().filter(|sentence| is_usable(message, sentence));
    let found =
        sentences.filter_map(|sentence| completed(from_sentence(message, sentence)?, message, sentence));
    found.collect()
}

fn is_usable(message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> bool {
    !message.is_question(sentence)
        && stands(message, sentence)
        && is_kept(message, sentence)
        && sentence.text.chars().count() <= MOST_SENTENCE_CHARS
}

/// Whether it says when it applies; "always do Y" alone may as well be a choice.
pub(super) fn is_conditional(message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> bool {
    let reason = reason_of(sentence.text);
    let wanted = reason.as_ref().map_or(sentence.text, |reason| reason.rest);
    let said = scope(point(wanted)).map_or(wanted, |(_, said)| said);
    let says_when = Rule::when_first(said).is_some() || Rule::when_last(said).is_some();
    says_when && is_usable(message, sentence) && from_sentence(message, sentence).is_some()
}

fn from_sentence(message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> Option<Item> {
    let reason = reason_of(sentence.text);
    let wanted = reason.as_ref().map_or(sentence.text, |reason| reason.rest);
    let rule = Rule::read_scoped(wanted).filter(|rule| !keys_of(rule.action).is_empty())?;
    let details = Details::Procedural {
        situation: rule.situation,
        steps: steps_of(rule.action).iter().map(|step| tidy(step)).collect(),
        rationale: reason.map(|reason| reason.text).unwrap_or_default(),
    };
    Some(item(title(wanted), details, vec![quote(message.id, sentence.text)]))
}

struct Rule<'a> {
    situation: String,
    action: &'a str,
}

impl<'a> Rule<'a> {
    /// "Frontend: when X, do Y" applies there only.
    fn read_scoped(sentence: &'a str) -> Option<Self> {
        let text = point(sentence);
        let Some((place, said)) = scope(text) else {
            return Self::read_placed(text).or_else(|| Self::read(sentence));
        };
        let Rule { situation, action } = Self::read(said)?;
        Some(Rule { situation: format!("{}: {situation}", tidy(place)), action })
    }

    /// "In packages/web always run X". Without "always" it may be about the code: "in src/a.ts, when X, call Y".
    fn read_placed(text: &'a str) -> Option<Self> {
        let (place, said) = leading_place(text)?;
        let is_lasting = english::ALWAYS.occur_in(&fold_case(said));
        let Rule { situation, action } = is_lasting.then(|| Self::read(said))??;
        let is_anywhere = situation.starts_with(ANYWHERE);
        let place = tidy(place);
        Some(Rule { situation: if is_anywhere { place } else { format!("{place}: {situation}") }, action })
    }

    fn read(sentence: &'a str) -> Option<Self> {
        Self::when_first(sentence).or_else(|| Self::when_last(sentence)).or_else(|| Self::always(sentence))
    }

    /// "when X, do Y"
    fn when_first(sentence: &'a str) -> Option<Self> {
        let text = point(sentence);
        let lower = fold_case(text);
        let opening = english::WHEN.at_start(&lower).or_else(|| english::GOAL.at_start(&lower));
        let opening = opening?;
        let end = situation_end(text)?;
        let (situation, action) = text.split_at(end);
        let is_told = is_order(action);
        let insists = is_told || english::ALWAYS.occur_in(&lower);
        let tells = happened(&lower[opening..], is_told);
        (insists && !tells).then(|| Rule::new(situation, action))
    }

    /// "always do Y before X"
    fn when_last(sentence: &'a str) -> Option<Self> {
        let text = point(sentence);
        let lower = fold_case(text);
        let places = english::WHEN.find_all(&lower).into_iter().filter(|place| place.start > 0);
        let when = places.max_by_key(|place| place.start)?;
        let (action, situation) = text.split_at(when.start);
        let said = fold_case(sentence);
        let insists = english::ALWAYS.occur_in(&said) || english::MUST.occur_in(&said);
        let insists = insists || recurs(action, situation);
        let is_rule = insists && is_order(action) && !happened(&lower[when.end..], true);
        is_rule.then(|| Rule::new(situation, action))
    }

    /// "always do Y" and "we use Y": it applies wherever Y's tool is used.
    fn always(sentence: &'a str) -> Option<Self> {
        let text = point(sentence);
        let is_new = [sentence.trim_start(), text].into_iter().any(|said| arrives(said) && !goes_on(said));
        let says_what = is_order(text) || english::INTENT.occur_in(&fold_case(text));
        let is_rule = is_new || (says_what && is_standing(sentence));
        let keys: Vec<String> = keys_of(text).iter().take(MOST_NAMES).map(|key| format!("`{key}`")).collect();
        let situation = || without(text).unwrap_or_else(|| format!("{ANYWHERE}{}", keys.join(" or ")));
        (is_rule && !keys.is_empty()).then(|| Rule { situation: situation(), action: text })
    }

    fn new(situation: &str, action: &'a str) -> Self {
        Rule { situation: tidy(situation), action }
    }
}

/// "We switched to pnpm and now the build fails" is told for what happened; "to bun and vitest" names two.
fn goes_on(said: &str) -> bool {
    let lower = fold_case(said);
    let joined = english::AND.find_all(&lower);
    english::BUT.occur_in(&lower) || joined.iter().any(|and| !begins_with_key(said[and.end..].trim_start()))
}

/// "Always" opens it or stands behind its verb.
fn is_standing(sentence: &str) -> bool {
    let text = point(sentence);
    let opens = |text: &str| english::ALWAYS.at_start(&fold_case(text)).is_some();
    opens(sentence) || opens(text) || behind_verb(text).is_some_and(opens)
}

/// "Use always `pnpm`".
fn behind_verb(text: &str) -> Option<&str> {
    english::IMPERATIVES.at_start(&fold_case(text)).map(|length| text[length..].trim_start())
}

/// "Run `make check` after every change", "bump `version` before each release": a command is run, or work goes on. A call
/// stands in code: "call `refresh()` after every commit".
fn recurs(action: &str, situation: &str) -> bool {
    let lower = fold_case(situation);
    let is_each = EACH.at_start(&lower).or_else(|| english::ALWAYS.at_start(&lower)).is_some();
    let runs = keys_of(action).iter().any(|key| !acts_of(&format!("`{key}`")).is_empty());
    is_each && !action.contains("()") && (runs || !acts_of(situation).is_empty())
}

static EACH: Phrases = Phrases::new("before every, before each, after every, after each");

/// "Never commit without X" applies when somebody commits.
fn without(text: &str) -> Option<String> {
    let lower = fold_case(text);
    let never = english::REFUSAL.at_start(&lower)?;
    let end = english::WITHOUT.find(&lower).map(|place| place.start).filter(|end| *end > never)?;
    Some(tidy(&text[never..end]))
}

/// A comma, or else where an order on something concrete begins: "after X run `y`".
fn situation_end(text: &str) -> Option<usize> {
    let words = text.match_indices(' ').map(|(at, _)| at);
    let named =
        |at: &usize| text[at + 1..].split_once(' ').is_some_and(|(_, object)| begins_with_key(object));
    let opens_order = |at: &usize| english::IMPERATIVES.at_start(&fold_case(&text[at + 1..])).is_some();
    let comma = text.find(SITUATION_ENDS);
    let verb = || words.filter(named).find(opens_order);
    comma.or_else(verb)
}

pub(super) fn begins_with_key(text: &str) -> bool {
    let lower = fold_case(text);
    text.starts_with('`') || keys_of(text).iter().any(|key| lower.starts_with(key.as_str()))
}

/// "when I run it, …" tells what happened; "when we release, run `make check`" does not.
fn happened(after_when: &str, is_order: bool) -> bool {
    let opens = |table: &Phrases| table.at_start(after_when.trim_start()).is_some();
    opens(&english::FIRST_PERSON) && !(is_order && opens(&english::WE))
}
