//! The transcript reader on real sessions. Each line is judged a second time on plain JSON and by other
//! means, so that the test does not repeat a mistake of the reader.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::Write;
use std::path::Path;

use ingrain::client::transcript_lines::{TranscriptReading, read_turns};
use ingrain::core::model::outcome::RunResult;
use ingrain::core::redact::Redactor;
use ingrain::core::session::segments::{Segment, segments};
use ingrain::core::session::signals::{SessionSignals, channels};
use ingrain::core::session::turns::{Origin, Turn};
use serde_json::Value;

use crate::transcripts::{SESSIONS, transcripts};

fn read(path: &Path) -> TranscriptReading {
    read_turns(&mut File::open(path).expect("a transcript"), None, false).expect("a transcript can be read")
}

fn taught(turns: &[Turn]) -> SessionSignals {
    let redactor = Redactor::new(&[]).expect("the built-in detectors");
    let now = "2026-07-01T00:00:00Z".parse().expect("a time");
    channels(turns, &redactor, &|_| true, false, now)
}

#[test]
fn every_session_is_read_and_only_people_teach() {
    let Some(transcripts) = transcripts() else { return };
    let (mut signals, mut decided) = (0, 0);
    for path in transcripts {
        let reading = read(path);
        let lines = Lines::of(path);
        assert!(reading.counts.lines > 0, "{}", path.display());
        assert_eq!((reading.counts.too_long, reading.counts.not_utf8), (0, 0), "{}", path.display());
        let origins: HashMap<&str, Origin> =
            reading.turns.iter().map(|turn| (&*turn.id, turn.origin)).collect();
        for signal in taught(&reading.turns).signals {
            signals += 1;
            decided += usize::from(origins[&*signal.turn] == Origin::Decided);
            lines.check(&signal.turn, &signal.text, origins[&*signal.turn]);
            if let Some(prior) = &signal.prior {
                let line = lines.by_uuid(&prior.turn).expect("the assistant's line");
                assert_eq!((&line["type"], &line["isSidechain"]), (&"assistant".into(), &false.into()));
            }
        }
    }
    eprintln!("{} sessions, {signals} signals, {decided} of them decisions", transcripts.len());
    if transcripts.len() == SESSIONS {
        assert!((1100..1300).contains(&signals), "{signals} signals");
        assert!((50..80).contains(&decided), "{decided} decisions");
    }
}

/// The text of a transcript, and where its lines are.
struct Lines {
    text: String,
    /// Lines that mention a uuid as theirs; progress reports quote other lines.
    by_uuid: HashMap<String, Vec<(usize, usize)>>,
}

impl Lines {
    fn of(path: &Path) -> Lines {
        let text = std::fs::read_to_string(path).expect("a transcript");
        let mut by_uuid: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let values =
                line.match_indices(r#""uuid":"#).map(|(at, key)| line[at + key.len()..].trim_start());
            for uuid in values.filter_map(|value| value.strip_prefix('"')?.split('"').next()) {
                by_uuid.entry(uuid.to_owned()).or_default().push((start, start + line.len()));
            }
            start += line.len();
        }
        Lines { text, by_uuid }
    }

    fn by_uuid(&self, turn: &str) -> Option<Value> {
        let uuid = turn.split('#').next()?;
        let places = self.by_uuid.get(uuid)?.iter();
        let mut lines =
            places.filter_map(|(start, end)| serde_json::from_str::<Value>(&self.text[*start..*end]).ok());
        lines.find(|line| line["uuid"] == uuid)
    }

