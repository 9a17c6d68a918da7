//! What a message quotes. Sentences end inside of quotations too, so these are looked for in the whole message.

use std::ops::Range;

use super::clause::is_command;
use super::label::FIRST_UNSPACED;
use super::phrases::fold_case;

const QUOTES: [(char, char); 6] =
    [('"', '"'), ('\'', '\''), ('“', '”'), ('„', '“'), ('«', '»'), ('「', '」')];
/// Too many apostrophes stand at the end of a word to look for their partner in another line.
const WITHIN_A_LINE: char = '\'';
/// Fewer quoted words are a name.
const FEWEST_WORDS: usize = 3;
/// The same, where words are not set apart.
const FEWEST_UNSPACED: usize = 8;

pub(super) struct Quotations<'a> {
    text: &'a str,
    /// In order, and apart from each other.
    places: Vec<Range<usize>>,
}

impl<'a> Quotations<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let mut found: Vec<Range<usize>> = QUOTES.iter().flat_map(|marks| between(text, *marks)).collect();
        found.retain(|place| is_said(&text[place.clone()]));
        found.sort_by_key(|place| place.start);
        let mut places: Vec<Range<usize>> = vec![];
        for place in found {
            match places.last_mut() {
                Some(last) if place.start <= last.end => last.end = last.end.max(place.end),
                _ => places.push(place),
            }
        }
        Quotations { text, places }
    }

    /// Whether any of the part is quoted.
    pub(super) fn touch(&self, part: &str) -> bool {
        self.first_around(part).is_some_and(|(start, place)| place.start < start + part.len())
    }

    pub(super) fn hold_start_of(&self, part: &str) -> bool {
        self.first_around(part).is_some_and(|(start, place)| place.start <= start)
    }

    /// Where the part stands, and the first quotation that does not end before it. What is no piece of the text is not quoted
    /// in it.
    fn first_around(&self, part: &str) -> Option<(usize, &Range<usize>)> {
        let start = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        let is_inside = start + part.len() <= self.text.len();
        Some((start, self.first_behind(start)?)).filter(|_| is_inside)
    }

    fn first_behind(&self, start: usize) -> Option<&Range<usize>> {
        self.places.get(self.places.partition_point(|place| place.end <= start))
    }
}

/// A command is a name, however many words it has.
fn is_said(quoted: &str) -> bool {
    let unspaced = quoted.chars().filter(|c| *c >= FIRST_UNSPACED).count();
    let is_long = quoted.split_whitespace().count() >= FEWEST_WORDS || unspaced >= FEWEST_UNSPACED;
    is_long && !is_command(&fold_case(quoted.trim()))
}

/// What is never closed is none: where another quotation opens, the one before was no quotation.
fn between(text: &str, (open, close): (char, char)) -> Vec<Range<usize>> {
    let mut found = vec![];
    let mut opened = None;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let is_alike = open == close;
        if c == open && (!is_alike || opens(&text[..at], &text[end..])) {
            opened = Some(end);
        } else if c == close && (!is_alike || closes(&text[end..])) {
            found.extend(opened.take().map(|start| start..at));
        } else if c == '\n' && open == WITHIN_A_LINE {
            opened = None;
        }
    }
    found
}

/// Not the mark of 5", not the apostrophe of "users' data", and not what closes behind a full stop.
fn opens(before: &str, after: &str) -> bool {
    let may_lead = |c: char| c.is_whitespace() || matches!(c, '(' | '[' | '{' | ':' | ',' | '=' | '—' | '–');
    (before.is_empty() || before.ends_with(may_lead)) && after.starts_with(|c: char| !c.is_whitespace())
}

/// An apostrophe inside of a word closes nothing.
fn closes(after: &str) -> bool {
    !after.starts_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_found_across_sentences_and_lines() {
        for (text, quoted) in [
            ("He wants \"Keep it tidy. Run it first.\". No.", vec!["Keep it tidy. Run it first."]),
            ("It reads \"one two\nthree four\" there", vec!["one two\nthree four"]),
            ("say 'we don't do it' or \"not at all then\"", vec!["we don't do it", "not at all then"]),
            ("cut it at 5\" and then at 6\" before lunch", vec![]),
            ("the \"first of them, see \"second of them all\"", vec!["second of them all"]),
            ("it's 'cause of it\nthe users' data is here", vec![]),
            ("\"npm run build\" and \"two words\"", vec![]),
            ("never \"closed at all, is it", vec![]),
        ] {
            let found = Quotations::of(text);
            let found: Vec<&str> = found.places.iter().map(|place| &text[place.clone()]).collect();
            assert_eq!(found, quoted, "{text}");
        }
    }

    #[test]
    fn a_part_may_touch_a_quotation_or_begin_in_one() {
        let text = "He wants \"Keep it tidy. Run it first.\". I do not.";
        let quotations = Quotations::of(text);
        for (part, touches, begins) in [
            ("He wants", false, false),
            ("wants \"Keep", true, false),
            ("Run it", true, true),
            ("I do", false, false),
        ] {
            let part = &text[text.find(part).unwrap()..][..part.len()];
            assert_eq!((quotations.touch(part), quotations.hold_start_of(part)), (touches, begins), "{part}");
        }
        assert!(!quotations.touch("Keep it tidy, elsewhere"));
    }
}
