//! The editor's side. Hooks fail open, never silently: exit 0 whatever happens, nothing or exactly one JSON document
//! on stdout, a line in the log. They write no database and compile no regular expression.

mod event;
mod session_end;
mod session_start;
mod wire;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::ctx::Ctx;
use crate::log::Log;
use crate::project::{self, Project};
use crate::registration;
use wire::Wire;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    SessionStart,
    SessionEnd,
}

impl Hook {
    pub const ALL: [Hook; 2] = [Hook::SessionStart, Hook::SessionEnd];

    /// As the door and its log lines are called.
    pub fn name(self) -> &'static str {
        match self {
            Hook::SessionStart => "session-start",
            Hook::SessionEnd => "session-end",
        }
    }

    /// As the editor calls the event.
    pub fn event(self) -> &'static str {
        match self {
            Hook::SessionStart => "SessionStart",
            Hook::SessionEnd => "SessionEnd",
        }
    }

    pub fn parse(name: &str) -> Option<Hook> {
        Hook::ALL.into_iter().find(|hook| hook.name() == name)
    }
}

/// What a hook did: the JSON for the editor, if any, and a few words for the log, or what went wrong meanwhile.
struct Done {
    output: Option<String>,
    note: Result<String>,
}

/// The whole of a door: always exit code 0.
pub fn run(hook: Hook) -> ExitCode {
    let started = Instant::now();
    if std::env::args_os().nth(1).is_some_and(|word| word == "--version") {
        // `doctor` asks; the editor never does.
        print(Some(format!("ingrain-{} {}\n", hook.name(), env!("CARGO_PKG_VERSION"))));
        return ExitCode::SUCCESS;
    }
    let Ok(ctx) = Ctx::from_process() else {
        return ExitCode::SUCCESS;
    };
    if ctx.env.disabled || ctx.env.worker_guard {
        return ExitCode::SUCCESS;
    }
    log_panics(&ctx, hook);
    let input = Wire::read(std::io::stdin().lock());
    let log = |project: Option<&Project>| {
        let path = project.map_or_else(|| ctx.data.join("log"), Project::log);
        Log::new(path, ctx.now, hook.name())
    };
    let mut project = None;
    match input.context("the editor's input is no JSON").and_then(|wire| act(&ctx, hook, &wire, &mut project))
    {
        Ok(Some(done)) => {
            print(done.output);
            note(&log(project.as_ref()), started, done.note);
        }
        Ok(None) => {}
        Err(error) => note(&log(project.as_ref()), started, Err(error)),
    }
    ExitCode::SUCCESS
}

fn note(log: &Log, started: Instant, outcome: Result<String>) {
    match outcome {
        Ok(words) => log.ok(&format!("{:.1}ms {words}", started.elapsed().as_secs_f64() * 1e3)),
        Err(error) => log.error(&format!("{error:#}")),
    }
}

fn act(ctx: &Ctx, hook: Hook, wire: &Wire, project: &mut Option<Project>) -> Result<Option<Done>> {
    match hook {
        Hook::SessionStart => {
            let start = event::start(wire).context("the editor named no session, transcript or folder")?;
            let Some(found) = project_of(ctx, &start.session.cwd)? else {
                return Ok(None);
            };
            Ok(Some(session_start::run(ctx, project.insert(found), &start)))
        }
        Hook::SessionEnd => {
            let end = event::end(wire).context("the editor named no session, transcript or folder")?;
            let Some(found) = project_of(ctx, &end.session.cwd)? else {
                return Ok(None);
            };
            Ok(Some(Done { output: None, note: session_end::run(ctx, project.insert(found), &end) }))
        }
    }
}

/// `None` for folders that are nobody's project, for those the person excluded, and where we are called twice.
fn project_of(ctx: &Ctx, cwd: &Path) -> Result<Option<Project>> {
    let Some(root) = project::find_root(ctx, cwd) else {
        return Ok(None);
    };
    if project::is_excluded(ctx, &root) || registration::settings_speak_for_us(ctx, cwd) {
        return Ok(None);
    }
    project::lookup_or_start(ctx, &root).map(Some)
}

/// Starts the worker so that it outlives us: it makes a session of its own first thing, and holds none of our pipes.
fn start_worker(ctx: &Ctx, project: &Project) -> Result<()> {
    let program: PathBuf = ctx.main_exe().context("the `ingrain` program is not beside this hook")?;
    let mut worker = Command::new(&program);
    worker.arg("worker").arg("--root").arg(&project.root).current_dir(&project.state);
    worker.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    worker.spawn().with_context(|| format!("could not start `{}`", program.display()))?;
    Ok(())
}

/// The one place that prints for the editor. A closed pipe is its own answer.
fn print(output: Option<String>) {
    if let Some(json) = output {
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(json.as_bytes()).and_then(|()| stdout.flush());
    }
}

/// A panic is a bug of ours, and never the person's problem.
fn log_panics(ctx: &Ctx, hook: Hook) {
    let log = Log::new(ctx.data.join("log"), ctx.now, hook.name());
    std::panic::set_hook(Box::new(move |info| {
        log.error(&format!("panic: {info}"));
        leave();
    }));
}

#[expect(clippy::disallowed_methods, reason = "a panic hook cannot return an exit code")]
fn leave() {
    std::process::exit(0);
}
