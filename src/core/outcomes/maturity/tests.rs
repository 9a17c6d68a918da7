use super::*;
use crate::core::model::samples::at;

/// The published formula, on decayed sums alone.
pub(crate) fn published_state(sums: Sums, rules: &config::Maturity) -> MaturityState {
    let total = if sums.total() > EPSILON { sums.total() } else { 0.0 };
    let enough = total >= f64::from(rules.min_feedback) - EPSILON;
    judge(sums, enough, enough && harmful_share(sums) > rules.deprecation, rules)
}

const DAY: i64 = 86_400;

fn rules() -> config::Maturity {
    config::Maturity::default()
}

fn marks(helpful: usize, harmful: usize) -> Vec<Mark> {
    let one = |helpful| Mark { at: at(0), helpful, weight: 1.0 };
    [vec![one(true); helpful], vec![one(false); harmful]].concat()
}

#[test]
fn state_is_the_published_formula() {
    use MaturityState::{Candidate, Deprecated, Established, Proven};
    for (helpful, harmful, expected) in [
        (0.0, 0.0, Candidate),
        (2.0, 0.0, Candidate),
        (2.98, 0.0, Candidate),
        (2.99, 0.0, Established),
        (3.0, 0.0, Established),
        (2.0, 1.0, Deprecated),
        (3.0, 1.0, Established),
        (4.0, 1.0, Established),
        (4.99, 0.0, Proven),
        (5.0, 0.0, Proven),
        (5.0, 1.0, Established),
        (6.0, 1.0, Proven),
        (5.0, 2.0, Established),
        (7.0, 3.0, Established),
        (6.0, 3.0, Deprecated),
        (10.0, 1.0, Proven),
        (17.0, 3.0, Established),
        (18.0, 3.0, Proven),
        (10.0, 8.0, Deprecated),
        (2.0, 5.0, Deprecated),
        (0.0, 2.0, Candidate),
        (0.0, 3.0, Deprecated),
        (0.75, 1.0, Candidate),
    ] {
        assert_eq!(published_state(Sums { helpful, harmful }, &rules()), expected, "{helpful}/{harmful}");
    }
}

#[test]
fn old_helpful_events_are_weighed() {
    let mut events = marks(3, 1);
    for mark in &mut events[..3] {
        mark.at = at(-180 * DAY);
    }
    let sums = Sums::of(&events, at(0), 90);
    assert_eq!(sums.total(), 1.75);
    assert_eq!(published_state(sums, &rules()), MaturityState::Candidate);
}

#[test]
fn multipliers() {
    let found: Vec<f64> = MaturityState::ALL.iter().map(|state| state.multiplier()).collect();
    assert_eq!(found, [0.5, 1.0, 1.5, 0.0]);
}

#[test]
fn labels() {
    use MaturityState::{Candidate, Deprecated, Established, Proven};
    for (helpful, harmful, state, expected) in [
        (7, 3, Established, "[ESTABLISHED - 70% helpful, 30% harmful from 10 observations]"),
        (2, 1, Established, "[ESTABLISHED - 67% helpful, 33% harmful from 3 observations]"),
        (9, 1, Proven, "[PROVEN - 90% helpful from 10 observations]"),
        (2, 8, Deprecated, "[DEPRECATED - 80% harmful, avoid using]"),
        (3, 0, Candidate, "[CANDIDATE - 3 observations, needs more data]"),
        (1, 0, Candidate, "[LIMITED DATA - 1 observation]"),
        (0, 0, Candidate, "[LIMITED DATA - 0 observations]"),
    ] {
        assert_eq!(label(state, FeedbackCounts { helpful, harmful }), expected);
    }
}

#[test]
fn sections_come_in_the_order_of_trust() {
    use MaturityState::{Candidate, Deprecated, Proven};
    let counts = |helpful, harmful| FeedbackCounts { helpful, harmful };
    let text = grouped([
        ("new", Candidate, counts(1, 0)),
        ("bad\nline", Deprecated, counts(2, 8)),
        ("good", Proven, counts(9, 1)),
    ]);
    assert_eq!(
        text,
        "Proven:\n- good [PROVEN - 90% helpful from 10 observations]\n\n\
         Candidates:\n- new [LIMITED DATA - 1 observation]\n\n\
         Deprecated:\n- bad line [DEPRECATED - 80% harmful, avoid using]"
    );
    assert_eq!(grouped([]), "");
}

