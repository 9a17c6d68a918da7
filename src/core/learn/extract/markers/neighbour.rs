//! What the sentences beside it make of a sentence: "For now." behind it, "I disagree." behind it, "Bob said the following."
//! before it.

use super::clause::{is_order, point};
use super::english;
use super::heading::{Heading, is_material, is_somebodys};
use super::language;
use super::message::MarkedMessage;
use super::phrases::{Phrases, fold_case};
use super::sentence::Sentence;
use super::unsaid::{chooses_what_was_refused, unsays};
use crate::core::entities::keys::keys_of;

const MOST_LIMIT_WORDS: usize = 8;
/// Behind "the following": "folgendes gesagt".
const MOST_WORDS_BEHIND: usize = 1;
const CLAUSE_ENDS: [char; 7] = [',', ';', '(', ')', '，', '、', '；'];
const EDGES: [char; 9] = ['(', ')', '（', '）', '[', ']', '*', '_', ' '];

/// "For now.", "At least until Friday.", "That only holds for the spike": no order of its own, and about what was said.
pub(super) fn limits(sentence: &Sentence<'_>) -> bool {
    let text = sentence.text.trim_matches(EDGES).trim_end_matches(['.', '!', '。', '！']);
    let lower = fold_case(text);
    let said = without(&LIMIT_OPENERS, &lower);
    let brief = [&english::ONCE, &english::NOW, &english::UNTIL];
    let opens = brief.into_iter().any(|table| table.at_start(said).is_some());
    let is_fragment =
        (opens && SO_FAR.at_start(said).is_none()) || UNTIL_BEHIND.at_end(said).is_some() || LAUGHS.has(said);
    let is_about_it = THAT.at_start(said).is_some()
        && ((ONLY.occur_in(said) && HOLDS.occur_in(said)) || english::ONCE.occur_in(said));
    text.split_whitespace().count() <= MOST_LIMIT_WORDS
        && keys_of(text).is_empty()
        && (is_about_it || (is_fragment && !is_order(said)))
}

/// Behind all that opens it.
pub(super) fn without<'a>(openers: &Phrases, lower: &'a str) -> &'a str {
    let mut rest = lower;
    while let Some(length) = openers.at_start(rest) {
        rest = rest[length..].trim_start_matches(|c: char| !c.is_alphanumeric());
    }
    rest
}

/// Whether a later sentence says that this one is wrong, not meant or somebody else's.
pub(super) fn denies(later: &Sentence<'_>, sentence: &Sentence<'_>) -> bool {
    let things = keys_of(sentence.text);
    let opens = |table: &Phrases| table.at_start(later.lower.trim_start_matches(EDGES)).is_some();
    let is_theirs = (opens(&THAT) || opens(&english::BUT)) && language::reports(&later.lower);
    DISAGREES.occur_in(&later.lower)
        || WRONG.at_start(without(&LIMIT_OPENERS, &later.lower)).is_some()
        || clauses(later).any(|clause| unsays(clause, &things))
        || is_theirs
        || chooses_what_was_refused(later.text, sentence.text)
}

fn clauses<'a>(sentence: &Sentence<'a>) -> impl Iterator<Item = &'a str> {
    sentence.text.split(CLAUSE_ENDS).map(|clause| clause.trim_end_matches(['.', '!', '。', '！']))
}

