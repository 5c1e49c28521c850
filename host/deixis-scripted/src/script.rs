//! What a script can say.
//!
//! ```toml
//! [server]
//! encodings = ["utf-8"]           # in order of preference
//! disk = [".toy"]                 # files read at `initialize`
//!
//! [[rule]]
//! on = "textDocument/references"
//! nth = 1                         # only the first time
//! do = [{ until = "indexed" }, "default"]
//! ```
//!
//! TOML has no null. Where one is needed, the `…_json` twins take JSON as text.
//! In strings of replies, field names included, `$ROOT_URI` is the root's URI and `$URI` that of the
//! request's document.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::chaos::Chaos;

/// A whole script.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Script {
    /// How the built-in server behaves.
    #[serde(default)]
    pub(crate) server: Settings,
    /// Capabilities laid over the built-in ones; `false` takes one away.
    #[serde(default)]
    pub(crate) capabilities: serde_json::Map<String, Value>,
    /// Checked in order; the first that fits is done.
    #[serde(default, rename = "rule")]
    pub(crate) rules: Vec<Rule>,
}

/// Habits of the server.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Settings {
    /// Position encodings it accepts, best first; empty: never mentions one (UTF-16).
    pub(crate) encodings: Vec<String>,
    /// The encoding it really uses, if that is not the one it declared.
    pub(crate) really: Option<String>,
    /// `full`, `incremental`, or `strict` (incremental, and a whole text is a breach).
    pub(crate) sync: Sync,
    /// Suffixes of the files below the root that it reads at `initialize`.
    pub(crate) disk: Vec<String>,
    /// How it tells of lines with `ERROR:` or `WARNING:`.
    pub(crate) diagnostics: Diagnostics,
    /// What it does with a request that it does not know.
    pub(crate) unknown: Unknown,
    /// Registers for changes of files that match these globs, once initialized.
    pub(crate) watch: Vec<String>,
    /// Lives on when its input ends.
    pub(crate) ignore_eof: bool,
    /// Lives on when it is asked to terminate.
    pub(crate) ignore_sigterm: bool,
    /// Lives on after `exit`.
    pub(crate) ignore_exit: bool,
    /// Children to start: `plain`, `stubborn` (ignores signals), `detached` (own session too).
    pub(crate) children: Vec<String>,
    /// Lines of 100 bytes written to standard error at the start.
    pub(crate) stderr_lines: usize,
    /// Bytes per write to standard output; 0: a message at once.
    pub(crate) chunk: usize,
    /// Spelling of the header lines.
    pub(crate) headers: Headers,
    /// Misbehaviour at random, where no rule fits.
    pub(crate) chaos: Option<Chaos>,
    /// Logs remarks and breaches only: for runs of many messages.
    pub(crate) quiet: bool,
}

/// One rule.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rule {
    /// A method, or `(start)` before anything is read, or `(eof)`.
    pub(crate) on: String,
    /// Only this time, counted from 1 among the messages that fit `on` and `match`.
    pub(crate) nth: Option<u64>,
    /// Only up to this time.
    pub(crate) first: Option<u64>,
    /// Only before this event has come on the log's socket, or by `mark`.
    pub(crate) before: Option<String>,
    /// A subset of the message's parameters.
    #[serde(default, rename = "match")]
    pub(crate) subset: Option<Value>,
    /// What to do, in order.
    #[serde(rename = "do")]
    pub(crate) actions: Vec<Action>,
}

/// One thing to do.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    /// What the built-in server would do.
    Default,
    /// Answer the request.
    Reply(Value),
    /// Answer with JSON text.
    ReplyJson(String),
    /// Answer with an error.
    Error(Failure),
    /// Send a notification.
    Notify(Message),
    /// Send a request; its answer fires the event `response:ID`.
    Request(Message),
    /// Write text to standard output as it is.
    Raw(String),
    /// Write bytes to standard output as they are.
    Bytes(Vec<u8>),
    /// Write lines to standard error.
    Stderr(Noise),
    /// Do the rest once this event has come: a method received, `response:ID`, or a
    /// line on the log's socket.
    Until(String),
    /// Do the rest after a time: a server that takes long.
    AfterMs(u64),
    /// Let rules know, by their `before`, that this has happened.
    Mark(String),
    /// Do nothing at all for a time: reads stand still, too.
    StallMs(u64),
    /// Never answer.
    Ignore,
    /// Stop reading, for ever.
    Hang,
    /// End with this status.
    Exit(u8),
    /// End as a crash does.
    Crash,
}

/// An error to answer with.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Failure {
    pub(crate) code: i64,
    pub(crate) message: String,
    #[serde(default)]
    pub(crate) data: Option<Value>,
}

/// A notification or request to send.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Message {
    pub(crate) method: String,
    #[serde(default)]
    pub(crate) params: Option<Value>,
    #[serde(default)]
    pub(crate) params_json: Option<String>,
    /// A request's id; without it a number that was not used before.
    #[serde(default)]
    pub(crate) id: Option<Value>,
}

/// Text for standard error.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Noise {
    pub(crate) text: String,
    #[serde(default = "once")]
    pub(crate) times: usize,
}

/// How documents are kept in step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sync {
    Full,
    #[default]
    Incremental,
    Strict,
}

/// How diagnostics travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Diagnostics {
    #[default]
    None,
    Push,
    Pull,
}

/// What happens to unknown requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Unknown {
    #[default]
    Error,
    Ignore,
}

/// Spelling of header lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Headers {
    #[default]
    Plain,
    Lower,
    ContentType,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            encodings: vec!["utf-8".to_owned()],
            really: None,
            sync: Sync::default(),
            disk: vec![".toy".to_owned()],
            diagnostics: Diagnostics::default(),
            unknown: Unknown::default(),
            watch: Vec::new(),
            ignore_eof: false,
            ignore_sigterm: false,
            ignore_exit: false,
            children: Vec::new(),
            stderr_lines: 0,
            chunk: 0,
            headers: Headers::default(),
            chaos: None,
            quiet: false,
        }
    }
}

impl Script {
    /// Reads a script; the error names the file and what is wrong in it.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }
}

fn once() -> usize {
    1
}
