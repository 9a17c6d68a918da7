//! The closed grammar of matchers: a program with its subcommand, options present or absent, a path
//! argument, or an edit of a path. `git push --force`, `pytest without -x`, `git add docs/**`,
//! `edit src/generated/**`.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use crate::core::entities::call_tokens::{CallTokens, is_option, is_python, is_word, usual_word};
use crate::core::entities::commands::arguments::{is_given, option_names, usual_options};
use crate::core::entities::grammar::Path;

pub(super) const EDIT: &str = "edit";
const WITHOUT: &str = "without";
const MOST_WORDS: usize = 3;
const MOST_OPTIONS: usize = 4;
const LONGEST_GLOB: usize = 120;

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
    #[error(
        "no call could meet it: behind a program and its subcommand only options and paths are looked at"
    )]
    Unreachable,
}

impl Matcher {
    /// Read from what a person or a lesson wrote: it has to be met by the very call that it spells.
    pub fn written(text: &str) -> Result<Matcher, NotAMatcher> {
        let matcher: Matcher = text.parse()?;
        if matcher.is_reachable() { Ok(matcher) } else { Err(NotAMatcher::Unreachable) }
    }

    fn is_reachable(&self) -> bool {
        let Matcher::Command { words, with, path, .. } = self else { return true };
        let path = path.iter().map(|glob| format!("'{}'", glob.0.replace("**", "x").replace('*', "x")));
        let line: Vec<String> = words.iter().chain(with).cloned().chain(path).collect();
        let calls = CallTokens::of_line(&line.join(" "), &|path| Some(path.to_owned()));
        calls.iter().any(|call| self.catches(call))
    }

