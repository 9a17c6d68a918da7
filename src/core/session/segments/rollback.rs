//! Whether a piece of work undid what it had done itself. Updating to what others pushed, and taking one side of a
//! file in a merge, undo nothing; what a person ordered to take back was done by the work before.

use super::calls::WorkCall;
use super::reaction::{self, Reaction};
use crate::core::entities::commands::{Act, ShellStep};
use crate::core::session::turns::Turn;

/// The last call that undid what this work had changed before.
pub(super) fn of_own_work(turns: &[Turn], calls: &[WorkCall<'_>]) -> Option<usize> {
    let was_ordered = reaction::to(turns.first(), false, |_| false) == Reaction::TakesBack;
    (0..calls.len()).rev().find(|at| !was_ordered && undoes(&calls[*at], &calls[..*at]))
}

fn undoes(call: &WorkCall<'_>, before: &[WorkCall<'_>]) -> bool {
    let is_own = |step: &ShellStep| step.act == Some(Act::Rollback) && takes_back(step, before);
    call.did(Act::Rollback) && call.steps.iter().any(is_own)
}

fn takes_back(step: &ShellStep, before: &[WorkCall<'_>]) -> bool {
    let names: Vec<&str> = step.args.iter().map(String::as_str).filter(|arg| !arg.starts_with('-')).collect();
    match (&*step.program, &names[..]) {
        ("git", ["reset", target, ..]) if is_of_others(target) => false,
        ("git", ["checkout" | "restore", paths @ ..]) => paths.iter().any(|path| was_edited(path, before)),
        ("git" | "jj" | "hg", _) => before.iter().any(|call| call.is_done_edit() || call.did(Act::Commit)),
        _ => before.iter().any(|call| call.did(Act::Deploy)),
    }
}

/// A branch of a remote, or what was just fetched.
fn is_of_others(target: &str) -> bool {
    target.contains('/') || target.contains("@{") || target.contains("FETCH_HEAD")
}

/// A file, or everything in a folder.
fn was_edited(path: &str, before: &[WorkCall<'_>]) -> bool {
    let path = path.trim_start_matches("./").trim_end_matches('/');
    let edited =
        before.iter().filter(|call| call.is_done_edit()).filter_map(|call| call.action.path.as_deref());
    let is_in =
        |file: &str| matches!(path, "" | ".") || file.ends_with(path) || file.contains(&format!("/{path}/"));
    edited.map(|file| file.replace('\\', "/")).any(|file| is_in(&file))
}
