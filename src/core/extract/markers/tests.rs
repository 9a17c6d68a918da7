use proptest::prelude::*;

use super::*;
use crate::core::extract::Message as Text;
use crate::core::model::Kind;

fn request(pairs: &[(&str, &str)]) -> Request {
    let message = |id: String, text: &str| Text {
        id,
        text: text.into(),
    };
    let numbered = || (1..).zip(pairs);
    let pair = |(n, (assistant, user)): (usize, &(&str, &str))| DialogPair {
        id: format!("s1.p{n}"),
        assistant: message(format!("s1.a{n}"), assistant),
        user: message(format!("s1.u{n}"), user),
    };
    Request {
        version: 1,
        existing: vec![],
        user_signals: numbered()
            .map(|(n, (_, user))| message(format!("s1.u{n}"), user))
            .collect(),
        dialog_pairs: numbered()
            .filter(|(_, pair)| !pair.0.is_empty())
            .map(pair)
            .collect(),
    }
}

fn taught(assistant: &str, user: &str) -> Option<Item> {
    builtin(&request(&[(assistant, user)]))
        .observations
        .into_iter()
        .next()
}

fn check(kind: Kind, table: &[(&str, &str, &str)]) {
    let found = table.iter().map(|(assistant, user, _)| taught(assistant, user));
    let found = found.map(|item| item.map(|item| (item.details.kind(), item.title)));
    let wrong: Vec<_> = found
        .zip(table)
        .filter(|(found, (.., title))| *found != Some((kind, (*title).to_owned())))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn workflows() {
    check(
        Kind::Workflow,
        &[
            (
                "",
                "commit and update changelog.md when you're done",
                "Commit and update changelog.md",
            ),
            (
                "",
                "run cargo fmt, then cargo clippy, then commit",
                "Run cargo fmt, then cargo clippy, then commit",
            ),
            (
                "",
                "ok great. can you run `mise run lint` and then push?",
                "Run `mise run lint` and then push",
            ),
            (
                "",
                "Before a release:\n1. bump the version with `cargo release`\n2. run cargo test\n3. git push",
                "Before a release",
            ),
            (
                "",
                "To release: first run `pnpm lint`, then run `pnpm test`, then run `pnpm publish`.",
                "To release",
            ),
            (
                "The release is due.",
                "For a release, run `pnpm lint`, then `pnpm test` because CI takes an hour.",
                "For a release",
            ),
            ("", "1) cargo fmt\n2) git commit", "cargo fmt, git commit"),
            (
                "",
                "erst `cargo fmt`, dann committen und danach pushen",
                "`cargo fmt`, dann committen und danach pushen",
            ),
            (
                "",
                "lance cargo fmt, puis committe et pousse",
                "Lance cargo fmt, puis committe et pousse",
            ),
            (
                "",
                "ejecuta cargo fmt y luego haz commit",
                "Ejecuta cargo fmt y luego haz commit",
            ),
            (
                "",
                "rode cargo fmt e depois faça o commit",
                "Rode cargo fmt e depois faça o commit",
            ),
            (
                "",
                "cargo fmtを実行してから、コミットしてください",
                "cargo fmtを実行してから、コミットしてください",
            ),
            ("", "先运行 cargo fmt，然后提交", "运行 cargo fmt，然后提交"),
        ],
    );
}

#[test]
fn procedures() {
    check(
        Kind::Procedural,
        &[
            (
                "The migration is written.",
                "When you touch `migrations/`, always run `just db-reset` so that the test database matches.",
                "When you touch `migrations/`, always run `just db-reset`",
            ),
            (
                "",
                "when you change the proto files, run `make gen-api`",
                "When you change the proto files, run `make gen-api`",
            ),
            (
                "",
                "Always run mise run test:integration after editing files in integration_test/",
                "Always run mise run test:integration after editing files in integration_test/",
            ),
            (
                "",
                "please make sure to run `pnpm i18n` before you open a PR",
                "Run `pnpm i18n` before you open a PR",
            ),
            ("", "never edit src/gen by hand", "Never edit src/gen by hand"),
            (
                "",
                "from now on, use uv for python packages",
                "Use uv for python packages",
            ),
            (
                "",
                "wenn du die Proto-Dateien änderst, führe `make gen-api` aus",
                "Wenn du die Proto-Dateien änderst, führe `make gen-api` aus",
            ),
            (
                "",
                "Vor jedem Commit immer `cargo fmt` ausführen",
                "Vor jedem Commit immer `cargo fmt` ausführen",
            ),
            (
                "",
                "Nach jeder Änderung am Schema bitte `make gen` ausführen",
                "Nach jeder Änderung am Schema bitte `make gen` ausführen",
            ),
            (
                "",
                "to add a migration, create a file in migrations/ and run `make migrate`",
                "To add a migration, create a file in migrations/ and run `make migrate`",
            ),
            (
                "",
                "After changing a template run `cargo run -- demo`",
                "After changing a template run `cargo run -- demo`",
            ),
            ("", "we use pnpm in this repo", "We use pnpm in this repo"),
            (
                "",
                "avant chaque commit, lance `cargo fmt`",
                "Avant chaque commit, lance `cargo fmt`",
            ),
            (
                "",
                "antes de cada commit, ejecuta `cargo fmt`",
                "Antes de cada commit, ejecuta `cargo fmt`",
            ),
            (
                "",
                "antes de cada commit, rode `cargo fmt`",
                "Antes de cada commit, rode `cargo fmt`",
            ),
            (
                "",
                "コミットする前に必ず`cargo fmt`を実行してください",
                "コミットする前に必ず`cargo fmt`を実行してください",
            ),
            (
                "",
                "每次提交之前，运行 `cargo fmt`",
                "每次提交之前，运行 `cargo fmt`",
            ),
        ],
    );
}

#[test]
fn decisions() {
    check(
        Kind::Decision,
        &[
            (
                "Which one?",
                "let's use sqlite because there is no server to run",
                "Use sqlite",
            ),
            (
                "Which one?",
                "Since the commit hash can change, we should key on `checkpoint_id`",
                "Key on `checkpoint_id`",
            ),
            (
                "Shall I bump it?",
                "keep `max_connections` at 20 so that the small plan still works",
                "Keep `max_connections` at 20",
            ),
            (
                "Welche?",
                "wir nehmen sqlite, weil wir keinen Server betreiben wollen",
                "Wir nehmen sqlite",
            ),
            (
                "Lequel ?",
                "on garde sqlite parce que nous n'avons pas de serveur",
                "On garde sqlite",
            ),
            (
                "¿Cuál?",
                "usamos sqlite porque no queremos un servidor",
                "Usamos sqlite",
            ),
            (
                "Qual?",
                "usamos sqlite porque não queremos um servidor",
                "Usamos sqlite",
            ),
            (
                "どれ？",
                "サーバーが要らないので、sqliteを使いましょう",
                "sqliteを使いましょう",
            ),
            ("哪个？", "我们用sqlite，因为不想维护服务器", "我们用sqlite"),
        ],
    );
}

#[test]
fn pitfalls() {
    check(
        Kind::Pitfall,
        &[
            (
                "I'll run `npm install lodash` now.",
                "no, don't use npm, use pnpm",
                "Don't use npm, use pnpm",
            ),
            (
                "I'll add the dependency now.",
                "no, we use pnpm here, not npm",
                "We use pnpm here, not npm",
            ),
            (
                "Let me edit src/gen/api.ts.",
                "stop. never touch src/gen, it is generated",
                "Never touch src/gen, it is generated",
            ),
            (
                "Committed with --no-verify.",
                "don't commit with --no-verify because the hooks find real bugs",
                "Don't commit with --no-verify",
            ),
            (
                "Ran npm test.",
                "why are you using npm? use pnpm instead of npm",
                "Use pnpm instead of npm",
            ),
            ("I've added it with npm.", "No! pnpm, not npm", "pnpm, not npm"),
            (
                "I'll use `unwrap()` here.",
                "please don't use unwrap(), we return errors",
                "Don't use unwrap(), we return errors",
            ),
            (
                "I ran `cargo test`.",
                "use cargo nextest instead, cargo test is too slow here",
                "Use cargo nextest instead, cargo test is too slow here",
            ),
            (
                "Committed.",
                "stop adding Co-Authored-By trailers",
                "Stop adding Co-Authored-By trailers",
            ),
            (
                "Ich führe `npm install` aus.",
                "nein, nimm pnpm statt npm",
                "Nimm pnpm statt npm",
            ),
            (
                "Je vais lancer `npm install`.",
                "non, n'utilise pas npm, utilise pnpm",
                "N'utilise pas npm, utilise pnpm",
            ),
            (
                "Voy a ejecutar `npm install`.",
                "no, no uses npm, usa pnpm",
                "No uses npm, usa pnpm",
            ),
            (
                "Vou rodar `npm install`.",
                "não, não use npm, use pnpm",
                "Não use npm, use pnpm",
            ),
            (
                "では`npm install`を実行します。",
                "npmではなくpnpmを使ってください",
                "npmではなくpnpmを使ってください",
            ),
            (
                "我来运行 `npm install`。",
                "不要用npm，用pnpm",
                "不要用npm，用pnpm",
            ),
        ],
    );
}

#[test]
fn a_pitfall_reads_well() {
    let item = taught(
        "I'll run `npm install lodash` now.",
        "no, don't use npm, use pnpm because of the lock file",
    )
    .unwrap();
    assert_eq!(
        item.details,
        Details::Pitfall {
            area: "npm".into(),
            issue: "`npm install` was run, or was about to be, and the person stepped in".into(),
            impact: "Of the lock file".into(),
            resolution: "Use pnpm".into(),
        }
    );
    assert_eq!(
        item.evidence[0],
        quote("s1.a1", "I'll run `npm install lodash` now.")
    );
}

#[test]
fn the_same_choice_is_the_same_in_other_words() {
    let decision = |user: &str| match taught("Which one?", user).unwrap().details {
        Details::Decision { decision, .. } => decision,
        other => panic!("{other:?}"),
    };
    for (first, second) in [
        (
            "let's use sqlite because there is no server to run",
            "I'd stick with sqlite, since nobody wants a server",
        ),
        (
            "sqlite, because it is one file",
            "we should go with sqlite for the store so that tests are fast",
        ),
        (
            "wir nehmen sqlite, weil wir keinen Server haben",
            "bitte verwende sqlite, damit der Test schnell ist",
        ),
    ] {
        let normal = |user: &str| {
            decision(user)
                .split_once(' ')
                .map(|(_, thing)| thing.to_lowercase())
        };
        assert_eq!(normal(first), normal(second));
    }
    assert_eq!(
        decision("keep `pool_size` at 20 because the plan is small"),
        "Keep `pool_size` at 20"
    );
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
        // telling, not ordering
        ("", "when I run `entire enable`, it says that hooks are installed"),
        ("", "when running mise run test:ci I get failures"),
        ("I ran npm test.", "I don't see npm in the log"),
        ("I ran npm test.", "it fails because npm is not installed"),
        ("I ran npm test.", "that is not what npm printed"),
        // nothing concrete
        ("I'll refactor it.", "no, don't do that"),
        ("", "always write good code before you commit"),
        ("Which one?", "let's use the first one because it is simpler"),
        // a language without tables
        ("", "всегда запускай `cargo fmt` перед коммитом"),
    ] {
        assert_eq!(taught(assistant, user), None, "{user}");
    }
}

