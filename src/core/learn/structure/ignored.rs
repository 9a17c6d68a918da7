//! Files that git ignores and agents try to add all the same.

use super::lesson::{FactTable, Lesson};
use super::session::SessionActions;
use super::{Fact, Seen};
use crate::core::entities::commands::ShellStep;
use crate::core::entities::grammar::Path;
use crate::core::model::Details;

const REFUSAL: &str = "The following paths are ignored by one of your .gitignore files:";
const FEWEST_SESSIONS: usize = 2;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    for (event, run) in session.runs() {
        let Some((_, refused)) = run.output.split_once(REFUSAL) else {
            continue;
        };
        let added: Vec<Path> =
            run.steps.iter().flat_map(operands).filter_map(|path| session.named(path, run)).collect();
        let named = refused.lines().map(str::trim).skip_while(|line| line.is_empty());
        let named = named.take_while(|line| !line.is_empty() && !line.starts_with("hint:"));
        // Only what the command itself named: the output could say anything.
        let paths = named
            .filter_map(|path| session.named(path, run))
            .filter(|path| added.iter().any(|operand| operand.is_below(path)));
        paths.for_each(|path| seen.add(event, Fact::Ignored { path }));
    }
}

fn operands(step: &ShellStep) -> impl Iterator<Item = &str> {
    let adds = step.program == "git" && step.args.iter().any(|arg| arg == "add");
    step.args.iter().map(String::as_str).filter(move |arg| adds && !arg.starts_with('-') && *arg != "add")
}

pub(super) fn conclude<'a>(table: &FactTable<'a>) -> Vec<Lesson<'a>> {
    let ignored = table.grouped(|fact| match fact {
        Fact::Ignored { path } => Some(path),
        _ => None,
    });
    let again = ignored.into_iter().filter(|(_, seen)| seen.len() >= FEWEST_SESSIONS);
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
