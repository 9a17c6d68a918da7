//! Lookup of a path or plain words: one item, or several to choose from.

use std::path::Path;

use anyhow::{Result, anyhow};

use super::Asked;
use crate::cmd::chronicle;
use crate::core::knowledge::entries::{self, Section};
use crate::core::model::artifact_path::Ledger;
use crate::core::model::{Observation, Status};
use crate::core::review::fitting::fits;
use crate::os::error::Hint;
use crate::project::artifacts;
use crate::store;
use crate::worker::ruling::direct;

const MOST: usize = 10;

pub enum Meant {
    One(String),
    Several(Vec<Hit>),
}

pub struct Hit {
    pub id: String,
    pub kind: String,
    pub title: String,
}

impl Asked<'_> {
    /// Every lesson that was not given up, the last one that was seen first.
    pub fn all(&self) -> Result<Vec<Hit>> {
        let mut all = store::observations::all(self.memory.db)?;
        all.retain(|o| o.status != Status::Deprecated);
        all.sort_by_key(|o| std::cmp::Reverse(o.last_seen));
        let hit = |o: Observation| Hit { kind: o.kind().to_string(), id: o.id, title: o.title };
        Ok(all.into_iter().map(hit).collect())
    }

    /// `None` if there is no such file.
    pub fn path(&self, word: &str) -> Result<Option<Meant>> {
        let (file, part) = parts(word);
        let path = chronicle::in_project(self.ctx, self.memory.project, Path::new(file));
        let in_root =
            chronicle::in_project(self.ctx, self.memory.project, &self.memory.project.root.join(file));
        for path in [path, in_root] {
            if let Some(owner) = store::artifacts::owner_of_path(self.memory.db, &path)? {
                return Ok(Some(Meant::One(owner)));
            }
            if let Some(ledger) = Ledger::ALL.into_iter().find(|ledger| ledger.path() == path) {
                return self.entry(ledger, part).map(Some);
            }
            if let Some(owner) = self.marked(&path)? {
                return Ok(Some(Meant::One(owner)));
            }
            if self.memory.project.in_root(&path).is_file() {
                return Ok(Some(Meant::Several(self.naming(&path)?)));
            }
        }
        Ok(None)
    }

    /// The id inside a moved file of ours.
    fn marked(&self, path: &str) -> Result<Option<String>> {
        let Some(source) = artifacts::source_of(&self.memory.project.root, path) else { return Ok(None) };
        Ok(store::observations::get(self.memory.db, &source)?.map(|observation| observation.id))
    }

    fn entry(&self, ledger: Ledger, part: Option<Part<'_>>) -> Result<Meant> {
        let file = artifacts::knowledge(&self.memory.project.root, ledger)?.unwrap_or_default();
        let sections = entries::parse(&file);
        let Some(part) = part else {
            return Ok(Meant::Several(sections.iter().map(hit).collect()));
        };
        let section = match part {
            Part::Anchor(anchor) => entries::find(&sections, &anchor.to_uppercase(), None),
            Part::Line(line) => sections.iter().find(|section| holds_line(&file, section, line)),
        };
        let section = section.ok_or_else(|| anyhow!("there is no such entry in `{}`", ledger.path()))?;
        match store::artifacts::owner_of_anchor(self.memory.db, &section.anchor)? {
            Some(owner) => Ok(Meant::One(owner)),
            None => Err(anyhow!("{} was not written by ingrain", section.anchor))
                .hint(format!("`ingrain knowledge show {}` prints it", section.anchor)),
        }
    }

    /// Lessons that name a file.
    fn naming(&self, path: &str) -> Result<Vec<Hit>> {
        let lower = path.to_lowercase();
        let all = store::observations::all(self.memory.db)?.into_iter();
        let about = all.filter(|o| o.keys.contains(&lower) || o.details.text().contains(path));
        Ok(about.map(|o| Hit { kind: o.kind().to_string(), id: o.id, title: o.title }).take(MOST).collect())
    }

    pub fn words(&self, question: &str) -> Result<Meant> {
        let lessons = direct::fitting(self.memory.db, question, |_| true)?.into_iter();
        let mut found: Vec<Hit> =
            lessons.map(|o| Hit { kind: o.kind().to_string(), id: o.id, title: o.title }).collect();
        let patterns = store::patterns::contents(self.memory.db)?.into_iter();
        let fitting = patterns.filter(|(_, content)| fits(question, content));
        found.extend(fitting.map(|(id, content)| Hit { kind: "pattern".into(), id, title: content }));
        found.truncate(MOST);
        Ok(if found.len() == 1 { Meant::One(found.remove(0).id) } else { Meant::Several(found) })
    }
}

enum Part<'a> {
    Anchor(&'a str),
    Line(usize),
}

/// `FILE#ADR-003` or `FILE:12`.
fn parts(word: &str) -> (&str, Option<Part<'_>>) {
    if let Some((file, anchor)) = word.rsplit_once('#') {
        return (file, Some(Part::Anchor(anchor)));
    }
    match word.rsplit_once(':').map(|(file, line)| (file, line.parse())) {
        Some((file, Ok(line))) => (file, Some(Part::Line(line))),
        _ => (word, None),
    }
}

fn holds_line(file: &str, section: &Section, line: usize) -> bool {
    let first = file[..section.span.start].matches('\n').count() + 1;
    let length = section.text(file).lines().count();
    (first..first + length).contains(&line)
}

fn hit(section: &Section) -> Hit {
    let kind = section.ledger.kind().to_string();
    Hit { id: section.anchor.clone(), kind, title: section.title.clone() }
}
