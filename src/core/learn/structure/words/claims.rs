//! False claims of success: the agent said that the work is done, and the person answers that a
//! check fails.

use super::super::demand;
use super::quote;
use crate::core::entities::commands::Act;
use crate::core::entities::grammar::CommandToken;
use crate::core::entities::keys::{as_typed, keys_of};
use crate::core::learn::extract::{DialogPair, Item};
use crate::core::model::Details;
use crate::core::text::tail;

const MOST_CHARS: usize = 160;
/// The part of a report in which it says how the work ended.
const END: usize = 600;

const FAILS: [&str; 7] = ["fail", "fails", "failing", "failed", "broken", "errors", "red"];
#[rustfmt::skip]
const DONE: [&str; 14] = [
    "pass", "passes", "passed", "passing", "done", "complete", "completed", "fixed", "ready", "implemented", "works", "working",
    "verified", "green",
];
/// Questions and wishes are not reports, and a failure with a separate cause contradicts no claim.
#[rustfmt::skip]
const NOT_A_REPORT: [&str; 21] = [
    "?", " if ", " should ", " would ", " when ", " why ", " until ",
    " before your", " before you ", " not your", " ignore", " my ", " because ", " since ", " due to ", " already failed",
    " expected", " flaky", " unrelated", " anyway", " known ",
];

pub(super) fn find(pair: &DialogPair) -> Option<Item> {
    let said = pair.user.text.trim();
    let claim = claim(&pair.assistant.text)?;
    let command = failing(said)?;
    let command = command.as_str();
    Some(Item {
        title: demand::title(command),
        details: Details::Pitfall {
            area: format!("`{command}`"),
            issue: format!("The work was called done, and `{command}` failed"),
            impact: "The person had to find it and send the work back".to_owned(),
            resolution: format!("Run `{command}` and see it pass first"),
        },
        matches: None,
        evidence: vec![quote(&pair.assistant.id, claim), quote(&pair.user.id, said)],
        quality_ok: true,
    })
}

/// The check that the message says is failing: a single one, named as a command.
fn failing(said: &str) -> Option<CommandToken> {
    let lower = format!(" {} ", said.to_lowercase());
    let reports =
        FAILS.iter().any(|word| has_word(&lower, word)) && !NOT_A_REPORT.iter().any(|w| lower.contains(w));
    if !reports || said.chars().count() > MOST_CHARS || said.lines().count() > 2 {
        return None;
    }
    let quoted = said.replace('"', "`");
    let mut checks = keys_of(&quoted)
        .into_iter()
        .filter(|key| key.contains(' '))
        .filter_map(|key| CommandToken::parse(&as_typed(&key, &lower)))
        .filter(is_check);
    checks.next().filter(|_| checks.next().is_none())
}

fn is_check(command: &CommandToken) -> bool {
    command.act().is_some_and(Act::is_check)
}

/// The last line of the report that claims success.
fn claim(report: &str) -> Option<&str> {
    let lines = tail(report, END).lines().rev();
    lines.map(str::trim).find(|line| {
        let lower = line.to_lowercase();
        line.len() > 8 && DONE.iter().any(|word| has_word(&lower, word))
            || (line.len() > 8 && lower.contains('✅'))
    })
}

fn has_word(lower: &str, word: &str) -> bool {
    lower.split(|c: char| !c.is_alphanumeric()).any(|part| part == word)
}
