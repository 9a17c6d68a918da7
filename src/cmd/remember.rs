//! `ingrain remember`: stores a lesson in the user's own words, accepted at once.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::configure;
use super::place;
use crate::cli;
use crate::client::journal::{self, EverywhereChange, UserChangeKind};
use crate::core::config::{Level, set_key};
use crate::core::knowledge::render;
use crate::core::learn::direct::{self, DirectLesson};
use crate::core::learn::extract::rules;
use crate::core::model::{Kind, Observation, Status};
use crate::core::redact::{Redactor, is_masked};
use crate::core::review::direct_prompt;
use crate::core::review::fitting::is_same_lesson;
use crate::core::text::{self, safe_name};
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint, Usage};
use crate::os::fsx;
use crate::project;
use crate::project::configuration;
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::ruling::direct::{self as said_directly, DirectWords, Kept};

/// Longer text is pasted.
const MOST_CHARS: usize = 600;

pub(super) fn run(args: &cli::Remember, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let said = args.words.join(" ");
    if args.loosely {
        return loosely(&said, args, ctx, ui);
    }
    let (said, is_everywhere) = match direct_prompt::everywhere(&said) {
        Some(rest) => (rest.to_owned(), true),
        None => (said, args.everywhere),
    };
    if said.chars().count() > MOST_CHARS {
        return Err(Usage(format!("more than {MOST_CHARS} characters are too long for a lesson")))
            .hint("say it in a sentence or two");
    }
    let lesson = direct::lesson(&said).ok_or_else(|| Usage("say what to remember".to_owned()));
    let lesson =
        lesson.hint("say it as you would say it to a colleague: `ingrain remember \"we use pnpm\"`")?;
    match is_everywhere {
        true => everywhere(args, &said, ctx, ui),
        false => here(args, &said, &lesson, ctx, ui),
    }
}

fn here(args: &cli::Remember, said: &str, lesson: &DirectLesson, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    if args.change.dry_run {
        let masked = masked(&Redactor::new(&[])?, said);
        let kind = kind_name(lesson.details.kind());
        let would = format!("would remember as a {kind}: “{}”", masked_title(&masked));
        return answer(
            ui,
            args,
            &would,
            json!({"type": lesson.details.kind(), "title": masked_title(&masked)}),
        );
    }
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let said = masked(&run.redactor, said);
    let lesson = direct::lesson(&said).filter(|_| is_legible(&said)).context(MASKED).hint(NO_SECRETS)?;
    let session = ctx.env.agent_session.as_ref().map(|session| safe_name(session));
    let words = DirectWords { said: &said, session: session.as_deref() };
    let kept = said_directly::remember(&mut run, &lesson, words)?;
    if let Some(session) = &session {
        said_directly::note_done(&mut run, session, &["remember", &said])?;
    }
    worker::settle(&mut run)?;
    let Observation { id, title, .. } = &kept.observation;
    let number = run.store.change_set().map(|number| number.to_string());
    let undo = number.as_ref().map(|number| format!("ingrain undo {number}"));
    let json = json!({"id": id, "type": kept.observation.kind(), "title": title, "artifact": kept.place,
        "everywhere": false, "changed": kept.is_new, "replaced": kept.replaced, "undo": undo});
    let way_back = number.map(|number| way_back(ctx, &number));
    answer(ui, args, &sentence(&kept, way_back.as_deref()), json)
}

/// "Remember that dates are utc" may be meant for the work at hand, so it is only proposed.
fn loosely(prompt: &str, args: &cli::Remember, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let Some(said) = direct_prompt::to_keep(prompt) else { return Ok(Exit::Ok) };
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let said = masked(&run.redactor, &said);
    let Some(lesson) = direct::lesson(&said).filter(|_| rules::holds_beyond_the_task(&said)) else {
        return Ok(Exit::Ok);
    };
    let session = ctx.env.agent_session.as_ref().map(|session| safe_name(session));
    let words = DirectWords { said: &said, session: session.as_deref() };
    let proposed = said_directly::propose(&mut run, &lesson, words)?;
    if let Some(session) = &session {
        let prompt = masked(&run.redactor, prompt);
        said_directly::note_done(&mut run, session, &["remember", direct_prompt::LOOSELY, &prompt])?;
    }
    worker::settle(&mut run)?;
    let Observation { id, title, status, .. } = &proposed;
    let number = run.store.change_set().map(|number| number.to_string()).unwrap_or_default();
    let line = match status {
        Status::Observing => format!(
            "proposed: “{title}”, which `{}` keeps; not meant so: `{}`",
            accepting(ctx, id),
            way_back(ctx, &number)
        ),
        _ => format!("known already: “{title}”"),
    };
    let proposed = json!({"id": id, "type": proposed.kind(), "title": title});
    answer(ui, args, &line, json!({"proposed": proposed, "undo": format!("ingrain undo {number}")}))
}

/// How a proposal is accepted where the person is.
pub(super) fn accepting(ctx: &Ctx, id: &str) -> String {
    match ctx.env.agent_session {
        Some(_) => format!("/ingrain:review accept {id}"),
        None => format!("ingrain review --accept {id}"),
    }
}

/// How the person takes a change back from where they are: in the client, a shell command counts as
/// the agent's.
pub(super) fn way_back(ctx: &Ctx, number: &str) -> String {
    match ctx.env.agent_session {
        Some(_) => format!("undo: {number}"),
        None => format!("ingrain undo {number}"),
    }
}

