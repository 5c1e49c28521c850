//! What operations give back: domain values, already in root-relative paths
//! and UTF-8 positions. Rendering happens at the MCP edge.

mod calls;
mod rename;
mod signatures;

pub use calls::{Call, Callable};
pub use rename::{Applied, Edit, FileEdits, Prepared, Preview, Shown};
pub use signatures::{Parameter, Signature, Signatures};

pub use crate::edit::{Caution, Why};

use std::sync::Arc;

use deixis_base::{Encoding, Range, RootedPath, WireRange};

/// Name of a configured server.
pub type ServerName = Arc<str>;

/// An operation's value with what must be known to act on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer<T> {
    /// Servers that gave it, in name order.
    pub servers: Vec<ServerName>,
    /// How far it can be trusted.
    pub state: AnswerState,
    /// The value.
    pub value: T,
}

impl<T> Answer<T> {
    /// The same answer with another value.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Answer<U> {
        Answer { servers: self.servers, state: self.state, value: f(self.value) }
    }
}

/// How far an answer can be trusted. All empty: a settled answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AnswerState {
    /// Given with answers that are empty, partial or given while busy.
    pub readiness: Option<Readiness>,
    /// Given with the same answers.
    pub stability: Option<Stability>,
    /// Adapters that were bypassed.
    pub degraded: Vec<Degraded>,
    /// Known holes, as sentences.
    pub incomplete: Vec<String>,
}

impl AnswerState {
    /// Takes note of bypassed adapters, of each reason once.
    pub(crate) fn note_bypassed(&mut self, bypassed: impl IntoIterator<Item = Degraded>) {
        for one in bypassed {
            if !self.degraded.contains(&one) {
                self.degraded.push(one);
            }
        }
    }
}

/// What the server was doing.
#[derive(Debug, Clone, PartialEq)]
pub struct Readiness {
    /// State in one word.
    pub state: ReadyState,
    /// What it is busy with.
    pub message: Option<String>,
    /// How far it is, 0 to 100.
    pub percent: Option<u8>,
}

/// State of a server in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadyState {
    /// It gives no sign.
    Unknown,
    /// The process is starting.
    Starting,
    /// It is indexing or loading.
    Indexing,
    /// It is ready.
    Ready,
    /// It answers less than it should.
    Degraded,
}

/// Whether asking again could give more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stability {
    /// The same question gives the same answer.
    Stable,
    /// The server was busy: ask again.
    Transient,
    /// Nobody can tell.
    Indeterminate,
}

/// An adapter that was bypassed, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Degraded {
    /// Adapter id.
    pub adapter: String,
    /// Why.
    pub reason: String,
}

/// A place in source.
#[derive(Debug, Clone, PartialEq)]
pub enum Place {
    /// Inside the root; UTF-8 positions.
    Inside {
        /// File.
        path: RootedPath,
        /// Whole declaration, or the place itself.
        range: Range,
        /// The name, where it differs from `range`.
        selection: Option<Range>,
        /// The source line of the name, trimmed, at most 120 bytes.
        text: Option<Arc<str>>,
        /// Not to be changed, as the adapter has it: a package, something generated.
        read_only: bool,
    },
    /// Outside the root or virtual; in the server's own units.
    Outside {
        /// URI as the server gave it.
        uri: Arc<str>,
        /// Range in the server's units.
        range: WireRange,
        /// The name, where it differs from `range`.
        selection: Option<WireRange>,
        /// Unit of the columns.
        encoding: Encoding,
        /// Whether it is inside the root after all, in a file that cannot be read as text.
        inside: bool,
        /// What a person would call the virtual document.
        title: Option<Arc<str>>,
        /// The line of the name in a virtual document, as with files inside.
        text: Option<Arc<str>>,
        /// As with files inside.
        read_only: bool,
    },
}

/// Hover.
#[derive(Debug, Clone, PartialEq)]
pub struct Hover {
    /// Markdown, uncut.
    pub contents: String,
    /// What it is about.
    pub range: Option<Range>,
}

/// One symbol of an outline or a workspace search.
#[derive(Debug, Clone, PartialEq)]
pub struct Symbol {
    /// Short name.
    pub name: String,
    /// The server's detail.
    pub detail: Option<String>,
    /// LSP `SymbolKind`, also out of range.
    pub kind: u32,
    /// Where it is: `range` the declaration, `selection` the name.
    pub place: Place,
    /// Index of the parent in the same list; parents come first.
    pub parent: Option<usize>,
    /// Number of direct children.
    pub child_count: usize,
    /// Names from the outermost to its own, with the language's separator.
    pub name_path: String,
    /// What tells overloads apart.
    pub parameters: Option<String>,
    /// Server that gave it.
    pub server: ServerName,
}

