//! Detection of agents among callers. A command from an agent's shell only proposes where authority is
//! needed, unless the user typed that very command in this session. A process that hides from its
//! parents counts as the user.

use anyhow::{Result, anyhow};
use clap::ArgMatches;
use clap::parser::ValueSource;

use super::place;
use crate::core::review::authority::{self, AGENT_PROGRAMS, Proposal};
use crate::core::review::said_command;
use crate::core::text::{self, safe_name};
use crate::hook::asked;
use crate::os::ctx::Ctx;
use crate::os::error::Hint;
use crate::os::process;
use crate::project::{self, Project};
use crate::store;
use crate::ui::{self, Ui};
use crate::worker;

/// The agent whose shell runs this, by its mark in the environment or by who started us.
pub(super) fn behind(ctx: &Ctx) -> Option<String> {
    ctx.env.agent.map(str::to_owned).or_else(|| among_parents(ctx))
}

/// `env -u` removes the mark from a program, but not from the shell that started it.
fn among_parents(ctx: &Ctx) -> Option<String> {
    if ctx.env.alone {
        return None;
    }
    let is_mark = |names: &[u8]| authority::AGENT_MARKS.iter().find(|(mark, _)| names == mark.as_bytes());
    for parent in process::parents() {
        let by_program = AGENT_PROGRAMS.iter().find(|(program, _)| parent.program == *program);
        let by_mark = || parent.variables().find_map(is_mark);
        if let Some((_, agent)) = by_program.or_else(by_mark) {
            return Some((*agent).to_owned());
        }
    }
    None
}

/// Lets a command pass, or stores it as a proposal and says so. `words` are the arguments as typed.
pub(super) fn gate(ctx: &Ctx, given: &ArgMatches, words: &[String], ui: &Ui) -> Result<()> {
    let (command, arguments) = called(given);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let Some(grant) = authority::grant(&command, &arguments) else { return Ok(()) };
    let Some(agent) = behind(ctx) else { return Ok(()) };
    let known = project::find_root(ctx, &ctx.cwd).and_then(|root| project::lookup(ctx, &root));
    if known.as_ref().is_some_and(|project| was_typed(ctx, project, words)) {
        ui.talk(authority::DONE_BECAUSE_TYPED);
        return known.map_or(Ok(()), |project| withdraw(ctx, &project, words));
    }
    let waits = propose(ctx, &agent, words)?;
    let line = ui::inert(&text::one_line(&format!("ingrain {}", words.join(" "))));
    let asked = anyhow!("{agent} asked for `{line}`, which only a person may decide: {}", grant.why);
    Err(asked).hint(format!("{waits}run it in a terminal of your own, or type it as a prompt"))
}

/// The command with its subcommand, and the arguments that were given.
pub(super) fn called(given: &ArgMatches) -> (String, Vec<String>) {
    let (mut path, mut at) = (Vec::new(), given);
    while let Some((name, inner)) = at.subcommand() {
        path.push(name.to_owned());
        at = inner;
    }
    let is_given = |id: &&clap::Id| at.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    let given = at.ids().filter(is_given).map(|id| id.as_str().to_owned());
    (path.join(" "), given.collect())
}

fn was_typed(ctx: &Ctx, project: &Project, words: &[String]) -> bool {
    let Some(session) = &ctx.env.agent_session else { return false };
    let phrase = said_command::phrase(without_place(words));
    asked::take(project, &safe_name(session), &phrase, ctx.now)
}

/// Leaves out the options for the project and the output format, which do not change what a command does.
fn without_place(words: &[String]) -> Vec<&str> {
    let mut left = Vec::new();
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--project" => drop(words.next()),
            "--json" => {}
            word if word.starts_with("--project=") => {}
            word => left.push(word),
        }
    }
    left
}

/// What was asked for before and is done now waits no more.
fn withdraw(ctx: &Ctx, project: &Project, words: &[String]) -> Result<()> {
    let Some(store) = place::open(project)? else { return Ok(()) };
    let words: Vec<String> = without_place(words).into_iter().map(str::to_owned).collect();
    let Some(id) = store::proposals::find(store.read(), &ctx.cwd.to_string_lossy(), &words)? else {
        return Ok(());
    };
    drop(store);
    let mut run = worker::for_person(ctx, project)?;
    Ok(run.store.write(|db| store::proposals::remove(db, id))?)
}

/// Where it waits, as the beginning of a hint.
fn propose(ctx: &Ctx, agent: &str, words: &[String]) -> Result<String> {
    if project::find_root(ctx, &ctx.cwd).is_none() {
        return Ok(String::new());
    }
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    if words.iter().any(|word| run.redactor.has_secret(word)) {
        return Ok("it seems to contain a secret, so it was not stored;  ".to_owned());
    }
    let session = ctx.env.agent_session.as_ref().map(|session| safe_name(session));
    let folder = ctx.cwd.to_string_lossy().into_owned();
    let (agent, words) = (agent.to_owned(), without_place(words).into_iter().map(str::to_owned).collect());
    let asked = Proposal { id: 0, at: ctx.now, agent, session, folder, words };
    let id = run.store.write(|db| store::proposals::add(db, &asked))?;
    Ok(format!("it waits in `ingrain review` as p{id}; "))
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::*;
    use crate::cli::Cli;
    use crate::core::review::authority::{FREE, GRANTS};

    fn leaves(command: &Command, path: &str, found: &mut Vec<(String, Vec<String>)>) {
        for inner in command.get_subcommands() {
            let path = format!("{path} {}", inner.get_name()).trim().to_owned();
            if inner.has_subcommands() {
                leaves(inner, &path, found);
            } else {
                found.push((path, inner.get_arguments().map(|arg| arg.get_id().to_string()).collect()));
            }
        }
    }

    /// A new command must state whether agents may run it.
    #[test]
    fn every_command_grants_authority_or_is_known_to_grant_none() {
        let mut all = Vec::new();
        leaves(&Cli::command(), "", &mut all);
        assert!(all.len() > 45, "{}", all.len());
        for (command, arguments) in &all {
            let grant = GRANTS.iter().find(|row| row.command == command);
            let is_free = FREE.contains(&command.as_str());
            assert!(grant.is_some() != is_free, "`{command}` stands in none of the lists, or in both");
            for argument in grant.iter().flat_map(|row| row.with) {
                assert!(arguments.iter().any(|known| known == argument), "`{command}` has no {argument}");
            }
        }
        for known in GRANTS.iter().map(|row| row.command).chain(FREE.iter().copied()) {
            assert!(all.iter().any(|(command, _)| command == known), "there is no `{known}`");
        }
    }

    #[test]
    fn a_call_is_known_by_its_command_and_what_was_given() {
        for (line, command, given) in [
            ("ingrain --project /x trust", "trust", &[][..]),
            ("ingrain review --accept a b --json", "review", &["accept", "json"]),
            ("ingrain pattern promote p", "pattern promote", &["id"]),
            ("ingrain configure --set a=b", "configure", &["set"]),
        ] {
            let matches = Cli::command().try_get_matches_from(line.split(' ')).unwrap();
            let (called, arguments) = called(&matches);
            assert_eq!(called, command);
            assert!(
                given.iter().all(|arg| arguments.iter().any(|found| found == arg)),
                "{line}: {arguments:?}"
            );
        }
    }
}
