//! `ingrain feedback`: one round of the pattern loop for a pipeline outside Claude Code, from a report
//! and its verdict. Unlike in sessions, it is unknown which patterns were shown, so none counts as
//! ignored.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use rusqlite::Connection;
use serde::Serialize;

use super::{place, read_named};
use crate::cli;
use crate::client::transcript_lines;
use crate::core::history::change::ChangedThing;
use crate::core::learn::topics;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::patterns::agent_report::heard::{AgentReport, BROUGHT, ReportKind};
use crate::core::patterns::evidence_level::EvidenceLevel;
use crate::core::patterns::lines;
use crate::core::patterns::pattern::{Context, Pattern};
use crate::core::patterns::roles::{self, role_of};
use crate::core::patterns::verdict::{self, Verdict};
use crate::core::session::segments;
use crate::core::session::turns::mask_names;
use crate::core::text::{self, safe_name};
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::os::fsx;
use crate::project::git;
use crate::store::agent_reports::StoredReport;
use crate::store::{self, history};
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::reading::agent_reports;
use crate::worker::reading::apply_verdicts::{self, Correction, Hearing, Scene};
use crate::worker::run::Run;
use crate::worker::stage::lifecycle;

const A_DAY: chrono::Duration = chrono::Duration::days(1);

pub(super) fn run(args: &cli::Feedback, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let round = Round::read(args, &run)?;
    let config = run.config.config.clone();
    let scene = Scene {
        session: &round.session,
        config: &config,
        root: &project.root,
        labels: args.labels.iter().map(|label| text::one_line(label)).collect(),
        phase: args.phase.as_deref(),
        now: ctx.now,
    };
    let done = match args.dry_run {
        true => run.store.rehearse(|db| round.play(db, &scene))?,
        false => run.store.write(|db| round.play(db, &scene))?,
    };
    if !args.dry_run && !done.repeated {
        lifecycle::run(&mut run)?;
        worker::publish(&mut run)?;
    }
    for entry in &done.unmatched {
        ui.warn(&format!(
            "the false positive `{}` matches no line of the report, or several",
            ui::inert(entry)
        ));
    }
    if args.json {
        ui.json(&done)?;
    } else if done.repeated {
        ui.talk("nothing to change: this verdict was applied already");
        if args.run.is_none() {
            ui.hint("`--run ID` tells one run from another on the same day");
        }
    } else {
        ui.data(&done.page(args.dry_run))?;
    }
    Ok(Exit::Ok)
}

/// A report and its verdict.
struct Round {
    /// What its lines are counted by.
    session: String,
    report: AgentReport,
    verdict: Verdict,
    validator: String,
    transcript: Option<PathBuf>,
    touched: BTreeSet<String>,
}

impl Round {
    fn read(args: &cli::Feedback, run: &Run<'_>) -> Result<Round> {
        let (said, judged) = (read(&args.deliberation, run)?, read(&args.verdict, run)?);
        let verdict = verdict::find(&judged).or_else(|| verdict::parse(&judged));
        let verdict = verdict.with_context(|| format!("`{}` contains no verdict", args.verdict.display()));
        let example = r#"write it as a `verdict-json` block with lists: {"verdict":"PASS","issues":[],"false_positives":[]}"#;
        let role = role_of(&args.adversarial_role);
        let branch = git::branch(&run.project.root);
        let words = text::hash(&format!("{role}\0{said}"));
        let (session, turn) = identity(args.run.as_deref(), &words[..12], run)?;
        let report = AgentReport {
            turn,
            call: None,
            role,
            kind: ReportKind::Subagent,
            at: run.ctx.now,
            branch,
            folder: Some(run.project.root.to_string_lossy().into_owned()),
            text: said,
        };
        let mut touched: BTreeSet<String> = args.files.iter().map(|file| text::one_line(file)).collect();
        let transcript = args.transcript.as_ref().map(|file| run.ctx.cwd.join(file));
        if let Some(transcript) = &transcript {
            touched.extend(changed_in(transcript, run)?);
        }
        let validator = role_of(&args.validator_role);
        Ok(Round { session, report, verdict: verdict.hint(example)?, validator, transcript, touched })
    }

    fn play(&self, db: &Connection, scene: &Scene<'_>) -> Result<Done> {
        let judged = self.agent_report();
        let observed = self.bring(db, scene, &judged)?;
        let level = apply_verdicts::level(scene, &judged, &self.touched);
        let told = tellable(db, &self.report.role)?;
        let turn = format!("{}-{}", judged.turn, &text::hash(&format!("{:?}", self.verdict))[..12]);
        let hearing = Hearing {
            judged: &judged,
            verdict: &self.verdict,
            validator: &self.validator,
            turn: &turn,
            told: &told,
            touched: &self.touched,
            counts_skips: false,
        };
        let correction = apply_verdicts::apply(db, scene, &hearing, level)?;
        let done = Done::new(&self.verdict, level, observed, correction);
        if !done.repeated {
            self.note(db, &turn, &done, scene.now)?;
        }
        Ok(done)
    }

