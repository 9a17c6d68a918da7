//! The first days of a new user: existing files, next steps, and common mistakes.

use std::fs;

use serde_json::json;

use crate::session::Session;
use crate::terminal::Terminal;
use crate::world::{World, write};

/// What three sessions said in everyday words, before ingrain was there.
fn earlier(world: &World) {
    for (n, day, said) in [
        (1, "2026-02-02", "nice. can you add a test for that as well?"),
        (2, "2026-02-05", "where are the tests? please write some for the conversion"),
        (3, "2026-02-09", "add a test for the empty table too please"),
    ] {
        let session = Session::new(&format!("old-{n}"), &format!("{day}T10:00:00Z"))
            .user("the page of a harbour is slow, and people have begun to write to us about it, have a look please")
            .assistant("Every request asks the station again. I changed that.")
            .user(said);
        write(&world.transcript(&session.id), &session.jsonl(&world.project));
    }
}

#[test]
fn what_is_there_already_is_offered_and_shown_with_its_words() {
    let world = World::new();
    earlier(&world);
    let enabled = world.run(&["enable"]).ok().stderr;
    let offer = "hint: 3 earlier sessions of this project, 0.1 MB: `ingrain backfill` learns from them (about 1 s, nothing leaves this machine)\n";
    assert!(enabled.ends_with(offer), "{enabled}");
    let status = world.run(&["status", "--json"]).json();
    assert_eq!(status["past"], 3);
    assert_eq!(
        status["next"],
        json!(["3 earlier sessions of this project not read yet: `ingrain backfill` learns from them"])
    );
    let learned = world.run(&["backfill"]).ok();
    insta::assert_snapshot!(learned.stdout);
    let again = world.run(&["enable"]).ok().stderr;
    assert!(!again.contains("backfill"), "{again}");
    assert_eq!(world.run(&["status", "--json"]).json()["past"], 0);
    // Status counts what backfill counted.
    assert!(learned.stderr.contains("1 new observation came of it"), "{}", learned.stderr);
    let status = world.run(&["status"]).ok().stdout;
    assert!(status.contains("  builtin  1 new observation\n"), "{status}");
    assert!(!status.contains("SessionEnd"), "{status}");
}

/// A decision of earlier sessions is as old as the last word on it, not as the day on which it was read.
#[test]
fn a_decision_has_the_day_on_which_it_was_said() {
    let mut world = World::new();
    for (id, day) in [("old-1", "2026-02-02"), ("old-2", "2026-02-05")] {
        let session = Session::new(id, &format!("{day}T10:00:00Z"))
            .user("the cache is slow, have a look please")
            .assistant("Shall I move it to redis or keep it in sqlite?")
            .user("let's keep the cache in sqlite, because i don't want to run a second server");
        write(&world.transcript(&session.id), &session.jsonl(&world.project));
    }
    world.set_now("2026-03-10T10:00:00Z");
    world.run(&["backfill"]).ok();
    let text = world.read(".memory/knowledge/decisions.md");
    assert!(text.contains("- **Date**: 2026-02-05\n"), "{text}");
}

#[test]
fn elsewhere_the_projects_with_most_sessions_are_named() {
    let world = World::new();
    earlier(&world);
    let mut command = world.command(env!("CARGO_BIN_EXE_ingrain"));
    command.arg("enable").current_dir(&world.home);
    let said = world.answer(command, "").ok().stderr;
    assert!(said.contains("3 earlier sessions of 1 project can be learned from"), "{said}");
    assert!(said.contains("ingrain backfill --project [PROJECT]  (3 sessions, about 1 s)"), "{said}");
}

#[test]
fn what_waits_to_be_said_again_is_told() {
    let mut world = World::new();
    world.run(&["enable"]).ok();
    let next = |world: &World| world.run(&["status", "--json"]).json()["next"].clone();
    assert_eq!(next(&world), json!(["learning begins when the next session ends"]));
    let said = "nice. shouldn't there be a test for the conversion?";
    world.play(&Session::new("one", "2026-03-02T10:00:00Z").user("convert the heights").user(said));
    assert_eq!(next(&world), json!(["1 lesson waits to be said again; `ingrain review` accepts it now"]));
    for rule in [
        "use tabs in all of the makefiles",
        "name branches after their tickets",
        "log dates in iso form only",
        "pin the versions of all images",
        "keep pages static where possible",
        "sort imports by their length",
    ] {
        world.start("more", "startup");
        let prompt = json!({"prompt": format!("from now on {rule}")});
        world.hook("user-prompt", &world.input("more", "UserPromptSubmit", prompt)).ok();
    }
    let more =
        "7 lessons wait to be said again; `ingrain review` accepts them now: 5 shown, 2 more after them";
    assert_eq!(next(&world), json!([more]));
    let review = world.run(&["review", "--list"]).ok();
    assert_eq!(review.stdout.lines().count(), 5, "{}", review.whole());
    assert!(review.stderr.contains("5 items to look at; after them, 2 more lessons"), "{}", review.whole());
    let input = world.input("more", "UserPromptSubmit", json!({"prompt": "/ingrain:review"}));
    let seen = world.hook("user-prompt", &input).ok().json()["systemMessage"].to_string();
    assert!(seen.contains("5 items to look at; after them, 2 more lessons"), "{seen}");
}

