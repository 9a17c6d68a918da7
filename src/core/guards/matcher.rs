//! The closed grammar of matchers: a program with its subcommand, options present or absent, a path
//! argument, or an edit of a path. `git push --force`, `pytest without -x`, `git add docs/**`,
//! `edit src/generated/**`.

use std::fmt;
use std::str::FromStr;

use crate::core::entities::call_tokens::{CallTokens, is_option, is_word};
use crate::core::entities::grammar::Path;

const EDIT: &str = "edit";
const WITHOUT: &str = "without";
const MOST_WORDS: usize = 3;
const MOST_OPTIONS: usize = 4;
const LONGEST_GLOB: usize = 120;

/// Pairs of names for one option, for commands where a person means both.
const SAME_OPTION: [(&str, &str, &str); 8] = [
    ("git push", "--force", "-f"),
    ("git commit", "--no-verify", "-n"),
    ("git commit", "--all", "-a"),
    ("git add", "--all", "-A"),
    ("git clean", "--force", "-f"),
    ("git branch", "--delete", "-d"),
    ("rm", "--recursive", "-r"),
    ("rm", "--force", "-f"),
];

/// The calls that a guard applies to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Matcher {
    Command { words: Vec<String>, with: Vec<String>, without: Vec<String>, path: Option<PathGlob> },
    Edit(PathGlob),
}

/// A path in the project, in which `*` matches within a name and `**` matches any folders.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathGlob(String);

/// The reason why a text is not a matcher.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAMatcher {
    #[error("nothing to match")]
    Empty,
    #[error("`{0}` is neither a word, an option nor a path in the project")]
    Word(String),
    #[error("`without` needs the options that have to be there")]
    WithoutWhat,
    #[error("`edit` needs one path in the project, such as `src/generated/**`")]
    EditWhat,
    #[error("at most {MOST_WORDS} words and {MOST_OPTIONS} options")]
    TooLong,
}

impl Matcher {
    pub fn catches(&self, call: &CallTokens) -> bool {
        match (self, call) {
            (Matcher::Edit(glob), CallTokens::Edit(path)) => glob.fits(path),
            (
                Matcher::Command { words, with, without, path },
                CallTokens::Command { words: called, options, paths },
            ) => {
                called.starts_with(words)
                    && with.iter().all(|wanted| has_option(words, options, wanted))
                    && !without.iter().any(|needed| has_option(words, options, needed))
                    && path.as_ref().is_none_or(|glob| paths.iter().any(|path| glob.fits(path)))
            }
            _ => false,
        }
    }

    pub fn program(&self) -> Option<&str> {
        match self {
            Matcher::Command { words, .. } => words.first().map(String::as_str),
            Matcher::Edit(_) => None,
        }
    }

    /// The same act with less detail, widest first.
    pub fn wider(&self) -> Vec<Matcher> {
        let Matcher::Command { words, with, without, path } = self else { return vec![] };
        if !without.is_empty() {
            return vec![];
        }
        let mut levels: Vec<Matcher> = (1..=words.len()).map(|many| Matcher::named(&words[..many])).collect();
        if with.is_empty() && path.is_none() {
            levels.pop();
        }
        levels
    }

    fn named(words: &[String]) -> Matcher {
        Matcher::Command { words: words.to_vec(), with: vec![], without: vec![], path: None }
    }
}

/// Whether the option is given by its name, by its other name, or in a cluster such as `-rf`.
fn has_option(words: &[String], options: &[String], wanted: &str) -> bool {
    let command = words.join(" ");
    let other = SAME_OPTION.iter().find_map(|(of, long, short)| match wanted {
        _ if *of != command => None,
        _ if wanted == *long => Some(*short),
        _ if wanted == *short => Some(*long),
        _ => None,
    });
    let is_given = |name: &str| options.iter().any(|option| option == name || is_in_cluster(name, option));
    is_given(wanted) || other.is_some_and(is_given)
}

