//! Interactive questions with a default for Enter. End of input means stop: nothing is decided for the
//! user.

use std::io::{BufRead, Write};

use anyhow::Result;

use crate::os::error::Cancelled;

#[derive(Debug)]
pub struct Ask<R, W> {
    input: R,
    output: W,
    /// Columns of the terminal.
    width: Option<usize>,
}

impl<R: BufRead, W: Write> Ask<R, W> {
    pub fn new(input: R, output: W) -> Ask<R, W> {
        Ask { input, output, width: None }
    }

    pub fn within(self, width: Option<usize>) -> Ask<R, W> {
        Ask { width, ..self }
    }

    pub fn yes_no(&mut self, question: &str, default: bool) -> Result<bool> {
        let choices = if default { "[Y/n]" } else { "[y/N]" };
        loop {
            match self.prompt(&format!("{question} {choices} "))?.to_lowercase().as_str() {
                "" => return Ok(default),
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => self.say("please answer y or n")?,
            }
        }
    }

    /// Asks until `check` accepts the line; its error is shown.
    pub fn line(
        &mut self,
        question: &str,
        default: &str,
        check: impl Fn(&str) -> Result<(), String>,
    ) -> Result<String> {
        loop {
            let answer = self.prompt(&format!("{question} [{default}]: "))?;
            if answer.is_empty() {
                return Ok(default.to_owned());
            }
            match check(&answer) {
                Ok(()) => return Ok(answer),
                Err(why) => self.say(&why)?,
            }
        }
    }

    fn prompt(&mut self, text: &str) -> Result<String> {
        write!(self.output, "{}", super::fitted(text, self.width))?;
        self.output.flush()?;
        let mut answer = String::new();
        if self.input.read_line(&mut answer)? == 0 {
            self.say("")?;
            return Err(Cancelled.into());
        }
        Ok(answer.trim().to_owned())
    }

    fn say(&mut self, line: &str) -> Result<()> {
        Ok(writeln!(self.output, "{line}")?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(answers: &str) -> Ask<&[u8], Vec<u8>> {
        Ask::new(answers.as_bytes(), Vec::new())
    }

    #[test]
    fn enter_takes_the_default_and_nonsense_is_asked_again() {
        assert!(with("\n").yes_no("go?", true).unwrap());
        assert!(!with("\n").yes_no("go?", false).unwrap());
        assert!(with("maybe\nYES\n").yes_no("go?", false).unwrap());
        let short = |text: &str| {
            if text.len() < 4 { Ok(()) } else { Err("too long".to_owned()) }
        };
        assert_eq!(with("\n").line("name", "me", short).unwrap(), "me");
        assert_eq!(with("longer\nxy\n").line("name", "me", short).unwrap(), "xy");
    }

    #[test]
    fn the_end_of_the_input_cancels() {
        let error = with("what\n").yes_no("go?", true).unwrap_err();
        assert!(error.is::<Cancelled>());
    }

    #[test]
    fn the_question_shows_what_enter_means() {
        let mut ask = with("\n");
        ask.yes_no("go?", true).unwrap();
        assert_eq!(String::from_utf8(ask.output).unwrap(), "go? [Y/n] ");
    }
}