/// Whether the sentence before it hands it over like a heading, and it is not the person's own.
pub(super) fn is_introduced(message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> bool {
    let at = message.sentences.iter().position(|other| std::ptr::eq(other.text, sentence.text));
    let before = at.and_then(|at| message.sentences.get(at.checked_sub(1)?));
    before.is_some_and(|before| introduces(before.text))
}

fn introduces(text: &str) -> bool {
    let text = text.trim_end_matches(['.', '!', '。', '！', ':']);
    let lower = fold_case(text);
    let is_own = || matches!(Heading::read(text), Heading::Own | Heading::Place);
    let is_others = || {
        let tables = [&english::TENTATIVE, &english::PAST, &english::ASIDE];
        is_material(&lower)
            || is_somebodys(text)
            || language::reports(&lower)
            || english::WHEN.at_start(&lower).is_some()
            || tables.into_iter().any(|table| table.occur_in(&lower))
    };
    let shows = THAT.at_start(&fold_case(point(text))).is_some();
    (ends_with(&AHEAD, &lower) && !is_own())
        || (ends_with(&PERHAPS_AHEAD, &lower) && is_others())
        || (shows && (DISAGREES.occur_in(&lower) || is_material(&lower)))
}

fn ends_with(table: &Phrases, lower: &str) -> bool {
    let is_near_end = |end: usize| lower[end..].split_whitespace().count() <= MOST_WORDS_BEHIND;
    table.find_all(lower).iter().any(|place| is_near_end(place.end))
}

static LIMIT_OPENERS: Phrases = Phrases::new(
    "at least, but, only, just, and, well, ok, but only, zumindest, jedenfalls, wenigstens, aber, nur, und, au moins, mais, seulement, \
     uniquement, juste, et, al menos, pero, solo, sólo, y, pelo menos, mas, só, apenas, 至少, 但, 但是, 只, 仅, 少なくとも, ただし, でも, まあ",
);

/// Points back.
static THAT: Phrases = Phrases::new(
    "that, that's, this, this is, it, it's, das, dies, es, ça, cela, ce, c'est, c', esto, eso, esta, isto, isso, 这, 那, これは, それは, この",
);
static ONLY: Phrases = Phrases::new(
    "only, just, nur, seulement, que pour, uniquement, solo, sólo, só, apenas, 只, 仅, だけ, のみ",
);
static HOLDS: Phrases = Phrases::new(
    "holds, applies, counts, goes for, is for, is true, is valid, gilt, ist für, vaut, s'applique, est pour, est valable, vale, aplica, es \
     para, é para, 适用, 有效, 适合, です, 有効, 適用",
);
static UNTIL_BEHIND: Phrases = Phrases::new(
    "まで, までです, まで使う, 到周一, 到周二, 到周三, 到周四, 到周五, 到周末, 到下周, 到明天, 为止",
);
static SO_FAR: Phrases = Phrases::new(
    "until now, till now, until today, bis jetzt, bis heute, bislang, jusqu'à présent, jusqu'ici, hasta ahora, até agora",
);
static LAUGHS: Phrases = Phrases::new("lol, haha, hahaha, rofl, xd, /s, jk, jaja, mdr, kkk, 哈哈, 笑");

static DISAGREES: Phrases = Phrases::new(
    "i disagree, i don't agree, i do not agree, i see it differently, i see that differently, not my opinion, disagrees, to be decided, not \
     decided yet, nobody does it, nobody does that, it went badly, that went badly, so please don't, so don't do that, i was wrong, nothing \
     changes, was a joke, \
     sehe das anders, sehe ich anders, bin anderer meinung, nicht meine meinung, bin dagegen, wird noch entschieden, ist noch offen, bleibt \
     alles, ist nicht einverstanden, lag falsch, nur ein witz, also bitte nicht, \
     pas mon avis, pas le mien, pas d'accord, je me suis trompé, rien ne change, à décider, \
     no estoy de acuerdo, no está de acuerdo, no es mi opinión, me equivoqué, nada cambia, por decidir, \
     não concordo, discordo, não é a minha opinião, me enganei, nada muda, \
     我不同意, 不同意, 我反对, 我错了, 有待决定, 同意しません, 反対です, 間違いです, 賛成しません",
);

/// Points back, and says that it is wrong.
static WRONG: Phrases = Phrases::new(
    "that's wrong, that is wrong, this is wrong, that's not true, that is not true, that is false, this is false, das ist falsch, das stimmt \
     nicht, c'est faux, ce n'est pas vrai, eso está mal, eso es falso, isso está errado, isso é falso, 这是错的, 这不对, それは間違い, 間違い",
);

/// Points ahead.
static AHEAD: Phrases = Phrases::new(
    "the following, as follows, folgendes, folgende, wie folgt, ce qui suit, comme suit, lo siguiente, o seguinte, 如下, 以下の通り, 次の通り",
);
static PERHAPS_AHEAD: Phrases = Phrases::new(
    "this, this one, this way, like this, like so, das hier, dies, so, ceci, ça, ainsi, comme ça, esto, así, isto, assim, 这样",
);

#[cfg(test)]
mod tests {
    use crate::core::learn::extract::markers::tests::taught;

    const RULE: &str = "Use bun, not pnpm, because it is faster.";

    fn learned(rows: &[&'static str], rule: &str) -> Vec<String> {
        let texts = rows.iter().map(|row| row.replace("{}", rule));
        texts.filter(|text| taught("", text).is_some()).collect()
    }

    #[test]
    fn a_sentence_behind_limits_or_denies() {
        let rows = [
            "{} For now.",
            "{} Temporarily.",
            "{} (until Friday)",
            "{} At least until the release is out.",
            "{} That only holds for the spike branch.",
            "{} That only holds today.",
            "{} In this PR at least.",
            "{} I said that yesterday and I was wrong.",
            "{} That breaks prod, so please don't.",
            "{} That's wrong.",
            "{} I disagree.",
            "{} (rejected)",
            "- {}\n- Anna disagrees, to be decided next week",
            "In project shop we do it this way. {} In this project we keep pnpm.",
            "{} lol",
            "{} Ah no, wait, it's fine as it is.",
            "I wish we could. {} But legal says no.",
        ];
        assert_eq!(learned(&rows, RULE), Vec::<String>::new());
    }

    #[test]
    fn a_sentence_before_it_may_hand_it_over() {
        let rows = [
            "Esto lo dijo Bob, yo no estoy de acuerdo. {}",
            "Write a mail to the new ones. It should say the following. {} Keep it friendly.",
            "haha imagine somebody going like this. {}",
            "Hi Anna,\n\n{}\n\nBest regards\nBob",
            "### Expected behaviour\n{}",
            "As an example of a bad rule, think of: {}",
            "In the customer's repository the rule is: {}",
            "Release notes 3.0:\n- {}\n- Dark mode",
        ];
        assert_eq!(learned(&rows, RULE), Vec::<String>::new());
    }

    #[test]
    fn what_goes_on_is_heard() {
        for row in [
            "{} I'm at lunch until Friday.",
            "{} It only takes a minute to set up.",
            "{} The tests are green for now.",
            "{} Until now we had both.",
            "{} Use pnpm for the docs.",
            "I don't like this. {}",
            "That's not what I want. {}",
            "I disagree. {}",
            "Bob says that it is slow. {}",
            "Please do the following. {}",
            "We do it like this. {}",
            "This is important. {}",
            "Hi,\n\n{}\n\nThanks",
            "{} Run the tests, then commit.",
        ] {
            let text = row.replace("{}", RULE);
            assert!(taught("", &text).is_some(), "{text}");
        }
    }
}
