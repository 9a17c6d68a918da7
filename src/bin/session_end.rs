//! The editor's SessionEnd door.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::session_end()
}
