//! What the next message of a session takes back: "no wait, forget it", "sorry, wrong window", "keep pnpm".

use std::collections::BTreeSet;

use super::english;
use super::language::is_english;
use super::phrases::{Phrases, fold_case};
use super::sentence::sentences;
use crate::core::entities::keys::keys_of;
use crate::core::entities::negation::{Stance, stances};
use crate::core::learn::extract::{DialogMessage, Item};
use crate::core::model::Kind;

/// Whoever takes something back begins with it.
const MOST_SENTENCES: usize = 2;
const CLAUSE_ENDS: [char; 13] = [',', ';', ':', '.', '!', '(', '，', '、', '；', '：', '。', '！', '–'];

/// What of a message is not meant any more, by the one behind it.
pub(super) struct Unsaid<'a> {
    all: BTreeSet<&'a str>,
    /// The agent was right after all.
    corrections: BTreeSet<&'a str>,
}

impl<'a> Unsaid<'a> {
    /// The messages of all sessions, each session's in their order.
    pub(super) fn in_order(messages: &'a [DialogMessage]) -> Self {
        let session = |message: &'a DialogMessage| message.id.split_once('.').map(|(session, _)| session);
        let pairs = || messages.windows(2).filter(|pair| session(&pair[0]) == session(&pair[1]));
        let earlier = |is_so: fn(&str, &str) -> bool| {
            pairs()
                .filter(|pair| is_so(&pair[1].text, &pair[0].text))
                .map(|pair| pair[0].id.as_str())
                .collect()
        };
        Unsaid { all: earlier(takes_back), corrections: earlier(|later, _| concedes(later)) }
    }

    pub(super) fn has(&self, item: &Item) -> bool {
        let is_correction = item.details.kind() == Kind::Pitfall;
        item.evidence.iter().map(|quote| quote.message.as_str()).any(|message| {
            self.all.contains(message) || (is_correction && self.corrections.contains(message))
        })
    }
}

fn takes_back(later: &str, earlier: &str) -> bool {
    let things = keys_of(earlier);
    opening(later).iter().any(|clause| unsays(clause, &things) || chooses_what_was_refused(clause, earlier))
}

fn concedes(later: &str) -> bool {
    is_english(later)
        && opening(later)
            .iter()
            .any(|clause| english::AGREES.at_start(&without_openers(&fold_case(clause))).is_some())
}

fn opening(text: &str) -> Vec<&str> {
    let lines = text.lines().flat_map(sentences).take(MOST_SENTENCES);
    lines
        .flat_map(|sentence| sentence.text.split(CLAUSE_ENDS))
        .map(str::trim)
        .filter(|it| !it.is_empty())
        .collect()
}

/// Whether the clause takes back all that was said, or one of the things. "Never mind the lint errors" is about them.
pub(super) fn unsays(clause: &str, things: &BTreeSet<String>) -> bool {
    let lower = without_openers(&fold_case(clause.trim()));
    let rest = |table: &Phrases| table.at_start(&lower).map(|length| lower[length..].trim());
    let names_one = |rest: &str| !keys_of(rest).is_disjoint(things);
    rest(&LEFT_OPEN).is_some()
        || rest(&COMPLETE).is_some_and(|rest| is_tail(rest) || names_one(rest))
        || rest(&OF_A_THING).is_some_and(names_one)
}

fn without_openers(lower: &str) -> String {
    let mut rest = lower;
    while let Some(length) = OPENERS.at_start(rest) {
        rest = rest[length..].trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    rest.to_owned()
}

fn is_tail(rest: &str) -> bool {
    rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).all(|word| TAILS.has(word))
}

/// "Keep pnpm" behind "use bun, not pnpm". "Use pnpm for the docs" goes on.
pub(super) fn chooses_what_was_refused(clause: &str, earlier: &str) -> bool {
    let things = keys_of(clause);
    let wanted = stances(clause, &things).into_iter().filter(|(_, stance)| *stance == Stance::For);
    let was_refused =
        |key: &String| stances(earlier, [key]).into_iter().any(|(_, stance)| stance == Stance::Against);
    RETURNS.occur_in(&fold_case(clause)) && wanted.into_iter().any(|(key, _)| was_refused(key))
}

static OPENERS: Phrases = Phrases::new(
    "no, nope, wait, ok, okay, sorry, oh, ah, hm, hmm, oops, ups, uh, actually, please, and, but, well, stop, hold on, just, nein, ach, \
     ach so, moment, warte, stopp, tut mir leid, entschuldigung, aber, bitte, non, pardon, désolé, attends, mais, perdón, perdona, \
     espera, pero, desculpa, desculpe, não, mas, 不, 抱歉, 等等, 对不起, いや, すみません, ごめん, 待って",
);

