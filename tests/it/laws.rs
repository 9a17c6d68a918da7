//! Rules of the code base that the compiler does not check.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Tests within a file stand at its end; those in a file of their own are only named at its beginning.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

fn offenders(folder: &str, forbidden: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in sources(&src().join(folder)) {
        if file.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        for (n, line) in without_tests(&text).lines().enumerate() {
            if let Some(word) = forbidden.iter().find(|word| code(line).contains(**word)) {
                found.push(format!("{}:{}: {word}", file.display(), n + 1));
            }
        }
    }
    found
}

#[test]
fn the_core_is_pure() {
    let outside = [
        "std::fs",
        "std::env",
        "std::process",
        "std::net",
        "std::thread",
        "std::io::stdin",
        "std::io::stdout",
        "SystemTime",
        "Instant",
        "Utc::now",
        "Local::now",
        "rusqlite",
        "tempfile",
        "dirs::",
        "clap",
        "console::",
    ];
    assert_eq!(offenders("core", &outside), Vec::<String>::new());
    let of_ours = offenders("core", &["crate::"]);
    assert!(
        of_ours.len() > 200,
        "only {} imports were found: are the marks still the right ones?",
        of_ours.len()
    );
}

/// What is opened in another way may be a device or a pipe, which is read or waited for without an end.
#[test]
fn files_are_opened_in_one_place() {
    let others = offenders("", &["File::open(", "fs::read(", "fs::read_to_string("]);
    let others: Vec<_> = others.into_iter().filter(|place| !place.contains("/os/fsx.rs:")).collect();
    assert_eq!(others, Vec::<String>::new());
}

/// Two ways of writing a document or a time come to differ.
#[test]
fn what_is_shown_is_written_in_one_place() {
    let others = offenders("cmd", &["to_string_pretty(", "{:#}\", json", "%Y-%m-%d", "chrono::Local"]);
    let for_files: Vec<_> = others.into_iter().filter(|place| !place.contains("/report.rs:")).collect();
    assert_eq!(for_files, Vec::<String>::new());
}

/// The rooms of the core, as `lib.rs` draws them. A room imports from itself and from those before it.
const CORE: [&str; 16] = [
    "model",
    "text",
    "entities",
    "redact",
    "config",
    "session",
    "learn",
    "knowledge",
    "outcomes",
    "patterns",
    "policy",
    "guards",
    "history",
    "review",
    "context",
    "backtest",
];

/// The rooms around it.
const SRC: [&str; 12] =
    ["core", "os", "project", "client", "store", "extractor", "hook", "worker", "ui", "cli", "cmd", "bin"];

#[test]
fn every_room_is_in_the_floor_plan() {
    for (folder, rooms, beside) in [("core", &CORE[..], &["mod.rs"][..]), ("", &SRC, &["lib.rs"])] {
        let entries = std::fs::read_dir(src().join(folder)).unwrap();
        let mut found: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        found.retain(|name| !beside.contains(&name.as_str()));
        found.sort();
        let mut planned = rooms.to_vec();
        planned.sort_unstable();
        assert_eq!(found, planned, "src/{folder}");
    }
}

#[test]
fn rooms_import_downwards() {
    let mut seen = 0;
    let mut upward = Vec::new();
    for (folder, above, rooms) in [("core", "crate::core::", &CORE[..]), ("", "crate::", &SRC)] {
        for (at, room) in rooms.iter().enumerate() {
            for (place, path) in imports(&src().join(folder).join(room)) {
                let Some(rest) = path.strip_prefix(above) else {
                    // Of a room in core: an import from outside of core.
                    upward.push(format!("{place}: {path}"));
                    continue;
                };
                let other = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                let Some(other) = rooms.iter().position(|name| *name == other) else {
                    upward.push(format!("{place}: {path} names no room"));
                    continue;
                };
                seen += 1;
                if other > at {
                    upward.push(format!("{place}: {path}"));
                }
            }
        }
    }
    assert!(seen > 1500, "only {seen} imports were found: are the marks still the right ones?");
    assert_eq!(upward, Vec::<String>::new());
}

