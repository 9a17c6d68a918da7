//! Rulings through the executable: what is accepted is written, what is rejected does not come back,
//! and in inbox mode nothing enters the project before somebody accepted it.

use serde_json::{Value, json};

use crate::learning::{a_week, lesson};
use crate::world::{World, write};

fn review(world: &World, args: &[&str]) -> String {
    world.run(&[&["review"], args].concat()).ok().stderr
}

fn listed(world: &World) -> Vec<Value> {
    world.run(&["review", "--json"]).ok().json().as_array().unwrap().clone()
}

fn row(world: &World, kind: &str) -> Value {
    let rows: Vec<Value> = world.list().into_iter().filter(|row| row["type"] == kind).collect();
    assert_eq!(rows.len(), 1, "{rows:#?}");
    rows[0].clone()
}

fn id(world: &World, kind: &str) -> String {
    row(world, kind)["id"].as_str().unwrap().to_owned()
}

fn path(world: &World, kind: &str) -> String {
    row(world, kind)["artifact"].as_str().unwrap().split('#').next().unwrap().to_owned()
}

/// Everything below the project but what git and the test put there.
fn written(world: &World) -> Vec<String> {
    let files = World::tree(&world.project).into_iter().map(|(name, _)| name);
    files.filter(|name| !name.starts_with(".git/") && !name.starts_with("migrations/")).collect()
}

fn inbox() -> World {
    let mut world = World::new();
    world.write("migrations/0001.sql", "-- what the procedure names is there\n");
    world.run(&["configure", "--set", "promotion=inbox"]).ok();
    a_week(&mut world);
    world
}

#[test]
fn in_the_inbox_nothing_is_written_before_it_is_accepted() {
    let mut world = inbox();
    assert_eq!(written(&world), Vec::<String>::new());
    let waiting = listed(&world);
    assert_eq!(waiting.len(), 4, "{waiting:#?}");
    assert!(waiting.iter().all(|item| item["reasons"] == json!(["ready"]) && item["artifact"].is_null()));
    let status = world.run(&["status"]).stdout;
    assert!(status.contains("4 ready and not written: `ingrain review`"), "{status}");
    let foretold = world.run(&["render", "--dry-run", "--json"]).ok().json();
    assert_eq!(foretold, json!({"would_render": [], "skipped": 4}));
    assert_eq!(world.run(&["render", "--json"]).ok().json(), json!({"rendered": [], "skipped": 4}));

    let said = review(&world, &["--accept", &id(&world, "decision")]);
    assert!(said.contains(".memory/knowledge/decisions.md#ADR-001"), "{said}");
    assert!(world.read(".memory/knowledge/decisions.md").contains("## ADR-001: "));
    assert!(!world.exists(".memory/knowledge/pitfalls.md") && !world.exists(".claude"));
    let log = world.read(".memory/learning-log.jsonl");
    assert_eq!(log.lines().count(), 1, "nothing is in the project before it is accepted: {log}");

    world.play(&lesson("later", "2026-03-12", 0));
    assert_eq!(listed(&world).len(), 3);
    assert!(!world.exists(".claude"));
}

#[test]
fn nothing_waits_for_a_person_who_wants_it_written_by_itself() {
    let mut world = inbox();
    world.run(&["configure", "--set", "promotion=auto"]).ok();
    let status = world.run(&["status"]).stdout;
    assert!(status.contains("ready") && !status.contains("inbox"), "{status}");
    assert_eq!(listed(&world), Vec::<Value>::new());
    world.play(&lesson("later", "2026-03-12", 0));
    assert!(world.exists(".memory/knowledge/decisions.md"));
}

#[test]
fn what_waits_is_told_once_and_again_when_more_has_come() {
    let mut world = World::new();
    world.run(&["configure", "--set", "promotion=inbox"]).ok();
    a_week(&mut world);
    world.set_now("2026-03-10T09:00:00Z");
    let told = world.start("one", "startup").json()["systemMessage"].as_str().unwrap().to_owned();
    assert_eq!(told, "ingrain: 4 things learned wait for you: `ingrain review`");
    world.end("one");
    let again = world.start("two", "startup").stdout;
    assert!(!again.contains("wait for you"), "{again}");
    world.end("two");
    review(&world, &["--accept", &id(&world, "workflow")]);
    let again = world.start("three", "startup").stdout;
    assert!(again.contains("self-learning") && !again.contains("wait for you"), "{again}");
}

