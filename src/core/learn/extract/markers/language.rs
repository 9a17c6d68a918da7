//! What the words of a text say beyond their tables: whether it is English, gives a reason, refuses, or is somebody else's.

use std::ops::Range;

use super::english;
use super::phrases::{Phrases, fold_case};
use super::reason::reason_of;
use super::sentences;
use crate::core::entities::keys::keys_of;

/// Behind the Latin letters.
const FIRST_OTHER_LETTER: char = '\u{370}';

/// Small words of neighbours that are no words of English: text that is full of them is not read by our tables.
static FOREIGN: Phrases = Phrases::new(
    "diese, dieser, dieses, diesen, vom, von, zu, hier, hat, sind, der, das, und, nicht, ist, wir, ich, für, mit, auf, ein, eine, einen, dem, den, weil, wenn, bitte, immer, nie, kein, keine, \
     statt, zum, bei, aber, noch, nur, auch, le, la, les, des, du, une, est, et, pas, pour, dans, nous, avec, parce, toujours, \
     jamais, utilise, ne, sur, mais, el, los, las, una, es, y, en, por, para, con, porque, siempre, nunca, usa, usamos, uma, não, \
     sempre, em, ao, da, este, esta, isto, recebi, mas, que, del, il, di, che, perché, het, een, niet, voor, altijd",
);

/// Reasons in other languages. Nothing is extracted from them by words, but a model may be used there, and what it finds is
/// verified like everything else.
static OTHER_REASONS: Phrases = Phrases::new(
    "weil, denn, da wir, der grund ist, wegen, aufgrund, damit, sodass, so dass, um zu vermeiden, um zu verhindern, sonst, \
     ansonsten, andernfalls, porque, ya que, puesto que, dado que, debido a, la razón es, para que, para evitar, para no, de lo \
     contrario, de modo que, a fin de, parce que, parce qu'on, parce qu'il, parce qu'elle, parce qu'ils, puisque, vu que, étant \
     donné que, la raison est, à cause de, à cause du, pour que, pour éviter, afin de, afin que, sinon, pour ne pas, de sorte que, \
     já que, pois, visto que, uma vez que, devido a, o motivo é, a razão é, por causa, para não, senão, caso contrário, a fim de, \
     なぜなら, 理由は, さもないと, そうしないと, でないと, ので, ためです, ため、, からです, から、, のために, を避けるため, を防ぐため, \
     因为, 因為, 由于, 由於, 原因是, 理由是, 以免, 避免, 否则, 否則, 不然, 以便, 为了, 為了, \
     perché, poiché, siccome, dato che, per evitare, altrimenti, omdat, zodat, om te voorkomen, aangezien, ponieważ, \
     żeby uniknąć, aby uniknąć, w przeciwnym razie, protože, jinak, därför att, eftersom, för att undvika, fordi, for å unngå, \
     for at undgå, koska, jotta, muuten, çünkü, aksi halde, mert, különben, pentru că, vì, để tránh, karena, supaya, \
     потому что, так как, поскольку, чтобы, иначе, тому що, оскільки, щоб, інакше, защото, γιατί, επειδή, \
     때문에, 왜냐하면, 않도록, 그래야, לכן, כדי, لأن, حتى لا, क्योंकि, ताकि, เพราะ",
);

/// English when nothing tells: code words are English.
pub(crate) fn is_english(text: &str) -> bool {
    let is_other = |c: &char| c.is_alphabetic() && *c >= FIRST_OTHER_LETTER;
    let other = text.chars().filter(is_other).count();
    let latin = text.chars().filter(|c| c.is_alphabetic()).count() - other;
    let lower = fold_case(text);
    (other == 0 || other * 5 < latin) && FOREIGN.count_in(&lower) <= english::COMMON.count_in(&lower)
}

fn gives_reason(text: &str) -> bool {
    let lower = without_false_reasons(&fold_case(text));
    let says = |table: &Phrases| table.occur_in(&lower);
    says(&OTHER_REASONS) || (is_english(text) && (says(&english::BECAUSE) || says(&english::SO_THAT)))
}

