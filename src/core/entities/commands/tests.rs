use proptest::prelude::*;

use super::{Act, Join, Verdict, acts, steps, verdict};

fn calls(line: &str) -> Vec<String> {
    let call = |step: super::Step| [vec![step.program], step.args].concat().join("·");
    steps(line).into_iter().map(call).collect()
}

#[test]
fn a_line_is_cut_where_the_shell_cuts_it() {
    for (line, expected) in [
        ("cargo test", &["cargo·test"][..]),
        ("cd a && cargo test -- --nocapture", &["cd·a", "cargo·test·--·--nocapture"]),
        ("mise run lint 2>&1 | tail -20", &["mise·run·lint", "tail·-20"]),
        ("go test ./... > out.txt 2>&1; cat out.txt", &["go·test·./...", "cat·out.txt"]),
        ("make &>/dev/null || true", &["make", "true"]),
        ("echo 'a && b; c' \"d | e\"", &["echo·a && b; c·d | e"]),
        (
            "git commit -m \"$(cat <<'EOF'\nfix: it's (done) \"now\"\n\nrm -rf /\nEOF\n)\" && git push",
            &["cat", "git·commit·-m·$(cat <<'EOF'\n)", "git·push"],
        ),
        ("cat > a.sh <<EOF\nrm -rf src\nEOF\nbash a.sh", &["cat", "bash·a.sh"]),
        ("echo $((1<<3)) x\nls", &["echo·$((1<<3))·x", "ls"]),
        ("go build \\\n  -o x ./cmd &&\n  ./x list", &["go·build·-o·x·./cmd", "x·list"]),
        ("# run it\nls # here", &["ls"]),
        ("(cd web; npm test)", &["cd·web", "npm·test"]),
        ("FOO=1 BAR='x y' sudo -E env A=b timeout 60 go vet", &["go·vet"]),
        ("npx --yes biome check .", &["biome·check·."]),
        ("rtk test bun run test", &["bun·run·test"]),
        ("rtk git status", &["git·status"]),
        ("uv run pytest -q", &["pytest·-q"]),
        ("if ! ./Gradlew.EXE check; then echo no; fi", &["gradlew·check", "echo·no", "fi"]),
        ("x \"unclosed", &["x·unclosed"]),
        ("grep -c 'a' <<< \"$y\"", &["grep·-c·a"]),
        (
            "OUT=$(terraform apply -auto-approve 2>&1); echo $OUT",
            &["terraform·apply·-auto-approve", "echo·$OUT"],
        ),
        ("gh pr view; status=$?", &["gh·pr·view"]),
        ("A=1\nB=`gh pr create --fill`", &["gh·pr·create·--fill"]),
        (
            "echo \"see $(gh pr view --json url | jq .url)\"",
            &["gh·pr·view·--json·url", "jq·.url", "echo·see $(gh pr view --json url | jq .url)"],
        ),
        ("echo '$(rm -rf x)' \"\\$(rm y) \\`rm z\\`\"", &["echo·$(rm -rf x)·\\$(rm y) \\`rm z\\`"]),
        (
            "echo $(a $(b `c`)) \"$(d \"$(e)\")\"",
            &["c", "b·c", "a·$(b `c`)", "e", "d·$(e)", "echo·$(a $(b `c`))·$(d \"$(e)\")"],
        ),
        ("", &[]),
        ("&& ;; |", &[]),
    ] {
        assert_eq!(calls(line), expected, "{line}");
    }
}

#[test]
fn steps_know_how_they_hang_together() {
    let joins: Vec<Join> = steps("a && b | c || d; e\nf &&\n\ng").into_iter().map(|s| s.join).collect();
    use Join::*;
    assert_eq!(joins, [Then, And, Pipe, Or, Then, Then, And]);
    let joins: Vec<Join> = steps("a && b $(c | d) || e=$(f && g)").into_iter().map(|s| s.join).collect();
    assert_eq!(joins, [Then, Within, Within, And, Or, And]);
}

