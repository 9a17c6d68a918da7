//! Time, files, strategy and risk of a piece of work.

use std::collections::BTreeSet;

use super::calls::{Fate, WorkCall};
use crate::core::model::Time;
use crate::core::model::outcome::{RiskLevel, Strategy};
use crate::core::redact::Redactor;
use crate::core::session::client_words::{AGENT_TOOLS, LOOK_TOOLS, WEB_TOOLS};
use crate::core::session::tool_call;
use crate::core::session::turns::Turn;
use crate::core::text::{ellipsis, one_line};

/// Longer pauses are breaks from the work.
const LONGEST_PAUSE_MS: i64 = 5 * 60 * 1000;
const MOST_FILES: usize = 200;
const TASK: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spent {
    pub active_ms: u64,
    pub wall_ms: u64,
}

/// Timestamps in real files are not always in order, so they are sorted first.
pub(super) fn time_spent(turns: &[Turn], times: &[Time]) -> Spent {
    let results = turns.iter().filter_map(|turn| turn.action.as_ref()?.result.as_ref()?.at);
    let latest = times.iter().max().copied();
    let results = results.filter(|at| latest.is_some_and(|latest| *at <= latest + chrono::Duration::days(1)));
    let mut moments: Vec<i64> =
        times.iter().copied().chain(results).map(|at| at.timestamp_millis()).collect();
    moments.sort_unstable();
    let pauses = moments.windows(2).map(|pair| pair[1] - pair[0]);
    let active: i64 = pauses.map(|pause| pause.min(LONGEST_PAUSE_MS)).sum();
    let wall = moments.last().zip(moments.first()).map_or(0, |(last, first)| last - first);
    Spent { active_ms: active.unsigned_abs(), wall_ms: wall.unsigned_abs() }
}

/// The changed files, relative to the working folder if they are in it.
pub(super) fn files(turns: &[Turn], calls: &[WorkCall<'_>]) -> Vec<String> {
    let edits = calls.iter().filter(|call| call.is_edit() && call.fate == Fate::Done);
    let files = edits.filter_map(|call| {
        let path = call.action.path.as_deref()?;
        let folder = turns[call.turn].cwd.as_deref();
        let inside = folder.and_then(|folder| path.strip_prefix(folder)?.strip_prefix('/'));
        Some(one_line(inside.unwrap_or(path)))
    });
    files.collect::<BTreeSet<_>>().into_iter().take(MOST_FILES).collect()
}

pub(super) fn task(prompt: &Turn, redactor: &Redactor) -> String {
    ellipsis(&one_line(&redactor.redact(&prompt.text)), TASK)
}

/// The way in which the work was divided, as far as it shows: much reading without changes; checks
/// before the first change; changes in one folder; changes in several.
pub(super) fn strategy(calls: &[WorkCall<'_>]) -> Option<Strategy> {
    let first_edit = calls.iter().position(|call| call.is_edit() && call.fate == Fate::Done);
    let Some(first_edit) = first_edit else {
        let looks = calls.iter().filter(|call| call.fate == Fate::Done && is_look(call)).count();
        return (looks >= 3).then_some(Strategy::Research);
    };
    let checked_first = calls[..first_edit].iter().any(|call| call.verdict.is_some());
    let edited = calls.iter().filter(|call| call.is_edit() && call.fate == Fate::Done);
    let folders: BTreeSet<&str> = edited
        .filter_map(|call| call.action.path.as_deref())
        .map(|path| path.rsplit_once('/').map_or("", |(folder, _)| folder))
        .collect();
    Some(match folders.len() {
        _ if checked_first => Strategy::Risk,
        0 | 1 => Strategy::File,
        _ => Strategy::Feature,
    })
}

fn is_look(call: &WorkCall<'_>) -> bool {
    let looking = [&LOOK_TOOLS[..], &WEB_TOOLS, &AGENT_TOOLS];
    looking.iter().any(|tools| tools.contains(&&*call.action.tool))
        || (call.action.command.is_some() && risk_of(call) == RiskLevel::Low)
}

pub(super) fn risk(calls: &[WorkCall<'_>]) -> RiskLevel {
    let ran = calls.iter().filter(|call| matches!(call.fate, Fate::Done | Fate::Failed));
    ran.map(risk_of).max().unwrap_or(RiskLevel::Low)
}

fn risk_of(call: &WorkCall<'_>) -> RiskLevel {
    tool_call::risk_level(call.action, &call.steps)
}
