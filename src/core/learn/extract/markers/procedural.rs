//! How something is done here: "when X, do Y", "always Y before X", with the project's own tools.

use super::clause::{arrives, is_order, point, tidy, title};
use super::label::scope;
use super::language::Language;
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
    let language = message.language;
    let reason = reason_of(sentence.text, language);
    let wanted = reason.as_ref().map_or(sentence.text, |reason| reason.rest);
    let said = scope(point(wanted, language), language).map_or(wanted, |(_, said)| said);
    let says_when = Rule::when_first(said, language).is_some() || Rule::when_last(said, language).is_some();
    says_when && is_usable(message, sentence) && from_sentence(message, sentence).is_some()
}

fn from_sentence(message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> Option<Item> {
    let language = message.language;
    let reason = reason_of(sentence.text, language);
    let wanted = reason.as_ref().map_or(sentence.text, |reason| reason.rest);
    let rule = Rule::read_scoped(wanted, language).filter(|rule| !keys_of(rule.action).is_empty())?;
    let details = Details::Procedural {
        situation: rule.situation,
        steps: steps_of(rule.action, language).iter().map(|step| tidy(step, language)).collect(),
        rationale: reason.map(|reason| reason.text).unwrap_or_default(),
    };
    Some(item(title(wanted, language), details, vec![quote(message.id, sentence.text)]))
}

struct Rule<'a> {
    situation: String,
    action: &'a str,
}

impl<'a> Rule<'a> {
    /// "Frontend: when X, do Y" applies there only.
    fn read_scoped(sentence: &'a str, language: &Language) -> Option<Self> {
        let text = point(sentence, language);
        let Some((place, said)) = scope(text, language) else {
            return Self::read_placed(text, language).or_else(|| Self::read(sentence, language));
        };
        let Rule { situation, action } = Self::read(said, language)?;
        Some(Rule { situation: format!("{}: {situation}", tidy(place, language)), action })
    }

    /// "In packages/web always run X". Without "always" it may be about the code: "in src/a.ts, when X, call Y".
    fn read_placed(text: &'a str, language: &Language) -> Option<Self> {
        let (place, said) = leading_place(text, language)?;
        let is_lasting = language.always.occur_in(&fold_case(said));
        let Rule { situation, action } = is_lasting.then(|| Self::read(said, language))??;
        let is_anywhere = situation.starts_with(ANYWHERE);
        let place = tidy(place, language);
        Some(Rule { situation: if is_anywhere { place } else { format!("{place}: {situation}") }, action })
    }

    fn read(sentence: &'a str, language: &Language) -> Option<Self> {
        Self::when_first(sentence, language)
            .or_else(|| Self::when_last(sentence, language))
            .or_else(|| Self::always(sentence, language))
    }

    /// "when X, do Y"; in Japanese and Chinese the marker may close the situation.
    fn when_first(sentence: &'a str, language: &Language) -> Option<Self> {
        let text = point(sentence, language);
        let lower = fold_case(text);
        let opening = language.when.at_start(&lower).or_else(|| language.goal.at_start(&lower));
        let end = match opening {
            Some(_) => situation_end(text, language)?,
            None => language.when_after.find(&lower)?.end,
        };
        let (situation, action) = text.split_at(end);
        let is_told = is_order(action, language);
        let insists = is_told || language.always.occur_in(&lower);
        let tells = opening.is_some_and(|length| happened(&lower[length..], is_told, language));
        (insists && !tells).then(|| Rule::new(situation, action, language))
    }

    /// "always do Y before X"
    fn when_last(sentence: &'a str, language: &Language) -> Option<Self> {
        let text = point(sentence, language);
        let lower = fold_case(text);
        let places = language.when.find_all(&lower).into_iter().filter(|place| place.start > 0);
        let when = places.max_by_key(|place| place.start)?;
        let (action, situation) = text.split_at(when.start);
        let said = fold_case(sentence);
        let insists = language.always.occur_in(&said) || language.must.occur_in(&said);
        let insists = insists || recurs(action, situation, language);
        let is_rule = insists && is_order(action, language) && !happened(&lower[when.end..], true, language);
        is_rule.then(|| Rule::new(situation, action, language))
    }

