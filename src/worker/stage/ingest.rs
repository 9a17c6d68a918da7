//! Step `ingest`: reads sessions, both those noted in the spool and those that no hook reported, into
//! turns in the database.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::client::backfill;
use crate::client::transcript_lines;
use crate::core::knowledge::provenance::{TextOwner, may_write};
use crate::core::knowledge::render;
use crate::core::learn::merge::Revocation;
use crate::core::learn::topics;
use crate::core::model::outcome::OutcomeSource;
use crate::core::model::{Kind, Signal, Time};
use crate::core::patterns::pattern::MAIN_ROLE;
use crate::core::patterns::strategies;
use crate::core::review::direct_prompt;
use crate::core::session::segments::{self, Segment};
use crate::core::session::signals::{self, SessionSignals, UseOf};
use crate::core::session::turns::mask_names;
use crate::hook::asked;
use crate::hook::delivered;
use crate::hook::marker::{self, SessionMarker};
use crate::hook::off_record;
use crate::hook::spool::{self, SpoolEvent};
use crate::os::fsx;
use crate::store::meta::MetaKey;
use crate::store::segments::UsedSubject;
use crate::store::{self, FoundBy, Note, StoreError, StoredReading, Unread};
use crate::worker::missed;
use crate::worker::reading::apply_verdicts::Scene;
use crate::worker::reading::{agent_reports, structure};
use crate::worker::ruling::direct;
use crate::worker::run::Run;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ingested {
    pub sessions: usize,
    pub signals: usize,
}

pub fn run(run: &mut Run<'_>) -> Result<Ingested> {
    let ended = take_spool(run)?;
    mend_markers(run)?;
    note_missed(run)?;
    let ingested = read_noted(run)?;
    for (session, at) in ended {
        // A marker that stays open only means another look.
        if let Err(error) = marker::close(run.project, &session, at) {
            run.log.note(&format!("{error:#}"));
        }
    }
    marker::prune(run.project, run.ctx.now);
    delivered::prune(run.project);
    asked::prune(run.project, run.ctx.now);
    run.project.sweep();
    Ok(ingested)
}

/// Takes records of what sessions were shown, so that newly prepared contexts repeat nothing. Ended sessions wait for
/// the worker.
pub fn take_starts(run: &mut Run<'_>) -> Result<()> {
    take(run, spool::starts(&run.project.spool())).map(drop)
}

/// Ended sessions, and when.
fn take_spool(run: &mut Run<'_>) -> Result<Vec<(String, Time)>> {
    take(run, spool::waiting(&run.project.spool()))
}

/// Applies each event before deleting its file. After a crash it is applied again, to no effect.
fn take(run: &mut Run<'_>, files: Vec<PathBuf>) -> Result<Vec<(String, Time)>> {
    let mut ended = Vec::new();
    for file in files {
        match spool::read(&file) {
            Ok(event) => apply(run, &event)?,
            Err(error) => take_by_name(run, &file, &error)?,
        }
        ended.extend(spool::ended(&file));
        crate::os::fsx::remove_if_there(&file)?;
    }
    Ok(ended)
}

/// Handles an empty note. Hooks do not sync, so a power failure may empty a note, but its name has session and time.
fn take_by_name(run: &mut Run<'_>, file: &Path, error: &anyhow::Error) -> Result<()> {
    let found = spool::ended(file).and_then(|(session, at)| Some((marker_of(run, &session)?, at)));
    let Some((marker, at)) = found else {
        run.log.error(&format!("{error:#}; dropped"));
        return Ok(());
    };
    run.log.note(&format!("{error:#}; session {} is read all the same", marker.session));
    Ok(run.store.write(|db| store::sessions::note(db, &missed::note(marker), at))?)
}

fn marker_of(run: &Run<'_>, session: &str) -> Option<SessionMarker> {
    marker::find(run.project, session).or_else(|| marker_by_name(run, session))
}

/// A marker rebuilt from the transcript of that name.
fn marker_by_name(run: &Run<'_>, session: &str) -> Option<SessionMarker> {
    Some(SessionMarker {
        session: session.to_owned(),
        transcript: backfill::transcript(run.ctx, run.project, session)?,
        cwd: run.project.root.clone(),
        started_at: run.ctx.now,
        headless: false,
        read_bytes: 0,
        shown: Vec::new(),
    })
}

/// Rebuilds empty markers of sessions with a transcript; others are removed with the old ones.
fn mend_markers(run: &Run<'_>) -> Result<()> {
    let broken = marker::nameless(run.project).into_iter();
    let whole = broken.filter_map(|session| marker_by_name(run, &session));
    whole.into_iter().try_for_each(|marker| marker::save_open(run.project, &marker))
}

