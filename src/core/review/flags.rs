//! Review flags: the facts that raise them, minus those that a person has answered.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::config::Thresholds;
use crate::core::knowledge::staleness;
use crate::core::learn::merge::Revocations;
use crate::core::learn::readiness;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::review_state::FlagFacts;
use crate::core::model::{Observation, ReviewReason, Status};

/// The facts for flags on one observation.
pub type ByReason = BTreeMap<ReviewReason, FlagFacts>;

/// Flags that are raised by an event, and cannot be derived later.
const SET_BY_EVENTS: [ReviewReason; 3] =
    [ReviewReason::Diverging, ReviewReason::MassDeletion, ReviewReason::TakenBack];

/// A flag that rests on facts stays until it is answered; the answer is forgotten when the facts
/// are gone. A rejected observation has no flags, and one that made room for another is only asked
/// about coming back.
pub fn flagged(mut o: Observation, facts: &ByReason) -> Observation {
    let (given_up, made_room) = (o.status == Status::Deprecated, made_room(&o));
    let is_open = |reason: &ReviewReason| !made_room || *reason == ReviewReason::TakenBack;
    o.reviews.retain(|reason| is_set_by_event(reason) && is_open(reason) && !given_up);
    // Harm is answered by a new count. Answers of earlier versions left the observation hidden
    // without notice.
    o.review_state.kept.retain(|reason, _| *reason != ReviewReason::Harmful && facts.contains_key(reason));
    let asked = facts
        .iter()
        .filter(|(reason, facts)| !o.review_state.answers(**reason, facts))
        .map(|(reason, _)| *reason);
    let asked: Vec<ReviewReason> =
        asked.filter(|reason| !is_set_by_event(reason) && is_open(reason)).collect();
    o.reviews.extend(asked);
    o
}

fn is_set_by_event(reason: &ReviewReason) -> bool {
    SET_BY_EVENTS.contains(reason)
}

/// Its artifact is no longer in the project. A command or skill that its person edited still is.
fn made_room(o: &Observation) -> bool {
    let is_superseded = o.superseded_by.is_some();
    stepped_aside(o.status, is_superseded) || (is_superseded && Ledger::of(o.kind()).is_some())
}

/// A command or a skill that made room for a newer one, and is ready to come back.
pub fn stepped_aside(status: Status, is_superseded: bool) -> bool {
    is_superseded && status == Status::Ready
}

/// It names files that existed and no longer do. A file that never existed may be an example, or be
/// elsewhere.
pub fn stale(o: &Observation, seen: &BTreeSet<String>, exists: &dyn Fn(&str) -> bool) -> Option<FlagFacts> {
    if o.status != Status::Created {
        return None;
    }
    let mut missing = staleness::missing(&staleness::references(&o.details.text()), exists);
    missing.retain(|path| seen.contains(path));
    (!missing.is_empty()).then(|| FlagFacts::named(missing))
}

/// A person said that it no longer holds. Entries are known by their anchor.
pub fn said_against(revocations: &Revocations, o: &Observation, anchor: Option<&str>) -> Option<FlagFacts> {
    let said = revocations.against(o, anchor);
    (!said.is_empty()).then(|| FlagFacts::named(said))
}

/// Asked again after twice as many sightings.
pub fn held_back(o: &Observation, thresholds: &Thresholds) -> Option<FlagFacts> {
    readiness::is_low_quality(o, thresholds).then(|| FlagFacts::level(o.count.max(1).ilog2().into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::Kind;
    use crate::core::model::samples::observation;

    use Kind::{Decision, Workflow};
    use ReviewReason::{Diverging, Harmful, TakenBack, Unused};
    use Status::{Created, Deprecated, Ready};

    fn of(kind: Kind, status: Status, superseded: bool) -> Observation {
        let o = observation(kind, "obs_older", "title");
        Observation { status, superseded_by: superseded.then(|| "obs_newer".to_owned()), ..o }
    }

    #[test]
    fn what_is_asked_of_whom() {
        for (what, o, had, facts, expected) in [
            ("facts ask", of(Decision, Created, false), &[][..], &[Unused][..], &[Unused][..]),
            ("gone facts do not", of(Decision, Created, false), &[Unused], &[], &[]),
            ("an event stays", of(Workflow, Created, false), &[Diverging], &[Unused], &[Unused, Diverging]),
            ("facts make no event", of(Workflow, Created, false), &[], &[Diverging], &[]),
            ("given up", of(Workflow, Deprecated, false), &[Diverging, Unused], &[], &[]),
            (
                "an entry made room",
                of(Decision, Created, true),
                &[Diverging, TakenBack],
                &[Unused],
                &[TakenBack],
            ),
            (
                "a command made room",
                of(Workflow, Ready, true),
                &[Diverging, TakenBack],
                &[Unused],
                &[TakenBack],
            ),
            (
                "an edited command stands",
                of(Workflow, Created, true),
                &[Diverging],
                &[Unused],
                &[Unused, Diverging],
            ),
        ] {
            let o = Observation { reviews: had.iter().copied().collect(), ..o };
            let facts = facts.iter().map(|reason| (*reason, FlagFacts::level(1))).collect();
            let expected = expected.iter().copied().collect();
            assert_eq!(flagged(o, &facts).reviews, expected, "{what}");
        }
    }

    #[test]
    fn an_answer_holds_until_there_is_more_and_none_for_harm() {
        for (reason, answered, found, asked) in [
            (Unused, Some(1), Some(1), false),
            (Unused, Some(1), Some(2), true),
            (Unused, Some(1), None, false),
            (Harmful, Some(1), Some(1), true),
        ] {
            let mut o = of(Workflow, Created, false);
            o.review_state.kept.extend(answered.map(|level| (reason, FlagFacts::level(level))));
            let facts: ByReason = found.map(|level| (reason, FlagFacts::level(level))).into_iter().collect();
            let after = flagged(o, &facts);
            assert_eq!(after.reviews.contains(&reason), asked, "{reason}: {answered:?}, now {found:?}");
            assert_eq!(after.review_state.kept.contains_key(&reason), found.is_some() && reason != Harmful);
        }
    }
}
