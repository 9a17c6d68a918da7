//! Lookup of the evidence that a report cites: in the output of its agent's tools, and in the files of
//! the work.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;

use super::Scene;
use crate::client::transcript_lines;
use crate::core::patterns::evidence_level::{self, EvidenceLevel};
use crate::os::fsx;
use crate::store::agent_reports::StoredReport;

/// The level of evidence found. Unreadable sources are no evidence.
pub fn level(scene: &Scene<'_>, judged: &StoredReport, touched: &BTreeSet<String>) -> EvidenceLevel {
    let printed = judged.transcript.as_deref().map(printed_in).unwrap_or_default();
    let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
    evidence_level::level(&judged.text, &printed, |path, line| {
        let files = touched.iter().filter(|file| is_same(file, path));
        files.into_iter().any(|file| has_line(scene.root, file, line))
    })
}

/// Output of an agent's commands.
fn printed_in(transcript: &Path) -> Vec<String> {
    let turns = fsx::open(transcript)
        .and_then(|mut file| transcript_lines::read_agent(&mut file))
        .unwrap_or_default();
    let actions = turns.into_iter().filter_map(|turn| turn.action).filter(|action| action.command.is_some());
    let results = actions.filter_map(|action| action.result).filter(|result| result.denied.is_none());
    results.map(|result| result.text).collect()
}

/// A report may name a file by the end of its path, or from the root of the machine.
fn is_same(file: &str, named: &str) -> bool {
    let named = named.trim_start_matches("./");
    let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'));
    file == named || ends(file, named) || ends(named, file)
}

fn has_line(root: &Path, file: &str, line: u32) -> bool {
    let inside = Path::new(file).strip_prefix(root).ok().and_then(Path::to_str).unwrap_or(file);
    let Ok(path) = fsx::inside(root, inside) else { return false };
    let Ok(file) = fsx::open(&path) else { return false };
    BufReader::new(file).split(b'\n').take(line as usize).filter(Result::is_ok).count() == line as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_in_many_ways() {
        for (file, named, expected) in [
            ("src/a.rs", "src/a.rs", true),
            ("src/a.rs", "./src/a.rs", true),
            ("app/src/a.rs", "src/a.rs", true),
            ("src/a.rs", "/work/app/src/a.rs", true),
            ("src/aa.rs", "a.rs", false),
            ("src/a.rs", "src/b.rs", false),
        ] {
            assert_eq!(is_same(file, named), expected, "{file} {named}");
        }
    }

    #[test]
    fn a_line_has_to_be_there_and_in_the_project() {
        let dir = tempfile::tempdir().unwrap();
        fsx::create_private(&dir.path().join("a.rs"), b"one\ntwo\nthree").unwrap();
        for (file, line, expected) in [
            ("a.rs".to_owned(), 1, true),
            ("a.rs".to_owned(), 3, true),
            (dir.path().join("a.rs").to_string_lossy().into_owned(), 3, true),
            ("a.rs".to_owned(), 4, false),
            ("b.rs".to_owned(), 1, false),
            ("../a.rs".to_owned(), 1, false),
            ("/etc/passwd".to_owned(), 1, false),
        ] {
            assert_eq!(has_line(dir.path(), &file, line), expected, "{file}:{line}");
        }
    }
}
