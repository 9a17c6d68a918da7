//! The folder of a session and who runs it. Nearly every line repeats it, so the last line that
//! says it counts.

use std::sync::Arc;

use crate::core::session::client_words as client;
use crate::core::session::transcript::TranscriptLine;

#[derive(Default)]
pub(super) struct WorkingFolder {
    pub cwd: Option<Arc<str>>,
    pub branch: Option<Arc<str>>,
    run_by_program: bool,
    has_entrypoint: bool,
}

impl WorkingFolder {
    pub(super) fn run_by_program(run_by_program: bool) -> WorkingFolder {
        WorkingFolder { run_by_program, ..WorkingFolder::default() }
    }

    pub(super) fn update(&mut self, entry: &TranscriptLine<'_>) {
        renew(&mut self.cwd, entry.cwd.as_deref());
        renew(&mut self.branch, entry.git_branch.as_deref());
        if let Some(door) = entry.entrypoint.as_deref() {
            self.run_by_program = client::is_program(door);
            self.has_entrypoint = true;
        }
    }

    /// Whether a program acts in place of a person. What a line says about its own prompt overrides
    /// how the session was started.
    pub(super) fn is_headless(&self, entry: &TranscriptLine<'_>) -> bool {
        let origin = entry.origin.as_ref().and_then(|origin| origin.kind.as_deref());
        let source = entry.prompt_source.as_deref();
        if origin == Some(client::HUMAN) || source.is_some_and(|it| client::PROMPT_BY_PERSON.contains(&it)) {
            return false;
        }
        self.run_by_program || (source == Some(client::PROMPT_BY_SDK) && !self.has_entrypoint)
    }
}

fn renew(known: &mut Option<Arc<str>>, now: Option<&str>) {
    if let Some(now) = now.filter(|now| known.as_deref() != Some(now)) {
        *known = (!now.is_empty()).then(|| Arc::from(now));
    }
}