#[test]
fn accepted_before_its_time_is_written_and_stays() {
    let mut world = World::new();
    world.play(&lesson("one", "2026-03-02", 0));
    let workflow = id(&world, "workflow");
    assert_eq!(row(&world, "workflow")["status"], "observing");
    let dry = world.run(&["review", "--accept", &workflow, "--dry-run"]).ok();
    assert!(dry.stderr.contains("would be accepted") && dry.stderr.contains("nothing was changed"));
    assert_eq!(row(&world, "workflow")["status"], "observing");

    let said = review(&world, &["--accept", &workflow]);
    let file = path(&world, "workflow");
    assert!(said.contains(&file) && world.exists(&file), "{said}");
    assert!(review(&world, &["--accept", &workflow]).contains("written already"));
    world.run(&["learn"]).ok();
    world.play(&lesson("two", "2026-03-03", 1));
    assert_eq!(row(&world, "workflow")["status"], "created");
    let why = world.run(&["why", &workflow]).ok().stdout;
    assert!(why.contains("certain, because you accepted it"), "{why}");
}

#[test]
fn what_is_rejected_leaves_the_project_and_does_not_come_back() {
    let mut world = World::new();
    world.write("migrations/0001.sql", "");
    a_week(&mut world);
    let ids: Vec<String> =
        ["workflow", "procedural", "decision"].iter().map(|kind| id(&world, kind)).collect();
    let (command, skill) = (path(&world, "workflow"), path(&world, "procedural"));
    let said = review(&world, &["--reject", &ids[0], &ids[1], &ids[2]]);
    assert!(
        said.contains(&format!("`{command}` is removed")) && said.contains("ADR-001 is marked"),
        "{said}"
    );
    assert!(!world.exists(&command) && !world.exists(skill.rsplit_once('/').unwrap().0), "folder and all");
    let decisions = world.read(".memory/knowledge/decisions.md");
    assert!(
        decisions.contains("## ADR-001: ") && decisions.contains("- **Status**: Deprecated"),
        "{decisions}"
    );
    world.set_now("2026-03-20T09:00:00Z");
    let told = world.start("next", "startup").stdout;
    assert!(!told.contains("ADR-001  ") && told.contains("PF-001  "), "{told}");
    for (n, day) in ["2026-03-21", "2026-03-25", "2026-03-29"].iter().enumerate() {
        world.play(&lesson(&format!("more-{n}"), day, n));
    }
    for kind in ["workflow", "procedural", "decision"] {
        assert_eq!(row(&world, kind)["status"], "deprecated", "{kind}");
    }
    assert!(!world.exists(&command) && !world.exists(&skill));
    assert!(review(&world, &["--reject", &ids[0]]).contains("rejected already"));
}

#[test]
fn a_rejection_is_told_as_one() {
    let mut world = World::new();
    a_week(&mut world);
    world.run(&["review", "--reject", "PF-001"]).ok();
    let pitfall = id(&world, "pitfall");
    let why = world.run(&["why", &pitfall]).ok().stdout;
    assert!(why.contains("lowered because you rejected it") && !why.contains("was deleted"), "{why}");
    for words in [&["list"][..], &["show", &pitfall]] {
        let told = world.run(words).ok().stdout;
        assert!(told.contains("deprecated") && !told.contains("deprecated, deprecated"), "{told}");
    }
}

#[test]
fn what_a_person_edited_is_kept_and_that_is_said() {
    let mut world = World::new();
    a_week(&mut world);
    let file = path(&world, "workflow");
    let mine = format!("{}\nAnd ring the bell.\n", world.read(&file));
    world.write(&file, &mine);
    let said = review(&world, &["--deprecate", &id(&world, "workflow")]);
    assert!(said.contains(&format!("you edited `{file}`, so it stays and is yours")), "{said}");
    assert_eq!(world.read(&file), mine);
    world.set_now("2026-03-25T09:00:00Z");
    world.run(&["learn"]).ok();
    assert_eq!(world.read(&file), mine);
    assert_eq!(row(&world, "workflow")["status"], "deprecated");
}

