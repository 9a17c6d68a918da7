//! Denials, retractions and exceptions in a message, and the number of lessons in it.

use super::{builtin, request, taught};
use crate::core::model::{Details, Kind};

#[test]
fn a_denied_reason_teaches_nothing() {
    for user in [
        "We don't use `axios` because it's heavy, we use it because of interceptors",
        "You don't have to use `axios` because fetch is good enough",
        "it is not about `axios`, because we wrap it",
    ] {
        assert_eq!(taught("Should I use `axios`?", user), None, "{user}");
    }
}

#[test]
fn an_answer_is_a_name_or_a_refused_name() {
    for (user, title) in [
        ("`redis`, because it is fast", Some("Use `redis`")),
        ("the `redis` one, because it is fast", None),
        ("not `redis`, because it's slow", Some("Don't use `redis`")),
        ("no `redis`, because it's slow", Some("Don't use `redis`")),
        ("no, `redis`, because it's fast", Some("Use `redis`")),
        ("stop `redis`, because it hangs", None),
        ("skip `redis`, because I ran it", None),
        ("without `redis`, because the demo box has none", None),
        ("not `redis` but `sqlite`, because it's one file", None),
    ] {
        let found = taught("Which one?", user).map(|item| item.title);
        assert_eq!(found.as_deref(), title, "{user}");
    }
}

#[test]
fn what_is_taken_back_teaches_nothing() {
    for user in [
        "Use Redis for the cache because it is fast. Wait, no, use SQLite.",
        "Use Redis for the cache because it is fast. Actually, SQLite is enough.",
        "Use Redis for the cache because it is fast. No, use SQLite.",
        "Use Redis for the cache because it is fast. Forget that.",
        "Use Redis for the cache – wait, no, SQLite, because it is one file",
        "Never use `any`. Actually, it is fine.",
        "Run `make lint`, then `make test`, then push. Hm, no, forget that.",
        "Release:\n1. run `make lint`\n2. run `make test`\n3. git push\n\nForget it, I was wrong.",
    ] {
        assert_eq!(taught("", user), None, "{user}");
    }
}

#[test]
fn what_goes_on_is_kept() {
    for user in [
        "Use Redis for the cache because it is fast. Don't use SQLite for it.",
        "Use Redis for the cache because it is fast. Wait for the tests before you push.",
        "Wait, no, use Redis for the cache because it is fast.",
    ] {
        assert!(taught("Which one?", user).is_some(), "{user}");
    }
}

/// A title without its exception says too much.
#[test]
fn a_rule_is_not_told_without_its_exception() {
    for user in
        ["Never use `any`. Except in tests.", "Never use `any` because it hides bugs. Except in tests."]
    {
        assert_eq!(taught("", user), None, "{user}");
    }
    let whole = taught("", "Never use `any`, except in tests.").unwrap();
    assert_eq!(whole.title, "Never use `any`, except in tests");
}

#[test]
fn what_only_the_person_named_is_not_said_to_have_happened() {
    let rule = taught("I'll fix the colour of the button.", "Never send `docx`").unwrap();
    assert_eq!(rule.details.kind(), Kind::Procedural);
    let answer = taught("I'll add the dependency now.", "no, we use pnpm here, not npm").unwrap();
    let Details::Pitfall { issue, .. } = answer.details else { panic!("a pitfall") };
    assert_eq!(issue, "The person stepped in and refused `npm`");
}

#[test]
fn every_rule_of_a_message_is_heard() {
    for (agent, user, count) in [
        (
            "",
            "Always use `pnpm` for packages. Never edit src/gen by hand. Always run `make fmt` before you commit.",
            3,
        ),
        ("", "- always use `pnpm` for packages\n- never edit src/gen by hand\n- never use `any`", 3),
        (
            "Which one?",
            "Use sqlite because there is no server. Use `sqlx` because it checks queries. Never use `any`.",
            3,
        ),
        ("I'll run `npm test` with --no-verify.", "Don't use npm. Don't use --no-verify.", 2),
        ("", "Never edit src/gen by hand. Never touch src/gen.", 1),
        ("I'll run npm install.", "no, don't use npm. when you change dependencies, run `pnpm install`", 1),
    ] {
        let found = builtin(&request(&[(agent, user)])).observations;
        assert_eq!(found.len(), count, "{user}\n{found:#?}");
    }
}

