//! Sentences of people as the markers find them, each in a session of its own, two days after the
//! one before.

use super::*;
use crate::core::entities::keys::defining;
use crate::core::learn::extract::rules::builtin;
use crate::core::learn::extract::{DialogMessage, DialogPair, Item, Request};

fn items(assistant: &str, user: &str) -> Vec<Item> {
    let message = |id: &str, text: &str| DialogMessage { id: id.into(), text: text.into() };
    let pair = DialogPair { id: "p".into(), assistant: message("a", assistant), user: message("u", user) };
    let user_signals = vec![pair.user.clone()];
    builtin(&Request { version: 1, existing: vec![], user_signals, dialog_pairs: vec![pair] }).observations
}

fn seen(item: Item, day: i64) -> Candidate {
    let session = format!("s{day}");
    Candidate {
        keys: defining(&item.title, &item.details),
        evidence: vec![said(&session, &format!("{session}.t"), &item.title, day * DAY)],
        ..Candidate { details: item.details, ..candidate(Kind::Workflow, &item.title, &session) }
    }
}

/// The observations after each was said once, in this order.
fn heard(assistant: &str, said: &[&str]) -> Vec<Observation> {
    let mut all = vec![];
    for (day, user) in (1..).step_by(2).zip(said) {
        let found = items(assistant, user);
        let found: Vec<Candidate> = found.into_iter().map(|item| seen(item, day)).collect();
        all = decisions::settled(after(&all, &found));
    }
    all
}

fn counts(assistant: &str, said: &[&str]) -> Vec<u32> {
    heard(assistant, said).iter().map(|o| o.count).collect()
}

/// The failures of all rows together.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    fn look<T: PartialEq + std::fmt::Debug>(&mut self, row: &dyn std::fmt::Debug, found: T, expected: T) {
        if found != expected {
            self.0.push(format!("{row:?}: {found:?}, not {expected:?}"));
        }
    }
}

impl Wrong {
    #[track_caller]
    fn none(self) {
        assert!(self.0.is_empty(), "{:#?}", self.0);
    }
}

const NPM: &str = "I ran npm install zod.";
const MAKE: &str = "I ran `make build`.";
const FETCH: &str = "I used `fetch` in src/api.ts.";

#[test]
fn another_replacement_is_another_correction() {
    let mut wrong = Wrong::default();
    for (agent, first, second) in [
        (NPM, "No, don't use npm, use pnpm", "No, don't use npm, use bun"),
        (NPM, "No, use pnpm, not npm", "No, use yarn, not npm"),
        (
            MAKE,
            "No, don't run `make build`, run `make build-web`",
            "No, don't run `make build`, run `make build-api`",
        ),
        (FETCH, "No, don't use `fetch`, use `axios`", "No, don't use `fetch` here, use `undici`"),
    ] {
        wrong.look(&(first, second), counts(agent, &[first, second]), vec![1, 1]);
        let all = heard(agent, &[first, first, second, second]);
        let last = vec![all[all.len() - 1].title.as_str()];
        wrong.look(&(first, second), (all.len(), decisions::standing(&all)), (2, last));
    }
    for (first, second) in [
        ("No, don't use npm, use pnpm", "no! use pnpm, not npm"),
        ("No, don't use npm, use pnpm", "don't use npm here, it breaks the lockfile"),
        ("No, don't use npm, use pnpm", "No, don't use npm, run `pnpm install`"),
    ] {
        wrong.look(&(first, second), counts(NPM, &[first, second]), vec![2]);
    }
    wrong.none();
}

#[test]
fn another_time_place_or_object_is_another_rule() {
    let mut wrong = Wrong::default();
    for said in [
        &[
            "Always write tests for src/api.",
            "Always write docs for src/api.",
            "Always write a changelog for src/api.",
            "Always write types for src/api.",
        ][..],
        &[
            "Never run `terraform apply` on Fridays.",
            "Never run `terraform apply` without a plan file.",
            "Never run `terraform apply` in prod.",
        ],
        &[
            "before you commit run `make fmt`",
            "before you push run `make fmt`",
            "before you open a PR run `make fmt`",
            "before you release run `make fmt`",
        ],
        &["Never use `unwrap` in src/core.", "Never use `unwrap` in tests without a message."],
        &["Never use `unwrap` in src/core.", "Never use `unwrap` in src/web."],
        &[
            "Always run `just lint` before you commit.",
            "Always run `just lint` after you rename a file.",
            "Always run `just lint` when you touch src/ui.",
        ],
    ] {
        wrong.look(&said, counts("", said), vec![1; said.len()]);
    }
    wrong.none();
}