/// A sentence with what was understood and how to undo it.
fn sentence(kept: &Kept, undo: Option<&str>) -> String {
    let Observation { title, .. } = &kept.observation;
    let as_what = as_what(kept);
    if !kept.is_new {
        return format!("known already{as_what}: “{title}”");
    }
    let replaced: Vec<String> =
        kept.replaced.iter().map(|title| format!("; it replaces “{title}”")).collect();
    let masked = if is_masked(title) { "; what looked like a secret was masked" } else { "" };
    let undo = undo.map_or_else(String::new, |undo| format!("; take it back: `{undo}`"));
    format!(
        "remembered{as_what}: “{title}”{}{masked}; told from the next session on{undo}",
        replaced.concat()
    )
}

fn as_what(kept: &Kept) -> String {
    let kind = kept.observation.kind();
    let what = kind_name(kind);
    let place = kept.place.as_deref().map(|place| match place.split_once('#') {
        Some((_, anchor)) => anchor.to_owned(),
        None => render::invoked_as(kind, place),
    });
    place.map_or_else(String::new, |place| format!(" as the {what} {place}"))
}

/// What a lesson of this kind becomes.
fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Workflow => "command",
        Kind::Procedural => "skill",
        Kind::Decision => "decision",
        Kind::Pitfall => "pitfall",
    }
}

/// Adds the lesson to the person's configuration, which all projects share.
fn everywhere(args: &cli::Remember, said: &str, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let path = configuration::user_file(ctx);
    let loaded = configuration::of_user(ctx)?;
    let redactor = Redactor::new(&loaded.config.redact.extra).context("`redact.extra` cannot be used")?;
    let said = masked_title(&masked(&redactor, said));
    is_legible(&said).then_some(()).context(MASKED).hint(NO_SECRETS)?;
    let mut all = loaded.config.everywhere;
    if all.iter().any(|one| is_same_lesson(one, &said)) {
        let json = json!({"title": said, "everywhere": true, "changed": false});
        return answer(ui, args, &format!("known already in all projects: “{said}”"), json);
    }
    all.push(said.clone());
    if args.change.dry_run {
        let would = format!("would remember in all projects: “{said}”");
        return answer(ui, args, &would, json!({"title": said, "everywhere": true}));
    }
    let number = write_everywhere(ctx, &path, &all, "ingrain remember --everywhere")?;
    note_everywhere(ctx, &["remember", "--everywhere", &said])?;
    let told = format!(
        "remembered in all projects: “{said}”; told from the next session on; take it back: `{}`",
        way_back(ctx, &number)
    );
    let undo = format!("ingrain undo {number}");
    answer(ui, args, &told, json!({"title": said, "everywhere": true, "changed": true, "undo": undo}))
}

/// The transcript of this session says it too, and would teach it to this project.
fn note_everywhere(ctx: &Ctx, command: &[&str]) -> Result<()> {
    let Some(session) = ctx.env.agent_session.as_ref().map(|session| safe_name(session)) else {
        return Ok(());
    };
    let known = if project::find_root(ctx, &ctx.cwd).is_some() { place::known(ctx)? } else { None };
    let Some(project) = known else { return Ok(()) };
    let mut run = worker::for_person(ctx, &project)?;
    said_directly::note_done(&mut run, &session, command)
}

/// The number of the change.
pub(super) fn write_everywhere(ctx: &Ctx, path: &Path, all: &[String], cause: &str) -> Result<String> {
    let before = fsx::read_text_opt(path)?;
    let list = Value::from(all.to_vec()).to_string();
    let after = set_key(before.as_deref().unwrap_or_default(), Level::User, "everywhere", &list);
    let after = after.map_err(|error| configure::refused(error, path))?;
    let lessons = EverywhereChange::between(&configuration::of_user(ctx)?.config.everywhere, all);
    let change =
        UserChangeKind::of_file(path.to_owned(), before.as_deref(), Some(&after)).about(Some(lessons));
    configure::of_person(ctx, path, change, &after, cause)?;
    let number = journal::all(ctx)?.last().map_or(0, |(number, _)| *number);
    Ok(format!("u{number}"))
}

const MASKED: &str = "what looks like a secret was masked, and too little is left to remember";
const NO_SECRETS: &str = "say it without the secret: where it lies, or what it is called";
/// Words besides the masks.
const LEAST_WORDS: usize = 4;

/// Whether a text says something besides its masks: `keys are [redacted:key]` does not.
fn is_legible(said: &str) -> bool {
    let is_word = |word: &&str| word.contains(char::is_alphanumeric) && !is_masked(word);
    !is_masked(said) || said.split_whitespace().filter(is_word).count() >= LEAST_WORDS
}

fn masked(redactor: &Redactor, said: &str) -> String {
    redactor.redact(said).into_owned()
}

fn masked_title(said: &str) -> String {
    text::one_line(said)
}

fn answer(ui: &Ui, args: &cli::Remember, line: &str, mut json: Value) -> Result<Exit> {
    if args.change.json {
        json["dry_run"] = args.change.dry_run.into();
        ui.json(&json)?;
    } else {
        ui.data(&ui::inert(line))?;
    }
    if args.change.dry_run {
        ui.dry_run();
    }
    Ok(Exit::Ok)
}
