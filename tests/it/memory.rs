//! Commands on the whole database: `clear`, `purge`, `export`, `import` and the like.

use std::fs;

use serde_json::{Value, json};

use crate::learning::{a_week, lesson};
use crate::session::Session;
use crate::world::{World, write};

const OLD_DECISIONS: &str = "# Decisions\n\nMine.\n\n## ADR-002: Seeded by another tool\n\n- **Status**: Active\n\n\
                             ## ADR-007: By hand\n\n- **Status**: Active\n- **Source**: self-learning:manual_1\n";

fn database(world: &World) -> rusqlite::Connection {
    rusqlite::Connection::open(world.state().join("learning.db")).unwrap()
}

fn of(list: &[Value], field: &str) -> Vec<String> {
    let mut all: Vec<String> =
        list.iter().map(|row| row[field].as_str().unwrap_or_default().to_owned()).collect();
    all.sort();
    all
}

/// Two looks at a deleted file, half a day apart, make a refusal.
fn refuse_the_command(world: &mut World) {
    let list = world.list();
    let command = list.iter().find(|row| row["type"] == "workflow").unwrap()["artifact"].as_str().unwrap();
    fs::remove_file(world.project.join(command)).unwrap();
    for now in ["2026-03-10T09:00:00Z", "2026-03-10T22:00:00Z"] {
        world.set_now(now);
        world.run(&["reconcile"]).ok();
    }
}

#[test]
fn clear_forgets_observations_but_no_refusal_no_file_and_no_turn() {
    let mut world = World::new();
    a_week(&mut world);
    refuse_the_command(&mut world);
    let before = (world.list(), World::tree(&world.project));
    assert_eq!(
        world.run(&["clear"]).whole(),
        "exit 2\n--- stdout\n--- stderr\nerror: without a terminal `clear` needs `--yes`\n"
    );
    let dry = world.run(&["clear", "--dry-run"]);
    assert_eq!(
        dry.whole(),
        "exit 0\n--- stdout\nforget 3 observations and 2 single requests, keep the files in the project\n--- stderr\n\
         dry run: nothing was changed\n"
    );
    assert_eq!((world.list(), World::tree(&world.project)), before);

    world.run(&["clear", "--yes"]).ok();
    assert_eq!(of(&world.list(), "status"), ["deprecated"]);
    assert!(world.exists(".memory/knowledge/decisions.md") && world.exists(".memory/knowledge/pitfalls.md"));
    let mut files = fs::read_dir(world.state()).unwrap().flatten().map(|entry| entry.path());
    let copy = files.find(|path| path.to_string_lossy().contains("learning.cleared-")).unwrap();
    let kept = rusqlite::Connection::open(copy).unwrap();
    let count = |db: &rusqlite::Connection| -> u32 {
        db.query_row("SELECT count(*) FROM observation", [], |row| row.get(0)).unwrap()
    };
    assert_eq!((count(&kept), count(&database(&world))), (4, 1));

    for n in 0..3 {
        let transcript = world.transcript(&format!("week-{n}"));
        world.run(&["learn", "--now", &transcript.to_string_lossy()]).ok();
    }
    assert_eq!(world.list().len(), 1, "turns that were counted stay counted");
    assert_eq!(world.run(&["clear", "--yes"]).ok().stderr, "nothing to forget\n");
}

#[test]
fn what_is_exported_here_can_be_imported_there() {
    let mut here = World::new();
    a_week(&mut here);
    refuse_the_command(&mut here);
    let file = here.base().join("learned.jsonl");
    let told = here.run(&["export", "--out", file.to_str().unwrap()]).ok().stderr;
    assert!(told.starts_with("wrote 4 observations to `"), "{told}");
    assert_eq!(here.run(&["export"]).ok().stdout, fs::read_to_string(&file).unwrap());
    assert_eq!(
        here.run(&["export"]).stdout,
        here.read(".memory/learning-log.jsonl"),
        "the mirror says the same"
    );

    let mut there = World::new();
    there.set_now("2026-03-11T09:00:00Z");
    let dry = there.run(&["import", file.to_str().unwrap(), "--dry-run"]).ok();
    assert_eq!(dry.stdout, "would take over 4 observations; 0 known already, 0 invalid\n");
    assert_eq!(there.list(), Vec::<Value>::new());
    let took = there.run(&["import", file.to_str().unwrap()]).ok();
    assert_eq!(took.stderr, "took over 4 observations; 0 known already, 0 invalid\n");
    for field in ["id", "title", "status"] {
        assert_eq!(of(&there.list(), field), of(&here.list(), field), "{field}");
    }
    assert!(there.exists(".memory/knowledge/decisions.md"));
    let again = there.run(&["import", file.to_str().unwrap()]).ok();
    assert_eq!(again.stderr, "took over 0 observations; 4 known already, 0 invalid\n");
}

