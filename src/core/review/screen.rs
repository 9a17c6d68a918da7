//! The state of an interactive review: keys come in, effects go out. It knows nothing of terminals,
//! files and clocks.

use super::list::{ReviewAction, ReviewItem};
use super::page::ReviewPage;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPress {
    Char(char),
    Enter,
    Escape,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Interrupt,
}

/// An effect that the person asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    Nothing,
    /// The same action on all of these items.
    Rule(ReviewAction, Vec<usize>),
    Edit(usize),
    /// Find other observations that could be the same.
    FindTwins(usize),
    Merge {
        item: usize,
        other: String,
    },
    Undo,
    Quit,
}

/// An observation that may be the same as the item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    pub id: String,
    pub label: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    #[default]
    Reading,
    Help,
    /// Confirms an action on several items at once, with their number.
    Confirming(ReviewAction, Vec<usize>),
    Choosing {
        twins: Vec<Twin>,
        at: usize,
    },
}

/// A knowledge file and its number of active entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub file: &'static str,
    pub active: usize,
    pub most: usize,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewScreen {
    pub items: Vec<ReviewItem>,
    /// The decision on each item in this review.
    pub done: Vec<Option<&'static str>>,
    /// The index of the current item; after the last one comes the end.
    pub at: usize,
    /// The page of the current item; `None` until it was read.
    pub page: Option<ReviewPage>,
    pub scroll: usize,
    pub mode: Mode,
    pub message: Option<String>,
    /// The sizes of the files, in capacity mode.
    pub rooms: Vec<Room>,
    /// What there is beside the items, and will be shown once these are ruled on.
    pub more: usize,
}

impl ReviewAction {
    /// The first letter of its word. `r` belongs to a more frequent action than restoring.
    pub fn letter(self) -> &'static str {
        match self {
            ReviewAction::Restore => "t",
            ReviewAction::Drop => "x",
            _ => &self.as_str()[..1],
        }
    }

    /// Whether it can be done to many items at once.
    fn is_for_many(self) -> bool {
        !matches!(self, ReviewAction::Edit | ReviewAction::Merge)
    }
}

impl ReviewScreen {
    pub fn new(items: Vec<ReviewItem>, rooms: Vec<Room>) -> ReviewScreen {
        ReviewScreen { done: vec![None; items.len()], items, rooms, ..ReviewScreen::default() }
    }

    pub fn item(&self) -> Option<&ReviewItem> {
        self.items.get(self.at)
    }

    /// `step` is the number of lines of a page.
    pub fn press(&mut self, key: KeyPress, step: usize) -> Effect {
        if key == KeyPress::Interrupt {
            return Effect::Quit;
        }
        match std::mem::take(&mut self.mode) {
            Mode::Help => Effect::Nothing,
            Mode::Confirming(action, items) => self.confirm(key, action, items),
            Mode::Choosing { twins, at } => self.choose(key, twins, at),
            Mode::Reading => {
                self.message = None;
                self.read(key, step)
            }
        }
    }

    fn read(&mut self, key: KeyPress, step: usize) -> Effect {
        match key {
            KeyPress::Char('q') | KeyPress::Escape => return Effect::Quit,
            KeyPress::Char('u') => return Effect::Undo,
            KeyPress::Char('?') | KeyPress::Char('h') => self.mode = Mode::Help,
            KeyPress::Char('s') | KeyPress::Char('n') | KeyPress::Right | KeyPress::Enter => {
                self.go(self.at + 1)
            }
            KeyPress::Char('p') | KeyPress::Left => self.go(self.at.saturating_sub(1)),
            KeyPress::Char('S') => self.skip_alike(),
            KeyPress::Down => self.scroll = self.scroll.saturating_add(1),
            KeyPress::Up => self.scroll = self.scroll.saturating_sub(1),
            KeyPress::PageDown | KeyPress::Char(' ') => self.scroll = self.scroll.saturating_add(step),
            KeyPress::PageUp => self.scroll = self.scroll.saturating_sub(step),
            KeyPress::Home => self.scroll = 0,
            KeyPress::End => self.scroll = usize::MAX,
            KeyPress::Char(letter) => return self.act(letter),
            KeyPress::Interrupt => return Effect::Quit,
        }
        Effect::Nothing
    }

