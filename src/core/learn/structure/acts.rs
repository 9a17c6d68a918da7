//! Commands that follow changes to certain files: stylesheets by their build, integration tests by
//! the run that includes them. They are counted by act and tested against chance, so that a command
//! which is run after every change belongs to no file.

use std::collections::{BTreeMap, BTreeSet};

use super::exact::{Counts, Factorials};
use super::fact::CommandInFolder;
use super::lesson::{FactTable, Lesson, LessonSessions};
use super::session::{SessionActions, SessionEvent, What};
use super::{Bar, Fact, Seen};
use crate::core::entities::commands::programs::SCRIPT_RUNNERS;
use crate::core::entities::commands::{Act, ShellStep};
use crate::core::entities::grammar::{CommandToken, PathScope};
use crate::core::model::Details;

/// Scripts that do not end.
const SERVERS: [&str; 5] = ["dev", "start", "serve", "watch", "preview"];
/// The most sorts of files in one act; a change to more of them is about none.
const MOST_FILES: usize = 24;
const MOST_COMMANDS: usize = 12;
/// A command in more of the sessions with changes (in percent) than this belongs to every change.
const USUAL_PERCENT: usize = 60;
/// Scopes whose confidence differs by less are the same rule.
const SAME: f64 = 0.1;
const FEWEST_SESSIONS: usize = 3;
const FEWEST_DAYS: usize = 2;
const MOST_RULES: usize = 5;
/// Extensions of documents, which no command tests.
const PROSE: [&str; 6] = ["md", "mdx", "txt", "rst", "adoc", "markdown"];

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    let mut act: Option<OpenAct<'_, '_>> = None;
    for event in &session.events {
        match &event.what {
            What::Edit { path: Some(path), .. } => {
                if act.as_ref().is_some_and(|act| !act.ran.is_empty()) {
                    act.take().into_iter().for_each(|act| act.note(seen));
                }
                let act = act.get_or_insert_with(|| OpenAct::new(event));
                act.files.extend(PathScope::narrowest(path));
            }
            What::Run(run) if !run.is_wrong_call() => {
                let steps = run.steps.iter().filter(|step| is_of_interest(step));
                let commands = steps.filter_map(|step| run.token(step));
                let ran = commands.map(|command| CommandInFolder { command, folder: run.folder.clone() });
                if let Some(act) = &mut act {
                    act.ran.extend(ran);
                }
            }
            What::Prompt { .. } => act.take().into_iter().for_each(|act| act.note(seen)),
            _ => {}
        }
    }
    act.into_iter().for_each(|act| act.note(seen));
}

struct OpenAct<'e, 'a> {
    first: &'e SessionEvent<'a>,
    files: BTreeSet<PathScope>,
    ran: BTreeSet<CommandInFolder>,
}

impl<'e, 'a> OpenAct<'e, 'a> {
    fn new(first: &'e SessionEvent<'a>) -> Self {
        OpenAct { first, files: BTreeSet::new(), ran: BTreeSet::new() }
    }

    fn note(self, seen: &mut Seen<'_>) {
        let files: Vec<PathScope> = self.files.into_iter().take(MOST_FILES).collect();
        let ran = self.ran.into_iter().take(MOST_COMMANDS).collect();
        if !files.is_empty() {
            seen.add(self.first, Fact::Acted { files, ran });
        }
    }
}

/// Checks, formatters and the project's own scripts; commands of git or a tracker follow the
/// person's words, not the files.
fn is_of_interest(step: &ShellStep) -> bool {
    match step.act {
        Some(act) => act.is_check() || act == Act::Format,
        None => {
            let name = step.args.iter().find(|arg| *arg != "run");
            let serves = name.is_none_or(|name| name.split([':', '-']).any(|part| SERVERS.contains(&part)));
            SCRIPT_RUNNERS.contains(&&*step.program) && !serves
        }
    }
}

/// All acts: the sorts of changed files, the commands, the sessions and the counts.
#[derive(Default)]
pub(super) struct Acts<'a> {
    all: Vec<OneAct<'a>>,
    total: usize,
    /// The number of acts with these files, and with this command.
    by_scope: BTreeMap<PathScope, usize>,
    by_command: BTreeMap<&'a CommandToken, usize>,
    sessions: LessonSessions<'a>,
    ran: BTreeMap<&'a CommandToken, LessonSessions<'a>>,
}

