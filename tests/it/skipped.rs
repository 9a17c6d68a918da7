//! The record of tests that could not run here. `cargo test` swallows the output of passing tests, so
//! it is also appended to the file that `INGRAIN_TEST_SKIPS` names; `.ci` prints that file with its
//! verdict.

use std::fs::File;
use std::io::Write;

#[expect(clippy::disallowed_methods, reason = "the test's own environment, not the program's")]
pub(crate) fn say(what: &str) {
    eprintln!("SKIPPED: {what}");
    if let Some(list) = std::env::var_os("INGRAIN_TEST_SKIPS") {
        let list = File::options().create(true).append(true).open(list);
        // One write, so that tests that run at once do not mix their lines.
        let line = format!("{}\n", what.replace('\n', " "));
        list.and_then(|mut list| list.write_all(line.as_bytes())).expect("the list of what was skipped");
    }
}

#[test]
fn the_verdict_tells_what_was_skipped() {
    let script = r#". .ci/steps; step tests true; printf 'b\na\nb\n' >>"$INGRAIN_TEST_SKIPS"; verdict"#;
    let mut shell = std::process::Command::new("bash");
    shell.args(["-euc", script]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let said = String::from_utf8(shell.output().unwrap().stdout).unwrap();
    assert!(said.contains("SKIPPED: a\nSKIPPED: b\ntotal: "), "{said}");
}
