//! The editor's SubagentStart door.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::subagent_start()
}
