//! Seeds of every kind of input from outside, and whatever a fuzzer broke something with: one file each.

use std::fs;
use std::path::Path;

#[path = "../../fuzz/properties.rs"]
mod properties;

#[test]
fn what_holds_for_every_input_holds_for_these() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    for (name, holds) in properties::ALL {
        let inputs: Vec<_> = fs::read_dir(seeds.join(name)).unwrap().flatten().collect();
        assert!(!inputs.is_empty(), "{name} has no seed");
        for input in inputs {
            eprintln!("{}", input.path().display());
            holds(&fs::read(input.path()).unwrap());
        }
    }
}

#[test]
fn sessions_of_every_shape_are_read() {
    let all = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/sessions.jsonl")).unwrap();
    let sessions: Vec<&str> = all.split("\n\n").collect();
    assert!(sessions.len() > 40);
    sessions.iter().for_each(|session| properties::transcript(session.as_bytes()));
}