    pub fn catches(&self, call: &CallTokens) -> bool {
        match (self, call) {
            (Matcher::Edit(glob), CallTokens::Edit(path)) => glob.fits(path),
            (
                Matcher::Command { words, with, without, path },
                CallTokens::Command { words: called, options, paths },
            ) => {
                called.starts_with(words)
                    && with.iter().all(|wanted| has_option(called, options, wanted))
                    && !without.iter().any(|needed| has_option(called, options, needed))
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

    /// Whether asking for a call with these of its options asks for what the matcher is about. Who
    /// does not name an option has no opinion on it.
    pub fn is_asked_by(&self, named: &[String]) -> bool {
        match self {
            Matcher::Edit(_) => true,
            Matcher::Command { words, with, without, .. } => {
                without.is_empty() && with.iter().all(|wanted| has_option(words, named, wanted))
            }
        }
    }

    /// The same matcher with the usual names of its options, so that `-f` and `--force` are one.
    pub fn usual(&self) -> Matcher {
        let Matcher::Command { words, with, without, path } = self else { return self.clone() };
        let usual = |options: &[String]| {
            let names = options.iter().flat_map(|option| option_names(words, option, true));
            let names: BTreeSet<String> = names.flat_map(|name| usual_options(words, &name)).collect();
            names.into_iter().collect()
        };
        Matcher::Command {
            words: words.clone(),
            with: usual(with),
            without: usual(without),
            path: path.clone(),
        }
    }

    /// Is it about calls that lack an option?
    pub fn wants_an_option(&self) -> bool {
        matches!(self, Matcher::Command { without, .. } if !without.is_empty())
    }

    /// Is it about the same act with less detail?
    pub fn is_wider_than(&self, other: &Matcher) -> bool {
        match (self, other) {
            (Matcher::Edit(glob), Matcher::Edit(file)) => glob != file && glob.fits(&file.0),
            (Matcher::Command { words, with, .. }, Matcher::Command { words: others, with: options, .. }) => {
                self != other && words == others && with.iter().all(|option| options.contains(option))
            }
            _ => false,
        }
    }
}

/// Given by its name or another one; `-rf` by both of its letters.
fn has_option(called: &[String], options: &[String], wanted: &str) -> bool {
    let names = option_names(called, wanted, true);
    !names.is_empty() && names.iter().all(|name| is_given(called, options, name))
}

impl PathGlob {
    pub fn parse(text: &str) -> Option<PathGlob> {
        // The grammar of paths has no wildcards, and less than frameworks put into names: `[id]`, `(app)`, `@types`.
        let is_path = Path::parse(&text.replace(['*', '[', ']', '(', ')', '@'], "x")).is_some();
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

    /// As a person types it: `./src/` is everything in `src`.
    fn written(text: &str) -> Option<PathGlob> {
        let text = text.trim_start_matches("./");
        match text.strip_suffix('/') {
            Some(folder) => PathGlob::parse(&format!("{}/**", folder.trim_end_matches('/'))),
            None => PathGlob::parse(text),
        }
    }

    /// A folder stands for what is in it, and what is in a folder for the folder.
    fn fits(&self, path: &str) -> bool {
        let folder = self.0.strip_suffix("/**").unwrap_or(&self.0);
        let escaped = |glob: &str| glob.replace('[', "\\[").replace(']', "\\]");
        fast_glob::glob_match(escaped(&self.0), path)
            || fast_glob::glob_match(escaped(folder), path)
            || (!self.0.contains('*') && path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
    }
}

fn is_path(word: &str) -> bool {
    word.contains(['/', '*', '.'])
}

impl FromStr for Matcher {
    type Err = NotAMatcher;

    fn from_str(text: &str) -> Result<Matcher, NotAMatcher> {
        let mut given: Vec<&str> = text.split_whitespace().collect();
        if let [python, "-m", _, ..] = given[..]
            && is_python(python)
        {
            given.drain(..2);
        }
        match given[..] {
            [] => return Err(NotAMatcher::Empty),
            [EDIT, path] => {
                let glob = PathGlob::written(path);
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
                let glob = PathGlob::written(word);
                path = Some(glob.ok_or_else(|| NotAMatcher::Word(word.to_owned()))?);
            } else if is_word(word) && !is_without && with.is_empty() && path.is_none() {
                words.push(usual_word(&words, word));
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
    use crate::core::entities::call_tokens::below;

    fn matcher(text: &str) -> Matcher {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn calls(line: &str) -> Vec<CallTokens> {
        if let Some(path) = line.strip_prefix("edit ") {
            return below(&["/p"], "/p", path).map(CallTokens::Edit).into_iter().collect();
        }
        CallTokens::of_line(line, &|path| below(&["/p"], "/p", path))
    }

    #[test]
    fn what_a_matcher_catches() {
        for (text, line, caught) in [
            ("git push --force", "git push --force origin main", true),
            ("git push --force", "git -C sub push -f", true),
            ("npm i", "npm install x", true),
            ("npm install", "npm add x", true),
            ("pytest", "python3.12 -m pytest -x", true),
            ("python -m pip install", "pip3 install x", true),
            ("docker system prune", "docker system prune -af", true),
            ("docker system prune", "docker system df", false),
            ("aws s3 rm", "aws --profile p s3 rm s3://x", true),
            ("kubectl rollout restart", "kubectl -n x rollout restart deploy/y", true),
            ("uv pip install", "uv pip install x", true),
            ("git add .env", "git add .env", true),
            ("git add .env", "git add .envrc", false),
            ("gh pr create --draft", "gh pr create -d", true),
            ("cargo build --release", "cargo b -r", true),
            ("rm -rf", "rm -- -rf", false),
            ("npm", "bash <<< 'npm ci'", true),
            ("npm", "function f { npm ci; }", true),
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
            ("pytest without -x", "pytest --exitfirst", false),
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
            ("rm -rf", "rm -fr build", true),
            ("rm -rf", "rm -r -f build", true),
            ("rm -rf", "rm -rfv build", true),
            ("rm -rf", "rm -Rf build", true),
            ("rm -rf", "rm --recursive --force build", true),
            ("rm -rf", "rm -r build", false),
            ("rm dist", "rm -rf dist", true),
            ("foo -x", "foo -vx", true),
            ("foo -xv", "foo -x", false),
            ("git push --force", "git --no-pager push -f", true),
            ("git push --force", "git push origin +main", true),
            ("git push --force", "sudo -u me git push -f", true),
            ("kubectl delete", "kubectl -n prod delete pod x", true),
            ("docker compose up", "docker compose -f x.yml up", true),
            ("terraform apply -auto-approve", "terraform -chdir=i apply -auto-approve", true),
            ("cargo publish", "cargo +nightly publish", true),
            ("npm run deploy", "npm run -s deploy", true),
            ("mycli wipe", "mycli wipe now", true),
            ("npm", "if command -v npm; then ls; fi", false),
            ("npm", "ls | xargs npm install", true),
            ("npm", "eval 'npm install'", true),
            ("npm", "bash <<EOF\nnpm install\nEOF", true),
            ("bash -c", "bash -c 'ls'", true),
            ("python3 -c", "python3 -c 'print(1)'", true),
            ("git add src/gen/**", "cd src && git add gen/x", true),
            ("git add src/gen/**", "git -C src add gen/x", true),
            ("git add src/gen/**", "git add src/gen", true),
            ("git add src/gen/", "git add 'src/gen/a b.rs'", true),
            ("edit src/", "edit src/a.rs", true),
            ("edit src", "edit src/a/b.rs", true),
            ("edit src", "edit srcs/a.rs", false),
            ("git commit --no-verify", "git commit -m '-n'", false),
            ("git commit --no-verify", "git commit -am '-n fix'", false),
            ("git commit --no-verify", "git commit -m '--no-verify'", false),
            ("git commit --no-verify", "git commit -m x -n", true),
            ("git commit --no-verify", "git commit -mx -n", true),
            ("git commit --no-verify", "git commit --message=x -n", true),
            ("git push --force", "git push -o '-f'", false),
            ("git push --force", "git push --push-option -f", false),
            ("git push --force", "git push -4f", true),
            ("git push --force", "git push -o ci.skip -f", true),
            ("pytest without -x", "pytest -k '-x'", true),
            ("git commit without --signoff", "git commit -asm fix", false),
            ("git commit without --signoff", "git commit -am fix", true),
            ("curl without --fail", "curl -fsSL x", false),
            ("npm install without --save-exact", "npm i -E x", false),
            ("cargo test without --workspace", "cargo test --all", false),
            ("sed -i", "sed --in-place s/a/b/ x", true),
            ("cat -A", "cat --show-all x", true),
            ("git branch -D", "git branch -d -f x", true),
            ("git branch -D", "git branch -df x", true),
            ("git branch -D", "git branch -d x", false),
            ("git branch --delete --force", "git branch -D x", true),
            ("git rebase -i", "git rebase --interactive main", true),
            ("kill -9", "kill -9 1234", true),
            ("kill -9", "kill -KILL 1234", true),
            ("kill -9", "kill 1234", false),
            ("curl --http2", "curl --http2 https://a.b", true),
            ("curl --http2", "curl https://a.b", false),
            ("docker run --ip6", "docker run --ip6=x y", true),
            ("git log -1", "git log -1", true),
            ("git log -1", "git log -12", false),
            ("edit app/[id]/**", "edit app/[id]/page.tsx", true),
            ("edit app/[id]/**", "edit app/i/page.tsx", false),
            ("edit src/(app)/**", "edit src/(app)/a.ts", true),
            ("edit @types/x", "edit @types/x/index.d.ts", true),
            ("git add app/[id]/**", "git add 'app/[id]/page.tsx'", true),
            ("edit src/**", "edit src/(app)/[id]/a b+é@$.rs", true),
            ("edit src/gen/**", "edit src/../src//gen/x", true),
            ("edit src/gen/**", "edit src/gen/../x", false),
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
    fn what_no_call_could_meet_is_not_written() {
        for text in
            ["git push --force without --force", "git push -f without --force", "git push origin", "cd src"]
        {
            assert_eq!(Matcher::written(text), Err(NotAMatcher::Unreachable), "{text}");
        }
        for text in [
            "python3 -c",
            "bash -c",
            "git add docs/**",
            "pytest without -x",
            "rm -rf",
            "mycli wipe",
            "edit src/",
            "kill -9",
            "curl --http2",
            "git log -1",
            "edit app/[id]/**",
            "edit src/(app)/**",
            "edit @types/x",
            "git add src/(app)/[id]/**",
        ] {
            assert!(Matcher::written(text).is_ok(), "{text}");
        }
        assert_eq!(matcher("edit ./src/").to_string(), "edit src/**");
    }

    #[test]
    fn wider_is_the_same_act_with_less_detail() {
        for (wide, narrow, expected) in [
            ("git push", "git push --force", true),
            ("git push --force", "git push", false),
            ("git", "git push", false),
            ("edit src/**", "edit src/a.rs", true),
            ("edit src/a.rs", "edit src/a.rs", false),
        ] {
            assert_eq!(matcher(wide).is_wider_than(&matcher(narrow)), expected, "{wide} {narrow}");
        }
    }

    proptest! {
        /// Only text of the grammar can be written: whatever parses is spelled with its characters
        /// alone, and reads back as itself.
        #[test]
        fn only_the_grammar_gets_through(text in "\\PC{0,60}") {
            if let Ok(found) = text.parse::<Matcher>() {
                let spelled = found.to_string();
                let fits = |c: char| c.is_ascii_alphanumeric() || " _.:+*/-[]()@".contains(c);
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

        /// Whatever was written catches the call that it spells.
        #[test]
        fn what_is_written_can_be_met(text in "(git push|npm run|rm|mycli|[a-z]{2,6})( [a-z]{1,6}| -[a-z]{1,3}| --[a-z]{2,6}| [a-z]{1,4}/\\*\\*| without -[a-z]){0,3}") {
            if let Ok(found) = Matcher::written(&text) {
                let line = text.split(" without ").next().unwrap_or_default().replace("**", "x");
                let calls = CallTokens::of_line(&line, &|path| Some(path.to_owned()));
                prop_assert!(calls.iter().any(|call| found.catches(call)), "{text}");
            }
        }
    }
}
