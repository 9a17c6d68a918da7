//! A mark at the end of a line, or before it, that says no to it: "… ❌", "… (rejected)", "… <-- wrong", "~~…~~".

use super::english;
use super::heading::is_rejected;
use super::label::{is_capitalised, is_topic};
use super::phrases::{Phrases, fold_case};
use super::sentence::{bulleted_item, numbered_item};
use crate::core::entities::keys::keys_of;

const MOST_REMARK_WORDS: usize = 3;
const NO_SIGNS: [char; 8] = ['❌', '👎', '🚫', '⛔', '❎', '✗', '✘', '✖'];
const DOUBTS: [&str; 4] = ["??", "(?)", "？？", " /s"];
/// Set a remark on the line apart from it.
const ARROWS: [&str; 4] = [" <-- ", " <- ", " ← ", " ⟵ "];
/// Behind a whole sentence only: within one they join or go on.
const DASHES: [&str; 8] = [" - ", " – ", " — ", " -- ", " // ", " ... ", " … ", " ~"];
const BRACKETS: [(char, char); 4] = [('(', ')'), ('[', ']'), ('（', '）'), ('【', '】')];
const STOPS: [char; 6] = ['.', '!', '?', '。', '！', '？'];

pub(super) fn is_struck(line: &str) -> bool {
    let line = numbered_item(line).or_else(|| bulleted_item(line)).unwrap_or(line).trim();
    let is_doubted = DOUBTS.iter().any(|doubt| line.ends_with(doubt)) || line.starts_with("? ");
    line.starts_with(NO_SIGNS)
        || line.ends_with(NO_SIGNS)
        || (line.starts_with("~~") && line.ends_with("~~"))
        || is_doubted
        || remark(line).is_some_and(says_no)
}

/// A word or two behind the line that are about it.
fn remark(line: &str) -> Option<&str> {
    let bracketed = || {
        let (open, close) = BRACKETS.into_iter().find(|(_, close)| line.ends_with(*close))?;
        line.strip_suffix(close)?.rsplit_once(open).map(|(_, remark)| remark)
    };
    let pointed = || ARROWS.iter().find_map(|arrow| Some(line.rsplit_once(arrow)?.1));
    let dashed = || {
        let parts = DASHES.iter().filter_map(|dash| line.rsplit_once(dash));
        let mut behind = parts.filter(|(before, _)| before.trim_end().ends_with(STOPS));
        behind.next().map(|(_, remark)| remark)
    };
    let remark = bracketed().or_else(pointed).or_else(dashed)?.trim().trim_end_matches(STOPS);
    (1..=MOST_REMARK_WORDS).contains(&remark.split_whitespace().count()).then_some(remark)
}

/// "Old", "not", "Bob".
fn says_no(remark: &str) -> bool {
    let lower = fold_case(remark);
    let is_somebody = !remark.contains(' ')
        && is_capitalised(remark)
        && !is_topic(&lower)
        && !english::LABELS.has(&lower)
        && !english::SCOPES.has(&lower)
        && !WEIGHTS.has(&lower)
        && keys_of(remark).is_empty();
    NO.has(&lower) || is_rejected(&lower) || is_somebody
}

/// How much it matters, not whose it is.
static WEIGHTS: Phrases = Phrases::new(
    "mandatory, required, important, recommended, preferred, default, critical, essential, strict, strictly, always, yes, must, \
     pflicht, wichtig, verbindlich, empfohlen, standard, immer, ja, obligatoire, recommandé, toujours, oui, obligatorio, \
     importante, recomendado, siempre, obrigatório, sempre, sim",
);

static NO: Phrases = Phrases::new(
    "no, nope, not, never, nein, nicht, non, pas, jamais, não, nunca, 不, 不要, 否, いいえ, だめ",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_says_no_to_its_line() {
        for (mark, is_no) in [
            (" (Mandatory)", false),
            (" (Recommended)", false),
            (" [IMPORTANT]", false),
            (" 👎", true),
            (" (rejected)", true),
            (" [deprecated]", true),
            (" (old)", true),
            (" <-- wrong", true),
            (" <- no", true),
            (" - NOT!", true),
            (" ... not", true),
            (" /s", true),
            (" ??", true),
            (" (?)", true),
            (" (Bob)", true),
            (" -- Bob", true),
            (" (verworfen)", true),
            (" (rechazado)", true),
            ("", false),
            (" (important)", false),
            (" (Frontend)", false),
            (" (only in packages/web)", false),
            (" - it keeps the lock file", false),
            (" 👍", false),
        ] {
            let line = format!("- Use bun, because it is faster.{mark}");
            assert_eq!(is_struck(&line), is_no, "{line}");
        }
        for (line, is_no) in [
            ("~~use npm because it is there~~", true),
            ("? use npm because it is there", true),
            ("Never use `any` (not even in tests)", false),
            ("use `a - b` because it is - not to forget - faster", false),
        ] {
            assert_eq!(is_struck(line), is_no, "{line}");
        }
    }
}
