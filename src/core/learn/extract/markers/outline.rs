//! Which lines of a message stand below which heading.

use std::ops::Range;

use super::clause::tidy;
use super::heading::Heading;
use super::message::MarkedMessage;
use super::noise::is_output;
use super::quote;
use super::sentence::{Sentence, bulleted_item, numbered_item, sentences};
use crate::core::learn::extract::Item;
use crate::core::model::Details;

const MOST_TITLE_CHARS: usize = 80;
/// "Meeting notes 3 March": a line above a list that nothing marks as its heading.
const MOST_BARE_WORDS: usize = 6;
const MOST_LEVELS: usize = 6;
const COLONS: [char; 2] = [':', '：'];
const STOPS: [char; 8] = ['.', '!', '?', '。', '！', '？', ',', ';'];

#[derive(Default)]
pub(super) struct Outline<'a> {
    text: &'a str,
    sections: Vec<Section<'a>>,
}

struct Section<'a> {
    place: Range<usize>,
    title: &'a str,
    heading: Heading,
}

impl<'a> Outline<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let lines = lines(text);
        let sections = (0..lines.len()).filter_map(|at| section(&lines, at)).collect();
        Outline { text, sections }
    }

    /// Whether the heading above it leaves the line out altogether.
    pub(super) fn leaves_out(&self, line: &str) -> bool {
        let is_step = numbered_item(line).is_some();
        self.above(line).any(|section| match section.heading {
            Heading::Refused | Heading::Unknown => true,
            Heading::Name => !is_step,
            Heading::Own | Heading::Place => false,
        })
    }

    /// A step of something that only has a name is no rule of its own.
    pub(super) fn is_only_step(&self, sentence: &str) -> bool {
        self.above(sentence).any(|section| section.heading == Heading::Name)
    }

    fn place_of(&self, sentence: &str) -> Option<&'a str> {
        let mut places = self.above(sentence).filter(|section| section.heading == Heading::Place);
        places.next_back().map(|section| section.title)
    }

    fn above(&self, part: &str) -> impl DoubleEndedIterator<Item = &Section<'a>> {
        let start = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize);
        self.sections.iter().filter(move |section| start.is_some_and(|start| section.place.contains(&start)))
    }
}

/// With the heading that says where or when it holds. A title without it says too much: where it does not fit, there is no
/// lesson.
pub(super) fn with_place(
    mut item: Item,
    message: &MarkedMessage<'_>,
    sentence: &Sentence<'_>,
) -> Option<Item> {
    let Some(heading) = message.outline.place_of(sentence.text) else { return Some(item) };
    let place = tidy(heading);
    let line = match &mut item.details {
        Details::Decision { decision, .. } => decision,
        Details::Pitfall { resolution, .. } => resolution,
        Details::Procedural { situation, .. } => situation,
        Details::Workflow { .. } => return Some(item),
    };
    *line = format!("{place}: {line}");
    item.title = format!("{place}: {}", item.title);
    item.evidence.push(quote(message.id, heading));
    (item.title.chars().count() <= MOST_TITLE_CHARS).then_some(item)
}

struct Line<'a> {
    end: usize,
    text: &'a str,
    is_code: bool,
}

impl<'a> Line<'a> {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }

    fn item(&self) -> Option<&'a str> {
        numbered_item(self.text).or_else(|| bulleted_item(self.text.trim_start()))
    }

    /// `## Rejected`
    fn level(&self) -> Option<usize> {
        let rest = self.text.trim_start_matches('#');
        let level = self.text.len() - rest.len();
        (1..=MOST_LEVELS).contains(&level).then_some(level).filter(|_| rest.starts_with(' '))
    }

    fn is_underline(&self) -> bool {
        let line = self.text.trim();
        line.len() > 2 && (line.chars().all(|c| c == '-') || line.chars().all(|c| c == '='))
    }
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let (mut start, mut in_fence) = (0, false);
    let each = text.split_inclusive('\n').map(|whole| {
        let is_fence = whole.trim_start().starts_with("```");
        in_fence ^= is_fence;
        let end = start + whole.len();
        let line = Line { end, text: whole.trim_end(), is_code: in_fence || is_fence };
        start = end;
        line
    });
    each.collect()
}

