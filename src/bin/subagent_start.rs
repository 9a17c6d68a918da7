//! Entry point of the SubagentStart hook.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::subagent_start()
}
