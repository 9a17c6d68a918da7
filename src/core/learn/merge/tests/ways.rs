use super::*;

/// A workflow or a procedure as the markers find it, said on one day.
fn way(kind: Kind, name: &str, steps: &[&str], day: i64) -> Candidate {
    let session = format!("s{day}");
    let steps: Vec<String> = steps.iter().map(|step| (*step).to_owned()).collect();
    let title =
        if kind == Kind::Workflow { name.to_owned() } else { format!("{name}, {}", steps.join(", ")) };
    let details = match kind {
        Kind::Workflow => Details::Workflow { steps },
        _ => Details::Procedural { situation: name.to_owned(), steps, rationale: String::new() },
    };
    Candidate {
        keys: crate::core::entities::keys::defining(&title, &details),
        details,
        evidence: vec![said(&session, &session, &title, day * DAY)],
        ..candidate(kind, &title, &session)
    }
}

#[test]
fn of_two_ways_with_one_name_the_last_confirmed_stands() {
    let release = "To release";
    let work = Kind::Workflow;
    for (kind, name, first, second, is_replaced) in [
        (
            work,
            release,
            &["run `make test`", "tag on main", "push the tag"][..],
            &["run `make test`", "create a release branch", "open a PR"][..],
            true,
        ),
        (work, release, &["run `make test`", "push"], &["run `make test`", "push", "deploy to prod"], true),
        (
            work,
            release,
            &["run `make test`", "commit", "push"],
            &["run `make test`", "commit", "never push"],
            true,
        ),
        (work, release, &["run `make test`", "commit"], &["run `npm run build`", "deploy"], true),
        (Kind::Procedural, "When you edit `src/api`", &["run `make api`"], &["don't run `make api`"], true),
        (Kind::Procedural, "When you edit `src/api`", &["run `make api`"], &["run `make docs`"], false),
    ] {
        let times = [(first, 1), (first, 8), (second, 15), (second, 22)];
        let said: Vec<Candidate> = times.iter().map(|(steps, day)| way(kind, name, steps, *day)).collect();
        let mut all = after(&[], &said);
        let counts: Vec<u32> = all.iter().map(|o| o.count).collect();
        assert_eq!(counts, [2, 2], "{first:?} / {second:?}");
        for one in &mut all {
            one.status = Status::Ready;
        }
        let expected = Supersession { older: all[0].id.clone(), newer: all[1].id.clone() };
        let expected: &[Supersession] = if is_replaced { &[expected] } else { &[] };
        assert_eq!(supersessions(&all), expected, "{first:?} / {second:?}");
    }
}

#[test]
fn what_was_taken_back_replaces_nothing() {
    let steps = [["run `make test`", "push"], ["run `make docs`", "deploy"]];
    let said = [(0, 1), (1, 2)].map(|(at, day)| way(Kind::Workflow, "To release", &steps[at], day));
    let mut all = after(&[], &said);
    for one in &mut all {
        one.status = Status::Created;
    }
    assert_eq!(supersessions(&all).len(), 1);
    all[1].reviews.insert(ReviewReason::TakenBack);
    assert!(supersessions(&all).is_empty());
}

#[test]
fn what_changes_of_a_way_from_time_to_time_replaces_nothing() {
    let said = [("1.2.0", 1), ("1.3.0", 2)].map(|(version, day)| {
        let steps = [format!("bump to {version}"), format!("`git tag v{version}`")];
        way(Kind::Workflow, "To release", &[&steps[0], &steps[1]], day)
    });
    assert_eq!(after(&[], &said).len(), 1);
}
