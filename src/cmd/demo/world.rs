//! A project, home and clock for the demo, separate from the user's own. Everything goes through the
//! hooks and commands that Claude Code and people use.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::days::DemoDay;
use super::transcript::DemoTranscript;
use crate::client::hook_event::Hook;
use crate::core::model::{Kind, Status};
use crate::hook::spool;
use crate::os::ctx::{Ctx, Env};
use crate::os::error::{Hint, Usage};
use crate::os::fsx::{self, Lock};
use crate::project::{self, Project};

/// A worker needs a fraction of a second, but the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(5);

pub(super) struct DemoWorld {
    place: Place,
    /// Context of the demo's person at the time that is being played.
    ctx: Ctx,
}

enum Place {
    Temporary(TempDir),
    Kept(PathBuf),
}

/// One entry of `ingrain list --json`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct DemoRow {
    pub(super) id: String,
    #[serde(rename = "type")]
    pub(super) kind: Kind,
    pub(super) title: String,
    pub(super) status: Status,
    pub(super) confidence: f64,
    pub(super) count: u32,
    /// File, with `#ENTRY` for an entry.
    pub(super) artifact: Option<String>,
}

/// The context of a new session.
#[derive(Debug)]
pub(super) struct DemoLine {
    pub(super) person: Option<String>,
    pub(super) model: Option<String>,
}

impl DemoWorld {
    pub(super) fn build(dir: Option<&Path>, ctx: &Ctx) -> Result<DemoWorld> {
        let place = Place::find(dir.map(|dir| ctx.cwd.join(dir)))?;
        let root = fs::canonicalize(place.path())?;
        // The minimum of a git repository.
        for folder in [".git/objects", ".git/refs/heads"] {
            fs::create_dir_all(root.join(folder))?;
        }
        fsx::write_user_file(&root.join(".git/HEAD"), b"ref: refs/heads/main\n")?;
        let home = root.join(".demo");
        let ctx = Ctx {
            cwd: root,
            data: home.join("ingrain"),
            config: home.join("ingrain"),
            claude: home.join("claude"),
            home: Some(home),
            env: Env::default(),
            ..ctx.clone()
        };
        Ok(DemoWorld { place, ctx })
    }

    pub(super) fn root(&self) -> &Path {
        &self.ctx.cwd
    }

    /// Commands to see more, if the folder is kept.
    pub(super) fn look_around(&self) -> Option<String> {
        let Place::Kept(_) = self.place else {
            return None;
        };
        let home = format!("INGRAIN_HOME={}", self.ctx.data.to_str()?);
        let (ingrain, project) = (self.ctx.exe.to_str()?, self.root().to_str()?);
        shlex::try_join(["env", &home, ingrain, "--project", project, "list"]).ok()
    }

    /// Keeps the folder for diagnosis after a failure.
    pub(super) fn keep(self) -> PathBuf {
        match self.place {
            Place::Temporary(folder) => folder.keep(),
            Place::Kept(folder) => folder,
        }
    }

    /// Begins the day's session.
    pub(super) fn begin(&mut self, day: &DemoDay) -> Result<DemoLine> {
        self.ctx.now = day.begins()?;
        let output = self.call(Hook::SessionStart, day, ("source", "startup"))?;
        // A start may run a worker too. It must finish, because it would still have the earlier time.
        self.wait_until("the worker of a start", |project| !is_awaited(project))?;
        let output: Value = if output.is_empty() { Value::Null } else { serde_json::from_slice(&output)? };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Ok(DemoLine {
            person: text(&output["systemMessage"]),
            model: text(&output["hookSpecificOutput"]["additionalContext"]),
        })
    }

    /// Plays the session, ends it, and waits for the worker.
    pub(super) fn finish(&mut self, day: &DemoDay) -> Result<()> {
        let transcript = DemoTranscript::of(day, self.ctx.now, self.root());
        fs::create_dir_all(self.transcripts())?;
        fsx::write_private(&self.transcript(day), transcript.jsonl.as_bytes())?;
        self.ctx.now = transcript.ends;
        self.call(Hook::SessionEnd, day, ("reason", "prompt_input_exit"))?;
        self.wait_for_worker()
    }

