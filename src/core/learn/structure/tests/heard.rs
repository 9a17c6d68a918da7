//! Interventions of a person, recognised by the shape of the event.

use super::Script;
use crate::core::entities::places::Places;
use crate::core::learn::structure::words::heard;
use crate::core::learn::verify::{Grounds, KnownText, Wording, verify};
use crate::core::model::{BatchSession, Details, Time};
use crate::core::redact::Redactor;
use crate::core::session::signals::channels;
use crate::core::session::turns::Origin;

/// The titles of the lessons from the session's interventions, after verification.
fn taught(script: &Script) -> Vec<String> {
    let redactor = Redactor::new(&[]).unwrap();
    let channels = channels(&script.turns, &redactor, &|_| true, false, Time::MAX_UTC);
    let batch = [BatchSession { session: "s".into(), signals: channels.signals, injected: vec![] }];
    let items = heard(&script.turns, &batch[0]).into_iter().map(|heard| heard.item).collect();
    let (known, places) = (KnownText::default(), Places::default());
    let grounds = Grounds {
        existing: &[],
        known: &known,
        redactor: &redactor,
        places: &places,
        wording: Wording::Ours,
    };
    let verified = verify(items, &batch, grounds);
    assert_eq!(verified.dropped, Vec::<String>::new());
    verified.candidates.into_iter().map(|candidate| candidate.title).collect()
}

fn exchange(report: &str, answer: &str) -> Script {
    Script::on_day("s", 0).says(Origin::Assistant, report).says(Origin::Typed, answer)
}

#[test]
fn done_and_it_fails() {
    let report = "I moved the helpers.\n\nBuild, tests and lint all pass.";
    for (answer, command) in [
        ("\"mise run test:ci\" fails", Some("mise run test:ci")),
        ("mise run test:ci is failing", Some("mise run test:ci")),
        ("`npm run build` is broken now", Some("npm run build")),
        ("can you explain why `mise run test:ci` fails?", None),
        ("we should see what happens if `mise run lint` fails", None),
        ("it still fails", None),
        ("`git status` fails", None),
        ("`cargo test` and `cargo clippy` fail", None),
        ("looks good, `mise run lint` is quiet", None),
        ("`npm run build` failed before your change too, not your fault", None),
        ("`npm test` fails because my docker is not running, ignore it", None),
        ("`npm test` is flaky, it failed again", None),
    ] {
        let expected: Vec<String> = command
            .map(|command| format!("Run `{command}` before calling a change done"))
            .into_iter()
            .collect();
        assert_eq!(taught(&exchange(report, answer)), expected, "{answer}");
    }
    assert_eq!(
        taught(&exchange("Let me look at the tests first.", "mise run test:ci fails")),
        Vec::<String>::new()
    );
}

#[test]
fn an_answer_that_chooses_something_concrete() {
    let answered = |text: &str| taught(&Script::on_day("s", 0).says(Origin::Decided, text));
    assert_eq!(
        answered("Which tools should check the code? → credo + mix_audit"),
        ["credo + mix_audit (Which tools should check the code)"]
    );
    assert_eq!(
        answered("Which auth library should we use? → neither, use `better-auth` because it is maintained"),
        ["Use `better-auth` (Which auth library should we use)"]
    );
    for menu in [
        "What would you like to do next? → Run /plan_review",
        "Which database? → `sqlite` (Recommended)",
        "How should we proceed? → fix `waiting_summary.ex`",
        "Which colour? → blue",
        "Where should `config.toml` live? → you decide about `config.toml`",
        "Which database should we use in this spike? → `sqlite`",
        "Which database should the cache use? → `sqlite` for now",
        "Which endpoint of this PR comes in first, for now? → `/api/users`",
    ] {
        assert_eq!(answered(menu), Vec::<String>::new(), "{menu}");
    }
}

