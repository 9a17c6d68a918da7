//! What is run after a change, in nearly every session: the checks of this repository.

use super::lesson::{FactTable, Lesson, LessonSessions};
use super::session::{CommandRun, SessionActions, What};
use super::{Fact, Seen};
use crate::core::entities::commands::programs::SCRIPT_RUNNERS;
use crate::core::entities::commands::{Act, ShellStep};
use crate::core::entities::grammar::CommandToken;
use crate::core::model::Details;

/// Scripts that do not end.
const SERVERS: [&str; 5] = ["dev", "start", "serve", "watch", "preview"];
const FEWEST_SESSIONS: usize = 3;
const FEWEST_DAYS: usize = 3;
/// In so many of the sessions with changes (in percent) a check has to run.
const USUAL_PERCENT: usize = 60;
/// Below this share, agents do not commit here and the person does it later.
const COMMITTING_PERCENT: usize = 50;
const MOST_STEPS: usize = 5;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    let mut edited = false;
    for event in &session.events {
        match &event.what {
            What::Edit { path, .. } => {
                edited |= path.is_some();
                let scopes = path.iter().flat_map(crate::core::entities::grammar::PathScope::of);
                scopes.for_each(|scope| seen.add(event, Fact::Edited { scope }));
            }
            What::Run(run) if edited && !run.failed => {
                let commands = run.steps.iter().filter(|step| is_of_interest(step));
                let commands = commands.filter_map(|step| CommandToken::of(step, run.line));
                let folder = || run.folder.clone();
                commands.for_each(|command| seen.add(event, Fact::Ran { command, folder: folder() }));
                if commits(run) {
                    seen.add(event, Fact::Committed);
                }
            }
            _ => {}
        }
    }
}

fn is_of_interest(step: &ShellStep) -> bool {
    match step.act {
        Some(act) => act.is_check() || act == Act::Format,
        None => {
            let name = step.args.iter().find(|arg| *arg != "run");
            let serves = name.is_none_or(|name| name.split([':', '-']).any(|part| SERVERS.contains(&part)));
            SCRIPT_RUNNERS.contains(&&*step.program) && !serves
        }
    }
}

fn commits(run: &CommandRun<'_>) -> bool {
    !run.failed && run.steps.iter().any(|step| step.act == Some(Act::Commit))
}

pub(super) fn conclude<'a>(table: &FactTable<'a>) -> Vec<Lesson<'a>> {
    let usual = Usual::of(table);
    worded(table, usual.checks, usual.before_commit).into_iter().collect()
}

/// The checks that nearly every session with a change runs.
pub(super) struct Usual<'a> {
    checks: Vec<(&'a CommandToken, LessonSessions<'a>)>,
    before_commit: bool,
}

impl<'a> Usual<'a> {
    pub(super) fn of(table: &FactTable<'a>) -> Self {
        let ran = table.grouped(|fact| match fact {
            Fact::Ran { command, .. } => Some(command).filter(|command| is_check(command)),
            _ => None,
        });
        let mut all = LessonSessions::default();
        ran.values().for_each(|sessions| all.join(sessions));
        let with_commit = all.within(&committed(table));
        let before_commit =
            is_repeated(&with_commit) && with_commit.len() * 100 >= all.len() * COMMITTING_PERCENT;
        let among = if before_commit { with_commit } else { all };
        let within = ran.into_iter().map(|(command, sessions)| (command, sessions.within(&among)));
        let is_usual = |sessions: &LessonSessions<'_>| {
            is_repeated(sessions) && sessions.len() * 100 >= among.len() * USUAL_PERCENT
        };
        Usual { checks: within.filter(|(_, sessions)| is_usual(sessions)).collect(), before_commit }
    }

    pub(super) fn has(&self, command: &CommandToken) -> bool {
        self.checks.iter().any(|(usual, _)| *usual == command)
    }
}

fn committed<'a>(table: &FactTable<'a>) -> LessonSessions<'a> {
    table.grouped(|fact| (*fact == Fact::Committed).then_some(())).remove(&()).unwrap_or_default()
}

fn is_repeated(sessions: &LessonSessions<'_>) -> bool {
    sessions.len() >= FEWEST_SESSIONS && sessions.days() >= FEWEST_DAYS
}

fn is_check(command: &CommandToken) -> bool {
    command.act().is_some_and(|act| act.is_check() || act == Act::Format)
}

/// One check alone is no sequence.
fn worded<'a>(
    table: &FactTable<'a>,
    mut usual: Vec<(&CommandToken, LessonSessions<'a>)>,
    before_commit: bool,
) -> Option<Lesson<'a>> {
    usual.sort_unstable_by_key(|(command, sessions)| (std::cmp::Reverse(sessions.len()), *command));
    usual.truncate(MOST_STEPS);
    usual.sort_unstable_by_key(|(command, _)| (order(command), *command));
    let mut seen = LessonSessions::default();
    usual.iter().for_each(|(_, sessions)| seen.join(sessions));
    let when = if before_commit { "before a commit" } else { "after a change" };
    (usual.len() > 1).then(|| Lesson {
        title: format!("Check the work {when}"),
        details: Details::Workflow {
            steps: usual.iter().map(|(check, _)| format!("Run {}", table.spelled(check))).collect(),
        },
        key: "checks of this repository".to_owned(),
        seen,
    })
}

/// What changes files comes first, what takes longest last.
fn order(command: &CommandToken) -> u8 {
    match command.act() {
        Some(Act::Format) => 0,
        Some(Act::Lint) => 1,
        Some(Act::Build) => 2,
        _ => 3,
    }
}
