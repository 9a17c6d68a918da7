//! The nouns that every stage of the loop shares. Data only: the rules live in the files named after them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::review::Said;

pub type Time = DateTime<Utc>;

/// What people teach. Each kind has one sort of artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Workflow,
    Procedural,
    Decision,
    Pitfall,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Workflow, Kind::Procedural, Kind::Decision, Kind::Pitfall];

    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Workflow => "workflow",
            Kind::Procedural => "procedural",
            Kind::Decision => "decision",
            Kind::Pitfall => "pitfall",
        }
    }
}

/// Has the observation an artifact?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Observing,
    Ready,
    Created,
    Deprecated,
}

impl Status {
    pub const ALL: [Status; 4] = [Status::Observing, Status::Ready, Status::Created, Status::Deprecated];

    pub fn as_str(self) -> &'static str {
        match self {
            Status::Observing => "observing",
            Status::Ready => "ready",
            Status::Created => "created",
            Status::Deprecated => "deprecated",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{word}`, expected one of: {allowed}")]
pub struct UnknownWord {
    pub what: &'static str,
    pub word: String,
    pub allowed: &'static str,
}

impl FromStr for Kind {
    type Err = UnknownWord;
    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Kind::ALL.into_iter().find(|k| k.as_str() == word).ok_or(UnknownWord {
            what: "type",
            word: word.to_owned(),
            allowed: "workflow, procedural, decision, pitfall",
        })
    }
}

impl FromStr for Status {
    type Err = UnknownWord;
    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Status::ALL.into_iter().find(|s| s.as_str() == word).ok_or(UnknownWord {
            what: "status",
            word: word.to_owned(),
            allowed: "observing, ready, created, deprecated",
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
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

    /// What it tells one to do, without situation or reasons.
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

/// Who said the quoted words, or that nobody did: structure is recomputed from tool calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    User,
    Assistant,
    Structure,
}

impl Speaker {
    pub fn as_str(self) -> &'static str {
        match self {
            Speaker::User => "user",
            Speaker::Assistant => "assistant",
            Speaker::Structure => "structure",
        }
    }

    pub fn parse(word: &str) -> Option<Speaker> {
        [Speaker::User, Speaker::Assistant, Speaker::Structure].into_iter().find(|s| s.as_str() == word)
    }
}

/// A quote that is known to stand in a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    pub session: String,
    /// The turn's identity: a line's uuid, or a hash for queued messages.
    pub turn: String,
    pub speaker: Speaker,
    pub quote: String,
    pub at: Time,
}

/// Why a person should look at an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewReason {
    StaleReference,
    Diverging,
    SoftCap,
    LowQuality,
    Unused,
    Harmful,
    MassDeletion,
    /// A person took back what was made of it. Until they rule, it is neither promoted nor written.
    TakenBack,
}

impl ReviewReason {
    pub const ALL: [ReviewReason; 8] = [
        ReviewReason::StaleReference,
        ReviewReason::Diverging,
        ReviewReason::SoftCap,
        ReviewReason::LowQuality,
        ReviewReason::Unused,
        ReviewReason::Harmful,
        ReviewReason::MassDeletion,
        ReviewReason::TakenBack,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            ReviewReason::StaleReference => "stale_reference",
            ReviewReason::Diverging => "diverging",
            ReviewReason::SoftCap => "soft_cap",
            ReviewReason::LowQuality => "low_quality",
            ReviewReason::Unused => "unused",
            ReviewReason::Harmful => "harmful",
            ReviewReason::MassDeletion => "mass_deletion",
            ReviewReason::TakenBack => "taken_back",
        }
    }
}

/// Something that people taught, and how well it has held up.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    pub id: String,
    pub title: String,
    pub details: Details,
    /// Concrete things it is about (a command, a path, a rule id), lower case; empty when none was named.
    pub keys: BTreeSet<String>,
    /// Distinct sessions it was seen in, imported ones included.
    pub count: u32,
    /// 1.0, and × 0.3 for every artifact of it that a person deleted.
    pub penalty: f64,
    pub status: Status,
    /// Verified, once and for good.
    pub quality_ok: bool,
    /// What was found so far, in all sightings together.
    pub quality: Quality,
    pub first_seen: Time,
    pub last_seen: Time,
    /// The newest ten.
    pub evidence: Vec<Evidence>,
    pub reviews: BTreeSet<ReviewReason>,
    /// The observation whose decision replaced this one.
    pub superseded_by: Option<String>,
    /// The sessions behind `count`, as far as they are known.
    pub sessions: BTreeSet<String>,
    /// What a person ruled.
    pub said: Said,
}

impl Observation {
    pub fn kind(&self) -> Kind {
        self.details.kind()
    }

    /// A person took back what was made of it, and has not ruled since.
    pub fn is_held(&self) -> bool {
        self.reviews.contains(&ReviewReason::TakenBack)
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
    /// By turn, the session that its sighting counts for, where the same words were said shortly before in another.
    pub credits: BTreeMap<String, String>,
    /// What verification found, apart from what depends on other sessions.
    pub quality: Quality,
}

/// The findings behind `quality_ok`, kept apart so that `why` can name the one that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Quality {
    /// The extractor said so.
    pub attested: bool,
    /// It names a command, a path, a tool, an identifier.
    pub concrete: bool,
    /// Decisions: a marker of the rationale table stands in a user's quote.
    pub rationale: bool,
    /// Pitfalls: the assistant's and the user's words are both quoted.
    pub both_sides: bool,
    /// CLAUDE.md, AGENTS.md or a skill that is not ours says it already.
    pub redundant: bool,
    /// Found by a detector and recomputed, so quotes are not what backs it.
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
    /// What hooks injected into that session: an assistant repeating it proves nothing.
    pub injected: Vec<String>,
}
