//! Folders that are moved, copied, cleaned, cloned again or replaced: every project keeps its own
//! memory.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::learning::{a_week, lesson};
use crate::world::{World, program, write};

/// A project that knows something, and a name it may be given.
struct Place {
    world: World,
    known: Vec<Value>,
    old: PathBuf,
    new: PathBuf,
}

impl Place {
    fn learned() -> Place {
        let mut world = World::new();
        a_week(&mut world);
        let (old, new) = (world.project.clone(), world.project.with_file_name("moved"));
        Place { known: world.list(), world, old, new }
    }

    fn moved() -> Place {
        let place = Place::learned();
        rename(&place.old, &place.new);
        place
    }

    /// What is known in a folder.
    fn list(&mut self, folder: &Path) -> Vec<Value> {
        self.world.project = folder.to_path_buf();
        self.world.list()
    }

    /// A session that teaches nothing, and what it is told.
    fn visit(&mut self, folder: &Path, session: &str) -> String {
        self.world.project = folder.to_path_buf();
        let told = self.world.start(session, "startup").stdout;
        self.world.settle();
        told
    }

    #[track_caller]
    fn assert_old_is_fresh_and_new_is_known(&mut self) {
        let (old, new) = (self.old.clone(), self.new.clone());
        assert_eq!(self.list(&old), Vec::<Value>::new());
        assert_eq!(self.list(&new), self.known);
    }
}

/// A new repository.
fn repository(folder: &Path) {
    write(&folder.join(".git/HEAD"), "ref: refs/heads/main\n");
}

fn remote(folder: &Path, url: &str) {
    write(&folder.join(".git/config"), &format!("[remote \"origin\"]\n\turl = {url}\n"));
}

fn rename(from: &Path, to: &Path) {
    ingrain::os::fsx::rename(from, to).unwrap();
}

fn copy(from: &Path, to: &Path) {
    for (name, bytes) in World::tree(from) {
        write(&to.join(name), &String::from_utf8(bytes).unwrap());
    }
}

#[test]
fn a_new_repository_in_the_place_of_a_moved_one_starts_fresh() {
    let mut place = Place::moved();
    let (old, new) = (place.old.clone(), place.new.clone());
    place.visit(&new, "moved");
    repository(&old);
    assert_eq!(place.visit(&old, "other"), "");
    place.assert_old_is_fresh_and_new_is_known();
    // Both learn on, each its own.
    place.world.project = old.clone();
    place.world.play(&lesson("other-1", "2026-03-21", 0));
    assert!(!place.list(&old).is_empty());
    assert_ne!(place.list(&new), place.list(&old));
    place.visit(&new, "later");
    assert_eq!(place.list(&new), place.known);
}

#[test]
fn agents_of_a_moved_project_are_sent_to_where_it_is() {
    let mut place = Place::moved();
    let new = place.new.clone();
    place.world.project = new;
    let agent = json!({"agent_type": "Plan", "agent_id": "a0"});
    let input = place.world.input("first", "SubagentStart", agent);
    for told in [place.world.start("first", "startup"), place.world.hook("subagent-start", &input).ok()] {
        assert!(told.stdout.contains("live in [PROJECT]/.memory/knowledge/decisions.md"), "{}", told.stdout);
        assert!(!told.stdout.contains(&*place.old.to_string_lossy()), "{}", told.stdout);
    }
    place.world.settle();
}

#[test]
fn a_copy_of_a_moved_project_starts_fresh_once_anybody_looked_at_the_moved_one() {
    let mut place = Place::moved();
    let (new, copied) = (place.new.clone(), place.new.with_file_name("copied"));
    assert_eq!(place.list(&new), place.known);
    copy(&new, &copied);
    place.visit(&copied, "other");
    assert_eq!(place.list(&copied), Vec::<Value>::new());
    assert_eq!(place.list(&new), place.known);
}

#[test]
fn it_does_so_before_the_moved_one_was_seen_again() {
    let mut place = Place::moved();
    let (old, new) = (place.old.clone(), place.new.clone());
    repository(&old);
    assert_eq!(place.list(&old), Vec::<Value>::new());
    assert_eq!(place.visit(&old, "other"), "");
    assert!(place.visit(&new, "moved").contains("ADR-001"));
    place.assert_old_is_fresh_and_new_is_known();
    // And when the new one stood there first, without a session.
    let mut place = Place::moved();
    repository(&place.old.clone());
    let new = place.new.clone();
    assert!(place.visit(&new, "moved").contains("ADR-001"));
    place.assert_old_is_fresh_and_new_is_known();
}

