//! What may be named in text that is written into a project or told to a session: commands, paths, rule ids and names
//! that a person did not say themselves. Each has a closed table or a closed grammar; what does not fit is left out.

use crate::core::entities::commands::programs::{Starts, starters};
use crate::core::text::normalise;

/// Does the text call a program that fetches code and runs it?
pub fn fetches(text: &str) -> bool {
    let words = format!(" {} ", normalise(text));
    let phrases = starters(|starts| starts == Starts::Fetched);
    phrases.map(|phrase| normalise(&phrase)).any(|phrase| words.contains(&format!(" {phrase} ")))
}
