//! What redaction masks in a folder of transcripts, to be judged by eye:
//!
//! `cargo run --release --example redacted -- FOLDER [EVERY]`
//!
//! Prints how much per megabyte, by which detector, and every EVERY-th mask with its surroundings. What it shows is not
//! redacted.
#![allow(clippy::print_stdout)]

mod folders;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use ingrain::core::redact::Redactor;
use serde_json::Value;

const OPEN: &str = "[redacted:";

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().context("which folder of transcripts?")?;
    let every = arguments.next().map_or(Ok(50), |every| every.parse())?;
    let mut seen =
        Seen { redactor: Redactor::new(&[])?, every, bytes: 0, masks: 0, by_name: BTreeMap::new() };
    let files = folders::transcripts(Path::new(&folder))?;
    for file in &files {
        let text = fs::read_to_string(file)?;
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.for_each(|line| seen.look(&line));
    }
    let megabytes = seen.bytes as f64 / 1e6;
    println!(
        "\n{} files, {megabytes:.1} MB of text, {} masks, {:.2} per MB",
        files.len(),
        seen.masks,
        seen.masks as f64 / megabytes
    );
    seen.by_name.iter().for_each(|(name, count)| println!("{count:6} {name}"));
    Ok(())
}

struct Seen {
    redactor: Redactor,
    every: usize,
    bytes: usize,
    masks: usize,
    by_name: BTreeMap<String, usize>,
}

impl Seen {
    fn look(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.text(text),
            Value::Array(items) => items.iter().for_each(|item| self.look(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.look(field)),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.bytes += text.len();
        let masked = self.redactor.redact(text).into_owned();
        let (mut at, mut rest) = (0, masked.as_str());
        while let Some((before, after)) = rest.split_once(OPEN) {
            let (name, tail) = after.split_once(']').unwrap_or((after, ""));
            at += text[at..].find(before).map_or(0, |found| found + before.len());
            let next = tail.split(OPEN).next().unwrap_or_default();
            let end = at + text[at..].find(next).filter(|_| !next.is_empty()).unwrap_or(text.len() - at);
            self.mask(name, &text[..at], &text[at..end]);
            (at, rest) = (end, tail);
        }
    }

    fn mask(&mut self, name: &str, before: &str, secret: &str) {
        self.masks += 1;
        *self.by_name.entry(name.to_owned()).or_default() += 1;
        if self.masks.is_multiple_of(self.every) {
            let start: String = before.chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect();
            let secret: String = secret.chars().take(60).collect();
            println!("{name}: {:?} «{}»", start, secret.escape_debug());
        }
    }
}
