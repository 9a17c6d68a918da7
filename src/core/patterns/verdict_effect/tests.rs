use super::*;
use crate::core::model::samples::at;
use crate::core::patterns::pattern::{Category, Track};

const REPORT: &str = "- The token in `src/auth.rs` is logged in plain text\n- Fine otherwise\n\
    <!-- verdict-json {\"verdict\":\"FAIL\",\"issues\":[{\"id\":\"S1\",\"summary\":\"token in src/auth.rs is logged\"}]} -->";

fn pattern(role: &str, content: &str, reinforced: u32) -> Pattern {
    let new = Pattern::new(role, content, Category::Observation, at(0));
    Pattern { track: Track { reinforced, ..new.track.clone() }, ..new }
}

fn logged(role: &str, reinforced: u32) -> Pattern {
    pattern(role, "The token in `src/auth.rs` is logged in plain text", reinforced)
}

fn rejecting(entries: &[&str]) -> Verdict {
    let false_positives = entries.iter().map(|entry| (*entry).to_owned()).collect();
    Verdict { passed: false, issues: vec![], false_positives }
}

#[test]
fn the_demoted_role_sets_the_price() {
    for (role, reinforced, weight, regression) in [
        ("sentinel", 0, 1.5, false),
        ("inspector", 0, 1.5, false),
        ("auditor", 1, 1.0, false),
        ("auditor", 2, 1.0, true),
    ] {
        let found =
            rejections(&rejecting(&["S1"]), REPORT, &[logged(role, reinforced)], &Roles::default(), at(5)).0;
        let track = &found[0].track;
        assert_eq!((track.ignored, track.ignore_weight, track.regression), (1, weight, regression), "{role}");
        assert!(track.disputed);
    }
}

#[test]
fn two_rejections_of_a_heavy_role_weigh_three() {
    let twice =
        penalised(&penalised(&logged("sentinel", 0), &Roles::default(), at(1)), &Roles::default(), at(2));
    assert_eq!((twice.track.ignored, twice.track.ignore_weight), (2, 3.0));
}

#[test]
fn one_pattern_is_punished_once() {
    let patterns = [logged("auditor", 0)];
    let rejected = |entries: &[&str]| {
        let (rejected, unmatched) =
            rejections(&rejecting(entries), REPORT, &patterns, &Roles::default(), at(1));
        (rejected.len(), unmatched)
    };
    assert_eq!(rejected(&["S1", "token in src/auth.rs is logged"]), (1, vec![]));
    assert_eq!(rejected(&["S9"]), (0, vec!["S9".to_owned()]));
    assert_eq!(rejected(&[]), (0, vec![]));
}

#[test]
fn a_pass_confirms_what_it_bears_out() {
    let borne_out = logged("auditor", 0);
    let not = pattern("auditor", "`src/auth.rs` reads the clock twice in one call", 0);
    let elsewhere = pattern("auditor", "`src/db.rs` opens a second connection", 0);
    let context = Context::default();
    let told: Vec<InjectedPattern<'_>> = [&borne_out, &not, &elsewhere]
        .into_iter()
        .map(|pattern| InjectedPattern { pattern, context: &context })
        .collect();
    let touched = BTreeSet::from(["app/src/auth.rs".to_owned()]);
    let after = |level| {
        let Passed { confirmed, skipped } = passed(REPORT, level, &told, &touched, at(9));
        assert!(confirmed.iter().all(|pattern| (pattern.track.reinforced, pattern.track.skips) == (1, 0)));
        assert!(skipped.iter().all(|pattern| (pattern.track.reinforced, pattern.track.skips) == (0, 1)));
        [confirmed, skipped]
            .map(|patterns| patterns.into_iter().map(|pattern| pattern.id).collect::<Vec<_>>())
    };
    assert_eq!(after(EvidenceLevel::Execution), [[borne_out.id.clone()], [not.id.clone()]]);
    assert_eq!(after(EvidenceLevel::Citation), [[borne_out.id.clone()], [not.id.clone()]]);
    assert_eq!(after(EvidenceLevel::Reasoning), [[], []] as [[String; 0]; 2]);
}

#[test]
fn where_it_was_learned_makes_it_relevant() {
    let pattern = pattern("auditor", "retries of `charge` are not idempotent", 0);
    let learned = Context { paths: BTreeSet::from(["src/pay.rs".to_owned()]), ..Context::default() };
    let relevant = |path: &str| {
        is_relevant(
            &InjectedPattern { pattern: &pattern, context: &learned },
            &BTreeSet::from([path.to_owned()]),
        )
    };
    assert!(relevant("src/pay.rs") && !relevant("src/other.rs"));
}

#[test]
fn a_confirmation_answers_a_rejection() {
    let rejected = penalised(&logged("auditor", 2), &Roles::default(), at(1));
    assert!(rejected.track.is_held());
    let answered = reinforced(&skipped(&rejected, at(2)), at(3));
    assert!(!answered.track.is_held() && !answered.track.regression);
    assert_eq!((answered.track.reinforced, answered.track.skips, answered.track.last_used), (3, 0, at(3)));
}
