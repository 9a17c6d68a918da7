//! Prints what redaction masks in a folder of transcripts, to be judged by eye:
//!
//! `cargo run --release --example redacted -- FOLDER [EVERY]`
//!
//! The output has the amount per megabyte, by detector, and every EVERY-th mask with its surroundings;
//! then every mask in what people typed and the assistant said. The output itself is not redacted.
#![allow(clippy::print_stdout)]

#[allow(dead_code, reason = "the other example uses the rest")]
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
    let (mut all, mut said) = (Seen::new(every)?, Seen::new(1)?);
    for file in &folders::transcripts(Path::new(&folder))? {
        let text = fs::read_to_string(file)?;
        for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            all.look(&line);
            texts(&line["message"]["content"]).for_each(|text| said.text(text));
        }
    }
    all.report("of all texts");
    said.report("of what was typed or said");
    Ok(())
}

/// A message as it was typed, or the texts among its blocks.
fn texts(content: &Value) -> impl Iterator<Item = &str> {
    let blocks = content.as_array().into_iter().flatten();
    content.as_str().into_iter().chain(blocks.filter_map(|block| block["text"].as_str()))
}

struct Seen {
    redactor: Redactor,
    every: usize,
    texts: usize,
    bytes: usize,
    masks: usize,
    by_name: BTreeMap<String, usize>,
}

impl Seen {
    fn new(every: usize) -> Result<Seen> {
        let (redactor, by_name) = (Redactor::new(&[])?, BTreeMap::new());
        Ok(Seen { redactor, every, texts: 0, bytes: 0, masks: 0, by_name })
    }

    fn report(&self, what: &str) {
        let megabytes = self.bytes as f64 / 1e6;
        let rate = self.masks as f64 / megabytes;
        println!("\n{megabytes:.1} MB {what}, {} texts, {} masks, {rate:.2} per MB", self.texts, self.masks);
        self.by_name.iter().for_each(|(name, count)| println!("{count:6} {name}"));
    }

    fn look(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.text(text),
            Value::Array(items) => items.iter().for_each(|item| self.look(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.look(field)),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.texts += 1;
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
