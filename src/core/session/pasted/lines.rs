//! Pasted lines, recognised one by one: quotes, diffs, logs, terminal output, indented code.

/// This many machine-made lines are a paste, and the lines between them belong to it.
const FEWEST: usize = 2;

pub(super) fn without(text: &str) -> String {
    let lines = without_quotes(text);
    let machine: Vec<usize> = (0..lines.len()).filter(|at| is_machine(&lines, *at)).collect();
    let (Some(&first), Some(&last)) = (machine.first(), machine.last()) else {
        return lines.join("\n");
    };
    let is_paste = machine.len() >= FEWEST;
    let before = own_start(&lines[..first], is_paste);
    let after = own_end(&lines[last + 1..], is_paste);
    let between = if is_paste { vec![] } else { lines[first + 1..last.max(first + 1)].to_vec() };
    [before, between, after].concat().join("\n")
}

/// Each quoted line is marked; the line directly after it may be a continuation.
fn without_quotes(text: &str) -> Vec<&str> {
    let mut quoted = false;
    let mut kept = vec![];
    for line in text.lines() {
        quoted = is_quote(line.trim()) || (quoted && !line.trim().is_empty());
        if !quoted {
            kept.push(line);
        }
    }
    kept
}

fn is_machine(lines: &[&str], at: usize) -> bool {
    let line = lines[at];
    let near = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| lines.get(at));
    is_foreign(line)
        || is_code(line)
        || (is_diff_line(line) && near.into_iter().any(|near| is_diff_line(near)))
}

fn is_diff_line(line: &str) -> bool {
    line.starts_with(['+', '-']) && line[1..].starts_with(['\t', ' ']) && line.contains("  ")
}

/// The lines before a paste. A line that leads into it may be its first.
fn own_start<'a>(lines: &[&'a str], is_paste: bool) -> Vec<&'a str> {
    let attached = lines.iter().rev().take_while(|line| !line.trim().is_empty()).count();
    let (kept, last) = lines.split_at(lines.len() - attached);
    let last = last.iter().copied().filter(|line| !is_paste || is_informal(line) || announces(line));
    kept.iter().copied().chain(last).collect()
}

/// The lines after a paste: not the rest of its paragraph, and of later ones only those that sound
/// like a person.
fn own_end<'a>(lines: &[&'a str], is_paste: bool) -> Vec<&'a str> {
    let mut kept = vec![];
    for (nth, paragraph) in lines.split(|line| line.trim().is_empty()).enumerate() {
        let is_rest = nth == 0 && !paragraph.first().is_some_and(|line| line.trim_start().starts_with("->"));
        if !is_rest && (!is_paste || paragraph.iter().any(|line| is_informal(line))) {
            kept.push("");
            kept.extend(paragraph);
        }
    }
    kept
}

/// Tools and documents address no reader, and begin their sentences with a capital.
fn is_informal(line: &str) -> bool {
    let line = line.trim();
    let words = format!(" {} ", line.to_lowercase().replace(['\'', '’', ',', '.'], " "));
    let personal =
        [" i ", " my ", " me ", " let s ", " can you ", " could you ", " please ", " ich ", " je ", " yo "];
    line.starts_with("->")
        || line.starts_with(char::is_lowercase)
        || line.contains(['?', '？'])
        || personal.iter().any(|word| words.contains(word))
}

fn announces(line: &str) -> bool {
    line.trim_end().ends_with(':')
}

/// A line that no person types.
pub(super) fn is_foreign(line: &str) -> bool {
    let bare = line.trim();
    is_diff_head(bare)
        || is_shell(bare)
        || is_log(bare)
        || is_trace(bare)
        || is_drawn(bare)
        || is_numbered_by_a_tool(line)
}

/// `> …` of mail and Markdown, also inside a list.
fn is_quote(line: &str) -> bool {
    let line = ["- ", "* "].iter().find_map(|item| line.strip_prefix(item)).unwrap_or(line);
    line.starts_with('>') && !line.starts_with(">=")
}

fn is_diff_head(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("diff --git ")
        || line.starts_with("@@ ")
        || line.starts_with("--- a/")
        || line.starts_with("+++ b/")
        || line.starts_with("+++ /dev/null")
        || line.starts_with("--- /dev/null")
}

/// A shell prompt with its input, and the signs that coding agents print.
fn is_shell(line: &str) -> bool {
    let prompts =
        ["$ ", "% ", "❯", "➜", "⏺", "⎿", "●", "✻", "✶", "└ ", "├", "╰", "╭", "│", "PS C:\\", ">>> "];
    prompts.iter().any(|prompt| line.starts_with(prompt))
        || line.split_once("$ ").is_some_and(|(host, _)| host.contains('@') && !host.contains(' '))
}

