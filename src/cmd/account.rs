//! An account of one thing and the reasons for it: headings with lines below. `why` prints it and
//! `review` shows it.

use anyhow::Result;
use rusqlite::Connection;

use crate::core::learn::readiness;
use crate::core::learn::waiting::waits_for;
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::{Evidence, Observation, Status};
use crate::core::outcomes::feedback::FeedbackEvent;
use crate::core::outcomes::{feedback_weight, maturity};
use crate::core::text;
use crate::os::clock;
use crate::store;
use crate::worker::memory::Memory;
use crate::worker::stage::reconcile;

/// Changes read from its history.
const MOST_CHANGES: usize = 1_000;
pub const FARED: &str = "how it fared";
pub const MISSING: &str = "what is missing";

/// A heading and its lines.
pub type Reasons = (&'static str, Vec<String>);

pub fn of_observation(memory: Memory<'_>, o: &Observation) -> Result<Vec<Reasons>> {
    let uses = store::usage::uses_of(memory.db, &o.id)?;
    let word = if o.status == Status::Deprecated { "--restore" } else { "--keep" };
    let mut fared = maturity(memory, &o.id, &format!("ingrain review {word} {}", o.id))?;
    let feedback = feedback(memory, &o.id)?;
    if uses == 0 && feedback.is_empty() && store::feedback::ruling(memory.db, &o.id)? == Default::default() {
        fared.clear();
    }
    let absent = reconcile::absent(memory.db)?.remove(&o.id);
    fared.extend(absent.map(|absent| format!("its file was {}", absent.sentence(clock::minute))));
    if uses > 0 {
        fared.push(format!("used in {}", text::plural(uses as usize, "session", "sessions")));
    }
    let waits = waits_for(o, &memory.config.thresholds, memory.now);
    Ok(vec![
        (MISSING, waits.into_iter().collect()),
        ("score", readiness::explain(o, &memory.config.thresholds, refusal(memory.db, &o.id)?)),
        (FARED, fared),
        ("feedback", feedback),
        ("quotes", o.evidence.iter().map(quote).collect()),
    ])
}

/// The person's last rejection.
fn refusal(db: &Connection, id: &str) -> Result<Option<ChangeKind>> {
    let changes = store::history::list(db, Some(id), MOST_CHANGES)?;
    let actions = changes.iter().map(|change| change.action);
    Ok(actions.into_iter().find(|action| matches!(action, ChangeKind::Rejected | ChangeKind::Refused)))
}

fn quote(e: &Evidence) -> String {
    // Imported older logs have no session.
    let session = if e.session.is_empty() { "another memory" } else { &e.session };
    format!("{} in {session}, {}: “{}”", clock::day(e.at), e.speaker.as_str(), e.quote)
}

pub fn maturity(memory: Memory<'_>, subject: &str, reset: &str) -> Result<Vec<String>> {
    let events = store::feedback::of(memory.db, subject)?;
    let ruling = store::feedback::ruling(memory.db, subject)?;
    let marks = feedback_weight::marks(&events);
    Ok(maturity::explain(&marks, &ruling, memory.now, &memory.config.maturity, reset))
}

pub fn feedback(memory: Memory<'_>, subject: &str) -> Result<Vec<String>> {
    Ok(store::feedback::of(memory.db, subject)?.iter().map(feedback_line).collect())
}

fn feedback_line(event: &FeedbackEvent) -> String {
    let word = if event.helpful { "helpful" } else { "harmful" };
    format!("{} {word} at {:.2} in segment {}", clock::day(event.at), event.raw, event.segment)
}
