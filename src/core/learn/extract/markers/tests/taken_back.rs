//! What a message denies, takes back or excepts, and how many lessons it holds.

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

#[test]
fn an_exception_belongs_to_its_rule() {
    for (user, title) in [
        ("Never use `any`. Except in tests.", "Never use `any`, except in tests"),
        ("Never use `any` because it hides bugs. Except in tests.", "Never use `any`, except in tests"),
        ("Never use `any`. Except for that I like it a lot in long and winding sentences like this one.", ""),
    ] {
        let item = taught("", user);
        assert_eq!(item.as_ref().map_or("", |item| item.title.as_str()), title, "{user}");
        let Some(item) = item else { continue };
        let line = match item.details {
            Details::Procedural { mut steps, .. } => steps.remove(0),
            Details::Decision { decision, .. } => decision,
            other => panic!("{other:?}"),
        };
        assert_eq!(line, title);
        assert_eq!(item.evidence.len(), 2, "the exception is quoted, too");
    }
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

#[test]
fn another_session_takes_nothing_back() {
    let mut messages = request(&[("", "Use bun, not pnpm, because it is faster."), ("", "never mind")]);
    messages.user_signals[1].id = "s2.u1".into();
    messages.dialog_pairs[1].user.id = "s2.u1".into();
    assert_eq!(builtin(&messages).observations.len(), 1);
}
