use super::*;
use crate::core::model::outcome::{ErrorType, RiskLevel, Strategy};

#[test]
fn work_runs_from_prompt_to_prompt() {
    let steering = |mut told: Told| {
        told.0.last_mut().unwrap().mid_turn = true;
        told
    };
    let told = asked("one").said("a");
    let told = steering(told.typed("by the way")).said("b").typed("no one answers").typed("two").said("c");
    let told = told.turn(Origin::Wrapper, "<command-name>/self-learning:ship</command-name>", None).said("d");
    let told = told.turn(Origin::Wrapper, "<command-name>/clear</command-name>", None);
    let told = told.turn(Origin::Wrapper, "Implement the following plan:\n# P", None).said("e");
    let found = told.segments();
    let tasks: Vec<&str> = found.iter().map(|segment| &*segment.task).collect();
    let ship = "<command-name>/self-learning:ship</command-name>";
    assert_eq!(tasks, ["one", "two", ship, "Implement the following plan: # P"]);
    assert_eq!(found[0].outcome.run_id, "t0");
    assert_eq!(found[2].uses, [(UseOf::Command("ship".into()), at(30 * 7))]);
    assert_eq!(found[1].uses, []);
}

#[test]
fn a_night_counts_for_five_minutes() {
    let mut told = asked("go").said("a").said("b").said("c");
    told.0[2].at = Some(at(30 + 40_000));
    told.0[3].at = Some(at(10));
    let outcome = told.first().outcome;
    assert_eq!((outcome.duration_ms, outcome.wall_duration_ms), (330_000, 40_030_000));
    assert_eq!(outcome.timestamp, at(0));
}

#[test]
fn errors_are_distinct_and_only_the_works_own() {
    let told = asked("go")
        .failed("npm run build", "src/a.ts(12,3): error TS2345: no")
        .failed("npm run build", "src/b.ts(9,1): error TS2345: no")
        .failed("git push", "fatal: no upstream")
        .calls("Edit", "/w/a", "<tool_use_error>String to replace not found", true, None)
        .calls("Bash", "ls x", "<tool_use_error>Sibling tool call errored</tool_use_error>", true, None)
        .calls("Bash", "grep -rn x .", "Exit code 1", true, None)
        .refused("Bash", "rm x")
        .calls("Bash", "rm y", "Permission to use Bash has been denied.", true, Some(Denial::Client))
        .edited("/w/b.ts")
        .ran("npm run build", "")
        .said("done");
    let segment = told.first();
    let errors: Vec<_> = segment
        .errors
        .iter()
        .map(|e| (e.kind, &*e.tool, &*e.signature, e.resolved.as_ref().and_then(|r| r.by.as_deref())))
        .collect();
    assert_eq!(
        errors,
        [
            (ErrorType::Validation, "npm", "a.ts(#,#): error ts2345: no", Some("/w/b.ts")),
            (ErrorType::Validation, "npm", "b.ts(#,#): error ts2345: no", Some("/w/b.ts")),
            (ErrorType::ToolFailure, "git", "fatal: no upstream", None),
        ]
    );
    assert_eq!((segment.outcome.error_count, segment.outcome.raw_error_count), (3, 8));
}

#[test]
fn an_error_message_carries_no_secret_and_no_control() {
    let token = concat!("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a");
    let segment = asked("go").failed("curl x", &format!("error: bad token {token}\u{1b}[2J\u{202e}")).first();
    assert_eq!(segment.errors[0].message, "error: bad token [redacted:github-pat][2J");
    assert!(!segment.errors[0].signature.contains("16c7"));
}

#[test]
fn a_retry_is_the_same_call_after_its_error() {
    for (told, expected) in [
        (asked("x").failed("curl a", "e").failed("curl a", "e").ran("curl a", ""), 2),
        (asked("x").failed("curl a", "e").calls("Read", "/w/a", "", false, None).ran("curl a", ""), 1),
        (asked("x").failed("npm test", "e").edited("/w/a").ran("npm test", ""), 1),
        (asked("x").failed("curl a", "e").ran("curl b", ""), 0),
        (asked("x").ran("curl a", "").ran("curl a", ""), 0),
    ] {
        assert_eq!(told.first().outcome.retry_count, expected);
    }
}

