//! The one binary of the tests that run the real executables or read real sessions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "helpers of tests are tests"
)]

mod agents;
mod artifacts;
mod backfill;
mod backtest;
mod canaries;
mod configure;
mod corpus;
mod crashes;
mod demo;
mod direct;
mod doctor;
mod enable;
mod events;
mod faults;
mod first_week;
mod fuzzed;
mod generalised;
mod guards;
mod harm;
mod hooks;
mod hostile;
mod hud;
mod in_client;
mod laws;
mod learning;
mod load;
mod memory;
mod missed;
mod model;
mod outcomes;
mod pattern_loop;
mod picture;
mod places;
mod policy;
mod private;
mod promises;
mod purged;
mod quotes;
mod recurring;
mod red_team;
mod replaced;
mod results;
mod review;
mod review_screen;
mod reviewers;
mod reviews;
mod revoked;
mod rounds;
mod screens;
mod scripts;
mod secrets;
mod session;
mod sharing;
mod small_disk;
mod specification;
mod strangers;
mod structure;
mod terminal;
mod told_paths;
mod transcripts;
mod trust;
mod undo;
mod way_out;
mod weather;
mod within;
mod world;

use transcripts::skipped;
