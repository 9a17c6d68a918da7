//! Conclusions from several sessions, and cases without one.

use super::{Script, concluded, steps, titles};
use crate::core::config::Thresholds;
use crate::core::learn::merge::{Rules, merge};
use crate::core::learn::structure::{FactSighting, conclusions, served, withdrawals};
use crate::core::learn::verify::{KnownText, holds};
use crate::core::model::{Kind, Observation, Status};

/// The same session on each of these days.
fn on_days(days: &[i64], tell: impl Fn(Script) -> Script) -> Vec<Script> {
    days.iter().map(|day| tell(Script::on_day(&format!("day{day}"), *day))).collect()
}

fn learned(scripts: &[Script]) -> Vec<Observation> {
    let thresholds = Thresholds::default();
    let rules = Rules { thresholds: &thresholds, holds: &holds };
    merge(&[], concluded(scripts), rules).into_iter().map(|merged| merged.after).collect()
}

const NO_SKILL: &str = "Unknown skill: commit";

fn uses_a_skill(script: Script) -> Script {
    script.invokes("commit", NO_SKILL, true)
}

fn nothing() -> Vec<String> {
    vec![]
}

#[test]
fn one_session_shows_nothing() {
    let busy = |script: Script| {
        let script = uses_a_skill(uses_a_skill(script)).fails(
            "git add web/dist/a",
            "The following paths are ignored by one of your .gitignore files:\nweb/dist",
        );
        let script = (0..9).fold(script, |script, _| {
            script
                .edits("a.css")
                .fails("bun run lint", "x")
                .runs("bun run lint:fix")
                .runs("bun run css:build")
        });
        script.says(super::Origin::Typed, "mise run test:ci fails").writes("b.go", "//nolint:gosec")
    };
    assert_eq!(titles(&on_days(&[0], busy)), nothing());
}

#[test]
fn a_rule_is_told_as_what_to_do() {
    let lint = |output: &'static str| move |script: Script| script.fails("mise run lint", output);
    let wraps = on_days(&[0, 1, 2, 3], lint("a.go:1:1: x (wrapcheck)"));
    let expected = "Wrap errors from other packages before returning them: `wrapcheck` asks for it here";
    assert_eq!(titles(&wraps), [expected]);
    assert_eq!(titles(&wraps[..3]), nothing(), "three sessions");
    assert_eq!(titles(&on_days(&[0, 1, 2, 3], lint("a.go:1:1: x (unused)"))), nothing(), "everyday");
    assert_eq!(titles(&on_days(&[0, 1, 2, 3], lint("a.go:1:1: x (gosec)"))), nothing(), "no advice");
    let later = on_days(&[4, 5, 6, 7, 8, 9], |script| script.edits("a.go").runs("mise run test"));
    assert_eq!(titles(&[wraps.clone(), later].concat()), nothing(), "not met again");
    let same_day: Vec<Script> =
        (0..4).map(|n| lint("a.go:1:1: x (wrapcheck)")(Script::on_day(&format!("s{n}"), 0))).collect();
    assert_eq!(titles(&same_day), nothing(), "one day's work");
    let silenced = on_days(&[0, 1, 2, 3], |script| {
        lint("a.go:4:1: x (nilerr)")(script).writes("a.go", "return nil //nolint:nilerr // fine")
    });
    let found = concluded(&silenced);
    assert!(found[0].details.text().contains("put `//nolint:nilerr` on the line"), "{found:?}");
}

#[test]
fn titles_that_differ_in_one_token_are_different_lessons() {
    let fails = |script: Script| {
        let script = script.fails("cat -A a.go", "cat: illegal option -- A");
        script.fails("cat -E a.go", "cat: illegal option -- E")
    };
    assert_eq!(learned(&on_days(&[0, 1, 2], fails)).len(), 2);
}

#[test]
fn ignored_paths_and_hooks_need_two_sessions() {
    let ignored = "The following paths are ignored by one of your .gitignore files:\nweb/dist\nhint: x";
    let adds = |script: Script| script.fails("git add web/dist/a.css", ignored);
    assert_eq!(titles(&on_days(&[0, 0], adds).to_vec()[..1]), Vec::<String>::new());
    assert_eq!(titles(&on_days(&[0, 1], adds)), ["Leave `web/dist` out of `git add`: it is git-ignored"]);
    let took = on_days(&[2], |script| script.runs("git add web/dist/b.css"));
    assert_eq!(titles(&[on_days(&[0, 1], adds), took].concat()), nothing(), "git takes it now");
    let forces = |script: Script| adds(script).runs("git add -f web/dist/a.css");
    assert_eq!(titles(&on_days(&[0, 1], forces)), ["`git add` refuses `web/dist`: it is git-ignored"]);
    let commits = |script: Script| {
        let refused = "a.ts(1,1): error TS2322: x\nhusky - pre-commit script failed";
        script.edits("a.ts").fails("git commit -m x", refused).runs("bun run typecheck")
    };
    let others = on_days(&[5, 6, 7], |script| script.edits("a.ts").runs("bun run lint"));
    assert_eq!(
        titles(&[on_days(&[0, 1], commits), others].concat()),
        ["Run `bun run typecheck` before a commit: a hook refuses the commit otherwise"]
    );
    assert_eq!(titles(&on_days(&[0, 1], commits)), nothing(), "every session runs it anyway");
}

