//! The backtest against what really happened: sessions are played one by one through the executables, what each start said is
//! written down as `score.py` does, and the play from the store afterwards has to say the same.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::session::Session;
use crate::world::{World, program, write};

/// What was known when a session began.
struct StartRecord {
    session: String,
    began: String,
    created: BTreeSet<String>,
    told: BTreeSet<String>,
}

/// Two months of a small project: rules that come again, one that is revoked, a call that never works, and a guarded one.
fn two_months() -> Vec<Session> {
    let fails = |session: Session, line: &str, error: &str| {
        session.user("look at the parser please").assistant("Looking.").tool(
            "Bash",
            json!({ "command": line }),
            &format!("Exit code 1\n{error}"),
            true,
        )
    };
    let npm = |session: Session, prompt: &str, failed: bool| {
        let result = if failed { "Exit code 1\nnpm error code EUSAGE" } else { "added 1 package" };
        session.user(prompt).assistant("On it.").tool(
            "Bash",
            json!({"command": "npm install picker"}),
            result,
            failed,
        )
    };
    let unknown = "cat: invalid option -- 'A'\nTry 'cat --help' for more information.";
    let day = |n: usize, day: &str| Session::new(&format!("day-{n}"), &format!("2026-{day}T10:00:00Z"));
    vec![
        fails(day(0, "03-02"), "cat -A src/parser.rs", unknown)
            .user("No, don't use `npm` here, use `pnpm` instead. npm breaks the lockfile.")
            .assistant("Should the cache be redis or a file?")
            .user("Let's use `sqlite` for the cache because the tool has to work offline."),
        npm(day(1, "03-04"), "add the date picker", true)
            .user("Never use `npm` in this repo, use `pnpm` instead, npm breaks the lockfile.")
            .assistant("Understood."),
        fails(day(2, "03-06"), "cat -A src/lexer.rs", unknown)
            .user("We use `sqlite` for the cache, because the tool has to work offline.")
            .assistant("Noted.")
            .user("When you change a file in `migrations/`, always run `just db-reset` so that the database matches."),
        npm(day(3, "03-09"), "the picker again, please", true)
            .user("No, not npm! Use `pnpm` instead of `npm`, otherwise the lockfile breaks.")
            .assistant("Sorry."),
        fails(day(4, "03-12"), "cat -A src/main.rs", unknown)
            .user("Whenever you change something in `migrations/`, run `just db-reset` so that the database matches."),
        npm(day(5, "03-16"), "run npm install picker once, by hand", false)
            .user("ok")
            .assistant("Done.")
            .user("We don't use sqlite any more for the cache."),
        day(6, "03-18")
            .user("When you touch `migrations/`, always run `just db-reset` so that the database matches the schema.")
            .assistant("Done."),
        day(7, "05-04").user("When you change `migrations/`, always run `just db-reset` so that the database matches.").assistant("Sure."),
    ]
}

