//! The line above what somebody said in a chat or on a page: who, perhaps what they did, and when.

use super::english;
use super::label::{MOST_NAME_WORDS, is_capitalised, is_word_of_name};
use super::phrases::{Phrases, fold_case};

/// Around the names, days and times.
const MARKS: [char; 12] = ['[', ']', '(', ')', ',', ':', '@', '—', '–', '|', '•', '·'];
const DOTS: [char; 2] = ['•', '·'];
const DAYS: [&str; 9] =
    ["Today", "Yesterday", "Heute", "Gestern", "Hier", "Aujourd’hui", "Hoy", "Ayer", "Hoje"];

/// How pages count the time since.
const SPANS: [&str; 11] = ["m", "h", "d", "w", "min", "minute", "hour", "day", "week", "month", "year"];
/// Before a count, where "ago" is no word behind it.
const SINCE: [&str; 4] = ["vor", "hace", "há", "a"];
const COUNTED: [&str; 19] = [
    "sekunde", "minut", "stunde", "tag", "woche", "monat", "jahr", "hora", "día", "dia", "semana", "mes",
    "año", "ano", "heure", "jour", "semaine", "mois", "an",
];
const ONE: [&str; 7] = ["einer", "einem", "un", "una", "une", "um", "uma"];

/// Tell of the time less exactly.
static LOOSELY: Phrases = Phrases::new(
    "yesterday, today, just now, last week, last month, last year, gestern, heute, gerade eben, letzte woche, hier, \
     aujourd'hui, la semaine dernière, ayer, hoy, ahora mismo, la semana pasada, ontem, hoje",
);

/// What a page says that somebody did, and to what.
const DEEDS: [&str; 30] = [
    "commented",
    "replied",
    "reviewed",
    "wrote",
    "said",
    "opened",
    "edited",
    "left",
    "approved",
    "requested",
    "merged",
    "posted",
    "answered",
    "asked",
    "suggested",
    "schrieb",
    "kommentierte",
    "antwortete",
    "commenté",
    "écrit",
    "répondu",
    "comentó",
    "escribió",
    "respondió",
    "aprobó",
    "sugirió",
    "comentou",
    "escreveu",
    "respondeu",
    "aprovou",
];
static OBJECTS: Phrases = Phrases::new(
    "a comment, a review, changes, these changes, this, on this, on this pull request, this pull request, on this issue, \
     on this pr, in this thread, in a thread",
);

/// Programs that comment on code.
pub(super) static BOTS: Phrases = Phrases::new(
    "coderabbit, coderabbitai, copilot, dependabot, sonarqube, sonarcloud, sourcery, codecov, bot",
);

/// When it was said, and how surely that tells of a chat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Exactly,
    Loosely,
    Never,
}

/// `bob 10:31`, `Bob Miller  10:31 AM`, `[14.03.2026 10:31] bob:`, `alice — Today at 10:31`, `bob commented 2 hours ago`,
/// `bob-m yesterday`, `coderabbitai bot`. `docker run -p 80:80 nginx` and "we meet at 10:30" are none.
pub(super) fn is_chat_head(line: &str) -> bool {
    let words: Vec<&str> = line.split([' ', '\t', '[']).map(|word| word.trim().trim_matches(MARKS)).collect();
    let is_part = |word: &&str| !word.is_empty() && !matches!(fold_case(word).as_str(), "am" | "pm" | "uhr");
    let words = without_day(words.into_iter().filter(is_part).collect());
    let (words, when) = without_time(&words, line.contains(DOTS));
    let (name, change_set) = without_deed(words);
    let ends = line.trim_end().ends_with(['.', '!', '?']);
    let is_said = match when {
        When::Exactly => !ends,
        When::Loosely => !ends && (change_set.is_some() || is_handle(line, name) || is_full_name(name)),
        When::Never => change_set.is_some_and(|object| object > 0) && is_handle(line, name),
    };
    (is_said && is_name(name)) || is_bot(words)
}

fn is_name(name: &[&str]) -> bool {
    let is_part = |word: &&str| is_word_of_name(word) && !english::IMPERATIVES.has(&fold_case(word));
    (1..=MOST_NAME_WORDS).contains(&name.len()) && name.iter().all(is_part)
}

/// `@bob`, `bob-m`, `bob42`: no word of a sentence.
fn is_handle(line: &str, name: &[&str]) -> bool {
    let is_made_up = |c: char| c.is_ascii_digit() || matches!(c, '-' | '_');
    line.trim_start().starts_with('@') || matches!(name, [name] if name.contains(is_made_up))
}

fn is_full_name(name: &[&str]) -> bool {
    name.len() > 1 && name.iter().all(|word| is_capitalised(word))
}

fn is_bot(words: &[&str]) -> bool {
    let lower: Vec<String> = words.iter().map(|word| fold_case(word)).collect();
    lower.iter().all(|word| BOTS.has(word)) && lower.iter().any(|word| word != "bot")
}

/// A client writes "Today at" with a capital; people do so only where a sentence begins.
fn without_day(mut words: Vec<&str>) -> Vec<&str> {
    let day = words.iter().position(|word| DAYS.contains(word));
    if let Some(day) = day.filter(|_| words.iter().any(|word| is_time(word))) {
        let has_at = words.get(day + 1).is_some_and(|word| matches!(*word, "at" | "um" | "à" | "às"));
        words.drain(day..=day + usize::from(has_at));
    }
    words
}

