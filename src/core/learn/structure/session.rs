//! A session as the detectors see it: edits and commands in order, each with how it ended.

use crate::core::entities::checkers::LintRule;
use crate::core::entities::commands::programs::PREPARATION;
use crate::core::entities::commands::{Join, ShellStep, steps};
use crate::core::entities::grammar::Path;
use crate::core::model::Time;
use crate::core::session::check_result::is_unfinished;
use crate::core::session::client_words::{EDIT_TOOLS, SHELL};
use crate::core::session::turns::{Origin, ToolCall, Turn};

pub(super) struct SessionActions<'a> {
    pub(super) events: Vec<SessionEvent<'a>>,
    places: Places<'a>,
}

pub(super) struct SessionEvent<'a> {
    pub(super) turn: &'a str,
    pub(super) at: Time,
    /// Not copied from the session that this one was forked from or resumes.
    pub(super) own: bool,
    pub(super) what: What<'a>,
}

pub(super) enum What<'a> {
    Prompt,
    Edit { path: Option<Path>, silenced: &'a [LintRule] },
    Run(CommandRun<'a>),
}

pub(super) struct CommandRun<'a> {
    pub(super) line: &'a str,
    /// Where it ran, unless that is the project's root.
    pub(super) folder: Option<Path>,
    pub(super) steps: Vec<ShellStep>,
    pub(super) failed: bool,
    pub(super) output: &'a str,
}

impl<'a> SessionActions<'a> {
    /// `root` is the project's; a session in another worktree of it has its own, the shortest folder it worked in.
    /// `is_copy` tells of a prompt whether it was first seen in another session.
    pub(super) fn new(turns: &'a [Turn], root: &'a str, is_copy: &dyn Fn(&str) -> bool, now: Time) -> Self {
        let places = Places::new(turns, root);
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
                Origin::AgentAction => {
                    turn.action.as_deref().and_then(|action| places.look(action, turn.cwd.as_deref()))
                }
                _ => None,
            };
            events.extend(what.map(|what| SessionEvent { turn: &turn.id, at, own, what }));
        }
        SessionActions { events, places }
    }

    /// A path that a command names or prints, relative to the project; `None` outside of it.
    pub(super) fn named(&self, path: &str, run: &CommandRun<'_>) -> Option<Path> {
        match (path.starts_with('/'), &run.folder) {
            (true, _) => self.places.relative(path),
            (false, None) => Path::parse(path.trim_start_matches("./")),
            (false, Some(folder)) => folder.join(path.trim_start_matches("./")),
        }
    }

    pub(super) fn runs(&self) -> impl Iterator<Item = (&SessionEvent<'a>, &CommandRun<'a>)> {
        self.events.iter().filter_map(|event| match &event.what {
            What::Run(run) => Some((event, run)),
            _ => None,
        })
    }
}

impl CommandRun<'_> {
    /// The one step that the line is about, when there is only one.
    pub(super) fn single(&self) -> Option<&ShellStep> {
        let mut telling = self.steps.iter().filter(|step| !is_beside(step));
        telling.next().filter(|_| telling.next().is_none())
    }
}

/// Does it prepare, or only shorten what another step prints?
fn is_beside(step: &ShellStep) -> bool {
    match &*step.program {
        "head" | "tail" => true,
        "grep" | "cat" | "wc" => step.join == Join::Pipe,
        program => PREPARATION.contains(&program),
    }
}

/// The roots that paths are relative to, the first one that fits.
struct Places<'a> {
    roots: [Option<&'a str>; 2],
}

impl<'a> Places<'a> {
    fn new(turns: &'a [Turn], root: &'a str) -> Self {
        let own = shortest_cwd(turns);
        // A worktree inside the project is a root of its own; any other folder in it is not.
        let is_worktree = own.is_some_and(|own| own.contains("worktrees/"));
        Places { roots: if is_worktree { [own, Some(root)] } else { [Some(root), own] } }
    }

    fn look(&self, action: &'a ToolCall, cwd: Option<&str>) -> Option<What<'a>> {
        let result = action.result.as_ref().filter(|result| result.denied.is_none())?;
        if EDIT_TOOLS.contains(&&*action.tool) {
            let path = action.path.as_deref().and_then(|path| self.relative(path));
            return (!result.is_error).then_some(What::Edit { path, silenced: &action.silenced });
        }
        let line = action.command.as_deref().filter(|_| action.tool == SHELL)?;
        let steps = steps(line);
        let folder = self.folder(&steps, cwd);
        let run = CommandRun { line, folder, steps, failed: result.is_error, output: &result.text };
        (!is_unfinished(&result.text)).then_some(What::Run(run))
    }

    /// The working directory of the client, or where the line first goes.
    fn folder(&self, steps: &[ShellStep], cwd: Option<&str>) -> Option<Path> {
        let target = steps.first().filter(|step| step.program == "cd").and_then(|step| step.args.first());
        match (target, cwd) {
            (Some(target), _) if target.starts_with('/') => self.relative(target.trim_end_matches('/')),
            (Some(target), Some(cwd)) => self.relative(&format!("{cwd}/{}", target.trim_matches(['.', '/']))),
            (None, Some(cwd)) => self.relative(cwd),
            (_, None) => None,
        }
    }

    fn relative(&self, path: &str) -> Option<Path> {
        let below = |folder: &str| path.strip_prefix(folder)?.strip_prefix('/');
        Path::parse(self.roots.into_iter().flatten().find_map(below)?)
    }
}

fn shortest_cwd(turns: &[Turn]) -> Option<&str> {
    turns
        .iter()
        .filter_map(|turn| turn.cwd.as_deref())
        .min_by_key(|cwd| cwd.len())
        .filter(|cwd| cwd.len() > 1)
}
