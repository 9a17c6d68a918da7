//! What a heading, or a line that ends in a colon, makes of what stands below it. Only below a heading that is known to be the
//! person's own and to mean what it says are things taught: "Don't:" turns every line below it around.

mod words;

use super::clause::{is_errand, is_order, point};
use super::label::{heads_own, is_capitalised, is_name, is_own_label, is_scope, is_topic};
use super::language::{Language, language_of};
use super::phrases::{Phrases, fold_case};
use crate::core::keys::{acts_of, keys_of};
use words::{FORMER, HOW, MATERIAL, MINE, NEGATIONS, OPENERS, OWN_NOUNS, REJECTED, UNDECIDED, UNDOING};

/// "Nightly backup", "restore the staging database".
const MOST_NAME_WORDS: usize = 4;
const MARKS: [char; 8] = [':', '：', '*', '_', '#', ' ', '.', '!'];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    /// "Rules", "do".
    Own,
    /// "Testing", "packages/web", "when you release": where or when it holds.
    Place,
    /// Nobody knows what it means, but a sequence may be called so.
    Name,
    /// Neither, or it holds for the moment.
    Unknown,
    /// "Don't", "rejected", "ideas", "Bob's list".
    Refused,
}

impl Heading {
    /// A word or two tell no language of their own.
    pub(super) fn read(line: &str, language: &Language) -> Self {
        let heading = line.trim().trim_matches(MARKS);
        let own = Self::read_in(heading, language);
        let of_line = language_of(heading).filter(|of_line| !std::ptr::eq(*of_line, language));
        match (own, of_line) {
            (Heading::Name | Heading::Unknown, Some(of_line)) => Self::read_in(heading, of_line),
            _ => own,
        }
    }

    fn read_in(heading: &str, language: &Language) -> Self {
        let lower = fold_case(heading);
        let pointed = point(heading, language);
        if is_refused(pointed, language) || is_somebodys(heading, language) {
            Heading::Refused
        } else if is_brief(&lower, language) {
            Heading::Unknown
        } else if is_generic(pointed, &lower, language) {
            Heading::Own
        } else if is_place(heading, &lower, language) {
            Heading::Place
        } else if is_announced(pointed, &lower, language) || heads_own(&lower, language) {
            Heading::Own
        } else if is_name_of_steps(pointed, language) {
            Heading::Name
        } else {
            Heading::Unknown
        }
    }
}

/// "If the tests do not pass" says when, "when not to use it" does not.
pub(super) fn is_refused(heading: &str, language: &Language) -> bool {
    let lower = fold_case(heading);
    let when = language.when.at_start(&lower).map(|length| lower[length..].trim_start());
    let negates =
        |text: &str| language.refusal.at_start(text).is_some() || NEGATIONS.at_start(text).is_some();
    let is_negated = match when {
        Some(situation) => negates(situation),
        None => negates(&lower) || NEGATIONS.occur_in(&lower),
    };
    let is_undone = UNDOING.at_start(&lower).is_some();
    is_negated || is_undone || is_rejected(&lower) || is_material(&lower)
}

/// Given up, or not decided.
pub(super) fn is_rejected(lower: &str) -> bool {
    REJECTED.occur_in(lower) || UNDECIDED.occur_in(lower)
}

/// Shown as an example, or somebody else's.
pub(super) fn is_material(lower: &str) -> bool {
    MATERIAL.occur_in(lower)
}

/// "Bob's list", "how Bob works", "proposal by Maria". Where all nouns have a capital, only "by" tells.
pub(super) fn is_somebodys(heading: &str, language: &Language) -> bool {
    let words: Vec<&str> = heading.split_whitespace().collect();
    let owns = |word: &&str| {
        let lower = fold_case(word).replace('’', "'");
        lower.strip_suffix("'s").is_some_and(|owner| !OWNERLESS.contains(&owner))
    };
    let is_proper =
        |word: &str| is_capitalised(word) && !is_topic(&fold_case(word)) && keys_of(word).is_empty();
    let has_titles = words.iter().all(|word| is_capitalised(word));
    let names_one =
        words.iter().skip(1).any(|word| is_proper(word)) && !has_titles && !language.has_capital_nouns();
    let is_by = |pair: &[&str]| language.sent_by.has(&fold_case(pair[0])) && is_proper(pair[1]);
    words.iter().any(owns) || names_one || words.windows(2).any(is_by) || is_name(heading, language)
}

const OWNERLESS: [&str; 9] = ["let", "here", "it", "that", "what", "there", "how", "who", "do"];

/// "For now", "at my last job", "maybe": no time at all, or no decision.
fn is_brief(lower: &str, language: &Language) -> bool {
    let tables = [
        &language.once,
        &language.now,
        &language.past,
        &language.tentative,
        &language.limits,
        &language.days,
    ];
    let holds_once =
        tables.into_iter().any(|table| table.occur_in(lower)) && !language.always.occur_in(lower);
    // "Before" alone is how it was.
    holds_once || language.reports(lower) || language.when.has(lower) || FORMER.has(lower)
}

fn is_place(heading: &str, lower: &str, language: &Language) -> bool {
    let opens = |table: &Phrases| table.at_start(lower).is_some();
    let is_moment = opens(&language.when) || opens(&language.goal);
    let is_label =
        language.labels.has(lower) || language.list_names.has(lower) || language.sequences.has(lower);
    let is_path = !keys_of(heading).is_empty() && !is_order(heading, language) && acts_of(heading).is_empty();
    !is_label
        && (is_moment
            || is_path
            || is_scope(heading, language)
            || (names_part(lower, language) && heads_own(lower, language)))
}