/// What two steps of the loop need stands beside them.
#[test]
fn stages_do_not_import_each_other() {
    let folder = src().join("worker/stage");
    let inside = |file: &Path| file.strip_prefix(&folder).unwrap().with_extension("");
    let stage_of = |file: &Path| inside(file).iter().next().unwrap().to_str().unwrap().to_owned();
    let files = sources(&folder);
    let stages: BTreeSet<String> = files.iter().map(|file| stage_of(file)).filter(|s| s != "mod").collect();
    assert!(stages.len() > 10, "only {stages:?} were found");
    let mut found = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let text: String = without_tests(&text).lines().flat_map(|line| [code(line), "\n"]).collect();
        let supers = "super::".repeat(inside(file).iter().count());
        for other in stages.iter().filter(|other| **other != stage_of(file)) {
            let named = format!(r"(?:worker::stage::|\b{supers})(?:\{{[^;]*)?\b{other}\b");
            if regex::Regex::new(&named).unwrap().is_match(&text) {
                found.push(format!("{} imports {other}", file.display()));
            }
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// A step of the loop has one name: in the drawing, in the code and in the log.
#[test]
fn every_step_of_the_loop_is_drawn_and_logged_by_its_name() {
    let read = |file: &str| std::fs::read_to_string(src().join(file)).unwrap();
    let drawn = regex::Regex::new(r"(?m)^//!        [├└]─ (\w+)").unwrap();
    let drawing = read("lib.rs");
    let drawn: BTreeSet<&str> = drawn.captures_iter(&drawing).map(|step| step.extract::<1>().1[0]).collect();
    let taken = regex::Regex::new(r#"step\(run, "(\w+)", (?:\|run\| )?([\w:]+)"#).unwrap();
    let worker = read("worker/mod.rs");
    let mut logged = BTreeSet::new();
    for (_, [name, function]) in taken.captures_iter(&worker).map(|step| step.extract()) {
        assert!(function.split("::").any(|part| part == name), "{function} is logged as {name}");
        logged.insert(name);
    }
    assert!(logged.len() > 10, "only {logged:?} were found");
    assert_eq!(drawn, logged);
}

/// Every path from the crate's root in the files of a room, with its place. Tests may look anywhere.
fn imports(room: &Path) -> Vec<(String, String)> {
    let path = regex::Regex::new(r"\bcrate(::\w+)+").unwrap();
    let mut found = Vec::new();
    for file in sources(room) {
        if file.ends_with("samples.rs") || file.components().any(|part| part.as_os_str() == "tests") {
            continue;
        }
        if file.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        for (n, line) in without_tests(&text).lines().enumerate() {
            for path in path.find_iter(code(line)) {
                found.push((format!("{}:{}", file.display(), n + 1), path.as_str().to_owned()));
            }
        }
    }
    found
}

#[test]
fn hooks_touch_no_database_and_print_in_one_place() {
    assert_eq!(offenders("hook", &["rusqlite", "regex", "println!", "eprintln!"]), Vec::<String>::new());
    // What fits a prompt cannot be prepared.
    let readers = offenders("hook", &["crate::store"]);
    assert!(readers.iter().all(|line| line.contains("user_prompt.rs")), "{readers:?}");
}

#[test]
fn every_hook_has_a_launcher_but_the_one_that_asks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hooks = std::fs::read_to_string(root.join("plugin/hooks/hooks.json")).unwrap();
    let hooks: serde_json::Value = serde_json::from_str(&hooks).unwrap();
    for hook in ingrain::client::hook_event::Hook::ALL {
        let launched = format!("\"${{CLAUDE_PLUGIN_ROOT}}/hooks/{}\"", hook.name());
        let command = hooks["hooks"][hook.event()][0]["hooks"][0]["command"].as_str();
        let always = ingrain::client::hook_event::Hook::ALWAYS.contains(&hook);
        assert_eq!(command, always.then_some(launched.as_str()), "{}", hook.event());
        assert_eq!(root.join("plugin/hooks").join(hook.name()).exists(), always, "{}", hook.name());
    }
}

#[test]
fn only_the_store_speaks_sql() {
    for folder in ["cmd", "worker", "hook", "client", "project"] {
        assert_eq!(
            offenders(folder, &["SELECT ", "INSERT ", "UPDATE ", "DELETE FROM"]),
            Vec::<String>::new()
        );
    }
}

#[test]
fn no_test_file_is_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let main = std::fs::read_to_string(folder.join("main.rs")).unwrap();
    for file in sources(&folder) {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let parent = file.parent().unwrap();
        let (owner, named_in) = match parent == folder {
            true => ("main.rs".into(), main.clone()),
            false => {
                (parent.with_extension("rs"), std::fs::read_to_string(parent.with_extension("rs")).unwrap())
            }
        };
        let is_shared = |other: &std::path::PathBuf| {
            std::fs::read_to_string(other).unwrap().contains(&format!("#[path = \"{name}.rs\"]"))
        };
        assert!(
            name == "main"
                || named_in.contains(&format!("mod {name};"))
                || sources(&folder).iter().any(is_shared),
            "{name} is not in {}",
            owner.display()
        );
    }
}

#[test]
fn the_version_is_the_same_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let plugin: serde_json::Value = serde_json::from_str(
        &std::fs::read_to_string(root.join("plugin/.claude-plugin/plugin.json")).unwrap(),
    )
    .unwrap();
    assert_eq!(plugin["version"], env!("CARGO_PKG_VERSION"));
    let changelog = std::fs::read_to_string(root.join("CHANGELOG.md")).unwrap();
    assert!(
        changelog.contains(&format!("## [{}]", env!("CARGO_PKG_VERSION"))),
        "CHANGELOG names the version"
    );
}

/// Names that begin with a capital wherever they stand.
const NAMES: [&str; 4] = ["Claude", "INGRAIN", "HOME", "JSON"];

#[test]
fn messages_have_one_style() {
    let said = r#"(?:bail!\(|anyhow!\(|context\(|hint\(|talk\(|warn\(|#\[error\(|Usage\()(?:\|\| )?&?(?:format!\()?\s*"((?:[^"\\]|\\.)*)""#;
    let said = regex::Regex::new(said).unwrap();
    let (mut seen, mut odd) = (0, Vec::new());
    for file in sources(&src()).into_iter().filter(|file| !file.ends_with("tests.rs")) {
        let text = std::fs::read_to_string(&file).unwrap();
        for message in said.captures_iter(without_tests(&text)).map(|found| found[1].to_owned()) {
            let capital =
                message.starts_with(char::is_uppercase) && !NAMES.iter().any(|n| message.starts_with(n));
            if capital || message.ends_with('.') {
                odd.push(format!("{}: {message}", file.display()));
            }
            seen += 1;
        }
    }
    assert!(seen > 150, "only {seen} messages were found: are the marks still the right ones?");
    assert!(odd.is_empty(), "messages are lower case and have no final stop:\n{}", odd.join("\n"));
}
