//! What the next prompt says about the work before it. Most prompts say nothing about it; a wrong guess here would
//! teach the wrong thing, so only plain words count, and praise with a "but" is no praise.

mod phrases;

use crate::core::client_words as client;
use crate::core::text::{head, normalise};
use crate::core::turns::{Origin, Turn};
use phrases::{ACCEPTS, CORRECTS, CORRECTS_AT_START, HEDGES, RESUMES, TAKES_BACK};

/// Characters at the beginning of a prompt that may be about what was before.
const REACH: usize = 240;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reaction {
    Accepts,
    Corrects,
    /// The work is to be undone.
    TakesBack,
    /// The work is to go on where it stopped.
    Resumes,
    Nothing,
}

/// The reaction that a prompt is. A program does not react.
pub(super) fn to(prompt: Option<&Turn>) -> Reaction {
    match prompt {
        Some(turn) if turn.origin == Origin::Typed && !turn.headless => of_words(&turn.text),
        Some(turn) if turn.origin == Origin::Wrapper => of_command(&turn.text),
        _ => Reaction::Nothing,
    }
}

/// Whoever has it committed or shipped is content with it.
fn of_command(wrapper: &str) -> Reaction {
    let name = client::invoked_command(wrapper).unwrap_or_default().to_lowercase();
    let mut parts = name.split(|c: char| !c.is_alphanumeric());
    let delivers = parts.any(|part| matches!(part, "commit" | "ship" | "push" | "pr" | "merge"));
    if delivers { Reaction::Accepts } else { Reaction::Nothing }
}

fn of_words(text: &str) -> Reaction {
    let words = format!(" {} ", normalise(head(text, REACH)));
    let corrects = CORRECTS.found_in(&words) || CORRECTS_AT_START.begin(&words);
    if TAKES_BACK.begin(&words) {
        Reaction::TakesBack
    } else if corrects {
        Reaction::Corrects
    } else if ACCEPTS.begin(&words) && !HEDGES.found_in(&words) {
        Reaction::Accepts
    } else if RESUMES.are(&words) {
        Reaction::Resumes
    } else {
        Reaction::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_of_several_languages() {
        for (text, expected) in [
            ("Thanks! Now add a flag for it.", Reaction::Accepts),
            ("perfect, commit this", Reaction::Accepts),
            ("commit and push", Reaction::Accepts),
            ("Looks good to me", Reaction::Accepts),
            ("Great, but the header is gone", Reaction::Nothing),
            ("that works, thanks", Reaction::Accepts),
            ("its perfect", Reaction::Accepts),
            ("Danke, passt", Reaction::Accepts),
            ("Perfecto, gracias", Reaction::Accepts),
            ("parfait, on continue", Reaction::Accepts),
            ("obrigado, funcionou", Reaction::Accepts),
            ("ありがとう、次は", Reaction::Accepts),
            ("很好，继续", Reaction::Accepts),
            ("no, use the other table", Reaction::Corrects),
            ("It still fails with the same error", Reaction::Corrects),
            ("that's wrong. the id is a string", Reaction::Corrects),
            ("you forgot the migration", Reaction::Corrects),
            ("das stimmt nicht, nimm die andere", Reaction::Corrects),
            ("sigue sin funcionar", Reaction::Corrects),
            ("ça ne marche pas", Reaction::Corrects),
            ("não funciona", Reaction::Corrects),
            ("まだ動かない", Reaction::Corrects),
            ("还是不行", Reaction::Corrects),
            ("revert that", Reaction::TakesBack),
            ("please undo your last change", Reaction::TakesBack),
            ("mach das rückgängig", Reaction::TakesBack),
            ("Now write the tests", Reaction::Nothing),
            ("how does the nothing handler work?", Reaction::Nothing),
            ("add an undo button", Reaction::Nothing),
            ("note that ids are strings", Reaction::Nothing),
            ("Continue.", Reaction::Resumes),
            ("continue with the tests", Reaction::Nothing),
            ("", Reaction::Nothing),
        ] {
            assert_eq!(of_words(text), expected, "{text}");
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
