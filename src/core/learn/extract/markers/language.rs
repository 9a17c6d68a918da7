//! What a language uses to order, to give reasons and to refuse. One file per language holds its tables; the rules
//! that read them are the same for all.

use std::ops::Range;

use super::phrases::{Phrases, fold_case};
use super::reason::reason_of;
use super::script::Script;
use super::sentences;
use super::{de, en, es, fr, ja, pt, zh};
use crate::core::entities::keys::keys_of;

/// An empty table means that the language does without that form.
pub(super) struct Language {
    /// Small words that tell this language from its neighbours.
    pub(super) common: Phrases,
    /// Words for "I" and "we": text without them was probably not written by the person who sent it.
    pub(super) first_person: Phrases,
    /// Of them the words for "we".
    pub(super) we: Phrases,

    /// Gives a reason; the reason follows and is complete without the marker (because).
    pub(super) because: Phrases,
    /// Gives a reason; the marker belongs to it (so that, to avoid).
    pub(super) so_that: Phrases,
    /// Gives a reason; the reason stands before the marker (ので).
    pub(super) because_after: Phrases,
    /// Looks like a reason and is something else (since yesterday).
    pub(super) not_because: Phrases,

    /// Someone wants it so (let's, we should).
    pub(super) intent: Phrases,
    /// Verbs that open an order.
    pub(super) imperatives: Phrases,
    /// Endings that make an order (してください).
    pub(super) orders: Phrases,

    /// Between two steps.
    pub(super) then: Phrases,
    pub(super) and: Phrases,
    /// Before the first step.
    pub(super) first: Phrases,
    /// Names a list without saying what it is for (steps, todo).
    pub(super) list_names: Phrases,
    /// Says that what follows is done in its order (steps, do this).
    pub(super) sequences: Phrases,

    /// Opens a goal at the start of a sentence (to).
    pub(super) goal: Phrases,
    /// Opens a situation (when, before).
    pub(super) when: Phrases,
    /// Closes a situation (時は).
    pub(super) when_after: Phrases,
    /// Makes a rule of it (always, every time).
    pub(super) always: Phrases,
    /// Insists, though perhaps only this once (must, make sure).
    pub(super) must: Phrases,
    /// Names what must not be missing; the act stands before it (without).
    pub(super) without: Phrases,
    /// The same; the act stands behind it (せずに).
    pub(super) without_after: Phrases,

    /// Opens a refusal as an answer (no, stop, wait).
    pub(super) refusal_start: Phrases,
    /// Refuses anywhere in a sentence (don't, instead of, is wrong).
    pub(super) refusal: Phrases,
    /// Looks like a refusal and only tells something (I don't know, why not).
    pub(super) not_refusal: Phrases,
    /// Says that something went wrong, not what to do (that is not correct, I told you).
    pub(super) objection: Phrases,
    /// How an assistant opens a sentence on what it does or did (I'll, let me).
    pub(super) acts: Phrases,
    /// Questions that are corrections (why are you, why don't we).
    pub(super) redirect: Phrases,

