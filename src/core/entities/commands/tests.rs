use proptest::prelude::*;

use super::{Act, Join, acts, steps};

fn calls(line: &str) -> Vec<String> {
    let call = |step: super::ShellStep| [vec![step.program], step.args].concat().join("·");
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

proptest! {
    #[test]
    fn no_line_is_too_strange(line in "(?s).{0,60}|[a-z$()'\"`|&;<> \\\\\n]{0,60}") {
        for step in steps(&line) {
            prop_assert_eq!(step.program.to_lowercase(), step.program);
        }
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
