//! Forms of a call that never work here: `rtk bun`, `cat -A`, a skill that does not exist. They
//! failed in several sessions because of the call and not of the work, and no call of the form ever
//! succeeded. One that does retires it.

mod errors;
mod form;
mod told;

use std::collections::{BTreeMap, BTreeSet};

pub use form::{CallForm, WhatHelped};
pub use told::{FormToTell, forms_to_tell};

use super::lesson::{FactTable, Lesson, LessonSessions};
use super::session::{CommandRun, SessionActions, SessionEvent, What};
use super::{Fact, Seen};
use crate::core::entities::commands::programs::PREPARATION;
use crate::core::entities::commands::{Join, TypedCall};
use crate::core::entities::grammar::CommandToken;
use crate::core::model::Details;
use errors::{Said, form_meant, is_bare_push, said};

/// Whether the output says that the call was wrong, not the work.
pub(super) fn says_wrong_call(output: &str, failed: bool) -> bool {
    matches!(said(output, failed), Said::Wrong(..))
}

const FEWEST_SESSIONS: usize = 2;
/// The share (in percent) of the sessions with a remedy that have to agree on it.
const AGREEMENT: usize = 60;
/// The number of calls within which the remedy may follow.
const REACH: usize = 5;

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    let mut pushed = false;
    for (at, event) in session.events.iter().enumerate() {
        let later = &session.events[at + 1..];
        match &event.what {
            What::Run(run) => {
                look_at(run, !pushed, later, event, seen);
                pushed |= pushes(run);
            }
            What::Invoked { form, failed: true } => {
                let helped = other_name(form, later);
                seen.add(event, Fact::Failed { form: form.clone(), helped });
            }
            What::Invoked { form, failed: false } => seen.add(event, Fact::Worked { form: form.clone() }),
            _ => {}
        }
    }
}

fn pushes(run: &CommandRun<'_>) -> bool {
    run.typed.iter().any(|call| call.words.len() > 1 && call.words[0] == "git" && call.words[1] == "push")
}