    /// Questions that are not always closed by a question mark.
    pub(super) question: Phrases,
    /// Holds for this task or this moment only (for now, in this branch, is down).
    pub(super) once: Phrases,
    /// Holds at present: what is wanted so may soon be otherwise, but a reason may say it (currently, yet).
    pub(super) now: Phrases,
    /// Mostly said of the moment; with "always" it belongs to a rule (on Friday, try, already running).
    pub(super) passing: Phrases,
    /// The same, also in a reason; and it may say when a rule applies (is down).
    pub(super) states: Phrases,
    /// The same, also for what was said a sentence before (we'll switch back, just kidding).
    pub(super) limits: Phrases,
    /// Looks like that, and takes nothing back (joking about lunch).
    pub(super) not_limits: Phrases,
    /// Holds only where the person is at work (in this, on this), unless something lasting follows.
    pub(super) here: Phrases,
    /// What stays, or is no place at all (repo, team; order, way).
    pub(super) lasting: Phrases,
    /// Stands still right now; as a reason it is soon over (hangs).
    pub(super) stalls: Phrases,
    /// Until something happens (until).
    pub(super) until: Phrases,
    /// Days and dates.
    pub(super) days: Phrases,
    /// What work may always wait for (passes, is green).
    pub(super) checks: Phrases,
    /// How it was once, or elsewhere (we used to, at my last job).
    pub(super) past: Phrases,
    /// What somebody else says (according to, someone said).
    pub(super) reported: Phrases,
    /// The same; whose word it is stands behind it (according to).
    pub(super) according: Phrases,
    /// What "says" something and is nobody else: texts and tools of the project (the readme, the linter).
    pub(super) sources: Phrases,
    /// Looks like that, and is the person's own word (I said).
    pub(super) not_reported: Phrases,
    /// Says that a text came from somebody (got this, left this).
    pub(super) handed: Phrases,
    /// What people write and others pass on: pointed at, it follows (mail, feedback, spec).
    pub(super) texts: Phrases,
    /// What may as well be pointed at without being pasted (issue, error, log).
    pub(super) findings: Phrases,
    /// Points at what follows (this, the following, here's).
    pub(super) points: Phrases,
    /// The same, behind what it points at (below).
    pub(super) below: Phrases,
    /// Closes a lead to somebody's words (answered).
    pub(super) utters: Phrases,
    /// Between a text and who wrote it (from).
    pub(super) sent_by: Phrases,
    /// Opens a lead that shows something (here is).
    pub(super) presents: Phrases,
    /// Verbs for work on a given text (fix, reply to).
    pub(super) works_on: Phrases,
    /// Opens a prompt that gives a model a role (you are a).
    pub(super) casts: Phrases,
    /// Such roles (engineer).
    pub(super) roles: Phrases,
    /// Not decided yet (maybe, let's try).
    pub(super) tentative: Phrases,
    /// Looks like an order and asks for nothing (don't worry, I meant, you should see).
    pub(super) aside: Phrases,
    /// The other one was right.
    pub(super) agrees: Phrases,
    /// Asks for one piece of work, often about somebody's words (write, add, summarise).
    pub(super) errands: Phrases,
    /// Whose doings are not the agent's (they, the users).
    pub(super) others: Phrases,
    /// Turns what follows an errand into its content (write that).
    pub(super) that: Phrases,
    /// Says what kind of thing follows, and it is the person's own (note, rule).
    pub(super) labels: Phrases,
    /// Parts of a project or of the work on it: before a colon they say where something holds.
    pub(super) scopes: Phrases,
    /// Opens what a sentence is about; a comma closes it (as for).
    pub(super) topics: Phrases,
    /// Takes back part of what was said (but).
    pub(super) but: Phrases,
    /// Takes back what was said of something; a comma closes it (forget what I said about).
    pub(super) sets_aside: Phrases,
    /// Says that what follows is not used any more (we no longer use).
    pub(super) leaves: Phrases,
    /// The same, where `any_more` stands behind it (don't use).
    pub(super) uses: Phrases,
    pub(super) any_more: Phrases,
    /// Says that a piece of work is done, and well: what is not to be changed any more then is just that (perfect, is done).
    pub(super) finished: Phrases,
    /// The same, behind what is not used any more (はもう使っていません).
    pub(super) is_left: Phrases,
    /// Says that what follows is used again (we're back on).
    pub(super) returns: Phrases,
    /// Says that what follows is used from now on (we switched to).
    pub(super) arrives: Phrases,
    /// What something is left for stands behind it (switched from one *to* the other).
    pub(super) left_for: Phrases,
    /// Orders that end a rule (forget, scrap).
    pub(super) drops: Phrases,
    /// Says of a rule that it holds no more (no longer applies).
    pub(super) lapses: Phrases,
    /// What people call a rule.
    pub(super) rules: Phrases,
    /// Said before the point (ok, I think, please); cut from titles.
    pub(super) fillers: Phrases,
    /// Verbs that choose what follows (use, go with); where verbs come last, whatever tells a choice.
    pub(super) chooses: Phrases,
    /// How things are done (we use).
    pub(super) habits: Phrases,
    /// Where things go (belongs in); whatever goes there stands before it.
    pub(super) places: Phrases,
    /// Says where something holds, before what holds there (in this repo, for tests).
    pub(super) leads: Phrases,
    /// Gives something a value (set, must be): a choice for a setting, an errand for a file.
    pub(super) sets: Phrases,
    /// Makes a choice of a name.
    pub(super) choose: &'static str,
    /// Said after the point (please, when you're done).
    pub(super) closers: Phrases,
    /// Makes a prohibition of a name.
    pub(super) refuse: &'static str,
    /// Takes back what was said before it, also within a sentence; without its commas (wait no).
    pub(super) retracts: Phrases,
    /// The same, where a later sentence begins with it (actually).
    pub(super) begins_anew: Phrases,
    /// Opens an exception from the sentence before (except).
    pub(super) excepts: Phrases,
}

