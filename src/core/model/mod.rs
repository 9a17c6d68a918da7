//! The nouns that every stage of the loop shares. Data only: the rules are in other modules.

pub mod artifact_path;
pub mod change_kind;
pub(crate) mod cost;
pub(crate) mod decay;
pub(crate) mod groups;
pub mod outcome;
pub(crate) mod review_state;
pub(crate) mod rounding;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod when;
pub(crate) mod word_enum;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::model::review_state::ReviewState;
use super::model::word_enum::word_enum;

pub use super::model::review_state::ReviewReason;

pub type Time = DateTime<Utc>;

word_enum! {
    /// What people teach. Each kind has one sort of artifact.
    pub enum Kind ("type") {
        Workflow = "workflow",
        Procedural = "procedural",
        Decision = "decision",
        Pitfall = "pitfall",
    }
}

word_enum! {
    /// How far an observation has come towards an artifact.
    pub enum Status ("status") {
        Observing = "observing",
        Ready = "ready",
        Created = "created",
        Deprecated = "deprecated",
    }
}

/// The fields of one kind. Serialises as a plain object of those fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Details {
    Workflow { steps: Vec<String> },
    Procedural { situation: String, steps: Vec<String>, rationale: String },
    Decision { context: String, decision: String, rationale: String },
    Pitfall { area: String, issue: String, impact: String, resolution: String },
}

impl Details {
    pub fn kind(&self) -> Kind {
        match self {
            Details::Workflow { .. } => Kind::Workflow,
            Details::Procedural { .. } => Kind::Procedural,
            Details::Decision { .. } => Kind::Decision,
            Details::Pitfall { .. } => Kind::Pitfall,
        }
    }

    /// The recommended action, without situation or reasons.
    pub fn advice(&self) -> String {
        match self {
            Details::Workflow { steps } | Details::Procedural { steps, .. } => steps.join("\n"),
            Details::Decision { decision, .. } => decision.clone(),
            Details::Pitfall { resolution, .. } => resolution.clone(),
        }
    }

    /// All text of the details in one string, for keys, staleness and similarity.
    pub fn text(&self) -> String {
        match self {
            Details::Workflow { steps } => steps.join("\n"),
            Details::Procedural { situation, steps, rationale } => {
                format!("{situation}\n{}\n{rationale}", steps.join("\n"))
            }
            Details::Decision { context, decision, rationale } => {
                format!("{context}\n{decision}\n{rationale}")
            }
            Details::Pitfall { area, issue, impact, resolution } => {
                format!("{area}\n{issue}\n{impact}\n{resolution}")
            }
        }
    }
}

word_enum! {
    /// The author of the quoted words. `Structure` quotes no words: it is recomputed from tool
    /// calls.
    pub enum Speaker ("speaker") {
        User = "user",
        Assistant = "assistant",
        Structure = "structure",
    }
}

/// A quote that was found in a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub session: String,
    /// The turn's identity: a line's uuid, or a hash for queued messages.
    pub turn: String,
    pub speaker: Speaker,
    pub quote: String,
    pub at: Time,
}

/// Something that people taught, and how well it has held up.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    pub id: String,
    pub title: String,
    pub details: Details,
    /// Concrete things it is about (a command, a path, a rule id), in lower case. Empty when none
    /// was named.
    pub keys: BTreeSet<String>,
    /// Distinct sessions it was seen in, including imported ones.
    pub count: u32,
    /// 1.0, times 0.3 for each of its artifacts that a person deleted.
    pub penalty: f64,
    pub status: Status,
    /// Verified once; never reset.
    pub quality_ok: bool,
    /// Findings of all sightings together.
    pub quality: Quality,
    pub first_seen: Time,
    pub last_seen: Time,
    /// The newest ten.
    pub evidence: Vec<Evidence>,
    pub reviews: BTreeSet<ReviewReason>,
    /// The observation whose decision replaced this one.
    pub superseded_by: Option<String>,
    /// The known sessions behind `count`.
    pub sessions: BTreeSet<String>,
    /// A person's decisions about it.
    pub review_state: ReviewState,
}

/// How the turn of words begins that were said to ingrain itself.
pub const SAID_TO_INGRAIN: &str = "said:";

impl Observation {
    pub fn kind(&self) -> Kind {
        self.details.kind()
    }

    /// Why it is certain without being seen often: a person's word.
    pub fn certainty(&self) -> Option<&'static str> {
        match self.review_state.accepted {
            true if self.is_in_own_words() => Some("you said so"),
            true => Some("you accepted it"),
            false => None,
        }
    }

    /// A person asked for it to be remembered, so its words are theirs.
    pub fn is_in_own_words(&self) -> bool {
        self.evidence.iter().any(|said| said.turn.starts_with(SAID_TO_INGRAIN))
    }

    /// A person took back its artifact and has not decided since.
    pub fn is_held(&self) -> bool {
        self.reviews.contains(&ReviewReason::TakenBack)
    }

    /// A person said that it no longer holds, and has neither decided nor said it again since.
    pub fn is_revoked(&self) -> bool {
        self.reviews.contains(&ReviewReason::Revoked)
    }
}

/// One verified item of an extractor or detector, on its way into `merge`.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub title: String,
    pub details: Details,
    pub keys: BTreeSet<String>,
    /// An existing observation's id, when the extractor named one of the same kind.
    pub matches: Option<String>,
    /// Only quotes that were found in their message. Never empty.
    pub evidence: Vec<Evidence>,
    /// Maps a turn to the session that its sighting counts for, when the same words were said
    /// shortly before in another session.
    pub credits: BTreeMap<String, String>,
    /// Turns that do not count as sightings, because the same words were said shortly before in any
    /// session.
    pub resent: BTreeSet<String>,
    /// Findings of verification that do not depend on other sessions.
    pub quality: Quality,
}

/// The findings behind `quality_ok`, kept apart so that `why` can name the one that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Quality {
    /// The extractor vouched for it.
    pub attested: bool,
    /// It names a command, a path, a tool or an identifier.
    pub concrete: bool,
    /// Decisions: a user's quote contains a word of the rationale table.
    pub rationale: bool,
    /// Pitfalls: the assistant's and the user's words are both quoted.
    pub both_sides: bool,
    /// CLAUDE.md, AGENTS.md or a skill that is not ours says it already.
    pub redundant: bool,
    /// Found by a detector and recomputed, so no quotes are needed.
    pub structural: bool,
}

/// One turn that may teach, redacted and cut, with what the assistant said before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    pub turn: String,
    pub at: Time,
    pub text: String,
    pub prior: Option<Prior>,
}

impl Signal {
    /// Empty if the assistant had said nothing yet.
    pub fn prior_text(&self) -> &str {
        self.prior.as_ref().map(|prior| prior.text.as_str()).unwrap_or_default()
    }
}

/// The end of what the assistant said since the previous user turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prior {
    pub turn: String,
    pub text: String,
}

/// A session's share of an extraction batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchSession {
    pub session: String,
    pub signals: Vec<Signal>,
    /// What hooks injected into that session; the assistant repeating it is not evidence.
    pub injected: Vec<String>,
}
