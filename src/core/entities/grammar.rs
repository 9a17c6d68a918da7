//! Closed grammars for the only words that structure keeps of a session. Whatever an agent typed or
//! a tool printed, only a known program, its subcommand or script, a path inside the project, or a
//! checker's rule can reach an artifact.

use crate::core::entities::commands::programs::{
    HAND_OVER, RISKY_OPTIONS, Starts, starters, takes_subcommand,
};
use crate::core::entities::commands::{Act, ShellStep, steps};

const LONGEST_WORD: usize = 40;
const MOST_WORDS: usize = 6;
const MOST_PARTS: usize = 8;
const LONGEST_PART: usize = 80;
const LONGEST_PATH: usize = 160;

/// Groups of subcommands: the next word names the subcommand. In a sentence they are ordinary
/// words.
const GROUPS: [&str; 4] = ["auth", "nextest", "db", "migrate"];
/// Interpreters are recorded with a module, never with code.
const TAUGHT_WITH_MODULE: [&str; 2] = ["python", "python3"];

/// A command without its operands: `bun run lint:fix`, `git push --set-upstream`,
/// `./scripts/check.sh`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandToken(String);

impl CommandToken {
    /// The program and subcommands of a call. `line` is the shell line that contains it.
    pub fn of(step: &ShellStep, line: &str) -> Option<CommandToken> {
        CommandToken::parse(&words(step, line).join(" "))
    }

    /// The same with its long options, in order.
    pub fn with_options(step: &ShellStep, line: &str) -> Option<CommandToken> {
        let mut words = words(step, line);
        let options = step.args.iter().filter(|arg| arg.starts_with("--") && arg.len() > 2);
        let mut names: Vec<String> =
            options.map(|option| option.split('=').next().unwrap_or(option).to_owned()).collect();
        names.sort_unstable();
        names.dedup();
        words.extend(names);
        CommandToken::parse(&words.join(" "))
    }

