use super::*;
use crate::core::model::outcome::FailureMode as Mode;
use crate::core::model::outcome::RunResult::{self, Failure, Partial, Success, Unknown};

fn work() -> Told {
    asked("add a flag").said("I will.").edited("/w/a.rs")
}

#[test]
fn every_kind_of_evidence_and_none() {
    let red = || work().failed("cargo test", "boom");
    let green = || work().ran("cargo test", "");
    let linted = || work().failed("cargo clippy", "warning: unused");
    let committed = || work().ran("git commit -m x", "[main 1] x");
    let blocked = || work().failed("git commit -m x", "hook: no");
    let refused = || work().refused("Edit", "/w/b.rs");
    let cases: Vec<(&str, Told, RunResult, Option<Mode>)> = vec![
        ("nothing tells", work().said("done"), Unknown, None),
        ("a question answered", asked("why?").said("because").typed("and now?"), Unknown, None),
        ("tests passed", green(), Success, None),
        ("tests failed", red(), Failure, Some(Mode::Validation)),
        ("fixed in the end", red().edited("/w/a.rs").ran("cargo test", ""), Success, None),
        ("red behind a pipe", work().ran("go test | tail", "FAIL\tx"), Failure, Some(Mode::Validation)),
        ("committed", committed(), Success, None),
        ("commit blocked", blocked(), Failure, Some(Mode::ToolFailure)),
        ("checked after the blocked commit", blocked().ran("npm test", ""), Success, None),
        ("committed elsewhere", blocked().ran("git add a.rs", "ok (nothing to add)"), Unknown, None),
        (
            "ran the tests",
            asked("run the tests").ran("npm test", "").typed("it shows the old name"),
            Success,
            None,
        ),
        (
            "ran the tests, and more is missing",
            asked("run the tests").ran("npm test", "").typed("if I start it, the flag ends up not set"),
            Success,
            None,
        ),
        (
            "a proposal accepted",
            asked("how?").said("With a flag. Shall I?").typed("ok, do that"),
            Success,
            None,
        ),
        (
            "an admission",
            green().said("Shall I look at the failing tests of the page?"),
            Partial,
            Some(Mode::Unknown),
        ),
        ("nothing done to take back", asked("why?").said("because").typed("revert that"), Unknown, None),
        ("nothing to commit", work().failed("git commit -m x", "nothing to commit"), Unknown, None),
        ("committed over red", red().ran("git commit -nm x", ""), Success, None),
        ("red after the commit", committed().failed("npm test", "no"), Failure, Some(Mode::Validation)),
        ("praised", work().said("done").typed("Thanks, now the docs"), Success, None),
        ("praised although red", red().typed("great"), Partial, Some(Mode::Validation)),
        ("praised although a linter is red", linted().typed("commit"), Success, None),
        ("a linter is red, and on", linted().typed("Now write the docs"), Unknown, None),
        (
            "a linter is red, corrected",
            linted().typed("you forgot the docs"),
            Partial,
            Some(Mode::Validation),
        ),
        ("a check refused, and on", work().refused("Bash", "cargo clippy").interrupted(), Unknown, None),
        (
            "a push refused",
            work().refused("Bash", "git push").interrupted(),
            Failure,
            Some(Mode::UserCancelled),
        ),
        (
            "interrupted to add to the prompt",
            asked("the logos here are not rendered correctly")
                .said("hm")
                .interrupted()
                .typed("the logos here are not rendered correctly. The file is logo.svg"),
            Unknown,
            None,
        ),
        ("a slip of their own", work().typed("ah my mistake, I reset the commit"), Unknown, None),
        ("corrected", work().said("done").typed("no, a subcommand"), Partial, Some(Mode::Unknown)),
        ("reported broken", work().typed("it crashes now"), Partial, Some(Mode::Unknown)),
        ("reported red", work().typed("the build is red"), Partial, Some(Mode::Unknown)),
        ("taken back by hand", work().typed("I reverted your change"), Failure, Some(Mode::Unknown)),
        (
            "working, and the next thing",
            work().typed("ok, that is working now, but add a flag"),
            Success,
            None,
        ),
        ("an errand after green", green().typed("run the table driven tests"), Success, None),
        ("an answer", work().said("Which name?").typed("it should show the short one"), Unknown, None),
        ("corrected although green", green().typed("you forgot the docs"), Partial, Some(Mode::Unknown)),
        ("doubted", work().said("done").typed("this looks strange: two flags"), Partial, Some(Mode::Unknown)),
        (
            "a rule that comes late",
            work().said("done").typed("can't the tests be table driven?"),
            Partial,
            Some(Mode::Unknown),
        ),
        ("still broken although green", green().typed("it still fails"), Failure, Some(Mode::Unknown)),
        ("a doubt about an answer", asked("why?").said("because").typed("why is it so?"), Unknown, None),
        ("a no to a question", work().said("A flag, too?").typed("no, only this"), Unknown, None),
        (
            "thrown away",
            work().ran("git checkout -- a.rs", "").said("I left it."),
            Failure,
            Some(Mode::Unknown),
        ),
        (
            "thrown away, then done",
            work().ran("git checkout -- a.rs", "").edited("/w/a.rs").ran("cargo test", ""),
            Success,
            None,
        ),
        ("corrected and red", red().typed("it still fails"), Failure, Some(Mode::Validation)),
        (
            "a tool that failed, corrected",
            asked("open an issue").mcp_failed().typed("that did not work"),
            Failure,
            Some(Mode::ToolFailure),
        ),
        (
            "work done, then a tool that failed, corrected",
            work().mcp_failed().typed("that did not work"),
            Failure,
            Some(Mode::ToolFailure),
        ),
        (
            "a tool failed on the way, the work corrected",
            asked("x").mcp_failed().edited("/w/a.rs").typed("no, the other one"),
            Partial,
            Some(Mode::ToolFailure),
        ),
        (
            "a tool that failed, and not a word",
            asked("open an issue").mcp_failed().said("sorry"),
            Unknown,
            None,
        ),
        (
            "a look that failed, corrected",
            asked("x").failed("ls y", "ls: no such file").typed("no"),
            Unknown,
            None,
        ),
        (
            "deploy failed",
            asked("deploy").failed("kubectl apply -f x.yaml", "refused"),
            Failure,
            Some(Mode::ToolFailure),
        ),
        (
            "a commit alone",
            asked("commit!").ran("git commit -m x", "[main 1] x").typed("could the tests be table driven?"),
            Success,
            None,
        ),
        ("deployed", asked("deploy").ran("OUT=$(fly deploy); echo $OUT", "ok"), Success, None),
        (
            "deploy failed, then committed",
            asked("x").failed("helm upgrade x y", "refused").ran("git commit -m x", ""),
            Failure,
            Some(Mode::ToolFailure),
        ),
        (
            "an answer corrected",
            asked("why?").said("because").typed("that's wrong"),
            Partial,
            Some(Mode::Unknown),
        ),
        ("taken back", green().typed("revert that"), Failure, Some(Mode::Unknown)),
        ("refused", refused().interrupted(), Failure, Some(Mode::UserCancelled)),
        (
            "refused after the commit",
            committed().refused("Edit", "/w/b.rs").interrupted(),
            Partial,
            Some(Mode::UserCancelled),
        ),
        ("refused, then on", refused().interrupted().typed("sorry, continue"), Unknown, None),
        ("refused, answered, praised", refused().said("so?").typed("perfect"), Success, None),
        ("refused and answered", refused().said("so?"), Partial, Some(Mode::UserCancelled)),
        ("a look refused", asked("find it").refused("Grep", "src").interrupted(), Unknown, None),
        ("interrupted", work().interrupted().typed("also this"), Unknown, None),
        (
            "interrupted and corrected",
            asked("do it").said("hm").interrupted().typed("no, the other one"),
            Partial,
            Some(Mode::UserCancelled),
        ),
        (
            "blocked",
            work().failed("npm test", "sh: vitest: command not found"),
            Failure,
            Some(Mode::DependencyBlocked),
        ),
        ("timed out", work().failed("npm test", "test timed out after 5s"), Failure, Some(Mode::Timeout)),
        ("conflict", work().failed("npm test", "CONFLICT (content)"), Failure, Some(Mode::Conflict)),
    ];
    for (what, told, result, mode) in cases {
        let outcome = told.first().outcome;
        assert_eq!((outcome.result, outcome.failure_mode), (result, mode), "{what}");
    }
}

