//! The context of a program: clock, environment, folders and working directory enter here and nowhere
//! else. Everything below takes them as values, so that a test can run on any day in any home.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use chrono::{DateTime, NaiveDate, Utc};

use crate::core::model::Time;
use crate::core::review::authority::AGENT_MARKS;
use crate::core::session::client_words::is_program;
use crate::os::clock;

/// Set in the worker's children: a session that ingrain itself started is never learned from.
pub const WORKER_GUARD: &str = "INGRAIN_WORKER";

#[derive(Clone, Debug)]
pub struct Ctx {
    pub now: Time,
    pub cwd: PathBuf,
    pub exe: PathBuf,
    pub home: Option<PathBuf>,
    /// `…/ingrain` below the user's data folder: all state.
    pub data: PathBuf,
    /// `…/ingrain` below the user's config folder.
    pub config: PathBuf,
    /// Claude Code's settings folder.
    pub claude: PathBuf,
    pub env: Env,
}

/// The environment variables that ingrain uses, read once.
#[derive(Clone, Debug, Default)]
pub struct Env {
    pub disabled: bool,
    pub worker_guard: bool,
    pub project_dir: Option<PathBuf>,
    pub plugin_root: Option<PathBuf>,
    pub headless: bool,
    /// The agent whose shell runs this, by its mark, and its session.
    pub agent: Option<&'static str>,
    pub agent_session: Option<String>,
    /// Do not look for an agent among the parents: tests may run below one. Only in debug builds.
    pub alone: bool,
    /// A person can answer questions.
    pub attended: bool,
    pub editor: Option<String>,
    pub no_color: bool,
    pub path: Option<std::ffi::OsString>,
    /// Variables that describe the client's running session, to be kept from a client of our own.
    pub session_variables: Vec<std::ffi::OsString>,
}

/// Of the client's variables those that tell it how to log in, which every client needs.
const LOGIN: [&str; 5] = [
    "CLAUDE_CODE_OAUTH_",
    "CLAUDE_CODE_USE_",
    "CLAUDE_CODE_SKIP_",
    "CLAUDE_CODE_API_KEY_HELPER_",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
];
const SESSION: [&str; 6] =
    ["CLAUDECODE", "CLAUDE_CODE_", "CLAUDE_PLUGIN_", "CLAUDE_PROJECT_DIR", "CLAUDE_PID", "CLAUDE_ENV_FILE"];

impl Ctx {
    pub fn from_process() -> Result<Ctx> {
        #[cfg(debug_assertions)]
        crate::os::fault::arm(text(crate::os::fault::VARIABLE).as_deref());
        let home = folder("HOME").or_else(home_dir);
        let own = folder("INGRAIN_HOME");
        if let Some(relative) = own.as_ref().filter(|own| own.is_relative()) {
            bail!(
                "INGRAIN_HOME is `{}`, which differs in every project: set an absolute path",
                relative.display()
            );
        }
        let data = own.clone().map(Ok).unwrap_or_else(data_dir)?;
        let config = own.map(Ok).unwrap_or_else(config_dir)?;
        let claude = folder("CLAUDE_CONFIG_DIR")
            .or_else(|| home.as_ref().map(|h| h.join(".claude")))
            .context("neither HOME nor CLAUDE_CONFIG_DIR is set")?;
        Ok(Ctx { now: now()?, cwd: cwd()?, exe: exe()?, home, data, config, claude, env: Env::read() })
    }

    /// The same context at a later time: a person may leave a screen open for long.
    pub fn again(&self) -> Result<Ctx> {
        Ok(Ctx { now: now()?, ..self.clone() })
    }

    /// The person's calendar day: caps and budgets are theirs, not UTC's.
    pub fn today(&self) -> NaiveDate {
        clock::day_of(self.now)
    }

    /// The log for events without a project, or before it is known.
    pub fn log(&self) -> PathBuf {
        self.data.join("log")
    }

    /// Another of our programs, in the same folder as this one.
    pub fn sibling(&self, name: &str) -> Option<PathBuf> {
        let beside = self.exe.parent()?.join(name);
        beside.is_file().then_some(beside)
    }

    /// The `ingrain` executable itself, which also holds the worker.
    pub fn main_exe(&self) -> Option<PathBuf> {
        if file_name(&self.exe) == "ingrain" {
            return Some(self.exe.clone());
        }
        self.sibling("ingrain")
    }
}

impl Env {
    fn read() -> Env {
        let headless = text("CLAUDE_CODE_ENTRYPOINT").is_some_and(|entrypoint| is_program(&entrypoint));
        Env {
            disabled: flag("INGRAIN_DISABLE"),
            worker_guard: flag(WORKER_GUARD),
            project_dir: folder("CLAUDE_PROJECT_DIR"),
            plugin_root: folder("CLAUDE_PLUGIN_ROOT"),
            headless,
            agent: AGENT_MARKS.iter().find(|(mark, _)| raw(mark).is_some()).map(|(_, agent)| *agent),
            agent_session: text("CLAUDE_CODE_SESSION_ID").filter(|session| !session.is_empty()),
            alone: cfg!(debug_assertions) && flag("INGRAIN_ALONE"),
            attended: !headless && text("CLAUDE_CODE_SESSION_ATTENDED").is_none_or(|word| word != "0"),
            editor: text("VISUAL").or_else(|| text("EDITOR")),
            no_color: text("NO_COLOR").is_some_and(|v| !v.is_empty()),
            path: raw("PATH"),
            session_variables: std::env::vars_os()
                .map(|(name, _)| name)
                .filter(|n| is_of_session(n))
                .collect(),
        }
    }
}

fn is_of_session(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    begins(&SESSION) && !begins(&LOGIN)
}

fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|n| n.to_str()).unwrap_or_default()
}

#[expect(clippy::disallowed_methods, reason = "the one reader of the environment")]
fn raw(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name)
}

fn text(name: &str) -> Option<String> {
    raw(name)?.into_string().ok()
}

fn folder(name: &str) -> Option<PathBuf> {
    raw(name).filter(|v| !v.is_empty()).map(PathBuf::from)
}

fn flag(name: &str) -> bool {
    text(name).is_some_and(|v| !v.is_empty() && v != "0")
}

#[expect(clippy::disallowed_methods, reason = "the one reader of folders")]
fn home_dir() -> Option<PathBuf> {
    dirs::home_dir()
}

#[expect(clippy::disallowed_methods, reason = "the one reader of folders")]
fn data_dir() -> Result<PathBuf> {
    Ok(dirs::data_dir().context("no data folder: set HOME or INGRAIN_HOME")?.join("ingrain"))
}

#[expect(clippy::disallowed_methods, reason = "the one reader of folders")]
fn config_dir() -> Result<PathBuf> {
    Ok(dirs::config_dir().context("no config folder: set HOME or INGRAIN_HOME")?.join("ingrain"))
}

#[expect(clippy::disallowed_methods, reason = "the one reader of the working folder")]
fn cwd() -> Result<PathBuf> {
    std::env::current_dir().context("could not read the current folder")
}

fn exe() -> Result<PathBuf> {
    std::env::current_exe().context("could not find this executable")
}

#[expect(clippy::disallowed_methods, reason = "the one reader of the clock")]
fn now() -> Result<Time> {
    match text("INGRAIN_NOW") {
        Some(fixed) => Ok(DateTime::parse_from_rfc3339(&fixed)
            .with_context(|| format!("INGRAIN_NOW is not an RFC 3339 time: `{fixed}`"))?
            .to_utc()),
        None => Ok(Utc::now()),
    }
}
