//! Signals from the client's dialogs, as opposed to the keyboard. `turns` writes an answer as
//! `question → answer` and an approved plan under `Approved plan:`. The question and the plan are
//! the assistant's words: a person who picks an answer has not said them.

use std::borrow::Cow;

const ARROWS: [&str; 2] = ["? → ", "… → "];
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
            ("fmt → clippy → commit", "fmt → clippy → commit"),
            ("why?", "why?"),
        ] {
            assert_eq!(own_words(text), expected);
        }
    }
}
