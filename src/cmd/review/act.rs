//! Carries out rulings. The memory is opened for each of them and closed again: nothing is locked while a person thinks.

use anyhow::{Context, Result, bail};

use crate::cmd::naming;
use crate::core::did::Did;
use crate::core::policy::Order;
use crate::core::review::{Ruling, Subject};
use crate::ctx::Ctx;
use crate::error::{Exit, Hint};
use crate::project::Project;
use crate::stage::rule;
use crate::store::{self, Store};
use crate::ui::{self, Ui};
use crate::worker::Run;

pub struct Court<'a> {
    pub ctx: &'a Ctx,
    pub project: &'a Project,
    pub ui: &'a Ui,
    pub dry_run: bool,
}

impl Court<'_> {
    /// All of them are found before any is carried out: half a wish is no wish.
    pub fn rule(&self, wishes: &[(Ruling, &str)]) -> Result<Exit> {
        let mut run = Run::for_person(self.ctx, self.project)?;
        let mut cases = Vec::new();
        for (ruling, word) in wishes {
            cases.push((ruling, subject(&run.store, word)?));
        }
        let mut changed = false;
        for (ruling, subject) in cases {
            changed |= self.one(&mut run, ruling, &subject)?;
        }
        if self.dry_run {
            self.ui.dry_run();
        } else if changed {
            run.settle()?;
        }
        Ok(Exit::Ok)
    }

    /// `false` when there was nothing to change.
    fn one(&self, run: &mut Run<'_>, ruling: &Ruling, subject: &Subject) -> Result<bool> {
        let done = match (subject, self.dry_run) {
            (Subject::Observation(id), true) => rule::look(run, id, ruling).map(|_| would(ruling, id)),
            (Subject::Tool(adapter), true) => order(run, adapter, ruling).map(|_| would(ruling, adapter)),
            (subject, false) => carry_out(run, ruling, subject),
        };
        match done {
            Ok(said) => {
                self.ui.talk(&ui::sanitize(&said));
                Ok(true)
            }
            Err(error) if error.is::<crate::core::review::Nothing>() => {
                self.ui.talk(&ui::sanitize(&format!(
                    "nothing to change: {}: {}",
                    subject.id(),
                    error.root_cause()
                )));
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }
}

/// Rules on whatever it is, and says what became of it. `Run::settle` is to follow.
pub fn carry_out(run: &mut Run<'_>, ruling: &Ruling, subject: &Subject) -> Result<String> {
    match subject {
        Subject::Observation(id) => rule::apply(run, id, ruling),
        Subject::Tool(adapter) => tool(run, adapter, ruling),
    }
}

fn would(ruling: &Ruling, id: &str) -> String {
    format!("{id} would be {}", ruling.done())
}

fn subject(store: &Store, word: &str) -> Result<Subject> {
    if let Some(observation) = naming::observation(store, word)? {
        return Ok(Subject::Observation(observation.id));
    }
    let known = store::policy::known_adapters(store.read())?.into_iter().find(|adapter| adapter == word);
    known
        .map(Subject::Tool)
        .with_context(|| format!("no observation `{word}`"))
        .hint("`ingrain review --list` and `ingrain list` show the ids")
}

/// What the person said about a tool, and what that makes of it.
fn order(run: &Run<'_>, adapter: &str, ruling: &Ruling) -> Result<Order> {
    let known = store::policy::orders(run.store.read())?.remove(adapter).unwrap_or_default();
    match ruling {
        Ruling::Accept => Ok(known.accepted(run.ctx.now)),
        Ruling::Reject => Ok(known.declined(run.ctx.now)),
        _ => bail!("a tool can only be accepted or rejected"),
    }
}

fn tool(run: &mut Run<'_>, adapter: &str, ruling: &Ruling) -> Result<String> {
    let (order, now) = (order(run, adapter, ruling)?, run.ctx.now);
    run.store.write(|db| store::policy::order(db, adapter, &order, Did::ruled(ruling.done(), now)))?;
    Ok(format!("{} {adapter}", ruling.done()))
}
