//! `ingrain statusline`: the command that Claude Code runs for its status line. It runs the user's own
//! command first, if there was one, and prints our line below it. The user's command gets the same
//! input; its colours and exit code pass through.

use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use super::hud;
use crate::cli;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::os::process;

/// Limit of the input.
const MOST_INPUT: u64 = 1 << 20;
/// Longer than Claude Code waits for a status line.
const PATIENCE: Duration = Duration::from_secs(5);

/// Without a context, for instance because of a broken clock, the user's own line is still shown.
pub(super) fn run(args: &cli::Statusline, ctx: Option<Ctx>) -> Exit {
    let input = input();
    let folder = folder(&input);
    let theirs = args.wraps.as_deref().or(args.hides.as_deref());
    let (mut shown, code) = theirs.map(|command| listen(command, input)).unwrap_or_default();
    if !shown.is_empty() && !shown.ends_with(b"\n") {
        shown.push(b'\n');
    }
    let ours = ctx.filter(|ctx| !ctx.env.disabled).and_then(|ctx| {
        let folder = folder.unwrap_or_else(|| ctx.cwd.clone());
        hud::counts(&ctx, &folder).line()
    });
    shown.extend(ours.into_iter().flat_map(|line| format!("{line}\n").into_bytes()));
    let _ = io::stdout().lock().write_all(&shown);
    Exit::Theirs(code)
}

fn input() -> Vec<u8> {
    let mut input = Vec::new();
    if !io::stdin().is_terminal() {
        let _ = io::stdin().lock().take(MOST_INPUT).read_to_end(&mut input);
    }
    input
}

/// The folder in which the session was started, not its current one.
fn folder(input: &[u8]) -> Option<PathBuf> {
    let input: serde_json::Value = serde_json::from_slice(input).ok()?;
    let named = ["/workspace/project_dir", "/cwd"].into_iter().find_map(|at| input.pointer(at)?.as_str());
    named.map(PathBuf::from)
}

/// Runs the command in a shell, as Claude Code does. Output that takes too long is left out.
fn listen(command: &str, input: Vec<u8>) -> (Vec<u8>, u8) {
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command);
    match process::listen(shell, input, PATIENCE) {
        Some((shown, status)) => (shown, status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1))),
        None => (Vec::new(), 0),
    }
}
