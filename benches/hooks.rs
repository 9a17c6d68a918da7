//! A benchmark of hook latency: `ingrain bench-hooks` on the programs that were just built.

use std::process::Command;

use crate::Verdict;

/// Nothing is promised of these: `install.sh` links them in another way, and `.ci/full` judges what it places.
pub(crate) fn report() -> Verdict {
    let timed = Command::new(env!("CARGO_BIN_EXE_ingrain")).args(["bench-hooks", "--growth"]).status();
    timed.expect("the program starts");
    Verdict::Kept
}
