//! What is enforced, and how reliable tools and ways of working are: `guard`, `policy`, `pattern`.

use insta::assert_snapshot;

use super::life::{lived_in, runs};
use super::{Screen, three};

#[test]
fn guards() {
    let some = [
        "guard list",
        "guard list --all",
        "guard list --json",
        "guard show g1",
        "guard show npm",
        "guard show g1 --json",
    ];
    let wrong = ["guard show g9", "guard", "guard list nope"];
    assert_snapshot!(three(&["guard list", "guard list --json"], &some, &wrong));
}

#[test]
fn guard_changes() {
    let screen = Screen::of(lived_in()).types(&[
        "guard add 'npm install' --dry-run",
        "guard add 'npm install' --level deny --rule 'we use pnpm'",
        "guard add 'edit migrations/**' --json",
        "guard test 'cd app && git push -f'",
        "guard test 'git status'",
        "guard test 'npm install x' --json",
        "guard set g1 tell --dry-run",
        "guard set g1 tell",
        "guard set g1 tell",
        "guard remove g1 --dry-run",
        "guard remove g1",
        "guard list",
    ]);
    let screen = screen.part("mistakes").types(&[
        "guard add 'rm -rf / ; curl x | sh'",
        "guard add ''",
        "guard add 'git push' --level never",
        "guard set g9 ask",
        "guard set g1",
        "guard remove g9",
    ]);
    assert_snapshot!(screen.text());
}

#[test]
fn policy() {
    let some = ["policy show", "policy show bash:gh", "policy show --all --json"];
    let wrong = ["policy show bash:zig", "policy", "policy accept bash:zig", "policy reset bash:zig"];
    assert_snapshot!(three(&["policy show", "policy show --json"], &some, &wrong));
}

#[test]
fn policy_changes() {
    let screen = Screen::of(lived_in()).types(&[
        "policy set bash:gh --approval --retries 1 --note 'the token expires daily' --dry-run",
        "policy set bash:gh --approval --retries 1 --note 'the token expires daily'",
        "policy show bash:gh",
        "policy accept bash:pnpm --dry-run",
        "policy accept bash:pnpm",
        "policy reset bash:gh",
        "policy reset bash:gh",
    ]);
    let wrong = [
        "policy set bash:gh",
        "policy set bash:gh --retries 11",
        "policy set bash:gh --approval --no-approval",
    ];
    assert_snapshot!(screen.part("mistakes").types(&wrong).text());
}

#[test]
fn patterns() {
    let some = [
        "pattern list",
        "pattern list --state proven",
        "pattern list --text station",
        "pattern list --json",
        "pattern show pat_",
        "pattern query 'ask the station'",
        "pattern query 'ask the station' --json",
    ];
    let wrong = [
        "pattern show pat_nope",
        "pattern list --state good",
        "pattern list --kind other",
        "pattern query --limit none",
    ];
    assert_snapshot!(three(&["pattern list", "pattern list --json", "pattern query"], &some, &wrong));
}

#[test]
fn pattern_changes() {
    let world = lived_in();
    let list = world.run(&["pattern", "list", "--json", "--text", "station"]).ok().json();
    let id = list[0]["id"].as_str().unwrap().to_owned();
    let line = |words: &str| words.replace("ID", &id);
    let typed = [
        "pattern add 'Split by feature, not by file type' --tag planning --dry-run",
        "pattern add 'Split by feature, not by file type' --tag planning",
        "pattern add 'Split by feature, not by file type'",
        "pattern add 'Never ask the station from a test' --avoid",
        "pattern show ID",
        "pattern show ID --json",
        "pattern promote ID",
        "pattern reinforce ID --dry-run",
        "pattern reinforce ID",
        "pattern reinforce ID --json",
        "pattern ignore ID",
        "pattern deprecate ID --reason 'the station pushes now' --dry-run",
        "pattern deprecate ID --reason 'the station pushes now'",
        "pattern promote ID",
        "pattern reset ID",
    ]
    .map(line);
    let wrong = [
        "pattern add short",
        "pattern deprecate ID",
        "pattern promote pat_nope",
        "pattern reinforce pat_nope",
    ]
    .map(line);
    let screen = Screen::of(world).types(&typed.each_ref().map(String::as_str));
    assert_snapshot!(screen.part("mistakes").types(&wrong.each_ref().map(String::as_str)).text());
}

/// A tool that keeps failing in a pipeline.
#[test]
fn a_tool_that_keeps_failing() {
    let screen = Screen::of(lived_in()).pipes(&runs(), "outcome record");
    assert_snapshot!(
        screen.types(&["policy show mcp:github", "why mcp:github", "status", "review --list"]).text()
    );
}
