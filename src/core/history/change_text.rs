//! The history in plain words: one line per changed thing of a change set, with its importance to
//! people.

use std::collections::HashMap;

use serde::Serialize;

use super::change::{Change, ChangedThing};
use super::state_fields;
use super::undo::units;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeKind, SAID};

/// From this many on, things with the same change are counted, not listed.
const MOST_ALIKE: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// Counting and bookkeeping.
    Detail,
    Minor,
    /// A change that a person may want to undo.
    Major,
}

/// One line, with the number that `undo` takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChangeLine {
    /// The number of the change set, with a `u` for changes that concern all projects.
    pub number: String,
    pub at: Time,
    /// Many lines with the same verb are counted as one.
    #[serde(skip)]
    pub verb: &'static str,
    pub what: String,
    pub cause: String,
    pub by: Option<String>,
    pub weight: Weight,
    pub undoes: Option<String>,
    /// Set only when the whole history is read.
    pub taken_back_by: Option<String>,
    /// The changed ids, paths and tools.
    pub subjects: Vec<String>,
}

impl ChangeLine {
    /// Whether it changed something and has not been undone since.
    pub fn stands(&self) -> bool {
        self.undoes.is_none() && self.taken_back_by.is_none()
    }

    /// Whether `history` shows it by default.
    pub fn is_shown(&self) -> bool {
        self.weight > Weight::Detail
    }
}

/// The lines for changes, newest first like the changes. `name` returns the display name of a
/// thing.
pub fn lines(entries: &[Change], name: &dyn Fn(&str) -> Option<String>) -> Vec<ChangeLine> {
    let change_sets = entries.chunk_by(|a, b| a.change_set == b.change_set);
    change_sets.flat_map(|change_set| of_deed(change_set, name)).collect()
}

fn of_deed(newest_first: &[Change], name: &dyn Fn(&str) -> Option<String>) -> Vec<ChangeLine> {
    let change_set: Vec<Change> = newest_first.iter().rev().cloned().collect();
    let mut lines: Vec<ChangeLine> = units(&change_set).iter().filter_map(|unit| line(unit, name)).collect();
    lines.extend(
        change_set
            .iter()
            .filter(|entry| entry.thing == ChangedThing::Note && !is_told_already(entry, &change_set))
            .rev()
            .filter_map(|note| line(&[note], name)),
    );
    counted(lines)
}

/// Whether the change set also stores the outcome itself: its event says nothing more to a person.
fn is_told_already(note: &Change, change_set: &[Change]) -> bool {
    let stores_it = |entry: &Change| entry.thing == ChangedThing::Outcome && entry.subject == note.subject;
    note.action == ChangeKind::OutcomeRecorded && change_set.iter().any(stores_it)
}

/// Merges the lines of many things with the same change.
fn counted(lines: Vec<ChangeLine>) -> Vec<ChangeLine> {
    let mut alike: HashMap<&str, usize> = HashMap::new();
    lines.iter().for_each(|line| *alike.entry(line.verb).or_default() += 1);
    let mut told: Vec<ChangeLine> = Vec::new();
    for line in lines {
        let count = alike[line.verb];
        match told.iter_mut().find(|known| count >= MOST_ALIKE && known.verb == line.verb) {
            Some(known) => known.subjects.extend(line.subjects),
            None if count >= MOST_ALIKE => {
                told.push(ChangeLine { what: format!("{} {count} things", line.verb), ..line });
            }
            None => told.push(line),
        }
    }
    told
}

