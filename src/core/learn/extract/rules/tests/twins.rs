//! Pairs of a rule and the same rule with a word that often refers to the moment or to somebody
//! else. Both are recognised.

use super::taught;
use crate::core::model::{Details, Kind};

const AGENT: &str = "I'll run `npm install`, `make deploy` and `vite` now.";

fn unheard(rules: &[&'static str]) -> Vec<&'static str> {
    rules.iter().copied().filter(|rule| taught("", rule).is_none()).collect()
}

#[test]
fn a_word_of_the_moment_does_not_undo_a_rule() {
    let unheard = unheard(&[
        "Never deploy with `make deploy`.",
        "Never deploy with `make deploy` on Friday.",
        "Always make sure that `docker` is up before you run `make test`.",
        "Always make sure that `docker` is running before you run `make test`.",
        "Always check that `make lint` passes before you commit.",
        "Always check whether `make lint` passes before you commit.",
        "Always put tests in the folder tests/unit.",
        "Always put tests in their own folder tests/unit.",
        "When the linter reports `no-unused-vars`, remove the import with `eslint --fix`.",
        "When the linter says `no-unused-vars`, remove the import with `eslint --fix`.",
        "Never use `eval`, it is unsafe.",
        "Never use `eval`, it might be unsafe.",
        "Never start `vite`.",
        "Never start `vite` when it is already running.",
        "Never run `make seed` when the database is down.",
        "When postgres is down, run `make db`.",
        "When we change the schema, run `make gen`.",
        "When someone changes the schema, run `make gen`.",
    ]);
    assert!(unheard.is_empty(), "{unheard:#?}");
}

#[test]
fn a_word_of_the_moment_still_tells_of_it() {
    for user in [
        "Don't deploy with `make deploy` on Friday",
        "Before the release on Monday, run `make deploy`",
        "For now always use `npm` when you build",
        "No, don't start `vite`, it is running",
        "I wonder whether we should always use `npm`",
        "We used to always run `npm install`",
        "In their project we always use `npm`",
        "Check that we always use `npm` before you run `make test`",
        "No, Bob says we never use `npm`",
        "Never use `npm`, according to Bob",
        "when we deploy, `vite` always hangs",
    ] {
        assert_eq!(taught(AGENT, user), None, "{user}");
    }
}

#[test]
fn a_reason_may_tell_of_the_present() {
    for said in [
        "Use `zod` for the forms, because yup lacks types.",
        "Use `zod` for the forms, because yup currently lacks types.",
        "Use `zod` for the forms, because yup might break.",
    ] {
        assert_eq!(
            taught("Which one?", said).map(|item| item.details.kind()),
            Some(Kind::Decision),
            "{said}"
        );
    }
    for said in
        ["Use sqlite for the tests, because postgres is down.", "Use `zod` currently, because it is quick."]
    {
        assert_eq!(taught("Which one?", said), None, "{said}");
    }
}

#[test]
fn a_quoted_command_is_a_name() {
    let unheard = unheard(&[
        "Always run `npm run build` before you commit.",
        "Always run \"npm run build\" before you commit.",
        "Always run 'cargo fmt --all' before you commit.",
        "Always run “npm run build” before you commit.",
        "Always run `npm run build\" before you commit with `make x`.",
        "Always cut `rulers` at 5\" before you commit.",
        "The button is 5\" wide, not 6\" as it was. Always run `make fmt` before you commit.",
        "He said \"fine\" to it. Always run `make fmt` before you commit. We call it \"tidy\".",
    ]);
    assert!(unheard.is_empty(), "{unheard:#?}");
    for user in [
        "Always answer \"never use npm here\" before you run `make test`.",
        "Always run `make x` and \"make y\", or \"we never use npm here\" is said before you commit.",
        "Dave wants a rule: \"Keep it tidy. Always run `make fmt` before you commit.\". I do not like that.",
        "The page reads \"We used yarn once. Never use `npm` because it is slow.\" Can we drop that page?",
        "The page reads \"We used yarn once. Never use `npm` because it is slow.\" I think we drop it.",
        "The page reads \"Be tidy. Run `make lint`, then `make test`, then push.\" I think we drop it.",
    ] {
        assert_eq!(taught("", user), None, "{user}");
    }
}

#[test]
fn a_label_that_is_the_persons_own_is_heard() {
    let unheard = unheard(&[
        "Tests: always run `make test` before you commit.",
        "Remember: never use npm, use `pnpm` instead.",
        "Rule: never use npm, use `pnpm` instead.",
        "Frontend: always use `zod` when you parse.",
        "In this repo: always run `make test` before you commit.",
        "Testing: always run `make test` because CI is slow.",
        "Style: always use `prettier` because it is fast.",
        "HTTP: always use `fetch` because axios is too big.",
        "Auth: always use `fetch` because axios is too big.",
        "Bug: the list is empty. Always use `fetch` because axios is too big.",
        "Task: fix the list. Always use `fetch` because axios is too big.",
        "Rules:\nAlways run `make test` before you commit.",
        "Code style:\n- always run `make fmt` before you commit.",
    ]);
    assert!(unheard.is_empty(), "{unheard:#?}");
    for said in [
        "In this repo: use `pnpm`, not npm, because the lock file breaks",
        "Frontend: use `zod`, because yup lacks types",
    ] {
        assert_eq!(
            taught("Which one?", said).map(|item| item.details.kind()),
            Some(Kind::Decision),
            "{said}"
        );
    }
    for user in
        ["Tom: always use `pnpm` when you install", "Summarise: always run `make test` before you commit."]
    {
        assert_eq!(taught("", user), None, "{user}");
    }
}

#[test]
fn a_rule_for_a_part_says_for_which() {
    let item = taught("", "Frontend: always use `zod` when you parse.").unwrap();
    let Details::Procedural { situation, steps, .. } = item.details else { panic!() };
    assert_eq!(
        (situation.as_str(), steps),
        ("Frontend: When you parse", vec!["Always use `zod`".to_owned()])
    );
    assert_eq!(item.title, "Frontend: always use `zod` when you parse");
}

#[test]
fn a_harmless_line_does_not_silence_the_rest() {
    let unheard = unheard(&[
        "Always run `make test` before you push to the demo. I'm joking about lunch.",
        "I'll switch back to main. Always run `make test` before you push.",
        "Always use `make db`, never start postgres by hand.\ndocker run -p 80:80 nginx",
        "As the README says, to release do this:\n1. run `make lint`\n2. run `make test`\n3. git push",
        "Release:\n1. run `make lint`\n2. run `make test`\n3. git push\n4. Run `git checkout main` to switch back",
    ]);
    assert!(unheard.is_empty(), "{unheard:#?}");
    for user in [
        "Always run `make test` before you push. I'm joking.",
        "Only for this branch. Use `pnpm` instead of npm.",
    ] {
        assert_eq!(taught(AGENT, user), None, "{user}");
    }
}

#[test]
fn a_list_for_the_moment_is_no_workflow() {
    let steps = "1. Run `npm ci`\n2. Run `npm test`\n3. Push to origin";
    for lead in ["Only for this branch:", "For now:", "For now:\n", "Maybe we should:", "Bob says:"] {
        assert_eq!(taught("", &format!("{lead}\n{steps}")), None, "{lead}");
    }
    assert_eq!(taught("", &format!("{steps} today")), None);
    assert_eq!(taught("", &format!("Release:\n\n{steps}")).unwrap().title, "Release");
}

#[test]
fn bullets_are_steps_where_an_order_is_given() {
    for (lead, mark) in
        [("To release:\n", "-"), ("New release 2.3.1:\n", "*"), ("Steps:\n", "•"), ("Do this:\n\n", "-")]
    {
        let steps = ["bump the version in pyproject.toml", "run `make test`", "git tag it", "git push"];
        let text = format!("{lead}{mark} {}", steps.join(&format!("\n{mark} ")));
        let Details::Workflow { steps } = taught("", &text).unwrap().details else { panic!("{text}") };
        assert_eq!(steps.len(), 4, "{text}");
    }
    let commands = "- run `make lint`\n  - only the new files\n- run `make test`\n- git push";
    assert_eq!(taught("", commands).map(|item| item.details.kind()), Some(Kind::Workflow));
    for wishes in [
        "I would like:\n- use `vitest` for tests\n- add a button\n- rename `uid`",
        "For the frontend:\n- use `pnpm dlx` for tools\n- use `npm run dev` for tests\n- keep it small",
        "Release rules:\n- always run `make lint`\n- never run `make deploy`\n- run `make test`",
        "todo:\n- fix the header\n- run `make test`\n- rename src/a.ts",
        "Available commands:\n- `make build`\n- `make deploy`\n- `make clean`\nPlease write a page about them.",
        "We could use one of these for the install step:\n- `npm ci`\n- `yarn install`",
        "The `Makefile` has these targets:\n- `make build`\n- `make deploy`\n- `make clean`",
        "The `make` targets:\n- `make build`\n- `make deploy`\n- `make clean`",
        "These commands fail on CI:\n- `make build`\n- `make deploy`\n- `make clean`",
        "Please write a page about our commands.\n\n- `make build`\n- `make deploy`\n- `make clean`",
    ] {
        assert_ne!(taught("", wishes).map(|item| item.details.kind()), Some(Kind::Workflow), "{wishes}");
    }
}

#[test]
fn what_stands_below_the_persons_own_heading_is_theirs() {
    for text in [
        "My comments:\nNever use `axios` because it leaks memory.",
        "I commented on the PR already.\n\nFrom now on always use `pnpm` because it is quick.",
    ] {
        assert!(taught("", text).is_some(), "{text}");
    }
    let moment = "When you're done:\n- run `make lint`\n- run `make test`\n- commit\n- push";
    assert_eq!(taught("", moment).map(|item| item.details.kind()), Some(Kind::Workflow));
}

#[test]
fn a_sequence_ends_where_something_is_refused() {
    {
        let (said, last) =
            ("Run `make lint`, then run `make test`, then commit, but don't push.", "Commit, but don't push");
        let Details::Workflow { steps } = taught("", said).unwrap().details else { panic!("{said}") };
        assert_eq!((steps.len(), steps[2].as_str()), (3, last));
    }
    for said in
        ["Run `make lint`, don't run `make test`, then commit", "Don't run `make lint`, then `make test`"]
    {
        assert_ne!(taught("", said).map(|item| item.details.kind()), Some(Kind::Workflow), "{said}");
    }
}

#[test]
fn what_must_not_be_missing_says_when() {
    {
        let (said, expected) = ("Never commit without running `make fmt`", "Commit");
        let Details::Procedural { situation, .. } = taught("", said).unwrap().details else {
            panic!("{said}")
        };
        assert_eq!(situation, expected, "{said}");
    }
}
