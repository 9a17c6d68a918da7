//! ingrain learns from the Claude Code sessions people already have. This page is its architecture.
//!
//! # The loop
//!
//! ```text
//!   SessionStart ── look at the artifacts on disk ── tell the session what was prepared ── leave a marker
//!        ▲                                                                                      │
//!        │ prepared/          SubagentStart, UserPromptSubmit, PreToolUse: what fits ◄── the session runs
//!        │                                                                                      │
//!   detached worker ◄── note in spool/ ◄──────────────────────────────────────────────── SessionEnd
//!        │
//!        ├─ ingest           transcript → turns, each with an origin → signals, redacted; segments
//!        │                   and how each ended; what agents concluded and what validators said of it
//!        ├─ score            how work ended × what was used in it → feedback; failing patterns become anti-patterns
//!        ├─ policy           how work ended × the tools it was done with → which of them can be trusted
//!        ├─ lifecycle        how far patterns have come
//!        ├─ reconcile        what became of the artifacts: edited, deleted, healed
//!        ├─ structure        what was done in several sessions alike → worded by fixed sentences ─┐
//!        ├─ topics           what people said about tests, commits, reviews … → one ready sentence each ─┤
//!        ├─ recurring        what they ask for again and again in their own words ─────────────────────┤
//!        ├─ extract          batches of sessions → items, by a model, a program or the built-in one ───┤
//!        │                                                 learned: verify, merge, save ◄──────────┘
//!        ├─ promote          seen often enough, over long enough → ready
//!        ├─ withdraw         what was given up leaves the project                   ─┐
//!        ├─ apply_rewording  what a person reworded takes the place of our words    ─┤
//!        ├─ refresh          what was seen again with other values is written again ─┤
//!        ├─ render           ready → command, skill, decision, pitfall              ─┤
//!        │                               file: promise, write, record ◄──────────────┘
//!        ├─ guards           lessons and rejected calls → matchers that a person may choose to enforce
//!        ├─ review           what asks for a person's look
//!        ├─ mirrors          readable copies in the project
//!        ├─ prepare          what hooks will read
//!        └─ back_up          a copy of the database
//! ```
//!
//! Hooks run on the person's time, so they read small prepared files and leave small notes. Everything else is the
//! worker's, which runs after the session under one lock per project. `ingrain learn` runs the same pipeline in the
//! foreground.
//!
//! # The floor plan
//!
//! One folder per room. A room imports only from the rooms above it; `tests/it/laws.rs` checks that.
//!
//! | room of [`core`] | what |
//! |---|---|
//! | [`core::model`] | observation, kinds, outcome, changes, time, rounding, cost, decay |
//! | [`core::text`] | words, tokens, similarity, placeholders, splices |
//! | [`core::entities`] | the concrete things that sentences and tool calls name: commands, checkers, keys, places |
//! | [`core::redact`] | secrets, masked before anything is stored or sent |
//! | [`core::config`] | the table of settings; the client's settings file |
//! | [`core::session`] | transcript → turns with an origin → signals and pairs; segments and how each ended |
//! | [`core::learn`] | seed 003: extraction, topics, structure, verification, merging, thresholds, promotion |
//! | [`core::knowledge`] | decisions and pitfalls files, index, rendering, reconciling, mirrors, staleness |
//! | [`core::outcomes`] | seed 000: outcome score, error log, criteria, feedback, maturity, attribution |
//! | [`core::patterns`] | seed 001: agent reports, pattern store and score, verdicts, strategies, anti-patterns |
//! | [`core::policy`] | seed 002: failure patterns, reliability, overlays, gates, the policy update, the report |
//! | [`core::guards`] | rules enforced on tool calls: matchers, what each would have caught, the answer at the door |
//! | [`core::history`] | recorded changes, and taking them back |
//! | [`core::review`] | what asks for a person's look, and what their answer means |
//! | [`core::context`] | ranking, recall, what is injected, the status line |
//! | [`core::backtest`] | the stored sessions played in order: what each start would have told, and what came of it |
//!
//! | room | what |
//! |---|---|
//! | [`core`] | every rule, pure: no clock, environment, files, processes or SQL |
//! | [`os`] | clock, environment, files, processes, errors, log; the faults that tests inject |
//! | [`project`] | which project a folder is, git, trust, configuration, artifacts on disk |
//! | [`client`] | Claude Code's files: settings, hooks, transcripts, what an installation placed |
//! | [`store`] | one SQLite database per project, the only place with SQL |
//! | [`extractor`] | asking a model or a program; what the project says already; spending |
//! | [`hook`] | the editor's events, with spool, markers, prepared files and what a session was told |
//! | [`worker`] | the pipeline top to bottom: `stage` (its steps), `reading` (what `ingest` notes), `file` (writing what people read), `ruling` (what a person decided) |
//! | [`ui`], [`cli`], [`cmd`] | the screen, the arguments, one file per command |
//!
//! # Two walks
//!
//! From SessionEnd to an entry in `decisions.md`: `hook/mod.rs` opens the door, `hook/session_end.rs` leaves a note in
//! `hook/spool.rs`; `worker/mod.rs` runs the loop; `worker/stage/ingest.rs` reads the transcript with
//! `client/transcript_lines.rs`, which asks `core/session/turns` who said what, and `core/session/signals` what teaches;
//! `worker/stage/extract.rs` batches it and asks an extractor (`core/learn/extract`); `core/learn/verify.rs` looks every
//! quote up; `core/learn/merge.rs` counts it; `core/learn/readiness.rs` says when it is ready; `worker/stage/render.rs`
//! writes the text of `core/knowledge/render.rs`.
//!
//! From SessionStart to the injected context: `hook/session_start.rs` looks at the disk (`hook/look.rs`), reads
//! `hook/prepared.rs` and composes what fits (`core/context/inject.rs`). What it reads was written by
//! `worker/stage/prepare.rs` from `core/knowledge/index.rs`, ranked by `core/context/rank.rs`, with patterns worded by
//! `core/patterns/lines.rs`.
//!
//! # Glossary
//!
//! | word | meaning |
//! |---|---|
//! | adapter | what work is done with: a tool, a program, an MCP server, a skill, an agent |
//! | anti-pattern | a pattern that kept failing, told as something to avoid |
//! | artifact | a file or entry rendered from an observation: command, skill, decision, pitfall |
//! | attribution | crediting how a segment ended to what was used in it |
//! | batch | sessions whose signals are sent to an extractor together |
//! | candidate | a verified item before it is merged |
//! | change | one recorded difference of a row, a file or a setting; those of one command are a change set |
//! | evidence | the quotes behind an observation |
//! | extractor | what turns words into items: built in, `claude`, or a program |
//! | gate | the question before a call with an adapter that keeps failing |
//! | guard | a rule that a person wants enforced on tool calls |
//! | item | what an extractor answers, before it is verified |
//! | ledger | one of the two knowledge files |
//! | marker | a file that says a session is running, or has ended |
//! | maturity | what the evidence says about a subject (seed 000) |
//! | mirror | a readable copy of the database in the project |
//! | observation | something that people teach: workflow, procedural, decision, pitfall |
//! | origin | who is behind a turn |
//! | outcome | how a segment, or a recorded run, ended |
//! | overlay | what an adapter's reliability asks for on top of the base policy |
//! | pair | a person's turn with the assistant's text that it answers |
//! | pattern | one line that agents concluded or tried |
//! | penalty | what is left of the confidence after a refusal |
//! | prepared | files that the worker writes so that hooks need no database |
//! | promise | a change of a person's file, recorded before it is made |
//! | ruling | what a person decided in `review` or with a command |
//! | segment | a piece of work: from one typed prompt to the next |
//! | sighting | a session in which an observation was seen |
//! | signal | what a person typed or decided |
//! | spool | notes that hooks leave for the worker |
//! | status | whether an observation has an artifact (seed 003) |
//! | structure | what was done in several sessions alike |
//! | subject | what feedback is about: a pattern, an observation, a criterion |
//! | topic | a subject of developer convention that joins what people say in other words |
//! | turn | one part of a transcript, counted once |
//! | verdict | what a validator said of another agent's findings |
//!
//! # The laws
//!
//! - The core is pure. Planners return data, appliers act on it.
//! - Clock, environment and folders enter once, in [`os::ctx`].
//! - Hooks fail open, never silently: exit 0, nothing or one JSON document, a line in the log. They link no database,
//!   except the prompt's, which reads one.
//! - Only worker and commands open the database for writing, and never hold a transaction while a model is asked.
//! - What is counted is the turn: read twice, resumed, forked or found late, it counts once.
//! - Only what people said can teach, and what was done can show; of that only tokens of closed grammars are kept. Text
//!   of sessions and models is data: redacted before it is stored or sent, inert before it is written or shown.
//! - State is the user's. Nothing in a project folder is believed before the person trusts it.
//! - Every change is in the history with its cause and what was there before, and can be taken back; taking back is a
//!   change too.
//! - What changes a person's file is promised first, so that a crash leaves no change without its line.

#![allow(rustdoc::private_intra_doc_links, reason = "the page above is for people who carry on")]

// Public is what the programs, tests, benchmarks and fuzz targets use: the compiler reports the rest when it is unused.
mod cli;
pub mod client;
pub mod cmd;
pub mod core;
mod extractor;
pub mod hook;
pub mod os;
pub mod project;
pub mod store;
mod ui;
mod worker;
