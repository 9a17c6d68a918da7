use proptest::prelude::*;

use super::*;
use crate::core::model::Details;

fn keys(text: &str) -> Vec<String> {
    keys_of(text).into_iter().collect()
}

#[test]
fn concrete_things_are_keys() {
    let table: &[(&str, &[&str])] = &[
        // commands, marked or not
        ("run `mise run test:integration` first", &["mise run test:integration"]),
        ("mise run test:ci fails again", &["mise run test:ci"]),
        ("\"mise run lint\" is red", &["mise run lint"]),
        ("please run cargo nextest, then commit", &["cargo nextest"]),
        ("`cargo nextest run --workspace`", &["cargo nextest", "cargo nextest --workspace"]),
        ("use `pnpm run build`, not `npm run build`", &["npm build", "pnpm build"]),
        ("pnpm build", &["pnpm build"]),
        ("`deno task lint`", &["deno task lint"]),
        ("bun run typecheck and bun test", &["bun run typecheck", "bun test"]),
        ("`go test ./...` must pass", &["go test"]),
        ("go test ./... must pass", &["go test"]),
        ("`make gen-api && cargo build`", &["cargo build", "make gen-api"]),
        ("make gen-api before", &["make gen-api"]),
        ("`gh pr create --fill`", &["--fill", "gh pr create"]),
        ("`python -m pytest tests/`", &["python -m pytest"]),
        ("`entire session list`", &["entire session list"]),
        ("git push --force is forbidden", &["git push", "git push --force"]),
        ("never commit with --no-verify", &["--no-verify"]),
        // tools
        ("we use pnpm here, not npm", &["npm", "pnpm"]),
        ("Use Postgres instead of SQLite", &["postgresql", "sqlite"]),
        ("the `commitlint` hook", &["commitlint"]),
        // paths
        ("see src/core/mod.rs:12:3.", &["src/core/mod.rs"]),
        ("don't touch `legacy/` here", &["legacy"]),
        ("(tests/it/main.rs)", &["tests/it/main.rs"]),
        ("files in `integration_test/*.go`", &["integration_test/*.go"]),
        ("look at @prompts/remediation/skill.md please", &["prompts/remediation/skill.md"]),
        ("update CHANGELOG.md", &["changelog.md"]),
        (".github/workflows/release.yml and ./scripts/", &[".github/workflows/release.yml", "scripts"]),
        ("put it in the Makefile or .env", &[".env", "makefile"]),
        ("everything under `entire/sessions`", &["entire/sessions"]),
        // rules
        ("MD013, E0502 and TS2345", &["e0502", "md013", "ts2345"]),
        ("errcheck complains", &["errcheck"]),
        ("eslint no-unused-vars", &["eslint", "no-unused-vars"]),
        ("clippy::needless_borrow", &["clippy::needless_borrow"]),
        // identifiers and settings
        ("is shadowBranchHashLength used?", &["shadowbranchhashlength"]),
        ("GetSessionLog() and manual_commit", &["getsessionlog", "manual_commit"]),
        ("set ENTIRE_TELEMETRY_OPTOUT", &["entire_telemetry_optout"]),
        ("editor.formatOnSave is off", &["editor.formatonsave"]),
        ("`user.name`", &["user.name"]),
        ("don't use unwrap(), please", &["unwrap"]),
        ("no Co-Authored-By trailers", &["co-authored-by"]),
        ("the \"Entire-Checkpoint\" trailer", &["entire-checkpoint"]),
        // any language
        ("npmではなくpnpmを使ってください", &["npm", "pnpm"]),
        ("不要用npm，用pnpm", &["npm", "pnpm"]),
        ("Nicht `npm test`, sondern src/größe.rs", &["npm test"]),
        ("Führe cargo clippy aus", &["cargo clippy"]),
    ];
    let found = table.iter().map(|(text, _)| (*text, keys(text)));
    let wrong: Vec<_> = found.zip(table).filter(|(found, (_, expected))| found.1 != *expected).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn ordinary_words_are_no_keys() {
    for text in [
        "can you add a test and commit it?",
        "make sure to go ahead and just do it",
        "go build it, then go run the tests",
        "yes/no, and/or, client/server, 24/7, n/a",
        "done.Next we fix e.g. this, i.e. that, etc.",
        "GitHub, JavaScript, OpenAI and URLs of PRs",
        "follow-up, end-to-end, a one-off no-brainer",
        "see https://docs.example.com/a_b/cD.html or mail a.b@example.com",
        "the token is [redacted:aws_key] and PR123 or v1.2.3",
        "it's `true`, `main` or `ok`",
        "an `open span with some words",
        "call it \"steps\" or \"the first one\"",
        "...and so on -- really --- yes",
        "Das ist die Größe für den Prüfer, außerdem müssen wir über alles reden",
        "il faut vérifier vite les données déjà créées",
        "テストを実行してからコミットしてください",
        "然后提交代码",
        "2026/01/02 12:30:00",
        "`this span is far too long to be a command because no one types eighty characters of one`",
        "",
    ] {
        assert_eq!(keys(text), Vec::<String>::new(), "{text}");
    }
}

fn pitfall(issue: &str, resolution: &str) -> Details {
    Details::Pitfall {
        area: String::new(),
        issue: issue.into(),
        impact: String::new(),
        resolution: resolution.into(),
    }
}

fn decision(decision: &str) -> Details {
    Details::Decision {
        context: "`other_setting` in src/x.rs".into(),
        decision: decision.into(),
        rationale: "`yet_another` is slow".into(),
    }
}

fn workflow(steps: &[&str]) -> Details {
    Details::Workflow { steps: steps.iter().map(|step| (*step).to_owned()).collect() }
}

#[test]
fn two_sightings_of_a_lesson_share_its_key() {
    for (first, second) in [
        (
            ("Use pnpm, not npm", pitfall("I'll run `npm install`", "use pnpm")),
            ("Stop using npm here", pitfall("adding it with npm i lodash", "use pnpm")),
        ),
        (
            ("Never edit src/gen by hand", pitfall("Edited src/gen/api.ts", "run `make gen`")),
            ("Leave src/gen alone", pitfall("changing src/gen/types.ts", "run `make gen`")),
        ),
        (
            ("Keep `max_connections` at 20", decision("keep max_connections at 20")),
            ("Set `max_connections` to 50", decision("50 it is")),
        ),
        (
            ("Ship it", workflow(&["run `cargo fmt`", "fix what it says", "then git commit", "push"])),
            ("Format and ship", workflow(&["cargo fmt", "commit everything", "git push"])),
        ),
        (
            ("a", workflow(&["commit", "update the changelog"])),
            ("b", workflow(&["commit this", "update @CHANGELOG.md"])),
        ),
        (
            ("a", workflow(&["run cargo fmt and `cargo clippy`", "commit it"])),
            ("b", workflow(&["cargo fmt", "cargo clippy", "commit everything"])),
        ),
    ] {
        let (a, b) = (defining(first.0, &first.1), defining(second.0, &second.1));
        assert!(!a.is_disjoint(&b), "{a:?} {b:?}");
    }
}

#[test]
fn two_lessons_do_not_share_a_key() {
    for (first, second) in [
        (
            ("Use pnpm, not npm", pitfall("I ran npm install", "use pnpm")),
            ("Pin pnpm with --frozen-lockfile", pitfall("ran pnpm install", "add --frozen-lockfile")),
        ),
        (
            ("Use thiserror in src/core", decision("use thiserror in src/core")),
            ("Use proptest in src/core", decision("use proptest in src/core")),
        ),
        (
            ("Ask before git push", pitfall("I'll git push now", "ask first")),
            ("No git push --force", pitfall("git push --force origin", "open a PR")),
        ),
        (
            ("Keep CLAUDE.md short", decision("keep CLAUDE.md short")),
            ("Import AGENTS.md in CLAUDE.md", decision("import AGENTS.md in CLAUDE.md")),
        ),
        (("a", workflow(&["cargo fmt", "cargo test"])), ("b", workflow(&["cargo fmt", "cargo publish"]))),
    ] {
        let (a, b) = (defining(first.0, &first.1), defining(second.0, &second.1));
        assert!(a.is_disjoint(&b), "{a:?} {b:?}");
    }
}

#[test]
fn a_workflow_has_one_key_and_needs_two_steps() {
    assert!(defining("x", &workflow(&["cargo fmt"])).is_empty());
    assert!(defining("x", &workflow(&["think", "breathe"])).is_empty());
    let key = defining("x", &workflow(&["Run `cargo fmt`", "cargo test in src/core", "commit"]));
    assert_eq!(key.into_iter().collect::<Vec<_>>(), ["cargo fmt > cargo test > commit"]);
}

proptest! {
    #[test]
    fn keys_are_lower_case_words_of_the_text(text in "(?s).{0,200}") {
        let lower = text.to_lowercase();
        for key in keys_of(&text) {
            prop_assert_eq!(&key, &key.to_lowercase());
            prop_assert!(key == "postgresql" || key.split(' ').all(|word| lower.contains(word)), "{}", key);
        }
    }

    #[test]
    fn code_shaped_text_never_panics(text in "[`./:@_~*(){}#$a-zA-Z0-9éß日 \n-]{0,120}") {
        keys_of(&text);
    }
}
