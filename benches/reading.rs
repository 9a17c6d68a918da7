//! A benchmark of reading: bytes → turns → signals on real sessions, compared with a bare search for
//! line ends in the same files.

use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ingrain::client::transcript_lines::{read_lines, read_turns};
use ingrain::core::redact::Redactor;
use ingrain::core::session::signals::channels;
use serde_json::json;

use crate::Verdict;
use crate::growth::memory::Memory;
use crate::growth::{Took, timed};
use crate::transcripts::transcripts;

const ROUNDS: usize = 7;
/// Required megabytes per second on one core.
const LEAST: f64 = 500.0;

pub(crate) fn report() -> Verdict {
    let Some(files) = transcripts() else { return Verdict::Kept };
    let bytes: u64 =
        files.iter().filter_map(|file| file.metadata().ok()).map(|metadata| metadata.len()).sum();
    let lines = best(files, |file| {
        read_lines(file, 0, |line, _| {
            black_box(line);
            Ok(())
        })
        .map(drop)
    });
    let turns =
        best(files, |mut file| read_turns(&mut file, None, false).map(|reading| drop(black_box(reading))));
    let redactor = Redactor::new(&[]).expect("the built-in detectors");
    let now = "2030-01-01T00:00:00Z".parse().expect("a time");
    let taught = best(files, |mut file| {
        let turns = read_turns(&mut file, None, false)?.turns;
        black_box(channels(&turns, &redactor, &|_| true, true, now));
        Ok(())
    });
    let speed = bytes as f64 / 1e6 / turns.as_secs_f64();
    println!(
        "reading: {} sessions, {:.0} MB, {speed:.0} MB/s (at least {LEAST:.0}), {:.1}x looking for line ends; \
         with redacted signals {:.1}x",
        files.len(),
        bytes as f64 / 1e6,
        turns.as_secs_f64() / lines.as_secs_f64(),
        taught.as_secs_f64() / lines.as_secs_f64(),
    );
    Verdict::of(speed >= LEAST)
}

/// Reads a session with the given number of lines.
pub(crate) fn reading(memory: &Memory) -> Took {
    let mut file = tempfile::tempfile().expect("a temporary file");
    let text: String = (0..memory.rows).map(line).collect();
    file.write_all(text.as_bytes()).expect("a transcript can be written");
    let (_, work) = timed(|| read_turns(&mut file, None, false).expect("a transcript can be read"));
    Took { reading: Duration::ZERO, work }
}

/// A person asks, the assistant runs something and answers: three lines of a turn.
fn line(n: usize) -> String {
    let (role, content) = match n % 3 {
        0 => ("user", json!(format!("please run check number {n} and tell me what it says"))),
        1 => {
            let run = json!({"type": "tool_use", "id": format!("t{n}"), "name": "Bash", "input": {"command": "just check"}});
            ("assistant", json!([run]))
        }
        _ => {
            let id = format!("t{}", n - 1);
            ("user", json!([{"type": "tool_result", "tool_use_id": id, "content": "ok ".repeat(100)}]))
        }
    };
    let line = json!({
        "type": role, "uuid": format!("u{n}"), "parentUuid": n.checked_sub(1).map(|n| format!("u{n}")),
        "sessionId": "s", "isSidechain": false, "userType": "external", "cwd": "/home/ada/project", "gitBranch": "main",
        "timestamp": "2030-01-01T00:00:00.000Z", "message": {"role": role, "content": content},
    });
    format!("{line}\n")
}

/// The fastest round over all files; slower ones were disturbed.
fn best(files: &[PathBuf], mut read: impl FnMut(File) -> std::io::Result<()>) -> Duration {
    let mut round = || {
        let start = Instant::now();
        for file in files {
            let file = File::open(file).expect("a transcript");
            read(file).expect("a transcript can be read");
        }
        start.elapsed()
    };
    (0..ROUNDS).map(|_| round()).min().unwrap_or_default()
}
