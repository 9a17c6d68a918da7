//! The life of a project as a list of steps, one process each. A new command that writes gets one more
//! line here.

mod trouble;

use serde_json::{Value, json};

use crate::learning::{lesson, quiet_since};
use crate::replaced::told;
use crate::reviewers::{self, FINDING, OTHER, inspector, judge, verdict};
use crate::session::Session;
use crate::world::{World, write};

pub struct Step {
    pub name: String,
    pub now: String,
    pub act: Act,
}

pub enum Act {
    /// A change by others; none of our programs runs.
    World(Box<dyn Fn(&World)>),
    /// A hook. It is not called again when it dies; the next worker has to make up for it.
    Door(&'static str, &'static str, Value),
    /// A worker. The next one goes on.
    Worker,
    /// A command. The person types it again.
    Command(Vec<String>, String),
    /// A command that counts whenever it is typed: the person looks first whether it did.
    Counting(Vec<String>, String),
}

/// In a command: the id of the skill that was learned.
pub const SKILL: &str = "SKILL";
/// The same of the error that a person noted.
pub const ERROR: &str = "ERROR";

/// A clock and the steps so far.
#[derive(Default)]
struct Script {
    now: String,
    steps: Vec<Step>,
}

pub fn steps() -> Vec<Step> {
    let mut script = Script::default();
    script.at("2026-03-02T08:00:00Z");
    script.alone("enable");
    script.alone("configure --set batch_size=2");
    script.week();
    script.changes_of_mind();
    script.hands_of_the_person();
    script.rulings();
    script.reviews();
    script.pipelines();
    script.other_ways();
    script.leave();
    script.steps
}

impl Script {
    fn at(&mut self, now: &str) {
        self.now = now.into();
    }

    fn push(&mut self, name: &str, act: Act) {
        self.steps.push(Step { name: name.into(), now: self.now.clone(), act });
    }

    fn world(&mut self, name: &str, does: impl Fn(&World) + 'static) {
        self.push(name, Act::World(Box::new(does)));
    }

    fn door(&mut self, door: &'static str, session: &'static str, more: Value) {
        self.push(&format!("{door} {session}"), Act::Door(door, session, more));
    }

    fn worker(&mut self) {
        let after = self.steps.last().map(|step| step.name.clone()).unwrap_or_default();
        self.push(&format!("worker after {after}"), Act::Worker);
    }

    fn command(&mut self, line: &str) {
        self.alone(line);
        self.worker();
    }

    /// A command where there is no project yet, or no more, that a worker could look after.
    fn alone(&mut self, line: &str) {
        self.push(line, Act::Command(words(line), String::new()));
    }

    fn counting(&mut self, line: &str) {
        self.push(line, Act::Counting(words(line), String::new()));
        self.worker();
    }

    /// A session from its first hook to the worker after it.
    fn session(&mut self, id: &'static str, written: impl Fn(&World) -> Session + 'static, ended_at: &str) {
        self.world(&format!("the client writes {id}"), move |world| {
            let session = written(world);
            write(&world.transcript(id), &session.jsonl(&world.project));
            quiet_since(&world.transcript(id), "2026-03-01T00:00:00Z");
        });
        self.at(ended_at);
        self.door("session-start", id, json!({"source": "startup"}));
        self.door("user-prompt", id, json!({"prompt": "How does `just db-reset` go with `migrations/`?"}));
        self.door("subagent-start", id, json!({"agent_type": "judge", "agent_id": format!("{id}a0")}));
        self.door(
            "pre-tool-use",
            id,
            json!({"tool_name": "mcp__github__push", "tool_input": {}, "tool_use_id": "t1"}),
        );
        self.door("session-end", id, json!({"reason": "other"}));
        self.worker();
    }

    fn week(&mut self) {
        self.session("week-0", |_| lesson("week-0", "2026-03-02", 0), "2026-03-02T10:10:00Z");
        self.session("week-1", |_| lesson("week-1", "2026-03-05", 1), "2026-03-05T10:10:00Z");
        self.session("week-2", |_| lesson("week-2", "2026-03-09", 2), "2026-03-09T10:10:00Z");
    }