fn without_time<'a, 'b>(words: &'a [&'b str], is_dotted: bool) -> (&'a [&'b str], When) {
    let (rest, has_date) = without_ends(words, is_date);
    let (rest, has_time) = without_ends(rest, is_time);
    let (rest, is_after) = if has_date { (rest, true) } else { without_ends(rest, is_date) };
    match without_ago(rest) {
        Some(rest) => (rest, When::Exactly),
        None if has_time => (rest, When::Exactly),
        None if is_after => (rest, When::Loosely),
        None => without_loose(rest, is_dotted),
    }
}

fn without_ends<'a, 'b>(words: &'a [&'b str], is_stamp: fn(&str) -> bool) -> (&'a [&'b str], bool) {
    match words {
        [stamp, rest @ ..] | [rest @ .., stamp] if is_stamp(stamp) => (rest, true),
        words => (words, false),
    }
}

fn without_ago<'a, 'b>(words: &'a [&'b str]) -> Option<&'a [&'b str]> {
    match words {
        [rest @ .., count, "ago"] if is_span(count) => Some(rest),
        [rest @ .., count, unit, "ago"] if is_span(&format!("{count}{unit}")) => Some(rest),
        [rest @ .., since, count, unit] if SINCE.contains(since) && is_counted(count, unit) => {
            Some(rest.strip_suffix(&["il", "y"]).unwrap_or(rest))
        }
        _ => None,
    }
}

fn without_loose<'a, 'b>(words: &'a [&'b str], is_dotted: bool) -> (&'a [&'b str], When) {
    if let [rest @ .., span] = words
        && is_dotted
        && is_span(span)
    {
        return (rest, When::Loosely);
    }
    let lower = fold_case(&words.join(" "));
    let Some(start) = LOOSELY.at_end(&lower) else { return (words, When::Never) };
    (&words[..lower[..start].split_whitespace().count()], When::Loosely)
}

/// `2h`, `3days`, `anhour`.
fn is_span(span: &str) -> bool {
    let count = |c: char| c.is_ascii_digit();
    let unit = span.strip_prefix(count).map(|rest| rest.trim_start_matches(count));
    let unit = unit.or_else(|| span.strip_prefix("an")).or_else(|| span.strip_prefix('a'));
    unit.is_some_and(|unit| SPANS.contains(&unit.strip_suffix('s').unwrap_or(unit)))
}

fn is_counted(count: &str, unit: &str) -> bool {
    let is_count = ONE.contains(&count) || count.chars().all(|c| c.is_ascii_digit());
    is_count && COUNTED.iter().any(|known| fold_case(unit).starts_with(known))
}

/// The name, and behind a change set how many words say to what.
fn without_deed<'a, 'b>(words: &'a [&'b str]) -> (&'a [&'b str], Option<usize>) {
    let Some(change_set) = words.iter().rposition(|word| DEEDS.contains(word)) else { return (words, None) };
    let (name, object) = (&words[..change_set], &words[change_set + 1..]);
    let is_object = object.is_empty() || OBJECTS.has(fold_case(&object.join(" ")).trim_end_matches('.'));
    let name = name.strip_suffix(&["a"]).unwrap_or(name);
    if is_object { (name, Some(object.len())) } else { (words, None) }
}

fn is_time(word: &str) -> bool {
    let below = |part: &str, limit: u8| {
        matches!(part.len(), 1..=2) && part.parse::<u8>().is_ok_and(|number| number < limit)
    };
    let (time, seconds) = match word.split(':').count() {
        3 => word.rsplit_once(':').unwrap_or((word, "0")),
        _ => (word, "0"),
    };
    below(seconds, 60)
        && time.split_once(':').is_some_and(|(hours, minutes)| below(hours, 24) && below(minutes, 60))
}

/// `14.03.2026`, `2026-03-14`, `3/14/2026`
fn is_date(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['.', '-', '/']).collect();
    let is_number = |part: &&str| matches!(part.len(), 1 | 2 | 4) && part.parse::<u16>().is_ok();
    parts.len() == 3 && parts.iter().all(is_number) && parts.iter().any(|part| part.len() == 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_spoke_and_when_stands_above_their_words() {
        for line in [
            "bob 10:31",
            "bob 10:31:07",
            "tom-m approved these changes 2 hours ago",
            "tom-m approved these changes",
            "tom-m commented last week",
            "tom-m commented just now",
            "@tom-m commented on this pull request.",
            "tom-m yesterday",
            "Tom Meier yesterday",
            "tom-m · 3d",
            "[14.03.2026 10:22] Tom Meier",
            "Tom Meier, 14.03.2026 10:22:",
            "Tom Meier, 14.03.2026",
            "coderabbitai bot",
            "coderabbitai[bot]",
        ] {
            assert!(is_chat_head(line), "{line}");
        }
        for line in [
            "we meet at 10:30",
            "it broke yesterday",
            "tests yesterday",
            "Bob broke it 2 days ago",
            "Bob opened the PR 2 hours ago",
            "I commented on this pull request.",
            "Bob approved these changes.",
            "release 2026-03-14",
            "Sprint 2026-03-14",
            "react 18.2.0",
            "the cache lives 3d",
            "the bot",
            "bot",
            "Testing",
            "",
        ] {
            assert!(!is_chat_head(line), "{line}");
        }
    }
}
