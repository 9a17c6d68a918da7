//! Validators' verdicts on other agents' findings: false positives cost a pattern, and findings backed
//! by evidence are confirmed. Evidence is looked up, not believed: output lines in the judged agent's
//! own transcript, places in changed files.

mod evidence;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use rusqlite::Connection;

use crate::core::config::{Config, Roles};
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::patterns::agent_report::says_the_same;
use crate::core::patterns::evidence_level::EvidenceLevel;
use crate::core::patterns::pattern::{Context, MAIN_ROLE, Pattern};
use crate::core::patterns::roles;
use crate::core::patterns::verdict::Verdict;
use crate::core::patterns::verdict_effect::{self, InjectedPattern, Passed};
use crate::core::text;
use crate::store;
use crate::store::agent_reports::{Applied, StoredReport};
use crate::store::meta::{MetaKey, Notice};

pub use evidence::level;

/// Length of a finding in a notice.
const MOST_TOLD_CHARS: usize = 80;

/// The session or pipeline run of a report.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    pub session: &'a str,
    pub config: &'a Config,
    /// Folder of its files.
    pub root: &'a Path,
    pub labels: BTreeSet<String>,
    pub phase: Option<&'a str>,
    pub now: Time,
}

/// Effect of a verdict.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Correction {
    pub rejected: Vec<Pattern>,
    pub confirmed: Vec<Pattern>,
    pub skipped: Vec<Pattern>,
    /// False positives that mean no line of the report, or several.
    pub unmatched: Vec<String>,
}

/// One verdict on one report, and what the judged agent had been shown.
#[derive(Clone, Copy, Debug)]
pub struct Hearing<'a> {
    pub judged: &'a StoredReport,
    pub verdict: &'a Verdict,
    pub validator: &'a str,
    pub turn: &'a str,
    pub told: &'a [(Pattern, Context)],
    /// Files changed in this work.
    pub touched: &'a BTreeSet<String>,
    /// It is known exactly what the agent was shown.
    pub counts_skips: bool,
}

/// Applies a verdict from a transcript to its report, if there is exactly one.
pub fn hear(db: &Connection, scene: &Scene<'_>, spoken: &StoredReport, verdict: &Verdict) -> Result<()> {
    let Some(judged) = judged(db, &scene.config.roles, spoken)? else { return Ok(()) };
    let told = store::contexts::told(db, scene.session, &judged.role)?;
    let touched = store::agent_reports::files_changed_in(db, scene.session)?;
    let hearing = Hearing {
        judged: &judged,
        verdict,
        validator: &spoken.role,
        turn: &spoken.turn,
        told: &told,
        touched: &touched,
        counts_skips: true,
    };
    let level = level(scene, &judged, &touched);
    apply(db, scene, &hearing, level)?;
    Ok(())
}

/// The report that a verdict is about: the last one of the role that this one checks, of its own plugin rather than of
/// others. What the main agent says for itself is about the only adversarial role that was at work.
fn judged(db: &Connection, roles: &Roles, spoken: &StoredReport) -> Result<Option<StoredReport>> {
    let mut at_work = store::agent_reports::roles_in(db, &spoken.session)?;
    at_work.retain(|role| roles::may_judge(&spoken.role, role, roles));
    if spoken.role == MAIN_ROLE && at_work.len() > 1 {
        return Ok(None);
    }
    let mut last: Option<StoredReport> = None;
    for role in at_work {
        let found = store::agent_reports::last_of(db, &spoken.session, &role, spoken.at)?;
        let found = found.filter(|found| found.turn != spoken.turn);
        last = last
            .into_iter()
            .chain(found)
            .max_by_key(|said| (roles::is_kin(&said.role, &spoken.role), said.at));
    }
    Ok(last)
}

/// Applies a verdict once. `None` when it was applied before.
pub fn apply(
    db: &Connection,
    scene: &Scene<'_>,
    hearing: &Hearing<'_>,
    level: EvidenceLevel,
) -> Result<Option<Correction>> {
    let Hearing { judged, verdict, validator, turn, .. } = *hearing;
    let words = text::hash(&format!("{verdict:?}"));
    let applied = Applied {
        turn,
        judged,
        words: &words,
        validator,
        passed: verdict.passed,
        evidence: level,
        at: scene.now,
    };
    if !store::agent_reports::apply(db, &applied)? {
        return Ok(None);
    }
    let correction = plan(db, scene, hearing, level)?;
    let confirmed = format!("{validator} let it pass on evidence: {level}");
    let skipped = format!("{validator} passed work on its files without it");
    let did = |action, cause| ChangeCause { action, cause, at: scene.now };
    reject(db, &correction.rejected, validator, scene.now)?;
    save(db, &correction.confirmed, did(ChangeKind::Reinforced, &confirmed))?;
    save(db, &correction.skipped, did(ChangeKind::Skipped, &skipped))?;
    Ok(Some(correction))
}

fn plan(
    db: &Connection,
    scene: &Scene<'_>,
    hearing: &Hearing<'_>,
    level: EvidenceLevel,
) -> Result<Correction> {
    let Hearing { judged, verdict, told, touched, .. } = *hearing;
    // They may have been shown patterns of another role.
    let is_theirs =
        |p: &Pattern| roles::is_same(&p.role, &judged.role) || told.iter().any(|(told, _)| told.id == p.id);
    let mut patterns = store::patterns::all(db)?;
    patterns.retain(|p| !p.is_negative() && is_theirs(p));
    let (rejected, unmatched) =
        verdict_effect::rejections(verdict, &judged.text, &patterns, &scene.config.roles, scene.now);
    let is_rejected = |pattern: &Pattern| {
        rejected.iter().any(|rejected| says_the_same(&rejected.content, &pattern.content))
    };
    let told: Vec<InjectedPattern<'_>> = told
        .iter()
        .filter(|(pattern, _)| verdict.passed && !is_rejected(pattern))
        .map(|(pattern, context)| InjectedPattern { pattern, context })
        .collect();
    let Passed { confirmed, skipped } =
        verdict_effect::passed(&judged.text, level, &told, touched, scene.now);
    let skipped = if hearing.counts_skips { skipped } else { Vec::new() };
    Ok(Correction { rejected, confirmed, skipped, unmatched })
}

/// A trusted pattern is not demoted silently: a notice says so once, until it is confirmed again.
fn reject(db: &Connection, patterns: &[Pattern], validator: &str, at: Time) -> Result<()> {
    for pattern in patterns {
        let regression = pattern.track.regression();
        let although = if regression.is_some() { ", although it had held up" } else { "" };
        let cause = format!("{validator} called it a false positive{although}");
        let is_known = store::patterns::get(db, &pattern.id)?.is_some_and(|before| before.track.regression);
        if let Some(what) = regression.filter(|_| !is_known) {
            let finding = text::ellipsis(&text::one_line(&pattern.content), MOST_TOLD_CHARS);
            let line = format!("“{finding}” was {what}; `ingrain why {}`", pattern.id);
            let untold = store::meta::get(db, MetaKey::Notice(Notice::Regressed))?;
            let lines: Vec<String> = untold.into_iter().chain([line]).collect();
            store::meta::notify(db, Notice::Regressed, &lines.join("; "))?;
        }
        store::patterns::save(db, pattern, ChangeCause { action: ChangeKind::Rejected, cause: &cause, at })?;
    }
    Ok(())
}

fn save(db: &Connection, patterns: &[Pattern], did: ChangeCause<'_>) -> Result<()> {
    for pattern in patterns {
        store::patterns::save(db, pattern, did)?;
    }
    Ok(())
}
