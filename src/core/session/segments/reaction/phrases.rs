//! The words of praise and complaint, in English, German, Spanish, French, Portuguese, Japanese and Chinese. Short on
//! purpose: a phrase stands here only when it hardly means anything else at the beginning of a prompt.

use std::sync::OnceLock;

use crate::core::text::normalise;

/// Phrases as one comma-separated text per language, because that is how a list is read and edited.
pub(super) struct Phrases {
    lists: &'static [&'static str],
    normal: OnceLock<Vec<String>>,
}

impl Phrases {
    const fn new(lists: &'static [&'static str]) -> Phrases {
        Phrases { lists, normal: OnceLock::new() }
    }

    /// Does the normalised text, with a space at both ends, begin with one of them?
    pub(super) fn begin(&self, words: &str) -> bool {
        let unspaced = words.trim_start();
        let begins = |phrase: &str| words.starts_with(phrase) || unspaced.starts_with(phrase);
        self.normal().iter().any(|phrase| begins(phrase))
    }

    /// The text without those that it begins with.
    pub(super) fn cut<'a>(&self, mut words: &'a str) -> &'a str {
        let begun = |words: &str| {
            self.normal().iter().find(|phrase| words.starts_with(phrase.as_str())).map(String::len)
        };
        // The space behind a phrase is the one before the next word.
        while let Some(length) = begun(words) {
            words = &words[length - 1..];
        }
        words
    }

    pub(super) fn are(&self, words: &str) -> bool {
        self.normal().iter().any(|phrase| words.trim() == phrase.trim())
    }

    pub(super) fn found_in(&self, words: &str) -> bool {
        self.normal().iter().any(|phrase| words.contains(phrase.as_str()))
    }

    /// Whole words, except in languages that put no spaces between them.
    fn normal(&self) -> &[String] {
        let phrases = || self.lists.iter().flat_map(|list| list.split(',')).map(normalise);
        let spaced = |phrase: String| match phrase.chars().all(is_unspaced) {
            true => phrase,
            false => format!(" {phrase} "),
        };
        self.normal.get_or_init(|| phrases().map(spaced).collect())
    }
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{FF00}'..='\u{FFEF}')
}

pub(super) static ACCEPTS: Phrases = Phrases::new(&[
    "thanks, thank you, thx, great, perfect, awesome, excellent, nice, lovely, lgtm, looks good, \
     looks great, that works, it works, its perfect, it's perfect, that's perfect, that's great, \
     it's great, it looks good, works, this works, cool, good job, well done, amazing, fantastic, \
     beautiful, brilliant, good, very good, ok thanks, ok great, ok good, ok perfect, ok nice, \
     yes perfect, yes great, all good, commit, please commit, lets commit, let's commit, ok commit, \
     now commit, ok now commit, git commit, commit this, you can commit, can you commit, push, \
     please push, let's push, ok push, push it, ship it, merge it, create a pr, open a pr, make a pr, \
     create the pr, create a pull request, let's create a pr",
    "danke, vielen dank, super, perfekt, passt, sehr gut, sieht gut aus, das klappt, klappt, \
     funktioniert",
    "gracias, perfecto, genial, excelente, muy bien, funciona, estupendo",
    "merci, parfait, super, génial, excellent, très bien, ça marche, nickel",
    "obrigado, obrigada, perfeito, ótimo, excelente, muito bom, funcionou, valeu",
    "ありがとう, 完璧, いいね, いいですね, 素晴らしい, 良さそう, コミットして, 動きました",
    "谢谢, 很好, 完美, 太好了, 不错, 可以了, 提交, 好的谢谢",
]);

/// The whole prompt.
pub(super) static RESUMES: Phrases = Phrases::new(&[
    "continue, sorry continue, ok continue, yes continue, go on, proceed, keep going, resume, \
     please continue, go ahead, try again, retry, carry on",
    "weiter, mach weiter, weitermachen, nochmal",
    "continúa, continua, sigue, adelante",
    "continue, vas y, reprends",
    "continua, continue, prossiga",
    "続けて, 続行, どうぞ",
    "继续, 接着",
]);

