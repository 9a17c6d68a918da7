//! Everyday messages. Work at hand teaches nothing, however it is worded; a rule is recognised
//! however it is worded.

use super::taught;
use crate::core::model::{Details, Kind};

#[test]
fn work_at_hand_teaches_nothing() {
    for user in [
        "Fix src/api/orders.ts because the tests fail",
        "Restart `vite` because it hangs",
        "Run `npm run build` again because I changed the config",
        "Remove the console.log from src/api/orders.ts since it is noisy",
        "Delete the file src/old.ts because no one uses it",
        "Let's try `bun` because I'm curious",
        "Don't touch src/api/orders.ts because I'm working on it",
        "We wrote the tests with `vitest` because jest is slow",
        "We have a problem with `vitest` because jest is slow",
        "We run into problems with `vitest` because jest is slow",
        "We start with src/api/orders.ts because it is small",
        "Always use `npm` because it is simple — said no one ever.",
        "On the feature branch we use `npm` because pnpm is broken there.",
        "I need to leave, so commit src/api/orders.ts because I must go",
        "Please look at src/api/orders.ts because the total is wrong",
        "Show me src/api/orders.ts because I forgot what it does",
        "Explain src/api/orders.ts again because I forgot",
        "Check `git status` because something looks off",
        "In this spike use SQLite because it's quick",
        "Use SQLite this sprint because it's quick",
        "Use npm because pnpm crashes on this laptop",
        "Use `--no-verify` because the hook hangs",
        "Until Friday use npm because pnpm is slow",
        "Use npm because the pnpm registry mirror is currently broken.",
        "don't use `npm` yet, because the mirror is slow",
        "just this time use `npm`, because it is quick",
    ] {
        assert_eq!(taught("Shall I go on with src/api/orders.ts?", user), None, "{user}");
    }
}

#[test]
fn a_rule_in_ordinary_words_is_heard() {
    for (user, title) in [
        ("use the wrapper instead of fetch", "Use the wrapper instead of fetch"),
        ("we don't use classes here, plain functions", "We don't use classes here, plain functions"),
        ("i prefer plain loops over recursion", "I prefer plain loops over recursion"),
        ("from now on use tabs", "Use tabs"),
    ] {
        let item = taught("Done.", user).unwrap_or_else(|| panic!("{user}"));
        assert_eq!((item.details.kind(), item.title.as_str()), (Kind::Procedural, title), "{user}");
    }
    for user in [
        "i prefer the first one",
        "use this instead of that",
        "we never got an answer from them",
        "we always get this error when the server starts",
        "in this repo we have a bug in the parser",
        "use the staging key for this run, not prod",
        "can we use redis instead of sqlite?",
    ] {
        assert_eq!(taught("Done.", user), None, "{user}");
    }
}

#[test]
fn how_things_are_here_is_heard_in_passing() {
    for (user, title) in [
        ("hm why did you install it with npm, we're on pnpm here", "We're on pnpm here"),
        ("it's make, not just", "It's make, not just"),
        ("we keep drafts in the outbox", "We keep drafts in the outbox"),
        ("don't touch the billing tables", "Don't touch the billing tables"),
        (
            "every new endpoint needs an entry in the registry",
            "Every new endpoint needs an entry in the registry",
        ),
        ("put new widgets in ui, not in pages", "Put new widgets in ui, not in pages"),
        ("keep functions under 40 lines", "Keep functions under 40 lines"),
        ("secrets come from the vault, not from files", "Secrets come from the vault, not from files"),
        ("prefer composition over inheritance", "Prefer composition over inheritance"),
        ("error texts are lower case here", "Error texts are lower case here"),
        ("no clever one-liners please", "No clever one-liners"),
    ] {
        let item = taught("Done.", user).unwrap_or_else(|| panic!("{user}"));
        assert_eq!((item.details.kind(), item.title.as_str()), (Kind::Procedural, title), "{user}");
    }
    for user in [
        "no thanks please",
        "wait, don't start the server",
        "no, don't use another table",
        "add the button to the header, not to the footer",
        "is the server here?",
        "the bug is here",
        "why is it here",
        "no, that one please",
        "we're on it",
    ] {
        assert_eq!(taught("Done.", user), None, "{user}");
    }
}

#[test]
fn a_choice_and_what_is_not_wanted_is_a_decision() {
    let item = taught("Done.", "let's keep the cache in sqlite, i don't want a second server").unwrap();
    let Details::Decision { decision, rationale, .. } = item.details else { panic!("{item:?}") };
    assert_eq!(
        (decision.as_str(), rationale.as_str()),
        ("Keep the cache in sqlite", "I don't want a second server")
    );
}

