//! The text of an artifact. The same observation always gives the same text, and its content stays
//! text: it cannot open a heading, a fence or a comment, nor make the client run, read or expand
//! anything.
//!
//! Quotes never appear here. An artifact may be committed; what a person said stays in the
//! database.

use askama::Template;

use crate::core::model::artifact_path::{COMMANDS, Ledger, SKILLS};
use crate::core::model::{Details, Kind, Observation, Time};
use crate::core::session::client_tags::without_tags;
use crate::core::text::placeholder::{Blank, blanks};
use crate::core::text::{ellipsis, normalise, one_line};

mod inert;
mod slug;
#[cfg(test)]
mod tests;
mod yaml;

use inert::{prompt_block, prompt_line, record_line};
pub use slug::{available, slug};

/// The prefix of the observation's id in the frontmatter of commands and skills.
const MARK: &str = "# ingrain: ";
/// Descriptions are listed in every session, so they are just long enough to say when to use it.
const DESCRIPTION_PART: usize = 200;

/// An observation's artifact. `name` is the slug of a command or skill, or the anchor of an entry.
pub fn render(observation: &Observation, name: &str, at: Time) -> String {
    let mark = Mark::of(observation, at);
    let title = &observation.title;
    let text = match &observation.details {
        Details::Workflow { steps } => Command::of(title, steps, mark).render(),
        Details::Procedural { situation, steps, rationale } => {
            Skill::of(name, title, [situation, rationale], steps, mark).render()
        }
        Details::Decision { context, decision, rationale } => {
            // Learned later from older sessions, it is as old as the last word on it.
            let decided = Mark::of(observation, observation.last_seen.min(at));
            Decision::of(name, title, [context, decision, rationale], decided).render()
        }
        Details::Pitfall { area, issue, impact, resolution } => {
            Pitfall::of(name, title, [area, issue, impact, resolution], mark).render()
        }
    };
    // Writing into a string does not fail.
    text.unwrap_or_default()
}

/// The artifact's path, relative to the project.
pub fn path(kind: Kind, name: &str) -> String {
    match Ledger::of(kind) {
        Some(ledger) => ledger.path().to_owned(),
        None if kind == Kind::Workflow => format!("{COMMANDS}/{name}.md"),
        None => format!("{SKILLS}/{name}/SKILL.md"),
    }
}

/// The name in the path of a command or skill.
pub fn name_of(kind: Kind, path: &str) -> &str {
    let (before, after) = match kind {
        Kind::Workflow => (COMMANDS, ".md"),
        _ => (SKILLS, "/SKILL.md"),
    };
    let name = path.strip_prefix(before).and_then(|rest| rest.strip_prefix('/'));
    name.and_then(|rest| rest.strip_suffix(after)).unwrap_or(path)
}

/// Whether the file is where we put it, and not where a person moved it.
pub fn is_in_place(kind: Kind, file: &str) -> bool {
    path(kind, name_of(kind, file)) == file
}

/// The words that invoke a command or skill.
pub fn invoked_as(kind: Kind, path: &str) -> String {
    let command = path.strip_prefix(".claude/commands/").and_then(|rest| rest.strip_suffix(".md"));
    match command.filter(|_| kind == Kind::Workflow) {
        Some(command) => format!("/{}", command.replace('/', ":")),
        None => name_of(kind, path).to_owned(),
    }
}

/// The observation that a command or skill names as its source.
pub fn observation_id(file: &str) -> Option<&str> {
    let mut lines = file.lines();
    lines.next().filter(|line| line.trim_end() == "---")?;
    let mark = lines.take_while(|line| line.trim_end() != "---").find_map(|line| line.strip_prefix(MARK))?;
    mark.split_whitespace().next()
}

fn stated(text: &str) -> String {
    let line = record_line(text);
    if line.is_empty() { "not stated".to_owned() } else { line }
}

fn when_to_run(title: &str, steps: &[String]) -> String {
    let first = steps.iter().map(|step| unnumbered(step)).find(|step| !step.is_empty());
    let start = first.map_or_else(String::new, |step| {
        format!(
            " {} steps, beginning with: {}",
            steps.len(),
            ellipsis(&without_tags(&hinted(&step)), DESCRIPTION_PART)
        )
    });
    format!("Use when the task is: {}.{}{start}", described(title), needs(&blanks(&steps.join("\n"))))
}

/// The required arguments of a command, which its description has to name.
fn needs(open: &[Blank]) -> String {
    let hints: Vec<String> = open.iter().map(|blank| format!("[{blank}]")).collect();
    if hints.is_empty() { String::new() } else { format!(" Needs {}.", hints.join(", ")) }
}

fn when_to_use(title: &str, situation: &str) -> String {
    let situation = described(situation);
    let (first, rest) = situation.split_once(' ').unwrap_or((&situation, ""));
    match first.to_lowercase().as_str() {
        "" => format!("Use when the task is: {}.", described(title)),
        word @ ("when" | "whenever" | "if" | "before" | "after" | "while" | "once" | "during") => {
            format!("Use {word} {rest}.{}", title_beside(title, &situation))
        }
        _ => format!("Use in this situation: {situation}.{}", title_beside(title, &situation)),
    }
}

