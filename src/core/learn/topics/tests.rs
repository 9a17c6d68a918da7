//! Sentences as people type them, and their topics.

use std::collections::BTreeSet;

mod data_file;
mod look_alikes;
mod polarity;

use super::*;
use crate::core::model::samples::at;
use crate::core::model::{BatchSession, Prior};

fn topics(sentence: &str) -> BTreeSet<String> {
    let keys = topics_in(sentence).into_iter().map(|sighting| sighting.key);
    keys.map(|key| key.trim_start_matches(KEY).to_owned()).collect()
}

#[test]
fn everyday_sentences_are_about_something() {
    for (topic, sentences) in [
        (
            "add-tests",
            &[
                "could you write a couple of tests for the parser?",
                "this needs a test for the empty case",
                "please cover the new column with tests too",
                "i would like to have tests for that",
                "you forgot the tests again, can you add them?",
            ][..],
        ),
        (
            "checks-before-push",
            &[
                "before you push, always run lint and the tests",
                "run the linter and tests before pushing please",
                "lint and tests have to pass before anything is pushed",
                "ok push it, but lint and test first",
                "push it once lint and tests pass",
            ],
        ),
        (
            "run-tests",
            &["did you actually run the tests", "please rerun the suite", "make sure all tests still pass"],
        ),
        (
            "table-driven",
            &["these should be one table-driven test", "turn the tests into parametrized tests please"],
        ),
        (
            "test-first",
            &[
                "write the failing test first",
                "can you reproduce it in a test before fixing",
                "write the tests before the code",
            ],
        ),
        (
            "duplicate-tests",
            &["isn't there an existing test for that already?", "merge those tests into one"],
        ),
        ("commit-messages-in-english", &["commit messages in english please, not in german"]),
        ("test-worth", &["that test is pointless", "are these tests really testing anything?"]),
        ("fix-tests", &["two tests are failing now", "getting errors in the integration test"]),
        ("fix-ci", &["the pipeline is red, failing on windows", "ci fails again", "fix the build on ci"]),
        ("commit-when-done", &["always commit when you are done", "why is this still not committed?"]),
        ("commit-when-asked", &["don't commit anything unless i tell you", "why did you commit that?"]),
        (
            "package-manager=pnpm",
            &[
                "use pnpm, not npm",
                "no, pnpm.",
                "we're on pnpm here",
                "pnpm not npm, also in ci",
                "please use pnpm instead of npm",
                "don't use npm, use pnpm",
                "we switched to pnpm",
            ],
        ),
        ("test-runner=vitest", &["use vitest not jest", "vitest!", "we use vitest"]),
        ("no-emojis", &["no emojis please", "from now on no emojis in commits"]),
        (
            "commit-with-changelog",
            &["commit and add it to the changelog", "update the changelog and then commit"],
        ),
        ("update-changelog", &["add a changelog entry", "the changelog needs an update for this"]),
        ("amend-existing-commit", &["amend it", "put this in the same commit please", "squash these"]),
        ("group-commits", &["split this into separate commits", "one commit per topic please"]),
        ("rebase-onto-main", &["rebase on main first", "you should rebase against master"]),
        ("resolve-conflicts", &["there's a merge conflict", "fix the conflicts please"]),
        ("open-pull-request", &["open a pr", "create a pull request for this"]),
        ("describe-pull-request", &["write the pr description", "give me a summary for the pull request"]),
        ("address-review-comments", &["address the review comments", "look at the comments on the pr"]),
        ("check-review-feedback", &["is this remark even right?", "is that comment even valid?"]),
        ("review-pull-request", &["review pr 42", "do a thorough review please"]),
        ("review-branch", &["review my changes", "can you do a code review"]),
        ("use-subagents", &["use a subagent for that", "spin up an agent per file"]),
        (
            "check-other-places",
            &["is this a problem in other places too?", "check the whole codebase for this"],
        ),
        (
            "reuse-existing-code",
            &["why is this logic duplicated?", "don't we already have a helper for that"],
        ),
        ("remove-dead-code", &["is that function still used?", "delete the unused stuff"]),
        ("remove-completely", &["remove it completely", "get rid of the old endpoint entirely"]),
        ("keep-it-simple", &["keep it simple", "this is overengineered, isn't it?"]),
        ("fewer-comments", &["remove the comments, they're obvious", "too many comments, please drop them"]),
        ("backward-compatibility", &["we must stay backwards compatible", "no breaking changes please"]),
        ("run-linter", &["run the linter", "fix the lint errors", "lint is failing"]),
        ("update-docs", &["update the docs too", "the readme should mention this"]),
        ("update-instructions", &["add that to CLAUDE.md", "put this in AGENTS.md so you don't forget"]),
        ("plan-first", &["make a plan first", "write an implementation plan"]),
        ("analyse-first", &["just analyse it, don't change any code", "only an analysis please"]),
        ("propose-first", &["propose a solution first", "let's discuss this before you start"]),
        ("ask-when-unclear", &["ask me if anything is unclear", "stop guessing, ask"]),
        ("example-first", &["show me an example first", "what would that look like?"]),
        ("root-cause", &["find the root cause", "no workarounds please"]),
        ("verify-for-real", &["did you verify that it works?", "try it with real data"]),
        ("how-to-try-it", &["how can i test this?", "give me the steps to test it"]),
        ("plain-writing", &["write it in plain words", "make the text less wordy, it's too verbose"]),
        ("no-em-dashes", &["no em dashes please"]),
        ("draft-comment", &["draft a reply to the issue", "show me the comment before you post it"]),
        ("keep-tracker-current", &["update the ticket", "update the linear issue"]),
        ("look-again", &["i updated the branch, check again", "someone edited that file"]),
        ("no-push-unasked", &["don't push", "why did you push that?"]),
        ("small-diff", &["why did you change that file?", "don't touch anything else"]),
        ("clean-up-files", &["delete the temporary files", "you left your scratch files lying around"]),
        ("delegate-to=sonnet", &["let sonnet implement it", "delegate the work to Sonnet"]),
        ("review-by=fable", &["have it reviewed by Fable", "analyse this with fable"]),
        ("use-skill=release notes", &["use the release-notes skill", "follow /release-notes"]),
        ("staging-first", &["don't roll it out to prod before it ran on staging"]),
        ("ticket-in-commits", &["the ticket number is missing in the commit again"]),
        ("pin-versions", &["pin the exact version of every provider"]),
        ("run-in-container", &["run it inside the container, not on my machine"]),
        ("test-data", &["use the factories instead of fixtures"]),
        ("test-behaviour", &["test what the user sees, not the implementation"]),
        ("reproduce-first", &["reproduce it before you fix anything"]),
        ("thin-controllers", &["business logic does not belong in the controller"]),
        ("error-context", &["wrap the error with what you were doing"]),
        ("no-panics", &["no unwrap in library code please"]),
        ("utc-times", &["store timestamps in utc"]),
        ("money-as-integers", &["keep prices as integers in cents"]),
        ("private-logs", &["don't log personal data"]),
        ("stdout-for-data", &["progress goes to stderr, only data on stdout"]),
        ("translation-keys", &["you forgot the translation key for that label"]),
        ("design-tokens", &["don't hardcode colors, use the tokens"]),
        ("clear-notebooks", &["clear the notebook outputs before committing"]),
        ("decision-records", &["write an adr for that"]),
        ("no-recap", &["no summary at the end please"]),
        ("no-debug-output", &["you left console.log in there"]),
        ("small-diff", &["i asked for a bugfix and got a redesign"]),
        ("small-diff", &["why did you reformat the whole file"]),
        ("generated-files", &["that file is generated, change the template"]),
        ("answer-short", &["a short answer is enough"]),
        ("verify-for-real", &["have you actually tried it?"]),
    ] {
        for sentence in sentences {
            assert!(
                topics(sentence).contains(topic),
                "{sentence:?} is about {:?}, not {topic}",
                topics(sentence)
            );
        }
    }
}

