//! A tool call reduced to tokens: program, subcommand, names of options, paths in the project.
//! Texts that a call carries (messages, patterns, file contents, values of options) have no place
//! in it.

use super::commands::arguments::{
    ends_options, has_known_flags, has_subcommands, is_flag, is_group, is_number, names_folder, option_names,
    takes_text, takes_value, usual_program, usual_subcommand,
};
use super::commands::programs::{HAND_OVER, is_accessory, is_interpreter, is_keyword, is_known, only_looks};
use super::commands::{TypedCall, behind_options, here_documents, substituted_calls, typed_calls};
use super::grammar::Path;
use super::keys::is_file_name;

const LONGEST_WORD: usize = 32;
const LONGEST_OPTION: usize = 40;
/// Of what is stored. At the door a line's length is the only limit, so that nothing passes behind
/// the rest of it.
const MOST_OPTIONS: usize = 12;
const MOST_PATHS: usize = 12;
const MOST_CALLS: usize = 32;
/// The most levels of `bash -c` inside `bash -c`.
const DEEPEST: usize = 3;
/// Of which the code behind `-c`, or what they are fed, is a shell line again.
const SHELLS: [&str; 5] = ["bash", "dash", "ksh", "sh", "zsh"];
/// Words of `find` behind which a call stands.
const EXECUTING: [&str; 4] = ["-exec", "-execdir", "-ok", "-okdir"];
/// What follows them is text, whatever it looks like.
const PRINTING: [&str; 3] = ["echo", "printf", "say"];

/// Their first operand is a script or a pattern, whatever it looks like.
#[rustfmt::skip]
const WITH_SCRIPT: [&str; 19] = [
    "ack", "ag", "awk", "egrep", "fd", "fgrep", "gawk", "ggrep", "git grep", "grep", "gsed", "jq", "mawk", "perl", "pgrep", "pkill",
    "rg", "sed", "yq",
];
/// None of their operands is a file.
const WITHOUT_FILES: [&str; 4] = ["expr", "pass", "test", "tr"];

/// One tool call, as far as tokens can describe it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallTokens {
    Command {
        /// The program and up to two words of its subcommand.
        words: Vec<String>,
        /// Names without values, sorted, without duplicates.
        options: Vec<String>,
        /// Relative to the project's root, without `.` and `..`.
        paths: Vec<String>,
    },
    Edit(String),
}

/// Relative to the project's root; nothing for what is outside of it.
pub type Relative<'a> = &'a dyn Fn(&str) -> Option<String>;

impl CallTokens {
    /// All calls of a shell line, with every word that a guard may look at: for the moment before
    /// it is run.
    pub fn of_line(line: &str, relative: Relative<'_>) -> Vec<CallTokens> {
        read(line, relative, false)
    }

    /// The same with nothing but what may be stored: no word, letter or path that could be a text
    /// or a value.
    pub fn stored_of_line(line: &str, relative: Relative<'_>) -> Vec<CallTokens> {
        read(line, relative, true)
    }

    /// An edit that may be stored.
    pub fn stored_edit(path: &Path) -> CallTokens {
        CallTokens::Edit(path.as_str().to_owned())
    }

