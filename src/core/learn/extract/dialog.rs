//! Signals from the client's dialogs, as opposed to the keyboard. `turns` writes an answer as
//! `question → answer`, one that was picked from the assistant's as `question ⇒ answer; notes`, and
//! an approved plan under `Approved plan:`. The question and the plan are the assistant's words: a
//! person who picks an answer has not said them.

use std::borrow::Cow;

const ARROWS: [&str; 4] = ["? → ", "… → ", "? ⇒ ", "… ⇒ "];
const PICKED: [&str; 2] = ["? ⇒ ", "… ⇒ "];
const PLAN: &str = "Approved plan:";

pub(crate) fn is_answer(line: &str) -> bool {
    answer(line).is_some()
}

pub(crate) fn is_plan(text: &str) -> bool {
    text.trim_start().starts_with(PLAN)
}

/// The message without the questions that it answers.
pub(crate) fn own_words(text: &str) -> Cow<'_, str> {
    if !text.lines().any(is_answer) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<&str> = text.lines().map(|line| answer(line).unwrap_or(line)).collect();
    Cow::Owned(lines.join("\n"))
}

fn answer(line: &str) -> Option<&str> {
    question_and_answer(line).map(|(_, answer)| answer)
}

/// What the person typed in a line: in a dialog, the answer or the notes beside a picked one.
pub(crate) fn typed(line: &str) -> &str {
    let Some((_, said)) = question_and_answer(line) else { return line };
    match PICKED.iter().any(|arrow| line.contains(arrow)) {
        true => said.split_once("; ").map_or("", |(_, notes)| notes),
        false => said,
    }
}

/// Both sides of an answer's line. The question has lost its mark.
pub(crate) fn question_and_answer(line: &str) -> Option<(&str, &str)> {
    ARROWS.iter().find_map(|arrow| line.split_once(arrow))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_not_the_persons_words() {
        for (text, expected) in [
            ("Which database? → sqlite", "sqlite"),
            ("A very long question… → sqlite; it is small", "sqlite; it is small"),
            ("One? → a\nTwo? → b", "a\nb"),
            ("Which? ⇒ sqlite; one file", "sqlite; one file"),
            ("fmt → clippy → commit", "fmt → clippy → commit"),
            ("why?", "why?"),
        ] {
            assert_eq!(own_words(text), expected);
        }
    }

    #[test]
    fn a_picked_answer_was_not_typed() {
        for (line, expected) in [
            ("Which database? → sqlite", "sqlite"),
            ("Which database? ⇒ sqlite", ""),
            ("Which database? ⇒ sqlite; keep it in one file", "keep it in one file"),
            ("keep it in sqlite", "keep it in sqlite"),
        ] {
            assert_eq!(typed(line), expected);
        }
    }
}
