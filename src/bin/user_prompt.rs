//! The editor's UserPromptSubmit door.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::user_prompt()
}
