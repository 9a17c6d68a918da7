//! The demo, run as a program. It checks itself as it goes; these tests look at what it leaves behind.

use std::fs;
use std::path::{Path, PathBuf};

use crate::world::{Answer, World};

/// Longer is a report, not a demo.
const MOST_LINES: usize = 110;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "md")).collect()
}

fn demo_in(world: &World, folder: &Path) -> Answer {
    world.run(&["demo", "--dir", folder.to_str().unwrap()])
}

#[test]
fn four_things_are_learned_and_one_is_refused() {
    let world = World::new();
    let kept = world.base().join("kept");
    let shown = demo_in(&world, &kept).ok().stdout;
    assert_eq!(shown.matches("\n  wrote ").count(), 4, "{shown}");
    assert!(shown.lines().count() <= MOST_LINES, "{} lines", shown.lines().count());
    assert!(!shown.contains('\u{1b}'), "colours in a pipe");

    let knowledge = |file: &str| fs::read_to_string(kept.join(".memory/knowledge").join(file)).unwrap();
    assert!(knowledge("decisions.md").contains("## ADR-001: "));
    assert!(knowledge("pitfalls.md").contains("## PF-001: "));
    assert_eq!(
        fs::read_dir(kept.join(".claude/skills")).unwrap().flatten().filter(|e| e.path().is_dir()).count(),
        1
    );
    assert_eq!(
        files(&kept.join(".claude/commands/self-learning")),
        Vec::<PathBuf>::new(),
        "the refused command"
    );
}

#[test]
fn the_picture_in_the_readme_is_what_the_demo_shows() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let picture = readme.split("$ ingrain demo\n").nth(1).unwrap().split("```").next().unwrap();
    let shown = World::new().run(&["demo"]).ok().stdout;
    let mut lines = shown.lines();
    for line in picture.lines() {
        assert!(lines.any(|shown| shown == line), "the demo does not show, in this order: {line}\n{shown}");
    }
}

#[test]
fn nothing_of_the_person_is_touched() {
    let world = World::new();
    let before = (World::tree(&world.home), World::tree(&world.project));
    let shown = world.run(&["demo"]).ok();
    assert_eq!(shown.stderr, "");
    assert_eq!((World::tree(&world.home), World::tree(&world.project)), before);
}

#[test]
fn ingrain_alone_is_enough() {
    let world = World::new();
    let alone = world.base().join("alone");
    fs::create_dir(&alone).unwrap();
    let ingrain = alone.join("ingrain");
    fs::copy(env!("CARGO_BIN_EXE_ingrain"), &ingrain).unwrap();
    let mut command = world.command(ingrain.to_str().unwrap());
    command.arg("demo");
    world.answer(command, "").ok();
}

#[test]
fn a_folder_that_holds_something_is_refused() {
    let world = World::new();
    world.write("notes.txt", "mine");
    let before = World::tree(&world.project);
    let answer = demo_in(&world, &world.project);
    assert_eq!((answer.code, answer.stdout.as_str()), (2, ""));
    assert_eq!(
        answer.stderr,
        "error: `[PROJECT]` is not empty\n\nhint: name a folder that is empty or not there yet\n"
    );
    assert_eq!(World::tree(&world.project), before);
}
