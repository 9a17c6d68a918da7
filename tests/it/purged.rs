//! Purged and cleared text is gone: its bytes are searched for in every file that ingrain wrote, as
//! somebody would who searches the disk.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::learning::{a_week, lesson};
use crate::session::Session;
use crate::world::{World, write};

/// Words that no detector takes for secrets, with what JSON, Markdown, YAML and file names make another of.
const SECRETS: [&str; 3] = ["tangerine-kiosk", "quokka_Harbor$1", "lantern\"meadow"];
/// Known so from now on. The patterns do not spell them out.
const EXTRA: &str = r#"["tanger[a-z]+-kiosk","quok\\w+.1","lant\\w+.mead\\w+"]"#;

/// Everything that could give one away, in small letters: as it is, as a file's name, and escaped once or twice.
fn forms() -> Vec<String> {
    let mut forms: Vec<String> = SECRETS.iter().map(|secret| secret.to_lowercase()).collect();
    forms.extend(
        ["tangerine-kio", "tangerine kiosk", "quokka-harbor", "quokka_har", "quokka\\_harbor"]
            .map(String::from),
    );
    forms.extend(
        ["lantern\\\"meadow", "lantern-meadow", "lantern\\\\\\\"meadow", "lantern&quot;meadow"]
            .map(String::from),
    );
    forms
}

fn holds(bytes: &[u8], form: &str) -> bool {
    bytes.to_ascii_lowercase().windows(form.len()).any(|window| window == form.as_bytes())
}

/// Files of ours in the home and in the project, by name and by content.
fn holding(world: &World, forms: &[String]) -> Vec<String> {
    let home = World::tree(&world.data()).into_iter();
    let project = World::tree(&world.project).into_iter().filter(|(name, _)| !name.starts_with(".git/"));
    let found = |(name, bytes): &(String, Vec<u8>)| {
        forms.iter().any(|form| holds(bytes, form) || holds(name.as_bytes(), form))
    };
    home.chain(project)
        .filter(found)
        .map(|(name, _)| name.rsplit_once("projects/").map_or(name.clone(), |(_, n)| n.into()))
        .collect()
}

/// The usual week, around the secrets, with failures, subagents and tools that know them too.
fn a_week_of_secrets(world: &mut World) {
    let [one, two, three] = SECRETS;
    for (n, day) in ["2026-03-02", "2026-03-05", "2026-03-09"].iter().enumerate() {
        let id = format!("week-{n}");
        let edit = json!({"file_path": format!("{}/docs/{one}.md", world.project.display()), "old_string": "a", "new_string": "b"});
        let run = json!({"command": format!("deploy --to {two}")});
        let task =
            json!({"description": "look", "prompt": format!("Look at {three}"), "subagent_type": "auditor"});
        let report = format!("The `cache` must never hold {three} because it is printed by `src/log.rs`.");
        let said = lesson(&id, day, n)
            .tool("Edit", edit, "done", false)
            .tool("Bash", run.clone(), &format!("Exit code 1\nerror: no host {two} in the list"), true)
            .tool("Bash", json!({"command": format!("fix {three} first")}), "ok", false)
            .tool("Bash", run, "deployed", false)
            .tool("Task", task, &report, false)
            .assistant("Should the notes go into one file?")
            .user(&format!("Keep the notes in `{one}` because {two} has to find them without {three}."));
        write(&world.transcript(&id), &around_it(&said, world));
        let agent =
            Session::new(&format!("a{n}"), &format!("{day}T09:00:00Z")).user("Look.").assistant(&report);
        world.write_subagent(&id, "auditor", &agent);
        world.write(".git/HEAD", &format!("ref: refs/heads/fix/{one}\n"));
        world.set_now(&said.ended_at());
        world.start(&id, "startup");
        world.end(&id);
    }
    world.run(&["errors", "record", &format!("could not reach {three}"), "--tool", "deploy"]).ok();
}

/// The first secret in what is done, and in what a skill is called after.
fn around_it(said: &Session, world: &World) -> String {
    let text = said.jsonl(&world.project).replace("db-reset", SECRETS[0]);
    text.replace("pnpm publish", &format!("pnpm {}", SECRETS[0]))
        .replace("`migrations/`", &format!("`{}/`", SECRETS[0]))
}

