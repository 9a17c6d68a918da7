//! Choices: when two decisions are the same choice, and when two lessons are opposites.
//!
//! A choice is for some things and against others, in some matter: "use redis, not sqlite, for the
//! cache". A lesson that shares a thing but not the matter is neither the same nor a contradiction:
//! "back up the redis dump every night".

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::condition::{conditions, differ};
use super::generalise::tell_the_same;
use super::matter::{Gist, Matter};
use super::opposites::opposite_words;
use crate::core::entities::keys::place::places;
use crate::core::entities::keys::{concerns, keys_of};
use crate::core::entities::negation::{Stance, is_negation, refuses, stances};
use crate::core::learn::extract::rules::choice_and_reason;
use crate::core::model::{Details, Observation};
use crate::core::text::words::Words;

const SAME_CHOICE: f64 = 0.6;

/// Whether two texts that share most words may still say the opposite, or another number.
pub(super) fn may_contradict(a: &Words, b: &Words) -> bool {
    // "use X instead" and "isn't" reverse a sentence without denying what they name.
    let turns = |word: &str| is_negation(word) || matches!(word, "instead" | "t");
    a.without(b).chain(b.without(a)).any(turns) || differ_in_numbers(a, b)
}

fn differ_in_numbers(a: &Words, b: &Words) -> bool {
    a.without(b).any(has_number) && b.without(a).any(has_number)
}

fn has_number(word: &str) -> bool {
    word.contains(|c: char| c.is_numeric())
}

/// The wishes in a lesson.
pub(super) struct Choice {
    words: Words,
    /// The concrete things that it is for, and those that it is against.
    wanted: BTreeSet<String>,
    refused: BTreeSet<String>,
    /// Computed on demand: most pairs are told apart before it is needed.
    matter: OnceCell<Matter>,
    text: String,
    keys: BTreeSet<String>,
    /// The places it is limited to, if any.
    places: BTreeSet<String>,
    /// The client's question, if it is an answer.
    question: Option<String>,
}

impl Choice {
    pub(super) fn of(title: &str, details: &Details, keys: &BTreeSet<String>) -> Self {
        let (said, text) = match details {
            Details::Decision { decision, .. } => (decision.as_str(), format!("{title}\n{decision}")),
            // The title is what the person said; the issue is a fixed sentence, and steps are only
            // carried out.
            _ => (title, title.to_owned()),
        };
        // Even something too common to tell two lessons apart may be what one is for and the other
        // against.
        let keys: BTreeSet<String> = keys.union(&keys_of(&text)).cloned().collect();
        let places = places_beside(&keys, &text);
        let (mut wanted, mut refused) = (BTreeSet::new(), BTreeSet::new());
        for (key, stance) in stances(&text, &keys).into_iter().filter(|(key, _)| !places.contains(*key)) {
            let side = if stance == Stance::For { &mut wanted } else { &mut refused };
            side.insert(key.clone());
        }
        let (words, question) = (Words::of(said), question(details).map(str::to_owned));
        Self { words, wanted, refused, matter: OnceCell::new(), text, keys, places, question }
    }

    /// Similar enough to count as one more sighting.
    pub(super) fn is_same(&self, other: &Choice) -> bool {
        if !self.answers_like(other) {
            return false;
        }
        if self.words.normalised() == other.words.normalised() {
            return self.places == other.places;
        }
        let is_alike = self.words.similarity(&other.words) >= SAME_CHOICE || self.wants_the_same(other);
        is_alike
            && self.names_something() == other.names_something()
            && !self.is_swapped(other)
            && self.matter().may_be(other.matter())
            && !self.contradicts(other)
    }

    /// The same things in the same matter, whatever the verb and the reason: "keep the cache in
    /// sqlite" and "we store cached things in sqlite since a server is a burden". Asked of what a
    /// person refused, where less than usual is enough.
    pub(super) fn says_again(&self, other: &Choice) -> bool {
        !self.wanted.is_empty()
            && self.wanted == other.wanted
            && self.places == other.places
            && self.gist().resembles(&other.gist())
            && !self.contradicts(other)
            && !self.is_conditioned_otherwise(other)
    }

    /// Both name the same things, and for matters that have no word in common.
    pub(super) fn is_for_another_matter(&self, other: &Choice) -> bool {
        self.names_something()
            && self.named().all(|key| other.names(key))
            && self.gist().has_nothing_of(&other.gist())
    }

    /// Its matter without the reason.
    fn gist(&self) -> Gist {
        let said = self.text.lines().last().unwrap_or_default();
        let chosen = choice_and_reason(said).map_or_else(|| said.to_owned(), |(choice, _)| choice);
        Matter::of(&chosen, &self.keys, self.places.clone()).gist()
    }

    /// One answer to two questions is two choices.
    fn answers_like(&self, other: &Choice) -> bool {
        match (&self.question, &other.question) {
            (Some(question), Some(theirs)) => tell_the_same(question, theirs),
            _ => true,
        }
    }

    /// The same option, in any words.
    fn wants_the_same(&self, other: &Choice) -> bool {
        match (self.wanted.is_empty(), other.wanted.is_empty()) {
            (true, true) => !self.refused.is_empty() && self.refused == other.refused,
            _ => self.wanted == other.wanted,
        }
    }

    /// Certainly something else: both name things, and none in common.
    pub(super) fn is_other(&self, other: &Choice) -> bool {
        self.names_something() && other.names_something() && self.named().all(|key| !other.names(key))
    }