struct OneAct<'a> {
    scopes: BTreeSet<PathScope>,
    ran: BTreeSet<&'a CommandToken>,
    seen: &'a LessonSessions<'a>,
    times: usize,
}

impl<'a> Acts<'a> {
    pub(super) fn of(table: &'a FactTable<'a>) -> Self {
        let mut acts = Acts::default();
        for (fact, seen) in table.facts() {
            let Fact::Acted { files, ran } = fact else { continue };
            let times = seen.times();
            let scopes: BTreeSet<PathScope> = files.iter().flat_map(PathScope::with_wider).collect();
            for scope in &scopes {
                *acts.by_scope.entry(scope.clone()).or_default() += times;
            }
            let ran: BTreeSet<&CommandToken> = ran.iter().map(|one| &one.command).collect();
            for command in &ran {
                acts.ran.entry(command).or_default().join(seen);
                *acts.by_command.entry(command).or_default() += times;
            }
            acts.sessions.join(seen);
            acts.total += times;
            acts.all.push(OneAct { scopes, ran, seen, times });
        }
        acts
    }

    /// The number of sessions with changes.
    pub(super) fn sessions(&self) -> usize {
        self.sessions.len()
    }

    /// The number of them that ran it after a change.
    pub(super) fn sessions_with(&self, command: &CommandToken) -> usize {
        self.ran.get(command).map_or(0, LessonSessions::len)
    }

    pub(super) fn is_usual(&self, command: &CommandToken, bar: Bar) -> bool {
        self.sessions_with(command) * 100 > self.sessions() * (USUAL_PERCENT + 2 * bar.slack)
    }

    fn counts(&self, scope: &PathScope, command: &CommandToken, both: usize) -> Counts {
        let first = self.by_scope.get(scope).copied().unwrap_or(0);
        let second = self.by_command.get(command).copied().unwrap_or(0);
        Counts { all: self.total, first, second, both }
    }

    fn count(&self, fits: impl Fn(&OneAct<'a>) -> bool) -> usize {
        self.all.iter().filter(|act| fits(act)).map(|act| act.times).sum()
    }
}

pub(super) fn conclude<'a>(table: &FactTable<'a>, acts: &Acts<'a>, bar: Bar) -> Vec<Lesson<'a>> {
    let factorials = Factorials::up_to(acts.total);
    let mut found: Vec<(f64, Lesson<'a>)> = vec![];
    for (command, scopes) in candidates(acts, bar) {
        let rules = scopes.into_iter().filter_map(|(scope, both)| {
            let counts = acts.counts(scope, command, both);
            Rule::of(acts, scope, command, counts, &factorials, bar)
        });
        let best = widest(rules.collect());
        found.extend(best.map(|rule| (rule.chance, worded(rule, table, command))));
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.key.cmp(&b.1.key)));
    // Lessons that were said before stay while they hold, however many there are.
    let most = if bar.fresh { MOST_RULES } else { usize::MAX };
    found.into_iter().take(most).map(|(_, lesson)| lesson).collect()
}

/// Commands that are not run after nearly every change, with the files that they followed in enough
/// acts.
fn candidates<'c, 'a>(
    acts: &'c Acts<'a>,
    bar: Bar,
) -> BTreeMap<&'a CommandToken, Vec<(&'c PathScope, usize)>> {
    let mut together: BTreeMap<(&'a CommandToken, &'c PathScope), usize> = BTreeMap::new();
    for act in &acts.all {
        for command in act.ran.iter().filter(|command| !acts.is_usual(command, bar)) {
            for scope in act.scopes.iter().filter(|scope| may_belong(scope, command)) {
                *together.entry((command, scope)).or_default() += act.times;
            }
        }
    }
    let mut found: BTreeMap<&CommandToken, Vec<(&PathScope, usize)>> = BTreeMap::new();
    for ((command, scope), both) in together.into_iter().filter(|(_, both)| *both >= FEWEST_SESSIONS) {
        found.entry(command).or_default().push((scope, both));
    }
    found
}