#[test]
fn the_call_that_failed_is_blamed() {
    let told = asked("go")
        .edited("/w/a")
        .failed("npm test", "3 failed")
        .ran("cd web && gh pr list | head -3", "")
        .failed("git push && gh pr create", "fatal: no upstream")
        .refused("Bash", "terraform apply")
        .calls("mcp__GitHub__search", "", "boom", true, None)
        .calls("WebFetch", "", "<tool_use_error>bad", true, None);
    let uses = told.first().outcome.adapters_used;
    let uses: Vec<_> = uses.iter().map(|used| (&*used.id, used.failed, used.retries)).collect();
    assert_eq!(
        uses,
        [
            ("bash:gh", false, 0),
            ("bash:git", true, 0),
            ("bash:npm", false, 0),
            ("edit", false, 0),
            ("mcp:github", true, 0),
        ]
    );
    let mut skills = asked("go").calls("Skill", "", "", false, None).calls("Task", "", "", false, None);
    skills.0[1].action.as_mut().unwrap().skill = Some("Ship".into());
    skills.0[2].action.as_mut().unwrap().agent_type = Some("Explore".into());
    let ids: Vec<String> = skills.first().outcome.adapters_used.into_iter().map(|used| used.id).collect();
    assert_eq!(ids, ["agent:explore", "skill:ship"]);
}

/// A failure that remained counts against a tool; one that was made good took another try.
#[test]
fn a_failure_that_was_made_good_is_a_retry() {
    let unblamed = |told: Told, id: &str| {
        let uses = told.first().outcome.adapters_used;
        let used = uses.into_iter().find(|used| used.id == id).unwrap();
        (used.failed, used.retries, used.failure_type)
    };
    let kind = |kind: &str| Some(kind.to_owned());
    let mcp = |told: Told| told.calls("mcp__github__create_issue", "", "#7", false, None);
    let red = |told: Told| told.failed("npm test", "1 failed");
    for (what, told, id, expected) in [
        ("left", asked("x").mcp_failed(), "mcp:github", (true, 0, kind("auth"))),
        ("made good", mcp(asked("x").mcp_failed()), "mcp:github", (false, 1, None)),
        ("made good, and the work failed", red(mcp(asked("x").mcp_failed())), "mcp:github", (false, 1, None)),
        (
            "another way was found",
            asked("x").failed("gh pr create", "error: 401").ran("gh api x", "{}"),
            "bash:gh",
            (true, 0, kind("auth")),
        ),
        (
            "the end of the work is unknown, and it then worked",
            asked("x").failed("docker run a", "no such image").ran("docker ps", ""),
            "bash:docker",
            (false, 0, None),
        ),
        ("a look", asked("x").failed("ls y", "ls: y: No such file"), "bash:ls", (false, 0, None)),
        (
            "whatever it was given",
            asked("x").failed("python3 a.py", "Traceback"),
            "bash:python3",
            (false, 0, None),
        ),
        ("a hook", asked("x").failed("git commit -m x", "lint: 3 problems"), "bash:git", (false, 0, None)),
        (
            "git itself",
            asked("x").failed("git commit -m x", "fatal: unable to write"),
            "bash:git",
            (true, 0, kind("tool_failure")),
        ),
        ("a check that is hidden", asked("x").failed("npm test | grep a", "b"), "bash:npm", (false, 0, None)),
        ("time", asked("x").failed("fly deploy", "timed out"), "bash:fly", (true, 0, kind("timeout"))),
    ] {
        assert_eq!(unblamed(told, id), expected, "{what}");
    }
}

#[test]
fn what_the_person_stopped_did_not_fail() {
    for said in ["some\n[Request interrupted by user for tool use]", client::REJECTED] {
        let segment = asked("x").calls("mcp__linear__create", "", said, true, None).said("so").first();
        assert_eq!((segment.errors.len(), segment.outcome.adapters_used.len()), (0, 0), "{said}");
    }
}

