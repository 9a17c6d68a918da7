//! The editor's SessionStart door.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::session_start()
}
