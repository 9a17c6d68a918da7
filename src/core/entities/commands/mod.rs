//! Parsing of shell lines: the programs that a line runs, how they are joined, and which of them
//! test, build, commit or deploy. Detectors and outcomes share it, so that "a test ran" means the
//! same everywhere.

mod act;
pub mod arguments;
pub mod programs;
mod shell;
mod tables;
mod words;

pub use shell::HereDocument;

/// The purpose of a command, as far as outcomes are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    Test,
    Build,
    /// Finds mistakes without running the program: linters, type checkers, format checks.
    Lint,
    Format,
    Install,
    Commit,
    /// Hands work to others: a push, a pull request.
    Push,
    Deploy,
    /// Undoes work: revert, hard reset, files restored from the last commit.
    Rollback,
    /// Removes files that are not known to be temporary.
    Delete,
}

impl Act {
    /// Whether its result says if the work is right.
    pub fn is_check(self) -> bool {
        matches!(self, Act::Test | Act::Build | Act::Lint)
    }

    /// Whether it commits work or hands it over.
    pub fn is_delivery(self) -> bool {
        matches!(self, Act::Commit | Act::Push | Act::Deploy)
    }
}

/// How a step is joined to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// The first step, or one that runs whatever the one before it did: `;`, a new line, `&`.
    Then,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
    /// `$(…)` or backticks: it runs before the call that uses its output, and its exit status is
    /// lost.
    Within,
}

/// One program call of a shell line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellStep {
    pub join: Join,
    /// Without folder, in lower case: `./Gradlew` is `gradlew`. Programs that only start another
    /// one are skipped.
    pub program: String,
    pub args: Vec<String>,
    pub act: Option<Act>,
}

/// The program calls of a shell line, in order; those inside substitutions come before the call
/// around them. Quoted text and here documents are never read as commands.
pub fn steps(line: &str) -> Vec<ShellStep> {
    shell::calls(line).into_iter().filter_map(|call| step(call.join, call.words)).collect()
}

/// One program call as it was typed, including programs that start another: `rtk bun run test`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedCall {
    pub join: Join,
    pub words: Vec<String>,
    /// The text that it reads: `<<< 'text'`.
    pub fed: Option<String>,
}

impl TypedCall {
    /// The same call without programs that only start another.
    pub fn unwrapped(&self) -> Vec<String> {
        words::without_starters(self.words.clone())
    }
}

/// The program calls of a shell line with all their words. Programs are named as in `steps`.
pub fn typed_calls(line: &str) -> Vec<TypedCall> {
    typed(shell::calls(line))
}

/// The calls that the shell makes to fill in a text, such as a here document.
pub fn substituted_calls(text: &str) -> Vec<TypedCall> {
    typed(shell::substituted(text))
}

fn typed(calls: Vec<shell::ShellCall>) -> Vec<TypedCall> {
    let calls = calls.into_iter().filter_map(|call| {
        let mut words = words::without_keywords(call.words);
        let program = words.first_mut()?;
        *program = words::program_name(program);
        Some(TypedCall { join: call.join, words, fed: call.fed })
    });
    calls.collect()
}

/// The here documents of a shell line.
pub fn here_documents(line: &str) -> Vec<HereDocument<'_>> {
    shell::here_documents(line).1
}

/// The words behind a program's own options, with the values that these take.
pub fn behind_options<'a>(program: &str, words: &'a [String]) -> &'a [String] {
    words::after_options(program, words)
}

/// All acts of the line.
pub fn acts(line: &str) -> Vec<Act> {
    let mut acts: Vec<Act> = steps(line).into_iter().filter_map(|step| step.act).collect();
    acts.sort_unstable();
    acts.dedup();
    acts
}

/// Whether a shell would take what follows for a program, or an interpreter for its script.
pub(crate) fn calls_next(before: &str) -> bool {
    let last = steps(&format!("{before}it")).pop();
    last.is_some_and(|step| match &step.args[..] {
        [] => step.program == "it",
        [script] => script == "it" && programs::is_interpreter(&step.program),
        _ => false,
    })
}

fn step(join: Join, words: Vec<String>) -> Option<ShellStep> {
    let mut words = words::without_starters(words).into_iter();
    let call = words.next()?;
    let args: Vec<String> = words.collect();
    let program = words::program_name(&call);
    let act = act::of(&program, &args);
    Some(ShellStep { join, program, args, act })
}

#[cfg(test)]
mod tests;