fn line(unit: &[&Change], name: &dyn Fn(&str) -> Option<String>) -> Option<ChangeLine> {
    let told = |entry: &&Change| -> (Weight, &'static str) { phrase(entry) };
    // The newest of the most important changes.
    let entry = unit.iter().rev().max_by_key(|entry| (told(entry).0, entry.thing == ChangedThing::File))?;
    let (weight, verb) = told(entry);
    let called = name(&entry.subject).map_or_else(|| entry.subject.clone(), |name| format!("“{name}”"));
    let what = match entry.undoes {
        Some(change_set) => format!("took back {change_set}: {called}"),
        None if entry.is_ruled() => format!("you {} {called}", entry.action),
        None => format!("{verb} {called}"),
    };
    let mut subjects: Vec<String> = unit.iter().map(|entry| entry.subject.clone()).collect();
    subjects.sort_unstable();
    subjects.dedup();
    let said = unit.iter().find(|entry| entry.cause == SAID && entry.thing == ChangedThing::Observation);
    let cause = match said {
        _ if entry.is_ruled() => String::new(),
        Some(said) => match name(&said.subject).filter(|_| said.subject != entry.subject) {
            Some(title) => format!("you said so: “{title}”"),
            None => "you said so".to_owned(),
        },
        None => named(&entry.cause, name),
    };
    Some(ChangeLine {
        number: entry.change_set.to_string(),
        at: entry.at,
        verb,
        what,
        cause,
        by: entry.actor.clone(),
        weight,
        undoes: entry.undoes.map(|undone| undone.to_string()),
        taken_back_by: None,
        subjects,
    })
}

/// The cause with names instead of ids.
fn named(cause: &str, name: &dyn Fn(&str) -> Option<String>) -> String {
    let word = |word: &str| match name(word).filter(|_| word.contains('_')) {
        Some(name) => format!("“{name}”"),
        None => word.to_owned(),
    };
    cause.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Whether the thing changed visibly, and not only in its counts.
fn is_seen(entry: &Change) -> bool {
    let came_or_went = entry.before.is_none() || entry.after.is_none();
    match entry.thing {
        ChangedThing::Observation => came_or_went || entry.after.as_deref().is_some_and(has_status),
        ChangedThing::Structure | ChangedThing::Artifact | ChangedThing::StoredReport => false,
        _ => true,
    }
}

fn has_status(state: &str) -> bool {
    serde_json::from_str(state).is_ok_and(|state| state_fields::status(&state).is_some())
}

/// The words for a change, and its importance.
fn phrase(entry: &Change) -> (Weight, &'static str) {
    use Weight::*;
    if entry.undoes.is_some() {
        return (if is_seen(entry) { Minor } else { Detail }, "took back");
    }
    if entry.is_ruled() {
        return (Major, "ruled on");
    }
    match entry.thing {
        ChangedThing::Artifact
        | ChangedThing::Ruling
        | ChangedThing::Order
        | ChangedThing::Guard
        | ChangedThing::Structure
        | ChangedThing::StoredReport
        | ChangedThing::Verdict => (Detail, "noted"),
        ChangedThing::Outcome => (Major, "recorded how it ended:"),
        ChangedThing::Trust => (Major, "changed what you trust:"),
        ChangedThing::Error if entry.action == ChangeKind::Resolved => (Major, "resolved the error"),
        ChangedThing::Error => (Major, "noted the error"),
        ChangedThing::Note => phrase_of_note(entry.action),
        ChangedThing::Pattern if entry.cause == SAID => (Major, "counted what you said of"),
        ChangedThing::Observation | ChangedThing::Pattern | ChangedThing::File => {
            phrase_of(entry.action, entry.thing)
        }
    }
}

/// Notes on what follows from outcomes and can be recomputed.
fn phrase_of_note(action: ChangeKind) -> (Weight, &'static str) {
    match action {
        ChangeKind::Purged => (Weight::Minor, "dropped for good"),
        ChangeKind::Judged => (Weight::Major, "counted your verdict on the report of"),
        ChangeKind::OutcomeRecorded => (Weight::Detail, "counted how work ended:"),
        ChangeKind::PatternDetected => (Weight::Detail, "saw a way of failing:"),
        ChangeKind::ReliabilityChanged => (Weight::Detail, "judged anew how reliable it is:"),
        ChangeKind::OverlayApplied => (Weight::Detail, "changed the rules for"),
        _ => (Weight::Detail, "worked out"),
    }
}

/// Matches every action, because an action without words here would be described as something else.
fn phrase_of(action: ChangeKind, thing: ChangedThing) -> (Weight, &'static str) {
    use ChangeKind::*;
    use Weight::*;
    match action {
        Observed => (Minor, "learned"),
        Seen if thing == ChangedThing::Observation => (Detail, "saw again"),
        Ready => (Minor, "found ready"),
        Created => (Major, "wrote down"),
        Refused => (Major, "gave up"),
        Superseded => (Minor, "put aside"),
        StandsAgain => (Minor, "let stand again"),
        Flagged => (Detail, "flagged"),
        Imported => (Major, "took over"),
        Cleared => (Major, "forgot"),
        Purged => (Major, "dropped"),
        Merged => (Major, "merged another into"),
        Deprecated if thing == ChangedThing::Pattern => (Minor, "no longer tells"),
        Deprecated => (Minor, "gave up"),
        Wrote => (Major, "wrote"),
        Marked => (Minor, "changed the status of"),
        Edited => (Minor, "saw your edit of"),
        Deleted => (Minor, "saw that you deleted"),
        Configured => (Major, "changed"),
        Withdrew | Migrated | Reworded | Unknown if thing == ChangedThing::File => (Major, "changed"),
        Reworded => (Detail, "took your words for"),
        Added => (Major, "noted your pattern"),
        Followed => (Minor, "noted what a run followed:"),
        Inverted => (Minor, "made a warning of"),
        Withdrawn => (Minor, "took back the warning"),
        Seen | Candidate | Verified | Active | Faded | Reinforced | Rejected | Skipped => (Detail, "counted"),
        // Decisions have words of their own, and other things are named by their kind.
        Accepted | Judged | Kept | Restored | Promoted | Reset | Set | Withdrew | Migrated | Noted
        | Resolved | Forgotten | Trusted | OutcomeRecorded | PatternDetected | ReliabilityChanged
        | OverlayApplied | TakenBack | Unknown => (Detail, "noted"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::change_kind::RULED;

    fn entry(id: i64, change_set: i64, thing: ChangedThing, subject: &str, action: ChangeKind) -> Change {
        let after = (thing == ChangedThing::Artifact).then(|| r#"{"path":"a.md"}"#.to_owned());
        Change {
            id,
            change_set,
            at: Time::UNIX_EPOCH,
            thing,
            subject: subject.into(),
            action,
            cause: "it was so".into(),
            actor: None,
            before: None,
            after,
            undoes: None,
        }
    }

    fn told(mut entries: Vec<Change>) -> Vec<(String, Weight)> {
        entries.reverse();
        let name = |id: &str| id.strip_prefix("obs_").map(|n| format!("thing {n}"));
        lines(&entries, &name).into_iter().map(|line| (line.what, line.weight)).collect()
    }

    #[test]
    fn what_belongs_together_is_one_line_that_says_most() {
        let told = told(vec![
            entry(1, 1, ChangedThing::Artifact, "obs_1", ChangeKind::Created),
            entry(2, 1, ChangedThing::Observation, "obs_1", ChangeKind::Created),
            entry(3, 1, ChangedThing::File, "a.md", ChangeKind::Wrote),
            entry(4, 4, ChangedThing::Observation, "obs_2", ChangeKind::Seen),
        ]);
        let expected = [("saw again “thing 2”", Weight::Detail), ("wrote a.md", Weight::Major)];
        assert_eq!(told, expected.map(|(what, weight)| (what.to_owned(), weight)));
    }

    #[test]
    fn many_alike_are_counted() {
        let forgotten =
            (1..=9).map(|n| entry(n, 1, ChangedThing::Observation, &format!("obs_{n}"), ChangeKind::Cleared));
        assert_eq!(told(forgotten.collect()), [("forgot 9 things".to_owned(), Weight::Major)]);
    }

    #[test]
    fn a_persons_word_is_told_as_theirs() {
        let ruled = Change {
            cause: RULED.into(),
            ..entry(1, 1, ChangedThing::Order, "bash:npm", ChangeKind::Accepted)
        };
        assert_eq!(told(vec![ruled]), [("you accepted bash:npm".to_owned(), Weight::Major)]);
        let taken =
            Change { undoes: Some(1), ..entry(2, 2, ChangedThing::Order, "bash:npm", ChangeKind::TakenBack) };
        assert_eq!(told(vec![taken]), [("took back 1: bash:npm".to_owned(), Weight::Minor)]);
    }

    #[test]
    fn a_cause_names_what_it_is_about() {
        let name = |id: &str| (id == "obs_1").then(|| "Use pnpm".to_owned());
        let written = Change {
            cause: "obs_1 was given up".into(),
            ..entry(1, 1, ChangedThing::File, "a.md", ChangeKind::Marked)
        };
        assert_eq!(lines(&[written], &name)[0].cause, "“Use pnpm” was given up");
        let said = Change {
            cause: SAID.into(),
            ..entry(1, 1, ChangedThing::Observation, "obs_1", ChangeKind::Observed)
        };
        assert_eq!(lines(&[said], &name)[0].cause, "you said so");
    }

    #[test]
    fn a_verdict_is_one_deed_and_its_counts_are_details() {
        let counted = entry(1, 1, ChangedThing::Pattern, "pat_1", ChangeKind::Rejected);
        let judged = entry(2, 1, ChangedThing::Note, "judge", ChangeKind::Judged);
        let by_agents = Change { change_set: 3, id: 3, ..counted.clone() };
        let expected = [
            ("counted pat_1", Weight::Detail),
            ("counted pat_1", Weight::Detail),
            ("counted your verdict on the report of judge", Weight::Major),
        ];
        let expected = expected.map(|(what, weight)| (what.to_owned(), weight));
        assert_eq!(told(vec![counted, judged, by_agents]), expected);
    }

    #[test]
    fn a_status_line_that_changes_is_no_news_of_its_own() {
        let marked =
            entry(1, 1, ChangedThing::File, ".memory/knowledge/decisions.md#ADR-001", ChangeKind::Marked);
        let told = told(vec![marked]);
        let expected = "changed the status of .memory/knowledge/decisions.md#ADR-001";
        assert_eq!(told, [(expected.to_owned(), Weight::Minor)]);
    }

    #[test]
    fn words_of_a_pipeline_are_not_told_as_a_persons() {
        let told = told(vec![entry(1, 1, ChangedThing::Pattern, "pat_1", ChangeKind::Followed)]);
        assert_eq!(told, [("noted what a run followed: pat_1".to_owned(), Weight::Minor)]);
    }

    #[test]
    fn what_a_person_merged_can_be_taken_back_by_them() {
        let merged = entry(1, 1, ChangedThing::Observation, "obs_1", ChangeKind::Merged);
        assert_eq!(told(vec![merged]), [("merged another into “thing 1”".to_owned(), Weight::Major)]);
    }

    #[test]
    fn a_word_of_another_version_is_told_as_little() {
        let told = told(vec![
            entry(1, 1, ChangedThing::Observation, "obs_1", ChangeKind::read("polished")),
            entry(2, 2, ChangedThing::File, "a.md", ChangeKind::read("polished")),
        ]);
        let expected = [("changed a.md", Weight::Major), ("noted “thing 1”", Weight::Detail)];
        assert_eq!(told, expected.map(|(what, weight)| (what.to_owned(), weight)));
    }
}
