use std::borrow::Cow;

use proptest::prelude::*;

use super::super::detectors;
use super::{redact, redactor};

/// Text made of what the detectors look for: secrets, halves of them, names, links, escapes.
fn tangled(pieces: usize) -> impl Strategy<Value = String> {
    let samples: Vec<String> = detectors().map(|detector| detector.sample().text()).collect();
    let halves: Vec<String> =
        samples.iter().map(|text| text.chars().take(text.chars().count() / 2).collect()).collect();
    let glue = r#"= & @ : " ' [ ] \ \n \" %3D é password token"#.split(' ').chain([" ", "\n", "\n    "]);
    let piece = prop_oneof![
        proptest::sample::select(samples),
        proptest::sample::select(halves),
        proptest::sample::select(glue.map(str::to_owned).collect::<Vec<_>>()),
        "[ -~]{0,12}",
        "\\PC{0,6}",
    ];
    proptest::collection::vec(piece, 0..pieces).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn masking_twice_changes_nothing(text in tangled(12)) {
        let once = redact(&text);
        prop_assert_eq!(redact(&once), once.clone());
        prop_assert!(!redactor().has_secret(&once));
    }

    #[test]
    fn no_text_is_too_strange(text in "(?s).{0,200}") {
        prop_assert_eq!(redact(&redact(&text)), redact(&text));
    }

    #[test]
    fn text_without_secrets_is_not_copied(text in "[a-z ,.\n]{0,200}") {
        prop_assert!(matches!(redactor().redact(&text), Cow::Borrowed(_)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn long_tangles_are_stable_too(text in tangled(120)) {
        let once = redact(&text);
        prop_assert_eq!(redact(&once), once);
    }
}
