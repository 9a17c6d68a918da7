//! The reaction of the next prompt to the work before it. Most prompts do not react, and a wrong
//! guess here would teach the wrong thing, so only plain words count, and praise with a "but" is no
//! praise.

mod phrases;
mod reports;

use super::StatesRule;
use crate::core::session::client_words as client;
use crate::core::session::turns::{Origin, Turn};
use crate::core::text::{head, normalise};
use phrases::{
    ACCEPTS, CORRECTS, CORRECTS_AT_START, DOUBTS, DOUBTS_AT_START, ERRANDS, FILLERS, GOES_BACK, HEDGES,
    NO_OBJECTION, OWN_SLIPS, PERSISTS, RESUMES, TAKES_BACK,
};
use reports::Report;

/// The characters at the beginning of a prompt that may be about earlier work.
const REACH: usize = 240;
/// The words of a prompt that says one thing.
const SHORT: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reaction {
    Accepts,
    Corrects,
    /// An objection to a change. After an answer it may be a mere question.
    Doubts,
    /// The thing to be fixed is still broken.
    Persists,
    /// The work is to be undone.
    TakesBack,
    /// The work is to continue where it stopped.
    Resumes,
    Nothing,
}

/// The reaction in a prompt; `asked` if the agent had ended with a question. A program does not
/// react.
pub(super) fn to(prompt: Option<&Turn>, asked: bool, states_rule: StatesRule) -> Reaction {
    match prompt {
        Some(turn) if turn.origin == Origin::Typed && !turn.headless => {
            of_words(&turn.text, asked, states_rule)
        }
        Some(turn) if turn.origin == Origin::Wrapper => of_command(&turn.text),
        _ => Reaction::Nothing,
    }
}

/// A person who has the work committed or shipped is content with it.
fn of_command(wrapper: &str) -> Reaction {
    let name = client::invoked_command(wrapper).unwrap_or_default().to_lowercase();
    let mut parts = name.split(|c: char| !c.is_alphanumeric());
    let delivers = parts.any(|part| matches!(part, "commit" | "ship" | "push" | "pr" | "merge"));
    if delivers { Reaction::Accepts } else { Reaction::Nothing }
}

fn of_words(text: &str, asked: bool, states_rule: StatesRule) -> Reaction {
    let near = head(client::after_attachments(text), REACH);
    let words = format!(" {} ", normalise(near));
    let begun = FILLERS.cut(&words);
    // A "no" may simply answer a question.
    let contrasts = begun.starts_with(" not ") && begun.contains(" but ");
    let objects = !asked && (CORRECTS_AT_START.begin(begun) || contrasts) && !NO_OBJECTION.begin(begun);
    let reports = reports::of(near);
    let persists = PERSISTS.found_in(&words);
    let corrects = CORRECTS.found_in(&words)
        || objects
        || reports.contains(&Report::Broken)
        || is_short_report(&words)
        || is_failed_try(text);
    let praises = ACCEPTS.begin(&words) || ACCEPTS.begin(begun);
    // "That is working now, but …" goes on to the next thing.
    let works = reports.first() == Some(&Report::Works) && !DOUBTS.found_in(&words);
    // What answers the agent's question says what is wanted, not what is missing.
    let doubts = !asked && (doubts(&words) || (states_rule(near) && !is_errand(begun)));
    if TAKES_BACK.begin(&words)
        || TAKES_BACK.begin(begun)
        || (reports.contains(&Report::TakenBack) && !OWN_SLIPS.found_in(&words))
        || ((corrects || persists) && takes_back_later(near))
    {
        Reaction::TakesBack
    } else if persists {
        Reaction::Persists
    } else if corrects || (is_short(&words) && GOES_BACK.found_in(&words)) {
        Reaction::Corrects
    } else if works || (praises && !HEDGES.found_in(&words)) {
        Reaction::Accepts
    } else if praises || doubts {
        Reaction::Doubts
    } else if RESUMES.are(&words) {
        Reaction::Resumes
    } else {
        Reaction::Nothing
    }
}

fn doubts(words: &str) -> bool {
    let begun = FILLERS.cut(words);
    DOUBTS.found_in(words) || DOUBTS_AT_START.begin(words) || DOUBTS_AT_START.begin(begun)
}

/// "Run the tests": what is asked for next, although a rule could be worded so.
fn is_errand(begun: &str) -> bool {
    const STANDING: [&str; 7] = ["always", "every", "each", "before", "after", "when", "whenever"];
    is_short(begun) && ERRANDS.begin(begun) && !begun.split_whitespace().any(|word| STANDING.contains(&word))
}

/// "That's not what I wanted. Roll it back."
fn takes_back_later(text: &str) -> bool {
    let mut clauses = text.split(['.', ',', ';', '!', '。', '，', '！']);
    clauses.any(|clause| TAKES_BACK.begin(FILLERS.cut(&format!(" {} ", normalise(clause)))))
}

fn is_short(words: &str) -> bool {
    words.split_whitespace().count() <= SHORT
}

