//! The hooks that Claude Code calls. They fail open, never silently: exit 0 whatever happens, nothing
//! or exactly one JSON document on stdout, a line in the log. They write no database and compile no
//! regular expression; only the prompt's hook reads a database.

pub(crate) mod asked;
pub(crate) mod delivered;
pub(crate) mod marker;
pub(crate) mod off_record;
pub mod prepared;
pub mod spool;

mod direct;
pub mod event;
mod look;
mod pre_tool_use;
mod session_end;
mod session_start;
mod subagent_start;
mod user_prompt;
pub mod wire;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use serde_json::{Map, Value};

use crate::client::hook_event::Hook;
use crate::client::registration;
use crate::core::session::client_tags::without_tags;
use crate::core::text::tokens::tokens;
use crate::hook::delivered::Telling;
use crate::hook::marker::SessionMarker;
use crate::os::ctx::Ctx;
use crate::os::fault;
use crate::os::fsx::Lock;
use crate::os::log::Log;
use crate::project::{self, Project};
use wire::Wire;

/// Runs a hook, for `ingrain hook`.
pub fn run(hook: Hook) -> ExitCode {
    match hook {
        Hook::SessionStart => session_start(),
        Hook::SessionEnd => session_end(),
        Hook::SubagentStart => subagent_start(),
        Hook::UserPrompt => user_prompt(),
        Hook::PreToolUse => pre_tool_use(),
    }
}

// One function each, so that a program links only what its hook needs.

pub fn session_start() -> ExitCode {
    open(Hook::SessionStart, session_start::answer)
}
pub fn session_end() -> ExitCode {
    open(Hook::SessionEnd, session_end::answer)
}
pub fn subagent_start() -> ExitCode {
    open(Hook::SubagentStart, subagent_start::answer)
}
pub fn user_prompt() -> ExitCode {
    open(Hook::UserPrompt, user_prompt::answer)
}
pub fn pre_tool_use() -> ExitCode {
    open(Hook::PreToolUse, pre_tool_use::answer)
}

/// A hook's work. It sets the project once found, so that errors are logged there. `None`: nothing to do or to log.
type Answer = fn(&Ctx, &Wire, &mut Option<Project>) -> Result<Option<Done>>;

/// The result of a hook: JSON for Claude Code, if any, and a log line or an error.
struct Done {
    output: Option<String>,
    note: Result<String>,
}

impl Done {
    fn silently(note: &str) -> Done {
        Done { output: None, note: Ok(note.to_owned()) }
    }

    /// An answer that adds to the model's context.
    fn tell(hook: Hook, text: &str, note: Result<String>) -> Done {
        let answer = for_event(hook, [(CONTEXT, text.into())]);
        Done { output: Some(Value::from(answer).to_string()), note }
    }
}

/// The field with context for the model.
const CONTEXT: &str = "additionalContext";

/// Fields that are specific to this event.
fn for_event<'a>(hook: Hook, fields: impl IntoIterator<Item = (&'a str, Value)>) -> Map<String, Value> {
    let name = ("hookEventName", hook.event().into());
    let fields = fields.into_iter().map(|(field, value)| (field, disarmed(value)));
    let specific: Value = std::iter::once(name).chain(fields).collect();
    Map::from_iter([("hookSpecificOutput".to_owned(), specific)])
}

/// Claude Code wraps the text in its own tags: no text of ours may close them.
fn disarmed(value: Value) -> Value {
    match value {
        Value::String(text) => without_tags(&text).into_owned().into(),
        other => other,
    }
}

/// Runs a hook program from start to end, always with exit code 0.
fn open(hook: Hook, answer: Answer) -> ExitCode {
    let started = Instant::now();
    if std::env::args_os().nth(1).is_some_and(|word| word == "--version") {
        // Only `doctor` asks for the version.
        print(Some(format!("ingrain-{} {}\n", hook.name(), env!("CARGO_PKG_VERSION"))));
        return ExitCode::SUCCESS;
    }
    let Ok(ctx) = Ctx::from_process() else {
        return ExitCode::SUCCESS;
    };
    if ctx.env.disabled || ctx.env.worker_guard {
        return ExitCode::SUCCESS;
    }
    // A panic is our bug, and must not disturb the session.
    Log::new(ctx.log(), ctx.now, hook.name()).notes_panics(leave);
    let input = Wire::read(std::io::stdin().lock());
    let log = |project: Option<&Project>| {
        let path = project.map_or_else(|| ctx.log(), Project::log);
        Log::new(path, ctx.now, hook.name())
    };
    let mut project = None;
    // The parser's message may quote the input, so it is not logged.
    let input =
        input.map_err(|error| anyhow!("the hook's input is not JSON, from column {}", error.column()));
    match input.and_then(|wire| answer(&ctx, &wire, &mut project)) {
        Ok(Some(done)) => {
            print(done.output);
            note(&log(project.as_ref()), hook, started, done.note);
        }
        Ok(None) => {}
        Err(error) => note(&log(project.as_ref()), hook, started, Err(error)),
    }
    ExitCode::SUCCESS
}

