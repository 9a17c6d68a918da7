//! Calls that failed because of their form, forms that never work, and what sessions are shown of
//! them.

use super::{Script, concluded, titles};
use crate::core::learn::structure::{FactSighting, forms_to_tell};

fn script() -> Script {
    Script::on_day("s", 0)
}

const NO_BUN: &str = "error: unrecognized subcommand 'bun'\n\nUsage: rtk [OPTIONS] <COMMAND>";

#[test]
fn the_words_of_a_program_say_which_part_was_wrong() {
    for (command, output, form) in [
        ("rtk bun run test", NO_BUN, "command rtk bun"),
        ("cd web && rtk bun run test 2>&1 | tail -20", NO_BUN, "command rtk bun"),
        ("cat -A src/a.ts", "cat: illegal option -- A\nusage: cat [-belnstuv] [file ...]", "command cat -A"),
        ("rtk proxy cat -A src/a.ts", "cat: illegal option -- A", "command cat -A"),
        ("rtk read -A src/a.ts", "error: unexpected argument '-A' found", "command rtk read -A"),
        ("npm run typcheck", "npm error Missing script: \"typcheck\"", "command npm run typcheck"),
        ("mise run test:ic", "mise ERROR no tasks named `test:ic` found", "command mise run test:ic"),
        ("make docs", "make: *** No rule to make target 'docs'.  Stop.", "command make docs"),
        ("git psuh", "git: 'psuh' is not a git command. See 'git --help'.", "command git psuh"),
        ("gh pr view --sumary", "unknown flag: --sumary", "command gh pr --sumary"),
        ("timeout 60 npm test", "zsh: command not found: timeout", "command timeout"),
        ("timeout 60 npm test", "(eval):1: command not found: timeout", "command timeout"),
        ("ls; tac a.txt", "bash: line 1: tac: command not found", "command tac"),
    ] {
        let failed = script().fails(command, output).facts_of("failed");
        assert_eq!(failed, [form], "{command}: {output}");
    }
}

#[test]
fn what_is_wrong_with_the_work_is_no_wrong_call() {
    for (command, output) in [
        ("bun run test", "1 fail\nerror: script \"test\" exited with code 1"),
        ("ls nowhere", "ls: nowhere: No such file or directory"),
        ("git checkout mian", "error: pathspec 'mian' did not match any file(s) known to git"),
        ("git diff x", "fatal: ambiguous argument 'x': unknown revision"),
        ("frob --now", "error: unknown option --now"),
        (
            "npm test",
            "FAIL parser\n  expected: error\n  actual: unknown option --colour\n 1 failed\n a\n b\n c\n d",
        ),
        ("cat notes.txt", "Say: error: unrecognized subcommand 'bun'"),
    ] {
        assert_eq!(script().fails(command, output).facts_of("failed"), Vec::<String>::new(), "{command}");
    }
}

#[test]
fn an_exit_code_may_be_hidden() {
    let soft = |command: &str, output: &str| script().prints(command, output);
    let hidden = soft("rtk bun run test 2>&1 | tail -20", NO_BUN);
    assert_eq!(hidden.facts_of("failed"), ["command rtk bun"]);
    assert_eq!(hidden.facts_of("worked"), Vec::<String>::new());
    let cut = soft("rtk bun run test 2>&1 | tail -1", "For more information, try '--help'.");
    assert_eq!((cut.facts_of("failed"), cut.facts_of("worked")), (vec![], vec![]), "unknown");
    for command in ["cat -A a 2>/dev/null || cat -vet a", "cat -A a 2>/dev/null; true", "cat -A a || true"] {
        let unknown = soft(command, "x");
        assert!(!unknown.facts_of("worked").contains(&"command cat -A".to_owned()), "{command}");
    }
    assert!(soft("cat -A a | head -3", "x$").facts_of("worked").contains(&"command cat -A".to_owned()));
    let red = script().fails("rtk bun run test", "3 fail");
    assert!(red.facts_of("worked").contains(&"command rtk bun".to_owned()), "it ran, and the tests are red");
}

