//! Sessions with a secret of every kind that redaction knows, in every place of a session. Afterwards
//! no byte that ingrain wrote or sent may contain one, or a piece of one.

use aho_corasick::AhoCorasick;
use ingrain::core::redact::detectors;
use ingrain::core::session::client_words::{REJECTED, REJECTED_SAYING};
use serde_json::{Value, json};

use crate::session::Session;
use crate::world::{World, write};

/// So much of a secret in one piece is a leak.
const PIECE: usize = 12;
/// Secrets of one session: each of them is in five signals, and only the newest 80 signals count.
const PER_SESSION: usize = 16;

/// An invented secret of one kind: what it is, and how it stands in a text.
struct Canary {
    secret: String,
    text: String,
}

impl Canary {
    fn all() -> Vec<Canary> {
        let samples = detectors().map(|detector| detector.sample());
        samples.map(|sample| Canary { text: sample.text(), secret: sample.secret }).collect()
    }

    /// Known by its own shape, so it is a secret in the middle of a name too.
    fn name(&self) -> Option<&str> {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        (self.secret == self.text && self.text.chars().all(fits)).then_some(&self.text)
    }
}

/// Looks for pieces of secrets in anything.
struct Search {
    pieces: Vec<String>,
    automaton: AhoCorasick,
}

impl Search {
    fn new(canaries: &[Canary]) -> Search {
        let mut pieces = Vec::new();
        for canary in canaries {
            let windows = (PIECE..=canary.secret.len()).filter_map(|end| canary.secret.get(end - PIECE..end));
            let telling = |piece: &&str| {
                piece.bytes().filter(u8::is_ascii_digit).count() > 1 && !piece.contains(char::is_whitespace)
            };
            pieces.extend(windows.filter(telling).map(str::to_owned));
        }
        let automaton = AhoCorasick::builder().ascii_case_insensitive(true).build(&pieces).unwrap();
        Search { pieces, automaton }
    }

    fn find(&self, place: &str, bytes: &[u8]) -> Option<String> {
        let hit = self.automaton.find(bytes)?;
        let around = hit.start().saturating_sub(120)..(hit.end() + 60).min(bytes.len());
        let around = String::from_utf8_lossy(&bytes[around]).into_owned();
        Some(format!("{place} holds {:?}: {around}", self.pieces[hit.pattern().as_usize()]))
    }

    #[track_caller]
    fn finds_nothing(&self, place: &str, text: &str) {
        assert_eq!(self.find(place, text.as_bytes()), None);
    }

    /// Everything but the client's own transcripts and the name of the branch, which git wrote.
    #[track_caller]
    fn walks(&self, world: &World) {
        let ours = |name: &str| !name.contains(".claude/projects/") && !name.contains("/.git/");
        let files = World::tree(&world.base()).into_iter().filter(|(name, _)| ours(name));
        let files: Vec<(String, Vec<u8>)> = files.collect();
        let look = |(name, bytes): &(String, Vec<u8>)| {
            self.find(name, name.as_bytes()).or_else(|| self.find(name, bytes))
        };
        let leaks: Vec<String> = files.iter().filter_map(look).collect();
        assert!(leaks.is_empty(), "{}", leaks.join("\n\n"));
        let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        eprintln!("{} pieces of secrets, none in {} files, {bytes} bytes", self.pieces.len(), files.len());
    }
}

fn answered(session: Session, tool: &str, input: Value, text: &str, is_error: bool, whole: Value) -> Session {
    let id = format!("toolu_{}_{tool}_{}", session.id, session.ended_at());
    let call = json!([{"type": "tool_use", "id": id, "name": tool, "input": input}]);
    let back = json!([{"type": "tool_result", "tool_use_id": id, "content": text, "is_error": is_error}]);
    session
        .line(json!({"type": "assistant", "message": {"role": "assistant", "content": call}}))
        .line(json!({"type": "user", "message": {"role": "user", "content": back}, "toolUseResult": whole}))
}

fn decided(session: Session, text: &str) -> Session {
    let question = format!("Where to keep {text} then?");
    let answer = format!("Let's use `sqlite` for {text} because it has to work offline.");
    let whole = json!({"questions": [{"question": question}], "answers": {question.clone(): answer}});
    let asked = answered(session, "AskUserQuestion", json!({"questions": []}), "answered", false, whole);
    let plan = format!("# Plan: cache {text} first\n\n## Context\n\nThe cache holds {text} now.\n");
    let whole = json!({"plan": plan, "isAgent": false});
    let approved = answered(
        asked,
        "ExitPlanMode",
        json!({"plan": plan}),
        "User has approved your plan. You can now start coding.",
        false,
        whole,
    );
    let refused = format!("{REJECTED}{REJECTED_SAYING}never write {text} into `src/a.rs`, use the vault");
    let edit = json!({"file_path": "src/a.rs", "old_string": "a", "new_string": text});
    answered(approved, "Edit", edit, &refused, true, json!(format!("Error: {refused}")))
}

