//! The extractors, which turn a batch into items: the built-in rules, the user's own `claude`, or a
//! program of theirs. All get the same request and answer in the same form.

pub(crate) mod known_text;
pub(crate) mod spending;

mod claude;
mod client;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::core::config::{Config, ExtractorChoice};
use crate::core::learn::extract::response::{self, Parsed};
use crate::core::learn::extract::{self, Request};
use crate::core::learn::topics;
use crate::core::learn::verify::Wording;
use crate::os::ctx::Ctx;
use crate::os::process::{self, RunError};

pub use claude::find_claude;
pub use client::{OLDEST as OLDEST_CLIENT, inspect as inspect_client};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extractor {
    Builtin,
    Claude { program: PathBuf, model: String },
    Command(Vec<String>),
}

impl Extractor {
    pub fn name(&self) -> &'static str {
        match self {
            Extractor::Builtin => "builtin",
            Extractor::Claude { .. } => "claude",
            Extractor::Command(_) => "command",
        }
    }

    /// The extractor that the settings lead to on this machine: the built-in one if there is no `claude`.
    pub fn chosen(ctx: &Ctx, config: &Config) -> Extractor {
        match config.extractor {
            ExtractorChoice::Command if !config.extractor_command.is_empty() => {
                Extractor::Command(config.extractor_command.clone())
            }
            ExtractorChoice::Auto | ExtractorChoice::Claude if config.consent => match find_claude(ctx) {
                Some(program) => Extractor::Claude { program, model: config.model.clone() },
                None => Extractor::Builtin,
            },
            _ => Extractor::Builtin,
        }
    }
}

/// The reason why the configured extractor cannot be used, if there is one. A person who names an extractor gets an
/// error; a worker falls back.
pub fn unmet(ctx: &Ctx, config: &Config) -> Option<Unmet> {
    match config.extractor {
        ExtractorChoice::Claude if !config.consent => Some(Unmet::Consent),
        ExtractorChoice::Claude if find_claude(ctx).is_none() => Some(Unmet::Claude),
        ExtractorChoice::Command if config.extractor_command.is_empty() => Some(Unmet::Command),
        _ => None,
    }
}

/// A missing precondition of an extractor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmet {
    #[error("the extractor `claude` costs money, and you have not allowed that yet")]
    Consent,
    #[error("the extractor `claude` was chosen, but there is no `claude` on the PATH")]
    Claude,
    #[error("the extractor `command` was chosen, but no `extractor_command` is set")]
    Command,
}

impl Unmet {
    pub fn remedy(self) -> &'static str {
        match self {
            Unmet::Consent => "`ingrain enable --extractor claude` says what is sent, and allows it",
            Unmet::Claude => "install Claude Code, or run `ingrain configure --set extractor=builtin`",
            Unmet::Command => {
                "run `ingrain configure --set 'extractor_command=[\"PROGRAM\", \"ARGUMENT\"]'` first"
            }
        }
    }
}

/// An extractor's answer and its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Extraction {
    pub parsed: Parsed,
    pub cost_usd: f64,
    pub wording: Wording,
}

/// A run without a result. It may have cost something all the same.
#[derive(Debug, thiserror::Error)]
#[error("{reason:#}")]
pub struct Failed {
    pub reason: anyhow::Error,
    /// `None` when it is unknown.
    pub cost_usd: Option<f64>,
}

/// Nothing was asked.
impl From<anyhow::Error> for Failed {
    fn from(reason: anyhow::Error) -> Failed {
        Failed { reason, cost_usd: Some(0.0) }
    }
}

impl From<RunError> for Failed {
    fn from(error: RunError) -> Failed {
        let cost_usd = matches!(error, RunError::Start { .. }).then_some(0.0);
        Failed { reason: error.into(), cost_usd }
    }
}

/// The limits of one run.
#[derive(Clone, Copy, Debug)]
pub struct CallLimits {
    pub patience: Duration,
    pub budget_usd: f64,
}

pub fn ask(
    ctx: &Ctx,
    extractor: &Extractor,
    request: &Request,
    limits: CallLimits,
) -> Result<Extraction, Failed> {
    match extractor {
        Extractor::Builtin => {
            let items = topics::beyond(extract::rules::builtin(request).observations);
            Ok(Extraction {
                parsed: Parsed { items, dropped: Vec::new() },
                cost_usd: 0.0,
                wording: Wording::Ours,
            })
        }
        Extractor::Claude { program, model } => claude::ask(ctx, program, model, request, limits),
        Extractor::Command(words) => Ok(ask_program(ctx, words, request, limits)?),
    }
}

fn ask_program(ctx: &Ctx, words: &[String], request: &Request, limits: CallLimits) -> Result<Extraction> {
    let (program, arguments) = words.split_first().context("`extractor_command` is empty")?;
    let mut command = Command::new(program);
    command.args(arguments).env(crate::os::ctx::WORKER_GUARD, "1").current_dir(&ctx.data);
    let finished = process::run(command, serde_json::to_vec(request)?, limits.patience)?;
    anyhow::ensure!(finished.status.success(), "`{program}` ended with {}", finished.status);
    let text = String::from_utf8(finished.stdout).context("the answer is not UTF-8")?;
    Ok(Extraction { parsed: response::parse(&text)?, cost_usd: 0.0, wording: Wording::Extractor })
}
