//! Which entries deserve room first: what a person wrote by hand, then what was last confirmed.

use std::cmp::Reverse;

use super::model::{Observation, Time};

/// Smaller comes first. The anchor settles ties, so that the order never depends on chance.
pub fn order(owner: Option<&Observation>, anchor: &str) -> (bool, Reverse<Time>, String) {
    let confirmed = owner.map_or(Time::MIN_UTC, |o| o.last_seen);
    (owner.is_some(), Reverse(confirmed), anchor.to_owned())
}
