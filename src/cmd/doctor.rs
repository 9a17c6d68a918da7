//! `ingrain doctor`: runs the loop on this machine and says how to fix what fails.

mod client;
mod memory;
mod wires;

use std::fs;
use std::io::ErrorKind;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;

use super::{demo, place, status};
use crate::cli;
use crate::client::wiring;
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::{self, Exit};
use crate::project::{self, Project};
use crate::ui::{self, Tone, Ui};

/// One check.
#[derive(Debug, Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    found: String,
    /// Advice if it fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

#[derive(Debug, Serialize)]
struct Diagnosis {
    version: &'static str,
    ok: bool,
    checks: Vec<Check>,
}

pub(super) fn run(args: &cli::Json, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let checks = examine(ctx)?;
    let problems = checks.iter().filter(|check| !check.ok).count();
    if args.json {
        let diagnosis = Diagnosis { version: env!("CARGO_PKG_VERSION"), ok: problems == 0, checks };
        ui.json(&diagnosis)?;
    } else {
        ui.data(&page(&checks, ui))?;
        let is_off = checks.iter().any(|check| check.found == wires::NOT_ENABLED);
        ui.talk(&match problems {
            0 if is_off => format!("nothing is broken, but ingrain is {}", wires::NOT_ENABLED),
            0 => "all is well".to_owned(),
            n => text::plural(n, "problem", "problems"),
        });
    }
    Ok(if problems == 0 { Exit::Ok } else { Exit::Failed })
}

fn examine(ctx: &Ctx) -> Result<Vec<Check>> {
    if let Some(closed) = closed(ctx) {
        return Ok(vec![closed]);
    }
    let root = project::find_root(ctx, &ctx.cwd);
    let wiring = wiring::look(ctx, root.as_deref())?;
    let known = root.as_deref().map(|root| place::known_at(ctx, root)).transpose();
    let (project, memory) = match known.map(Option::flatten) {
        Ok(project) => (project.clone(), memory::can_be_written(ctx, project.as_ref())),
        Err(error) => (None, Check::of("memory", Err(error))),
    };
    let sound = memory.ok;
    let mut checks = wires::check(ctx, &wiring)?;
    checks.extend([
        memory,
        the_loop(ctx),
        memory::sessions(ctx, root.as_deref(), project.as_ref()),
        client::check(ctx, project.as_ref()),
    ]);
    if let Some(project) = project.filter(|_| sound) {
        checks.extend(health(ctx, &project)?);
    }
    Ok(checks)
}

/// The data folder, if it cannot be read: every other check would only say the same.
fn closed(ctx: &Ctx) -> Option<Check> {
    let error = fs::read_dir(&ctx.data).err().filter(|error| error.kind() != ErrorKind::NotFound)?;
    let found = format!("could not read `{}`: {error}", ctx.data.display());
    Some(Check::problem("data", found, place::who_may_read(&ctx.data)))
}

/// Learns from a synthetic session through the real hooks, in a temporary project.
fn the_loop(ctx: &Ctx) -> Check {
    let since = Instant::now();
    let played = demo::rehearsal::play(ctx);
    Check::of(
        "loop",
        played.map(|()| {
            let seconds = since.elapsed().as_secs_f64();
            format!(
                "learned from two sessions in a temporary project, and showed it to a third ({seconds:.1} s)"
            )
        }),
    )
}

/// The problems that `status` reports, each with its advice.
fn health(ctx: &Ctx, project: &Project) -> Result<Vec<Check>> {
    let complaints = status::health(ctx, project)?.into_iter();
    Ok(complaints
        .map(|complaint| Check::problem("status", complaint, "run `ingrain status` for more"))
        .collect())
}

impl Check {
    fn ok(name: &'static str, found: impl Into<String>) -> Check {
        Check { name, ok: true, found: found.into(), advice: None }
    }

    fn problem(name: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Check {
        Check { name, ok: false, found: found.into(), advice: Some(advice.into()) }
    }

    /// A check from a result; an error's hints become the advice.
    fn of(name: &'static str, found: Result<String>) -> Check {
        found.map_or_else(
            |error| Check::problem(name, format!("{error:#}"), error::hints(&error).join("; ")),
            |found| Check::ok(name, found),
        )
    }
}

fn page(checks: &[Check], ui: &Ui) -> String {
    let verdict = |check: &Check| match check.ok {
        true => ui.paint(Tone::Good, "ok"),
        false => ui.paint(Tone::Bad, "problem"),
    };
    let rows: Vec<[String; 3]> = checks
        .iter()
        .flat_map(|check| {
            let advice = check.advice.as_deref().filter(|advice| !advice.is_empty());
            let found = [verdict(check), check.name.to_owned(), ui::inert(&check.found)];
            let hint = advice.map(|advice| {
                let line = format!("{} {}", ui.paint(Tone::Hint, "hint:"), ui::inert(advice));
                [String::new(), String::new(), line]
            });
            [found].into_iter().chain(hint)
        })
        .collect();
    ui::columns(&rows)
}
