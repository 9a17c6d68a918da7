//! Checks that fail less often after another command: `lint` after `lint:fix`. That command must
//! change files itself; a check that passes on a second run without an edit says nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::exact::{Counts, Factorials};
use super::lesson::{FactTable, Lesson, LessonSessions};
use super::session::{SessionActions, What};
use super::{Bar, Fact, Seen};
use crate::core::entities::commands::{Act, Join, ShellStep};
use crate::core::entities::grammar::CommandToken;
use crate::core::model::Details;
use crate::core::session::check_result::verdict;

const FEWEST_FAILURES: usize = 5;
const FEWEST_SESSIONS: usize = 3;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    let mut repaired: BTreeSet<CommandToken> = BTreeSet::new();
    let mut passed: BTreeSet<CommandToken> = BTreeSet::new();
    for event in &session.events {
        match &event.what {
            What::Edit { .. } => {
                repaired.clear();
                passed.clear();
            }
            What::Run(run) if !run.is_wrong_call() => {
                let verdict = verdict(run.line, run.failed, run.output);
                let last = run.steps.iter().rposition(is_pure_check);
                for (at, step) in run.steps.iter().enumerate().filter(|(_, s)| s.join != Join::Within) {
                    let Some(token) = run.token(step) else { continue };
                    if repairs(step) {
                        repaired.insert(token);
                    } else if let Some(verdict) = verdict.filter(|_| Some(at) == last) {
                        let after: Vec<CommandToken> = repaired.iter().cloned().collect();
                        // A repeated run without an edit in between says nothing new.
                        if !passed.contains(&token) {
                            let fact = Fact::Checked { check: token.clone(), passed: verdict.passed, after };
                            seen.add(event, fact);
                        }
                        if verdict.passed {
                            passed.insert(token);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

fn is_pure_check(step: &ShellStep) -> bool {
    step.act.is_some_and(Act::is_check) && step.join != Join::Within && !repairs(step)
}

/// It changes files on its own.
fn repairs(step: &ShellStep) -> bool {
    step.act == Some(Act::Format)
        || (step.act == Some(Act::Lint) && step.args.iter().any(|arg| says_fix(arg)) && !is_dry(step))
}

fn says_fix(arg: &str) -> bool {
    let name = arg.trim_start_matches('-');
    name.split([':', '-', '_']).any(|part| matches!(part, "fix" | "format" | "fmt" | "write" | "apply"))
}

fn is_dry(step: &ShellStep) -> bool {
    step.args
        .iter()
        .any(|arg| matches!(arg.as_str(), "--check" | "--dry-run" | "--diff") || arg.ends_with(":check"))
}

/// Runs of one check, with and without another command before them.
#[derive(Default)]
struct Tally {
    failed_with: usize,
    with: usize,
}

pub(super) fn conclude<'a>(table: &FactTable<'a>, bar: Bar) -> Vec<Lesson<'a>> {
    let mut checks: BTreeMap<&CommandToken, CheckRuns<'a>> = BTreeMap::new();
    for (fact, sessions) in table.facts() {
        if let Fact::Checked { check, passed, after } = fact {
            checks.entry(check).or_default().add(*passed, after, sessions);
        }
    }
    let most = checks.values().map(|runs| runs.all).max().unwrap_or(0);
    let factorials = Factorials::up_to(most);
    checks.into_iter().filter_map(|(check, runs)| runs.needs(check, &factorials, bar)).collect()
}

#[derive(Default)]
struct CheckRuns<'a> {
    all: usize,
    failed: usize,
    failed_in: LessonSessions<'a>,
    by_first: BTreeMap<&'a CommandToken, Tally>,
}

impl<'a> CheckRuns<'a> {
    fn add(&mut self, passed: bool, after: &'a [CommandToken], sessions: &LessonSessions<'a>) {
        let times = sessions.times();
        self.all += times;
        if !passed {
            self.failed += times;
            self.failed_in.join(sessions);
        }
        for first in after {
            let tally = self.by_first.entry(first).or_default();
            tally.with += times;
            tally.failed_with += if passed { 0 } else { times };
        }
    }

    fn needs(self, check: &CommandToken, factorials: &Factorials, bar: Bar) -> Option<Lesson<'a>> {
        if self.failed < FEWEST_FAILURES || self.failed_in.len() < FEWEST_SESSIONS {
            return None;
        }
        let passed = self.all - self.failed;
        let chance = |tally: &Tally| {
            let both = tally.with - tally.failed_with;
            factorials.chance(Counts { all: self.all, first: tally.with, second: passed, both })
        };
        let tested = self.by_first.iter().map(|(first, tally)| (chance(tally), *first, tally));
        let (p, first, tally) = tested.min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(b.1)))?;
        (p < bar.chance).then(|| {
            let without = (self.failed - tally.failed_with, self.all - tally.with);
            let with = (tally.failed_with, tally.with);
            worded(first.as_str(), check.as_str(), without, with, self.failed_in.clone())
        })
    }
}

fn worded<'a>(
    first: &str,
    check: &str,
    without: (usize, usize),
    with: (usize, usize),
    seen: LessonSessions<'a>,
) -> Lesson<'a> {
    Lesson {
        title: format!("Run `{first}` before `{check}`: it fails far less often then"),
        details: Details::Pitfall {
            area: format!("`{check}`"),
            issue: format!(
                "Without `{first}` first, `{check}` failed {} of {} times; with it {} of {}",
                without.0, without.1, with.0, with.1
            ),
            impact: "What a command would have put right is repaired by hand".to_owned(),
            resolution: format!("Run `{first}` after the edits, then `{check}`"),
        },
        key: format!("{first} > {check}"),
        seen,
    }
}
