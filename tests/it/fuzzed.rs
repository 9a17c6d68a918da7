//! Seeds of every kind of external input, and every input with which a fuzzer broke something: one file
//! each.

use std::collections::BTreeMap;
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

/// What fuzzers found on their way, as `fuzz/keep` leaves it.
#[test]
fn what_was_kept_of_all_inputs_holds_too() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/kept");
    let (mut files, all) = (0, BTreeMap::from(properties::ALL));
    for file in fs::read_dir(kept).unwrap().flatten() {
        let holds = all[file.file_name().to_str().unwrap()];
        let text = fs::read_to_string(file.path()).unwrap();
        let (tried, inputs) = text.split_once('\n').unwrap();
        assert!(tried.parse::<u64>().unwrap() > 0 && inputs.lines().count() > 100, "{tried}");
        for input in inputs.split_terminator('\n') {
            let input: String = serde_json::from_str(input).unwrap();
            let bytes: Vec<u8> = input.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
            holds(&bytes);
        }
        files += 1;
    }
    assert!(files > 0);
}

#[test]
fn sessions_of_every_shape_are_read() {
    let all = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/sessions.jsonl")).unwrap();
    let sessions: Vec<&str> = all.split("\n\n").collect();
    assert!(sessions.len() > 40);
    sessions.iter().for_each(|session| properties::transcript(session.as_bytes()));
}
