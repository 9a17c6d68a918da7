use proptest::prelude::*;

use super::*;
use crate::core::text::words::Words;

fn any_candidate() -> impl Strategy<Value = Candidate> {
    let evidence = prop::collection::vec((0u8..3, 0u8..4, "[ab]", 0i64..9), 1..3);
    (0usize..4, "([abc] ){1,4}", prop::collection::btree_set("[xyz]", 0..3), evidence, any::<bool>())
        .prop_map(|(kind, title, keys, evidence, attested)| Candidate {
            details: details(Kind::ALL[kind], &title),
            title,
            keys,
            matches: None,
            credits: Default::default(),
            resent: Default::default(),
            evidence: evidence
                .into_iter()
                .map(|(s, t, q, day)| said(&format!("s{s}"), &format!("s{s}.{t}"), &q, day * DAY))
                .collect(),
            quality: Quality { attested, ..Quality::default() },
        })
}

fn title() -> impl Strategy<Value = String> {
    prop::collection::vec("[a-h]", 1..24).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn replaying_changes_nothing(batches in prop::collection::vec(prop::collection::vec(any_candidate(), 0..3), 0..3)) {
        let thresholds = Thresholds::default();
        let mut all = Vec::new();
        for batch in &batches {
            all = after(&all, batch);
        }
        for batch in batches {
            prop_assert_eq!(merge(&all, batch, rules(&thresholds)), vec![]);
        }
    }

    #[test]
    fn every_session_counts_once(batch in prop::collection::vec(any_candidate(), 0..12)) {
        for observation in after(&[], &batch) {
            prop_assert_eq!(observation.count as usize, observation.sessions.len());
            prop_assert!(observation.count >= 1 && observation.evidence.len() <= 10);
            prop_assert!(observation.first_seen <= observation.last_seen);
        }
    }

    #[test]
    fn the_index_of_rare_words_misses_no_similar_title(known in prop::collection::vec(title(), 1..20), given in title()) {
        let same = || details(Kind::Workflow, "the same steps");
        let with_title = |(n, t): (usize, &String)| {
            Observation { details: same(), ..observation(Kind::Workflow, &format!("obs_{n}"), t) }
        };
        let existing: Vec<Observation> = known.iter().enumerate().map(with_title).collect();
        let expected = known.iter().any(|t| Words::of(t).similarity(&Words::of(&given)) >= 0.85);
        let given = Candidate { details: same(), ..candidate(Kind::Workflow, &given, "new") };
        let all = after(&existing, &[given]);
        prop_assert_eq!(all.len() == existing.len(), expected);
    }
}
