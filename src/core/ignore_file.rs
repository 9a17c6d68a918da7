//! The ignore files that keep what ingrain writes out of the repository. A folder of ours is ignored as a whole; in a folder
//! that was there before, only our own files are, by their names.

use super::model::Kind;
use super::render;

/// `.memory`
pub const PRIVATE: &str =
    "# Written by ingrain. `ingrain configure --set share=true` lets knowledge be committed.\n*\n";
/// `.memory`, when knowledge is shared. It does not share itself: were it committed, it would be gone on a branch that lacks it,
/// and what is private with it would be open to `git add`; and one written anew there would be in the way of the way back.
pub const SHARED: &str =
    "# Written by ingrain: knowledge is shared, the rest is private.\n*\n!knowledge/\n!knowledge/**\n";
/// Commands and skills.
pub const GENERATED: &str = "# Written by ingrain: learned files are private until `share` is set.\n*\n";
const NAMED: &str = "# Written by ingrain: its own files are private.\n";

/// An ignore file that a person changed is theirs.
pub fn is_ours(text: &str) -> bool {
    [PRIVATE, SHARED, GENERATED].contains(&text) || is_named(text)
}

/// Ours, in a folder that is somebody else's.
pub fn is_named(text: &str) -> bool {
    text.strip_prefix(NAMED).is_some_and(|names| names.lines().all(|line| line.starts_with('/')))
}

/// One that names these files, and those that it named before.
pub fn naming(there: Option<&str>, files: &[String]) -> String {
    let mut text = there.filter(|text| is_named(text)).unwrap_or(NAMED).to_owned();
    for line in files.iter().map(|file| format!("/{file}")).chain(["/.gitignore".to_owned()]) {
        if !text.lines().any(|known| known == line) {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}

/// Where one of ours may stand although no row tells of it any more.
pub fn usual_folders() -> [String; 2] {
    let command = render::path(Kind::Workflow, "any");
    [".memory".to_owned(), command.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_added_and_a_persons_line_makes_it_theirs() {
        let files = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let first = naming(None, &files(&["release.md"]));
        assert_eq!(first, format!("{NAMED}/release.md\n/.gitignore\n"));
        let second = naming(Some(&first), &files(&["deploy.md", "release.md"]));
        assert_eq!(second, format!("{NAMED}/release.md\n/.gitignore\n/deploy.md\n"));
        for ours in [PRIVATE, SHARED, GENERATED, &first, &second] {
            assert!(is_ours(ours), "{ours}");
            assert!(!is_ours(&format!("{ours}*.log\n")), "{ours}");
        }
        assert_eq!(usual_folders(), [".memory", ".claude/commands/self-learning"]);
    }
}
