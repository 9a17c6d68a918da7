//! The list of items to review, most urgent first, and the actions on each.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use crate::core::config::Promotion;
use crate::core::guards::guard::GuardLevel;
use crate::core::learn::inbox::{self, Next};
use crate::core::learn::said_lately;
use crate::core::model::review_state::FlagFacts;
use crate::core::model::word_enum::word_enum;
use crate::core::model::{Kind, Observation, ReviewReason, Status, Time};
use crate::core::text::plural;

/// A longer list of what was said once or twice is not read.
const MOST_PROPOSALS: usize = 5;

/// What an item is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReviewSubject {
    Observation(String),
    /// A tool, by the name of its adapter.
    Tool(String),
    /// A text in the project that the person has not adopted.
    FoundText(String),
    /// A command that an agent asked for.
    Proposal(String),
    /// A rule that could be enforced on tool calls.
    Guard(String),
}

impl ReviewSubject {
    pub fn id(&self) -> &str {
        match self {
            ReviewSubject::Observation(id)
            | ReviewSubject::Tool(id)
            | ReviewSubject::FoundText(id)
            | ReviewSubject::Proposal(id)
            | ReviewSubject::Guard(id) => id,
        }
    }
}

/// The reason why it is in the list.
#[derive(Clone, Debug, PartialEq)]
pub enum ReviewItemReason {
    Flagged(ReviewReason, FlagFacts),
    /// Ready, but written only once a person accepts it.
    Waiting,
    /// Said once or twice, and written as soon as a person accepts it.
    SaidLately,
    /// Reliable enough to count as less risky, which only a person may decide.
    Reliable {
        score: f64,
        runs: u32,
    },
    /// Its file is full; this is how often it was used.
    Room {
        uses: u32,
    },
    /// The origin of its text is unknown.
    Unknown,
    /// An agent asked for it, but only a person may decide it.
    Proposed {
        by: String,
    },
    /// The calls that it would have caught.
    Guards {
        level: GuardLevel,
        so_far: String,
    },
    /// A person asked for it by its id.
    Asked,
    /// Decided, with nothing left open.
    Settled,
}

impl ReviewItemReason {
    pub fn word(&self) -> &'static str {
        match self {
            ReviewItemReason::Flagged(reason, _) => reason.as_str(),
            ReviewItemReason::Waiting => "ready",
            ReviewItemReason::SaidLately => "said",
            ReviewItemReason::Reliable { .. } => "policy",
            ReviewItemReason::Room { .. } => "capacity",
            ReviewItemReason::Unknown => "unknown",
            ReviewItemReason::Proposed { .. } => "proposed",
            ReviewItemReason::Guards { .. } => "guard",
            ReviewItemReason::Asked => "asked",
            ReviewItemReason::Settled => "settled",
        }
    }

    /// As a list shows it.
    pub fn label(&self) -> String {
        match self {
            ReviewItemReason::Unknown => "author unknown".to_owned(),
            _ => self.word().replace('_', " "),
        }
    }

    /// What keeps misleading sessions comes first, what only takes up room last.
    fn urgency(&self) -> usize {
        match self {
            ReviewItemReason::Asked => 0,
            ReviewItemReason::Flagged(ReviewReason::Harmful, _) => 1,
            ReviewItemReason::Proposed { .. } | ReviewItemReason::Unknown => 2,
            ReviewItemReason::Flagged(ReviewReason::Revoked, _) => 2,
            ReviewItemReason::Flagged(ReviewReason::MassDeletion, _) => 3,
            ReviewItemReason::Flagged(ReviewReason::StaleReference, _) => 4,
            ReviewItemReason::Flagged(ReviewReason::Diverging, _) => 5,
            ReviewItemReason::Waiting => 6,
            ReviewItemReason::Flagged(ReviewReason::TakenBack, _) => 7,
            ReviewItemReason::Flagged(ReviewReason::LowQuality, _) => 8,
            ReviewItemReason::Flagged(ReviewReason::Unused, _) => 9,
            ReviewItemReason::Flagged(ReviewReason::SoftCap, _) => 10,
            ReviewItemReason::SaidLately => 11,
            ReviewItemReason::Guards { .. } => 12,
            ReviewItemReason::Reliable { .. } => 13,
            ReviewItemReason::Room { .. } => 14,
            ReviewItemReason::Settled => 15,
        }
    }

    pub fn sentence(&self) -> String {
        match self {
            ReviewItemReason::Flagged(reason, facts) => flagged(*reason, facts),
            ReviewItemReason::Waiting => "new and ready: it is written once you accept it".to_owned(),
            ReviewItemReason::SaidLately => "you said it lately; accepted, it is written now".to_owned(),
            ReviewItemReason::Reliable { score, runs } => format!(
                "reliable: {score} over {}; accepted, it counts as less risky than other tools",
                plural(*runs as usize, "run", "runs")
            ),
            ReviewItemReason::Room { uses: 0 } => "never cited; its file is nearly full".to_owned(),
            ReviewItemReason::Room { uses } => {
                format!("cited in {}; its file is nearly full", plural(*uses as usize, "session", "sessions"))
            }
            ReviewItemReason::Unknown => {
                "it may have come with a branch or from an agent; sessions are told it once you accept it"
                    .to_owned()
            }
            ReviewItemReason::Proposed { by } => {
                format!("{by} asked for it; it is done once you accept it, as if you had typed it")
            }
            ReviewItemReason::Guards { level, so_far } if level.speaks() => {
                format!("is set to {level}, and {so_far}")
            }
            ReviewItemReason::Guards { so_far, .. } => {
                format!("could be enforced on tool calls; {so_far}")
            }
            ReviewItemReason::Asked => "you asked for it".to_owned(),
            ReviewItemReason::Settled => "nothing about it is open any more".to_owned(),
        }
    }
}

