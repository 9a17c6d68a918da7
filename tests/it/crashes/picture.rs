//! The visible state of a world: every row, every project file, everything that Claude Code and the
//! hooks read. Two pictures are equal when nothing was lost, doubled or left half done in between.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use crate::world::World;

/// How closely two pictures are compared.
#[derive(Clone, Copy, PartialEq)]
pub enum Likeness<'a> {
    Exact,
    /// A hook that died delivered nothing; that changes with the next session.
    ButForWhatWasTold,
    /// Another session came after this one, in which the hook died: whatever that left is made up for or swept away. Only
    /// what this session itself was told stays untold.
    ASessionAfter(&'a str),
}

#[derive(Clone, PartialEq)]
pub struct Picture(BTreeMap<String, String>);

/// Times of files and offsets of transcripts, which only decide whether they are read again.
static MOMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#""(mtime_ms|read_bytes)":\d+"#).unwrap());

/// In a session's marker: what its start told it.
static SHOWN: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#""shown":\[.*\]"#).unwrap());

/// The same, of news.
static NEWS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#",?"the (command|skill|decision|pitfall) ([^"\\]|\\.)*""#).unwrap());

/// Files without lasting content: logs, locks, deliveries, and the database as bytes. Costs are compared separately.
const IGNORED: [&str; 5] = ["log", "lock", "told/", "learning.backup.at", "spending.json"];
const TOLD: [&str; 4] = ["open/", "ended/", "prepared/", "db delivered"];
/// After a table's name: its rows with the columns that say by whom a session was found and when news were told.
const WHEN: &str = " with when";
/// Transcripts are the client's; what is learned, and how often a model was asked, stand apart.
const NOT_OF_HOME: [&str; 3] = [".claude/projects", ".local/share/ingrain", "asked"];

impl Picture {
    pub fn of(world: &World) -> Picture {
        let mut all = BTreeMap::new();
        let mut add = |name: String, bytes: &[u8]| {
            all.insert(name, MOMENT.replace_all(&String::from_utf8_lossy(bytes), "").into_owned());
        };
        for (name, bytes) in World::tree(&world.project) {
            add(format!("project {name}"), &bytes);
        }
        for (name, bytes) in of_home(&world.home, &world.home) {
            add(format!("home {name}"), &bytes);
        }
        for (name, bytes) in World::tree(&world.data()) {
            // projects/<id>/…
            let short = name.splitn(3, '/').nth(2).unwrap_or(&name);
            if !IGNORED.iter().any(|word| short.starts_with(word) || short.ends_with(word))
                && !short.ends_with(".db")
            {
                add(format!("state {short}"), &bytes);
            }
        }
        if let Some(state) = states(world).first() {
            rows(&state.join("learning.db"), &mut all);
        }
        let states = states(world).len();
        all.insert("projects".into(), states.to_string());
        let id = world.data().join("projects").read_dir().into_iter().flatten().flatten().next();
        if let Some(id) = id.map(|entry| entry.file_name().to_string_lossy().into_owned()) {
            all = all
                .into_iter()
                .map(|(name, text)| (name.replace(&id, "ID"), text.replace(&id, "ID")))
                .collect();
        }
        Picture(all)
    }

    /// As much of it as counts.
    pub fn seen(&self, likeness: Likeness<'_>) -> Picture {
        let mut all = self.0.clone();
        match likeness {
            Likeness::Exact => {}
            Likeness::ButForWhatWasTold => {
                all.retain(|name, _| !name.ends_with(WHEN) && !TOLD.iter().any(|told| name.contains(told)));
            }
            Likeness::ASessionAfter(session) => {
                all.retain(|name, _| !name.ends_with(WHEN));
                all.iter_mut().for_each(|(name, text)| leave_untold(name, text, session));
            }
        }
        Picture(all)
    }

    /// What the database says was shown to a session.
    pub fn shown_to(&self, session: &str) -> Vec<&str> {
        let rows = self.table("delivered").map(String::as_str).unwrap_or_default();
        rows.lines().filter(|row| is_of(row, session)).collect()
    }

    /// What differs, in words; empty when nothing does.
    pub fn differences(&self, other: &Picture) -> String {
        let names: std::collections::BTreeSet<&String> = self.0.keys().chain(other.0.keys()).collect();
        let mut told = String::new();
        for name in names {
            let (one, two) = (self.0.get(name), other.0.get(name));
            if one != two {
                let lines =
                    |text: Option<&String>| text.map(|t| t.lines().map(str::to_owned).collect::<Vec<_>>());
                let (one, two) = (lines(one), lines(two));
                let (only, extra) = (minus(&one, &two), minus(&two, &one));
                told.push_str(&format!(
                    "{name}\n  expected {}{only:.1500}\n  found    {}{extra:.1500}\n",
                    absent(&one),
                    absent(&two)
                ));
            }
        }
        told
    }