#[test]
fn the_next_message_of_the_session_may_take_it_back() {
    let edit = "I edited src/generated/user.ts.";
    let steps = "run `make check`, then bump the version in Cargo.toml, then `git tag` it and push.";
    for (agent, said, later) in [
        ("", "Use bun, not pnpm, because it is faster.", "no wait, forget it. keep pnpm"),
        (edit, "No, don't edit src/generated/user.ts by hand.", "ah no, ignore me, your edit was right"),
        (edit, "No, don't edit src/generated/user.ts by hand.", "oh, you're right, keep it"),
        ("", steps, "cancel that, no release"),
    ] {
        let found = |messages: &[(&str, &str)]| builtin(&request(messages)).observations;
        assert_eq!(found(&[(agent, said)]).len(), 1, "{said}");
        assert_eq!(found(&[(agent, said), ("Done.", later)]), vec![], "{later}");
        let much_later = found(&[(agent, said), ("Done.", "ok"), ("Done.", later)]);
        assert_eq!(much_later.len(), 1, "only the next one: {later}");
    }
}

const RULE: &str = "Use bun, not pnpm, because it is faster.";

#[test]
fn what_the_next_message_says_of_it() {
    let is_kept = |later: &&str| {
        let found = builtin(&request(&[("", RULE), ("Done.", *later)])).observations;
        found.iter().any(|item| item.evidence.iter().any(|quote| quote.message == "s1.u1"))
    };
    let kept: Vec<&str> = [
        "Hm, I changed my mind. Let's stay with pnpm.",
        "sorry, that was for the other repo",
        "Sorry, wrong window! That was meant for another project.",
        "undo that please",
        "revert that, it doesn't work",
        "No, go back to pnpm.",
        "ok that was a bad idea, back to pnpm please",
        "never mind",
        "scratch that",
        "oops wrong project",
        "forget the bun thing",
        "Ok but that was only for the benchmark, the rest stays on pnpm.",
        "git checkout . and use pnpm again",
        "stop, no, don't do the release, i was wrong",
        "ah no, ignore me, your edit was right",
    ]
    .into_iter()
    .filter(is_kept)
    .collect();
    assert_eq!(kept, Vec::<&str>::new());
    let dropped: Vec<&str> = [
        "ok",
        "no, use `deno` in docs/",
        "keep bun",
        "never mind the lint errors, go on",
        "forget src/login.ts, the tests are next",
        "forget it, try `bun install` again",
        "now revert src/login.ts",
        "it doesn't work, the button is still red",
        "don't forget it",
        "use bun in CI, too",
        "use pnpm for the docs",
    ]
    .into_iter()
    .filter(|later| !is_kept(later))
    .collect();
    assert_eq!(dropped, ["forget it, try `bun install` again"], "said right behind it, it takes it back");
}

/// "{}" is a rule.
#[test]
fn what_the_sentences_beside_it_make_of_it() {
    let learned = |rows: &[&'static str]| -> Vec<&'static str> {
        rows.iter().copied().filter(|row| taught("", &row.replace("{}", RULE)).is_some()).collect()
    };
    let denied = [
        "{} For now.",
        "{} Temporarily.",
        "{} (until Friday)",
        "{} At least until the release is out.",
        "{} That only holds for the spike branch.",
        "{} In this PR at least.",
        "{} I said that yesterday and I was wrong.",
        "{} That breaks prod, so please don't.",
        "{} That's wrong.",
        "{} I disagree.",
        "- {}\n- Anna disagrees, to be decided next week",
        "{} Ah no, wait, it's fine as it is.",
        "{} We'll switch back soon.",
        "I wish we could. {} But legal says no.",
        "Hi Anna,\n\n{}\n\nBest regards\nBob",
    ];
    assert_eq!(learned(&denied), Vec::<&str>::new());
    let heard = [
        "{} I'm at lunch until Friday.",
        "{} It only takes a minute to set up.",
        "{} The tests are green for now.",
        "{} Until now we had both.",
        "{} Use pnpm for the docs.",
        "I don't like this. {}",
        "That's not what I want. {}",
        "I disagree. {}",
        "Bob says that it is slow. {}",
        "Please do the following. {}",
        "This is important. {}",
        "Hi,\n\n{}\n\nThanks",
        "{} Run the tests, then commit.",
    ];
    assert_eq!(learned(&heard), heard);
}

#[test]
fn another_session_takes_nothing_back() {
    let mut messages = request(&[("", "Use bun, not pnpm, because it is faster."), ("", "never mind")]);
    messages.user_signals[1].id = "s2.u1".into();
    messages.dialog_pairs[1].user.id = "s2.u1".into();
    assert_eq!(builtin(&messages).observations.len(), 1);
}
