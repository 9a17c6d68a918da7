//! The editor's SessionEnd door.

use std::process::ExitCode;

use ingrain::hook::{self, Hook};

fn main() -> ExitCode {
    hook::run(Hook::SessionEnd)
}
