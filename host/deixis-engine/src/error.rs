//! Every way in which an operation can fail. Mapped once, at the MCP edge, to
//! a code and a message; the text here says what failed and with which value.

use std::time::Duration;

use crate::answer::ServerName;

/// A candidate that settles an ambiguous name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Name path, or the text.
    pub name: String,
    /// `path:line:column`, one-based, UTF-8 bytes; can be pasted back.
    pub at: String,
    /// LSP `SymbolKind`, if known.
    pub kind: Option<u32>,
    /// The source line.
    pub text: Option<String>,
}

/// The last thing that a server said when it failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LspError {
    /// Code.
    pub code: i64,
    /// Message, redacted.
    pub message: String,
    /// Data, redacted, at most 1 kB of JSON.
    pub data: Option<String>,
}

/// Why an operation has no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum OpError {
    /// The path is not one inside the root.
    #[error("{message}")]
    InvalidPath {
        /// The path as given.
        path: String,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The position is not one in the file.
    #[error("{message}")]
    InvalidPosition {
        /// The file.
        path: String,
        /// What is wrong and what would be right.
        message: String,
    },
    /// The arguments do not go together.
    #[error("{message}")]
    InvalidArguments {
        /// What is wrong and a corrected call.
        message: String,
    },
    /// No symbol of that name.
    #[error("{message}")]
    SymbolNotFound {
        /// What was looked for, and where.
        message: String,
        /// Nearest names.
        nearest: Vec<Candidate>,
        /// Set if the search was capped.
        incomplete: bool,
    },
    /// Several symbols of that name.
    #[error("{message}")]
    AmbiguousSymbol {
        /// What was looked for, and where.
        message: String,
        /// At most 20.
        candidates: Vec<Candidate>,
    },
    /// No server, or several, for that file.
    #[error("{message}")]
    Routing {
        /// The file.
        path: String,
        /// What is missing.
        message: String,
    },
    /// There is no server of that name.
    #[error("there is no server {name:?}; configured are: {}", known.join(", "))]
    UnknownServer {
        /// The name asked for.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// Nothing is configured.
    #[error("no language server is configured")]
    NoServerConfigured,
    /// The server cannot do this.
    #[error("{server} does not support {method}")]
    Unsupported {
        /// Server.
        server: ServerName,
        /// LSP method.
        method: &'static str,
        /// What could be done instead.
        hint: Option<String>,
    },
    /// The deadline passed.
    #[error("{server} did not answer {method} within {} ms; it was {doing}", after.as_millis())]
    Timeout {
        /// Server.
        server: ServerName,
        /// LSP method, or `initialize`.
        method: String,
        /// The time it had.
        after: Duration,
        /// What the server was doing.
        doing: String,
    },
    /// The caller cancelled.
    #[error("the call was cancelled")]
    Canceled,
    /// The outbound queue is full.
    #[error("{server} is busy: {limit} messages are waiting to be sent")]
    Busy {
        /// Server.
        server: ServerName,
        /// Queue capacity.
        limit: usize,
    },
    /// The server could not be started.
    #[error("{server} could not be started: {message}")]
    StartFailed {
        /// Server.
        server: ServerName,
        /// Why, with what would help.
        message: String,
        /// Last lines of stderr, redacted.
        stderr: Vec<String>,
        /// How to install it.
        hint: Option<String>,
    },
    /// The server exited while it was asked.
    #[error("{server} exited: {message}")]
    Exited {
        /// Server.
        server: ServerName,
        /// How.
        message: String,
        /// Last lines of stderr, redacted.
        stderr: Vec<String>,
    },
    /// The server answered with an error.
    #[error("{server} answered {method} with error {}: {} ({attempts} {})", error.code, error.message, if *attempts == 1 { "attempt" } else { "attempts" })]
    Lsp {
        /// Server.
        server: ServerName,
        /// LSP method.
        method: &'static str,
        /// The last error.
        error: LspError,
        /// How often it was asked.
        attempts: u32,
        /// What would help.
        hint: Option<String>,
    },
    /// The server's answer could not be understood.
    #[error("{server} broke the protocol: {message}")]
    Protocol {
        /// Server.
        server: ServerName,
        /// How.
        message: String,
    },
    /// The file cannot be read as a document.
    #[error("{message}")]
    Document {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
    /// The adapter cannot be used.
    #[error("{server}: {message}")]
    Adapter {
        /// Server.
        server: ServerName,
        /// Why.
        message: String,
    },
    /// What is there cannot be renamed, or not so.
    #[error("{message}")]
    RenameRefused {
        /// Server.
        server: ServerName,
        /// The file that was asked about.
        path: String,
        /// Why.
        message: String,
        /// The server's own error, if it gave one.
        error: Option<Box<LspError>>,
    },
    /// The server's edit is not one that may be made.
    #[error("{server} gave an edit that is refused: {message}")]
    InvalidEdit {
        /// Server.
        server: ServerName,
        /// The file that it is wrong about.
        path: Option<String>,
        /// Why.
        message: String,
    },
    /// There is no such preview, or not any more.
    #[error("{message}")]
    InvalidPreview {
        /// Why, and what to do.
        message: String,
    },
    /// A preview changes files that are only changed if the caller names them.
    #[error("the rename changes {}, which {} refused unless the caller asks for it", listed(files), if files.len() == 1 { "is" } else { "are" })]
    NotIncluded {
        /// The preview, which stays valid.
        preview: String,
        /// All of the caller's `include` that is right, and what is missing, sorted.
        include: Vec<String>,
        /// What is missing, each with its reason.
        files: Vec<(String, String)>,
    },
    /// The files are not what they were when the change was planned. Nothing was changed.
    #[error("{message}")]
    Conflict {
        /// Which.
        path: Option<String>,
        /// What it is instead, and what to do.
        message: String,
    },
    /// The file system failed. Nothing was changed.
    #[error("nothing was changed: {message}")]
    EditFailed {
        /// Where.
        path: Option<String>,
        /// What failed.
        message: String,
    },
    /// The file system failed, and not everything could be put back.
    #[error("{message}")]
    RollbackFailed {
        /// What failed, what is not as it was, and where its old bytes are.
        message: String,
    },
}

fn listed(files: &[(String, String)]) -> String {
    let files = files.iter().map(|(path, why)| format!("{path} ({why})"));
    files.collect::<Vec<_>>().join(", ")
}
