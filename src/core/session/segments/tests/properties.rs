use proptest::prelude::*;

use super::*;
use crate::core::model::outcome::RunResult;

#[derive(Clone, Debug)]
enum Happens {
    Typed(&'static str),
    Said,
    Ran(&'static str),
    Failed(&'static str),
    Edited(&'static str),
    Refused,
    Interrupted,
}

fn anything() -> impl Strategy<Value = Happens> {
    let command =
        prop::sample::select(vec!["cargo test", "git commit -m x", "ls", "git reset --hard", "npm run lint"]);
    prop_oneof![
        prop::sample::select(vec!["do it", "thanks", "no, not that", "revert that", "continue"])
            .prop_map(Happens::Typed),
        Just(Happens::Said),
        command.clone().prop_map(Happens::Ran),
        command.prop_map(Happens::Failed),
        prop::sample::select(vec!["/w/a.rs", "/w/b/c.rs"]).prop_map(Happens::Edited),
        Just(Happens::Refused),
        Just(Happens::Interrupted),
    ]
}

fn told(all: &[Happens]) -> Told {
    all.iter().fold(Told::default(), |told, happens| match happens {
        Happens::Typed(text) => told.typed(text),
        Happens::Said => told.said("so"),
        Happens::Ran(command) => told.ran(command, "ok"),
        Happens::Failed(command) => told.failed(command, "error: no"),
        Happens::Edited(path) => told.edited(path),
        Happens::Refused => told.refused("Edit", "/w/a.rs"),
        Happens::Interrupted => told.interrupted(),
    })
}

proptest! {
    /// That is what allows later reading to begin at a prompt.
    #[test]
    fn a_piece_of_work_does_not_depend_on_what_was_before(all in prop::collection::vec(anything(), 0..30)) {
        let told = told(&all);
        let whole = told.segments();
        for (at, turn) in told.0.iter().enumerate().filter(|(_, turn)| turn.origin == Origin::Typed) {
            let later = Told(told.0[at..].to_vec()).segments();
            prop_assert!(whole.ends_with(&later), "from {}", turn.id);
        }
    }

    #[test]
    fn figures_stay_in_their_bounds(all in prop::collection::vec(anything(), 0..30)) {
        for segment in told(&all).segments() {
            let outcome = segment.outcome;
            prop_assert!((0.0..=1.0).contains(&outcome.post_execution_score));
            prop_assert!(outcome.duration_ms <= outcome.wall_duration_ms);
            prop_assert!(outcome.error_count <= outcome.raw_error_count);
            let failed = matches!(outcome.result, RunResult::Failure | RunResult::Partial);
            prop_assert_eq!(outcome.failure_mode.is_some(), failed);
        }
    }
}
