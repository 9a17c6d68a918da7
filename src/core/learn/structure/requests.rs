//! Steps of a recurring request: what was done each time a person asked for the same thing.

use std::collections::{BTreeMap, BTreeSet};

use super::session::{SessionActions, SessionEvent, What};
use super::{Fact, FactSighting, Seen};
use crate::core::entities::admission::may_name_command;
use crate::core::entities::commands::Act;
use crate::core::entities::grammar::CommandToken;
use crate::core::learn::topics;

const FEWEST_SESSIONS: usize = 3;
/// The share of the sessions (in percent) in which a command has to belong to the answer.
const SHARED_PERCENT: usize = 60;
const MOST_COMMANDS: usize = 4;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    for (at, event) in session.events.iter().enumerate() {
        let What::Prompt { said } = &event.what else { continue };
        let asked = topics::asked(said);
        if asked.is_empty() {
            continue;
        }
        if let Some(did) = work_that_ended_well(&session.events[at + 1..]) {
            asked.into_iter().for_each(|topic| seen.add(event, Fact::Served { topic, did: did.clone() }));
        }
    }
}

/// The checks and builds until the next prompt, without duplicates, in the order of their first
/// run; `None` if the last of them failed.
fn work_that_ended_well(later: &[SessionEvent<'_>]) -> Option<Vec<CommandToken>> {
    let mut did: Vec<CommandToken> = vec![];
    let mut ended_well = true;
    for event in later {
        let run = match &event.what {
            What::Prompt { .. } => break,
            What::Run(run) => run,
            _ => continue,
        };
        // Git is the client's own habit.
        let is_telling = |act: Option<Act>| act.is_some_and(|act| act.is_check() || act == Act::Format);
        for step in run.steps.iter().filter(|step| is_telling(step.act)) {
            ended_well = !run.failed;
            did.extend(run.token(step).filter(|token| !run.failed && !did.contains(token)));
        }
    }
    ended_well.then_some(did)
}

/// By topic, the commands that most of the sessions ran when they were asked for it.
pub fn served(sightings: &[FactSighting]) -> BTreeMap<&str, Vec<&CommandToken>> {
    let mut sessions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut ran: BTreeMap<(&str, &CommandToken), (BTreeSet<&str>, usize)> = BTreeMap::new();
    for sighting in sightings {
        let Fact::Served { topic, did } = &sighting.fact else { continue };
        sessions.entry(topic).or_default().insert(&sighting.session);
        for (place, command) in did.iter().enumerate() {
            let (among, places) = ran.entry((topic, command)).or_default();
            *places += if among.insert(&sighting.session) { place } else { 0 };
        }
    }
    let mut shared: BTreeMap<&str, Vec<(usize, &CommandToken)>> = BTreeMap::new();
    for ((topic, command), (among, places)) in ran {
        let all = sessions[topic].len();
        let is_usual = all >= FEWEST_SESSIONS && among.len() * 100 >= all * SHARED_PERCENT;
        if is_usual && may_name_command(command) {
            shared.entry(topic).or_default().push((places * 100 / among.len(), command));
        }
    }
    shared
        .into_iter()
        .map(|(topic, mut commands)| {
            commands.sort_unstable();
            (topic, commands.into_iter().map(|(_, command)| command).take(MOST_COMMANDS).collect())
        })
        .collect()
}