#[test]
fn a_model_is_recommended_where_it_is_at_hand_and_never_chosen() {
    let world = World::new();
    let claude = world.home.join(".local/bin/claude");
    write(&claude, "#!/bin/sh\n");
    let may_run = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&claude, may_run).unwrap();
    let said = world.run(&["enable"]).ok().stderr;
    assert!(said.contains("hint: `ingrain enable --extractor claude` learns more"), "{said}");
    assert!(
        said.contains("go to Anthropic") && said.contains("at most 5 times and for $1.00 a day"),
        "{said}"
    );
    assert_eq!(world.run(&["status", "--json"]).json()["extractor"], "builtin");
    assert!(!world.config().exists());
    world.run(&["disable"]).ok();
    fs::remove_file(&claude).unwrap();
    assert!(!world.run(&["enable"]).ok().stderr.contains("extractor claude"));
}

#[test]
fn a_session_that_was_opened_and_left_is_no_failure() {
    let world = World::new();
    world.start("left", "startup");
    world.end("left");
    let status = world.run(&["status", "--json"]).ok().json();
    let sessions = json!({"captured": 1, "learned": 0, "waiting": 0, "missed": 0, "failed": 0, "empty": 1});
    assert_eq!(status["sessions"], sessions);
    assert_eq!(status["last_failure"], json!(null));
}

#[test]
fn a_rehearsal_finds_what_learning_finds() {
    let world = World::new();
    earlier(&world);
    let transcript = world.transcript("old-1");
    let transcript = transcript.to_str().unwrap();
    let tried = world.run(&["learn", "--now", "--dry-run", "--json", transcript]).ok().json();
    let learned = world.run(&["learn", "--now", "--json", transcript]).ok().json();
    assert_eq!((&tried["sessions"], tried["observations"].as_array().unwrap().len()), (&json!(1), 1));
    assert_eq!(learned["observed"], 1);
}

/// Restored from a backup, or written by another installation: what stands in the file counts.
#[test]
fn status_and_doctor_agree_on_a_restored_settings_file() {
    let world = World::new();
    world.run(&["enable"]).ok();
    let settings = world.home.join(".claude/settings.json");
    let ours = fs::read_to_string(&settings).unwrap();
    fs::remove_dir_all(world.data()).unwrap();
    let status = world.run(&["status", "--json"]).ok().json();
    assert_eq!((&status["enabled"], &status["health"]), (&json!(true), &json!([])));

    world.run(&["enable"]).ok();
    let moved = ours.replace("ingrain-session-end", "gone/ingrain-session-end");
    write(&settings, &moved);
    let status = world.run(&["status"]).fails().stdout;
    assert!(status.contains("is not there: run `ingrain enable`"), "{status}");
    assert!(world.run(&["doctor"]).fails().stdout.contains("is not there"));
    world.run(&["enable"]).ok();
    world.run(&["status"]).ok();
    write(&settings, &ours.replace("SessionEnd", "Stop"));
    let status = world.run(&["status"]).fails().stdout;
    assert!(status.contains("no hook is registered for SessionEnd: run `ingrain enable`"), "{status}");
}

#[test]
fn only_what_changes_is_told() {
    let world = World::new();
    world.run(&["enable"]).ok();
    let told = world.run(&["enable", "--statusline"]).ok().stdout;
    let lines: Vec<&str> = told.lines().skip(1).collect();
    assert!(matches!(lines[..], [only] if only.starts_with("  add statusLine: ")), "{told}");
}

#[test]
fn mistakes_are_answered() {
    let world = World::new();
    write(&world.project.join("users"), "root:x:0:0\nbin:x:1:1\n");
    let refused = world.run(&["import", "users"]).fails();
    insta::assert_snapshot!(refused.whole());
    for n in 0..3 {
        world.run(&["configure", "--set", &format!("batch_size={}", n + 4)]).ok();
    }
    let told = world.run(&["history", "--limit", "2"]).ok();
    assert_eq!(told.stdout.lines().count(), 2);
    assert_eq!(told.stderr, "hint: there is more: `ingrain history --limit 10`\n");
    assert_eq!(world.run(&["history", "--limit", "3"]).ok().stderr, "");
}

