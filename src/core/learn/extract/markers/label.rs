//! What is set before the point by a colon: where it holds, or whose word it is.

use super::clause::is_order;
use super::english;
use super::phrases::{Phrases, fold_case};
use crate::core::entities::keys::{acts_of, keys_of};

const MOST_LABEL_WORDS: usize = 5;
pub(super) const MOST_NAME_WORDS: usize = 3;
/// From here on words are written without spaces, and a name cannot be told from a sentence.
pub(super) const FIRST_UNSPACED: char = '\u{2E80}';
const COMMAS: [char; 2] = [',', '，'];
const TOPIC_ENDS: [&str; 6] = ["ing", "ion", "ions", "ity", "ment", "ness"];
/// Look so, and are what somebody says, or who.
const REMARKS: [&str; 8] = [
    "claude",
    "comment",
    "opinion",
    "question",
    "recommendation",
    "suggestion",
    "description",
    "transcription",
];
/// What headings consist of.
#[rustfmt::skip]
const TOPICS: [&str; 45] = [
    "claude", "hey", "hi", "code", "style", "design", "guide", "general", "project", "error", "errors", "data", "base", "build",
    "front", "back", "end", "work", "flow", "how", "open", "next", "final", "user", "type", "import", "file",
    "goal", "task", "context", "background", "problem", "bug", "issue", "todo", "plan", "feature", "idea", "update", "summary",
    "ok", "okay", "yes", "first", "also",
];
/// What a part of a project is called after.
static FIELDS: Phrases = Phrases::new(
    "a11y, android, angular, architecture, auth, aws, azure, cache, caching, cloud, config, cookies, cors, css, dates, deps, env, \
     errors, forms, gcp, git, graphql, hooks, html, http, i18n, infra, ios, java, javascript, json, k8s, kotlin, laravel, layout, \
     linux, login, logs, mobile, models, money, nextjs, node, oauth, orm, performance, php, python, queries, queue, react, \
     rest, routes, routing, ruby, rust, schema, secrets, security, server, sql, state, storage, styles, svelte, tailwind, time, \
     timezones, tls, typescript, ui, ux, vue, web, windows, workers, yaml",
);
/// Say "in" behind what it is in.
const PARTICLES: [char; 6] = ['里', '中', '上', '内', 'で', 'は'];

/// "Frontend: use …", "as for the tests, always …": where it holds, and what holds there.
pub(super) fn scope(text: &str) -> Option<(&str, &str)> {
    topic(text).or_else(|| label(text).filter(|(label, _)| is_scope(label)))
}

/// "Summarise: …", "Tom: …", "Description: …". "When you release: …", "note: …" and "tests: …" are the person's.
pub(super) fn is_foreign(text: &str) -> bool {
    scope(text).is_none()
        && label(text).is_some_and(|(label, _)| {
            let label = fold_case(label);
            !is_own_label(&label) && keys_of(&label).is_empty()
        })
}

/// "Bob: never … Always …": the whole line is Bob's. Behind an errand or a topic the person goes on.
pub(super) fn is_speech(line: &str) -> bool {
    let is_persons = |(label, said): (&str, &str)| {
        let words: Vec<&str> = label.split_whitespace().collect();
        let lower = fold_case(label);
        let is_proper = words.iter().all(|word| is_proper(word)) || is_small_name(&words, said);
        (1..=MOST_NAME_WORDS).contains(&words.len())
            && is_proper
            && words.iter().all(|word| is_word_of_name(word))
            && english::IMPERATIVES.at_start(&lower).is_none()
            && !heads_own(&lower)
    };
    is_foreign(line) && label(line).is_some_and(is_persons)
}

/// "bob: never …". "login: it hangs" says what is wrong.
fn is_small_name(words: &[&str], said: &str) -> bool {
    matches!(words, [word] if !is_topic(&fold_case(word))) && is_order(said)
}

/// "Note", "when you release", "to release".
pub(super) fn is_own_label(lower: &str) -> bool {
    let opens = |table: &Phrases| table.at_start(lower).is_some();
    english::LABELS.has(lower) || opens(&english::WHEN) || opens(&english::GOAL)
}

