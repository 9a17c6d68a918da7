//! Direct commands of a person: `remember` adds a lesson in their words, `forget` gives one up.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use rusqlite::Connection;

use super::observation;
use crate::core::entities::keys::{defining, keys_of};
use crate::core::learn::direct::DirectLesson;
use crate::core::learn::merge::{self, newest_evidence};
use crate::core::learn::topics;
use crate::core::learn::verify;
use crate::core::model::change_kind::{ChangeCause, ChangeKind, SAID};
use crate::core::model::{Details, Evidence, Observation, Quality, SAID_TO_INGRAIN, Speaker, Status};
use crate::core::review::fitting::{fits, is_same_lesson};
use crate::core::review::{Nothing, ReviewDecision, said_command};
use crate::core::text;
use crate::os::error;
use crate::store;
use crate::worker::run::Run;

/// Session name for commands in a terminal.
const TERMINAL: &str = "terminal";
const ID_HEX: usize = 10;

/// Masked words and the session in which they were said.
#[derive(Clone, Copy, Debug)]
pub struct DirectWords<'a> {
    pub said: &'a str,
    pub session: Option<&'a str>,
}

impl DirectWords<'_> {
    fn evidence(&self, run: &Run<'_>) -> Evidence {
        let turn = text::hash(&format!("{}\n{}", self.said, run.ctx.now));
        Evidence {
            session: self.session.unwrap_or(TERMINAL).to_owned(),
            turn: format!("{SAID_TO_INGRAIN}{}", text::head(&turn, 16)),
            speaker: Speaker::User,
            quote: text::one_line(self.said),
            at: run.ctx.now,
        }
    }
}

/// The stored lesson, and whether it existed before.
#[derive(Clone, Debug)]
pub struct Kept {
    pub observation: Observation,
    pub is_new: bool,
    /// Its artifact.
    pub place: Option<String>,
    /// Lessons that it replaced.
    pub replaced: Vec<String>,
}

/// The lesson as it would be stored.
pub fn plan(run: &Run<'_>, lesson: &DirectLesson, words: DirectWords<'_>) -> Result<Observation> {
    let known = store::observations::all(run.store.read())?;
    let is_it = |o: &&Observation| {
        is_same_lesson(&o.title, &lesson.title)
            || o.evidence.iter().any(|e| is_same_lesson(&e.quote, words.said))
    };
    let evidence = words.evidence(run);
    let places = run.places();
    let (title, details) = (places.told(&lesson.title), places.told_details(lesson.details.clone()));
    if let Some(same) = known.iter().find(is_it) {
        let again = seen_again(same, evidence);
        let is_written = same.status != Status::Observing || same.quality.structural;
        return Ok(if is_written { again } else { Observation { title, details, ..again } });
    }
    let mut keys = defining(&title, &details);
    // Later repetitions in other words count as this lesson; an earlier one takes the person's words now.
    let topics = topics::stated([words.said].into_iter());
    if let (Some(topic), 1) = (topics.first(), topics.len()) {
        keys.insert(topic.clone());
        let waiting = |o: &&Observation| o.status == Status::Observing && o.keys.contains(topic);
        if let Some(known) = known.iter().find(waiting) {
            return Ok(Observation { title, details, keys, ..seen_again(known, evidence) });
        }
    }
    let seed = format!("{}\n{}\n{title}", details.kind(), evidence.turn);
    let id = format!("obs_{}", text::head(&text::hash(&seed), ID_HEX));
    let now = run.ctx.now;
    let quality = Quality {
        attested: true,
        concrete: !keys_of(words.said).is_empty(),
        rationale: reason(&details).is_some_and(|reason| !reason.is_empty()),
        ..Quality::default()
    };
    Ok(Observation {
        id,
        quality_ok: verify::holds(details.kind(), &quality, 1),
        quality,
        title,
        details,
        keys,
        count: 1,
        penalty: 1.0,
        status: Status::Observing,
        first_seen: now,
        last_seen: now,
        sessions: BTreeSet::from([evidence.session.clone()]),
        evidence: vec![evidence],
        reviews: BTreeSet::new(),
        superseded_by: None,
        review_state: Default::default(),
    })
}

fn reason(details: &Details) -> Option<&String> {
    match details {
        Details::Decision { rationale, .. } | Details::Procedural { rationale, .. } => Some(rationale),
        Details::Pitfall { impact, .. } => Some(impact),
        Details::Workflow { .. } => None,
    }
}

/// The last word wins, so nothing replaces what was just said.
fn seen_again(known: &Observation, evidence: Evidence) -> Observation {
    let mut after = known.clone();
    if after.sessions.insert(evidence.session.clone()) {
        after.count = after.count.saturating_add(1);
    }
    after.last_seen = after.last_seen.max(evidence.at);
    after.superseded_by = None;
    after.reviews.clear();
    after.evidence = newest_evidence(std::mem::take(&mut after.evidence), &[evidence]);
    after
}

