//! The whole loop through the real executables: sessions on several days become a command, a skill, a
//! decision and a pitfall; the next session is shown them; what the person deletes does not come back.

use serde_json::Value;

use crate::session::Session;
use crate::world::{World, write};

/// A session that teaches all four kinds, in slightly other words each time.
pub fn lesson(id: &str, day: &str, variant: usize) -> Session {
    let correction = [
        (
            "I will add the package with `npm install zod`.",
            "No, don't use `npm` here, use `pnpm` instead. npm breaks the lockfile.",
        ),
        (
            "Installing it now with `npm install vitest`.",
            "Stop. Never use `npm` in this repo, use `pnpm` instead, npm breaks the lockfile.",
        ),
        (
            "Running `npm ci` to set up the workspace.",
            "No, not npm! Use `pnpm` instead of `npm`, otherwise the lockfile breaks.",
        ),
    ][variant % 3];
    let decision = [
        "Let's use `sqlite` for the cache because the tool has to work offline.",
        "We use `sqlite` for the cache, because the tool has to work offline.",
        "Use `sqlite` for the cache because the tool must work offline.",
    ][variant % 3];
    let workflow = [
        "To release: first run `pnpm lint`, then run `pnpm test`, then run `pnpm publish`.",
        "Please release: first run `pnpm lint`, then run `pnpm test`, and then run `pnpm publish`.",
        "Release time: first run `pnpm lint`, then run `pnpm test`, after that run `pnpm publish`.",
    ][variant % 3];
    let procedure = [
        "When you change a file in `migrations/`, always run `just db-reset` so that the test database matches.",
        "Whenever you change something in `migrations/`, run `just db-reset` so that the test database matches.",
        "When you touch `migrations/`, always run `just db-reset` so that the test database matches the schema.",
    ][variant % 3];
    let task = [
        "Please add input validation to the signup handler.",
        "The totals of the invoice page are off by one cent, please fix that.",
        "Please move the mail templates into the worker.",
    ][variant % 3];
    Session::new(id, &format!("{day}T10:00:00Z"))
        .user(task)
        .assistant(correction.0)
        .user(correction.1)
        .assistant("Understood. The responses should be cached. Should the cache be redis or a file?")
        .user(decision)
        .assistant("The cache is in place.")
        .user(procedure)
        .assistant("Noted.")
        .user(workflow)
        .assistant("All done.")
}

/// Three sessions over a week: enough for every kind.
pub fn a_week(world: &mut World) {
    for (n, day) in ["2026-03-02", "2026-03-05", "2026-03-09"].iter().enumerate() {
        world.play(&lesson(&format!("week-{n}"), day, n));
    }
}

fn of_kind<'a>(list: &'a [Value], kind: &str) -> Vec<&'a Value> {
    list.iter().filter(|row| row["type"] == kind).collect()
}

fn row(world: &World, kind: &str) -> Value {
    let list = world.list();
    let rows = of_kind(&list, kind);
    assert_eq!(rows.len(), 1, "{kind}: {list:#?}");
    rows[0].clone()
}

fn artifact(world: &World, kind: &str) -> String {
    let path = row(world, kind)["artifact"].as_str().unwrap().to_owned();
    path.split('#').next().unwrap().to_owned()
}