fn done(session: Session, canary: &Canary, project: &str) -> Session {
    let text = &canary.text;
    let file = match canary.name() {
        Some(name) => format!("{project}/docs/{name}.md"),
        None => format!("{project}/docs/notes for {text} here.md"),
    };
    let edit = json!({"file_path": file, "old_string": "a", "new_string": text});
    let run = json!({"command": format!("{text} --retry 3")});
    let task = json!({
        "description": text, "prompt": format!("Split by file type with {text} please"),
        "subagent_type": canary.name().unwrap_or("auditor"),
    });
    let report = format!("The `cache` must never hold {text} because it leaks.");
    let tool = format!("mcp__{}__get", canary.name().unwrap_or("vault"));
    session
        .tool("Bash", run.clone(), &format!("Exit code 1\nerror: refused {text} today"), true)
        .tool("Bash", run, &format!("ok {text} fine"), false)
        .tool("Edit", edit, &format!("wrote {text} there"), false)
        .tool(&tool, json!({"query": text}), &format!("error: no {text} here"), true)
        .tool("WebFetch", json!({"url": format!("https://x.example/?q={text}")}), text, false)
        .tool("Task", task, &report, false)
        .tool("Skill", json!({"skill": canary.name().unwrap_or("ship")}), "Launching skill", false)
}

fn wrapped(session: Session, text: &str) -> Session {
    let user = |content: String| json!({"type": "user", "message": {"role": "user", "content": content}});
    let with = |mut line: Value, field: &str| {
        line[field] = true.into();
        line
    };
    let command = format!(
        "<command-message>ship</command-message>\n<command-name>/ship</command-name>\n<command-args>{text}</command-args>"
    );
    let queued = format!("No, stop with {text} here, use `pnpm` instead of `npm`.");
    let injected = json!({"type": "hook_additional_context", "content": [format!("known: {text} is used")]});
    let output = json!({"hookSpecificOutput": {"additionalContext": format!("and {text} too")}}).to_string();
    session
        .line(user(command))
        .line(json!({"type": "queue-operation", "operation": "enqueue", "content": queued}))
        .line(json!({"type": "queue-operation", "operation": "dequeue"}))
        .line(json!({"type": "attachment", "attachment": injected}))
        .line(json!({"type": "attachment", "attachment": {"type": "hook_success", "stdout": output}}))
        .line(
            json!({"type": "system", "subtype": "api_error", "content": format!("failed with {text} here")}),
        )
        .line(with(user(format!("This session is being continued: {text} was used.")), "isCompactSummary"))
        .line(with(user(format!("Look for {text} in the sources.")), "isSidechain"))
}

/// One piece of work around each secret, on a branch that is named after it.
fn full_of(canaries: &[Canary], world: &World, number: usize) -> Session {
    let day = format!("2026-03-{:02}T10:00:00Z", number + 1);
    let project = world.project.to_string_lossy();
    let mut session = Session::new(&format!("full-{number}"), &day);
    for canary in canaries {
        let text = &canary.text;
        let typed =
            format!("Never use `npm` with {text} please, use `pnpm` instead, npm breaks the lockfile.");
        let branch = format!("fix/{}", canary.name().unwrap_or("it"));
        let prompt =
            json!({"type": "user", "gitBranch": branch, "message": {"role": "user", "content": typed}});
        session = session.assistant(&format!("I will run `npm install` with {text} now.")).line(prompt);
        session = wrapped(decided(done(session, canary, &project), text), text);
    }
    session
}

/// What a subagent did and concluded, with all of the secrets.
fn subagent(canaries: &[Canary], number: usize) -> Session {
    let id = format!("a{number}");
    let mut agent =
        Session::new(&id, &format!("2026-03-{:02}T09:00:00Z", number + 1)).user("Look for leaks.");
    let mut report = "What I found:\n".to_owned();
    for canary in canaries {
        let edit =
            json!({"file_path": format!("docs/{} x.md", canary.text), "old_string": "a", "new_string": "b"});
        agent = agent.tool("Edit", edit, &canary.text, false);
        report += &format!("\n- The module `src/a.rs` must never print {} because of that.\n", canary.text);
    }
    agent.assistant(&report)
}

/// All hooks of all sessions, with secrets in what they are given.
fn play(world: &mut World, canaries: &[Canary]) {
    for (number, some) in canaries.chunks(PER_SESSION).enumerate() {
        let session = full_of(some, world, number);
        let name = some.iter().find_map(Canary::name).unwrap_or("main");
        world.write(".git/HEAD", &format!("ref: refs/heads/fix/{name}\n"));
        let more = json!({"prompt": some[0].text, "agent_type": "auditor", "agent_id": "a",
            "tool_name": "Bash", "tool_input": {"command": some[0].text}});
        world.write_subagent(&session.id, "auditor", &subagent(some, number));
        world.play(&session);
        for (door, event) in [
            ("user-prompt", "UserPromptSubmit"),
            ("subagent-start", "SubagentStart"),
            ("pre-tool-use", "PreToolUse"),
        ] {
            world.hook(door, &world.input(&session.id, event, more.clone())).ok();
        }
    }
}

