//! Closed word lists behind `keys_of`, for words whose shape alone does not tell a command, a file
//! or a tool from ordinary prose.

use std::collections::HashSet;
use std::sync::OnceLock;

/// A set of words, written as one comma-separated text because that is easiest to read and edit.
pub(super) struct WordTable {
    words: &'static str,
    set: OnceLock<HashSet<&'static str>>,
}

impl WordTable {
    const fn new(words: &'static str) -> Self {
        WordTable { words, set: OnceLock::new() }
    }

    pub(super) fn has(&self, word: &str) -> bool {
        self.set.get_or_init(|| self.words.split(',').map(str::trim).collect()).contains(word)
    }
}

/// Programs that people name without marking them as code, and that are not everyday words.
pub(super) static PROGRAMS: WordTable = WordTable::new(
    "ansible, aws, bazel, biome, bun, bundle, bunx, cargo, cmake, composer, conda, curl, deno, docker, \
     docker-compose, dotnet, esbuild, eslint, flutter, gcloud, gh, git, golangci-lint, gradle, gradlew, \
     helm, jest, jj, kubectl, mise, mix, mvn, mypy, ninja, nix, npm, npx, nx, phpunit, pip, playwright, \
     pnpm, podman, poetry, prettier, psql, pyright, pytest, python, python3, rails, rake, rspec, rubocop, \
     ruff, rustup, sbt, swift, terraform, tox, tsc, turbo, uv, uvx, vite, vitest, xcodebuild, yarn",
);

/// Programs that are also everyday words: they are commands only with a subcommand that is not
/// prose.
pub(super) static WORDY_PROGRAMS: WordTable = WordTable::new("go, make");

/// Their subcommands in running text. `go run` and `make release` are too often prose.
pub(super) static WORDY_SUBCOMMANDS: WordTable =
    WordTable::new("bench, build, ci, fmt, generate, install, lint, mod, test, typecheck, vet");

/// Words that may follow an unmarked program name. Any other may be the next word of the sentence.
pub(super) static SUBCOMMANDS: WordTable = WordTable::new(
    "add, apply, audit, bench, bisect, blame, build, check, checkout, cherry-pick, ci, clean, clippy, \
     clone, commit, compile, compose, deny, deploy, destroy, dev, diff, doc, docs, down, e2e, exec, \
     fetch, fmt, format, generate, i, init, insta, install, lint, log, merge, migrate, mod, nextest, \
     plan, pr, preview, publish, pull, push, rebase, release, remove, reset, restore, revert, rm, run, \
     seed, serve, setup, start, stash, status, submodule, switch, sync, tag, test, typecheck, uninstall, \
     up, update, upgrade, vet, watch, worktree",
);

/// Programs whose `run` is optional, so that it must not make two commands of one.
pub(super) static RUN_IS_OPTIONAL: WordTable = WordTable::new("npm, pnpm, yarn");

/// Tools, checkers and libraries that count as named when their name stands alone.
pub(super) static TOOLS: WordTable = WordTable::new(
    "axum, biome, bodyclose, bun, bunx, cargo, clippy, deno, depguard, django, docker, docker-compose, \
     drizzle, errcheck, errorlint, esbuild, eslint, exhaustruct, fastapi, forbidigo, funlen, gocritic, \
     gocyclo, gofmt, gofumpt, goimports, golangci-lint, goreleaser, gosec, govet, grpc, hadolint, \
     ineffassign, isort, jest, kafka, knip, kubectl, kubernetes, markdownlint, mise, mongodb, mypy, \
     mysql, nilerr, nilnil, npm, npx, phpstan, phpunit, pip, pnpm, podman, postgres, postgresql, \
     proptest, pyright, pytest, redis, rspec, rubocop, ruff, rustfmt, shellcheck, sqlite, staticcheck, \
     stylelint, terraform, thiserror, tokio, tsc, unparam, uv, vitest, webpack, wrapcheck, yarn",
);

pub(super) static EXTENSIONS: WordTable = WordTable::new(
    "bash, bazel, c, cc, cfg, cjs, clj, conf, cpp, cs, css, csv, dart, db, env, erl, ex, exs, fish, go, \
     gradle, graphql, h, hcl, hpp, hs, html, ini, ipynb, java, jl, js, json, jsonc, jsonl, jsx, kt, kts, \
     less, lock, lua, md, mdc, mdx, mjs, ml, mod, nix, php, plist, proto, ps1, py, rb, rs, rst, sass, \
     scala, scss, sh, snap, sql, sqlite, sum, svelte, svg, swift, tf, toml, ts, tsv, tsx, txt, vue, wasm, \
     xml, yaml, yml, zig, zsh",
);

/// File names without an extension.
pub(super) static FILES: WordTable =
    WordTable::new("codeowners, dockerfile, gemfile, jenkinsfile, justfile, makefile, procfile, rakefile");

/// Top-level folders that make `a/b` a path and not "either a or b".
pub(super) static FOLDERS: WordTable = WordTable::new(
    "app, apps, backend, benches, bin, cmd, config, crates, docs, e2e, examples, frontend, internal, lib, \
     libs, migrations, packages, pkg, scripts, server, src, templates, test, tests, tools",
);

/// Proper names that are spelled like identifiers.
pub(super) static NAMES: WordTable = WordTable::new(
    "airtable, angularjs, bitbucket, chatgpt, circleci, cloudflare, copilot, datadog, deepmind, deepseek, \
     devops, dropbox, dynamodb, ebay, github, gitlab, graphql, hashicorp, hubspot, huggingface, icloud, \
     intellij, ipad, iphone, javascript, jetbrains, langchain, latex, linkedin, macbook, macos, nextjs, \
     nodejs, numpy, openai, opencode, opensource, pagerduty, paypal, powerpoint, powershell, pycharm, \
     pytorch, readme, reactjs, salesforce, sharepoint, stackoverflow, tailwindcss, tensorflow, todo, \
     typescript, vuejs, webassembly, websocket, websockets, webstorm, whatsapp, wordpress, youtube",
);

/// Words that make no key even when marked as code.
pub(super) static PLAIN: WordTable = WordTable::new(
    "bar, bool, done, err, error, false, foo, id, int, main, master, name, nil, no, none, null, ok, \
     string, test, tests, true, type, value, void, yes",
);

/// Things that so many lessons name that sharing one of them says nothing.
pub(super) static COMMONPLACE: WordTable = WordTable::new(
    ".env, .gitignore, agents.md, bun, cargo, cargo.toml, changelog.md, claude.md, docker, gh pr create, \
     git add, git commit, git diff, git log, git pull, git push, git status, go.mod, package.json, \
     pyproject.toml, readme.md, settings.json",
);

/// Flags that mean something only together with their command.
pub(super) static COMMON_FLAGS: WordTable = WordTable::new(
    "--all, --check, --config, --debug, --dev, --dry-run, --env, --file, --fix, --force, --format, \
     --global, --help, --json, --name, --output, --path, --prod, --quiet, --release, --save, --test, \
     --verbose, --version, --watch, --workspace, --write, --yes",
);

/// Top-level domains in running text: `docs.example.com` is not a setting.
pub(super) static DOMAINS: WordTable = WordTable::new("ai, app, com, dev, io, net, org");

/// Words after which a program's name was an ordinary word: "go build it", "npm run the tests".
pub(super) static FUNCTION_WORDS: WordTable = WordTable::new(
    "a, again, all, an, and, any, are, as, at, but, does, everything, fails, first, for, from, i, if, in, \
     instead, is, it, my, of, on, or, our, so, some, sure, that, the, them, these, this, those, to, we, \
     when, with, you, your",
);
