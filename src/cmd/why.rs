//! `ingrain why ID|PATH|WORDS`: explains an item in words and numbers, down to its quotes and sessions.

mod meant;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use self::meant::{Hit, Meant};
use super::account::{self, Reasons};
use super::remember::accepting;
use super::retired::retired;
use super::{naming, place};
use crate::cli;
use crate::core::guards::guard::Guard;
use crate::core::history::change::Change;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::{Observation, Status};
use crate::core::outcomes::criteria::{self, CriterionWeight};
use crate::core::outcomes::maturity::MaturityState;
use crate::core::outcomes::{attribution, feedback_weight};
use crate::core::patterns::lines::Refusal;
use crate::core::patterns::pattern::{Lifecycle, Pattern};
use crate::core::patterns::{anti_pattern, lines, score};
use crate::core::review::flags::ByReason;
use crate::core::review::{ReviewItemReason, list};
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::project::Project;
use crate::project::artifacts;
use crate::project::configuration;
use crate::project::git;
use crate::store;
use crate::store::outcomes::Filter;
use crate::ui::{self, Ui};
use crate::worker::memory::Memory;
use crate::worker::ruling::guard::CallHistory;
use crate::worker::stage::render;

const MOST_CHANGES: usize = 200;
/// Changes of a pattern by verdicts and rulings.
const REVIEWED: [ChangeKind; 3] = [ChangeKind::Rejected, ChangeKind::Reinforced, ChangeKind::Skipped];

/// An answer: a title, and reasons under headings.
struct Answer {
    id: String,
    title: String,
    reasons: Vec<Reasons>,
    /// Figures of a criterion, for scripts.
    criterion: Option<CriterionWeight>,
}

pub(super) fn run(args: &cli::Why, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let (project, store) = place::learned(ctx)?;
    let config = configuration::load(ctx, &project)?.config;
    let memory = Memory { project: &project, db: store.read(), config: &config, now: ctx.now };
    let asked = Asked { ctx, memory };
    let words = args.what.join(" ");
    if words.trim().is_empty() {
        return choose(&asked.all()?, args.json, ctx, ui).map(|()| Exit::Ok);
    }
    let answer = match asked.named(&words)? {
        Some(answer) => Ok(answer),
        None => asked.meant(&words)?,
    };
    match answer {
        Ok(answer) => {
            tell_twins(&project, &words, ui);
            if args.json { ui.json(&answer.json())? } else { ui.data(&answer.page())? }
        }
        Err(hits) => choose(&hits, args.json, ctx, ui)?,
    }
    Ok(Exit::Ok)
}

/// Mentions entries of the same number from another database, about which nothing is known here.
fn tell_twins(project: &Project, anchor: &str, ui: &Ui) {
    let sections =
        Ledger::ALL.into_iter().flat_map(|l| artifacts::sections(&project.root, l).unwrap_or_default());
    let same = sections.filter(|section| section.anchor.eq_ignore_ascii_case(anchor)).count();
    if same > 1 {
        ui.warn(&format!(
            "{same} entries are called {anchor}; this is about the one that ingrain wrote here"
        ));
    }
}

/// Lists several matches with their ids.
fn choose(hits: &[Hit], as_json: bool, ctx: &Ctx, ui: &Ui) -> Result<()> {
    if as_json {
        let hit = |hit: &Hit| json!({"id": hit.id, "type": hit.kind, "title": hit.title});
        return ui.json(&json!({"matches": hits.iter().map(hit).collect::<Vec<_>>()}));
    }
    let row = |hit: &Hit| [hit.id.clone(), hit.kind.clone(), ui::inert(&hit.title)];
    ui.data(&ui::columns(&hits.iter().map(row).collect::<Vec<_>>()))?;
    // In the client, only the answer itself is shown.
    match ctx.env.agent_session {
        Some(_) => ui.data("`/ingrain:why ID` says more about one of them")?,
        None => ui.hint("`ingrain why ID` says more about one of them"),
    }
    Ok(())
}

struct Asked<'a> {
    ctx: &'a Ctx,
    memory: Memory<'a>,
}