fn apply(run: &mut Run<'_>, event: &SpoolEvent) -> Result<()> {
    run.store.write(|db| -> Result<()> {
        match event {
            SpoolEvent::SessionEnd { session, transcript, cwd, headless, at, .. } => {
                let note = Note {
                    session: session.clone(),
                    transcript: transcript.clone(),
                    cwd: cwd.clone(),
                    headless: *headless,
                    found_by: FoundBy::Hook,
                };
                store::sessions::note(db, &note, *at)?;
            }
            SpoolEvent::SessionStart { session, at, shown, announced, believed, .. } => {
                for hash in believed {
                    store::known_texts::add(db, hash, TextOwner::Person, *at)?;
                }
                for subject in shown {
                    store::usage::record_shown(db, session, subject, MAIN_ROLE, *at)?;
                }
                for subject in announced {
                    match subject.strip_prefix(spool::NOTICE) {
                        Some(told) => store::meta::forget_notices(db, told)?,
                        None => store::artifacts::mark_announced(db, subject, *at)?,
                    }
                }
            }
            SpoolEvent::Shown { session, role, at, shown } => {
                for subject in shown {
                    store::usage::record_shown(db, session, subject, role, *at)?;
                }
            }
        }
        Ok(())
    })
}

/// Sessions whose SessionEnd was cancelled, never fired, or met a crash.
fn note_missed(run: &mut Run<'_>) -> Result<()> {
    for missed in marker::missed(run.project, run.ctx.now) {
        run.log.note(&format!("session {} ended without SessionEnd; reading it now", missed.session));
        run.store.write(|db| store::sessions::note(db, &missed::note(missed), run.ctx.now))?;
    }
    Ok(())
}

fn read_noted(run: &mut Run<'_>) -> Result<Ingested> {
    let mut ingested = Ingested::default();
    for unread in store::sessions::to_read(run.store.read())? {
        if off_record::holds(run.project, &unread.session) {
            pass_over(run, &unread)?;
            continue;
        }
        match read_session(run, &unread) {
            Ok(Some(signals)) => {
                ingested.sessions += 1;
                ingested.signals += signals;
            }
            Ok(None) => run.store.write(|db| store::sessions::mark_empty(db, &unread.session))?,
            // One transcript that cannot be read must not stop the others.
            Err(error) if error.downcast_ref::<StoreError>().is_none() => {
                // Claude Code writes the transcript with the first message, so a session that was opened and left has none.
                let is_empty = error.downcast_ref::<std::io::Error>().is_some_and(is_not_there);
                let why = run.redactor.redact(&format!("{error:#}")).into_owned();
                run.log.note(&why);
                run.store.write(|db| -> Result<()> {
                    // It is unknown what the session did.
                    store::meta::set(db, MetaKey::SessionsWrote, "1")?;
                    match is_empty {
                        true => store::sessions::mark_empty(db, &unread.session)?,
                        false => store::sessions::mark_unreadable(db, &unread.session, &why)?,
                    }
                    Ok(())
                })?;
            }
            Err(error) => return Err(error),
        }
        if let Some(watch) = &run.watch {
            watch();
        }
    }
    Ok(ingested)
}

fn is_not_there(error: &std::io::Error) -> bool {
    error.kind() == std::io::ErrorKind::NotFound
}

/// Reads the new part of one transcript, and stores turns, signals, uses, segments and the cursor together. `None` if
/// nothing was said or done in the session.
fn read_session(run: &mut Run<'_>, unread: &Unread) -> Result<Option<usize>> {
    let Unread { session, transcript, headless, noted_at } = unread;
    // A worker that waited for another runs later than its start time.
    let now = run.ctx.now.max(*noted_at);
    let opened = fsx::open(transcript);
    let mut file = opened.with_context(|| format!("could not open `{}`", transcript.display()))?;
    let cursor = store::sessions::cursor(run.store.read(), transcript)?;
    let mut read = transcript_lines::read_turns(&mut file, cursor.as_ref(), *headless)
        .with_context(|| format!("could not read `{}`", transcript.display()))?;
    if read.turns.is_empty() && cursor.is_none() && read.counts.skipped() == 0 {
        return Ok(None);
    }
    mask_names(&mut read.turns, &run.redactor);
    let owners = store::sessions::Owners::new(run.store.read());
    let fresh = |turn: &str| owners.of(turn).is_none();
    let teach_headless = run.config.config.learn_headless;
    let mut channels = signals::channels(&read.turns, &run.redactor, &fresh, teach_headless, now);
    let is_done = |command: &[String]| {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        owners.of(&direct::done_name(session, &words)).is_some()
    };
    channels.signals = channels.signals.into_iter().filter_map(|signal| undone(signal, &is_done)).collect();
    owners.end()?;
    let reading = StoredReading {
        session,
        transcript,
        channels: &channels,
        cursor: &read.cursor,
        skipped_lines: read.counts.skipped(),
        now,
    };
    let may_have_written = read.turns.iter().filter_map(|turn| turn.action.as_deref()).any(may_write);
    let seen = structure::look(run, session, &read.turns, &channels)?;
    let revoked = Revocation::all_in(session, &channels.signals);
    let segments = segments::segments(&read.turns, &run.redactor, topics::states_rule, now);
    let heard = agent_reports::gather(run, transcript, &read.turns, now);
    let config = &run.config.config;
    let scene = Scene { session, config, root: &run.project.root, labels: BTreeSet::new(), phase: None, now };
    run.store.write(|db| -> Result<()> {
        store::sessions::store_reading(db, &reading)?;
        if may_have_written {
            store::meta::set(db, MetaKey::SessionsWrote, "1")?;
        }
        record_uses(db, session, &channels)?;
        record_segments(db, session, &segments)?;
        agent_reports::record(db, &scene, &heard)?;
        store::revocations::record(db, &revoked)?;
        structure::record(db, config, seen, now)
    })?;
    // The session is stored; a marker that cannot be written only means another look.
    if let Err(error) = marker::note_read(run.project, session, read.counts.end) {
        run.log.error(&format!("{error:#}"));
    }
    Ok(Some(channels.signals.len()))
}

