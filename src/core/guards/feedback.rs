//! What came of it when a guard spoke: one event for each piece of work, from the calls that it caught in it.

use std::collections::BTreeMap;

use super::replay::{Catch, CatchVerdict};
use crate::core::outcomes::feedback::FeedbackEvent;

/// The subject of a guard's feedback.
pub fn subject(id: &str) -> String {
    format!("guard:{id}")
}

/// `spoke_in` says in which sessions the guard spoke. One call that the person had asked for
/// outweighs others that were rightly caught; where nothing was said, the end of the work decides.
pub fn events(id: &str, catches: &[Catch], spoke_in: impl Fn(&str) -> bool) -> Vec<FeedbackEvent> {
    let mut found: BTreeMap<&str, FeedbackEvent> = BTreeMap::new();
    for one in catches.iter().filter(|one| !one.work.is_empty() && spoke_in(&one.session)) {
        let helpful = match one.verdict {
            CatchVerdict::Confirmed => true,
            CatchVerdict::Contradicted => false,
            CatchVerdict::Silent => continue,
        };
        let event = FeedbackEvent {
            subject: subject(id),
            segment: one.work.clone(),
            at: one.at,
            helpful,
            raw: if helpful { 1.0 } else { 0.0 },
        };
        let known = found.entry(&one.work).or_insert_with(|| event.clone());
        if known.helpful && !helpful {
            *known = event;
        }
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    #[test]
    fn each_piece_of_work_has_one_say() {
        let caught = |session: &str, work: &str, verdict| Catch {
            call: "npm".into(),
            session: session.into(),
            at: at(1),
            verdict,
            why: "",
            work: work.into(),
            passed: false,
        };
        let catches = [
            caught("a", "w1", CatchVerdict::Confirmed),
            caught("a", "w1", CatchVerdict::Contradicted),
            caught("a", "w2", CatchVerdict::Confirmed),
            caught("a", "w3", CatchVerdict::Silent),
            caught("b", "w4", CatchVerdict::Confirmed),
        ];
        let found = events("g1", &catches, |session| session == "a");
        let said: Vec<(&str, bool)> = found.iter().map(|one| (one.segment.as_str(), one.helpful)).collect();
        assert_eq!(said, [("w1", false), ("w2", true)]);
    }
}
