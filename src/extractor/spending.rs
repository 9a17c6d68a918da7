//! The day's spending on models, over all projects: the user allows an amount per day, not per project.
//!
//! A call is booked at its maximum cost before it is made, and corrected to its actual cost afterwards.
//! If the call never returns, the maximum stays booked, so the daily limit holds. More days than
//! today's are kept, because clocks jump.

use std::time::Duration;

use anyhow::{Context, Result};

use crate::core::config::Config;
use crate::core::model::cost::{Account, Day, Limits};
use crate::os::ctx::Ctx;
use crate::os::fsx::{self, Lock};

/// The file is held for a moment only.
const PATIENCE: Duration = Duration::from_secs(5);

/// A call that has been booked.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowance {
    pub usd: f64,
    day: String,
}

pub fn today(ctx: &Ctx) -> Result<Day> {
    Ok(account(ctx)?.of(&ctx.today().to_string()))
}

fn account(ctx: &Ctx) -> Result<Account> {
    let path = ctx.data.join("spending.json");
    let text = fsx::read_text_opt(&path)?;
    let account = text.map(|text| serde_json::from_str(&text)).transpose().with_context(|| {
        let path = path.display();
        format!("could not read `{path}`; no model is called until you remove it, which restarts the count")
    })?;
    Ok(account.unwrap_or_default())
}

/// Books a call, or says which of the day's limits is reached.
pub fn allow(ctx: &Ctx, config: &Config) -> Result<Result<Allowance, String>> {
    let limits = Limits { runs: config.max_daily_runs, usd: config.max_usd_per_day };
    changed(ctx, &ctx.today().to_string(), |day| {
        let usd = day.allows(limits)?;
        (day.runs, day.usd) = (day.runs.saturating_add(1), day.usd + usd);
        Ok(Allowance { usd, day: day.day.clone() })
    })
}

/// Replaces the booked amount by the actual cost, on the day of the booking.
pub fn settle(ctx: &Ctx, allowance: &Allowance, cost_usd: f64) -> Result<()> {
    changed(ctx, &allowance.day, |day| day.usd = (day.usd - allowance.usd + cost_usd).max(0.0))
}

fn changed<T>(ctx: &Ctx, day: &str, change: impl FnOnce(&mut Day) -> T) -> Result<T> {
    fsx::create_private_dir(&ctx.data)?;
    let _held = Lock::take_within(&ctx.data.join("spending.lock"), PATIENCE)?
        .context("another run has held the record of costs for too long")?;
    let mut account = account(ctx)?;
    let before = account.of(day);
    let mut day = before.clone();
    let changed = change(&mut day);
    if day != before {
        account.put(day);
        let path = ctx.data.join("spending.json");
        fsx::write_private_for_good(&path, &serde_json::to_vec_pretty(&account)?)?;
    }
    Ok(changed)
}
