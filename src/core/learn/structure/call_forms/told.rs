//! What a session is told of call forms when it starts.

use super::super::FactSighting;
use super::super::lesson::FactTable;
use super::{dead_forms, key};

/// A form that never worked, with how often it was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormToTell {
    /// The key of its observation.
    pub key: String,
    pub failed: usize,
}

impl FormToTell {
    /// Its title with the figures behind it.
    pub fn text(&self, title: &str) -> String {
        format!("{title} ({} of {})", self.failed, self.failed)
    }
}

/// Those that would spare the most calls first.
pub fn forms_to_tell(sightings: &[FactSighting]) -> Vec<FormToTell> {
    let table = FactTable::new(sightings);
    let mut forms: Vec<FormToTell> = dead_forms(&table)
        .into_iter()
        .map(|dead| FormToTell { key: key(dead.form), failed: dead.calls })
        .collect();
    forms.sort_by(|a, b| b.failed.cmp(&a.failed).then_with(|| a.key.cmp(&b.key)));
    forms
}