/// Stores a lesson and writes it. Call `worker::settle` afterwards.
pub fn remember(run: &mut Run<'_>, lesson: &DirectLesson, words: DirectWords<'_>) -> Result<Kept> {
    // Nothing backs a person's word better, and no later wording is put in its place.
    let planned = Observation { quality_ok: true, ..plan(run, lesson, words)? };
    store(run, &planned)?;
    let was_replaced = store::observations::superseded_by(run.store.read(), &planned.id)?;
    let was_replaced: BTreeSet<String> = was_replaced.into_iter().map(|o| o.id).collect();
    replace_opposites(run, &planned)?;
    let is_new = match observation::apply(run, &planned.id, &ReviewDecision::Accept) {
        Ok(_) => true,
        Err(error) if error::find::<Nothing>(&error).is_some() => false,
        Err(error) => return Err(error),
    };
    let db = run.store.read();
    let observation = store::observations::get(db, &planned.id)?.unwrap_or(planned);
    let place = store::artifacts::get(db, &observation.id)?.map(|row| row.place());
    let replaced = store::observations::superseded_by(db, &observation.id)?;
    let is_new = is_new || replaced.iter().any(|older| !was_replaced.contains(&older.id));
    Ok(Kept { is_new, place, replaced: replaced.into_iter().map(|o| o.title).collect(), observation })
}

/// The last word wins: what says the opposite and stands is told no more. Returns its titles.
pub(super) fn replace_opposites(run: &mut Run<'_>, said: &Observation) -> Result<Vec<String>> {
    let stands = |o: &Observation| {
        o.id != said.id && o.superseded_by.is_none() && matches!(o.status, Status::Ready | Status::Created)
    };
    let all = store::observations::all(run.store.read())?;
    let opposites = all.into_iter().filter(|o| stands(o) && merge::are_opposites(o, said));
    let did =
        ChangeCause { action: ChangeKind::Superseded, cause: "you said the opposite since", at: run.ctx.now };
    let mut titles = Vec::new();
    for older in opposites {
        titles.push(older.title.clone());
        let older = Observation { superseded_by: Some(said.id.clone()), ..older };
        run.store.write(|db| store::observations::save(db, &older, did))?;
    }
    Ok(titles)
}

/// Stores a lesson that waits until it is accepted or repeated.
pub fn propose(run: &mut Run<'_>, lesson: &DirectLesson, words: DirectWords<'_>) -> Result<Observation> {
    let planned = plan(run, lesson, words)?;
    store(run, &planned)?;
    Ok(planned)
}

fn store(run: &mut Run<'_>, planned: &Observation) -> Result<()> {
    let is_known = store::observations::get(run.store.read(), &planned.id)?.is_some();
    let action = if is_known { ChangeKind::Seen } else { ChangeKind::Observed };
    let did = ChangeCause { action, cause: SAID, at: run.ctx.now };
    Ok(run.store.write(|db| store::observations::save(db, planned, did))?)
}

/// Lessons that are meant by the words, by title if exactly one is.
pub fn fitting(
    db: &Connection,
    words: &str,
    may_be_it: impl Fn(&Observation) -> bool,
) -> Result<Vec<Observation>> {
    let mut found = Vec::new();
    for o in store::observations::all(db)?.into_iter().filter(may_be_it) {
        let place = store::artifacts::get(db, &o.id)?.map(|row| row.place()).unwrap_or_default();
        let quotes: Vec<&str> = o.evidence.iter().map(|e| e.quote.as_str()).collect();
        let text = format!("{}\n{}\n{place}\n{}", o.title, o.details.text(), quotes.join("\n"));
        if fits(words, &text) {
            found.push(o);
        }
    }
    let by_title: Vec<Observation> = found.iter().filter(|o| fits(words, &o.title)).cloned().collect();
    Ok(if by_title.len() == 1 { by_title } else { found })
}

/// Gives a lesson up. Call `worker::settle` afterwards.
pub fn forget(run: &mut Run<'_>, id: &str, how: &ReviewDecision) -> Result<String> {
    if store::observations::get(run.store.read(), id)?.is_none() {
        bail!("no observation `{id}`");
    }
    observation::apply(run, id, how)
}

/// Notes that a prompt was carried out, because the transcript will contain it too.
pub fn note_done(run: &mut Run<'_>, session: &str, command: &[&str]) -> Result<()> {
    let (id, at) = (done_name(session, command), run.ctx.now);
    Ok(run.store.write(|db| store::sessions::note_turn(db, &id, session, at))?)
}

/// Id under which a prompt's command is noted as carried out.
pub fn done_name(session: &str, command: &[&str]) -> String {
    let phrase = said_command::phrase(command.iter().copied());
    format!("said:{}", text::hash(&format!("{session}\n{phrase}")))
}
