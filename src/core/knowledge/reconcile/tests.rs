use std::collections::BTreeMap;

use super::*;
use crate::core::model::samples::at;

mod git;
mod healing;
mod repetition;

const HOUR: i64 = 3_600;

fn row(id: &str) -> ManifestRow {
    ManifestRow {
        observation_id: id.to_owned(),
        kind: Kind::Workflow,
        path: format!(".claude/commands/self-learning/{id}.md"),
        anchor: None,
        content_hash: "h".to_owned(),
        rendered_at: at(0),
        branch: Some("main".to_owned()),
        missing_since: None,
        missing_branch: None,
        edited: false,
        by_git: None,
    }
}

fn entry(id: &str, anchor: &str) -> ManifestRow {
    let path = ".memory/knowledge/decisions.md".to_owned();
    ManifestRow { kind: Kind::Decision, path, anchor: Some(anchor.to_owned()), ..row(id) }
}

fn missing_for(row: ManifestRow, hours: i64) -> ManifestRow {
    ManifestRow { missing_since: Some(at(-hours * HOUR)), missing_branch: row.branch.clone(), ..row }
}

fn on_disk(row: &ManifestRow, hash: &str) -> DiskState {
    DiskState {
        path: row.path.clone(),
        anchor: row.anchor.clone(),
        hash: Some(hash.to_owned()),
        source: Some(row.observation_id.clone()),
        title: None,
    }
}

/// Texts that only the person could have written.
fn believed(disk: &[DiskState]) -> KnownTexts {
    let told = disk.iter().filter_map(|found| found.hash.clone()).collect();
    KnownTexts { told, ..KnownTexts::default() }
}

fn look<'a>(rows: &'a [ManifestRow], disk: &'a [DiskState]) -> ReconcileInput<'a> {
    let texts = Box::leak(Box::new(believed(disk)));
    let git = Box::leak(Box::new(GitLook::default()));
    ReconcileInput { rows, disk, observations: &[], texts, git, branch: Some("main"), now: at(0) }
}

/// The rows after a plan was carried out; rows to render again stay as they are.
fn apply(rows: &[ManifestRow], plan: &ReconcilePlan) -> Vec<ManifestRow> {
    let mut by_id: BTreeMap<&str, ManifestRow> =
        rows.iter().map(|row| (row.observation_id.as_str(), row.clone())).collect();
    for step in &plan.steps {
        match step {
            ReconcileStep::Edited(row)
            | ReconcileStep::Missing(row)
            | ReconcileStep::Found(row)
            | ReconcileStep::Healed(row)
            | ReconcileStep::Overtaken(row) => {
                by_id.insert(&row.observation_id, row.clone());
            }
            ReconcileStep::Deleted(row) => {
                by_id.remove(row.observation_id.as_str());
            }
        }
    }
    by_id.into_values().collect()
}

/// The plan while our own mirrors are in place.
fn plan(look: &ReconcileInput<'_>) -> ReconcilePlan {
    super::plan(look, CleanedFolder::default())
}

fn counts(deletions: usize, edits: usize, unchanged: usize, healed: usize) -> ReconcileCounts {
    ReconcileCounts { deletions, edits, unchanged, healed }
}

fn known(id: &str, title: &str, status: Status) -> KnownObservation {
    KnownObservation { id: id.to_owned(), kind: Kind::Decision, title: title.to_owned(), status }
}

fn name(step: &ReconcileStep) -> &'static str {
    match step {
        ReconcileStep::Edited(_) => "edited",
        ReconcileStep::Missing(_) => "missing",
        ReconcileStep::Found(_) => "found",
        ReconcileStep::Healed(_) => "healed",
        ReconcileStep::Deleted(_) => "deleted",
        ReconcileStep::Overtaken(_) => "overtaken",
    }
}

fn names(plan: &ReconcilePlan) -> Vec<&'static str> {
    plan.steps.iter().map(name).collect()
}

