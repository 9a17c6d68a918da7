//! The result of a ruling as a line of output: done, or nothing to change.

use anyhow::Result;

use crate::core::review::Nothing;
use crate::os::error;
use crate::ui::{self, Ui};

/// `false` when there was nothing to change.
pub(super) fn tell(subject: &str, done: Result<String>, ui: &Ui) -> Result<bool> {
    match done {
        Ok(said) => {
            ui.talk(&ui::inert(&said));
            Ok(true)
        }
        Err(error) => match error::find::<Nothing>(&error) {
            Some(why) => {
                ui.talk(&ui::inert(&format!("nothing to change: {subject}: {why}")));
                Ok(false)
            }
            None => Err(error),
        },
    }
}
