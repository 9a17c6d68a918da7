use std::collections::BTreeSet;

use super::*;
use crate::core::model::samples::at;
use crate::core::outcomes::maturity::ManualState;
use crate::core::patterns::pattern::{Category, MAIN_ROLE};

fn pattern(content: &str, success_count: u32, failure_count: u32) -> Pattern {
    let new = Pattern::new(MAIN_ROLE, content, Category::Observation, at(0));
    Pattern { id: "pattern-123".to_owned(), success_count, failure_count, ..new }
}

fn rules() -> AntiPattern {
    AntiPattern::default()
}

/// Counts one more use of a pattern, and applies what follows from it.
fn observe(
    pattern: &Pattern,
    success: bool,
    segment: &str,
    now: Time,
    rules: &AntiPattern,
) -> (Pattern, Option<Inversion>) {
    let used = pattern.used(success, segment, now);
    let inversion = retire(&used, &MaturityRuling::default(), rules, now);
    (inversion.as_ref().map_or(used, |inversion| inversion.original.clone()), inversion)
}

#[test]
fn due_is_the_published_rule() {
    for (success, failure, expected) in [
        (3, 7, true),
        (4, 6, true),
        (6, 4, false),
        (41, 59, false),
        (0, 2, false),
        (2, 1, false),
        (1, 2, true),
        (2, 3, true),
        (0, 0, false),
    ] {
        assert_eq!(is_due(&pattern("x", success, failure), &rules()), expected, "{success}/{failure}");
    }
    let stricter = AntiPattern { failure_ratio: 0.8, ..rules() };
    assert!(!is_due(&pattern("x", 3, 7), &stricter));
    let warning = invert(&pattern("x", 3, 7), &rules(), at(0));
    assert!(!is_due(&warning, &rules()));
}

#[test]
fn a_failing_use_turns_it_round() {
    for (success, failure, ratio, expected) in [
        (2, 4, 0.6, Some("Failed 5/7 times (71% failure rate)")),
        (3, 6, 0.6, Some("Failed 7/10 times (70% failure rate)")),
        (1, 1, 0.6, Some("Failed 2/3 times (67% failure rate)")),
        (2, 2, 0.6, Some("Failed 3/5 times (60% failure rate)")),
        (2, 3, 0.7, None),
    ] {
        let rules = AntiPattern { failure_ratio: ratio, ..rules() };
        let (_, inversion) =
            observe(&pattern("Split by file type", success, failure), false, "s1", at(9), &rules);
        assert_eq!(inversion.and_then(|i| i.inverted.reason).as_deref(), expected);
    }
}

#[test]
fn the_warning_is_the_published_record() {
    let original =
        Pattern { tags: BTreeSet::from(["strategy".to_owned()]), ..pattern("Split by file type", 2, 4) };
    let (retired, inversion) = observe(&original, false, "s7", at(9), &rules());
    let json = serde_json::to_value(&inversion.unwrap().inverted).unwrap();
    assert_eq!(json["id"], "anti-pattern-123");
    assert_eq!(json["content"], "AVOID: Split by file type. Failed 5/7 times (71% failure rate)");
    assert_eq!((&json["kind"], &json["is_negative"]), (&"anti_pattern".into(), &true.into()));
    assert_eq!((&json["success_count"], &json["failure_count"]), (&2.into(), &5.into()));
    assert_eq!(json["reason"], "Failed 5/7 times (71% failure rate)");
    assert_eq!((&json["tags"][0], &json["examples"][0]), (&"strategy".into(), &"s7".into()));
    assert_eq!(retired.lifecycle, Lifecycle::Deprecated);
    assert_eq!(retired.linked.as_deref(), Some("anti-pattern-123"));
}

/// The published rule applies again at every further failure; this one does not.
#[test]
fn a_pattern_is_turned_round_once() {
    let (retired, first) = observe(&pattern("x", 2, 4), false, "s1", at(1), &rules());
    assert!(first.is_some());
    let again = retired.used(false, "s2", at(2));
    assert!(is_due(&again, &rules()));
    assert_eq!(retire(&again, &MaturityRuling::default(), &rules(), at(2)), None);
}

/// Otherwise a session is shown a strategy and warned against it at once.
#[test]
fn what_a_person_vouches_for_is_not_turned_round() {
    let failing = pattern("x", 0, 3);
    let promoted = MaturityRuling { standing: ManualState::Promoted { at: at(0) }, counted_from: None };
    assert!(retire(&failing, &MaturityRuling::default(), &rules(), at(1)).is_some());
    assert_eq!(retire(&failing, &promoted, &rules(), at(1)), None);
    let why = explain(&failing, &promoted, &rules()).concat();
    assert!(
        why.starts_with("not turned into a warning, because a person promoted it: failed in 3 of 3"),
        "{why}"
    );
}