    pub(super) fn observations(&self) -> Result<Vec<DemoRow>> {
        let mut list = self.command(&self.ctx.exe);
        let output = list.args(["list", "--json"]).output()?;
        ensure!(
            output.status.success(),
            "`ingrain list` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        serde_json::from_slice(&output.stdout).context("`ingrain list --json` printed something else")
    }

    /// Calls a hook as Claude Code does.
    fn call(&self, hook: Hook, day: &DemoDay, (field, value): (&str, &str)) -> Result<Vec<u8>> {
        let input = json!({
            "session_id": day.session(),
            "transcript_path": self.transcript(day),
            "cwd": self.root(),
            "hook_event_name": hook.event(),
            field: value,
        });
        let mut door = self.door(hook).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        if let Some(mut stdin) = door.stdin.take() {
            stdin.write_all(input.to_string().as_bytes())?;
        }
        let output = door.wait_with_output()?;
        ensure!(output.status.success(), "the {} hook failed", hook.event());
        Ok(output.stdout)
    }

    /// The hook's own program, or `ingrain hook` if only `ingrain` was built.
    fn door(&self, hook: Hook) -> Command {
        match self.ctx.sibling(&format!("ingrain-{}", hook.name())) {
            Some(program) => self.command(&program),
            None => {
                let mut command = self.command(&self.ctx.exe);
                command.args(["hook", hook.name()]);
                command
            }
        }
    }

    /// A command with a clean environment.
    fn command(&self, program: &Path) -> Command {
        let Ctx { now, cwd, home, data, claude, .. } = &self.ctx;
        let mut command = Command::new(program);
        command.current_dir(cwd).env_clear();
        command
            .env("INGRAIN_NOW", now.to_rfc3339())
            .env("INGRAIN_HOME", data)
            .env("CLAUDE_CONFIG_DIR", claude);
        command.envs(home.iter().map(|home| ("HOME", home)));
        command
    }

    fn transcripts(&self) -> PathBuf {
        self.ctx.claude.join("projects/tidepool")
    }

    fn transcript(&self, day: &DemoDay) -> PathBuf {
        self.transcripts().join(format!("{}.jsonl", day.session()))
    }

    /// Waits until the spool is empty and the lock is free.
    fn wait_for_worker(&self) -> Result<()> {
        self.wait_until("the worker", |project| {
            spool::is_empty(&project.spool()) && matches!(Lock::try_take(&project.lock()), Ok(Some(_)))
        })
    }

    fn wait_until(&self, who: &str, is_done: impl Fn(&Project) -> bool) -> Result<()> {
        let project =
            project::lookup(&self.ctx, self.root()).context("the hooks did not notice the project")?;
        let since = Instant::now();
        while !is_done(&project) {
            ensure!(since.elapsed() < PATIENCE, "{who} was not done after {} s", PATIENCE.as_secs());
            std::thread::sleep(POLL);
        }
        Ok(())
    }
}

/// Does the log say that a worker was started, but not yet its result?
fn is_awaited(project: &Project) -> bool {
    let log = fsx::text(&project.log()).unwrap_or_default();
    let since = log.rfind("; worker: ").map(|at| &log[at..]);
    since.is_some_and(|since| ![" worker ok ", " worker error "].iter().any(|end| since.contains(end)))
}

impl Place {
    fn find(wanted: Option<PathBuf>) -> Result<Place> {
        let Some(folder) = wanted else {
            return Ok(Place::Temporary(tempfile::Builder::new().prefix("ingrain-demo-").tempdir()?));
        };
        let could_not = || format!("could not use `{}`", folder.display());
        fs::create_dir_all(&folder).with_context(could_not)?;
        if fs::read_dir(&folder).with_context(could_not)?.next().is_some() {
            return Err(Usage(format!("`{}` is not empty", folder.display())))
                .hint("name a folder that is empty or not there yet");
        }
        Ok(Place::Kept(folder))
    }

    fn path(&self) -> &Path {
        match self {
            Place::Temporary(folder) => folder.path(),
            Place::Kept(folder) => folder,
        }
    }
}