    pub fn encode(&self) -> String {
        match self {
            CallTokens::Edit(path) => format!("edit @{path}"),
            CallTokens::Command { words, options, paths } => {
                let paths = paths.iter().map(|path| format!("@{path}"));
                words.iter().chain(options).cloned().chain(paths).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Stored rows are checked against the grammar, too.
    pub fn decode(text: &str) -> Option<CallTokens> {
        if let Some(path) = text.strip_prefix("edit @") {
            return Path::parse(path).map(|path| CallTokens::stored_edit(&path));
        }
        let (mut words, mut options, mut paths) = (Vec::<String>::new(), Vec::new(), Vec::new());
        for word in text.split(' ') {
            if let Some(path) = word.strip_prefix('@') {
                paths.push(Path::parse(path)?.as_str().to_owned());
            } else if is_stored_option(word) && option_names(&words, word, false) == [word] {
                options.push(word.to_owned());
            } else if is_word(word) && options.is_empty() && paths.is_empty() && may_follow(&words, true) {
                words.push(usual_word(&words, word));
            } else {
                return None;
            }
        }
        (!words.is_empty()).then_some(CallTokens::Command { words, options, paths })
    }
}

fn read(line: &str, relative: Relative<'_>, is_stored: bool) -> Vec<CallTokens> {
    let mut reader = Reader { relative, is_stored, found: Vec::new() };
    reader.add_line(line, &Folder::start(), 0);
    if is_stored {
        reader.found.truncate(MOST_CALLS);
    }
    reader.found
}

/// Where a call is made, seen from where the line is: nowhere when only the shell could say.
#[derive(Clone)]
struct Folder(Option<String>);

impl Folder {
    fn start() -> Folder {
        Folder(Some(String::new()))
    }

    fn enter(&self, target: &str) -> Folder {
        let is_known = !target.starts_with(['-', '~']) && !target.contains(['$', '`']);
        Folder(if is_known { self.join(target) } else { None })
    }

    fn join(&self, path: &str) -> Option<String> {
        match self.0.as_deref() {
            _ if path.starts_with('/') => Some(path.to_owned()),
            Some("") => Some(path.to_owned()),
            folder => folder.map(|folder| format!("{folder}/{path}")),
        }
    }
}

/// What a call runs in its turn.
enum InnerCall {
    Line(String),
    Words(Vec<String>),
    /// A module that an interpreter runs.
    Module(Vec<String>),
}

struct Reader<'a> {
    relative: Relative<'a>,
    is_stored: bool,
    found: Vec<CallTokens>,
}

impl Reader<'_> {
    fn add_line(&mut self, line: &str, folder: &Folder, depth: usize) {
        let mut folder = folder.clone();
        for call in typed_calls(line) {
            if self.is_stored && self.found.len() >= MOST_CALLS {
                return;
            }
            self.add_call(&call, &folder, depth);
            if let [program, targets @ ..] = &call.words[..]
                && matches!(program.as_str(), "cd" | "pushd")
            {
                let target = targets.iter().find(|word| *word != "--").map_or("~", String::as_str);
                folder = folder.enter(target);
            }
        }
        for document in here_documents(line).into_iter().filter(|_| depth < DEEPEST) {
            if typed_calls(document.opener).iter().any(is_fed) {
                self.add_line(&document.text, &folder, depth + 1);
            } else if document.is_expanded {
                for call in substituted_calls(&document.text) {
                    self.add_call(&call, &folder, depth + 1);
                }
            }
        }
    }

    fn add_call(&mut self, call: &TypedCall, folder: &Folder, depth: usize) {
        let bare = call.unwrapped();
        let before = call.words.len() - bare.len();
        if before > 0 {
            // Options and paths behind it are those of the program that does the work.
            let starter = self.tokens(&call.words[..=before], folder);
            self.add(starter.map(without_paths));
        }
        let tokens = self.tokens(&bare, folder);
        self.add(tokens);
        match inner_call(&bare).filter(|_| depth < DEEPEST) {
            Some(InnerCall::Line(line)) => self.add_line(&line, folder, depth + 1),
            Some(InnerCall::Words(words)) => {
                self.add_call(&TypedCall { words, ..call.clone() }, folder, depth + 1);
            }
            // A module of the project's own may have any name.
            Some(InnerCall::Module(words)) if !self.is_stored || is_known(&words[0]) => {
                self.add_call(&TypedCall { words, ..call.clone() }, folder, depth + 1);
            }
            Some(InnerCall::Module(_)) | None => {}
        }
        if let Some(text) = call.fed.as_deref().filter(|_| depth < DEEPEST && is_fed(call)) {
            self.add_line(text, folder, depth + 1);
        }
    }

    fn add(&mut self, tokens: Option<CallTokens>) {
        let is_new = |tokens: &CallTokens| !self.is_stored || !self.found.contains(tokens);
        if let Some(tokens) = tokens.filter(is_new) {
            self.found.push(tokens);
        }
    }

    fn tokens(&self, call: &[String], folder: &Folder) -> Option<CallTokens> {
        let (program, args) = call.split_first()?;
        let program = program.rsplit('/').next().unwrap_or(program).to_lowercase();
        if !is_word(&program) || is_keyword(&program) {
            return None;
        }
        let ends_options = ends_options(&program);
        let program = usual_program(&program).to_owned();
        let mut sorted = SortedWords::of(program, folder.clone(), self.is_stored);
        let mut rest = args;
        while let [word, behind @ ..] = rest {
            if word == "--" && ends_options {
                sorted.operands.extend(behind.iter().map(|word| (word.as_str(), false)));
                break;
            }
            rest = match word.starts_with('-') {
                true => sorted.take_option(word, behind),
                false => sorted.take_word(word, behind),
            };
        }
        Some(sorted.tokens(self.relative))
    }
}

/// The words of one call, each put where it belongs.
struct SortedWords<'a> {
    words: Vec<String>,
    options: Vec<String>,
    /// Each with whether it may be the value of the option before it.
    operands: Vec<(&'a str, bool)>,
    may_be_value: bool,
    folder: Folder,
    is_stored: bool,
}

impl<'a> SortedWords<'a> {
    fn of(program: String, folder: Folder, is_stored: bool) -> SortedWords<'a> {
        let (options, operands) = (Vec::new(), Vec::new());
        SortedWords { words: vec![program], options, operands, may_be_value: false, folder, is_stored }
    }