/// What lies around besides: copies of the memory, a session that runs, and what a killed process left.
fn leave_things(world: &World) {
    let state = world.state();
    let copy = fs::read(state.join("learning.db")).unwrap();
    put(&state.join("learning.cleared-1.db"), &copy);
    put(&state.join("learning.damaged-2.db"), format!("SQLite format 3\0 broken {}", SECRETS[0]).as_bytes());
    put(&state.join("learning.backup.new"), &copy);
    put(&state.join(".ingrain-999999-half"), SECRETS[1].as_bytes());
    put(&state.join("log.1"), format!("2026-01-01T00:00:00Z worker error no {}\n", SECRETS[0]).as_bytes());
    world.start("running", "startup");
    let input =
        world.input("running", "UserPromptSubmit", json!({"prompt": format!("what about {}", SECRETS[0])}));
    world.hook("user-prompt", &input).ok();
}

#[expect(clippy::disallowed_methods, reason = "a test's own files")]
fn put(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
}

/// All that hooks tell afterwards.
fn told(world: &World) -> String {
    let more = json!({"prompt": "keep the notes of the cache, deploy and migrations offline", "agent_type": "auditor", "agent_id": "a9"});
    let mut told = world.start("later", "startup").stdout + &world.start("running", "resume").stdout;
    for (door, event) in [("user-prompt", "UserPromptSubmit"), ("subagent-start", "SubagentStart")] {
        told += &world.hook(door, &world.input("later", event, more.clone())).ok().stdout;
    }
    told
}

