//! Entry point of the SessionStart hook.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::session_start()
}