/// "`make test` fails": a failure, and hardly anything else.
fn is_short_report(words: &str) -> bool {
    let last = words.split_whitespace().next_back().unwrap_or_default();
    is_short(words) && matches!(last, "fails" | "failing" | "failed" | "broken")
}

/// A person tried it in their own shell and pasted the failure.
fn is_failed_try(text: &str) -> bool {
    let pasted = ["❯ ", "$ ", "% "].iter().any(|prompt| text.trim_start().starts_with(prompt));
    pasted && normalise(text).split(' ').any(|word| matches!(word, "error" | "failed" | "err" | "fatal"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words() {
        for (text, expected) in [
            ("Thanks! Now add a flag for it.", Reaction::Accepts),
            ("perfect, commit this", Reaction::Accepts),
            ("commit and push", Reaction::Accepts),
            ("Looks good to me", Reaction::Accepts),
            ("Great, but the header is gone", Reaction::Doubts),
            ("ok, that is working now, but please add a flag", Reaction::Accepts),
            ("it works now but the header is broken", Reaction::Corrects),
            ("The tests pass. Now add a flag", Reaction::Accepts),
            ("that's not correct", Reaction::Corrects),
            ("it crashes now", Reaction::Corrects),
            ("the build is red", Reaction::Corrects),
            ("The tests don't pass", Reaction::Corrects),
            ("I reverted your change", Reaction::TakesBack),
            ("run the table driven tests", Reaction::Nothing),
            ("make sure that it crashes without a token", Reaction::Nothing),
            ("that works, thanks", Reaction::Accepts),
            ("its perfect", Reaction::Accepts),
            ("no, use the other table", Reaction::Corrects),
            ("It still fails with the same error", Reaction::Persists),
            ("still not working on my side", Reaction::Persists),
            ("it still shows the old name", Reaction::Corrects),
            ("this looks a bit strange: two headers", Reaction::Doubts),
            ("why can't we use real booleans?", Reaction::Doubts),
            ("could the tests be table driven?", Reaction::Doubts),
            ("ok, works. great", Reaction::Accepts),
            ("let's go back to the old one", Reaction::TakesBack),
            ("that's wrong. the id is a string", Reaction::Corrects),
            ("you forgot the migration", Reaction::Corrects),
            ("ok. uh. no. it runs on the current one", Reaction::Corrects),
            ("ok no problem, go to the next", Reaction::Nothing),
            ("`make test` fails", Reaction::Corrects),
            ("why is it green here but failing in CI?", Reaction::Corrects),
            ("❯ ./run.sh\nbuilding\nERROR: failed to solve", Reaction::Corrects),
            ("❯ ./run.sh\ndone", Reaction::Nothing),
            ("wait did you change my settings?", Reaction::Corrects),
            ("wait for the build, then tag it", Reaction::Nothing),
            ("on that page i don't see the button", Reaction::Doubts),
            ("not as a comment, but as a document", Reaction::Corrects),
            ("not sure yet", Reaction::Nothing),
            ("revert that", Reaction::TakesBack),
            ("please undo your last change", Reaction::TakesBack),
            ("Hmm, please revert this change", Reaction::TakesBack),
            ("No, that is wrong, undo it", Reaction::TakesBack),
            ("That's not what I wanted. Roll it back.", Reaction::TakesBack),
            ("no, add an undo button", Reaction::Corrects),
            ("I concede defeat. let's go back", Reaction::Corrects),
            ("I reset the last commit", Reaction::TakesBack),
            ("ah my mistake, I reset the last commit", Reaction::Nothing),
            ("add a flag, undo is not needed", Reaction::Nothing),
            ("Now write the tests", Reaction::Nothing),
            ("how does the nothing handler work?", Reaction::Nothing),
            ("add an undo button", Reaction::Nothing),
            ("note that ids are strings", Reaction::Nothing),
            ("Continue.", Reaction::Resumes),
            ("continue with the tests", Reaction::Nothing),
            ("", Reaction::Nothing),
        ] {
            assert_eq!(of_words(text, false, |text| text.contains("table driven")), expected, "{text}");
        }
    }

    #[test]
    fn a_no_to_a_question_answers_it() {
        for (text, expected) in [
            ("no, only the first one", Reaction::Nothing),
            ("no, that's wrong", Reaction::Corrects),
            ("no, it still fails", Reaction::Persists),
            ("it should show the name", Reaction::Nothing),
            ("it crashes now", Reaction::Corrects),
        ] {
            assert_eq!(of_words(text, true, |_| true), expected, "{text}");
        }
    }

    #[test]
    fn commands_that_deliver_accept() {
        for (name, expected) in [
            ("/commit", Reaction::Accepts),
            ("/self-learning:ship-it", Reaction::Accepts),
            ("/compact", Reaction::Nothing),
            ("/prepare", Reaction::Nothing),
        ] {
            assert_eq!(of_command(&format!("<command-name>{name}</command-name>")), expected, "{name}");
        }
    }
}
