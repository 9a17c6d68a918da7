//! A minimal, reversible record of one change to a text file: the changed lines, the lines around
//! them, and a hash of the whole. It restores the file byte for byte if nothing else changed, and
//! finds its place again if something did.

use serde::{Deserialize, Serialize};

use crate::core::text;

/// Lines of context kept on each side, to find the place again.
const AROUND: usize = 3;

/// The state before or after a change. A missing file has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Hash of the whole file.
    pub hash: String,
    /// Byte offset of `part`.
    pub at: usize,
    pub head: String,
    /// `None` if the text was not kept because it holds a secret.
    pub part: Option<String>,
    pub tail: String,
}

/// Both states of a change; `None` for a state without a file.
pub fn sides(before: Option<&str>, after: Option<&str>) -> (Option<Side>, Option<Side>) {
    let (old, new) = (before.unwrap_or_default(), after.unwrap_or_default());
    let start = common_lines(old, new);
    let end = common_end(&old[start..], &new[start..]);
    let side = |whole: &str| {
        let (head, rest) = whole.split_at(start);
        let (part, tail) = rest.split_at(rest.len() - end);
        Side {
            hash: text::hash(whole),
            at: start,
            head: last_lines(head).to_owned(),
            part: Some(part.to_owned()),
            tail: first_lines(tail).to_owned(),
        }
    };
    (before.map(side), after.map(side))
}

impl Side {
    fn is_empty(&self) -> bool {
        self.part.as_deref() == Some("")
    }

    /// The same change without its leading empty lines.
    pub fn trimmed(mut self) -> Side {
        if let Some(part) = &self.part {
            let trimmed = part.trim_start_matches(['\n', '\r']);
            self.at += part.len() - trimmed.len();
            self.part = Some(trimmed.to_owned());
        }
        self
    }

    /// The same change without its text, for text that must not be kept.
    pub fn without_text(self) -> Side {
        Side { part: None, head: String::new(), tail: String::new(), ..self }
    }
}

/// Whether the file is in this state.
pub fn is_state(file: Option<&str>, state: Option<&Side>) -> bool {
    file.map(text::hash).as_ref() == state.map(|side| &side.hash)
}

/// The reason why a change cannot be reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// The text at that place is no longer the text that the change left.
    Changed,
    /// The text of the change was not kept.
    NotKept,
}

/// The file moved from one state to the other, keeping whatever else has changed since.
pub fn turn(now: Option<&str>, from: Option<&Side>, to: Option<&Side>) -> Result<Option<String>, Stuck> {
    if is_state(now, to) {
        return Ok(now.map(str::to_owned));
    }
    let is_exact = is_state(now, from);
    match (now, from, to) {
        (Some(_), Some(_), None) if is_exact => Ok(None),
        (Some(now), Some(from), Some(to)) if is_exact => {
            let (old, new) =
                (from.part.as_ref().ok_or(Stuck::NotKept)?, to.part.as_ref().ok_or(Stuck::NotKept)?);
            Ok(Some(replaced(now, from.at, old, new)))
        }
        (None, from, Some(to)) if from.is_none_or(Side::is_empty) => {
            Ok(Some(to.part.clone().ok_or(Stuck::NotKept)?))
        }
        (Some(now), Some(from), Some(to)) => elsewhere(now, from, to).map(Some),
        _ => Err(Stuck::Changed),
    }
}

/// Applies the change at the one place where it unambiguously fits.
fn elsewhere(now: &str, from: &Side, to: &Side) -> Result<String, Stuck> {
    let (old, new) = (from.part.as_ref().ok_or(Stuck::NotKept)?, to.part.as_ref().ok_or(Stuck::NotKept)?);
    let around = format!("{}{old}{}", from.head, from.tail);
    let within = only(now, &around).map(|at| at + from.head.len());
    let alone = || (!old.trim().is_empty()).then(|| only(now, old)).flatten();
    match within.filter(|_| !around.trim().is_empty()).or_else(alone) {
        Some(at) => Ok(replaced(now, at, &now[at..at + gap(now, at, old, new)], new)),
        // Removed text comes back, at the end if its place is unknown.
        None if old.is_empty() => Ok(format!("{now}{}{new}", if now.ends_with('\n') { "" } else { "\n" })),
        None => Err(Stuck::Changed),
    }
}