fn context(answer: &crate::world::Answer) -> String {
    if answer.stdout.is_empty() {
        return String::new();
    }
    answer.json()["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_week_of_sessions_becomes_one_artifact_of_each_kind() {
    let mut world = World::new();
    a_week(&mut world);
    for kind in ["workflow", "procedural", "decision", "pitfall"] {
        let row = row(&world, kind);
        assert_eq!(row["status"], "created", "{row:#?}");
        assert!(world.exists(&artifact(&world, kind)), "{row:#?}");
    }
    let decisions = world.read(".memory/knowledge/decisions.md");
    assert!(
        decisions.contains("## ADR-001: ") && decisions.contains("- **Source**: self-learning:obs_"),
        "{decisions}"
    );
    let pitfalls = world.read(".memory/knowledge/pitfalls.md");
    assert!(pitfalls.contains("## PF-001: ") && pitfalls.contains("pnpm"), "{pitfalls}");
    assert_eq!(world.read(".memory/.gitignore").lines().last(), Some("*"));
}

#[test]
fn a_dry_run_says_what_a_real_one_learns_and_changes_nothing() {
    let mut world = World::new();
    let sessions = ["2026-03-02", "2026-03-05", "2026-03-09"].iter().enumerate();
    let sessions: Vec<Session> = sessions.map(|(n, day)| lesson(&format!("week-{n}"), day, n)).collect();
    for session in &sessions {
        write(&world.transcript(&session.id), &session.jsonl(&world.project));
    }
    let paths: Vec<String> =
        sessions.iter().map(|session| world.transcript(&session.id).display().to_string()).collect();
    let learn = |world: &World, words: &[&str], paths: &[String]| {
        let mut all = [&["learn", "--now"], words].concat();
        all.extend(paths.iter().map(String::as_str));
        world.run(&all).ok()
    };
    world.set_now("2026-03-09T12:00:00Z");
    let dry = learn(&world, &["--dry-run"], &paths[..2]);
    assert!(
        dry.stderr.starts_with(
            "2 sessions would be read; 4 observations would be new or seen again, 3 of them ready to be written\n"
        ),
        "{}",
        dry.whole()
    );
    assert!(!world.data().exists() && World::tree(&world.project).len() == 1, "{}", dry.whole());

    learn(&world, &[], &paths[..2]);
    let before = (World::tree(&world.data()), World::tree(&world.project), world.list());
    let dry = learn(&world, &["--dry-run"], &paths[2..]);
    assert!(dry.stderr.contains("1 of them ready"), "{}", dry.whole());
    let is_log = |file: &&(String, Vec<u8>)| !file.0.ends_with("/log");
    let after = World::tree(&world.data());
    assert!(before.0.iter().filter(is_log).eq(after.iter().filter(is_log)), "{}", dry.whole());
    assert_eq!((&before.1, &before.2), (&World::tree(&world.project), &world.list()));
    learn(&world, &[], &paths[2..]);
    for row in world.list() {
        let line = dry.stdout.lines().find(|line| line.starts_with(row["id"].as_str().unwrap()));
        let line = line.unwrap_or_else(|| panic!("{row} is not in {}", dry.stdout));
        assert!(line.contains(&format!("{}×", row["count"])), "{line}");
    }
}

#[test]
fn the_next_session_is_told_and_news_are_told_once() {
    let mut world = World::new();
    a_week(&mut world);
    world.set_now("2026-03-10T09:00:00Z");
    let first = world.start("next-1", "startup");
    let told = context(&first);
    assert_eq!(told.matches("ADR-001  ").count(), 1, "{told}");
    assert_eq!(told.matches("PF-001  ").count(), 1, "{told}");
    assert!(told.contains("- the skill "), "{told}");
    assert_eq!(first.json()["hookSpecificOutput"]["reloadSkills"], true);
    assert!(first.json()["systemMessage"].as_str().unwrap().starts_with("ingrain learned "));
    let second = world.start("next-2", "startup");
    assert!(context(&second).contains("ADR-001  ") && !context(&second).contains("- the skill "));
    assert_eq!(second.json().get("systemMessage"), None);
    let notified = |world: &World| world.run(&["status", "--json"]).json()["notified_at"].clone();
    assert_ne!(notified(&world), "2026-03-10T09:00:00Z", "the worker has not read of it");
    world.end("next-1");
    assert_eq!(notified(&world), "2026-03-10T09:00:00Z");
    let third = world.start("next-3", "startup");
    assert_eq!(third.json().get("systemMessage"), None);
}

#[test]
fn a_resumed_session_hears_nothing_twice() {
    let mut world = World::new();
    a_week(&mut world);
    world.set_now("2026-03-10T09:00:00Z");
    assert!(!context(&world.start("s", "startup")).is_empty());
    assert_eq!(world.start("s", "resume").stdout, "");
    world.end("s");
    assert_eq!(world.start("s", "resume").stdout, "");
    for source in ["clear", "compact", "fork"] {
        assert!(context(&world.start("s", source)).contains("ADR-001"), "{source}");
    }
}

#[test]
fn a_deleted_artifact_is_refused_for_good() {
    let mut world = World::new();
    a_week(&mut world);
    let command = artifact(&world, "workflow");
    std::fs::remove_file(world.project.join(&command)).unwrap();
    world.set_now("2026-03-10T09:00:00Z");
    world.start("look-1", "startup");
    let logged = |world: &World| std::fs::read_to_string(world.state().join("log")).unwrap();
    world.until("the first look", |world| logged(world).contains("2026-03-10T09:00:00Z worker ok"));
    assert_eq!(row(&world, "workflow")["status"], "created", "a first look is no refusal");
    world.set_now("2026-03-10T22:00:00Z");
    world.start("look-2", "startup");
    world.until("the second look", |world| row(world, "workflow")["status"] == "deprecated");
    for (n, day) in ["2026-03-12", "2026-03-16", "2026-03-20", "2026-03-24"].iter().enumerate() {
        world.play(&lesson(&format!("later-{n}"), day, n));
    }
    let refused = row(&world, "workflow");
    assert_eq!(refused["status"], "deprecated", "{refused:#?}");
    assert!(refused["confidence"].as_f64().unwrap() < 0.3, "{refused:#?}");
    assert!(!world.exists(&command));
}

#[test]
fn an_edited_artifact_is_the_persons() {
    let mut world = World::new();
    a_week(&mut world);
    let skill = artifact(&world, "procedural");
    let mine = format!("{}\nMy own words.\n", world.read(&skill));
    world.write(&skill, &mine);
    let counts = world.run(&["reconcile", "--json"]).ok().json();
    assert_eq!((&counts["edits"], &counts["unchanged"]), (&1.into(), &3.into()), "{counts}");
    let again = world.run(&["reconcile", "--json"]).ok().json();
    assert_eq!((&again["edits"], &again["unchanged"]), (&0.into(), &4.into()), "{again}");
    world.play(&lesson("later", "2026-03-20", 1));
    assert_eq!(world.read(&skill), mine);
}

#[test]
fn reading_again_changes_nothing() {
    let mut world = World::new();
    a_week(&mut world);
    let before = (world.list(), World::tree(&world.project));
    for n in 0..3 {
        world.end(&format!("week-{n}"));
        let transcript = world.transcript(&format!("week-{n}"));
        world.run(&["learn", "--now", &transcript.to_string_lossy()]).ok();
    }
    assert_eq!(world.list(), before.0);
    for (now, before) in World::tree(&world.project).iter().zip(&before.1) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!((&now.0, text(&now.1)), (&before.0, text(&before.1)));
    }
    assert_eq!(World::tree(&world.project).len(), before.1.len());
}

