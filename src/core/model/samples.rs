//! Sample observations for tests.

use std::collections::BTreeSet;

use super::{Details, Evidence, Kind, Observation, Quality, Speaker, Status, Time};

/// Seconds after a fixed moment, 2025-10-09T08:53:20Z.
pub(crate) fn at(seconds: i64) -> Time {
    Time::from_timestamp(1_760_000_000 + seconds, 0).unwrap()
}

pub(crate) fn details(kind: Kind, about: &str) -> Details {
    let about = about.to_owned();
    match kind {
        Kind::Workflow => Details::Workflow { steps: vec![about] },
        Kind::Procedural => {
            Details::Procedural { situation: about.clone(), steps: vec![about], rationale: String::new() }
        }
        Kind::Decision => {
            Details::Decision { context: String::new(), decision: about, rationale: String::new() }
        }
        Kind::Pitfall => Details::Pitfall {
            area: about.clone(),
            issue: about.clone(),
            impact: String::new(),
            resolution: about,
        },
    }
}

pub(crate) fn observation(kind: Kind, id: &str, title: &str) -> Observation {
    Observation {
        id: id.to_owned(),
        title: title.to_owned(),
        details: details(kind, title),
        keys: BTreeSet::new(),
        count: 1,
        penalty: 1.0,
        status: Status::Observing,
        quality_ok: true,
        quality: Quality::default(),
        first_seen: at(0),
        last_seen: at(0),
        evidence: vec![],
        reviews: BTreeSet::new(),
        superseded_by: None,
        sessions: BTreeSet::new(),
        review_state: Default::default(),
    }
}

pub(crate) fn said(session: &str, turn: &str, quote: &str, seconds: i64) -> Evidence {
    Evidence {
        session: session.to_owned(),
        turn: turn.to_owned(),
        speaker: Speaker::User,
        quote: quote.to_owned(),
        at: at(seconds),
    }
}
