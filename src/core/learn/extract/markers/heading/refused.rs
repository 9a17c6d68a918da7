//! Headings that say no to what stands below them: it is denied, given up, not decided, shown, or somebody else's.

use super::words::{MATERIAL, NEGATIONS, REJECTED, UNDECIDED, UNDOING};
use crate::core::entities::keys::keys_of;
use crate::core::learn::extract::markers::english;
use crate::core::learn::extract::markers::label::{is_capitalised, is_name, is_topic};
use crate::core::learn::extract::markers::phrases::fold_case;

/// "If the tests do not pass" says when, "when not to use it" does not.
pub(super) fn is_refused(heading: &str) -> bool {
    let lower = fold_case(heading);
    let when = english::WHEN.at_start(&lower).map(|length| lower[length..].trim_start());
    let negates =
        |text: &str| english::REFUSAL.at_start(text).is_some() || NEGATIONS.at_start(text).is_some();
    let is_negated = match when {
        Some(situation) => negates(situation),
        None => negates(&lower) || NEGATIONS.occur_in(&lower),
    };
    let is_undone = UNDOING.at_start(&lower).is_some();
    is_negated || is_undone || is_rejected(&lower) || is_material(&lower)
}

/// Given up, or not decided.
pub(in crate::core::learn::extract::markers) fn is_rejected(lower: &str) -> bool {
    REJECTED.occur_in(lower) || UNDECIDED.occur_in(lower)
}

/// Shown as an example, or somebody else's.
pub(in crate::core::learn::extract::markers) fn is_material(lower: &str) -> bool {
    MATERIAL.occur_in(lower)
}

/// "Bob's list", "how Bob works", "proposal by Maria".
pub(in crate::core::learn::extract::markers) fn is_somebodys(heading: &str) -> bool {
    let words: Vec<&str> = heading.split_whitespace().collect();
    let owns = |word: &&str| {
        let lower = fold_case(word).replace('’', "'");
        lower.strip_suffix("'s").is_some_and(|owner| !OWNERLESS.contains(&owner))
    };
    let is_proper =
        |word: &str| is_capitalised(word) && !is_topic(&fold_case(word)) && keys_of(word).is_empty();
    let has_titles = words.iter().all(|word| is_capitalised(word));
    let names_one = words.iter().skip(1).any(|word| is_proper(word)) && !has_titles;
    let is_by = |pair: &[&str]| english::SENT_BY.has(&fold_case(pair[0])) && is_proper(pair[1]);
    words.iter().any(owns) || names_one || words.windows(2).any(is_by) || is_name(heading)
}

const OWNERLESS: [&str; 9] = ["let", "here", "it", "that", "what", "there", "how", "who", "do"];

#[cfg(test)]
mod tests {
    use crate::core::learn::extract::markers::heading::Heading;

    #[test]
    fn what_denies_rejects_or_is_open_teaches_nothing() {
        let read = |line: &str| Heading::read(line);
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
            "No permitido:",
        ] {
            wrong.extend((read(line) != Heading::Refused).then(|| (line, read(line))));
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
