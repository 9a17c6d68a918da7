//! The lines of a message that are the person's own words. Logs, quotes and fences are not; neither
//! is text below a heading that is not known to be the person's own ("Bob wrote:", "Rejected:",
//! "Expected behaviour:").

use super::clause::{is_order, point};
use super::message::{list_item, sentences};
use super::standing::reports;
use super::words::{fold, words};
use crate::core::entities::keys::{acts_of, keys_of};
use crate::core::learn::extract::dialog;
use crate::core::session::client_words::after_attachments;

/// Longer text without "I" or "we" is hardly ever written by hand.
const LONGEST_IMPERSONAL: usize = 300;
const MOST_NAME_WORDS: usize = 3;
const MOST_HEADING_WORDS: usize = 6;

/// Beginnings of lines of terminals, compilers, diffs and loggers.
#[rustfmt::skip]
const OUTPUT_STARTS: &[&str] = &[
    "@@", "+", "---", "-  ", "-\t", "diff --git", "⏺", "⎿", "│", "├", "└", "╭", "╰", "❯", "➜", "$ ", "> ", ">>", "✓", "✗", "✔", "✖", "⨯",
    "error:", "error[", "warning:", "warn ", "info ", "fail ", "pass ", "panic:", "fatal:", "traceback", "file \"", "npm err!",
    "exit code", "{", "}", "[", "|", "<", "//", "/*", "*/", "===", "***", "~~",
];

pub(super) struct OwnLine<'a> {
    pub(super) text: &'a str,
    /// A step of what the heading names, and not a rule of its own.
    pub(super) is_step: bool,
}

/// What a heading, or the words before a colon, say about the lines that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// "Rules", "do this", "in this repo".
    Own,
    /// "Frontend", "packages/web", "when you release", "nightly backup": steps may stand below it,
    /// and rules only together with it.
    Place,
    /// Anything else, including "don't" and "Bob wrote".
    Foreign,
}

pub(super) fn own_lines(text: &str) -> Vec<OwnLine<'_>> {
    let mut own = vec![];
    if is_somebody_elses(text) {
        return own;
    }
    let lines: Vec<&str> = text.lines().map(|line| after_attachments(line).trim_end()).collect();
    // A `#` applies until the next one, and a colon until its list or paragraph ends.
    let (mut title, mut lead) = (Lead::Own, Lead::Own);
    let (mut above, mut is_apart, mut in_fence) = ("", false, false);
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1).copied();
        let is_fence = line.trim_start().starts_with("```");
        in_fence ^= is_fence;
        if in_fence || is_fence || line.is_empty() {
            lead = if is_fence { Lead::Own } else { lead };
            is_apart = true;
            continue;
        }
        if !is_item(line) && (is_item(above) || (is_apart && heading(above, "").is_none())) {
            lead = Lead::Own;
        }
        match heading(line, next.unwrap_or_default()) {
            Some(name) if line.starts_with('#') => (title, lead) = (Lead::of(name), Lead::Own),
            Some(name) => lead = Lead::of(name),
            None => {}
        }
        (above, is_apart) = (line, false);
        if hands_over(line) && next.is_some() {
            break;
        }
        let is_step = [title, lead].contains(&Lead::Place);
        let is_out = [title, lead].contains(&Lead::Foreign) || is_output(line) || is_speech(line);
        if !is_out && (!is_step || is_item(line) || heading(line, "").is_some()) {
            own.push(OwnLine { text: line, is_step });
        }
    }
    own
}

fn is_item(line: &str) -> bool {
    list_item(line).is_some() || line.starts_with([' ', '\t'])
}

/// A line that begins with `#`, ends in a colon or is bold, or a short one above a list.
fn heading<'a>(line: &'a str, next: &str) -> Option<&'a str> {
    let text = list_item(line).unwrap_or(line.trim_start_matches('#')).trim();
    let is_bold = text.len() > 4 && text.starts_with("**") && text.ends_with("**");
    let is_short =
        text.split_whitespace().count() <= MOST_HEADING_WORDS && !text.ends_with(['.', '!', '?', ',']);
    let is_above = is_short && list_item(next).is_some() && list_item(line).is_none();
    let is_told = is_above && (!is_order(text) || words().rejected.has(&fold(text)));
    let is_marked = line.starts_with('#') || text.trim_end_matches(['*', '_', ' ']).ends_with(':') || is_bold;
    if is_marked || is_told { sentences(text).last() } else { None }
}