    /// Each is for what the other is against.
    pub(super) fn opposes(&self, other: &Choice) -> bool {
        !self.wanted.is_disjoint(&other.refused) || !self.refused.is_disjoint(&other.wanted)
    }

    /// Both refuse the same, and want something else in its place.
    pub(super) fn offers_another(&self, other: &Choice) -> bool {
        let both_want = !self.wanted.is_empty() && !other.wanted.is_empty();
        both_want
            && share_a_concern(&self.refused, &other.refused)
            && !share_a_concern(&self.wanted, &other.wanted)
    }

    /// Each holds where the other does not.
    pub(super) fn is_elsewhere(&self, other: &Choice) -> bool {
        !self.places.is_empty() && !other.places.is_empty() && self.places.is_disjoint(&other.places)
    }

    pub(super) fn is_conditioned_otherwise(&self, other: &Choice) -> bool {
        differ(&conditions(&self.text), &conditions(&other.text))
    }

    pub(super) fn holds_everywhere(&self) -> bool {
        self.places.is_empty()
    }

    /// Both name something that the other does not.
    fn is_swapped(&self, other: &Choice) -> bool {
        self.named().any(|key| !other.names(key)) && other.named().any(|key| !self.names(key))
    }

    /// They cannot both hold, if they are about the same matter.
    pub(super) fn contradicts(&self, other: &Choice) -> bool {
        let is_unnamed = !self.named().any(|key| other.names(key));
        self.opposes(other)
            || differ_in_numbers(&self.words, &other.words)
            || opposite_words(&self.words, &other.words).next().is_some()
            || (is_unnamed && refuses(&self.text) != refuses(&other.text))
    }

    /// Whether the newer one's matter covers this one's, apart from the words and numbers that make
    /// them opposites.
    pub(super) fn is_covered_by(&self, newer: &Choice) -> bool {
        let opposite: BTreeSet<&str> = opposite_words(&self.words, &newer.words).flatten().collect();
        let makes_opposite = |word: &str| opposite.contains(word) || has_number(word);
        let (this, that) = (self.matter().without(makes_opposite), newer.matter().without(makes_opposite));
        that.includes(&this) || (!opposite.is_empty() && this.is_empty() && that.is_everywhere())
    }

    /// Another option in the same matter, or in none besides what both name.
    pub(super) fn is_alternative_to(&self, other: &Choice) -> bool {
        self.only_chooses_like(other) || (self.is_swapped(other) && self.shares_its_matter(other))
    }

    /// They differ only in what they choose, and name no matter.
    pub(super) fn only_chooses_like(&self, other: &Choice) -> bool {
        self.is_swapped(other) && self.matter().is_empty() && other.matter().is_empty()
    }

    pub(super) fn shares_its_matter(&self, other: &Choice) -> bool {
        self.matter().is_shared_with(other.matter())
    }

    /// Whether a statement about a matter applies to this one, too.
    pub(super) fn is_within(&self, matter: &Matter) -> bool {
        matter.includes(self.matter())
    }

    fn matter(&self) -> &Matter {
        self.matter.get_or_init(|| Matter::of(&self.text, &self.keys, self.places.clone()))
    }

    pub(super) fn wanted(&self) -> &BTreeSet<String> {
        &self.wanted
    }

    pub(super) fn refused(&self) -> &BTreeSet<String> {
        &self.refused
    }

    pub(super) fn names(&self, key: &str) -> bool {
        self.wanted.contains(key) || self.refused.contains(key)
    }

    pub(super) fn named(&self) -> impl Iterator<Item = &String> {
        self.wanted.iter().chain(&self.refused)
    }

    pub(super) fn says_something(&self) -> bool {
        !self.words.is_empty()
    }

    fn names_something(&self) -> bool {
        self.named().next().is_some()
    }
}

fn share_a_concern(mine: &BTreeSet<String>, theirs: &BTreeSet<String>) -> bool {
    let concern = |key: &String, other: &String| concerns(key, other) || concerns(other, key);
    mine.iter().any(|key| theirs.iter().any(|other| concern(key, other)))
}

/// Whether two corrections of the same thing want something else of it.
pub fn want_other_things(a: &Observation, b: &Observation) -> bool {
    let [this, that] = [a, b].map(|o| Choice::of(&o.title, &o.details, &o.keys));
    this.opposes(&that) || this.offers_another(&that) || this.is_conditioned_otherwise(&that)
}

/// Whether two lessons ask for opposite things of the same matter: "never push to main" and "always push to main".
pub fn are_opposites(a: &Observation, b: &Observation) -> bool {
    let [this, that] = [a, b].map(|o| Choice::of(&o.title, &o.details, &o.keys));
    this.contradicts(&that)
        && this.is_covered_by(&that)
        && that.is_covered_by(&this)
        && !this.is_elsewhere(&that)
        && !this.is_conditioned_otherwise(&that)
}

/// If a place is the only thing named, it is the subject.
fn places_beside(keys: &BTreeSet<String>, text: &str) -> BTreeSet<String> {
    let places = places(text);
    if keys.is_subset(&places) { BTreeSet::new() } else { places }
}

fn question(details: &Details) -> Option<&str> {
    match details {
        Details::Decision { context, .. } => {
            context.strip_suffix('?').filter(|question| !question.is_empty())
        }
        _ => None,
    }
}
