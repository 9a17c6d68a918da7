//! The reaction of the next prompt to the work before it. Most prompts do not react, and a wrong
//! guess here would teach the wrong thing, so only plain words count, and praise with a "but" is no
//! praise.

mod orders;
mod phrases;
mod reports;
mod words;

use super::StatesRule;
use crate::core::session::client_words as client;
use crate::core::session::turns::{Origin, Turn};
use crate::core::text::{head, normalise, tail};
use phrases::{
    ACCEPTS, CORRECTS, CORRECTS_AT_START, DOUBTS, DOUBTS_AT_START, ERRANDS, FAILING, FILLERS, HEDGES,
    NO_OBJECTION, OWN_SLIPS, RESUMES,
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
    /// What was proposed is to be carried out.
    CarriesOut,
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
    let persists = reports.contains(&Report::Persists);
    let corrects = CORRECTS.found_in(&words)
        || objects
        || reports.contains(&Report::Broken)
        || is_short_report(&words)
        || is_failed_try(text)
        || reports::meets_failure(begun);
    let praises = ACCEPTS.begin(&words) || ACCEPTS.begin(begun);
    // "That is working now, but …" goes on to the next thing.
    let works = reports.first() == Some(&Report::Works) && !DOUBTS.found_in(&words);
    // What answers the agent's question says what is wanted, not what is missing.
    let doubts = !asked && (doubts(&words) || (states_rule(near) && !asks_for_run(begun)));
    let may_go_on = corrects || persists || doubts || is_short(&words);
    if (reports.contains(&Report::TakenBack) && !OWN_SLIPS.found_in(&words)) || takes_back(near, may_go_on) {
        Reaction::TakesBack
    } else if persists {
        Reaction::Persists
    } else if corrects {
        Reaction::Corrects
    } else if works || (praises && !HEDGES.found_in(&words)) {
        Reaction::Accepts
    } else if (praises && !asked) || doubts || reports::is_pasted_failure(text) {
        Reaction::Doubts
    } else if RESUMES.are(&words) {
        Reaction::Resumes
    } else if first_clause(near).is_some_and(|clause| is_short(&clause) && orders::carries_out(&clause))
        || (asked && orders::is_yes(&words))
    {
        Reaction::CarriesOut
    } else {
        Reaction::Nothing
    }
}

fn doubts(words: &str) -> bool {
    let begun = FILLERS.cut(words);
    DOUBTS.found_in(words) || DOUBTS_AT_START.begin(words) || DOUBTS_AT_START.begin(begun)
}

/// Whether a prompt asks for a run of something, and for nothing else.
pub(super) fn is_errand(prompt: &str) -> bool {
    asks_for_run(FILLERS.cut(&format!(" {} ", normalise(prompt))))
}

/// The agent closes with a question about what still fails.
pub(super) fn admits_failure(turns: &[Turn]) -> bool {
    let said = turns.iter().rev().find(|turn| turn.origin == Origin::Assistant);
    let end = said.map_or("", |turn| tail(&turn.text, REACH));
    end.contains('?') && FAILING.found_in(&format!(" {} ", normalise(end)))
}

/// "Run the tests": what is asked for next, although a rule could be worded so.
fn asks_for_run(begun: &str) -> bool {
    const STANDING: [&str; 7] = ["always", "every", "each", "before", "after", "when", "whenever"];
    is_short(begun) && ERRANDS.begin(begun) && !begun.split_whitespace().any(|word| STANDING.contains(&word))
}

/// The first clause that says more than yes.
fn first_clause(text: &str) -> Option<String> {
    let clauses = reports::clauses(text).filter(|clause| !clause.ends_with('?'));
    let mut said = clauses.map(|clause| normalise(&clause));
    said.find(|clause| !clause.is_empty() && !orders::is_yes(clause))
}

/// In its first clause, or after words about the work: "That's not what I wanted. Roll it back."
fn takes_back(text: &str, may_go_on: bool) -> bool {
    let said = reports::clauses(text).filter(|clause| clause.contains(char::is_alphanumeric));
    let mut clauses = said.take(if may_go_on { usize::MAX } else { 1 });
    clauses.any(|clause| orders::takes_back(&normalise(&clause)) && !asks(&clause))
}

/// "Should we revert it?", but not "can you revert it?".
fn asks(clause: &str) -> bool {
    clause.ends_with('?') && !normalise(clause).contains(" you ")
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
        let mut wrong = Vec::new();
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
            ("it still shows the old name", Reaction::Persists),
            ("it is still too large", Reaction::Corrects),
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
            ("I concede defeat. let's go back", Reaction::TakesBack),
            ("please restore the old version", Reaction::TakesBack),
            ("git revert that commit", Reaction::TakesBack),
            ("I don't like it. put it back", Reaction::TakesBack),
            ("Add a column. run the migration, then undo it to see that it can be", Reaction::Nothing),
            ("should we revert that?", Reaction::Nothing),
            ("can you revert that?", Reaction::TakesBack),
            ("Do it, and have a subagent write the tests for every table first", Reaction::CarriesOut),
            ("yes", Reaction::Nothing),
            ("implement a login page", Reaction::Nothing),
            ("implement it, ok?", Reaction::CarriesOut),
            ("npm start\n> app@0.0.0\n[ERROR] Error: missing plugin", Reaction::Doubts),
            ("I get sh: cannot open file `x'", Reaction::Corrects),
            ("I get that part", Reaction::Nothing),
            ("nothing changed", Reaction::Persists),
            ("same problem as before", Reaction::Persists),
            ("I had to fix it myself", Reaction::Corrects),
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
            let found = of_words(text, false, |text| text.contains("table driven"));
            wrong.extend((found != expected).then_some((text, found)));
        }
        assert_eq!(wrong, []);
    }

    #[test]
    fn a_no_to_a_question_answers_it() {
        for (text, expected) in [
            ("no, only the first one", Reaction::Nothing),
            ("yes please", Reaction::CarriesOut),
            ("yes, the second", Reaction::Nothing),
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
