//! Naming of placeholders: open places with the same value every time get the same one, and others
//! get different ones.

use std::ops::Range;

use super::align::words;
use super::value::values;
use crate::core::text::placeholder::{Blank, Sort};

/// A place in a text that is different each time.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub at: Range<usize>,
    pub sort: Sort,
    pub value: String,
    /// The value in the other text, if it is known.
    pub other: Option<String>,
}

/// A text and its open places.
pub(super) struct Open<'a> {
    text: &'a str,
    slots: Vec<Slot>,
}

impl<'a> Open<'a> {
    pub(super) fn new(text: &'a str, slots: Vec<Slot>) -> Self {
        Self { text, slots }
    }

    /// A value that is open elsewhere is open here, too, wherever the text names it.
    pub(super) fn follow(&mut self, elsewhere: &[Open<'_>]) {
        let cores = words(self.text).into_iter().map(|word| (word.at..word.at + word.core.len(), word.core));
        let inside = values(self.text).into_iter().map(|value| (value.at, value.text));
        for (at, named) in inside.chain(cores) {
            let open = elsewhere.iter().flat_map(|open| &open.slots).find(|slot| slot.value == named);
            if let Some(slot) = open {
                self.add(Slot { at, ..slot.clone() });
            }
        }
    }

    /// Opens values that can only belong to one occasion, apart from those that the others name as
    /// well.
    pub(super) fn leave_occasions(&mut self, said: &str) {
        let kept = values(said);
        for value in values(self.text) {
            if value.is_blank() || !kept.iter().any(|kept| kept.text == value.text) {
                let slot = Slot { at: value.at, sort: value.sort, value: value.text.to_owned(), other: None };
                self.add(slot);
            }
        }
    }

    fn filled<'s>(&'s self, names: &mut Names<'s>) -> String {
        let mut out = String::with_capacity(self.text.len());
        let mut from = 0;
        for slot in &self.slots {
            out.push_str(&self.text[from..slot.at.start]);
            out.push_str(&names.of(slot).mark());
            from = slot.at.end;
        }
        out + &self.text[from..]
    }

    fn add(&mut self, slot: Slot) {
        let overlaps = |other: &Slot| other.at.start < slot.at.end && slot.at.start < other.at.end;
        if !self.slots.iter().any(overlaps) {
            self.slots.push(slot);
        }
    }
}

/// All texts with their placeholders, numbered in order of occurrence.
pub(super) fn filled(mut all: Vec<Open<'_>>) -> Vec<String> {
    for open in &mut all {
        open.slots.sort_by_key(|slot| slot.at.start);
    }
    let slots = || all.iter().flat_map(|open| &open.slots);
    let paired: Vec<&Slot> = slots().filter(|slot| slot.other.is_some()).collect();
    let mut names = Names { paired, given: vec![] };
    all.iter().map(|open| open.filled(&mut names)).collect()
}

struct Names<'s> {
    paired: Vec<&'s Slot>,
    given: Vec<(Blank, (&'s str, Option<&'s str>))>,
}

impl<'s> Names<'s> {
    fn of(&mut self, slot: &'s Slot) -> Blank {
        let is_named = |paired: &&&Slot| slot.other.is_none() && paired.value == slot.value;
        let slot = self.paired.iter().find(is_named).copied().unwrap_or(slot);
        let meant = (slot.value.as_str(), slot.other.as_deref());
        let of_sort = |(blank, _): &&(Blank, _)| blank.sort == slot.sort;
        if let Some((blank, _)) = self.given.iter().filter(of_sort).find(|(_, given)| *given == meant) {
            return *blank;
        }
        let blank = Blank { sort: slot.sort, number: self.given.iter().filter(of_sort).count() + 1 };
        self.given.push((blank, meant));
        blank
    }
}
