//! The map from the four descriptions to the code: every file and every test that it names exists.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The cells of every row, without the headings.
fn rows(page: &str) -> Vec<Vec<String>> {
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| Seed |"));
    let cells = |row: &str| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

fn named(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

fn has_test(name: &str) -> bool {
    let (file, test) = name.split_once("::").unwrap();
    let text = fs::read_to_string(root().join(file)).unwrap_or_default();
    text.contains(&format!("fn {test}(")) && text.contains("#[test]")
}

#[test]
fn every_promise_has_its_code_and_a_test_that_is_there() {
    let page = fs::read_to_string(root().join("docs/specification.md")).unwrap();
    let rows = rows(&page);
    let mut wrong = Vec::new();
    for row in &rows {
        if row.len() != 5 || row.iter().any(String::is_empty) {
            wrong.push(format!("{} cells: {row:?}", row.len()));
            continue;
        }
        let files: Vec<&str> = named(&row[2]);
        let gone = files.iter().filter(|file| !Path::new(&root().join(file)).exists());
        wrong.extend(gone.map(|file| format!("no file `{file}`")));
        let tests: Vec<&str> = named(&row[3]);
        let lost = tests.iter().filter(|test| !test.contains("::") || !has_test(test));
        wrong.extend(lost.map(|test| format!("no test `{test}`")));
        if files.is_empty() || tests.is_empty() {
            wrong.push(format!("names nothing: {row:?}"));
        }
        if !tests.iter().any(|test| test.starts_with("tests/it/")) {
            wrong.push(format!("no test through the executable: {}", row[1]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for seed in ["000", "001", "002", "003"] {
        assert!(rows.iter().filter(|row| row[0] == seed).count() >= 15, "seed {seed} has its rows");
    }
}
