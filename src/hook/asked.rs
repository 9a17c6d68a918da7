//! Commands that the user typed in a running session, so that an agent may run each of them once, for a
//! while. Only hashes are stored, in `asked/<session>`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::core::model::Time;
use crate::core::review::said_command;
use crate::core::text;
use crate::os::fsx;
use crate::project::Project;

const VALID: TimeDelta = TimeDelta::hours(1);
const MOST_PROMPTS: usize = 8;

#[derive(Debug, Serialize, Deserialize)]
struct AskedPrompt {
    at: Time,
    commands: BTreeSet<String>,
}

fn file(project: &Project, session: &str) -> PathBuf {
    project.asked().join(format!("{session}.json"))
}

fn load(project: &Project, session: &str) -> Vec<AskedPrompt> {
    let bytes = fsx::read_opt(&file(project, session)).ok().flatten();
    bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

fn save(project: &Project, session: &str, asked: &[AskedPrompt]) -> Result<()> {
    fsx::create_private_dir(&project.asked())?;
    fsx::write_private(&file(project, session), &serde_json::to_vec(asked)?)
}

/// Notes the commands that a prompt asks for, if any. `direct` is the prompt itself as a direct command.
pub fn note(
    project: &Project,
    session: &str,
    prompt: &str,
    direct: Option<&[String]>,
    now: Time,
) -> Result<()> {
    if !said_command::may_hold_command(prompt) && direct.is_none() {
        return Ok(());
    }
    let mut commands: BTreeSet<String> =
        said_command::phrases(prompt).iter().map(|phrase| text::hash(phrase)).collect();
    commands.extend(direct.map(|words| text::hash(&said_command::phrase(words.iter().map(String::as_str)))));
    if commands.is_empty() {
        return Ok(());
    }
    let mut asked = load(project, session);
    asked.push(AskedPrompt { at: now, commands });
    let first = asked.len().saturating_sub(MOST_PROMPTS);
    save(project, session, &asked[first..])
}

/// Was this command typed in the session? Each one is valid once.
pub fn take(project: &Project, session: &str, phrase: &str, now: Time) -> bool {
    let mut asked = load(project, session);
    let is_valid = |prompt: &AskedPrompt| prompt.at <= now && now - prompt.at <= VALID;
    let hash = text::hash(phrase);
    let Some(at) = asked.iter().position(|prompt| is_valid(prompt) && prompt.commands.contains(&hash)) else {
        return false;
    };
    asked.remove(at);
    // Refuse if the use cannot be recorded, or it could be used for ever.
    save(project, session, &asked).is_ok()
}

/// Drops expired commands.
pub fn prune(project: &Project, now: Time) {
    for entry in fs::read_dir(project.asked()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let session = name.to_str().and_then(|name| name.strip_suffix(".json")).unwrap_or_default();
        if load(project, session).iter().all(|prompt| now - prompt.at > VALID) {
            let _ = fsx::remove_if_there(&entry.path());
        }
    }
}
