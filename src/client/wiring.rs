//! The state of Claude Code's hooks in a folder: which settings files call our programs, whether our
//! plugin is enabled, and what keeps hooks from running.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::Value;

use crate::client::hook_event::Hook;
use crate::core::config::client_settings::{self, SettingsView, StatusLine};
use crate::core::config::jsonc::JsonFault;
use crate::os::ctx::Ctx;
use crate::os::fsx;

/// The settings files that apply to a folder, highest precedence first.
pub struct Wiring {
    pub files: Vec<File>,
}

pub struct File {
    pub path: PathBuf,
    pub look: Result<SettingsView, JsonFault>,
}

/// A reason why no hook works.
pub struct Obstacle {
    pub found: String,
    pub advice: &'static str,
}

/// `root` is the project, if the folder is in one.
pub fn look(ctx: &Ctx, root: Option<&Path>) -> Result<Wiring> {
    let in_project = |name: &str| root.map(|root| root.join(".claude").join(name));
    let paths = [
        in_project("settings.local.json"),
        in_project("settings.json"),
        Some(ctx.claude.join("settings.json")),
    ];
    let mut files = Vec::new();
    for path in paths.into_iter().flatten() {
        if let Some(text) = fsx::read_text_opt(&path)? {
            let look = client_settings::look(&text);
            files.push(File { path, look });
        }
    }
    Ok(Wiring { files })
}

impl Wiring {
    /// The wiring as it would be with this text in the file.
    pub fn with(mut self, path: &Path, text: &str) -> Wiring {
        let look = client_settings::look(text);
        match self.files.iter_mut().find(|file| file.path == path) {
            Some(file) => file.look = look,
            None => self.files.push(File { path: path.to_owned(), look }),
        }
        self
    }

    pub fn obstacles(&self, ctx: &Ctx) -> Vec<Obstacle> {
        let disabled = ctx.env.disabled.then(|| Obstacle {
            found: "INGRAIN_DISABLE is set, so no hook does anything".to_owned(),
            advice: "unset it where Claude Code is started",
        });
        let not_loaded = self.not_loaded().map(|(file, fault)| Obstacle {
            found: format!("Claude Code does not load `{}`: {fault}", file.display()),
            advice: "correct the file: until then nothing in it counts, its hooks included",
        });
        let off = self.hooks_off().map(|file| Obstacle {
            found: format!("`disableAllHooks` in `{}` switches every hook off", file.display()),
            advice: "remove it from the file",
        });
        disabled.into_iter().chain(not_loaded).chain(off).collect()
    }

    /// Files that Claude Code does not load, and why.
    pub fn not_loaded(&self) -> impl Iterator<Item = (&Path, &JsonFault)> {
        self.files.iter().filter_map(|file| Some((file.path.as_path(), file.look.as_ref().err()?)))
    }

    /// The file that switches all hooks off.
    pub fn hooks_off(&self) -> Option<&Path> {
        let (path, off) = self.first(|look| look.hooks_off)?;
        off.then_some(path)
    }

    pub fn plugin_on(&self) -> bool {
        self.first(|look| look.plugin_on).is_some_and(|(_, on)| on)
    }

    /// Is the PreToolUse hook registered?
    pub fn has_gates(&self) -> bool {
        !self.calls(Hook::PreToolUse).is_empty()
    }

    /// The status line that the client shows, with the file it stands in.
    pub fn status_line(&self) -> Option<(&Path, &Value)> {
        self.loaded().find_map(|(path, look)| Some((path, look.status_line.as_ref()?)))
    }

    /// The status line that would be shown if this file had none.
    pub fn status_line_below(&self, file: &Path) -> Option<&Value> {
        let others = self.loaded().filter(|(path, _)| *path != file);
        others.into_iter().find_map(|(_, look)| look.status_line.as_ref())
    }

    /// The file with our status line, whether it is shown or not.
    pub fn own_status_line(&self) -> Option<(&Path, StatusLine)> {
        self.loaded().find_map(|(path, look)| Some((path, look.own_status_line()?)))
    }

    /// Commands that Claude Code runs at this event, with their files.
    pub fn calls(&self, hook: Hook) -> Vec<(&Path, &str)> {
        let of = |entry: &&client_settings::HookEntry| entry.event == hook.event();
        self.loaded()
            .flat_map(|(path, look)| {
                let entries = look.hooks.iter().filter(of);
                entries.map(move |entry| (path, entry.command.as_str()))
            })
            .collect()
    }

    /// Files that call us at any event.
    pub fn callers(&self) -> impl Iterator<Item = &Path> {
        self.loaded().filter(|(_, look)| !look.hooks.is_empty()).map(|(path, _)| path)
    }

    /// Required events at which no file calls us, although one does at other events.
    pub fn missing_calls(&self) -> Vec<&'static str> {
        if self.plugin_on() || self.callers().next().is_none() {
            return Vec::new();
        }
        let missing = Hook::ALWAYS.iter().filter(|hook| self.calls(**hook).is_empty());
        missing.map(|hook| hook.event()).collect()
    }

    /// Registered programs that cannot be started, each with the file that names it.
    pub fn lost_programs(&self) -> BTreeMap<PathBuf, &Path> {
        let calls = Hook::ALL.into_iter().flat_map(|hook| self.calls(hook));
        let programs = calls.filter_map(|(file, command)| Some((program(command)?, file)));
        programs.filter(|(program, _)| !program.is_file()).collect()
    }

    fn loaded(&self) -> impl Iterator<Item = (&Path, &SettingsView)> {
        self.files.iter().filter_map(|file| Some((file.path.as_path(), file.look.as_ref().ok()?)))
    }

    fn first(&self, said: impl Fn(&SettingsView) -> Option<bool>) -> Option<(&Path, bool)> {
        self.loaded().find_map(|(path, look)| Some((path, said(look)?)))
    }
}

/// The program that a shell command starts.
pub fn program(command: &str) -> Option<PathBuf> {
    shlex::split(command)?.into_iter().next().map(PathBuf::from)
}
