//! Entry point of the PreToolUse hook.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::hook::pre_tool_use()
}
