//! What the doors within a session read, in a project that has learned for a long time.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use ingrain::core::gate::Gate;
use ingrain::core::inject::{Budget, Line, Notes};
use ingrain::core::pattern::{Category, Pattern};
use ingrain::prepared::gates::Gates;
use ingrain::prepared::roles::{self, RoleContext};
use ingrain::project::Project;
use ingrain::store::recall::{self, Recallable};
use ingrain::store::{self, Store};

pub(super) const PATTERNS: usize = 10_000;
const OVERLAYS: usize = 100;
const LINES: usize = 16;

pub(super) fn learn(state: &Path, root: &Path) {
    let project = Project { id: "bench".into(), root: root.into(), state: state.into() };
    let lines: Vec<Recallable> = (0..PATTERNS).map(conclusion).collect();
    let mut store = Store::open(&state.join("learning.db"), Duration::ZERO).expect("a database");
    store
        .write(|db| -> store::Result<()> {
            for line in &lines {
                let pattern =
                    Pattern::new("reviewer", &line.about, Category::Rule, chrono::DateTime::UNIX_EPOCH);
                store::patterns::save(db, &pattern, "seen", "bench", pattern.created_at)?;
            }
            recall::replace(db, &lines, 120)
        })
        .expect("patterns");
    let notes = Notes {
        role: "reviewer".into(),
        lines: lines.iter().take(LINES).map(|line| line.line.clone()).collect(),
        summary: None,
    };
    let budget = Budget { tokens: 800, min_room: 80 };
    roles::save_all(&project, &[RoleContext::new(Some("reviewer"), notes, true, budget)]).expect("a role");
    Gates::new((0..OVERLAYS).map(gate).collect::<BTreeMap<_, _>>()).save(&project).expect("gates");
}

/// Every line names a file of its own, and shares its other words with many.
fn conclusion(n: usize) -> Recallable {
    let subjects = ["parser", "tokenizer", "cache", "session", "migration", "renderer", "scheduler"];
    let faults =
        ["drops the last entry", "holds its lock too long", "retries without a limit", "ignores an error"];
    let about = format!("the {} in `src/part{n}/mod.rs` {}", subjects[n % 7], faults[n % 4]);
    Recallable {
        line: Line::of(&format!("pat_{n:012}"), format!("- reviewer: \"{about}\" [2x validated]")),
        about,
    }
}

fn gate(n: usize) -> (String, Gate) {
    let adapter = if n == 0 { "bash:gh".to_owned() } else { format!("mcp:server-{n}") };
    let gate = Gate {
        require_approval: true,
        risk_multiplier: 1.4,
        reason: "reliability 0.41 over 7 runs; timeout 4 times, 57 % of the runs".into(),
        fix: Some("gh auth login".into()),
    };
    (adapter, gate)
}