impl Asked<'_> {
    fn named(&self, word: &str) -> Result<Option<Answer>> {
        if let Some(observation) = naming::observation(self.memory.db, word)? {
            return self.about_observation(&observation).map(Some);
        }
        if let Some(pattern) = self.pattern(word)? {
            return self.about_pattern(&pattern).map(Some);
        }
        if let Some(guard) = store::guards::all(self.memory.db)?.into_iter().find(|guard| guard.id == word) {
            return self.about_guard(&guard).map(Some);
        }
        self.about_criterion(word)
    }

    /// Looks up a path, else plain words: an answer, or several matches.
    fn meant(&self, words: &str) -> Result<Result<Answer, Vec<Hit>>> {
        let meant = match self.path(words)? {
            Some(meant) => meant,
            None => self.words(words)?,
        };
        let one = match meant {
            Meant::One(id) => self.named(&id)?,
            Meant::Several(hits) if !hits.is_empty() => return Ok(Err(hits)),
            Meant::Several(_) => None,
        };
        let one = one.with_context(|| format!("nothing is known about `{words}`"));
        if store::policy::was_used(self.memory.db, words)? {
            return Ok(Ok(one.hint(format!("it is a tool: `ingrain policy show {words}` has its record"))?));
        }
        Ok(Ok(one.hint("`ingrain list` and `ingrain pattern list` show what was learned")?))
    }

    fn pattern(&self, word: &str) -> Result<Option<Pattern>> {
        naming::find(store::patterns::all(self.memory.db)?, |p| &p.id, word)
    }

    fn about_observation(&self, o: &Observation) -> Result<Answer> {
        let mut reasons = account::of_observation(self.memory, o)?;
        let none = ByReason::new();
        let facts = self.memory.facts()?;
        let flags = list::reasons(o, facts.get(&o.id).unwrap_or(&none), self.memory.config.promotion);
        let flags = flags.iter().filter(|reason| matches!(reason, ReviewItemReason::Flagged(..)));
        let flags = flags.map(|reason| format!("asks for a look: {}", reason.sentence()));
        let retired = retired(&self.memory.project.root).remove(&o.id);
        let retired = retired.map(|says| format!("no longer told: its entry is {says}"));
        let notes: Vec<String> = retired.into_iter().chain(flags).chain(self.awaited(o)?).collect();
        let fared = reasons.iter_mut().find(|(heading, _)| *heading == account::FARED);
        fared.into_iter().for_each(|(_, lines)| lines.extend(notes.iter().cloned()));
        let missing = reasons.iter_mut().find(|(heading, _)| *heading == account::MISSING);
        for waits in missing.into_iter().flat_map(|(_, lines)| lines) {
            waits.push_str(&format!(" `{}` accepts it now.", accepting(self.ctx, &o.id)));
        }
        let row = store::artifacts::get(self.memory.db, &o.id)?;
        let theirs = row.and_then(|row| artifacts::title(&self.memory.project.root, &row));
        let title = theirs.unwrap_or_else(|| o.title.clone());
        Ok(Answer { id: o.id.clone(), title, reasons, criterion: None })
    }

    /// The reason why a ready observation has no file.
    fn awaited(&self, o: &Observation) -> Result<Option<String>> {
        let branch = git::branch(&self.memory.project.root);
        let (db, share) = (self.memory.db, self.memory.config.share && o.status == Status::Ready);
        let awaited = render::awaited(self.memory.project, db, share, branch.as_deref(), o)?;
        Ok(awaited.map(|branch| format!("waits for the branch `{branch}`, where the knowledge file is")))
    }

    fn about_pattern(&self, pattern: &Pattern) -> Result<Answer> {
        let source = pattern.linked.as_ref().filter(|_| pattern.is_negative()).unwrap_or(&pattern.id);
        let ruling = store::feedback::ruling(self.memory.db, &pattern.id)?;
        let sightings = store::patterns::sightings(self.memory.db, &pattern.id)?;
        let seen = sightings.iter().map(|s| format!("{} in {}", clock::day(s.at), s.session));
        let told = self.told(pattern, sightings.len())?;
        let fared = if pattern.is_negative() { "how the way that it warns of fared" } else { "how it fared" };
        Ok(Answer {
            id: pattern.id.clone(),
            title: pattern.content.clone(),
            reasons: vec![
                (fared, account::maturity(self.memory, source, &format!("ingrain pattern reset {source}"))?),
                ("as a warning", anti_pattern::explain(pattern, &ruling, &self.memory.config.anti_pattern)),
                ("feedback", account::feedback(self.memory, source)?),
                ("whether it is told", vec![told]),
                ("verdicts of reviews", self.reviews(&pattern.id)?),
                ("seen", seen.collect()),
            ],
            criterion: None,
        })
    }

    fn told(&self, pattern: &Pattern, sessions: usize) -> Result<String> {
        let Memory { db, config, now, .. } = self.memory;
        if pattern.is_negative() {
            return Ok(match pattern.lifecycle {
                Lifecycle::Deprecated => format!("not told: {}", Refusal::Deprecated),
                _ if anti_pattern::stands(pattern, &config.anti_pattern) => "told as a warning".to_owned(),
                _ => format!("not told: {}", Refusal::Recovered),
            });
        }
        if let Some(refusal) = lines::refusal(pattern, sessions) {
            return Ok(format!("not told: {refusal}"));
        }
        let state = store::feedback::maturities(db, now, &config.maturity)?.remove(&pattern.id);
        if state.is_some_and(|maturity| maturity.state == MaturityState::Deprecated) {
            return Ok(format!("not told: {}", Refusal::Deprecated));
        }
        let learned = store::contexts::all(db)?.remove(&pattern.id).unwrap_or_default();
        let worth = score::worth(pattern, learned.overlaps(&learned), now);
        Ok(match score::shown(worth) < config.inject.min_score {
            true => format!("not told: its score fell below {}", config.inject.min_score),
            false => format!("told to agents of the role {}", pattern.role),
        })
    }

    fn about_guard(&self, guard: &Guard) -> Result<Answer> {
        let replay = CallHistory::read(self.memory.db)?.replay(guard);
        let changes = store::history::list(self.memory.db, Some(&guard.id), MOST_CHANGES)?;
        let change = |change: &Change| format!("{} {}", clock::day(change.at), change.action);
        Ok(Answer {
            id: guard.id.clone(),
            title: guard.matcher.to_string(),
            reasons: vec![
                ("rule", vec![format!("{} ({})", guard.reason(), clock::day(guard.said_at))]),
                ("lesson", guard.observation.iter().cloned().collect()),
                ("level", vec![guard.level.to_string()]),
                ("so far", vec![replay.sentence(guard.speaks_since())]),
                ("what became of it", changes.iter().map(change).collect()),
            ],
            criterion: None,
        })
    }

    /// Verdicts and rulings, newest first.
    fn reviews(&self, pattern: &str) -> Result<Vec<String>> {
        let changes = store::history::list(self.memory.db, Some(pattern), MOST_CHANGES)?;
        let judged = changes.iter().filter(|change| REVIEWED.contains(&change.action));
        let line = |change: &Change| format!("{} {}: {}", clock::day(change.at), change.action, change.cause);
        Ok(judged.map(line).collect())
    }

    fn about_criterion(&self, word: &str) -> Result<Option<Answer>> {
        let stored = store::outcomes::newest(self.memory.db, &Filter::default())?;
        let outcomes = stored.iter().map(|stored| &stored.outcome);
        let events = attribution::on_criterion(word, outcomes, &self.memory.config.learning);
        if events.is_empty() && !criteria::DEFAULT_CRITERIA.contains(&word) {
            return Ok(None);
        }
        let (marks, rules, now) =
            (feedback_weight::marks(&events), &self.memory.config.learning, self.memory.now);
        let known = criteria::record(word, &marks, now, rules);
        Ok(Some(Answer {
            id: word.to_owned(),
            title: format!("the criterion {word}"),
            reasons: vec![("why this weight", criteria::explain(&known, &marks, now, rules))],
            criterion: Some(known),
        }))
    }
}

impl Answer {
    fn page(&self) -> String {
        let mut lines = vec![ui::inert(&self.title), self.id.clone()];
        for (heading, reasons) in self.reasons.iter().filter(|(_, reasons)| !reasons.is_empty()) {
            lines.push(format!("\n{heading}"));
            lines.extend(reasons.iter().map(|reason| format!("  {}", ui::inert(reason))));
        }
        lines.join("\n")
    }

    fn json(&self) -> Value {
        let reasons: serde_json::Map<String, Value> = self
            .reasons
            .iter()
            .map(|(heading, reasons)| (heading.replace(' ', "_"), json!(reasons)))
            .collect();
        let mut answer = json!({ "id": self.id, "title": self.title, "reasons": reasons });
        if let Some(record) = &self.criterion {
            answer["criterion"] = json!(record);
        }
        answer
    }
}