/// Take back all that was said, where nothing follows.
static COMPLETE: Phrases = Phrases::new(
    "forget it, forget that, forget this, forget what i said, forget my last message, never mind, nevermind, never mind that, scratch that, \
     scratch this, strike that, i changed my mind, i've changed my mind, changed my mind, on second thought, on second thoughts, \
     undo that, undo this, undo it, revert that, revert this, revert it, roll that back, roll it back, i take that back, i take it back, \
     cancel that, cancel this, cancel it, ignore me, ignore it, ignore that, ignore this, ignore my last message, ignore what i said, \
     disregard that, i was wrong, my mistake, wrong window, wrong repo, wrong project, wrong chat, wrong terminal, wrong tab, \
     that was a bad idea, bad idea, that didn't work out, this didn't work out, that was a joke, that was just a joke, was a joke, \
     don't do that after all, \
     doch nicht, vergiss es, vergiss das, vergiss was ich gesagt habe, falsches fenster, falsches repo, falsches projekt, ich habe es mir \
     anders überlegt, ich hab's mir anders überlegt, nehme ich zurück, ich nehme das zurück, mach das rückgängig, ich lag falsch, schlechte \
     idee, das war eine schlechte idee, war nur ein witz, war ein witz, das war ein witz, das war nur ein witz, lass es, lass das, \
     finalement non, laisse tomber, oublie, oublie ça, oublie cela, annule, annule ça, mauvaise fenêtre, mauvais projet, j'ai changé d'avis, \
     je me suis trompé, mauvaise idée, \
     mejor no, olvídalo, olvida eso, olvídate, déjalo, cancela eso, ventana equivocada, proyecto equivocado, cambié de opinión, he cambiado \
     de opinión, me equivoqué, mala idea, era broma, \
     melhor não, esquece, esqueça, esquece isso, deixa pra lá, cancela isso, janela errada, projeto errado, mudei de ideia, me enganei, era \
     brincadeira, \
     算了, 当我没说, 忘了吧, 撤销, 取消, 发错了, 发错窗口了, 我改主意了, 不用了, \
     やめます, 忘れてください, 忘れて, 取り消します, 間違えました, 気が変わりました, 誤爆でした, 無視してください",
);

/// The same, whatever follows.
static LEFT_OPEN: Phrases = Phrases::new(
    "that was for the, that was for another, that was for a different, that was meant for, this was meant for, that was only for, \
     that was just for, das war für das andere, das war für ein anderes, das war nur für, das galt nur, c'était pour l'autre, c'était pour un \
     autre, c'était seulement pour, eso era para, era solo para, isso era para, era só para, 那是给, 还是用, 还是算了, やっぱり, やっぱ",
);

/// The same, of what they name.
static OF_A_THING: Phrases = Phrases::new(
    "forget, forget about, ignore, drop, scrap, vergiss, ignoriere, streich, oublie, laisse tomber, olvida, ignora, esquece, esqueça, \
     忘掉, 忽略",
);

static TAILS: Phrases = Phrases::new(
    "please, all, again, everything, anyway, then, thanks, after, sorry, out, bitte, wieder, danke, alles, doch, mal, merci, tout, gracias, \
     todo, obrigado, tudo, por, favor, s, il, te, plaît, 吧, 了",
);

static RETURNS: Phrases = Phrases::new(
    "again, go back to, back to, stay with, keep, keep using, zurück zu, wieder, bleiben bei, bleib bei, on garde, on reste, retour à, revenons à, \
     à nouveau, de nuevo, otra vez, de novo, seguimos con, volvemos a, vuelve a, voltamos, continuamos com, 继续用, 回到, のまま, に戻",
);

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "Use bun, not pnpm, because it is faster.";

    #[test]
    fn the_next_message_may_take_it_back() {
        for later in [
            "no wait, forget it. keep pnpm",
            "Hm, I changed my mind. Let's stay with pnpm.",
            "sorry, that was for the other repo",
            "Sorry, wrong window! That was meant for another project.",
            "undo that please",
            "revert that, it doesn't work",
            "No, go back to pnpm.",
            "ok that was a bad idea, back to pnpm please",
            "never mind",
            "scratch that",
            "oops wrong project",
            "forget the bun thing",
            "that didn't work out, we'll keep using pnpm because bun breaks the native modules",
            "Finalement non, on garde pnpm.",
            "Ok but that was only for the benchmark, the rest stays on pnpm.",
            "git checkout . and use pnpm again",
            "stop, no, don't do the release, i was wrong",
            "cancel that, no release",
            "ah no, ignore me, your edit was right",
        ] {
            assert!(takes_back(later, RULE), "{later}");
        }
    }

    #[test]
    fn what_goes_on_or_is_about_something_else_takes_nothing_back() {
        for later in [
            "ok",
            "no, use `deno` in docs/",
            "keep bun",
            "never mind the lint errors, go on",
            "never mind the `lint` errors",
            "forget src/login.ts, the tests are next",
            "go back to src/login.ts now",
            "now revert src/login.ts",
            "undo the last change in src/login.ts",
            "it doesn't work, the button is still red",
            "wait, you deleted the wrong file",
            "don't forget it",
            "use bun in CI, too",
            "use pnpm for the docs",
        ] {
            assert!(!takes_back(later, RULE), "{later}");
        }
    }

    #[test]
    fn the_agent_may_be_right_after_all() {
        assert!(concedes("oh wait you're right, src/generated is checked in by hand now. keep your edit"));
        assert!(!concedes("right, go on"));
    }
}