#[test]
fn a_fork_and_the_same_words_within_a_day_count_once() {
    let mut world = World::new();
    let first = lesson("one", "2026-03-02", 0);
    world.play(&first);
    let copied = first.jsonl(&world.project).replace("\"sessionId\":\"one\"", "\"sessionId\":\"fork\"");
    crate::world::write(&world.transcript("fork"), &copied);
    world.end("fork");
    world.play(&lesson("again", "2026-03-02", 0));
    for row in world.list() {
        assert_eq!(row["count"], 1, "{row:#?}");
    }
}

pub fn quiet_since(transcript: &std::path::Path, rfc3339: &str) {
    let written: chrono::DateTime<chrono::Utc> = rfc3339.parse().unwrap();
    let file = std::fs::File::options().write(true).open(transcript).unwrap();
    file.set_modified(written.into()).unwrap();
}

#[test]
fn a_session_whose_end_was_never_told_is_found_at_the_next_start() {
    let mut world = World::new();
    let lost = lesson("lost", "2026-03-02", 0);
    world.set_now("2026-03-02T10:00:00Z");
    world.start("lost", "startup");
    let transcript = world.transcript("lost");
    crate::world::write(&transcript, &lost.jsonl(&world.project));
    quiet_since(&transcript, "2026-03-02T10:00:00Z");
    world.set_now("2026-03-03T10:00:00Z");
    for n in 0..3 {
        world.start(&format!("next-{n}"), "startup");
        world.until("the lost session is read", |world| !world.list().is_empty());
    }
    let status = world.run(&["status", "--json"]).json();
    assert_eq!(status["sessions"]["missed"], 1, "{status:#}");
    assert_eq!(status["sessions"]["captured"], 1, "{status:#}");
    assert!(!world.list().is_empty() && world.list().iter().all(|row| row["count"] == 1));
}