#[test]
fn what_a_person_edited_is_not_written_over_when_it_is_restored() {
    for verb in ["--deprecate", "--reject"] {
        let mut world = World::new();
        a_week(&mut world);
        let (file, id) = (path(&world, "workflow"), id(&world, "workflow"));
        let mine = format!("{}\nAnd ring the bell.\n", world.read(&file));
        world.write(&file, &mine);
        review(&world, &[verb, &id]);
        review(&world, &["--restore", &id]);
        assert_eq!(world.read(&file), mine, "{verb}");
        assert_eq!(row(&world, "workflow")["status"], "created", "{verb}");
        // Still known as theirs: given up again, it stays again.
        let said = review(&world, &["--deprecate", &id]);
        assert!(said.contains("so it stays and is yours") && world.read(&file) == mine, "{verb}: {said}");
    }
}

#[test]
fn what_was_deprecated_comes_back_where_it_was() {
    let mut world = World::new();
    a_week(&mut world);
    let (before, ids) = (World::tree(&world.project), ["workflow", "decision"].map(|kind| id(&world, kind)));
    review(&world, &["--deprecate", &ids[0], &ids[1]]);
    assert_ne!(World::tree(&world.project), before);
    // As it stands in the file, although it is out of use.
    let said = review(&world, &["--restore", &ids[0], "adr-001"]);
    assert!(said.contains("decisions.md#ADR-001"), "{said}");
    let texts = |tree: Vec<(String, Vec<u8>)>| -> Vec<(String, String)> {
        let text = |bytes: Vec<u8>| {
            String::from_utf8(bytes).unwrap().replace("rendered 2026-03-05", "rendered 2026-03-09")
        };
        let ours = tree.into_iter().filter(|(name, _)| name.ends_with(".md"));
        ours.map(|(name, bytes)| (name, text(bytes))).collect()
    };
    assert_eq!(texts(World::tree(&world.project)), texts(before), "but for the day on which it was written");
    assert_eq!(row(&world, "decision")["status"], "created");
}

#[test]
fn what_was_rejected_comes_back_as_it_stood() {
    let mut world = World::new();
    world.play(&lesson("one", "2026-03-02", 0));
    let decision = id(&world, "decision");
    review(&world, &["--accept", &decision]);
    let before = world.read(".memory/knowledge/decisions.md");
    review(&world, &["--reject", &decision]);
    assert!(world.read(".memory/knowledge/decisions.md").contains("**Status**: Deprecated"));
    review(&world, &["--restore", &decision]);
    let as_before = |world: &World| {
        assert_eq!(world.read(".memory/knowledge/decisions.md"), before);
        assert_eq!(row(world, "decision")["status"], "created");
        let index = world.run(&["knowledge", "index"]).ok().stdout;
        assert!(index.contains("ADR-001"), "{index}");
    };
    as_before(&world);
    world.play(&lesson("two", "2026-03-09", 9));
    as_before(&world);
}

#[test]
fn what_one_session_was_told_is_not_told_to_the_next() {
    let mut world = World::new();
    a_week(&mut world);
    world.set_now("2026-03-10T09:00:00Z");
    let told = world.start("one", "startup").stdout;
    assert!(told.contains("ingrain learned") && told.contains("ADR-001"), "{told}");
    // The first session still runs, so its word waits in the spool.
    review(&world, &["--reject", &id(&world, "pitfall")]);
    let again = world.start("two", "startup").stdout;
    assert!(!again.contains("ingrain learned") && !again.contains("News"), "{again}");
    review(&world, &["--restore", &id(&world, "pitfall")]);
    let again = world.start("three", "startup").stdout;
    assert!(!again.contains("the decision ADR-001"), "{again}");
}

#[test]
fn a_notice_is_told_once_although_its_session_still_runs() {
    let world = inbox();
    let told = world.start("one", "startup").stdout;
    assert!(told.contains("wait for you"), "{told}");
    review(&world, &["--accept", &id(&world, "workflow")]);
    let again = world.start("two", "startup").stdout;
    assert!(again.contains("self-learning") && !again.contains("wait for you"), "{again}");
}

