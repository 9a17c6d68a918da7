//! Conclusions of a session's agents, found in its transcript and those of its subagents, and kept as
//! lines that later agents can be shown. Repeating what they were shown counts for nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use rusqlite::Connection;

use crate::client::subagents::{self, AgentFile};
use crate::client::transcript_lines::{self, Cursor};
use crate::core::learn::topics;
use crate::core::model::Time;
use crate::core::model::outcome::OutcomeSource;
use crate::core::patterns::agent_report::conclusions;
use crate::core::patterns::agent_report::heard::{self, AgentReport, ReportKind};
use crate::core::patterns::verdict;
use crate::core::redact::{Redactor, is_masked};
use crate::core::session::segments;
use crate::core::session::signals::{UseOf, uses_of};
use crate::core::session::turns::{Origin, Turn, mask_names};
use crate::core::text::safe_name;
use crate::os::fsx;
use crate::store::agent_reports::StoredReport;
use crate::store::{self, sessions};
use crate::worker::reading::apply_verdicts::{self, Scene};
use crate::worker::reading::record_patterns::PatternRecorder;
use crate::worker::run::Run;

/// Reports found in one reading of a session.
#[derive(Debug, Default)]
pub struct SessionReports {
    said: Vec<Said>,
    /// Texts that hooks showed to the agents.
    told: Vec<String>,
    /// Patterns that subagents named.
    cited: Vec<(String, Time)>,
    /// Subagents' transcripts and where they end, so that they are read once.
    read: Vec<(PathBuf, Cursor)>,
}

#[derive(Debug)]
struct Said {
    report: AgentReport,
    transcript: Option<PathBuf>,
    files: Vec<String>,
}

/// Reads the reports of a session's agents. An unreadable subagent transcript is skipped.
pub fn gather(run: &Run<'_>, transcript: &Path, turns: &[Turn], now: Time) -> SessionReports {
    let mut heard = SessionReports { told: told(turns), ..SessionReports::default() };
    let agents = subagents::of(transcript, turns);
    for agent in &agents {
        if let Err(error) = heard.listen(run, agent, now) {
            run.log.note(&format!("skipped `{}`: {error:#}", agent.path.display()));
        }
    }
    let calls: BTreeSet<&str> = agents.iter().filter_map(|agent| agent.call.as_deref()).collect();
    let is_better_read =
        |report: &AgentReport| report.call.as_deref().is_some_and(|call| calls.contains(call));
    for report in heard::of_session(turns, now).into_iter().filter(|report| !is_better_read(report)) {
        // A subagent's answer does not include the output of its tools.
        let own = (report.kind != ReportKind::Subagent).then(|| transcript.to_path_buf());
        heard.add(report, own, Vec::new(), &run.redactor);
    }
    heard.said.sort_by_key(|said| said.report.at);
    heard
}

impl SessionReports {
    fn listen(&mut self, run: &Run<'_>, agent: &AgentFile, now: Time) -> Result<()> {
        let mut file = fsx::open(&agent.path)?;
        let length = file.metadata()?.len();
        let before = sessions::cursor(run.store.read(), &agent.path)?;
        if before.is_some_and(|cursor| cursor.resume(&mut file).is_ok_and(|end| end == length && end > 0)) {
            return Ok(());
        }
        let mut turns = transcript_lines::read_agent(&mut file)?;
        mask_names(&mut turns, &run.redactor);
        let pieces = segments::segments(&turns, &run.redactor, topics::states_rule, now);
        let files: BTreeSet<String> =
            pieces.into_iter().flat_map(|piece| piece.outcome.files_touched).collect();
        let files: Vec<String> = files.into_iter().collect();
        self.told.extend(told(&turns));
        self.cited.extend(cited(&turns, now));
        for report in heard::of_agent(&turns, &agent.role, agent.call.as_deref(), now) {
            self.add(report, Some(agent.path.clone()), files.clone(), &run.redactor);
        }
        self.read.push((agent.path.clone(), Cursor::at(&mut file, length)?));
        Ok(())
    }

    fn add(
        &mut self,
        report: AgentReport,
        transcript: Option<PathBuf>,
        files: Vec<String>,
        redactor: &Redactor,
    ) {
        let text = redactor.redact(&report.text).into_owned();
        let role = redactor.redact(&report.role).into_owned();
        self.said.push(Said { report: AgentReport { text, role, ..report }, transcript, files });
    }
}

fn told(turns: &[Turn]) -> Vec<String> {
    turns.iter().filter(|turn| turn.origin == Origin::Injected).map(|turn| turn.text.clone()).collect()
}

fn cited(turns: &[Turn], now: Time) -> Vec<(String, Time)> {
    let cited = turns.iter().flat_map(|turn| {
        let at = turn.at.map_or(now, |at| at.min(now));
        uses_of(turn).into_iter().map(move |of| (of, at))
    });
    let patterns = cited.filter_map(|(of, at)| match of {
        UseOf::Pattern(id) => Some((id, at)),
        _ => None,
    });
    patterns.collect()
}

/// Stores new reports: their text until it can be judged, their lines as patterns, and the effects of verdicts.
pub fn record(db: &Connection, scene: &Scene<'_>, heard: &SessionReports) -> Result<()> {
    let mut fresh = Vec::new();
    for said in &heard.said {
        let agent_report = agent_report(scene.session, said);
        if store::agent_reports::add(db, &agent_report)? {
            fresh.push((said, agent_report));
        }
    }
    for (path, cursor) in &heard.read {
        sessions::put_cursor(db, path, cursor)?;
    }
    for (pattern, at) in &heard.cited {
        if let Some(segment) = store::segments::running_at(db, scene.session, *at)? {
            store::segments::cite(db, &segment, pattern, *at, OutcomeSource::Transcript)?;
        }
    }
    if fresh.is_empty() {
        return Ok(());
    }
    let mut notebook = PatternRecorder::open(db, scene, &heard.told)?;
    for (said, agent_report) in &fresh {
        if said.report.kind.teaches() {
            note(&mut notebook, &said.report)?;
        }
        if let Some(verdict) = verdict::find(&agent_report.text) {
            apply_verdicts::hear(db, scene, agent_report, &verdict)?;
        }
    }
    Ok(())
}

/// Stores the lines of a report from outside of transcripts. Returns their number.
pub fn learn(db: &Connection, scene: &Scene<'_>, report: &AgentReport) -> Result<usize> {
    note(&mut PatternRecorder::open(db, scene, &[])?, report)
}

/// Records meaningful lines, without those that had a secret masked.
fn note(notebook: &mut PatternRecorder<'_>, report: &AgentReport) -> Result<usize> {
    let mut noted = 0;
    for conclusion in conclusions(&report.text).into_iter().filter(|line| !is_masked(&line.content)) {
        noted += usize::from(notebook.note(&conclusion, report)?);
    }
    Ok(noted)
}

fn agent_report(session: &str, said: &Said) -> StoredReport {
    let report = &said.report;
    StoredReport {
        turn: report.turn.clone(),
        call: report.call.as_deref().map(safe_name),
        session: session.to_owned(),
        role: report.role.clone(),
        kind: report.kind,
        at: report.at,
        text: report.text.clone(),
        transcript: said.transcript.clone(),
        files: said.files.clone(),
    }
}