#[test]
fn an_order_that_stops_the_agent_is_a_correction() {
    let stopped = |words: &str| {
        Script::on_day("s", 0)
            .says(Origin::Assistant, "I will add the function now.")
            .refuses("go run ./cmd/gen")
            .says(Origin::Decided, words)
    };
    assert_eq!(taught(&stopped("please use `userStore.Load` for that")), ["Use `userStore.Load` for that"]);
    for words in
        ["why do we need `userStore.Load`?", "stop", "lol", "wait, let us talk about this", "use mise"]
    {
        assert_eq!(taught(&stopped(words)), Vec::<String>::new(), "{words}");
    }
    let typed = exchange("I will add the function now.", "please use `userStore.Load` for that");
    assert_eq!(taught(&typed), Vec::<String>::new(), "no call was stopped");
}

#[test]
fn the_refused_call_is_the_other_side() {
    let refused = |before: &str, command: &str, words: &str| {
        let script = Script::on_day("s", 0);
        let script = if before.is_empty() { script } else { script.says(Origin::Assistant, before) };
        taught(&script.refuses(command).says(Origin::Decided, words))
    };
    for (before, command, words, title) in [
        ("I'll add it.", "npm install lodash", "use pnpm, not npm", "Use pnpm, not npm"),
        ("", "npm install lodash", "use pnpm, not npm", "Use pnpm, not npm"),
        (
            "",
            "npm install lodash",
            "pnpm please, never npm in this repo",
            "pnpm please, never npm in this repo",
        ),
        (
            "Pushing.",
            "git push origin main",
            "don't push to main, open a PR instead",
            "Don't push to main, open a PR instead",
        ),
        ("", "cargo test && git push origin main", "don't push to main", "Don't push to main"),
        ("", "git push origin x", "don't push without asking me", "Don't push without asking me"),
        ("", "git push origin x", "don't push until CI is green", "Don't push until CI is green"),
        ("", "git commit -m wip", "never commit the log file", "Never commit the log file"),
        ("", "git push origin x", "don't push directly, open a PR", "Don't push directly, open a PR"),
        ("", "git push --force", "don't force push", "Don't force push"),
    ] {
        assert_eq!(refused(before, command, words), [title], "{words}");
    }
    for (command, words) in [
        ("npm install lodash", "use mise"),
        ("npm install lodash", "run npm install lodash"),
        ("ls -la", "don't push to main, open a PR instead"),
        ("git push origin main", "push it to the other remote"),
        ("git push origin main", "don't push yet"),
        ("git push origin main", "don't push"),
        ("git push origin feature-x", "don't push that one, it is not finished"),
        ("git push origin main", "don't push, I will do it myself"),
        ("git push origin main", "don't push until I am back"),
        ("git commit -m wip", "don't commit the log file"),
    ] {
        assert_eq!(refused("I'll do it.", command, words), Vec::<String>::new(), "{words}");
    }
}

#[test]
fn an_interrupt_makes_the_next_words_a_correction() {
    let script = Script::on_day("s", 0)
        .says(Origin::Assistant, "I will read the user from the environment.")
        .says(Origin::System, "[Request interrupted by user]")
        .says(Origin::Typed, "Replace getUserID with the machine's id");
    assert_eq!(taught(&script), ["Replace getUserID with the machine's id"]);
}

#[test]
fn an_approved_plan_is_the_agents_word() {
    let plan = "Approved plan: Move `cache.rs`\nWe move `cache.rs` because the tests need it.";
    let script =
        Script::on_day("s", 0).says(Origin::Assistant, "Here is the plan.").says(Origin::Decided, plan);
    assert_eq!(taught(&script), Vec::<String>::new());
}

#[test]
fn the_persons_words_stay_out_of_the_fixed_sentences() {
    let script = exchange("All tests pass.", "mise run test:ci fails");
    let redactor = Redactor::new(&[]).unwrap();
    let channels = channels(&script.turns, &redactor, &|_| true, false, Time::MAX_UTC);
    let batch = BatchSession { session: "s".into(), signals: channels.signals, injected: vec![] };
    let item = heard(&script.turns, &batch).remove(0).item;
    let Details::Pitfall { resolution, .. } = &item.details else { panic!("a pitfall") };
    assert_eq!(resolution, "Run `mise run test:ci` and see it pass first");
    assert_eq!(item.evidence.len(), 2, "both sides are quoted");
}
