//! Commands that the person asks for, and that agents rarely run by themselves.

use super::acts::Acts;
use super::lesson::{FactTable, Lesson};
use super::session::{SessionActions, What};
use super::{Bar, Fact, Seen};
use crate::core::entities::commands::Act;
use crate::core::entities::grammar::CommandToken;
use crate::core::entities::keys::{as_typed, keys_of};
use crate::core::model::Details;

const FEWEST_SESSIONS: usize = 2;
/// Of the sessions with changes, in percent.
const RARELY: usize = 50;
/// Fewer sessions with changes do not show what agents do by themselves.
const FEWEST_WITH_CHANGES: usize = 6;
/// A longer message is a plan or a paste.
const LONGEST: usize = 400;
#[rustfmt::skip]
const REFUSALS: [&str; 10] = ["don't", "dont", "do not", "never", "stop", "instead of", "not ", "without", "skip", "no need"];

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    for event in &session.events {
        let What::Prompt { said } = &event.what else { continue };
        for command in named(said) {
            seen.add(event, Fact::Named { command });
        }
    }
}

/// The checks that a short message names.
fn named(said: &str) -> Vec<CommandToken> {
    let lower = said.to_lowercase();
    if said.chars().count() > LONGEST || REFUSALS.iter().any(|word| lower.contains(word)) {
        return vec![];
    }
    let quoted = said.replace('"', "`");
    let commands = keys_of(&quoted).into_iter().filter(|key| key.contains(' '));
    let commands = commands.filter_map(|key| CommandToken::parse(&as_typed(&key, &lower)));
    commands.filter(|command| command.act().is_some_and(Act::is_check)).collect()
}

/// The title of a lesson about a forgotten command, shared by both detectors of it.
pub(super) fn title(command: &str) -> String {
    format!("Run `{command}` before calling a change done")
}

pub(super) fn conclude<'a>(table: &FactTable<'a>, acts: &Acts<'a>, bar: Bar) -> Vec<Lesson<'a>> {
    let named = table.grouped(|fact| match fact {
        Fact::Named { command } => Some(command),
        _ => None,
    });
    if acts.sessions() < FEWEST_WITH_CHANGES {
        return vec![];
    }
    let rarely = RARELY + bar.slack;
    let forgotten = named.into_iter().filter(|(command, seen)| {
        let ran = acts.sessions_with(command);
        seen.len() >= FEWEST_SESSIONS && ran > 0 && ran * 100 <= acts.sessions() * rarely
    });
    forgotten
        .map(|(command, seen)| {
            let (ran, all, times) = (acts.sessions_with(command), acts.sessions(), seen.len());
            let command = command.as_str();
            Lesson {
                title: title(command),
                details: Details::Pitfall {
                    area: format!("`{command}`"),
                    issue: format!(
                        "The person named `{command}` in {times} sessions, and it ran in {ran} of {all} with changes"
                    ),
                    impact: "The person had to ask for it".to_owned(),
                    resolution: format!("Run `{command}` and see it pass first"),
                },
                key: command.to_lowercase(),
                seen,
            }
        })
        .collect()
}
