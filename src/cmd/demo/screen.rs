//! Output of the demo, laid out for terminals and pipes alike.

use anyhow::Result;

use super::days::{DemoDay, DemoPrompt};
use super::world::DemoRow;
use crate::core::model::Status;
use crate::ui::{self, Tone, Ui};

pub(super) struct DemoScreen<'a> {
    ui: &'a Ui,
}

impl<'a> DemoScreen<'a> {
    pub(super) fn new(ui: &'a Ui) -> DemoScreen<'a> {
        DemoScreen { ui }
    }

    pub(super) fn title(&self) -> Result<()> {
        self.ui.data("Two weeks of a small project, played through ingrain's own hooks. No model is asked.")
    }

    /// Prints the day, ingrain's announcement and the person's prompts.
    pub(super) fn day(&self, day: &DemoDay, announced: Option<&str>) -> Result<()> {
        self.ui.data("\n")?;
        self.ui.data(&self.ui.paint(Tone::Strong, &day.name()?))?;
        if let Some(announced) = announced {
            self.line("shown", announced)?;
        }
        for said in day.talk {
            if let DemoPrompt::Lesson(words) = said {
                self.line("said", &format!("“{words}”"))?;
            }
        }
        Ok(())
    }

    pub(super) fn observed(&self, rows: &[DemoRow]) -> Result<()> {
        let cells: Vec<[String; 4]> = rows.iter().map(|row| self.cells(row)).collect();
        for line in ui::columns(&cells).lines() {
            self.line("observed", line)?;
        }
        Ok(())
    }

    fn cells(&self, row: &DemoRow) -> [String; 4] {
        [
            row.kind.to_string(),
            format!("{}×  {:.2}", row.count, row.confidence),
            row.status.to_string(),
            row.title.clone(),
        ]
    }

    pub(super) fn wrote(&self, path: &str, text: &str) -> Result<()> {
        self.line("wrote", &self.ui.paint(Tone::Good, path))?;
        self.quote(text)
    }

    pub(super) fn told(&self, context: &str) -> Result<()> {
        self.line("context", "what the model is told before the first prompt")?;
        self.quote(context)
    }

    pub(super) fn deleted(&self, path: &str) -> Result<()> {
        self.line("deleted", &format!("{}, by hand", self.ui.paint(Tone::Bad, path)))
    }

    /// Prints the result of a deleted file.
    pub(super) fn missing(&self, status: Status) -> Result<()> {
        let meaning = match status {
            Status::Deprecated => "deleting it was an answer: it is not written again",
            _ => "that may be a stash or another branch, so ingrain waits",
        };
        self.line("missing", meaning)
    }

    pub(super) fn close(&self, look_around: Option<&str>) -> Result<()> {
        self.ui.data("\nThe work went on as before, and the command stayed away.")?;
        if let Some(command) = look_around {
            self.ui.raw(&format!("\nLook around: {command}"))?;
        }
        Ok(())
    }

    fn line(&self, label: &str, text: &str) -> Result<()> {
        let label = self.ui.paint(Tone::Faint, &format!("{label:<9}"));
        self.ui.data(&format!("  {label} {text}"))
    }

    /// Prints a file without its empty lines.
    fn quote(&self, text: &str) -> Result<()> {
        let bar = self.ui.paint(Tone::Faint, "│");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            self.ui.data(&format!("            {bar} {line}"))?;
        }
        Ok(())
    }
}