fn is_in_cluster(name: &str, option: &str) -> bool {
    let (Some(letter), Some(cluster)) = (name.strip_prefix('-'), option.strip_prefix('-')) else {
        return false;
    };
    letter.len() == 1
        && (2..=4).contains(&cluster.len())
        && !cluster.contains('-')
        && cluster.contains(letter)
}

impl PathGlob {
    pub fn parse(text: &str) -> Option<PathGlob> {
        // The grammar of paths has no wildcards, so it sees a letter in their place.
        let is_path = Path::parse(&text.replace('*', "x")).is_some();
        let is_glob = text.split('/').all(|part| part == "**" || !part.contains("**"));
        (text.len() <= LONGEST_GLOB && is_path && is_glob).then(|| PathGlob(text.to_owned()))
    }

    /// Everything below a folder, or one file.
    pub fn of(path: &Path) -> Option<PathGlob> {
        let name = path.as_str().rsplit('/').next().unwrap_or_default();
        let is_file = name.trim_start_matches('.').contains('.');
        if is_file {
            PathGlob::parse(path.as_str())
        } else {
            PathGlob::parse(&format!("{}/**", path.as_str()))
        }
    }

    fn fits(&self, path: &Path) -> bool {
        fast_glob::glob_match(&self.0, path.as_str())
    }
}

fn is_path(word: &str) -> bool {
    word.contains(['/', '*']) || word.trim_start_matches('.').contains('.')
}

impl FromStr for Matcher {
    type Err = NotAMatcher;

    fn from_str(text: &str) -> Result<Matcher, NotAMatcher> {
        let given: Vec<&str> = text.split_whitespace().collect();
        match given[..] {
            [] => return Err(NotAMatcher::Empty),
            [EDIT, path] => {
                let glob = PathGlob::parse(path.trim_start_matches("./").trim_end_matches('/'));
                return glob.map(Matcher::Edit).ok_or(NotAMatcher::EditWhat);
            }
            [EDIT, ..] => return Err(NotAMatcher::EditWhat),
            [WITHOUT, ..] => return Err(NotAMatcher::Empty),
            _ => {}
        }
        let (mut words, mut with, mut without, mut path) = (vec![], vec![], vec![], None);
        let mut is_without = false;
        for word in given {
            if word == WITHOUT && !words.is_empty() {
                is_without = true;
            } else if is_option(word) {
                if is_without { &mut without } else { &mut with }.push(word.to_owned());
            } else if is_path(word) && !words.is_empty() && path.is_none() && !is_without {
                let glob = PathGlob::parse(word.trim_start_matches("./").trim_end_matches('/'));
                path = Some(glob.ok_or_else(|| NotAMatcher::Word(word.to_owned()))?);
            } else if is_word(word) && !is_without && with.is_empty() && path.is_none() {
                words.push(word.to_owned());
            } else {
                return Err(NotAMatcher::Word(word.to_owned()));
            }
        }
        if is_without && without.is_empty() {
            return Err(NotAMatcher::WithoutWhat);
        }
        if words.is_empty() {
            return Err(NotAMatcher::Empty);
        }
        if words.len() > MOST_WORDS || with.len() + without.len() > MOST_OPTIONS {
            return Err(NotAMatcher::TooLong);
        }
        Ok(Matcher::Command { words, with, without, path })
    }
}

