//! Updates of the learning state: what a run changes in the records of tools, agents and skills,
//! and in the policy that follows from them.
//!
//! The state is a function of all outcomes in the order of their times, and of people's orders.
//! `apply` adds one outcome and returns a new state; `rebuild` goes through all of them and gives
//! the same bytes.

mod diff;
#[cfg(test)]
mod tests;
pub mod told;

use std::collections::BTreeMap;

use serde::Serialize;

use super::agent_profiles::{AgentProfile, SURE};
use super::constraints::{ConstraintSuggestion, suggestions};
use super::failure_patterns::{FailurePattern, id_of};
use super::overlay::{Demand, Overlay};
use super::overlay_rules::{self, AdapterCase, Share, ToolRuling};
use super::reliability::{Reliability, Tally};
use super::risk_thresholds::ThresholdPolicy;
use super::skill_stats::SkillStats;
use crate::core::config::Policy;
use crate::core::model::Time;
use crate::core::model::outcome::{AdapterUse, Outcome, RunResult};

pub use diff::{PolicyChange, PolicyDiff, PolicyEvent, events};

/// Inputs other than outcomes.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    pub rules: &'a Policy,
    /// `learning.half_life_days`
    pub half_life_days: u32,
    /// By adapter.
    pub orders: &'a BTreeMap<String, ToolRuling>,
    /// What later worked, by failure pattern.
    pub fixes: &'a BTreeMap<String, String>,
    pub now: Time,
}

