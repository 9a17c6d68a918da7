//! Step `review`: sets the flags that ask for a person's look. They follow from the database and the
//! disk, so they are set anew in every run, after the files were written.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use crate::core::knowledge::entries::{self, EntryStatus, NewEntryStatus};
use crate::core::knowledge::reconcile::{ManifestRow, absence_text};
use crate::core::knowledge::staleness;
use crate::core::learn::merge::Revocations;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::review_state::FlagFacts;
use crate::core::model::{ReviewReason, Status, Time};
use crate::core::outcomes::maturity::MaturityState;
use crate::core::review::flags::{self, ByReason};
use crate::core::review::list;
use crate::core::review::{capacity, unused};
use crate::project::artifacts;
use crate::store;
use crate::store::meta::{MetaKey, Notice};
use crate::worker::file::artifact;
use crate::worker::memory::Memory;
use crate::worker::run::Run;

/// A notice is one line.
const MOST_NAMED: usize = 3;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    note_files(run)?;
    flag(run)?;
    mark_revoked(run)?;
    tell_how_many_wait(run)?;
    Ledger::ALL.into_iter().try_for_each(|ledger| tell_how_full(run, ledger))
}

/// Notifies once, and again when there are more.
fn tell_how_many_wait(run: &mut Run<'_>) -> Result<()> {
    let waiting = list::waiting(&store::observations::all(run.store.read())?, run.config.config.promotion);
    let told = store::meta::get(run.store.read(), MetaKey::Inbox)?.and_then(|n| n.parse().ok()).unwrap_or(0);
    if waiting == told {
        return Ok(());
    }
    let text = match waiting {
        1 => "1 thing learned waits for you: `ingrain review`".to_owned(),
        n => format!("{n} things learned wait for you: `ingrain review`"),
    };
    run.store.write(|db| -> Result<()> {
        store::meta::set(db, MetaKey::Inbox, &waiting.to_string())?;
        match waiting > told {
            true => Ok(store::meta::notify(db, Notice::Inbox, &text)?),
            false => Ok(store::meta::withdraw(db, Notice::Inbox)?),
        }
    })
}

/// Records which files named in lessons exist, so that their deletion is noticed.
fn note_files(run: &mut Run<'_>) -> Result<()> {
    let memory = Memory::of(run);
    let before = memory.seen_files()?;
    let names = OnceCell::new();
    let mut seen = before.clone();
    for observation in store::observations::all(memory.db)? {
        let references = staleness::references(&observation.details.text()).into_iter();
        seen.extend(references.filter(|path| memory.is_there(path, &names)));
    }
    if seen == before {
        return Ok(());
    }
    let seen: Vec<String> = seen.into_iter().collect();
    Ok(run.store.write(|db| store::meta::set(db, MetaKey::SeenFiles, &seen.join("\n")))?)
}

fn flag(run: &mut Run<'_>) -> Result<()> {
    let now = run.ctx.now;
    let mut facts = Memory::of(run).facts()?;
    let all = store::observations::all(run.store.read())?;
    run.store.write(|db| -> Result<()> {
        let mut revoked = vec![];
        for before in all {
            let facts = facts.remove(&before.id).unwrap_or_default();
            let was_revoked = before.is_revoked();
            let after = flags::flagged(before, &facts);
            revoked.extend((after.is_revoked() && !was_revoked).then(|| format!("“{}”", after.title)));
            let did = ChangeCause {
                action: ChangeKind::Flagged,
                cause: "what asks for a look has changed",
                at: now,
            };
            store::observations::save(db, &after, did)?;
        }
        if let Some(text) = no_longer_told(&revoked) {
            store::meta::notify(db, Notice::Revoked, &text)?;
        }
        Ok(())
    })
}

/// Marks revoked entries as not active in their file, until the person has answered.
fn mark_revoked(run: &mut Run<'_>) -> Result<()> {
    for (observation, row) in artifact::all(run)? {
        let (Some(anchor), Some(file)) = (row.anchor.clone(), artifact::file(run, &row)?) else { continue };
        let sections = entries::parse(&file);
        let Some(entry) = entries::find(&sections, &anchor, Some(&observation.id)) else { continue };
        let marked = match (observation.is_revoked(), entry.standing()) {
            (true, standing) if standing.is_active() => {
                (NewEntryStatus::Revoked, "you said that it does not hold any more")
            }
            (false, EntryStatus::Revoked) => (NewEntryStatus::Active, "it holds after all"),
            _ => continue,
        };
        artifact::mark_entry(run, observation, row, &anchor, marked.0, marked.1)?;
    }
    Ok(())
}

/// One sentence may revoke several lessons.
fn no_longer_told(titles: &[String]) -> Option<String> {
    let named = titles[..titles.len().min(MOST_NAMED)].join(", ");
    let what = match (titles.len(), titles.len().saturating_sub(MOST_NAMED)) {
        (0, _) => return None,
        (1, _) => format!("{named} is"),
        (_, 0) => format!("{named} are"),
        (_, more) => format!("{named} and {more} more are"),
    };
    Some(format!("{what} no longer told, because of what you said; `ingrain review`"))
}