fn section<'a>(lines: &[Line<'a>], at: usize) -> Option<Section<'a>> {
    let (line, below) = (&lines[at], &lines[at + 1..]);
    if line.is_code || line.is_blank() {
        return None;
    }
    let (title, length, heading) = match rank(line, below) {
        Some(level) => titled(line, below, level)?,
        None => led(line, below)?,
    };
    let end = below.get(length.checked_sub(1)?)?.end;
    Some(Section { place: line.end..end, title, heading })
}

fn rank(line: &Line<'_>, below: &[Line<'_>]) -> Option<usize> {
    let is_underlined = below.first().is_some_and(Line::is_underline) && is_short(line.text);
    line.level().or(is_underlined.then_some(2))
}

/// What stands at the first rank is the title of a document, or what a script remarks.
fn titled<'a>(line: &Line<'a>, below: &[Line<'a>], level: usize) -> Option<(&'a str, usize, Heading)> {
    let title = title_of(line.text);
    let heading = Heading::read(title);
    let is_idle = level == 1 && heading != Heading::Refused;
    (!is_idle).then(|| (title, below_title(below, level), heading))
}

fn led<'a>(line: &Line<'a>, below: &[Line<'a>]) -> Option<(&'a str, usize, Heading)> {
    let title = lead_of(line, below)?;
    let heading = Heading::read(title);
    let is_idle = !is_marked(line.text) && heading != Heading::Refused;
    (!is_idle).then(|| (title, below_lead(line, below, heading), heading))
}

/// "Meeting notes 3 March".
fn is_short(line: &str) -> bool {
    !line.ends_with(STOPS) && line.split_whitespace().count() <= MOST_BARE_WORDS
}

fn title_of(line: &str) -> &str {
    let title = line.trim_start_matches('#').trim();
    numbered_item(title)
        .unwrap_or(title)
        .trim_end_matches(COLONS)
        .trim_matches('*')
        .trim_end_matches(COLONS)
        .trim()
}

/// A line that ends in a colon or is set in bold; or one above a list that nothing marks.
fn lead_of<'a>(line: &Line<'a>, below: &[Line<'a>]) -> Option<&'a str> {
    let text = line.item().unwrap_or(line.text.trim());
    let is_above_list = below.first().is_some_and(|next| next.item().is_some()) && line.item().is_none();
    let last = || sentences(text).last().map(|sentence| title_of(sentence.text));
    (!is_output(line.text) && (is_marked(text) || (is_above_list && is_short(text)))).then(last)?
}

fn is_marked(line: &str) -> bool {
    let line = line.trim();
    let is_bold = line.len() > 4 && line.starts_with("**") && line.ends_with("**");
    line.trim_end_matches(['*', '_', ' ']).ends_with(COLONS) || is_bold
}

/// How many lines stand below a title: up to the next one of its rank.
fn below_title(below: &[Line<'_>], level: usize) -> usize {
    let ends = |line: &Line<'_>| !line.is_code && line.level().is_some_and(|next| next <= level);
    below.iter().position(ends).unwrap_or(below.len())
}

/// How many stand below a lead: what is indented, a list, or the next paragraph. What is known to be refused goes on to the
/// next lead.
fn below_lead(lead: &Line<'_>, below: &[Line<'_>], heading: Heading) -> usize {
    let Some(first) = below.iter().position(|line| !line.is_blank()) else { return 0 };
    let next = &below[first];
    let is_inside = |line: &Line<'_>| line.is_blank() || line.indent() > lead.indent();
    let is_listed = |line: &Line<'_>| is_inside(line) || line.item().is_some();
    let goes_on = |line: &Line<'_>| !line.is_blank();
    let is_below = |line: &Line<'_>| !is_marked(line.text) && line.level().is_none();
    let count = |holds: &dyn Fn(&Line<'_>) -> bool| {
        first + below[first..].iter().take_while(|line| holds(line)).count()
    };
    if next.is_code {
        first
    } else if is_inside(next) {
        count(&is_inside)
    } else if lead.item().is_some() {
        0
    } else if next.item().is_some() {
        count(&is_listed)
    } else if heading == Heading::Refused {
        count(&is_below)
    } else {
        count(&goes_on)
    }
}