/// What pipelines and people hand over.
fn record(world: &World, canaries: &[Canary], search: &Search) {
    let run = |(n, canary): (usize, &Canary)| {
        let text = &canary.text;
        json!({"runId": format!("run-{n}"), "result": "failure", "duration_ms": 1, "files_touched": [text],
            "failure_details": {"dominantFailureType": text}, "adaptersUsed": ["github"], text: 1})
    };
    let runs: Vec<Value> = canaries.iter().enumerate().map(run).collect();
    world.run_with(&["outcome", "record"], &json!(runs).to_string()).ok();
    let name = canaries.iter().find_map(Canary::name).unwrap();
    for field in ["runId", "session", "branch", "adaptersUsed"] {
        let mut run = json!({"runId": "named", "result": "success", "duration_ms": 1});
        run[field] = if field == "adaptersUsed" { json!([name]) } else { json!(name) };
        let refused = world.run_with(&["outcome", "record"], &run.to_string()).fails();
        search.finds_nothing(field, &refused.stderr);
    }
    for some in canaries.chunks(24) {
        let texts: Vec<&str> = some.iter().map(|canary| canary.text.as_str()).collect();
        let message = format!("it failed\n{}\nso", texts.join("\n and\n"));
        let args = ["errors", "record", &message, "--run", name, "--tool", name, "--context", &message];
        world.run(&args).ok();
        world.run(&["policy", "set", "mcp:github", "--approval", "--note", &message]).ok();
    }
    let long = "Keep everything in one file, always";
    world.run(&["pattern", "add", long, "--tag", name]).fails();
    world.run(&["pattern", "add", long, "--role", name]).fails();
    world.run(&["pattern", "add", &format!("{long} {name}")]).fails();
    world.run(&["policy", "set", &format!("bash:{name}"), "--approval"]).fails();
    world.run(&["pattern", "add", long]).ok();
}

/// Everything that can be asked for.
fn tell(world: &World, search: &Search) {
    let id = world.list()[0]["id"].as_str().unwrap().to_owned();
    for args in [
        &["status"][..],
        &["status", "--json"],
        &["list", "--json"],
        &["show", &id],
        &["why", &id],
        &["errors", "list", "--json"],
        &["errors", "context", "--limit", "500"],
        &["outcome", "list", "--json"],
        &["policy", "show"],
        &["context", "--task", "install with npm and pnpm"],
        &["export"],
    ] {
        let answer = world.run(args).ok();
        search.finds_nothing(&args.join(" "), &answer.stdout);
        search.finds_nothing(&args.join(" "), &answer.stderr);
    }
    for door in ["startup", "clear"] {
        search.finds_nothing(door, &world.start("later", door).stdout);
    }
}

fn reports(world: &World) {
    for (form, file) in [("--html", "report.html"), ("--md", "report.md"), ("--json", "report.json")] {
        world.run(&["report", form, "--out", file]).ok();
    }
    world.run(&["export", "--out", "learned.jsonl"]).ok();
}

#[test]
fn no_secret_is_stored_or_shown() {
    let canaries = Canary::all();
    let search = Search::new(&canaries);
    let mut world = World::new();
    play(&mut world, &canaries);
    record(&world, &canaries, &search);
    assert!(!world.list().is_empty());
    reports(&world);
    search.walks(&world);
    tell(&world, &search);
    world.run(&["clear", "--yes"]).ok();
    search.walks(&world);
}

#[test]
fn no_secret_is_sent_to_an_extractor() {
    let canaries = Canary::all();
    let search = Search::new(&canaries);
    let mut world = World::new();
    let asked = world.base().join("asked");
    write(&asked.join("0"), "");
    let name = canaries.iter().find_map(Canary::name).unwrap();
    // It fails at last, and prints its own credentials.
    let script = format!(
        "n=$(ls '{0}' | wc -l); cat > '{0}'/$n; echo '{name}' >&2; [ $n -gt 8 ] && exit 1; echo '{{\"observations\": [{{\"type\": \"{name}\"}}]}}'",
        asked.display()
    );
    let config =
        json!({"extractor": "command", "extractor_command": ["/bin/sh", "-c", script], "batch_size": 1});
    write(&world.base().join("home/.config/ingrain/config.json"), &config.to_string());
    play(&mut world, &canaries);
    let requests = World::tree(&asked);
    assert!(requests.len() > 8, "{}", requests.len());
    let all: Vec<u8> = requests.into_iter().flat_map(|(_, bytes)| bytes).collect();
    assert!(String::from_utf8_lossy(&all).matches("[redacted:").count() > canaries.len());
    write(&world.config(), "{}");
    search.walks(&world);
}
