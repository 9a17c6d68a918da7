//! Checks that run with every commit, learned from commits that were refused.

use super::lesson::{FactTable, Lesson, LessonSessions, listed};
use super::session::{CommandRun, SessionActions, What};
use super::{Fact, Seen, SessionEvent};
use crate::core::entities::commands::{Act, steps};
use crate::core::entities::grammar::CommandToken;
use crate::core::model::Details;

/// What the usual hook programs, and people's own, say when they refuse.
const REFUSALS: [&str; 6] = [
    "pre-commit script failed",
    "hook: pre-commit",
    "- hook id:",
    "lint-staged",
    "pre-commit validation failed",
    "pre-commit hook",
];
const FEWEST_SESSIONS: usize = 2;
const MOST_CHECKS: usize = 4;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    for (at, event) in session.events.iter().enumerate() {
        let What::Run(run) = &event.what else { continue };
        if !is_refused_commit(run) {
            continue;
        }
        let checks = checks_until_commit(&session.events[at + 1..]);
        checks.into_iter().for_each(|by| seen.add(event, Fact::Refused { by }));
    }
}

fn is_refused_commit(run: &CommandRun<'_>) -> bool {
    let output = run.output.to_lowercase();
    commits(run)
        && (run.failed || output.contains(REFUSALS[0]))
        && REFUSALS.iter().any(|words| output.contains(words))
}

fn commits(run: &CommandRun<'_>) -> bool {
    run.steps.iter().any(|step| step.act == Some(Act::Commit))
}

/// What agents ran, and saw pass, before the commit went through. What the refusal printed is no evidence: a repository's
/// hook can print any command.
fn checks_until_commit(later: &[SessionEvent<'_>]) -> Vec<CommandToken> {
    let runs =
        later.iter().take_while(|event| !matches!(event.what, What::Prompt)).filter_map(|event| match &event
            .what
        {
            What::Run(run) => Some(run),
            _ => None,
        });
    let mut checks = vec![];
    for run in runs {
        checks.extend(if run.failed { vec![] } else { checks_of(run.line) });
        if commits(run) && !run.failed {
            return checks;
        }
    }
    vec![]
}

fn checks_of(line: &str) -> Vec<CommandToken> {
    let steps = steps(line);
    let checks = steps.iter().filter(|step| step.act.is_some_and(|act| act.is_check() || act == Act::Format));
    checks.filter_map(|step| CommandToken::of(step, line)).collect()
}

pub(super) fn conclude<'a>(table: &FactTable<'a>) -> Vec<Lesson<'a>> {
    let refused = table.grouped(|fact| match fact {
        Fact::Refused { by } => Some(by),
        _ => None,
    });
    let mut checks: Vec<(&CommandToken, LessonSessions<'a>)> =
        refused.into_iter().filter(|(_, seen)| seen.len() >= FEWEST_SESSIONS).collect();
    checks.sort_unstable_by_key(|(command, seen)| (std::cmp::Reverse(seen.len()), *command));
    checks.truncate(MOST_CHECKS);
    let mut seen = LessonSessions::default();
    checks.iter().for_each(|(_, sessions)| seen.join(sessions));
    let names = listed(checks.iter().map(|(command, _)| command.as_str()));
    let lesson = || Lesson {
        title: format!("Run {names} before `git commit`: a hook refuses the commit otherwise"),
        details: Details::Pitfall {
            area: "`git commit`".to_owned(),
            issue: "A commit hook runs checks and refuses the commit when one of them fails".to_owned(),
            impact: "The commit has to be made again after a fix".to_owned(),
            resolution: format!("Run {names} first, and commit once nothing is left to complain about"),
        },
        key: "git commit hook".to_owned(),
        seen,
    };
    if checks.is_empty() { vec![] } else { vec![lesson()] }
}
