//! Files that git ignores and agents try to add all the same.

use super::lesson::{FactTable, Lesson, LessonSessions};
use super::session::{CommandRun, SessionActions};
use super::{Fact, Seen};
use crate::core::entities::commands::ShellStep;
use crate::core::entities::grammar::Path;
use crate::core::model::Details;

const REFUSAL: &str = "The following paths are ignored by one of your .gitignore files:";
const FEWEST_SESSIONS: usize = 2;
/// The most paths of one call.
const MOST_ADDED: usize = 20;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    for (event, run) in session.runs() {
        let [forced, plain] = [true, false].map(|force| added(session, run, force));
        let Some((_, refused)) = run.output.split_once(REFUSAL) else {
            if !run.failed {
                forced.into_iter().for_each(|path| seen.add(event, Fact::Forced { path }));
                plain.into_iter().for_each(|path| seen.add(event, Fact::Added { path }));
            }
            continue;
        };
        let named = refused.lines().map(str::trim).skip_while(|line| line.is_empty());
        let named = named.take_while(|line| !line.is_empty() && !line.starts_with("hint:"));
        // Only paths that the command itself named: the output could say anything.
        let paths = named
            .filter_map(|path| session.named(path, run))
            .filter(|path| plain.iter().any(|operand| operand.is_below(path)));
        paths.for_each(|path| seen.add(event, Fact::Ignored { path }));
    }
}

/// The paths that the line adds, with or without force.
fn added(session: &SessionActions<'_>, run: &CommandRun<'_>, force: bool) -> Vec<Path> {
    let is_forced = |step: &&ShellStep| step.args.iter().any(|arg| matches!(arg.as_str(), "-f" | "--force"));
    let adds = |step: &&ShellStep| step.program == "git" && step.args.first().is_some_and(|arg| arg == "add");
    let adding = run.steps.iter().filter(adds).filter(|step| is_forced(step) == force);
    adding.flat_map(operands).filter_map(|path| session.named(path, run)).take(MOST_ADDED).collect()
}

fn operands(step: &ShellStep) -> impl Iterator<Item = &str> {
    step.args.iter().skip(1).map(String::as_str).filter(|arg| !arg.starts_with('-'))
}

pub(super) fn conclude<'a>(table: &FactTable<'a>) -> Vec<Lesson<'a>> {
    let ignored = table.grouped(|fact| match fact {
        Fact::Ignored { path } => Some(path),
        _ => None,
    });
    let (mut taken, mut forced) = (vec![], vec![]);
    for (fact, _) in table.facts() {
        match fact {
            Fact::Added { path } => taken.push(path),
            Fact::Forced { path } => forced.push(path),
            _ => {}
        }
    }
    // A path that git took once is not ignored, or not as a whole.
    let again = ignored
        .into_iter()
        .filter(|(path, seen)| seen.len() >= FEWEST_SESSIONS && !is_below_any(&taken, path));
    again.map(|(path, seen)| worded(path.as_str(), is_below_any(&forced, path), seen)).collect()
}

fn is_below_any(paths: &[&Path], folder: &Path) -> bool {
    paths.iter().any(|path| path.is_below(folder))
}

/// If a file was added by force, leaving it out is not always right.
fn worded<'a>(path: &str, forced: bool, seen: LessonSessions<'a>) -> Lesson<'a> {
    let (title, resolution) = match forced {
        false => (
            format!("Leave `{path}` out of `git add`: it is git-ignored"),
            format!("Stage the other files without `{path}`"),
        ),
        true => (
            format!("`git add` refuses `{path}`: it is git-ignored"),
            format!("Stage the other files without `{path}`; what is tracked in it all the same needs `-f`"),
        ),
    };
    Lesson {
        title,
        details: Details::Pitfall {
            area: format!("`{path}`"),
            issue: format!("`git add` was given files of `{path}`, which a `.gitignore` excludes"),
            impact: "The whole `git add` fails, and the commit behind it".to_owned(),
            resolution,
        },
        key: format!("git add {}", path.to_lowercase()),
        seen,
    }
}
