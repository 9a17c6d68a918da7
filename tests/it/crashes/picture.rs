//! What can be seen of a world: every row, every file of the project, what the editor and the hooks read. Two pictures are
//! equal when nothing was lost, doubled or left half done in between.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use crate::world::World;

/// How closely two pictures are compared.
#[derive(Clone, Copy, PartialEq)]
pub enum Likeness {
    Exact,
    /// A hook that died told nobody, so nobody was told.
    ButForWhatWasTold,
}

#[derive(Clone, PartialEq)]
pub struct Picture(BTreeMap<String, String>);

/// When a file was written, and how far a transcript was read: whoever does not know looks once more.
static MOMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#""(mtime_ms|read_bytes)":\d+"#).unwrap());

/// Nobody's memory: what happened when, who waits for whom, and the database as bytes. What was paid is looked at apart.
const IGNORED: [&str; 5] = ["log", "lock", "told/", "learning.backup.at", "spending.json"];
const TOLD: [&str; 4] = ["open/", "ended/", "prepared/", "db shown"];

impl Picture {
    pub fn of(world: &World, likeness: Likeness) -> Picture {
        let mut all = BTreeMap::new();
        let mut add = |name: String, bytes: &[u8]| {
            all.insert(name, MOMENT.replace_all(&String::from_utf8_lossy(bytes), "").into_owned());
        };
        for (name, bytes) in World::tree(&world.project) {
            add(format!("project {name}"), &bytes);
        }
        for name in [".claude/settings.json", ".config/ingrain/config.json"] {
            add(format!("home {name}"), &std::fs::read(world.home.join(name)).unwrap_or_default());
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
            rows(&state.join("learning.db"), likeness, &mut all);
        }
        let states = states(world).len();
        all.insert("projects".into(), states.to_string());
        if likeness == Likeness::ButForWhatWasTold {
            all.retain(|name, _| !TOLD.iter().any(|told| name.contains(told)));
        }
        let id = world.data().join("projects").read_dir().into_iter().flatten().flatten().next();
        if let Some(id) = id.map(|entry| entry.file_name().to_string_lossy().into_owned()) {
            all = all
                .into_iter()
                .map(|(name, text)| (name.replace(&id, "ID"), text.replace(&id, "ID")))
                .collect();
        }
        Picture(all)
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

fn rows(db: &Path, likeness: Likeness, all: &mut BTreeMap<String, String>) {
    let Ok(db) = Connection::open_with_flags(db, OpenFlags::SQLITE_OPEN_READ_ONLY) else {
        return;
    };
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
    let Ok(mut find) = db.prepare(sql) else { return };
    let tables: Vec<String> = find.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for table in tables {
        let text = dump(&db, &table, likeness);
        all.insert(format!("db {table}"), text);
    }
}

/// A run that was cut short stays on record, and so does the try that it cost; who looks twice sees less the second time.
fn dump(db: &Connection, table: &str, likeness: Likeness) -> String {
    let filter = match table {
        "run" => "WHERE ended_at IS NOT NULL",
        "meta" => "WHERE key <> 'reconciled'",
        _ => "",
    };
    let mut find = db.prepare(&format!("SELECT * FROM {table} {filter}")).unwrap();
    let columns: Vec<String> = find.column_names().map(str::to_owned).collect();
    let relaxed = likeness == Likeness::ButForWhatWasTold;
    let skipped = |column: &str| match (table, column) {
        ("cursor", "inode")
        | ("run" | "history", "id")
        | ("history", "cause" | "deed" | "doer")
        | ("batch", "tries" | "last_error") => true,
        ("session", "found_by") | ("artifact", "announced_at") => relaxed,
        _ => false,
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