#[test]
fn one_message_teaches_one_lesson() {
    let both = "no, don't use npm. when you change dependencies, run `pnpm install`";
    assert_eq!(
        builtin(&request(&[("I'll run npm install.", both)]))
            .observations
            .len(),
        1
    );
}

fn assert_true_and_tidy(request: &Request) -> Result<(), TestCaseError> {
    let pairs = request.dialog_pairs.iter();
    let texts: std::collections::BTreeMap<&str, &str> = pairs
        .flat_map(|pair| [&pair.assistant, &pair.user])
        .chain(&request.user_signals)
        .map(|message| (message.id.as_str(), message.text.as_str()))
        .collect();
    for item in builtin(request).observations {
        prop_assert!(
            !item.title.is_empty() && item.title.chars().count() <= 80,
            "{}",
            item.title
        );
        prop_assert!(!item.title.ends_with(['.', ',', ':', ';', '!']), "{}", item.title);
        prop_assert!(!item.evidence.is_empty());
        for quote in item.evidence {
            prop_assert!(texts[quote.message.as_str()].contains(&quote.quote));
        }
    }
    Ok(())
}

const WORDS: &str = "(no|don't|use|npm|`pnpm`|because|when|you|run|cargo fmt|then|commit|always|,|\\.|\n|1\\.|ので|不要|wenn|weil|é|\\?|src/a.rs| |not|I'll|stop)";

proptest! {
    #[test]
    fn every_quote_is_in_its_message_and_every_title_tidy(
        assistant in prop::collection::vec(WORDS, 0..12),
        user in prop::collection::vec(WORDS, 0..25),
    ) {
        assert_true_and_tidy(&request(&[(&assistant.join(" "), &user.join(" "))]))?;
        assert_true_and_tidy(&request(&[(&assistant.concat(), &user.concat())]))?;
    }

    #[test]
    fn arbitrary_text_never_panics(assistant in "(?s).{0,120}", user in "(?s).{0,200}") {
        assert_true_and_tidy(&request(&[(&assistant, &user)]))?;
    }
}
