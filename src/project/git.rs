//! A minimal reader of git's files. Running `git` takes longer than a whole hook.

mod index;
mod trace;

use std::fs;
use std::path::{Path, PathBuf};

use crate::os::fsx;

pub use index::tracks;
pub use trace::GitTrace;

/// The main worktree of the repository that holds `folder` (canonical).
pub fn main_worktree(folder: &Path) -> Option<PathBuf> {
    let top = folder.ancestors().find(|dir| dir.join(".git").symlink_metadata().is_ok())?;
    Some(linked_to(top).unwrap_or_else(|| top.to_path_buf()))
}

/// For a linked worktree, the main one. The link must be mutual: a folder that merely names another repository's
/// git folder (an unpacked archive can) does not get that project's memory.
fn linked_to(top: &Path) -> Option<PathBuf> {
    let git_dir = git_dir(top).filter(|dir| *dir != top.join(".git"))?;
    let back = fsx::text(&git_dir.join("gitdir"))?;
    let back = fs::canonicalize(git_dir.join(back.trim())).ok()?;
    if back != fs::canonicalize(top.join(".git")).ok()? {
        return None;
    }
    let common = fsx::text(&git_dir.join("commondir"))?;
    let common = fs::canonicalize(git_dir.join(common.trim())).ok()?;
    (git_dir.parent()? == common.join("worktrees")).then(|| home_of(&common))?
}

/// The folder that represents a repository: its main worktree. A bare repository has none; there it is the folder whose
/// `.git` names it, as with a `.bare` among worktrees, or the repository itself.
fn home_of(common: &Path) -> Option<PathBuf> {
    let beside = common.parent()?;
    if git_dir(beside).as_deref() == Some(common) {
        return Some(beside.to_path_buf());
    }
    let config = fsx::text(&common.join("config")).unwrap_or_default();
    if let Some(worktree) = setting(&config, "[core]", "worktree") {
        let main = fs::canonicalize(common.join(worktree)).ok()?;
        return (git_dir(&main).as_deref() == Some(common)).then_some(main);
    }
    (setting(&config, "[core]", "bare").as_deref() == Some("true")).then(|| common.to_path_buf())
}

/// A value of the first matching section of git's configuration.
fn setting(config: &str, section: &str, key: &str) -> Option<String> {
    let mut lines = config.lines().map(str::trim);
    lines.find(|line| line.starts_with(section))?;
    let value = |line: &str| Some(line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim().to_owned());
    lines.take_while(|line| !line.starts_with('[')).find_map(value)
}

fn git_dir(top: &Path) -> Option<PathBuf> {
    let dot_git = top.join(".git");
    if dot_git.is_dir() {
        return Some(dot_git);
    }
    let Some(text) = fsx::text(&dot_git) else {
        let is_bare = top.join("objects").is_dir() && top.join("HEAD").is_file();
        return is_bare.then(|| top.to_path_buf());
    };
    let named = text.strip_prefix("gitdir:")?.trim();
    fs::canonicalize(top.join(named)).ok()
}

/// The branch that is checked out where `folder` is, which may be a linked worktree.
pub fn branch_at(folder: &Path) -> Option<String> {
    branch(folder.ancestors().find(|dir| dir.join(".git").symlink_metadata().is_ok())?)
}

/// The branch that is checked out in the main worktree; a detached head is named by its commit.
pub fn branch(root: &Path) -> Option<String> {
    let head = fsx::text(&git_dir(root)?.join("HEAD"))?;
    let head = head.trim();
    Some(match head.strip_prefix("ref: ") {
        Some(reference) => reference.strip_prefix("refs/heads/").unwrap_or(reference).to_owned(),
        None => head.chars().take(12).collect(),
    })
}

/// Is there still a branch of this name?
pub fn has_branch(root: &Path, name: &str) -> bool {
    let Some(git_dir) = git_dir(root) else { return false };
    let reference = format!("refs/heads/{name}");
    let is_packed = |line: &str| line.split_once(' ').is_some_and(|(_, packed)| packed == reference);
    let packed = || fsx::text(&git_dir.join("packed-refs")).unwrap_or_default();
    // Reftables are not searched; the branch may exist.
    git_dir.join(&reference).is_file() || git_dir.join("reftable").is_dir() || packed().lines().any(is_packed)
}

