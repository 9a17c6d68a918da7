//! `ingrain man DIR`: writes manual pages, one per command, such as `ingrain-list`.

use anyhow::{Context, Result};
use clap_mangen::Man;

use super::help;
use crate::cli;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::os::fsx;
use crate::ui::Ui;

pub(super) fn run(args: &cli::Man, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let folder = ctx.cwd.join(&args.dir);
    std::fs::create_dir_all(&folder).with_context(|| format!("could not create `{}`", folder.display()))?;
    for (name, page) in pages()? {
        let file = folder.join(name);
        fsx::write_user_file(&file, page.as_bytes())?;
        ui.raw(&file.display().to_string())?;
    }
    Ok(Exit::Ok)
}

fn pages() -> Result<Vec<(String, String)>> {
    let mut cli = help::what_people_type();
    cli.build();
    let mut pages = Vec::new();
    add(&cli, &mut pages)?;
    Ok(pages)
}

fn add(command: &clap::Command, pages: &mut Vec<(String, String)>) -> Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let mut page = Vec::new();
    // No date, so that the pages are reproducible.
    Man::new(command.clone()).date("").source(SOURCE).render(&mut page)?;
    pages.push((format!("{name}.1"), String::from_utf8_lossy(&page).into_owned()));
    command.get_subcommands().try_for_each(|sub| add(sub, pages))
}

const SOURCE: &str = concat!("ingrain ", env!("CARGO_PKG_VERSION"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_all_its_flags() {
        fn check(command: &clap::Command, name: &str, pages: &[(String, String)]) {
            let page = &pages
                .iter()
                .find(|(file, _)| *file == format!("{name}.1"))
                .unwrap_or_else(|| panic!("{name}"))
                .1;
            let shown = command.get_arguments().filter(|argument| !argument.is_hide_set());
            for flag in shown.filter_map(|argument| argument.get_long()) {
                assert!(page.contains(&flag.replace('-', "\\-")), "{name} --{flag}\n{page}");
            }
            if name != "ingrain" {
                assert!(page.contains("Example: ingrain "), "{name}");
            }
            for sub in command.get_subcommands() {
                check(sub, &format!("{name}-{}", sub.get_name()), pages);
            }
        }
        let pages = pages().unwrap();
        check(&help::what_people_type(), "ingrain", &pages);
        assert!(pages.len() > 40, "{}", pages.len());
    }
}
