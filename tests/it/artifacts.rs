//! Files that ingrain wrote survive ordinary work: changed branches, cleaned folders, full files.

use serde_json::{Value, json};

use crate::learning::{a_week, lesson};
use crate::session::Session;
use crate::world::{World, write};

fn reconcile(world: &mut World, now: &str) -> Value {
    world.set_now(now);
    world.run(&["reconcile", "--json"]).ok().json()
}

fn files(world: &World) -> Vec<String> {
    let list = world.list();
    let places = list.iter().filter_map(|row| row["artifact"].as_str());
    let mut files: Vec<String> = places.map(|place| place.split('#').next().unwrap().to_owned()).collect();
    files.sort();
    files
}

fn statuses(world: &World) -> Vec<String> {
    world.list().iter().map(|row| row["status"].as_str().unwrap().to_owned()).collect()
}

fn counts(unchanged: usize) -> Value {
    json!({"deletions": 0, "edits": 0, "unchanged": unchanged, "healed": 0})
}

#[test]
fn a_branch_without_the_files_refuses_nothing() {
    let mut world = World::new();
    a_week(&mut world);
    let kept: Vec<(String, String)> =
        files(&world).into_iter().map(|file| (file.clone(), world.read(&file))).collect();
    world.write(".git/HEAD", "ref: refs/heads/before-all-that\n");
    for (file, _) in &kept {
        std::fs::remove_file(world.project.join(file)).unwrap();
    }
    for now in ["2026-03-10T09:00:00Z", "2026-03-11T09:00:00Z", "2026-03-20T09:00:00Z"] {
        assert_eq!(reconcile(&mut world, now), counts(0));
    }
    assert_eq!(statuses(&world), ["created"; 4]);
    world.write(".git/HEAD", "ref: refs/heads/main\n");
    for (file, text) in &kept {
        world.write(file, text);
    }
    assert_eq!(reconcile(&mut world, "2026-03-21T09:00:00Z"), counts(4));
}

#[test]
fn most_files_gone_at_once_is_a_question_and_no_answer() {
    let mut world = World::new();
    a_week(&mut world);
    let gone: Vec<(String, String)> =
        files(&world).into_iter().map(|file| (file.clone(), world.read(&file))).collect();
    for (file, _) in &gone {
        std::fs::remove_file(world.project.join(file)).unwrap();
    }
    for now in ["2026-03-10T09:00:00Z", "2026-03-10T22:00:00Z", "2026-03-12T22:00:00Z"] {
        assert_eq!(reconcile(&mut world, now), counts(0));
    }
    assert_eq!(statuses(&world), ["created"; 4]);
    assert!(world.list().iter().all(|row| row["needs_review"] == true));
    for (file, text) in &gone {
        world.write(file, text);
    }
    assert_eq!(reconcile(&mut world, "2026-03-13T22:00:00Z"), counts(4));
    let shown = world.run(&["show", "ADR-001"]).ok().stdout;
    assert!(!shown.contains("mass_deletion"), "{shown}");
}

#[test]
fn a_command_or_skill_is_followed_wherever_it_is_moved() {
    let mut world = World::new();
    a_week(&mut world);
    let moves = [
        ("workflow", ".claude/commands/ship.md"),
        ("workflow", ".claude/commands/team/release/ship.md"),
        ("procedural", ".claude/skills/team/reset/SKILL.md"),
    ];
    for (n, (kind, to)) in moves.iter().enumerate() {
        let of_kind = |world: &World| world.list().into_iter().find(|row| row["type"] == *kind).unwrap();
        let from = of_kind(&world)["artifact"].as_str().unwrap().to_owned();
        world.write(to, &world.read(&from));
        std::fs::remove_file(world.project.join(&from)).unwrap();
        let why = world.run(&["why", to]).ok().stdout;
        assert!(why.contains(of_kind(&world)["id"].as_str().unwrap()), "{why}");
        for hour in ["09", "23"] {
            assert_eq!(reconcile(&mut world, &format!("2026-03-2{n}T{hour}:00:00Z")), counts(4), "{to}");
        }
        assert_eq!(of_kind(&world)["artifact"], *to);
    }
    world.run(&["learn"]).ok();
    assert!(!world.exists(".claude/commands/.gitignore"), "that folder is the person's");
    assert_eq!(statuses(&world), ["created"; 4]);
    std::fs::remove_file(world.project.join(moves[1].1)).unwrap();
    reconcile(&mut world, "2026-03-25T09:00:00Z");
    assert_eq!(reconcile(&mut world, "2026-03-26T09:00:00Z")["deletions"], 1, "deleted there, it is refused");
}

