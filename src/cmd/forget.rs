//! `ingrain forget`: gives up the named lesson, or lists the candidates if several match.

use anyhow::{Result, anyhow};
use rusqlite::Connection;
use serde_json::{Value, json};

use super::{naming, place, remember};
use crate::cli;
use crate::core::learn::direct;
use crate::core::model::{Observation, Status};
use crate::core::review::fitting::fits;
use crate::core::review::{ReviewDecision, direct_prompt};
use crate::core::text::{one_line, safe_name};
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint, Usage};
use crate::project::configuration;
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::ruling::direct::{self as said_directly, DirectWords};
use crate::worker::run::Run;

/// A possible match.
enum Meant {
    Lesson(Box<Observation>),
    /// A sentence for all projects.
    Everywhere(String),
}

impl Meant {
    fn row(&self) -> [String; 3] {
        match self {
            Meant::Lesson(o) => [o.id.clone(), o.kind().to_string(), one_line(&o.title)],
            Meant::Everywhere(said) => ["-".to_owned(), "everywhere".to_owned(), one_line(said)],
        }
    }

    fn json(&self) -> Value {
        match self {
            Meant::Lesson(o) => json!({"id": o.id, "type": o.kind(), "title": o.title}),
            Meant::Everywhere(said) => json!({"id": null, "type": "everywhere", "title": said}),
        }
    }
}

/// What a person wants forgotten, and what holds instead of it, if they said so.
struct Order {
    given_up: String,
    instead: String,
    fitting: Vec<Meant>,
}

pub(super) fn run(args: &cli::Forget, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let words = args.words.join(" ");
    if words.trim().is_empty() {
        return Err(Usage("say what to forget".to_owned()))
            .hint("`ingrain forget ID`, or a few words of the lesson; `ingrain list` shows all");
    }
    let Some(order) = order(args, &words, ctx)? else { return Ok(Exit::Ok) };
    match order.fitting.as_slice() {
        [one] => forget(one, &order, &words, args, ctx, ui),
        [] if args.loosely => nothing_fits(&order, &words, args, ui),
        [] => {
            Err(anyhow!("no lesson matches `{}`", ui::inert(&words))).hint("`ingrain list` shows all of them")
        }
        several => {
            let (count, by_id) = (several.len(), by_id(ctx));
            let what = ui::inert(&order.given_up);
            if args.loosely && !args.change.json {
                ui.data(&format!(
                    "{count} lessons fit “{what}”, so none was forgotten; `{by_id}` takes one of them out:"
                ))?;
            }
            show(several, args, ui)?;
            if args.loosely {
                return Ok(Exit::Ok);
            }
            Err(anyhow!("{count} lessons match `{what}`, so none was forgotten"))
                .hint(format!("`{by_id}` forgets one of them"))
        }
    }
}

/// Answers an order that was meant for ingrain. Other prompts are read with the transcript.
fn nothing_fits(order: &Order, words: &str, args: &cli::Forget, ui: &Ui) -> Result<Exit> {
    if direct_prompt::is_order_to_forget(words) {
        let line = format!(
            "no lesson fits “{}”, so nothing was forgotten; `ingrain list` shows all of them",
            ui::inert(&order.given_up)
        );
        answer(ui, args, &line, json!({"forgotten": null}))?;
    }
    Ok(Exit::Ok)
}

/// How one of several is named where the person is.
fn by_id(ctx: &Ctx) -> &'static str {
    if ctx.env.agent_session.is_some() { "forget: ID" } else { "ingrain forget ID" }
}

/// All of the words name the lesson, or else the first clause of them does. `None` if a prompt asks for nothing.
fn order(args: &cli::Forget, words: &str, ctx: &Ctx) -> Result<Option<Order>> {
    if args.loosely {
        let Some((given_up, instead)) = direct_prompt::loosely(words) else { return Ok(None) };
        let fitting = meant(ctx, &given_up)?;
        return Ok(Some(Order { given_up, instead, fitting }));
    }
    let fitting = meant(ctx, words)?;
    if !fitting.is_empty() {
        return Ok(Some(Order { given_up: words.to_owned(), instead: String::new(), fitting }));
    }
    let (given_up, instead) = direct_prompt::given_up(words);
    let fitting = meant(ctx, given_up)?;
    Ok(Some(Order { given_up: given_up.to_owned(), instead: instead.to_owned(), fitting }))
}

fn show(all: &[Meant], args: &cli::Forget, ui: &Ui) -> Result<()> {
    match args.change.json {
        true => {
            ui.json(&json!({"forgotten": null, "fitting": all.iter().map(Meant::json).collect::<Vec<_>>()}))
        }
        false => ui.data(&ui::columns(&all.iter().map(Meant::row).collect::<Vec<_>>())),
    }
}