    fn check(&self, turn: &str, signal: &str, origin: Origin) {
        let source = match (self.by_uuid(turn), origin) {
            (Some(line), Origin::Decided) => self.decision(&line),
            (Some(line), _) => typed(&line),
            (None, _) => self.queued(signal),
        };
        // An arrow of the assistant's would look like the one between its question and the answer.
        let source =
            source.unwrap_or_else(|problem| panic!("{turn}: {problem}\n{signal}")).replace(['→', '⇒'], "->");
        let source = fold(&source);
        let signal_lines = signal.trim_start_matches("Approved plan: ").lines();
        let words = signal_lines.flat_map(|line| line.split(" → ")).flat_map(|line| line.split(" ⇒ "));
        for words in words.flat_map(|words| words.split("; ")).map(fold) {
            let (words, _) = words.split_once(['…', '[']).unwrap_or((&words, ""));
            // A question ends with its mark, however the assistant ended it.
            let words = words.trim().trim_end_matches('?').replace(['→', '⇒'], "->");
            assert!(source.contains(&words), "{turn} does not say {words:?}");
        }
        for mark in CLIENTS_WORDS {
            assert!(!signal.starts_with(mark), "{turn} begins with {mark}");
        }
        assert!(!signal.contains("</system-reminder>"), "{turn}");
    }

    /// What a person can have said in a tool's result.
    fn decision(&self, line: &Value) -> Result<String, &'static str> {
        let block = &line["message"]["content"][0];
        let result = &line["toolUseResult"];
        if line["isSidechain"] == true || block["type"] != "tool_result" {
            return Err("a decision outside a result");
        }
        if block["is_error"] == true {
            let said = block["content"].as_str().and_then(|text| text.split_once("the user said:\n"));
            return said.map(|(_, said)| said.to_owned()).ok_or("an error without a quote");
        }
        let id = block["tool_use_id"].as_str().unwrap_or_default();
        let asked_by = |tool: &str| self.text.contains(&format!(r#""id":"{id}","name":"{tool}""#));
        if asked_by("AskUserQuestion") && result["answers"].is_object() {
            let said = strings(&result["answers"]) + &strings(&result["annotations"]);
            return Ok(strings(&result["questions"]) + &said);
        }
        if asked_by("ExitPlanMode") && result["isAgent"] == false {
            return Ok(strings(result));
        }
        Err("a result without a question")
    }

    fn queued(&self, signal: &str) -> Result<String, &'static str> {
        let first = fold(signal.lines().next().unwrap_or_default());
        let queued = self
            .text
            .lines()
            .filter(|line| line.starts_with(r#"{"type":"queue-operation","operation":"enqueue""#));
        let contents = queued.filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut contents = contents.filter_map(|line| line["content"].as_str().map(str::to_owned));
        contents.find(|content| fold(content).contains(&first)).ok_or("in no line and in no queue")
    }
}

const CLIENTS_WORDS: [&str; 10] = [
    "<command-",
    "<local-command-",
    "<bash-",
    "<task-notification",
    "<ide_",
    "<system-reminder",
    "Caveat: The messages below",
    "Implement the following plan",
    "This session is being continued",
    "[Request interrupted",
];

/// What a person can have typed in a user line.
fn typed(line: &Value) -> Result<String, &'static str> {
    let attachment = &line["attachment"];
    if attachment["type"] == "queued_command" && attachment["origin"]["kind"] == "human" {
        // Desktop sessions keep a prompt that was typed while the agent worked only as an attachment.
        return Ok(strings(&attachment["prompt"]));
    }
    if line["type"] != "user" {
        return Err("not a user line");
    }
    if ["isSidechain", "isMeta", "isCompactSummary"].iter().any(|flag| line[flag] == true) {
        return Err("marked as the client's or a subagent's");
    }
    if !line["toolUseResult"].is_null()
        || !line["planContent"].is_null()
        || !line["sourceToolUseID"].is_null()
    {
        return Err("a tool's result or a plan");
    }
    match &line["message"]["content"] {
        Value::String(text) => Ok(text.clone()),
        Value::Array(blocks) if blocks.iter().all(|block| block["type"] != "tool_result") => {
            Ok(blocks.iter().filter_map(|block| block["text"].as_str()).collect::<Vec<_>>().join("\n"))
        }
        _ => Err("no text"),
    }
}

fn strings(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text} "),
        Value::Array(all) => all.iter().map(strings).collect(),
        Value::Object(all) => all.values().map(strings).collect(),
        _ => String::new(),
    }
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A session that is read while it runs, and again when it has grown, gives the same turns as one look at the end.
#[test]
fn reading_in_two_steps_loses_nothing() {
    let Some(transcripts) = transcripts() else { return };
    for path in transcripts.iter().step_by(9) {
        let bytes = std::fs::read(path).expect("a transcript");
        let mut growing = tempfile::NamedTempFile::new().expect("a temporary file");
        let mut look = |bytes: &[u8], cursor| {
            growing.write_all(bytes).expect("the copy can be written");
            read_turns(&mut growing.reopen().expect("the copy"), cursor, false).expect("the copy can be read")
        };
        let first = look(&bytes[..bytes.len() / 2], None);
        let second = look(&bytes[bytes.len() / 2..], Some(&first.cursor));
        let ids = |turns: &[Turn]| -> Vec<String> {
            turns.iter().filter(|turn| turn.origin.teaches()).map(|turn| turn.id.clone()).collect()
        };
        let seen = [ids(&first.turns), ids(&second.turns)].concat();
        for id in ids(&read(path).turns) {
            assert!(seen.contains(&id), "{id} of {}", path.display());
        }
    }
}