/// What a teammate's memory wrote, a merge brought here, and the person accepted.
#[test]
fn a_teammates_entry_is_read_and_not_written_a_second_time() {
    let mut world = World::new();
    world.start("first", "startup");
    let entry = |n: u32, title: &str| {
        format!("## ADR-00{n}: {title}\n\n- **Status**: Active\n- **Source**: self-learning:obs_theirs{n}\n")
    };
    let file = ".memory/knowledge/decisions.md";
    let learned = {
        let mut other = World::new();
        a_week(&mut other);
        other.list().into_iter().find(|row| row["type"] == "decision").unwrap()["title"].clone()
    };
    let theirs = format!("# Decisions\n\n{}", entry(4, learned.as_str().unwrap()));
    world.write(file, &theirs);
    world.run(&["trust"]).ok();
    a_week(&mut world);
    assert_eq!(world.read(file), theirs);
    let list = world.list();
    let ours = list.iter().find(|row| row["type"] == "decision").unwrap();
    assert_eq!((&ours["status"], &ours["artifact"]), (&json!("created"), &json!(format!("{file}#ADR-004"))));
    // Two of one number are both shown, and said to be two.
    world.write(file, &format!("{theirs}\n{}", entry(4, "Ship on Fridays")));
    let shown = world.run(&["knowledge", "show", "adr-004"]).ok();
    assert!(shown.stdout.contains("cache") && shown.stdout.contains("Ship on Fridays"), "{}", shown.whole());
    assert!(shown.stderr.contains("2 entries have this number"), "{}", shown.whole());
    let why = world.run(&["why", "ADR-004"]).ok();
    assert!(why.stderr.contains("2 entries are called ADR-004"), "{}", why.whole());
}

