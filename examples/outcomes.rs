//! Prints how each piece of work in folders of transcripts is judged, with the context to check it:
//!
//! `cargo run --release --example outcomes -- FOLDER`
//!
//! Nothing is stored. The word lists in `src/core/session/segments` are judged by reading what people
//! said next.
#![allow(clippy::print_stdout)]

mod folders;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use ingrain::core::learn::topics;
use ingrain::core::model::Time;
use ingrain::core::redact::Redactor;
use ingrain::core::session::segments::segments;
use ingrain::core::session::turns::{Origin, Turn};
use ingrain::core::text::{ellipsis, one_line, tail};

const SHOWN: usize = 300;

fn main() -> Result<()> {
    folders::each_repository(show)
}

fn show(repository: &Path) -> Result<()> {
    let redactor = Redactor::new(&[])?;
    let mut results: BTreeMap<&str, usize> = BTreeMap::new();
    let mut known = BTreeSet::new();
    for file in folders::transcripts(repository)? {
        let turns = folders::turns(&file)?;
        let found = segments(&turns, &redactor, topics::states_rule, Time::MAX_UTC);
        for (at, segment) in found.iter().enumerate() {
            if !known.insert(segment.outcome.run_id.clone()) {
                continue;
            }
            *results.entry(segment.outcome.result.as_str()).or_default() += 1;
            let next = found.get(at + 1).map(|next| next.outcome.run_id.as_str());
            let work = piece(&turns, &segment.outcome.run_id, next);
            println!("\n#### {} {at} [{}]", file.display(), segment.outcome.result.as_str());
            println!("asked: {}", ellipsis(&one_line(&work[0].text), SHOWN));
            print_calls(work);
            let said = work.iter().rev().find(|turn| turn.origin == Origin::Assistant);
            println!("ended: {}", one_line(tail(said.map_or("", |turn| &turn.text), SHOWN)));
            let then = turns.iter().find(|turn| Some(turn.id.as_str()) == next);
            println!("then:  {}", then.map_or(String::new(), |turn| ellipsis(&one_line(&turn.text), SHOWN)));
        }
    }
    println!("\n=== {}: {results:?}", repository.display());
    Ok(())
}

/// The turns from one prompt to the next.
fn piece<'a>(turns: &'a [Turn], prompt: &str, next: Option<&str>) -> &'a [Turn] {
    let start = turns.iter().position(|turn| turn.id == prompt).unwrap_or(0);
    let length = turns[start + 1..].iter().position(|turn| Some(turn.id.as_str()) == next);
    &turns[start..length.map_or(turns.len(), |length| start + 1 + length)]
}

/// The last commands of a piece of work, each with the end of its output.
fn print_calls(work: &[Turn]) {
    let edits = work
        .iter()
        .filter_map(|turn| turn.action.as_deref())
        .filter(|it| it.tool == "Edit" || it.tool == "Write");
    println!("edits: {}", edits.count());
    let calls: Vec<_> =
        work.iter().filter_map(|turn| turn.action.as_deref()).filter(|it| it.tool != "Edit").collect();
    for call in calls.iter().rev().take(4).rev() {
        let (failed, output) = call.result.as_ref().map_or((false, ""), |it| (it.is_error, it.text.as_str()));
        let what = call.command.as_deref().or(call.path.as_deref()).unwrap_or_default();
        println!(
            "  {} {}{} => {}",
            call.tool,
            if failed { "(error) " } else { "" },
            ellipsis(&one_line(what), 120),
            one_line(tail(output, 120))
        );
    }
}
