//! The rule for what is written automatically and what waits for the person, shared by the code
//! that writes, asks and counts.

use crate::core::config::Promotion;
use crate::core::model::{Observation, Status};

/// The next step for an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It is not ready, not verified, or something else has to be decided first.
    Nothing,
    Write,
    /// It is written once the person accepts it.
    Ask,
}

pub fn next(o: &Observation, mode: Promotion) -> Next {
    let is_open = o.status == Status::Ready && o.superseded_by.is_none() && !o.is_held() && !o.is_revoked();
    match mode {
        _ if !is_open => Next::Nothing,
        _ if o.review_state.accepted => Next::Write,
        _ if !o.quality_ok => Next::Nothing,
        Promotion::Auto => Next::Write,
        Promotion::Inbox => Next::Ask,
    }
}

/// Whether it appears in the project's own copies: if a person is asked first, only after it was
/// written.
pub fn is_public(is_written: bool, mode: Promotion) -> bool {
    is_written || mode == Promotion::Auto
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::observation;
    use crate::core::model::{Kind, ReviewReason};

    #[test]
    fn a_person_is_asked_only_where_they_want_to_be_asked() {
        let ready = Observation {
            status: Status::Ready,
            quality_ok: true,
            ..observation(Kind::Decision, "obs_1", "t")
        };
        let with = |change: &dyn Fn(&mut Observation)| {
            let mut changed = ready.clone();
            change(&mut changed);
            changed
        };
        let accept = |o: &mut Observation| o.review_state.accepted = true;
        let weak = |o: &mut Observation| o.quality_ok = false;
        let table = [
            ("ready", ready.clone(), Next::Write, Next::Ask),
            ("accepted", with(&accept), Next::Write, Next::Write),
            ("not backed", with(&weak), Next::Nothing, Next::Nothing),
            (
                "not backed, accepted",
                with(&|o| [weak, accept].iter().for_each(|f| f(o))),
                Next::Write,
                Next::Write,
            ),
            ("observing", with(&|o| o.status = Status::Observing), Next::Nothing, Next::Nothing),
            ("written", with(&|o| o.status = Status::Created), Next::Nothing, Next::Nothing),
            ("superseded", with(&|o| o.superseded_by = Some("obs_2".into())), Next::Nothing, Next::Nothing),
            ("revoked", with(&|o| _ = o.reviews.insert(ReviewReason::Revoked)), Next::Nothing, Next::Nothing),
            (
                "taken back",
                with(&|o| _ = o.reviews.insert(ReviewReason::TakenBack)),
                Next::Nothing,
                Next::Nothing,
            ),
        ];
        for (name, o, auto, inbox) in table {
            assert_eq!((next(&o, Promotion::Auto), next(&o, Promotion::Inbox)), (auto, inbox), "{name}");
        }
    }
}
