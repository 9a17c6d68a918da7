//! Conclusions of agents that may be shown again, by role.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use crate::core::config::Config;
use crate::core::context::inject::{InjectedLine, LineOrigin, Notes};
use crate::core::outcomes::maturity::{Maturity, MaturityState};
use crate::core::patterns::lines::{self, Quote};
use crate::core::patterns::pattern::{Context, MAIN_ROLE, Pattern};
use crate::core::patterns::prepared_score::ScoreDecay;
use crate::core::patterns::roles::{self, role_of};
use crate::core::patterns::score;
use crate::core::text::tokens::Budget;
use crate::core::text::tokens::quarters;
use crate::extractor::known_text;
use crate::hook::prepared::roles::RoleContext;
use crate::store;
use crate::worker::run::Run;

/// Prepare more lines than fit, because some will have faded or rank differently when they are shown. Even more would
/// only enlarge the file.
const SPARE: usize = 2;

/// Patterns that may be shown, best first.
pub(super) struct PatternsByRole {
    pub(super) patterns: Vec<ScoredPattern>,
}

pub(super) struct ScoredPattern {
    pub pattern: Pattern,
    worth: f64,
    trust: f64,
    sessions: usize,
    learned: Context,
    /// Branches whose latest work touched the same files.
    near: BTreeSet<String>,
}

impl PatternsByRole {
    pub(super) fn read(run: &Run<'_>, maturities: &BTreeMap<String, Maturity>) -> Result<PatternsByRole> {
        let db = run.store.read();
        let sessions = store::patterns::session_counts(db)?;
        let seen_in = |pattern: &Pattern| sessions.get(&pattern.id).copied().unwrap_or(0);
        let said = known_text::gather(run.ctx, run.project, db)?;
        let mut contexts = store::contexts::all(db)?;
        let at_work = store::contexts::at_work(db)?;
        let mut learned = |pattern: &Pattern| {
            let mut learned = contexts.remove(&pattern.id).unwrap_or_default();
            learned.labels.extend(pattern.tags.iter().cloned());
            learned
        };
        let all = store::patterns::all(db)?.into_iter();
        let mut patterns: Vec<ScoredPattern> = all
            .filter(|p| !p.is_negative() && lines::refusal(p, seen_in(p)).is_none())
            .filter_map(|pattern| {
                ScoredPattern::of(run, seen_in(&pattern), learned(&pattern), &at_work, pattern, maturities)
            })
            .filter(|told| !said.says_line(&told.pattern.content))
            .collect();
        patterns.sort_unstable_by(|a, b| {
            b.rank().total_cmp(&a.rank()).then_with(|| a.pattern.id.cmp(&b.pattern.id))
        });
        Ok(PatternsByRole { patterns })
    }

    /// A role's own patterns first, then borrowed ones.
    pub(super) fn notes(&self, role: &str, budget: Budget, config: &Config) -> Notes {
        let lenders = roles::lenders(role, &config.roles);
        let turn = |told: &ScoredPattern| roles::turn(role, &role_of(&told.pattern.role), &lenders);
        let mut told: Vec<(usize, &ScoredPattern)> =
            self.patterns.iter().filter_map(|told| Some((turn(told)?, told))).collect();
        told.sort_by_key(|(turn, _)| *turn);
        let mut room = budget.most_quarters() * SPARE;
        let may_fit = |(_, told): &(usize, &ScoredPattern)| {
            let fits = room > 0;
            room = room.saturating_sub(quarters(&told.quote().short(role)));
            fits
        };
        let told: Vec<(usize, &ScoredPattern)> = told.into_iter().take_while(may_fit).collect();
        Notes {
            role: role.to_owned(),
            lines: told.iter().map(|(_, told)| InjectedLine::of(&told.pattern.id, told.line(role))).collect(),
            summary: lines::summary(role, told.iter().map(|(_, told)| told.quote())),
            places: told.iter().map(|(turn, told)| told.place(*turn, config)).collect(),
        }
    }

    /// One context per role with patterns or configuration of its own, and one for all others.
    pub(super) fn contexts(&self, config: &Config) -> Vec<RoleContext> {
        let context = |role: Option<&String>| {
            let name = role.map_or("", String::as_str);
            let tokens = roles::budget(name, &config.roles, &config.inject) as usize;
            let budget = Budget { tokens, min_room: config.inject.min_room as usize };
            let index = !roles::names(&config.inject.no_index_roles, name);
            RoleContext::new(role.map(String::as_str), self.notes(name, budget, config), index, budget)
        };
        let known = self.roles(config);
        known.iter().map(Some).chain([None]).map(context).collect()
    }

    fn roles(&self, config: &Config) -> BTreeSet<String> {
        let named = [&config.roles.adversarial, &config.inject.no_index_roles].into_iter().flatten();
        let named = named.chain(config.roles.validators.keys());
        let authors: BTreeSet<String> =
            self.patterns.iter().map(|told| role_of(&told.pattern.role)).collect();
        let borrowers = authors.iter().flat_map(|author| roles::checked_kin(author, &config.roles));
        let authors = authors.iter().flat_map(|author| roles::known_as(author).map(str::to_owned));
        let all = named.map(|role| role_of(role)).chain(borrowers).chain(authors);
        all.filter(|role| role != MAIN_ROLE).collect()
    }
}

impl ScoredPattern {
    /// `None` for patterns that score too low even in their own context.
    fn of(
        run: &Run<'_>,
        sessions: usize,
        learned: Context,
        at_work: &BTreeMap<String, BTreeSet<String>>,
        pattern: Pattern,
        maturities: &BTreeMap<String, Maturity>,
    ) -> Option<ScoredPattern> {
        let worth = |overlaps: usize| score::worth(&pattern, overlaps, run.ctx.now);
        let state = maturities.get(&pattern.id).map_or(MaturityState::Candidate, |maturity| maturity.state);
        let at_best = worth(learned.overlaps(&learned));
        score::rank(at_best, None, state, run.config.config.inject.min_score)?;
        let is_near = |(_, paths): &(&String, &BTreeSet<String>)| !paths.is_disjoint(&learned.paths);
        let near = at_work.iter().filter(is_near).map(|(branch, _)| branch.clone()).collect();
        Some(ScoredPattern { worth: worth(0), trust: state.multiplier(), sessions, near, learned, pattern })
    }

    fn rank(&self) -> f64 {
        self.worth * self.trust
    }

    pub(super) fn score_decay(&self, config: &Config) -> ScoreDecay {
        ScoreDecay::of(&self.pattern.track, self.pattern.category, config.inject.min_score)
    }

    fn place(&self, turn: usize, config: &Config) -> LineOrigin {
        LineOrigin {
            score_decay: self.score_decay(config),
            trust: self.trust,
            turn,
            branches: self.learned.branches.clone(),
            near: self.near.clone(),
            labels: self.learned.labels.iter().map(|label| label.to_lowercase()).collect(),
        }
    }

    pub(super) fn line(&self, role: &str) -> String {
        self.quote().line(role)
    }

    fn quote(&self) -> Quote<'_> {
        Quote { pattern: &self.pattern, worth: self.worth, sessions: self.sessions }
    }
}
