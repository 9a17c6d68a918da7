use proptest::prelude::*;

use super::*;
use crate::core::blank::Blank;

fn workflow(title: &str, steps: &[&str]) -> Telling {
    let steps = steps.iter().map(|step| (*step).to_owned()).collect();
    Telling { title: title.to_owned(), details: Details::Workflow { steps } }
}

fn step(known: &str, other: &str) -> String {
    let telling = |step: &str| workflow("Ship", &[step, "push"]);
    let (both, _) = generalise(&telling(known), &telling(other));
    steps(&both.details).unwrap()[0].clone()
}

#[test]
fn values_that_differ_are_left_blank() {
    for (known, other, expected) in [
        ("bump it to 1.2.0", "bump it to 1.3.0", "bump it to <version>"),
        ("`git tag v1.2.0`", "`git tag v1.3.0`", "`git tag v<version>`"),
        ("`git tag v<version>`", "`git tag v1.4.0`", "`git tag v<version>`"),
        ("tag v1.2.0 now", "tag 1.3.0 now", "tag <version> now"),
        ("merge release/1.2.0 back", "merge release/1.3.0 back", "merge release/<version> back"),
        ("release 1.2 of it", "release 1.3 of it", "release <version> of it"),
        ("run the tests in src/api.", "run the tests in src/web.", "run the tests in <path>."),
        ("edit orders.ts first", "edit users.ts first", "edit <path> first"),
        ("close ABC-12, then wait", "close ABC-13, then wait", "close <ticket>, then wait"),
        ("fix issue #412 first", "fix issue #455 first", "fix issue <ticket> first"),
        ("dated 2026-03-02 here", "dated 2026-03-05 here", "dated <date> here"),
        ("`app --env=staging`", "`app --env=prod`", "`app --env=<name>`"),
        ("`git checkout fix-a`", "`git checkout fix-b`", "`git checkout <name>`"),
        ("`git push origin main`", "`git push origin dev`", "`git push origin <name>`"),
        ("deploy it to staging", "deploy it to production", "deploy it to <name>"),
        ("deploy it to <name>", "deploy it to production", "deploy it to <name>"),
        ("wait 5 minutes then go", "wait 10 minutes then go", "wait <number> minutes then go"),
        ("copy src/a.rs into it", "copy 1.2.0 into it", "copy <name> into it"),
        ("Run the tests in src/api", "now run the tests in src/web", "Run the tests in <path>"),
    ] {
        assert_eq!(step(known, other), expected, "{known} / {other}");
    }
}

#[test]
fn other_words_for_the_same_are_no_values() {
    for (known, other) in [
        ("fix what fails", "fix what breaks"),
        ("run all tests", "run the tests"),
        ("run `make lint`", "run `make test`"),
        ("run `npm run test-unit` now", "run `npm run test-e2e` now"),
        ("run `npm test`", "run `pnpm test`"),
        ("run `git push --dry-run`", "run `git push --force`"),
        ("run `git stash pop` now", "run `git stash drop` now"),
        ("run `docker compose up` now", "run `docker compose down` now"),
        ("run `kubectl get pod web` now", "run `kubectl delete pod web` now"),
        ("bump the version", "write down in src/web what changed in 2.0.0"),
        ("hash it with SHA-256 and UTF-8", "hash it with SHA-512 and UTF-16 too"),
        ("listen on 127.0.0.1 now", "listen now"),
    ] {
        assert_eq!(step(known, other), known, "{other}");
    }
}

#[test]
fn what_is_of_one_occasion_stays_only_if_every_sighting_names_it() {
    let one = workflow("Release 1.2.0", &["bump to 1.2.0", "use node 20.11.0", "push"]);
    let longer = workflow("Release 1.3.0", &["bump to 1.3.0", "lint", "use node 20.11.0", "push"]);
    let (both, is_same) = generalise(&one, &longer);
    assert_eq!(both, workflow("Release <version>", &["bump to <version>", "use node 20.11.0", "push"]));
    assert!(!is_same);
    let (unnamed, _) = generalise(&one, &workflow("Release", &["bump it", "push"]));
    assert_eq!(unnamed, workflow("Release <version>", &["bump to <version>", "use node <version>", "push"]));
}

#[test]
fn steps_that_cannot_be_laid_side_by_side_stay() {
    let one = workflow("Test", &["test src/api", "commit it"]);
    for other in [&["test src/web", "commit it", "push"][..], &["test src/web", "then do something else"]] {
        assert_eq!(generalise(&one, &workflow("Look", other)), (one.clone(), false), "{other:?}");
    }
}