    /// Stores the report's lines as patterns and returns their number. Its text is not needed again and not kept.
    fn bring(&self, db: &Connection, scene: &Scene<'_>, judged: &StoredReport) -> Result<usize> {
        if !store::agent_reports::add(db, &StoredReport { text: String::new(), ..judged.clone() })? {
            return Ok(0);
        }
        let did =
            ChangeCause { action: ChangeKind::Noted, cause: "a person brought the report", at: scene.now };
        history::came(db, ChangedThing::StoredReport, &judged.turn, did)?;
        agent_reports::learn(db, scene, &self.report)
    }

    /// Records the round as one change set.
    fn note(&self, db: &Connection, turn: &str, done: &Done, at: Time) -> Result<()> {
        let cause = format!("{} said {} on {}", self.validator, done.verdict, done.evidence);
        let did = ChangeCause { action: ChangeKind::Judged, cause: &cause, at };
        history::came(db, ChangedThing::Verdict, turn, did)?;
        Ok(history::note(db, &self.report.role, did)?)
    }

    fn agent_report(&self) -> StoredReport {
        StoredReport {
            turn: self.report.turn.clone(),
            call: None,
            session: self.session.clone(),
            role: self.report.role.clone(),
            kind: self.report.kind,
            at: self.report.at,
            text: self.report.text.clone(),
            transcript: self.transcript.clone(),
            files: self.touched.iter().cloned().collect(),
        }
    }
}

/// The session and the turn of a report. A named run is a session, and has each report once. Without a name the same
/// report within a day is a repeat, as in sessions.
fn identity(named: Option<&str>, words: &str, run: &Run<'_>) -> Result<(String, String)> {
    if let Some(name) = named {
        let session = format!("{BROUGHT}{}", safe_name(name));
        return Ok((session.clone(), format!("{session}-{words}")));
    }
    let (like, now) = (format!("{BROUGHT}{words}-"), run.ctx.now);
    let before = store::agent_reports::last_like(run.store.read(), &like, now - A_DAY)?;
    let turn = before.unwrap_or_else(|| format!("{like}{}", now.timestamp()));
    Ok((turn.clone(), turn))
}

fn read(file: &Path, run: &Run<'_>) -> Result<String> {
    Ok(run.redactor.redact(&read_named(run.ctx, file)?).into_owned())
}

fn changed_in(transcript: &Path, run: &Run<'_>) -> Result<Vec<String>> {
    let turns = fsx::open(transcript).and_then(|mut file| transcript_lines::read_agent(&mut file));
    let mut turns = turns.with_context(|| format!("could not read `{}`", transcript.display()))?;
    mask_names(&mut turns, &run.redactor);
    let pieces = segments::segments(&turns, &run.redactor, topics::states_rule, run.ctx.now);
    Ok(pieces.into_iter().flat_map(|piece| piece.outcome.files_touched).collect())
}

/// Patterns that agents of the role may have been shown.
fn tellable(db: &Connection, role: &str) -> Result<Vec<(Pattern, Context)>> {
    let sessions = store::patterns::session_counts(db)?;
    let mut contexts = store::contexts::all(db)?;
    let mut found = Vec::new();
    let is_theirs = |p: &Pattern| roles::is_same(role, &p.role) && !p.is_negative();
    for pattern in store::patterns::all(db)?.into_iter().filter(is_theirs) {
        let seen_in = sessions.get(&pattern.id).copied().unwrap_or(0);
        if lines::refusal(&pattern, seen_in).is_none() {
            let context = contexts.remove(&pattern.id).unwrap_or_default();
            found.push((pattern, context));
        }
    }
    Ok(found)
}

/// The effects of the round.
#[derive(Serialize)]
struct Done {
    /// This verdict was given before, and changed nothing.
    repeated: bool,
    verdict: &'static str,
    evidence: EvidenceLevel,
    /// Lines of the report that are patterns now.
    observed: usize,
    rejected: Vec<Pattern>,
    reinforced: Vec<Pattern>,
    /// False positives that match no line of the report, or several.
    unmatched: Vec<String>,
}

impl Done {
    fn new(
        verdict: &Verdict,
        evidence: EvidenceLevel,
        observed: usize,
        correction: Option<Correction>,
    ) -> Done {
        let verdict = if verdict.passed { "PASS" } else { "FAIL" };
        let repeated = correction.is_none();
        let Correction { rejected, confirmed: reinforced, unmatched, .. } = correction.unwrap_or_default();
        Done { repeated, verdict, evidence, observed, rejected, reinforced, unmatched }
    }

    fn page(&self, dry_run: bool) -> String {
        let would = if dry_run { "would be " } else { "" };
        let observed = text::plural(self.observed, "line", "lines");
        let mut lines =
            vec![format!("{} on {}; {observed} of the report {would}noted", self.verdict, self.evidence)];
        for (word, patterns) in [("rejected", &self.rejected), ("reinforced", &self.reinforced)] {
            for p in patterns {
                lines.push(format!("  {would}{word}  {}  {}", p.id, ui::inert(&p.content)));
                lines.extend(p.track.regression().map(|what| format!("    a regression: {what}")));
            }
        }
        lines.join("\n")
    }
}