#[test]
fn a_log_with_broken_lines_loses_only_those() {
    let world = World::new();
    let line = |id: &str, more: Value| {
        let mut line = json!({"id": id, "type": "decision", "pattern": "Keep it in one file", "details": "decision: one; rationale: a; b"});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        format!("{line}\n")
    };
    let text = [
        line("obs_good", json!({})),
        "{\"id\": \"obs_half".to_owned() + "\n",
        line("../../etc", json!({})),
        line("obs_kind", json!({"type": "habit"})),
        line("obs_secret", json!({"pattern": "Use ghp_0123456789abcdefghijABCDEFGHIJ012345"})),
        line("obs_good", json!({"pattern": "The same id again"})),
        line("obs_wild", json!({"observations": -3, "evidence": "x", "details": [1], "first_seen": "soon"})),
        "null\n[]\n\n".to_owned(),
    ];
    world.write("log.jsonl", &text.concat());
    let took = world.run(&["import", "log.jsonl"]).ok();
    assert!(
        took.stderr.ends_with("took over 2 observations; 1 known already, 6 invalid\n"),
        "{}",
        took.stderr
    );
    for warning in
        ["line 2: no JSON", "line 3: ", "line 4: unknown type `habit`", "line 5: it contains a secret"]
    {
        assert!(took.stderr.contains(warning), "no {warning:?} in {}", took.stderr);
    }
    assert!(!took.stderr.contains("ghp_"), "{}", took.stderr);
    assert_eq!(of(&world.list(), "title"), ["Keep it in one file", "Keep it in one file"]);
}

#[test]
fn purge_drops_what_cannot_be_read_and_says_so() {
    let mut world = World::new();
    a_week(&mut world);
    let before = world.list();
    database(&world)
        .execute_batch(
            "INSERT INTO observation (id, kind, title, details, count, status, quality_ok, first_seen, last_seen)
             VALUES ('obs_bad', 'decision', 'x', 'no json', 1, 'observing', 0, 0, 0),
                    ('obs_empty', 'decision', ' ', '{\"context\":\"\",\"decision\":\"\",\"rationale\":\"\"}', 1, 'observing', 0, 0, 0)",
        )
        .unwrap();
    let list = world.run(&["list"]).fails();
    assert!(
        list.stderr.contains("obs_bad") && list.stderr.contains("hint: run `ingrain purge"),
        "{}",
        list.whole()
    );
    let counts = world.run(&["purge", "--dry-run", "--json"]).ok().json();
    let nothing = json!({"dropped": 2, "kept": 4, "masked": 0, "places": {}, "deleted": [], "yours": [], "left": [], "guards": [], "dry_run": true});
    assert_eq!(counts, nothing);
    let purged = world.run(&["purge"]).ok();
    assert!(purged.stdout.contains("drop obs_empty: it has no title\n"), "{}", purged.whole());
    assert_eq!(purged.stderr, "dropped 2 observations\n");
    assert_eq!(world.list(), before);
    assert_eq!(world.run(&["purge"]).ok().stderr, "nothing to drop\n");
}

