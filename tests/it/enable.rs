//! `enable` and `disable` on settings files: what one adds the other removes, and nothing else changes.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::world::{Answer, World, write};

const MINE: &str = "{\r\n\t// mine\r\n\t\"model\": \"opus\",\r\n\r\n\t\"hooks\": {\r\n\t\t\"SessionEnd\": [\r\n\t\t\t{ \"hooks\": [{ \"type\": \"command\", \"command\": \"bye\" }] }\r\n\t\t]\r\n\t},\r\n\r\n}\r\n";

fn settings(world: &World) -> PathBuf {
    world.home.join(".claude/settings.json")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Where the executables lie is this machine's business.
fn tidy(answer: &Answer) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_ingrain")).parent().unwrap();
    answer.whole().replace(&*bin.to_string_lossy(), "[BIN]")
}

fn registered(path: &Path, event: &str) -> Vec<String> {
    let settings: Value = serde_json::from_str(&text(path)).unwrap();
    let groups = settings["hooks"][event].as_array().cloned().unwrap_or_default();
    let commands = groups.iter().flat_map(|g| g["hooks"].as_array().cloned().unwrap());
    commands.map(|h| h["command"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_first_time_says_what_it_means_and_the_second_changes_nothing() {
    let world = World::new();
    let first = world.run(&["enable"]);
    assert_eq!(
        tidy(&first),
        "exit 0\n--- stdout\n\
         [HOME]/.claude/settings.json\n\
         \x20 add hooks.SessionStart: [BIN]/ingrain-session-start\n\
         \x20 add hooks.SessionEnd: [BIN]/ingrain-session-end\n\
         \x20 add hooks.SubagentStart: [BIN]/ingrain-subagent-start\n\
         \x20 add hooks.UserPromptSubmit: [BIN]/ingrain-user-prompt\n\
         [HOME]/.claude/commands/ingrain\n\
         \x20 add /ingrain:status, /ingrain:review, /ingrain:remember, /ingrain:forget, /ingrain:undo, /ingrain:why, /ingrain:off-record, \
         /ingrain:apply-knowledge\n\
         --- stderr\n\
         enabled, from the next session on\n\
         reads  the transcripts of your sessions with Claude Code; secrets are masked before anything is kept\n\
         keeps  what it learns in `[HOME]/.local/share/ingrain`, and what holds up as commands, skills and knowledge in the project\n\
         sends  nothing: the built-in extractor works on this machine alone\n\
         undo   with `ingrain disable`\n"
    );
    let before = World::tree(&world.base());
    let second = world.run(&["enable"]);
    assert_eq!(
        second.whole(),
        "exit 0\n--- stdout\n--- stderr\nalready enabled in `[HOME]/.claude/settings.json`, nothing to change\n"
    );
    assert_eq!(World::tree(&world.base()), before);
    assert!(!world.config().exists());
}

#[test]
fn what_is_registered_can_be_run_by_a_shell() {
    let world = World::new();
    world.run(&["enable"]).ok();
    world.run(&["enable", "--gates"]).ok();
    for event in ["SessionStart", "SessionEnd", "SubagentStart", "UserPromptSubmit", "PreToolUse"] {
        let commands = registered(&settings(&world), event);
        assert_eq!(commands.len(), 1);
        let mut shell = world.command("sh");
        shell.env("INGRAIN_DISABLE", "1").arg("-c").arg(&commands[0]);
        assert_eq!(world.answer(shell, "{}").whole(), "exit 0\n--- stdout\n--- stderr\n");
    }
}

#[test]
fn disable_gives_the_file_back_byte_for_byte() {
    for before in [MINE, "{}", "{\"hooks\":{\"SessionStart\":[]}}", "\u{feff}{\n}\n", "", "// nothing yet\n"]
    {
        let world = World::new();
        let path = settings(&world);
        write(&path, before);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        world.run(&["enable"]).ok();
        assert_ne!(text(&path), before);
        world.run(&["disable"]).ok();
        assert_eq!(text(&path), before);
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    }
}

#[test]
fn gates_are_for_those_who_ask_for_them() {
    let world = World::new();
    let before = "{\n  \"model\": \"opus\"\n}\n";
    write(&settings(&world), before);
    let gates = || {
        let status = world.run(&["status", "--json"]).json();
        (registered(&settings(&world), "PreToolUse").len(), status["gates"] == true)
    };
    world.run(&["enable", "--gates"]).ok();
    assert_eq!(gates(), (1, true));
    world.run(&["enable"]).ok();
    assert_eq!(gates(), (1, true), "their removal was not requested");
    let dropped = world.run(&["enable", "--no-gates"]).ok();
    let changes: Vec<&str> = dropped.stdout.lines().skip(1).collect();
    assert!(matches!(changes[..], [only] if only.contains("remove hooks.PreToolUse")), "{}", dropped.stdout);
    assert_eq!(gates(), (0, false));
    world.run(&["enable", "--gates"]).ok();
    world.run(&["disable"]).ok();
    assert_eq!(text(&settings(&world)), before);
}

#[test]
fn a_linked_settings_file_stays_a_link() {
    let world = World::new();
    let real = world.home.join("dotfiles/claude.json");
    write(&real, MINE);
    symlink(&real, settings(&world)).unwrap();
    world.run(&["enable"]).ok();
    assert!(settings(&world).symlink_metadata().unwrap().is_symlink());
    assert!(text(&real).contains("ingrain-session-start"));
    world.run(&["disable"]).ok();
    assert_eq!(text(&real), MINE);
}

#[test]
fn a_file_that_enable_made_goes_with_it_unless_somebody_used_it() {
    let world = World::new();
    world.run(&["enable"]).ok();
    world.run(&["disable"]).ok();
    assert!(!settings(&world).exists());

    world.run(&["enable"]).ok();
    let used = text(&settings(&world)).replacen('{', "{\n  \"model\": \"opus\",", 1);
    write(&settings(&world), &used);
    world.run(&["disable"]).ok();
    let left: Value = serde_json::from_str(&text(&settings(&world))).unwrap();
    assert_eq!(left, json!({"model": "opus"}));
}

#[test]
fn other_peoples_hooks_survive_a_rewrite_in_between() {
    let world = World::new();
    write(
        &settings(&world),
        "{\"hooks\": {\"SessionEnd\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"bye\"}]}]}}",
    );
    world.run(&["enable"]).ok();
    let mut all: Value = serde_json::from_str(&text(&settings(&world))).unwrap();
    all["hooks"]["Stop"] = json!([{"hooks": [{"type": "command", "command": "echo ingrain-session-end"}]}]);
    write(&settings(&world), &format!("{all:#}\n"));
    world.run(&["disable"]).ok();
    let left: Value = serde_json::from_str(&text(&settings(&world))).unwrap();
    let hook = |command: &str| json!([{"hooks": [{"type": "command", "command": command}]}]);
    assert_eq!(left, json!({"hooks": {"SessionEnd": hook("bye"), "Stop": hook("echo ingrain-session-end")}}));
}

#[test]
fn a_file_that_does_not_parse_is_refused_and_left_alone() {
    let world = World::new();
    write(&settings(&world), "{\n  \"model\": \"opus\"\n  \"hooks\": {}\n}\n");
    let before = World::tree(&world.base());
    for args in
        [&["enable"][..], &["enable", "--dry-run"], &["enable", "--extractor", "claude"], &["disable"]]
    {
        assert_eq!(
            world.run(args).whole(),
            "exit 1\n--- stdout\n--- stderr\n\
             error: could not read `[HOME]/.claude/settings.json`\n\
             caused by: line 2, column 18: expected comma\n\n\
             hint: correct the file and try again; it was not changed\n",
            "{args:?}"
        );
    }
    assert_eq!(World::tree(&world.base()), before);
}

#[test]
fn a_file_that_the_client_does_not_load_is_pointed_out() {
    let world = World::new();
    write(&settings(&world), MINE);
    let warning = "warning: Claude Code does not load `[HOME]/.claude/settings.json`: line 2, column 2: ";
    for args in [&["enable", "--dry-run"][..], &["enable"], &["enable"]] {
        let answer = world.run(args).ok();
        assert!(answer.stderr.starts_with(warning), "{args:?}: {}", answer.whole());
        assert!(!answer.stderr.contains("enabled"), "{args:?}: {}", answer.whole());
    }
    let status = world.run(&["status"]).fails().stdout;
    assert!(status.contains("settings.json, which Claude Code does not load\n"), "{status}");
    assert!(status.contains("correct the file") && !status.contains("ingrain enable"), "{status}");
    let doctor = world.run(&["doctor"]).fails().stdout;
    assert!(doctor.contains("correct the file") && !doctor.contains("ingrain enable"), "{doctor}");
    assert!(status.contains("Claude Code does not load `[HOME]/.claude/settings.json`"), "{status}");
    write(&settings(&world), "{\"model\": \"opus\"}");
    write(&world.project.join(".claude/settings.json"), MINE);
    let said = world.run(&["enable"]).ok().stderr;
    assert!(said.starts_with("enabled, "), "another file is none of its business: {said}");
}

/// We read more than the client does, so what we did there is known whether it is loaded or not.
#[test]
fn what_is_done_to_a_file_with_remarks_can_be_taken_back() {
    let world = World::new();
    let theirs = MINE.replace("\"model\"", "\"statusLine\": { \"command\": \"mine\" },\r\n\t\"model\"");
    write(&settings(&world), &theirs);
    world.run(&["enable", "--gates", "--statusline"]).ok();
    assert!(text(&settings(&world)).contains("ingrain statusline"));
    world.run(&["undo", "u1"]).ok();
    assert_eq!(text(&settings(&world)), theirs);

    world.run(&["enable", "--gates", "--statusline"]).ok();
    world.run(&["enable", "--no-gates"]).ok();
    assert!(text(&settings(&world)).contains("ingrain statusline"), "its removal was not requested");
}

#[test]
fn what_keeps_the_hooks_silent_is_told() {
    let mut world = World::new();
    let off = "`disableAllHooks` in `[HOME]/.claude/settings.json` switches every hook off";
    write(&settings(&world), "{\"disableAllHooks\": true}");
    let said = world.run(&["enable"]).ok().stderr;
    assert!(said.starts_with(&format!("warning: {off}\nhint: remove it from the file\n")), "{said}");
    assert!(!said.contains("enabled"), "{said}");
    let status = world.run(&["status"]).fails().stdout;
    assert!(status.contains(off), "{status}");
    write(&settings(&world), "{}");
    world.run(&["enable"]).ok();
    assert!(world.run(&["status"]).ok().stdout.contains("health"));
    world.set_env("INGRAIN_DISABLE", "1");
    let status = world.run(&["status"]).fails().stdout;
    assert!(status.contains("INGRAIN_DISABLE is set"), "{status}");
}

#[test]
fn an_excluded_project_is_named() {
    let world = World::new();
    let exclude = format!("exclude={}", world.project.display());
    world.run(&["configure", "--set", &exclude]).ok();
    let status = world.run(&["status"]).ok().stdout;
    assert!(status.contains("[PROJECT], which your setting `exclude` leaves out"), "{status}");
}

#[test]
fn the_plugin_counts_as_enabled() {
    let world = World::new();
    let enabled = || world.run(&["status", "--json"]).json()["enabled"].clone();
    assert_eq!(enabled(), false);
    write(&settings(&world), "{\"enabledPlugins\": {\"ingrain@ingrain-plugins\": true}}");
    assert_eq!(enabled(), true);
}

#[test]
fn a_dry_run_shows_the_same_lines_and_changes_nothing() {
    let world = World::new();
    write(&settings(&world), MINE);
    let before = World::tree(&world.base());
    let dry = world.run(&["enable", "--extractor", "claude", "--dry-run"]).ok();
    assert_eq!(World::tree(&world.base()), before);
    let real = world.run(&["enable", "--extractor", "claude"]).ok();
    assert_eq!(dry.stdout, real.stdout);
    let before = World::tree(&world.base());
    let dry = world.run(&["disable", "--dry-run"]).ok();
    assert_eq!(World::tree(&world.base()), before);
    assert_eq!(dry.stdout, world.run(&["disable"]).ok().stdout);
}

#[test]
fn a_local_registration_is_the_projects_own() {
    let world = World::at("my project.v2 – größer");
    let local = world.project.join(".claude/settings.local.json");
    world.run(&["enable", "--scope", "local"]).ok();
    assert_eq!(registered(&local, "SessionStart").len(), 1);
    assert!(!settings(&world).exists());

    let elsewhere = world.base().join("other");
    write(&elsewhere.join(".git/HEAD"), "ref: refs/heads/main\n");
    let there = world.run(&["disable", "--project", &elsewhere.to_string_lossy()]).ok();
    assert_eq!(
        there.stderr,
        "not enabled here, nothing to change\n\
         hint: still enabled for `[PROJECT]`: run `ingrain disable --project [PROJECT]`\n"
    );
    world.run(&["disable"]).ok();
    assert!(!local.exists());
}

#[test]
fn entries_of_a_program_that_moved_are_replaced() {
    let world = World::new();
    let old = json!({"hooks": {"SessionStart": [
        {"hooks": [{"type": "command", "command": "'/old place/ingrain-session-start'", "timeout": 10}]},
        {"hooks": [{"type": "command", "command": "/old/ingrain hook session-start"}]},
    ]}});
    write(&settings(&world), &format!("{old:#}\n"));
    world.run(&["enable"]).ok();
    assert_eq!(registered(&settings(&world), "SessionStart").len(), 1);
    assert_eq!(registered(&settings(&world), "SessionEnd").len(), 1);
    assert!(!text(&settings(&world)).contains("/old"));
}

#[test]
fn a_model_needs_a_yes_and_without_a_terminal_there_is_none() {
    let world = World::new();
    let config = |world: &World| fs::read_to_string(world.config()).unwrap_or_default();
    world.run(&["enable", "--extractor", "auto"]).ok();
    assert!(!config(&world).contains("consent"));
    world.run(&["enable", "--extractor", "builtin"]).ok();
    assert_eq!(config(&world), "{\n  \"extractor\": \"builtin\"\n}\n");
    let told = world.run(&["enable", "--extractor", "claude"]).ok();
    assert!(told.stderr.contains("at most 5 times and for 1.00 USD a day"), "{}", told.stderr);
    assert_eq!(config(&world), "{\n  \"extractor\": \"claude\",\n  \"consent\": true\n}\n");
    let refused = world.run(&["enable", "--extractor", "command"]).fails();
    assert_eq!(
        refused.stderr,
        "error: no `extractor_command` is set\n\n\
         hint: run `ingrain configure --set 'extractor_command=[\"PROGRAM\", \"ARGUMENT\"]'` first\n"
    );
}

#[test]
fn a_lost_registration_is_noted_again() {
    let world = World::new();
    write(&settings(&world), MINE);
    world.run(&["enable"]).ok();
    fs::remove_dir_all(world.data()).unwrap();
    world.run(&["enable"]).ok();
    assert!(world.data().join("registrations.json").exists());
    world.run(&["disable"]).ok();
    assert_eq!(text(&settings(&world)), MINE);
}