#[test]
fn the_same_rule_in_other_words_is_one() {
    let mut wrong = Wrong::default();
    for said in [
        &[
            "When you add a file to migrations/, run `cargo sqlx prepare`.",
            "When migrations/ changes, run `cargo sqlx prepare`, otherwise the offline build breaks.",
            "Whenever you add a file to migrations/, run `cargo sqlx prepare` before you commit.",
        ],
        &[
            "When you change a file in `migrations/`, always run `just db-reset`",
            "Whenever you change something in `migrations/`, run `just db-reset`",
            "When you touch `migrations/`, always run `just db-reset`",
        ][..],
        &[
            "Before committing, always run `make fmt`",
            "always run `make fmt` before you commit",
            "Always run `make fmt` before every commit!",
            "remember: always run `make fmt` before you commit, please",
        ][..],
        &[
            "When you change src/schema.ts, run `make gen`",
            "After changing src/schema.ts always run `make gen`",
        ],
        &[
            "Never run `just lint` before you commit, the hook does it.",
            "never run `just lint` before you commit",
            "Never run `just lint` yourself before you commit!",
        ],
        &["Always use `logger` in src/web.", "always use `logger` in src/web please"],
    ] {
        wrong.look(&said, counts("", said), vec![said.len() as u32]);
    }
    wrong.none();
}

#[test]
fn what_holds_elsewhere_replaces_nothing() {
    let mut wrong = Wrong::default();
    for (first, second) in [
        (
            "Use pnpm, not npm, because the workspace is pnpm.",
            "Use npm, not pnpm, in the Dockerfile because the image has no pnpm.",
        ),
        (
            "Use pytest instead of unittest in services/api because of fixtures.",
            "Use unittest instead of pytest in services/legacy because it has no pip.",
        ),
        (
            "Set `timeout` to 30 in config/web.toml because the proxy cuts at 60.",
            "Set `timeout` to 90 in config/batch.toml because jobs are long.",
        ),
        (
            "Use `fetch` instead of axios because it is native.",
            "Use axios instead of `fetch` in packages/legacy because Node 14 has no fetch.",
        ),
        (
            "Use Node 20 in packages/web because Vite needs it.",
            "Use Node 18 in packages/lambda because AWS has no newer one.",
        ),
        ("Use `strict` because it finds bugs.", "Never use `strict` in packages/legacy because it is old."),
    ] {
        let all = heard("", &[first, first, second, second]);
        wrong.look(&(first, second), (all.len(), decisions::standing(&all).len()), (2, 2));
    }
    wrong.none();
}

#[test]
fn what_holds_there_or_everywhere_replaces_it() {
    let mut wrong = Wrong::default();
    for (first, second) in [
        (
            "Use pytest instead of unittest in services/api because of fixtures.",
            "Use unittest instead of pytest in services/api because it has no pip.",
        ),
        (
            "Use pnpm instead of npm in packages/web because it is quick.",
            "Use npm instead of pnpm because CI has no pnpm.",
        ),
        (
            "Keep `max_connections` at 20 because the db is small.",
            "Raise `max_connections` to 50 because the db is bigger.",
        ),
        (
            "Set `timeout` to 30 in config/web.toml because the proxy cuts at 60.",
            "Set `timeout` to 90 in config/web.toml because jobs are long.",
        ),
    ] {
        let all = heard("", &[first, first, second, second]);
        let last = vec![all[all.len() - 1].title.as_str()];
        wrong.look(&(first, second), (all.len(), decisions::standing(&all)), (2, last));
    }
    wrong.none();
}

