use super::*;
use crate::core::knowledge::ignore_file::{PRIVATE, SHARED};
use crate::core::model::{Kind, Time};

const ADR: &str = "## ADR-001: Keep it\n\n- **Status**: Active\n- **Source**: self-learning:obs_d\n";
const COMMAND: &str = ".claude/commands/self-learning/ship.md";
const DECISIONS: &str = ".memory/knowledge/decisions.md";

fn row(id: &str, path: &str, anchor: Option<&str>, text: &str) -> ManifestRow {
    ManifestRow {
        observation_id: id.into(),
        kind: if anchor.is_some() { Kind::Decision } else { Kind::Workflow },
        path: path.into(),
        anchor: anchor.map(str::to_owned),
        content_hash: content_hash(text),
        rendered_at: Time::UNIX_EPOCH,
        branch: None,
        missing_since: None,
        missing_branch: None,
        edited: false,
        by_git: None,
    }
}

fn file(path: &str, source: &str, text: &str) -> DiskState {
    let source = Some(source.to_owned());
    DiskState { path: path.into(), anchor: None, hash: Some(content_hash(text)), source, title: None }
}

fn steps(rows: &[ManifestRow], disk: &[DiskState], decisions: &str) -> Vec<UninstallStep> {
    let mut files: Vec<String> = disk.iter().map(|state| state.path.clone()).collect();
    if !decisions.is_empty() {
        files.push(DECISIONS.to_owned());
    }
    let ignore = |folder: &str| Ignore { path: format!("{folder}/.gitignore"), text: PRIVATE.to_owned() };
    let ignores = [".claude/commands/self-learning", ".memory"].map(ignore);
    files.extend(ignores.iter().map(|ignore| ignore.path.clone()));
    let ledgers = &[decisions.to_owned(), String::new()];
    plan_with_artifacts(&ProjectFiles { rows, disk, ledgers, mirrors: &[], ignores: &ignores, files: &files })
}

#[test]
fn mirrors_go_and_an_ignore_file_stays_with_what_it_hides() {
    const LOG: &str = ".memory/learning-log.jsonl";
    const IGNORE: &str = ".memory/.gitignore";
    let of_log = ignore_file::naming(None, &["learning-log.jsonl".to_owned()]);
    let of_both = ignore_file::naming(Some(&of_log), &["knowledge/decisions.md".to_owned()]);
    for (text, others, gone) in [
        (PRIVATE, &[][..], &[LOG, IGNORE][..]),
        (PRIVATE, &[DECISIONS], &[LOG]),
        (SHARED, &[DECISIONS], &[LOG, IGNORE]),
        (&of_log, &[DECISIONS], &[LOG, IGNORE]),
        (&of_both, &[DECISIONS], &[LOG]),
    ] {
        let files: Vec<String> = [LOG, IGNORE].iter().chain(others).map(|file| (*file).to_owned()).collect();
        let ignores = [Ignore { path: IGNORE.to_owned(), text: text.to_owned() }];
        let (mirrors, ledgers) = (&[LOG.to_owned()], &Default::default());
        let steps =
            plan(&ProjectFiles { rows: &[], disk: &[], ledgers, mirrors, ignores: &ignores, files: &files });
        assert_eq!(removed(&steps), gone, "{text} {others:?}");
        assert_eq!(steps.len(), gone.len(), "what stays is only told to those who ask for all to go");
    }
}

fn removed(steps: &[UninstallStep]) -> Vec<&str> {
    steps.iter().filter_map(UninstallStep::removes).collect()
}

#[test]
fn what_is_as_we_wrote_it_goes_with_the_ignore_files() {
    let rows = [row("obs_c", COMMAND, None, "ship"), row("obs_d", DECISIONS, Some("ADR-001"), ADR)];
    let whole = entries::append(None, Ledger::Decisions, ADR);
    let steps = steps(&rows, &[file(COMMAND, "obs_c", "ship")], &whole);
    let ignores = [".claude/commands/self-learning/.gitignore", ".memory/.gitignore"];
    assert_eq!(removed(&steps), [&[COMMAND, DECISIONS][..], &ignores].concat());
    assert_eq!(steps.len(), 4);
}

#[test]
fn what_people_changed_or_wrote_stays_and_stays_ignored() {
    let command = |row: ManifestRow, state: DiskState| steps(&[row], &[state], "");
    let edited = ManifestRow { edited: true, ..row("obs_c", COMMAND, None, "ship") };
    for (case, steps) in [
        ("changed", command(row("obs_c", COMMAND, None, "ship"), file(COMMAND, "obs_c", "ship it"))),
        ("known to be edited", command(edited, file(COMMAND, "obs_c", "ship"))),
        ("another's mark", command(row("obs_c", COMMAND, None, "ship"), file(COMMAND, "obs_x", "ship"))),
        ("not in the records", steps(&[], &[file(COMMAND, "obs_c", "ship")], "")),
    ] {
        assert_eq!(removed(&steps), [".memory/.gitignore"], "{case}");
        assert!(steps.contains(&UninstallStep::Keep(COMMAND.into())), "{case}");
    }
}

#[test]
fn entries_of_people_stay_where_they_are() {
    let mine = "# Ours\n\nNotes.\n\n## ADR-007: Mine\n\n- **Status**: Active\n";
    let rows = [row("obs_d", DECISIONS, Some("ADR-001"), ADR)];
    let both = entries::append(Some(mine), Ledger::Decisions, ADR);
    let cut = |text: &str| {
        let all = steps(&rows, &[], text);
        all.into_iter().find_map(|step| match step {
            UninstallStep::Cut { after, anchors, .. } => Some((anchors, after)),
            _ => None,
        })
    };
    assert_eq!(cut(&both), Some((vec!["ADR-001".to_owned()], mine.to_owned())));
    let crlf = both.replace('\n', "\r\n");
    assert_eq!(cut(&crlf), Some((vec!["ADR-001".to_owned()], mine.replace('\n', "\r\n"))));
    let first = format!("{ADR}\n{mine}");
    assert_eq!(cut(&first), Some((vec!["ADR-001".to_owned()], mine.to_owned())));
    assert_eq!(cut(&both.replace("Keep it", "Keep it so")), None);
    let unmarked = [row("obs_d", DECISIONS, Some("ADR-007"), "## ADR-007: Mine\n\n- **Status**: Active\n")];
    assert_eq!(removed(&steps(&unmarked, &[], mine)), [".claude/commands/self-learning/.gitignore"]);
}