impl Memory<'_> {
    /// Reasons to look at each observation, answered or not.
    pub fn facts(&self) -> Result<BTreeMap<String, ByReason>> {
        let observations = store::observations::all(self.db)?;
        let rows: BTreeMap<String, ManifestRow> = store::artifacts::all(self.db)?
            .into_iter()
            .map(|row| (row.observation_id.clone(), row))
            .collect();
        let (over, unused, harmful) = (self.over_the_cap()?, self.unused(&rows)?, self.harmful()?);
        let revocations = Revocations::of(store::revocations::all(self.db)?);
        let (names, seen) = (OnceCell::new(), self.seen_files()?);
        let exists = |path: &str| self.is_there(path, &names);
        let mut all = BTreeMap::new();
        for o in observations.iter().filter(|o| o.status != Status::Deprecated) {
            let anchor = rows.get(&o.id).and_then(|row| row.anchor.as_deref());
            let found = [
                (ReviewReason::StaleReference, flags::stale(o, &seen, &exists)),
                (ReviewReason::LowQuality, flags::held_back(o, &self.config.thresholds)),
                (ReviewReason::SoftCap, over.get(&o.id).cloned()),
                (ReviewReason::Unused, unused.get(&o.id).cloned()),
                (ReviewReason::Harmful, harmful.get(&o.id).cloned()),
                (ReviewReason::MassDeletion, rows.get(&o.id).and_then(absence_text::facts)),
                (ReviewReason::Revoked, flags::said_against(&revocations, o, anchor)),
            ];
            let found: ByReason =
                found.into_iter().filter_map(|(reason, facts)| Some((reason, facts?))).collect();
            all.insert(o.id.clone(), found);
        }
        Ok(all)
    }

    fn seen_files(&self) -> Result<BTreeSet<String>> {
        let seen = store::meta::get(self.db, MetaKey::SeenFiles)?.unwrap_or_default();
        Ok(seen.lines().map(str::to_owned).collect())
    }

    /// Does the file exist? A name without a folder may be anywhere in the project.
    fn is_there(&self, path: &str, names: &OnceCell<BTreeSet<String>>) -> bool {
        let by_name = || {
            !path.contains('/')
                && names.get_or_init(|| artifacts::file_names(&self.project.root)).contains(path)
        };
        self.project.in_root(path).exists() || by_name()
    }

    /// Artifacts that are not used.
    fn unused(&self, rows: &BTreeMap<String, ManifestRow>) -> Result<BTreeMap<String, FlagFacts>> {
        let (sessions, last_uses) = (store::sessions::ends(self.db)?, store::usage::last_uses(self.db)?);
        let mut found = BTreeMap::new();
        for (id, row) in rows.iter().filter(|(_, row)| row.missing_since.is_none()) {
            let since = row.rendered_at.max(last_uses.get(id).copied().unwrap_or(Time::MIN_UTC));
            if unused::is_unused(since, &sessions, self.now) {
                found.insert(id.clone(), FlagFacts::level(unused::months(since, self.now)));
            }
        }
        Ok(found)
    }

    /// The newest entries of a knowledge file beyond its limit.
    fn over_the_cap(&self) -> Result<BTreeMap<String, FlagFacts>> {
        let mut over = BTreeMap::new();
        for ledger in Ledger::ALL {
            // The render step reports an unreadable file.
            let sections = artifacts::sections(&self.project.root, ledger).unwrap_or_default();
            let active: Vec<_> = sections.iter().filter(|section| section.standing().is_active()).collect();
            for section in active.iter().skip(capacity::SOFT_CAP) {
                let owner = store::artifacts::owner_of_anchor(self.db, &section.anchor)?;
                over.extend(owner.map(|id| (id, FlagFacts::level(capacity::tens(active.len())))));
            }
        }
        Ok(over)
    }

    fn harmful(&self) -> Result<BTreeMap<String, FlagFacts>> {
        let maturities = store::feedback::maturities(self.db, self.now, &self.config.maturity)?;
        let harmful = maturities.into_iter().filter(|(_, m)| m.state == MaturityState::Deprecated);
        Ok(harmful.map(|(id, m)| (id, FlagFacts::level(m.counts.harmful.into()))).collect())
    }
}

/// Notifies once per threshold that a file has passed.
fn tell_how_full(run: &mut Run<'_>, ledger: Ledger) -> Result<()> {
    let Ok(sections) = artifacts::sections(&run.project.root, ledger) else {
        return Ok(());
    };
    let key = MetaKey::Capacity(ledger);
    let told = store::meta::get(run.store.read(), key)?.and_then(|mark| mark.parse().ok());
    let active = capacity::active(&sections);
    let is_news = capacity::is_news(active, told);
    let now_told = capacity::told(active, told).map(|mark| mark.to_string());
    run.store.write(|db| -> Result<()> {
        if is_news {
            let (file, most) = (ledger.path(), capacity::SOFT_CAP);
            let text = format!("{file} holds {active} active entries; more than {most} are too many to read");
            store::meta::notify(db, Notice::Full(ledger), &text)?;
        }
        match now_told {
            Some(mark) => Ok(store::meta::set(db, key, &mark)?),
            None => {
                store::meta::withdraw(db, Notice::Full(ledger))?;
                Ok(store::meta::remove(db, key)?)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::no_longer_told;

    #[test]
    fn all_that_a_sentence_revoked_is_named() {
        let told = |titles: &[&str]| {
            no_longer_told(&titles.iter().map(|title| (*title).to_owned()).collect::<Vec<_>>())
        };
        let end = "no longer told, because of what you said; `ingrain review`";
        assert_eq!(told(&[]), None);
        assert_eq!(told(&["a"]), Some(format!("a is {end}")));
        assert_eq!(told(&["a", "b", "c"]), Some(format!("a, b, c are {end}")));
        assert_eq!(told(&["a", "b", "c", "d"]), Some(format!("a, b, c and 1 more are {end}")));
    }
}