fn look_at(
    run: &CommandRun<'_>,
    first_push: bool,
    later: &[SessionEvent<'_>],
    event: &SessionEvent<'_>,
    seen: &mut Seen<'_>,
) {
    let (said, is_push) = (said(run.output, run.failed), |form: &CallForm| *form == CallForm::FirstPush);
    let works = match said {
        Said::Wrong(wrong, line) => {
            let Some((form, at)) = form_meant(wrong, line, &run.typed) else { return };
            if first_push || !is_push(&form) {
                let helped = what_helped(&form, &run.typed[at], later);
                seen.add(event, Fact::Failed { form, helped });
            }
            // The calls before it were made; those after it may not have been.
            proven(run, at)
        }
        Said::Unclear => vec![],
        // The first call was made, whatever came of it.
        Said::Nothing if run.failed => proven(run, run.typed.len()).into_iter().take(1).collect(),
        Said::Nothing => proven(run, run.typed.len()),
    };
    for call in works {
        for form in [CallForm::all_of(&call.words), CallForm::all_of(&call.unwrapped())].concat() {
            seen.add(event, Fact::Worked { form });
        }
        let words: Vec<&str> = call.words.iter().map(String::as_str).collect();
        if first_push && !run.failed && is_bare_push(&words) {
            seen.add(event, Fact::Worked { form: CallForm::FirstPush });
        }
    }
}

/// The calls before `end` that certainly ran, and whose failure would have shown.
fn proven<'r>(run: &'r CommandRun<'_>, end: usize) -> Vec<&'r TypedCall> {
    let hides = |call: &TypedCall| matches!(call.join, Join::Pipe | Join::Or);
    let is_silenced =
        run.line.contains("/dev/null") && (run.typed.iter().any(hides) || run.line.contains(';'));
    let says_nothing = run.failed && run.output.lines().filter(|line| !line.trim().is_empty()).count() < 2;
    if is_silenced || says_nothing {
        return vec![];
    }
    let next_is_or = |at: usize| run.typed.get(at + 1).is_some_and(|next| next.join == Join::Or);
    let calls = run.typed.iter().enumerate().take(end);
    let ran = calls.filter(|(at, call)| !matches!(call.join, Join::Or | Join::Within) && !next_is_or(*at));
    ran.map(|(_, call)| call).filter(|call| !PREPARATION.contains(&call.words[0].as_str())).collect()
}

/// The next call that achieved the purpose, without an edit or a prompt before it.
fn what_helped(form: &CallForm, failed: &TypedCall, later: &[SessionEvent<'_>]) -> WhatHelped {
    let untouched = later.iter().map_while(|event| match &event.what {
        What::Run(run) => Some(run),
        _ => None,
    });
    for run in untouched.take(REACH).filter(|run| !run.failed && said(run.output, false) == Said::Nothing) {
        for call in &run.typed {
            if let Some(helped) = instead(form, failed, call, run) {
                return helped;
            }
        }
    }
    WhatHelped::Nothing
}

fn instead(
    form: &CallForm,
    failed: &TypedCall,
    call: &TypedCall,
    run: &CommandRun<'_>,
) -> Option<WhatHelped> {
    let CallForm::Command(words) = form else { return None };
    // Without a leading word: `rtk bun run test`, then `bun run test`.
    let dropped = failed.words.len().saturating_sub(call.words.len());
    if dropped > 0 && failed.words[dropped..] == call.words[..] {
        let rest: Vec<&str> = words.split(' ').skip(dropped).collect();
        return Some(WhatHelped::command(&rest.join(" ")));
    }
    let is_operand = |word: &&String| word.contains(['/', '.']) && !word.starts_with('-');
    let shares_operand =
        || failed.words.iter().skip(1).filter(is_operand).any(|word| call.words.contains(word));
    let is_same = failed.words.len() > 1
        && call.words.len() > 1
        && failed.words[..2] == call.words[..2]
        && !failed.words[1].starts_with('-');
    if failed.words == call.words || !(is_same || shares_operand()) {
        return None;
    }
    let step = run.steps.iter().find(|step| step.program == call.words[0]);
    let named = step.and_then(|step| match is_same {
        true => CommandToken::with_options(step, run.line),
        false => CommandToken::of(step, run.line),
    });
    Some(named.map_or(WhatHelped::Unnamed, |token| WhatHelped::command(token.as_str())))
}

/// An agent of a plugin is known only by its full name.
fn other_name(form: &CallForm, later: &[SessionEvent<'_>]) -> WhatHelped {
    let CallForm::Agent(short) = form else { return WhatHelped::Nothing };
    let full = later.iter().take(REACH).find_map(|event| match &event.what {
        What::Invoked { form: CallForm::Agent(name), failed: false } => {
            name.ends_with(&format!(":{short}")).then(|| name.clone())
        }
        _ => None,
    });
    full.map_or(WhatHelped::Nothing, WhatHelped::This)
}

/// A form that failed wherever it was tried.
pub(super) struct DeadForm<'a> {
    pub(super) form: &'a CallForm,
    pub(super) seen: LessonSessions<'a>,
    pub(super) calls: usize,
    pub(super) helped: Option<&'a str>,
}

/// Only the widest forms, so that each thing is said once.
pub(super) fn dead_forms<'a>(table: &FactTable<'a>) -> Vec<DeadForm<'a>> {
    let worked: BTreeSet<&CallForm> = table.facts().filter_map(|(fact, _)| worked(fact)).collect();
    let mut by_form: BTreeMap<&'a CallForm, Vec<(&'a WhatHelped, &LessonSessions<'a>)>> = BTreeMap::new();
    for (fact, sessions) in table.facts() {
        if let Fact::Failed { form, helped } = fact
            && !worked.contains(form)
        {
            by_form.entry(form).or_default().push((helped, sessions));
        }
    }
    let dead: Vec<DeadForm<'a>> =
        by_form.into_iter().filter_map(|(form, tries)| dead(form, &tries)).collect();
    let widest: Vec<bool> =
        dead.iter().map(|one| !dead.iter().any(|other| other.form.covers(one.form))).collect();
    dead.into_iter().zip(widest).filter(|(_, widest)| *widest).map(|(one, _)| one).collect()
}

