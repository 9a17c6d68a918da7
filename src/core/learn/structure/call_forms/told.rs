//! The call forms that a session is warned about when it starts.

use super::super::FactSighting;
use super::super::lesson::FactTable;
use super::{dead_forms, key};

/// A form that never worked, with the number of tries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormToTell {
    /// The key of its observation.
    pub key: String,
    pub failed: usize,
}

impl FormToTell {
    /// Its title followed by the figures.
    pub fn text(&self, title: &str) -> String {
        format!("{title} ({} of {})", self.failed, self.failed)
    }
}

/// Forms that would save the most calls come first.
pub fn forms_to_tell(sightings: &[FactSighting]) -> Vec<FormToTell> {
    let table = FactTable::new(sightings);
    let mut forms: Vec<FormToTell> = dead_forms(&table)
        .into_iter()
        .map(|dead| FormToTell { key: key(dead.form), failed: dead.calls })
        .collect();
    forms.sort_by(|a, b| b.failed.cmp(&a.failed).then_with(|| a.key.cmp(&b.key)));
    forms
}
