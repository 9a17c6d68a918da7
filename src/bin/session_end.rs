//! Entry point of the SessionEnd hook.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::session_end()
}
