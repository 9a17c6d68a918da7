//! A command that fails, and the one that helps without any change to the code.

use std::collections::BTreeMap;

use super::lesson::{FactTable, Lesson, LessonSessions};
use super::session::{CommandRun, SessionActions, SessionEvent, What};
use super::{Fact, Seen};
use crate::core::entities::commands::{Act, ShellStep};
use crate::core::entities::grammar::CommandToken;
use crate::core::model::Details;
use crate::core::session::check_result::verdict;

/// How many commands later the remedy may come.
const REACH: usize = 3;
const FEWEST_SESSIONS: usize = 2;
/// Of the sessions in which something helped, so many (in percent) have to agree on what.
const AGREEMENT: usize = 60;

/// The call itself was wrong, not the work: another form of it is a remedy.
const WRONG_FORM: [&str; 11] = [
    "has no upstream branch",
    "unknown flag",
    "unknown option",
    "unknown command",
    "unrecognized subcommand",
    "unrecognized option",
    "unexpected argument",
    "Missing script:",
    "Script not found",
    "no tasks named",
    "No rule to make target",
];

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    for (at, event) in session.events.iter().enumerate() {
        let What::Run(run) = &event.what else { continue };
        let Some(step) = run.single().filter(|_| run.failed) else { continue };
        let (Some(failed), Some(by)) =
            (CommandToken::with_options(step, run.line), remedy(run, step, &session.events[at + 1..]))
        else {
            continue;
        };
        if failed != by {
            seen.add(event, Fact::Remedied { failed, by });
        }
    }
}

/// What helped: the next command of the same program that puts it right, with neither an edit nor a prompt before it.
fn remedy(failed: &CommandRun<'_>, step: &ShellStep, later: &[SessionEvent<'_>]) -> Option<CommandToken> {
    let untouched = later.iter().map_while(|event| match &event.what {
        What::Run(run) => Some(run),
        _ => None,
    });
    for run in untouched.take(REACH) {
        let Some(next) = run.single().filter(|next| next.program == step.program) else { continue };
        if next.args == step.args {
            return None;
        }
        if run.failed || verdict(run.line, run.failed, run.output).is_some_and(|verdict| !verdict.passed) {
            continue;
        }
        if puts_right(next) || is_other_form(failed, step, next) {
            return CommandToken::with_options(next, run.line);
        }
    }
    None
}

/// It changes what was complained about. A check that merely passes beside one that failed is no remedy.
fn puts_right(step: &ShellStep) -> bool {
    let repairs = |arg: &String| {
        let name = arg.trim_start_matches('-');
        name.split([':', '-', '_']).any(|part| matches!(part, "fix" | "format" | "fmt" | "write" | "apply"))
    };
    step.act == Some(Act::Format) || (step.act.is_some() && step.args.iter().any(repairs))
}

fn is_other_form(failed: &CommandRun<'_>, step: &ShellStep, next: &ShellStep) -> bool {
    let wrong = WRONG_FORM.iter().any(|words| failed.output.contains(words));
    wrong && step.act.is_some() && step.act == next.act
}

pub(super) fn conclude<'a>(table: &FactTable<'a>) -> Vec<Lesson<'a>> {
    let mut by_failed: BTreeMap<&CommandToken, Vec<(&CommandToken, &LessonSessions<'a>)>> = BTreeMap::new();
    for (fact, sessions) in table.facts() {
        if let Fact::Remedied { failed, by } = fact {
            by_failed.entry(failed).or_default().push((by, sessions));
        }
    }
    by_failed.into_iter().filter_map(|(failed, remedies)| agreed(failed, &remedies)).collect()
}

fn agreed<'a>(
    failed: &CommandToken,
    remedies: &[(&CommandToken, &LessonSessions<'a>)],
) -> Option<Lesson<'a>> {
    let mut all = LessonSessions::default();
    remedies.iter().for_each(|(_, sessions)| all.join(sessions));
    let (by, seen) = remedies.iter().max_by_key(|(by, sessions)| (sessions.len(), std::cmp::Reverse(*by)))?;
    let enough = seen.len() >= FEWEST_SESSIONS && seen.len() * 100 >= all.len() * AGREEMENT;
    enough.then(|| worded(failed, by, (*seen).clone()))
}

fn worded<'a>(failed: &CommandToken, by: &CommandToken, seen: LessonSessions<'a>) -> Lesson<'a> {
    let (failed, by) = (failed.as_str(), by.as_str());
    Lesson {
        title: format!("When `{failed}` fails, run `{by}`"),
        details: Details::Pitfall {
            area: format!("`{failed}`"),
            issue: format!("`{failed}` failed in several sessions"),
            impact: "A call was lost before the remedy was found".to_owned(),
            resolution: format!("Run `{by}`: in those sessions it helped without an edit"),
        },
        key: format!("{failed} => {by}"),
        seen,
    }
}
