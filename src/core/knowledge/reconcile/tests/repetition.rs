use proptest::prelude::*;

use super::*;

fn any_row() -> impl Strategy<Value = ManifestRow> {
    (0u8..12, any::<bool>(), any::<bool>(), "[hg]", "(main|dev)", 0i64..40).prop_map(
        |(n, anchored, missing, hash, branch, hours)| {
            let id = format!("obs_{n}");
            let row = if anchored { entry(&id, &format!("ADR-{n:03}")) } else { row(&id) };
            let row = ManifestRow { content_hash: hash, branch: Some(branch), ..row };
            if missing { missing_for(row, hours) } else { row }
        },
    )
}

fn any_disk() -> impl Strategy<Value = Vec<DiskState>> {
    let one = (any_row(), "[hg]", prop::option::of("(obs_[0-9]|manual_1)"), prop::option::of("[ab]"))
        .prop_map(|(row, hash, source, title)| DiskState {
            // The mark is part of the text, so that another mark is another hash.
            hash: Some(format!("{hash} {source:?}")),
            source,
            title,
            ..on_disk(&row, "")
        });
    prop::collection::vec(one, 0..12)
}

proptest! {
    #[test]
    fn a_second_look_finds_nothing_new(
        rows in prop::collection::btree_map(0u8..12, any_row(), 0..12), disk in any_disk(), ready in 0usize..4, branch in "(main|dev)"
    ) {
        let rows: Vec<ManifestRow> = rows.into_iter().map(|(n, row)| {
            let id = format!("obs_{n}");
            ManifestRow { content_hash: format!("{} {:?}", row.content_hash, Some(&id)), observation_id: id, ..row }
        }).collect();
        let status = |id: &str| if rows.iter().any(|row| row.observation_id == id) { Status::Created } else { Status::Ready };
        let ids = (0..ready).map(|n| format!("obs_{n}"));
        let observations: Vec<KnownObservation> = ids.map(|id| known(&id, "a", status(&id))).collect();
        let observing = ReconcileInput { observations: &observations, branch: Some(&branch), ..look(&rows, &disk) };
        let first = plan(&observing);
        let after = apply(&rows, &first);
        // The code that carries out the plan deprecates what was rejected.
        let refused = |id: &str| first.steps.iter().any(|s| matches!(s, ReconcileStep::Deleted(row) if row.observation_id == id));
        let status = |k: &KnownObservation| if refused(&k.id) { Status::Deprecated } else { k.status };
        let left: Vec<KnownObservation> = observations.iter().map(|k| KnownObservation { status: status(k), ..k.clone() }).collect();
        let second = plan(&ReconcileInput { rows: &after, observations: &left, ..observing });
        prop_assert_eq!((second.counts.edits, second.counts.deletions, second.counts.healed), (0, 0, 0));
        prop_assert_eq!(second.steps, []);
    }
}
