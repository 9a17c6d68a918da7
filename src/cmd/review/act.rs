//! Carries out rulings. The database is opened for each ruling and closed again, so nothing is locked
//! while a person thinks.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use super::proposal;

use crate::cmd::guard::door;
use crate::cmd::remember::way_back;
use crate::cmd::{naming, ruled};
use crate::core::model::change_kind::ChangeKind;
use crate::core::policy::overlay_rules::ToolDecision;
use crate::core::review::authority::Proposal;
use crate::core::review::{ReviewDecision, ReviewSubject};
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::project::Project;
use crate::store;
use crate::ui::Ui;
use crate::worker;
use crate::worker::ruling::{found_text, guard, observation, tool};
use crate::worker::run::Run;

pub struct Court<'a> {
    pub ctx: &'a Ctx,
    pub project: &'a Project,
    pub ui: &'a Ui,
    pub dry_run: bool,
    pub json: bool,
}

/// A ruling, and the name of its subject.
type Wish<'a> = (ReviewDecision, &'a str);
/// A ruling on a command that an agent proposed.
type Proposed<'a> = (&'a ReviewDecision, Proposal);

impl Court<'_> {
    /// Carries out rulings. All subjects are looked up before the first is changed.
    pub fn rule(&self, wishes: &[Wish<'_>]) -> Result<Exit> {
        let (proposed, wishes) = self.proposed(wishes)?;
        let mut told = Vec::new();
        for (ruling, proposal) in proposed {
            told.push((proposal.name(), ruling.done(), self.proposal(ruling, &proposal)?));
        }
        let mut run = worker::for_person(self.ctx, self.project)?;
        let mut cases = Vec::new();
        for (ruling, word) in wishes {
            cases.push((ruling, subject(&run, word)?));
        }
        let rules_guards = cases.iter().any(|(_, subject)| matches!(subject, ReviewSubject::Guard(_)));
        for (ruling, subject) in cases {
            told.push((subject.id().to_owned(), ruling.done(), self.one(&mut run, ruling, &subject)?));
        }
        if self.dry_run {
            self.ui.dry_run();
        } else if told.iter().any(|(.., is_done)| *is_done) {
            worker::settle(&mut run)?;
            if let Some(number) = run.store.change_set() {
                self.ui.talk(&format!("take it back: `{}`", way_back(self.ctx, &number.to_string())));
            }
            drop(run);
            if rules_guards {
                door::open(self.ctx, self.project, self.ui)?;
            }
        }
        if self.json {
            let one = |(id, ruling, is_done): &(String, ChangeKind, bool)| json!({"id": id, "ruling": ruling.as_str(), "changed": is_done, "dry_run": self.dry_run});
            self.ui.json(&Value::from(told.iter().map(one).collect::<Vec<_>>()))?;
        }
        Ok(Exit::Ok)
    }

    /// Splits rulings into those on proposals, which lock the database themselves, and others.
    fn proposed<'w>(&self, wishes: &'w [Wish<'w>]) -> Result<(Vec<Proposed<'w>>, Vec<&'w Wish<'w>>)> {
        let (mut proposed, mut others) = (Vec::new(), Vec::new());
        for wish in wishes {
            match proposal::find(self.project, wish.1)? {
                Some(proposal) => proposed.push((&wish.0, proposal)),
                None => others.push(wish),
            }
        }
        Ok((proposed, others))
    }

    fn proposal(&self, ruling: &ReviewDecision, proposal: &Proposal) -> Result<bool> {
        let done = match self.dry_run {
            true => Ok(would(ruling, &proposal.name())),
            false => proposal::rule(self.ctx, self.project, proposal, ruling, self.ui),
        };
        ruled::tell(&proposal.name(), done, self.ui)
    }

    /// `false` when there was nothing to change.
    fn one(&self, run: &mut Run<'_>, ruling: &ReviewDecision, subject: &ReviewSubject) -> Result<bool> {
        let done = match (subject, self.dry_run) {
            (ReviewSubject::Observation(id), true) => observation::look(run, id, ruling).map(|plan| {
                let title = plan.changes.first().map_or(id, |ruled| &ruled.after.title);
                format!("“{}” would be {}", text::one_line(title), ruling.done())
            }),
            (ReviewSubject::Tool(adapter), true) => {
                wish(ruling).and_then(|wish| tool::look(run, adapter, &wish)).map(|_| would(ruling, adapter))
            }
            (ReviewSubject::Guard(id), true) => {
                let known = guard::known(run.store.read(), id)?;
                guard::level_of(&known, ruling).map(|level| match level == known.level {
                    true => format!("{id} would stay set to {level}"),
                    false => format!("{id} would be set to {level}"),
                })
            }
            (ReviewSubject::FoundText(name) | ReviewSubject::Proposal(name), true) => Ok(would(ruling, name)),
            (subject, false) => carry_out(run, ruling, subject),
        };
        let name = match subject {
            ReviewSubject::Observation(id) => store::observations::get(run.store.read(), id)?
                .map_or_else(|| id.clone(), |o| format!("“{}”", text::one_line(&o.title))),
            _ => subject.id().to_owned(),
        };
        ruled::tell(&name, done, self.ui)
    }
}

/// Carries out a ruling on any subject and returns the result. Call `worker::settle` afterwards.
pub fn carry_out(run: &mut Run<'_>, ruling: &ReviewDecision, subject: &ReviewSubject) -> Result<String> {
    match subject {
        ReviewSubject::Observation(id) => observation::apply(run, id, ruling),
        ReviewSubject::Tool(adapter) => {
            tool::apply(run, adapter, &wish(ruling)?).map(|()| format!("{} {adapter}", ruling.done()))
        }
        ReviewSubject::FoundText(name) => {
            let found = found_text::find(run, name)?.context("it is no longer there")?;
            found_text::rule(run, &found, ruling)
        }
        ReviewSubject::Guard(id) => {
            let known = guard::known(run.store.read(), id)?;
            let after = guard::rule(run, known, ruling)?;
            Ok(format!("{} ({}) is set to {}", after.id, after.matcher, after.level))
        }
        ReviewSubject::Proposal(name) => bail!("{name} is gone"),
    }
}

fn would(ruling: &ReviewDecision, id: &str) -> String {
    format!("{id} would be {}", ruling.done())
}

fn subject(run: &Run<'_>, word: &str) -> Result<ReviewSubject> {
    let store = &run.store;
    if let Some(found) = found_text::find(run, word)? {
        return Ok(ReviewSubject::FoundText(found_text::name(&found).unwrap_or_default()));
    }
    if let Some(guard) = guard::find(store.read(), word)? {
        return Ok(ReviewSubject::Guard(guard.id));
    }
    if let Some(observation) = naming::observation(store.read(), word)? {
        return Ok(ReviewSubject::Observation(observation.id));
    }
    let known = store::policy::known_adapters(store.read())?.into_iter().find(|adapter| adapter == word);
    known
        .map(ReviewSubject::Tool)
        .with_context(|| format!("no observation `{word}`"))
        .hint("`ingrain review --list` and `ingrain list` show the ids")
}

fn wish(ruling: &ReviewDecision) -> Result<ToolDecision> {
    match ruling {
        ReviewDecision::Accept => Ok(ToolDecision::Accept),
        ReviewDecision::Reject => Ok(ToolDecision::Decline),
        _ => bail!("a tool can only be accepted or rejected"),
    }
}
