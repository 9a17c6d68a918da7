//! The items of a review, read from the database and the disk without locks or changes.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

use crate::cmd::naming;
use crate::core::guards::guard::Guard;
use crate::core::knowledge::reconcile::DiskState;
use crate::core::learn::said_lately;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::{Observation, ReviewReason, Time};
use crate::core::review::authority::Proposal;
use crate::core::review::capacity::{self, EntryUse};
use crate::core::review::flags::ByReason;
use crate::core::review::{ReviewItem, ReviewItemReason, ReviewSubject, list, tools};
use crate::core::text;
use crate::os::error::Hint;
use crate::project::artifacts;
use crate::store;
use crate::worker::memory::Memory;
use crate::worker::policy_state;
use crate::worker::ruling::found_text;
use crate::worker::ruling::guard::CallHistory;
use crate::worker::visibility::{self, Asked};

/// Selection of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Which {
    /// Items that ask for a look.
    Asking,
    Named(Vec<String>),
    /// Entries of knowledge files that are filling up.
    Room(Vec<Ledger>),
}

impl Memory<'_> {
    pub fn items(&self, which: &Which) -> Result<Vec<ReviewItem>> {
        let facts = self.facts()?;
        let mut items = match which {
            Which::Asking => self.asking(&facts)?,
            Which::Named(words) => self.named(words, &facts)?,
            Which::Room(ledgers) => return self.room(ledgers),
        };
        list::sort(&mut items);
        Ok(items)
    }

    /// The current state of an item; `None` if it no longer exists.
    pub fn again(&self, item: &ReviewItem) -> Result<Option<ReviewItem>> {
        let fresh = match &item.subject {
            ReviewSubject::Observation(id) => match store::observations::get(self.db, id)? {
                Some(o) => Some(self.item(&o, self.why_now(item, &o)?)?),
                None => None,
            },
            ReviewSubject::Tool(id) => self.tools()?.into_iter().find(|tool| tool.subject.id() == id),
            ReviewSubject::FoundText(id) => self.texts()?.into_iter().find(|text| text.subject.id() == id),
            ReviewSubject::Guard(id) => self.guards(|guard, _| guard.id == *id)?.pop(),
            ReviewSubject::Proposal(id) => {
                self.proposals()?.into_iter().find(|proposal| proposal.subject.id() == id)
            }
        };
        Ok(fresh)
    }

    /// Keeps the reason for which the item was shown.
    fn why_now(&self, item: &ReviewItem, o: &Observation) -> Result<Vec<ReviewItemReason>> {
        if matches!(item.why.first(), Some(ReviewItemReason::Asked | ReviewItemReason::Room { .. })) {
            return Ok(item.why.clone());
        }
        let asked =
            list::reasons(o, self.facts()?.get(&o.id).unwrap_or(&BTreeMap::new()), self.config.promotion);
        if !asked.is_empty() {
            return Ok(asked);
        }
        let is_proposed = item.why.contains(&ReviewItemReason::SaidLately) && self.is_proposed(o)?;
        Ok(vec![if is_proposed { ReviewItemReason::SaidLately } else { ReviewItemReason::Settled }])
    }

    /// Also where the list is too long to hold it.
    fn is_proposed(&self, o: &Observation) -> Result<bool> {
        let observations = store::observations::all(self.db)?;
        let proposed = said_lately::proposed(&observations, self.now);
        Ok(proposed.iter().any(|said| said.observation.id == o.id))
    }

    /// Lessons said lately that the list has no room for.
    pub fn more_said(&self) -> Result<usize> {
        Ok(list::proposals(&store::observations::all(self.db)?, self.now).more)
    }

    /// Is the item unchanged since it was read?
    pub fn is_as_shown(&self, item: &ReviewItem) -> Result<bool> {
        let now = match &item.subject {
            ReviewSubject::Observation(id) => match store::observations::get(self.db, id)? {
                Some(o) => Some(self.item(&o, Vec::new())?),
                None => None,
            },
            _ => self.again(item)?,
        };
        Ok(now.is_some_and(|now| now.stamp == item.stamp))
    }

    fn asking(&self, facts: &BTreeMap<String, ByReason>) -> Result<Vec<ReviewItem>> {
        let none = BTreeMap::new();
        let mut items = Vec::new();
        let observations = store::observations::all(self.db)?;
        let proposed = list::proposals(&observations, self.now).shown;
        let proposed: BTreeSet<&str> = proposed.iter().map(|o| o.id.as_str()).collect();
        for o in &observations {
            let mut why = list::reasons(o, facts.get(&o.id).unwrap_or(&none), self.config.promotion);
            if why.is_empty() && proposed.contains(o.id.as_str()) {
                why.push(ReviewItemReason::SaidLately);
            }
            if !why.is_empty() {
                items.push(self.item(o, why)?);
            }
        }
        items.extend(self.tools()?);
        items.extend(self.texts()?);
        items.extend(self.proposals()?);
        items.extend(self.guards(|_, asks| asks)?);
        Ok(items)
    }

    fn named(&self, words: &[String], facts: &BTreeMap<String, ByReason>) -> Result<Vec<ReviewItem>> {
        let none = BTreeMap::new();
        let mut items = Vec::new();
        for word in words {
            let o = naming::observation(self.db, word)?;
            let o =
                o.with_context(|| format!("no observation `{word}`")).hint("`ingrain list` shows the ids")?;
            let why = list::reasons(&o, facts.get(&o.id).unwrap_or(&none), self.config.promotion);
            items.push(self.item(&o, if why.is_empty() { vec![ReviewItemReason::Asked] } else { why })?);
        }
        Ok(items)
    }

    fn item(&self, o: &Observation, why: Vec<ReviewItemReason>) -> Result<ReviewItem> {
        let row = store::artifacts::get(self.db, &o.id)?;
        let stands = row.as_ref().and_then(|row| artifacts::artifact(&self.project.root, row));
        Ok(ReviewItem {
            subject: ReviewSubject::Observation(o.id.clone()),
            kind: Some(o.kind()),
            title: o.title.clone(),
            status: Some(o.status),
            confidence: self.config.thresholds.confidence(o),
            why,
            last_seen: o.last_seen,
            stands: stands.is_some(),
            stamp: text::hash(&format!("{o:?} {row:?} {stands:?}")),
            place: row.map(|row| row.place()),
        })
    }

    fn tools(&self) -> Result<Vec<ReviewItem>> {
        let state = policy_state::current(self.db, self.config, self.now)?;
        let orders = store::policy::orders(self.db)?;
        let mut items = Vec::new();
        for (adapter, known) in &state.reliability {
            let order = orders.get(adapter);
            let (score, runs) = (known.reliability_score, known.runs);
            let Some(why) = tools::question(adapter, score, runs, order, &self.config.policy) else {
                continue;
            };
            items.push(ReviewItem {
                subject: ReviewSubject::Tool(adapter.clone()),
                kind: None,
                title: format!("{adapter} works reliably"),
                status: None,
                confidence: score,
                why: vec![why],
                place: None,
                last_seen: known.last_run,
                stands: false,
                stamp: text::hash(&format!("{order:?}")),
            });
        }
        Ok(items)
    }

    fn texts(&self) -> Result<Vec<ReviewItem>> {
        let found = visibility::unknown(self.project, Some(self.db), Asked::Open)?;
        let item = |found: DiskState| {
            let name = found_text::name(&found)?;
            let title = found.title.clone().unwrap_or_else(|| found.path.clone());
            let place = found.name();
            let reason = ReviewItemReason::Unknown;
            Some(self.asking_item(ReviewSubject::FoundText(name), title, reason, Some(place), self.now))
        };
        Ok(found.into_iter().filter_map(item).collect())
    }

    fn proposals(&self) -> Result<Vec<ReviewItem>> {
        let item = |proposal: Proposal| {
            let subject = ReviewSubject::Proposal(proposal.name());
            let by = match &proposal.session {
                Some(session) => format!("{} (session {session})", proposal.agent),
                None => proposal.agent.clone(),
            };
            let reason = ReviewItemReason::Proposed { by };
            self.asking_item(subject, proposal.command_line(), reason, Some(proposal.folder), proposal.at)
        };
        Ok(store::proposals::all(self.db)?.into_iter().map(item).collect())
    }

    /// Guards that ask for a look.
    pub fn open_guards(&self) -> Result<usize> {
        Ok(self.guards(|_, asks| asks)?.len())
    }

    /// `wanted` is asked with whether the guard asks for a look.
    fn guards(&self, wanted: impl Fn(&Guard, bool) -> bool) -> Result<Vec<ReviewItem>> {
        let guards = store::guards::all(self.db)?;
        if guards.is_empty() {
            return Ok(vec![]);
        }
        let history = CallHistory::read(self.db)?;
        let mut items = Vec::new();
        for guard in guards {
            let replay = history.replay(&guard);
            if wanted(&guard, history.asks_for_a_look(&guard, &replay)) {
                let subject = ReviewSubject::Guard(guard.id.clone());
                let why = ReviewItemReason::Guards {
                    level: guard.level,
                    so_far: replay.sentence(guard.speaks_since()),
                };
                let place = Some(guard.level.to_string());
                items.push(self.asking_item(subject, guard.matcher.to_string(), why, place, guard.said_at));
            }
        }
        Ok(items)
    }

    /// An item without an observation.
    fn asking_item(
        &self,
        subject: ReviewSubject,
        title: String,
        why: ReviewItemReason,
        place: Option<String>,
        last_seen: Time,
    ) -> ReviewItem {
        let stamp = text::hash(&format!("{subject:?} {title} {place:?}"));
        let (kind, status, why) = (None, None, vec![why]);
        ReviewItem {
            subject,
            kind,
            title,
            status,
            confidence: 0.0,
            why,
            place,
            last_seen,
            stands: true,
            stamp,
        }
    }

    /// Entries of each file, least used first, without those that a person chose to keep.
    fn room(&self, ledgers: &[Ledger]) -> Result<Vec<ReviewItem>> {
        let mut items = Vec::new();
        let is_filling_up = |ledger: &Ledger| -> Result<bool> {
            let active = capacity::active(&artifacts::sections(&self.project.root, *ledger)?);
            Ok(ledgers.len() == 1 || active >= capacity::FILLING_UP)
        };
        for ledger in ledgers {
            if !is_filling_up(ledger)? {
                continue;
            }
            for entry in capacity::candidates(self.entries(*ledger)?, self.now) {
                let Some(o) = store::observations::get(self.db, &entry.id)? else { continue };
                if !o.review_state.kept.contains_key(&ReviewReason::SoftCap) {
                    items.push(self.item(&o, vec![ReviewItemReason::Room { uses: entry.uses }])?);
                }
            }
        }
        Ok(items)
    }

    /// The active entries that ingrain wrote.
    fn entries(&self, ledger: Ledger) -> Result<Vec<EntryUse>> {
        let db = self.db;
        let last_uses = store::usage::last_uses(db)?;
        let mut entries = Vec::new();
        for section in
            artifacts::sections(&self.project.root, ledger)?.iter().filter(|s| s.standing().is_active())
        {
            let Some(id) = store::artifacts::owner_of_anchor(db, &section.anchor)? else { continue };
            let Some(row) = store::artifacts::get(db, &id)? else { continue };
            entries.push(EntryUse {
                uses: store::usage::uses_of(db, &id)?,
                last_used: last_uses.get(&id).copied(),
                written: row.rendered_at,
                id,
            });
        }
        Ok(entries)
    }
}
