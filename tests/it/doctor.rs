//! `ingrain doctor` on broken installations: it names the fault and the remedy.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::session::Session;
use crate::world::{Answer, World, write};

const NEW: &str = "--print --model --output-format --system-prompt --safe-mode";

/// A world with programs of its own, which a test may break, and a `claude` that answers like one.
struct Patient {
    world: World,
    bin: PathBuf,
}

impl Patient {
    fn new() -> Patient {
        let mut world = World::new();
        let temporary = world.base().join("tmp");
        fs::create_dir(&temporary).unwrap();
        world.set_env("TMPDIR", temporary.to_str().unwrap());
        let bin = world.home.join(".local/bin");
        fs::create_dir_all(&bin).unwrap();
        for program in [
            env!("CARGO_BIN_EXE_ingrain"),
            env!("CARGO_BIN_EXE_ingrain-session-start"),
            env!("CARGO_BIN_EXE_ingrain-session-end"),
            env!("CARGO_BIN_EXE_ingrain-subagent-start"),
            env!("CARGO_BIN_EXE_ingrain-user-prompt"),
            env!("CARGO_BIN_EXE_ingrain-pre-tool-use"),
        ] {
            let program = Path::new(program);
            fs::hard_link(program, bin.join(program.file_name().unwrap()))
                .or_else(|_| fs::copy(program, bin.join(program.file_name().unwrap())).map(drop))
                .unwrap();
        }
        let patient = Patient { world, bin };
        patient.install("claude", &claude("2.1.325", NEW));
        patient
    }

    fn install(&self, name: &str, script: &str) {
        let program = self.bin.join(name);
        let _ = fs::remove_file(&program);
        write(&program, script);
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn run(&self, args: &[&str]) -> Answer {
        let mut command = self.world.command(self.bin.join("ingrain").to_str().unwrap());
        command.args(args);
        self.world.answer(command, "")
    }

    /// The checks that failed, by name, with what was found and what to do.
    #[track_caller]
    fn problems(&self) -> Vec<(String, String)> {
        let answer = self.run(&["doctor", "--json"]);
        let diagnosis = answer.json();
        let problems: Vec<&Value> =
            diagnosis["checks"].as_array().unwrap().iter().filter(|check| check["ok"] == false).collect();
        assert_eq!(answer.code, i32::from(!problems.is_empty()), "{}", answer.whole());
        assert_eq!(diagnosis["ok"], problems.is_empty());
        let told = |check: &Value| {
            format!("{} → {}", check["found"].as_str().unwrap(), check["advice"].as_str().unwrap())
        };
        problems.into_iter().map(|check| (check["name"].as_str().unwrap().to_owned(), told(check))).collect()
    }

    #[track_caller]
    fn has_one_problem(&self, name: &str, words: &[&str]) {
        let problems = self.problems();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0].0, name, "{problems:?}");
        for word in words {
            assert!(problems[0].1.contains(word), "no `{word}` in {problems:?}");
        }
    }

    fn settings(&self) -> PathBuf {
        self.world.home.join(".claude/settings.json")
    }
}

fn claude(version: &str, help: &str) -> String {
    format!("#!/bin/sh\ncase $1 in --version) echo '{version} (Claude Code)' ;; *) echo '{help}' ;; esac\n")
}

#[test]
fn a_healthy_machine() {
    let mut patient = Patient::new();
    patient.run(&["enable"]).ok();
    let session = Session::new("s1", "2026-03-02T10:00:00Z").user("Good morning to everyone who reads this.");
    patient.world.play(&session);
    let before = World::tree(&patient.world.project);
    let answer = patient.run(&["doctor"]).ok();
    for line in [
        "ok  settings  `[HOME]/.claude/settings.json` can be loaded",
        "ok  hooks     registered in `[HOME]/.claude/settings.json`",
        "ok  sessions  1 session captured, the last one 2026-03-02 10:",
        "ok  claude    `[HOME]/.local/bin/claude` is 2.1.325 and knows the flags that are needed",
    ] {
        assert!(answer.stdout.contains(line), "no `{line}` in {}", answer.whole());
    }
    assert_eq!(answer.stderr, "all is well\n");
    assert_eq!(World::tree(&patient.world.project), before, "nothing in the project changes");
    assert_eq!(patient.problems(), []);
}

#[test]
fn nothing_calls_us() {
    let patient = Patient::new();
    patient.run(&["doctor"]).ok();
    patient.run(&["status"]).ok();
    patient.run(&["enable"]).ok();
    fs::remove_file(patient.settings()).unwrap();
    assert!(
        patient
            .problems()
            .iter()
            .any(|(name, told)| name == "hooks" && told.contains("no settings file calls"))
    );
    patient.run(&["status"]).fails();
    patient.run(&["disable"]).ok();
    let plugin = r#"{"enabledPlugins": {"ingrain@ingrain-plugins": true}}"#;
    write(&patient.settings(), plugin);
    assert_eq!(patient.problems(), []);
    fs::remove_file(patient.bin.join("ingrain-session-start")).unwrap();
    patient.has_one_problem("programs", &["`ingrain-session-start`", "install.sh"]);
}

