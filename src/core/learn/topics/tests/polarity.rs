//! Sentences for a topic, against it, and those that do neither.

use super::*;

#[derive(Debug, PartialEq, Eq)]
enum Said {
    For,
    Against,
    Nothing,
}

fn said_of(topic: &str, sentence: &str) -> Said {
    let is_for = topics(sentence).contains(topic);
    let is_against = spoken_against(sentence).contains(&format!("{KEY}{topic}"));
    assert!(!(is_for && is_against), "{sentence:?} is for and against {topic}");
    match (is_for, is_against) {
        (true, _) => Said::For,
        (_, true) => Said::Against,
        _ => Said::Nothing,
    }
}

fn all_are(expected: Said, table: &[(&str, &[&str])]) {
    let sentences = table.iter().flat_map(|(topic, all)| all.iter().map(move |it| (topic, it)));
    for (topic, sentence) in sentences {
        assert_eq!(said_of(topic, sentence), expected, "{sentence:?} on {topic}");
    }
}

#[test]
fn a_prohibition_is_against_what_its_clause_asks_for() {
    all_are(
        Said::Against,
        &[
            (
                "add-tests",
                &[
                    "we dont need tests for that",
                    "no need to write tests",
                    "you shouldnt add tests",
                    "i dont think we need tests here",
                    "stop writing tests",
                ],
            ),
            (
                "docstrings",
                &[
                    "pls dont put docstrings on everything, dont add docstrings",
                    "we do not write docstrings, stop adding docstrings",
                    "too many docstrings",
                    "i hate docstrings everywhere",
                    "fewer docstrings please",
                ],
            ),
            (
                "update-changelog",
                &[
                    "no need to update the changelog",
                    "we dont keep a changelog so dont add a changelog entry",
                    "a changelog entry isn't necessary",
                    "this project doesn't need a changelog",
                    "nobody needs a changelog",
                ],
            ),
            (
                "commit-when-asked",
                &["you dont have to ask before you commit", "no need to ask before committing"],
            ),
            ("wait-after-each-step", &["don't wait for my ok", "no need to stop after each step"]),
            ("run-linter", &["please don't run the linter", "we don't need to run eslint"]),
            ("update-docs", &["don't bother updating the readme", "you need not update the docs"]),
            ("worktree", &["dont use worktrees", "never use a worktree"]),
            ("use-subagents", &["please never use subagents", "stop using subagents"]),
            ("browser-check", &["dont take screenshots", "no screenshots please"]),
            ("plan-first", &["no plan needed", "you dont need to write a plan"]),
            ("rebase-onto-main", &["please never rebase", "we do not rebase onto main"]),
            ("draft-pr", &["we no longer do draft prs", "please avoid draft prs"]),
            ("group-commits", &["dont split it into separate commits"]),
        ],
    );
}

#[test]
fn complaints_and_double_negations_are_wishes() {
    all_are(
        Said::For,
        &[
            (
                "add-tests",
                &[
                    "dont forget to add tests",
                    "isnt there a test for that?",
                    "cant we add a test for this",
                    "you forgot to add a test",
                    "why are there no tests?",
                    "shouldn't there be a test for it?",
                    "no tests?",
                ],
            ),
            ("run-tests", &["why did you not run the tests", "you didn't run the tests"]),
            ("run-linter", &["not only the tests, run the linter too", "dont forget to run the linter"]),
            (
                "update-docs",
                &[
                    "shouldn't you update the docs?",
                    "why aren't the docs updated",
                    "dont forget to update the readme",
                ],
            ),
            ("docstrings", &["there are no docstrings", "dont write comments, add docstrings"]),
            (
                "checks-before-push",
                &[
                    "never push without running the linter",
                    "dont push before the tests have passed, run lint before pushing",
                ],
            ),
            (
                "ask-when-unclear",
                &[
                    "don't guess, ask me",
                    "stop guessing and ask me if something is unclear",
                    "dont guess ask me",
                ],
            ),
            ("no-push-unasked", &["dont push and then tell me", "please never push on your own"]),
            ("no-emojis", &["stop adding emojis", "dont use emojis", "no more emojis"]),
            ("no-questions", &["dont ask, just do it", "no need to ask me every time"]),
            ("update-changelog", &["the changelog isn't updated", "dont forget the changelog"]),
        ],
    );
}

#[test]
fn concessions_conditions_and_questions_say_nothing() {
    all_are(
        Said::Nothing,
        &[
            ("no-mocks", &["i dont like mocks but here its ok", "i don't mind mocks"]),
            (
                "add-tests",
                &[
                    "this time its fine without tests",
                    "why did you add tests for that?",
                    "if you add tests, put them next to the source",
                    "remove the tests again",
                ],
            ),
            ("run-linter", &["only run the linter when i ask", "dont run the linter unless i ask"]),
            (
                "commit-when-done",
                &["dont commit without running the tests", "dont commit before ci is green"],
            ),
            (
                "docstrings",
                &[
                    "remove the docstrings again",
                    "no docstrings except for the public ones",
                    "why did you write docstrings?",
                ],
            ),
            (
                "update-changelog",
                &["dont update the changelog for small fixes", "no changelog entry for refactorings"],
            ),
            ("no-push-unasked", &["dont forget to push"]),
            ("commit-when-asked", &["never forget to commit"]),
            ("finish-everything", &["dont stop the server"]),
        ],
    );
}