static LANGUAGES: [&Language; 7] =
    [&en::ENGLISH, &de::GERMAN, &fr::FRENCH, &es::SPANISH, &pt::PORTUGUESE, &ja::JAPANESE, &zh::CHINESE];

/// The most likely language of the text; `None` for a script that has no tables here.
pub(super) fn language_of(text: &str) -> Option<&'static Language> {
    likely(text).into_iter().next()
}

/// Reasons in languages that have no tables of their own. Nothing is extracted from them by words, but a model may be
/// used there, and what it finds is verified like everything else.
static OTHER_REASONS: Phrases = Phrases::new(
    "perché, poiché, siccome, dato che, per evitare, altrimenti, omdat, zodat, om te voorkomen, aangezien, ponieważ, \
     żeby uniknąć, aby uniknąć, w przeciwnym razie, protože, jinak, därför att, eftersom, för att undvika, fordi, for å unngå, \
     for at undgå, koska, jotta, muuten, çünkü, aksi halde, mert, különben, pentru că, vì, để tránh, karena, supaya, \
     потому что, так как, поскольку, чтобы, иначе, тому що, оскільки, щоб, інакше, защото, γιατί, επειδή, \
     때문에, 왜냐하면, 않도록, 그래야, לכן, כדי, لأن, حتى لا, क्योंकि, ताकि, เพราะ",
);

/// Does the text give a reason? Short quotes fit several languages; any of the most likely ones may say so.
pub(crate) fn gives_reason(text: &str) -> bool {
    let lower = fold_case(text);
    if OTHER_REASONS.occur_in(&lower) {
        return true;
    }
    likely(text).into_iter().any(|language| language.reason_in(&lower))
}

/// The reasons that a text gives, without the words that announce them. Where it gives one that cannot be cut out, all of
/// it is one.
pub(crate) fn reasons_in(text: &str) -> Vec<String> {
    let of = |sentence: &str| -> Vec<String> {
        let found = likely(sentence).into_iter().filter_map(|language| reason_of(sentence, language));
        found.map(|reason| reason.text).collect()
    };
    let cut: Vec<String> = sentences(text).flat_map(of).collect();
    if cut.is_empty() && gives_reason(text) { vec![text.to_owned()] } else { cut }
}

impl Language {
    pub(super) fn reason_in(&self, lower: &str) -> bool {
        let lower = self.without_false_reasons(lower);
        [&self.because, &self.so_that, &self.because_after].into_iter().any(|table| table.occur_in(&lower))
    }

    pub(super) fn without_false_reasons(&self, lower: &str) -> String {
        blanked(lower, &self.not_because)
    }

    /// Such a language marks an order at its end and has no verbs to open one.
    pub(super) fn verbs_come_last(&self) -> bool {
        self.imperatives.all().is_empty()
    }

    pub(super) fn has_capital_nouns(&self) -> bool {
        std::ptr::eq(self, &de::GERMAN)
    }

    pub(super) fn refuses(&self, lower: &str) -> bool {
        self.refusal.occur_in(&blanked(lower, &self.not_refusal))
    }

    pub(super) fn reports(&self, lower: &str) -> bool {
        let lower = blanked(lower, &self.not_reported);
        let somebody_before = |place: &Range<usize>| !self.ends_with_source(&lower[..place.start]);
        let somebody_behind = |place: &Range<usize>| !self.begins_with_source(&lower[place.end..]);
        self.reported.find_all(&lower).iter().any(somebody_before)
            || self.according.find_all(&lower).iter().any(somebody_behind)
    }

    /// "the readme", "`tsc`", "docs/style.md".
    fn ends_with_source(&self, lower: &str) -> bool {
        let lower = lower.trim_end();
        let last = lower.rsplit(char::is_whitespace).next().unwrap_or_default();
        // Where words are not set apart, the last one is the whole sentence.
        self.sources.at_end(lower).is_some() || (last.is_ascii() && !keys_of(last).is_empty())
    }