    /// May the next word say what the call is to do?
    fn is_before_subcommand(&self) -> bool {
        self.operands.is_empty() && may_follow(&self.words, self.is_stored)
    }

    /// Returns what is left behind the option and its value.
    fn take_option(&mut self, word: &str, behind: &'a [String]) -> &'a [String] {
        let names = option_names(&self.words, word, !self.is_stored);
        self.may_be_value = !names.last().is_some_and(|name| is_flag(&self.words, name));
        let may_keep = if self.is_stored { is_stored_option } else { is_option };
        self.options.extend(names.into_iter().filter(|name| may_keep(name)));
        match behind {
            // `git commit -m "-n"`
            [text, behind @ ..] if text.starts_with('-') && takes_text(&self.words, word) => return behind,
            _ if !self.is_before_subcommand() => return behind,
            _ => {}
        }
        let (name, value, behind) = match (word.split_once('='), behind) {
            (Some((name, value)), _) => (name, value, behind),
            (None, [value, behind @ ..]) if takes_value(&self.words, word) => (word, value.as_str(), behind),
            (None, _) => (word, "", behind),
        };
        if names_folder(name) && !value.is_empty() {
            self.folder = self.folder.enter(value);
        }
        behind
    }

    fn take_word(&mut self, word: &'a str, behind: &'a [String]) -> &'a [String] {
        let is_subcommand = self.is_before_subcommand() && is_word(word) && !looks_like_path(word);
        // `cargo +nightly` only chooses which cargo.
        let is_chooser = self.is_before_subcommand() && word.starts_with('+');
        if is_subcommand {
            let word = usual_word(&self.words, word);
            self.words.push(word);
        }
        let is_no_operand = is_chooser || (is_subcommand && has_subcommands(&self.words[0]));
        if !is_no_operand {
            self.operands.push((word, self.may_be_value));
        }
        self.may_be_value = false;
        behind
    }

    fn tokens(self, relative: Relative<'_>) -> CallTokens {
        let SortedWords { words, mut options, operands, folder, is_stored, .. } = self;
        // A refspec with a plus is forced by itself.
        if words.iter().eq(["git", "push"]) && operands.iter().any(|(word, _)| word.starts_with('+')) {
            options.push("--force".to_owned());
        }
        options.sort_unstable();
        options.dedup();
        let is_script = |(_, may_be_value): &(&str, bool)| !may_be_value;
        let script = operands.iter().position(is_script).filter(|_| is_stored && takes_script(&words));
        let mut paths: Vec<String> = operands
            .iter()
            .enumerate()
            .filter(|(at, _)| script != Some(*at))
            .map(|(_, operand)| operand)
            .filter(|(word, may_be_value)| !is_stored || may_store(&words[0], word, *may_be_value))
            .filter_map(|(word, _)| relative(&folder.join(word)?))
            .collect();
        if is_stored {
            paths.retain(|path| Path::parse(path).is_some());
            paths.truncate(MOST_PATHS);
            options.truncate(MOST_OPTIONS);
        }
        CallTokens::Command { words, options, paths }
    }
}

fn without_paths(tokens: CallTokens) -> CallTokens {
    match tokens {
        CallTokens::Command { words, options, .. } => CallTokens::Command { words, options, paths: vec![] },
        edit => edit,
    }
}