#[test]
fn purge_leaves_no_byte_of_a_secret_in_any_file() {
    let mut world = World::new();
    a_week_of_secrets(&mut world);
    leave_things(&world);
    let forms = forms();
    let before = world.list();
    let there = holding(&world, &forms);
    for place in [
        "learning.db",
        "learning.backup.db",
        "start.json",
        "SKILL.md",
        "decisions.md",
        "learning-log.jsonl",
        "log.1",
    ] {
        assert!(there.iter().any(|name| name.ends_with(place)), "{place} holds none: {there:#?}");
    }
    world.run(&["configure", "--set", &format!("redact.extra={EXTRA}")]).ok();
    let dry = world.run(&["purge", "--dry-run"]).ok();
    assert!(
        dry.stdout.contains("mask ") && dry.stderr.ends_with("dry run: nothing was changed\n"),
        "{}",
        dry.whole()
    );
    assert_eq!(holding(&world, &forms), there);

    let purged = world.run(&["purge"]).ok();
    assert_eq!(holding(&world, &forms), [""; 0], "{}", purged.whole());
    for place in [
        "learning.db, error",
        "learning.db, evidence",
        "learning.db, history",
        "decisions.md#ADR-",
        "SKILL.md",
        "learning.cleared-1.db",
        "log.1",
    ] {
        assert!(purged.stdout.contains(place), "{place} is not named: {}", purged.whole());
    }
    assert!(
        purged.stdout.contains("delete learning.damaged-2.db: it cannot be read\n"),
        "{}",
        purged.whole()
    );
    assert!(forms.iter().all(|form| !holds(purged.whole().as_bytes(), form)), "{}", purged.whole());
    let told = told(&world);
    assert!(told.contains("ADR-001") && forms.iter().all(|form| !holds(told.as_bytes(), form)), "{told}");
    let ids = |list: &[Value]| {
        list.iter()
            .map(|row| (row["id"].clone(), row["status"].clone(), row["observations"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&world.list()), ids(&before), "what was learned is still known");

    assert_eq!(world.run(&["reconcile", "--json"]).ok().json()["edits"], 0, "no mask is taken for an edit");
    assert_eq!(world.run(&["purge"]).ok().stderr, "nothing to drop\n");
    let found = holding(&world, &forms);
    assert_eq!(found, [""; 0]);
    assert!(
        rusqlite::Connection::open(world.state().join("learning.cleared-1.db"))
            .unwrap()
            .query_row("PRAGMA quick_check", [], |row| row.get::<_, String>(0))
            .unwrap()
            == "ok"
    );
}

/// Told again in the next session, it is masked alike and counts for the same lesson.
#[test]
fn a_masked_lesson_is_known_again() {
    let mut world = World::new();
    a_week_of_secrets(&mut world);
    world.run(&["configure", "--set", &format!("redact.extra={EXTRA}")]).ok();
    world.run(&["purge"]).ok();
    let before = world.list();
    let again = lesson("again", "2026-03-12", 0);
    write(&world.transcript("again"), &around_it(&again, &world));
    world.set_now(&again.ended_at());
    world.end("again");
    assert_eq!(world.list().len(), before.len(), "{:#?}", world.list());
    assert_eq!(holding(&world, &forms()), [""; 0]);
}

#[test]
fn one_secret_of_a_persons_own_goes_without_being_an_argument() {
    let mut world = World::new();
    a_week(&mut world);
    let forms = ["db-reset".to_owned()];
    assert!(!holding(&world, &forms).is_empty());
    world.run_with(&["purge", "--secret"], "abc\n").fails();
    let purged = world.run_with(&["purge", "--secret"], "db-reset\n").ok();
    assert_eq!(holding(&world, &forms), [""; 0], "{}", purged.whole());
    assert!(!purged.whole().contains("db-reset"), "{}", purged.whole());
    assert_eq!(world.list().len(), 4);
    assert!(!told(&world).contains("db-reset"));
}

/// Only the characters of the secret change: the person's own words around them stay, and their own entries do.
#[test]
fn a_persons_edits_stay_and_their_entries_are_only_named() {
    let mut world = World::new();
    a_week(&mut world);
    let decisions = world.read(".memory/knowledge/decisions.md");
    let mine = "\n## ADR-040: Mine\n\n- **Status**: Active\n- The code is sqlite-Zulu.\n";
    world.write(
        ".memory/knowledge/decisions.md",
        &(decisions.replace("offline", "offline, says Ann with sqlite-Zulu") + mine),
    );
    world.run(&["reconcile"]).ok();
    let purged = world.run_with(&["purge", "--secret"], "sqlite-Zulu").fails();
    assert!(
        purged.stderr.contains("decisions.md#ADR-040` contains one too and is yours"),
        "{}",
        purged.whole()
    );
    let after = world.read(".memory/knowledge/decisions.md");
    assert!(after.ends_with(mine), "{after}");
    assert!(after.contains("offline, says Ann with [redacted:extra]"), "{after}");
}

/// What a person writes into the knowledge files themselves is theirs; what is stored of it is masked all the same.
#[test]
fn a_secret_in_an_entry_of_a_persons_own_is_not_stored() {
    let mut world = World::new();
    a_week(&mut world);
    let key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let decisions = world.read(".memory/knowledge/decisions.md");
    let mine = format!("\n## ADR-040: Deploy with {key}\n\n- **Status**: Active {key}\n- **Area**: {key}\n");
    world.write(".memory/knowledge/decisions.md", &(decisions + &mine));
    // Once before the worker has seen it, and once afterwards.
    world.start("sooner", "startup");
    world.settle();
    world.run(&["learn"]).ok();
    world.start("later", "startup");
    world.settle();
    let home: Vec<String> = World::tree(&world.data())
        .into_iter()
        .filter(|(_, bytes)| holds(bytes, &key[..16].to_lowercase()))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(home, [""; 0]);
}

#[test]
fn clear_keeps_no_quote_anywhere() {
    let mut world = World::new();
    a_week(&mut world);
    world.run(&["reconcile"]).ok();
    let db = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
    let mut find = db.prepare("SELECT quote FROM evidence WHERE speaker <> 'structure'").unwrap();
    let quotes: Vec<String> = find.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    drop(find);
    drop(db);
    let escaped = |quote: &String| serde_json::to_string(quote).unwrap().trim_matches('"').to_lowercase();
    let quotes: Vec<String> = quotes.iter().filter(|quote| quote.len() > 60).map(escaped).collect();
    assert!(quotes.len() >= 6, "{quotes:#?}");
    put(&world.state().join("learning.cleared-1.db"), &fs::read(world.state().join("learning.db")).unwrap());
    assert!(holding(&world, &quotes).len() >= 3);
    world.run(&["clear", "--yes"]).ok();
    assert_eq!(holding(&world, &quotes), [""; 0]);
}

/// Similar work is found again by prints of its words.
#[test]
fn a_prompt_that_taught_nothing_is_not_stored() {
    let mut world = World::new();
    let said = Session::new("s1", "2026-03-02T10:00:00Z")
        .user("Please look why the marmalade importer skips the second page of every catalogue.")
        .tool("Edit", json!({"file_path": format!("{}/src/import.rs", world.project.display()), "old_string": "a", "new_string": "b"}), "done", false)
        .assistant("It reads both pages now.");
    world.play(&said);
    // Until an extractor has looked at it, a prompt waits.
    world.run(&["learn", "--now"]).ok();
    assert_eq!(world.list().len(), 0);
    assert_eq!(holding(&world, &["marmalade".to_owned(), "catalogue".to_owned()]), [""; 0]);
    let similar =
        world.run(&["context", "--task", "the marmalade importer skips a page", "--json"]).ok().json();
    assert_eq!(similar["similar"][0]["files_touched"], json!(["src/import.rs"]), "{similar:#}");
    let other = world.run(&["context", "--task", "rotate certificates", "--json"]).ok().json();
    assert_eq!(other["similar"], json!([]));
    assert!(world.run(&["outcome", "list"]).ok().stdout.contains("src/import.rs"));
}
