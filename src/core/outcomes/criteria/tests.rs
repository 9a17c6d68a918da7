use super::*;
use crate::core::model::samples::at;

const DAY: i64 = 86_400;

/// (age in days, helpful), each of weight 1.
fn marks(events: &[(i64, bool)]) -> Vec<Mark> {
    events.iter().filter_map(|(age, helpful)| Mark::new(at(-age * DAY), *helpful, 1.0)).collect()
}

fn weighed(events: &[(i64, bool)]) -> CriterionWeight {
    record("type_safe", &marks(events), at(0), &Learning::default())
}

#[test]
fn weight_is_the_published_formula() {
    for (events, expected) in [
        (&[][..], 1.0),
        (&[(180, true), (0, false)], 0.2),
        (&[(0, false)], 0.1),
        (&[(0, true), (1, false), (2, true)], 0.666_673),
        (&[(0, true)], 1.0),
    ] {
        let found = weighed(events).weight;
        assert!((found - expected).abs() < 1e-5, "{events:?}: {found}");
    }
}

#[test]
fn deprecation_is_the_published_rule() {
    for (helpful, harmful, expected) in
        [(1, 1, false), (1, 4, true), (8, 2, false), (7, 3, false), (6, 3, true), (0, 0, false), (0, 3, true)]
    {
        let counts = FeedbackCounts { helpful, harmful };
        assert_eq!(is_deprecated(counts, &Learning::default()), expected, "{helpful}/{harmful}");
    }
}

#[test]
fn a_deprecated_criterion_counts_nothing() {
    let shaky = weighed(&[(180, true), (0, false)]);
    assert_eq!((apply(0.5, Some(&shaky)), shaky.deprecated), (0.1, false));
    assert_eq!(apply(0.5, None), 0.5);
    let harmful = weighed(&[(0, true), (0, false), (0, false)]);
    assert!(harmful.weight > 0.1);
    assert_eq!((apply(0.5, Some(&harmful)), harmful.factor, harmful.deprecated), (0.0, 0.0, true));
}

#[test]
fn the_record_has_the_published_fields_and_what_it_counts() {
    let json = serde_json::to_value(weighed(&[(0, true), (90, false)])).unwrap();
    let expected = serde_json::json!({
        "criterion": "type_safe", "weight": 1.0 / 1.5, "factor": 1.0 / 1.5, "deprecated": false, "helpful_count": 1, "harmful_count": 1,
        "last_validated": "2025-10-09T08:53:20Z", "half_life_days": 90,
    });
    assert_eq!(json, expected);
}

#[test]
fn why_this_weight() {
    for (events, counts, expected) in [
        (&[][..], "1.00", vec!["weight 1.00: there is no feedback yet"]),
        (
            &[(90, true), (0, false)],
            "0.33",
            vec![
                "weight 0.33: 1 helpful and 1 harmful events count as 0.50 and 1.00 today (half as much after 90 days)",
                "not judged before 3 events",
            ],
        ),
        (
            &[(0, true), (0, false), (0, false)],
            "0.00",
            vec![
                "weight 0.33: 1 helpful and 2 harmful events count as 1.00 and 2.00 today (half as much after 90 days)",
                "deprecated, so it counts nothing: 67 % of 3 events were harmful, more than 30 %",
            ],
        ),
    ] {
        let rules = Learning::default();
        let scales = format!("what a run that names it says of what it used counts {counts} of its score");
        let expected: Vec<&str> = expected.into_iter().chain([scales.as_str()]).collect();
        assert_eq!(explain(&weighed(events), &marks(events), at(0), &rules), expected);
    }
}