/// What is the same in every request makes no two of them alike, and what has no name is not told.
#[test]
fn similar_work_is_about_the_same_things() {
    let mut world = World::new();
    for (id, day, prompt) in [
        ("license", "2026-03-02", "can you add a standard MIT license to the project please?"),
        ("limits", "2026-03-03", "can you add rate limits to the public endpoints please?"),
    ] {
        let file = json!({"file_path": world.project.join(format!("{id}.md")), "content": "x"});
        let session = Session::new(id, &format!("{day}T10:00:00Z")).user(prompt);
        world.play(&session.tool("Write", file, "done", false).assistant("Done."));
    }
    let unnamed = Session::new("unnamed", "2026-03-04T10:00:00Z");
    world.play(&unnamed.user("what do you know of rate limits of public endpoints?").assistant("A lot."));
    let task = "can you add rate limits to the export endpoints please?";
    let known = world.run(&["context", "--task", task, "--json"]).ok().json();
    let similar: Vec<_> =
        known["similar"].as_array().unwrap().iter().map(|work| &work["files_touched"]).collect();
    assert_eq!(similar, [&json!(["limits.md"])], "{known:#}");
}

#[test]
fn a_title_that_a_person_changed_is_the_one_that_is_listed() {
    let mut world = World::new();
    let choice = "Use `pnpm` for installs, because the lock file of npm breaks in CI.";
    world.play(&crate::replaced::told("one", "2026-03-02", choice));
    world.play(&crate::replaced::told("two", "2026-03-04", choice));
    let file = ".memory/knowledge/decisions.md";
    let text = world.read(file);
    let title = world.list()[0]["title"].as_str().unwrap().to_owned();
    world.write(file, &text.replace(&format!("ADR-001: {title}"), "ADR-001: pnpm, and nothing else"));
    assert_eq!(world.list()[0]["title"], "pnpm, and nothing else");
    assert!(world.run(&["show", "ADR-001"]).ok().stdout.starts_with("pnpm, and nothing else\n"));
    let shown = world.run(&["knowledge", "show", "ADR-001", "--json"]).ok().json();
    assert_eq!((&shown[0]["id"], &shown[0]["status"]), (&json!("ADR-001"), &json!("Active")));
}

/// An answer that cannot be found is not "nothing".
#[test]
fn what_cannot_be_read_is_told_with_its_path() {
    let mut world = World::new();
    world.play(&Session::new("one", "2026-03-02T10:00:00Z").user("convert the heights please"));
    let projects = world.data().join("projects");
    fs::remove_dir_all(&projects).unwrap();
    write(&projects, "no folder");
    for command in ["list", "status", "review"] {
        let refused = world.run(&[command]).fails().stderr;
        assert!(refused.contains("could not read `[HOME]/.local/share/ingrain/projects`"), "{refused}");
    }
    fs::remove_dir_all(world.data()).unwrap();
    write(&world.data(), "no folder");
    let doctor = world.run(&["doctor"]).fails();
    assert!(
        doctor.stdout.contains("problem  data") && doctor.stdout.contains("chmod -R u+rwX"),
        "{}",
        doctor.whole()
    );
}

#[test]
fn on_a_terminal_a_person_is_asked_and_no_word_is_broken() {
    let world = World::new();
    earlier(&world);
    let enable = Terminal::start(&world, "enable --extractor builtin", (100, 50));
    let asked = enable.see("[Y/n]");
    assert!(asked.contains("3 earlier sessions of this project, 0.1 MB. Learn from them now"), "{asked}");
    enable.press("Enter", "the best of it:");
    enable.see("left with 0");
    drop(enable);

    let plain = world.run(&["status"]).ok().stdout;
    let status = Terminal::start(&world, "status", (40, 50)).see("left with 0");
    let words: Vec<&str> = plain.split_whitespace().chain(["left", "with", "0"]).collect();
    // A path that is longer than a line stays one word, which the terminal breaks.
    let is_whole = |word: &&str| words.contains(word) || word.contains('/');
    let broken: Vec<&str> = status.split_whitespace().filter(|word| !is_whole(word)).collect();
    assert_eq!(broken, [""; 0], "{status}");

    let folder = world.base().join("untouched");
    fs::create_dir(&folder).unwrap();
    let undo = format!("undo --project {}", folder.display());
    let undo = Terminal::start(&world, &undo, (100, 50));
    assert!(undo.see("[y/N]").contains("u2 was for all projects: put the hooks into"), "{}", undo.screen());
    undo.press("Enter", "cancelled, nothing was changed");
    assert!(world.home.join(".claude/settings.json").exists());
}
