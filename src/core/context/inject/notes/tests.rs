use super::*;
use crate::core::model::samples::at;
use crate::core::patterns::pattern::{Category, Track};

const DAY: i64 = 86_400;

/// Last used on a day, confirmed so often.
fn place(day: i64, reinforced: u32, turn: usize, branches: &[&str]) -> LineOrigin {
    let track = Track { reinforced, ..Track::first_seen(at(day * DAY)) };
    let score_decay = ScoreDecay::of(&track, Category::Observation, 0.1);
    LineOrigin {
        score_decay,
        trust: 1.0,
        turn,
        branches: branches.iter().map(|&branch| branch.to_owned()).collect(),
        near: BTreeSet::new(),
        labels: BTreeSet::new(),
    }
}

fn notes(places: Vec<(&str, LineOrigin)>) -> Notes {
    let line = |name: &str| InjectedLine::of(name, format!("- {name} judge: \"x\" [score:1.00]"));
    let short = places.iter().map(|(name, _)| format!("- {name} [score:1.00]")).collect::<Vec<_>>();
    Notes {
        role: "judge".to_owned(),
        lines: places.iter().map(|(name, _)| line(name)).collect(),
        summary: Some(short.join("\n")),
        places: places.into_iter().map(|(_, place)| place).collect(),
    }
}

fn order(notes: &Notes) -> Vec<&str> {
    notes.lines.iter().filter_map(|line| line.subject.as_deref()).collect()
}

#[test]
fn what_was_learned_on_the_branch_is_worth_more_there() {
    let written = || {
        notes(vec![
            ("new", place(5, 0, 0, &["main"])),
            ("old", place(4, 0, 0, &["fix", "feat/x"])),
            ("faint", place(-23, 0, 0, &["fix"])),
            ("lent", place(10, 0, 1, &["fix"])),
        ])
    };
    for (branch, expected) in [
        (Some("fix"), &["old", "new", "faint", "lent"][..]),
        (Some("feat/x"), &["old", "new", "lent"]),
        (Some("main"), &["new", "old", "lent"]),
        (Some("fi"), &["new", "old", "lent"]),
        (None, &["new", "old", "lent"]),
    ] {
        let told = written().at(branch, at(10 * DAY));
        assert_eq!(order(&told), expected, "{branch:?}");
        let summary: Vec<&str> = told.summary.as_deref().unwrap_or_default().lines().collect();
        assert!(summary.len() == expected.len() && summary[0].starts_with(&format!("- {}", expected[0])));
    }
}

#[test]
fn changed_files_and_labels_count_as_the_branch_does() {
    let of = |word: &str| BTreeSet::from([word.to_owned()]);
    let written = || {
        notes(vec![
            ("plain", place(5, 0, 0, &[])),
            ("label", LineOrigin { labels: of("auth"), ..place(4, 0, 0, &[]) }),
            ("near", LineOrigin { near: of("fix/auth"), labels: of("auth"), ..place(3, 0, 0, &[]) }),
        ])
    };
    for (branch, expected) in [
        (Some("fix/auth"), ["near", "label", "plain"]),
        (Some("feat/Auth-token"), ["label", "plain", "near"]),
        (Some("authors"), ["plain", "label", "near"]),
        (None, ["plain", "label", "near"]),
    ] {
        assert_eq!(order(&written().at(branch, at(10 * DAY))), expected, "{branch:?}");
    }
}

#[test]
fn a_line_says_what_it_is_worth_here_and_now() {
    let written = notes(vec![("old", place(0, 0, 0, &["fix"])), ("lasting", place(0, 3, 0, &[]))]);
    for (branch, days, expected) in [
        (None, 14, &[("lasting", "1.00"), ("old", "0.37")][..]),
        (Some("fix"), 14, &[("lasting", "1.00"), ("old", "0.40")]),
        (Some("fix"), 90, &[("lasting", "1.00")]),
    ] {
        let told = written.clone().at(branch, at(days * DAY));
        let lines: Vec<&str> = told.lines.iter().map(|line| line.text.as_str()).collect();
        let expected: Vec<String> =
            expected.iter().map(|(name, score)| format!("- {name} judge: \"x\" [score:{score}]")).collect();
        assert_eq!(lines, expected, "{branch:?} {days}");
    }
}

#[test]
fn maturity_counts_where_they_are_told_too() {
    let proven = LineOrigin { trust: 1.5, ..place(6, 0, 0, &[]) };
    let told = notes(vec![("new", place(10, 0, 0, &[])), ("proven", proven)]).at(None, at(10 * DAY));
    assert_eq!(order(&told), ["proven", "new"]);
}

#[test]
fn what_an_older_version_wrote_is_told_as_it_stands() {
    let older =
        Notes { places: vec![], ..notes(vec![("a", place(0, 0, 0, &[])), ("b", place(9, 0, 0, &[]))]) };
    assert_eq!(older.clone().at(Some("fix"), at(90 * DAY)), older);
}
