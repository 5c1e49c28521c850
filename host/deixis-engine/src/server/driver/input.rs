//! What the driver is asked, and what it gives back.

use std::collections::{HashMap, HashSet};

use deixis_base::{Encoding, RootedPath, Text};
use deixis_hooks::{Action, Change};
use deixis_lsp::envelope::RawId;
use deixis_lsp::link::Outcome;
use deixis_lsp::{Feature, ResponseError};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::super::handshake::Greeting;
use super::super::published::{Pulled, Report};
use crate::OpError;

/// What the driver is asked.
pub(crate) enum Input {
    /// Begin the handshake.
    Greet(Box<Greeting>),
    /// Bring the documents up to date and send a request, in one turn.
    Ask(Box<Ask>),
    /// Send a request in the adapter's words.
    Fetch(Box<Fetch>),
    /// The caller no longer waits.
    Cancel(u64),
    /// What the adapter wants done.
    Act(Vec<Action>),
    /// Answer a request of the server that was put off.
    Respond(RawId, Result<Value, ResponseError>),
    /// Notifications that the adapter's reducer wants.
    Interests(HashSet<String>),
    /// Notifications that the adapter wants to see to judge diagnostics.
    Notes(HashSet<String>),
    /// Keep what the server said of a document when it was asked.
    Pulled(RootedPath, Pulled),
    /// Bring documents up to date; open these; report what is known of their
    /// diagnostics. Without paths: of all files.
    Report(Option<RootedPath>, oneshot::Sender<Result<Vec<Report>, OpError>>),
    /// Files have changed on disk.
    Changed(Box<Changed>),
    /// Paths of the open documents.
    Open(oneshot::Sender<Vec<String>>),
    /// The open documents, as the server was told of them.
    Documents(oneshot::Sender<Told>),
    /// Bring the open documents up to date now.
    Refresh(oneshot::Sender<()>),
    /// State for people.
    Peek(oneshot::Sender<Peek>),
    /// The last message that the server showed, if it came no earlier than this.
    Shown(Instant, oneshot::Sender<Option<String>>),
    /// Say goodbye.
    Leave(oneshot::Sender<()>),
}

/// A request of an operation.
pub(crate) struct Ask {
    pub(crate) id: u64,
    pub(crate) method: &'static str,
    pub(crate) feature: Feature,
    /// The document that it is about.
    pub(crate) document: Option<RootedPath>,
    /// Makes the parameters, from the text that the server has.
    pub(crate) build: BuildParams,
    /// Filled before the request is sent, or with the reason why it is not.
    pub(crate) sent: oneshot::Sender<Result<Sent, OpError>>,
    /// When it is withdrawn, and `answer` is dropped.
    pub(crate) deadline: Instant,
    pub(crate) answer: oneshot::Sender<Outcome>,
}

/// A request that an adapter made, whose answer somebody waits for.
pub(crate) struct Fetch {
    pub(crate) id: u64,
    /// Its own id is not used.
    pub(crate) ask: deixis_hooks::Ask,
    /// The document that it is about, if it is about one: it is open and up to date then.
    pub(crate) document: Option<RootedPath>,
    /// Filled before the request is sent, or with the reason why it is not.
    pub(crate) sent: oneshot::Sender<Result<Sent, OpError>>,
    /// When it is withdrawn, and `answer` is dropped.
    pub(crate) deadline: Instant,
    pub(crate) answer: oneshot::Sender<Outcome>,
}

/// Makes parameters from the text that the server has.
pub(crate) type BuildParams =
    Box<dyn FnOnce(&Subject<'_>) -> Result<Box<RawValue>, OpError> + Send>;

/// Changes on disk, as the server is to be told of them.
pub(crate) struct Changed {
    pub(crate) report: Vec<Change>,
    pub(crate) actions: Vec<Action>,
    /// Requests whose answers somebody waits for, whatever they are.
    pub(crate) awaited: Vec<(deixis_hooks::Ask, oneshot::Sender<()>)>,
}

/// Version and text of each open document.
pub(crate) type Told = HashMap<RootedPath, (i32, Text)>;

/// What parameters are made from.
pub(crate) struct Subject<'a> {
    /// URI and text of the document.
    pub(crate) document: Option<(&'a str, &'a Text)>,
    pub(crate) encoding: Encoding,
}

/// What a request was sent about.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    /// Snapshot of the document.
    pub(crate) text: Option<Text>,
    pub(crate) encoding: Encoding,
}

/// State for people.
#[derive(Debug, Clone)]
pub(crate) struct Peek {
    pub(crate) features: Vec<Feature>,
    pub(crate) encoding: Encoding,
    pub(crate) open_documents: usize,
    /// Identifiers of the pull providers.
    pub(crate) pull_identifiers: Vec<Option<String>>,
}

/// The driver's own requests.
pub(crate) enum Tag {
    Initialize(Box<Greeting>),
    Shutdown(oneshot::Sender<()>),
    /// An action of the adapter, by its id.
    Adapter(String),
    /// Somebody waits for the answer, whatever it is.
    Awaited(oneshot::Sender<()>),
}