fn work(turns: &[Turn]) -> Vec<Segment> {
    let redactor = Redactor::new(&[]).expect("the built-in detectors");
    segments(
        turns,
        &redactor,
        ingrain::core::learn::topics::states_rule,
        "2026-07-01T00:00:00Z".parse().expect("a time"),
    )
}

/// Forks copy segments, so each counts in the first file that has it.
#[test]
fn real_work_ends_in_every_way_and_often_unknown() {
    let Some(transcripts) = transcripts() else { return };
    let mut seen = HashSet::new();
    let mut results: BTreeMap<RunResult, usize> = BTreeMap::new();
    for path in transcripts {
        for segment in work(&read(path).turns) {
            let outcome = &segment.outcome;
            assert!(outcome.duration_ms <= outcome.wall_duration_ms, "{}", outcome.run_id);
            assert!((0.0..=1.0).contains(&outcome.post_execution_score), "{}", outcome.run_id);
            assert_eq!(outcome.error_count as usize, segment.errors.len());
            assert!(outcome.adapters_used.iter().all(|used| used.id == used.id.to_lowercase()));
            if seen.insert(outcome.run_id.clone()) {
                *results.entry(outcome.result).or_default() += 1;
            }
        }
    }
    eprintln!("{} segments: {results:?}", seen.len());
    if transcripts.len() == SESSIONS {
        assert_eq!(results.len(), RunResult::ALL.len());
        assert!((1100..1200).contains(&seen.len()));
        let known = seen.len() - results[&RunResult::Unknown];
        assert!((610..700).contains(&known), "{known} known results");
    }
}

/// A segment that was cut by the end of a first reading is the same after a second.
#[test]
fn work_read_in_two_steps_ends_the_same() {
    let Some(transcripts) = transcripts() else { return };
    for path in transcripts.iter().step_by(7) {
        let bytes = std::fs::read(path).expect("a transcript");
        let mut growing = tempfile::NamedTempFile::new().expect("a temporary file");
        let mut look = |bytes: &[u8], cursor| {
            growing.write_all(bytes).expect("the copy can be written");
            read_turns(&mut growing.reopen().expect("the copy"), cursor, false).expect("the copy can be read")
        };
        let first = look(&bytes[..bytes.len() / 2], None);
        let second = look(&bytes[bytes.len() / 2..], Some(&first.cursor));
        let mut stepwise: BTreeMap<String, Segment> = BTreeMap::new();
        for segment in work(&first.turns).into_iter().chain(work(&second.turns)) {
            stepwise.insert(segment.outcome.run_id.clone(), segment);
        }
        for whole in work(&read(path).turns) {
            assert_eq!(stepwise.get(&whole.outcome.run_id), Some(&whole), "{}", path.display());
        }
    }
}