/// The number of bytes to remove, so that no two empty lines remain where the part was.
fn gap(now: &str, at: usize, old: &str, new: &str) -> usize {
    let end = at + old.len();
    let doubled = new.is_empty() && now[..at].ends_with("\n\n") && now[end..].starts_with('\n');
    old.len() + usize::from(doubled)
}

fn replaced(whole: &str, at: usize, old: &str, new: &str) -> String {
    format!("{}{new}{}", &whole[..at], &whole[at + old.len()..])
}

/// The offset of `part`, if exactly one line begins with it.
fn only(whole: &str, part: &str) -> Option<usize> {
    let begins = |at: &usize| *at == 0 || whole.as_bytes()[at - 1] == b'\n';
    let mut found = whole.match_indices(part).map(|(at, _)| at).filter(begins);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The bytes of the leading lines that both texts share.
fn common_lines(a: &str, b: &str) -> usize {
    let pairs = a.split_inclusive('\n').zip(b.split_inclusive('\n'));
    pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum()
}

fn common_end(a: &str, b: &str) -> usize {
    let (a, b) = (owned_lines(a), owned_lines(b));
    let pairs = a.iter().rev().zip(b.iter().rev());
    pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum()
}

fn owned_lines(text: &'_ str) -> Vec<String> {
    text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>()
}

fn first_lines(text: &str) -> &str {
    let length = text.split_inclusive('\n').take(AROUND).map(str::len).sum();
    &text[..length]
}

fn last_lines(text: &str) -> &str {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let length: usize = lines.iter().rev().take(AROUND).map(|line| line.len()).sum();
    &text[text.len() - length..]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn back(now: Option<&str>, before: Option<&str>, after: Option<&str>) -> Result<Option<String>, Stuck> {
        let (before, after) = sides(before, after);
        turn(now, after.as_ref(), before.as_ref())
    }

    #[test]
    fn what_was_changed_since_stays() {
        let before = "# D\n\n## A\n- one\n";
        let after = "# D\n\n## A\n- one\n\n## B\n- two\n";
        let table = [
            (Some(after), Ok(Some(before))),
            (Some("# D\n\n## A\n- one\n\n## B\n- two\n\n## C\n"), Ok(Some("# D\n\n## A\n- one\n\n## C\n"))),
            (Some("# My D\n\n## A\n- 1\n\n## B\n- two\n"), Ok(Some("# My D\n\n## A\n- 1\n"))),
            (Some("# D\n\n## A\n- one\n\n## B\n- two, really\n"), Err(Stuck::Changed)),
            (Some(before), Ok(Some(before))),
            (None, Err(Stuck::Changed)),
        ];
        for (now, expected) in table {
            assert_eq!(
                back(now, Some(before), Some(after)),
                expected.map(|t| t.map(str::to_owned)),
                "{now:?}"
            );
        }
    }

    #[test]
    fn a_new_file_goes_only_as_it_was_left() {
        assert_eq!(back(Some("x\n"), None, Some("x\n")), Ok(None));
        assert_eq!(back(Some("x\ny\n"), None, Some("x\n")), Err(Stuck::Changed));
        assert_eq!(back(None, None, Some("x\n")), Ok(None));
    }

    #[test]
    fn a_line_that_stands_twice_is_found_by_its_neighbours() {
        let before = "## A\n\n- Status: on\n\n## B\n\n- Status: on\n";
        let after = "## A\n\n- Status: off\n\n## B\n\n- Status: on\n";
        let now = "new\n\n## A\n\n- Status: off\n\n## B\n\n- Status: off\n";
        let expected = "new\n\n## A\n\n- Status: on\n\n## B\n\n- Status: off\n";
        assert_eq!(back(Some(now), Some(before), Some(after)), Ok(Some(expected.to_owned())));
    }

    #[test]
    fn text_that_was_not_kept_cannot_come_back() {
        let (before, after) = sides(Some("a\n"), Some("b\n"));
        let before = before.map(Side::without_text);
        assert_eq!(turn(Some("b\n"), after.as_ref(), before.as_ref()), Err(Stuck::NotKept));
    }

    proptest! {
        #[test]
        fn there_and_back_is_where_one_was(before in "([ab]?\n?){0,8}", after in "([ab]?\r?\n?){0,8}") {
            let (old, new) = sides(Some(&before), Some(&after));
            prop_assert_eq!(turn(Some(&after), new.as_ref(), old.as_ref()), Ok(Some(before.clone())));
            prop_assert_eq!(turn(Some(&before), old.as_ref(), new.as_ref()), Ok(Some(after.clone())));
        }
    }
}
