//! What is known of one thing and why, as headings with lines below them: what `why` prints and `review` shows.

use anyhow::Result;
use rusqlite::Connection;

use crate::core::config::Config;
use crate::core::learn::readiness;
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::{Evidence, Observation, Status, Time};
use crate::core::outcomes::feedback::FeedbackEvent;
use crate::core::outcomes::{feedback_weight, maturity};
use crate::core::text;
use crate::os::clock;
use crate::store;
use crate::worker::stage::reconcile;

/// Where answers come from, and the moment they are given at.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    pub db: &'a Connection,
    pub config: &'a Config,
    pub now: Time,
}

/// Read of its history.
const MOST_CHANGES: usize = 1_000;
pub const FARED: &str = "how it fared";

/// A heading and what there is to say under it.
pub type Reasons = (&'static str, Vec<String>);

pub fn of_observation(sources: Sources<'_>, o: &Observation) -> Result<Vec<Reasons>> {
    let uses = store::usage::uses_of(sources.db, &o.id)?;
    let word = if o.status == Status::Deprecated { "--restore" } else { "--keep" };
    let mut fared = maturity(sources, &o.id, &format!("ingrain review {word} {}", o.id))?;
    let absent = reconcile::absent(sources.db)?.remove(&o.id);
    fared.extend(absent.map(|absent| format!("its file was {}", absent.sentence(clock::minute))));
    fared.push(format!("used in {}", text::plural(uses as usize, "session", "sessions")));
    Ok(vec![
        ("score", readiness::explain(o, &sources.config.thresholds, refusal(sources.db, &o.id)?)),
        (FARED, fared),
        ("feedback", feedback(sources, &o.id)?),
        ("quotes", o.evidence.iter().map(quote).collect()),
    ])
}

/// How a person refused it last.
fn refusal(db: &Connection, id: &str) -> Result<Option<ChangeKind>> {
    let changes = store::history::list(db, Some(id), MOST_CHANGES)?;
    let actions = changes.iter().map(|change| change.action);
    Ok(actions.into_iter().find(|action| matches!(action, ChangeKind::Rejected | ChangeKind::Refused)))
}

fn quote(e: &Evidence) -> String {
    // An older log, taken over, does not say where.
    let session = if e.session.is_empty() { "another memory" } else { &e.session };
    format!("{} in {session}, {}: “{}”", clock::day(e.at), e.speaker.as_str(), e.quote)
}

pub fn maturity(sources: Sources<'_>, subject: &str, reset: &str) -> Result<Vec<String>> {
    let events = store::feedback::of(sources.db, subject)?;
    let ruling = store::feedback::ruling(sources.db, subject)?;
    let marks = feedback_weight::marks(&events);
    Ok(maturity::explain(&marks, &ruling, sources.now, &sources.config.maturity, reset))
}

pub fn feedback(sources: Sources<'_>, subject: &str) -> Result<Vec<String>> {
    let line = |event: &FeedbackEvent| {
        let word = if event.helpful { "helpful" } else { "harmful" };
        format!("{} {word} at {:.2} in segment {}", clock::day(event.at), event.raw, event.segment)
    };
    Ok(store::feedback::of(sources.db, subject)?.iter().map(line).collect())
}