#[test]
fn an_answer_about_this_task_is_no_correction_for_all_of_them() {
    for user in [
        "Wait, don't touch src/api/orders.ts until Bob has merged his PR",
        "That's wrong, the total in src/api/orders.ts should be 12, not 13",
        "Don't worry about src/generated, it's fine",
        "Never mind the `lint` errors, go on",
        "No wait, you're right, keep `npm`",
        "I don't think we should use yarn instead of npm, but I'm open",
        "I meant the file src/b.ts not src/a.ts",
        "No, PR 123 is about src/api/orders.ts, not src/api/users.ts",
        "no, the bug is in src/api/users.ts, not in src/api/orders.ts",
        "You should not see `ECONNREFUSED` any more, because I restarted the server",
        "Don't run `npm run e2e`, my laptop is on battery",
        "Don't use `npm`, just kidding",
    ] {
        let agent =
            "I'll edit src/api/orders.ts, src/generated, src/a.ts and run `npm run e2e` and `lint` now.";
        assert_eq!(taught(agent, user), None, "{user}");
    }
}

#[test]
fn what_others_say_and_what_once_was_teach_nothing() {
    for user in [
        "In the old project we always used `gulp` because webpack didn't exist",
        "I would prefer `fastify` over express because it is faster, but the team voted for express",
        "Someone on HN said we should always use `pnpm` because it is faster",
        "Subject: Re: build\nFrom: Bob <bob@example.com>\nPlease don't use npm, use `yarn` instead.\nHow would I answer him",
        "bob 10:31\nwe should never use `eval` in the parser\nalice 10:32\nagreed",
        "Bob wrote:\nnever use `eval` in the parser",
        "got this mail from the customer, draft a reply:\n\nHi,\nnever use `eval`.\nBest, Tom",
        "PR comment from maria:\nDon't use npm, use `yarn` because it is native.",
        "maria left this on the PR\n\nDon't use npm here.\n\nis she right?",
        "here's the CLAUDE.md of the old repo, port what makes sense:\n\n- Never use `npm` because it breaks",
        "CodeRabbit:\n\nNever use `eval`, because it leaks.\nDon't use npm.",
        "bob42 10:31\nNever use `eval`, because it leaks.",
        "alice — Today at 10:31\nNever use `eval`, because it leaks.",
        "tom-m commented last week\nNever use `eval`, because it leaks.",
        "coderabbitai bot\nNever use `eval`, because it leaks.",
        "bob: never use `eval`. Always use `fetch` because axios is too big.",
        "Maria on the API: never use `eval`, because it leaks.",
        "You are a senior reviewer. Never use `eval`. Review src/a.ts.",
    ] {
        assert_eq!(taught("I'll run `npm install` and use `eval`.", user), None, "{user}");
    }
}

#[test]
fn rules_are_heard_in_everyday_words() {
    for (agent, user, kind) in [
        ("Which one?", "We decided on `sqlx` over `diesel` because it checks queries", Kind::Decision),
        ("Which one?", "I decided on `sqlx` over `diesel` because it checks queries", Kind::Decision),
        ("Which one?", "We should use vitest for the tests because it is quick", Kind::Decision),
        ("Which one?", "Postgres, because we already run it", Kind::Decision),
        ("Which one?", "We agreed with the team to use `uv`, because resolves are faster", Kind::Decision),
        ("Which one?", "leave `legacy_auth` as it is because users rely on it", Kind::Decision),
        ("Which one?", "let's set `max_connections` to 20 since the plan is small", Kind::Decision),
        ("I'll edit package-lock.json.", "I told you not to touch package-lock.json", Kind::Pitfall),
        ("I'll edit src/gen/api.ts.", "Don't edit src/gen/api.ts, it is generated", Kind::Pitfall),
        (
            "I put it into src/migrations.",
            "Migrations go in db/migrate, not in src/migrations",
            Kind::Pitfall,
        ),
        ("I'll add `moment`.", "Actually use `dayjs`, moment is deprecated", Kind::Pitfall),
        ("Which one?", "We write tests with `vitest` because jest is slow", Kind::Decision),
        ("Which one?", "We deploy with `helm` because the charts are shared", Kind::Decision),
        ("", "Don't touch src/legacy because it is going to be deleted", Kind::Decision),
        ("I'll push.", "No, don't push until `make check` passes", Kind::Pitfall),
    ] {
        assert_eq!(taught(agent, user).map(|item| item.details.kind()), Some(kind), "{user}");
    }
}

