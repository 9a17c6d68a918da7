//! Whether a sentence holds beyond the moment and is the person's own word. Most of what people tell an agent is about
//! the work at hand, and what is told to every later session must not be.

use super::language::Language;
use super::message::Message;
use super::phrases::{Phrases, fold_case};
use super::reason::reason_of;
use super::sentence::Sentence;
use crate::core::keys::keys_of;

pub(super) fn stands(message: &Message<'_>, sentence: &Sentence<'_>) -> bool {
    let language = message.language;
    !message.is_limited && !language.once.occur_in(&sentence.lower) && {
        // A reason may tell of the past and of others; it is still a reason.
        let reason = reason_of(sentence.text, language);
        let wanted = fold_case(reason.as_ref().map_or(sentence.text, |reason| reason.rest));
        let says = |table: &Phrases| table.occur_in(&wanted);
        let is_meant = !says(&language.tentative) && !says(&language.aside) && !says(&language.past);
        is_meant && !language.reports(&wanted) && !waits(&wanted, language)
    }
}

/// "Until Bob has merged" is soon over; "until `make check` passes" is so every time.
fn waits(wanted: &str, language: &Language) -> bool {
    language.until.find(wanted).is_some_and(|until| {
        let event = &wanted[until.end..];
        let recurs = !keys_of(event).is_empty() || language.checks.occur_in(event);
        !recurs && !language.always.occur_in(wanted)
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