    /// Another choice in the same matter, until it takes the place of the first, and then is left, too.
    fn changes_of_mind(&mut self) {
        self.session("mind-0", |_| mind("mind-0", "2026-03-10", 0), "2026-03-10T10:10:00Z");
        self.session("mind-1", |_| mind("mind-1", "2026-03-11", 1), "2026-03-11T10:10:00Z");
        let left = "We no longer use `postgres` for the cache.";
        self.session("mind-2", move |_| told("mind-2", "2026-03-11", left), "2026-03-11T12:10:00Z");
    }

    /// One file is deleted, one entry edited; a day later that is final.
    fn hands_of_the_person(&mut self) {
        self.at("2026-03-12T09:00:00Z");
        self.world("the person deletes and edits", |world| {
            let folder = world.project.join(".claude/commands/self-learning");
            let commands = World::tree(&folder).into_iter().map(|(name, _)| name);
            let command = commands.into_iter().find(|name| name.ends_with(".md")).expect("a command");
            std::fs::remove_file(folder.join(command)).unwrap();
            let pitfalls = ".memory/knowledge/pitfalls.md";
            let edited = world.read(pitfalls).replace("**Resolution**: ", "**Resolution**: Mind: ");
            world.write(pitfalls, &edited);
        });
        self.command("reconcile");
        self.at("2026-03-13T09:00:00Z");
        self.command("reconcile");
    }

    fn rulings(&mut self) {
        self.command("review --keep PF-001");
        self.counting("undo");
        self.command("review --deprecate PF-001");
        self.counting("undo");
        // An entry, and one that it took the place of; a file that is all ours.
        self.command("review --deprecate ADR-002");
        self.command(&format!("review --deprecate {SKILL}"));
        self.counting("undo");
    }

    fn reviews(&mut self) {
        for (id, day) in [("review-0", "2026-03-14"), ("review-1", "2026-03-15")] {
            let finding = format!("# Review\n\n- {FINDING}\n- {OTHER}\n\nThat is all.");
            let wrong = verdict("FAIL", &[OTHER]);
            let written = move |world: &World| {
                world.write("src/cache.rs", "fn fill() {}\nfn drop() {}\n");
                reviewers::write_session(world, id, day, &[judge(&finding), inspector(&wrong)])
            };
            self.session(id, written, &format!("{day}T11:10:00Z"));
        }
        let id = ingrain::core::patterns::pattern::id_of("judge", FINDING);
        self.counting(&format!("pattern reinforce {id}"));
        self.counting(&format!("pattern ignore {id}"));
        self.command(&format!("pattern promote {id}"));
        self.command(&format!("pattern deprecate {id} --reason wrong"));
        self.command(&format!("pattern reset {id}"));
    }

    fn pipelines(&mut self) {
        self.at("2026-03-16T09:00:00Z");
        for n in 0..4 {
            let run = json!({
                "runId": format!("run-{n}"), "timestamp": format!("2026-03-16T0{n}:00:00Z"), "result": "failure",
                "duration_ms": 60_000, "riskLevel": "high", "postExecutionScore": 0.0,
                "adaptersUsed": ["mcp:GitHub"], "failure_details": {"dominantFailureType": "auth"},
            });
            let act = Act::Command(words("outcome record"), run.to_string());
            self.push(&format!("outcome record {n}"), act);
            self.worker();
        }
        // The last one, of which nothing may stay.
        self.counting("undo");
        self.command("policy set mcp:github --retries 1 --note flaky");
        self.counting("policy reset mcp:github");
        self.counting("errors record never-released --tool lock");
        self.command(&format!("errors resolve {ERROR}"));
        self.world("a pipeline reports", |world| {
            world.write("report.md", &format!("# Review\n\n- {FINDING}\n- {OTHER}\n"));
            world.write("verdict.md", &verdict("FAIL", &[OTHER]));
        });
        self.command("feedback --adversarial-role sentinel --validator-role lens --deliberation report.md --verdict verdict.md");
        self.command("policy set mcp:github --approval");
        self.session("gated", |_| lesson("gated", "2026-03-16", 1), "2026-03-16T10:10:00Z");
    }