/// This many acts in each session: edits of a file, then a command.
fn acts(script: Script, times: usize, file: &str, command: &str) -> Script {
    (0..times).fold(script, |script, _| script.edits(file).runs(command))
}

fn others(days: &[i64]) -> Vec<Script> {
    on_days(days, |script| acts(script, 4, "src/a.ts", "bun run test"))
}

#[test]
fn a_command_belongs_to_the_files_it_follows() {
    let build = "cd web && bun run css:build";
    let styles = on_days(&[0, 2, 6], |script| acts(script, 2, "web/src/a.css", build));
    let found = concluded(&[styles.clone(), others(&[1, 3, 4, 5, 7, 8])].concat());
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].details.kind(), Kind::Procedural);
    assert_eq!(found[0].title, "After a change to `*.css`, run `bun run css:build` in `web`");
    assert_eq!(steps(&found[0]), ["Run `bun run css:build` in `web`"]);
    let two = [styles[..2].to_vec(), others(&[1, 3, 4, 5, 7, 8])].concat();
    assert_eq!(titles(&two), nothing(), "two sessions");
}

#[test]
fn what_chance_or_company_explains_is_no_rule() {
    let with = |file: &'static str, command: &'static str| {
        on_days(&[0, 2, 6], move |script| acts(script, 3, file, command))
    };
    for (what, scripts) in [
        ("every repository checks its language", with("a.py", "bun run typecheck")),
        ("tests are tested", with("src/a_test.py", "pytest")),
        ("by the runner of their language", with("src/integration/a_test.py", "go test ./...")),
        ("formatted by its formatter", with("src/config/a.py", "gofmt -w src")),
        ("linted by its linter", with("src/config/a.py", "ruff check")),
        ("prose has no tests", with("docs/plans/a.md", "mise run test:ci")),
        ("prose has no build", with("README.md", "npm run build")),
        ("git follows the person's word", with("CHANGELOG.md", "git commit -m x")),
        ("no lesson recommends a download", with("a.css", "npx frob-css")),
    ] {
        let all = [scripts, others(&[1, 3, 4, 5, 7, 8])].concat();
        assert_eq!(titles(&all), nothing(), "{what}");
    }
    let few = on_days(&[0, 2, 6], |script| acts(script, 1, "a.css", "bun run css:build"));
    assert_eq!(titles(&[few, others(&[1])].concat()), nothing(), "three of three is chance");
    let everywhere = on_days(&[1, 3, 4, 5], |script| acts(script, 3, "src/a.ts", "bun run css:build"));
    let styles = with("a.css", "bun run css:build");
    assert_eq!(titles(&[styles, everywhere].concat()), nothing(), "it runs after every change");
    // The styles change together with the templates, and the build belongs to those.
    let beside = on_days(&[0, 2, 6], |script| {
        (0..3).fold(script, |script, _| script.edits("a.css").edits("a.heex").runs("mix assets.build"))
    });
    let alone = on_days(&[9, 10, 11], |script| acts(script, 3, "a.heex", "mix assets.build"));
    let found = titles(&[beside, alone, others(&[1, 3, 4, 5, 7, 8, 12, 13])].concat());
    assert_eq!(found, ["After a change to `*.heex`, run `mix assets.build`"]);
}

#[test]
fn a_check_that_needs_another_first() {
    let by_hand = |script: Script| {
        let script = script.edits("a.ts").fails("bun run lint", "2 errors");
        script.edits("a.ts").fails("bun run lint", "1 error").edits("a.ts").runs("bun run lint")
    };
    let repaired = |script: Script| {
        (0..4).fold(script, |script, _| script.edits("a.ts").runs("bun run lint:fix").runs("bun run lint"))
    };
    let scripts = [on_days(&[0, 1, 2, 3, 4, 5], by_hand), on_days(&[6, 7, 8, 9, 10], repaired)].concat();
    let found = concluded(&scripts);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].title, "Run `bun run lint:fix` before `bun run lint`: it fails far less often then");
    let issue = "Without `bun run lint:fix` first, `bun run lint` failed 12 of 18 times; with it 0 of 20";
    assert!(found[0].details.text().contains(issue), "{found:?}");
    let twice = |script: Script| {
        let script =
            script.edits("a.ts").fails("go build", "a.go:1:1: x").runs("mise run lint").runs("go build");
        script.edits("a.ts").fails("go build", "x").runs("mise run lint").runs("go build").runs("go build")
    };
    assert_eq!(titles(&on_days(&[0, 1, 2, 3, 4, 5, 6, 7], twice)), nothing(), "a look repairs nothing");
}