#[test]
fn what_only_looks_like_a_topic_teaches_nothing() {
    for sentence in [
        "yes",
        "don't commit yet",
        "for now skip the docs",
        "the commit hash can change",
        "Commit 2 is irrelevant here",
        "show the commit message in the list",
        "Consider adding a test for the empty case.",
        "This could cause a race when the tests run in parallel.",
        "the user sees a plan",
        "it stores the review in the database",
        "where does the name come from",
        "see https://example.com/pull/7/commits for the run tests job",
        "the push notification test page",
        "the url is too long",
        "old data should be deleted",
        "the response has no code",
        "no changes were found",
        "the modal should be shown in the background",
        "the upload must not create a new file",
        "never log the user out",
        "the bar should be in the chart",
        "why is the amount doubled?",
        "the dialog has no close button",
    ] {
        assert_eq!(topics(sentence), BTreeSet::new(), "{sentence:?}");
    }
}

#[test]
fn a_negation_is_no_wish_for_the_same() {
    for (sentence, topic) in [
        ("don't add tests for that", "add-tests"),
        ("no need to update the docs", "update-docs"),
        ("please don't rebase", "rebase-onto-main"),
        ("we don't need to care about backwards compatibility", "backward-compatibility"),
    ] {
        assert!(!topics(sentence).contains(topic), "{sentence:?}");
    }
}