/// Removes direct commands from a signal: those that were carried out, and those that teach nothing. The rest of the
/// prompt may still teach.
fn undone(signal: Signal, is_done: &dyn Fn(&[String]) -> bool) -> Option<Signal> {
    let teaches_nothing = |command: &[String]| match command.first().map(String::as_str) {
        Some("remember") => false,
        Some("forget") => !command.iter().any(|word| word == direct_prompt::LOOSELY),
        _ => true,
    };
    let is_settled = |command: &Vec<String>| teaches_nothing(command) || is_done(command);
    match direct_prompt::command(&signal.text).filter(is_settled) {
        None => Some(signal),
        Some(_) => {
            let text = direct_prompt::rest(&signal.text);
            (!text.is_empty()).then_some(Signal { text, ..signal })
        }
    }
}

/// Handles a session off the record. Its turns are noted, so that a fork of it does not teach them.
fn pass_over(run: &mut Run<'_>, unread: &Unread) -> Result<()> {
    let Unread { session, transcript, headless, .. } = unread;
    let read = fsx::open(transcript)
        .ok()
        .and_then(|mut file| transcript_lines::read_turns(&mut file, None, *headless).ok());
    run.store.write(|db| -> Result<()> {
        for turn in read.iter().flat_map(|read| &read.turns) {
            store::sessions::note_turn(db, &turn.id, session, run.ctx.now)?;
        }
        Ok(store::sessions::forget(db, session)?)
    })?;
    delivered::forget(run.project, session);
    let end = read.map_or(0, |read| read.counts.end);
    if let Err(error) = marker::note_read(run.project, session, end) {
        run.log.error(&format!("{error:#}"));
    }
    Ok(())
}

fn record_uses(db: &rusqlite::Connection, session: &str, channels: &SessionSignals) -> Result<()> {
    for used in &channels.uses {
        if let Some((how, observation)) = resolve(db, &used.of)? {
            store::usage::record_use(db, &observation, session, how, used.at)?;
        }
    }
    Ok(())
}

/// Stores the segments with their outcomes and the lessons used in them.
fn record_segments(db: &rusqlite::Connection, session: &str, segments: &[Segment]) -> Result<()> {
    for segment in segments {
        let mut used = Vec::new();
        for (of, at) in &segment.uses {
            let resolved = resolve(db, of)?;
            used.extend(resolved.map(|(how, subject)| UsedSubject { subject, how, at: *at }));
        }
        let labels: Vec<&str> = segment.intentions.iter().flat_map(|text| strategies::detect(text)).collect();
        store::segments::save(db, session, segment, &used, &labels)?;
        for (of, at) in &segment.uses {
            if let UseOf::Pattern(id) = of {
                store::segments::cite(db, &segment.outcome.run_id, id, *at, OutcomeSource::Transcript)?;
            }
        }
    }
    Ok(())
}

/// The observation behind a use, and the kind of use.
fn resolve(db: &rusqlite::Connection, of: &UseOf) -> Result<Option<(&'static str, String)>> {
    let (how, owner) = match of {
        UseOf::Cited(anchor) => ("cited", store::artifacts::owner_of_anchor(db, anchor)?),
        UseOf::Command(slug) => ("invoked", owner(db, Kind::Workflow, slug)?),
        UseOf::Skill(name) => ("invoked", owner(db, Kind::Procedural, name)?),
        UseOf::Read(anchor) => ("read", store::artifacts::owner_of_anchor(db, anchor)?),
        UseOf::Pattern(_) => return Ok(None),
    };
    Ok(owner.map(|observation| (how, observation)))
}

fn owner(db: &rusqlite::Connection, kind: Kind, name: &str) -> Result<Option<String>> {
    Ok(store::artifacts::owner_of_path(db, &render::path(kind, name))?)
}
