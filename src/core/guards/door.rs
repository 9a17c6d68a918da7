//! The single answer to a tool call, from all guards and policy gates together.

use super::guard::{GuardLevel, PreparedGuard};
use super::matcher::{EDIT, Matcher};
use crate::core::entities::call_tokens::CallTokens;
use crate::core::session::client_words::DENIED_BY_GUARD;
use crate::core::text::hash;

const TOLD: &str = "For next time, a guard that the person set for the call just made:";

/// A guard that matches the call.
#[derive(Clone, Debug, PartialEq)]
pub struct GuardMet {
    pub guard: PreparedGuard,
    /// Of the call's tokens, which may hold whatever was typed: the same attempt again has the same.
    pub call_hash: String,
}

/// Every guard that matches one of the calls. `guards` has a line for each.
pub fn met(guards: &str, calls: &[CallTokens]) -> Vec<GuardMet> {
    let names: Vec<&str> = calls.iter().filter_map(first_word).collect();
    let mut found = Vec::new();
    for line in guards.lines().filter(|line| names.iter().any(|name| begins_with(line, name))) {
        let Some(guard) = PreparedGuard::of_line(line).filter(|guard| guard.level.speaks()) else { continue };
        let Ok(matcher) = guard.matcher.parse::<Matcher>() else { continue };
        if let Some(call) = calls.iter().find(|call| matcher.catches(call)) {
            found.push(GuardMet { guard, call_hash: hash(&call.encode()) });
        }
    }
    found
}

/// With which a matcher of the call begins.
fn first_word(call: &CallTokens) -> Option<&str> {
    match call {
        CallTokens::Edit(_) => Some(EDIT),
        CallTokens::Command { words, .. } => words.first().map(String::as_str),
    }
}

fn begins_with(line: &str, name: &str) -> bool {
    line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '\t']))
}

/// The answer. The strictest level wins, and a person is asked at most once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoorAnswer {
    pub deny: Option<String>,
    pub ask: Option<String>,
    /// Text for the model, beside the call's result.
    pub tell: Option<String>,
}

impl DoorAnswer {
    /// `facts` are what a policy gate wants to ask about. If `may_ask` is false, no person can
    /// answer, and a question would amount to a refusal.
    pub fn of(met: &[GuardMet], facts: Option<&str>, may_ask: bool) -> DoorAnswer {
        let says = |level: GuardLevel| {
            let lines = met.iter().filter(|one| one.guard.level == level).map(|one| one.guard.says.as_str());
            lines.collect::<Vec<_>>()
        };
        let (denied, asked, told) = (says(GuardLevel::Deny), says(GuardLevel::Ask), says(GuardLevel::Tell));
        if !denied.is_empty() {
            let deny = format!("{DENIED_BY_GUARD}\n{}", denied.join("\n"));
            return DoorAnswer { deny: Some(deny), ..DoorAnswer::default() };
        }
        let asking = met.iter().filter(|one| one.guard.level == GuardLevel::Ask);
        let mut questions: Vec<String> = asking.map(|one| one.guard.question()).collect();
        questions.extend(facts.map(str::to_owned));
        let ask = (may_ask && !questions.is_empty())
            .then(|| format!("ingrain asks because of {}", questions.join("\n")));
        let mut lines: Vec<&str> = told;
        if !may_ask {
            lines.extend(asked);
        }
        let rules = (!lines.is_empty()).then(|| format!("{TOLD}\n{}", lines.join("\n")));
        let known = facts.filter(|_| !may_ask).map(|facts| format!("Known in this project about\n{facts}"));
        let tell: Vec<String> = rules.into_iter().chain(known).collect();
        DoorAnswer { deny: None, ask, tell: (!tell.is_empty()).then(|| tell.join("\n")) }
    }

    pub fn is_empty(&self) -> bool {
        *self == DoorAnswer::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(id: &str, matcher: &str, level: GuardLevel) -> String {
        PreparedGuard { id: id.into(), matcher: matcher.into(), level, says: format!("rule {id}") }.line()
    }

    #[test]
    fn the_strictest_wish_counts_and_one_question_is_asked() {
        let guards = [
            guard("g1", "git push --force", GuardLevel::Deny),
            guard("g2", "git push", GuardLevel::Ask),
            guard("g3", "git", GuardLevel::Tell),
            guard("g4", "npm", GuardLevel::Proposed),
            guard("g5", "not; a matcher", GuardLevel::Deny),
            guard("g6", "gitk", GuardLevel::Deny),
        ]
        .join("\n");
        let answer = |line: &str, facts: Option<&str>, may_ask| {
            let calls = CallTokens::of_line(line, &|_| None);
            DoorAnswer::of(&met(&guards, &calls), facts, may_ask)
        };
        let denied = answer("git push --force", Some("facts"), true);
        assert!(denied.deny.unwrap().ends_with("rule g1") && denied.ask.is_none() && denied.tell.is_none());
        let asked = answer("git push", Some("facts"), true);
        assert_eq!(asked.ask.as_deref(), Some("ingrain asks because of a guard you set: rule g2\nfacts"));
        assert!(asked.tell.unwrap().ends_with("rule g3"));
        let unattended = answer("git push", Some("facts"), false);
        assert_eq!(unattended.ask, None);
        assert_eq!(
            unattended.tell.as_deref(),
            Some(
                "For next time, a guard that the person set for the call just made:\nrule g3\nrule g2\nKnown in \
                 this project about\nfacts"
            )
        );
        assert!(answer("npm install", None, true).is_empty());
        let only_facts = answer("npm install", Some("facts"), true);
        assert_eq!(only_facts.ask.as_deref(), Some("ingrain asks because of facts"));
    }
}
