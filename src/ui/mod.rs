//! Output to the user. Data goes to stdout and messages to stderr, so that a pipe gets only data. Text
//! from transcripts is made inert first, because terminals obey control characters.

mod ask;
mod progress;
mod wrap;

pub use ask::Ask;
pub use progress::Progress;

use std::io::{self, BufReader, IsTerminal, Stderr, Stdin, Write};

use anyhow::Result;
use console::Term;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

pub use crate::core::text::{inert, inert_json};

#[derive(Clone, Copy, Debug)]
pub struct Ui {
    colour_out: bool,
    colour_err: bool,
    interactive: bool,
    /// Columns of the terminals for data and messages.
    width_out: Option<usize>,
    width_err: Option<usize>,
}

/// The meaning of a piece of text, not its looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Warning,
    Bad,
    Hint,
    Strong,
    Faint,
}

impl Ui {
    pub fn new(no_color: bool) -> Ui {
        let (out, err) = (io::stdout().is_terminal(), io::stderr().is_terminal());
        Ui {
            colour_out: out && !no_color,
            colour_err: err && !no_color,
            interactive: out && io::stdin().is_terminal(),
            width_out: columns_of(&Term::stdout()),
            width_err: columns_of(&Term::stderr()),
        }
    }

    /// The same output without questions, if `silent`.
    pub fn unless(&self, silent: bool) -> Ui {
        Ui { interactive: self.interactive && !silent, ..*self }
    }

    /// A person sits at a terminal.
    pub fn is_interactive(&self) -> bool {
        self.interactive
    }

    /// Prints lines of data, wrapped on a terminal.
    pub fn data(&self, lines: &str) -> Result<()> {
        self.raw(&fitted(lines, self.width_out))
    }

    /// Prints lines for programs or for copying, never wrapped.
    pub fn raw(&self, lines: &str) -> Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", shown(lines.trim_end_matches('\n')))?;
        Ok(())
    }

    /// Prints one JSON document, indented for people who look at it.
    pub fn json(&self, document: &impl Serialize) -> Result<()> {
        self.raw(&inert_json(&serde_json::to_string_pretty(document)?))
    }

    /// Prints a message to stderr. A closed stderr is no failure.
    pub fn talk(&self, line: &str) {
        let _ = writeln!(io::stderr().lock(), "{}", shown(&fitted(line, self.width_err)));
    }

    /// The last line of every dry run.
    pub fn dry_run(&self) {
        self.talk("dry run: nothing was changed");
    }

    /// Questions, if a person can answer them.
    pub fn ask(&self) -> Option<Ask<BufReader<Stdin>, Stderr>> {
        self.interactive.then(|| Ask::new(BufReader::new(io::stdin()), io::stderr()).within(self.width_err))
    }

    /// Paints text for stdout.
    pub fn paint(&self, tone: Tone, text: &str) -> String {
        painted(tone, text, self.colour_out)
    }

    /// Paints text for stderr.
    pub fn paint_talk(&self, tone: Tone, text: &str) -> String {
        painted(tone, text, self.colour_err)
    }

    pub fn warn(&self, message: &str) {
        let word = self.paint_talk(Tone::Warning, "warning:");
        self.talk(&format!("{word} {}", inert(message)));
    }

    pub fn hint(&self, message: &str) {
        let word = self.paint_talk(Tone::Hint, "hint:");
        self.talk(&format!("{word} {}", inert(message)));
    }
}

/// `None` if it is no terminal: lines are not wrapped.
fn columns_of(terminal: &Term) -> Option<usize> {
    let (_, columns) = terminal.is_term().then(|| terminal.size_checked()).flatten()?;
    Some(usize::from(columns))
}

fn fitted(text: &str, width: Option<usize>) -> String {
    width.map_or_else(|| text.to_owned(), |width| wrap::wrapped(text, width))
}

/// The last filter before the screen, for text that a command forgot to make inert. Of escapes only colours pass.
fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (n, part) in text.split('\u{1b}').enumerate() {
        if n > 0 && is_colour(part) {
            out.push('\u{1b}');
        }
        out.push_str(&inert(part));
    }
    out
}

fn is_colour(escape: &str) -> bool {
    let codes = escape
        .strip_prefix('[')
        .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
    codes.is_some_and(|rest| rest.starts_with('m'))
}

fn painted(tone: Tone, text: &str, colour: bool) -> String {
    let style = console::style(text).force_styling(colour);
    match tone {
        Tone::Good => style.green(),
        Tone::Warning => style.yellow(),
        Tone::Bad => style.red().bold(),
        Tone::Hint => style.cyan(),
        Tone::Strong => style.bold(),
        Tone::Faint => style.dim(),
    }
    .to_string()
}

/// Rows with aligned columns, by the display width of characters.
pub fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| visible_width(&row[column])).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| padded(cell, width)).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn padded(cell: &str, width: usize) -> String {
    format!("{cell}{}", " ".repeat(width.saturating_sub(visible_width(cell))))
}

/// Colours take no room.
fn visible_width(cell: &str) -> usize {
    console::strip_ansi_codes(cell).width()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_for_wide_narrow_and_painted_text() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned);
        let painted = painted(Tone::Bad, "no", true);
        assert_ne!(painted, "no");
        let rows = [row(["a", "日本語", "x"]), row(["bcd", "é", "y"]), row(["", &painted, ""])];
        let text = columns(&rows);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["a    日本語  x", "bcd  é       y"]);
        assert_eq!(columns::<2>(&[]), "");
    }

    #[test]
    fn plain_means_no_escape() {
        assert_eq!(painted(Tone::Good, "fine", false), "fine");
    }

    #[test]
    fn colours_pass_the_last_door_and_nothing_else_does() {
        let red = painted(Tone::Bad, "no", true);
        assert_eq!(shown(&red), red);
        assert_eq!(shown("a\u{1b}]0;title\u{7}b\u{1b}[2Jc\u{9b}31m\u{202e}d\n"), "a]0;titleb[2Jc31md\n");
        assert_eq!(
            inert_json("{\"a\":\"\u{9b}\u{202e}\u{e0041}é\"}"),
            r#"{"a":"\u009b\u202e\udb40\udc41é"}"#
        );
    }

    #[test]
    fn transcript_text_cannot_drive_the_terminal() {
        assert_eq!(inert("a\u{1b}[2Jb\u{7}\u{202e}c\r\nd"), "a[2Jbc\nd");
    }
}
