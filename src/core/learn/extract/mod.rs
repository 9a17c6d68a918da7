//! The request to an extractor and its response. `claude`, a program of one's own and the built-in
//! rules all get the same request and give the same response; none of them is believed before
//! `verify` has checked it.

pub(crate) mod dialog;
pub mod envelope;
pub mod prompt;
pub mod request;
pub mod response;
pub mod rules;
mod upkeep;

use serde::{Deserialize, Serialize};

use crate::core::model::{Details, Kind, Status};

pub use request::build_request;
pub(super) use upkeep::is_upkeep;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub version: u32,
    /// Known observations, so that a lesson seen again is recognised and not learned twice.
    pub existing: Vec<Existing>,
    pub user_signals: Vec<DialogMessage>,
    pub dialog_pairs: Vec<DialogPair>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Existing {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Kind,
    pub title: String,
    pub status: Status,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DialogMessage {
    pub id: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DialogPair {
    pub id: String,
    pub assistant: DialogMessage,
    pub user: DialogMessage,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    pub observations: Vec<Item>,
}

/// A claim: nothing in it is known to be true yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub title: String,
    pub details: Details,
    pub matches: Option<String>,
    pub evidence: Vec<ItemQuote>,
    pub quality_ok: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemQuote {
    /// The id that the request gave the message.
    pub message: String,
    pub quote: String,
}
