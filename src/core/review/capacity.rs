//! The capacity of the knowledge files. Nothing is pruned automatically: people are notified, and
//! decide.

use chrono::TimeDelta;

use crate::core::knowledge::entries::Section;
use crate::core::model::Time;

/// Above this, an index is too long to be read, and new entries are flagged for review.
pub const SOFT_CAP: usize = 100;
const FIRST_NOTICE: usize = 50;
const SINGLE_FROM: usize = 90;
/// From this size on people are notified, and may make room.
pub const FILLING_UP: usize = FIRST_NOTICE;
/// The age of an entry from which it may be suggested for removal.
const PROTECTED: TimeDelta = TimeDelta::days(7);

pub fn active(sections: &[Section]) -> usize {
    sections.iter().filter(|section| section.standing().is_active()).count()
}

/// The size of a file in tens, so that the question is asked again only after it has grown.
pub fn tens(active: usize) -> u64 {
    active as u64 / 10
}

/// An entry that ingrain wrote, and how often it was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryUse {
    pub id: String,
    pub uses: u32,
    pub last_used: Option<Time>,
    pub written: Time,
}

/// The entries to remove first: the least used, then those whose last use is longest ago. New
/// entries have had no chance yet and are left out.
pub fn candidates(mut entries: Vec<EntryUse>, now: Time) -> Vec<EntryUse> {
    entries.retain(|entry| now - entry.written >= PROTECTED);
    entries.sort_unstable_by(|a, b| {
        let order = |entry: &EntryUse| (entry.uses, entry.last_used, entry.written);
        order(a).cmp(&order(b)).then_with(|| a.id.cmp(&b.id))
    });
    entries
}

/// Whether a file has grown past a mark that was not reported yet; `told` is the last reported
/// mark.
pub fn is_news(active: usize, told: Option<usize>) -> bool {
    mark(active).is_some_and(|mark| Some(mark) > told)
}

/// The mark to remember then. After people have tidied up a file, its growth is reported anew.
pub fn told(active: usize, told: Option<usize>) -> Option<usize> {
    mark(active).map(|now| now.max(told.unwrap_or(0)))
}

/// 50, 60, 70, 80, and from 90 on every entry up to the cap.
fn mark(active: usize) -> Option<usize> {
    match active {
        ..FIRST_NOTICE => None,
        FIRST_NOTICE..SINGLE_FROM => Some(active / 10 * 10),
        _ => Some(active.min(SOFT_CAP)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::knowledge::entries::parse;
    use crate::core::model::samples::at;

    #[test]
    fn only_active_entries_count() {
        let file = "## ADR-001: a\n- **Status**: Active\n\n## ADR-002: b\n- **Status**: Deprecated\n\n\
                    ## ADR-003: c\n- **Status**: Superseded by ADR-001\n\n## ADR-004: d\n\n## ADR-005: e\n- **Status**: odd\n";
        assert_eq!(active(&parse(file)), 3);
        assert_eq!(active(&[]), 0);
    }

    #[test]
    fn each_mark_is_noticed_once() {
        for (active, told, mark) in [
            (49, None, None),
            (50, None, Some(50)),
            (50, Some(50), None),
            (59, Some(50), None),
            (60, Some(50), Some(60)),
            (89, None, Some(80)),
            (90, Some(80), Some(90)),
            (91, Some(90), Some(91)),
            (100, Some(99), Some(100)),
            (130, Some(99), Some(100)),
            (131, Some(100), None),
            (70, Some(90), None),
        ] {
            let news = is_news(active, told).then(|| super::mark(active)).flatten();
            assert_eq!(news, mark, "{active} {told:?}");
        }
    }

    #[test]
    fn a_tidied_file_is_noticed_anew() {
        for (active, before, after) in
            [(55, None, Some(50)), (55, Some(80), Some(80)), (92, Some(80), Some(92)), (49, Some(92), None)]
        {
            assert_eq!(told(active, before), after, "{active} {before:?}");
        }
    }

    #[test]
    fn the_least_used_go_first_and_new_ones_not_at_all() {
        let day = 86_400;
        let entry = |id: &str, uses, last_used: Option<i64>, written| EntryUse {
            id: id.to_owned(),
            uses,
            last_used: last_used.map(|n| at(n * day)),
            written: at(written * day),
        };
        let entries = vec![
            entry("used often", 5, Some(9), 0),
            entry("new", 0, None, 24),
            entry("a week old", 0, None, 23),
            entry("used late", 1, Some(20), 0),
            entry("used early", 1, Some(4), 0),
            entry("oldest", 0, None, 1),
        ];
        let order: Vec<String> = candidates(entries, at(30 * day)).into_iter().map(|e| e.id).collect();
        assert_eq!(order, ["oldest", "a week old", "used early", "used late", "used often"]);
    }
}
