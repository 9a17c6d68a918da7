//! `ingrain configure`: shows and changes settings, one key at a time. The rest of the file stays as it
//! is.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::{place, show_changes};
use crate::cli::{ConfigScope, Configure};
use crate::client::journal::{self, UserChangeKind};
use crate::core::config::{self, Config, ConfigKey, EditError, KEYS, Level, set_key};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::redact::Redactor;
use crate::core::text::{self, ellipsis};
use crate::extractor::{self, Unmet};
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint, Usage};
use crate::os::fsx;
use crate::project;
use crate::project::configuration::{self, Loaded, PROJECT_FILE};
use crate::project::trust::Trust;
use crate::ui::{Tone, Ui, columns, inert};
use crate::worker;
use crate::worker::file::promise;
use crate::worker::file::rewrite::FileChange;

/// Longer values are cut in the list; `--get` and `--json` show them whole.
const VALUE_WIDTH: usize = 32;

/// Keys that only matter with a model.
const OF_A_MODEL: [&str; 3] = ["model", "max_daily_runs", "max_usd_per_day"];

pub(super) fn run(args: &Configure, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let loaded = load(ctx)?;
    for problem in &loaded.problems {
        ui.warn(&problem.to_string());
    }
    if let Some(name) = &args.get {
        let key = known(name)?;
        let value = key.value(&loaded.config);
        ui.raw(&if args.json { value.to_string() } else { plain(&value) })?;
    } else if args.list {
        list(&loaded.config, args.json, ui)?;
    } else {
        let wishes = if args.set.is_empty() { ask(&loaded.config, ui)? } else { wishes(&args.set)? };
        let target = Target::of(args.scope, ctx)?;
        change(&target, &wishes, args, ctx, ui)?;
    }
    Ok(Exit::Ok)
}

/// The effective configuration; outside of projects, the person's own.
fn load(ctx: &Ctx) -> Result<Loaded> {
    let root = project::find_root(ctx, &ctx.cwd);
    if let Some(project) = root.as_deref().and_then(|root| project::lookup(ctx, root)) {
        return configuration::load(ctx, &project);
    }
    let user = fsx::read_text_opt(&configuration::user_file(ctx))?;
    let own = root.map(|root| fsx::read_text_opt(&root.join(PROJECT_FILE))).transpose()?.flatten();
    let (config, problems) = config::layer(user.as_deref(), own.as_deref(), false);
    Ok(Loaded { config, problems, ..Loaded::default() })
}

fn known(name: &str) -> Result<&'static ConfigKey> {
    config::find(name)
        .ok_or_else(|| Usage(EditError::Unknown(name.to_owned()).to_string()))
        .hint("run `ingrain configure --list` to see every key")
}

fn list(config: &Config, json: bool, ui: &Ui) -> Result<()> {
    if json {
        return ui.json(config);
    }
    let defaults = Config::default();
    let mut rows = Vec::new();
    for key in KEYS {
        let value = key.value(config);
        let tone = if value == key.value(&defaults) { Tone::Faint } else { Tone::Strong };
        let shown = ellipsis(&inert(&plain(&value)), VALUE_WIDTH);
        rows.push([key.name.to_owned(), ui.paint(tone, &shown), key.about.to_owned()]);
    }
    ui.data(&columns(&rows))
}

/// A value as typed after `--set key=`.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn wishes(set: &[String]) -> Result<Vec<(String, String)>> {
    set.iter().map(|wish| split(wish)).collect()
}

fn split(wish: &str) -> Result<(String, String)> {
    let (name, word) = wish.split_once('=').ok_or_else(|| Usage(format!("`{wish}` is not KEY=VALUE")))?;
    Ok((known(name.trim())?.name.to_owned(), word.to_owned()))
}

/// Asks for the most common keys, with the effective value as default.
fn ask(config: &Config, ui: &Ui) -> Result<Vec<(String, String)>> {
    let mut ask = ui
        .ask()
        .ok_or_else(|| Usage("there is no terminal to ask on".to_owned()))
        .hint("use `--set KEY=VALUE`, `--get KEY` or `--list`")?;
    let mut wishes = Vec::new();
    let mut asks_model = is_model_asked(&plain(&json!(config.extractor)), config);
    for key in KEYS.iter().filter(|key| key.rule.asked) {
        if OF_A_MODEL.contains(&key.name) && !asks_model {
            continue;
        }
        let now = plain(&key.value(config));
        let check = |word: &str| match key.rule.read(word) {
            Some(_) => Ok(()),
            None => Err(format!("expected {}", key.rule.expects())),
        };
        let about = format!("{}: {} ({})", key.name, key.about, key.rule.expects());
        let answer = ask.line(&about, &now, check)?;
        if key.name == "extractor" {
            asks_model = is_model_asked(&answer, config);
        }
        if answer != now {
            wishes.push((key.name.to_owned(), answer));
        }
    }
    Ok(wishes)
}

/// Does this extractor call a model?
fn is_model_asked(extractor: &str, config: &Config) -> bool {
    extractor == "claude" || (extractor == "auto" && config.consent)
}

/// The file to change.
struct Target {
    level: Level,
    path: PathBuf,
    /// The project's root, for its own file.
    root: Option<PathBuf>,
}

impl Target {
    fn of(scope: ConfigScope, ctx: &Ctx) -> Result<Target> {
        match scope {
            ConfigScope::User => {
                Ok(Target { level: Level::User, path: configuration::user_file(ctx), root: None })
            }
            ConfigScope::Project => {
                let root = place::root(ctx)?;
                Ok(Target { level: Level::Project, path: root.join(PROJECT_FILE), root: Some(root) })
            }
        }
    }
}

