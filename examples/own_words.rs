//! Prints which parts of messages in real sessions are taken for pasted text, one repository per
//! folder:
//!
//! `cargo run --example own_words -- FOLDER [--lines]`
//!
//! Counts the typed messages that lose some or all of their text; `--lines` prints each of them, before
//! and after, as a line of JSON, to be read by eye.
#![allow(clippy::print_stdout)]

mod folders;

use std::path::Path;

use anyhow::Result;
use ingrain::core::session::pasted::own_words;
use ingrain::core::session::turns::Origin;
use serde_json::json;

fn main() -> Result<()> {
    folders::each_repository(show)
}

fn show(repository: &Path) -> Result<()> {
    let (mut typed, mut shorter, mut gone) = (0, 0, 0);
    let prints = std::env::args().any(|arg| arg == "--lines");
    for file in folders::transcripts(repository)? {
        let session = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for turn in folders::turns(&file)?.iter().filter(|turn| turn.origin == Origin::Typed) {
            let own = own_words(&turn.text);
            let is_shorter = words(&own) < words(&turn.text);
            (typed, shorter) = (typed + 1, shorter + usize::from(is_shorter));
            gone += usize::from(own.is_empty());
            if prints && is_shorter {
                println!("{}", json!({"session": session, "before": turn.text, "after": own}));
            }
        }
    }
    println!("{}: {typed} typed, {shorter} lose something, {gone} of them everything", repository.display());
    Ok(())
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
