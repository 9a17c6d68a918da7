//! How long the editor waits for a hook: what `ingrain bench-hooks` prints, of the programs that were just built.

use std::process::Command;

pub(crate) fn report() {
    let timed = Command::new(env!("CARGO_BIN_EXE_ingrain")).args(["bench-hooks", "--growth"]).status();
    assert!(timed.expect("the program starts").success());
}
