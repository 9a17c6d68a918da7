//! What changes from one time to the next does not become part of a command.

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
