//! What several sessions add up to, and when they do not.

use super::{Script, concluded, steps, titles};
use crate::core::config::Thresholds;
use crate::core::learn::merge::{Rules, merge};
use crate::core::learn::readiness::is_ready;
use crate::core::learn::structure::FactSighting;
use crate::core::learn::verify::{KnownText, holds};
use crate::core::model::{Kind, Observation};

/// The same session on each of these days.
fn on_days(days: &[i64], tell: impl Fn(Script) -> Script) -> Vec<Script> {
    days.iter().map(|day| tell(Script::on_day(&format!("day{day}"), *day))).collect()
}

fn learned(scripts: &[Script]) -> Vec<Observation> {
    let thresholds = Thresholds::default();
    let rules = Rules { thresholds: &thresholds, holds: &holds };
    merge(&[], concluded(scripts), rules).into_iter().map(|merged| merged.after).collect()
}

fn remedied(script: Script) -> Script {
    script.fails("bun run lint", "x").runs("bun run lint:fix")
}

#[test]
fn one_session_shows_nothing() {
    let busy = |script: Script| {
        let script = remedied(remedied(script)).fails(
            "git add web/dist/a",
            "The following paths are ignored by one of your .gitignore files:\nweb/dist",
        );
        script
            .edits("a.ts")
            .runs("npm run lint")
            .runs("npm test")
            .runs("git commit -m x")
            .writes("b.go", "//nolint:gosec")
    };
    assert_eq!(titles(&on_days(&[0], busy)), Vec::<String>::new());
}

#[test]
fn two_sessions_agree_on_a_remedy() {
    let scripts = on_days(&[0, 1], remedied);
    assert_eq!(titles(&scripts), ["When `bun run lint` fails, run `bun run lint:fix`"]);
    let ready = learned(&scripts);
    assert!(is_ready(&ready[0], &Thresholds::default()));
    assert_eq!((ready[0].count, ready[0].evidence.len()), (2, 2));
}

#[test]
fn remedies_that_differ_teach_nothing() {
    let other = |script: Script| script.fails("bun run lint", "x").runs("bun run format");
    let scripts = [on_days(&[0, 1], remedied), on_days(&[2, 3], other)].concat();
    assert_eq!(titles(&scripts), Vec::<String>::new());
}

#[test]
fn a_rule_that_comes_back_is_named() {
    let lint = |rule: &'static str| {
        move |script: Script| {
            let output = format!("src/a.ts:1:1 lint/{rule} FIXABLE");
            script.edits("src/a.ts").fails("npm run lint", &output).runs("npm run lint")
        }
    };
    let hooks = on_days(&[0, 1, 2], lint("correctness/useExhaustiveDependencies"));
    let expected = "Write code that passes `lint/correctness/useExhaustiveDependencies`: `npm run lint` complains about it again and again";
    assert_eq!(titles(&hooks), [expected]);
    assert_eq!(titles(&hooks[..2]), Vec::<String>::new(), "two sessions");
    assert_eq!(
        titles(&on_days(&[0, 1, 2], lint("correctness/noUnusedVariables"))),
        Vec::<String>::new(),
        "everyday"
    );
    let same_day: Vec<Script> =
        (0..3).map(|n| lint("style/noVar")(Script::on_day(&format!("s{n}"), 0))).collect();
    assert_eq!(titles(&same_day), Vec::<String>::new(), "one day's work");
}

#[test]
fn many_rules_share_an_entry_and_silenced_ones_have_their_own() {
    let output =
        "a.go:1:1: x (wrapcheck)\na.go:2:1: x (gocritic)\na.go:3:1: x (revive)\na.go:4:1: x (nilerr)";
    let lints = |script: Script| {
        let script =
            script.fails("mise run lint", output).writes("a.go", "return nil //nolint:nilerr // fine");
        script.runs("mise run lint")
    };
    assert_eq!(
        titles(&on_days(&[0, 1, 2], lints)),
        [
            "Where `nilerr` is wrong about the code, silence it in place with `//nolint:nilerr`",
            "`mise run lint` keeps complaining about `gocritic`, `revive` and `wrapcheck`",
        ]
    );
}

#[test]
fn titles_that_differ_in_one_token_are_different_lessons() {
    let silences =
        |script: Script| script.writes("a.go", "x //nolint:nilerr").writes("b.go", "y //nolint:gosec");
    assert_eq!(learned(&on_days(&[0, 1, 2], silences)).len(), 2);
}

