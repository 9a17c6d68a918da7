//! The three best lessons of a backfill, each with its quote and the days on which it was repeated.

use std::collections::BTreeSet;

use anyhow::Result;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::core::config::Promotion;
use crate::core::model::{Observation, Time};
use crate::core::review::highlights::{self, Highlight};
use crate::core::review::list;
use crate::core::text::plural;
use crate::os::clock;
use crate::store;
use crate::ui::{self, Ui};

const MOST: usize = 3;
/// Beyond this number, days are counted instead of listed.
const MOST_DAYS: usize = 4;

pub(super) fn show(db: &Connection, mode: Promotion, now: Time, ui: &Ui) -> Result<()> {
    let observations = store::observations::all(db)?;
    let best = highlights::best(&observations, now, MOST);
    if best.is_empty() {
        return Ok(());
    }
    let offered = offered(&observations, mode, now);
    let mut lines = vec!["the best of it:".to_owned()];
    for found in &best {
        let o = found.observation;
        lines.push(format!("  {}", ui::inert(&o.title)));
        if let Some(quote) = &found.quote {
            lines.push(format!("    {}: “{}”", day(quote.at), ui::inert(&quote.words)));
        }
        let place = store::artifacts::get(db, &o.id)?.map(|row| row.place());
        let stands = match place {
            Some(place) => format!("; it stands in {place}"),
            None if offered.contains(o.id.as_str()) => "; `ingrain review` accepts it now".to_owned(),
            None => String::new(),
        };
        lines.push(format!("    {}{stands}", often(found)));
    }
    ui.data(&lines.join("\n"))
}

/// What `review` has in its list.
fn offered(observations: &[Observation], mode: Promotion, now: Time) -> BTreeSet<&str> {
    let proposals = list::proposals(observations, now).shown;
    let waiting = observations.iter().filter(|o| list::waits(o, mode));
    proposals.into_iter().chain(waiting).map(|o| o.id.as_str()).collect()
}

pub(super) fn json(db: &Connection, now: Time) -> Result<Value> {
    let observations = store::observations::all(db)?;
    Ok(highlights::best(&observations, now, MOST).iter().map(as_json).collect())
}

fn as_json(found: &Highlight<'_>) -> Value {
    let o = found.observation;
    let quote = found.quote.as_ref();
    let again: Vec<Value> =
        found.again.iter().map(|(session, at)| json!({"session": session, "at": at})).collect();
    json!({"id": o.id, "title": o.title, "quote": quote.map(|quote| &quote.words),
        "at": quote.map_or(o.first_seen, |quote| quote.at), "sessions": o.count, "again": again})
}

fn often(found: &Highlight<'_>) -> String {
    let count = found.observation.count as usize;
    if found.quote.is_none() {
        return format!("seen in {}", plural(count, "session", "sessions"));
    }
    match found.later_sessions() {
        0 => "said once so far".to_owned(),
        later if found.again.is_empty() => {
            format!("said again in {}", plural(later, "later session", "later sessions"))
        }
        later => {
            let sessions = plural(later, "later session", "later sessions");
            format!("said again in {sessions}: {}", days(&found.again))
        }
    }
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
