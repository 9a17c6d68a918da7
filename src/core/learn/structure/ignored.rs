//! Files that git ignores and agents try to add all the same.

use super::lesson::{FactTable, Lesson};
use super::session::SessionActions;
use super::{Fact, Seen};
use crate::core::entities::commands::ShellStep;
use crate::core::entities::grammar::Path;
use crate::core::model::Details;

const REFUSAL: &str = "The following paths are ignored by one of your .gitignore files:";
const FEWEST_SESSIONS: usize = 2;
/// Of one call.
const MOST_ADDED: usize = 20;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    for (event, run) in session.runs() {
        let adding = run.steps.iter().filter(|step| adds(step));
        let added: Vec<Path> =
            adding.flat_map(operands).filter_map(|path| session.named(path, run)).collect();
        let Some((_, refused)) = run.output.split_once(REFUSAL) else {
            if !run.failed {
                added.into_iter().take(MOST_ADDED).for_each(|path| seen.add(event, Fact::Added { path }));
            }
            continue;
        };
        let named = refused.lines().map(str::trim).skip_while(|line| line.is_empty());
        let named = named.take_while(|line| !line.is_empty() && !line.starts_with("hint:"));
        // Only what the command itself named: the output could say anything.
        let paths = named
            .filter_map(|path| session.named(path, run))
            .filter(|path| added.iter().any(|operand| operand.is_below(path)));
        paths.for_each(|path| seen.add(event, Fact::Ignored { path }));
    }
}

/// What is forced says nothing about what would be taken.
fn adds(step: &ShellStep) -> bool {
    let forced = |arg: &String| matches!(arg.as_str(), "-f" | "--force");
    step.program == "git" && step.args.first().is_some_and(|arg| arg == "add") && !step.args.iter().any(forced)
}

fn operands(step: &ShellStep) -> impl Iterator<Item = &str> {
    step.args.iter().skip(1).map(String::as_str).filter(|arg| !arg.starts_with('-'))
}

pub(super) fn conclude<'a>(table: &FactTable<'a>) -> Vec<Lesson<'a>> {
    let ignored = table.grouped(|fact| match fact {
        Fact::Ignored { path } => Some(path),
        _ => None,
    });
    let taken: Vec<&Path> = table.facts().filter_map(|(fact, _)| added(fact)).collect();
    // What git took once is not ignored, or not as a whole.
    let is_dead = |path: &Path| !taken.iter().any(|taken| taken.is_below(path));
    let again = ignored.into_iter().filter(|(path, seen)| seen.len() >= FEWEST_SESSIONS && is_dead(path));
    again
        .map(|(path, seen)| {
            let path = path.as_str();
            Lesson {
                title: format!("Leave `{path}` out of `git add`: a `.gitignore` excludes it"),
                details: Details::Pitfall {
                    area: format!("`{path}`"),
                    issue: format!("`git add` was given files of `{path}`, which a `.gitignore` excludes"),
                    impact: "The whole `git add` fails, and the commit behind it".to_owned(),
                    resolution: format!(
                        "Stage the other files without `{path}`; `git add --update` takes along what is tracked in it"
                    ),
                },
                key: format!("git add {}", path.to_lowercase()),
                seen,
            }
        })
        .collect()
}

fn added(fact: &Fact) -> Option<&Path> {
    match fact {
        Fact::Added { path } => Some(path),
        _ => None,
    }
}