fn flagged(reason: ReviewReason, facts: &FlagFacts) -> String {
    match reason {
        // A file that was missing may be back by now; the next run looks again.
        ReviewReason::StaleReference if facts.named.is_empty() => "it named what was not there".to_owned(),
        ReviewReason::StaleReference => {
            format!("it names what is not there any more: {}", listed(facts, ", "))
        }
        ReviewReason::Revoked => {
            format!("you said since: “{}”, so sessions are not told it", listed(facts, "”, “"))
        }
        ReviewReason::Diverging => "lately something else was said about the same matter".to_owned(),
        ReviewReason::SoftCap => "its file holds more entries than anybody reads".to_owned(),
        ReviewReason::LowQuality => "seen again and again, and still not backed well enough".to_owned(),
        ReviewReason::Unused => format!("not used for {} days or more", facts.level * 30),
        ReviewReason::Harmful => "work that used it ended badly, so sessions are not told it".to_owned(),
        ReviewReason::TakenBack => "you took it back; it waits until you accept or reject it".to_owned(),
        ReviewReason::MassDeletion => "its file vanished, together with most others".to_owned(),
    }
}

fn listed(facts: &FlagFacts, between: &str) -> String {
    facts.named.iter().map(String::as_str).collect::<Vec<_>>().join(between)
}