/// Every state of a row, times the state of the disk, times whether the look happens on the row's
/// branch.
#[test]
fn every_case_of_one_row() {
    #[derive(Debug, Clone, Copy)]
    enum OnDisk {
        Same,
        Other,
        Unreadable,
        Gone,
    }
    use OnDisk::*;
    let created = row("obs_1");
    let fresh = missing_for(created.clone(), 11);
    let due = missing_for(created.clone(), 12);
    let set_back = missing_for(created.clone(), -5);
    for (row, disk, here, steps, expected) in [
        (&created, Same, true, vec![], counts(0, 0, 1, 0)),
        (&created, Other, true, vec!["edited"], counts(0, 1, 0, 0)),
        (&created, Unreadable, true, vec![], counts(0, 0, 1, 0)),
        (&created, Gone, true, vec!["missing"], counts(0, 0, 0, 0)),
        (&created, Same, false, vec!["found"], counts(0, 0, 1, 0)),
        (&created, Other, false, vec!["edited"], counts(0, 1, 0, 0)),
        (&created, Gone, false, vec![], counts(0, 0, 0, 0)),
        (&fresh, Same, true, vec!["found"], counts(0, 0, 1, 0)),
        (&fresh, Other, true, vec!["edited"], counts(0, 1, 0, 0)),
        (&fresh, Gone, true, vec![], counts(0, 0, 0, 0)),
        (&fresh, Gone, false, vec![], counts(0, 0, 0, 0)),
        (&due, Same, true, vec!["found"], counts(0, 0, 1, 0)),
        (&due, Gone, true, vec!["deleted"], counts(1, 0, 0, 0)),
        (&due, Gone, false, vec![], counts(0, 0, 0, 0)),
        (&due, Same, false, vec!["found"], counts(0, 0, 1, 0)),
        (&due, Unreadable, true, vec!["found"], counts(0, 0, 1, 0)),
        (&set_back, Gone, true, vec!["missing"], counts(0, 0, 0, 0)),
    ] {
        let mut states = vec![on_disk(row, if matches!(disk, Same) { "h" } else { "other" })];
        match disk {
            Unreadable => states[0] = DiskState { hash: None, source: None, ..states[0].clone() },
            Gone => states.clear(),
            Same | Other => {}
        }
        let rows = [row.clone()];
        let branch = if here { "main" } else { "feature" };
        let plan = plan(&ReconcileInput { branch: Some(branch), ..look(&rows, &states) });
        assert_eq!((names(&plan), plan.counts), (steps, expected), "{row:?} {disk:?} here={here}");
        assert!(plan.mass_deletion.is_empty());
    }
}

#[test]
fn the_persons_version_is_remembered() {
    let rows = [entry("obs_1", "ADR-001")];
    let disk = [on_disk(&rows[0], "theirs")];
    let first = plan(&look(&rows, &disk));
    let rows = apply(&rows, &first);
    assert!(rows[0].edited && rows[0].content_hash == "theirs");
    let second = plan(&look(&rows, &disk));
    assert_eq!((second.steps.len(), second.counts), (0, counts(0, 0, 1, 0)));
}

#[test]
fn a_stash_is_no_refusal() {
    let rows = [row("obs_1")];
    let disk = [on_disk(&rows[0], "h")];
    let away = apply(&rows, &plan(&look(&rows, &[])));
    assert_eq!(away[0].missing_since, Some(at(0)));
    let back = apply(&away, &plan(&ReconcileInput { now: at(20 * HOUR), ..look(&away, &disk) }));
    assert_eq!(back, rows);
}

#[test]
fn time_away_on_another_branch_confirms_nothing() {
    let rows = [row("obs_1")];
    let here = apply(&rows, &plan(&look(&rows, &[])));
    let feature = ReconcileInput { branch: Some("feature"), now: at(30 * HOUR), ..look(&here, &[]) };
    assert!(plan(&feature).steps.is_empty());
    let seen_there = [on_disk(&rows[0], "h")];
    let there = apply(&here, &plan(&ReconcileInput { disk: &seen_there, ..feature }));
    assert_eq!(there[0].branch.as_deref(), Some("feature"));
    let home = ReconcileInput { now: at(60 * HOUR), ..look(&there, &[]) };
    assert!(plan(&home).steps.is_empty(), "last seen on feature, so main says nothing");
}

