//! The record of what a session was told or asked, so that nothing is repeated and the user can look it
//! up. One line per item in `told/<session>`, append-only, because hooks of one session may run at the
//! same time. A line that starts with `@` names the hook of the lines after it; `=` marks what only a
//! subagent was told.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::core::model::Time;
use crate::core::text::one_line;
use crate::hook::marker;
use crate::os::fsx;
use crate::project::Project;

fn file(project: &Project, session: &str) -> PathBuf {
    project.told().join(session)
}

pub fn all(project: &Project, session: &str) -> BTreeSet<String> {
    lines(project, session).into_iter().map(|(_, subject)| subject).collect()
}

/// Those of `subjects` that are new to this session. Of several hooks at once, the first to append a subject wins.
pub fn claim<'a>(project: &Project, session: &str, subjects: &[&'a str]) -> Result<Vec<&'a str>> {
    let before = all(project, session);
    let fresh: Vec<&str> = subjects.iter().copied().filter(|subject| !before.contains(*subject)).collect();
    if fresh.is_empty() {
        return Ok(fresh);
    }
    note(project, session, &fresh)?;
    let me = std::process::id().to_string();
    let now = lines(project, session);
    let is_mine =
        |subject: &&str| now.iter().find(|(_, said)| said == *subject).is_some_and(|(who, _)| *who == me);
    Ok(fresh.into_iter().filter(is_mine).collect())
}

/// Appends what this session is told now.
fn note(project: &Project, session: &str, subjects: &[&str]) -> Result<()> {
    let me = std::process::id();
    let new: String = subjects.iter().map(|subject| format!("{me} {}\n", one_line(subject))).collect();
    fsx::append_private(&file(project, session), new.as_bytes())
}

/// One delivery by a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    pub event: String,
    pub at: Time,
    pub tokens: usize,
    /// The role of the subagent that was told.
    pub role: Option<String>,
    pub subjects: Vec<String>,
}

/// Appends one delivery. The session does not know what its subagents were told.
pub fn note_telling(project: &Project, session: &str, telling: &Telling) -> Result<()> {
    let Telling { event, at, tokens, role, subjects } = telling;
    let head = format!("@{event} {} {tokens} {}", at.timestamp_millis(), role.as_deref().unwrap_or_default());
    let mark = if role.is_some() { "=" } else { "" };
    let items = subjects.iter().map(|subject| format!("{mark}{subject}"));
    let lines: Vec<String> = std::iter::once(head.trim_end().to_owned()).chain(items).collect();
    note(project, session, &lines.iter().map(String::as_str).collect::<Vec<_>>())
}

/// All deliveries to this session, in order.
pub fn tellings(project: &Project, session: &str) -> Vec<Telling> {
    let mut all: Vec<(String, Telling)> = Vec::new();
    for (who, line) in lines(project, session) {
        if let Some(head) = line.strip_prefix('@') {
            all.extend(telling(head).map(|telling| (who, telling)));
        } else if let Some((_, telling)) = all.iter_mut().rev().find(|(teller, _)| *teller == who)
            && !line.starts_with(AGENT)
        {
            telling.subjects.push(line.strip_prefix('=').unwrap_or(&line).to_owned());
        }
    }
    all.into_iter().map(|(_, telling)| telling).collect()
}

fn telling(head: &str) -> Option<Telling> {
    let mut words = head.splitn(4, ' ');
    let (event, at, tokens) = (words.next()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let at = Time::from_timestamp_millis(at)?;
    let role = words.next().map(str::to_owned);
    Some(Telling { event: event.to_owned(), at, tokens, role, subjects: Vec::new() })
}

/// Prefix of lines that name the subagents that were told something.
pub const AGENT: &str = "agent:";

/// Lines with the process that wrote each.
fn lines(project: &Project, session: &str) -> Vec<(String, String)> {
    let text = fsx::text(&file(project, session)).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(who, what)| (who.into(), what.into()))
        .collect()
}

/// Drops the list of one session.
pub fn forget(project: &Project, session: &str) {
    let _ = fsx::remove_if_there(&file(project, session));
}

/// Drops the lists of sessions that have no marker any more.
pub fn prune(project: &Project) {
    for entry in fs::read_dir(project.told()).into_iter().flatten().flatten() {
        let session = entry.file_name();
        if session.to_str().is_none_or(|session| marker::find(project, session).is_none()) {
            let _ = fsx::remove_if_there(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_subagent_was_told_its_session_was_not() {
        let dir = tempfile::tempdir().unwrap();
        let project = Project { id: "p".into(), root: dir.path().into(), state: dir.path().into() };
        let telling = |role: Option<&str>, subjects: &[&str]| Telling {
            event: "SessionStart".into(),
            at: Time::UNIX_EPOCH,
            tokens: 7,
            role: role.map(str::to_owned),
            subjects: subjects.iter().map(|subject| (*subject).to_owned()).collect(),
        };
        let told = [telling(None, &["a"]), telling(Some("code reviewer"), &["b"]), telling(None, &[])];
        for one in &told {
            note_telling(&project, "s1", one).unwrap();
        }
        assert_eq!(tellings(&project, "s1"), told);
        assert!(all(&project, "s1").contains("a") && !all(&project, "s1").contains("b"));
    }

    #[test]
    fn nothing_is_claimed_twice() {
        let dir = tempfile::tempdir().unwrap();
        let project = Project { id: "p".into(), root: dir.path().into(), state: dir.path().into() };
        assert_eq!(claim(&project, "s1", &["a", "b"]).unwrap(), ["a", "b"]);
        assert_eq!(claim(&project, "s1", &["b", "c"]).unwrap(), ["c"]);
        assert_eq!(claim(&project, "s2", &["a"]).unwrap(), ["a"]);
        // Another process was first.
        fsx::append_private(&file(&project, "s1"), b"0 d\n").unwrap();
        assert_eq!(claim(&project, "s1", &["d"]).unwrap(), [""; 0]);
        assert_eq!(all(&project, "s1"), ["a", "b", "c", "d"].map(str::to_owned).into());
        assert_eq!(tellings(&project, "s1"), []);
        prune(&project);
        assert!(all(&project, "s1").is_empty());
    }
}
