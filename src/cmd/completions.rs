//! `ingrain completions SHELL`: prints shell completions.

use anyhow::Result;

use super::help;
use crate::cli;
use crate::os::error::Exit;
use crate::ui::Ui;

pub(super) fn run(args: &cli::Completions, ui: &Ui) -> Result<Exit> {
    ui.raw(&script(args.shell))?;
    Ok(Exit::Ok)
}

fn script(shell: clap_complete::Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut help::what_people_type(), "ingrain", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

#[cfg(test)]
mod tests {
    use clap_complete::Shell;

    use super::*;

    fn words(command: &clap::Command, out: &mut Vec<String>) {
        let flags = command.get_arguments().filter_map(|argument| argument.get_long());
        out.extend(flags.map(str::to_owned));
        for sub in command.get_subcommands() {
            out.push(sub.get_name().to_owned());
            words(sub, out);
        }
    }

    #[test]
    fn every_command_and_flag_is_completed() {
        let mut all = Vec::new();
        words(&help::what_people_type(), &mut all);
        assert!(all.len() > 100, "{}", all.len());
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell);
            for word in &all {
                assert!(script.contains(word.as_str()), "{shell}: {word}");
            }
            assert!(!script.contains("worker"), "{shell}: internal command");
        }
    }
}
