//! A checker's rule that sessions run into again and again, and how they get past it.

use std::collections::BTreeMap;

use super::lesson::{FactTable, Lesson, LessonSessions, listed};
use super::session::{SessionActions, What};
use super::{Fact, Seen};
use crate::core::entities::checkers::{LintRule, rules_in};
use crate::core::entities::commands::{Act, ShellStep};
use crate::core::entities::grammar::CommandToken;
use crate::core::model::Details;

/// A rule comes back when it was met in so many sessions, on so many days.
const RECURS_SESSIONS: usize = 2;
const RECURS_DAYS: usize = 2;
/// From here on a rule has an entry of its own.
const OWN_SESSIONS: usize = 3;
/// From so many recurring rules on, they share the entry of their checker.
const FEWEST_TOGETHER: usize = 3;
const MOST_TOGETHER: usize = 8;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    for event in &session.events {
        match &event.what {
            What::Edit { silenced, .. } => {
                silenced.iter().for_each(|rule| seen.add(event, Fact::Silenced { rule: rule.clone() }));
            }
            What::Run(run) => {
                let checker =
                    run.steps.iter().filter_map(|step| Some((weight(step)?, step))).max_by_key(|(w, _)| *w);
                let Some(by) = checker.and_then(|(_, step)| CommandToken::of(step, run.line)) else {
                    continue;
                };
                for rule in rules_in(run.output) {
                    seen.add(event, Fact::Complained { rule, by: by.clone() });
                }
            }
            What::Prompt => {}
        }
    }
}

/// Who is likeliest to have printed a rule's id, of all that a line runs.
fn weight(step: &ShellStep) -> Option<u8> {
    match step.act? {
        Act::Lint => Some(3),
        Act::Test | Act::Build => Some(2),
        Act::Commit => Some(1),
        Act::Format => Some(0),
        _ => None,
    }
}

pub(super) fn conclude<'a>(table: &FactTable<'a>) -> Vec<Lesson<'a>> {
    let silenced = table.grouped(|fact| match fact {
        Fact::Silenced { rule } => Some(rule),
        _ => None,
    });
    let met = table.grouped(|fact| match fact {
        Fact::Complained { rule, .. } | Fact::Silenced { rule } => Some(rule),
        _ => None,
    });
    let mut lessons = vec![];
    let mut rest: BTreeMap<&str, Vec<(&LintRule, LessonSessions<'a>)>> = BTreeMap::new();
    for (rule, met) in met.into_iter().filter(|(rule, met)| !rule.is_everyday() && recurs(met)) {
        let by_comment = silenced.get(rule).filter(|sessions| sessions.len() >= OWN_SESSIONS);
        match by_comment {
            Some(sessions) => lessons.push(silenced_by_comment(rule, sessions.clone())),
            None => rest.entry(rule.checker()).or_default().push((rule, met)),
        }
    }
    for rules in rest.into_values() {
        if rules.len() >= FEWEST_TOGETHER {
            lessons.extend(together(rules, table));
        } else {
            let own = rules.into_iter().filter(|(_, met)| met.len() >= OWN_SESSIONS);
            lessons.extend(own.filter_map(|(rule, met)| alone(rule, met, table)));
        }
    }
    lessons
}

fn recurs(sessions: &LessonSessions<'_>) -> bool {
    sessions.len() >= RECURS_SESSIONS && sessions.days() >= RECURS_DAYS
}

fn silenced_by_comment<'a>(rule: &LintRule, seen: LessonSessions<'a>) -> Lesson<'a> {
    let (id, comment) = (rule.id(), rule.silencer());
    Lesson {
        title: format!("Where `{id}` is wrong about the code, silence it in place with `{comment}`"),
        details: Details::Pitfall {
            area: format!("`{id}` ({})", rule.checker()),
            issue: format!("`{id}` complains about code that is meant as it is"),
            impact: "The check stays red until the finding is fixed or silenced".to_owned(),
            resolution: format!(
                "Write code that `{id}` accepts; where that would be wrong, put `{comment}` on the line and say why"
            ),
        },
        key: id.to_lowercase(),
        seen,
    }
}

fn alone<'a>(rule: &LintRule, seen: LessonSessions<'a>, table: &FactTable<'a>) -> Option<Lesson<'a>> {
    let id = rule.id();
    let by = complainer(table, |complained| complained == rule)?;
    let by = by.as_str();
    Some(Lesson {
        title: format!("Write code that passes `{id}`: `{by}` complains about it again and again"),
        details: Details::Pitfall {
            area: format!("`{id}` ({})", rule.checker()),
            issue: format!("`{by}` complained about `{id}` in several sessions"),
            impact: "Finished work had to be changed again".to_owned(),
            resolution: format!("Follow `{id}` while writing, and run `{by}` before the work is done"),
        },
        key: id.to_lowercase(),
        seen,
    })
}

fn together<'a>(
    mut rules: Vec<(&LintRule, LessonSessions<'a>)>,
    table: &FactTable<'a>,
) -> Option<Lesson<'a>> {
    rules.sort_unstable_by_key(|(rule, met)| (std::cmp::Reverse(met.len()), *rule));
    rules.truncate(MOST_TOGETHER);
    let checker = rules.first()?.0.checker();
    let by = complainer(table, |rule| rule.checker() == checker)?;
    let ids: Vec<&str> = rules.iter().map(|(rule, _)| rule.id()).collect();
    let mut seen = LessonSessions::default();
    rules.iter().for_each(|(_, met)| seen.join(met));
    let by = by.as_str();
    Some(Lesson {
        title: format!(
            "`{by}` keeps complaining about {}",
            listed(ids.iter().copied().take(FEWEST_TOGETHER))
        ),
        details: Details::Pitfall {
            area: format!("`{by}` ({checker})"),
            issue: format!(
                "New code broke the same rules in several sessions: {}",
                listed(ids.iter().copied())
            ),
            impact: "Finished work had to be changed again".to_owned(),
            resolution: format!("Follow these rules while writing, and run `{by}` before the work is done"),
        },
        key: format!("{checker} rules"),
        seen,
    })
}

/// The command that complained in most sessions.
fn complainer<'a>(table: &FactTable<'a>, about: impl Fn(&LintRule) -> bool) -> Option<&'a CommandToken> {
    let by_command = table.grouped(|fact| match fact {
        Fact::Complained { rule, by } if about(rule) && table.is_proven(by) => Some(by),
        _ => None,
    });
    by_command
        .into_iter()
        .max_by_key(|(command, sessions)| (sessions.len(), std::cmp::Reverse(*command)))
        .map(|(c, _)| c)
}