#[test]
fn outside_git_there_is_one_branch() {
    let rows = [ManifestRow { branch: None, ..row("obs_1") }];
    let gone = apply(&rows, &plan(&ReconcileInput { branch: None, ..look(&rows, &[]) }));
    let later = plan(&ReconcileInput { branch: None, now: at(12 * HOUR), ..look(&gone, &[]) });
    assert_eq!(names(&later), ["deleted"]);
}

#[test]
fn most_gone_at_once_is_a_question() {
    for (total, gone, is_mass) in
        [(3, 3, false), (4, 2, false), (4, 3, true), (10, 5, false), (10, 6, true), (4, 4, true)]
    {
        let rows: Vec<ManifestRow> = (0..total).map(|n| row(&format!("obs_{n}"))).collect();
        let disk: Vec<DiskState> = rows[gone..].iter().map(|row| on_disk(row, "h")).collect();
        let first = plan(&look(&rows, &disk));
        assert_eq!(first.mass_deletion.len(), if is_mass { gone } else { 0 }, "{gone} of {total}");
        let rows = apply(&rows, &first);
        let later = plan(&ReconcileInput { now: at(48 * HOUR), ..look(&rows, &disk) });
        assert_eq!(later.counts.deletions, if is_mass { 0 } else { gone }, "{gone} of {total}");
    }
}

#[test]
fn a_mass_deletion_concerns_one_branch_and_ends_when_files_return() {
    let elsewhere = |n| ManifestRow { branch: Some("old".to_owned()), ..row(&format!("obs_old{n}")) };
    let rows: Vec<ManifestRow> = (0..6).map(elsewhere).chain([row("obs_1")]).collect();
    assert!(plan(&look(&rows, &[])).mass_deletion.is_empty());

    let rows: Vec<ManifestRow> = (0..4).map(|n| missing_for(row(&format!("obs_{n}")), 20)).collect();
    let disk: Vec<DiskState> = rows[..3].iter().map(|row| on_disk(row, "h")).collect();
    let plan = plan(&look(&rows, &disk));
    assert_eq!((plan.counts.deletions, plan.mass_deletion.len()), (1, 0));
}

#[test]
fn renamed_and_renumbered_artifacts_are_followed() {
    let rows = [entry("obs_1", "ADR-003"), row("obs_2")];
    let disk = [
        DiskState { anchor: Some("ADR-003".into()), source: None, ..on_disk(&rows[0], "a person's new one") },
        DiskState { anchor: Some("ADR-009".into()), ..on_disk(&rows[0], "renumbered") },
        DiskState { path: ".claude/commands/self-learning/better-name.md".into(), ..on_disk(&rows[1], "h") },
    ];
    let first = plan(&look(&rows, &disk));
    assert_eq!(names(&first), ["edited", "found"]);
    let rows = apply(&rows, &first);
    assert_eq!(rows[0].anchor.as_deref(), Some("ADR-009"));
    assert_eq!(rows[1].path, disk[2].path);
    assert!(plan(&look(&rows, &disk)).steps.is_empty());
}

#[test]
fn another_observations_entry_is_not_taken_for_ours() {
    let rows = [entry("obs_1", "ADR-003")];
    let theirs =
        DiskState { source: Some("obs_teammate".into()), ..on_disk(&rows[0], "merged from elsewhere") };
    let taken = plan(&ReconcileInput { now: at(99 * HOUR), ..look(&rows, &[theirs]) });
    assert_eq!((taken.steps.len(), taken.counts), (0, counts(0, 0, 0, 0)), "neither ours nor refused");
    let taken_over = DiskState { source: Some("manual_mine".into()), ..on_disk(&rows[0], "h2") };
    assert_eq!(names(&plan(&look(&rows, &[taken_over]))), ["edited"]);
}

