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

pub(super) fn run(args: &cli::Forget, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let words = args.words.join(" ");
    if words.trim().is_empty() {
        return Err(Usage("there is nothing to forget".to_owned()))
            .hint("`ingrain forget ID`, or a few words of the lesson; `ingrain list` shows all");
    }
    if args.loosely {
        return loosely(&words, args, ctx, ui);
    }
    let meant = meant(ctx, &words)?;
    match meant.as_slice() {
        [] => {
            Err(anyhow!("no lesson matches `{}`", ui::inert(&words))).hint("`ingrain list` shows all of them")
        }
        [one] => forget(one, &words, args, ctx, ui),
        several => {
            show(several, args, ui)?;
            Err(anyhow!("{} lessons match `{}`, so none was forgotten", several.len(), ui::inert(&words)))
                .hint("`ingrain forget ID` forgets one of them")
        }
    }
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
        if !words.contains(char::is_whitespace)
            && let Some(named) = named(store.read(), words)?
        {
            return Ok(vec![Meant::Lesson(Box::new(named))]);
        }
        all.extend(
            said_directly::fitting(store.read(), words)?.into_iter().map(|o| Meant::Lesson(Box::new(o))),
        );
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

fn forget(one: &Meant, words: &str, args: &cli::Forget, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let title = one.row()[2].clone();
    if args.change.dry_run {
        answer(ui, args, &format!("would forget “{title}”"), json!({"forgotten": one.json()}))?;
        ui.dry_run();
        return Ok(Exit::Ok);
    }
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
            said_directly::forget(&mut run, &o.id, &ReviewDecision::Reject)?;
            note(&mut run, ctx, &["forget", words])?;
            worker::settle(&mut run)?;
            number(&run)
        }
    };
    let back = remember::way_back(ctx, &number);
    let line = format!("forgotten: “{title}”; it is no longer told; take it back: `{back}`");
    answer(ui, args, &line, json!({"forgotten": one.json(), "undo": format!("ingrain undo {number}")}))
}

/// Of the change that was made.
fn number(run: &Run<'_>) -> String {
    run.store.change_set().map(|number| number.to_string()).unwrap_or_default()
}

/// Notes the prompt as carried out, because the transcript contains it too.
fn note(run: &mut Run<'_>, ctx: &Ctx, command: &[&str]) -> Result<()> {
    let Some(session) = ctx.env.agent_session.as_ref().map(|session| safe_name(session)) else {
        return Ok(());
    };
    let masked: Vec<String> = command.iter().map(|word| run.redactor.redact(word).into_owned()).collect();
    said_directly::note_done(run, &session, &masked.iter().map(String::as_str).collect::<Vec<_>>())
}

/// "Forget the postgres thing, we use mysql now": the first is given up, the second proposed. If the match is ambiguous
/// nothing is done, and the transcript is read like any other.
fn loosely(prompt: &str, args: &cli::Forget, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let Some((given_up, instead)) = direct_prompt::loosely(prompt) else { return Ok(Exit::Ok) };
    let Some((project, store)) = place::memory_if_any(ctx)? else { return Ok(Exit::Ok) };
    let fitting = match given_up.split_whitespace().find_map(|word| named(store.read(), word).transpose()) {
        Some(named) => vec![named?],
        None => said_directly::fitting(store.read(), &given_up)?,
    };
    drop(store);
    let [one] = fitting.as_slice() else { return which(fitting, &given_up, args, ctx, ui) };
    let mut run = worker::for_person(ctx, &project)?;
    said_directly::forget(&mut run, &one.id, &ReviewDecision::Deprecate)?;
    let mut line = format!("no longer told: “{}”", one_line(&one.title));
    let mut proposed = Value::Null;
    let instead = run.redactor.redact(&instead).into_owned();
    if let Some(lesson) = direct::lesson(&instead) {
        let session = ctx.env.agent_session.as_ref().map(|session| safe_name(session));
        let words = DirectWords { said: &instead, session: session.as_deref() };
        let new = said_directly::propose(&mut run, &lesson, words)?;
        line = format!(
            "{line}; proposed: “{}”, which `{}` keeps",
            one_line(&new.title),
            remember::accepting(ctx, &new.id)
        );
        proposed = json!({"id": new.id, "type": new.kind(), "title": new.title});
    }
    note(&mut run, ctx, &["forget", "--loosely", prompt])?;
    worker::settle(&mut run)?;
    let number = number(&run);
    let line = format!("{line}; not meant so: `{}`", remember::way_back(ctx, &number));
    let json = json!({"forgotten": {"id": one.id, "title": one.title}, "proposed": proposed,
        "undo": format!("ingrain undo {number}")});
    answer(ui, args, &line, json)
}

/// Several could be meant, and the person should hear that nothing was done.
fn which(fitting: Vec<Observation>, words: &str, args: &cli::Forget, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    if fitting.is_empty() {
        return Ok(Exit::Ok);
    }
    let count = fitting.len();
    let all: Vec<Meant> = fitting.into_iter().map(|o| Meant::Lesson(Box::new(o))).collect();
    if !args.change.json {
        let forget = if ctx.env.agent_session.is_some() { "forget: ID" } else { "ingrain forget ID" };
        ui.data(&ui::inert(&format!(
            "{count} lessons fit “{words}”, so none was forgotten; `{forget}` takes one of them out:"
        )))?;
    }
    show(&all, args, ui)?;
    Ok(Exit::Ok)
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
