//! One review from start to end: it reads the items and carries out rulings. The database is opened for
//! each step and closed again, so nothing is locked while a person thinks; changes in between are
//! noticed.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use super::items::Which;
use super::{act, proposal};
use crate::client::wiring;
use crate::cmd::place;
use crate::core::guards::guard::GuardLevel;
use crate::core::knowledge::entries;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::{Observation, Status};
use crate::core::review::capacity;
use crate::core::review::page::ReviewPage;
use crate::core::review::screen::{ReviewScreen, Room, Twin};
use crate::core::review::{Nothing, ReviewAction, ReviewDecision, ReviewItem, ReviewSubject};
use crate::core::text::words::Words;
use crate::os::ctx::Ctx;
use crate::project::Project;
use crate::project::artifacts;
use crate::project::configuration;
use crate::store;
use crate::worker;
use crate::worker::memory::Memory;
use crate::worker::ruling::{observation, undo};
use crate::worker::run::Run;

/// Limit of the list of similar items.
const MOST_TWINS: usize = 40;

pub struct ReviewSession<'a> {
    pub ctx: &'a Ctx,
    pub project: &'a Project,
    pub which: Which,
    /// Rulings of this review: change set and items.
    ruled: Vec<(i64, Vec<usize>)>,
    /// Rejected texts of the person by item, so that they need not write them again.
    drafts: BTreeMap<usize, String>,
}

