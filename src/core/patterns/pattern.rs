//! A pattern: one line that agents concluded or tried, and its track record. It is shown to later
//! agents, and never written to a file.

mod context;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::core::model::Time;
use crate::core::model::word_enum::word_enum;
use crate::core::text::{hash, normalise, one_line, plural};

pub use context::Context;

const MOST_EXAMPLES: usize = 10;
/// The length in characters of a line that says one thing.
pub const LENGTHS: RangeInclusive<usize> = 20..=240;
/// The role of the session itself, as opposed to its subagents.
pub const MAIN_ROLE: &str = "main";

word_enum! {
    pub enum PatternKind ("kind") {
        Pattern = "pattern",
        AntiPattern = "anti_pattern",
    }
}

/// Serialises a kind as two fields, as the published format does.
fn as_two_fields<S: Serializer>(kind: &PatternKind, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("kind", kind)?;
    map.serialize_entry("is_negative", &(*kind == PatternKind::AntiPattern))?;
    map.end()
}

word_enum! {
    /// How firmly it is worded. A rule deserves more room than a remark.
    pub enum Category ("category") {
        Observation = "observation",
        Causal = "causal",
        Rule = "rule",
    }
}

word_enum! {
    /// Only a person makes a pattern active.
    pub enum Lifecycle ("lifecycle") {
        Observed = "observed",
        Candidate = "candidate",
        Verified = "verified",
        Active = "active",
        Deprecated = "deprecated",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pattern {
    pub id: String,
    pub content: String,
    #[serde(flatten, serialize_with = "as_two_fields")]
    pub kind: PatternKind,
    pub role: String,
    pub category: Category,
    pub lifecycle: Lifecycle,
    /// Numbers of segments that used it and ended well, or badly.
    pub success_count: u32,
    pub failure_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub tags: BTreeSet<String>,
    /// The newest ten segments behind the counts.
    pub examples: Vec<String>,
    /// Links an anti-pattern and the pattern that it was made from, in both directions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linked: Option<String>,
    #[serde(flatten)]
    pub track: Track,
    pub created_at: Time,
    pub updated_at: Time,
}

/// The record of reviews. Being seen, confirmed and rejected are three different things, and
/// repetition is neither of the last two.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Track {
    pub seen: u32,
    pub reinforced: u32,
    pub ignored: u32,
    /// Grows by the weight of the role whose finding was rejected.
    pub ignore_weight: f64,
    /// Consecutive times that it would have applied and was not confirmed.
    pub skips: u32,
    pub last_used: Time,
    /// It was rejected after it had been confirmed.
    pub regression: bool,
    /// It was called a false positive, and nothing has answered that yet.
    pub disputed: bool,
    /// The time since when its score is too low to be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weak_since: Option<Time>,
}

impl Track {
    pub fn first_seen(at: Time) -> Track {
        Track {
            seen: 1,
            reinforced: 0,
            ignored: 0,
            ignore_weight: 0.0,
            skips: 0,
            last_used: at,
            regression: false,
            disputed: false,
            weak_since: None,
        }
    }
}

impl Track {
    /// The note for people on a finding that was trusted and is now rejected.
    pub fn regression(&self) -> Option<String> {
        let held_up = plural(self.reinforced as usize, "time", "times");
        self.regression.then(|| format!("rejected although it had held up {held_up}"))
    }
}

impl Pattern {
    pub fn new(role: &str, content: &str, category: Category, at: Time) -> Pattern {
        let content = one_line(content);
        Pattern {
            id: id_of(role, &content),
            content,
            kind: PatternKind::Pattern,
            role: role.to_owned(),
            category,
            lifecycle: Lifecycle::Observed,
            success_count: 0,
            failure_count: 0,
            reason: None,
            tags: BTreeSet::new(),
            examples: vec![],
            linked: None,
            track: Track::first_seen(at),
            created_at: at,
            updated_at: at,
        }
    }

    pub fn is_negative(&self) -> bool {
        self.kind == PatternKind::AntiPattern
    }

    pub fn uses(&self) -> u32 {
        self.success_count.saturating_add(self.failure_count)
    }

    /// Counts another session that shows it, which alone says nothing about its value.
    pub fn seen_again(&self, at: Time) -> Pattern {
        let track = Track {
            seen: self.track.seen.saturating_add(1),
            last_used: self.track.last_used.max(at),
            ..self.track.clone()
        };
        Pattern { track, updated_at: self.updated_at.max(at), ..self.clone() }
    }

    /// Counts one more segment that used it.
    pub fn used(&self, success: bool, segment: &str, now: Time) -> Pattern {
        let mut next = Pattern { updated_at: now, ..self.clone() };
        let count = if success { &mut next.success_count } else { &mut next.failure_count };
        *count = count.saturating_add(1);
        next.examples.push(segment.to_owned());
        let too_many = next.examples.len().saturating_sub(MOST_EXAMPLES);
        next.examples.drain(..too_many);
        next
    }
}

/// A hash that is equal for two spellings of one pattern.
pub fn text_hash(content: &str) -> String {
    hash(&normalise(content))
}

/// The same line of the same role always has the same id.
pub fn id_of(role: &str, content: &str) -> String {
    let digest = hash(&format!("{role}\0{}", normalise(content)));
    format!("pat_{}", &digest[..12])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    fn pattern() -> Pattern {
        Pattern::new(MAIN_ROLE, "Split by  feature\n", Category::Rule, at(0))
    }

    #[test]
    fn the_tenth_example_pushes_the_first_out() {
        let ten = (0..10).fold(pattern(), |p, n| p.used(true, &format!("s{n}"), at(n)));
        let eleven = ten.used(false, "new", at(99));
        assert_eq!(eleven.examples.len(), 10);
        assert_eq!((eleven.examples[0].as_str(), eleven.examples[9].as_str()), ("s1", "new"));
        assert_eq!((eleven.success_count, eleven.failure_count, eleven.uses()), (10, 1, 11));
        assert_eq!(eleven.updated_at, at(99));
    }

    #[test]
    fn identity_is_role_and_words() {
        assert_eq!(id_of("main", "Split by feature."), id_of("main", "split BY feature"));
        assert_ne!(id_of("main", "split by feature"), id_of("judge", "split by feature"));
    }

    #[test]
    fn json_has_the_published_fields() {
        let json = serde_json::to_value(pattern()).unwrap();
        assert_eq!((&json["kind"], &json["is_negative"]), (&"pattern".into(), &false.into()));
        assert_eq!((&json["content"], &json["success_count"]), (&"Split by feature".into(), &0.into()));
        assert_eq!((&json["seen"], &json["lifecycle"]), (&1.into(), &"observed".into()));
    }
}