/// A call that was stopped on its way to a tool counts neither for nor against it.
#[test]
fn what_never_reached_a_tool_is_no_call_of_it() {
    let tool = "mcp__linear__create";
    for said in [
        "PreToolUse:mcp__linear__create hook error: [guard.sh]: not on Fridays",
        "Permission to use mcp__linear__create has been denied.",
        "<tool_use_error>InputValidationError: title is missing</tool_use_error>",
    ] {
        let segment = asked("x").calls(tool, "", said, true, None).said("so").first();
        assert_eq!((segment.errors.len(), segment.outcome.adapters_used.len()), (0, 0), "{said}");
    }
    let said = "PreToolUse: the hook error of the server";
    assert_eq!(asked("x").calls(tool, "", said, true, None).first().outcome.adapters_used.len(), 1);
}

#[test]
fn the_same_error_again_is_one_with_its_last_time() {
    let errors = asked("x").failed("curl a", "error: no").failed("curl a", "error: no").first().errors;
    assert_eq!((errors.len(), errors[0].times, errors[0].at), (1, 2, at(30)));
}

/// Later work resolves errors of earlier work: the same program on the same thing, and a check on
/// the same branch.
#[test]
fn a_later_success_has_the_target_of_the_failure() {
    for (failed, worked, expected) in [
        ("cargo build", "cargo build", true),
        ("cargo build", "cargo test", true),
        ("cargo test part1", "cargo test", true),
        ("cargo test", "cargo build", false),
        ("npm test", "cargo test", false),
        ("gh pr create --fill", "gh pr create", true),
        ("gh pr create", "gh issue list", false),
    ] {
        let target = asked("x").failed(failed, "error: no").first().errors.remove(0).target;
        let later = asked("x").ran(worked, "");
        assert_eq!(later.first().successes.contains_key(&target), expected, "{failed}, {worked}");
        let mut elsewhere = later;
        elsewhere.0.iter_mut().for_each(|turn| turn.branch = Some("other".into()));
        let anywhere = expected && failed.starts_with("gh");
        assert_eq!(elsewhere.first().successes.contains_key(&target), anywhere, "{failed} on another branch");
    }
}

#[test]
fn files_strategy_and_risk() {
    let look = |told: Told| told.calls("Read", "/w/a", "", false, None);
    for (told, files, strategy, risk) in [
        (asked("x").said("y"), &[][..], None, RiskLevel::Low),
        (look(look(look(asked("x")))), &[], Some(Strategy::Research), RiskLevel::Low),
        (
            asked("x").edited("/w/a.rs").edited("/w/b.rs"),
            &["a.rs", "b.rs"],
            Some(Strategy::File),
            RiskLevel::Medium,
        ),
        (
            asked("x").edited("/w/s/a.rs").edited("/v/b.rs"),
            &["/v/b.rs", "s/a.rs"],
            Some(Strategy::Feature),
            RiskLevel::Medium,
        ),
        (
            asked("x").ran("cargo test", "").edited("/w/a.rs"),
            &["a.rs"],
            Some(Strategy::Risk),
            RiskLevel::Medium,
        ),
        (asked("x").ran("git push", ""), &[], None, RiskLevel::High),
        (asked("x").refused("Bash", "git push"), &[], None, RiskLevel::Low),
        (asked("x").ran("make build", ""), &[], None, RiskLevel::Medium),
    ] {
        let outcome = told.first().outcome;
        assert_eq!(outcome.files_touched, files);
        assert_eq!((outcome.strategy, outcome.risk_level), (strategy, risk), "{files:?}");
        assert_eq!(outcome.branch.as_deref(), Some("main"));
    }
}

#[test]
fn intentions_are_approved_plans_and_what_subagents_are_started_with() {
    let plan = |told: Told, text: &str, is_error: bool| {
        let mut told = told.calls(client::PLAN_TOOL, "", "", is_error, None);
        told.0.last_mut().unwrap().text = text.into();
        told
    };
    let told = plan(plan(asked("go"), "# refused", true), "# by file", false).said("One agent per file.");
    let mut told = told.calls("Task", "", "", false, None);
    told.0.last_mut().unwrap().text = "do a.rs".into();
    assert_eq!(told.first().intentions, ["# by file", "One agent per file.\ndo a.rs"]);
}