#[test]
fn a_subagents_red_tests_are_not_the_end() {
    let mut told = work().failed("npm test", "1 failed").said("all done").typed("Thanks!");
    told.0[3].origin = Origin::Subagent;
    assert_eq!(told.first().outcome.result, Success);
}

#[test]
fn a_full_context_is_a_failure_of_its_own() {
    let told = work().failed("npm test", "1 failed").turn(Origin::System, client::CONTEXT_FULL[0], None);
    assert_eq!(told.first().outcome.failure_mode, Some(Mode::ContextOverflow));
}

#[test]
fn quality_loses_for_each_flaw() {
    for (what, told, quality, rollback, human) in [
        ("clean", work().ran("cargo test", ""), 1.0, false, false),
        ("open error", work().failed("cargo test", "x"), 0.8, false, false),
        ("answered error", work().failed("cargo test", "x").ran("cargo test", ""), 1.0, false, false),
        ("refused", work().refused("Edit", "/w/b"), 0.7, false, true),
        ("rolled back", work().ran("git checkout -- a.rs", ""), 0.7, true, false),
        ("asked to roll back", asked("undo that").ran("git revert HEAD", ""), 1.0, false, false),
        ("taken back", work().typed("please revert"), 0.5, true, false),
        ("corrected", work().typed("no, the other"), 0.8, false, false),
    ] {
        let outcome = told.first().outcome;
        let found = (outcome.post_execution_score, outcome.rollback_occurred, outcome.human_override);
        assert_eq!(found, (quality, rollback, human), "{what}");
    }
    let mut changed = work();
    changed.0[2].action.as_mut().unwrap().result.as_mut().unwrap().changed_by_person = true;
    assert!(changed.first().outcome.human_override);
}