/// "bob42", "Bob Miller": above a text it says whose words these are. "Testing", "Error handling" and "API design" head the
/// person's own, so a single word has to look like nobody's heading.
pub(super) fn is_name(label: &str) -> bool {
    let lower = fold_case(label);
    let words: Vec<&str> = label.split_whitespace().collect();
    let looks_like_one = match words[..] {
        [word] => word.starts_with('@') || word.contains(|c: char| c.is_ascii_digit()),
        _ => words.iter().all(|word| is_proper(word)),
    };
    (1..=MOST_NAME_WORDS).contains(&words.len())
        && looks_like_one
        && words.iter().all(|word| is_word_of_name(word.trim_start_matches('@')))
        && keys_of(&lower).is_empty()
        && acts_of(&lower).is_empty()
        && !heads_own(&lower)
}

/// "Miller", not "API", "Handling", "Style" or "Claude".
fn is_proper(word: &str) -> bool {
    is_capitalised(word) && !is_topic(&fold_case(word))
}

pub(super) fn is_capitalised(word: &str) -> bool {
    let mut letters = word.chars().filter(|c| c.is_alphabetic());
    letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase)
}

pub(super) fn is_topic(word: &str) -> bool {
    TOPICS.contains(&word) || FIELDS.has(word) || TOPIC_ENDS.iter().any(|end| word.ends_with(end))
}

/// "Testing", "Error handling", "Django": the person's own heading, and where it holds. "Description" is a document.
fn is_heading(lower: &str) -> bool {
    let words: Vec<&str> = lower.split_whitespace().collect();
    let names_tool = matches!(words[..], [word] if !word.contains('`') && !keys_of(word).is_empty());
    let is_told = |word: &&str| REMARKS.contains(&word.trim_end_matches('s'));
    names_tool
        || ((1..=MOST_NAME_WORDS).contains(&words.len())
            && words.iter().all(|word| is_topic(word) || english::SCOPES.has(word))
            && !words.iter().any(is_told))
}

pub(super) fn is_word_of_name(word: &str) -> bool {
    let is_part = |c: char| (c.is_alphanumeric() && c < FIRST_UNSPACED) || "._'’-".contains(c);
    word.starts_with(char::is_alphabetic)
        && word.chars().all(is_part)
        && !english::COMMON.has(&fold_case(word))
}

pub(super) fn heads_own(lower: &str) -> bool {
    let is_all = [&english::FILLERS, &english::IMPERATIVES, &english::FIRST_PERSON];
    let closes = [
        &english::LABELS,
        &english::SCOPES,
        &english::LIST_NAMES,
        &english::SEQUENCES,
        &english::LASTING,
        &english::ALWAYS,
    ];
    is_own_label(lower)
        || is_all.into_iter().any(|table| table.has(lower))
        || closes.into_iter().any(|table| table.at_end(lower).is_some())
}

fn label(text: &str) -> Option<(&str, &str)> {
    let (label, rest) =
        text.split_once(": ").or_else(|| text.split_once('：')).or_else(|| split_unspaced(text))?;
    (label.split_whitespace().count() <= MOST_LABEL_WORDS).then_some((label, rest))
}

/// 「翻訳して:…」: where words are not set apart, nothing follows a colon.
fn split_unspaced(text: &str) -> Option<(&str, &str)> {
    let (label, rest) = text.split_once(':')?;
    label.ends_with(|c: char| c >= FIRST_UNSPACED).then_some((label, rest))
}

/// "Release notes" are a document, "fix the tests" is work, and "Bob's tests" and "Maria on the API" are somebody else's.
pub(super) fn is_scope(label: &str) -> bool {
    let lower = fold_case(label);
    let is_order = english::IMPERATIVES.at_start(&lower).is_some();
    let part = english::SCOPES.at_end(lower.trim_end_matches(PARTICLES));
    let leads_to_part = |part: usize| !is_order && only_leads(&lower[..part]);
    english::SCOPES.has(&lower) || part.is_some_and(leads_to_part) || is_heading(&lower)
}

/// "In our", "tests in this": small words and parts of the project. Where no spaces part them, all are taken for such.
fn only_leads(lower: &str) -> bool {
    let tables =
        [&english::LEADS, &english::HERE, &english::COMMON, &english::FIRST_PERSON, &english::SCOPES];
    let mut rest = lower.trim();
    while let Some(length) = tables.into_iter().find_map(|table| table.at_start(rest)) {
        rest = rest[length..].trim_start();
    }
    rest.is_empty() || english::COMMON.all().is_empty()
}

