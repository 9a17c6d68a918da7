//! A progress line on stderr, only on a terminal. It is erased at the end and never hides the cursor,
//! so an interrupt leaves the terminal as it was.

use indicatif::{ProgressBar, ProgressStyle};

#[derive(Clone, Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Progress of a known number of things: `reading`, `sessions`.
    pub fn of(count: usize, doing: &str, things: &str) -> Progress {
        let template = format!("{doing} {{bar:30}} {{pos}}/{{len}} {things}, {{eta}} left");
        Progress::styled(ProgressBar::new(count as u64), &template)
    }

    /// Progress without a known end.
    pub fn open(doing: &str, things: &str) -> Progress {
        let progress =
            Progress::styled(ProgressBar::no_length(), &format!("{doing}, {things} so far: {{pos}}"));
        progress.0.tick();
        progress
    }

    fn styled(bar: ProgressBar, template: &str) -> Progress {
        Progress(match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        })
    }

    pub fn step(&self) {
        self.0.inc(1);
    }

    /// A callback that counts one step.
    pub fn watcher(&self) -> Box<dyn Fn()> {
        let progress = self.clone();
        Box::new(move || progress.step())
    }

    pub fn done(&self) {
        self.0.finish_and_clear();
    }
}
