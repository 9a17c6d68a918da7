//! Every command as a person sees it: with nothing there, after some weeks of work, and after a mistake.

mod help;
mod json;
mod knowing;
mod learned;
mod life;
mod pipelines;
mod rules;
mod setting_up;
mod upkeep;

use std::path::Path;

use crate::world::{Answer, World};

/// What is typed and what appears, one command after the other. Lines of stderr begin with `! `.
pub struct Screen {
    pub world: World,
    text: String,
}

impl Screen {
    pub fn of(world: World) -> Screen {
        Screen { world, text: String::new() }
    }

    pub fn part(mut self, title: &str) -> Screen {
        self.text += &format!("# {title}\n\n");
        self
    }

    /// Types these command lines.
    pub fn types(mut self, lines: &[&str]) -> Screen {
        for line in lines {
            let answer = self.world.run(&words(line).iter().map(String::as_str).collect::<Vec<_>>());
            self.show(&format!("$ ingrain {line}"), &answer);
        }
        self
    }

    /// Types a command line that reads this.
    pub fn pipes(mut self, stdin: &str, line: &str) -> Screen {
        let answer = self.world.run_with(&words(line).iter().map(String::as_str).collect::<Vec<_>>(), stdin);
        let shown = stdin.trim_end().replace('\n', "\n> ");
        self.show(&format!("$ ingrain {line} <<< '{shown}'"), &answer);
        self
    }

    /// An agent's shell runs it.
    pub fn runs_by_agent(mut self, line: &str) -> Screen {
        let mut command = self.world.command(env!("CARGO_BIN_EXE_ingrain"));
        command.args(words(line)).env("CLAUDECODE", "1").env("CLAUDE_CODE_SESSION_ID", "s-agent");
        let answer = self.world.answer(command, "");
        self.show(&format!("$ CLAUDECODE=1 ingrain {line}"), &answer);
        self
    }

    fn show(&mut self, typed: &str, answer: &Answer) {
        let messages = answer.stderr.lines().map(|line| format!("! {line}").trim_end().to_owned() + "\n");
        let failed = if answer.code == 0 { String::new() } else { format!("[exit {}]\n", answer.code) };
        let whole = format!("{typed}\n{}{}{failed}\n", ended(&answer.stdout), messages.collect::<String>());
        self.text += &calm(&self.world, &whole);
    }

    pub fn text(self) -> String {
        self.text
    }
}

fn ended(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.into() } else { format!("{text}⏎\n") }
}

/// The three states of most commands.
pub fn three(nothing: &[&str], something: &[&str], wrong: &[&str]) -> String {
    let empty = Screen::of(World::new()).part("nothing there").types(nothing).text();
    let lived = Screen::of(life::lived_in()).part("after two weeks").types(something);
    empty + &lived.part("mistakes").types(wrong).text()
}

/// A command line as a shell splits it.
fn words(line: &str) -> Vec<String> {
    let (mut all, mut word, mut quote, mut is_open) = (Vec::new(), String::new(), None, false);
    for c in line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => (quote, is_open) = (Some(c), true),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) if is_open => {
                all.push(std::mem::take(&mut word));
                is_open = false;
            }
            (' ', None) => {}
            (c, _) => {
                word.push(c);
                is_open = true;
            }
        }
    }
    all.extend(is_open.then_some(word));
    all
}

/// What differs between machines, builds and runs, and the mark in its place.
const CALM: [(&str, &str); 7] = [
    (r"projects/[0-9A-Za-z]{20}", "projects/[KEY]"),
    (r"\(\d+\.\d s\)", "([SECONDS] s)"),
    (r#""bytes": [1-9]\d*"#, r#""bytes": [BYTES]"#),
    // What a session is told names files, so its length depends on their paths.
    (r"\b\d+ tokens\b", "[N] tokens"),
    (r"95 of 100 take \d+", "95 of 100 take [N]"),
    (r#""(tokens|median|p95)": [1-9][\d.]*"#, r#""$1": [N]"#),
    (r"([^\n ])  +(\S)", "$1  $2"),
];

fn calm(world: &World, text: &str) -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_ingrain")).parent().unwrap();
    let text = text.replace(&*programs.to_string_lossy(), "[PROGRAMS]");
    let text = text.replace(&*world.base().to_string_lossy(), "[BASE]");
    let text = text.replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
    // The width of a column with a path depends on the machine.
    let has_wide_path = regex::Regex::new(r"\[(HOME|PROJECT)\]\S*  ").unwrap().is_match(&text);
    let rules = &CALM[..if has_wide_path { CALM.len() } else { CALM.len() - 1 }];
    rules.iter().fold(text, |text, (differs, mark)| {
        regex::Regex::new(differs).unwrap().replace_all(&text, *mark).into_owned()
    })
}
