//! What people order about finished work: to take it back ("git revert that commit", "put the old header back"), or to
//! carry out what was proposed ("ok, implement it").

use super::words::{
    ADVERBS, CARRIES_OUT, CARRIES_OUT_WHAT, DETERMINERS, MOVES, POLITE, PROPOSED, RETURNS, UNDOES, WHAT_WAS,
    WHAT_WAS_DONE, YES,
};

/// The words of an object that follow the verb: "put the old header back".
const LONGEST_OBJECT: usize = 5;

/// Whether a clause orders to take back what was done.
pub(super) fn takes_back(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let order = after_politeness(&words);
    let leaves = words.first().is_some_and(|word| word.starts_with("let")) && order == ["go", "back"];
    leaves || undoes(order) || returns(order) || moves_back(order)
}

/// Whether a clause orders to carry out what was proposed.
pub(super) fn carries_out(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let order = after_politeness(&words);
    let is_proposed = |next: &&str| PROPOSED.contains(next) || next.starts_with(|c: char| c.is_ascii_digit());
    let names_it = order.first().is_some_and(|verb| CARRIES_OUT_WHAT.contains(verb))
        && order.get(1).is_none_or(is_proposed);
    names_it || CARRIES_OUT.iter().any(|verb| order.starts_with(verb))
}

/// Whether a prompt says yes, and nothing else.
pub(super) fn is_yes(words: &str) -> bool {
    let mut words = words.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| YES.contains(&word))
}

fn after_politeness<'a, 'w>(words: &'a [&'w str]) -> &'a [&'w str] {
    let leads = |word: &&&str| POLITE.contains(*word) || ADVERBS.contains(*word);
    &words[words.iter().take_while(leads).count()..]
}

/// "Revert the header", but not "undo buttons are missing".
fn undoes(order: &[&str]) -> bool {
    let Some(verb) = UNDOES.iter().find(|verb| order.starts_with(verb)) else { return false };
    let refers = |word: &str| {
        word == "to" || [DETERMINERS, WHAT_WAS_DONE, WHAT_WAS].iter().any(|list| list.contains(&word))
    };
    match &order[verb.len()..] {
        [] => true,
        [adverb, next, ..] if ADVERBS.contains(adverb) && refers(next) => true,
        [first, ..] => refers(first),
    }
}

/// "Restore the old version", but not "restore the backup of the database".
fn returns(order: &[&str]) -> bool {
    let Some(verb) = RETURNS.iter().find(|verb| order.starts_with(verb)) else { return false };
    let object = order[verb.len()..].iter().take(LONGEST_OBJECT);
    object.clone().any(|word| {
        WHAT_WAS.contains(word) || matches!(*word, "change" | "changes" | "commit" | "commits" | "edits")
    }) || object.clone().next().is_none_or(|first| matches!(*first, "it" | "that" | "them" | "everything"))
}

/// "Put it back", "change the colour back to blue".
fn moves_back(order: &[&str]) -> bool {
    let [verb, object @ ..] = order else { return false };
    let back = object.iter().take(LONGEST_OBJECT).position(|word| *word == "back");
    MOVES.contains(verb) && back.is_some_and(|at| at > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_taken_back_in_any_wording() {
        for (text, expected) in [
            ("revert", true),
            ("git revert that commit", true),
            ("please restore the old version", true),
            ("can you undo that commit", true),
            ("roll it back", true),
            ("revert all of that", true),
            ("revert only that file", true),
            ("put it back", true),
            ("put the old header back", true),
            ("let s go back to how it was", true),
            ("i think we should revert the last change", true),
            ("discard your changes", true),
            ("bring back the previous colours", true),
            ("change it back to blue", true),
            ("restore the database from the dump", false),
            ("undo buttons are missing", false),
            ("add an undo button", false),
            ("go back to the list after saving", false),
            ("set up a backup", false),
            ("drop the table", false),
            ("make it so that a user can undo", false),
        ] {
            assert_eq!(takes_back(text), expected, "{text}");
        }
    }

    #[test]
    fn a_proposal_is_carried_out() {
        for (text, expected) in [
            ("ok implement it", true),
            ("yes go ahead", true),
            ("let s do that", true),
            ("go for option 1", true),
            ("implement 1", true),
            ("implement a login page", false),
            ("do you know why", false),
            ("where do we start", false),
        ] {
            assert_eq!(carries_out(text), expected, "{text}");
        }
    }
}
