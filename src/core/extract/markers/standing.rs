//! Whether a sentence holds beyond the moment and is the person's own word. Most of what people tell an agent is about
//! the work at hand, and what is told to every later session must not be.

use super::clause::point;
use super::language::Language;
use super::message::Message;
use super::phrases::{Phrases, fold_case};
use super::reason::reason_of;
use super::sentence::Sentence;
use crate::core::keys::keys_of;

const QUOTES: [(&str, char); 6] =
    [("\"", '"'), (" '", '\''), ("“", '”'), ("„", '“'), ("«", '»'), ("「", '」')];
/// Fewer quoted words are a name.
const QUOTED_WORDS: usize = 3;
const MOST_LABEL_WORDS: usize = 5;
/// Turns what follows an errand into its content: "write that …".
const THAT: [&str; 4] = [" that ", " dass ", " que ", " qu'"];

pub(super) fn stands(message: &Message<'_>, sentence: &Sentence<'_>) -> bool {
    let wanted = wanted(sentence, message.language);
    holds_on(message, sentence) && is_own(wanted, message.language)
}

/// A reason may tell of the past and of others; it is still a reason.
fn wanted<'a>(sentence: &Sentence<'a>, language: &Language) -> &'a str {
    reason_of(sentence.text, language).map_or(sentence.text, |reason| reason.rest)
}

/// Beyond this task, and decided.
pub(super) fn holds_on(message: &Message<'_>, sentence: &Sentence<'_>) -> bool {
    let language = message.language;
    let wanted = fold_case(wanted(sentence, language));
    let says = |table: &Phrases| table.occur_in(&wanted);
    let is_brief = message.is_limited || language.once.occur_in(&sentence.lower) || waits(&wanted, language);
    let is_idle = says(&language.tentative) || says(&language.aside) || says(&language.past);
    !is_brief && !is_idle && !language.reports(&wanted)
}

/// "Until Bob has merged" is soon over; "until `make check` passes" is so every time.
fn waits(wanted: &str, language: &Language) -> bool {
    language.until.find(wanted).is_some_and(|until| {
        let event = &wanted[until.end..];
        let recurs = !keys_of(event).is_empty() || language.checks.occur_in(event);
        !recurs && !language.always.occur_in(wanted)
    })
}

/// Said to the agent, not quoted to it, nor said of somebody else.
fn is_own(wanted: &str, language: &Language) -> bool {
    let point = fold_case(point(wanted, language));
    let is_errand_about_words =
        || language.errands.at_start(&point).is_some() && THAT.iter().any(|that| point.contains(that));
    let after_when = language.when.at_start(&point).map_or("", |length| point[length..].trim_start());
    let is_others = |text: &str| language.others.at_start(text).is_some();
    !has_quotation(wanted)
        && !is_labelled(&point, language)
        && !is_others(&point)
        && !is_others(after_when)
        && !is_errand_about_words()
}

fn has_quotation(text: &str) -> bool {
    let quoted = |open: &str, close: char| {
        text.split_once(open).is_some_and(|(_, rest)| match rest.split_once(close) {
            Some((quoted, _)) => quoted.split_whitespace().count() >= QUOTED_WORDS,
            None => true,
        })
    };
    QUOTES.iter().any(|(open, close)| quoted(open, *close))
}

/// "Summarise: …", "Tom: …", "Description: …". "When you release: …" and "note: …" are the person's.
fn is_labelled(lower: &str, language: &Language) -> bool {
    lower.split_once(": ").or_else(|| lower.split_once('：')).is_some_and(|(label, _)| {
        let opens = |table: &Phrases| table.at_start(label).is_some();
        let is_label = label.split_whitespace().count() <= MOST_LABEL_WORDS && keys_of(label).is_empty();
        is_label && !language.labels.has(label) && !opens(&language.when) && !opens(&language.goal)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::extract;

    fn stands_in(text: &str, n: usize) -> bool {
        let message = extract::Message { id: "m".into(), text: text.into() };
        let message = Message::read(&message).unwrap();
        stands(&message, &message.sentences[n])
    }

    #[test]
    fn what_holds_once_does_not_stand() {
        for text in [
            "don't touch src/a.ts until Bob has merged his PR",
            "use sqlite for the tests, because postgres is down",
            "don't start `vite`, it's already running",
            "Starte `vite` nicht, es läuft schon",
            "ne lance pas `vite`, il tourne déjà",
            "no ejecutes `vite`, ya está corriendo",
            "不要启动 `vite`，已经在运行",
            "in the old project we always used `gulp`",
            "Früher haben wir immer `gulp` benutzt",
            "someone on HN said we should always use `pnpm`",
            "Bob says we should use `yarn`",
            "maybe we should use `bun`",
            "let's try `bun` because I'm curious",
            "don't worry about `eslint`",
            "never mind the `lint` errors, go on",
            "I meant `pnpm`, not npm",
            "you should not see `ECONNREFUSED` any more",
        ] {
            assert!(!stands_in(text, 0), "{text}");
        }
    }

    #[test]
    fn a_sentence_behind_may_limit_it() {
        for text in [
            "Don't use npm, use `pnpm` instead. Only for this branch though.",
            "Use sqlite for the tests, because it is quick. We'll switch back soon.",
            "Don't use `npm`. Just kidding",
            "Nimm `pnpm`. Nur für diesen Branch",
        ] {
            assert!(!stands_in(text, 0), "{text}");
        }
    }

    #[test]
    fn what_is_wanted_for_good_stands() {
        for text in [
            "don't push until `make check` passes",
            "never commit until the tests pass",
            "use pnpm because we used npm and it broke the lock file",
            "use `uv`, because everybody says that pip is slow",
            "I said use pnpm, not npm",
            "always run `cargo fmt` before you commit",
            "wir nehmen sqlite, weil wir früher Ärger mit postgres hatten",
        ] {
            assert!(stands_in(text, 0), "{text}");
        }
    }
}