/// LSP `DiagnosticSeverity`; the order is worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Error.
    Error,
    /// Warning.
    Warning,
    /// Information.
    Information,
    /// Hint.
    Hint,
}

impl Severity {
    /// The severity of LSP's number. Absent and unknown ones are shown, not hidden.
    pub(crate) fn of(number: Option<u32>) -> Self {
        match number {
            Some(2) => Self::Warning,
            Some(3) => Self::Information,
            Some(4) => Self::Hint,
            _ => Self::Error,
        }
    }
}

/// One diagnostic.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// Where, clamped to the present text.
    pub range: Range,
    /// How bad.
    pub severity: Severity,
    /// Code, as text.
    pub code: Option<String>,
    /// Tool that found it.
    pub source: Option<String>,
    /// Message.
    pub message: String,
    /// LSP `DiagnosticTag`s.
    pub tags: Vec<u32>,
    /// Source line, trimmed, at most 120 bytes.
    pub text: Option<Arc<str>>,
    /// Related places with their messages.
    pub related: Vec<(Place, String)>,
    /// Who says it, where several servers have a word on the file.
    pub server: Option<ServerName>,
}

/// Whether diagnostics are about the present text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Availability {
    /// For the text as it is on disk now.
    Current,
    /// For an earlier text.
    Stale,
    /// None were given; the reason says why. Never the same as clean.
    Unavailable(String),
}

/// How diagnostics were had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagnosticSource {
    /// `textDocument/publishDiagnostics`.
    Push,
    /// `textDocument/diagnostic`.
    Pull,
    /// Both, merged.
    Both,
    /// A server-specific request.
    Fetched,
}

/// Number of diagnostics by severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Errors.
    pub error: usize,
    /// Warnings.
    pub warning: usize,
    /// Informations.
    pub information: usize,
    /// Hints.
    pub hint: usize,
}

/// Diagnostics of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileDiagnostics {
    /// The file.
    pub path: RootedPath,
    /// Whether they are about the present text.
    pub availability: Availability,
    /// Whether the server has said all that it will say about this text.
    pub settled: bool,
    /// How they were had.
    pub source: DiagnosticSource,
    /// All, by severity, before any filter.
    pub counts: Counts,
    /// Those at or above the severity asked for, worst first, then by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Diagnostics of one file or of all that are known.
#[derive(Debug, Clone, PartialEq)]
pub enum Diagnostics {
    /// One file.
    File(Box<FileDiagnostics>),
    /// Files with their counts, worst first.
    Summary(Vec<FileDiagnostics>),
}

/// Answer of `deixis_server_status`.
#[derive(Debug, Clone, PartialEq)]
pub enum Status {
    /// All servers at a glance.
    All {
        /// Servers with at least one synchronised document, by name.
        attached: Vec<ServerName>,
        /// Number of the others.
        not_attached: usize,
        /// Changes that died earlier and are not settled, as sentences.
        unsettled: Vec<String>,
    },
    /// One server in depth.
    One(Box<ServerStatus>),
}

/// Life of one server's process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifecycle {
    /// Not started.
    Stopped,
    /// Started, `initialize` not answered.
    Starting,
    /// Initialised.
    Running,
    /// Exited, or failed to start.
    Failed,
}

/// One server in depth.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerStatus {
    /// Name.
    pub name: ServerName,
    /// Life of the process.
    pub lifecycle: Lifecycle,
    /// Process id while there is one.
    pub pid: Option<u32>,
    /// Seconds since the process started.
    pub uptime_s: Option<u64>,
    /// Starts after the first.
    pub restarts: u32,
    /// Its adapter, if any; of several layers, the lowest first.
    pub adapters: Vec<AdapterStatus>,
    /// Readiness by track name: `alive`, `navigation`, `index`, `diagnostics`.
    pub readiness: Vec<(&'static str, Readiness)>,
    /// Negotiated position encoding.
    pub encoding: Option<Encoding>,
    /// Tools that the server's live capabilities enable, in tool order.
    pub capabilities: Vec<&'static str>,
    /// Documents that are open in it.
    pub open_documents: usize,
    /// The last lines of its stderr, redacted, after a failure.
    pub stderr_tail: Vec<String>,
    /// Why it failed, or why the adapter cannot be used.
    pub problem: Option<String>,
}

/// Adapter of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdapterStatus {
    /// Id.
    pub id: String,
    /// Version.
    pub version: String,
    /// SHA-256 of the component.
    pub hash: String,
    /// Why it is left out, if it is.
    pub quarantined: Option<String>,
    /// Failures since the start.
    pub failures: u64,
    /// The first of them.
    pub first_failure: Option<String>,
}