#[test]
fn a_ruling_stays_until_reset() {
    let promoted = MaturityRuling::default().promote(MaturityState::Candidate, at(1)).unwrap().unwrap();
    let state = |events: &[Mark], ruling: &MaturityRuling| {
        Maturity::of(events, ruling.clone(), at(9), &rules()).state
    };
    assert_eq!(state(&[], &promoted), MaturityState::Established);
    assert_eq!(state(&marks(9, 0), &promoted), MaturityState::Proven);
    assert_eq!(state(&marks(0, 9), &promoted), MaturityState::Established);
    assert_eq!(promoted.promote(MaturityState::Established, at(2)), Ok(None));

    let deprecated = promoted.deprecate("causes\nconflicts", at(3)).unwrap();
    assert_eq!(state(&marks(9, 0), &deprecated), MaturityState::Deprecated);
    assert_eq!(
        deprecated.standing,
        ManualState::Deprecated { at: at(3), reason: "causes conflicts".to_owned() }
    );
    assert_eq!(deprecated.deprecate("again", at(4)), None);
    assert_eq!(deprecated.promote(MaturityState::Deprecated, at(4)), Err(CannotPromote));

    let reset = deprecated.reset(MaturityState::Proven, at(5)).unwrap();
    assert_eq!(state(&marks(9, 0), &reset), MaturityState::Proven);
    assert_eq!(reset.reset(MaturityState::Proven, at(6)), None);
}

/// Otherwise the events that deprecated it would do so again at once.
#[test]
fn after_a_reset_of_evidence_counting_starts_anew() {
    let reset = MaturityRuling::default().reset(MaturityState::Deprecated, at(5)).unwrap();
    let found = Maturity::of(&marks(0, 4), reset, at(9), &rules());
    assert_eq!((found.state, found.counts), (MaturityState::Candidate, FeedbackCounts::default()));
}

#[test]
fn a_ruling_survives_the_database() {
    let ruling = MaturityRuling {
        standing: ManualState::Deprecated { at: at(3), reason: "slow".to_owned() },
        counted_from: Some(at(1)),
    };
    let json = serde_json::to_string(&ruling).unwrap();
    assert_eq!(serde_json::from_str::<MaturityRuling>(&json).unwrap(), ruling);
    assert_eq!(
        serde_json::from_str::<MaturityRuling>(r#"{"standing":"auto"}"#).unwrap(),
        MaturityRuling::default()
    );
}

#[test]
fn why_not_proven() {
    let why = |helpful, harmful| {
        explain(
            &marks(helpful, harmful),
            &MaturityRuling::default(),
            at(0),
            &rules(),
            "ingrain pattern reset x",
        )
    };
    for (found, expected) in [
        (why(0, 0), vec!["not judged yet: 0 known results of work that used it, 3 are needed"]),
        (
            why(4, 1),
            vec![
                "4 helpful and 1 harmful events count as 4.00 and 1.00 today (half as much after 90 days)",
                "not proven: helpful weighs 4.00, 5 is needed; 20 % is harmful, it has to be below 15 %",
            ],
        ),
        (
            why(9, 0),
            vec![
                "9 helpful and 0 harmful events count as 9.00 and 0.00 today (half as much after 90 days)",
                "proven: helpful 9.00 of 5, 0 % harmful",
            ],
        ),
        (
            why(1, 3),
            vec![
                "1 helpful and 3 harmful events count as 1.00 and 3.00 today (half as much after 90 days)",
                "deprecated since 2025-10-09: more than 30 % harmful then, 75 % today; it stays so until `ingrain pattern reset x`",
            ],
        ),
    ] {
        assert_eq!(found, expected);
    }
    let ruled = MaturityRuling::default().deprecate("slow", at(0)).unwrap();
    assert_eq!(explain(&[], &ruled, at(0), &rules(), "")[1], "deprecated by a person on 2025-10-09: slow");
    let promoted = MaturityRuling::default().promote(MaturityState::Candidate, at(0)).unwrap().unwrap();
    assert!(explain(&marks(1, 3), &promoted, at(0), &rules(), "")[1].ends_with("but a person's word stands"));
}

#[test]
fn only_what_is_hidden_can_be_told_anew() {
    let maturity =
        |events: &[Mark], ruling: &MaturityRuling| Maturity::of(events, ruling.clone(), at(9), &rules());
    let given_up = MaturityRuling::default().deprecate("slow", at(0)).unwrap();
    for (events, ruling, expected) in [
        (marks(3, 0), MaturityRuling::default(), None),
        (
            marks(0, 3),
            MaturityRuling::default(),
            Some(MaturityRuling { standing: ManualState::Auto, counted_from: Some(at(9)) }),
        ),
        (marks(3, 0), given_up, Some(MaturityRuling::default())),
    ] {
        let anew = maturity(&events, &ruling).anew(at(9));
        assert_eq!(anew, expected);
        assert!(anew.is_none_or(|anew| !maturity(&events, &anew).hides()));
    }
}
