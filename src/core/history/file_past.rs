//! Reconstruction of an earlier state of a file, and of our share of its changes since, from its
//! current text and the recorded changes, newest first.

use super::change::Change;
use super::undo::path_of;
use crate::core::knowledge::entries;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::ChangeKind;
use crate::core::text::splice::{self, Side};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHistory {
    pub path: String,
    pub then: Option<String>,
    /// The file with only our own changes.
    pub ours: Option<String>,
    pub now: Option<String>,
}

impl FileHistory {
    /// `changes` are those of the file since that moment.
    pub fn of(path: &str, now: Option<&str>, changes: &[&Change]) -> FileHistory {
        let then = changes.iter().fold(now.map(str::to_owned), |text, change| before(text, change));
        let then = then.filter(|text| !is_only_begun(path, text));
        let mine = changes.iter().rev().filter(|change| !is_persons(change));
        let ours = mine.fold(then.clone(), |text, change| after(text, change));
        FileHistory { path: path.to_owned(), then, ours, now: now.map(str::to_owned) }
    }

    pub fn is_edited(&self) -> bool {
        self.ours != self.now
    }
}

fn is_persons(change: &Change) -> bool {
    matches!(change.action, ChangeKind::Edited | ChangeKind::Deleted)
}

/// Before the change that created a file there was none, whatever happened to it later.
fn before(text: Option<String>, change: &Change) -> Option<String> {
    let (to, from) = (side(&change.before), side(&change.after));
    let to = to?;
    splice::turn(text.as_deref(), from.as_ref(), Some(&to)).unwrap_or_else(|_| without_entry(text, change))
}

/// An entry that a person edited did not exist before it was written.
fn without_entry(text: Option<String>, change: &Change) -> Option<String> {
    let (text, Some((_, anchor))) = (text?, change.subject.split_once('#')) else { return None };
    let sections = entries::parse(&text);
    let span = entries::find(&sections, anchor, None).map(|section| section.span.clone());
    Some(span.map_or(text.clone(), |span| format!("{}{}", &text[..span.start], &text[span.end..])))
}

fn after(text: Option<String>, change: &Change) -> Option<String> {
    let (from, to) = (side(&change.before), side(&change.after));
    let begun =
        text.is_none().then(|| Ledger::ALL.into_iter().find(|l| l.path() == path_of(&change.subject)));
    let text = text.or_else(|| begun.flatten().filter(|_| from.is_some()).map(entries::begun));
    splice::turn(text.as_deref(), from.as_ref(), to.as_ref()).unwrap_or(text)
}

fn side(kept: &Option<String>) -> Option<Side> {
    serde_json::from_str(kept.as_ref()?).ok()
}

fn is_only_begun(path: &str, text: &str) -> bool {
    Ledger::ALL.into_iter().any(|ledger| ledger.path() == path && entries::begun(ledger) == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::history::change::ChangedThing;
    use crate::core::model::Time;

    fn change(before: Option<&str>, after: Option<&str>, action: &str) -> Change {
        let (before, after) = splice::sides(before, after);
        let json = |side: Option<Side>| side.map(|side| serde_json::to_string(&side).unwrap());
        Change {
            id: 1,
            change_set: 1,
            at: Time::UNIX_EPOCH,
            thing: ChangedThing::File,
            subject: "a.md".into(),
            action: ChangeKind::read(action),
            cause: String::new(),
            actor: None,
            before: json(before),
            after: json(after),
            undoes: None,
        }
    }

    #[test]
    fn ours_and_theirs_are_told_apart() {
        let wrote = change(Some("a\n"), Some("a\nb\n"), "wrote");
        let made = change(None, Some("a\nb\n"), "wrote");
        let edited = change(Some("a\nb\n"), Some("a\nb\nc\n"), "edited");
        let texts = |past: FileHistory| (past.then, past.ours);
        let some = |text: &str| Some(text.to_owned());
        for (name, now, changes, then, ours) in [
            ("as we left it", "a\nb\n", vec![&wrote], some("a\n"), some("a\nb\n")),
            ("edited since", "x\na\nb\n", vec![&wrote], some("x\na\n"), some("x\na\nb\n")),
            ("new", "a\nb\n", vec![&made], None, some("a\nb\n")),
            ("new, and edited since", "a\nB\n", vec![&made], None, some("a\nb\n")),
            ("an edit that was seen", "a\nb\nc\n", vec![&edited, &wrote], some("a\n"), some("a\nb\n")),
        ] {
            assert_eq!(texts(FileHistory::of("a.md", Some(now), &changes)), (then, ours), "{name}");
        }
        assert_eq!(texts(FileHistory::of("a.md", None, &[&made])), (None, some("a\nb\n")), "deleted since");
    }
}