#[test]
fn a_title_follows_the_steps() {
    let one = workflow("Check the api in src/api thoroughly", &["test src/api", "commit it"]);
    let other = workflow("Once more", &["test src/web", "commit it"]);
    assert_eq!(generalise(&one, &other).0.title, "Check the api in <path> thoroughly");
}

#[test]
fn the_situation_of_a_procedure_stays() {
    let procedure = |folder: &str, ticket: &str| Telling {
        title: format!("When you edit {folder}, name {ticket} in the log"),
        details: Details::Procedural {
            situation: format!("When you edit {folder}"),
            steps: vec![format!("name {ticket} in the log")],
            rationale: String::new(),
        },
    };
    let (both, is_same) = generalise(&procedure("src/api", "ABC-1"), &procedure("src/web", "ABC-2"));
    assert_eq!(both, procedure("src/api", "<ticket>"));
    assert!(is_same);
}

#[test]
fn the_form_of_steps_has_no_values() {
    let of = |steps: &[&str]| form(&steps.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>());
    assert_eq!(of(&["Test src/api", "tag v1.2.0"]), of(&["test <path>", "tag v<version>"]));
    assert_eq!(of(&["`git checkout fix-a`"]), of(&["`git checkout <name>`"]));
    assert_ne!(of(&["install node 18"]), of(&["install node 20"]));
    assert_ne!(of(&["test", "push"]), of(&["test push"]));
}

/// A text of words and values as people write them.
fn any_step() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "(run|the|tests|in|fix|tag|to|deploy|`make|check`|für)",
        1 => "v?[1-3]\\.[0-3]\\.0",
        1 => "src/(api|web|cli)[.,]?",
        1 => "ABC-[1-3]",
        1 => "2026-03-0[1-3]",
        1 => "<(version|path|name)>",
    ];
    prop::collection::vec(word, 1..8).prop_map(|words| words.join(" "))
}

fn any_telling() -> impl Strategy<Value = Telling> {
    (any_step(), prop::collection::vec(any_step(), 1..4))
        .prop_map(|(title, steps)| workflow(&title, &steps.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn with_values() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "(run|the|tests|in|fix|tag|to|deploy|`make|check`|für)",
        1 => "(src/api[.,]?|v?1\\.0\\.0|ABC-1)",
    ];
    prop::collection::vec(word, 1..8).prop_map(|words| words.join(" "))
}

/// The same text with other values: of every value there are three.
fn with_other_values(text: &str, turn: usize) -> String {
    let values =
        [["src/api", "src/web", "src/cli"], ["1.0.0", "2.0.0", "3.0.0"], ["ABC-1", "ABC-2", "ABC-3"]];
    values.iter().fold(text.to_owned(), |text, row| text.replace(row[0], row[turn]))
}

proptest! {
    #[test]
    fn the_same_stays_as_it_is(telling in any_telling()) {
        prop_assert_eq!(generalise(&telling, &telling), (telling.clone(), true));
    }

    #[test]
    fn once_is_enough(known in any_telling(), steps in prop::collection::vec(with_values(), 1..4)) {
        let other = workflow(&steps[0], &steps.iter().map(String::as_str).collect::<Vec<_>>());
        let (both, _) = generalise(&known, &other);
        prop_assert_eq!(&generalise(&both, &other).0, &both);
    }

    #[test]
    fn nothing_but_values_changes(known in any_telling(), other in any_telling()) {
        let (both, _) = generalise(&known, &other);
        let pairs = steps(&known.details).unwrap().iter().zip(steps(&both.details).unwrap());
        for (before, after) in pairs.chain([(&known.title, &both.title)]) {
            let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
            prop_assert_eq!(words(before).len(), words(after).len());
            for (before, after) in words(before).iter().zip(words(after)) {
                let is_blank = Blank::ALL.iter().any(|blank| after.contains(&blank.mark()));
                prop_assert!(*before == after || is_blank, "{} became {}", before, after);
            }
        }
    }

    /// Whatever the order in which the same thing is seen with other values, the same is left blank.
    #[test]
    fn order_does_not_matter(steps in prop::collection::vec(with_values(), 1..4), order in Just(vec![0, 1, 2]).prop_shuffle()) {
        let of = |turn: usize| {
            let steps: Vec<String> = steps.iter().map(|step| with_other_values(step, turn)).collect();
            workflow("Ship it", &steps.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let seen = |order: &[usize]| {
            order[1..].iter().fold(of(order[0]), |known, turn| generalise(&known, &of(*turn)).0)
        };
        if generalise(&of(0), &of(1)).1 {
            prop_assert_eq!(seen(&[0, 1, 2]), seen(&order));
        }
    }
}
