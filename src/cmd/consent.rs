//! Consent to use a model. A model costs money and sees excerpts of sessions, so the user is asked
//! once. The answer is stored in their own configuration, which no project can change.

use std::path::PathBuf;

use anyhow::{Result, bail};
use serde_json::Value;

use super::show_changes;
use crate::client::journal::{self, UserChangeKind};
use crate::core::config::jsonc;
use crate::core::config::{self, Config, ExtractorChoice, Level, set_key};
use crate::extractor;
use crate::os::ctx::Ctx;
use crate::os::error::Hint;
use crate::os::fsx;
use crate::project::configuration;
use crate::ui::Ui;

/// The change of the user's configuration that follows from the answer.
pub(super) struct Consent {
    file: PathBuf,
    before: String,
    after: String,
    changes: Vec<String>,
}

pub(super) fn plan(asked_for: Option<ExtractorChoice>, ctx: &Ctx, ui: &Ui) -> Result<Consent> {
    let file = configuration::user_file(ctx);
    let before = fsx::read_text_opt(&file)?.unwrap_or_default();
    let (config, _) = config::layer(Some(&before), None, false);
    let mut consent = Consent { file, after: before.clone(), before, changes: Vec::new() };
    match asked_for {
        Some(ExtractorChoice::Claude) => {
            ui.talk(&what_is_sent(&config));
            consent.set("extractor", "claude")?;
            consent.set("consent", "true")?;
        }
        Some(ExtractorChoice::Command) if config.extractor_command.is_empty() => {
            return Err(anyhow::anyhow!("no `extractor_command` is set"))
                .hint("run `ingrain configure --set 'extractor_command=[\"PROGRAM\", \"ARGUMENT\"]'` first");
        }
        Some(ExtractorChoice::Command) => consent.set("extractor", "command")?,
        Some(ExtractorChoice::Builtin) => consent.set("extractor", "builtin")?,
        Some(ExtractorChoice::Auto) => {
            consent.set("extractor", "auto")?;
            consent.ask(&config, ctx, ui)?;
        }
        None => consent.ask(&config, ctx, ui)?,
    }
    Ok(consent)
}

impl Consent {
    /// Once: a file that holds an answer, or another choice of extractor, is not asked again.
    fn ask(&mut self, config: &Config, ctx: &Ctx, ui: &Ui) -> Result<()> {
        let is_open = !is_answered(&self.before) && config.extractor == ExtractorChoice::Auto;
        // Without a `claude` nothing would follow from a yes.
        let is_open = is_open && extractor::find_claude(ctx).is_some();
        let Some(mut ask) = ui.ask().filter(|_| is_open) else {
            return Ok(());
        };
        ui.talk(&what_is_sent(config));
        let agreed = ask.yes_no("Let Claude look for what is worth keeping?", false)?;
        self.set("consent", if agreed { "true" } else { "false" })
    }

    fn set(&mut self, key: &str, word: &str) -> Result<()> {
        let after = set_key(&self.after, Level::User, key, word);
        let after = after.hint(format!("correct `{}` and try again", self.file.display()))?;
        if after != self.after {
            self.changes.push(format!("set {key}: {word}"));
            self.after = after;
        }
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    pub(super) fn show(&self, ui: &Ui) -> Result<()> {
        show_changes(ui, &self.file, &self.changes)
    }

    /// A sentence about where text is sent from now on.
    pub(super) fn sends(&self) -> &'static str {
        let (config, _) = config::layer(Some(&self.after), None, false);
        match config.extractor {
            ExtractorChoice::Auto | ExtractorChoice::Claude if config.consent => {
                "masked excerpts to Claude, as you agreed"
            }
            ExtractorChoice::Command => "masked excerpts to your `extractor_command`",
            _ => "nothing: the built-in extractor works on this machine alone",
        }
    }

    /// Describes what `claude` would do, send and cost, if it is installed and was neither chosen nor declined.
    pub(super) fn recommend(&self, ctx: &Ctx, ui: &Ui) {
        let (config, _) = config::layer(Some(&self.after), None, false);
        let is_open = config.extractor == ExtractorChoice::Auto && !is_answered(&self.after);
        if !is_open || extractor::find_claude(ctx).is_none() {
            return;
        }
        ui.hint(&format!(
            "`ingrain enable --extractor claude` learns more, above all what is said in passing: masked excerpts of your \
             messages then go to Anthropic through your `claude`, at most {} times and for ${:.2} a day",
            config.max_daily_runs, config.max_usd_per_day
        ));
    }

    pub(super) fn apply(&self, ctx: &Ctx) -> Result<()> {
        if self.after == self.before {
            return Ok(());
        }
        let Some(folder) = self.file.parent() else { bail!("the configuration has no folder") };
        fsx::create_private_dir(folder)?;
        let there = fsx::read_text_opt(&self.file)?;
        let change = UserChangeKind::of_file(self.file.clone(), there.as_deref(), Some(&self.after));
        journal::noted(ctx, change, "ingrain enable", None, || {
            fsx::write_user_file(&self.file, self.after.as_bytes())
        })
    }
}

/// Does the file have an answer?
fn is_answered(text: &str) -> bool {
    matches!(jsonc::value(text), Ok(Some(Value::Object(o))) if o.contains_key("consent"))
}

fn what_is_sent(config: &Config) -> String {
    format!(
        "Claude can look for lessons in what you typed, and finds more of what is said in passing. Excerpts of your \
         sessions (your messages, and the end of what was said before them, with secrets masked) then go to Anthropic \
         through your own `claude` program, at most {} times and for {:.2} USD a day. Otherwise the built-in extractor \
         does the work, on this machine alone.",
        config.max_daily_runs, config.max_usd_per_day
    )
}
