//! A temporary home, project and copy of the hook programs, separate from the user's own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value};

use super::{CASES, Case, Load, TRUE, memory, within};
use crate::client::hook_event::Hook;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::os::fsx;
use crate::project::Project;
use crate::ui::Ui;

pub(super) struct BenchWorld {
    dir: PathBuf,
    pub project: PathBuf,
}

impl BenchWorld {
    pub(super) fn build(dir: &Path, ctx: &Ctx, load: Load) -> Result<BenchWorld> {
        fs::create_dir_all(dir)?;
        let dir = fs::canonicalize(dir)?;
        ensure!(fs::read_dir(&dir)?.next().is_none(), "`{}` is not empty", dir.display());
        let world = BenchWorld { project: dir.join("project"), dir };
        fsx::write_in_project(&world.dir, "project/.git/HEAD", b"ref: refs/heads/main\n")?;
        world.install(ctx)?;
        // The first start creates the state folder.
        world.says(&CASES[0])?;
        let project = world.state()?;
        memory::learn(&project, load)?;
        within::learn(&project, load)?;
        for case in CASES.iter().filter(|case| case.hook != Hook::SessionEnd) {
            ensure!(world.says(case)?.is_empty() != case.speaks, "{} does not say what it should", case.name);
        }
        Ok(world)
    }

    /// Installs the hooks beside a worker that does nothing: Claude Code does not wait for it, and its output would replace
    /// the data that is timed here.
    fn install(&self, ctx: &Ctx) -> Result<()> {
        fs::create_dir(self.dir.join("bin"))?;
        for hook in Hook::ALL {
            let name = format!("ingrain-{}", hook.name());
            let door = ctx.sibling(&name).with_context(|| format!("`{name}` is not beside this program"));
            fs::copy(
                door.hint("run `install.sh`, which puts all of them into one folder")?,
                self.door(hook),
            )?;
        }
        fs::copy(TRUE, self.dir.join("bin/ingrain"))?;
        Ok(())
    }

    pub(super) fn door(&self, hook: Hook) -> PathBuf {
        self.dir.join("bin").join(format!("ingrain-{}", hook.name()))
    }

    fn state(&self) -> Result<Project> {
        let folder =
            fs::read_dir(self.dir.join("data/projects"))?.next().context("no project was started")??;
        let id = folder.file_name().to_string_lossy().into_owned();
        Ok(Project { id, root: self.project.clone(), state: folder.path() })
    }

    fn says(&self, case: &Case) -> Result<String> {
        let mut child = self.command(&self.door(case.hook)).stdout(Stdio::piped()).spawn()?;
        give(&mut child, &self.input(usize::MAX, case.input)?);
        Ok(String::from_utf8_lossy(&child.wait_with_output()?.stdout).into_owned())
    }

    /// Takes notes and closes markers as the worker would before the next session. Nothing is deleted; see `quiet_disk`.
    pub(super) fn settle(&self) -> Result<()> {
        let (project, aside) = (self.state()?, self.dir.join("settled"));
        fs::create_dir_all(&aside)?;
        for file in fs::read_dir(project.spool())?.chain(fs::read_dir(project.open())?) {
            let file = file?;
            fsx::rename(&file.path(), &aside.join(file.file_name()))?;
        }
        Ok(())
    }

    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("HOME", &self.dir).env("INGRAIN_HOME", self.dir.join("data"));
        command.env("PATH", "/usr/bin:/bin").current_dir(&self.project);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Every round is a new session, because nothing is told twice in one.
    pub(super) fn input(&self, round: usize, more: &str) -> Result<String> {
        let mut input: Map<String, Value> = serde_json::from_str(more)?;
        let transcript = self.dir.join("s.jsonl").display().to_string();
        input.insert("session_id".into(), format!("bench-{round}").into());
        input.insert("transcript_path".into(), transcript.into());
        input.insert("cwd".into(), self.project.display().to_string().into());
        Ok(Value::from(input).to_string())
    }

    /// Keeps the world for other tools: one line per case with the program and its input file.
    pub(super) fn keep(&self, ui: &Ui) -> Result<Exit> {
        for (round, case) in CASES.iter().enumerate() {
            let name = format!("input/{}.json", case.name.replace(' ', "-"));
            fsx::write_in_project(&self.dir, &name, self.input(round, case.input)?.as_bytes())?;
            ui.data(&format!("{}\t{}", self.door(case.hook).display(), self.dir.join(name).display()))?;
        }
        Ok(Exit::Ok)
    }
}

/// A hook that does not read all of its input is no error.
pub(super) fn give(child: &mut Child, input: &str) {
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(input.as_bytes());
    }
}
