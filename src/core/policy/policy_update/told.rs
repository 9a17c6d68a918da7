//! The overlays that the history last mentioned. Time changes overlays, too, so what is computed
//! today does not say what was recorded yesterday.

use std::collections::{BTreeMap, BTreeSet};

use super::PolicyEvent;
use crate::core::config::Policy;
use crate::core::model::Time;
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::outcome::Outcome;
use crate::core::policy::overlay::{Demand, Overlay};

pub type Overlays = BTreeMap<String, Overlay>;

/// Overlays that ended by themselves since, and what applies in their place.
pub fn lapsed(told: &mut Overlays, after: &Overlays, now: Time, rules: &Policy) -> Vec<PolicyEvent> {
    let ended = told.iter().filter(|(_, overlay)| overlay.has_lapsed(now));
    let ended: BTreeSet<String> = ended.map(|(adapter, _)| adapter.clone()).collect();
    changed(told, after, |adapter| ended.contains(adapter), rules)
}

/// The changes that one outcome made for the adapters it used.
pub fn ruled_by(
    outcome: &Outcome,
    told: &mut Overlays,
    after: &Overlays,
    rules: &Policy,
) -> Vec<PolicyEvent> {
    changed(told, after, |adapter| outcome.adapters_used.iter().any(|used| used.id == adapter), rules)
}

/// A new reason or a newer run alone is not a change.
pub fn changed(
    told: &mut Overlays,
    after: &Overlays,
    concerns: impl Fn(&str) -> bool,
    rules: &Policy,
) -> Vec<PolicyEvent> {
    let known: BTreeSet<String> = told.keys().chain(after.keys()).cloned().collect();
    let mut events = Vec::new();
    for adapter in known.into_iter().filter(|adapter| concerns(adapter)) {
        let new = after.get(&adapter).cloned();
        let old = match new.clone() {
            Some(overlay) => told.insert(adapter.clone(), overlay),
            None => told.remove(&adapter),
        };
        if demand(old.as_ref(), rules) != demand(new.as_ref(), rules) {
            events.push(event(adapter, old.as_ref(), new.as_ref()));
        }
    }
    events
}

pub(super) fn demand(overlay: Option<&Overlay>, rules: &Policy) -> Demand {
    overlay.map_or(Demand::base(rules), Overlay::demand)
}

fn event(subject: String, before: Option<&Overlay>, after: Option<&Overlay>) -> PolicyEvent {
    PolicyEvent {
        action: ChangeKind::OverlayApplied,
        subject,
        before: overlay_value(before),
        after: overlay_value(after),
    }
}

fn overlay_value(overlay: Option<&Overlay>) -> Option<serde_json::Value> {
    overlay.map(|o| serde_json::to_value(o).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::outcome::AdapterUse;
    use crate::core::model::samples::at;

    fn asking(id: &str, seconds: i64) -> (String, Overlay) {
        let overlay = Overlay {
            adapter_id: id.to_owned(),
            risk_multiplier: 1.0,
            suggested_max_retries: 2,
            require_approval: true,
            reason: format!("at {seconds}"),
            updated_at: at(seconds),
            asks_until: Some(at(seconds + 100)),
        };
        (id.to_owned(), overlay)
    }

    fn subjects(events: &[PolicyEvent]) -> Vec<&str> {
        events.iter().map(|event| event.subject.as_str()).collect()
    }

    #[test]
    fn what_faded_is_told_once() {
        let rules = Policy::default();
        let mut told = Overlays::from([asking("gh", 0), asking("fly", 50)]);
        let base = Overlays::new();
        assert_eq!(lapsed(&mut told, &base, at(99), &rules), []);
        let events = lapsed(&mut told, &base, at(100), &rules);
        assert_eq!(subjects(&events), ["gh"]);
        assert_eq!(events[0].before.as_ref().unwrap()["requireApproval"], true);
        assert_eq!(events[0].after, None, "the base");
        assert_eq!(lapsed(&mut told, &base, at(100), &rules), []);
    }

    #[test]
    fn what_else_was_set_stays() {
        let rules = Policy::default();
        let mut told = Overlays::from([asking("gh", 0)]);
        let set = Overlay { suggested_max_retries: 0, require_approval: false, ..told["gh"].clone() };
        let events = lapsed(&mut told, &Overlays::from([("gh".to_owned(), set)]), at(100), &rules);
        let after = events[0].after.as_ref().unwrap();
        assert_eq!((&after["requireApproval"], &after["suggestedMaxRetries"]), (&false.into(), &0.into()));
    }

    #[test]
    fn only_another_rule_is_told_and_only_of_what_was_used() {
        let rules = Policy::default();
        let used = vec![AdapterUse::of("gh"), AdapterUse::of("fly")];
        let outcome = Outcome { adapters_used: used, ..Outcome::begun("r".to_owned(), at(0)) };
        let mut told = Overlays::from([asking("gh", 0)]);
        let after = Overlays::from([asking("gh", 9), asking("fly", 9), asking("jira", 9)]);
        assert_eq!(subjects(&ruled_by(&outcome, &mut told, &after, &rules)), ["fly"]);
        assert_eq!(subjects(&changed(&mut told, &after, |_| true, &rules)), ["jira"]);
        assert_eq!(told, after);
    }
}
