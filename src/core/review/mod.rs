//! Review by a person: the items to look at, the decisions on them, and what follows from those.
//! All of it is data; keys are read and files are written elsewhere.

pub(crate) mod capacity;
pub(crate) mod error_mentions;
pub(crate) mod unused;

pub mod authority;
pub mod direct_prompt;
pub(crate) mod fitting;
pub mod flags;
pub mod highlights;
pub mod list;
pub mod merging;
pub mod page;
pub mod ruling;
pub mod said_command;
pub mod screen;
pub mod tools;

pub use list::{ReviewAction, ReviewItem, ReviewItemReason, ReviewSubject};
pub use ruling::{Nothing, ReviewCase, ReviewDecision, ReviewPlan, plan};
