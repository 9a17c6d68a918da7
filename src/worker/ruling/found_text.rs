//! A person's ruling on a text that was found in the project: accepted as theirs, or rejected for good.

use anyhow::{Result, bail};

use crate::core::knowledge::provenance::TextOwner;
use crate::core::knowledge::reconcile::DiskState;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::review::ReviewDecision;
use crate::project::trust::Trust;
use crate::store;
use crate::worker::file::promise::{self, OutsideChange};
use crate::worker::run::Run;
use crate::worker::visibility::{self, Asked};

/// The name of a text in `review`: the beginning of its hash.
pub fn name(found: &DiskState) -> Option<String> {
    Some(format!("text-{}", found.hash.as_ref()?.get(..8)?))
}

pub fn find(run: &Run<'_>, word: &str) -> Result<Option<DiskState>> {
    let all = visibility::unknown(run.project, Some(run.store.read()), Asked::AlsoRefused)?;
    Ok(all.into_iter().find(|found| name(found).as_deref() == Some(word)))
}

pub fn rule(run: &mut Run<'_>, found: &DiskState, ruling: &ReviewDecision) -> Result<String> {
    let hash = found.hash.clone().unwrap_or_default();
    let now = run.ctx.now;
    match ruling {
        ReviewDecision::Accept => {
            let before = Trust::load(run.project)?;
            let mut after = before.clone();
            after.knowledge.insert(hash);
            let did =
                ChangeCause { action: ChangeKind::Trusted, cause: "you said that it is yours", at: now };
            let change = OutsideChange { trust: Some((&before, &after)), ..OutsideChange::default() };
            promise::keep(run, change, did, |_| Ok(()))?;
        }
        ReviewDecision::Reject => {
            run.store.write(|db| store::known_texts::add(db, &hash, TextOwner::Refused, now))?;
        }
        _ => bail!("a text can only be accepted or rejected"),
    }
    Ok(format!("{} {}", ruling.done(), name(found).unwrap_or_default()))
}
