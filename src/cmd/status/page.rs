//! The status report as text.

use std::collections::BTreeMap;

use super::{Observations, Report};
use crate::core::policy::report::ArtifactUse;
use crate::core::policy::report::SessionCounts;
use crate::core::text;
use crate::os::clock;
use crate::store::RunSummary;
use crate::store::stats::Failure;
use crate::ui;

/// Number of artifacts to list; the report has them all.
const MOST_NAMED: usize = 5;

/// Advice about a text that the person has not accepted.
const NOT_ACCEPTED: &str = "you have not accepted it, so sessions are not told it: `ingrain review`";

/// A label and its text.
type Line = (&'static str, String);

pub(super) fn page(report: &Report) -> String {
    let mut lines = vec![
        ("hooks", hooks(report)),
        ("project", project(report)),
        ("sessions", sessions(&report.sessions)),
    ];
    lines.extend(learned(report));
    lines.extend(runs(report));
    lines.extend(report.next.iter().map(|next| ("next", next.clone())));
    lines.extend(verdict(&report.health));
    lines.extend(report.notes.iter().map(|note| ("note", ui::inert(note))));
    lines.extend(report.log.clone().map(|log| ("log", log)));
    let rows: Vec<[String; 2]> = lines.into_iter().map(|(word, text)| [word.to_owned(), text]).collect();
    ui::columns(&rows)
}

fn hooks(report: &Report) -> String {
    let gates = if report.gates { ", with gates" } else { "" };
    let line = if report.status_line.is_some() { ", with a status line" } else { "" };
    match (report.enabled, report.hooks_not_loaded.as_slice()) {
        (true, _) => format!("enabled in {}{gates}{line}", report.hooks.join(", ")),
        (false, []) => "not enabled; run `ingrain enable`".to_owned(),
        (false, files) => format!("registered in {}, which Claude Code does not load", files.join(", ")),
    }
}

fn project(report: &Report) -> String {
    match &report.project {
        None => "none: nothing is learned in this folder".to_owned(),
        Some(root) if report.excluded => {
            format!("{root}, which your setting `exclude` leaves out: nothing is learned here")
        }
        Some(root) => root.clone(),
    }
}

fn use_of(artifact: &ArtifactUse) -> String {
    let errors = match artifact.errors {
        0 => String::new(),
        errors => format!(", speaks to {}", text::plural(errors as usize, "error", "errors")),
    };
    let used = text::plural(artifact.used as usize, "session", "sessions");
    format!("{}: used in {used}{errors}", artifact.place)
}

fn sessions(counts: &SessionCounts) -> String {
    let SessionCounts { captured, learned, waiting, failed, missed, empty } = counts;
    let left = if *empty > 0 { format!(", {empty} opened and left") } else { String::new() };
    let found = match missed {
        0 => String::new(),
        n => format!("; {n} ended without notice (no SessionEnd) and found at a later start"),
    };
    format!("{captured} captured: {learned} learned, {waiting} waiting, {failed} failed{left}{found}")
}

fn learned(report: &Report) -> Vec<Line> {
    let Observations { total, by_type, by_status, needs_review, waiting } = &report.observations;
    let mut lines = match total {
        0 => vec![("observations", "0".to_owned())],
        _ => vec![("observations", format!("{total}: {}", kinds(by_type))), ("status", parts(by_status))],
    };
    lines.push(("artifacts", report.artifacts.to_string()));
    lines.extend(report.artifact_use.iter().take(MOST_NAMED).map(|artifact| ("", use_of(artifact))));
    lines.extend(more(report.artifact_use.len()));
    let missing = report.missing.iter().take(MOST_NAMED);
    lines.extend(
        missing
            .map(|absent| ("missing", format!("⚠ {}: {}", absent.artifact, absent.sentence(clock::minute)))),
    );
    let unknown = report.unknown.iter().take(MOST_NAMED);
    lines.extend(unknown.map(|place| ("unknown", format!("⚠ {}: {NOT_ACCEPTED}", ui::inert(place)))));
    lines.extend(more(report.unknown.len()));
    if report.proposals > 0 {
        let asked = text::plural(report.proposals, "command", "commands");
        lines.push(("proposed", format!("⚠ agents asked for {asked} of yours: `ingrain review`")));
    }
    if report.incomplete > 0 {
        let outcomes = text::plural(report.incomplete as usize, "outcome lacks", "outcomes lack");
        lines.push(("outcomes", format!("⚠ {outcomes} what learning needs: `ingrain outcome audit`")));
    }
    if !report.stale_overlays.is_empty() {
        let tools = ui::inert(&report.stale_overlays.join(", "));
        lines.push(("overlays", format!("⚠ without a run for long: {tools}: `ingrain policy show`")));
    }
    if *needs_review > 0 {
        lines.push((
            "review",
            format!("⚠ {}: `ingrain review`", text::plural(*needs_review, "needs a look", "need a look")),
        ));
    }
    if report.guards > 0 {
        let rules = text::plural(report.guards, "rule", "rules");
        lines.push(("guards", format!("{rules} could be enforced on tool calls: `ingrain review`")));
    }
    if *waiting > 0 {
        lines.push(("inbox", format!("{waiting} ready and not written: `ingrain review`")));
    }
    lines
}

fn runs(report: &Report) -> Vec<Line> {
    let spent = match report.extractor.as_str() {
        "claude" => {
            let today = text::plural(report.runs_today as usize, "call", "calls");
            format!("claude: {today} today, ${:.2} spent, in all projects", report.spend_usd_today)
        }
        free => free.to_owned(),
    };
    let extractor = (!report.extractor.is_empty()).then_some(("extractor", spent));
    let runs = report.last_runs.iter().map(|run| ("run", run_line(run)));
    let failure = report.last_failure.iter().map(|failure| ("failure", failure_line(failure)));
    extractor.into_iter().chain(runs).chain(failure).collect()
}

fn failure_line(failure: &Failure) -> String {
    let whose = failure.session.as_ref().map_or("the extractor".to_owned(), |id| format!("session {id}"));
    let at = clock::minute(failure.at);
    format!("{at}  {}: {}", ui::inert(&whose), ui::inert(&failure.why))
}

fn verdict(health: &[String]) -> Vec<Line> {
    match health {
        [] => vec![("health", "ok".to_owned())],
        problems => problems.iter().map(|problem| ("health", ui::inert(problem))).collect(),
    }
}

/// What is there beside the ones that are named.
fn more(all: usize) -> Option<Line> {
    let more = all.saturating_sub(MOST_NAMED);
    (more > 0).then(|| ("", format!("and {more} more")))
}

fn kinds(counts: &BTreeMap<&str, usize>) -> String {
    let mut said = Vec::new();
    for (word, n) in counts.iter().filter(|(_, n)| **n > 0) {
        said.push(match *word {
            "procedural" => format!("{n} procedural"),
            word => text::plural(*n, word, &format!("{word}s")),
        });
    }
    said.join(", ")
}

fn parts(counts: &BTreeMap<&str, usize>) -> String {
    counts
        .iter()
        .filter(|(_, n)| **n > 0)
        .map(|(word, n)| format!("{n} {word}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The same count as `backfill` and `learn` give.
fn found(run: &RunSummary) -> String {
    let new = text::plural(run.observed as usize, "new observation", "new observations");
    let parts = [
        (run.observed, new),
        (run.seen, format!("{} seen again", run.seen)),
        (run.dropped, format!("{} not kept", run.dropped)),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, part)| part).collect();
    if parts.is_empty() { "nothing new found".to_owned() } else { parts.join(", ") }
}

fn run_line(run: &RunSummary) -> String {
    let outcome = match &run.error {
        Some(error) => format!("failed: {}", ui::inert(error)),
        None => found(run),
    };
    format!("{}  {}  {outcome}", clock::minute(run.started_at), run.extractor)
}
