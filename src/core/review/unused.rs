//! Unused artifacts, which take room from useful ones. A person decides; nothing is pruned
//! automatically.

use chrono::TimeDelta;

use crate::core::model::Time;

const DAYS: i64 = 30;
const SESSIONS: usize = 20;

/// Whether it was written or last used long ago (`since`), with enough sessions in between that
/// could have used it. `sessions` are the times at which sessions ended, oldest first.
pub fn is_unused(since: Time, sessions: &[Time], now: Time) -> bool {
    let later = sessions.len() - sessions.partition_point(|ended| *ended <= since);
    now - since >= TimeDelta::days(DAYS) && later >= SESSIONS
}

/// The number of waiting periods that have passed.
pub fn months(since: Time, now: Time) -> u64 {
    ((now - since).num_days().max(0) / DAYS).unsigned_abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    #[test]
    fn long_ago_and_often_not_used() {
        let day = 86_400;
        let sessions: Vec<Time> = (1..=40).map(|n| at(n * day)).collect();
        for (since, until, expected) in
            [(0, 30, true), (0, 29, false), (21, 60, false), (20, 60, true), (45, 80, false)]
        {
            assert_eq!(
                is_unused(at(since * day), &sessions, at(until * day)),
                expected,
                "{since} to {until}"
            );
        }
    }
}
