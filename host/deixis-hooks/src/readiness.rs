//! `wit/readiness.wit`: how far the server can be trusted, as a reducer.

use serde::{Deserialize, Serialize};

use crate::{Action, Deadline, Facts, Hook, Json, Notification, ResponseError, text};

/// Readiness of one track.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing is known.
    #[default]
    Unknown,
    /// At work.
    Busy {
        /// What it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
        /// How far it is, 0 to 100.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        percent: Option<u8>,
    },
    /// Ready.
    Ready,
    /// Answers less than it should, with the reason.
    Degraded(String),
}

/// What an answer is worth that comes before its track is ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// The server holds the request until it can answer rightly.
    Blocks,
    /// Empty answers and errors are worthless, others are right.
    #[default]
    Empty,
    /// Any answer may be partial.
    Partial,
}

/// Readiness per track.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tracks {
    /// The process speaks.
    pub alive: Level,
    /// Hover, definition, document symbols.
    pub navigation: Level,
    /// References, workspace symbols, call hierarchy, rename.
    pub index: Level,
    /// Diagnostics.
    pub diagnostics: Level,
}

/// A `$/progress` value with what is known of its begin.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct WorkDone {
    /// Token, as text.
    pub token: String,
    /// Title of the begin.
    pub title: String,
    /// Last known message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Last known percentage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The server's `InitializeResult`.
    Initialized(#[serde(with = "text::json")] Json),
    /// A notification of interest.
    Notified(Notification),
    /// Progress began.
    ProgressBegin(WorkDone),
    /// Progress went on.
    ProgressReport(WorkDone),
    /// Progress ended.
    ProgressEnd(WorkDone),
    /// A document was opened.
    Opened(String),
    /// A deadline that was asked for.
    Deadline(String),
    /// The answer to an action `request`.
    Answered {
        /// Id of the ask.
        id: String,
        /// Its outcome.
        #[serde(with = "text::outcome")]
        outcome: Result<Json, ResponseError>,
    },
}

/// What the reducer says after events.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Step {
    /// Handed back with the next events.
    #[serde(with = "text::bytes")]
    pub state: Vec<u8>,
    /// Levels.
    pub tracks: Tracks,
    /// Worth of early answers to navigation.
    pub navigation_trust: Trust,
    /// Worth of early answers from the index.
    pub index_trust: Trust,
    /// A signal is sure to come.
    pub signal_expected: bool,
    /// Deadlines to set or remove.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deadlines: Vec<Deadline>,
    /// What to do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Action>,
}

/// The hook group.
pub trait Readiness: Send + Sync {
    /// Notification methods of interest.
    fn interests(&self) -> Hook<'_, Vec<String>>;
    /// The state before `initialize`.
    fn start(&self, facts: Facts) -> Hook<'_, Step>;
    /// Events in order.
    fn step(&self, state: Vec<u8>, events: Vec<Event>) -> Hook<'_, Step>;
}
