//! The report in figures, as JSON, Markdown and a single self-contained HTML page.

mod lessons;
mod plot;
#[cfg(test)]
mod tests;
mod trend;

use std::collections::BTreeMap;

use askama::Template;
use serde::Serialize;

use super::agent_profiles::AgentProfile;
use super::constraints::{self, RecentSuggestion};
use super::failure_patterns::{self, FailurePattern};
use super::gate::Asks;
use super::overlay::Overlay;
use super::policy_update::LearningState;
use super::reliability::{self, Reliability};
use super::risk_thresholds::ThresholdPolicy;
use super::skill_stats::SkillStats;
use crate::core::config::Policy;
use crate::core::model::Time;
use crate::core::model::outcome::{Outcome, RiskLevel, RunResult};
use crate::core::model::rounding::half_up;
use crate::core::outcomes::criteria::CriterionWeight;
use crate::core::outcomes::maturity::{Maturity, MaturityState};
use crate::core::patterns::pattern::Pattern;
use crate::core::session::tool_call::AGENT;

pub use lessons::{Hindsight, Lesson, Repeats};
pub use plot::{TimelineRow, timeline};
pub use trend::Week;

const MOST_ADAPTERS: usize = 3;
const MOST_PATTERNS: usize = 5;
/// A tool above this is no weak one, however strong the others are.
const WEAK_BELOW: f64 = 0.9;

/// The facts that a report is made from.
pub struct ReportInput<'a> {
    pub outcomes: &'a [Outcome],
    pub state: &'a LearningState,
    pub maturities: &'a BTreeMap<String, Maturity>,
    pub patterns: &'a [Pattern],
    pub criteria: Vec<CriterionWeight>,
    pub artifacts: Vec<ArtifactUse>,
    /// The folder's name.
    pub project: String,
    pub lessons: Vec<Lesson>,
    pub sessions: SessionCounts,
    pub spend: Spend,
    pub rules: &'a Policy,
    pub now: Time,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub generated_at: Time,
    /// Where the timeline ends: sessions may have ended long ago.
    #[serde(skip)]
    pub last_work: Option<Time>,
    pub project: String,
    /// The most repeated lessons first.
    pub lessons: Vec<Lesson>,
    /// How often lessons had to be repeated, by week.
    pub repeats: Vec<Repeats>,
    pub outcomes: OutcomeCounts,
    pub trend: Vec<Week>,
    pub strongest: Vec<Reliability>,
    pub weakest: Vec<Reliability>,
    pub reliability: Vec<Reliability>,
    /// The most frequent ones.
    pub patterns: Vec<FailurePattern>,
    pub overlays: Vec<Overlay>,
    /// Suggestions of recent runs for the project's own rules.
    pub constraint_suggestions: Vec<RecentSuggestion>,
    /// Adapters whose overlay is old.
    pub old_overlays: Vec<String>,
    pub maturity: BTreeMap<MaturityState, u32>,
    pub regressions: Vec<Regression>,
    /// The weights of the review questions.
    pub criteria: Vec<CriterionWeight>,
    pub agents: Vec<AgentProfile>,
    pub skills: BTreeMap<String, SkillStats>,
    /// The confidence required at each level of risk.
    pub thresholds: ThresholdPolicy,
    /// Tools and agents by the riskiest work that they are reliable enough for.
    pub enough: Vec<Enough>,
    pub artifacts: Vec<ArtifactUse>,
    pub sessions: SessionCounts,
    pub spend: Spend,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct OutcomeCounts {
    pub total: u32,
    pub success: u32,
    pub failure: u32,
    pub partial: u32,
    pub unknown: u32,
    /// Of outcomes whose end is known; half a success counts 0.5.
    pub success_rate: Option<f64>,
}

/// The tools and agents that are reliable enough for work up to a risk; without a level, not even
/// for low risk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Enough {
    pub up_to: Option<RiskLevel>,
    pub who: Vec<String>,
}

