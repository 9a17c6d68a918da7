//! What a session was told or asked between its start and its end, so that nothing comes twice. One line each in
//! `told/<session>`, only ever appended: hooks of one session may run at the same time.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Result;

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

/// Those of `subjects` that this session was not told before. Of several hooks at once, the first who writes a subject
/// down has it.
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

/// Writes down what this session is told now.
pub fn note(project: &Project, session: &str, subjects: &[&str]) -> Result<()> {
    let me = std::process::id();
    let new: String = subjects.iter().map(|subject| format!("{me} {}\n", one_line(subject))).collect();
    fsx::append_private(&file(project, session), new.as_bytes())
}

/// Who wrote it down, and what.
fn lines(project: &Project, session: &str) -> Vec<(String, String)> {
    let text = fsx::text(&file(project, session)).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(who, what)| (who.into(), what.into()))
        .collect()
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
    fn nothing_is_claimed_twice() {
        let dir = tempfile::tempdir().unwrap();
        let project = Project { id: "p".into(), root: dir.path().into(), state: dir.path().into() };
        assert_eq!(claim(&project, "s1", &["a", "b"]).unwrap(), ["a", "b"]);
        assert_eq!(claim(&project, "s1", &["b", "c"]).unwrap(), ["c"]);
        assert_eq!(claim(&project, "s2", &["a"]).unwrap(), ["a"]);
        // Somebody else wrote it down first.
        fsx::append_private(&file(&project, "s1"), b"0 d\n").unwrap();
        assert_eq!(claim(&project, "s1", &["d"]).unwrap(), [""; 0]);
        assert_eq!(all(&project, "s1"), ["a", "b", "c", "d"].map(str::to_owned).into());
        prune(&project);
        assert!(all(&project, "s1").is_empty());
    }
}
