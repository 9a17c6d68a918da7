//! Ignore files that keep what ingrain writes out of the repository. A folder of ours is ignored as
//! a whole; in an existing folder, only our own files are, by their names.

use super::render;
use crate::core::model::Kind;

/// `.memory`
pub const PRIVATE: &str =
    "# Written by ingrain. `ingrain configure --set share=true` lets knowledge be committed.\n*\n";
/// `.memory`, when knowledge is shared. The file does not share itself: if it were committed, it
/// would be missing on a branch without it, and the private files would be open to `git add`; a new
/// one there would then block the way back to the branch that has it.
pub const SHARED: &str =
    "# Written by ingrain: knowledge is shared, the rest is private.\n*\n!knowledge/\n!knowledge/**\n";
/// Commands and skills.
pub const GENERATED: &str = "# Written by ingrain: learned files are private until `share` is set.\n*\n";
const NAMED: &str = "# Written by ingrain: its own files are private.\n";

const ITSELF: &str = "/.gitignore";

/// Whether the ignore file is ours; one that a person changed is theirs.
pub fn is_ours(text: &str) -> bool {
    [PRIVATE, SHARED, GENERATED].contains(&text) || is_named(text)
}

/// Whether it is ours, in a folder that is not.
pub fn is_named(text: &str) -> bool {
    text.strip_prefix(NAMED).is_some_and(|names| names.lines().all(|line| line.starts_with('/')))
}

/// An ignore file that names these files and those it named before, and itself last.
pub fn naming(there: Option<&str>, files: &[String]) -> String {
    let known = there.filter(|text| is_named(text)).unwrap_or(NAMED);
    let mut lines: Vec<String> = known.lines().map(str::to_owned).collect();
    lines
        .extend(files.iter().map(|file| format!("/{file}")).filter(|line| !known.lines().any(|l| l == line)));
    lines.retain(|line| line != ITSELF);
    lines.push(ITSELF.to_owned());
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The same, once knowledge is shared.
pub fn sharing(text: &str) -> String {
    let private = text.lines().filter(|line| !line.starts_with("/knowledge/"));
    private.map(|line| format!("{line}\n")).collect()
}

/// Whether an ignore file of ours keeps this file of its folder out of the repository.
pub fn hides(text: &str, file: &str) -> bool {
    match text {
        SHARED => !file.starts_with("knowledge/"),
        PRIVATE | GENERATED => true,
        named => named.lines().filter_map(|line| line.strip_prefix('/')).any(|name| names(name, file)),
    }
}

/// Whether the pattern, a folder or a name with stars, matches the file.
fn names(pattern: &str, file: &str) -> bool {
    if pattern.ends_with('/') {
        return file.starts_with(pattern);
    }
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == file };
    let Some(left) = file.strip_prefix(start) else { return false };
    let stars = (0..=left.len()).filter(|at| left.is_char_boundary(*at) && !left[..*at].contains('/'));
    stars.into_iter().any(|at| names(rest, &left[at..]))
}

/// Folders that may hold an ignore file of ours even if the database has no record of it.
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
        assert_eq!(second, format!("{NAMED}/release.md\n/deploy.md\n/.gitignore\n"));
        for ours in [PRIVATE, SHARED, GENERATED, &first, &second] {
            assert!(is_ours(ours), "{ours}");
            assert!(!is_ours(&format!("{ours}*.log\n")), "{ours}");
        }
        let knowledge = naming(None, &files(&["log.jsonl", "knowledge/pitfalls.md"]));
        assert_eq!(sharing(&knowledge), naming(None, &files(&["log.jsonl"])));
        assert_eq!(usual_folders(), [".memory", ".claude/commands/self-learning"]);
    }

    #[test]
    fn what_is_hidden() {
        let named =
            naming(None, &["outcomes*.jsonl", "*.before-ingrain*", "knowledge/", "log"].map(String::from));
        for (text, file, hidden) in [
            (PRIVATE, "knowledge/decisions.md", true),
            (SHARED, "knowledge/decisions.md", false),
            (SHARED, "outcomes.jsonl", true),
            (GENERATED, "release.md", true),
            (&named, "outcomes-2026.jsonl", true),
            (&named, "a/outcomes.jsonl", false),
            (&named, "learning-log.jsonl.before-ingrain-2", true),
            (&named, "a/log.before-ingrain", false),
            (&named, "knowledge/pitfalls.md", true),
            (&named, "log", true),
            (&named, "log.txt", false),
            (&named, "notes.txt", false),
        ] {
            assert_eq!(hides(text, file), hidden, "{file} by {text}");
        }
    }
}