    fn act(&mut self, letter: char) -> Effect {
        let Some(item) = self.item() else { return Effect::Nothing };
        // One letter may stand for two actions, of which an item offers one.
        let is_meant = |action: &ReviewAction| action.letter().contains(letter.to_ascii_lowercase());
        let offered = item.offers().iter().copied().find(is_meant);
        let Some(action) = offered.or_else(|| ReviewAction::ALL.iter().copied().find(is_meant)) else {
            return Effect::Nothing;
        };
        if offered.is_none() {
            self.message = Some(format!("there is nothing to {} here", action.as_str()));
            return Effect::Nothing;
        }
        if letter.is_ascii_uppercase() {
            return self.act_on_all(action);
        }
        match action {
            ReviewAction::Edit => Effect::Edit(self.at),
            ReviewAction::Merge => Effect::FindTwins(self.at),
            _ => Effect::Rule(action, vec![self.at]),
        }
    }

    fn act_on_all(&mut self, action: ReviewAction) -> Effect {
        if !action.is_for_many() {
            self.message = Some(format!("{} one at a time", action.as_str()));
            return Effect::Nothing;
        }
        let alike = self.alike(|item| item.offers().contains(&action));
        if alike.len() == 1 {
            return Effect::Rule(action, alike);
        }
        self.mode = Mode::Confirming(action, alike);
        Effect::Nothing
    }

    /// This item and the later open ones of the same kind.
    fn alike(&self, also: impl Fn(&ReviewItem) -> bool) -> Vec<usize> {
        let Some(this) = self.item() else { return Vec::new() };
        let open = |n: &usize| *n == self.at || self.done[*n].is_none();
        let alike = |n: &usize| self.items[*n].is_like(this) && also(&self.items[*n]);
        (self.at..self.items.len()).filter(open).filter(alike).collect()
    }

    fn skip_alike(&mut self) {
        let alike = self.alike(|_| true);
        let next = (self.at..self.items.len()).find(|n| !alike.contains(n));
        self.go(next.unwrap_or(self.items.len()));
    }

    fn confirm(&mut self, key: KeyPress, action: ReviewAction, items: Vec<usize>) -> Effect {
        match key {
            KeyPress::Char('y') | KeyPress::Char('Y') | KeyPress::Enter => Effect::Rule(action, items),
            _ => {
                self.message = Some("nothing was changed".to_owned());
                Effect::Nothing
            }
        }
    }

    /// Shows the other observations that could be meant.
    pub fn offer(&mut self, twins: Vec<Twin>) {
        if twins.is_empty() {
            self.message = Some("there is nothing of its type to merge it with".to_owned());
        } else {
            self.mode = Mode::Choosing { twins, at: 0 };
        }
    }

    fn choose(&mut self, key: KeyPress, twins: Vec<Twin>, at: usize) -> Effect {
        let last = twins.len().saturating_sub(1);
        let at = match key {
            KeyPress::Enter => {
                let other = twins[at.min(last)].id.clone();
                return Effect::Merge { item: self.at, other };
            }
            KeyPress::Escape | KeyPress::Char('q') => return Effect::Nothing,
            KeyPress::Up => at.saturating_sub(1),
            KeyPress::Down => (at + 1).min(last),
            KeyPress::Home => 0,
            KeyPress::End => last,
            _ => at,
        };
        self.mode = Mode::Choosing { twins, at };
        Effect::Nothing
    }

    pub fn go(&mut self, to: usize) {
        self.at = to.min(self.items.len());
        self.page = None;
        self.scroll = 0;
    }

    /// A decision was carried out on these items; moves on to the next open one.
    pub fn ruled(&mut self, items: &[usize], done: &'static str, message: String) {
        for item in items {
            self.done[*item] = Some(done);
        }
        let next = (self.at..self.items.len()).find(|n| self.done[*n].is_none());
        self.go(next.unwrap_or(self.items.len()));
        self.message = Some(message);
    }

    /// A decision was undone: these items are open again.
    pub fn reopened(&mut self, items: &[usize], message: String) {
        for item in items {
            self.done[*item] = None;
        }
        self.go(items.first().copied().unwrap_or(self.at));
        self.message = Some(message);
    }

    /// Nothing was changed, for this reason. The current item is read again.
    pub fn said(&mut self, message: String) {
        self.page = None;
        self.message = Some(message);
    }

    /// The number of items by decision, in the order of the words.
    pub fn tally(&self) -> Vec<(&'static str, usize)> {
        let mut tally = std::collections::BTreeMap::new();
        for done in self.done.iter().flatten() {
            *tally.entry(*done).or_insert(0) += 1;
        }
        tally.into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