    fn begins_with_source(&self, lower: &str) -> bool {
        let named = |text: &str| {
            let first = text.split_whitespace().next().unwrap_or_default();
            self.sources.at_start(text).is_some() || !keys_of(first).is_empty()
        };
        let lower = lower.trim_start();
        named(lower)
            || lower.split_once(' ').is_some_and(|(article, rest)| self.common.has(article) && named(rest))
    }

    /// Whether the sentence takes back that what was said holds beyond this task.
    pub(super) fn takes_back(&self, lower: &str) -> bool {
        self.limits.occur_in(&blanked(lower, &self.not_limits))
    }
}

/// Without look-alikes. They are blanked, so that places stay the same.
pub(super) fn blanked(lower: &str, look_alikes: &Phrases) -> String {
    let mut lower = lower.to_owned();
    while let Some(range) = look_alikes.find(&lower) {
        let blank = " ".repeat(range.len());
        lower.replace_range(range, &blank);
    }
    lower
}

fn likely(text: &str) -> Vec<&'static Language> {
    match Script::of(text) {
        Script::Kana => vec![&ja::JAPANESE],
        Script::Han => vec![&zh::CHINESE],
        Script::Latin => likely_latin(&fold_case(text)),
        Script::Other => vec![],
    }
}

/// English when nothing tells: code words are English.
fn likely_latin(lower: &str) -> Vec<&'static Language> {
    let scores: Vec<usize> = LANGUAGES.iter().map(|language| language.common.count_in(lower)).collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    let is_best = |score: usize| score == best && best > 0;
    let likely: Vec<_> =
        LANGUAGES.iter().zip(scores).filter(|(_, score)| is_best(*score)).map(|(l, _)| *l).collect();
    if likely.is_empty() { vec![&en::ENGLISH] } else { likely }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_found_in_every_language() {
        for text in [
            "use pnpm because the lock file breaks",
            "let's keep it, since users rely on it",
            "pin it so that CI is reproducible",
            "nimm pnpm, weil sonst das Lockfile bricht",
            "wir nehmen pnpm, damit der Build gleich bleibt",
            "utilise pnpm parce que le lockfile casse",
            "on garde pnpm pour éviter les conflits",
            "usa pnpm porque el lockfile se rompe",
            "usa pnpm para evitar conflictos",
            "usa o pnpm porque o lockfile quebra",
            "usa o pnpm para evitar conflitos aqui",
            "lockfileが壊れるのでpnpmを使ってください",
            "因为锁文件会坏，所以用pnpm",
            "używaj pnpm, ponieważ lockfile się psuje",
            "используй pnpm, потому что lockfile ломается",
            "lockfile이 깨지기 때문에 pnpm을 쓰세요",
            "usa pnpm perché il lockfile si rompe",
        ] {
            assert!(gives_reason(text), "{text}");
        }
    }

    #[test]
    fn look_alikes_are_no_reasons() {
        for text in [
            "it fails since yesterday",
            "nothing changed since then",
            "das läuft seit gestern nicht",
            "run the car service tests",
            "los tests fallan desde ayer",
            "use pnpm",
            "используй pnpm",
            "",
        ] {
            assert!(!gives_reason(text), "{text}");
        }
    }

    #[test]
    fn texts_and_tools_of_the_project_are_nobody_else() {
        let reports = |text: &str| language_of(text).unwrap().reports(&fold_case(text));
        for text in [
            "as the readme says, run the tests",
            "when the linter says `no-unused-vars`, remove it",
            "when `tsc` says so, fix it",
            "according to the style guide, use tabs",
            "nomme les fichiers selon docs/naming.md",
            "nombra los archivos según docs/naming.md",
            "sempre rode o segundo passo com `make`",
            "wenn jemand das Schema ändert",
        ] {
            assert!(!reports(text), "{text}");
        }
        for text in [
            "bob says we use `yarn`",
            "according to bob, use tabs",
            "the readme is old, says bob",
            "selon Marie, il faut `yarn`",
            "según Juan, usa `yarn`",
            "segundo o João, use `yarn`",
            "laut Tom nehmen wir `yarn`",
        ] {
            assert!(reports(text), "{text}");
        }
    }
}
