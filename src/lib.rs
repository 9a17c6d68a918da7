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
//!        ├─ ingest      transcript → turns, each with an origin → what people said, redacted; pieces of work, and
//!        │              how each of them ended; what its agents concluded, and what validators said of it
//!        ├─ score       how segments ended × what was used in them → feedback; failing patterns become warnings
//!        ├─ lifecycle   how far patterns have come
//!        ├─ reconcile   what became of the artifacts: edited, deleted, healed
//!        ├─ structure   what was done in several sessions alike → recomputed, worded by fixed sentences → merge
//!        ├─ extract     batches of sessions → items, by a model, a program or the built-in markers
//!        │              → verify (quotes found, reasons given, something concrete) → merge, count
//!        ├─ promote     seen often enough, over long enough → ready
//!        ├─ withdraw    what a person gave up leaves the project; what they reworded takes its place, and so does what
//!        │              was seen again with other values
//!        ├─ render      ready → command, skill, decision, pitfall; intent first, then the file
//!        ├─ review      what asks for a person's look
//!        └─ publish     mirrors in the project, the prepared context, a copy of the database
//! ```
//!
//! Hooks are on the person's time, so they read small prepared files and leave small notes; everything else is the
//! worker's, which runs after the session, under one lock per project. `ingrain learn` runs the same pipeline in the
//! foreground.
//!
//! # The laws
//!
//! - The core is pure: no clock, environment, files, processes or SQL. Planners return data, appliers act on it.
//! - Clock, environment and folders enter once, in [`ctx`].
//! - Hooks fail open, never silently: exit 0, nothing or one JSON document, a line in the log. They link no database,
//!   but for the prompt's, which reads one.
//! - Only worker and commands open the database for writing, and never hold a transaction while a model is asked.
//! - What is counted is the turn: read twice, resumed, forked or found late, it counts once.
//! - Only what people said can teach, and what was done can show; of that only tokens of closed grammars are kept. Text
//!   of sessions and models is data: redacted before it is stored or sent, inert before it is written or shown.
//! - State is the user's. Nothing in a project folder is believed before the person trusts it.
//! - Every change is in the history with its cause and what was there before. Those of one command, or of one step of the
//!   worker, are a deed, which can be taken back; taking back is a deed too.
//! - What changes a person's file is promised first, so that a crash leaves no change without its line.
//!
//! # Who may import whom
//!
//! ```text
//!   bin ─► cmd ─► worker ─► stage ─► run ─► extractor, store ─► core
//!    └───► hook ─► spool, marker, told, prepared ───────► core
//! ```
//!
//! Arrows go down, never up; `core` imports only itself. All but `core` may use the small files that touch the world:
//! `ctx`, `clock`, `fsx`, `git`, `log`, `process`, `project`. `tests/it/laws.rs` checks the parts that matter most.
//!
//! # What is where
//!
//! | module | what |
//! |---|---|
//! | [`core`] | the rules: reading, redaction, structure, extraction, verification, merging, thresholds, rendering, reconciling |
//! | [`hook`] | the editor's events, from tolerant wire format to one JSON answer |
//! | [`worker`], [`stage`], [`run`] | the pipeline, one file per step of it, and what they all have in their hands |
//! | [`extractor`], [`known_text`] | asking a model, a program or the built-in markers; what is already said elsewhere |
//! | [`store`], [`recovery`] | one SQLite database per project, the only place with SQL; what to do with a damaged one |
//! | [`cmd`], [`cli`], [`ui`], [`error`] | one file per command; what can be typed; the screen; errors with hints |
//! | [`spool`], [`marker`], [`prepared`] | what hooks and worker leave for each other |
//! | [`rehearsal`] | what learning would bring, tried out on a copy |
//! | [`past`] | sessions that were held before ingrain was there |
//! | [`told`] | what a running session was told, so that nothing comes twice |
//! | [`tail`], [`subagents`], [`disk`], [`shown`] | a transcript as lines; where those of subagents are; artifacts as they are on disk; which entries may be shown |
//! | [`project`], [`git`], [`trust`] | whose memory a folder has, and what of it is believed |
//! | [`registration`], [`wiring`] | where we put the hooks; which hooks the client would call in a folder |
//! | [`receipt`] | what an installation placed, for `uninstall` |
//! | [`configuration`] | settings from defaults, user and project |
//! | [`spending`] | what models cost today, in all projects |
//! | [`journal`] | what was changed for all projects, so that it can be taken back |
//! | [`ctx`], [`clock`], [`fsx`], [`log`], [`process`] | the ways in which ingrain touches the world |
//! | [`fault`] | the ways in which tests make them fail |

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
