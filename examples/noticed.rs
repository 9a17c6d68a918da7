//! Prints what the built-in learner notices in sentences, one a line on standard input:
//!
//! `cargo run --example noticed < SENTENCES`
//!
//! Each line is printed behind the titles that it teaches; a `?` marks a request that has to come again.
#![allow(clippy::print_stdout)]

use std::io::{BufRead, stdin};

use anyhow::Result;
use ingrain::core::learn::extract::{build_request, rules};
use ingrain::core::learn::topics::{Served, beyond, taught};
use ingrain::core::model::{BatchSession, Signal};

fn main() -> Result<()> {
    for line in stdin().lock().lines() {
        let line = line?;
        println!("{}\t{line}", noticed(&line).join(" | "));
    }
    Ok(())
}

fn noticed(text: &str) -> Vec<String> {
    let signal = Signal { turn: "t".to_owned(), at: Default::default(), text: text.to_owned(), prior: None };
    let said = [BatchSession { session: "s".to_owned(), signals: vec![signal], injected: vec![] }];
    let topics = taught(&said, &Served::new()).into_iter().map(|it| match it.quality.attested {
        true => format!("topic: {}", it.title),
        false => format!("topic?: {}", it.title),
    });
    let rules = beyond(rules::builtin(&build_request(&[], &said)).observations);
    let rules = rules.into_iter().map(|item| format!("{:?}: {}", item.details.kind(), item.title));
    topics.chain(rules).collect()
}
