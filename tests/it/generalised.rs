//! Values that change from one occasion to the next do not become part of a command.

use crate::session::Session;
use crate::world::World;

fn release(world: &mut World, day: &str, version: &str) {
    let order = format!(
        "Release {version}: bump the version in package.json to {version}, run `npm test`, then `git tag v{version}` \
         and push."
    );
    let session = Session::new(&format!("release-{day}"), &format!("{day}T10:00:00Z"))
        .user("Please look at the spacing of the rows in the table of orders, and tell me how far they are from each other in the list of customers and in the list of products.")
        .assistant("The rows have 4 px.")
        .user(&order)
        .assistant("Done.");
    world.play(&session);
}

fn command(world: &World) -> (String, String) {
    let list = world.list();
    assert_eq!(list.len(), 1, "{list:#?}");
    let path = list[0]["artifact"].as_str().unwrap().to_owned();
    let text = world.read(&path);
    (path, text)
}

#[test]
fn a_command_takes_the_version_instead_of_knowing_it() {
    let mut world = World::new();
    release(&mut world, "2026-03-02", "1.2.0");
    release(&mut world, "2026-03-06", "1.3.0");
    release(&mut world, "2026-03-09", "1.4.0");
    let (path, text) = command(&world);
    assert!(path.contains("/release-version-bump-"), "{path}");
    assert!(text.contains("argument-hint: \"[version]\"\n") && text.contains("$ARGUMENTS"), "{text}");
    assert!(text.contains("3. `git tag v<version>`") && !text.contains("1.2.0"), "{text}");
    assert_eq!(world.list()[0]["count"], 3);
}

#[test]
fn a_command_that_stands_is_written_again_under_its_name() {
    let mut world = World::new();
    release(&mut world, "2026-03-02", "1.2.0");
    release(&mut world, "2026-03-06", "1.2.0");
    let (path, text) = command(&world);
    assert!(text.contains("`git tag v1.2.0`") && !text.contains("$ARGUMENTS"), "{text}");
    release(&mut world, "2026-03-09", "1.3.0");
    let (same, text) = command(&world);
    assert_eq!(same, path);
    assert!(text.contains("`git tag v<version>`") && !text.contains("1.2.0"), "{text}");
    let reconciled = world.run(&["reconcile", "--json"]).json();
    assert_eq!((&reconciled["edits"], &reconciled["unchanged"]), (&0.into(), &1.into()));

    world.run(&["undo", &path]).ok();
    assert!(world.read(&path).contains("v1.2.0"));
    release(&mut world, "2026-03-12", "1.4.0");
    assert!(world.read(&path).contains("v1.2.0"), "what was taken back is not done again");
}

#[test]
fn what_a_person_edited_stays_theirs() {
    let mut world = World::new();
    release(&mut world, "2026-03-02", "1.2.0");
    release(&mut world, "2026-03-06", "1.2.0");
    let (path, text) = command(&world);
    let edited = text.replace("4. Push", "4. Push, but not on Fridays");
    world.write(&path, &edited);
    release(&mut world, "2026-03-09", "1.3.0");
    assert_eq!(world.read(&path), edited);
}

fn order(world: &mut World, day: &str, order: &str) {
    let session = Session::new(&format!("order-{day}"), &format!("{day}T10:00:00Z"))
        .user("Please look at the spacing of the rows in the table of orders, and tell me how far they are from each other in the list of customers and in the list of products.")
        .assistant("The rows have 4 px.")
        .user(order)
        .assistant("Done.");
    world.play(&session);
}

#[test]
fn different_values_are_asked_for_apart() {
    let mut world = World::new();
    for (day, file) in [("2026-03-02", "a"), ("2026-03-06", "b"), ("2026-03-09", "c")] {
        order(&mut world, day, &format!("Copy src/{file}.rs to docs/{file}.rs, run `make docs`, then push."));
    }
    let (_, text) = command(&world);
    assert!(text.contains("1. Copy `<path>` to `<path-2>`"), "{text}");
    assert!(text.contains("argument-hint: \"[path] [path-2]\"\n"), "{text}");
    assert_eq!(world.list()[0]["count"], 3);
}

#[test]
fn a_value_of_one_place_is_not_kept_for_standing_in_another() {
    let mut world = World::new();
    for (day, from, to) in [("2026-03-02", "1.2.0", "1.3.0"), ("2026-03-06", "1.3.0", "1.4.0")] {
        let text =
            format!("Bump {from} to {to} in Cargo.toml, run `cargo test`, then `git tag v{to}` and push.");
        order(&mut world, day, &text);
    }
    let (_, text) = command(&world);
    assert!(text.contains("`git tag v<version-2>`") && !text.contains("1.3.0"), "{text}");
}

/// Each may be the point of its workflow, and nothing that removes one thing comes to remove any.
#[test]
fn other_things_make_other_workflows() {
    for [one, two] in [
        [
            "Run the e2e tests with `make check`, then commit, then push.",
            "Run the i18n tests with `make check`, then commit, then push.",
        ],
        [
            "Run `psql -f up.sql`, then `make check`, then push.",
            "Run `psql -f down.sql`, then `make check`, then push.",
        ],
        [
            "Run `rm -rf build/a`, then `make check`, then push.",
            "Run `rm -rf build/b`, then `make check`, then push.",
        ],
        [
            "Run `kubectl delete pod a-1`, then `make check`, then push.",
            "Run `kubectl delete pod b-2`, then `make check`, then push.",
        ],
    ] {
        let mut world = World::new();
        order(&mut world, "2026-03-02", one);
        order(&mut world, "2026-03-06", two);
        let list = world.list();
        assert_eq!(list.len(), 2, "{one}: {list:#?}");
        assert!(list.iter().all(|one| one["count"] == 1 && one["artifact"].is_null()), "{list:#?}");
    }
}
