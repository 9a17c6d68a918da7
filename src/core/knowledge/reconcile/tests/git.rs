use super::*;

const FILE: &str = ".memory/knowledge/decisions.md";

/// Git's view of the file: tracked now, not tracked when it last was as we know it, moved since.
fn git(path: &str, tracked: bool, kept: bool, has_moved: bool) -> GitLook {
    let paths = |is: bool| is.then(|| path.to_owned()).into_iter().collect();
    GitLook { tracked: paths(tracked), kept: paths(kept), has_moved }
}

fn planned(rows: &[ManifestRow], disk: &[DiskState], git: &GitLook) -> (Vec<&'static str>, bool) {
    let plan = plan(&ReconcileInput { git, ..look(rows, disk) });
    (plan.steps.iter().map(name).collect(), !plan.restored.is_empty())
}

#[test]
fn what_git_took_is_no_refusal_and_comes_back_where_git_does_not_track_it() {
    let entry = || missing_for(entry("obs_1", "ADR-001"), 13);
    let seen_in_its_place = || ManifestRow { by_git: Some(GitPart::Took), ..entry() };
    for (what, row, git, expected) in [
        ("deleted by a person", entry(), git(FILE, false, true, false), (vec!["deleted"], false)),
        ("never known untracked", entry(), git(FILE, false, false, true), (vec!["deleted"], false)),
        ("git tracks it here", entry(), git(FILE, true, true, false), (vec!["overtaken"], false)),
        ("a pull removed it", entry(), git(FILE, true, false, true), (vec!["overtaken"], false)),
        ("a person, in a shared file", entry(), git(FILE, true, false, false), (vec!["deleted"], false)),
        ("to another branch and back", entry(), git(FILE, false, true, true), (vec![], true)),
        ("git was seen in its place", seen_in_its_place(), git(FILE, false, true, false), (vec![], true)),
        ("it still is", seen_in_its_place(), git(FILE, true, true, false), (vec![], false)),
    ] {
        assert_eq!(planned(&[row], &[], &git), expected, "{what}");
    }
}

#[test]
fn an_entry_that_left_a_file_which_stands_was_taken_out_by_a_person() {
    let rows = [missing_for(entry("obs_1", "ADR-001"), 13), entry("obs_2", "ADR-002")];
    let disk = [on_disk(&rows[1], "h")];
    let (steps, is_restored) = planned(&rows, &disk, &git(FILE, false, true, true));
    assert_eq!((steps, is_restored), (vec!["deleted"], false));
}

/// A person's deletion cannot be told from git's if the whole file is the artifact.
#[test]
fn a_command_that_vanished_with_a_change_of_branch_is_a_question() {
    let rows = [missing_for(row("obs_1"), 13)];
    let moved = git(&rows[0].path, false, true, true);
    let first = plan(&ReconcileInput { git: &moved, ..look(&rows, &[]) });
    assert_eq!(first.steps.iter().map(name).collect::<Vec<_>>(), ["overtaken"]);
    assert_eq!(first.mass_deletion, BTreeSet::from(["obs_1".to_owned()]));
    let later = apply(&rows, &first);
    let still = git(&rows[0].path, false, true, false);
    let second = plan(&ReconcileInput { git: &still, ..look(&later, &[]) });
    assert_eq!((second.steps.len(), second.restored.len(), second.mass_deletion.len()), (0, 0, 1));
}

#[test]
fn an_unknown_text_is_neither_adopted_nor_removed() {
    for (tracked, expected) in [(false, vec![]), (true, vec!["overtaken"])] {
        let rows = [entry("obs_1", "ADR-001")];
        let disk = [on_disk(&rows[0], "somebody's")];
        let texts = KnownTexts::default();
        let git = git(FILE, tracked, true, true);
        let plan = plan(&ReconcileInput { git: &git, texts: &texts, ..look(&rows, &disk) });
        assert_eq!(plan.steps.iter().map(name).collect::<Vec<_>>(), expected);
        assert_eq!((plan.counts.edits, plan.unknown.len()), (0, 1));
        assert!(apply(&rows, &plan).iter().all(|row| row.content_hash == "h" && !row.edited));
    }
}

#[test]
fn what_is_found_again_is_nothing_of_gits_any_more() {
    let rows = [ManifestRow { by_git: Some(GitPart::Took), ..missing_for(entry("obs_1", "ADR-001"), 13) }];
    let disk = [on_disk(&rows[0], "h")];
    let plan = plan(&ReconcileInput { git: &git(FILE, false, true, true), ..look(&rows, &disk) });
    assert_eq!(plan.steps.iter().map(name).collect::<Vec<_>>(), ["found"]);
    assert!(apply(&rows, &plan).iter().all(|row| row.by_git.is_none() && row.missing_since.is_none()));
}