#[test]
fn a_warning_is_not_doubled() {
    for (content, expected) in [
        ("Split by file type", "Split by file type"),
        ("AVOID: Split by file type.", "Split by file type"),
        ("avoid: Do not: never: splitting", "splitting"),
        ("Never: avoid: splitting", "avoid: splitting"),
        ("Avoidance is fine", "Avoidance is fine"),
        ("näver", "näver"),
    ] {
        assert_eq!(cleaned(content, "AVOID: "), expected, "{content}");
    }
    assert_eq!(cleaned("Lieber nicht: so", "lieber nicht: "), "so");
}

#[test]
fn a_warning_names_the_better_way() {
    let tagged = |p: Pattern| Pattern { tags: BTreeSet::from(["split".to_owned()]), ..p };
    let warning = invert(&tagged(pattern("Split by file type", 3, 12)), &rules(), at(0));
    let good = Pattern { id: "good".to_owned(), ..tagged(pattern("Split by feature", 4, 1)) };
    let others = [good, pattern("Untagged and perfect", 9, 0), tagged(pattern("Rarely works", 1, 4))];
    let all = [vec![warning], others.to_vec()].concat();
    let lines: Vec<String> = told(&all, &rules()).into_iter().map(|(_, line)| line).collect();
    assert_eq!(
        lines,
        ["AVOID: Split by file type. Failed 12/15 times (80% failure rate). Better: Split by feature"]
    );
    assert_eq!(told(&others, &rules()), []);
}

/// In the published program, the first figure of a warning stays for ever.
#[test]
fn a_warning_is_told_with_todays_figures_while_it_holds() {
    let warning = |success_count, failure_count| {
        let made = invert(&pattern("Split by file type", 0, 3), &rules(), at(0));
        current(Pattern { success_count, failure_count, ..made })
    };
    for (success, failure, content, holds) in [
        (0, 3, "AVOID: Split by file type. Failed 3/3 times (100% failure rate)", true),
        (2, 3, "AVOID: Split by file type. Failed 3/5 times (60% failure rate)", true),
        (17, 3, "AVOID: Split by file type. Failed 3/20 times (15% failure rate)", false),
    ] {
        let warning = warning(success, failure);
        assert_eq!((warning.content.as_str(), stands(&warning, &rules())), (content, holds));
        assert!(content.ends_with(&warning.reason.clone().unwrap()));
    }
    let retired = Pattern { lifecycle: Lifecycle::Deprecated, ..warning(0, 3) };
    assert!(!stands(&retired, &rules()));
    let given_up = current(Pattern { reason: Some("not here".into()), ..warning(1, 3) });
    assert_eq!(given_up.reason.as_deref(), Some("not here"));
}

#[test]
fn what_a_person_wants_avoided_did_not_fail() {
    let written = Pattern { kind: PatternKind::AntiPattern, ..pattern("Touch the lock file", 0, 0) };
    assert!(stands(&written, &rules()));
    let failed = invert(&pattern("x", 0, 3), &rules(), at(0));
    for (warnings, lead) in [
        (vec![&failed], "Based on past failures, avoid these decomposition strategies:"),
        (vec![&written], "A person asked to avoid these:"),
        (
            vec![&failed, &written],
            "Based on past failures and on what a person asked for, avoid these decomposition strategies:",
        ),
    ] {
        assert_eq!(heading(warnings.into_iter()), format!("## Anti-Patterns to Avoid\n\n{lead}"));
    }
}

#[test]
fn why_inverted() {
    let (retired, inversion) = observe(&pattern("x", 2, 4), false, "s1", at(1), &rules());
    let warning = inversion.unwrap().inverted;
    for (pattern, expected) in [
        (&pattern("x", 0, 0), "not used in any work whose end is known"),
        (
            &pattern("x", 2, 2),
            "not turned into a warning: failed in 2 of 4 uses (50 %), the limit is 60 % of at least 3 uses",
        ),
        (
            &retired,
            "turned into anti-pattern-123: failed in 5 of 7 uses (71 %), the limit is 60 % of at least 3 uses",
        ),
        (&warning, "a warning, made of pattern-123: failed in 5 of 7 uses (71 %)"),
        (
            &Pattern { success_count: 15, ..warning.clone() },
            "a warning that is not told now, made of pattern-123: failed in 5 of 20 uses (25 %), the limit is 60 % of at least 3 uses",
        ),
    ] {
        assert_eq!(explain(pattern, &MaturityRuling::default(), &rules()), [expected]);
    }
}
