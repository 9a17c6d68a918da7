//! `ingrain pattern show`: prints one pattern with its record.

use anyhow::Result;

use super::list::{self, PatternRow};
use super::named;
use crate::cli;
use crate::cmd::place;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::store;
use crate::ui::{self, Ui};

pub(super) fn run(args: &cli::One, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let row = named(list::rows(ctx)?, |row: &PatternRow| &row.pattern.id, &args.id)?;
    if args.json {
        ui.json(&row)?;
    } else {
        ui.data(&page(ctx, &row)?)?;
    }
    Ok(Exit::Ok)
}

fn page(ctx: &Ctx, PatternRow { pattern, maturity, .. }: &PatternRow) -> Result<String> {
    let track = &pattern.track;
    let mut lines = vec![
        ui::inert(&pattern.content),
        format!("{}  {}  {}  {}", pattern.id, pattern.kind.as_str(), pattern.category, pattern.lifecycle),
        String::new(),
        format!("role        {}", pattern.role),
        format!(
            "maturity    {}: {} good ends, {} bad ones",
            maturity.state, pattern.success_count, pattern.failure_count
        ),
        format!(
            "reviews     seen {}, confirmed {}, rejected {}",
            track.seen, track.reinforced, track.ignored
        ),
        format!("since       {}", clock::day(pattern.created_at)),
    ];
    let tags: Vec<&str> = pattern.tags.iter().map(String::as_str).collect();
    let optional = [
        ("tags", (!tags.is_empty()).then(|| tags.join(", "))),
        ("regression", track.regression()),
        ("reason", pattern.reason.clone()),
        ("belongs to", pattern.linked.clone()),
    ];
    for (name, value) in optional {
        lines.extend(value.map(|value| format!("{name:<11} {}", ui::inert(&value))));
    }
    let Some((_, store)) = place::memory(ctx)? else { return Ok(lines.join("\n")) };
    for seen in store::patterns::sightings(store.read(), &pattern.id)? {
        lines.push(format!("seen        {}  {}", clock::minute(seen.at), seen.session));
    }
    Ok(lines.join("\n"))
}