/// The words of a topic stand there, and the sentence wants something else with them.
#[test]
fn the_same_words_in_another_direction_are_another_wish() {
    for (sentence, topic) in [
        ("Investigate why and fix this bug", "analyse-first"),
        ("can you remove the old tests again", "ask-before-deleting"),
        ("It doesn't really matter, to be honest.", "be-critical"),
        ("we explicitly don't want hardcoded visual tests", "constants"),
        ("you added a package again without asking", "no-questions"),
        ("no push without lint and tests", "no-push-unasked"),
        ("no push without lint and tests", "add-tests"),
        ("no push without lint and tests", "run-linter"),
        ("you forgot the import", "finish-everything"),
        ("write the tests before the code", "add-tests"),
        ("generate a commit message but don't commit it", "commit-messages"),
        ("why are you using npm instead of pnpm?", "package-manager=npm"),
        ("don't use npm instead of pnpm", "package-manager=npm"),
        ("should we use npm or pnpm?", "package-manager=npm"),
        ("run npm install", "package-manager=npm"),
        ("do the investigation with Fable", "delegate-to=fable"),
        ("create a new package for the parser", "ask-before-dependencies"),
        ("do not rebuild the website on every run", "tests-sparingly"),
    ] {
        assert!(!topics(sentence).contains(topic), "{sentence:?} is about {:?}", topics(sentence));
    }
}

#[test]
fn a_plain_question_states_no_rule() {
    let rules = |text: &str| topics_in(text).into_iter().filter(|it| it.is_rule).count();
    for text in ["is this function still used?", "should we also drop these tests?", "does this need a test?"]
    {
        assert_eq!(rules(text), 0, "{text}");
    }
    for text in
        ["can't the tests be table driven?", "shouldn't we add a test for that?", "why did you push that?"]
    {
        assert_ne!(rules(text), 0, "{text}");
    }
}

#[test]
fn naming_one_tool_is_against_its_rivals() {
    let against = spoken_against("we moved to pnpm");
    assert!(against.contains("topic:package-manager=npm") && !against.contains("topic:package-manager=pnpm"));
}

#[test]
fn pasted_lines_and_the_middle_of_long_messages_are_not_read() {
    let sentences = |text: &str| own_sentences(text).len();
    assert_eq!(sentences("fix it.\n> please add tests\n| run | tests |\n```\nrun the tests\n```"), 1);
    assert_eq!(sentences(&"please add a test for this one here. ".repeat(20)), 6);
    assert_eq!(
        own_sentences("1. add tests\n- run them; then commit"),
        ["add tests", "run them", "then commit"]
    );
    assert_eq!(own_sentences("Which? → run the tests"), ["run the tests"]);
    assert!(own_sentences("Approved plan:\n- add tests").is_empty());
}

#[test]
fn every_quote_stands_in_its_message() {
    let text = "ok. can you add a test — and update the docs? “run the tests”, please";
    for sentence in own_sentences(text) {
        assert!(text.contains(sentence), "{sentence}");
    }
}

fn session(name: &str, said: &[(&str, &str)]) -> BatchSession {
    let signal = |(turn, text): &(&str, &str)| Signal {
        turn: (*turn).into(),
        at: at(0),
        text: (*text).into(),
        prior: Some(Prior { turn: "t0".into(), text: "I pushed the branch.".into() }),
    };
    BatchSession { session: name.into(), signals: said.iter().map(signal).collect(), injected: vec![] }
}

#[test]
fn a_session_gives_one_candidate_for_each_topic() {
    let one = session("one", &[("t1", "please add a test"), ("t2", "add a test for the other case as well")]);
    let two = session("two", &[("t3", "add tests")]);
    let taught = taught(&[one, two], &Served::new());
    let said: Vec<usize> = taught.iter().map(|candidate| candidate.evidence.len()).collect();
    assert_eq!(said, [2, 1]);
    assert_eq!(taught[0].title, "Add tests for new behaviour and for fixes");
    assert_eq!(short_name(&taught[0].keys).unwrap(), "add-tests");
}

#[test]
fn a_correction_quotes_what_it_answers() {
    let taught = taught(&[session("one", &[("t1", "why did you push that?")])], &Served::new());
    let speakers: Vec<Speaker> = taught[0].evidence.iter().map(|it| it.speaker).collect();
    assert_eq!(speakers, [Speaker::User, Speaker::Assistant]);
    assert!(taught[0].quality.both_sides);
}

#[test]
fn names_are_the_persons_own() {
    let taught = taught(&[session("one", &[("t1", "review the plan with Fable")])], &Served::new());
    let title = "Have reviews and analyses done by Fable";
    assert!(taught.iter().any(|candidate| candidate.title == title), "{taught:?}");
}