word_enum! {
    /// An action on an item, in the order in which keys are listed.
    pub enum ReviewAction ("action") {
        Accept = "accept",
        Keep = "keep",
        Edit = "edit",
        Merge = "merge",
        Deprecate = "deprecate",
        Reject = "reject",
        Restore = "restore",
        Tell = "tell",
        Ask = "ask",
        Deny = "deny",
        Drop = "drop",
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReviewItem {
    pub subject: ReviewSubject,
    /// `None` for a tool.
    pub kind: Option<Kind>,
    pub title: String,
    pub status: Option<Status>,
    pub confidence: f64,
    /// Most urgent first, never empty.
    pub why: Vec<ReviewItemReason>,
    /// Its file, if it was written.
    pub place: Option<String>,
    pub last_seen: Time,
    /// Whether its artifact exists.
    pub stands: bool,
    /// Changes whenever the item does.
    pub stamp: String,
}

impl ReviewItem {
    pub fn what(&self) -> &'static str {
        match self.subject {
            ReviewSubject::FoundText(_) => "text",
            ReviewSubject::Proposal(_) => "proposal",
            ReviewSubject::Guard(_) => "guard",
            ReviewSubject::Observation(_) | ReviewSubject::Tool(_) => self.kind.map_or("tool", Kind::as_str),
        }
    }

    /// Whether a person may want to treat both items alike.
    pub fn is_like(&self, other: &ReviewItem) -> bool {
        self.kind == other.kind
            && self.why.first().map(ReviewItemReason::word) == other.why.first().map(ReviewItemReason::word)
    }

    pub fn offers(&self) -> &'static [ReviewAction] {
        use ReviewAction::{Accept, Ask, Deny, Deprecate, Drop, Edit, Keep, Merge, Reject, Restore, Tell};
        if let Some(ReviewItemReason::Guards { level, .. }) = self.why.first() {
            return if level.speaks() { &[Keep, Tell, Ask, Deny, Drop] } else { &[Tell, Ask, Deny, Drop] };
        }
        match self.status {
            None => &[Accept, Reject],
            Some(Status::Deprecated) => &[Restore],
            Some(Status::Created) if !self.stands => &[Restore, Reject, Keep],
            Some(Status::Created) => &[Keep, Edit, Merge, Deprecate, Reject],
            Some(Status::Ready) => &[Accept, Reject, Edit, Merge],
            Some(Status::Observing) if self.is_flagged() => &[Accept, Reject, Keep, Edit, Merge],
            Some(Status::Observing) => &[Accept, Reject, Edit, Merge],
        }
    }

    fn is_flagged(&self) -> bool {
        let asks = |why: &ReviewItemReason| matches!(why, ReviewItemReason::Flagged(reason, _) if *reason != ReviewReason::TakenBack);
        self.why.iter().any(asks)
    }
}

/// The reasons why an observation is in the list; empty if it is not.
pub fn reasons(
    o: &Observation,
    facts: &BTreeMap<ReviewReason, FlagFacts>,
    mode: Promotion,
) -> Vec<ReviewItemReason> {
    if o.status == Status::Deprecated {
        return Vec::new();
    }
    let facts_of = |reason: &ReviewReason| facts.get(reason).cloned().unwrap_or_default();
    // A revoked lesson that was never written needs no decision.
    let is_open = |reason: &&ReviewReason| o.status != Status::Observing || **reason != ReviewReason::Revoked;
    let flagged =
        o.reviews.iter().filter(is_open).map(|reason| ReviewItemReason::Flagged(*reason, facts_of(reason)));
    let waits = waits(o, mode);
    let mut why: Vec<ReviewItemReason> = flagged.chain(waits.then_some(ReviewItemReason::Waiting)).collect();
    why.sort_by_key(ReviewItemReason::urgency);
    why
}

/// Does it wait for the person to accept it?
pub fn waits(o: &Observation, mode: Promotion) -> bool {
    inbox::next(o, mode) == Next::Ask
}

/// How many wait for the person to accept them.
pub fn waiting(observations: &[Observation], mode: Promotion) -> usize {
    observations.iter().filter(|o| waits(o, mode)).count()
}

/// Lessons that were said too seldom to be written: those a list shows, and the number of the others.
pub struct Proposals<'a> {
    pub shown: Vec<&'a Observation>,
    pub more: usize,
}

pub fn proposals(observations: &[Observation], now: Time) -> Proposals<'_> {
    let said = said_lately::proposed(observations, now);
    let more = said.len().saturating_sub(MOST_PROPOSALS);
    let shown = said.into_iter().take(MOST_PROPOSALS).map(|said| said.observation).collect();
    Proposals { shown, more }
}

/// Most urgent first, then by type, newest first.
pub fn sort(items: &mut [ReviewItem]) {
    let first = |item: &ReviewItem| item.why.first().map_or(usize::MAX, ReviewItemReason::urgency);
    items.sort_unstable_by(|a, b| {
        let order = |item: &ReviewItem| (first(item), item.kind, Reverse(item.last_seen));
        order(a).cmp(&order(b)).then_with(|| by_name(&a.subject, &b.subject))
    });
}