fn change(target: &Target, wishes: &[(String, String)], args: &Configure, ctx: &Ctx, ui: &Ui) -> Result<()> {
    if target.root.is_some() && !args.dry_run {
        place::settle(ctx)?;
    }
    let before = fsx::read_text_opt(&target.path)?;
    let mut text = before.clone().unwrap_or_default();
    for (key, word) in wishes {
        text = set_key(&text, target.level, key, word).map_err(|error| refused(error, &target.path))?;
    }
    let is_new = before.as_deref().unwrap_or_default() != text;
    show(target, wishes, is_new, args, ui)?;
    if !is_new {
        ui.talk("nothing to change");
        return Ok(());
    }
    if args.dry_run {
        ui.dry_run();
        return Ok(());
    }
    match &target.root {
        Some(root) => of_project(ctx, root, [before.as_deref(), Some(&text)], &cause(wishes)?, ui)?,
        None => {
            let change = UserChangeKind::of_file(target.path.clone(), before.as_deref(), Some(&text));
            of_person(ctx, &target.path, change, &text, &cause(wishes)?)?;
        }
    }
    let unmet = unmet(wishes, ctx)?;
    match prepare_again(ctx) {
        Ok(true) if unmet.is_none() => ui.talk("it takes effect with the next session"),
        Ok(_) => {}
        Err(error) => ui.warn(&format!("sessions will use it after the next learning run: {error:#}")),
    }
    if let Some(unmet) = unmet {
        ui.warn(&unmet.to_string());
        ui.hint(unmet.remedy());
    }
    Ok(())
}

/// The command, so that the history says what was set.
fn cause(wishes: &[(String, String)]) -> Result<String> {
    let set: Vec<String> = wishes.iter().map(|(key, word)| format!(" --set {key}={word}")).collect();
    Ok(Redactor::new(&[])?.redact(&format!("ingrain configure{}", set.concat())).into_owned())
}

fn show(target: &Target, wishes: &[(String, String)], is_new: bool, args: &Configure, ui: &Ui) -> Result<()> {
    if args.json {
        let read = |key: &str, word: &str| config::find(key).and_then(|key| key.rule.read(word));
        let set: Map<String, Value> =
            wishes.iter().filter_map(|(key, word)| Some((key.clone(), read(key, word)?))).collect();
        let told = json!({"file": target.path, "set": set, "changed": is_new, "dry_run": args.dry_run});
        return ui.raw(&told.to_string());
    }
    let changes = wishes.iter().filter(|_| is_new).map(|(key, word)| format!("set {key}: {word}"));
    show_changes(ui, &target.path, &changes.collect::<Vec<_>>())
}

/// Missing preconditions of a newly chosen extractor.
fn unmet(wishes: &[(String, String)], ctx: &Ctx) -> Result<Option<Unmet>> {
    match wishes.iter().any(|(key, _)| key == "extractor") {
        true => Ok(extractor::unmet(ctx, &load(ctx)?.config)),
        false => Ok(None),
    }
}

/// Prepares the hook files again with the new settings. Other projects follow at their next session. `true` if all
/// settings are in effect here.
fn prepare_again(ctx: &Ctx) -> Result<bool> {
    let Some((project, store)) = place::memory_if_any(ctx)? else { return Ok(false) };
    drop(store);
    if project::is_excluded(ctx, &project.root) {
        return Ok(false);
    }
    let mut run = worker::for_person(ctx, &project)?;
    worker::publish(&mut run)?;
    Ok(run.config.problems.is_empty())
}

/// Writes the person's own file.
pub(super) fn of_person(
    ctx: &Ctx,
    path: &Path,
    change: UserChangeKind,
    after: &str,
    cause: &str,
) -> Result<()> {
    journal::noted(ctx, change, cause, None, || {
        fsx::create_private_dir(path.parent().unwrap_or(Path::new("/")))?;
        fsx::write_user_file(path, after.as_bytes())
    })
}

/// Writes the file and its trust in one change set, so that an undo restores both.
fn of_project(
    ctx: &Ctx,
    root: &Path,
    [before, after]: [Option<&str>; 2],
    cause: &str,
    ui: &Ui,
) -> Result<()> {
    let project = project::lookup_or_start(ctx, root)?;
    let mut run = worker::for_person(ctx, &project)?;
    let trust = Trust::load(&project)?;
    let trusted = still_trusted(&trust, before, after.unwrap_or_default(), ui);
    let file = FileChange { place: PROJECT_FILE, before, after };
    let change = promise::OutsideChange { file: Some(file), trust: Some((&trust, &trusted)) };
    let did = ChangeCause { action: ChangeKind::Configured, cause, at: ctx.now };
    promise::keep(&mut run, change, did, |_| Ok(()))
}

/// A trusted or missing file stays trusted after the person's own change.
fn still_trusted(trust: &Trust, before: Option<&str>, after: &str, ui: &Ui) -> Trust {
    if before.is_none_or(|text| trust.covers(text)) {
        return Trust { config_hash: Some(text::hash(after)), ..trust.clone() };
    }
    ui.warn("this project's configuration is not trusted, so it has no effect");
    ui.hint("look at it with `ingrain trust --dry-run`, then run `ingrain trust`");
    trust.clone()
}

pub(super) fn refused(error: EditError, path: &Path) -> anyhow::Error {
    match error {
        EditError::Fault(fault) => {
            anyhow::Error::new(fault).context(format!("could not read `{}`", path.display()))
        }
        wrong_use => Usage(wrong_use.to_string()).into(),
    }
}
