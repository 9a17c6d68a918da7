//! Pasted documents and reviews: Markdown that was written as a page, and text copied from a
//! discussion. From its first mark on, the rest of the message counts as pasted.

const MARKS_OF_A_PAGE: usize = 2;

pub(super) fn without(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let page = page_start(&lines);
    let talk = lines.iter().position(|line| is_byline(line));
    let handed = lines.iter().position(|line| hands_over(line)).map(|at| at + 1);
    let named = lines.iter().position(|line| named_first(line).is_some());
    let end = page.into_iter().chain(talk).chain(handed).chain(named).min().unwrap_or(lines.len());
    let name = lines.get(end).filter(|_| named == Some(end)).and_then(|line| named_first(line));
    lines[..end].iter().copied().chain(name).collect::<Vec<_>>().join("\n")
}

/// Words for the text that people paste after a colon.
#[rustfmt::skip]
const HANDED_OVER: [&str; 21] = [
    "feedback", "review", "reviews", "reviewer", "comment", "comments", "errors", "logs", "output", "advisory", "advisories",
    "stacktrace", "trace", "warnings", "readme", "said", "says", "wrote", "commented", "email", "description",
];

/// `PR feedback:` and then the feedback.
fn hands_over(line: &str) -> bool {
    let lower = line.trim_end().to_lowercase();
    lower.strip_suffix(':').is_some_and(|said| {
        let mut words = said.split(|c: char| !c.is_alphanumeric());
        said.split_whitespace().count() <= 24 && words.any(|word| HANDED_OVER.contains(&word))
    })
}

/// The words before the colon in `Review comments: the loop …`.
fn named_first(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(": ").filter(|(_, rest)| !rest.trim().is_empty())?;
    let lower = name.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    let is_talk = |word: &str| ["feedback", "review", "reviewer", "comments"].contains(&word);
    (name.split_whitespace().count() <= 4 && words.any(is_talk)).then_some(name)
}

/// The first of several headings, rules, bold labels and tables.
fn page_start(lines: &[&str]) -> Option<usize> {
    let marks: Vec<usize> = (0..lines.len()).filter(|at| is_mark(lines, *at)).collect();
    let is_page = marks.len() >= MARKS_OF_A_PAGE || marks.iter().any(|at| is_title(lines, *at));
    marks.first().copied().filter(|_| is_page)
}

/// A heading followed by text.
fn is_title(lines: &[&str], at: usize) -> bool {
    is_heading(lines[at]) && lines[at + 1..].iter().filter(|line| !line.trim().is_empty()).count() >= 2
}

fn is_mark(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim_start();
    let underlined = at > 0
        && !lines[at - 1].trim().is_empty()
        && line.len() >= 3
        && (line.chars().all(|c| c == '=') || line.chars().all(|c| c == '-'));
    let named = SECTIONS.contains(&line.trim().trim_end_matches(':').to_lowercase().as_str());
    is_heading(line)
        || underlined
        || named
        || is_badged(line)
        || is_bold_label(line)
        || is_table(line)
        || is_frontmatter(lines, at)
}

/// Headings that lost their marks in the paste.
#[rustfmt::skip]
const SECTIONS: [&str; 18] = [
    "summary", "description", "impact", "details", "poc", "steps to reproduce", "expected behavior", "actual behavior",
    "environment", "additional context", "suggested fix", "recommendation", "recommendations", "overview", "background",
    "root cause", "severity", "walkthrough",
];

/// `✅ Strengths`
fn is_badged(line: &str) -> bool {
    let badges = ['✅', '❌', '⚠', '🔴', '🟡', '🟢', '🚨', '📝', '🔍', '💡', '🎯', '📋'];
    line.starts_with(badges) && line.split_whitespace().count() <= 8
}

fn is_heading(line: &str) -> bool {
    let text = line.trim_start().trim_start_matches('#');
    let marks = line.trim_start().len() - text.len();
    (1..=6).contains(&marks) && text.starts_with(' ') && text.trim().chars().any(char::is_alphabetic)
}

/// `**Summary**: …`, `- **Fix:** …`, `1. **First** …`
fn is_bold_label(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || "-*+.) ".contains(c) && c != '*');
    let line = line.strip_prefix("* ").unwrap_or(line);
    ["**", "__"].iter().any(|mark| {
        line.strip_prefix(mark)
            .and_then(|rest| rest.split_once(mark))
            .is_some_and(|(label, _)| label.chars().any(char::is_alphabetic))
    })
}

fn is_table(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2 && line.starts_with('|') && line.ends_with('|') && line.matches('|').count() > 2
}