/// The reasons that a text gives, without the words that announce them. Where it gives one that cannot be cut out, all of
/// it is one.
pub(crate) fn reasons_in(text: &str) -> Vec<String> {
    let english = sentences(text).filter(|sentence| is_english(sentence));
    let cut: Vec<String> = english.filter_map(reason_of).map(|reason| reason.text).collect();
    if cut.is_empty() && gives_reason(text) { vec![text.to_owned()] } else { cut }
}

pub(super) fn without_false_reasons(lower: &str) -> String {
    blanked(lower, &english::NOT_BECAUSE)
}

pub(super) fn refuses(lower: &str) -> bool {
    english::REFUSAL.occur_in(&blanked(lower, &english::NOT_REFUSAL))
}

/// Whether the sentence takes back that what was said holds beyond this task.
pub(super) fn takes_back(lower: &str) -> bool {
    english::LIMITS.occur_in(&blanked(lower, &english::NOT_LIMITS))
}

pub(super) fn reports(lower: &str) -> bool {
    let lower = blanked(lower, &english::NOT_REPORTED);
    let somebody_before = |place: &Range<usize>| !ends_with_source(&lower[..place.start]);
    let somebody_behind = |place: &Range<usize>| !begins_with_source(&lower[place.end..]);
    english::REPORTED.find_all(&lower).iter().any(somebody_before)
        || english::ACCORDING.find_all(&lower).iter().any(somebody_behind)
}

/// "the readme", "`tsc`", "docs/style.md".
fn ends_with_source(lower: &str) -> bool {
    let lower = lower.trim_end();
    let last = lower.rsplit(char::is_whitespace).next().unwrap_or_default();
    english::SOURCES.at_end(lower).is_some() || !keys_of(last).is_empty()
}

fn begins_with_source(lower: &str) -> bool {
    let named = |text: &str| {
        let first = text.split_whitespace().next().unwrap_or_default();
        english::SOURCES.at_start(text).is_some() || !keys_of(first).is_empty()
    };
    let lower = lower.trim_start();
    named(lower)
        || lower.split_once(' ').is_some_and(|(article, rest)| english::COMMON.has(article) && named(rest))
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
            "on garde pnpm pour éviter les conflits",
            "usa pnpm porque el lockfile se rompe",
            "lockfileが壊れるのでpnpmを使ってください",
            "因为锁文件会坏，所以用pnpm",
            "używaj pnpm, ponieważ lockfile się psuje",
            "lockfile이 깨지기 때문에 pnpm을 쓰세요",
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
            "use pnpm",
            "используй pnpm",
            "",
        ] {
            assert!(!gives_reason(text), "{text}");
        }
    }

    #[test]
    fn only_english_is_read() {
        for text in [
            "run cargo test",
            "run `cargo test` for 日本",
            "pnpm!",
            "translate the site to de, fr and es, please",
            "",
        ] {
            assert!(is_english(text), "{text}");
        }
        for text in [
            "nimm bitte pnpm, weil das Lockfile bricht",
            "utilise pnpm parce que le lockfile casse",
            "usa pnpm, porque el lockfile se rompe",
            "use o pnpm em vez do npm, porque é mais rápido",
            "npmではなくpnpm",
            "不要用npm，用pnpm",
            "запусти cargo тесты перед коммитом",
        ] {
            assert!(!is_english(text), "{text}");
        }
    }

    #[test]
    fn texts_and_tools_of_the_project_are_nobody_else() {
        for text in [
            "as the readme says, run the tests",
            "when the linter says `no-unused-vars`, remove it",
            "when `tsc` says so, fix it",
            "according to the style guide, use tabs",
        ] {
            assert!(!reports(text), "{text}");
        }
        for text in ["bob says we use `yarn`", "according to bob, use tabs", "the readme is old, says bob"] {
            assert!(reports(text), "{text}");
        }
    }
}
