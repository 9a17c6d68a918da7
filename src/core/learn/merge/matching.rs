//! Matching of a candidate with the known observation that it is about. Concrete keys join what
//! people never word twice in the same way; words come second, and only if they are unambiguous.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt;

use super::choice::{Choice, may_contradict};
use super::generalise::{Relation, Telling, asks_otherwise, generalise, loses_something, relation};
use super::lookup::{Lookup, SIMILAR_PERCENT};
use crate::core::learn::recurring::recurring_key;
use crate::core::learn::topics::{stated, topic_key};
use crate::core::learn::verify::{is_concrete_key, worded_key};
use crate::core::model::{Candidate, Evidence, Kind, Observation, Speaker, Status};
use crate::core::text::placeholder::{Sort, blanks};
use crate::core::text::words::Words;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Matched {
    Named,
    Topic,
    Key(String),
    Title,
    Similar,
    Refused,
    Form,
    AreaAndIssue,
}

impl fmt::Display for Matched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Matched::Named => f.write_str("named by the extractor"),
            Matched::Topic => f.write_str("the same topic"),
            Matched::Key(key) => write!(f, "also about `{key}`"),
            Matched::Title => f.write_str("the same words"),
            Matched::Similar => f.write_str("nearly the same words"),
            Matched::Refused => f.write_str("what you refused, in other words"),
            Matched::Form => f.write_str("the same steps but for what changes"),
            Matched::AreaAndIssue => f.write_str("the same area and issue"),
        }
    }
}

/// The similarity from which a title repeats a rejected lesson in other words. Half of it is enough
/// if both name the same thing; without that, a wrong match could hide a lesson.
const REFUSED_WORDS: f64 = 0.6;
const REFUSED_NAMING: f64 = 0.3;

/// Everything that a candidate may be about, of which only a few are compared closely.
#[derive(Clone, Copy)]
pub(super) struct Pool<'a, 'p> {
    pub(super) observations: &'a [Cow<'p, Observation>],
    /// Titles of the observations that existed before.
    pub(super) titles: &'a [Words],
    /// Cached, because several candidates are often about one thing, and its choice stays the same
    /// through a run.
    pub(super) choices: &'a Choices,
    pub(super) lookup: &'a Lookup<'p>,
}

/// The choice of each observation, once it was asked for.
pub(super) type Choices = Vec<OnceCell<Box<Choice>>>;

impl<'a> Pool<'a, '_> {
    fn title(&self, at: usize) -> Cow<'a, Words> {
        let new = || Cow::Owned(Words::of(&self.observations[at].title));
        self.titles.get(at).map_or_else(new, Cow::Borrowed)
    }

    fn choice(&self, at: usize) -> &'a Choice {
        let other = &self.observations[at];
        self.choices[at].get_or_init(|| Box::new(Choice::of(&other.title, &other.details, &other.keys)))
    }
}

pub(super) struct MergeSubject<'a, 'p> {
    candidate: &'a Candidate,
    kind: Kind,
    title: Words,
    choice: Choice,
    pool: Pool<'a, 'p>,
}

impl<'a, 'p> MergeSubject<'a, 'p> {
    pub(super) fn new(candidate: &'a Candidate, pool: Pool<'a, 'p>) -> Self {
        Self {
            candidate,
            kind: candidate.details.kind(),
            title: Words::of(&candidate.title),
            choice: Choice::of(&candidate.title, &candidate.details, &candidate.keys),
            pool,
        }
    }

    pub(super) fn find(&self) -> Option<(usize, Matched)> {
        if let Some(topic) = topic_key(&self.candidate.keys) {
            // Its sentences are fixed, whatever a person may have made of them since.
            return self.pool.lookup.with_topic(topic).map(|at| (at, Matched::Topic));
        }
        if let Some(key) = recurring_key(&self.candidate.keys) {
            let known =
                self.pool.lookup.with_key(self.kind, key).map(|at| (at, Matched::Key(key.to_owned())));
            return known.or_else(|| Some((self.refused()?, Matched::Refused)));
        }
        if self.candidate.quality.structural {
            // Its sentences are fixed: titles that differ in one word are about different things.
            let by_title = || self.by_title().filter(|_| self.candidate.keys.is_empty());
            return self.by_key().or_else(|| Some((by_title()?, Matched::Title)));
        }
        let found = |at: Option<usize>, matched: Matched| at.map(|at| (at, matched));
        found(self.named(), Matched::Named)
            .or_else(|| found(self.by_wording(), Matched::Title))
            .or_else(|| self.by_key())
            .or_else(|| found(self.by_title(), Matched::Title))
            .or_else(|| found(self.by_similar_title(), Matched::Similar))
            .or_else(|| found(self.by_topic(), Matched::Topic))
            .or_else(|| found(self.refused(), Matched::Refused))
            .or_else(|| found(self.by_form(), Matched::Form))
            .or_else(|| found(self.by_area_and_issue(), Matched::AreaAndIssue))
    }

