mod below;
mod everyday;
mod kinds;
mod properties;
mod revoked;
mod taken_back;
mod twins;

use super::*;
use crate::core::learn::extract::DialogMessage as Text;
use crate::core::model::Kind;

fn request(pairs: &[(&str, &str)]) -> Request {
    let message = |id: String, text: &str| Text { id, text: text.into() };
    let numbered = || (1..).zip(pairs);
    let pair = |(n, (assistant, user)): (usize, &(&str, &str))| DialogPair {
        id: format!("s1.p{n}"),
        assistant: message(format!("s1.a{n}"), assistant),
        user: message(format!("s1.u{n}"), user),
    };
    Request {
        version: 1,
        existing: vec![],
        user_signals: numbered().map(|(n, (_, user))| message(format!("s1.u{n}"), user)).collect(),
        dialog_pairs: numbered().map(pair).collect(),
    }
}

pub(super) fn taught(assistant: &str, user: &str) -> Option<Item> {
    builtin(&request(&[(assistant, user)])).observations.into_iter().next()
}

fn check(kind: Kind, table: &[(&str, &str, &str)]) {
    let found = table.iter().map(|(assistant, user, _)| taught(assistant, user));
    let found = found.map(|item| item.map(|item| (item.details.kind(), item.title)));
    let wrong: Vec<_> =
        found.zip(table).filter(|(found, (.., title))| *found != Some((kind, (*title).to_owned()))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_pitfall_reads_well() {
    let item =
        taught("I'll run `npm install lodash` now.", "no, don't use npm, use pnpm because of the lock file")
            .unwrap();
    assert_eq!(
        item.details,
        Details::Pitfall {
            area: "npm".into(),
            issue: "`npm install` was run, or was about to be, and the person stepped in".into(),
            impact: String::new(),
            resolution: "Use pnpm because of the lock file".into(),
        }
    );
    assert_eq!(item.evidence[0], quote("s1.a1", "I'll run `npm install lodash` now."));
}

#[test]
fn a_reason_for_the_other_way_is_no_harm() {
    for (said, harm, way) in [
        ("no, don't use npm, use pnpm because it is smaller", "", "Use pnpm because it is smaller"),
        ("no, don't use npm because it is slow", "It is slow", "Don't use npm"),
        ("no, use pnpm, not npm, because npm is slow", "npm is slow", "Use pnpm"),
        ("no, don't use npm, use pnpm", "", "Use pnpm"),
        (
            "no, don't use npm, it breaks the lock file and the build stops",
            "It breaks the lock file and the build stops",
            "Don't use npm",
        ),
        ("no, don't use npm, not here", "", "Don't use npm, not here"),
    ] {
        let Details::Pitfall { impact, resolution, .. } = taught("I ran npm test.", said).unwrap().details
        else {
            panic!("{said}")
        };
        assert_eq!((impact.as_str(), resolution.as_str()), (harm, way), "{said}");
    }
}

#[test]
fn a_decision_reads_well() {
    let item = taught(
        "Done. I could put it into Redis for an hour.",
        "let's keep it in SQLite because we run no server",
    );
    assert_eq!(
        item.unwrap().details,
        Details::Decision {
            context: "The agent had named `redis`".into(),
            decision: "Keep it in SQLite".into(),
            rationale: "We run no server".into(),
        }
    );
}

#[test]
fn a_decision_says_all_that_was_chosen_and_for_what() {
    for (said, expected) in [
        ("sqlite, because it is one file", "Use sqlite"),
        ("we should go with sqlite for the store so that tests are fast", "Go with sqlite for the store"),
        (
            "let's use docker compose for the preview, because docker has too many flags",
            "Use docker compose for the preview",
        ),
        ("Use `yarn dlx` for one-off tools, because npx is blocked", "Use `yarn dlx` for one-off tools"),
        (
            "Stick with `kubectl apply` for the deploy, since helm hides too much",
            "Stick with `kubectl apply` for the deploy",
        ),
        ("keep `pool_size` at 20 because the plan is small", "Keep `pool_size` at 20"),
    ] {
        let Details::Decision { decision, .. } =
            taught("Which one?", said).unwrap_or_else(|| panic!("{said}")).details
        else {
            panic!("{said}");
        };
        assert_eq!(decision, expected, "{said}");
    }
}

#[test]
fn what_the_person_asked_for_is_not_called_the_mistake() {
    let issue =
        |agent: &str, user: &str| match taught(agent, user).unwrap_or_else(|| panic!("{user}")).details {
            Details::Pitfall { issue, .. } => issue,
            other => panic!("{other:?}"),
        };
    let wanted =
        |key: &str| format!("The person asked for `{key}`, and something else was done, or was about to be");
    let refused = |key: &str| format!("`{key}` was run, or was about to be, and the person stepped in");
    for (agent, user, expected) in [
        (
            "I'll write the migration by hand.",
            "No, use `alembic revision` for that",
            wanted("alembic revision"),
        ),
        ("I'll skip `make shots` here.", "No, run `make shots`, it must stop", wanted("make shots")),
        (
            "I'll run `npm run e2e` now.",
            "No, don't run `npm run e2e`, it costs money",
            refused("npm run e2e"),
        ),
        (
            "I'll run `make shots` now.",
            "No, don't run `make shots`, we want all failures",
            refused("make shots"),
        ),
        (
            "I edited package.json.",
            "No, not like this. Don't bump the version in package.json, release-please does it.",
            "The person stepped in over something about `package.json`".to_owned(),
        ),
        (
            "I edited src/a.ts.",
            "I don't like the name in src/a.ts, use `Account` instead of `User`",
            "The person stepped in over something about `src/a.ts`".to_owned(),
        ),
        (
            "I ran npm install zod.",
            "No, don't use npm for the packages of the shop but use pnpm",
            refused("npm install"),
        ),
    ] {
        assert_eq!(issue(agent, user), expected, "{user}");
    }
}

#[test]
fn a_procedure_reads_well() {
    let item = taught(
        "",
        "Please always run `make gen-api` after changing proto files, otherwise the client breaks",
    )
    .unwrap();
    assert_eq!(
        item.details,
        Details::Procedural {
            situation: "After changing proto files".into(),
            steps: vec!["Always run `make gen-api`".into()],
            rationale: "Otherwise the client breaks".into(),
        }
    );
}

#[test]
fn noise_teaches_nothing() {
    let review = "The `getAgent` function never checks errors. Always use `wrapcheck` before returning because it hides bugs. ".repeat(4);
    for (assistant, user) in [
        // questions
        ("", "should we always run `cargo fmt` before we commit?"),
        ("", "why does `npm install` fail"),
        ("", "can you check if `errcheck` is enabled?"),
        ("I ran npm test.", "do we use npm or pnpm here?"),
        // acknowledgements, menu picks, errands
        ("I ran npm test.", "yes"),
        ("1. npm 2. pnpm", "2"),
        ("", "ok, let's do it"),
        ("", "implement spotter-gqc"),
        ("", "add a test for getAgent and rename it to currentAgent"),
        ("", "commit this, then let's do the other bit"),
        // holds for one task
        ("I'll run `cargo publish`.", "don't run `cargo publish` yet"),
        ("", "for now always use `--offline` when building"),
        ("", "let's use sqlite for now because it is quick"),
        // pasted
        ("I added getAgent.", review.as_str()),
        ("", "got this feedback: always use `wrapcheck` before returning"),
        ("", "> always run `cargo fmt` before committing"),
        ("", "```\nalways run `cargo fmt` before committing\n```"),
        ("", "error: never use `unwrap` here\n  --> src/main.rs:1:2"),
        ("I'll push it now.", "don't push"),
        ("I'll push it to main now.", "don't push to main yet"),
        ("", "don't push to main"),
        ("", "push to main when the tests pass"),
        ("", "put `await` before every call to `fetch`"),
        ("", "call `flush()` after each write"),
        ("", "call `session.refresh()` after every commit"),
        ("", "push the row to `batch_queue` after each insert"),
        ("", "merge `defaults` into the config before each call"),
        ("", "After every build, dist/index.js is empty."),
        ("", "After every push CI runs npm instead of pnpm because the lockfile is missing"),
        ("", "we switched to pnpm and now the build fails"),
        ("", "we moved to postgres and I get ECONNREFUSED"),
        ("", "what would you prefer? use redis because it is fast or sqlite because it is one file"),
        ("", "Which is better? Use redis because it is fast. Use sqlite because it is one file."),
        ("", "run `sed` on every file"),
        ("", "in src/app.ts, when the user clicks, call `save_all()`"),
        ("", "in src/app.ts rename `user_id` to `account_id`"),
        ("", "use sqlite because it is one file. or is redis better?"),
        ("I'm guessing it is the cache.", "use common sense instead of guessing"),
        // telling, not ordering
        ("", "we switched to the `feature/login` branch"),
        ("", "we switched to `develop`"),
        ("", "we moved to a new office in `berlin`"),
        ("", "the tests never use `npm`"),
        ("", "check why we never hit `cache_key`"),
        ("", "when I run `entire enable`, it says that hooks are installed"),
        ("", "when running mise run test:ci I get failures"),
        ("I ran npm test.", "I don't see npm in the log"),
        ("I ran npm test.", "it fails because npm is not installed"),
        ("I ran npm test.", "that is not what npm printed"),
        // nothing concrete
        ("I'll use inline styles there.", "no, don't use inline styles"),
        ("I'll use another table.", "no, don't use another table"),
        ("I'll add the state.", "no, don't use redux"),
        ("I'll refactor it.", "no, don't do that"),
        ("Which one?", "let's use the first one because it is simpler"),
        // a language without tables
    ] {
        assert_eq!(taught(assistant, user), None, "{user}");
    }
}

#[test]
fn one_message_teaches_one_lesson() {
    let both = "no, don't use npm. when you change dependencies, run `pnpm install`";
    assert_eq!(builtin(&request(&[("I'll run npm install.", both)])).observations.len(), 1);
}
