use super::*;

#[test]
fn a_link_out_of_the_project_is_refused() {
    let outside = tempfile::tempdir().unwrap();
    let project = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(outside.path(), project.path().join(".memory")).unwrap();
    assert!(write_in_project(project.path(), ".memory/x.md", b"x").is_err());
    assert!(write_in_project(project.path(), "../x.md", b"x").is_err());
    assert!(write_in_project(project.path(), "/tmp/x.md", b"x").is_err());
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}

#[test]
fn a_linked_file_is_replaced_at_its_target_and_keeps_its_mode() {
    let dir = tempfile::tempdir().unwrap();
    let target = dir.path().join("real.json");
    create_private(&target, b"old").unwrap();
    let link = dir.path().join("link.json");
    std::os::unix::fs::symlink(&target, &link).unwrap();
    write_user_file(&link, b"new").unwrap();
    assert_eq!(fs::read(&target).unwrap(), b"new");
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_link_to_nothing_yet_stays_a_link() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("dotfiles")).unwrap();
    for (link, target) in [("a", "b"), ("b", "dotfiles/real"), ("circle", "circle"), ("lost", "no/where")] {
        std::os::unix::fs::symlink(target, at(link)).unwrap();
    }
    write_user_file(&at("a"), b"new").unwrap();
    assert_eq!(fs::read(at("dotfiles/real")).unwrap(), b"new");
    assert!(write_user_file(&at("circle"), b"new").is_err());
    assert!(write_user_file(&at("lost"), b"new").is_err());
    for link in ["a", "b", "circle", "lost"] {
        assert!(at(link).symlink_metadata().unwrap().is_symlink(), "{link}");
    }
}

#[test]
fn an_error_names_the_file_and_not_its_temporary_name() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("no-folder/state.json");
    for failed in [write_private(&path, b"x"), write_user_file(&path, b"x")] {
        let said = format!("{:#}", failed.unwrap_err());
        assert!(said.contains("no-folder/state.json") && !said.contains(UNFINISHED), "{said}");
    }
    assert!(!create_private(&path, b"x").unwrap_err().to_string().contains(UNFINISHED));
}

#[test]
fn the_first_to_create_wins() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("id");
    assert!(create_private(&path, b"one").unwrap());
    assert!(!create_private(&path, b"two").unwrap());
    assert_eq!(fs::read(&path).unwrap(), b"one");
}

#[test]
fn lines_that_were_cut_short_are_completed_and_not_repeated() {
    let cases = [
        ("", "a\nb\n"),
        ("x\n", "x\na\nb\n"),
        ("x\na\n", "x\na\nb\n"),
        ("x\na\nb", "x\na\nb\n"),
        ("x\na\nb\n", "x\na\nb\n"),
        ("half", "half\na\nb\n"),
    ];
    let dir = tempfile::tempdir().unwrap();
    for (before, after) in cases {
        write_in_project(dir.path(), "log", before.as_bytes()).unwrap();
        append_in_project(dir.path(), "log", "a\nb\n").unwrap();
        assert_eq!(fs::read_to_string(dir.path().join("log")).unwrap(), after, "{before:?}");
    }
}

#[test]
fn only_what_the_dead_left_is_swept_away() {
    let dir = tempfile::tempdir().unwrap();
    let mut dead = std::process::Command::new("true").spawn().unwrap();
    dead.wait().unwrap();
    let names = [format!("{}x", unfinished()), format!(".ingrain-{}-x", dead.id()), ".ingrain-x".into()];
    for name in &names {
        create_private(&dir.path().join(name), b"half").unwrap();
    }
    sweep(dir.path());
    assert_eq!(names.map(|name| dir.path().join(name).exists()), [true, false, true]);
}

#[test]
fn a_held_lock_is_not_given_twice() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("lock");
    let held = Lock::try_take(&path).unwrap();
    assert!(held.is_some());
    assert!(Lock::try_take(&path).unwrap().is_none());
    drop(held);
    assert!(Lock::try_take(&path).unwrap().is_some());
}

#[test]
fn a_pipe_in_the_place_of_a_lock_is_not_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("lock");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(Lock::try_take(&pipe).is_err());
}

#[test]
fn a_first_file_comes_with_its_folders_and_they_are_private() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join(".local/share/ours/receipt.json");
    for text in ["first", "second"] {
        write_private_with_folders(&file, text.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    for (path, mode) in
        [(".local", 0o700), (".local/share/ours", 0o700), (".local/share/ours/receipt.json", 0o600)]
    {
        let found = fs::metadata(home.path().join(path)).unwrap().permissions().mode();
        assert_eq!(found & 0o777, mode, "{path}");
    }
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1, "nothing unfinished stays");
}
