//! Prompts that are meant for ingrain, and look-alikes.

use super::*;

#[test]
fn what_is_meant_for_ingrain_and_what_is_not() {
    for (prompt, words) in [
        ("remember: use pnpm", "remember|--|use pnpm"),
        ("Remember : use pnpm\n\nnow fix the bug", "remember|--|use pnpm"),
        ("remember: --everywhere x", "remember|--everywhere|--|x"),
        ("remember: --everywhere: x", "remember|--everywhere|--|x"),
        ("remember: everywhere: answer in german", "remember|--everywhere|--|answer in german"),
        ("remember: Everywhere : be brief", "remember|--everywhere|--|be brief"),
        ("remember: everywhere we use tabs", "remember|--|everywhere we use tabs"),
        ("remember: be brief --everywhere", "remember|--everywhere|--|be brief"),
        ("remember --everywhere: no emojis", "remember|--everywhere|--|no emojis"),
        ("remember: --everywhere\n\nfix it", "remember|--everywhere"),
        ("remember: the flag --everywhere is ours", "remember|--|the flag --everywhere is ours"),
        ("merk dir: nur englisch", "remember|--|nur englisch"),
        ("forget: postgres", "forget|--|postgres"),
        ("/ingrain:remember don't use `npm`; $(x)", "remember|--|don't use `npm`; $(x)"),
        ("/ingrain:remember --everywhere be brief", "remember|--everywhere|--|be brief"),
        ("/ingrain:remember be brief --everywhere", "remember|--everywhere|--|be brief"),
        ("/ingrain:remember", "remember"),
        ("/ingrain:forget ADR-001", "forget|--|ADR-001"),
        ("/ingrain:status", "status"),
        ("please remember: we use node 22", "remember|--|we use node 22"),
        ("ok, please remember : use tabs", "remember|--|use tabs"),
        ("remember everywhere: answer in german", "remember|--everywhere|--|answer in german"),
        ("remember: use semicolons, and now fix the login bug", "remember|--|use semicolons"),
        ("remember: look at the log, now and then", "remember|--|look at the log, now and then"),
        (
            "remember: bump the version, then fix the changelog",
            "remember|--|bump the version, then fix the changelog",
        ),
        ("please forget: postgres", "forget|--|postgres"),
        ("undo:", "undo"),
        ("please undo: 15", "undo|15"),
        ("undo: 15", "undo|15"),
        ("Undo: u2", "undo|u2"),
        ("ingrain undo 15", "undo|15"),
        ("`ingrain undo 15`", "undo|15"),
        ("/ingrain:undo", "undo"),
        ("/ingrain:undo 3, u4 --since 1d", "undo|3|u4|1d"),
        ("/ingrain:why ADR-001", "why|--|ADR-001"),
        ("/ingrain:why --json", "why|--|--json"),
        ("/ingrain:review", "review|--list"),
        ("/ingrain:review accept obs_1, obs_2", "review|--accept|obs_1|obs_2"),
        ("/ingrain:review reject --accept p1", "review|--reject|p1"),
        ("/ingrain:review what is new?", "review|--list"),
        ("/ingrain:off-record", "off-record"),
        ("/ingrain:off-record off", "off-record|--|off"),
        ("/ingrain:off-record please", "off-record"),
        ("remember that dates are utc", "remember|--loosely|--|remember that dates are utc"),
        ("Please remember to use tabs", "remember|--loosely|--|Please remember to use tabs"),
        ("from now on use pnpm", "remember|--loosely|--|from now on use pnpm"),
        ("ok, from now on use tabs", "remember|--loosely|--|ok, from now on use tabs"),
        ("please forget the tuesdays rule", "forget|--loosely|--|please forget the tuesdays rule"),
        ("forget redis", "forget|--loosely|--|forget redis"),
        ("forget the redis rule please", "forget|--loosely|--|forget the redis rule please"),
        ("forget what i said about tuesdays", "forget|--loosely|--|forget what i said about tuesdays"),
        (
            "please remember that we deploy on fridays only, because ops is there",
            "remember|--loosely|--|please remember that we deploy on fridays only, because ops is there",
        ),
        ("remember this: we deploy with helm", "remember|--loosely|--|remember this: we deploy with helm"),
        (
            "the redis decision does not hold any more",
            "forget|--loosely|--|the redis decision does not hold any more",
        ),
        ("ADR-003 is outdated", "forget|--loosely|--|ADR-003 is outdated"),
        (
            "forget the postgres thing, we go with mysql now",
            "forget|--loosely|--|forget the postgres thing, we go with mysql now",
        ),
    ] {
        assert_eq!(command(prompt).map(|words| words.join("|")).as_deref(), Some(words), "{prompt}");
    }
    for prompt in [
        "fix the bug",
        "forget it, try X",
        "forget that, we use mysql",
        "forget the tests, just push",
        "forget about it",
        "forget it please",
        "forget what i said",
        "forget about the tests for a moment",
        "forget the tests for now",
        "forget redis, try sqlite",
        "forget the last message",
        "forget to push",
        "forget my password",
        "I forgot the redis password",
        "ok, forget it",
        "from now on the tests are green",
        "remember everywhere we went",
        "forgetting is fine: x",
        "remember the milk",
        "remember that bug we fixed?",
        "remember that bug in the parser",
        "remember that the build was red yesterday",
        "remember that we changed the parser",
        "remember to push when you are done",
        "the readme is outdated",
        "the tests fail, that rule is obsolete",
        "undo: the last commit",
        "undo 15 lines",
        "ingrain undo 15 did not work",
        "ingrain undo",
        "do you remember: x",
        "/ingrain:trust",
        "remembering: x",
        "",
    ] {
        assert_eq!(command(prompt), None, "{prompt}");
    }
}

#[test]
fn a_loose_order_gives_up_one_thing_for_another() {
    for (prompt, given_up, instead) in [
        ("forget the redis rule", "the redis rule", ""),
        ("please forget the redis rule, thanks", "the redis rule", ""),
        ("forget what I said about tuesdays please", "tuesdays", ""),
        (
            "Forget about postgres, we use mysql now because of the host",
            "postgres",
            "we use mysql now because of the host",
        ),
        ("forget ADR-003. run the tests", "ADR-003", ""),
        ("The redis decision does not hold any more", "The redis decision", ""),
        ("the redis rule is outdated, we use sqlite now", "the redis rule", "we use sqlite now"),
    ] {
        assert_eq!(loosely(prompt), Some((given_up.to_owned(), instead.to_owned())), "{prompt}");
    }
}

#[test]
fn a_task_behind_a_lesson_is_left_to_the_session() {
    for (prompt, kept) in [
        ("always remember to use semicolons, and now fix the login bug", Some("use semicolons")),
        ("from now on use tabs. Can you fix the header?", Some("use tabs")),
        ("from now on use tabs and then fix the header", Some("use tabs")),
        (
            "always remember to update the changelog, and run the linter",
            Some("update the changelog, and run the linter"),
        ),
        ("from now on keep the build green", Some("keep the build green")),
        ("from now on the tests are green", None),
        ("from now on fix the login bug", Some("fix the login bug")),
    ] {
        assert_eq!(to_keep(prompt).as_deref(), kept, "{prompt}");
    }
    assert_eq!(rest("remember: use tabs, and now fix the bug"), "and now fix the bug");
    assert_eq!(rest("remember: use tabs\n\nfix the bug"), "fix the bug");
    assert_eq!(rest("forget: the rule, can you fix the bug"), "");
}