    pub fn parse(text: &str) -> Option<CommandToken> {
        let mut words = text.split(' ');
        let program = words.next()?;
        let rest: Vec<&str> = words.collect();
        let fits =
            is_known(program, &rest) && rest.len() < MOST_WORDS && rest.iter().all(|word| is_word(word));
        (fits && !rest.iter().any(|word| RISKY_OPTIONS.contains(word))).then(|| CommandToken(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn program(&self) -> &str {
        self.0.split(' ').next().unwrap_or_default()
    }

    pub fn act(&self) -> Option<Act> {
        steps(&self.0).first().and_then(|step| step.act)
    }
}

fn words(step: &ShellStep, line: &str) -> Vec<String> {
    let started = |starter: &String| line.contains(&format!("{starter} {}", step.program));
    let starter = starters(|starts| starts != Starts::Anything).find(started).unwrap_or_default();
    let mut words: Vec<String> = starter.split_whitespace().map(str::to_owned).collect();
    words.push(script_path(step, line).unwrap_or_else(|| step.program.clone()));
    let args: Vec<&str> = step.args.iter().map(String::as_str).collect();
    if takes_subcommand(&step.program) || TAUGHT_WITH_MODULE.contains(&&*step.program) {
        words.extend(subcommands(&args).iter().map(|word| (*word).to_owned()));
    }
    words
}

fn subcommands<'a>(args: &'a [&'a str]) -> &'a [&'a str] {
    let hands_over = |word: &str| HAND_OVER.contains(&word) || GROUPS.contains(&word);
    match args {
        [first, second, ..] if hands_over(first) && is_name(second) => &args[..2],
        [first, ..] if is_name(first) => &args[..1],
        _ => &[],
    }
}

/// `commands` drops a script's folder, but the folder is needed to run it.
fn script_path(step: &ShellStep, line: &str) -> Option<String> {
    let is_call =
        |word: &&str| word.rsplit('/').next().is_some_and(|name| name.to_lowercase() == step.program);
    let word = line.split_whitespace().find(|word| word.contains('/') && is_call(word))?;
    let path = Path::parse(word.trim_start_matches("./"))?;
    Some(format!("./{}", path.as_str()))
}

fn is_known(program: &str, rest: &[&str]) -> bool {
    if let Some(script) = program.strip_prefix("./") {
        return Path::parse(script).is_some() && acts_alone(program);
    }
    match rest.first() {
        Some(first) if TAUGHT_WITH_MODULE.contains(&program) => *first == "-m" && rest.len() > 1,
        Some(first) if takes_subcommand(program) => !first.starts_with("--"),
        _ => acts_alone(program),
    }
}

/// Whether the name alone says what it does: a single-purpose program or a descriptive script.
fn acts_alone(program: &str) -> bool {
    let act = steps(program).first().and_then(|step| step.act);
    act.is_some_and(|act| act.is_check() || act == Act::Format)
}

fn is_word(word: &str) -> bool {
    is_name(word) || word == "-m" || word.strip_prefix("--").is_some_and(is_option_name)
}

fn is_name(word: &str) -> bool {
    word.len() <= LONGEST_WORD
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ":_.-".contains(c))
        && word.chars().filter(char::is_ascii_digit).count() <= 4
}

fn is_option_name(name: &str) -> bool {
    name.len() <= LONGEST_WORD
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

/// A file or folder inside the project, relative to its root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(String);

impl Path {
    pub fn parse(text: &str) -> Option<Path> {
        let parts: Vec<&str> = text.split('/').collect();
        let fits =
            text.len() <= LONGEST_PATH && parts.len() <= MOST_PARTS && parts.iter().all(|part| is_part(part));
        fits.then(|| Path(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn join(&self, path: &str) -> Option<Path> {
        Path::parse(&format!("{}/{path}", self.0))
    }

    /// Whether the path is this folder or inside it.
    pub fn is_below(&self, folder: &Path) -> bool {
        self.0.strip_prefix(&folder.0).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

fn is_part(part: &str) -> bool {
    !part.is_empty()
        && part.len() <= LONGEST_PART
        && part != ".."
        && part != "."
        && !part.starts_with('-')
        && part.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
}

const TEST_ENDS: [&str; 4] = ["_test", ".test", "_spec", ".spec"];

/// A pattern for a set of files: `frontend/src/*.css`, `*_test.go`, `*.proto`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathScope(String);

impl PathScope {
    /// The narrowest scope of a file: files of its sort in its folder.
    pub fn narrowest(path: &Path) -> Option<PathScope> {
        let (folder, file) = path.0.rsplit_once('/').unwrap_or(("", &path.0));
        let (stem, extension) = file.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())?;
        let test = TEST_ENDS.into_iter().find(|end| stem.ends_with(end)).unwrap_or_default();
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        PathScope::parse(&format!("{folder}*{test}.{extension}"))
    }

    /// The scope itself and every wider one: its folder, its sort, its language.
    pub fn with_wider(&self) -> Vec<PathScope> {
        let (folder, files) = self.0.rsplit_once('/').unwrap_or(("", &self.0));
        let extension = self.extension();
        let in_folder = (!folder.is_empty()).then(|| format!("{folder}/*.{extension}"));
        let mut scopes: Vec<String> = vec![format!("*.{extension}"), files.to_owned()];
        scopes.extend(in_folder);
        scopes.dedup();
        scopes.iter().filter_map(|scope| PathScope::parse(scope)).collect()
    }

    pub fn parse(text: &str) -> Option<PathScope> {
        let (folder, files) = text.rsplit_once('/').unwrap_or(("", text));
        let ending = files.strip_prefix('*')?;
        let (test, extension) = ending.rsplit_once('.')?;
        let is_extension =
            (1..=10).contains(&extension.len()) && extension.chars().all(|c| c.is_ascii_alphanumeric());
        let is_test = test.is_empty() || TEST_ENDS.contains(&test);
        let is_folder = folder.is_empty() || Path::parse(folder).is_some();
        (is_extension && is_test && is_folder).then(|| PathScope(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn extension(&self) -> &str {
        self.0.rsplit('.').next().unwrap_or_default()
    }

    /// All files with the same extension.
    pub fn language(&self) -> Option<PathScope> {
        PathScope::parse(&format!("*.{}", self.extension()))
    }

    pub fn is_tests(&self) -> bool {
        !self.is_whole_language() && TEST_ENDS.iter().any(|end| self.0.contains(&format!("*{end}.")))
    }

    /// Smaller is wider: a language, then its tests, then a folder.
    pub fn width(&self) -> usize {
        usize::from(self.is_tests()) + 2 * usize::from(self.has_folder())
    }

    pub fn is_whole_language(&self) -> bool {
        self.0.starts_with("*.") && self.0.matches('.').count() == 1
    }

    pub fn has_folder(&self) -> bool {
        self.0.contains('/')
    }
}