#[test]
fn an_unreadable_knowledge_file_says_nothing_about_its_entries() {
    let rows = [entry("obs_1", "ADR-001"), missing_for(entry("obs_2", "ADR-002"), 99)];
    let file = DiskState { anchor: None, hash: None, source: None, ..on_disk(&rows[0], "") };
    let plan = plan(&look(&rows, &[file]));
    assert_eq!((plan.steps.len(), plan.counts), (0, counts(0, 0, 2, 0)));
}

#[test]
fn an_early_return_has_all_counts() {
    let json = serde_json::to_string(&plan(&look(&[], &[])).counts).unwrap();
    assert_eq!(json, r#"{"deletions":0,"edits":0,"unchanged":0,"healed":0}"#);
}

#[test]
fn a_file_that_is_on_another_branch_is_not_begun_anew() {
    let path = ".memory/knowledge/decisions.md";
    let on = |branch: &str| ManifestRow { branch: Some(branch.into()), ..entry("obs_1", "ADR-001") };
    for (rows, here, expected) in [
        (vec![], Some("topic"), None),
        (vec![on("main")], Some("topic"), Some("main")),
        (vec![on("main")], None, Some("main")),
        (vec![on("topic")], Some("topic"), None),
        (vec![on("topic"), on("main")], Some("topic"), Some("main")),
        (vec![on("gone")], Some("topic"), None),
        (vec![row("obs_2")], Some("topic"), None),
    ] {
        let found = branch_of(&rows, path, here, |branch| branch != "gone");
        assert_eq!(found, expected, "{rows:?} {here:?}");
    }
}

#[test]
fn what_goes_with_our_own_copies_is_a_question_however_little_it_is() {
    let rows = [row("obs_1"), entry("obs_2", "ADR-001")];
    let both: BTreeSet<String> = ["obs_1", "obs_2"].map(str::to_owned).into();
    let cleaned = CleanedFolder { is_cleaned: true, cleaned_at: None };
    let first = super::plan(&look(&rows, &[]), cleaned);
    assert_eq!((names(&first), first.counts), (vec!["missing"; 2], counts(0, 0, 0, 0)));
    assert_eq!((&first.mass_deletion, first.is_swept), (&both, true));
    // The mirrors are written anew; the artifacts are not, and that says nothing.
    let rows = apply(&rows, &first);
    let later = ReconcileInput { now: at(100 * HOUR), ..look(&rows, &[]) };
    let second = super::plan(&later, CleanedFolder { is_cleaned: false, cleaned_at: Some(at(0)) });
    assert_eq!((names(&second), second.counts), (vec![], counts(0, 0, 0, 0)));
    assert_eq!((&second.mass_deletion, second.is_swept), (&both, false));
    // After another cleanup, the question is asked again.
    let third = super::plan(&later, cleaned);
    assert_eq!((names(&third), &third.mass_deletion), (vec!["missing"; 2], &both));
}

#[test]
fn what_is_deleted_beside_our_own_copies_is_a_refusal_still() {
    let refused = missing_for(row("obs_1"), 12);
    let after = |look: &ReconcileInput<'_>, is_cleaned, cleaned_at| {
        names(&super::plan(look, CleanedFolder { is_cleaned, cleaned_at }))
    };
    let rows = [refused.clone()];
    assert_eq!(after(&look(&rows, &[]), false, Some(at(-99 * HOUR))), ["deleted"]);
    // An entry that was removed from an existing file, as where it is shared.
    let taken_out = missing_for(entry("obs_2", "ADR-002"), 12);
    let other = on_disk(&entry("obs_3", "ADR-003"), "h");
    let rows = [taken_out];
    assert_eq!(after(&look(&rows, &[other]), true, None), ["deleted"]);
}
