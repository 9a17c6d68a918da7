//! Words of headings, in all languages: above a list a word or two tell no language of their own.

use crate::core::learn::extract::markers::phrases::Phrases;

pub(super) static NEGATIONS: Phrases = Phrases::new(
    "don't, don'ts, dont, donts, do not, not, never, no-go, no-gos, no-goes, nicht, kein, keine, keinen, nie, niemals, pas, \
     jamais, que no, no permitido, no permitidos, nunca, não, 不要, 不能, 不许, 不可, 不做, 别做, 别用, しない, ないで, ません, やらない",
);

pub(super) static REJECTED: Phrases = Phrases::new(
    "avoid, avoided, wrong, bad, anti-pattern, anti-patterns, antipattern, antipatterns, rejected, refused, declined, \
     discarded, abandoned, deprecated, obsolete, outdated, invalid, old, former, previous, forbidden, prohibited, banned, \
     disallowed, out of scope, non-goal, non-goals, alternatives, alternatives considered, mistake, mistakes, myth, myths, \
     pitfalls, broke, failed, vermeiden, vermeide, verboten, verworfen, verworfene, abgelehnt, abgelehnte, falsch, schlecht, \
     schlechte, veraltet, überholt, alte, alten, alternativen, nicht-ziele, éviter, évite, évitez, interdit, interdits, \
     interdite, interdites, rejeté, rejetés, rejetée, rejetées, mauvais, mauvaise, mauvaises, obsolète, obsolètes, ancien, \
     anciens, anciennes, hors périmètre, evitar, evita, evite, prohibido, prohibidos, rechazado, rechazados, rechazada, \
     rechazadas, descartado, descartados, incorrecto, malas, malos, obsoleto, obsoletos, obsoletas, antiguo, antiguas, \
     alternativas, proibido, proibidos, rejeitado, rejeitados, errado, antigas, 避免, 禁止, 反模式, 拒绝, 否决, 废弃, 过时, 旧规则, \
     错误的, 错误示例, 错误做法, 备选, 避ける, 避け, 禁止, だめ, ダメ, 間違い, 悪い例, 却下, 廃止, 非推奨, 古い, 不採用, 代替案",
);

pub(super) static UNDECIDED: Phrases = Phrases::new(
    "idea, ideas, proposal, proposals, proposed, suggestion, suggestions, option, options, draft, question, questions, \
     undecided, discussion, to discuss, tbd, later, someday, brainstorm, brainstorming, wish, wishes, wishlist, backlog, \
     idee, ideen, vorschlag, vorschläge, offen, offene, fragen, entwurf, später, idée, idées, proposition, propositions, plus \
     tard, propuesta, propuestas, preguntas, opción, más adelante, ideia, ideias, proposta, propostas, perguntas, mais tarde, \
     待定, 待讨论, 开放问题, 未决, 想法, 建议, 选项, 未定, 提案, アイデア, 質問, 検討",
);

/// Shown, not said.
pub(super) static MATERIAL: Phrases = Phrases::new(
    "example, examples, sample, samples, input, inputs, expected, actual, other, another, elsewhere, translation, \
     conversation, release notes, changelog, survey, quotation, quote, quotes, beispiel, beispiele, anderen, anderes, exemple, exemples, autre, ejemplo, \
     ejemplos, otro, otra, exemplo, exemplos, outro, outra, 示例, 例子, 其他项目, 另一个, 例文, 別の, 他の",
);

/// Orders that turn around what follows.
pub(super) static UNDOING: Phrases = Phrases::new(
    "stop, skip, ignore, remove, delete, forget, revert, undo, drop, disregard, hör auf, ignoriere, lösche, entferne, vergiss, \
     streiche, ignore, supprime, oublie, enlève, ignora, elimina, olvida, quita, remova, esqueça, 忽略, 删除, 忘掉",
);

pub(super) static FORMER: Phrases = Phrases::new("before, vorher, avant, antes, 之前, 以前, 前");

pub(super) static MINE: Phrases = Phrases::new(
    "my, our, mein, meine, meinen, unser, unsere, unseren, mon, mes, notre, nos, mi, mis, nuestro, nuestra, nuestros, nuestras, meu, meus, \
     minha, minhas, nosso, nossa, nossos, nossas, 我的, 我们的, 私の",
);

/// Say nothing of what follows.
pub(super) static OPENERS: Phrases = Phrases::new(
    "do, dos, do's, i want, i would like, i'd like, we want, general, summary, context, background, goal, instructions, corrections, to be clear, in short, tl;dr, nb, good, correct, right, constraints, \
     reminders, tips, yes, allgemein, zusammenfassung, kurz, gut, richtig, en bref, résumé, bien, en resumen, resumen, correcto, em resumo, resumo, certo, \
     也就是说, 总结, 要点, まとめ, also, and, more, one thing, two things, three things, four things, a few things, some things, several \
     things, one more thing, things to remember, to remember, außerdem, zwei dinge, drei dinge, ein paar dinge, noch etwas, aussi, \
     deux choses, trois choses, además, dos cosas, tres cosas, além disso, duas coisas, três coisas, 另外, 两件事, 还有, また, 以下",
);

pub(super) static OWN_NOUNS: Phrases = Phrases::new(
    "rules, reminders, conventions, decisions, policies, policy, principles, standards, practices, workflow, process, preferences, requirements for us, \
     regeln, entscheidungen, grundsätze, vorgaben, vorgehen, règles, principes, décisions, conventions, reglas, decisiones, principios, \
     convenciones, regras, decisões, princípios, convenções, 规则, 约定, 规范, 决定, ルール, 規約, 方針, 決定, 手順",
);

pub(super) static HOW: Phrases = Phrases::new(
    "how to, how we, how i, the way we, this is how we, so wird, so machen wir, so, wie wir, wie man, comment on, comment nous, \
     cómo se, cómo hacemos, como se, como fazemos, 如何, 怎么",
);
