use proptest::prelude::*;

use super::*;
use crate::core::text::placeholder::blanks;

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
        ("bump 1.2.0 to 1.3.0", "bump 1.3.0 to 1.4.0", "bump <version> to <version-2>"),
        ("bump <version> to <version-2>", "bump 1.4.0 to 1.5.0", "bump <version> to <version-2>"),
        ("copy src/a.rs to docs/a.rs", "copy src/b.rs to docs/b.rs", "copy <path> to <path-2>"),
        ("copy <path> to <path-2>", "copy src/c.rs to docs/c.rs", "copy <path> to <path-2>"),
        ("diff src/a.rs with src/a.rs", "diff src/b.rs with src/b.rs", "diff <path> with <path>"),
        ("diff <path> with <path>", "diff src/b.rs with src/c.rs", "diff <path> with <path-2>"),
        ("tag v1.2.0 from 1.2.0", "tag v1.3.0 from 1.3.0", "tag v<version> from <version>"),
        ("deploy 1.2.0 to staging", "deploy 1.3.0 to production", "deploy <version> to <name>"),
        ("run the node18 tests", "run the node20 tests", "run the <name> tests"),
        ("`git checkout fix-a`", "`git checkout orders_2`", "`git checkout <name>`"),
        ("listen on 80 now", "listen on 81 now", "listen on <number> now"),
        ("start feature1 now", "start feature2 now", "start <name> now"),
        ("`git diff <name> src/api` now", "`git diff x-1 src/web` now", "`git diff <name> <path>` now"),
        ("1.2.0: `make deploy` now", "<version>: `make deploy` now", "<version>: `make deploy` now"),
        ("`pytest tests/test_a.py`", "`pytest tests/test_b.py`", "`pytest <path>`"),
        ("`npx jest src/api`", "`npx jest src/web`", "`npx jest <path>`"),
        (
            "`terraform apply -var env=qa`",
            "`terraform apply -var env=prod`",
            "`terraform apply -var env=<name>`",
        ),
        ("`git tag -d v1.2.0`", "`git tag -d v1.3.0`", "`git tag -d v<version>`"),
        ("`git tag v1.2`", "`git tag v1.3`", "`git tag v<version>`"),
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
        ("tell the team", "tell the customer"),
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

/// A difference may be the point. Then neither is widened, least of all one that removes something.
#[test]
fn other_things_are_other_work() {
    for (known, other) in [
        ("run the e2e tests", "run the i18n tests"),
        ("set up k8s for it", "set up s3 for it"),
        ("`psql -f up.sql`", "`psql -f down.sql`"),
        ("`psql -f db/up.sql`", "`psql -f db/down.sql`"),
        ("`scripts/start.sh --wait`", "`scripts/stop.sh --wait`"),
        ("`sudo bash scripts/start-web.sh`", "`sudo bash scripts/stop-web.sh`"),
        ("`kubectl apply -f api-1`", "`kubectl apply -f src/x`"),
        ("`rm -rf build/a`", "`rm -rf build/b`"),
        ("`rm -rf <version> build/a`", "`rm -rf 1.2.0 build/b`"),
        ("`rm -rf dist` first", "`rm -rf build` first"),
        ("`kubectl delete pod a-1`", "`kubectl delete pod b-2`"),
        ("`terraform destroy -var env=qa`", "`terraform destroy -var env=prod`"),
        ("`git reset --hard HEAD~1`", "`git reset --hard HEAD~2`"),
        ("`git push --force`", "`git push --force-with-lease`"),
        ("`git push`", "`git push --force`"),
        ("`helm upgrade web --dry-run=true`", "`helm upgrade web --dry-run=false`"),
        ("git push origin", "git push --force origin"),
        ("run `npm run e2e` now", "run `npm run e2e -- --update` now"),
        ("`git stash pop` now", "`git stash drop` now"),
        ("skip the tests", "run the tests"),
        ("push and tag it", "push but don't tag it"),
        ("commit with the lockfile", "commit without the lockfile"),
        ("stop the worker before the migration", "stop the worker after the migration"),
        ("allow the migration", "block the migration"),
        ("start the worker", "stop the worker"),
        ("copy the data from prod to dev", "copy the data from dev to prod"),
        ("copy the db to staging", "copy the db from staging"),
        ("merge main into dev", "merge dev into main"),
    ] {
        let (one, two) = (workflow("Do it", &[known, "push"]), workflow("Do it", &[other, "push"]));
        assert_eq!(generalise(&one, &two), (one, Relation::Other), "{known} / {other}");
    }
}

