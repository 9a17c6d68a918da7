//! A person's decision on a pattern. It overrides all evidence until it is taken back.

use super::lifecycle;
use super::pattern::{Lifecycle, Pattern, Track};
use crate::core::model::Time;
use crate::core::model::change_kind::ChangeKind;
use crate::core::outcomes::maturity::{CannotPromote, Maturity, MaturityRuling};
use crate::core::text::one_line;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternDecision {
    Promote,
    /// The reason.
    Deprecate(String),
    Reset,
}

impl PatternDecision {
    pub fn done(&self) -> ChangeKind {
        match self {
            PatternDecision::Promote => ChangeKind::Promoted,
            PatternDecision::Deprecate(_) => ChangeKind::Deprecated,
            PatternDecision::Reset => ChangeKind::Reset,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct PatternChange {
    pub after: Pattern,
    pub ruling: MaturityRuling,
    /// The warning made from the pattern, which is removed when the pattern starts anew.
    pub without: Option<String>,
}

/// `None` if nothing would change.
pub fn plan(
    word: &PatternDecision,
    pattern: &Pattern,
    maturity: &Maturity,
    now: Time,
) -> Result<Option<PatternChange>, CannotPromote> {
    let known = || maturity.ruling.clone();
    let pattern = pattern.clone();
    Ok(match word {
        // Otherwise the pattern and the warning against it would both be shown.
        PatternDecision::Promote
            if pattern.linked.is_some() && pattern.lifecycle == Lifecycle::Deprecated =>
        {
            return Err(CannotPromote);
        }
        PatternDecision::Promote => {
            let is_held = pattern.track.disputed || pattern.lifecycle != Lifecycle::Active;
            let ruling = maturity.ruling.promote(maturity.state, now)?.or_else(|| is_held.then(known));
            ruling.map(|ruling| PatternChange {
                after: lifecycle::promoted(&pattern, now),
                ruling,
                without: None,
            })
        }
        PatternDecision::Deprecate(reason) => maturity.ruling.deprecate(reason, now).map(|ruling| {
            let reason = Some(one_line(reason));
            let after = Pattern { lifecycle: Lifecycle::Deprecated, reason, updated_at: now, ..pattern };
            PatternChange { after, ruling, without: None }
        }),
        PatternDecision::Reset => {
            let has_faded = pattern.lifecycle == Lifecycle::Deprecated || pattern.track.is_held();
            let ruling = maturity.ruling.reset(maturity.by_evidence, now);
            ruling.or_else(|| has_faded.then(known)).map(|ruling| anew(pattern, ruling, now))
        }
    })
}

fn anew(pattern: Pattern, ruling: MaturityRuling, now: Time) -> PatternChange {
    let without = pattern.linked.clone().filter(|_| !pattern.is_negative());
    let track = Track { seen: pattern.track.seen, ..Track::first_seen(now) };
    let lifecycle = lifecycle::by_sightings(&track);
    let after = Pattern { lifecycle, reason: None, linked: None, track, updated_at: now, ..pattern };
    PatternChange { after, ruling, without }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::config;
    use crate::core::model::samples::at;
    use crate::core::outcomes::maturity::MaturityState;
    use crate::core::patterns::pattern::Category;

    fn ruled(
        word: &PatternDecision,
        pattern: &Pattern,
        ruling: MaturityRuling,
    ) -> Result<Option<PatternChange>, CannotPromote> {
        let maturity = Maturity::of(&[], ruling, at(9), &config::Maturity::default());
        plan(word, pattern, &maturity, at(9))
    }

    #[test]
    fn each_word_counts_once() {
        let pattern = Pattern::new("judge", "`drop` releases the lock", Category::Rule, at(0));
        for word in [PatternDecision::Promote, PatternDecision::Deprecate("it is wrong".to_owned())] {
            let once = ruled(&word, &pattern, MaturityRuling::default()).unwrap().unwrap();
            assert_eq!(once.after.updated_at, at(9), "{word:?}");
            assert_eq!(ruled(&word, &once.after, once.ruling.clone()), Ok(None), "{word:?}");
            let reset = ruled(&PatternDecision::Reset, &once.after, once.ruling).unwrap().unwrap();
            assert_eq!(reset.after.lifecycle, Lifecycle::Observed, "{word:?}");
            assert_eq!(ruled(&PatternDecision::Reset, &reset.after, reset.ruling), Ok(None), "{word:?}");
        }
    }

    #[test]
    fn a_fresh_start_is_as_far_as_it_was_seen() {
        for (seen, expected) in
            [(1, Lifecycle::Observed), (2, Lifecycle::Candidate), (9, Lifecycle::Candidate)]
        {
            let mut pattern = Pattern::new("judge", "`drop` releases the lock", Category::Rule, at(0));
            (pattern.lifecycle, pattern.track.seen) = (Lifecycle::Deprecated, seen);
            let reset = ruled(&PatternDecision::Reset, &pattern, MaturityRuling::default()).unwrap().unwrap();
            assert_eq!((reset.after.lifecycle, reset.after.track.seen), (expected, seen));
        }
    }

    #[test]
    fn what_was_given_up_is_reset_before_it_is_promoted() {
        let pattern = Pattern::new("judge", "`drop` releases the lock", Category::Rule, at(0));
        let given_up = ruled(&PatternDecision::Deprecate(String::new()), &pattern, MaturityRuling::default())
            .unwrap()
            .unwrap();
        assert_eq!(ruled(&PatternDecision::Promote, &given_up.after, given_up.ruling), Err(CannotPromote));
    }

    #[test]
    fn what_was_turned_round_is_reset_before_it_is_promoted() {
        let mut pattern = Pattern::new("judge", "`drop` releases the lock", Category::Rule, at(0));
        (pattern.lifecycle, pattern.linked) = (Lifecycle::Deprecated, Some("anti-1".to_owned()));
        let vouched = MaturityRuling::default().promote(MaturityState::Candidate, at(1)).unwrap().unwrap();
        for ruling in [MaturityRuling::default(), vouched] {
            assert_eq!(ruled(&PatternDecision::Promote, &pattern, ruling.clone()), Err(CannotPromote));
            let reset = ruled(&PatternDecision::Reset, &pattern, ruling).unwrap().unwrap();
            assert!(ruled(&PatternDecision::Promote, &reset.after, reset.ruling).unwrap().is_some());
        }
    }

    #[test]
    fn a_warning_goes_with_the_fresh_start_of_its_pattern_and_not_with_its_own() {
        let mut pattern = Pattern::new("judge", "`drop` releases the lock", Category::Rule, at(0));
        pattern.lifecycle = Lifecycle::Deprecated;
        pattern.linked = Some("anti-1".to_owned());
        let reset = ruled(&PatternDecision::Reset, &pattern, MaturityRuling::default()).unwrap().unwrap();
        assert_eq!((reset.without.as_deref(), reset.after.linked), (Some("anti-1"), None));
        pattern.kind = crate::core::patterns::pattern::PatternKind::AntiPattern;
        let reset = ruled(&PatternDecision::Reset, &pattern, MaturityRuling::default()).unwrap().unwrap();
        assert_eq!(reset.without, None);
    }
}