    fn named(&self) -> Option<usize> {
        let at = self.pool.lookup.named(self.candidate)?;
        if self.other(at).kind() == self.kind {
            return (self.may_be(at) && self.relation_to(at) < Relation::Other).then_some(at);
        }
        // An extractor that understands the words may see one lesson in a rule and a correction.
        (!self.is_replaced(at) && !self.choice.opposes(self.pool.choice(at))).then_some(at)
    }

    fn by_key(&self) -> Option<(usize, Matched)> {
        let keys = &self.candidate.keys;
        let near = self.pool.lookup.sharing_a_key(self.candidate).into_iter();
        let is_same = |mine: &Choice, other: &Choice| !mine.is_other(other) && mine.is_same(other);
        let fits = |at: &usize| {
            share_keys(keys, &self.other(*at).keys) && !self.is_replaced(*at) && self.chose(*at, is_same)
        };
        let best = self.best_but(near.filter(fits), |at| self.is_other_rule(at))?;
        let shared = keys.intersection(&self.other(best).keys).next()?;
        Some((best, Matched::Key(shared.clone())))
    }

    /// The extractor gave both the same title, and the person's words replaced it in one or both.
    fn by_wording(&self) -> Option<usize> {
        let own = worded_key(&self.candidate.title);
        let given = self.candidate.keys.iter().find(|key| !is_concrete_key(key));
        let kept = |title: &String| {
            let is_its = |o: &Observation| o.kind() == self.kind && worded_key(&o.title) == *title;
            self.pool.observations.iter().position(|o| is_its(o))
        };
        let titles = given.into_iter().chain([&own]);
        let near = titles.into_iter().find_map(|title| self.pool.lookup.with_key(self.kind, title));
        near.or_else(|| given.and_then(kept)).filter(|at| !self.is_replaced(*at))
    }

    /// It names nothing concrete, and its title and the quoted words of a person are about the same
    /// topic.
    fn by_topic(&self) -> Option<usize> {
        if self.candidate.keys.iter().any(|key| is_concrete_key(key)) {
            return None;
        }
        let said = self.candidate.evidence.iter().filter(|it| it.speaker == Speaker::User);
        let said = stated(said.map(|it| it.quote.as_str()));
        let titled = stated([self.candidate.title.as_str()].into_iter());
        let topics = titled.intersection(&said).filter_map(|topic| self.pool.lookup.with_topic(topic));
        topics.into_iter().find(|at| !self.choice.opposes(self.pool.choice(*at)))
    }

    /// A rejected lesson stays rejected in other words and as another kind: recognised by its
    /// quotes, by what both name, or by most of its words.
    fn refused(&self) -> Option<usize> {
        let refused =
            |at: &usize| self.other(*at).penalty < 1.0 || self.other(*at).status == Status::Deprecated;
        let all = (0..self.pool.observations.len()).filter(refused);
        self.best(all.filter(|at| self.repeats(*at) && !self.choice.opposes(self.pool.choice(*at))))
    }

    fn repeats(&self, at: usize) -> bool {
        let other = self.other(at);
        let alike = self.title.similarity(&self.pool.title(at));
        let names_the_same = alike >= REFUSED_NAMING && share_keys(&self.candidate.keys, &other.keys);
        let is_quoted = |said: &Evidence| {
            let same = |known: &&Evidence| known.turn == said.turn && known.speaker == Speaker::User;
            other
                .evidence
                .iter()
                .filter(same)
                .any(|known| known.quote.contains(&said.quote) || said.quote.contains(&known.quote))
        };
        let mut typed = self.candidate.evidence.iter().filter(|it| it.speaker == Speaker::User);
        let chosen = self.pool.choice(at);
        let is_said_again = alike >= REFUSED_WORDS || names_the_same || self.choice.says_again(chosen);
        typed.any(is_quoted) || (is_said_again && !self.choice.is_for_another_matter(chosen))
    }

    fn by_title(&self) -> Option<usize> {
        let same = self.pool.lookup.with_title(self.kind, &self.title);
        self.best_but(same.filter(|at| self.may_be(*at)), |at| self.is_other_work(at))
    }

    fn by_similar_title(&self) -> Option<usize> {
        let near = self.pool.lookup.sharing_a_rare_word(self.kind, &self.title).into_iter();
        let near = near.filter(|at| self.is_similar(*at) && self.may_be(*at));
        self.best_but(near, |at| self.is_other_rule(at))
    }

    fn by_area_and_issue(&self) -> Option<usize> {
        self.best(self.pool.lookup.with_area_and_issue(self.candidate).filter(|at| self.may_be(*at)))
    }

    fn by_form(&self) -> Option<usize> {
        let is_same = |at: &usize| {
            let (both, relation) = self.told_by_both(*at);
            !self.other(*at).quality.structural && relation == Relation::Same && has_open_value(&both)
        };
        let near = self.pool.lookup.with_form(&self.candidate.details, self.pool.observations);
        self.best(near.into_iter().filter(|at| self.may_be(*at) && is_same(at)))
    }