    /// A command makes room for the newer way of doing the same.
    fn other_ways(&mut self) {
        let (old, new) = (
            "To ship the wheel: run `make wheel`, then tag on main, then push the tag.",
            "To ship the wheel: run `make wheel`, then create a release branch, then open a PR.",
        );
        for (id, said, day, order) in [
            ("way-0", "2026-03-02", "2026-03-17", old),
            ("way-1", "2026-03-06", "2026-03-17", old),
            ("way-2", "2026-03-10", "2026-03-18", new),
            ("way-3", "2026-03-14", "2026-03-18", new),
        ] {
            self.session(id, move |_| told(id, said, order), &format!("{day}T10:10:00Z"));
        }
        self.counting("undo");
    }

    fn leave(&mut self) {
        self.at("2026-03-20T09:00:00Z");
        self.world("there were sessions before", |world| {
            for (n, day) in ["2026-02-02", "2026-02-05"].iter().enumerate() {
                let id = format!("past-{n}");
                write(&world.transcript(&id), &lesson(&id, day, n).jsonl(&world.project));
                quiet_since(&world.transcript(&id), "2026-02-06T00:00:00Z");
            }
        });
        self.command("backfill");
        self.command("configure --set share=true");
        self.command("learn --now");
        self.hooks_and_trust();
        self.older_tools();
        self.forgotten_and_back();
        self.command("disable");
        self.command("enable --statusline");
        self.model();
        self.rot();
        self.alone("uninstall --yes --artifacts");
    }

    /// What was learned is cleared, comes back from its log, and a part of that is worth nothing.
    fn forgotten_and_back(&mut self) {
        self.world("the log is kept", |world| {
            world.write("kept.jsonl", &world.read(".memory/learning-log.jsonl"));
        });
        self.command("clear --yes");
        self.command("import kept.jsonl");
        self.world("a title is lost", |world| {
            let db = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
            let lost = "UPDATE observation SET title = '' WHERE id = (SELECT min(id) FROM observation)";
            assert_eq!(db.execute(lost, []).unwrap(), 1);
        });
        self.command("purge");
    }

    /// What is kept beside the memory: every change of it can be taken back.
    fn hooks_and_trust(&mut self) {
        self.command("enable --gates --extractor builtin");
        self.command("undo u5");
        self.command("undo u6");
        self.command("undo u4");
        self.command("configure --set batch_size=4 --scope project");
        self.counting("undo");
        let settings = ".memory/learning.json";
        self.world("a repository brings settings", move |world| {
            world.write(settings, "{\"batch_size\": 4}\n")
        });
        self.command("trust");
        self.command("trust --revoke");
        self.counting("undo");
        self.world("they go again", move |world| std::fs::remove_file(world.project.join(settings)).unwrap());
    }

    fn older_tools(&mut self) {
        self.world("an older tool was here", |world| {
            world.write(".memory/PROJECT-PATTERNS.md", "# Patterns\n");
            let pitfalls = ".memory/knowledge/pitfalls.md";
            let seeded = world.read(pitfalls) + "\n## PF-005: Seeded\n\n- **Status**: Active\n";
            world.write(pitfalls, &seeded);
        });
        self.command("migrate-knowledge");
    }
}

fn mind(id: &str, day: &str, variant: usize) -> Session {
    let words = [
        "Let's use `postgres` instead of `sqlite` for the cache because several machines have to share it.",
        "We use `postgres` instead of `sqlite` for the cache, because several machines have to share it.",
    ];
    Session::new(id, &format!("{day}T10:00:00Z"))
        .user("Please look at the cache of the responses again, it was slow yesterday evening.")
        .assistant("Should the cache be redis or a file?")
        .user(words[variant])
        .assistant("Done.")
        .tool("Bash", json!({"command": "cargo test"}), "test result: ok. 12 passed; 0 failed", false)
        .user("Perfect, thanks.")
        .assistant("You are welcome.")
}

pub fn command(line: &str, now: &str) -> Step {
    Step { name: line.into(), now: now.into(), act: Act::Command(words(line), String::new()) }
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}
