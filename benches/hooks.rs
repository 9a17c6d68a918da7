//! A benchmark of hook latency: `ingrain bench-hooks` on the programs that were just built.

use std::process::Command;

use crate::Verdict;

/// These programs have no limit: `install.sh` links them differently, and `.ci/full` judges the installed ones.
pub(crate) fn report() -> Verdict {
    let timed = Command::new(env!("CARGO_BIN_EXE_ingrain")).args(["bench-hooks", "--growth"]).status();
    timed.expect("the program starts");
    Verdict::Kept
}
