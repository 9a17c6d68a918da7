//! `ingrain help`: short by default, so that common commands are not lost among rare ones.

use anyhow::Result;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue};

use crate::cli::{Cli, Help, INTERNAL};
use crate::os::error::{Exit, Hint, Usage};
use crate::ui::Ui;

pub(super) fn run(args: &Help, ui: &Ui) -> Result<Exit> {
    let mut cli = if args.all { with_all_commands() } else { Cli::command() };
    cli.build();
    let mut command = &mut cli;
    for name in &args.command {
        command = command
            .find_subcommand_mut(name)
            .ok_or_else(|| Usage(format!("there is no command `{name}`")))
            .hint("run `ingrain help --all` to see every command")?;
    }
    ui.data(&command.render_help().to_string())?;
    Ok(Exit::Ok)
}

fn with_all_commands() -> clap::Command {
    Cli::command().after_help("Run `ingrain help COMMAND` for one of them.").mut_subcommands(|command| {
        let internal = command.get_about().is_some_and(|about| about.to_string() == INTERNAL);
        command.hide(internal)
    })
}

/// Suggests only commands that people type, no internal ones.
pub(super) fn suggest_what_people_type(answer: &mut clap::Error) {
    let Some(ContextValue::Strings(alike)) = answer.remove(ContextKind::SuggestedSubcommand) else { return };
    let (typed, short) = (what_people_type(), Cli::command());
    // A command of a group, such as `guard add`, is not among the first words.
    let is_internal =
        |name: &String| short.find_subcommand(name).is_some() && typed.find_subcommand(name).is_none();
    let mut alike: Vec<String> = alike.into_iter().filter(|name| !is_internal(name)).collect();
    let is_usual = |name: &String| short.find_subcommand(name).is_some_and(|it| !it.is_hide_set());
    if alike.iter().any(is_usual) {
        alike.retain(is_usual);
    }
    if !alike.is_empty() {
        answer.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(alike));
    }
}

/// All commands except internal ones, for completions and the manual.
pub(super) fn what_people_type() -> clap::Command {
    let all = with_all_commands();
    let typed = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    clap::Command::new("ingrain")
        .version(env!("CARGO_PKG_VERSION"))
        .about(all.get_about().cloned().unwrap_or_default())
        .disable_help_subcommand(true)
        .args(all.get_arguments().cloned())
        .subcommands(typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visible(cli: &clap::Command) -> Vec<&str> {
        cli.get_subcommands().filter(|c| !c.is_hide_set()).map(clap::Command::get_name).collect()
    }

    #[test]
    fn the_definitions_hold_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn rarely_used_commands_are_listed_only_on_request() {
        let (short, all) = (Cli::command(), with_all_commands());
        let (short, all) = (visible(&short), visible(&all));
        for rare in ["render", "reconcile", "migrate-knowledge"] {
            assert!(!short.contains(&rare) && all.contains(&rare), "{rare}");
        }
        assert!(!all.contains(&"hook") && !all.contains(&"worker"));
        assert!(short.iter().all(|name| all.contains(name)));
    }

    #[test]
    fn every_command_people_type_has_a_line_and_an_example() {
        fn check(command: &clap::Command) {
            for sub in command.get_subcommands() {
                let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
                let example = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
                assert!(!about.is_empty() && !about.ends_with('.'), "{}: {about:?}", sub.get_name());
                assert!(about == INTERNAL || example.starts_with("Example: ingrain "), "{}", sub.get_name());
                check(sub);
            }
        }
        check(&Cli::command());
    }

    #[test]
    fn every_example_can_be_typed() {
        fn examples(command: &clap::Command, out: &mut Vec<String>) {
            out.extend(
                command
                    .get_after_help()
                    .and_then(|h| h.to_string().strip_prefix("Example: ").map(str::to_owned)),
            );
            command.get_subcommands().for_each(|sub| examples(sub, out));
        }
        let mut found = Vec::new();
        examples(&Cli::command(), &mut found);
        assert!(found.len() > 15);
        for example in found {
            let words = shlex::split(&example).unwrap();
            Cli::command().try_get_matches_from(words).unwrap_or_else(|e| panic!("{example}: {e}"));
        }
    }
}