#[test]
fn a_check_in_the_background_speaks_for_the_work_that_started_it() {
    const STARTED: &str =
        "Command running in background with ID: b7b23b2. Output is being written to: /t/b7b23b2.output";
    let started = || work().ran("mix test", STARTED);
    let looked = |told: Told, text: &str| {
        let mut told = told.calls("TaskOutput", "", text, false, None);
        told.0.last_mut().unwrap().action.as_mut().unwrap().task = Some("b7b23b2".to_owned());
        told
    };
    let status =
        |status: &str, rest: &str| format!("<task_id>b7b23b2</task_id>\n<status>{status}</status>\n{rest}");
    let ended =
        |code: u8| status("completed", &format!("<exit_code>{code}</exit_code>\n<output>\nx\n</output>"));
    let note = |code: u8| {
        format!(
            "<task-notification>\n<task-id>b7b23b2</task-id>\n<status>completed</status>\n\
             <summary>Background command \"mix test\" completed (exit code {code})</summary>\n</task-notification>"
        )
    };
    let other = note(0).replace("b7b23b2", "b000000");
    for (what, told, result) in [
        ("never read", started(), Unknown),
        ("still running", looked(started(), &status("running", "")), Unknown),
        ("passed", looked(started(), &ended(0)), Success),
        ("failed", looked(started(), &ended(2)), Failure),
        ("read later", looked(started().typed("and the docs?").said("hm"), &ended(2)), Failure),
        ("reported", started().turn(Origin::Wrapper, &note(0), None), Success),
        ("reported as failed", started().turn(Origin::Wrapper, &note(1), None), Failure),
        ("another one reported", started().turn(Origin::Wrapper, &other, None), Unknown),
        ("its output read", started().ran("tail -5 /t/b7b23b2.output", "31 tests, 0 failures"), Success),
        (
            "red output read",
            started().calls("Read", "/t/b7b23b2.output", "31 tests, 2 failures", false, None),
            Failure,
        ),
        ("no words to tell", started().ran("tail -5 /t/b7b23b2.output", "compiling"), Unknown),
    ] {
        assert_eq!(told.first().outcome.result, result, "{what}");
    }
}
