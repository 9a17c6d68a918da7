//! A session as the detectors see it: edits and commands in order, each with how it ended.

use super::tokens::Path;
use crate::core::checkers::Rule;
use crate::core::commands::{Join, Step, is_unfinished, steps};
use crate::core::model::Time;
use crate::core::turns::{Action, Origin, Turn};

const EDITORS: [&str; 4] = ["Edit", "MultiEdit", "Write", "NotebookEdit"];
/// Steps that prepare, and filters that only shorten what another step prints.
const BESIDE: [&str; 14] = [
    "cd", "export", "echo", "source", ".", "set", "pwd", "printf", "mkdir", "head", "tail", "grep", "cat",
    "wc",
];

pub(super) struct Session<'a> {
    pub(super) events: Vec<Event<'a>>,
    places: Places<'a>,
}

pub(super) struct Event<'a> {
    pub(super) turn: &'a str,
    pub(super) at: Time,
    /// Not copied from the session that this one was forked from or resumes.
    pub(super) own: bool,
    pub(super) what: What<'a>,
}

pub(super) enum What<'a> {
    Prompt,
    Edit { path: Option<Path>, silenced: &'a [Rule] },
    Run(Run<'a>),
}

pub(super) struct Run<'a> {
    pub(super) line: &'a str,
    pub(super) steps: Vec<Step>,
    pub(super) failed: bool,
    pub(super) output: &'a str,
}

impl<'a> Session<'a> {
    /// `root` is the project's; a session in another worktree of it has its own, the shortest folder it worked in.
    /// `is_copy` tells of a prompt whether it was first seen in another session.
    pub(super) fn new(turns: &'a [Turn], root: &'a str, is_copy: &dyn Fn(&str) -> bool, now: Time) -> Self {
        let places = Places { root, own: shortest_cwd(turns) };
        let mut own = true;
        let mut at = turns.iter().find_map(|turn| turn.at).unwrap_or(now).min(now);
        let mut events = vec![];
        for turn in turns {
            at = turn.at.map_or(at, |at| at.min(now));
            let what = match turn.origin {
                Origin::Typed => {
                    own = !is_copy(&turn.id);
                    Some(What::Prompt)
                }
                Origin::AgentAction => turn.action.as_deref().and_then(|action| places.look(action)),
                _ => None,
            };
            events.extend(what.map(|what| Event { turn: &turn.id, at, own, what }));
        }
        Session { events, places }
    }

    /// A path of a command or an edit, relative to the project; `None` outside of it.
    pub(super) fn relative(&self, path: &str) -> Option<Path> {
        if path.starts_with('/') {
            self.places.relative(path)
        } else {
            Path::parse(path.trim_start_matches("./"))
        }
    }

    pub(super) fn runs(&self) -> impl Iterator<Item = (&Event<'a>, &Run<'a>)> {
        self.events.iter().filter_map(|event| match &event.what {
            What::Run(run) => Some((event, run)),
            _ => None,
        })
    }
}

impl Run<'_> {
    /// The one step that the line is about, when there is only one.
    pub(super) fn single(&self) -> Option<&Step> {
        let mut telling = self.steps.iter().filter(|step| !is_beside(step));
        telling.next().filter(|_| telling.next().is_none())
    }
}

fn is_beside(step: &Step) -> bool {
    BESIDE.contains(&&*step.program)
        && (step.join == Join::Pipe || !matches!(&*step.program, "grep" | "cat" | "wc"))
}

struct Places<'a> {
    root: &'a str,
    own: Option<&'a str>,
}

impl<'a> Places<'a> {
    fn look(&self, action: &'a Action) -> Option<What<'a>> {
        let result = action.result.as_ref().filter(|result| result.denied.is_none())?;
        if EDITORS.contains(&&*action.tool) {
            let path = action.path.as_deref().and_then(|path| self.relative(path));
            return (!result.is_error).then_some(What::Edit { path, silenced: &action.silenced });
        }
        let line = action.command.as_deref().filter(|_| action.tool == "Bash")?;
        let is_known = !is_unfinished(&result.text);
        let run = Run { line, steps: steps(line), failed: result.is_error, output: &result.text };
        is_known.then_some(What::Run(run))
    }

    fn relative(&self, path: &str) -> Option<Path> {
        let below = |folder: &str| path.strip_prefix(folder)?.strip_prefix('/');
        let path = below(self.root).or_else(|| self.own.and_then(below))?;
        Path::parse(path)
    }
}

fn shortest_cwd(turns: &[Turn]) -> Option<&str> {
    turns
        .iter()
        .filter_map(|turn| turn.cwd.as_deref())
        .min_by_key(|cwd| cwd.len())
        .filter(|cwd| cwd.len() > 1)
}