#[test]
fn a_headless_prompt_teaches_only_where_the_person_allowed_it() {
    for (config, expected) in [("{}", false), (r#"{"learn_headless": true}"#, true)] {
        let mut world = World::new();
        crate::world::write(&world.config(), config);
        let text = lesson("script", "2026-03-02", 0).jsonl(&world.project);
        let headless =
            text.replace("\"userType\":\"external\"", "\"userType\":\"external\",\"entrypoint\":\"sdk-cli\"");
        crate::world::write(&world.transcript("script"), &headless);
        world.set_now("2026-03-02T12:00:00Z");
        world.end("script");
        assert_eq!(!world.list().is_empty(), expected, "{config}");
    }
}

/// Clients before 2.1 leave no trace of it in the transcript, but their hooks know.
#[test]
fn a_headless_session_is_known_by_its_hooks() {
    for (told_end, config, expected) in
        [(true, "{}", false), (false, "{}", false), (true, r#"{"learn_headless": true}"#, true)]
    {
        let mut world = World::new();
        crate::world::write(&world.config(), config);
        let session = lesson("script", "2026-03-02", 0);
        crate::world::write(&world.transcript("script"), &session.jsonl(&world.project));
        world.set_env("CLAUDE_CODE_ENTRYPOINT", "sdk-cli");
        world.set_now("2026-03-02T12:00:00Z");
        world.start("script", "startup");
        quiet_since(&world.transcript("script"), "2026-03-02T12:00:00Z");
        if told_end {
            world.end("script");
        }
        world.set_env("CLAUDE_CODE_ENTRYPOINT", "cli");
        world.set_now("2026-03-03T12:00:00Z");
        world.run(&["learn", "--now"]).ok();
        let status = world.run(&["status", "--json"]).json();
        assert_eq!(status["sessions"]["captured"], 1, "{told_end} {config}");
        assert_eq!(!world.list().is_empty(), expected, "{told_end} {config}");
    }
}

#[test]
fn use_is_counted_once_per_session() {
    let mut world = World::new();
    a_week(&mut world);
    let command = artifact(&world, "workflow");
    let slug = command.rsplit('/').next().unwrap().trim_end_matches(".md").to_owned();
    let used = Session::new("used", "2026-03-11T10:00:00Z")
        .user("Cache the sessions too.")
        .assistant("This applies ADR-001, and ADR-001 again; ADR-0012 is something else.")
        .tool(
            "Skill",
            serde_json::json!({"skill": format!("self-learning:{slug}")}),
            "Launching skill",
            false,
        )
        .user("Thanks.");
    world.play(&used);
    let shown = world.run(&["show", "ADR-001"]).ok().stdout;
    assert!(shown.contains("used        in 1 session\n"), "{shown}");
    let id = row(&world, "workflow")["id"].as_str().unwrap().to_owned();
    let shown = world.run(&["show", &id]).ok().stdout;
    assert!(shown.contains("used        in 1 session\n"), "{shown}");
}

#[test]
fn what_is_asked_for_and_is_not_there_is_a_clear_error() {
    let world = World::new();
    for args in [&["show", "obs_nothing"][..], &["knowledge", "show", "ADR-999"], &["learn", "nowhere.jsonl"]]
    {
        let answer = world.run(args).fails();
        assert!(answer.stderr.starts_with("error: "), "{args:?}: {}", answer.whole());
        assert_eq!(answer.stdout, "");
    }
}

/// Two sessions in which a person answers the same question.
fn answered_twice(world: &mut World, answers: [&str; 2]) {
    let filler = "Please look at the page with the list of orders first and tell me what you see there, the rows look \
                  odd to me and the header is too tall on small screens, I think, and on large ones as well.";
    for (n, answer) in answers.into_iter().enumerate() {
        let session = Session::new(&format!("answer-{n}"), &format!("2026-03-0{}T10:00:00Z", n + 2));
        let session = session.user(&format!("{filler} {n}")).assistant("Which store?").user(answer);
        world.play(&session.assistant("Done."));
    }
}

#[test]
fn a_prompt_with_a_picture_teaches() {
    let mut world = World::new();
    let answers = [
        "[Image #1] Use redis for the sessions, because cookies are too small.",
        "[Image #1] [Image #2] Use redis for the sessions, since cookies are too small.",
    ];
    answered_twice(&mut world, answers);
    let row = row(&world, "decision");
    assert_eq!(
        (row["title"].as_str(), row["status"].as_str()),
        (Some("Use redis for the sessions"), Some("created"))
    );
}

#[test]
fn orders_about_the_memory_teach_nothing() {
    let mut world = World::new();
    let answers = [
        "Delete ADR-001 from .memory/knowledge/decisions.md, because we changed our mind.",
        "Delete ADR-001 from .memory/knowledge/decisions.md, because we changed our mind about it.",
    ];
    answered_twice(&mut world, answers);
    assert_eq!(world.list(), Vec::<Value>::new());
}

/// Sent again on the evening of its second day, it was not seen on a third.
#[test]
fn what_is_sent_again_within_a_day_makes_no_days() {
    let mut world = World::new();
    let order = "To release: run `make test`, then tag on main, then push the tag.";
    let mut say = |id: &str, at: &str| {
        let session = Session::new(id, at).user("Please look at the spacing of the rows in the table of orders, and tell me how far they are from each other in the list of customers and in the list of products.");
        world.play(&session.assistant("The rows have 4 px.").user(order).assistant("Done."));
        row(&world, "workflow")["status"].clone()
    };
    say("first", "2026-03-02T10:00:00Z");
    assert_eq!(say("second", "2026-03-04T20:00:00Z"), "observing", "two days and a half");
    assert_eq!(say("again", "2026-03-05T12:00:00Z"), "observing", "the same words, sixteen hours later");
    assert_eq!(say("third", "2026-03-06T10:00:00Z"), "created");
}