    /// "always do Y" and "we use Y": it applies wherever Y's tool is used.
    fn always(sentence: &'a str, language: &Language) -> Option<Self> {
        let text = point(sentence, language);
        let is_new = [sentence.trim_start(), text]
            .into_iter()
            .any(|said| arrives(said, language) && !goes_on(said, language));
        let says_what = is_order(text, language) || language.intent.occur_in(&fold_case(text));
        let is_rule = is_new || (says_what && is_standing(sentence, language));
        let keys: Vec<String> = keys_of(text).iter().take(MOST_NAMES).map(|key| format!("`{key}`")).collect();
        let situation =
            || without(text, language).unwrap_or_else(|| format!("{ANYWHERE}{}", keys.join(" or ")));
        (is_rule && !keys.is_empty()).then(|| Rule { situation: situation(), action: text })
    }

    fn new(situation: &str, action: &'a str, language: &Language) -> Self {
        Rule { situation: tidy(situation, language), action }
    }
}

/// "We switched to pnpm and now the build fails" is told for what happened; "to bun and vitest" names two.
fn goes_on(said: &str, language: &Language) -> bool {
    let lower = fold_case(said);
    let joined = language.and.find_all(&lower);
    language.but.occur_in(&lower) || joined.iter().any(|and| !begins_with_key(said[and.end..].trim_start()))
}

/// "Always" opens it or stands behind its verb; where verbs come last it may stand anywhere.
fn is_standing(sentence: &str, language: &Language) -> bool {
    let text = point(sentence, language);
    let opens = |text: &str| language.always.at_start(&fold_case(text)).is_some();
    let anywhere = language.verbs_come_last() && language.always.occur_in(&fold_case(sentence));
    anywhere || opens(sentence) || opens(text) || behind_verb(text, language).is_some_and(opens)
}

/// "Benutze nie `npm`", "ne pousse jamais sur main".
fn behind_verb<'a>(text: &'a str, language: &Language) -> Option<&'a str> {
    let denied =
        ["ne ", "n'", "n’"].iter().find_map(|ne| fold_case(text).starts_with(ne).then(|| &text[ne.len()..]));
    let verb = denied.unwrap_or(text);
    language.imperatives.at_start(&fold_case(verb)).map(|length| verb[length..].trim_start())
}

/// "Run `make check` after every change", "bump `version` before each release": a command is run, or work goes on. A call
/// stands in code: "call `refresh()` after every commit".
fn recurs(action: &str, situation: &str, language: &Language) -> bool {
    let lower = fold_case(situation);
    let is_each = EACH.at_start(&lower).or_else(|| language.always.at_start(&lower)).is_some();
    let runs = keys_of(action).iter().any(|key| !acts_of(&format!("`{key}`")).is_empty());
    is_each && !action.contains("()") && (runs || !acts_of(situation).is_empty())
}

static EACH: Phrases = Phrases::new("before every, before each, after every, after each");

/// "Never commit without X" applies when somebody commits.
fn without(text: &str, language: &Language) -> Option<String> {
    let lower = fold_case(text);
    if let Some(missing) = language.without_after.find(&lower) {
        let refused = language.refusal.find(&lower[missing.end..]).map(|refusal| missing.end + refusal.start);
        return Some(tidy(&text[missing.end..refused.unwrap_or(text.len())], language));
    }
    let never = language.refusal.at_start(&lower)?;
    let end = language.without.find(&lower).map(|place| place.start).filter(|end| *end > never)?;
    Some(tidy(&text[never..end], language))
}

/// A comma, or else where an order on something concrete begins: "after X run `y`", "nach X `y` ausführen".
fn situation_end(text: &str, language: &Language) -> Option<usize> {
    let words = text.match_indices(' ').map(|(at, _)| at);
    let named =
        |at: &usize| text[at + 1..].split_once(' ').is_some_and(|(_, object)| begins_with_key(object));
    let opens_order = |at: &usize| language.imperatives.at_start(&fold_case(&text[at + 1..])).is_some();
    let comma = text.find(SITUATION_ENDS);
    let verb = || words.filter(named).find(opens_order);
    let code = || text.find('`').filter(|_| language.orders.occur_in(&fold_case(text)));
    comma.or_else(verb).or_else(code)
}

pub(super) fn begins_with_key(text: &str) -> bool {
    let lower = fold_case(text);
    text.starts_with('`') || keys_of(text).iter().any(|key| lower.starts_with(key.as_str()))
}

/// "when I run it, …" tells what happened; "when we release, run `make check`" does not.
fn happened(after_when: &str, is_order: bool, language: &Language) -> bool {
    let opens = |table: &Phrases| table.at_start(after_when.trim_start()).is_some();
    opens(&language.first_person) && !(is_order && opens(&language.we))
}