#[test]
fn what_commands_are_for() {
    use Act::*;
    for (line, expected) in [
        ("cargo test --lib", &[Test][..]),
        ("go test -tags=integration ./...", &[Test]),
        ("mise run test:ci 2>&1 | tail", &[Test]),
        ("npm test", &[Test]),
        ("npm run test:unit -- --watch=false", &[Test]),
        ("pnpm --silent run e2e", &[Test]),
        ("python3 -m pytest -q", &[Test]),
        ("python -m unittest discover", &[Test]),
        ("python3.12 -m pytest", &[Test]),
        ("dash -e scripts/run-tests.sh", &[Test]),
        ("perl -pi -e 's/x/build/' a.txt", &[]),
        ("php -r 'test();'", &[]),
        ("pipx run pytest", &[Test]),
        ("mix lint", &[Lint]),
        ("gem install rails", &[Install]),
        ("bash scripts/run-tests.sh", &[Test]),
        (".claude/skills/test-repo/test-harness.sh verify", &[Test]),
        ("npx vitest run && npx tsc --noEmit", &[Test, Lint]),
        ("mix test && mix format --check-formatted && mix credo", &[Test, Lint]),
        ("make test", &[Test]),
        ("make", &[Build]),
        ("go build ./...", &[Build]),
        ("npx tsc -p .", &[Build]),
        ("bun run css:build", &[Build]),
        ("docker compose build web", &[Build]),
        ("mise run fmt && mise run lint", &[Lint, Format]),
        ("bun run lint:fix", &[Lint]),
        ("npm run check", &[Lint]),
        ("gofmt -l .", &[Lint]),
        ("gofmt -w .", &[Format]),
        ("cargo fmt --check", &[Lint]),
        ("ruff check .", &[Lint]),
        ("ruff format", &[Format]),
        ("prettier --check src", &[Lint]),
        ("npm ci", &[Install]),
        ("brew install jq", &[Install]),
        ("git add -A && git commit -m 'x'", &[Commit]),
        ("git -C /w/shop commit --amend --no-edit", &[Commit]),
        ("git commit --dry-run", &[]),
        ("git push --force-with-lease", &[Push]),
        ("gh pr create --fill", &[Push]),
        ("git revert HEAD", &[Rollback]),
        ("git reset --hard HEAD~1", &[Rollback]),
        ("git reset --soft HEAD~1", &[]),
        ("git checkout -- src/a.rs", &[Rollback]),
        ("git checkout main", &[]),
        ("git restore src/a.rs", &[Rollback]),
        ("git restore --staged src/a.rs", &[]),
        ("kubectl rollout undo deploy/web", &[Rollback]),
        ("kubectl apply -f x.yaml", &[Deploy]),
        ("npm publish", &[Deploy]),
        ("make release", &[Deploy]),
        ("OUT=$(terraform apply); echo $OUT", &[Deploy]),
        ("echo \"$(gh pr create --fill)\"", &[Push]),
        ("rm -rf src/old", &[Delete]),
        ("rm -rf /tmp/x /private/tmp/y", &[]),
        ("git clean -fdx", &[Delete]),
        ("git branch -D old", &[Delete]),
        ("find . -name '*.orig' -delete", &[Delete]),
        ("echo 'cargo test'", &[]),
        ("grep -rn test src", &[]),
        ("cat package.json | jq .scripts.test", &[]),
        ("cargo --version", &[]),
        ("python3 -c 'import test'", &[]),
        ("ls tests", &[]),
    ] {
        assert_eq!(acts(line), expected, "{line}");
    }
}