/// Every other command stops there, too, and says what to type.
#[test]
fn the_memories_cannot_be_read() {
    let patient = Patient::new();
    patient.run(&["enable"]).ok();
    let projects = patient.world.data().join("projects");
    let _ = fs::remove_dir_all(&projects);
    write(&projects, "no folder");
    assert!(patient.run(&["list"]).fails().stderr.contains("chmod -R u+rwX"));
    patient.has_one_problem("memory", &["could not read", "makes it yours"]);
}

#[test]
fn half_of_the_hooks_are_gone() {
    let patient = Patient::new();
    patient.run(&["enable"]).ok();
    let text = fs::read_to_string(patient.settings()).unwrap();
    write(&patient.settings(), &text.replace("SessionEnd", "SessionEnded"));
    patient.has_one_problem("hooks", &["SessionEnd", "`ingrain enable`"]);
}

#[test]
fn the_client_does_not_listen() {
    let patient = Patient::new();
    patient.run(&["enable"]).ok();
    let text = fs::read_to_string(patient.settings()).unwrap();
    write(&patient.settings(), &text.replacen('{', "{ // mine\n", 1));
    let problems = patient.problems();
    assert!(problems[0].1.contains("line 1, column 3: plain JSON has no comments"), "{problems:?}");
    assert_eq!(problems.len(), 1, "`enable` would not help: {problems:?}");
    write(&patient.settings(), &text.replacen('{', "{ \"disableAllHooks\": true,", 1));
    patient.has_one_problem("settings", &["disableAllHooks", "remove it"]);
    write(&patient.settings(), &text);
    let local = patient.world.project.join(".claude/settings.local.json");
    write(&local, "{ \"disableAllHooks\": true }");
    patient.has_one_problem("settings", &["settings.local.json"]);
}

#[test]
fn a_program_is_missing_or_of_another_version() {
    let patient = Patient::new();
    patient.run(&["enable"]).ok();
    patient.install("ingrain-session-end", "#!/bin/sh\necho ingrain-session-end 0.0.1\n");
    let problems = patient.problems();
    assert!(problems.iter().any(|(name, told)| name == "programs" && told.contains("0.0.1")), "{problems:?}");
    fs::remove_file(patient.bin.join("ingrain-session-end")).unwrap();
    patient.has_one_problem("programs", &["ingrain-session-end`, called by", "install.sh"]);
}

#[test]
fn the_loop_is_broken() {
    let patient = Patient::new();
    patient.run(&["enable"]).ok();
    let version = env!("CARGO_PKG_VERSION");
    patient.install("ingrain-session-start", &format!("#!/bin/sh\necho '{{}}' {version}\n"));
    let problems = patient.problems();
    let (name, told) = problems.last().unwrap();
    assert_eq!(name, "loop", "{problems:?}");
    assert!(told.contains("look into the logs below"), "{told}");
}

#[test]
fn the_memory_cannot_be_written() {
    let mut patient = Patient::new();
    patient.run(&["enable"]).ok();
    patient
        .world
        .play(&Session::new("s1", "2026-03-02T10:00:00Z").user("Good morning to everyone who reads this."));
    write(&patient.world.state().join("learning.db"), "this is no database at all, not even a small one");
    let problems = patient.problems();
    assert!(
        problems.iter().any(|(name, told)| name == "memory" && told.contains("`ingrain learn`")),
        "{problems:?}"
    );
}

#[test]
fn the_client_is_old_strange_or_absent() {
    let patient = Patient::new();
    patient.run(&["enable"]).ok();
    patient.install("claude", &claude("1.0.128", NEW));
    patient.has_one_problem("claude", &["1.0.128", "2.0.64", "`claude update`"]);
    patient.install("claude", &claude("9.0.0", "--print --model --output-format"));
    patient.has_one_problem("claude", &["--system-prompt, --setting-sources", "extractor=builtin"]);
    patient.install("claude", "#!/bin/sh\necho 'cannot start' >&2; exit 1\n");
    patient.has_one_problem("claude", &["names no version"]);
    fs::remove_file(patient.bin.join("claude")).unwrap();
    assert_eq!(patient.problems(), []);
    patient.run(&["enable", "--extractor", "claude"]).ok();
    patient.has_one_problem("claude", &["not on the PATH", "extractor=builtin"]);
}

#[test]
fn outside_of_any_project_there_is_still_a_machine() {
    let patient = Patient::new();
    patient.run(&["enable"]).ok();
    let answer = patient.run(&["--project", patient.world.home.to_str().unwrap(), "doctor"]).ok();
    assert!(answer.stdout.contains("this folder is not in a project"), "{}", answer.whole());
}
