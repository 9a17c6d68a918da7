//! One table per kind: a person's answer to the assistant, and the title that it becomes.

use super::check;
use crate::core::model::Kind;

#[test]
fn workflows() {
    check(
        Kind::Workflow,
        &[
            ("", "commit and update changelog.md when you're done", "Commit and update changelog.md"),
            (
                "",
                "run cargo fmt, then cargo clippy, then commit",
                "Run cargo fmt, then cargo clippy, then commit",
            ),
            ("", "ok great. can you run `mise run lint` and then push?", "Run `mise run lint` and then push"),
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
            (
                "",
                "Run `pytest tests/api`, then fix what fails, then commit",
                "Run `pytest tests/api`, then fix what fails, then commit",
            ),
            (
                "",
                "run `./gradlew clean build`, then `NODE_ENV=production ./bin/start --port 80`",
                "Run `./gradlew clean build`, then `NODE_ENV=production ./bin/start --port 80`",
            ),
            (
                "",
                "run `python manage.py test`, then `aws s3 cp dist s3://shop --recursive`",
                "Run `python manage.py test`, then `aws s3 cp dist s3://shop --recursive`",
            ),
            (
                "",
                "run `ansible-playbook site.yml --limit web` and then push",
                "Run `ansible-playbook site.yml --limit web` and then push",
            ),
            ("", "1) cargo fmt\n2) git commit", "cargo fmt, git commit"),
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
            ("", "from now on, use uv for python packages", "Use uv for python packages"),
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
            ("", "in packages/web always run `pnpm lint`", "In packages/web always run `pnpm lint`"),
            ("", "in the tests never use `sleep_ms`", "In the tests never use `sleep_ms`"),
            ("", "why is that so slow? always use `rg`, not `grep`", "Always use `rg`, not `grep`"),
            ("", "we switched to `bun`", "We switched to `bun`"),
            ("", "btw we've moved to uv for python", "We've moved to uv for python"),
            ("", "never push to `main`", "Never push to `main`"),
            ("I pushed it.", "don't ever push directly to main", "Don't ever push directly to main"),
            ("", "never merge into master, open a PR", "Never merge into master, open a PR"),
            ("", "run `make check` before every commit please", "Run `make check` before every commit"),
            ("", "run `cargo fmt` after each change", "Run `cargo fmt` after each change"),
            ("", "update CHANGELOG.md before every release", "Update CHANGELOG.md before every release"),
        ],
    );
}

#[test]
fn decisions() {
    check(
        Kind::Decision,
        &[
            ("Which one?", "let's use sqlite because there is no server to run", "Use sqlite"),
            ("", "let's take sqlite, postgres is overkill here", "Take sqlite"),
            ("", "use sqlite, i don't want people to install a server just for this", "Use sqlite"),
            ("", "use httpx instead of requests since we need async calls", "Use httpx instead of requests"),
            (
                "I'll set up Postgres.",
                "Let's use SQLite, because we don't want to run a second server",
                "Use SQLite",
            ),
            (
                "I'll add redis.",
                "forget the postgres thing, we go with mysql now because the host offers nothing else",
                "We go with mysql now",
            ),
            (
                "",
                "we use sqlite for the queue because there is no server to run",
                "We use sqlite for the queue",
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
            ("", "we switched to bun because it is faster", "We switched to bun"),
            ("", "in packages/web use `pnpm` because npm breaks", "In packages/web use `pnpm`"),
            ("", "why is that so slow? use `rg` because it is faster", "Use `rg`"),
            ("Done.", "I changed my mind: use sqlite because it is one file", "Use sqlite"),
            ("Done.", "Change of plan: use sqlite because it is one file", "Use sqlite"),
            ("Done.", "Forget what I said about Redis, use sqlite because it is one file", "Use sqlite"),
            (
                "Done.",
                "Let's go back to Redis for the cache because SQLite is too slow",
                "Go back to Redis for the cache",
            ),
        ],
    );
}

#[test]
fn pitfalls() {
    check(
        Kind::Pitfall,
        &[
            ("I'll run `npm install lodash` now.", "no, don't use npm, use pnpm", "Don't use npm, use pnpm"),
            ("I'll add the dependency now.", "no, we use pnpm here, not npm", "We use pnpm here, not npm"),
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
            ("Ran npm test.", "why are you using npm? use pnpm instead of npm", "Use pnpm instead of npm"),
            (
                "I'll add redux for the state.",
                "no, don't use redux, use zustand because it is smaller",
                "Don't use `redux`, use zustand",
            ),
            (
                "I put freezegun into the tests.",
                "Don't use freezegun for that, we have our own clock",
                "Don't use `freezegun` for that, we have our own clock",
            ),
            ("I've added it with npm.", "No! pnpm, not npm", "pnpm, not npm"),
            ("I added yup for the forms.", "use zod instead of yup", "Use zod instead of `yup`"),
            ("I ran npm install.", "in packages/web never use `npm`", "In packages/web never use `npm`"),
            (
                "I'll use `unwrap()` here.",
                "please don't use unwrap(), we return errors",
                "Don't use unwrap(), we return errors",
            ),
            (
                "I ran `cargo test`.",
                "use cargo nextest instead, cargo test is too slow here",
                "Use cargo nextest instead",
            ),
            (
                "I put them into src/utils.",
                "that's wrong, helpers belong in src/lib, not in src/utils",
                "Helpers belong in src/lib, not in src/utils",
            ),
            ("Committed.", "stop adding Co-Authored-By trailers", "Stop adding Co-Authored-By trailers"),
        ],
    );
}
