//! The words of a session that are an agent's conclusions: a subagent's result, a review, an
//! approved plan. Words on the way to them are left out.

mod review;
#[cfg(test)]
mod tests;

use crate::core::model::Time;
use crate::core::model::word_enum::word_enum;
use crate::core::patterns::pattern::MAIN_ROLE;
use crate::core::patterns::roles::role_of;
use crate::core::patterns::verdict;
use crate::core::session::client_words as client;
use crate::core::session::signals;
use crate::core::session::turns::{Origin, ToolCall, Turn};

word_enum! {
    /// The occasion of a report.
    pub enum ReportKind ("kind of report") {
        Subagent = "subagent",
        Review = "review",
        Plan = "plan",
        /// Only a verdict on another report.
        Verdict = "verdict",
    }
}

impl ReportKind {
    pub fn teaches(self) -> bool {
        self != ReportKind::Verdict
    }

    /// The phase of work that it belongs to, if the kind tells.
    pub fn phase(self) -> Option<&'static str> {
        match self {
            ReportKind::Review => Some("review"),
            ReportKind::Plan => Some("plan"),
            ReportKind::Subagent | ReportKind::Verdict => None,
        }
    }
}

/// The id prefix of reports that people supply.
pub const BROUGHT: &str = "run-";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentReport {
    /// The turn that contains it.
    pub turn: String,
    /// The call that asked a subagent for it. A forked session repeats the call, but not the
    /// subagent's transcript.
    pub call: Option<String>,
    pub role: String,
    pub kind: ReportKind,
    pub at: Time,
    pub branch: Option<String>,
    pub folder: Option<String>,
    pub text: String,
}

/// The reports in a session's own transcript, in order.
pub fn of_session(turns: &[Turn], now: Time) -> Vec<AgentReport> {
    let times = signals::times(turns, now);
    let reviews = review::find(turns);
    let kind = |index: usize| match turns[index].origin {
        Origin::Assistant if reviews.contains(&index) => Some(ReportKind::Review),
        Origin::Assistant if verdict::find(&turns[index].text).is_some() => Some(ReportKind::Verdict),
        _ => None,
    };
    let found = (0..turns.len()).filter_map(|index| {
        let (turn, at) = (&turns[index], times[index]);
        match kind(index) {
            Some(kind) => Some(report(turn, MAIN_ROLE, kind, at, &turn.text)),
            None => by_call(turn, at),
        }
    });
    found.collect()
}

/// The report in the result of a call: an approved plan, or a subagent's result.
fn by_call(turn: &Turn, at: Time) -> Option<AgentReport> {
    let action = turn.action.as_deref().filter(|_| turn.origin == Origin::AgentAction)?;
    let result = action.result.as_ref().filter(|result| !result.is_error && result.denied.is_none())?;
    if action.tool == client::PLAN_TOOL {
        let approved = client::PLAN_APPROVED.iter().any(|words| result.text.starts_with(words));
        return approved.then(|| report(turn, MAIN_ROLE, ReportKind::Plan, at, &turn.text));
    }
    let is_handed_back =
        client::AGENT_TOOLS.contains(&&*action.tool) && !result.text.starts_with(client::AGENT_LAUNCHED);
    is_handed_back.then(|| AgentReport {
        call: Some(action.id.clone()),
        ..report(turn, &asked_role(action), ReportKind::Subagent, result.at.unwrap_or(at), &result.text)
    })
}

/// The role that a call asks.
pub fn asked_role(action: &ToolCall) -> String {
    role_of(action.agent_type.as_deref().unwrap_or(client::USUAL_AGENT))
}

/// The reports in a subagent's transcript: its last words before it was done, each time it was
/// asked.
pub fn of_agent(turns: &[Turn], role: &str, call: Option<&str>, now: Time) -> Vec<AgentReport> {
    let times = signals::times(turns, now);
    let is_asked = |turn: &Turn| matches!(turn.origin, Origin::Typed | Origin::Wrapper);
    let ends = (0..turns.len()).filter(|index| {
        let next = turns[index + 1..].iter().find(|turn| turn.origin != Origin::Injected);
        turns[*index].origin == Origin::Assistant && next.is_none_or(is_asked)
    });
    let reports = ends.enumerate().map(|(nth, index)| AgentReport {
        call: call.filter(|_| nth == 0).map(str::to_owned),
        ..report(&turns[index], role, ReportKind::Subagent, times[index], &turns[index].text)
    });
    reports.collect()
}

fn report(turn: &Turn, role: &str, kind: ReportKind, at: Time, text: &str) -> AgentReport {
    AgentReport {
        turn: turn.id.clone(),
        call: None,
        role: role.to_owned(),
        kind,
        at,
        branch: turn.branch.as_deref().map(str::to_owned),
        folder: turn.cwd.as_deref().map(str::to_owned),
        text: text.to_owned(),
    }
}
