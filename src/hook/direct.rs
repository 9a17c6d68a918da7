//! Direct commands in a prompt, such as `remember: …`. The `ingrain` program carries them out at once
//! and its answer is shown to the user; the model is told what is left to do.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use super::event::Prompt;
use super::{CONTEXT, Done, Hook, disarmed, for_event};
use crate::core::review::authority::DONE_BECAUSE_TYPED;
use crate::core::review::direct_prompt;
use crate::core::text::{head, inert};
use crate::os::ctx::Ctx;
use crate::os::process;

/// Claude Code waits for ten seconds.
const PATIENCE: Duration = Duration::from_secs(8);
/// Limit of the answer's length.
const MOST_CHARS: usize = 6_000;
const COLUMNS: &str = "100";
const LIST: &str = "--list";

pub(super) fn answer(ctx: &Ctx, prompt: &Prompt, words: &[String]) -> Result<Done> {
    let is_list = words.iter().any(|word| word == LIST);
    let mut said = run(ctx, prompt, words, is_list)?;
    if is_list && said.contains("  ") {
        said.push_str("\n`/ingrain:review accept ID` and `/ingrain:review reject ID` decide");
    }
    let note = Ok(format!("{} said {}", prompt.session.id, words.first().map_or("", String::as_str)));
    if said.is_empty() {
        return Ok(Done { output: None, note });
    }
    let context = format!("{}\n{said}", left_to_do(&prompt.text, words));
    let mut output = for_event(Hook::UserPrompt, [(CONTEXT, context.as_str().into())]);
    output.insert("systemMessage".into(), disarmed(format!("ingrain: {said}").into()));
    Ok(Done { output: Some(Value::from(output).to_string()), note })
}

/// Often only the first paragraph is for ingrain.
fn left_to_do(prompt: &str, words: &[String]) -> &'static str {
    if words.iter().any(|word| word == direct_prompt::LOOSELY) {
        return "ingrain has answered what this prompt says about lessons, and the person sees the answer; whatever \
                else the prompt asks for is yours to do:";
    }
    match direct_prompt::rest(prompt).is_empty() {
        true => {
            "ingrain has answered this prompt, and the person sees the answer; nothing is left to do for it:"
        }
        false => {
            "ingrain has answered the first paragraph of this prompt, and the person sees the answer; the rest of the \
             prompt is yours to do:"
        }
    }
}

fn run(ctx: &Ctx, prompt: &Prompt, words: &[String], is_list: bool) -> Result<String> {
    let mut command = Command::new(ctx.main_exe().context("the `ingrain` program is not beside this hook")?);
    command.args(words).current_dir(&prompt.session.cwd);
    // The command counts as the person's, because the prompt was noted in this session.
    command.env("CLAUDE_CODE_SESSION_ID", &prompt.session.id).env("NO_COLOR", "1").env("COLUMNS", COLUMNS);
    let done = process::run(command, Vec::new(), PATIENCE)?;
    let (stdout, stderr) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let is_loose = words.iter().any(|word| word == direct_prompt::LOOSELY);
    // How many there are besides stands in the talk.
    let is_told = !is_loose && (is_list || !done.status.success() || stdout.trim().is_empty());
    let said = if is_told { format!("{stdout}{stderr}") } else { stdout.into_owned() };
    let lines: Vec<String> = said.lines().filter(|line| *line != DONE_BECAUSE_TYPED).map(inert).collect();
    Ok(head(lines.join("\n").trim(), MOST_CHARS).to_owned())
}