#[test]
fn a_kept_flag_stays_away_until_something_else_is_the_case() {
    let mut world = World::new();
    a_week(&mut world);
    let flagged = |world: &World| -> Vec<Value> {
        listed(world).into_iter().filter(|item| item["reasons"] == json!(["stale_reference"])).collect()
    };
    assert_eq!(flagged(&world), Vec::<Value>::new(), "what was never there is not missed");
    world.write("migrations/0000.sql", "");
    world.run(&["learn"]).ok();
    std::fs::remove_dir_all(world.project.join("migrations")).unwrap();
    world.run(&["learn"]).ok();
    let stale = flagged(&world);
    assert_eq!(stale.len(), 1, "{stale:#?}");
    assert!(stale[0]["why"][0].as_str().unwrap().contains("migrations/"), "{stale:#?}");
    let procedure = id(&world, "procedural");
    assert_eq!(stale[0]["id"].as_str().unwrap(), procedure);
    review(&world, &["--keep", &procedure]);
    world.run(&["learn"]).ok();
    assert_eq!(flagged(&world), Vec::<Value>::new());
    assert!(review(&world, &["--keep", &procedure]).contains("kept already"));
    world.write("migrations/0001.sql", "");
    world.run(&["learn"]).ok();
    std::fs::remove_dir_all(world.project.join("migrations")).unwrap();
    world.run(&["learn"]).ok();
    assert_eq!(flagged(&world).len(), 1, "it was there, and is gone again");
}

#[test]
fn a_full_file_is_emptied_from_its_least_used_end() {
    let mut world = World::new();
    let entries: String =
        (1..=100).map(|n| format!("## ADR-{n:03}: Number {n}\n\n- **Status**: Active\n\n")).collect();
    world.write(".memory/knowledge/decisions.md", &format!("# Decisions\n\n{entries}"));
    world.write("migrations/0001.sql", "");
    a_week(&mut world);
    let room = |world: &World| world.run(&["review", "--capacity", "decisions", "--json"]).ok().json();
    assert_eq!(room(&world), json!([]), "what is younger than a week is not offered");
    world.set_now("2026-03-17T09:00:00Z");
    let offered = room(&world);
    assert_eq!(offered[0]["reasons"], json!(["capacity"]), "{offered:#}");
    assert_eq!(offered.as_array().unwrap().len(), 1, "only what ingrain wrote");
    review(&world, &["--deprecate", "ADR-101"]);
    assert_eq!(room(&world), json!([]));
}

#[test]
fn a_decision_stands_again_when_the_one_that_replaced_it_is_rejected() {
    let world = World::new();
    let decision = |id: &str, choice: &str, day: &str| {
        json!({"id": id, "type": "decision", "pattern": format!("Use `{choice}` for the cache"), "observations": 3,
            "quality_ok": true, "keys": ["cache", choice], "first_seen": day, "last_seen": day,
            "details": {"context": "the cache", "decision": format!("Use `{choice}`"), "rationale": "speed"}})
        .to_string()
    };
    let file = world.base().join("log.jsonl");
    for line in [
        decision("obs_old", "redis", "2026-01-01T00:00:00Z"),
        decision("obs_new", "sqlite", "2026-02-01T00:00:00Z"),
    ] {
        write(&file, &line);
        world.run(&["import", file.to_str().unwrap()]).ok();
    }
    let decisions = || world.read(".memory/knowledge/decisions.md");
    assert!(decisions().contains("Superseded by ADR-002"), "{}", decisions());
    for (asked, says) in [
        (vec!["list"], "created, superseded"),
        (vec!["show", "obs_old"], "decision  created, superseded by ADR-002"),
        (vec!["why", "obs_old"], "no longer told: its entry is superseded by ADR-002"),
        (vec!["hud"], "1 decision"),
    ] {
        let answer = world.run(&asked).ok();
        assert!(answer.stdout.contains(says), "{}", answer.whole());
    }
    review(&world, &["--reject", "obs_new"]);
    let after = decisions();
    assert!(!after.contains("Superseded") && after.contains("Deprecated"), "{after}");
}