impl Inputs<'_> {
    /// Whether the run came after the person's last reset of the adapter.
    fn counts(&self, adapter: &str, outcome: &Outcome) -> bool {
        self.orders.get(adapter).is_none_or(|order| order.counts(outcome.timestamp))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LearningState {
    pub agent_profiles: BTreeMap<String, AgentProfile>,
    pub threshold_policy: ThresholdPolicy,
    pub skill_stats: BTreeMap<String, SkillStats>,
    pub patterns: BTreeMap<String, FailurePattern>,
    pub reliability: BTreeMap<String, Reliability>,
    pub overlays: BTreeMap<String, Overlay>,
    #[serde(skip)]
    tallies: BTreeMap<String, Tally>,
    /// Demands that are held until the adapter is back at the base.
    #[serde(skip)]
    held: BTreeMap<String, Demand>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PolicyUpdate {
    pub updated_state: LearningState,
    pub policy_diff: PolicyDiff,
    pub constraint_suggestions: Vec<ConstraintSuggestion>,
    pub summary: String,
}

pub fn apply(state: &LearningState, outcome: &Outcome, inputs: &Inputs<'_>) -> PolicyUpdate {
    let mut updated = state.clone();
    updated.add(outcome, inputs);
    updated.conclude(inputs);
    let policy_diff = PolicyDiff::by(outcome, state, &updated, inputs.rules);
    let profiles = agents(outcome, inputs).count();
    PolicyUpdate {
        summary: format!(
            "Processed outcome for {}. Updated {profiles} agent profiles. Policy changes: {}.",
            outcome.run_id,
            policy_diff.changes.len()
        ),
        constraint_suggestions: suggestions(outcome),
        policy_diff,
        updated_state: updated,
    }
}

pub fn rebuild<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>, inputs: &Inputs<'_>) -> LearningState {
    let mut in_order: Vec<&Outcome> = outcomes.into_iter().collect();
    in_order.sort_unstable_by(|a, b| a.timestamp.cmp(&b.timestamp).then_with(|| a.run_id.cmp(&b.run_id)));
    let mut state = LearningState::default();
    for outcome in in_order {
        state.add(outcome, inputs);
    }
    state.conclude(inputs);
    state
}

impl LearningState {
    fn add(&mut self, outcome: &Outcome, inputs: &Inputs<'_>) {
        self.threshold_policy = self.threshold_policy.after(outcome);
        for (agent, used) in agents(outcome, inputs) {
            let first = || AgentProfile::new(agent);
            let confidence = used.confidence.unwrap_or(SURE);
            update(&mut self.agent_profiles, agent, first, |profile| {
                *profile = profile.after(outcome, confidence)
            });
        }
        let is_judged = outcome.result != RunResult::Unknown;
        for (skill, _) in with_prefix(outcome, "skill:", inputs).filter(|_| is_judged) {
            update(&mut self.skill_stats, skill, SkillStats::default, |stats| {
                *stats = stats.after(outcome.result)
            });
        }
        for share in overlay_rules::shares(outcome).filter(|share| inputs.counts(share.adapter, outcome)) {
            self.add_share(&share, outcome, inputs);
            self.hold(share.adapter, outcome.timestamp, inputs);
        }
    }

    fn hold(&mut self, adapter: &str, at: Time, inputs: &Inputs<'_>) {
        let unused = Tally::new(at);
        let patterns: Vec<&FailurePattern> = self.patterns_of(adapter).collect();
        let held = overlay_rules::held(&self.case(adapter, &unused, &patterns, at, inputs), inputs.rules);
        match held {
            Some(held) => update(&mut self.held, adapter, || held, |known| *known = held),
            None => drop(self.held.remove(adapter)),
        }
    }

    fn case<'a>(
        &'a self,
        adapter: &'a str,
        unused: &'a Tally,
        patterns: &'a [&'a FailurePattern],
        now: Time,
        inputs: &'a Inputs<'_>,
    ) -> AdapterCase<'a> {
        AdapterCase {
            adapter,
            tally: self.tallies.get(adapter).unwrap_or(unused),
            patterns,
            order: inputs.orders.get(adapter),
            held: self.held.get(adapter).copied(),
            now,
            half_life_days: inputs.half_life_days,
        }
    }

    fn add_share(&mut self, share: &Share<'_>, outcome: &Outcome, inputs: &Inputs<'_>) {
        let (at, half_life) = (outcome.timestamp, inputs.half_life_days);
        update(
            &mut self.tallies,
            share.adapter,
            || Tally::new(at),
            |tally| {
                tally.add(share.success, share.retries, outcome.post_execution_score, at, half_life);
            },
        );
        let kind = share.failure_type.or_else(|| outcome.failure_type());
        let Some(kind) = kind.filter(|_| share.blamed) else { return };
        let known = self.patterns.entry(id_of(share.adapter, kind));
        known
            .and_modify(|pattern| pattern.again(at, half_life, inputs.rules))
            .or_insert_with(|| FailurePattern::first(share.adapter, kind, at, inputs.rules));
    }

    /// Computes everything that depends on the current time.
    fn conclude(&mut self, inputs: &Inputs<'_>) {
        for (id, pattern) in &mut self.patterns {
            if let Some(fix) = inputs.fixes.get(id) {
                pattern.fixed_by(fix);
            }
        }
        let reliability = |(adapter, tally): (&String, &Tally)| {
            (adapter.clone(), tally.reliability(adapter, inputs.rules.weights))
        };
        self.reliability = self.tallies.iter().map(reliability).collect();
        self.overlays = self.overlays_at(inputs);
    }

    fn overlays_at(&self, inputs: &Inputs<'_>) -> BTreeMap<String, Overlay> {
        let unused = Tally::new(inputs.now);
        let adapters = self.tallies.keys().chain(inputs.orders.keys());
        let overlay = |adapter: &String| {
            let patterns: Vec<&FailurePattern> = self.patterns_of(adapter).collect();
            let case = self.case(adapter, &unused, &patterns, inputs.now, inputs);
            Some((adapter.clone(), overlay_rules::overlay(&case, inputs.rules)?))
        };
        adapters.filter_map(overlay).collect()
    }

    pub fn patterns_of<'a>(&'a self, adapter: &'a str) -> impl Iterator<Item = &'a FailurePattern> {
        let from = self.patterns.range(id_of(adapter, "")..);
        from.map(|(_, pattern)| pattern).take_while(move |pattern| pattern.adapter_id == adapter)
    }
}

/// Copies the key only if it is new: there are few keys and many outcomes.
fn update<T>(
    map: &mut BTreeMap<String, T>,
    key: &str,
    first: impl FnOnce() -> T,
    change: impl FnOnce(&mut T),
) {
    if let Some(known) = map.get_mut(key) {
        return change(known);
    }
    let mut new = first();
    change(&mut new);
    map.insert(key.to_owned(), new);
}

fn agents<'a>(
    outcome: &'a Outcome,
    inputs: &'a Inputs<'_>,
) -> impl Iterator<Item = (&'a str, &'a AdapterUse)> {
    with_prefix(outcome, "agent:", inputs).filter(|_| outcome.result != RunResult::Unknown)
}

fn with_prefix<'a>(
    outcome: &'a Outcome,
    prefix: &'static str,
    inputs: &'a Inputs<'_>,
) -> impl Iterator<Item = (&'a str, &'a AdapterUse)> {
    let named = move |used: &'a AdapterUse| Some((used.id.strip_prefix(prefix)?, used));
    let all = outcome.adapters_used.iter().filter_map(named);
    all.filter(|(_, used)| inputs.counts(&used.id, outcome))
}