const LEVELS: [&str; 10] =
    ["info", "warn", "warning", "error", "debug", "trace", "fatal", "notice", "panic", "critical"];

/// A line that begins with a time, a level or a tool's own mark.
fn is_log(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let bare = first.trim_matches(['[', ']', '(', ')', ':']);
    let is_level = LEVELS.contains(&bare.to_lowercase().as_str())
        && (first.starts_with('[')
            || (first.ends_with(':') && bare.chars().any(char::is_uppercase) && bare == bare.to_uppercase()));
    let marks = [
        "npm ERR!",
        "npm error",
        "npm WARN",
        "error: ",
        "error[",
        "warning: ",
        "Error: ",
        "fatal: ",
        "FAIL ",
        "PASS ",
        "--- FAIL",
        "--- PASS",
        "=== RUN",
        "✓ ",
        "✗ ",
        "✘ ",
        "× ",
        "ok \t",
        "FAIL\t",
        "Traceback (",
        "panic: ",
        "goroutine ",
        "Exit code ",
        "exit status ",
        "hint: ",
        "remote: ",
    ];
    is_timestamp(first) || is_level || marks.iter().any(|mark| line.starts_with(mark))
}

/// `2025-03-02T10:00:00Z`, `2025-03-02`, `[10:00:01]`, `10:00:01.123`
fn is_timestamp(word: &str) -> bool {
    let word = word.trim_matches(['[', ']']);
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let date = digits >= 8
        && word.len() >= 10
        && word.as_bytes()[..4].iter().all(u8::is_ascii_digit)
        && word.as_bytes()[4] == b'-';
    let time = digits >= 6
        && word.matches(':').count() == 2
        && word.bytes().all(|b| b.is_ascii_digit() || b":.,Z".contains(&b));
    date || time
}

/// Stack frames, findings of a checker, marks under a line of code.
fn is_trace(line: &str) -> bool {
    let frame = (line.starts_with("at ")
        && line.contains(':')
        && line.ends_with(|c: char| c == ')' || c.is_ascii_digit()))
        || (line.starts_with("File \"") && line.contains(", line "))
        || line.starts_with("--> ")
        || line.starts_with("::: ");
    let place = line.split_whitespace().next().is_some_and(is_place) && line.split_whitespace().count() > 1;
    let underlined = !line.is_empty() && line.chars().all(|c| "^~ |-".contains(c));
    frame || place || underlined
}

/// `src/a.go:12:3:`, `src/a.rs:12`
fn is_place(word: &str) -> bool {
    let mut parts = word.trim_end_matches(':').split(':');
    let file = parts.next().unwrap_or_default();
    let numbers: Vec<&str> = parts.collect();
    let is_file = file.rsplit_once('.').is_some_and(|(name, end)| {
        !name.is_empty() && (1..=5).contains(&end.len()) && end.chars().all(char::is_alphanumeric)
    });
    is_file
        && !numbers.is_empty()
        && numbers.iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
}

/// Boxes, bars and terminal colours.
fn is_drawn(line: &str) -> bool {
    let drawn = |c: char| ('\u{2500}'..='\u{259F}').contains(&c);
    line.chars().filter(|c| drawn(*c)).count() >= 3 || line.contains("[0m") || line.contains("[39m")
}

/// `     12→…`, ` 12 | …`
fn is_numbered_by_a_tool(line: &str) -> bool {
    let rest = line.trim_start();
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = rest.len() - after.len();
    digits > 0
        && (after.starts_with('→') || after.trim_start().starts_with("| ") || after.trim_start() == "|")
}

/// Indented as code, or shaped like data.
fn is_code(line: &str) -> bool {
    let bare = line.trim();
    let is_indented = (line.starts_with("    ") || line.starts_with('\t')) && !is_item(bare);
    let ends = ["{", "}", ";", "[", "},", "],", ");"];
    let is_data =
        ends.iter().any(|end| bare.ends_with(end)) || (bare.starts_with('"') && bare.contains("\": "));
    is_indented || (is_data && bare.len() > 1) || matches!(bare, "{" | "}" | "[" | "]" | "(" | ")")
}

fn is_item(bare: &str) -> bool {
    bare.starts_with(['-', '*', '•', '+'])
        || bare.trim_start_matches(|c: char| c.is_ascii_alphanumeric()).starts_with(['.', ')'])
}