/// Matches by id or entry, else by words.
fn meant(ctx: &Ctx, words: &str) -> Result<Vec<Meant>> {
    let mut all = Vec::new();
    if let Some((_, store)) = place::memory_if_any(ctx)? {
        let db = store.read();
        if let Some(named) = words.split_whitespace().find_map(|word| named(db, word).transpose()) {
            return Ok(vec![Meant::Lesson(Box::new(named?))]);
        }
        let lessons = said_directly::fitting(db, words, |o| o.status != Status::Deprecated)?;
        all.extend(lessons.into_iter().map(|o| Meant::Lesson(Box::new(o))));
    }
    let everywhere = configuration::of_user(ctx)?.config.everywhere;
    all.extend(everywhere.into_iter().filter(|said| fits(words, said)).map(Meant::Everywhere));
    Ok(all)
}

/// Matches an id prefix. A single letter is not enough.
fn named(db: &Connection, word: &str) -> Result<Option<Observation>> {
    let is_name = word.starts_with("obs_") || word.contains('-') || word.contains('_');
    let found = if is_name { naming::observation(db, word)? } else { None };
    Ok(found.filter(|o| o.status != Status::Deprecated))
}

fn forget(one: &Meant, order: &Order, words: &str, args: &cli::Forget, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let title = one.row()[2].clone();
    if args.change.dry_run {
        answer(ui, args, &format!("would forget “{title}”"), json!({"forgotten": one.json()}))?;
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    let mut proposed = None;
    let number = match one {
        Meant::Everywhere(said) => {
            let path = configuration::user_file(ctx);
            let mut all = configuration::of_user(ctx)?.config.everywhere;
            all.retain(|one| one != said);
            remember::write_everywhere(ctx, &path, &all, "ingrain forget")?
        }
        Meant::Lesson(o) => {
            let project = place::project(ctx)?;
            let mut run = worker::for_person(ctx, &project)?;
            // What no longer holds may be said again; what a person wants forgotten may not come back.
            let is_lapsed = args.loosely || !order.instead.is_empty();
            let how = if is_lapsed { ReviewDecision::Deprecate } else { ReviewDecision::Reject };
            said_directly::forget(&mut run, &o.id, &how)?;
            proposed = propose(&mut run, &order.instead, ctx)?;
            note(&mut run, ctx, words, args.loosely)?;
            worker::settle(&mut run)?;
            run.store.change_set().map(|number| number.to_string()).unwrap_or_default()
        }
    };
    let new = proposed.as_ref().map_or_else(String::new, |new| {
        format!("; proposed: “{}”, which `{}` keeps", one_line(&new.title), remember::accepting(ctx, &new.id))
    });
    let back = remember::way_back(ctx, &number);
    let line = match args.loosely {
        true => format!("no longer told: “{title}”{new}; not meant so: `{back}`"),
        false => format!("forgotten: “{title}”; it is no longer told{new}; take it back: `{back}`"),
    };
    let proposed = proposed.map(|new| json!({"id": new.id, "type": new.kind(), "title": new.title}));
    let json =
        json!({"forgotten": one.json(), "proposed": proposed, "undo": format!("ingrain undo {number}")});
    answer(ui, args, &line, json)
}

/// "We use mysql now": a lesson that waits.
fn propose(run: &mut Run<'_>, instead: &str, ctx: &Ctx) -> Result<Option<Observation>> {
    let instead = run.redactor.redact(instead).into_owned();
    let Some(lesson) = direct::lesson(&instead) else { return Ok(None) };
    let session = ctx.env.agent_session.as_ref().map(|session| safe_name(session));
    let words = DirectWords { said: &instead, session: session.as_deref() };
    said_directly::propose(run, &lesson, words).map(Some)
}

/// Notes the prompt as carried out, because the transcript contains it too.
fn note(run: &mut Run<'_>, ctx: &Ctx, words: &str, is_loose: bool) -> Result<()> {
    let Some(session) = ctx.env.agent_session.as_ref().map(|session| safe_name(session)) else {
        return Ok(());
    };
    let words = run.redactor.redact(words).into_owned();
    let command = ["forget", if is_loose { direct_prompt::LOOSELY } else { "" }, &words];
    said_directly::note_done(run, &session, &command)
}

fn answer(ui: &Ui, args: &cli::Forget, line: &str, mut json: Value) -> Result<Exit> {
    if args.change.json {
        json["dry_run"] = args.change.dry_run.into();
        ui.json(&json)?;
    } else {
        ui.data(&ui::inert(line))?;
    }
    Ok(Exit::Ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_everywhere_lesson_has_no_id() {
        let said = Meant::Everywhere("answer in German".to_owned());
        assert_eq!(said.row(), ["-", "everywhere", "answer in German"].map(str::to_owned));
        assert_eq!(said.json()["id"], Value::Null);
    }
}