/// Success of a hook within a session is only noted: it does not clear an earlier failure.
fn note(log: &Log, hook: Hook, started: Instant, outcome: Result<String>) {
    let timed = |words: &str| format!("{:.1}ms {words}", started.elapsed().as_secs_f64() * 1e3);
    match (outcome, hook) {
        (Ok(words), Hook::SessionStart | Hook::SessionEnd) => log.ok(&timed(&words)),
        (Ok(words), _) => log.note(&timed(&words)),
        (Err(error), _) => log.error(&format!("{error:#}")),
    }
}

/// Irrelevant input is no error, unless it does not even name the session.
fn nothing_to_do(wire: &Wire) -> Result<Option<Done>> {
    wire.session_id.get().map(|_| None).context(event::INCOMPLETE)
}

/// `None` for folders outside of projects, for excluded ones, and where we are registered twice.
fn project_of(ctx: &Ctx, cwd: &Path) -> Result<Option<Project>> {
    root_of(ctx, cwd).map(|root| project::lookup_or_start(ctx, &root)).transpose()
}

/// The same within a session, where an unknown project has nothing to say.
fn known_project_of(ctx: &Ctx, cwd: &Path) -> Option<Project> {
    root_of(ctx, cwd).and_then(|root| project::lookup(ctx, &root))
}

fn root_of(ctx: &Ctx, cwd: &Path) -> Option<PathBuf> {
    let root = project::find_root(ctx, cwd)?;
    let is_ours = !project::is_excluded(ctx, &root) && !registration::settings_speak_for_us(ctx, cwd);
    is_ours.then_some(root)
}

/// An entry for the list of deliveries.
fn telling(ctx: &Ctx, hook: Hook, text: &str, subjects: &[String]) -> Telling {
    let (event, tokens) = (hook.event().to_owned(), tokens(text));
    Telling { event, at: ctx.now, tokens, role: None, subjects: subjects.to_vec() }
}

/// The marker of a session that has none yet.
fn fresh_marker(ctx: &Ctx, session: &event::StartedSession) -> SessionMarker {
    SessionMarker {
        session: session.id.clone(),
        transcript: session.transcript.clone(),
        cwd: session.cwd.clone(),
        started_at: ctx.now,
        headless: ctx.env.headless,
        read_bytes: 0,
        shown: Vec::new(),
    }
}

/// Starts a detached worker: it begins a process session of its own and holds none of our pipes. If one already waits for
/// its turn it will see our note, so of many hooks at once only one starts a worker.
fn start_worker(ctx: &Ctx, project: &Project) -> Result<()> {
    let program: PathBuf = ctx.main_exe().context("the `ingrain` program is not beside this hook")?;
    let mut worker = Command::new(&program);
    worker.arg("worker").arg("--root").arg(&project.root);
    worker.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match Lock::try_take(&project.queue_lock()) {
        Ok(Some(turn)) => drop(worker.arg("--in-turn").stdin(turn.hand_over())),
        Ok(None) => return Ok(()),
        // The worker cannot take it either, and reports that.
        Err(_) => {}
    }
    fault::before("worker")
        .and_then(|()| worker.spawn())
        .with_context(|| format!("could not start `{}`", program.display()))?;
    fault::after("worker");
    Ok(())
}

/// The one place that prints for Claude Code. A closed pipe is ignored.
fn print(output: Option<String>) {
    if let Some(json) = output {
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(json.as_bytes()).and_then(|()| stdout.flush());
    }
}

#[expect(clippy::disallowed_methods, reason = "a panic hook cannot return an exit code")]
fn leave() {
    std::process::exit(0);
}
