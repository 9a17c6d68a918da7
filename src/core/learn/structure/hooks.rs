//! Checks that run with every commit, learned from commits that were refused.

use std::collections::BTreeSet;

use super::acts::Acts;
use super::lesson::{FactTable, Lesson, LessonSessions};
use super::session::{CommandRun, SessionActions, What};
use super::{Bar, Fact, Seen};
use crate::core::entities::commands::Act;
use crate::core::entities::grammar::CommandToken;
use crate::core::model::Details;

/// Messages of common hook programs, and of people's own, when they refuse.
const REFUSALS: [&str; 6] = [
    "pre-commit script failed",
    "hook: pre-commit",
    "- hook id:",
    "lint-staged",
    "pre-commit validation failed",
    "pre-commit hook",
];
/// The ways in which hooks name the failed check: by a label, by the failed script, by its
/// findings.
const LABELS: [(&str, &str); 3] = [("[", "]"), ("error: script \"", "\" exited"), ("- hook id: ", "")];
const TYPE_ERROR: &str = "error TS";
const TYPE_CHECKS: [&str; 3] = ["typecheck", "tsc", "type-check"];
const FEWEST_SESSIONS: usize = 2;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    let ran: BTreeSet<CommandToken> = session.runs().flat_map(|(_, run)| checks_of(run)).collect();
    for event in &session.events {
        let (What::Run(run) | What::Stopped(run)) = &event.what else { continue };
        if !is_refused_commit(run) {
            continue;
        }
        let named = named_checks(run.output);
        let blamed = ran.iter().filter(|check| last_words(check).any(|word| named.contains(word)));
        blamed.for_each(|by| seen.add(event, Fact::Refused { by: by.clone() }));
    }
}

/// Words to look for among the commands that the session ran itself, because the output names no
/// command.
fn named_checks(output: &str) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for line in output.split(['\n']).flat_map(|line| line.split("\\n")).map(str::trim) {
        for (before, behind) in LABELS {
            let label = line.strip_prefix(before).map(|rest| match behind {
                "" => rest,
                behind => rest.split(behind).next().unwrap_or_default(),
            });
            named.extend(label.map(str::to_lowercase));
        }
        if line.contains(TYPE_ERROR) {
            named.extend(TYPE_CHECKS.map(str::to_owned));
        }
    }
    named
}

/// `bun run typecheck` is known as `typecheck`, `mix credo` as `credo`.
fn last_words(check: &CommandToken) -> impl Iterator<Item = &str> {
    check.as_str().rsplit(' ').filter(|word| !word.starts_with('-')).take(1)
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

fn checks_of(run: &CommandRun<'_>) -> Vec<CommandToken> {
    let checks =
        run.steps.iter().filter(|step| step.act.is_some_and(|act| act.is_check() || act == Act::Format));
    checks.filter_map(|step| run.token(step)).collect()
}

pub(super) fn conclude<'a>(table: &FactTable<'a>, acts: &Acts<'a>, bar: Bar) -> Vec<Lesson<'a>> {
    let refused = table.grouped(|fact| match fact {
        Fact::Refused { by } => Some(by),
        _ => None,
    });
    // A check that nearly every session runs anyway need not be mentioned.
    let telling = refused
        .into_iter()
        .filter(|(check, seen)| seen.len() >= FEWEST_SESSIONS && !acts.is_usual(check, bar));
    telling.map(|(check, seen)| worded(check.as_str(), seen)).collect()
}

fn worded<'a>(check: &str, seen: LessonSessions<'a>) -> Lesson<'a> {
    Lesson {
        title: format!("Run `{check}` before a commit: a hook refuses the commit otherwise"),
        details: Details::Pitfall {
            area: format!("`git commit`, `{check}`"),
            issue: format!("A hook checks what is committed, and refused it because of `{check}`"),
            impact: "The commit has to be made again after a fix".to_owned(),
            resolution: format!("Run `{check}` first, and commit once nothing is left to complain about"),
        },
        key: format!("git commit hook > {check}"),
        seen,
    }
}