#[test]
fn verdicts_need_an_exit_code_that_shows_or_words_that_tell() {
    for (line, is_error, output, expected) in [
        ("cargo test", false, "", Some(true)),
        ("cargo test", true, "Exit code 101\nboom", Some(false)),
        ("cd web && npm test", true, "Exit code 1\n", Some(false)),
        ("mise run fmt && mise run lint", true, "Exit code 1", Some(false)),
        ("go test ./... 2>&1 | tail -5", false, "ok  \tx/y\t0.2s", Some(true)),
        (
            "go test ./... 2>&1 | tail -5",
            false,
            "--- FAIL: TestX (0.00s)\nFAIL\nok  \tx/z\t0.1s",
            Some(false),
        ),
        ("bun run test 2>&1 | tail", false, "could not parse: 1 error\n 1241 pass\n 0 fail", Some(true)),
        ("bun run test 2>&1 | tail", false, " 1240 pass\n 1 fail", Some(false)),
        ("bun run test | tail", false, "error: no such id\n 5 pass\n 0 fail", Some(true)),
        ("bun run lint:fix | tail -5", false, "$ biome\nChecked 286 files in 1ms. Fixed 1 file.", Some(true)),
        (
            "bun run lint | tail -5",
            false,
            "Checked 2 files\nerror: script \"lint\" exited with code 1",
            Some(false),
        ),
        ("mise run lint && mise run test | tail", false, "0 issues.\nFAIL\tx/y\t0.1s", Some(false)),
        ("mise run lint | tail", false, "[lint] $ golangci-lint run\n0 issues.", Some(true)),
        ("mise run lint | tail", false, "1 issues:\n* wrapcheck: 1", Some(false)),
        ("mix test | tail", false, "45 tests, 0 failures", Some(true)),
        ("cargo test | tail", false, "test result: ok. 5 passed; 0 failed; 0 ignored", Some(true)),
        ("cargo test | tail", false, "\u{1b}[31mFAILED\u{1b}[0m\nx", Some(false)),
        ("go build ./... 2>&1 | head", false, "", Some(true)),
        ("go build ./... 2>&1 | head", false, "# x/y\na.go:1:2: undefined: z", Some(false)),
        ("go vet ./... | grep -v foo", false, "", None),
        ("npm test; echo done", false, "done", None),
        ("out=$(npm test)", true, "Exit code 1", Some(false)),
        ("echo $(npm test)", false, "all fine", None),
        ("go test $(go list ./... | grep -v gen)", true, "Exit code 1", Some(false)),
        ("npm test || true", false, "Tests: 3 failed, 1 passed", Some(false)),
        ("go build -o x ./cmd && ./x list", true, "Exit code 1\nno such list", None),
        ("go build -o x ./cmd && ./x list", false, "a\nb", Some(true)),
        ("npm test", true, "Command timed out after 2m 0.0s", None),
        ("npm test", false, "Command running in background with ID: b1", None),
        ("mise run test | grep FAIL", true, "Exit code 1", None),
        ("ls", false, "", None),
        ("mise run lint; mise run test", false, "2 issues:\nok  \tx\t0.1s", Some(false)),
        ("npx tsc | head", false, "a.ts(1,2): error TS2345: no", Some(false)),
        ("git commit -m x && npm test", false, "", Some(true)),
    ] {
        assert_eq!(verdict(line, is_error, output).map(|v| v.passed), expected, "{line}: {output}");
    }
    assert_eq!(verdict("make lint", false, ""), Some(Verdict { act: Act::Lint, passed: true }));
}

proptest! {
    #[test]
    fn no_line_is_too_strange(line in "(?s).{0,60}|[a-z$()'\"`|&;<> \\\\\n]{0,60}") {
        for step in steps(&line) {
            prop_assert_eq!(step.program.to_lowercase(), step.program);
        }
        verdict(&line, false, &line);
    }

    #[test]
    fn a_quoted_line_is_one_word(line in "[a-z&|;<>() \n$]{0,40}") {
        prop_assert_eq!(calls(&format!("echo '{line}'")).len(), 1);
    }
}

#[test]
fn a_line_of_nothing_but_substitutions_ends() {
    let line = format!("echo {}", "$(".repeat(100_000));
    assert_eq!(steps(&line).last().map(|step| &*step.program), Some("echo"));
}