#[test]
fn a_command_that_the_person_has_to_ask_for() {
    let asks =
        |script: Script| script.says(super::Origin::Typed, "mise run test:ci fails").runs("mise run test:ci");
    let asked = on_days(&[0, 4], |script| asks(script.edits("a.go").runs("mise run test:ci")));
    let works = on_days(&[1, 2, 3, 5, 6], |script| script.edits("a.go").runs("mise run lint"));
    let title = "Run `mise run test:ci` before calling a change done";
    let found = concluded(&[asked.clone(), works.clone()].concat());
    assert_eq!(found[0].title, title);
    assert!(found[0].details.text().contains("in 2 sessions, and it ran in 2 of 7"), "{found:?}");
    assert_eq!(titles(&[asked[..1].to_vec(), works].concat()), nothing(), "asked once");
    let always = on_days(&[1, 2, 3, 5, 6], |script| script.edits("a.go").runs("mise run test:ci"));
    assert_eq!(titles(&[asked, always].concat()), nothing(), "it is run anyway");
}

#[test]
fn what_later_sessions_refute_is_given_up() {
    let fails = |script: Script| script.fails("cat -A a.go", "cat: illegal option -- A");
    let before = on_days(&[0, 1], fails);
    let observations = learned(&before);
    let withdrawn = |scripts: &[Script]| {
        let seen: Vec<FactSighting> = scripts.iter().flat_map(Script::seen).collect();
        withdrawals(&observations, &seen, &conclusions(&seen, &KnownText::default()))
    };
    assert_eq!(withdrawn(&before), vec![]);
    let works = on_days(&[2], |script| script.runs("cat -A a.go"));
    let given_up = withdrawn(&[before, works.clone()].concat());
    assert_eq!(given_up.len(), 1);
    assert_eq!(given_up[0].status, Status::Deprecated);
    assert_eq!(withdrawn(&works), vec![], "what was learned elsewhere is not judged here");
    let mut accepted = observations.clone();
    accepted[0].review_state.accepted = true;
    let seen: Vec<FactSighting> = works.iter().flat_map(Script::seen).collect();
    assert_eq!(withdrawals(&accepted, &seen, &[]), vec![], "a person's word stands");
}

#[test]
fn reading_again_changes_nothing() {
    let seen: Vec<FactSighting> = on_days(&[0, 1, 2], uses_a_skill).iter().flat_map(Script::seen).collect();
    let twice = [seen.clone(), seen.clone()].concat();
    let conclude = |seen: &[FactSighting]| conclusions(seen, &KnownText::default());
    assert_eq!(conclude(&twice), conclude(&seen));
    let thresholds = Thresholds::default();
    let rules = Rules { thresholds: &thresholds, holds: &holds };
    let first: Vec<Observation> =
        merge(&[], conclude(&seen), rules).into_iter().map(|merged| merged.after).collect();
    assert_eq!(merge(&first, conclude(&seen), rules), vec![]);
}

#[test]
fn what_the_project_says_itself_is_not_learned() {
    let known = KnownText::new([
        "There is no skill `commit` here: the skill `commit` does not exist, do what it would do yourself"
            .to_owned(),
    ]);
    let seen: Vec<FactSighting> = on_days(&[0, 1], uses_a_skill).iter().flat_map(Script::seen).collect();
    let found = conclusions(&seen, &known);
    assert!(found[0].quality.redundant);
    assert!(!holds(Kind::Pitfall, &found[0].quality, 2));
}

#[test]
fn a_request_that_recurs_has_the_steps_that_most_of_its_work_had() {
    let asks = |more: &'static str| {
        move |script: Script| {
            let script =
                script.says(super::Origin::Typed, "can you add some tests for it?").edits("a_test.go");
            script.runs("mise run test").runs(more).runs("git commit -m x")
        }
    };
    let sightings =
        |scripts: &[Script]| -> Vec<FactSighting> { scripts.iter().flat_map(Script::seen).collect() };
    let steps = |scripts: &[Script]| -> Vec<String> {
        let sightings = sightings(scripts);
        let served = served(&sightings).remove("topic:add-tests").unwrap_or_default();
        served.into_iter().map(|command| command.as_str().to_owned()).collect()
    };
    let lints = on_days(&[0, 1, 2], asks("mise run lint"));
    assert_eq!(steps(&lints), ["mise run test", "mise run lint"]);
    assert_eq!(steps(&lints[..2]), nothing(), "two sessions");
    let others = on_days(&[3, 4, 5], asks("./upload.sh"));
    assert_eq!(steps(&[lints.clone(), others].concat()), ["mise run test"], "half of them");
    let red =
        on_days(&[6, 7, 8], |script| asks("mise run lint")(script).fails("mise run test", "--- FAIL: TestX"));
    assert_eq!(steps(&red), nothing(), "work that ended badly");
}