/// The title, unless it is the situation, which has been given already.
fn title_beside(title: &str, situation: &str) -> String {
    if is_same(title, situation) { String::new() } else { format!(" {}.", described(title)) }
}

fn is_same(title: &str, situation: &str) -> bool {
    normalise(title) == normalise(situation)
}

/// The essential rule. If the title only says when, the steps are the rule.
fn law(title: &str, situation: &str, steps: &[String]) -> String {
    match steps {
        _ if !is_same(title, situation) => prompt_line(title),
        [step] => prompt_line(&format!("{title}: {step}")),
        _ => prompt_line(&format!("{title}: all of the steps, in their order")),
    }
}

fn described(text: &str) -> String {
    ellipsis(without_tags(&hinted(&one_line(text))).trim_end_matches('.'), DESCRIPTION_PART)
}

/// Placeholders in the form in which the client shows arguments. In its listing, angle brackets
/// would look like a tag.
fn hinted(text: &str) -> String {
    let hint = |text: String, blank: &Blank| text.replace(&blank.mark(), &format!("[{blank}]"));
    blanks(text).iter().fold(text.to_owned(), hint)
}

/// The steps without their own numbers or bullets, because the template numbers them.
fn listed(steps: &[String], title: &str) -> Vec<String> {
    let steps: Vec<String> =
        steps.iter().map(|s| prompt_block(&unnumbered(s))).filter(|s| !s.is_empty()).collect();
    if steps.is_empty() { vec![prompt_block(title)] } else { steps }
}

fn unnumbered(step: &str) -> String {
    let step = one_line(step);
    let after_digits = step.trim_start_matches(|c: char| c.is_ascii_digit());
    let marker = match after_digits.strip_prefix(['.', ')']) {
        Some(rest) if after_digits.len() < step.len() => Some(rest),
        _ => step.strip_prefix(['-', '*', '+', '•']),
    };
    marker.and_then(|rest| rest.strip_prefix(' ')).map_or_else(|| step.clone(), str::to_owned)
}

/// The origin of an artifact.
struct Mark {
    id: String,
    date: String,
}

impl Mark {
    /// Keeps only characters of the id that cannot end the line or the word; imported ids may hold
    /// anything.
    fn of(observation: &Observation, at: Time) -> Self {
        let is_safe = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        Self { id: observation.id.chars().filter(is_safe).collect(), date: at.format("%Y-%m-%d").to_string() }
    }
}

#[derive(Template)]
#[template(path = "command.md")]
struct Command {
    description: String,
    /// The command's arguments, in the form of the client and of the steps.
    argument_hint: String,
    blanks: String,
    mark: Mark,
    title: String,
    steps: Vec<String>,
}

impl Command {
    fn of(title: &str, steps: &[String], mark: Mark) -> Self {
        let open = blanks(&steps.join("\n"));
        let listed_as = |of: fn(&Blank) -> String| open.iter().map(of).collect::<Vec<_>>();
        Self {
            description: yaml::quoted(&when_to_run(title, steps)),
            argument_hint: yaml::quoted(&listed_as(|blank| format!("[{blank}]")).join(" ")),
            blanks: listed_as(|blank| format!("`{}`", blank.mark())).join(", "),
            mark,
            title: prompt_line(title),
            steps: listed(steps, title),
        }
    }
}

#[derive(Template)]
#[template(path = "skill.md")]
struct Skill<'a> {
    name: &'a str,
    description: String,
    mark: Mark,
    title: String,
    law: String,
    rationale: String,
    situation: String,
    steps: Vec<String>,
}

impl<'a> Skill<'a> {
    fn of(
        name: &'a str,
        title: &str,
        [situation, rationale]: [&str; 2],
        steps: &[String],
        mark: Mark,
    ) -> Self {
        Self {
            name,
            description: yaml::quoted(&when_to_use(title, situation)),
            mark,
            title: prompt_line(title),
            law: law(title, situation, steps),
            rationale: prompt_block(rationale),
            situation: prompt_block(situation),
            steps: listed(steps, title),
        }
    }
}

#[derive(Template)]
#[template(path = "decision.md")]
struct Decision<'a> {
    anchor: &'a str,
    title: String,
    context: String,
    decision: String,
    consequences: String,
    mark: Mark,
}

impl<'a> Decision<'a> {
    fn of(anchor: &'a str, title: &str, fields: [&str; 3], mark: Mark) -> Self {
        let [context, decision, rationale] = fields.map(stated);
        // The reason is not a consequence, and the heading belongs to the format.
        let consequences = match fields[2].trim() {
            "" => rationale,
            _ => format!("Chosen because: {rationale}"),
        };
        Self { anchor, title: stated(title), context, decision, consequences, mark }
    }
}

#[derive(Template)]
#[template(path = "pitfall.md")]
struct Pitfall<'a> {
    anchor: &'a str,
    title: String,
    area: String,
    issue: String,
    impact: String,
    resolution: String,
    mark: Mark,
}

impl<'a> Pitfall<'a> {
    fn of(anchor: &'a str, title: &str, fields: [&str; 4], mark: Mark) -> Self {
        let [area, issue, impact, resolution] = fields.map(stated);
        Self { anchor, title: stated(title), area, issue, impact, resolution, mark }
    }
}
