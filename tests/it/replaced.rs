//! Competing lessons of one name: the command follows the one that people asked for last.

use crate::session::Session;
use crate::world::World;

const PATH: &str = ".claude/commands/self-learning/to-release.md";
const OLD: &str = "To release: run `make test`, then tag on main, then push the tag.";
const NEW: &str = "To release: run `make test`, then create a release branch, then open a PR.";

pub fn told(id: &str, day: &str, order: &str) -> Session {
    Session::new(id, &format!("{day}T10:00:00Z"))
        .user("Please look at the spacing of the rows in the table of orders, and tell me how far they are from each other in the list of customers and in the list of products.")
        .assistant("The rows have 4 px.")
        .user(order)
        .assistant("Done.")
}

fn play(world: &mut World, days: &[(&str, &str)]) {
    for (day, order) in days {
        world.play(&told(&format!("order-{day}"), day, order));
    }
}

fn old_way() -> World {
    let mut world = World::new();
    play(&mut world, &[("2026-03-02", OLD), ("2026-03-06", OLD)]);
    assert!(world.read(PATH).contains("Tag on main"));
    world
}

fn both_ways() -> World {
    let mut world = old_way();
    play(&mut world, &[("2026-03-10", NEW), ("2026-03-14", NEW)]);
    world
}

fn commands(world: &World) -> Vec<String> {
    let tree = World::tree(&world.project.join(".claude/commands/self-learning"));
    tree.into_iter().map(|(name, _)| name).filter(|name| name.ends_with(".md")).collect()
}

/// The one that has the command, and the other.
fn ids(world: &World) -> (String, String) {
    let list = world.list();
    let id = |has: bool| {
        let one = list.iter().find(|one| one["artifact"].is_string() == has);
        one.unwrap_or_else(|| panic!("{list:#?}"))["id"].as_str().unwrap().to_owned()
    };
    (id(true), id(false))
}

#[test]
fn the_newer_way_takes_the_name_of_the_older() {
    let mut world = old_way();
    let old = world.list()[0]["id"].clone();
    play(&mut world, &[("2026-03-10", NEW)]);
    assert!(world.read(PATH).contains("Tag on main"), "said once, it replaces nothing");
    play(&mut world, &[("2026-03-14", NEW)]);
    assert_eq!(commands(&world), ["to-release.md"]);
    assert!(world.read(PATH).contains("Open a PR"));
    let list = world.list();
    let older = list.iter().find(|one| one["id"] == old).unwrap();
    assert!(older["artifact"].is_null() && older["superseded_by"].is_string(), "{older:#}");
    assert!(world.run(&["list"]).ok().stdout.contains("ready, superseded"));
    let counts: Vec<_> = list.iter().map(|one| one["count"].clone()).collect();
    assert_eq!(counts, [2, 2]);
    play(&mut world, &[("2026-03-16", NEW)]);
    assert_eq!(commands(&world), ["to-release.md"]);
    play(&mut world, &[("2026-03-18", OLD), ("2026-03-22", OLD)]);
    assert!(world.read(PATH).contains("Tag on main"), "asked for again, it is the way again");
    assert_eq!(commands(&world), ["to-release.md"]);
}

#[test]
fn the_older_way_comes_back_when_the_newer_one_is_given_up() {
    let world = both_ways();
    let (newer, older) = ids(&world);
    world.run(&["review", "--reject", &newer]).ok();
    assert!(world.read(PATH).contains("Tag on main"));
    assert_eq!((commands(&world), ids(&world)), (vec!["to-release.md".to_owned()], (older, newer)));
}

#[test]
fn the_older_way_comes_back_when_the_newer_one_is_taken_back() {
    for is_named in [true, false] {
        let world = both_ways();
        let (newer, older) = ids(&world);
        world.run(&["undo", if is_named { &newer } else { PATH }]).ok();
        assert!(world.read(PATH).contains("Tag on main"));
        assert_eq!(ids(&world), (older.clone(), newer.clone()));
        world.run(&["learn", "--now"]).ok();
        assert!(world.read(PATH).contains("Tag on main"), "what was taken back waits");
        assert_eq!((commands(&world).len(), ids(&world)), (1, (older.clone(), newer.clone())));
        world.run(&["review", "--accept", &newer]).ok();
        assert_eq!((commands(&world), ids(&world)), (vec!["to-release.md".to_owned()], (newer, older)));
    }
}

#[test]
fn what_a_person_edited_of_the_older_way_stays() {
    let mut world = old_way();
    let edited = world.read(PATH).replace("Tag on main", "Tag on main, twice");
    world.write(PATH, &edited);
    play(&mut world, &[("2026-03-10", NEW), ("2026-03-14", NEW), ("2026-03-16", NEW)]);
    assert_eq!(world.read(PATH), edited);
    assert_eq!(commands(&world), ["to-release-2.md", "to-release.md"]);
}

/// The opposite of a procedure asks for a look at it, until that stands in its place.
#[test]
fn what_was_replaced_asks_for_nothing() {
    let mut world = World::new();
    let always = "Whenever you edit `src/api`, run `make api`, because the clients are generated.";
    let never = "Whenever you edit `src/api`, don't run `make api`, because CI generates the clients.";
    let days = ["2026-03-02", "2026-03-05", "2026-03-08"];
    play(&mut world, &days.map(|day| (day, always)));
    let older = world.list()[0]["id"].clone();
    let asks = |world: &World| -> Vec<bool> {
        let list = world.list();
        let one = |one: &serde_json::Value| one["id"] == older && one["needs_review"] == true;
        list.iter().filter(|o| o["id"] == older).map(one).collect()
    };
    play(&mut world, &[("2026-03-12", never)]);
    assert_eq!(asks(&world), [true], "{:#?}", world.list());
    play(&mut world, &[("2026-03-15", never), ("2026-03-18", never)]);
    let list = world.list();
    assert!(list.iter().any(|o| o["id"] == older && o["superseded_by"].is_string()), "{list:#?}");
    assert_eq!(asks(&world), [false], "{list:#?}");
}
