//! Entry point of the UserPromptSubmit hook.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::user_prompt()
}