    /// Of it, what people read and set.
    pub fn readable(self) -> Picture {
        let is_readable = |name: &String| {
            let (kind, path) = name.split_once(' ').unwrap_or((name, ""));
            kind == "home" || path == "trust.json" || path.ends_with(".md") || path.ends_with("learning.json")
        };
        Picture(self.0.into_iter().filter(|(name, _)| is_readable(name)).collect())
    }

    pub fn table(&self, name: &str) -> Option<&String> {
        self.0.get(&format!("db {name}"))
    }
}

fn absent(lines: &Option<Vec<String>>) -> &'static str {
    if lines.is_none() { "nothing" } else { "" }
}

fn minus(all: &Option<Vec<String>>, without: &Option<Vec<String>>) -> String {
    let without = without.clone().unwrap_or_default();
    let rest = all.clone().unwrap_or_default().into_iter().filter(|line| !without.contains(line));
    rest.collect::<Vec<_>>().join(" ⏎ ")
}

fn states(world: &World) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(world.data().join("projects")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// What the session was told is in its marker and in the database; the news among it are told to the next session instead. A
/// claim on news names the process that had them.
fn leave_untold(name: &str, text: &mut String, session: &str) {
    if name == "db delivered" {
        *text = text.lines().filter(|row| !is_of(row, session)).collect::<Vec<_>>().join("\n");
    } else if name.ends_with(&format!("/{session}.json")) {
        *text = SHOWN.replace(text, "").into_owned();
    } else if name.starts_with("state ended/") || name.starts_with("state open/") {
        *text = NEWS.replace_all(text, "").into_owned();
    } else if name.starts_with("state prepared/told-") {
        text.clear();
    }
}

fn is_of(row: &str, session: &str) -> bool {
    row.contains(&format!("session=Text({session:?})"))
}

/// Every file with its mode, and folders that were never finished.
fn of_home(home: &Path, folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let name = path.strip_prefix(home).unwrap().to_string_lossy().into_owned();
        if NOT_OF_HOME.contains(&name.as_str()) {
            continue;
        }
        let is_folder = entry.file_type().unwrap().is_dir();
        if is_folder {
            found.extend(of_home(home, &path));
        }
        if is_folder && entry.file_name().to_string_lossy().starts_with(".ingrain-") {
            found.push((name, Vec::new()));
        } else if !is_folder {
            let mode = entry.metadata().unwrap().permissions().mode();
            found.push((name, [format!("{mode:o}\n").as_bytes(), &std::fs::read(path).unwrap()].concat()));
        }
    }
    found
}

fn rows(db: &Path, all: &mut BTreeMap<String, String>) {
    let Ok(db) = Connection::open_with_flags(db, OpenFlags::SQLITE_OPEN_READ_ONLY) else {
        return;
    };
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
    let Ok(mut find) = db.prepare(sql) else { return };
    let tables: Vec<String> = find.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for table in tables {
        let when = match table.as_str() {
            "session" => Some("found_by"),
            "artifact" => Some("announced_at"),
            _ => None,
        };
        if when.is_some() {
            all.insert(format!("db {table}{WHEN}"), dump(&db, &table, None));
        }
        all.insert(format!("db {table}"), dump(&db, &table, when));
    }
}

/// A run that was cut short stays on record, and so does the try that it cost; who looks twice sees less the second time.
fn dump(db: &Connection, table: &str, but: Option<&str>) -> String {
    let filter = match table {
        "run" => "WHERE ended_at IS NOT NULL",
        "meta" => "WHERE key <> 'reconciled'",
        _ => "",
    };
    let mut find = db.prepare(&format!("SELECT * FROM {table} {filter}")).unwrap();
    let columns: Vec<String> = find.column_names().map(str::to_owned).collect();
    let skipped = |column: &str| match (table, column) {
        ("cursor", "inode")
        | ("run" | "history", "id")
        | ("history", "cause" | "change_set" | "actor")
        | ("batch", "tries" | "last_error") => true,
        _ => Some(column) == but,
    };
    let row = |row: &rusqlite::Row<'_>| {
        let fields = columns.iter().enumerate().filter(|(_, name)| !skipped(name));
        let fields = fields.map(|(n, name)| Ok(format!("{name}={:?}", row.get::<_, Value>(n)?)));
        Ok(fields.collect::<rusqlite::Result<Vec<_>>>()?.join(" "))
    };
    let mut lines: Vec<String> = find.query_map([], row).unwrap().map(Result::unwrap).collect();
    lines.sort();
    lines.join("\n")
}