impl fmt::Display for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Matcher::Edit(glob) => write!(f, "{EDIT} {}", glob.0),
            Matcher::Command { words, with, without, path } => {
                write!(f, "{}", words.join(" "))?;
                for option in with {
                    write!(f, " {option}")?;
                }
                if let Some(glob) = path {
                    write!(f, " {}", glob.0)?;
                }
                if !without.is_empty() {
                    write!(f, " {WITHOUT} {}", without.join(" "))?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matcher(text: &str) -> Matcher {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn calls(line: &str) -> Vec<CallTokens> {
        if let Some(path) = line.strip_prefix("edit ") {
            return vec![CallTokens::Edit(Path::parse(path).unwrap())];
        }
        CallTokens::of_line(line, &|path| Path::parse(path.trim_start_matches("./")))
    }

    #[test]
    fn what_a_matcher_catches() {
        for (text, line, caught) in [
            ("git push --force", "git push --force origin main", true),
            ("git push --force", "git -C sub push -f", true),
            ("git push --force", "git push origin main", false),
            ("git push --force", "git push --force-with-lease", false),
            ("git push --force", "cd x && FOO=1 git push -uf", true),
            ("git push --force", "bash -c 'git push --force'", true),
            ("git push --force", "git commit -m 'git push --force'", false),
            ("npm", "npm install && npm test", true),
            ("npm", "pnpm install", false),
            ("npm install", "npm run install", false),
            ("npm run deploy", "npm run deploy -- --prod", true),
            ("rtk bun", "rtk bun run test", true),
            ("rtk bun", "rtk test bun run test", false),
            ("pytest without -x", "pytest tests", true),
            ("pytest without -x", "pytest -x tests", false),
            ("pytest without -x", "uv run pytest -qx", false),
            ("git add docs/**", "git add docs/plans/a.md", true),
            ("git add docs/**", "git add src/a.md", false),
            ("rm -r", "rm -rf build", true),
            ("rm -r", "rm build.txt", false),
            ("edit src/generated/**", "edit src/generated/api/client.ts", true),
            ("edit src/generated/**", "edit src/api.ts", false),
            ("edit *.lock", "edit Cargo.lock", true),
            ("edit *.lock", "edit sub/Cargo.lock", false),
            ("edit **/*.lock", "edit sub/Cargo.lock", true),
            ("edit package.json", "edit package.json", true),
            ("cat -A", "cat -A notes.md | head", true),
        ] {
            let found = calls(line).iter().any(|call| matcher(text).catches(call));
            assert_eq!(found, caught, "{text} on {line}");
        }
    }

    #[test]
    fn what_is_no_matcher_says_why() {
        for text in [
            "",
            "   ",
            "edit",
            "edit a b",
            "edit /etc/passwd",
            "edit ../x",
            "Git push",
            "git push; rm -rf",
            "git push $(x)",
            "pytest without",
            "--force",
            "git push | cat",
            "a b c d",
            "edit src/***/x",
            "git push --force\u{202e}",
            "without -x",
        ] {
            assert!(text.parse::<Matcher>().is_err(), "{text}");
        }
    }

    #[test]
    fn levels_go_from_wide_to_narrow() {
        let levels: Vec<String> =
            matcher("git push --force").wider().iter().map(Matcher::to_string).collect();
        assert_eq!(levels, ["git", "git push"]);
        assert_eq!(matcher("pytest without -x").wider(), []);
        assert_eq!(matcher("npm").wider(), []);
    }

    proptest! {
        /// Only text of the grammar can be written: whatever parses is spelled with its characters
        /// alone, and reads back as itself.
        #[test]
        fn only_the_grammar_gets_through(text in "\\PC{0,60}") {
            if let Ok(found) = text.parse::<Matcher>() {
                let spelled = found.to_string();
                let fits = |c: char| c.is_ascii_alphanumeric() || " _.:+*/-".contains(c);
                prop_assert!(spelled.chars().all(fits), "{spelled}");
                prop_assert_eq!(spelled.parse::<Matcher>(), Ok(found));
            }
        }

        #[test]
        fn what_is_written_reads_back(
            words in proptest::collection::vec("[a-z][a-z:_-]{0,8}", 1..3),
            with in proptest::collection::vec("--[a-z]{2,8}", 0..3),
            path in proptest::option::of("[a-z]{1,6}/\\*\\*"),
        ) {
            let mut text = words.join(" ");
            with.iter().for_each(|option| text.push_str(&format!(" {option}")));
            path.iter().for_each(|path| text.push_str(&format!(" {path}")));
            if words[0] != EDIT && !words.contains(&WITHOUT.to_owned()) {
                prop_assert_eq!(matcher(&text).to_string(), text);
            }
        }
    }
}