#[test]
fn ignored_paths_and_hooks_need_two_sessions() {
    let ignored = "The following paths are ignored by one of your .gitignore files:\nweb/dist\nhint: x";
    let adds = |script: Script| script.fails("git add web/dist/a.css", ignored);
    assert_eq!(titles(&on_days(&[0, 0], adds).to_vec()[..1]), Vec::<String>::new());
    assert_eq!(
        titles(&on_days(&[0, 1], adds)),
        ["Leave `web/dist` out of `git add`: a `.gitignore` excludes it"]
    );
    let commits = |script: Script| {
        let script = script.fails("git commit -m x", "$ npx evil\nhusky - pre-commit script failed");
        script.runs("biome check").runs("tsc").runs("git commit -m x")
    };
    let unproven = |script: Script| {
        script.fails("git commit -m x", "$ tsc\n$ biome check\nhusky - pre-commit script failed")
    };
    assert_eq!(titles(&on_days(&[0, 1], unproven)), Vec::<String>::new(), "output names no command");
    assert_eq!(
        titles(&on_days(&[0, 1], commits)),
        ["Run `biome check` and `tsc` before `git commit`: a hook refuses the commit otherwise"]
    );
}

#[test]
fn the_usual_checks_are_one_workflow() {
    let works =
        |script: Script| script.edits("src/a.rs").runs("cargo test").runs("cargo clippy").runs("cargo fmt");
    let scripts = on_days(&[0, 2, 4], works);
    let found = concluded(&scripts);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].title, "Check the work after a change");
    assert_eq!(steps(&found[0]), ["Run `cargo fmt`", "Run `cargo clippy`", "Run `cargo test`"]);
    assert!(is_ready(&learned(&scripts)[0], &Thresholds::default()));
    assert_eq!(titles(&on_days(&[0, 2], works)), Vec::<String>::new(), "two sessions");
    let committed = on_days(&[0, 2, 4], |script| works(script).runs("git commit -m x"));
    assert_eq!(titles(&committed), ["Check the work before a commit"]);
    let one = on_days(&[0, 2, 4], |script| script.edits("src/a.rs").runs("cargo test"));
    assert_eq!(titles(&one), Vec::<String>::new(), "one check is no sequence");
}

#[test]
fn a_command_belongs_to_the_files_it_follows() {
    let styles =
        on_days(&[0, 2, 6], |script| script.edits("web/src/a.css").runs("cd web && bun run css:build"));
    let others = on_days(&[1, 3, 4, 5, 7, 8], |script| script.edits("src/a.ts").runs("bun run test"));
    let found = concluded(&[styles.clone(), others].concat());
    let rule = found.iter().find(|candidate| candidate.details.kind() == Kind::Procedural).unwrap();
    assert_eq!(rule.title, "After a change to `web/src/*.css`, run `bun run css:build` in `web`");
    assert_eq!(steps(rule), ["Run `bun run css:build` in `web`"]);
    let typed = on_days(&[0, 2, 6], |script| script.edits("a.ts").runs("bun run typecheck"));
    let untyped = on_days(&[1, 3, 4, 5, 7, 8], |script| script.edits("a.py").runs("pytest"));
    assert_eq!(
        titles(&[typed, untyped].concat()),
        Vec::<String>::new(),
        "every repository checks its language"
    );
    let everywhere = on_days(&[1, 3, 4, 5], |script| script.edits("src/a.ts").runs("bun run css:build"));
    assert_eq!(titles(&[styles, everywhere].concat()), Vec::<String>::new(), "it runs after every change");
}

#[test]
fn reading_again_changes_nothing() {
    let seen: Vec<FactSighting> = on_days(&[0, 1, 2], remedied).iter().flat_map(Script::seen).collect();
    let twice = [seen.clone(), seen.clone()].concat();
    let conclude = |seen: &[FactSighting]| super::super::conclusions(seen, &KnownText::default());
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
        "When `bun run lint` fails, run `bun run lint:fix`: it helps without an edit in those sessions"
            .to_owned(),
    ]);
    let seen: Vec<FactSighting> = on_days(&[0, 1], remedied).iter().flat_map(Script::seen).collect();
    let found = super::super::conclusions(&seen, &known);
    assert!(found[0].quality.redundant);
    assert!(!holds(Kind::Pitfall, &found[0].quality, 2));
}