#[test]
fn other_words_are_not_the_same_steps() {
    for (known, other, expected) in [
        ("run the tests", "run the tests again", Relation::Alike),
        ("run the tests", "run all the tests", Relation::Alike),
        ("run the tests", "execute the tests", Relation::Alike),
        ("run the test now", "run the tests now", Relation::Alike),
        ("run the tests", "run the tests with `make test -j4`", Relation::Alike),
        ("use pnpm here", "use pnpm here, not npm", Relation::Alike),
        ("push it", "don't forget to push it", Relation::Alike),
        ("copy it to staging", "copy it into staging", Relation::Alike),
        ("update changelog", "update changelog.md", Relation::Alike),
        ("update the @CHANGELOG.md", "update the changelog", Relation::Alike),
        ("update the readme.md", "update the changelog", Relation::Doubtful),
        ("update the main.rs now", "update the main now", Relation::Doubtful),
        ("tell the team about it", "tell the customer about it", Relation::Doubtful),
        ("tag it as beta", "tag it as stable", Relation::Doubtful),
        ("deploy it to staging", "deploy it to prod right away", Relation::Doubtful),
        ("write the notes", "publish the notes", Relation::Doubtful),
        ("reset the db", "reset the prod db", Relation::Doubtful),
        ("delete the remote branch", "delete the branch", Relation::Doubtful),
        ("commit all of it", "commit only the staged files of it", Relation::Doubtful),
        ("deploy it to prod and watch the logs", "deploy it to staging", Relation::Doubtful),
        ("reset the db", "reset the whole db", Relation::Alike),
        ("reset the db", "reset the billing db", Relation::Doubtful),
        ("reset the billing db", "reset the test db", Relation::Doubtful),
        ("delete the branch", "delete the release branch", Relation::Doubtful),
        ("restart the service", "restart the payment service", Relation::Doubtful),
        ("roll back the deploy", "roll back the deploy and its migrations", Relation::Doubtful),
        ("restart the service", "now restart the service again", Relation::Alike),
        ("run the tests", "run the unit tests", Relation::Doubtful),
        ("commit the lockfile", "commit everything", Relation::Doubtful),
        ("commit it", "commit everything", Relation::Alike),
        ("run the migrations on a copy", "run the migrations", Relation::Doubtful),
        ("run the tests", "run all the tests again", Relation::Alike),
        ("fix what fails in src/a.rs", "fix what breaks in src/b.rs", Relation::Alike),
        ("Run the tests in src/api", "run the tests in src/web", Relation::Same),
    ] {
        let of = |step: &str| workflow("Do it", &[step, "push"]);
        assert_eq!(generalise(&of(known), &of(other)).1, expected, "{known} / {other}");
    }
}

#[test]
fn blanks_are_the_same_in_all_steps_and_the_title() {
    let telling = |from: &str, to: &str| {
        let order = format!("raise {from} to {to}");
        workflow(&format!("Bump {to}"), &[&order, &format!("`git tag v{to}`"), &format!("close {from}")])
    };
    let both = telling("<version>", "<version-2>");
    let (first, _) = generalise(&telling("1.2.0", "1.3.0"), &telling("1.3.0", "1.4.0"));
    assert_eq!(first, both);
    assert_eq!(generalise(&first, &telling("1.4.0", "2.0.0")), (both, Relation::Same));
}

#[test]
fn what_is_of_one_occasion_stays_only_if_every_sighting_names_it() {
    let one = workflow("Release 1.2.0", &["bump to 1.2.0", "use node 20.11.0", "push"]);
    let longer = workflow("Release 1.3.0", &["bump to 1.3.0", "lint", "use node 20.11.0", "push"]);
    let (both, relation) = generalise(&one, &longer);
    assert_eq!(both, workflow("Release <version>", &["bump to <version>", "use node 20.11.0", "push"]));
    assert_eq!(relation, Relation::Alike);
    let (unnamed, _) = generalise(&one, &workflow("Release", &["bump it", "push"]));
    assert_eq!(
        unnamed,
        workflow("Release <version>", &["bump to <version>", "use node <version-2>", "push"])
    );
}