/// The address of the first remote.
pub fn remote(root: &Path) -> Option<String> {
    let config = fsx::text(&git_dir(root)?.join("config"))?;
    setting(&config, "[remote ", "url")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::io::Write::write_all(
            &mut fs::File::options().create(true).write(true).truncate(true).open(path).unwrap(),
            text.as_bytes(),
        )
        .unwrap();
    }

    fn repository() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(dir.path()).unwrap();
        write(&root.join("main/.git/HEAD"), "ref: refs/heads/topic/x\n");
        fs::create_dir_all(root.join("main/src/deep")).unwrap();
        (dir, root)
    }

    #[test]
    fn a_folder_below_the_repository_belongs_to_it() {
        let (_dir, root) = repository();
        assert_eq!(main_worktree(&root.join("main/src/deep")), Some(root.join("main")));
        assert_eq!(main_worktree(&root), None);
        assert_eq!(branch(&root.join("main")).as_deref(), Some("topic/x"));
    }

    #[test]
    fn a_linked_worktree_shares_the_main_one() {
        let (_dir, root) = repository();
        let admin = root.join("main/.git/worktrees/feature");
        write(&admin.join("commondir"), "../..\n");
        write(&admin.join("gitdir"), &format!("{}\n", root.join("feature/.git").display()));
        write(&root.join("feature/.git"), &format!("gitdir: {}\n", admin.display()));
        assert_eq!(main_worktree(&root.join("feature")), Some(root.join("main")));
    }

    /// A linked worktree as `git worktree add` makes it.
    fn link(common: &Path, worktree: &Path) {
        let admin = common.join("worktrees").join(worktree.file_name().unwrap());
        write(&admin.join("commondir"), "../..\n");
        write(&admin.join("gitdir"), &format!("{}\n", worktree.join(".git").display()));
        write(&worktree.join(".git"), &format!("gitdir: {}\n", admin.display()));
    }

    fn bare(common: &Path) {
        write(&common.join("HEAD"), "ref: refs/heads/trunk\n");
        write(&common.join("config"), "[core]\n\tbare = true\n[remote \"origin\"]\n\turl = x\n");
        fs::create_dir_all(common.join("objects")).unwrap();
    }

    #[test]
    fn worktrees_of_a_bare_repository_share_one_folder() {
        let (_dir, root) = repository();
        let (beside, alone) = (root.join("proj/.bare"), root.join("repo.git"));
        bare(&beside);
        write(&root.join("proj/.git"), "gitdir: ./.bare\n");
        bare(&alone);
        for (common, worktree, home) in [
            (&beside, root.join("proj/feat"), root.join("proj")),
            (&beside, root.join("elsewhere"), root.join("proj")),
            (&alone, root.join("wt-a"), alone.clone()),
            (&alone, root.join("wt-b"), alone.clone()),
        ] {
            link(common, &worktree);
            assert_eq!(main_worktree(&worktree), Some(home.clone()));
            assert_eq!((branch(&home).as_deref(), remote(&home).as_deref()), (Some("trunk"), Some("x")));
        }
        assert_eq!(main_worktree(&root.join("proj")), Some(root.join("proj")));
    }

    #[test]
    fn a_worktree_of_a_submodule_belongs_to_the_submodule() {
        let (_dir, root) = repository();
        let common = root.join("main/.git/modules/sub");
        write(&common.join("config"), "[core]\n\tworktree = ../../../sub\n");
        write(&root.join("main/sub/.git"), "gitdir: ../.git/modules/sub\n");
        link(&common, &root.join("sub-feat"));
        assert_eq!(main_worktree(&root.join("sub-feat")), Some(root.join("main/sub")));
    }

    #[test]
    fn a_folder_that_brings_its_own_link_gets_no_memory() {
        let (_dir, root) = repository();
        let own = root.join("evil/own");
        for common in [root.join("main/.git"), root.join("repo.git")] {
            bare(&root.join("repo.git"));
            write(&own.join("commondir"), &format!("{}\n", common.display()));
            write(&own.join("gitdir"), "../.git\n");
            write(&root.join("evil/.git"), "gitdir: own\n");
            assert_eq!(main_worktree(&root.join("evil")), Some(root.join("evil")));
        }
    }

    #[test]
    fn a_one_sided_link_does_not() {
        let (_dir, root) = repository();
        let admin = root.join("main/.git/worktrees/feature");
        write(&admin.join("commondir"), "../..\n");
        write(&admin.join("gitdir"), &format!("{}\n", root.join("feature/.git").display()));
        write(&root.join("feature/.git"), "gitdir: elsewhere\n");
        write(&root.join("evil/.git"), &format!("gitdir: {}\n", admin.display()));
        assert_eq!(main_worktree(&root.join("evil")), Some(root.join("evil")));
    }

    #[test]
    fn a_submodule_is_its_own_project() {
        let (_dir, root) = repository();
        write(&root.join("main/.git/modules/sub/HEAD"), "0123456789abcdef0123\n");
        write(&root.join("main/sub/.git"), "gitdir: ../.git/modules/sub\n");
        assert_eq!(main_worktree(&root.join("main/sub")), Some(root.join("main/sub")));
        assert_eq!(branch(&root.join("main/sub")).as_deref(), Some("0123456789ab"));
    }

    #[test]
    fn a_branch_is_found_loose_or_packed() {
        let (_dir, root) = repository();
        let main = root.join("main");
        write(&main.join(".git/refs/heads/topic/x"), "0123\n");
        write(&main.join(".git/packed-refs"), "# pack-refs with: peeled\n0123 refs/heads/old\n^4567\n");
        for (name, expected) in [("topic/x", true), ("old", true), ("topic", false), ("0123", false)] {
            assert_eq!(has_branch(&main, name), expected, "{name}");
        }
    }

    #[test]
    fn the_first_remote_is_found_in_the_configuration() {
        let (_dir, root) = repository();
        let main = root.join("main");
        assert_eq!(remote(&main), None);
        for (config, expected) in [
            ("[core]\n\tbare = false\n", None),
            (
                "[remote \"origin\"]\n\turl = git@host:a/b.git\n[remote \"fork\"]\n\turl = x\n",
                Some("git@host:a/b.git"),
            ),
            ("[remote \"origin\"]\n\tfetch = +refs\n[branch \"x\"]\n\turl = y\n", None),
        ] {
            write(&main.join(".git/config"), config);
            assert_eq!(remote(&main).as_deref(), expected, "{config}");
        }
    }
}