/// The line that `bash -lc "…"` and `eval` run, the call that `xargs` and `find -exec` make.
fn inner_call(words: &[String]) -> Option<InnerCall> {
    let (program, args) = words.split_first()?;
    let program = program.rsplit('/').next().unwrap_or(program);
    match program {
        "eval" => Some(InnerCall::Line(args.join(" "))),
        "xargs" => {
            let call = behind_options(program, args);
            (!call.is_empty()).then(|| InnerCall::Words(call.to_vec()))
        }
        "find" => {
            let at = args.iter().position(|arg| EXECUTING.contains(&arg.as_str()))?;
            let call = args[at + 1..].iter().take_while(|arg| !matches!(arg.as_str(), ";" | "+"));
            Some(InnerCall::Words(call.cloned().collect()))
        }
        python if is_python(python) => {
            let at = args.iter().position(|arg| arg == "-m" || !arg.starts_with('-'))?;
            let module = args.get(at + 1..).filter(|_| args[at] == "-m")?;
            (!module.is_empty()).then(|| InnerCall::Module(module.to_vec()))
        }
        shell if SHELLS.contains(&shell) => {
            let at = args.iter().position(|arg| takes_code(arg))?;
            args.get(at + 1).cloned().map(InnerCall::Line)
        }
        _ => None,
    }
}

/// `python3.12` is python.
pub fn is_python(program: &str) -> bool {
    program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') == "python"
}

/// The name under which a program or a subcommand behind it is known.
pub fn usual_word(before: &[String], word: &str) -> String {
    match before {
        [] => usual_program(word).to_owned(),
        [program] => usual_subcommand(program, word).to_owned(),
        _ => word.to_owned(),
    }
}

fn takes_code(arg: &str) -> bool {
    arg.starts_with('-') && !arg.starts_with("--") && arg.ends_with('c')
}

/// A shell that reads its script from what it is fed.
fn is_fed(call: &TypedCall) -> bool {
    let words = call.unwrapped();
    let Some((program, args)) = words.split_first() else { return false };
    let is_shell = SHELLS.contains(&program.rsplit('/').next().unwrap_or(program));
    is_shell && args.iter().all(|arg| arg.starts_with('-') && !takes_code(arg))
}

/// May the next word say what the call is to do? Of a program that takes no subcommand it may be
/// anything, and anything is not stored.
fn may_follow(words: &[String], is_stored: bool) -> bool {
    match words {
        [] => true,
        [program] => {
            let takes_operands = is_accessory(program) || only_looks(program) || is_interpreter(program);
            has_subcommands(program) || !(is_stored || takes_operands)
        }
        [program, group] => {
            let group = group.as_str();
            has_subcommands(program) && (HAND_OVER.contains(&group) || is_group(program, group))
        }
        _ => false,
    }
}

/// What stands behind an option that may take a value may be a text, and so may whatever an unknown
/// program is given.
fn may_store(program: &str, word: &str, may_be_value: bool) -> bool {
    let takes_text = PRINTING.contains(&program) || WITHOUT_FILES.contains(&program);
    let takes_paths = (is_known(program) || has_known_flags(program)) && !takes_text;
    takes_paths && !may_be_value && (word.contains('/') || is_file_name(word))
}

fn takes_script(words: &[String]) -> bool {
    let is_it = |script: &&str| {
        script.split(' ').eq(words.iter().map(String::as_str).take(script.split(' ').count()))
    };
    WITH_SCRIPT.iter().any(is_it)
}

fn looks_like_path(arg: &str) -> bool {
    arg.contains(['/', '.'])
}

/// A path as one of the roots sees it, whatever it is made of: `a//b/../c` is `a/c`.
pub fn below(roots: &[&str], cwd: &str, path: &str) -> Option<String> {
    let is_whole = path.starts_with('/') || path.contains(":/");
    let whole = plain(&if is_whole { path.to_owned() } else { format!("{cwd}/{path}") });
    let inside = roots.iter().find_map(|root| whole.strip_prefix(&plain(root))?.strip_prefix('/'));
    inside.map(str::to_owned)
}

/// Without empty parts, `.` and `..`.
pub fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

pub fn is_word(word: &str) -> bool {
    word.len() <= LONGEST_WORD
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ":_.+-".contains(c))
        && word.chars().filter(char::is_ascii_digit).count() <= 4
}

/// A digit may be a value: `-20`, `-p4`.
fn is_stored_option(word: &str) -> bool {
    is_option(word) && !word.contains(|c: char| c.is_ascii_digit())
}

/// `--force`, `-f`, `-rf`, `-9`, `--http2`.
pub fn is_option(word: &str) -> bool {
    match word.strip_prefix("--") {
        Some(long) => {
            word.len() <= LONGEST_OPTION
                && long.starts_with(|c: char| c.is_ascii_alphabetic())
                && long.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        }
        None => word.strip_prefix('-').is_some_and(|short| {
            (1..=16).contains(&short.len())
                && (is_number(short) || short.chars().all(|c| c.is_ascii_alphabetic() || c == '-'))
                && !short.starts_with('-')
        }),
    }
}

#[cfg(test)]
mod tests;