impl Enough {
    fn of(state: &LearningState, tried: &[&Reliability]) -> Vec<Enough> {
        let mut known: BTreeMap<Option<RiskLevel>, Vec<String>> = BTreeMap::new();
        let tools = tried.iter().map(|tool| (tool.adapter_id.clone(), tool.reliability_score));
        let agents =
            state.agent_profiles.values().map(|agent| (format!("{AGENT}{}", agent.agent), agent.reliability));
        // An agent's profile says more about it than its calls do.
        let scores: BTreeMap<String, f64> = tools.chain(agents).collect();
        for (who, score) in scores {
            known.entry(state.threshold_policy.enough_for(score)).or_default().push(who);
        }
        known.into_iter().rev().map(|(up_to, who)| Enough { up_to, who }).collect()
    }

    fn words(&self) -> String {
        let who = words::cell(&self.who.join(", "));
        match self.up_to {
            Some(level) => format!("up to {level} risk: {who}"),
            None => format!("not even for low risk: {who}"),
        }
    }
}

/// A finding that was trusted and is rejected now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Regression {
    pub id: String,
    pub content: String,
    pub what: String,
}

impl Regression {
    fn of(pattern: &Pattern) -> Option<Regression> {
        let what = pattern.track.regression()?;
        Some(Regression { id: pattern.id.clone(), content: pattern.content.clone(), what })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArtifactUse {
    pub id: String,
    pub title: String,
    pub place: String,
    /// Numbers of sessions that used it, and that were shown it.
    pub used: u32,
    pub shown: u32,
    /// Errors whose messages name what it is about.
    pub errors: u32,
    pub last_used: Option<Time>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SessionCounts {
    /// Sessions reported by a hook, a scan or a person.
    pub captured: u32,
    /// Read, with nothing left for an extractor.
    pub learned: u32,
    pub waiting: u32,
    /// Found without a SessionEnd event.
    pub missed: u32,
    /// Unreadable, or in a batch that failed for good.
    pub failed: u32,
    /// Opened and left without a prompt: the client writes no transcript then.
    pub empty: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spend {
    pub today_usd: f64,
    pub total_usd: f64,
}

impl OutcomeCounts {
    pub fn of<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> OutcomeCounts {
        let mut counts = OutcomeCounts::default();
        for outcome in outcomes {
            counts.total += 1;
            *match outcome.result {
                RunResult::Success => &mut counts.success,
                RunResult::Failure => &mut counts.failure,
                RunResult::Partial => &mut counts.partial,
                RunResult::Unknown => &mut counts.unknown,
            } += 1;
        }
        counts.success_rate = counts.share().map(|share| half_up(share, 3));
        counts
    }

    fn is_mostly_unknown(&self) -> bool {
        self.unknown * 2 > self.total
    }

    /// Not rounded: a figure that is rounded twice may be off by one.
    fn share(&self) -> Option<f64> {
        let known = self.total - self.unknown;
        let good = f64::from(self.success) + 0.5 * f64::from(self.partial);
        (known > 0).then(|| good / f64::from(known))
    }
}

fn is_weak(tool: &Reliability) -> bool {
    tool.reliability_score < WEAK_BELOW
}

pub fn build(facts: ReportInput<'_>) -> Report {
    let state = facts.state;
    let known = || state.reliability.values();
    // The minimum of runs applies here, too.
    let tried = || known().filter(|tool| tool.runs >= facts.rules.min_runs);
    let owned = |found: Vec<&Reliability>| found.into_iter().cloned().collect::<Vec<_>>();
    let old = state.overlays.values().filter(|overlay| overlay.is_stale(facts.now, facts.rules));
    let mut maturity: BTreeMap<MaturityState, u32> = BTreeMap::new();
    for one in facts.maturities.values() {
        *maturity.entry(one.state).or_default() += 1;
    }
    // No tool is among both.
    let strongest = owned(reliability::strongest(tried().filter(|tool| !is_weak(tool)), MOST_ADAPTERS));
    let weakest = owned(reliability::weakest(tried().filter(|tool| is_weak(tool)), MOST_ADAPTERS));
    Report {
        generated_at: facts.now,
        last_work: facts.outcomes.iter().map(|outcome| outcome.timestamp).max(),
        project: facts.project,
        repeats: lessons::repeats(&facts.lessons, facts.now),
        lessons: facts.lessons,
        outcomes: OutcomeCounts::of(facts.outcomes),
        trend: trend::weeks(facts.outcomes, facts.now),
        strongest,
        weakest,
        reliability: known().cloned().collect(),
        patterns: failure_patterns::top(state.patterns.values(), MOST_PATTERNS)
            .into_iter()
            .cloned()
            .collect(),
        overlays: state.overlays.values().cloned().collect(),
        constraint_suggestions: constraints::standing(facts.outcomes, facts.now, facts.rules.stale_days),
        old_overlays: old.map(|overlay| overlay.adapter_id.clone()).collect(),
        maturity,
        regressions: facts.patterns.iter().filter_map(Regression::of).collect(),
        criteria: facts.criteria,
        agents: state.agent_profiles.values().cloned().collect(),
        skills: state.skill_stats.clone(),
        thresholds: state.threshold_policy,
        enough: Enough::of(state, &tried().collect::<Vec<_>>()),
        artifacts: facts.artifacts,
        sessions: facts.sessions,
        spend: facts.spend,
    }
}

#[derive(Template)]
#[template(path = "report.md", escape = "none")]
struct Markdown<'a> {
    report: &'a Report,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    report: &'a Report,
    timeline: String,
    repeats: String,
    trend: String,
    reliability: String,
}

pub fn markdown(report: &Report) -> Result<String, askama::Error> {
    Markdown { report }.render()
}

pub fn html(report: &Report) -> Result<String, askama::Error> {
    let (trend, reliability) = (plot::weeks(&report.trend), plot::scores(&report.reliability));
    let rows: Vec<TimelineRow<'_>> = report.lessons.iter().map(Lesson::row).collect();
    let timeline = timeline(&rows, report.last_work.unwrap_or_default());
    let repeats = plot::repeats(&report.repeats);
    Page { report, timeline, repeats, trend, reliability }.render()
}

mod words {
    //! Figures in words, for both forms.

    use super::OutcomeCounts;
    use crate::core::model::Time;
    use crate::core::model::rounding::{self, percent};
    use crate::core::policy::overlay_rules;

    pub(super) fn rate(counts: &OutcomeCounts) -> String {
        counts.share().map_or_else(|| "nothing known yet".to_owned(), |share| format!("{} %", percent(share)))
    }

    /// The number of outcomes behind the rate.
    pub(super) fn known(counts: &OutcomeCounts) -> String {
        let half = match counts.partial {
            0 => String::new(),
            partial => format!(", {partial} in part and counted half"),
        };
        match (counts.total - counts.unknown, counts.unknown) {
            (known, 0) => format!("of {known} pieces of work{half}"),
            (known, unknown) => format!("of the {known} whose end is known{half}; {unknown} left out"),
        }
    }

    pub(super) fn days(all: &[Time]) -> String {
        let mut days: Vec<String> = all.iter().map(day).collect();
        days.dedup();
        days.join(", ")
    }

    pub(super) fn fixed(value: &f64, digits: i32) -> String {
        rounding::fixed(*value, digits)
    }

    /// The risk by level, including the adapter's multiplier.
    pub(super) fn risks(multiplier: &f64) -> String {
        overlay_rules::risks(*multiplier)
    }

    pub(super) fn day(at: &Time) -> String {
        at.format("%Y-%m-%d").to_string()
    }

    pub(super) fn cell(text: &str) -> String {
        crate::core::text::one_line(text).replace('|', "\\|")
    }
}
