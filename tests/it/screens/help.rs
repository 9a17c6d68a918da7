//! All help texts, and what is said when the command itself is wrong.

use super::Screen;
use crate::world::World;

#[test]
fn help() {
    let screen = Screen::of(World::new()).types(&["", "--version", "help --all", "help guard add"]);
    let wrong = ["hok", "lst", "help nope", "list --jsn", "guard ad x", "help --all list", "forgets"];
    insta::assert_snapshot!(screen.part("mistakes").types(&wrong).text());
}

/// Every command of `help --all`, with its own commands.
#[test]
fn help_of_every_command() {
    let world = World::new();
    let all = every_command(&world);
    assert!(all.len() > 70, "{all:?}");
    let lines: Vec<String> = all.iter().map(|name| format!("{name} --help")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    insta::assert_snapshot!(Screen::of(world).types(&lines).text());
}

/// The commands of `help --all`, each followed by its own.
pub fn every_command(world: &World) -> Vec<String> {
    with_their_own(world, commands(&world.run(&["help", "--all"]).ok().stdout))
}

fn with_their_own(world: &World, names: Vec<String>) -> Vec<String> {
    let mut all = Vec::new();
    for name in names {
        let own = commands(&world.run(&[&name, "--help"]).ok().stdout);
        all.push(name.clone());
        all.extend(own.iter().map(|own| format!("{name} {own}")));
    }
    all
}

/// The commands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| line.starts_with("  "));
    let name = |line: &str| line[2..].split(' ').next().filter(|name| !name.is_empty()).map(str::to_owned);
    listed.filter_map(name).collect()
}