#[test]
fn what_is_said_again_is_heard_without_that() {
    for (agent, user, kind, title) in [
        (
            "",
            "I already told you to never use `moment`, use `dayjs` because it is small.",
            Kind::Decision,
            "Never use `moment`, use `dayjs`",
        ),
        (
            "I'll add `moment`.",
            "I already told you to never use `moment`, use `dayjs` because it is small.",
            Kind::Pitfall,
            "Never use `moment`, use `dayjs`",
        ),
        (
            "",
            "as i said before, never use `moment`, use `dayjs` because it is small.",
            Kind::Decision,
            "Never use `moment`, use `dayjs`",
        ),
        (
            "",
            "As I said, before every commit run `make fmt`.",
            Kind::Procedural,
            "Before every commit run `make fmt`",
        ),
    ] {
        let found = taught(agent, user).map(|item| (item.details.kind(), item.title));
        assert_eq!(found, Some((kind, title.to_owned())), "{user}");
    }
}

#[test]
fn a_numbered_step_may_begin_with_any_verb() {
    let rest = "2. run `make migrate`\n3. run `make ship`";
    for first in [
        "back up the db",
        "scale the workers to 0",
        "spin up the workers",
        "turn off the cron",
        "hibernate the workers",
    ] {
        let found = taught("", &format!("1. {first}\n{rest}")).map(|item| item.details.kind());
        assert_eq!(found, Some(Kind::Workflow), "{first}");
    }
    let chain = "back up the db with `pg_dump shop`, then run `make migrate`, then `make ship`";
    assert_eq!(taught("", chain).map(|item| item.details.kind()), Some(Kind::Workflow));
    for first in
        ["the build is red", "login is broken", "we are late", "what is red?", "hibernate it\n2. petrify it"]
    {
        let found = taught("", &format!("1. {first}\n{rest}")).map(|item| item.details.kind());
        assert_ne!(found, Some(Kind::Workflow), "{first}");
    }
}

#[test]
fn a_prohibition_or_a_description_is_no_sequence() {
    for user in [
        "Don't run `make lint`, then `make test`, then push. Just push.",
        "Here's what our CI does: run `make lint`, then `make test`, then deploy. Why is it slow?",
    ] {
        let found = taught("", user).map(|item| item.details.kind());
        assert_ne!(found, Some(Kind::Workflow), "{user}");
    }
}

#[test]
fn a_list_ends_where_its_items_end() {
    for text in [
        "Release:\n1. run `make lint`\n2. run `make test`\n   - only the unit tests\n3. `git push`\n4. tag it with `git tag`",
        "Release:\n\n1. run `make lint`\n\n2. run `make test`\n\n3. `git push`\n\n4. tag it with `git tag`",
    ] {
        let item = taught("", text).unwrap();
        let Details::Workflow { steps } = &item.details else { panic!("{text}") };
        assert_eq!(steps.len(), 4, "{text}");
    }
}

#[test]
fn a_skill_says_when_it_applies() {
    let Details::Procedural { situation, .. } =
        taught("", "Never commit without running `make fmt`").unwrap().details
    else {
        panic!()
    };
    assert_eq!(situation, "Commit");
}

#[test]
fn a_skill_also_applies_to_what_it_refuses() {
    let Details::Procedural { situation, .. } = taught("", "Always use pnpm, never npm").unwrap().details
    else {
        panic!()
    };
    assert_eq!(situation, "Work that involves `npm` or `pnpm`");
}

#[test]
fn a_title_does_not_stop_in_the_middle_of_a_step() {
    let said =
        "When you add a migration, always run `make db-check` and then update the schema in docs/schema.md";
    assert_eq!(taught("", said).unwrap().title, "When you add a migration, always run `make db-check`");
}

#[test]
fn giving_something_up_is_a_decision() {
    for said in
        ["We no longer use `pnpm`, because it broke CI", "We don't use `pnpm` any more, because it broke CI"]
    {
        assert_eq!(taught("Which one?", said).unwrap().details.kind(), Kind::Decision, "{said}");
    }
}

/// Before, it became "Use when you push always".
#[test]
fn that_it_is_always_so_is_no_part_of_when() {
    for said in ["when you push always run `make lint`", "whenever you push, always run `make lint`"] {
        let Details::Procedural { situation, .. } = taught("", said).unwrap().details else {
            panic!("{said}")
        };
        assert!(situation.ends_with("you push"), "{said}: {situation}");
    }
}
