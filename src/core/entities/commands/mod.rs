//! What a shell line does: which programs it runs, how they hang together, and which of them test, build, commit or
//! deploy. Detectors and outcomes ask here, so that "a test ran" means the same everywhere.

mod act;
pub mod programs;
mod shell;
mod tables;
mod words;

/// What a command is for, as far as results are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    Test,
    Build,
    /// Looks for mistakes without running the program: linters, type checkers, format checks.
    Lint,
    Format,
    Install,
    Commit,
    /// Hands work to others: a push, a pull request.
    Push,
    Deploy,
    /// Takes work back: revert, hard reset, files restored from the last commit.
    Rollback,
    /// Removes what is not known to be temporary.
    Delete,
}

impl Act {
    /// Does it say whether the work is right?
    pub fn is_check(self) -> bool {
        matches!(self, Act::Test | Act::Build | Act::Lint)
    }
}

/// How a step hangs on the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// The first one, or whatever became of the one before: `;`, a new line, `&`.
    Then,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
    /// `$(…)` or backticks: it runs before the call that its output is a word of, and how it ends shows nowhere.
    Within,
}

/// One program call of a shell line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShellStep {
    pub join: Join,
    /// Without folder, lower case: `./Gradlew` is `gradlew`. What only starts another program is left out.
    pub program: String,
    pub args: Vec<String>,
    pub act: Option<Act>,
}

/// The program calls of a shell line, in order, those inside substitutions before the call around them. Quoted text and
/// here documents are never read as commands.
pub fn steps(line: &str) -> Vec<ShellStep> {
    shell::calls(line).into_iter().filter_map(|call| step(call.join, call.words)).collect()
}

/// One program call as it was typed, with what starts another program: `rtk bun run test`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedCall {
    pub join: Join,
    pub words: Vec<String>,
}

impl TypedCall {
    /// The same call without what only starts it.
    pub fn unwrapped(&self) -> Vec<String> {
        words::without_starters(self.words.clone())
    }
}

/// The program calls of a shell line with all their words. The program is named as in `steps`.
pub fn typed_calls(line: &str) -> Vec<TypedCall> {
    let calls = shell::calls(line).into_iter().filter_map(|call| {
        let mut words = words::without_keywords(call.words);
        let program = words.first_mut()?;
        *program = words::program_name(program);
        Some(TypedCall { join: call.join, words })
    });
    calls.collect()
}

/// Everything that the line does.
pub fn acts(line: &str) -> Vec<Act> {
    let mut acts: Vec<Act> = steps(line).into_iter().filter_map(|step| step.act).collect();
    acts.sort_unstable();
    acts.dedup();
    acts
}

/// Would a shell take what follows for a program, or an interpreter for its script?
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