fn is_frontmatter(lines: &[&str], at: usize) -> bool {
    lines[at].trim() == "---" && lines.get(at + 1).is_some_and(|line| line.split_once(": ").is_some())
}

/// The author and time of the following text: `octocat commented 2 days ago`,
/// `On Monday, Bob wrote:`, `@bob:`.
fn is_byline(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['*', '_', '-', '•', ' ']);
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let speaks = SPEAKERS.iter().any(|speaker| lower.starts_with(speaker));
    if words.is_empty() || (words.len() > 14 && !speaks) {
        return false;
    }
    speaks || is_handle(&words, &lower) || is_dated(&words, &lower) || is_mail(&lower) || is_message(line)
}

/// Speakers in a copied conversation.
const SPEAKERS: [&str; 7] = ["user:", "human:", "assistant:", "agent:", "system:", "claude:", "chatgpt:"];
const DEEDS: [&str; 9] =
    ["commented", "wrote", "left", "reviewed", "requested", "suggested", "replied", "approved", "said"];
const ROLES: [&str; 10] = [
    "contributor",
    "member",
    "author",
    "owner",
    "collaborator",
    "bot",
    "reviewer",
    "maintainer",
    "copilot ai",
    "app",
];

/// `@bob`, `@bob:`, `bob (bot)`, and the words that sites print beside a name.
fn is_handle(words: &[&str], lower: &str) -> bool {
    let alone =
        words.len() <= 2 && is_handle_name(words[0]) && words.get(1).is_none_or(|word| ROLES.contains(word));
    let tagged = lower.ends_with("[bot]") || lower.ends_with("(bot)") || ROLES.contains(&lower);
    let spoken = is_handle_name(words[0])
        && (lower.ends_with(':') || words[1..].iter().any(|word| DEEDS.contains(word)));
    alone || tagged || spoken || SITE_LINES.iter().any(|said| lower.starts_with(said))
}

fn is_handle_name(word: &str) -> bool {
    word.strip_prefix('@').is_some_and(|name| {
        name.len() > 1 && name.chars().all(|c| c.is_alphanumeric() || "-_[]:".contains(c))
    })
}

/// Texts that sites print around comments.
const SITE_LINES: [&str; 12] = [
    "comment on lines",
    "comment on line ",
    "suggested change",
    "review comment",
    "resolved conversation",
    "this conversation was marked",
    "view reviewed changes",
    "left a comment",
    "commented on ",
    "edited by ",
    "reviewed by ",
    "copilot ai ",
];

/// `octocat commented 2 days ago`, `bob 10:32`, `on mon, 3 mar 2025, bob wrote:`
fn is_dated(words: &[&str], lower: &str) -> bool {
    let ago = lower.contains(" ago") && words.windows(2).any(|pair| is_span(pair[0], pair[1]));
    let wrote = lower.starts_with("on ") && lower.ends_with("wrote:") || lower.ends_with("schrieb:");
    let deed = words.len() > 1 && DEEDS.contains(&words[1]) && words.len() <= 8;
    wrote || (ago && (words.len() <= 6 || words.iter().any(|word| DEEDS.contains(word)))) || (deed && ago)
}

fn is_span(count: &str, unit: &str) -> bool {
    let units = ["second", "minute", "hour", "day", "week", "month", "year", "min", "yesterday"];
    (count.parse::<u32>().is_ok() || matches!(count, "a" | "an" | "last"))
        && units.iter().any(|name| unit.trim_end_matches('s') == *name)
}

fn is_mail(lower: &str) -> bool {
    let fields = ["from:", "subject:", "sent:", "date:", "message-id:", "reply-to:", "von:", "betreff:"];
    fields.iter().any(|field| lower.starts_with(field)) && lower.len() > 8
}

/// `[10:32] bob: …`, `Bob Smith [10:32 AM]`, `bob  10:32 AM`
fn is_message(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let led = words.len() > 2
        && is_clock_time(words[0])
        && words[1..].iter().take(3).any(|word| word.ends_with(':'));
    let tail = words.iter().rev().take(2).any(|word| is_clock_time(word));
    led || (tail
        && (2..=5).contains(&words.len())
        && line.starts_with(|c: char| c.is_uppercase() || c == '@'))
}

fn is_clock_time(text: &str) -> bool {
    let digits = text.trim_matches(['[', ']', '(', ')']);
    digits.len() <= 8
        && digits.split_once(':').is_some_and(|(hour, rest)| {
            hour.parse::<u8>().is_ok_and(|hour| hour < 25) && rest.starts_with(|c: char| c.is_ascii_digit())
        })
}
