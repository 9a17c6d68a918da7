//! Installation and removal: after `uninstall` a home and its projects are as before, except for what
//! people made their own.

use std::fs;
use std::path::{Path, PathBuf};

use ingrain::os::fsx::Lock;

use crate::learning::{a_week, lesson};
use crate::world::{Answer, World, write};

const MINE: &str = "{\n  \"model\": \"opus\",\n  \"statusLine\": { \"type\": \"command\", \"command\": \"echo 'mine'\" } // shown\n}\n";

/// Every file with its bytes and every folder, but for what the client wrote: the transcripts.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(dir) = open.pop() {
        for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            if name.ends_with(".claude/projects") {
                continue;
            }
            if path.is_dir() {
                found.push((format!("{name}/"), Vec::new()));
                open.push(path);
            } else {
                found.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

fn names(tree: &[(String, Vec<u8>)]) -> Vec<&str> {
    tree.iter().map(|(name, _)| name.as_str()).collect()
}

fn settings(world: &World) -> PathBuf {
    world.home.join(".claude/settings.json")
}

/// Sessions in both of two projects, with everything that can be turned on.
fn use_it(world: &mut World) {
    world.run(&["enable", "--gates", "--statusline", "--extractor", "builtin"]).ok();
    a_week(world);
    in_the_second_project(world);
    world.run(&["enable", "--scope", "local", "--statusline"]).ok();
    assert!(world.exists(".memory/knowledge/decisions.md"));
}

/// The same lessons, in another folder.
fn in_the_second_project(world: &mut World) {
    let second = world.base().join("second");
    let first = std::mem::replace(&mut world.project, second);
    for (n, day) in ["2026-03-02", "2026-03-05", "2026-03-09"].into_iter().enumerate() {
        world.play(&lesson(&format!("second-{n}"), day, n));
    }
    world.run(&["enable", "--scope", "local"]).ok();
    assert!(world.exists(".memory/knowledge/decisions.md"));
    world.project = first;
}

#[test]
fn a_project_that_was_enabled_alone_and_first_is_left_as_it_was() {
    let mut world = World::new();
    let before = tree(&world.base());
    world.run(&["enable", "--scope", "local", "--statusline"]).ok();
    a_week(&mut world);
    uninstall(&world, &["--artifacts"]);
    assert_eq!(tree(&world.base()), before);
}

fn world() -> World {
    let world = World::new();
    write(&world.base().join("second/.git/HEAD"), "ref: refs/heads/main\n");
    write(&settings(&world), MINE);
    world
}

fn uninstall(world: &World, more: &[&str]) -> Answer {
    world.run(&[&["uninstall", "--yes"], more].concat()).ok()
}

/// What people must not lose when they take ingrain away.
fn is_artifact(name: &str) -> bool {
    name.starts_with(".memory/")
        || name.starts_with(".claude/commands/")
        || name.starts_with(".claude/skills/")
}

#[test]
fn without_a_trace() {
    let mut world = world();
    let before = tree(&world.base());
    use_it(&mut world);
    assert_eq!(uninstall(&world, &["--artifacts"]).stderr, "ingrain is removed\n");
    let after = tree(&world.base());
    assert_eq!(names(&after), names(&before));
    assert_eq!(after, before);
    let again = uninstall(&world, &["--artifacts"]);
    assert_eq!((again.stdout.as_str(), again.stderr.as_str()), ("", "ingrain has left nothing to remove\n"));
    assert_eq!(tree(&world.base()), before);
}

/// Copies of what it knew, quotes included.
const MIRRORS: [&str; 3] =
    [".memory/outcomes.jsonl", ".memory/learning-log.jsonl", ".memory/.learning-manifest.json"];

#[test]
fn what_it_wrote_for_the_projects_stays_unless_it_is_asked_to_go() {
    let mut world = world();
    let (home, project) = (tree(&world.home), tree(&world.project));
    use_it(&mut world);
    let mut learned: Vec<_> =
        tree(&world.project).into_iter().filter(|(name, _)| is_artifact(name)).collect();
    assert!(learned.len() > 8, "{:?}", names(&learned));
    learned.retain(|(name, _)| {
        !MIRRORS.contains(&name.as_str()) && !name.starts_with(".claude/commands/ingrain/")
    });
    let foretold = world.run(&["uninstall", "--dry-run"]).ok().stdout;
    let told = uninstall(&world, &[]);
    assert_eq!(told.stdout, foretold);
    for mirror in MIRRORS {
        assert!(told.stdout.contains(&format!("\n  remove {mirror}\n")), "{}", told.stdout);
    }
    assert_eq!(tree(&world.home), home);
    let left = tree(&world.project);
    let others: Vec<_> =
        left.iter().filter(|(name, _)| !is_artifact(name) && name != ".claude/").cloned().collect();
    assert_eq!(left.iter().filter(|(name, _)| is_artifact(name)).cloned().collect::<Vec<_>>(), learned);
    assert_eq!(others, project);
}

/// A path is bytes, of which not all are text.
#[test]
fn a_project_whose_path_is_no_text_is_left_as_it_was() {
    use std::os::unix::ffi::OsStrExt;
    let mut world = world();
    world.project = world.base().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir_all(world.project.join(".git")).unwrap();
    let before = tree(&world.project);
    world.set_now("2026-03-10T09:00:00Z");
    for (n, day) in ["2026-03-02", "2026-03-05", "2026-03-09"].into_iter().enumerate() {
        let transcript = world.transcript(&format!("week-{n}"));
        write(&transcript, &lesson(&format!("week-{n}"), day, n).jsonl(Path::new("/of/another/machine")));
        world.run(&["learn", "--now", transcript.to_str().unwrap()]).ok();
    }
    assert!(world.exists(".memory/.learning-manifest.json"), "{:?}", names(&tree(&world.project)));
    uninstall(&world, &["--artifacts"]);
    assert_eq!(names(&tree(&world.project)), names(&before));
}

#[test]
fn a_project_in_which_nothing_held_up_yet_is_left_as_it_was() {
    let mut world = world();
    let before = tree(&world.base());
    world.run(&["enable"]).ok();
    world.play(&lesson("one", "2026-03-02", 0));
    assert!(world.exists(".memory/learning-log.jsonl"));
    uninstall(&world, &[]);
    assert_eq!(tree(&world.base()), before);
}

#[test]
fn what_people_made_their_own_stays() {
    let mut world = world();
    use_it(&mut world);
    let skill = fs::read_dir(world.project.join(".claude/skills")).unwrap().next().unwrap().unwrap().path();
    let edited = format!("{}\n- and one more step\n", fs::read_to_string(skill.join("SKILL.md")).unwrap());
    write(&skill.join("SKILL.md"), &edited);
    let decisions = world.read(".memory/knowledge/decisions.md");
    let mine = "\n## ADR-050: Mine\n\n- **Status**: Accepted\n";
    world.write(".memory/knowledge/decisions.md", &format!("{decisions}{mine}"));
    world.write(".memory/notes.txt", "mine");
    let told = uninstall(&world, &["--artifacts"]).stdout;
    let name = skill.file_name().unwrap().to_str().unwrap();
    for line in [
        format!("  keep .claude/skills/{name}/SKILL.md, which is yours\n"),
        "  remove ADR-001 from .memory/knowledge/decisions.md\n".to_owned(),
        "  keep .memory/notes.txt, which is yours\n".to_owned(),
    ] {
        assert!(told.contains(&line), "{line}{told}");
    }
    assert_eq!(fs::read_to_string(skill.join("SKILL.md")).unwrap(), edited);
    assert!(skill.join(".gitignore").exists(), "it would turn up in git");
    assert!(world.read(".memory/knowledge/decisions.md").ends_with(mine.trim_start()));
    assert!(!world.read(".memory/knowledge/decisions.md").contains("ADR-001"));
    assert!(!world.exists(".memory/knowledge/pitfalls.md") && !world.exists(".claude/commands"));
    assert!(!world.exists(".memory/learning-log.jsonl") && !world.exists(".memory/.learning-manifest.json"));
}

#[test]
fn a_settings_file_that_others_changed_keeps_their_change() {
    let mut world = world();
    use_it(&mut world);
    let touched = fs::read_to_string(settings(&world)).unwrap().replace("opus", "sonnet");
    write(&settings(&world), &touched);
    uninstall(&world, &[]);
    assert_eq!(fs::read_to_string(settings(&world)).unwrap(), MINE.replace("opus", "sonnet"));
}

#[test]
fn a_dry_run_shows_it_all_and_touches_nothing() {
    let mut world = world();
    use_it(&mut world);
    let before = tree(&world.base());
    let told = world.run(&["uninstall", "--artifacts", "--dry-run"]).ok();
    assert!(told.stderr.ends_with("dry run: nothing was changed\n"), "{}", told.stderr);
    for line in [
        "[HOME]/.claude/settings.json\n  remove hooks.SessionStart",
        "  remove from statusLine, below: echo 'mine'\n",
        "[PROJECT]/.claude/settings.local.json\n",
        "[PROJECT]\n  remove .claude/commands/self-learning/",
        "remove [HOME]/.local/share/ingrain/projects\n",
        "remove [HOME]/.config/ingrain/config.json\n",
    ] {
        assert!(told.stdout.contains(line), "{line}\n{}", told.stdout);
    }
    world.run(&["uninstall"]).fails();
    assert_eq!(tree(&world.base()), before);
}

#[test]
fn a_broken_settings_file_stops_it_before_anything_is_gone() {
    let mut world = world();
    use_it(&mut world);
    write(&settings(&world), "{");
    let before = tree(&world.base());
    let refused = world.run(&["uninstall", "--yes", "--artifacts"]).fails();
    assert!(
        refused.stderr.contains("hint: correct the file and try again; it was not changed"),
        "{}",
        refused.stderr
    );
    assert_eq!(tree(&world.base()), before);
}

#[test]
fn a_second_run_goes_on_where_the_first_one_stopped() {
    let mut world = world();
    let before = tree(&world.base());
    use_it(&mut world);
    uninstall(&world, &["--dry-run"]);
    // As if it had ended after the settings, and after some of the files.
    world.run(&["disable"]).ok();
    fs::remove_file(world.project.join(".memory/learning-log.jsonl")).unwrap();
    fs::remove_file(world.config()).unwrap();
    uninstall(&world, &["--artifacts"]);
    assert_eq!(names(&tree(&world.base())), names(&before));
}

#[test]
fn a_folder_of_our_own_may_hold_other_things() {
    let mut world = world();
    let shared = world.home.join("shared");
    write(&shared.join("thesis.txt"), "mine");
    world.set_env("INGRAIN_HOME", shared.to_str().unwrap());
    world.run(&["enable"]).ok();
    world.run(&["list"]).ok();
    uninstall(&world, &[]);
    assert_eq!(names(&tree(&shared)), ["thesis.txt"]);
}

/// The client's list may be lost, or of another version; its settings and its copy still speak of the plugin.
#[test]
fn a_plugin_that_only_the_settings_name_is_named_and_so_is_the_copy() {
    let world = World::new();
    write(
        &world.home.join(".claude/settings.json"),
        r#"{"enabledPlugins": {"ingrain@ingrain-plugins": true, "other@x": true}}"#,
    );
    let copy = world.home.join(".claude/plugins/cache/ingrain-plugins/ingrain/0.1.0");
    write(&copy.join("hooks/hooks.json"), "{}");
    for args in [&["uninstall", "--dry-run"][..], &["uninstall", "--yes"]] {
        let told = world.run(args).whole();
        assert!(told.contains("run claude plugin uninstall ingrain@ingrain-plugins\n"), "{told}");
        assert!(
            told.contains("keeps its own copy of the plugin in")
                && told.contains("plugins/cache/ingrain-plugins/ingrain"),
            "{told}"
        );
        assert!(!told.contains("other@x"), "{told}");
    }
}

#[test]
fn the_client_takes_its_plugin_out_itself() {
    let mut world = world();
    let noted =
        r#"{"version": 2, "plugins": {"ingrain@ingrain-plugins": [{"scope": "user"}], "other@x": []}}"#;
    write(&world.home.join(".claude/plugins/installed_plugins.json"), noted);
    let told = uninstall(&world, &[]);
    assert!(told.stdout.contains("run claude plugin uninstall ingrain@ingrain-plugins\n"), "{}", told.stdout);
    assert!(
        told.stderr.contains("hint: run `claude plugin uninstall ingrain@ingrain-plugins` yourself"),
        "{}",
        told.stderr
    );
    let bin = world.base().join("bin");
    write(&bin.join("claude"), "#!/bin/sh\necho \"$*\" >>\"$HOME/asked\"\n");
    fs::set_permissions(bin.join("claude"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    world.set_env("PATH", &format!("{}:/usr/bin:/bin", bin.display()));
    assert_eq!(uninstall(&world, &[]).stderr, "ingrain is removed\n");
    let asked = fs::read_to_string(world.home.join("asked")).unwrap();
    assert_eq!(
        asked,
        "plugin uninstall ingrain@ingrain-plugins\nplugin marketplace remove ingrain-plugins\n"
    );
}

#[test]
fn a_worker_is_waited_for_so_that_nothing_comes_back() {
    let mut world = world();
    use_it(&mut world);
    let projects = fs::read_dir(world.data().join("projects")).unwrap();
    let state = projects.flatten().next().unwrap().path();
    let working = Lock::try_take(&state.join("lock")).unwrap().unwrap();
    std::thread::scope(|scope| {
        let leaving = scope.spawn(|| uninstall(&world, &["--artifacts"]));
        world.wait("the hooks are out", |world| fs::read_to_string(settings(world)).unwrap() == MINE);
        assert!(state.join("learning.db").exists(), "while the worker works nothing is taken from it");
        drop(working);
        leaving.join().unwrap();
    });
    assert!(!world.data().exists());
}

#[test]
fn installed_used_and_removed() {
    let mut world = world();
    let before = tree(&world.base());
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = tempfile::tempdir().unwrap();
    fs::copy(env!("CARGO_BIN_EXE_ingrain"), built.path().join("ingrain")).unwrap();
    // Unoptimised programs are large, and the installed ones are not run here.
    for door in ["session-start", "session-end", "subagent-start", "user-prompt", "pre-tool-use"] {
        write(&built.path().join(format!("ingrain-{door}")), "#!/bin/sh\n");
    }
    let install = || {
        let mut install = world.command("/bin/sh");
        install.arg(checkout.join("install.sh")).arg("--from").arg(built.path());
        world.answer(install, "").ok()
    };
    assert!(install().stdout.ends_with("  [HOME]/.local/bin/ingrain uninstall\n"));
    let installed = tree(&world.base());
    install();
    assert_eq!(names(&tree(&world.base())), names(&installed), "a second time changes nothing");
    for file in
        ["bash-completion/completions/ingrain", "zsh/site-functions/_ingrain", "man/man1/ingrain-enable.1"]
    {
        assert!(world.home.join(".local/share").join(file).exists(), "{file}");
    }
    use_it(&mut world);
    let mine = world.home.join(".local/share/man/man1/ingrain-hud.1");
    write(&mine, "my own page");
    let mut leave = world.command(world.home.join(".local/bin/ingrain").to_str().unwrap());
    leave.args(["uninstall", "--yes", "--artifacts"]);
    let told = world.answer(leave, "").ok();
    assert!(told.stdout.contains("ingrain-hud.1, which another installation placed\n"), "{}", told.stdout);
    fs::remove_dir_all(world.home.join(".local")).unwrap();
    assert_eq!(tree(&world.base()), before);
}
