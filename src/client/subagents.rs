//! The transcripts of a session's subagents. They are searched for beside the transcript that the hook
//! named, because folder names are Claude Code's own business.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::core::patterns::agent_report::heard;
use crate::core::patterns::roles::role_of;
use crate::core::session::client_words as client;
use crate::core::session::turns::Turn;
use crate::os::fsx;

/// More than this many subagents of a session conclude nothing new.
const MOST: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentFile {
    pub path: PathBuf,
    pub role: String,
    /// The call that started it.
    pub call: Option<String>,
}

/// Metadata of a subagent, beside its transcript.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    agent_type: String,
    tool_use_id: Option<String>,
}

/// Type of a subagent and the call that started it.
struct Asked {
    role: String,
    call: Option<String>,
}

/// Those whose type is known. Newer clients keep them in a folder named like the session, older ones beside its
/// transcript under ids that only the calls' results tell.
pub fn of(transcript: &Path, turns: &[Turn]) -> Vec<AgentFile> {
    let mut asked = asked(turns);
    let mut found = Vec::new();
    for path in agents_in(&transcript.with_extension("").join("subagents")) {
        let by_call = id_of(&path).and_then(|id| asked.remove(id));
        found.extend(noted(&path).or(by_call).map(|asked| file(path, asked)));
    }
    let beside = transcript.parent().unwrap_or(Path::new(""));
    for (id, asked) in asked {
        let path = beside.join(format!("agent-{id}.jsonl"));
        if path.is_file() {
            found.push(file(path, asked));
        }
    }
    found
}

fn file(path: PathBuf, asked: Asked) -> AgentFile {
    AgentFile { path, role: asked.role, call: asked.call }
}

/// Subagents by id, if the id is usable in a file name.
fn asked(turns: &[Turn]) -> BTreeMap<String, Asked> {
    let plain = |id: &&String| id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let calls = turns.iter().filter_map(|turn| turn.action.as_deref());
    let started = calls.filter(|action| client::AGENT_TOOLS.contains(&&*action.tool)).filter_map(|action| {
        let id = action.result.as_ref()?.agent.as_ref().filter(plain)?;
        let asked = Asked { role: heard::asked_role(action), call: Some(action.id.clone()) };
        Some((id.clone(), asked))
    });
    started.collect()
}

fn agents_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut agents: Vec<PathBuf> =
        files.map(|entry| entry.path()).filter(|path| id_of(path).is_some()).collect();
    agents.sort_unstable();
    agents.truncate(MOST);
    agents
}

fn id_of(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()?.strip_prefix("agent-")?.strip_suffix(".jsonl")
}

fn noted(path: &Path) -> Option<Asked> {
    let bytes = fsx::read_opt(&path.with_extension("meta.json")).ok()??;
    let meta: Meta = serde_json::from_slice(&bytes).ok()?;
    let role = role_of(&meta.agent_type);
    (!role.is_empty()).then_some(Asked { role, call: meta.tool_use_id })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::session::turns::{ActionResult, Origin, ToolCall};

    fn call(id: &str, agent_type: Option<&str>, agent: &str) -> Turn {
        let result = ActionResult { agent: Some(agent.into()), ..ActionResult::default() };
        let action = ToolCall {
            tool: "Task".into(),
            id: id.into(),
            agent_type: agent_type.map(str::to_owned),
            result: Some(result),
            ..ToolCall::default()
        };
        Turn {
            id: id.into(),
            at: None,
            origin: Origin::AgentAction,
            text: String::new(),
            cwd: None,
            branch: None,
            headless: false,
            mid_turn: false,
            action: Some(Box::new(action)),
        }
    }

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fsx::create_private(path, text.as_bytes()).unwrap();
    }

    fn found(transcript: &Path, turns: &[Turn]) -> Vec<(String, String, Option<String>)> {
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        of(transcript, turns).into_iter().map(|file| (name(&file.path), file.role, file.call)).collect()
    }

    #[test]
    fn newer_clients_note_the_type_beside_the_transcript() {
        let dir = tempfile::tempdir().unwrap();
        let (transcript, agents) = (dir.path().join("s1.jsonl"), dir.path().join("s1/subagents"));
        write(&agents.join("agent-a1.jsonl"), "");
        write(&agents.join("agent-a1.meta.json"), r#"{"agentType":"judge","toolUseId":"toolu_1"}"#);
        // Their types come from the call, from nothing, and from an empty name.
        write(&agents.join("agent-a2.jsonl"), "");
        write(&agents.join("agent-a3.jsonl"), "");
        write(&agents.join("agent-a4.jsonl"), "");
        write(&agents.join("agent-a4.meta.json"), r#"{"agentType":""}"#);
        write(&agents.join("notes.jsonl"), "");
        let turns = [call("toolu_2", None, "a2")];
        let expected =
            [("agent-a1.jsonl", "judge", "toolu_1"), ("agent-a2.jsonl", "general-purpose", "toolu_2")];
        assert_eq!(
            found(&transcript, &turns),
            expected.map(|(file, role, call)| (file.to_owned(), role.to_owned(), Some(call.to_owned())))
        );
    }

    #[test]
    fn older_clients_tell_in_the_result_whose_transcript_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let transcript = dir.path().join("s1.jsonl");
        write(&dir.path().join("agent-3a6f6ca9.jsonl"), "");
        write(&dir.path().join("agent-warmup01.jsonl"), "");
        write(&dir.path().join("secret.jsonl"), "");
        let turns = [
            call("toolu_1", Some("judge"), "3a6f6ca9"),
            call("toolu_2", Some("judge"), "gone"),
            call("toolu_3", Some("judge"), "x/../../secret"),
        ];
        let expected = ("agent-3a6f6ca9.jsonl".to_owned(), "judge".to_owned(), Some("toolu_1".to_owned()));
        assert_eq!(found(&transcript, &turns), [expected]);
    }

    #[test]
    fn no_folder_no_subagents() {
        assert_eq!(of(Path::new("/nowhere/s1.jsonl"), &[]), []);
    }
}
