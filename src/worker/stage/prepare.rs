//! Step `prepare`: writes the files that hooks read: the ranked index, the news, the paths to check on
//! disk, the context of each role, and the recall index for prompts.

mod calls;
mod gates;
mod notes;
mod recall;
mod results;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::core::context::hud::Hud;
use crate::core::context::inject::{InjectedLine, Parts};
use crate::core::context::rank::{self, RankInput};
use crate::core::knowledge::index::{Index, IndexEntry, ShownEntries};
use crate::core::knowledge::reconcile::absence::CONFIRM_AFTER;
use crate::core::knowledge::reconcile::{ManifestRow, content_hash};
use crate::core::knowledge::render;
use crate::core::learn::said_lately;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::{Observation, Time};
use crate::core::outcomes::maturity::Maturity;
use crate::core::patterns::pattern::MAIN_ROLE;
use crate::extractor::Extractor;
use crate::hook::prepared::texts::PreparedTexts;
use crate::hook::prepared::{self, News, Prepared, Watched, roles};
use crate::hook::spool;
use crate::os::clock;
use crate::os::fsx;
use crate::os::fsx::Stamp;
use crate::project::artifacts;
use crate::store;
use crate::store::batches::Waits;
use crate::store::meta::MetaKey;
use crate::worker::run::Run;
use crate::worker::visibility;
use notes::PatternsByRole;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    let config = run.config.config.clone();
    let db = run.store.read();
    let maturities = store::feedback::maturities(db, run.ctx.now, &config.maturity)?;
    let observations = store::observations::all(db)?;
    let artifacts = store::artifacts::all(db)?;
    let notebook = PatternsByRole::read(run, &maturities)?;
    let mut prepared = gather(run, &observations, &artifacts, &maturities)?;
    prepared.parts.notes = notebook.notes(MAIN_ROLE, prepared.budget(), &config);
    prepared.save(run.project)?;
    prepared::texts::save(run.project, &known_texts(run)?)?;
    roles::save_all(run.project, &notebook.contexts(&config))?;
    gates::save(run)?;
    prepared::hud::save(run.project, hud(run, &observations))?;
    let lines = recall::lines(&prepared, &artifacts, &observations, &maturities, &notebook, &config);
    let tokens = config.inject.prompt_tokens as usize;
    run.store.write(|db| store::recall::replace(db, &lines, tokens))?;
    forget_old_claims(run, &prepared)
}

/// Counts what stands. An entry that a person set aside in its file does not.
fn hud(run: &Run<'_>, observations: &[Observation]) -> Hud {
    let sections = |ledger| artifacts::sections(&run.project.root, ledger).unwrap_or_default();
    let aside = Ledger::ALL.into_iter().flat_map(sections).filter(|section| !section.standing().is_active());
    let aside: BTreeSet<String> = aside.filter_map(|section| section.source).collect();
    Hud::of(observations, &aside, run.config.config.promotion)
}

fn gather(
    run: &Run<'_>,
    observations: &[Observation],
    artifacts: &[ManifestRow],
    maturities: &BTreeMap<String, Maturity>,
) -> Result<Prepared> {
    let db = run.store.read();
    let inject = &run.config.config.inject;
    let last_uses = store::usage::last_uses(db)?;
    let standings = standings(artifacts, observations, maturities, &last_uses);
    let hidden = standings.iter().filter(|(_, s)| s.is_hidden()).map(|(anchor, _)| (*anchor).to_owned());
    let shown = ShownEntries { hidden: hidden.collect(), ..visibility::shown(run.project, Some(db))? };
    let index = ranked_index(run, &shown, &standings);
    let knowledge = Ledger::ALL.map(|ledger| Stamp::of(&run.project.root, ledger.path()));
    Ok(Prepared {
        start_tokens: inject.start_tokens as usize,
        min_room: inject.min_room as usize,
        settings: run.config.stamps.clone(),
        parts: Parts {
            calls: calls::dead(run, &index, &standings)?,
            index,
            said: said_lately::told(observations, run.ctx.now)
                .iter()
                .map(|said| InjectedLine::of(&said.observation.id, said.line()))
                .collect(),
            blocks: results::warnings(run)?,
            ..Parts::default()
        },
        errors: results::open_errors(run)?,
        hidden: shown.hidden,
        knowledge,
        artifacts: artifacts.iter().filter_map(|a| watched(run, a)).collect(),
        news: news(run, artifacts, observations, maturities)?,
        notice: store::meta::notices(db)?,
        wake_at: wake_at(run, artifacts)?,
        ..Prepared::new()
    })
}

/// Data for hooks to judge the owner of a changed text.
fn known_texts(run: &Run<'_>) -> Result<PreparedTexts> {
    let db = run.store.read();
    let sessions_wrote = store::meta::get(db, MetaKey::SessionsWrote)?.is_some();
    let texts = visibility::texts(run.project, Some(db))?;
    Ok(PreparedTexts { texts, git: store::meta::git_trace(db)?, sessions_wrote })
}

