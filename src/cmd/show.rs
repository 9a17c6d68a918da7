//! `ingrain show ID`: prints one observation with its figures and quotes.

use anyhow::{Context, Result};

use super::retired::{beside, replaced, retired};
use super::{naming, place};
use crate::cli;
use crate::core::config::Thresholds;
use crate::core::knowledge::mirror;
use crate::core::learn::verify;
use crate::core::model::{Details, Observation, Speaker};
use crate::core::text;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::project::artifacts;
use crate::project::configuration;
use crate::store;
use crate::ui::{self, Ui};
use crate::worker::stage::reconcile;

pub(super) fn run(args: &cli::Show, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let (project, store) = place::learned(ctx)?;
    let found =
        naming::observation(store.read(), &args.id)?.with_context(|| format!("no observation `{}`", args.id));
    let mut found = found.hint("`ingrain list` shows the ids")?;
    let thresholds = configuration::load(ctx, &project)?.config.thresholds;
    let artifact = store::artifacts::get(store.read(), &found.id)?;
    let theirs = artifact.as_ref().and_then(|row| artifacts::title(&project.root, row));
    found.title = theirs.unwrap_or(found.title);
    if args.json {
        let path = artifact.as_ref().map(|a| a.path.as_str());
        ui.json(&mirror::observation(&found, &thresholds, path))?;
        return Ok(Exit::Ok);
    }
    let uses = store::usage::uses_of(store.read(), &found.id)?;
    let absent = reconcile::absent(store.read())?.remove(&found.id);
    let absent = absent.map_or_else(String::new, |absent| format!(", {}", absent.sentence(clock::minute)));
    let place = artifact.map(|artifact| artifact.place() + &absent);
    let retired = retired(&project.root).remove(&found.id).or_else(|| replaced(&found));
    let standing = beside(found.status, retired.as_deref());
    ui.data(&page(&found, &standing, &thresholds, place.as_deref(), uses))?;
    Ok(Exit::Ok)
}

fn page(o: &Observation, standing: &str, thresholds: &Thresholds, place: Option<&str>, uses: u32) -> String {
    let mut lines = vec![ui::inert(&o.title), format!("{}  {}  {standing}", o.id, o.kind()), String::new()];
    lines.push(ui::columns(&figures(o, thresholds, place, uses)));
    lines.push(String::new());
    let stated = fields(&o.details).into_iter().filter(|(_, text)| !text.is_empty());
    lines.extend(stated.map(|(name, text)| format!("{name}: {}", ui::inert(&text)).replace(": \n", ":\n")));
    lines.push(String::new());
    for e in &o.evidence {
        lines.push(format!("{}  {}  {}", clock::minute(e.at), e.session, e.speaker.as_str()));
        let quote = ui::inert(&e.quote);
        // Structural evidence is not a quote.
        lines.push(if e.speaker == Speaker::Structure {
            format!("  {quote}")
        } else {
            format!("  “{quote}”")
        });
    }
    lines.join("\n")
}

fn figures(o: &Observation, thresholds: &Thresholds, place: Option<&str>, uses: u32) -> Vec<[String; 2]> {
    let sessions = |count: u32| text::plural(count as usize, "session", "sessions");
    let by_count = || {
        let required = thresholds.of(o.kind()).required;
        let seen = match o.count > required {
            true => format!("seen in {}, {required} are enough", sessions(o.count)),
            false => format!("seen in {} of {}", o.count, sessions(required)),
        };
        let lowered = if o.penalty < 1.0 { ", lowered because you refused it" } else { "" };
        format!("{:.2}: {seen}{lowered}", thresholds.confidence(o))
    };
    let confidence = o.certainty().map_or_else(by_count, |why| format!("certain, because {why}"));
    let listed = |words: Vec<&str>| (!words.is_empty()).then(|| ui::inert(&words.join(", ")));
    let figures = [
        ("confidence", Some(confidence)),
        ("quality", o.certainty().is_none().then(|| quality(o))),
        ("seen", Some(format!("{} to {}", clock::day(o.first_seen), clock::day(o.last_seen)))),
        ("artifact", Some(place.unwrap_or("none").to_owned())),
        ("used", Some(format!("in {}", sessions(uses)))),
        ("about", listed(o.keys.iter().map(String::as_str).collect())),
        ("review", listed(o.reviews.iter().map(|reason| reason.as_str()).collect())),
    ];
    figures.into_iter().filter_map(|(name, text)| Some([name.to_owned(), text?])).collect()
}

fn quality(o: &Observation) -> String {
    if o.quality_ok {
        return "verified".into();
    }
    let missing = verify::missing(o.kind(), &o.quality, o.sessions.len());
    format!("not verified yet, it needs {}", missing.join("; "))
}

fn numbered(steps: &[String]) -> String {
    steps.iter().enumerate().map(|(n, step)| format!("\n  {}. {step}", n + 1)).collect()
}

fn fields(details: &Details) -> Vec<(&'static str, String)> {
    match details {
        Details::Workflow { steps } => vec![("steps", numbered(steps))],
        Details::Procedural { situation, steps, rationale } => {
            vec![("when", situation.clone()), ("steps", numbered(steps)), ("because", rationale.clone())]
        }
        Details::Decision { context, decision, rationale } => {
            vec![("context", context.clone()), ("decision", decision.clone()), ("because", rationale.clone())]
        }
        Details::Pitfall { area, issue, impact, resolution } => vec![
            ("area", area.clone()),
            ("issue", issue.clone()),
            ("impact", impact.clone()),
            ("resolution", resolution.clone()),
        ],
    }
}
