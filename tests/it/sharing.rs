//! Shared knowledge under real git: private files stay private on every branch, and changing branches
//! always works.

use std::process::{Command, Output};

use serde_json::json;

use crate::learning::{a_week, lesson};
use crate::session::Session;
use crate::skipped;
use crate::world::World;

/// A repository whose first commit is on `main` and on `hotfix`; `None` where there is no git.
fn shared() -> Option<World> {
    if Command::new("git").arg("--version").output().is_err() {
        skipped::say("sharing needs `git`");
        return None;
    }
    let world = World::new();
    git(&world, "init -q -b main");
    world.write("README", "tides\n");
    commit(&world);
    git(&world, "branch hotfix");
    world.run(&["configure", "--set", "share=true"]).ok();
    Some(world)
}

pub fn try_git(world: &World, line: &str) -> Output {
    let mut git = world.command("git");
    let name = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
    git.args(name).args(line.split(' ')).output().unwrap()
}

#[track_caller]
pub fn git(world: &World, line: &str) -> String {
    let output = try_git(world, line);
    assert!(output.status.success(), "git {line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

pub fn commit(world: &World) {
    git(world, "add -A");
    git(world, "commit -qm more");
}

fn untracked(world: &World) -> String {
    git(world, "status --short -uall")
}

fn decision(id: &str, day: &str) -> Session {
    Session::new(id, &format!("{day}T10:00:00Z"))
        .user("Please look at the page with the orders first, its rows are too close to each other.")
        .assistant("Done. How is it rolled out, with helm or with kubectl?")
        .user("Use `kubectl` for the rollout, because helm hides too much of what happens there.")
        .assistant("Good.")
}

#[test]
fn what_is_private_stays_private_on_every_branch() {
    let Some(mut world) = shared() else { return };
    a_week(&mut world);
    commit(&world);
    let tracked = git(&world, "ls-files");
    assert!(tracked.contains(".memory/knowledge/decisions.md") && tracked.contains("SKILL.md"), "{tracked}");
    for private in [".gitignore", "learning-log.jsonl", ".learning-manifest.json", "outcomes.jsonl"] {
        assert!(world.exists(&format!(".memory/{private}")) && !tracked.contains(private), "{tracked}");
    }
    git(&world, "checkout -q hotfix");
    assert_eq!(untracked(&world), "", "before any session");
    world.start("next", "startup");
    world.settle();
    assert_eq!(untracked(&world), "", "after one");
}

#[test]
fn changing_branches_always_works_and_nothing_is_lost() {
    let Some(mut world) = shared() else { return };
    a_week(&mut world);
    commit(&world);
    git(&world, "checkout -q hotfix");
    world.play(&decision("hot-0", "2026-03-10"));
    world.play(&decision("hot-1", "2026-03-12"));
    let waits = |world: &World| {
        let list = world.list();
        list.iter().find(|row| row["title"].as_str().unwrap().contains("rollout")).unwrap().clone()
    };
    assert_eq!(waits(&world)["status"], "ready", "the file it belongs into is on main");
    let why = world.run(&["why", waits(&world)["id"].as_str().unwrap()]).ok().stdout;
    assert!(why.contains("waits for the branch `main`"), "{why}");
    assert_eq!(untracked(&world), "");
    git(&world, "checkout -q main");
    git(&world, "checkout -q hotfix");
    git(&world, "merge -q main");
    world.play(&lesson("later", "2026-03-14", 0));
    assert_eq!(waits(&world)["status"], "created");
    let decisions = world.read(".memory/knowledge/decisions.md");
    assert!(decisions.contains("## ADR-001") && decisions.contains("## ADR-002"), "{decisions}");
}

#[test]
fn what_is_on_another_branch_is_told_there() {
    let Some(mut world) = shared() else { return };
    a_week(&mut world);
    world.play(&decision("news-0", "2026-03-10"));
    world.play(&decision("news-1", "2026-03-12"));
    commit(&world);
    let recalls = |world: &World, session: &str| {
        let prompt = json!({ "prompt": "do the kubectl rollout, and the db-reset of migrations" });
        world.hook("user-prompt", &world.input(session, "UserPromptSubmit", prompt)).ok().stdout
    };
    let on_main = recalls(&world, "prompt-0");
    assert!(on_main.contains("ADR-002") && on_main.contains("db-reset"), "{on_main}");
    git(&world, "checkout -q hotfix");
    assert_eq!(recalls(&world, "prompt-1"), "", "before the worker looked");
    for session in ["hot-4", "hot-5", "hot-6"] {
        world.set_now(&format!("2026-03-1{}T10:00:00Z", &session[4..]));
        let told = world.start(session, "startup").stdout;
        assert!(!told.contains("ADR-") && !told.contains("ingrain learned"), "{session}: {told}");
        world.end(session);
    }
    assert_eq!(recalls(&world, "prompt-2"), "", "after it looked");
    git(&world, "checkout -q main");
    world.start("main-0", "startup");
    world.end("main-0");
    let told = world.start("main-1", "startup").stdout;
    assert!(told.contains("ingrain learned ADR-002") && told.contains("the decision ADR-002"), "{told}");
}

#[test]
fn a_branch_that_is_gone_is_not_waited_for() {
    let Some(mut world) = shared() else { return };
    git(&world, "checkout -q -b topic");
    a_week(&mut world);
    commit(&world);
    git(&world, "checkout -q main");
    git(&world, "branch -q -D topic");
    world.play(&decision("main-0", "2026-03-10"));
    world.play(&decision("main-1", "2026-03-12"));
    assert!(world.read(".memory/knowledge/decisions.md").contains("kubectl"));
}

/// The project has a file of decisions of its own, and none of pitfalls.
#[test]
fn what_is_begun_beside_committed_knowledge_is_private_until_it_is_shared() {
    let Some(mut world) = shared() else { return };
    world.run(&["configure", "--set", "share=false"]).ok();
    world.write(
        ".memory/knowledge/decisions.md",
        "# Our decisions\n\n## ADR-001: Mine\n\n- **Status**: Active\n",
    );
    commit(&world);
    a_week(&mut world);
    let changed = || untracked(&world);
    assert!(world.exists(".memory/knowledge/pitfalls.md"));
    assert_eq!(changed(), " M .memory/knowledge/decisions.md\n", "what was committed stays so");
    world.run(&["configure", "--set", "share=true"]).ok();
    assert!(changed().contains("?? .memory/knowledge/pitfalls.md\n"), "{}", changed());
    assert!(!changed().contains("learning-log"), "{}", changed());
    world.run(&["configure", "--set", "share=false"]).ok();
    assert_eq!(changed(), " M .memory/knowledge/decisions.md\n");
    world.run(&["uninstall", "--yes"]).ok();
    assert_eq!(changed(), " M .memory/knowledge/decisions.md\n", "what stays is private");
}
