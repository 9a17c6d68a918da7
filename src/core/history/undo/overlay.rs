//! A preview of several undos, one after the other, without carrying any of them out. Each is
//! planned on top of those before it, so that a dry run says what the real run does.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Now, UndoPlan};
use crate::core::history::change::ChangedThing;

#[derive(Clone, Debug, Default)]
pub struct UndoPreview {
    rows: BTreeMap<(ChangedThing, String), Option<Value>>,
    files: BTreeMap<String, Option<String>>,
    undone: BTreeSet<i64>,
}

impl UndoPreview {
    /// Applies a plan to the preview.
    pub fn lay(&mut self, plan: &UndoPlan) {
        self.undone.insert(plan.change_set);
        for row in &plan.rows {
            self.rows.insert((row.thing, row.subject.clone()), row.to.clone());
        }
        for file in &plan.files {
            self.files.insert(file.path().to_owned(), file.after.clone());
        }
    }

    pub fn takes_back(&self, change_set: i64) -> bool {
        self.undone.contains(&change_set)
    }

    /// The state after the previewed undos, from the current one.
    pub fn over(&self, mut now: Now) -> Now {
        for (row, state) in &self.rows {
            match state {
                Some(state) => drop(now.rows.insert(row.clone(), state.clone())),
                None => drop(now.rows.remove(row)),
            }
        }
        for (path, text) in &self.files {
            now.unreadable.remove(path);
            match text {
                Some(text) => drop(now.files.insert(path.clone(), text.clone())),
                None => drop(now.files.remove(path)),
            }
        }
        now
    }
}