#[test]
fn what_helped_may_be_another_program_but_not_anything() {
    let fails = || script().fails("rtk bun run test", NO_BUN);
    for (what, script, expected) in [
        ("without its wrapper", fails().runs("bun run test"), "command rtk bun | bun"),
        ("a look first", fails().runs("ls").runs("bun run test"), "command rtk bun | bun"),
        ("an edit in between", fails().edits("a.ts").runs("bun run test"), "command rtk bun"),
        ("it fails too", fails().fails("bun run test", "1 fail"), "command rtk bun"),
        ("something else", fails().runs("git status"), "command rtk bun"),
    ] {
        assert_eq!(script.facts_of("failed"), [expected], "{what}");
    }
    for (failed, output, helped, expected) in [
        (
            "gh pr veiw 3 --web",
            "unknown command \"veiw\" for \"gh pr\"",
            "gh pr view 3",
            "command gh pr veiw | gh pr view",
        ),
        ("cat -A src/a.ts", "cat: illegal option -- A", "sed -n 1p src/a.ts", "command cat -A | ?"),
        ("cat -A src/a.ts", "cat: illegal option -- A", "npx evil src/a.ts", "command cat -A | ?"),
    ] {
        let script = script().fails(failed, output).runs(helped);
        assert_eq!(script.facts_of("failed"), [expected], "{failed}, {helped}");
    }
}

#[test]
fn skills_agents_and_the_first_push() {
    let skill = script().invokes("commit", "Unknown skill: commit", true).invokes("review", "ok", false);
    assert_eq!(skill.facts_of("failed"), ["skill commit"]);
    assert_eq!(skill.facts_of("worked"), ["skill review"]);
    let not_found = "Agent type 'simplifier' not found. Available agents: a, code:simplifier";
    let agent = script().delegates("simplifier", not_found, true).delegates("code:simplifier", "ok", false);
    assert_eq!(agent.facts_of("failed"), ["agent simplifier | code:simplifier"]);
    let no_upstream = "fatal: The current branch x has no upstream branch.";
    let push = script().fails("git push", no_upstream).runs("git push -u origin x").runs("git push");
    assert_eq!(push.facts_of("failed"), ["first push"]);
    assert!(!push.facts_of("worked").contains(&"first push".to_owned()), "the second one says nothing");
    assert!(script().runs("git push").facts_of("worked").contains(&"first push".to_owned()));
}

/// The same session on each of these days.
fn on_days(days: &[i64], tell: impl Fn(Script) -> Script) -> Vec<Script> {
    days.iter().map(|day| tell(Script::on_day(&format!("day{day}"), *day))).collect()
}

#[test]
fn two_sessions_and_no_success_make_a_lesson() {
    let fails = |script: Script| script.fails("rtk bun run test", NO_BUN).runs("bun run test");
    assert_eq!(titles(&on_days(&[0], fails)), Vec::<String>::new());
    assert_eq!(titles(&on_days(&[0, 1], fails)), ["`rtk bun` does not work here: run `bun` instead"]);
    let once = on_days(&[2], |script| script.runs("rtk bun run lint"));
    assert_eq!(titles(&[on_days(&[0, 1], fails), once].concat()), Vec::<String>::new(), "it works");
    let others = on_days(&[2, 3], |script| script.runs("rtk git status").runs("rtk test bun run test"));
    assert_eq!(titles(&[on_days(&[0, 1], fails), others].concat()).len(), 1, "only what failed is meant");
}

#[test]
fn a_remedy_needs_agreement() {
    let then = |helped: &'static str| {
        move |script: Script| script.fails("cat -A src/a.ts", "cat: illegal option -- A").runs(helped)
    };
    let scripts = [on_days(&[0, 1], then("xxd src/a.ts")), on_days(&[2], then("od -c src/a.ts"))].concat();
    assert_eq!(titles(&scripts), ["`cat -A` does not work here"]);
}

#[test]
fn the_widest_form_is_told_once_and_the_costliest_first() {
    let fails = |script: Script| {
        script.fails("rtk bun run test", NO_BUN).fails("rtk bun run lint", NO_BUN).invokes(
            "commit",
            "Unknown skill: commit",
            true,
        )
    };
    let scripts = on_days(&[0, 1, 2], fails);
    let seen: Vec<FactSighting> = scripts.iter().flat_map(Script::seen).collect();
    let told: Vec<(String, usize)> =
        forms_to_tell(&seen).into_iter().map(|form| (form.key, form.failed)).collect();
    assert_eq!(told, [("call command rtk bun".to_owned(), 6), ("call skill commit".to_owned(), 3)]);
    let found = concluded(&scripts);
    for (key, _) in told {
        assert!(found.iter().any(|candidate| candidate.keys.contains(&key)), "{key}");
    }
    assert_eq!(forms_to_tell(&seen)[0].text("It fails"), "It fails (6 of 6)");
}
