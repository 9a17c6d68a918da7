//! A lesson's defining keys: those by which it is merged.
//!
//! Two observations of one kind that share a defining key are merged, so only what the lesson is
//! about may be one:
//!
//! - **workflow**: its commands in order, joined to a single key. `cargo fmt` alone is part of many
//!   workflows.
//! - **pitfall**: the corrected thing, which is what both the title and the issue name. For "use pnpm"
//!   after "I ran npm install" that is neither, for "not npm" it is `npm`. If they share nothing, what
//!   the title names.
//! - **decision**: what the title and the decision name. The rationale and the context name other
//!   things.
//! - **procedural**: what its steps use, several commands joined as in a workflow; otherwise what its
//!   title or situation names.
//!
//! Only the most specific class counts (a rule before a setting, a command before a folder). Files
//! count only together. Things that every repository has (`git commit`, `package.json`) never count:
//! a lesson that names nothing else has no key and is merged by its words.

use std::collections::{BTreeMap, BTreeSet};

use super::{Class, classified, shape, tables};
use crate::core::model::Details;
use crate::core::text::normalise;

const IN_ORDER: &str = " > ";
const TOGETHER: &str = " + ";

type Keys = BTreeMap<String, Class>;

/// The keys to merge by.
pub fn defining(title: &str, details: &Details) -> BTreeSet<String> {
    match details {
        Details::Workflow { steps } => ordered(steps).into_iter().collect(),
        Details::Procedural { situation, steps, .. } => procedure(title, situation, steps),
        Details::Decision { decision, .. } => most_telling(classified(&format!("{title}\n{decision}"))),
        Details::Pitfall { issue, resolution, .. } => corrected(title, issue, resolution),
    }
}

/// The commands of the steps, or the other things they name, as one key.
fn ordered(steps: &[String]) -> Option<String> {
    let heads: Vec<String> = steps.iter().flat_map(|step| step_heads(step)).collect();
    (heads.len() > 1).then(|| heads.join(IN_ORDER))
}

/// Several commands in order are one key, as in a workflow.
fn procedure(title: &str, situation: &str, steps: &[String]) -> BTreeSet<String> {
    let commands = steps.iter().flat_map(|step| acts_of(step)).count();
    match ordered(steps) {
        Some(key) if commands > 1 => BTreeSet::from([key]),
        _ => first_telling(&[&steps.join("\n"), title, situation]),
    }
}

/// The single keys that a joined key was made of.
pub fn defining_parts(key: &str) -> impl Iterator<Item = &str> {
    key.split(IN_ORDER).flat_map(|part| part.split(TOGETHER))
}

/// Everyday acts, which are recognised without a command.
const ACTS: [&str; 8] = ["commit", "push", "merge", "rebase", "deploy", "release", "changelog", "readme"];

/// The number of words at the start of a step that may name its act: "then update the changelog".
const ACT_REACH: usize = 4;

/// The acts of a step, in the order of its words: "run `a` and `b`" is the same as two steps.
fn step_heads(step: &str) -> Vec<String> {
    let keys = classified(step);
    let Some(best) = keys.values().map(|class| class.rank_in_steps()).min() else {
        return act_of_words(step).into_iter().map(str::to_owned).collect();
    };
    let lower = step.to_lowercase();
    let mut heads: Vec<&String> =
        keys.iter().filter(|(_, c)| c.rank_in_steps() == best).map(|(key, _)| key).collect();
    heads.sort_by_key(|key| lower.find(key.as_str()));
    heads.into_iter().map(|key| act_of_key(key).unwrap_or(key).to_owned()).collect()
}

/// The commands and everyday acts of a step, by which a later request for it is recognised.
pub(crate) fn acts_of(step: &str) -> Vec<String> {
    let is_act = |key: &String, class: Class| class == Class::Command || act_of_key(key).is_some();
    let keys = classified(step).into_iter().filter(|(key, class)| is_act(key, *class));
    let acts = keys.map(|(key, _)| act_of_key(&key).map(str::to_owned).unwrap_or(key));
    let acts: Vec<String> = acts.chain(act_of_words(step).map(str::to_owned)).collect();
    if acts.is_empty() { programs_of(step) } else { acts }
}

/// The programs of the commands that are written as code, whatever their arguments:
/// `pytest tests/api`, `NODE_ENV=test ./gradlew build`. A single word may be any name, so it counts
/// only if it is a known program.
fn programs_of(step: &str) -> Vec<String> {
    let spans = step.split('`').skip(1).step_by(2);
    spans.filter_map(program_of).collect()
}

fn program_of(span: &str) -> Option<String> {
    let is_setting = |word: &&str| word.split_once('=').is_some_and(|(name, _)| is_variable(name));
    let mut words = span.split_whitespace().skip_while(is_setting);
    let program = words.next()?.trim_start_matches("./");
    let is_command = words.next().is_some() || tables::PROGRAMS.has(program);
    let is_program = shape::is_name(program) || (program.contains('/') && !program.ends_with('/'));
    (is_command && is_program && !tables::PLAIN.has(program)).then(|| program.to_owned())
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The act at the start of a step; further on, "commit" may mean anything.
fn act_of_words(step: &str) -> Option<&'static str> {
    let words: Vec<String> = normalise(step).split(' ').take(ACT_REACH).map(str::to_owned).collect();
    ACTS.into_iter().find(|act| words.iter().any(|word| word.starts_with(act)))
}

/// Acts on branches; the others are done to files.
pub(super) fn is_done_to_branches(word: &str) -> bool {
    ACTS.iter().any(|act| word.starts_with(act) && !matches!(*act, "changelog" | "readme"))
}

/// `git push` and "push" are the same step, and so are `CHANGELOG.md` and "the changelog".
pub(crate) fn act_of_key(key: &str) -> Option<&str> {
    let name = key.strip_prefix("git ").or_else(|| key.strip_suffix(".md"))?;
    ACTS.contains(&name).then_some(name)
}

impl Class {
    /// In a sequence the command is the step; a rule or file is only what it is about.
    fn rank_in_steps(self) -> u8 {
        match self {
            Class::Command => 0,
            Class::Tool => 1,
            Class::Rule | Class::Setting => 2,
            Class::Path => 3,
        }
    }
}

fn first_telling(texts: &[&str]) -> BTreeSet<String> {
    let candidates = texts.iter().map(|text| most_telling(classified(text)));
    candidates.into_iter().find(|keys| !keys.is_empty()).unwrap_or_default()
}

fn corrected(title: &str, issue: &str, resolution: &str) -> BTreeSet<String> {
    let issue_keys = classified(issue);
    let mut both = classified(title);
    both.retain(|key, _| issue_keys.keys().any(|other| concerns(other, key)));
    let shared = most_telling(both);
    if shared.is_empty() { first_telling(&[title, issue, resolution]) } else { shared }
}

/// `npm install` concerns `npm`, `src/gen/api.rs` concerns `src/gen`.
pub(crate) fn concerns(narrow: &str, wide: &str) -> bool {
    narrow.strip_prefix(wide).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '/']))
}

fn most_telling(mut keys: Keys) -> BTreeSet<String> {
    keys.retain(|key, _| !tables::COMMONPLACE.has(key));
    let Some(best) = keys.values().min().copied() else {
        return BTreeSet::new();
    };
    keys.retain(|_, class| *class == best);
    let keys: Vec<String> = keys.into_keys().collect();
    // Two lessons may easily share one file, but hardly all of them.
    if best == Class::Path { BTreeSet::from([keys.join(TOGETHER)]) } else { keys.into_iter().collect() }
}
