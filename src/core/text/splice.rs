//! One change of a text file, kept as small as it is: the lines that differ, those around them, and a fingerprint of
//! the whole. Enough to take it back byte for byte while nothing else changed, and to find its place when something did.

use serde::{Deserialize, Serialize};

use crate::core::text;

/// Lines kept around a change, to find its place again.
const AROUND: usize = 3;

/// One of the two states that a change leads between. A file that is not there has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Of the whole file.
    pub hash: String,
    /// Where `part` begins, in bytes.
    pub at: usize,
    pub head: String,
    /// `None` for text that is not kept because it holds a secret.
    pub part: Option<String>,
    pub tail: String,
}

/// Both states of a change, as far as the file was there.
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

    /// The same change without the empty lines that it begins with.
    pub fn trimmed(mut self) -> Side {
        if let Some(part) = &self.part {
            let trimmed = part.trim_start_matches(['\n', '\r']);
            self.at += part.len() - trimmed.len();
            self.part = Some(trimmed.to_owned());
        }
        self
    }

    /// The same, without text that must not be kept.
    pub fn without_text(self) -> Side {
        Side { part: None, head: String::new(), tail: String::new(), ..self }
    }
}

/// Is this the file that a state is of?
pub fn is_state(file: Option<&str>, state: Option<&Side>) -> bool {
    file.map(text::hash).as_ref() == state.map(|side| &side.hash)
}

/// Why a change cannot be turned round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// What stands there is not what was left there.
    Changed,
    /// Its text was not kept.
    NotKept,
}

/// The file after going from one state to the other, whatever else has changed in it since.
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

/// The same change at the one place where it can only be meant.
fn elsewhere(now: &str, from: &Side, to: &Side) -> Result<String, Stuck> {
    let (old, new) = (from.part.as_ref().ok_or(Stuck::NotKept)?, to.part.as_ref().ok_or(Stuck::NotKept)?);
    let around = format!("{}{old}{}", from.head, from.tail);
    let within = only(now, &around).map(|at| at + from.head.len());
    let alone = || (!old.trim().is_empty()).then(|| only(now, old)).flatten();
    match within.filter(|_| !around.trim().is_empty()).or_else(alone) {
        Some(at) => Ok(replaced(now, at, &now[at..at + gap(now, at, old, new)], new)),
        // What was taken out comes back, at the end if nobody knows where it stood.
        None if old.is_empty() => Ok(format!("{now}{}{new}", if now.ends_with('\n') { "" } else { "\n" })),
        None => Err(Stuck::Changed),
    }
}

/// As much as has to go, so that no two empty lines are left where a part stood between others.
fn gap(now: &str, at: usize, old: &str, new: &str) -> usize {
    let end = at + old.len();
    let doubled = new.is_empty() && now[..at].ends_with("\n\n") && now[end..].starts_with('\n');
    old.len() + usize::from(doubled)
}

fn replaced(whole: &str, at: usize, old: &str, new: &str) -> String {
    format!("{}{new}{}", &whole[..at], &whole[at + old.len()..])
}

/// Where it begins a line, if it does so exactly once.
fn only(whole: &str, part: &str) -> Option<usize> {
    let begins = |at: &usize| *at == 0 || whole.as_bytes()[at - 1] == b'\n';
    let mut found = whole.match_indices(part).map(|(at, _)| at).filter(begins);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The bytes of the lines that both begin with.
fn common_lines(a: &str, b: &str) -> usize {
    let pairs = a.split_inclusive('\n').zip(b.split_inclusive('\n'));
    pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum()
}

fn common_end(a: &str, b: &str) -> usize {
    let lines = |text: &'_ str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
    let (a, b) = (lines(a), lines(b));
    let pairs = a.iter().rev().zip(b.iter().rev());
    pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len()).sum()
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
