//! The editor's PreToolUse door.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::pre_tool_use()
}