/// What a session that starts now is told, on a copy of the home so that nothing is marked as told.
fn start_context(world: &World) -> String {
    let copy = tempfile::tempdir().unwrap();
    copy_folder(&world.home, copy.path());
    let mut command = world.command(program("session-start"));
    command.env("HOME", copy.path());
    let input =
        world.input("00000000-0000-4000-8000-00000000abcd", "SessionStart", json!({"source": "startup"}));
    let said = world.answer(command, &input.to_string()).ok().stdout;
    let said: Value = serde_json::from_str(&said).unwrap_or(Value::Null);
    said["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
}

fn copy_folder(from: &Path, to: &Path) {
    for (path, bytes) in World::tree(from) {
        write(&to.join(path), &String::from_utf8_lossy(&bytes));
    }
}

/// As `score.py` folds text.
fn folded(text: &str) -> String {
    let letters: String =
        text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn begins(text: &str) -> String {
    folded(text).chars().take(45).collect()
}

/// As `score.py` says whether a lesson was told.
fn is_told(context: &str, row: &Value) -> bool {
    let has = |text: &str| folded(text).len() > 8 && context.contains(&begins(text));
    let title = row["pattern"].as_str().unwrap();
    if row["status"] == "created" {
        return ["workflow", "procedural"].contains(&row["type"].as_str().unwrap()) || has(title);
    }
    let quotes = row["evidence"].as_array().unwrap().iter().filter(|e| e["speaker"] == "user");
    has(title) || quotes.into_iter().any(|e| has(e["quote"].as_str().unwrap()))
}

fn learned(world: &World) -> Vec<Value> {
    let rows = world.run(&["export"]).ok().stdout;
    rows.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|row: &Value| row["id"].is_string())
        .collect()
}

fn played(world: &mut World) -> Vec<StartRecord> {
    let mut starts = Vec::new();
    for session in two_months() {
        let (rows, context) = (learned(world), folded(&start_context(world)));
        let ids = |keep: &dyn Fn(&Value) -> bool| {
            rows.iter().filter(|row| keep(row)).map(|row| row["id"].as_str().unwrap().to_owned()).collect()
        };
        starts.push(StartRecord {
            session: session.id.clone(),
            began: session.began_at(),
            created: ids(&|row| row["status"] == "created"),
            told: ids(&|row| is_told(&context, row)),
        });
        world.play(&session);
    }
    world.set_now("2026-05-05T10:00:00Z");
    starts
}

#[test]
fn what_is_played_afterwards_is_what_was_told_at_the_time() {
    let mut world = World::new();
    let starts = played(&mut world);
    let found = world.run(&["backtest", "--json"]).ok().json();
    let (mut compared, mut covered) = (0, [0, 0]);
    for lesson in found["lessons"].as_array().unwrap() {
        let id = lesson["id"].as_str().unwrap();
        let told: Vec<String> =
            lesson["told"].as_array().unwrap().iter().map(|at| at.as_str().unwrap().to_owned()).collect();
        let was_told: Vec<String> =
            starts.iter().filter(|start| start.told.contains(id)).map(|start| start.began.clone()).collect();
        assert_eq!(told, was_told, "{lesson:#}");
        for again in lesson["again"].as_array().unwrap() {
            let start = starts.iter().find(|start| again["session"] == start.session).unwrap();
            assert_eq!(again["told"], start.told.contains(id), "{lesson:#}");
            assert_eq!(again["written"], start.created.contains(id), "{lesson:#}");
            covered[0] += usize::from(start.told.contains(id));
            covered[1] += usize::from(start.created.contains(id));
            compared += 1;
        }
    }
    let sums = &found["sums"];
    let count = |which: &str| {
        ["repeats", "failures"].iter().map(|sort| sums[sort][which].as_u64().unwrap() as usize).sum::<usize>()
    };
    assert!(count("sessions") <= 2 * starts.len() && count("sessions") <= compared, "{sums:#}");
    assert_eq!((count("times"), [count("told"), count("written")]), (compared, covered));
    assert!(
        compared >= 6 && covered[0] > covered[1] && covered[1] > 0,
        "{compared} {covered:?} {}",
        world.run(&["backtest"]).whole()
    );
    assert!(sums["wrong_tellings"].as_u64().unwrap() >= 1 && sums["caught"]["confirmed"] != 0, "{sums:#}");

    insta::assert_snapshot!(world.run(&["backtest"]).ok().whole());
    pages(&world);
}

fn pages(world: &World) {
    world.run(&["backtest", "--html", "--out", "played.html"]).ok();
    let page = world.read("played.html");
    assert!(page.contains("at most, if it had been heeded") && !page.contains("<script"), "{page}");
    let report = world.run(&["report", "--html"]).ok().stdout;
    for class in ["told", "covered", "caught", "written"] {
        assert!(page.contains(&format!("class=\"{class}\"")), "{class}");
        assert!(report.matches(&format!("class=\"{class}\"")).count() > 1, "{class} is drawn");
    }
    let late = world.run(&["backtest", "--since", "2026-05-01", "--json"]).ok().json();
    assert_eq!((&late["sums"]["starts"], &late["sums"]["repeats"]["sessions"]), (&json!(1), &json!(1)));
    let refused = world.run(&["backtest", "--since", "41"]).fails();
    assert!(refused.stderr.contains("`41` is a change"), "{}", refused.whole());
}