/// Entries that ingrain wrote, by anchor, with their observations.
fn standings<'a>(
    artifacts: &'a [ManifestRow],
    observations: &'a [Observation],
    maturities: &'a BTreeMap<String, Maturity>,
    last_uses: &BTreeMap<String, Time>,
) -> HashMap<&'a str, RankInput<'a>> {
    let by_id: HashMap<&str, &Observation> = observations.iter().map(|o| (o.id.as_str(), o)).collect();
    let standing = |artifact: &'a ManifestRow| {
        let observation = *by_id.get(artifact.observation_id.as_str())?;
        let (last_used, maturity) =
            (last_uses.get(&observation.id).copied(), maturities.get(&observation.id));
        Some((artifact.anchor.as_deref()?, RankInput { observation, last_used, maturity }))
    };
    artifacts.iter().filter_map(standing).collect()
}

fn ranked_index(run: &Run<'_>, shown: &ShownEntries, standings: &HashMap<&str, RankInput<'_>>) -> Index {
    let unreadable = |error| run.log.error(&format!("sessions are not told what cannot be read: {error:#}"));
    let mut index = artifacts::index(&run.project.root, shown, unreadable);
    // People may write entries, and prepared text is stored, so it is redacted.
    for IndexEntry { title, status, area, .. } in &mut index.entries {
        for text in [title, status].into_iter().chain(area) {
            *text = run.redactor.redact(text).into_owned();
        }
    }
    rank::sort(&mut index.entries, |entry| standings.get(entry.anchor.as_str()).copied(), run.ctx.now);
    index
}

fn watched(run: &Run<'_>, artifact: &ManifestRow) -> Option<Watched> {
    let missing = artifact.missing_since.is_some();
    let absent = Stamp { path: artifact.path.clone(), size: 0, mtime_ms: 0 };
    let stamp = Stamp::of(&run.project.root, &artifact.path).or_else(|| missing.then_some(absent))?;
    Some(Watched {
        observation: artifact.observation_id.clone(),
        stamp,
        anchor: artifact.anchor.clone(),
        missing,
    })
}

/// News for this branch. Artifacts on another branch are announced there, hidden ones once they are visible again.
fn news(
    run: &Run<'_>,
    artifacts: &[ManifestRow],
    observations: &[Observation],
    maturities: &BTreeMap<String, Maturity>,
) -> Result<Vec<News>> {
    let untold = store::artifacts::unannounced(run.store.read())?;
    let fresh = artifacts.iter().filter(|a| a.missing_since.is_none() && untold.contains(&a.observation_id));
    let texts = visibility::texts(run.project, Some(run.store.read()))?;
    let is_told = |a: &&ManifestRow| {
        let standing = artifacts::artifact(&run.project.root, a);
        standing.is_some_and(|text| texts.is_told(&content_hash(&text)))
    };
    let fresh = fresh.filter(is_told);
    let of = |a: &ManifestRow| observations.iter().find(|o| o.id == a.observation_id);
    // What was replaced before anybody was told of it is no news.
    let is_hidden = |a: &ManifestRow| {
        of(a).is_some_and(|o| o.superseded_by.is_some() || rank::is_hidden(o, maturities.get(&o.id)))
    };
    let one = |a: &ManifestRow| News {
        observation: a.observation_id.clone(),
        kind: a.kind,
        title: of(a).map(|o| o.title.clone()).unwrap_or_default(),
        name: a.anchor.clone().unwrap_or_else(|| render::invoked_as(a.kind, &a.path)),
    };
    Ok(fresh.filter(|a| !is_hidden(a)).map(one).collect())
}

/// The earliest time at which SessionStart should start the worker although nothing happened.
fn wake_at(run: &Run<'_>, artifacts: &[ManifestRow]) -> Result<Option<Time>> {
    // A mass deletion is a question to the person, which time does not answer.
    let swept = store::meta::cleaned_at(run.store.read())?;
    let gone = artifacts.iter().filter(|a| a.by_git.is_none());
    let missing = gone.filter_map(|a| a.missing_since).filter(|since| Some(*since) != swept);
    let look_again = missing.min().map(|t| t + CONFIRM_AFTER);
    let waiting = store::batches::next(run.store.read(), Waits::All)?.is_some();
    let model = matches!(Extractor::chosen(run.ctx, &run.config.config), Extractor::Claude { .. });
    let tomorrow = (waiting && model).then(|| start_of_tomorrow(run)).flatten();
    let lapses = store::policy::told(run.store.read())?.unwrap_or_default();
    let lapses = lapses.into_values().filter_map(|overlay| overlay.asks_until);
    Ok(look_again.into_iter().chain(tomorrow).chain(lapses).min())
}

/// Caps are per day in the person's time zone.
fn start_of_tomorrow(run: &Run<'_>) -> Option<Time> {
    clock::start_of(run.ctx.today().succ_opt()?)
}

/// Removes claims on older news, and claims of hooks that died before showing them.
fn forget_old_claims(run: &Run<'_>, prepared: &Prepared) -> Result<()> {
    let current = prepared.claim_name();
    for entry in fs::read_dir(run.project.prepared())?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("told-") && (name != current || is_void(run, &entry.path())) {
            fsx::remove_if_there(&entry.path())?;
        }
    }
    Ok(())
}

/// Did its owner die without showing the news?
fn is_void(run: &Run<'_>, claim: &Path) -> bool {
    let gone = fsx::text(claim).is_some_and(|owner| fsx::is_gone(&owner));
    gone && !spool::has_starts(&run.project.spool())
}
