use super::*;

fn orphan(anchor: &str, source: &str, title: &str) -> DiskState {
    DiskState {
        source: Some(source.to_owned()),
        title: Some(title.to_owned()),
        ..on_disk(&entry("x", anchor), "h")
    }
}

#[test]
fn orphans_are_healed_only_when_it_is_certain_whose_they_are() {
    use Status::*;
    let twins = || vec![known("obs_a", "Same title", Ready), known("obs_b", "same TITLE!", Ready)];
    for (observations, orphan, healed) in [
        (vec![known("obs_a", "T", Ready)], orphan("ADR-001", "obs_a", "edited heading"), Some("obs_a")),
        (vec![known("obs_a", "T", Created)], orphan("ADR-001", "obs_a", "T"), Some("obs_a")),
        (vec![known("obs_a", "T", Deprecated)], orphan("ADR-001", "obs_a", "T"), None),
        (
            vec![known("obs_a", "Ünïcode title", Ready)],
            orphan("ADR-001", "obs_z", "ÜNÏCODE  title."),
            Some("obs_a"),
        ),
        (vec![known("obs_a", "T", Observing)], orphan("ADR-001", "obs_z", "T"), None),
        (vec![known("obs_a", "other", Ready)], orphan("ADR-001", "obs_z", "T"), None),
        (twins(), orphan("ADR-001", "obs_z", "Same title"), None),
        (twins(), orphan("ADR-001", "obs_b", "Same title"), Some("obs_b")),
        (vec![known("obs_a", "T", Ready)], orphan("PF-001", "obs_z", "T"), None),
        (vec![known("obs_a", "T", Ready)], orphan("PF-001", "obs_a", "T"), None),
        (vec![known("manual_1", "T", Ready)], orphan("ADR-001", "manual_1", "T"), None),
        (vec![known("obs_a", "T", Ready)], DiskState { source: None, ..orphan("ADR-001", "", "T") }, None),
        (vec![known("obs_a", "…", Ready)], orphan("ADR-001", "obs_z", "!!!"), None),
    ] {
        let disk = [orphan];
        let found = plan(&ReconcileInput { observations: &observations, ..look(&[], &disk) });
        let ids: Vec<&str> = found
            .steps
            .iter()
            .map(|step| match step {
                ReconcileStep::Healed(row) => row.observation_id.as_str(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(ids, Vec::from_iter(healed), "{disk:?} {observations:?}");
        assert_eq!(found.counts.healed, ids.len());
    }
}

#[test]
fn healing_works_without_any_manifest_and_only_once() {
    let observations = [known("obs_a", "A", Status::Ready), known("obs_b", "B", Status::Ready)];
    let disk = [
        orphan("ADR-001", "obs_a", "A"),
        orphan("ADR-002", "obs_b", "B"),
        orphan("ADR-003", "obs_b", "copy"),
    ];
    let first = plan(&ReconcileInput { observations: &observations, ..look(&[], &disk) });
    assert_eq!(first.counts, counts(0, 0, 0, 2));
    let rows = apply(&[], &first);
    let second = plan(&ReconcileInput { observations: &observations, ..look(&rows, &disk) });
    assert_eq!((second.steps.len(), second.counts), (0, counts(0, 0, 2, 0)));
}