/// Learned as plain words, and known for a secret only since the person said so.
#[test]
fn purge_leaves_no_secret_anywhere_in_the_memory() {
    let mut world = World::new();
    a_week(&mut world);
    world.run(&["configure", "--set", r#"redact.extra=["db-reset"]"#]).ok();
    let holding = |world: &World| {
        let state = World::tree(&world.state()).into_iter();
        let holds = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("db-reset");
        state.filter(|(_, bytes)| holds(bytes)).map(|(name, _)| name).collect::<Vec<_>>()
    };
    let before = holding(&world);
    assert!(before.contains(&"learning.db".into()) && before.contains(&"learning.backup.db".into()));
    let dry = world.run(&["purge", "--dry-run"]).ok();
    assert!(dry.stdout.contains("mask 2 texts in learning.db, observation\n"), "{}", dry.whole());
    assert_eq!(holding(&world), before);

    let purged = world.run(&["purge"]).ok();
    assert!(purged.stderr.starts_with("masked secrets in "), "{}", purged.whole());
    assert!(purged.stdout.contains("SKILL.md\n"), "{}", purged.whole());
    assert_eq!(holding(&world), [""; 0]);
    assert!(!world.read(".memory/learning-log.jsonl").contains("db-reset"));
    let told = world.run(&["history", "--all"]).ok().stdout;
    assert!(told.contains("dropped for good secrets") && told.contains("[redacted:extra]"), "{told}");
    assert_eq!(world.run(&["purge"]).ok().stderr, "nothing to drop\n");
    assert_eq!(world.list().len(), 4, "what was learned is still known");
}

#[test]
fn old_knowledge_goes_only_on_request_and_after_a_copy() {
    let mut world = World::new();
    world.write(".memory/knowledge/decisions.md", OLD_DECISIONS);
    world.write(".memory/PROJECT-PATTERNS.md", "old\n");
    a_week(&mut world);
    let before = World::tree(&world.project);
    let removes = "remove ADR-002: Seeded by another tool\nremove .memory/PROJECT-PATTERNS.md\n";
    let dry = world.run(&["migrate-knowledge", "--dry-run"]).ok();
    assert_eq!((dry.stdout.as_str(), dry.stderr.as_str()), (removes, "dry run: nothing was changed\n"));
    assert_eq!(World::tree(&world.project), before);

    let done = world.run(&["migrate-knowledge"]).ok();
    assert_eq!(done.stdout, removes);
    let decisions = world.read(".memory/knowledge/decisions.md");
    assert!(decisions.starts_with("# Decisions\n\nMine.\n\n## ADR-007: By hand\n"), "{decisions}");
    assert!(decisions.contains("## ADR-008: ") && !world.exists(".memory/PROJECT-PATTERNS.md"));
    let copies = done.stderr.split('`').nth(1).unwrap().replace("[HOME]", world.home.to_str().unwrap());
    let copied = World::tree(std::path::Path::new(&copies));
    assert!(copied.iter().any(|(_, bytes)| bytes.starts_with(OLD_DECISIONS.as_bytes())), "{copied:?}");
    let again = "this has run before; what is there now is yours\n";
    world.write(".memory/knowledge/decisions.md", &format!("{decisions}\n## ADR-051: Written later\n"));
    assert_eq!(world.run(&["migrate-knowledge"]).ok().stderr, again);
    assert!(world.read(".memory/knowledge/decisions.md").contains("ADR-051"));
    assert_eq!(world.run(&["reconcile", "--json"]).ok().json()["deletions"], 0);

    world.write(".memory/knowledge/decisions.md", &decisions);
    world.run(&["reconcile"]).ok();
    let db = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
    let sql = "SELECT value FROM meta WHERE key = 'number:ADR'";
    let number: String = db.query_row(sql, (), |row| row.get(0)).unwrap();
    assert_eq!(number, "51", "nothing else is ever called ADR-051");
}

#[test]
fn migrations_run_by_their_published_names_alone_and_together() {
    const OLD: &str = "# Decisions\n\n## ADR-001: Old\n\n## ADR-002: Seeded\n\n## ADR-003: Kept\n\n\
                       - **Source**: self-learning:manual_1\n";
    let world = World::new();
    world.write(".memory/knowledge/decisions.md", OLD);
    world.write(".memory/PROJECT-PATTERNS.md", "old\n");
    let v2 = world.run(&["migrate-knowledge", "purge-legacy-knowledge-v2", "--json"]).ok().json();
    let removed = json!(["ADR-002: Seeded", ".memory/PROJECT-PATTERNS.md"]);
    assert_eq!((&v2["migrations"], &v2["removed"]), (&json!(["purge-legacy-knowledge-v2"]), &removed));
    let again = world.run(&["migrate-knowledge", "purge-legacy-knowledge-v2"]).ok();
    assert_eq!(again.stderr, "this has run before; what is there now is yours\n");
    let rest = world.run(&["migrate-knowledge", "--json"]).ok().json();
    assert_eq!(
        (&rest["migrations"], &rest["removed"]),
        (&json!(["purge-legacy-knowledge-v3"]), &json!(["ADR-001: Old"]))
    );
    let unknown = world.run(&["migrate-knowledge", "purge-legacy-v2"]).fails();
    let copied = |text: &str| {
        World::tree(&world.state())
            .iter()
            .filter(|(path, bytes)| {
                path.contains("knowledge-before-") && String::from_utf8_lossy(bytes).contains(text)
            })
            .count()
    };
    assert_eq!((copied("ADR-002"), copied("ADR-001")), (1, 2), "within a second, and each has its own copy");
    assert!(
        unknown.stderr.contains("purge-legacy-knowledge-v2, purge-legacy-knowledge-v3"),
        "{}",
        unknown.stderr
    );
    world.run(&["undo"]).ok();
    let third = world.run(&["migrate-knowledge", "--json", "--dry-run"]).ok().json();
    assert_eq!(third["removed"], json!(["ADR-001: Old"]), "what was taken back can be done again");

    let both = World::new();
    both.write(".memory/knowledge/decisions.md", OLD);
    let names = ["migrate-knowledge", "purge-legacy-knowledge-v3", "purge-legacy-knowledge-v2", "--json"];
    let done = both.run(&names).ok().json();
    assert_eq!(done["removed"], json!(["ADR-001: Old", "ADR-002: Seeded"]));
}

#[test]
fn a_project_without_a_memory_answers_with_zeros_and_gets_none() {
    let world = World::new();
    let zeros = json!({"deletions": 0, "edits": 0, "unchanged": 0, "healed": 0});
    assert_eq!(world.run(&["reconcile", "--json"]).ok().json(), zeros);
    assert_eq!(world.run(&["render", "--json"]).ok().json(), json!({"rendered": [], "skipped": 0}));
    assert_eq!(world.run(&["list", "--json"]).ok().stdout, "[]\n");
    let nothing = "nothing learned here yet\nhint: `ingrain status` says what waits\n";
    for answer in [vec!["list"], vec!["export"], vec!["review", "--list"], vec!["diff"]] {
        assert_eq!(world.run(&answer).ok().stderr, nothing, "{answer:?}");
    }
    for refused in [vec!["show", "x"], vec!["why", "x"], vec!["report"], vec!["undo", "x"]] {
        let said = world.run(&refused).fails().stderr;
        assert_eq!(said, format!("error: {}", nothing.replace("\nhint", "\n\nhint")), "{refused:?}");
    }
    assert!(!world.data().exists(), "looking creates nothing");
}

#[test]
fn what_is_no_session_is_not_learned_from() {
    let world = World::new();
    world.write("notes.txt", "Use `just`, because make is not there.\n");
    world.write("empty.jsonl", "");
    world.write("log.jsonl", "{\"id\": \"obs_1\", \"type\": \"decision\"}\n");
    for file in ["notes.txt", "empty.jsonl", "log.jsonl", ".git"] {
        let said = world.run(&["learn", file]).fails().stderr;
        assert!(said.contains(&format!("`[PROJECT]/{file}` is not a Claude Code session")), "{said}");
        assert!(said.contains("one `.jsonl` file per session"), "{said}");
    }
    assert_eq!(world.run(&["status", "--json"]).ok().json()["sessions"]["captured"], 0);
}

#[test]
fn a_dry_run_says_that_there_is_nothing_to_do() {
    let world = World::new();
    for (command, nothing) in [
        ("disable", "not enabled here, nothing to change"),
        ("purge", "nothing to drop"),
        ("render", "nothing to write"),
    ] {
        let said = world.run(&[command, "--dry-run"]).ok().stderr;
        assert_eq!(said, format!("{nothing}\ndry run: nothing was changed\n"), "{command}");
    }
}

#[test]
fn learning_says_what_still_waits() {
    let world = World::new();
    assert_eq!(world.run(&["learn"]).ok().stderr, "nothing new to learn from\n");
    let short =
        Session::new("short", "2026-03-02T08:00:00Z").user("Always run `just check` before you push.");
    write(&world.transcript("short"), &short.jsonl(&world.project));
    let transcript = world.transcript("short").to_string_lossy().into_owned();
    let config = json!({"extractor": "command", "extractor_command": ["/bin/false"]});
    write(&world.config(), &config.to_string());
    assert_eq!(
        world.run(&["learn", &transcript]).ok().stderr,
        "read 1 session with 1 message that may teach; 0 new observations came of it, 0 newly ready\n\
         hint: too little was said in 1 session so far; `ingrain learn --now` does not wait for more\n"
    );
    // The built-in extractor costs nothing, so it does not wait for more.
    let dry = world.run(&["learn", "--extractor", "builtin", "--dry-run"]).ok().stderr;
    assert!(
        dry.starts_with("1 session that waits would be learned from; 1 observation would be new"),
        "{dry}"
    );
    assert_eq!(
        world.run(&["learn", "--extractor", "builtin"]).ok().stderr,
        "learned from 1 session that waited; 1 new observation came of it, 0 newly ready\n"
    );
    assert_eq!(world.list().len(), 1);
}

#[test]
fn the_list_is_by_confidence_then_id_and_can_be_narrowed() {
    let mut world = World::new();
    a_week(&mut world);
    world.play(&lesson("later", "2026-03-20", 0));
    let list = world.list();
    let order: Vec<(f64, &str)> =
        list.iter().map(|row| (-row["confidence"].as_f64().unwrap(), row["id"].as_str().unwrap())).collect();
    assert!(order.is_sorted_by(|a, b| a.partial_cmp(b).unwrap().is_lt()), "{order:?}");
    let pitfalls = world.run(&["list", "--type", "pitfall", "--json"]).ok().json();
    assert_eq!(of(pitfalls.as_array().unwrap(), "type"), ["pitfall"]);
    assert_eq!(world.run(&["list", "--status", "ready"]).ok().stderr, "no matching observations\n");
}

#[test]
fn wrong_use_is_explained_with_exit_code_two() {
    let world = World::new();
    for (args, words) in [
        (&["lern"][..], "unrecognized subcommand 'lern'"),
        (&["list", "--type", "habit"], "unknown type `habit`, expected one of: workflow, procedural"),
        (&["list", "--status", "done"], "unknown status `done`, expected one of: observing, ready"),
        (&["show"], "<ID>"),
        (&["knowledge", "search"], "<WORD>"),
        (&["enable", "--extractor", "oracle"], "[possible values: auto, claude, command, builtin]"),
        (&["help", "lern"], "hint: run `ingrain help --all`"),
        (&["hook", "post-tool-use"], "no hook `post-tool-use`"),
    ] {
        let answer = world.run(args);
        assert_eq!((answer.code, answer.stdout.as_str()), (2, ""), "{args:?} {}", answer.whole());
        assert!(answer.stderr.starts_with("error: ") && answer.stderr.contains(words), "{}", answer.whole());
    }
    let home = world.home.to_str().unwrap();
    let nowhere = world.run(&["--project", home, "list"]).fails();
    assert_eq!(
        nowhere.stderr,
        "error: `[HOME]` is not in a project\n\nhint: run it in a project, or name one with `--project DIR`\n"
    );
    world.run(&["--project", home, "status"]).ok();
    let file = world.run(&["--project", &format!("{home}/nowhere"), "list"]).fails();
    assert!(file.stderr.starts_with("error: there is no folder `[HOME]/nowhere`\n"), "{}", file.whole());
}

#[test]
fn mirrors_of_another_program_are_kept() {
    let foreign = [
        (
            ".memory/learning-log.jsonl",
            "{\"id\":\"obs_abc123\",\"type\":\"workflow\",\"pattern\":\"theirs\"}\n",
        ),
        (".memory/.learning-manifest.json", "{\"schemaVersion\":1,\"entries\":[]}"),
        (".memory/outcomes.jsonl", "{\"runId\":\"run-1\",\"result\":\"success\"}\n"),
    ];
    let mut world = World::new();
    foreign.iter().for_each(|(file, text)| world.write(file, text));
    let silent =
        Session::new("silent", "2026-03-01T09:00:00Z").user("What does the page show?").assistant("Tides.");
    world.play(&silent);
    foreign.iter().for_each(|(file, text)| assert_eq!(world.read(file), *text));
    world.play(&lesson("first", "2026-03-02", 0));
    for (file, text) in foreign {
        assert_eq!(world.read(&format!("{file}.before-ingrain")), text);
        assert_ne!(world.read(file), text);
    }
    let told = world.start("next", "startup").stdout;
    assert!(told.contains("ingrain import .memory/learning-log.jsonl.before-ingrain"), "{told}");
    world.run(&["import", ".memory/learning-log.jsonl.before-ingrain"]).ok();
    assert!(of(&world.list(), "id").contains(&"obs_abc123".to_owned()));
    // Ours now: they follow the memory, and nothing is put aside again.
    assert!(world.read(".memory/learning-log.jsonl").contains("obs_abc123"));
    assert!(!world.exists(".memory/learning-log.jsonl.before-ingrain-2"));
}

#[test]
fn a_moved_project_is_known_before_any_hook_has_seen_it() {
    let mut world = World::new();
    a_week(&mut world);
    let before = world.list();
    let moved = world.project.with_file_name("moved");
    ingrain::os::fsx::rename(&world.project, &moved).unwrap();
    world.project = moved;
    assert_eq!(world.list(), before);
    assert!(world.run(&["hud"]).ok().stdout.starts_with("Learning: "));
}

#[test]
fn in_a_folder_that_was_there_before_only_our_own_files_are_ignored() {
    let mut world = World::new();
    world.write(".claude/commands/self-learning/mine.md", "mine\n");
    world.write(".memory/notes.txt", "mine\n");
    a_week(&mut world);
    let commands = world.read(".claude/commands/self-learning/.gitignore");
    let named: Vec<&str> = commands.lines().skip(1).collect();
    assert_eq!(named.len(), 2, "{commands}");
    assert!(named[0].starts_with("/") && named[0].ends_with(".md") && named[0] != "/mine.md", "{commands}");
    let memory = world.read(".memory/.gitignore");
    for line in
        ["/learning-log.jsonl", "/.learning-manifest.json", "/outcomes*.jsonl", "/knowledge/", "/.gitignore"]
    {
        assert!(memory.lines().any(|found| found == line), "{line} in {memory}");
    }
    assert!(!memory.lines().any(|line| line == "*" || line == "/notes.txt"), "{memory}");
    world.run(&["uninstall", "--artifacts", "--yes"]).ok();
    assert!(
        !world.exists(".memory/.gitignore") && !world.exists(".claude/commands/self-learning/.gitignore")
    );
    assert!(world.exists(".memory/notes.txt") && world.exists(".claude/commands/self-learning/mine.md"));
}

#[test]
fn a_file_that_is_there_is_replaced_only_by_force() {
    let mut world = World::new();
    world.play(&lesson("first", "2026-03-02", 0));
    world.write("mine.jsonl", "mine\n");
    for command in ["export", "report"] {
        let said = world.run(&[command, "--out", "mine.jsonl"]).fails().stderr;
        assert!(
            said.contains("`mine.jsonl` already exists") && said.contains("`--force` replaces it"),
            "{said}"
        );
        assert_eq!(world.read("mine.jsonl"), "mine\n");
    }
    world.run(&["export", "--out", "mine.jsonl", "--force"]).ok();
    assert!(world.read("mine.jsonl").contains("obs_"));
}