fn topic(text: &str) -> Option<(&str, &str)> {
    let about = &text[english::TOPICS.at_start(&fold_case(text))?..];
    let (topic, rest) = about.split_once(COMMAS)?;
    (topic.split_whitespace().count() <= MOST_LABEL_WORDS).then(|| (topic.trim(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_project_is_where_it_holds() {
        for (text, place, rest) in [
            ("In this repo: use `pnpm`", "In this repo", "use `pnpm`"),
            ("Frontend: use `zod`", "Frontend", "use `zod`"),
            ("Testing: use `vitest`", "Testing", "use `vitest`"),
            ("Error handling: use `anyhow`", "Error handling", "use `anyhow`"),
            ("HTTP: use `fetch`", "HTTP", "use `fetch`"),
            ("Django: use `pytest`", "Django", "use `pytest`"),
            ("commit messages: never name a ticket", "commit messages", "never name a ticket"),
            ("Re: the tests, always run `make test`", "the tests", " always run `make test`"),
            ("As for the docs, never edit docs/api.md", "the docs", " never edit docs/api.md"),
            ("Unit tests: use `vitest`", "Unit tests", "use `vitest`"),
            ("Tests in our repo: use `vitest`", "Tests in our repo", "use `vitest`"),
        ] {
            assert_eq!(scope(text), Some((place, rest)), "{text}");
        }
        for text in [
            "Fix the tests: never use `eval`",
            "Bob (frontend): use yarn",
            "Bob's tests: use yarn",
            "Maria on the API: never use `axios`",
            "Reviewer on the tests: never use `axios`",
        ] {
            assert_eq!(scope(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_alone_is_somebody() {
        let is_name = |text: &str| is_name(text);
        for text in ["bob42", "@bob", "Bob Miller", "Maria García", "Jean-Luc O'Neil"] {
            assert!(is_name(text), "{text}");
        }
        for text in [
            "Testing",
            "TypeScript",
            "Error Handling",
            "API Design",
            "Hey Claude",
            "Goal",
            "Rules",
            "Project Rules",
            "Backend",
            "In this repo",
            "Release",
            "Deploy to staging",
            "Steps",
            "Note",
            "Two things",
            "Also",
            "Me",
            "When you release",
            "`axios`",
            "src/a.ts",
            "Docker",
            "package.json",
            "",
        ] {
            assert!(!is_name(text), "{text}");
        }
        assert!(!super::is_name("Regeln"));
    }

    #[test]
    fn what_stands_behind_a_name_is_said_by_them() {
        for (line, is_theirs) in [
            ("Bob: never use `axios`. Always use yarn.", true),
            ("Bob Miller: never use `axios`. Always use yarn.", true),
            ("Goal: a faster build. Always run `make test`.", false),
            ("Fix: the build is slow. Always run `make test`.", false),
            ("Testing: it is slow. Always run `make test`.", false),
            ("Frontend: it is slow. Always run `make test`.", false),
            ("Note: it is slow. Always run `make test`.", false),
            ("fix the login: it hangs. Always run `make test`.", false),
            ("No: it hangs. Always run `make test`.", false),
            ("bob: never use `axios`. Always use `fetch`.", true),
            ("login: it hangs. Always use `fetch`.", false),
            ("style: never use `axios`. Always use `fetch`.", false),
            ("docker: never use `latest`. Always use a tag.", false),
            ("note: never use `axios`. Always use `fetch`.", false),
            ("also: never use `axios`. Always use `fetch`.", false),
        ] {
            assert_eq!(is_speech(line), is_theirs, "{line}");
        }
    }

    #[test]
    fn a_name_a_document_or_an_errand_is_foreign() {
        for text in [
            "Tom: always use yarn",
            "Description: never use `eval`",
            "Summarise: always run `make test`",
            "Fix the tests: never use `eval`",
            "Release notes: never use `eval`",
            "Status code: always use `404`",
            "In the ticket: always use yarn",
            "On Slack: never use `eval`",
        ] {
            assert!(is_foreign(text), "{text}");
        }
        for text in ["When you release: run `make test`", "Note: use pnpm", "use pnpm"] {
            assert!(!is_foreign(text), "{text}");
        }
    }
}