#[test]
fn every_topic_is_complete() {
    for topic in &languages()[0].topics {
        assert!(!topic.title.is_empty() && !topic.when.is_empty() && !topic.steps.is_empty(), "{}", topic.id);
        assert_eq!(topic.kind == Kind::Pitfall, !topic.issue.is_empty(), "{}", topic.id);
        assert!(topic.title.chars().count() <= 110, "{}", topic.title);
        assert!(topic.kind != Kind::Decision, "{}: a choice without a reason is no decision", topic.id);
    }
    let ids: BTreeSet<&str> = languages()[0].topics.iter().map(|topic| topic.id.as_str()).collect();
    assert_eq!(ids.len(), languages()[0].topics.len());
}

#[test]
fn what_an_instruction_file_states_is_known() {
    let stated = stated("# Rules\n- Run the tests before you commit.\n- Keep functions small.".lines());
    assert!(stated.contains("topic:run-tests"), "{stated:?}");
}

#[test]
fn what_was_usually_run_is_a_step() {
    let check = CommandToken::parse("npm run lint").unwrap();
    let served = Served::from([("topic:add-tests", vec![&check])]);
    let taught = taught(&[session("one", &[("t1", "please add a test")])], &served);
    assert!(taught[0].details.text().ends_with("In this project, run `npm run lint`\n"), "{taught:?}");
}

/// A session that begins with these words.
fn opened_with(name: &str, text: &str) -> BatchSession {
    let mut session = session(name, &[("t1", text)]);
    session.signals[0].prior = None;
    session
}

#[test]
fn a_request_is_no_rule_until_it_is_a_habit() {
    let attested = |text: &str| taught(&[opened_with("one", text)], &Served::new())[0].quality.attested;
    for (sentence, is_rule) in [
        ("can you add a test", false),
        ("update the docs too", false),
        ("shouldn't there be a test for that?", true),
        ("why are the docs not updated?", true),
        ("review the plan with Fable", true),
        ("commit and update the changelog", true),
    ] {
        assert_eq!(attested(sentence), is_rule, "{sentence}");
    }
    let mut taught = ["one", "two", "three", "four"]
        .iter()
        .flat_map(|name| taught(&[opened_with(name, "can you add a test")], &Served::new()))
        .collect::<Vec<_>>();
    attest_habits(&mut taught[..2], &[]);
    assert!(taught.iter().all(|it| !it.quality.attested));
    attest_habits(&mut taught, &[]);
    assert!(taught.iter().all(|it| it.quality.attested));
}

#[test]
fn what_is_asked_for_after_the_work_was_missing_in_it() {
    let attested =
        |text: &str| taught(&[session("one", &[("t1", text)])], &Served::new())[0].quality.attested;
    for (sentence, is_rule) in [
        ("can you add a test", true),
        ("update the docs too", true),
        ("review the changes of the branch", false),
    ] {
        assert_eq!(attested(sentence), is_rule, "{sentence}");
    }
}

#[test]
fn the_contrary_of_a_topic_is_known_as_such() {
    for (sentence, topic) in [
        ("we don't need to keep backwards compatibility", Some("backward-compatibility")),
        ("please use british spelling", Some("us-spelling")),
        ("always commit when you are done", Some("commit-when-asked")),
        ("don't add tests", Some("add-tests")),
        ("don't add tests for this one", None),
        ("please do not rebase", Some("rebase-onto-main")),
        ("can you add a test", None),
        ("use american spelling", Some("uk-spelling")),
    ] {
        let expected: BTreeSet<String> = topic.into_iter().map(|topic| format!("{KEY}{topic}")).collect();
        assert_eq!(spoken_against(sentence), expected, "{sentence}");
    }
    let said = "fine. from now on use british spelling. then run the tests";
    assert_eq!(contrary_sentences(said), ["from now on use british spelling."]);
}

#[test]
fn an_opposite_is_one_of_the_list() {
    let topics = &languages()[0].topics;
    for topic in topics {
        let named: Vec<&Topic> = topics.iter().filter(|other| topic.is_opposed_by(other)).collect();
        assert_eq!(named.len(), usize::from(topic.opposite().is_some()), "{}", topic.id);
        assert!(named.iter().all(|other| other.is_opposed_by(topic)), "{}", topic.id);
    }
}

#[test]
fn a_sequence_that_is_a_topics_is_left_to_it() {
    let item = |quote: &str| Item {
        title: "t".into(),
        details: Details::Workflow { steps: vec!["Commit".into(), "Update the changelog".into()] },
        matches: None,
        evidence: vec![extract::ItemQuote { message: "s1.u1".into(), quote: quote.into() }],
        quality_ok: true,
    };
    let left = beyond(vec![item("commit and update the changelog"), item("to ship: build, sign, upload")]);
    assert_eq!(left, [item("to ship: build, sign, upload")]);
}
