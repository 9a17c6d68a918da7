//! What a heading, or a line that ends in a colon, makes of what stands below it. Only below a heading that is known to be the
//! person's own and to mean what it says are things taught: "Don't:" turns every line below it around.

mod refused;
mod words;

use super::clause::{is_errand, is_order, point};
use super::english;
use super::label::{heads_own, is_capitalised, is_own_label, is_scope};
use super::language;
use super::phrases::{Phrases, fold_case};
use crate::core::entities::keys::{acts_of, keys_of};
use refused::is_refused;
use words::{FORMER, HOW, MINE, OPENERS, OWN_NOUNS};

pub(super) use refused::{is_material, is_rejected, is_somebodys};

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
    pub(super) fn read(line: &str) -> Self {
        let heading = line.trim().trim_matches(MARKS);
        let lower = fold_case(heading);
        let pointed = point(heading);
        if is_refused(pointed) || is_somebodys(heading) {
            Heading::Refused
        } else if is_brief(&lower) {
            Heading::Unknown
        } else if is_generic(pointed, &lower) {
            Heading::Own
        } else if is_place(heading, &lower) {
            Heading::Place
        } else if is_announced(pointed, &lower) || heads_own(&lower) {
            Heading::Own
        } else if is_name_of_steps(pointed) {
            Heading::Name
        } else {
            Heading::Unknown
        }
    }
}

/// "For now", "at my last job", "maybe": no time at all, or no decision.
fn is_brief(lower: &str) -> bool {
    let tables = [
        &english::ONCE,
        &english::NOW,
        &english::PAST,
        &english::TENTATIVE,
        &english::LIMITS,
        &english::DAYS,
    ];
    let holds_once =
        tables.into_iter().any(|table| table.occur_in(lower)) && !english::ALWAYS.occur_in(lower);
    // "Before" alone is how it was.
    holds_once || language::reports(lower) || english::WHEN.has(lower) || FORMER.has(lower)
}

fn is_place(heading: &str, lower: &str) -> bool {
    let opens = |table: &Phrases| table.at_start(lower).is_some();
    let is_moment = opens(&english::WHEN) || opens(&english::GOAL);
    let is_label =
        english::LABELS.has(lower) || english::LIST_NAMES.has(lower) || english::SEQUENCES.has(lower);
    let is_path = !keys_of(heading).is_empty() && !is_order(heading) && acts_of(heading).is_empty();
    !is_label && (is_moment || is_path || is_scope(heading) || (names_part(lower) && heads_own(lower)))
}

/// "Also", "conventions", "in this project": all of it, and everywhere.
fn is_generic(heading: &str, lower: &str) -> bool {
    let closes = |table: &Phrases| table.at_end(lower).is_some();
    let is_list = closes(&OWN_NOUNS) || closes(&english::LABELS);
    let is_narrow = names_part(lower) || !keys_of(heading).is_empty();
    let is_all = english::HERE.at_start(lower).is_some() && closes(&english::LASTING);
    OPENERS.has(lower) || english::FILLERS.has(&fold_case(heading)) || is_all || (is_list && !is_narrow)
}

fn names_part(lower: &str) -> bool {
    english::SCOPES.occur_in(lower) && !english::LASTING.occur_in(lower)
}

fn is_announced(heading: &str, lower: &str) -> bool {
    let opens = |table: &Phrases| table.at_start(lower).is_some();
    let says = |table: &Phrases| table.occur_in(lower);
    let is_work = is_errand(heading) || opens(&english::WORKS_ON);
    let tells = [&english::LABELS, &english::SEQUENCES, &english::ALWAYS, &english::INTENT];
    is_mine(lower)
        || opens(&HOW)
        || opens(&english::PRESENTS)
        || !acts_of(heading).is_empty()
        || (!is_work && (tells.into_iter().any(says) || is_order(heading)))
        || is_own_label(lower)
}

/// "My comments". "Our customers want" is theirs.
fn is_mine(lower: &str) -> bool {
    let is_short = lower.split_whitespace().count() <= MOST_NAME_WORDS;
    is_short && MINE.at_start(lower).is_some() && english::OTHERS.at_start(lower).is_none()
}

/// "Nightly backup": no sentence, and nobody's name.
fn is_name_of_steps(heading: &str) -> bool {
    let words: Vec<&str> = heading.split_whitespace().collect();
    let lower = fold_case(heading);
    let is_somebody = matches!(words[..], [word] if is_capitalised(word));
    (1..=MOST_NAME_WORDS).contains(&words.len())
        && !is_somebody
        && english::QUESTION.at_start(&lower).is_none()
        && english::OTHERS.at_start(&lower).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Heading {
        Heading::read(line)
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
            "No frontend:",
        ] {
            wrong.extend((read(line) != Heading::Place).then(|| (line, read(line))));
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
