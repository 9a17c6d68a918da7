//! Measures the hooks within a session, in a project with a large memory.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use chrono::DateTime;

use super::Load;
use crate::core::context::inject::{InjectedLine, Notes};
use crate::core::guards::guard::{GuardLevel, PreparedGuard};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::patterns::pattern::{Category, Pattern, Track};
use crate::core::patterns::prepared_score::ScoreDecay;
use crate::core::policy::gate::Gate;
use crate::core::text::tokens::Budget;
use crate::hook::prepared::gates::Gates;
use crate::hook::prepared::roles::{self, RoleContext};
use crate::project::Project;
use crate::store::recall::{self, Recallable};
use crate::store::{self, Store};

const LINES: usize = 48;

pub(super) fn learn(project: &Project, load: Load) -> Result<()> {
    let lines: Vec<Recallable> = (0..load.patterns).map(conclusion).collect();
    let mut store = Store::open(&project.db(), Duration::ZERO)?;
    store.write(|db| -> store::Result<()> {
        for line in &lines {
            let pattern = Pattern::new("reviewer", &line.about, Category::Rule, DateTime::UNIX_EPOCH);
            let did = ChangeCause { action: ChangeKind::Seen, cause: "bench", at: pattern.created_at };
            store::patterns::save(db, &pattern, did)?;
        }
        recall::replace(db, &lines, 120)
    })?;
    let notes = Notes {
        role: "reviewer".into(),
        lines: lines.iter().take(LINES).map(|line| line.line.clone()).collect(),
        ..Notes::default()
    };
    let budget = Budget { tokens: 800, min_room: 80 };
    roles::save_all(project, &[RoleContext::new(Some("reviewer"), notes, true, budget)])?;
    let guards: Vec<_> = (0..load.overlays).map(guard).collect();
    Gates::new((0..load.overlays).map(gate).collect::<BTreeMap<_, _>>(), &guards).save(project)
}

/// Every line names its own file and shares two rare words with others. Most have faded, which shows only when they are
/// looked at.
fn conclusion(n: usize) -> Recallable {
    let subjects = ["parser", "tokenizer", "cache", "session", "migration", "renderer", "scheduler"];
    let faults =
        ["drops the last entry", "holds its lock too long", "retries without a limit", "ignores an error"];
    let rare = n % 60;
    let about = format!(
        "the {} of team{rare} in phase{rare}, `src/part{n}/mod.rs`, {}",
        subjects[n % 7],
        faults[n % 4]
    );
    let long_ago = Track::first_seen(DateTime::UNIX_EPOCH);
    Recallable {
        line: InjectedLine::of(&format!("pat_{n:012}"), format!("- reviewer: \"{about}\" [2x validated]")),
        about,
        score_decay: (n % 10 != 1 && n % 10 != 7).then(|| ScoreDecay::of(&long_ago, Category::Rule, 0.1)),
    }
}

fn gate(n: usize) -> (String, Gate) {
    let adapter = if n == 0 { "bash:gh".to_owned() } else { format!("mcp:server-{n}") };
    let gate = Gate {
        name: None,
        require_approval: true,
        risk_multiplier: 1.4,
        reason: "reliability 0.41 over 7 runs; timeout 4 times, 57 % of the runs".into(),
        advice: Some("known fix: gh auth login".into()),
        asks_until: None,
    };
    (adapter, gate)
}

/// No guard matches the timed call, so all of them are tried.
fn guard(n: usize) -> PreparedGuard {
    PreparedGuard {
        id: format!("g{n}"),
        matcher: format!("tool-{} deploy --force without --dry-run", (b'a' + (n % 26) as u8) as char),
        level: GuardLevel::Ask,
        says: "never deploy by hand (5 March 2026; ingrain guard)".to_owned(),
    }
}