impl Lead {
    pub(super) fn of(title: &str) -> Lead {
        let w = words();
        let title = title.trim_matches(|c: char| !c.is_alphanumeric() && c != '`' && c != '/');
        let (lower, pointed) = (fold(title), fold(point(title)));
        let moment =
            w.when.at_start(&lower).or_else(|| w.goal.at_start(&lower)).map(|length| lower[length..].trim());
        let is_moment = moment.is_some_and(|moment| !moment.is_empty() && !w.refuse.open(moment));
        let is_here = w.here.open(&lower) && w.lasting.at_end(&lower).is_some();
        let is_short = title.split_whitespace().count() <= MOST_NAME_WORDS;
        let is_label = w.label.open(&pointed) || w.label.at_end(&lower).is_some() || w.filler.has(&lower);
        let is_brief = [&w.once, &w.limit_all, &w.idle, &w.day].iter().any(|table| table.stand_in(&lower));
        let is_theirs =
            reports(&lower) || [&w.handed, &w.deed, &w.bot, &w.others].iter().any(|it| it.stand_in(&lower));
        if is_theirs || owns(title) || (is_brief && !w.always.stand_in(&lower)) {
            Lead::Foreign
        } else if is_moment {
            Lead::Place
        } else if w.rejected.stand_in(&lower) {
            Lead::Foreign
        } else if is_label || is_here || w.always.stand_in(&lower) || w.sequence.stand_in(&lower) {
            Lead::Own
        } else if (is_short && !is_proper(title) && !w.question.open(&lower))
            || w.scope.has(&pointed)
            || !acts_of(title).is_empty()
        {
            Lead::Place
        } else {
            Lead::Foreign
        }
    }
}

/// "Bob's list".
fn owns(title: &str) -> bool {
    let mut owners =
        title.split_whitespace().filter_map(|word| word.strip_suffix("'s").or(word.strip_suffix("’s")));
    owners.any(|owner| {
        !matches!(fold(owner).as_str(), "let" | "here" | "it" | "that" | "what" | "there" | "how")
    })
}

/// "Bob", "Bob Miller".
fn is_proper(title: &str) -> bool {
    title.split_whitespace().all(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase)
    })
}

/// In "bob: never …" the whole line is Bob's. "Bug: the list is empty" says what is wrong.
fn is_speech(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(lead, said)| {
        let is_short = lead.split_whitespace().count() <= MOST_NAME_WORDS;
        is_short && is_order(said) && !is_own_label(lead)
    })
}

/// "Rule", "tests" or "in packages/web" before a colon; an unknown short name may be anybody's.
pub(super) fn is_own_label(lead: &str) -> bool {
    let lower = fold(point(lead));
    let is_known = words().scope.has(&lower) || !keys_of(lead).is_empty() || !acts_of(lead).is_empty();
    match Lead::of(lead) {
        Lead::Own => true,
        Lead::Place => is_known || words().when.open(&lower) || words().goal.open(&lower),
        Lead::Foreign => false,
    }
}

/// A plan, a letter, a prompt, or long text without "I" or "we".
fn is_somebody_elses(text: &str) -> bool {
    let lower = fold(after_attachments(text));
    let first = lower.trim_start().lines().next().and_then(|line| sentences(line).next()).unwrap_or_default();
    let is_long = lower.chars().count() > LONGEST_IMPERSONAL;
    dialog::is_plan(text)
        || lower.starts_with('{')
        || (is_long && !words().person.stand_in(&lower))
        || (words().role.open(first) && words().role_name.stand_in(first))
        || lower.lines().any(|line| words().letter.open(line.trim_start()))
}

/// The text below it was written by somebody else: "maria left this on the PR", "bob 10:31",
/// "coderabbitai bot".
fn hands_over(line: &str) -> bool {
    let lower = fold(line.trim());
    let names = lower.split_whitespace().filter(is_author).count();
    let is_head = names <= MOST_HEADING_WORDS && !lower.ends_with(['.', '!']) && !words().person.open(&lower);
    let is_told = words().bot.open(&lower) || (words().deed.stand_in(&lower) && !is_order(&lower));
    let is_timed = names <= 2 && lower.split_whitespace().any(is_time) && !is_order(&lower);
    words().handed.stand_in(&lower) || (is_head && is_told) || is_timed
}

fn is_author(word: &&str) -> bool {
    !is_time(word) && !matches!(*word, "am" | "pm" | "at" | "today" | "yesterday" | "—")
}

/// `10:31`
fn is_time(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_ascii_digit());
    word.split_once(':').is_some_and(|(hour, minute)| is_clock_number(hour) && is_clock_number(minute))
}

fn is_clock_number(part: &str) -> bool {
    (1..=2).contains(&part.len()) && part.parse::<u8>().is_ok_and(|number| number < 60)
}

fn is_output(line: &str) -> bool {
    let line = line.trim_start();
    let lower = fold(line);
    let first = line.split_whitespace().next().unwrap_or_default();
    let is_place = first
        .split_once(':')
        .is_some_and(|(file, rest)| file.contains('.') && rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_stamp = first.len() >= 5
        && first.contains([':', '-'])
        && first.chars().all(|c| c.is_ascii_digit() || ":-.,TZ".contains(c));
    OUTPUT_STARTS.iter().any(|start| lower.starts_with(start))
        || (line.starts_with("at ") && line.ends_with(')'))
        || dialog::is_answer(line)
        || is_place
        || is_stamp
}
