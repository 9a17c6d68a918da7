//! Checkers' rules that sessions break again and again, worded as what to do while writing.

use super::advice::advice;
use super::lesson::{FactTable, Lesson, LessonSessions};
use super::session::{SessionActions, What};
use super::{Bar, Fact, Seen};
use crate::core::entities::checkers::{LintRule, rules_in};
use crate::core::entities::commands::{Act, ShellStep};
use crate::core::model::Details;

const FEWEST_SESSIONS: usize = 4;
const FEWEST_DAYS: usize = 4;
/// Silenced in this many sessions, the rule may be wrong about the code.
const SILENCED_SESSIONS: usize = 3;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    for event in &session.events {
        match &event.what {
            What::Edit { silenced, .. } => {
                silenced.iter().for_each(|rule| seen.add(event, Fact::Silenced { rule: rule.clone() }));
            }
            What::Run(run) => {
                let checker =
                    run.steps.iter().filter_map(|step| Some((weight(step)?, step))).max_by_key(|(w, _)| *w);
                let Some(by) = checker.and_then(|(_, step)| run.token(step)) else {
                    continue;
                };
                for rule in rules_in(run.output) {
                    seen.add(event, Fact::Complained { rule, by: by.clone() });
                }
            }
            _ => {}
        }
    }
}

/// How likely a step is to have printed a rule's id, compared with the others of the line.
fn weight(step: &ShellStep) -> Option<u8> {
    match step.act? {
        Act::Lint => Some(3),
        Act::Test | Act::Build => Some(2),
        Act::Commit => Some(1),
        Act::Format => Some(0),
        _ => None,
    }
}

pub(super) fn conclude<'a>(table: &FactTable<'a>, bar: Bar) -> Vec<Lesson<'a>> {
    let silenced = table.grouped(|fact| match fact {
        Fact::Silenced { rule } => Some(rule),
        _ => None,
    });
    let met = table.grouped(|fact| match fact {
        Fact::Complained { rule, .. } => Some(rule),
        _ => None,
    });
    let later_half = bar.fresh.then(|| table.middle()).flatten();
    let recurs = |met: &LessonSessions<'_>| {
        met.len() >= FEWEST_SESSIONS
            && met.days() >= FEWEST_DAYS
            && later_half.is_none_or(|middle| met.sightings().any(|sighting| sighting.at >= middle))
    };
    let mut lessons = vec![];
    for (rule, met) in met.into_iter().filter(|(rule, met)| !rule.is_everyday() && recurs(met)) {
        let may_be_wrong = silenced.get(rule).is_some_and(|sessions| sessions.len() >= SILENCED_SESSIONS);
        lessons.extend(advice(rule).map(|advice| worded(rule, advice, may_be_wrong, met)));
    }
    lessons
}

fn worded<'a>(rule: &LintRule, advice: &str, may_be_wrong: bool, seen: LessonSessions<'a>) -> Lesson<'a> {
    let (id, checker) = (rule.id(), rule.checker());
    let or_else = if may_be_wrong {
        format!("; where the code is meant as it is, put `{}` on the line with the reason", rule.silencer())
    } else {
        String::new()
    };
    Lesson {
        title: format!("{advice}: `{id}` asks for it here"),
        details: Details::Pitfall {
            area: format!("`{id}` ({checker})"),
            issue: format!("New code broke `{id}` in several sessions"),
            impact: "Finished work had to be changed again".to_owned(),
            resolution: format!("{advice}{or_else}"),
        },
        key: id.to_lowercase(),
        seen,
    }
}
