//! The picture in the README, drawn from the program's output, so that its text can be selected and
//! stays current. After an intended change, `INGRAIN_DRAW=1 cargo test picture` draws it anew.

use std::fs;
use std::path::Path;

use crate::world::{World, write};

const COMMANDS: [&[&str]; 3] = [&["list"], &["knowledge", "show", "ADR-001"], &["hud"]];
const LINE: usize = 20;
const MARGIN: usize = 20;
/// A little more than a letter of the font, so that no line is cut.
const LETTER: f64 = 8.5;

/// What people see who look around in the demo's project.
fn session() -> Vec<String> {
    let mut world = World::new();
    let folder = world.base().join("tidepool");
    world.run(&["demo", "--dir", folder.to_str().unwrap()]).ok();
    world.set_env("INGRAIN_HOME", folder.join(".demo/ingrain").to_str().unwrap());
    world.set_now("2026-03-16T09:00:00Z");
    world.project = folder;
    let shown = COMMANDS.iter().map(|command| {
        let answer = world.run(command).ok();
        format!("$ ingrain {}\n{}\n", command.join(" "), answer.stdout)
    });
    let text = shown.collect::<String>();
    text.trim_end().lines().map(str::to_owned).collect()
}

/// Colours of its own, by the reader's preference, so that it can stand on any page.
fn draw(lines: &[String]) -> String {
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = (longest as f64 * LETTER) as usize + 2 * MARGIN;
    let height = lines.len() * LINE + 2 * MARGIN;
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <style>\n\
         rect {{ fill: #f6f8fa; stroke: #d0d7de }}\n\
         text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; white-space: pre }}\n\
         .typed {{ font-weight: bold }}\n\
         @media (prefers-color-scheme: dark) {{ rect {{ fill: #0d1117; stroke: #3d444d }} text {{ fill: #e6edf3 }} }}\n\
         </style>\n\
         <rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n",
        width - 1,
        height - 1
    );
    for (n, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let typed = if line.starts_with("$ ") { " class=\"typed\"" } else { "" };
        let y = MARGIN + n * LINE + 15;
        let text = line.replace('&', "&amp;").replace('<', "&lt;");
        picture.push_str(&format!(
            "<text x=\"{MARGIN}\" y=\"{y}\" xml:space=\"preserve\"{typed}>{text}</text>\n"
        ));
    }
    picture + "</svg>\n"
}

#[test]
fn the_picture_shows_what_the_program_prints() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ingrain.svg");
    let picture = draw(&session());
    if is_to_be_drawn() {
        write(&file, &picture);
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    assert!(kept == picture, "docs/ingrain.svg is old: run `INGRAIN_DRAW=1 cargo test picture`\n{picture}");
}

#[expect(clippy::disallowed_methods, reason = "a test's own switch")]
fn is_to_be_drawn() -> bool {
    std::env::var_os("INGRAIN_DRAW").is_some()
}
