//! The message about a missing artifact, shown before its absence has any effect.

use serde::Serialize;

use super::absence::CONFIRM_AFTER;
use super::{GitPart, ManifestRow};
use crate::core::model::review_state::FlagFacts;
use crate::core::model::{Observation, ReviewReason, Time};

/// The facts that a person's answer refers to.
pub fn facts(row: &ManifestRow) -> Option<FlagFacts> {
    row.missing_since.map(|since| FlagFacts::named([since.to_rfc3339()]))
}

/// An artifact that was not found at the last look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Absent {
    pub artifact: String,
    pub since: Time,
    /// From then on it counts as rejected; `None` if it is a question to the person, or git's
    /// doing.
    pub refused_from: Option<Time>,
    /// Git tracks its path on this branch.
    pub taken_by_git: bool,
}

impl Absent {
    pub fn of(row: &ManifestRow, observation: &Observation, swept_at: Option<Time>) -> Option<Absent> {
        let (since, facts) = (row.missing_since?, facts(row)?);
        let is_asked = row.by_git.is_some()
            || swept_at == Some(since)
            || observation.reviews.contains(&ReviewReason::MassDeletion)
            || observation.review_state.answers(ReviewReason::MassDeletion, &facts);
        let refused_from = (!is_asked).then(|| since + CONFIRM_AFTER);
        let taken_by_git = row.by_git == Some(GitPart::Took);
        Some(Absent { artifact: row.place(), since, refused_from, taken_by_git })
    }

    /// `not found since …`, and what follows from it. `at` formats a deadline in the person's time
    /// zone.
    pub fn sentence(&self, at: fn(Time) -> String) -> String {
        let then = match self.refused_from {
            Some(from) => format!("it counts as refused if it is still missing after {}", at(from)),
            None if self.taken_by_git => {
                "git tracks its file here, and it is written again where git does not".to_owned()
            }
            None => "that refuses nothing, and accepted in `ingrain review` it is written again".to_owned(),
        };
        format!("not found since {}; {then}", at(self.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::Kind;
    use crate::core::model::samples::{at, observation};

    fn minute(at: Time) -> String {
        at.format("%Y-%m-%d %H:%M").to_string()
    }

    fn row(missing_since: Option<Time>) -> ManifestRow {
        ManifestRow {
            observation_id: "obs_1".into(),
            kind: Kind::Decision,
            path: ".memory/knowledge/decisions.md".into(),
            anchor: Some("ADR-001".into()),
            content_hash: String::new(),
            rendered_at: at(0),
            branch: None,
            missing_since,
            missing_branch: None,
            edited: false,
            by_git: None,
        }
    }

    #[test]
    fn what_is_missing_says_since_when_and_what_that_leads_to() {
        let plain = observation(Kind::Decision, "obs_1", "t");
        let mut asked = plain.clone();
        asked.reviews.insert(ReviewReason::MassDeletion);
        let mut answered = plain.clone();
        answered.review_state.kept.insert(ReviewReason::MassDeletion, facts(&row(Some(at(60)))).unwrap());
        assert_eq!(Absent::of(&row(None), &plain, None), None);
        for (observation, swept_at, refused_from) in [
            (&plain, None, Some(at(60) + CONFIRM_AFTER)),
            (&plain, Some(at(0)), Some(at(60) + CONFIRM_AFTER)),
            (&plain, Some(at(60)), None),
            (&asked, None, None),
            (&answered, None, None),
        ] {
            let absent = Absent::of(&row(Some(at(60))), observation, swept_at).unwrap();
            assert_eq!(absent.refused_from, refused_from, "{observation:?}");
            assert!(absent.sentence(minute).starts_with("not found since "));
            assert_eq!(absent.sentence(minute).contains("refused if"), refused_from.is_some());
        }
    }
}