    /// Steps are compared last, and mostly only once, because aligning them takes longest.
    fn best_but(&self, of: impl Iterator<Item = usize>, is_other: impl Fn(usize) -> bool) -> Option<usize> {
        let mut near: Vec<usize> = of.collect();
        loop {
            let best = self.best(near.iter().copied())?;
            if !is_other(best) {
                return Some(best);
            }
            near.retain(|at| *at != best);
        }
    }

    /// The same steps on something else. A procedure is what its key says, unless it removes
    /// something; the steps of a workflow that are not commands are compared by their words alone.
    fn is_other_work(&self, at: usize) -> bool {
        let is_told_by_words = self.kind == Kind::Workflow || loses_something(&self.candidate.details);
        let doubtful = if is_told_by_words { Relation::Doubtful } else { Relation::Other };
        !self.candidate.quality.structural && self.relation_to(at) >= doubtful
    }

    /// The same key may be used at another time, in another place or for another thing. An
    /// extractor that understands the words may know better, and so may one that chose the same
    /// title.
    fn is_other_rule(&self, at: usize) -> bool {
        let is_structural = self.candidate.quality.structural || self.other(at).quality.structural;
        self.is_other_work(at)
            || (!is_structural && asks_otherwise(&self.other(at).details, &self.candidate.details))
    }

    fn relation_to(&self, at: usize) -> Relation {
        relation(&self.other(at).details, &self.candidate.details)
    }

    fn told_by_both(&self, at: usize) -> (Telling, Relation) {
        let known = Telling::of(&self.other(at).title, &self.other(at).details);
        generalise(&known, &Telling::of(&self.candidate.title, &self.candidate.details))
    }

    fn other(&self, at: usize) -> &'a Observation {
        &self.pool.observations[at]
    }

    fn is_similar(&self, at: usize) -> bool {
        let other = self.pool.title(at);
        self.title.similarity(&other) >= SIMILAR_PERCENT as f64 / 100.0
            && !may_contradict(&self.title, &other)
    }

    /// A decision's choice has to fit, and so does the alternative in a pitfall; for all others it
    /// is enough that they are not opposites.
    fn chose(&self, at: usize, fits: impl Fn(&Choice, &Choice) -> bool) -> bool {
        let other = self.pool.choice(at);
        match self.kind {
            Kind::Decision => fits(&self.choice, other),
            Kind::Pitfall => {
                let (this, that) = (&self.choice, other);
                !this.opposes(that)
                    && !this.offers_another(that)
                    && !this.is_elsewhere(that)
                    && !this.is_conditioned_otherwise(that)
            }
            Kind::Workflow | Kind::Procedural => !self.choice.opposes(other),
        }
    }

    /// Observations that want the opposite of the same thing.
    pub(super) fn opposites(&self) -> Vec<usize> {
        let near = self.pool.lookup.sharing_a_key(self.candidate).into_iter();
        near.filter(|at| self.choice.opposes(self.pool.choice(*at))).collect()
    }

    /// Not a decision for something else, nor one that was replaced before this was said: then the
    /// old choice is a new one again.
    fn may_be(&self, at: usize) -> bool {
        let fits = |mine: &Choice, other: &Choice| {
            !mine.is_other(other) && !mine.opposes(other) && !mine.is_elsewhere(other)
        };
        !self.is_replaced(at) && self.chose(at, fits)
    }

    fn is_replaced(&self, at: usize) -> bool {
        let newer = self.other(at).superseded_by.as_deref().and_then(|id| self.pool.lookup.id(id));
        let said = self.candidate.evidence.iter().map(|e| e.at).min();
        newer.is_some_and(|at| said > Some(self.other(at).last_seen))
    }

    /// The one with most keys in common, then with the most similar title, then the oldest.
    fn best(&self, of: impl Iterator<Item = usize>) -> Option<usize> {
        let shared = |at: usize| self.candidate.keys.intersection(&self.other(at).keys).count();
        let near: Vec<(usize, usize)> = of.map(|at| (shared(at), at)).collect();
        let most = near.iter().map(|(shared, _)| *shared).max()?;
        let nearest = near.into_iter().filter(|(shared, _)| *shared == most).map(|(_, at)| at);
        // Usually one is left, and its title need not be read.
        nearest.reduce(|best, at| self.closer(best, at))
    }

    fn closer(&self, a: usize, b: usize) -> usize {
        let alike = |at: usize| self.title.similarity(&self.pool.title(at));
        let age = |at: usize| (self.other(at).first_seen, &self.other(at).id);
        let order = alike(a).total_cmp(&alike(b)).then_with(|| age(b).cmp(&age(a)));
        if order.is_lt() { b } else { a }
    }
}

/// A name does not count, because it may be what the text is about.
fn has_open_value(telling: &Telling) -> bool {
    blanks(&telling.details.text()).iter().any(|blank| blank.sort != Sort::Name)
}

/// About the same thing: at least half of the keys of the one with fewer keys.
pub(super) fn share_keys(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).filter(|key| is_concrete_key(key)).count();
    shared > 0 && shared * 2 >= count_concrete(a).min(count_concrete(b))
}

fn count_concrete(keys: &BTreeSet<String>) -> usize {
    keys.iter().filter(|key| is_concrete_key(key)).count()
}
