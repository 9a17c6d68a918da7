//! The people's door.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::cmd::main()
}