/// Testing, linting or formatting files with their language's own tools says nothing about the
/// repository, and prose has no tests.
fn may_belong(scope: &PathScope, command: &CommandToken) -> bool {
    let act = command.act();
    let is_prose = PROSE.contains(&scope.extension());
    let is_language = scope.is_whole_language() && !is_prose;
    let is_own_script = SCRIPT_RUNNERS.contains(&command.program());
    match act {
        Some(Act::Test) => !is_prose && is_own_script && scope.has_folder(),
        Some(Act::Build) => !is_prose && (!is_language || is_own_script),
        Some(Act::Lint) => is_prose || (is_own_script && !is_language),
        Some(Act::Format) => is_own_script,
        _ => true,
    }
}

struct Rule<'c, 'a> {
    scope: &'c PathScope,
    confidence: f64,
    chance: f64,
    seen: LessonSessions<'a>,
}

impl<'c, 'a> Rule<'c, 'a> {
    fn of(
        acts: &Acts<'a>,
        scope: &'c PathScope,
        command: &CommandToken,
        counts: Counts,
        factorials: &Factorials,
        bar: Bar,
    ) -> Option<Rule<'c, 'a>> {
        let confidence = counts.both as f64 / counts.first.max(1) as f64;
        let mut chance = factorials.chance(counts);
        if confidence < bar.confidence || chance >= bar.chance {
            return None;
        }
        let is_scope = |act: &OneAct<'_>| act.scopes.contains(scope);
        let is_run = |act: &OneAct<'_>| act.ran.contains(command);
        if let Some(language) = scope.language().filter(|language| language != scope) {
            let alike = |act: &OneAct<'_>| act.scopes.contains(&language);
            let (all, second) = (acts.count(alike), acts.count(|act| alike(act) && is_run(act)));
            chance = chance.max(factorials.chance(Counts { all, second, ..counts }));
        }
        let mut seen = LessonSessions::default();
        acts.all.iter().filter(|act| is_scope(act) && is_run(act)).for_each(|act| seen.join(act.seen));
        let often = seen.len() >= FEWEST_SESSIONS && seen.days() >= FEWEST_DAYS;
        let explained = acts.explained_without(scope, command);
        (often && chance < bar.chance && confidence - explained >= bar.gain).then_some(Rule {
            scope,
            confidence,
            chance,
            seen,
        })
    }
}

impl Acts<'_> {
    /// How often the command follows changes to the companion files alone; then it belongs to
    /// those.
    fn explained_without(&self, scope: &PathScope, command: &CommandToken) -> f64 {
        let mut beside: BTreeMap<&PathScope, usize> = BTreeMap::new();
        for act in self.all.iter().filter(|act| act.scopes.contains(scope) && act.ran.contains(command)) {
            for other in act.scopes.iter().filter(|other| other.is_whole_language()) {
                *beside.entry(other).or_default() += act.times;
            }
        }
        let companions = beside.into_iter().filter(|(_, times)| *times >= 2).map(|(other, _)| other);
        let alone = |other: &PathScope| {
            let has = |act: &OneAct<'_>| act.scopes.contains(other) && !act.scopes.contains(scope);
            let (all, ran) = (self.count(has), self.count(|act| has(act) && act.ran.contains(command)));
            ran as f64 / all.max(1) as f64
        };
        companions.map(alone).fold(0.0, f64::max)
    }
}

/// The widest of the scopes that hold equally well.
fn widest<'c, 'a>(rules: Vec<Rule<'c, 'a>>) -> Option<Rule<'c, 'a>> {
    let best = rules.iter().map(|rule| rule.confidence).fold(0.0, f64::max);
    let equal = rules.into_iter().filter(|rule| rule.confidence >= best - SAME);
    equal.min_by(|a, b| a.scope.width().cmp(&b.scope.width()).then(a.chance.total_cmp(&b.chance)))
}

fn worded<'a>(rule: Rule<'_, 'a>, table: &FactTable<'a>, command: &CommandToken) -> Lesson<'a> {
    let (scope, spelled) = (rule.scope.as_str(), table.spelled(command));
    Lesson {
        title: format!("After a change to `{scope}`, run {spelled}"),
        details: Details::Procedural {
            situation: format!("After a change to `{scope}`"),
            steps: vec![format!("Run {spelled}")],
            rationale: format!(
                "It followed changes to `{scope}` far more often than other changes, and was forgotten after some"
            ),
        },
        // The files that explain it best may change with more sessions; the command stays.
        key: format!("changed files > {}", command.as_str()),
        seen: rule.seen,
    }
}