#[test]
fn a_moved_value_is_the_value_that_is_kept() {
    let said = [
        "Raise `max_connections` to 50 because the db is bigger now.",
        "Keep `max_connections` at 50 because the db is bigger now.",
    ];
    assert_eq!(counts("", &said), [2]);
}

#[test]
fn a_rule_that_forbids_another_takes_its_place() {
    let mut wrong = Wrong::default();
    let lint = "Always run `just lint` before you commit";
    for (second, is_replaced) in [
        ("Never run `just lint` before you commit, the hook does it.", true),
        ("Never run `just lint` before you push.", false),
        ("Always run `just lint` before you push.", false),
    ] {
        let all = heard("", &[lint, lint, lint, lint, second, second, second, second]);
        let standing = if is_replaced { 1 } else { 2 };
        wrong.look(&second, (all.len(), decisions::standing(&all).len()), (2, standing));
    }
    wrong.none();
}

#[test]
fn another_target_is_another_way() {
    let release = |version: &str, target: &str| {
        format!(
            "First run `just check`, then bump the version in Cargo.toml to {version}, then `git tag` v{version} and push to {target}."
        )
    };
    let said = [release("2.4.1", "the hotfix branch"), release("2.5.0", "main"), release("2.6.0", "main")];
    let all = heard("", &said.each_ref().map(String::as_str));
    assert_eq!(all.iter().map(|o| o.count).collect::<Vec<_>>(), [1, 2]);
    assert!(all[1].details.text().to_lowercase().contains("push to main"), "{:?}", all[1].details);
}

#[test]
fn one_answer_to_two_questions_is_two_decisions() {
    let mut wrong = Wrong::default();
    let answered = |question: &str, rationale: &str, day: i64| {
        let details = Details::Decision {
            context: format!("{question}?"),
            decision: "Postgres".into(),
            rationale: rationale.into(),
        };
        let title = format!("Postgres ({question})");
        let quality = Quality { attested: true, structural: true, ..Quality::default() };
        let item = Item { title, details, matches: None, evidence: vec![], quality_ok: true };
        Candidate { quality, ..seen(item, day) }
    };
    let audit = "Which database should the audit log use";
    for (second, are_one) in [
        ("Which database should the new analytics service use", false),
        ("Which database should the event log use", false),
        (audit, true),
        ("Which database should we use for the audit log", true),
    ] {
        let all = after(&[], &[answered(audit, "we need joins", 1), answered(second, "it is there", 2)]);
        wrong.look(&second, all.len() == 1, are_one);
    }
    wrong.none();
}

#[test]
fn another_condition_is_another_correction() {
    let agent = "I'll run `git push -f`.";
    let mut wrong = Wrong::default();
    for (first, second, expected) in [
        ("don't `git push -f` to main, that's for Bob", "don't `git push -f` without asking me", vec![1, 1]),
        ("don't `git push -f` when CI is red", "don't `git push -f` after the review", vec![1, 1]),
        ("don't `git push -f` without asking me", "never `git push -f` without asking me first", vec![2]),
        ("don't `git push -f`", "don't `git push -f` without asking me", vec![2]),
        (
            "don't `git push -f` to main without asking me",
            "don't `git push -f` to main when CI is red",
            vec![1, 1],
        ),
        ("don't `git push -f`, use `git revert`", "don't `git push -f`, it breaks clones", vec![2]),
    ] {
        wrong.look(&(first, second), counts(agent, &[first, second]), expected);
    }
    wrong.none();
}

#[test]
fn what_holds_in_a_folder_is_not_what_holds_everywhere() {
    let mut wrong = Wrong::default();
    for (first, second, expected) in [
        ("in packages/web always run `pnpm lint`", "In `packages/web`, always run `pnpm lint`", vec![2]),
        ("in packages/web always run `pnpm lint`", "always run `pnpm lint`", vec![1, 1]),
        ("in packages/web always run `pnpm lint`", "in packages/api always run `pnpm lint`", vec![1, 1]),
        ("never push to main", "don't ever push directly to `main`", vec![2]),
        ("never push to main", "never merge into main", vec![1, 1]),
        ("never push to main", "never push to staging", vec![1, 1]),
    ] {
        wrong.look(&(first, second), counts("", &[first, second]), expected);
    }
    wrong.none();
}