impl<'a> ReviewSession<'a> {
    pub fn new(ctx: &'a Ctx, project: &'a Project, which: Which) -> ReviewSession<'a> {
        ReviewSession { ctx, project, which, ruled: Vec::new(), drafts: BTreeMap::new() }
    }

    pub fn open(&self) -> Result<ReviewScreen> {
        let mut items = self.read(|reader| reader.items(&self.which))?.unwrap_or_default();
        // Without gates no tool is held back, so an answer would have no effect.
        if self.which == Which::Asking && !wiring::look(self.ctx, Some(&self.project.root))?.has_gates() {
            items.retain(|item| !matches!(item.subject, ReviewSubject::Tool(_)));
        }
        let more = match self.which {
            Which::Asking => self.read(|reader| reader.more_said())?.unwrap_or_default(),
            _ => 0,
        };
        Ok(ReviewScreen { more, ..ReviewScreen::new(items, self.rooms()?) })
    }

    /// Opens the database for one read.
    fn read<T>(&self, work: impl FnOnce(&Memory<'_>) -> Result<T>) -> Result<Option<T>> {
        let Some(store) = place::open(self.project)? else {
            return Ok(None);
        };
        let ctx = self.ctx.again()?;
        let config = configuration::load(&ctx, self.project)?.config;
        let reader = Memory { project: self.project, db: store.read(), config: &config, now: ctx.now };
        work(&reader).map(Some)
    }

    fn rooms(&self) -> Result<Vec<Room>> {
        let Which::Room(ledgers) = &self.which else {
            return Ok(Vec::new());
        };
        let room = |ledger: &Ledger| {
            let active = capacity::active(&artifacts::sections(&self.project.root, *ledger)?);
            let file = ledger.path().rsplit('/').next().unwrap_or_default();
            Ok(Room { file, active, most: capacity::SOFT_CAP })
        };
        ledgers.iter().map(room).collect()
    }

    /// Reloads the visible item.
    pub fn show(&self, screen: &mut ReviewScreen) -> Result<()> {
        let Some(item) = screen.item().cloned() else { return Ok(()) };
        let shown = self.read(|reader| {
            let item = reader.again(&item)?.unwrap_or(item);
            let page = reader.page(&item)?;
            Ok((item, page))
        })?;
        if let Some((item, page)) = shown {
            screen.items[screen.at] = item;
            screen.page = Some(page);
        }
        screen.page.get_or_insert_with(ReviewPage::default);
        Ok(())
    }

    pub fn rule(&mut self, screen: &mut ReviewScreen, action: ReviewAction, items: &[usize]) -> Result<()> {
        let ruling = match action {
            ReviewAction::Accept => ReviewDecision::Accept,
            ReviewAction::Reject => ReviewDecision::Reject,
            ReviewAction::Keep => ReviewDecision::Keep,
            ReviewAction::Deprecate => ReviewDecision::Deprecate,
            ReviewAction::Restore => ReviewDecision::Restore,
            ReviewAction::Tell => ReviewDecision::Guard(GuardLevel::Tell),
            ReviewAction::Ask => ReviewDecision::Guard(GuardLevel::Ask),
            ReviewAction::Deny => ReviewDecision::Guard(GuardLevel::Deny),
            ReviewAction::Drop => ReviewDecision::Guard(GuardLevel::Dropped),
            ReviewAction::Edit | ReviewAction::Merge => return Ok(()),
        };
        self.carry_out(screen, items, &ruling)
    }

    fn carry_out(
        &mut self,
        screen: &mut ReviewScreen,
        items: &[usize],
        ruling: &ReviewDecision,
    ) -> Result<()> {
        let ctx = self.ctx.again()?;
        if matches!(screen.items[items[0]].subject, ReviewSubject::Proposal(_)) {
            return self.rule_proposals(&ctx, screen, items, ruling);
        }
        let mut run = worker::for_person(&ctx, self.project)?;
        let reader = Memory::of(&run);
        for n in items {
            ensure!(reader.is_as_shown(&screen.items[*n])?, "it changed in the meantime: look at it again");
        }
        let (mut done, mut said, mut failed) = (Vec::new(), Vec::new(), None);
        for n in items {
            match act::carry_out(&mut run, ruling, &screen.items[*n].subject) {
                Ok(words) => said.push(words),
                Err(error) if error.is::<Nothing>() => {}
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
            done.push(*n);
        }
        worker::settle(&mut run)?;
        self.ruled.extend(run.store.change_set().map(|change_set| (change_set, done.clone())));
        drop(run);
        screen.rooms = self.rooms()?;
        screen.ruled(&done, ruling.done().as_str(), summary(&said, ruling.done().as_str()));
        failed.map_or(Ok(()), Err)
    }

    /// Each proposal runs as a command, which locks the database itself.
    fn rule_proposals(
        &self,
        ctx: &Ctx,
        screen: &mut ReviewScreen,
        items: &[usize],
        ruling: &ReviewDecision,
    ) -> Result<()> {
        for item in items {
            let name = screen.items[*item].subject.id();
            let found = proposal::find(self.project, name)?.context("it is gone")?;
            let said = proposal::rule_quietly(ctx, self.project, &found, ruling)?;
            screen.ruled(&[*item], ruling.done().as_str(), said);
        }
        Ok(())
    }

    /// Items of the same type, most similar first.
    pub fn twins(&self, item: &ReviewItem) -> Result<Vec<Twin>> {
        let ReviewSubject::Observation(id) = &item.subject else {
            return Ok(Vec::new());
        };
        let all = self.read(|reader| Ok(store::observations::all(reader.db)?))?.unwrap_or_default();
        let Some(this) = all.iter().find(|o| o.id == *id) else {
            return Ok(Vec::new());
        };
        let said = |o: &Observation| Words::of(&format!("{} {}", o.title, o.details.text()));
        let own = said(this);
        let mut twins: Vec<(f64, &Observation)> = all
            .iter()
            .filter(|o| o.id != *id && o.kind() == this.kind() && o.status != Status::Deprecated)
            .map(|o| (own.similarity(&said(o)), o))
            .collect();
        twins.sort_unstable_by(|(a, one), (b, other)| b.total_cmp(a).then_with(|| one.id.cmp(&other.id)));
        let twin = |(_, o): &(f64, &Observation)| {
            let label = format!("{}  {}  {}", o.id, o.status, o.title);
            Twin { id: o.id.clone(), label }
        };
        Ok(twins.iter().take(MOST_TWINS).map(twin).collect())
    }

    /// Merges two items. A written one absorbs an unwritten one; otherwise the visible one absorbs the other.
    pub fn merge(&mut self, screen: &mut ReviewScreen, n: usize, other: &str) -> Result<()> {
        let ctx = self.ctx.again()?;
        let mut run = worker::for_person(&ctx, self.project)?;
        let this = screen.items[n].subject.id().to_owned();
        let find = |run: &Run<'_>, id: &str| store::observations::get(run.store.read(), id);
        let (Some(mut taker), Some(mut taken)) = (find(&run, &this)?, find(&run, other)?) else {
            anyhow::bail!("one of them is gone");
        };
        if taken.status == Status::Created && taker.status != Status::Created {
            std::mem::swap(&mut taker, &mut taken);
        }
        let said = format!("{} took over {}", taker.id, taken.id);
        observation::apply(&mut run, &taker.id, &ReviewDecision::Merge(Box::new(taken)))?;
        worker::settle(&mut run)?;
        self.ruled.extend(run.store.change_set().map(|change_set| (change_set, vec![n])));
        screen.ruled(&[n], "merged", said);
        Ok(())
    }

    /// Initial text for the person's editor.
    pub fn text_of(&self, n: usize, item: &ReviewItem) -> Result<Option<String>> {
        if let Some(draft) = self.drafts.get(&n) {
            return Ok(Some(draft.clone()));
        }
        let text = self.read(|reader| {
            let db = reader.db;
            let row = store::artifacts::get(db, item.subject.id())?;
            let standing = row.and_then(|row| artifacts::artifact(&self.project.root, &row));
            let observation = store::observations::get(db, item.subject.id())?;
            match (standing, observation) {
                (Some(text), _) => Ok(Some(text)),
                (None, Some(o)) => Ok(Some(reader.draft(&o)?.text)),
                (None, None) => Ok(None),
            }
        })?;
        Ok(text.flatten().map(|text| format!("{}\n", text.trim_end())))
    }

    pub fn edited(&mut self, screen: &mut ReviewScreen, n: usize, before: &str, after: &str) -> Result<()> {
        if after.trim_end() == before.trim_end() {
            screen.said("nothing was changed".to_owned());
            return Ok(());
        }
        if let Some(problem) = problem(&screen.items[n], after) {
            self.drafts.insert(n, after.to_owned());
            screen.said(format!("not taken: {problem}; e opens your text again"));
            return Ok(());
        }
        self.carry_out(screen, &[n], &ReviewDecision::Edit(after.to_owned()))?;
        self.drafts.remove(&n);
        Ok(())
    }

    pub fn undo(&mut self, screen: &mut ReviewScreen) -> Result<()> {
        let Some((change_set, items)) = self.ruled.last().cloned() else {
            screen.said("nothing was ruled in this review yet".to_owned());
            return Ok(());
        };
        let ctx = self.ctx.again()?;
        let mut run = worker::for_person(&ctx, self.project)?;
        let undone = undo::take_back(&mut run, change_set, None)?;
        worker::publish(&mut run)?;
        drop(run);
        self.ruled.pop();
        screen.rooms = self.rooms()?;
        let but = undone.kept.first().map_or(String::new(), |left| format!(", but {}", left.reason()));
        screen.reopened(&items, format!("taken back{but}"));
        Ok(())
    }
}

fn summary(said: &[String], done: &str) -> String {
    match said {
        [] => format!("it was {done} already"),
        [one] => one.clone(),
        many => format!("{} {done}", many.len()),
    }
}

/// The reason why a text cannot be accepted.
fn problem(item: &ReviewItem, text: &str) -> Option<String> {
    if text.trim().is_empty() {
        return Some("it is empty".to_owned());
    }
    let ledger = item.kind.and_then(Ledger::of)?;
    let whole = entries::is_one_entry(text, ledger);
    (!whole).then(|| format!("it has to be one entry, beginning with `## {}-…: title`", ledger.prefix()))
}
