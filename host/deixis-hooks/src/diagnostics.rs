//! `wit/diagnostics.wit`: how diagnostics are had, when they are final, and
//! what they are worth.

use serde::{Deserialize, Serialize};

use crate::{Ask, Deadline, Facts, Hook, Json, Notification, Span, text};

/// Where a server's diagnostics come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// `textDocument/publishDiagnostics`.
    #[default]
    Push,
    /// `textDocument/diagnostic`.
    Pull,
    /// Both at once; together they are the answer.
    Both,
    /// Requests of the adapter's own: `fetch` makes them.
    Fetch,
}

/// How they are had.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Plan {
    /// Where they come from.
    pub source: Source,
    /// `textDocument/didSave` is to be sent after each change, whatever the
    /// capabilities say.
    pub needs_save: bool,
    /// Silence after which a publication is final; `None` is the native value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet_ms: Option<u32>,
    /// Time within which a first publication is sure to come after a change;
    /// `None` is the native value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub react_ms: Option<u32>,
    /// Known holes, as sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<String>,
}

/// `textDocument/publishDiagnostics` for the document in question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Publication {
    /// The version of the text that it is about, where the server says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<i32>,
    /// How many diagnostics there are.
    pub count: u32,
}

/// A `$/progress`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Work {
    /// Token, as text.
    pub token: String,
    /// Title of the begin.
    pub title: String,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The server was sent the document's text under this version: it was
    /// opened or changed.
    Told(i32),
    /// The server was sent `textDocument/didSave` for it.
    Saved,
    /// The server published diagnostics of the document.
    Published(Publication),
    /// A notification of interest.
    Notified(Notification),
    /// Progress began.
    ProgressBegin(Work),
    /// Progress ended.
    ProgressEnd(Work),
    /// A deadline that was asked for.
    Deadline(String),
}

/// Whether what is known is about the text that the server has, as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    /// The native rules decide.
    #[default]
    Unknown,
    /// More is sure to come.
    NotYet,
    /// It is final.
    Yes,
}

/// What the reducer says after events.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Judgement {
    /// Handed back with the next events.
    #[serde(with = "text::bytes")]
    pub state: Vec<u8>,
    /// Whether what is known is final.
    pub settled: Settled,
    /// Deadlines to set or remove.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deadlines: Vec<Deadline>,
}

/// One diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Where.
    pub range: Span,
    /// LSP `DiagnosticSeverity`; 0 if the server gave none.
    pub severity: u32,
    /// Code, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The tool that found it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Message.
    pub message: String,
    /// LSP `DiagnosticTag`s.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<u32>,
}

/// What becomes of a diagnostic.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is shown.
    #[default]
    Keep,
    /// It is not.
    Drop,
    /// This is shown instead.
    Change(Diagnostic),
}

/// An LSP `Diagnostic[]` in the server's position encoding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fetched(#[serde(with = "text::json")] pub Json);

impl Default for Fetched {
    fn default() -> Self {
        Self("[]".to_owned())
    }
}

/// The hook group.
pub trait Diagnostics: Send + Sync {
    /// How this server's diagnostics are had.
    fn plan(&self, facts: Facts) -> Hook<'_, Plan>;
    /// Notification methods that `settle` wants to see.
    fn interests(&self) -> Hook<'_, Vec<String>>;
    /// A reducer per open document, from events in order; the state is empty
    /// at first.
    fn settle(
        &self,
        facts: Facts,
        path: String,
        state: Vec<u8>,
        events: Vec<Event>,
    ) -> Hook<'_, Judgement>;
    /// The requests that fetch a document's diagnostics, for [`Source::Fetch`].
    fn fetch(&self, facts: Facts, path: String, uri: String) -> Hook<'_, Vec<Ask>>;
    /// The diagnostics in the answers to those requests, one answer per request, in order.
    fn fetched(&self, facts: Facts, path: String, answers: Vec<Json>) -> Hook<'_, Fetched>;
    /// One fate per diagnostic, in order.
    fn normalise(
        &self,
        language: String,
        path: String,
        diagnostics: Vec<Diagnostic>,
    ) -> Hook<'_, Vec<Fate>>;
}
