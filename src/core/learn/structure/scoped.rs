//! A change of certain files is followed by a certain command: stylesheets by their build, integration tests by the run
//! that includes them.

use std::collections::BTreeMap;

use super::Fact;
use super::checks::Usual;
use super::lesson::{FactTable, Lesson, LessonSessions};
use crate::core::entities::commands::Act;
use crate::core::entities::grammar::{CommandToken, PathScope};
use crate::core::model::Details;

const FEWEST_SESSIONS: usize = 3;
const FEWEST_DAYS: usize = 3;
/// Below so many sessions chance is stronger, and the bond has to be too.
const FEW: usize = 6;
/// Sessions with the files that also have the command, in percent.
const CONFIDENCE: usize = 60;
/// Sessions with the command that also have the files, in percent. Without it, large sessions, which touch and run
/// everything, would bind every folder to every command.
const COVERAGE: usize = 50;
/// How much more often than elsewhere the command runs, in percent.
const LIFT: usize = 150;
const LIFT_OF_FEW: usize = 200;
/// More than these are hardly rules of one repository.
const MOST_RULES: usize = 5;

pub(super) fn conclude<'a>(table: &FactTable<'a>) -> Vec<Lesson<'a>> {
    let edited = table.grouped(|fact| match fact {
        Fact::Edited { scope } => Some(scope),
        _ => None,
    });
    let ran = table.grouped(|fact| match fact {
        Fact::Ran { command, .. } => Some(command),
        _ => None,
    });
    let mut all = LessonSessions::default();
    edited.values().for_each(|sessions| all.join(sessions));
    let usual = Usual::of(table);
    // They follow a failure, not a change.
    let remedies = table.grouped(|fact| match fact {
        Fact::Remedied { by, .. } => Some(by),
        _ => None,
    });
    let special = ran.iter().filter(|(command, _)| !usual.has(command) && !remedies.contains_key(*command));
    let bonds =
        special.filter_map(|(command, runs)| Some((*command, strongest(&edited, runs, command, all.len())?)));
    let mut lessons: Vec<Lesson<'a>> =
        bonds.map(|(command, (scope, seen))| worded(scope, &table.spelled(command), command, seen)).collect();
    lessons.sort_by_key(|lesson| std::cmp::Reverse(lesson.seen.len()));
    lessons.truncate(MOST_RULES);
    lessons
}

/// The files that the command belongs to, if there are any.
fn strongest<'a, 's>(
    edited: &BTreeMap<&'s PathScope, LessonSessions<'a>>,
    runs: &LessonSessions<'a>,
    command: &CommandToken,
    all: usize,
) -> Option<(&'s PathScope, LessonSessions<'a>)> {
    // That files of a language are tested or linted says nothing about the repository.
    let checks = command.act().is_some_and(|act| matches!(act, Act::Test | Act::Lint));
    let telling = edited.iter().filter(|(scope, _)| !(checks && scope.is_whole_language()));
    let bonds = telling.filter_map(|(scope, edits)| {
        holds(edits.len().min(runs.len()), edits.len(), runs.len(), all).then_some(())?;
        let both = runs.within(edits);
        holds(both.len(), edits.len(), runs.len(), all).then_some(())?;
        (both.len() >= FEWEST_SESSIONS && both.days() >= FEWEST_DAYS).then_some((*scope, edits.len(), both))
    });
    // Where two explain it equally, the one with a folder says more.
    let best = bonds
        .max_by_key(|(scope, edits, both)| (both.len() * 200 / (edits + runs.len()), scope.has_folder()));
    best.map(|(scope, _, both)| (scope, both))
}

fn holds(both: usize, edits: usize, runs: usize, all: usize) -> bool {
    let lift = if both < FEW { LIFT_OF_FEW } else { LIFT };
    both * 100 >= edits * CONFIDENCE
        && both * 100 >= runs * COVERAGE
        && both * all * 100 >= lift * edits * runs
}

fn worded<'a>(
    scope: &PathScope,
    spelled: &str,
    command: &CommandToken,
    seen: LessonSessions<'a>,
) -> Lesson<'a> {
    let scope = scope.as_str();
    Lesson {
        title: format!("After a change to `{scope}`, run {spelled}"),
        details: Details::Procedural {
            situation: format!("After a change to `{scope}`"),
            steps: vec![format!("Run {spelled}")],
            rationale: format!("Most sessions that changed `{scope}` ran {spelled}, and few others did"),
        },
        // Which files explain it best may shift with more sessions; the command stays.
        key: format!("changed files > {}", command.as_str()),
        seen,
    }
}
