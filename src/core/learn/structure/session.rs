//! A session as the detectors see it: edits and commands in order, each with its result.

use super::call_forms::{CallForm, says_wrong_call};
use crate::core::entities::call_tokens::{below, plain};
use crate::core::entities::checkers::LintRule;
use crate::core::entities::commands::programs::{Starts, starters};
use crate::core::entities::commands::{ShellStep, TypedCall, steps, typed_calls};
use crate::core::entities::grammar::{CommandToken, Path};
use crate::core::model::Time;
use crate::core::session::check_result::is_unfinished;
use crate::core::session::client_words::{EDIT_TOOLS, SHELL, is_denied_by_guard};
use crate::core::session::turns::{Denial, Origin, ToolCall, Turn};

pub(super) struct SessionActions<'a> {
    pub(super) events: Vec<SessionEvent<'a>>,
    places: Places,
}

pub(super) struct SessionEvent<'a> {
    pub(super) turn: &'a str,
    pub(super) at: Time,
    /// Not copied from the session that this one was forked from or resumes.
    pub(super) own: bool,
    pub(super) what: What<'a>,
}

pub(super) enum What<'a> {
    /// A person's typed text; empty if a program sent it.
    Prompt {
        said: &'a str,
    },
    Edit {
        path: Option<Path>,
        silenced: &'a [LintRule],
    },
    Run(CommandRun<'a>),
    /// Not run, because a guard of the agent's calls stopped it.
    Stopped(CommandRun<'a>),
    /// Not made, because the person rejected it.
    Rejected(RefusedCall<'a>),
    /// Not made, because a guard that the person set denied it.
    Denied(RefusedCall<'a>),
    /// A skill or an agent.
    Invoked {
        form: CallForm,
        failed: bool,
    },
}

/// The client's messages about an unknown skill or agent.
const NO_SUCH_NAME: [&str; 2] = ["Unknown skill", "Agent type '"];

pub(super) enum RefusedCall<'a> {
    Run(CommandRun<'a>),
    Edit(Path),
}

pub(super) struct CommandRun<'a> {
    pub(super) line: &'a str,
    /// The client's folder.
    pub(super) cwd: Option<&'a str>,
    /// The folder in which it ran, unless that is the project's root.
    pub(super) folder: Option<Path>,
    pub(super) steps: Vec<ShellStep>,
    /// The same calls as they were typed.
    pub(super) typed: Vec<TypedCall>,
    pub(super) failed: bool,
    pub(super) output: &'a str,
}

impl<'a> SessionActions<'a> {
    /// `root` is the project's; a session in another worktree of it has its own, the shortest
    /// folder it worked in. `is_copy` says whether a prompt was first seen in another session.
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
                    Some(What::Prompt { said: if turn.headless { "" } else { &turn.text } })
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
        match (path.starts_with('/') || path.contains(':'), &run.folder) {
            (true, _) => self.places.relative(path),
            (false, None) => Path::parse(path.trim_start_matches("./")),
            (false, Some(folder)) => folder.join(path.trim_start_matches("./")),
        }
    }

    /// A path in a call, relative to the project; `None` for a path outside of it.
    pub(super) fn in_call(&self, path: &str, run: &CommandRun<'_>) -> Option<String> {
        let roots: Vec<&str> = self.places.roots.iter().flatten().map(String::as_str).collect();
        let path = with_slashes(path);
        match run.cwd {
            Some(cwd) => below(&roots, &with_slashes(cwd), &path),
            // Without a known folder, the project's root is the best guess.
            None => below(&roots, "", &path).or_else(|| (!path.starts_with('/')).then(|| plain(&path))),
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
    /// The command of one of its steps, without what would download it: no lesson recommends
    /// downloads.
    pub(super) fn token(&self, step: &ShellStep) -> Option<CommandToken> {
        let token = CommandToken::of(step, self.line)?;
        if !starters(|starts| starts == Starts::Fetched)
            .any(|starter| token.as_str().starts_with(&format!("{starter} ")))
        {
            return Some(token);
        }
        CommandToken::parse(&step.program)
    }

    /// Nothing was run: the call itself was wrong.
    pub(super) fn is_wrong_call(&self) -> bool {
        says_wrong_call(self.output, self.failed)
    }
}

/// The roots that paths are relative to; the first match counts.
struct Places {
    roots: [Option<String>; 2],
}

impl Places {
    fn new(turns: &[Turn], root: &str) -> Self {
        let own = shortest_cwd(turns).map(with_slashes);
        // A worktree inside the project is a root of its own; any other folder in it is not.
        let is_worktree = own.as_ref().is_some_and(|own| own.contains("worktrees/"));
        let root = Some(with_slashes(root));
        Places { roots: if is_worktree { [own, root] } else { [root, own] } }
    }

    fn look<'a>(&self, action: &'a ToolCall, cwd: Option<&'a str>) -> Option<What<'a>> {
        let result = action.result.as_ref()?;
        let is_stopped = result.denied == Some(Denial::Client) && action.tool == SHELL;
        let is_rejected = result.denied == Some(Denial::Person);
        let refused: Option<fn(RefusedCall<'a>) -> What<'a>> =
            match result.is_error && is_denied_by_guard(&result.text) {
                true => Some(What::Denied),
                false => is_rejected.then_some(What::Rejected),
            };
        if result.denied.is_some() && !is_stopped && refused.is_none() {
            return None;
        }
        if EDIT_TOOLS.contains(&&*action.tool) {
            let path = action.path.as_deref().and_then(|path| self.relative(path));
            if let Some(refused) = refused {
                return path.map(|path| refused(RefusedCall::Edit(path)));
            }
            return (!result.is_error).then_some(What::Edit { path, silenced: &action.silenced });
        }
        let invoked = match (&action.skill, &action.agent_type) {
            (Some(skill), _) => CallForm::skill(skill),
            (None, Some(agent)) => CallForm::agent(agent),
            _ => None,
        };
        if let Some(form) = invoked {
            if refused.is_some() {
                return None;
            }
            let failed = result.is_error && NO_SUCH_NAME.iter().any(|words| result.text.contains(words));
            return (failed || !result.is_error).then_some(What::Invoked { form, failed });
        }
        let line = action.command.as_deref().filter(|_| action.tool == SHELL)?;
        let steps = steps(line);
        let folder = self.folder(&steps, cwd);
        let (failed, output, typed) = (result.is_error, &*result.text, typed_calls(line));
        let run = CommandRun { line, cwd, folder, steps, typed, failed, output };
        if let Some(refused) = refused {
            return Some(refused(RefusedCall::Run(run)));
        }
        match is_stopped {
            true => Some(What::Stopped(run)),
            false => (!is_unfinished(&result.text)).then_some(What::Run(run)),
        }
    }

    /// The client's working directory, or the folder that the line changes to first.
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
        let path = with_slashes(path);
        let below = |folder: &String| path.strip_prefix(folder.as_str())?.strip_prefix('/');
        Path::parse(self.roots.iter().flatten().find_map(below)?)
    }
}

/// Sessions on Windows write their paths with backslashes.
fn with_slashes(path: &str) -> String {
    path.replace('\\', "/")
}

fn shortest_cwd(turns: &[Turn]) -> Option<&str> {
    turns
        .iter()
        .filter_map(|turn| turn.cwd.as_deref())
        .min_by_key(|cwd| cwd.len())
        .filter(|cwd| cwd.len() > 1)
}