fn worked(fact: &Fact) -> Option<&CallForm> {
    match fact {
        Fact::Worked { form } => Some(form),
        _ => None,
    }
}

fn dead<'a>(form: &'a CallForm, tries: &[(&'a WhatHelped, &LessonSessions<'a>)]) -> Option<DeadForm<'a>> {
    let (mut seen, mut helped_in) = (LessonSessions::default(), LessonSessions::default());
    for (helped, sessions) in tries {
        seen.join(sessions);
        if **helped != WhatHelped::Nothing {
            helped_in.join(sessions);
        }
    }
    let calls = tries.iter().map(|(_, sessions)| sessions.times()).sum();
    let named = tries.iter().filter_map(|(helped, sessions)| match helped {
        WhatHelped::This(text) => Some((text.as_str(), sessions.len())),
        _ => None,
    });
    let best = named.max_by_key(|(text, sessions)| (*sessions, std::cmp::Reverse(*text)));
    let agreed =
        |sessions: usize| sessions >= FEWEST_SESSIONS && sessions * 100 >= helped_in.len() * AGREEMENT;
    let helped = best.filter(|(_, sessions)| agreed(*sessions)).map(|(text, _)| text);
    (seen.len() >= FEWEST_SESSIONS).then_some(DeadForm { form, seen, calls, helped })
}

pub(super) fn conclude<'a>(table: &FactTable<'a>) -> Vec<Lesson<'a>> {
    dead_forms(table).into_iter().map(worded).collect()
}

/// Begins what an observation of a form is known by.
pub const CALL_KEY: &str = "call ";

/// The key of its observation.
pub(super) fn key(form: &CallForm) -> String {
    format!("{CALL_KEY}{}", form.encode().to_lowercase())
}

fn worded(dead: DeadForm<'_>) -> Lesson<'_> {
    let DeadForm { form, seen, helped, .. } = dead;
    let (title, issue, resolution) = match form {
        CallForm::Command(words) => of_command(words, helped),
        CallForm::Skill(name) => (
            format!("There is no skill `{name}` here"),
            format!("The skill `{name}` was called, and there is none of this name"),
            format!("Do what `{name}` would do without a skill"),
        ),
        CallForm::Agent(name) => of_agent(name, helped),
        CallForm::FirstPush => (
            "`git push` alone fails here on a new branch: name its upstream".to_owned(),
            "A branch that was never pushed has no upstream, so plain `git push` fails".to_owned(),
            "Push a new branch with `git push --set-upstream origin`, followed by its name".to_owned(),
        ),
    };
    Lesson {
        title,
        details: Details::Pitfall {
            area: form.spelled(),
            issue,
            impact: "The call is lost each time".to_owned(),
            resolution,
        },
        key: key(form),
        seen,
    }
}

fn of_command(words: &str, helped: Option<&str>) -> (String, String, String) {
    let issue = match words.rsplit_once(' ') {
        None => format!("`{words}` does not exist on this machine"),
        Some((program, last)) if last.starts_with('-') => {
            format!("The option `{last}` of `{program}` does not exist on this machine; it failed each time")
        }
        Some((program, last)) => format!("`{program}` has no `{last}` here, so `{words}` always fails"),
    };
    match helped {
        Some(helped) => (
            format!("`{words}` does not work here: run `{helped}` instead"),
            issue,
            format!("Run `{helped}` directly"),
        ),
        None => (format!("`{words}` does not work here"), issue, format!("Do it without `{words}`")),
    }
}

fn of_agent(name: &str, helped: Option<&str>) -> (String, String, String) {
    let issue = format!("The subagent `{name}` was called, and none of this name was found");
    match helped {
        Some(full) => (
            format!("There is no agent `{name}` here: call it `{full}`"),
            issue,
            format!("Call the subagent by its full name, `{full}`"),
        ),
        None => (
            format!("There is no agent `{name}` here"),
            issue,
            "Use one of the agents that are listed".to_owned(),
        ),
    }
}