/// "Also", "conventions", "in this project": all of it, and everywhere.
fn is_generic(heading: &str, lower: &str, language: &Language) -> bool {
    let closes = |table: &Phrases| table.at_end(lower).is_some();
    let is_list = closes(&OWN_NOUNS) || closes(&language.labels);
    let is_narrow = names_part(lower, language) || !keys_of(heading).is_empty();
    let is_all = language.here.at_start(lower).is_some() && closes(&language.lasting);
    OPENERS.has(lower) || language.fillers.has(&fold_case(heading)) || is_all || (is_list && !is_narrow)
}

fn names_part(lower: &str, language: &Language) -> bool {
    language.scopes.occur_in(lower) && !language.lasting.occur_in(lower)
}

fn is_announced(heading: &str, lower: &str, language: &Language) -> bool {
    let opens = |table: &Phrases| table.at_start(lower).is_some();
    let says = |table: &Phrases| table.occur_in(lower);
    let is_work = is_errand(heading, language) || opens(&language.works_on);
    let tells = [&language.labels, &language.sequences, &language.always, &language.intent];
    is_mine(lower, language)
        || opens(&HOW)
        || opens(&language.presents)
        || !acts_of(heading).is_empty()
        || (!is_work && (tells.into_iter().any(says) || is_order(heading, language)))
        || is_own_label(lower, language)
}

/// "My comments". "Our customers want" is theirs.
fn is_mine(lower: &str, language: &Language) -> bool {
    let is_short = lower.split_whitespace().count() <= MOST_NAME_WORDS;
    is_short && MINE.at_start(lower).is_some() && language.others.at_start(lower).is_none()
}

/// "Nightly backup": no sentence, and nobody's name.
fn is_name_of_steps(heading: &str, language: &Language) -> bool {
    let words: Vec<&str> = heading.split_whitespace().collect();
    let lower = fold_case(heading);
    let is_somebody = matches!(words[..], [word] if is_capitalised(word));
    (1..=MOST_NAME_WORDS).contains(&words.len())
        && !is_somebody
        && language.question.at_start(&lower).is_none()
        && language.others.at_start(&lower).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Heading {
        Heading::read(line, language_of(line).unwrap())
    }

    #[test]
    fn what_denies_rejects_or_is_open_teaches_nothing() {
        let mut wrong = vec![];
        for line in [
            "Don't:",
            "DON'T",
            "Things I do NOT want:",
            "What we don't do:",
            "Avoid:",
            "Please avoid the following in reviews:",
            "Not allowed:",
            "Wrong:",
            "Bad examples:",
            "Anti-patterns:",
            "We rejected the following:",
            "Old rules (no longer valid):",
            "Deprecated:",
            "Open questions:",
            "Ideas, not decided:",
            "Maybe later:",
            "Proposals from the team:",
            "Bob's list:",
            "Bob's rules for his repo:",
            "Option B:",
            "Test inputs:",
            "Expected output:",
            "## Rejected",
            "## Alternatives considered",
            "## Non-goals",
            "### Don't",
            "What not to do in a release:",
            "When not to use it:",
            "What went wrong:",
            "How Bob broke prod yesterday:",
            "How Bob deploys:",
            "Rules by Maria:",
            "In the customer's repository:",
            "Stop doing this:",
            "Verworfen:",
            "Was wir nicht wollen:",
            "Bitte nicht:",
            "Noch offen:",
            "À éviter :",
            "À ne pas faire :",
            "Evitar:",
            "Cosas que no queremos:",
            "No permitido:",
            "O que não fazer:",
            "不要做:",
            "避免：",
            "避けること:",
            "やらないこと：",
        ] {
            wrong.extend((read(line) != Heading::Refused).then(|| (line, read(line))));
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn what_nobody_knows_is_not_taken_for_a_rule() {
        for line in [
            "Today:",
            "For now:",
            "Before:",
            "What the linter complains about:",
            "Expectations of the people upstairs who pay:",
            "Bob:",
        ] {
            assert_eq!(read(line), Heading::Unknown, "{line}");
        }
        for line in ["Nightly backup:", "Database restore:", "hotfix:"] {
            assert_eq!(read(line), Heading::Name, "{line}");
        }
    }

    #[test]
    fn the_persons_own_headings_are_known() {
        let mut wrong = vec![];
        for line in [
            "Do:",
            "Rules:",
            "## Conventions",
            "Rules for this repo:",
            "Two things:",
            "Also:",
            "Coding conventions:",
            "In this project:",
            "Summary:",
            "Please note the following:",
            "Let's agree on this:",
            "Please:",
            "Steps:",
            "Do this:",
            "Keep the following in mind:",
            "Follow these steps:",
            "Here are the rules:",
            "Here's how we work:",
            "From now on:",
            "New release 2.3.1:",
            "I would like:",
            "We should do this:",
            "Regeln:",
            "Hier sind die Regeln:",
            "Règles :",
            "Reglas:",
            "Regras:",
            "规则：",
            "ルール：",
            "手順：",
        ] {
            wrong.extend((read(line) != Heading::Own).then(|| (line, read(line))));
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_part_a_moment_or_a_path_is_where_it_holds() {
        let mut wrong = vec![];
        for line in [
            "Testing:",
            "Frontend conventions:",
            "Git:",
            "**Logging:**",
            "Frontend:",
            "Error handling:",
            "packages/legacy:",
            "In packages/legacy:",
            "For the benchmark branch:",
            "Rules for the frontend:",
            "When you release:",
            "How to release:",
            "If the tests do not pass:",
            "Im Frontend:",
            "Wenn du releast:",
            "No frontend:",
            "Dans le frontend :",
            "前端：",
            "フロントエンド：",
        ] {
            wrong.extend((read(line) != Heading::Place).then(|| (line, read(line))));
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
