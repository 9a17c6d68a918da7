//! How long the editor waits for a hook: what `ingrain bench-hooks` prints, of the programs that were just built.

use std::process::Command;

use crate::Verdict;

pub(crate) fn report() -> Verdict {
    let timed = Command::new(env!("CARGO_BIN_EXE_ingrain")).args(["bench-hooks", "--growth"]).status();
    Verdict::of(timed.expect("the program starts").success())
}
