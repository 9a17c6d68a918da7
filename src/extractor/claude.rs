//! One call of the user's own `claude`, arranged so that ingrain cannot learn from itself: no hooks, no
//! tools, no transcript, and a guard variable in case the program ignores a flag.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};

use super::{CallLimits, Extraction, Failed};
use crate::core::learn::extract::envelope::{self, EnvelopeError};
use crate::core::learn::extract::{Request, prompt, response};
use crate::core::learn::verify::Wording;
use crate::os::ctx::{Ctx, WORKER_GUARD};
use crate::os::process;

/// `claude --help` takes a second or two.
const HELP_PATIENCE: Duration = Duration::from_secs(60);
/// An overloaded model is tried again by a later session, not for minutes by this one.
const RETRIES: &str = "2";

/// `claude` on the PATH, or where its own installer puts it.
pub fn find_claude(ctx: &Ctx) -> Option<PathBuf> {
    let on_path = ctx.env.path.iter().flat_map(std::env::split_paths).map(|dir| dir.join("claude"));
    let home =
        ctx.home.iter().flat_map(|home| [home.join(".local/bin/claude"), home.join(".claude/local/claude")]);
    on_path.chain(home).find(|path| is_executable(path))
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

pub(super) fn ask(
    ctx: &Ctx,
    program: &Path,
    model: &str,
    request: &Request,
    limits: CallLimits,
) -> Result<Extraction, Failed> {
    let help = help(ctx, program)?;
    let command = command(ctx, program, &arguments(&help, model, limits.budget_usd));
    let request = serde_json::to_vec(request).map_err(anyhow::Error::from)?;
    let finished = process::run(command, request, limits.patience)?;
    let envelope = envelope::open(&String::from_utf8_lossy(&finished.stdout));
    let cost_usd = envelope.cost_usd;
    let failed = |reason: anyhow::Error| Failed { reason, cost_usd: Some(cost_usd) };
    let text = envelope.response.map_err(|error| failed(explained(&finished, error)))?;
    let parsed = response::parse(&text).map_err(|error| failed(error.into()))?;
    Ok(Extraction { parsed, cost_usd, wording: Wording::Extractor })
}

/// Adds the program's stderr when its answer says too little.
fn explained(finished: &process::Finished, error: EnvelopeError) -> anyhow::Error {
    let stderr = String::from_utf8_lossy(&finished.stderr);
    match (&error, stderr.lines().next()) {
        (EnvelopeError::NotJson, Some(line)) => {
            anyhow!("{error}, ended with {} and said: {line}", finished.status)
        }
        _ => anyhow::Error::from(error),
    }
}

/// The program's help text. Flags have been renamed before, so none is taken for granted.
pub(super) fn help(ctx: &Ctx, program: &Path) -> Result<String> {
    let finished = process::run(command(ctx, program, &["--help".into()]), Vec::new(), HELP_PATIENCE)?;
    let help = String::from_utf8_lossy(&finished.stdout).into_owned();
    if help.contains("--print") {
        return Ok(help);
    }
    let stderr = String::from_utf8_lossy(&finished.stderr);
    let said = stderr.lines().next().unwrap_or("nothing");
    bail!("`claude --help` does not list --print; it ended with {} and said: {said}", finished.status)
}

/// Keeps a call apart from the person's settings, hooks, plugins and transcripts.
const ISOLATED: &str = "--safe-mode";
/// The same in clients before 2.1.
const ISOLATED_BEFORE: [&str; 3] = ["--setting-sources", "--strict-mcp-config", "--disable-slash-commands"];
const NEEDED: [&str; 3] = ["--model", "--output-format", "--system-prompt"];

/// Required flags that the program does not have.
pub(super) fn missing_flags(help: &str) -> Vec<&'static str> {
    let before: &[&str] = if help.contains(ISOLATED) { &[] } else { &ISOLATED_BEFORE };
    let needed = NEEDED.iter().chain(before);
    needed.copied().filter(|flag| !help.contains(flag)).collect()
}

fn arguments(help: &str, model: &str, budget_usd: f64) -> Vec<String> {
    let has = |flag: &str| help.contains(flag);
    let mut arguments: Vec<String> =
        ["-p", "--model", model, "--output-format", "json"].map(str::to_owned).into();
    arguments.extend(["--system-prompt".to_owned(), prompt::system_prompt().to_owned()]);
    let isolating: &[&str] = if has(ISOLATED) {
        &[ISOLATED]
    } else {
        let [settings, servers, commands] = ISOLATED_BEFORE;
        &[settings, "", servers, commands]
    };
    arguments.extend(isolating.iter().map(|word| (*word).to_owned()));
    if has("--no-session-persistence") {
        arguments.push("--no-session-persistence".into());
    }
    for (flag, value) in [
        ("--tools", String::new()),
        ("--json-schema", prompt::schema().to_owned()),
        ("--max-budget-usd", format!("{budget_usd:.2}")),
    ] {
        if has(flag) {
            arguments.extend([flag.to_owned(), value]);
        }
    }
    arguments
}

pub(super) fn command(ctx: &Ctx, program: &Path, arguments: &[String]) -> Command {
    let mut command = Command::new(program);
    // Not the project, because its CLAUDE.md and settings would be loaded.
    command.args(arguments).current_dir(&ctx.data).env(WORKER_GUARD, "1");
    for name in &ctx.env.session_variables {
        command.env_remove(name);
    }
    command.env("CLAUDE_CODE_MAX_RETRIES", RETRIES);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_gets_only_flags_it_knows() {
        let new = arguments(
            "--print --safe-mode --no-session-persistence --tools --json-schema --max-budget-usd",
            "sonnet",
            0.5,
        );
        assert!(new.contains(&"--safe-mode".into()) && !new.contains(&"--setting-sources".into()));
        assert!(new.windows(2).any(|w| w == ["--max-budget-usd", "0.50"]));
        let old = arguments("--print --json-schema", "sonnet", 0.5);
        assert!(old.windows(2).any(|w| w == ["--setting-sources", ""]));
        assert_eq!(
            missing_flags("--print --model --output-format --system-prompt --setting-sources"),
            ["--strict-mcp-config", "--disable-slash-commands"]
        );
        assert!(!old.iter().any(|a| a == "--safe-mode" || a == "--max-budget-usd" || a == "--tools"));
    }
}