#[test]
fn a_project_that_is_moved_back_or_into_anothers_place_brings_its_memory() {
    let mut place = Place::moved();
    let (old, new) = (place.old.clone(), place.new.clone());
    place.visit(&new, "there");
    rename(&new, &old);
    place.visit(&old, "back");
    assert_eq!(place.list(&old), place.known);
    // Another one gives up its path for it.
    repository(&new);
    place.visit(&new, "other");
    rename(&new, &new.with_file_name("other"));
    rename(&old, &new);
    place.visit(&new, "in its place");
    assert_eq!(place.list(&new), place.known);
    assert_eq!(place.list(&new.with_file_name("other")), Vec::<Value>::new());
}

/// Killed at any of its writes, the first hook after a move leaves nothing that the next one does not put right.
#[test]
fn a_move_that_is_interrupted_is_gone_on_with() {
    let mut place = Place::learned();
    let (mut here, mut there) = (place.old.clone(), place.new.clone());
    for point in 1..=12 {
        rename(&here, &there);
        place.world.project = there.clone();
        let mut killed = place.world.command(program("session-start"));
        killed.env("INGRAIN_FAULT", format!("crash:{point}"));
        let input = place.world.input("killed", "SessionStart", json!({"source": "startup"}));
        place.world.answer(killed, &input.to_string());
        repository(&here);
        assert_eq!(place.list(&here), Vec::<Value>::new(), "{point}");
        place.visit(&there, "next");
        assert_eq!(place.list(&there), place.known, "{point}");
        std::fs::remove_dir_all(&here).unwrap();
        (here, there) = (there, here);
    }
}

#[test]
fn a_copy_starts_fresh_and_the_original_keeps_its_memory() {
    let mut place = Place::learned();
    let (old, new) = (place.old.clone(), place.new.clone());
    copy(&old, &new);
    assert!(!place.visit(&new, "copy").contains("ADR-001"), "until `trust`");
    assert_eq!(place.list(&new), Vec::<Value>::new());
    assert!(place.visit(&old, "original").contains("ADR-001"));
    assert_eq!(place.list(&old), place.known);
}

#[test]
fn a_folder_that_is_cleaned_restored_or_cloned_again_keeps_its_memory() {
    let mut place = Place::learned();
    let (old, aside) = (place.old.clone(), place.new.clone());
    std::fs::remove_dir_all(old.join(".memory")).unwrap();
    assert_eq!(place.list(&old), place.known, "cleaned");

    let mut place = Place::learned();
    let old = place.old.clone();
    copy(&old, &aside);
    std::fs::remove_dir_all(&old).unwrap();
    copy(&aside, &old);
    std::fs::remove_dir_all(&aside).unwrap();
    assert_eq!(place.list(&old), place.known, "restored");

    for (url, again, is_known) in
        [("git@host:a/b.git", "https://host/a/b", true), ("git@host:a/b.git", "https://host/a/other", false)]
    {
        let mut place = Place::learned();
        let old = place.old.clone();
        // Added after the first sight: the worker takes note.
        remote(&old, url);
        place.world.run(&["learn"]).ok();
        std::fs::remove_dir_all(&old).unwrap();
        repository(&old);
        remote(&old, again);
        place.visit(&old, "clone");
        assert_eq!(!place.list(&old).is_empty(), is_known, "{again}");
    }
}

#[test]
fn worktrees_of_a_bare_repository_share_one_memory() {
    let mut world = World::new();
    let repository = world.base().join("repo.git");
    write(&repository.join("HEAD"), "ref: refs/heads/main\n");
    write(&repository.join("config"), "[core]\n\tbare = true\n");
    std::fs::create_dir_all(repository.join("objects")).unwrap();
    for (n, name) in ["one", "two", "one"].iter().enumerate() {
        let (admin, worktree) = (repository.join("worktrees").join(name), world.base().join(name));
        write(&admin.join("commondir"), "../..\n");
        write(&admin.join("gitdir"), &format!("{}/.git\n", worktree.display()));
        write(&worktree.join(".git"), &format!("gitdir: {}\n", admin.display()));
        world.project = worktree;
        world.play(&lesson(&format!("s{n}"), &format!("2026-03-0{}", 1 + 3 * n), n));
    }
    assert!(world.state().is_dir(), "one for both");
    assert_eq!(world.list().len(), 4);
    assert!(world.list().iter().all(|row| row["status"] == "created"), "{:?}", world.list());
    world.project = world.base().join("two");
    assert_eq!(world.list().len(), 4);
    assert!(world.start("next", "startup").stdout.contains("ADR-001"));
}