#[test]
fn what_is_missing_is_named_before_it_counts_as_refused() {
    let mut world = World::new();
    a_week(&mut world);
    let list = world.list();
    let command = list.iter().find(|row| row["type"] == "workflow").unwrap();
    let (id, path) = (command["id"].as_str().unwrap(), command["artifact"].as_str().unwrap());
    let file = world.read(path);
    let words = "not found since 2026-03-10 09:00; it counts as refused if it is still missing after 2026-03-10 21:00";
    let told = |world: &World| {
        let pages = [&["status"][..], &["show", id], &["why", id], &["review", "--list"]];
        pages.map(|page| world.run(page).ok().whole().contains(words))
    };
    assert_eq!(told(&world), [false; 4]);
    std::fs::remove_file(world.project.join(path)).unwrap();
    reconcile(&mut world, "2026-03-10T09:00:00Z");
    assert_eq!(told(&world), [true; 4]);
    assert!(world.run(&["list"]).ok().stdout.contains("workflow    created, missing"));
    let missing = |world: &World| {
        let list = world.list();
        list.iter()
            .filter(|row| row.get("missing_since").is_some())
            .map(|row| row["id"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(missing(&world), [id]);
    let status = world.run(&["status", "--json"]).ok().json();
    assert_eq!(status["missing"][0]["artifact"], path);
    assert_eq!(status["missing"][0]["refused_from"], "2026-03-10T21:00:00Z");
    // Put back in time.
    world.write(path, &file);
    reconcile(&mut world, "2026-03-10T23:00:00Z");
    assert_eq!((told(&world), missing(&world).len()), ([false; 4], 0));
}

/// `git clean -fdx`, or a new clone at the same path: with our own copies gone too, however few artifacts there were.
#[test]
fn a_cleaned_folder_is_a_question_and_no_answer() {
    let mut world = World::new();
    for (n, day) in ["2026-03-02", "2026-03-05"].iter().enumerate() {
        let decision = "Use `sqlite` for the cache because the tool has to work offline.";
        let said = Session::new(&format!("day-{n}"), &format!("{day}T10:00:00Z"))
            .user("Please look at the cache of the responses, it is slow in the evening, and I wonder why.")
            .assistant("Should the cache be redis or a file?")
            .user(decision)
            .assistant("Done.");
        world.play(&said);
    }
    assert_eq!(statuses(&world), ["created"]);
    let kept = world.read(".memory/knowledge/decisions.md");
    std::fs::remove_dir_all(world.project.join(".memory")).unwrap();
    let mut told = vec![];
    for now in ["2026-03-10T09:00:00Z", "2026-03-11T09:00:00Z", "2026-03-15T09:00:00Z"] {
        world.set_now(now);
        let start = world.start("next", "startup").stdout;
        told.push(start.contains("vanished at once; `ingrain review` writes it again"));
        world.settle();
        assert_eq!(world.run(&["learn"]).ok().code, 0);
    }
    assert_eq!(told, [false, true, false], "the person is told once");
    assert_eq!(statuses(&world), ["created"]);
    let waits = world.run(&["review", "--list"]).ok().stdout;
    assert!(waits.contains("mass deletion"), "{waits}");
    let shown = world.run(&["show", "ADR-001"]).ok().stdout;
    assert!(shown.contains("not found since 2026-03-10 09:00; that refuses nothing"), "{shown}");
    // Back again, it is as if nothing had happened; deleted by hand, it is refused.
    world.write(".memory/knowledge/decisions.md", &kept);
    assert_eq!(reconcile(&mut world, "2026-03-16T09:00:00Z"), counts(1));
    assert_eq!(world.list()[0]["needs_review"], false);
    world.write(".memory/knowledge/decisions.md", "# Decisions\n");
    reconcile(&mut world, "2026-03-17T09:00:00Z");
    assert_eq!(reconcile(&mut world, "2026-03-18T09:00:00Z")["deletions"], 1);
}

#[test]
fn a_lost_memory_is_healed_from_what_stands_in_the_files() {
    let mut world = World::new();
    a_week(&mut world);
    let (before, tree) = (world.list(), World::tree(&world.project));
    rusqlite::Connection::open(world.state().join("learning.db"))
        .unwrap()
        .execute_batch("DELETE FROM artifact; UPDATE observation SET status = 'ready'")
        .unwrap();
    let healed = reconcile(&mut world, "2026-03-10T09:00:00Z");
    assert_eq!(healed, json!({"deletions": 0, "edits": 0, "unchanged": 0, "healed": 4}));
    assert_eq!(world.list(), before);
    let texts = |tree: &[(String, Vec<u8>)]| -> Vec<(String, Vec<u8>)> {
        tree.iter().filter(|(name, _)| name.ends_with(".md")).cloned().collect()
    };
    assert_eq!(texts(&World::tree(&world.project)), texts(&tree), "nothing is written twice");
}

#[test]
fn a_number_is_never_given_twice() {
    let mut world = World::new();
    a_week(&mut world);
    world.write(".memory/knowledge/decisions.md", "# Decisions\n");
    reconcile(&mut world, "2026-03-10T09:00:00Z");
    assert_eq!(reconcile(&mut world, "2026-03-10T22:00:00Z")["deletions"], 1);
    let line = json!({"id": "obs_other", "type": "decision", "pattern": "Use `toml`", "observations": 5, "quality_ok": true,
        "details": {"context": "", "decision": "Use `toml`", "rationale": "comments"}});
    write(&world.base().join("more.jsonl"), &line.to_string());
    world.run(&["import", world.base().join("more.jsonl").to_str().unwrap()]).ok();
    let decisions = world.read(".memory/knowledge/decisions.md");
    assert!(decisions.contains("## ADR-002: ") && !decisions.contains("## ADR-001: "), "{decisions}");
}

#[test]
fn a_file_that_is_too_full_is_said_once_and_nothing_is_pruned() {
    let mut world = World::new();
    world.write("migrations/0001.sql", "-- what the procedure names is there\n");
    let entries: String =
        (1..=100).map(|n| format!("## ADR-{n:03}: Number {n}\n\n- **Status**: Active\n\n")).collect();
    world.write(".memory/knowledge/decisions.md", &format!("# Decisions\n\n{entries}"));
    world.play(&lesson("one", "2026-03-02", 0));
    let told = world.start("next", "startup").json()["systemMessage"].as_str().unwrap().to_owned();
    assert!(told.contains("decisions.md holds 100 active entries"), "{told}");
    world.end("next");
    world.play(&lesson("two", "2026-03-05", 1));
    let told = world.start("later", "startup").json()["systemMessage"].as_str().unwrap().to_owned();
    assert!(told.contains("ADR-101") && !told.contains("active entries"), "{told}");
    assert_eq!(world.read(".memory/knowledge/decisions.md").matches("\n## ADR-").count(), 101);
    let list = world.list();
    let flagged: Vec<&Value> = list.iter().filter(|row| row["needs_review"] == true).collect();
    assert_eq!(flagged.len(), 1, "{flagged:#?}");
    assert!(world.run(&["show", "ADR-101"]).ok().stdout.contains("review      soft_cap"));
}

#[test]
fn two_files_that_are_too_full_are_both_told() {
    let mut world = World::new();
    for (file, prefix) in [("decisions", "ADR"), ("pitfalls", "PF")] {
        let entry = |n| format!("## {prefix}-{n:03}: Number {n}\n\n- **Status**: Active\n\n");
        let entries: String = (1..=100).map(entry).collect();
        world.write(&format!(".memory/knowledge/{file}.md"), &format!("# {file}\n\n{entries}"));
    }
    world.play(&lesson("one", "2026-03-02", 0));
    let told = world.start("next", "startup").json()["systemMessage"].as_str().unwrap().to_owned();
    assert!(told.contains("decisions.md holds 100") && told.contains("pitfalls.md holds 100"), "{told}");
}
