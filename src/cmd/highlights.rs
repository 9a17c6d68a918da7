//! The three best lessons of a backfill, each with its quote and the days on which it was repeated.

use anyhow::Result;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::core::model::Time;
use crate::core::review::highlights::{self, Highlight};
use crate::core::text::plural;
use crate::os::clock;
use crate::store;
use crate::ui::{self, Ui};

const MOST: usize = 3;
/// Beyond this number, days are counted instead of listed.
const MOST_DAYS: usize = 4;

pub(super) fn show(db: &Connection, ui: &Ui) -> Result<()> {
    let observations = store::observations::all(db)?;
    let best = highlights::best(&observations, MOST);
    if best.is_empty() {
        return Ok(());
    }
    let mut lines = vec!["the best of it:".to_owned()];
    for found in &best {
        lines.push(format!("  {}", ui::inert(&found.observation.title)));
        lines.push(format!("    {}: “{}”", day(found.at), ui::inert(&found.quote)));
        let place = store::artifacts::get(db, &found.observation.id)?.map(|row| row.place());
        lines.push(format!("    {}", again(found, place.as_deref())));
    }
    ui.data(&lines.join("\n"))
}

pub(super) fn json(db: &Connection) -> Result<Value> {
    let observations = store::observations::all(db)?;
    Ok(highlights::best(&observations, MOST).iter().map(as_json).collect())
}

fn as_json(found: &Highlight<'_>) -> Value {
    let again: Vec<Value> =
        found.again.iter().map(|(session, at)| json!({"session": session, "at": at})).collect();
    let o = found.observation;
    json!({"id": o.id, "title": o.title, "quote": found.quote, "at": found.at, "again": again})
}

fn again(found: &Highlight<'_>, place: Option<&str>) -> String {
    let stands = match place {
        Some(place) => format!("; it stands in {place}"),
        None => "; `ingrain review` accepts it now".to_owned(),
    };
    let said = match found.again.len() {
        0 => "said once so far".to_owned(),
        times => format!(
            "said again in {}: {}",
            plural(times, "later session", "later sessions"),
            days(&found.again)
        ),
    };
    format!("{said}{stands}")
}

fn days(again: &[(String, Time)]) -> String {
    let mut days: Vec<String> = again.iter().map(|(_, at)| day(*at)).collect();
    days.dedup();
    let more = days.len().saturating_sub(MOST_DAYS);
    days.truncate(MOST_DAYS);
    match more {
        0 => days.join(", "),
        more => format!("{} and on {more} more days", days.join(", ")),
    }
}

fn day(at: Time) -> String {
    clock::day_of(at).format("%-d %B").to_string()
}
