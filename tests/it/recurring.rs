//! Requests that recur in a person's own words.

use crate::session::Session;
use crate::world::World;

const SAID: [&str; 3] = [
    "nice. record a short demo clip of the map page",
    "yes. please record the demo clip in dark colours",
    "can you record another demo clip?",
];

fn ask(world: &mut World, n: usize, said: &str) {
    let session = Session::new(&format!("asked-{n}"), &format!("2026-03-0{}T10:00:00Z", 2 * n + 1))
        .user("the page of a harbour is slow, and people have begun to write to us about it, have a look")
        .assistant("Every request asked the station again. I changed that.")
        .user(said)
        .assistant("Recorded.");
    world.play(&session);
}

#[test]
fn what_three_sessions_ask_for_is_told_and_written_in_the_persons_words() {
    let mut world = World::new();
    let asked = |world: &World| -> Vec<String> {
        let all = world.list();
        let titles = all.iter().filter_map(|it| it["title"].as_str());
        titles.filter(|it| it.contains("demo clip")).map(str::to_owned).collect()
    };
    for (n, said) in SAID.iter().enumerate() {
        assert!(asked(&world).is_empty(), "{n}");
        ask(&mut world, n, said);
    }
    assert_eq!(asked(&world), ["Record another demo clip"]);
    let told = world.start("next", "startup").json().to_string();
    assert!(told.contains("3 sessions: Record another demo clip"), "{told}");
    ask(&mut world, 3, "and record a demo clip for the fair");
    assert!(world.exists(".claude/skills/record-another-demo-clip/SKILL.md"));
}

#[test]
fn what_was_cleared_is_asked_for_anew() {
    let mut world = World::new();
    ask(&mut world, 0, SAID[0]);
    ask(&mut world, 1, SAID[1]);
    world.run(&["clear", "--yes"]).ok();
    ask(&mut world, 2, SAID[2]);
    assert!(world.list().iter().all(|it| it["title"] != "Record another demo clip"));
    let database = std::fs::read(world.state().join("learning.db")).unwrap();
    let holds = |words: &str| database.windows(words.len()).any(|bytes| bytes == words.as_bytes());
    assert!(holds("record another demo clip") && !holds("dark colours"));
}