/// After praise, these take it back.
pub(super) static HEDGES: Phrases = Phrases::new(&[
    "but, however, except, though, although, not yet, yet, still, unfortunately, hold on, wait",
    "aber, jedoch, allerdings, noch nicht",
    "pero, sin embargo, excepto",
    "mais, cependant, sauf",
    "mas, porém, exceto",
    "でも, ただ, しかし, けど",
    "但是, 但, 不过, 可是",
]);

pub(super) static CORRECTS: Phrases = Phrases::new(&[
    "doesn't work, does not work, doesnt work, not working, isn't working, didn't work, did not work, \
     still fails, still fail, still failing, still broken, still doesn't, still does not, still get, \
     still getting, still got, still see, still seeing, that's wrong, that is wrong, this is wrong, \
     it's wrong, is not correct, isn't correct, is not right, isn't right, not what i, \
     that's not what, you forgot, you missed, you broke, you didn't, you did not, why did you, \
     why didn't you, why are you, i didn't ask, i did not ask, i said, i told you, it broke, \
     is broken, it fails, this fails, fails with, failed with, i get this error, \
     i'm getting this error, i got this error, getting an error, i get an error, there is an error, \
     there's an error, same error, same problem, same issue, shouldn't have, should not have, \
     no longer works, is failing, are failing, getting failures, failing in ci, fails in ci, \
     fails on ci, ci fails, throws an error, throwing an error, throwing the following error, \
     throwing this error, it still, it's still, its still, it is still, this is still, still not, \
     still shows, still displays, i don't see, i dont see, i can't see, i meant, i was talking about, \
     i'm talking about, im talking about, something broke, but it's not, but it is not, \
     but it doesn't, but it does not, ends up not, it shouldn't be, it should not be, \
     this is not correct, that is not correct",
    "das stimmt nicht, stimmt so nicht, funktioniert nicht, geht nicht, klappt nicht, immer noch, \
     du hast vergessen, das ist falsch, ist kaputt, schlägt fehl, warum hast du",
    "no funciona, sigue sin, sigue fallando, está mal, eso no es, olvidaste, te faltó, falla con, \
     por qué has",
    "ne marche pas, ne fonctionne pas, c'est faux, toujours pas, tu as oublié, pas correct, \
     pourquoi as tu",
    "não funciona, não funcionou, está errado, ainda não, você esqueceu, continua falhando, \
     por que você",
    "動かない, 動きません, 違います, 違う, 間違って, まだエラー, 失敗し, 忘れて",
    "不行, 不对, 错了, 没有用, 还是报错, 仍然, 你忘了, 失败了",
]);

pub(super) static CORRECTS_AT_START: Phrases = Phrases::new(&[
    "no, nope, wrong, stop, incorrect, not quite, please don't, don't, wait did, wait why, wait i, \
     wait that, wait what, wait you, are you sure, the issue is, the problem is, i'm questioning, \
     i'm confused",
    "nein, nee, falsch, halt, so nicht",
    "incorrecto, mal, así no",
    "non, faux, pas comme ça",
    "não, errado, assim não",
    "いや, だめ",
    "不是, 不要, 别",
]);

/// Words before the first that says something.
pub(super) static FILLERS: Phrases = Phrases::new(&[
    "ok, okay, uh, um, hm, hmm, well, so, oh, ah, yeah, and, but, actually, sorry",
    "äh, hm, naja, also, na",
    "eh, bueno, pues",
    "euh, bon, alors",
    "bem, então",
]);

/// Begin with a no and mean none.
pub(super) static NO_OBJECTION: Phrases = Phrases::new(&[
    "no problem, no worries, no need, no thanks, no that's fine, no it's fine, no that's good, \
     no changes, don't worry",
    "kein problem",
    "no hay problema, no pasa nada",
    "pas de problème",
    "não tem problema, sem problema",
]);

pub(super) static TAKES_BACK: Phrases = Phrases::new(&[
    "revert, undo, roll back, rollback, roll it back, roll that back, roll this back, please revert, please undo, please roll back, can you revert, \
     can you undo, let's revert, let's undo, lets revert, ok revert, no revert, no undo, \
     actually revert, actually undo, revert that, take that back, put it back",
    "mach das rückgängig, rückgängig, mach es rückgängig, setz das zurück",
    "revierte, deshaz, vuelve atrás",
    "annule, reviens en arrière",
    "reverta, desfaz, desfaça",
    "元に戻して, 戻して, 取り消して",
    "撤销, 回滚, 还原",
]);