#[test]
fn steps_that_cannot_be_laid_side_by_side_stay() {
    for (known, others, expected) in [
        (&["test src/api", "commit it"][..], &["test src/web", "commit it", "push"][..], Relation::Doubtful),
        (&["test src/api", "commit it"], &["test src/web", "then do something else"], Relation::Doubtful),
        (&["run `make test`", "commit"], &["run `npm run build`", "deploy"], Relation::Other),
        (&["run `make test`", "commit"], &["run `make docs`", "push"], Relation::Other),
        (&["run `make test`", "commit"], &["run the tests", "commit"], Relation::Alike),
        (&["run `make test`", "push"], &["run `make test`", "push", "deploy to prod"], Relation::Doubtful),
        (&["run `make test`", "push"], &["run `make test`", "run `make lint`", "push"], Relation::Alike),
        (&["run `make test`", "push"], &["run `make test`", "fix what fails", "push"], Relation::Alike),
        (
            &["run `make test`", "push"],
            &["run `make test`", "look whether it works", "push"],
            Relation::Alike,
        ),
        (&["run `make test`", "push"], &["run `make test`", "reset the db", "push"], Relation::Doubtful),
        (
            &["delete `node_modules`", "run `npm ci`", "commit"],
            &["revert the commit", "run `make test`", "push"],
            Relation::Other,
        ),
        (
            &["run `make test`", "tag on main", "push the tag"],
            &["run `make test`", "create a release branch", "open a PR"],
            Relation::Doubtful,
        ),
        (
            &["run `make test`", "write the notes", "tell the team"],
            &["run `make test`", "upload the file", "close the ticket", "wait an hour"],
            Relation::Doubtful,
        ),
    ] {
        let one = workflow("Do it", known);
        assert_eq!(generalise(&one, &workflow("Do it", others)), (one, expected), "{known:?} / {others:?}");
    }
}

#[test]
fn the_same_acts_in_another_order_are_other_work() {
    let one = workflow("Ship", &["run `make migrate`", "run `make deploy`"]);
    let other = workflow("Ship", &["run `make deploy`", "run `make migrate`"]);
    assert_eq!(generalise(&one, &other), (one, Relation::Other));
}

#[test]
fn what_one_denies_is_other_work_in_whatever_step() {
    let one = workflow("Ship", &["run `make check`", "commit, but don't push"]);
    let other = workflow("Ship", &["run `make check`", "commit", "push"]);
    assert_eq!(generalise(&one, &other), (one, Relation::Other));
}

#[test]
fn a_title_is_left_as_it_is_where_the_steps_are() {
    let one = workflow("Ship it to prod", &["run `make ship`", "deploy it to prod"]);
    let other = workflow("Ship it to staging", &["run `make ship`", "tell me", "deploy it to staging"]);
    assert_eq!(generalise(&one, &other).0, one);
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
    let (both, relation) = generalise(&procedure("src/api", "ABC-1"), &procedure("src/web", "ABC-2"));
    assert_eq!(both, procedure("src/api", "<ticket>"));
    assert_eq!(relation, Relation::Same);
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
        1 => "(src/(api|a1)[.,]?|v?1\\.[01]\\.0|ABC-1)",
    ];
    prop::collection::vec(word, 1..8).prop_map(|words| words.join(" "))
}

/// The same text with other values; there are three of every value.
fn with_other_values(text: &str, turn: usize) -> String {
    let values = [
        ["src/api", "src/web", "src/cli"],
        ["src/a1", "src/api", "src/api"],
        ["1.0.0", "2.0.0", "3.0.0"],
        ["1.1.0", "1.0.0", "3.0.0"],
        ["ABC-1", "ABC-2", "ABC-3"],
    ];
    values.iter().fold(text.to_owned(), |text, row| text.replace(row[0], row[turn]))
}

proptest! {
    #[test]
    fn the_same_stays_as_it_is(telling in any_telling()) {
        prop_assert_eq!(generalise(&telling, &telling), (telling.clone(), Relation::Same));
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
                let is_blank = !blanks(&after).is_empty();
                prop_assert!(*before == after || is_blank, "{} became {}", before, after);
            }
        }
    }

    /// In whatever order the same thing is seen with other values, the same places become
    /// placeholders.
    #[test]
    fn order_does_not_matter(steps in prop::collection::vec(with_values(), 1..4), order in Just(vec![0, 1, 2]).prop_shuffle()) {
        let of = |turn: usize| {
            let steps: Vec<String> = steps.iter().map(|step| with_other_values(step, turn)).collect();
            workflow("Ship it", &steps.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let seen = |order: &[usize]| {
            order[1..].iter().fold(of(order[0]), |known, turn| generalise(&known, &of(*turn)).0)
        };
        if generalise(&of(0), &of(1)).1 == Relation::Same {
            prop_assert_eq!(seen(&[0, 1, 2]), seen(&order));
        }
    }
}