/// Proposals are numbered: `p2` comes before `p10`.
fn by_name(a: &ReviewSubject, b: &ReviewSubject) -> Ordering {
    match (a, b) {
        (ReviewSubject::Proposal(one), ReviewSubject::Proposal(other)) => {
            one.len().cmp(&other.len()).then_with(|| one.cmp(other))
        }
        _ => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::core::model::samples::{at, observation};

    fn item(id: &str, kind: Kind, why: Vec<ReviewItemReason>, seconds: i64) -> ReviewItem {
        ReviewItem {
            subject: ReviewSubject::Observation(id.to_owned()),
            kind: Some(kind),
            title: id.to_owned(),
            status: Some(Status::Created),
            confidence: 0.9,
            why,
            place: None,
            last_seen: at(seconds),
            stands: true,
            stamp: String::new(),
        }
    }

    fn flag(reason: ReviewReason) -> ReviewItemReason {
        ReviewItemReason::Flagged(reason, FlagFacts::default())
    }

    #[test]
    fn urgent_ones_come_first_whatever_order_they_came_in() {
        let mut items = vec![
            item("f", Kind::Workflow, vec![flag(ReviewReason::Unused)], 0),
            item("d", Kind::Pitfall, vec![ReviewItemReason::Waiting], 9),
            item("a", Kind::Pitfall, vec![flag(ReviewReason::Harmful)], 0),
            item("c", Kind::Workflow, vec![ReviewItemReason::Waiting], 5),
            item("b", Kind::Workflow, vec![ReviewItemReason::Waiting], 7),
        ];
        sort(&mut items);
        let ids = |items: &[ReviewItem]| -> Vec<String> { items.iter().map(|i| i.title.clone()).collect() };
        assert_eq!(ids(&items), ["a", "b", "c", "d", "f"]);
        items.reverse();
        sort(&mut items);
        assert_eq!(ids(&items), ["a", "b", "c", "d", "f"]);
    }

    #[test]
    fn proposals_come_in_the_order_of_their_numbers() {
        let proposal = |name: &str| ReviewItem {
            subject: ReviewSubject::Proposal(name.to_owned()),
            ..item(name, Kind::Decision, vec![ReviewItemReason::Unknown], 0)
        };
        let mut items = ["p10", "p9", "p2"].map(proposal);
        sort(&mut items);
        assert_eq!(items.map(|item| item.title), ["p2", "p9", "p10"]);
    }

    #[test]
    fn why_an_observation_is_here() {
        let of = |status, reviews: &[ReviewReason]| Observation {
            status,
            reviews: reviews.iter().copied().collect::<BTreeSet<_>>(),
            ..observation(Kind::Decision, "obs_1", "t")
        };
        let words = |o: &Observation, mode| -> Vec<&str> {
            reasons(o, &BTreeMap::new(), mode).iter().map(ReviewItemReason::word).collect()
        };
        let (auto, inbox) = (Promotion::Auto, Promotion::Inbox);
        let both = [ReviewReason::Unused, ReviewReason::Harmful];
        assert_eq!(words(&of(Status::Created, &both), inbox), ["harmful", "unused"]);
        assert_eq!(words(&of(Status::Ready, &[]), inbox), ["ready"]);
        assert_eq!(words(&of(Status::Ready, &[]), auto), Vec::<&str>::new());
        assert_eq!(words(&of(Status::Observing, &[]), inbox), Vec::<&str>::new());
        assert_eq!(words(&of(Status::Deprecated, &both), inbox), Vec::<&str>::new());
        let older = Observation { superseded_by: Some("obs_2".to_owned()), ..of(Status::Ready, &[]) };
        assert_eq!(words(&older, inbox), Vec::<&str>::new());
    }

    #[test]
    fn every_reason_is_said_in_plain_words() {
        let facts = FlagFacts { named: BTreeSet::from(["src/a.rs".to_owned()]), level: 2 };
        for &reason in ReviewReason::ALL {
            let said = ReviewItemReason::Flagged(reason, facts.clone()).sentence();
            assert!(!said.contains('_') && said.len() < 75, "{said}");
        }
        assert!(
            ReviewItemReason::Flagged(ReviewReason::StaleReference, facts.clone())
                .sentence()
                .ends_with("src/a.rs")
        );
        assert!(ReviewItemReason::Flagged(ReviewReason::Unused, facts).sentence().contains("60 days"));
    }
}
