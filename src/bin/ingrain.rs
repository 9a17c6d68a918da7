//! Entry point of the command line program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ingrain::cmd::main()
}
