//! What a configuration says, as plain data.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

/// A whole configuration.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Config {
    /// The servers by their name (`[servers.NAME]`), in the order of names.
    pub servers: BTreeMap<String, Server>,
    /// The adapters that are not built in (`[plugins.NAME]`), by name.
    pub plugins: BTreeMap<String, Plugin>,
    /// The file this came from, canonical; `None` when there was no file.
    pub source: Option<PathBuf>,
}

impl Config {
    /// A configuration without a file: one server per built-in adapter, named
    /// like it, with every default.
    ///
    /// The names are taken as given; that they are built in is the caller's to
    /// check, because only the caller knows the list.
    #[must_use]
    pub fn from_adapters(names: &[&str]) -> Self {
        let server = |name: &&str| {
            let server = Server { adapters: vec![(*name).to_owned()], ..Server::default() };
            ((*name).to_owned(), server)
        };
        Self { servers: names.iter().map(server).collect(), ..Self::default() }
    }
}

/// One language server (`[servers.NAME]`).
///
/// `None` means that the field was not written: the adapter's default holds,
/// or, without an adapter, the empty value.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Server {
    /// `adapter`: the adapter that knows this language, and the layers on top
    /// of it, each a built-in one or a plugin's name; empty when not written.
    pub adapters: Vec<String>,
    /// The program: a name to look up on `PATH`, or a path. Never a shell line.
    pub command: Option<String>,
    /// The program's arguments, handed over as they are.
    pub args: Option<Vec<String>>,
    /// Variables set for the server, after and above what it inherits.
    pub environment: Option<BTreeMap<String, String>>,
    /// File-name suffix, with its dot, to LSP language id.
    pub file_extensions: Option<BTreeMap<String, String>>,
    /// Root-relative glob with `/` to LSP language id; beats suffixes.
    pub file_patterns: Option<BTreeMap<String, String>>,
    /// Sent as `initializationOptions`; always a JSON object.
    pub initialization_options: Option<serde_json::Value>,
    /// Handed to the adapter; always a JSON object.
    pub options: Option<serde_json::Value>,
    /// `companion`: whether another server is the main one of the same files;
    /// `None` leaves it to the recipe.
    pub companion: Option<bool>,
    /// When the server is started.
    pub start: Start,
    /// What the server inherits of the host's environment.
    pub inherit_environment: InheritEnvironment,
    /// How long to wait for what.
    pub timeouts: Timeouts,
    /// How much of everything.
    pub limits: Limits,
    /// How often a server that died is started again.
    pub restart: Restart,
}

/// When a server is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Start {
    /// With the first call that needs it.
    #[default]
    Lazy,
    /// As soon as the MCP session is up, without delaying its handshake.
    Eager,
}

/// What a server inherits of the host's environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InheritEnvironment {
    /// Everything but variables whose names look like credentials.
    #[default]
    Filtered,
    /// Everything.
    All,
    /// Nothing: only `environment` is set.
    None,
}

/// Bounds on waiting (`[servers.NAME.timeouts]`, written in milliseconds).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// `startup_ms`: from the start of the process to the end of the handshake.
    pub startup: Duration,
    /// `request_ms`: one request, with everything that is retried within it.
    pub request: Duration,
    /// `shutdown_ms`: the whole way from the `shutdown` request to a dead process.
    pub shutdown: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            startup: Duration::from_millis(30_000),
            request: Duration::from_millis(30_000),
            shutdown: Duration::from_millis(5_000),
        }
    }
}

/// Bounds on amounts (`[servers.NAME.limits]`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Messages that may wait to be written to the server.
    pub outbound_queue_capacity: usize,
    /// Requests that may be open at the server at once.
    pub max_concurrent_requests: usize,
    /// Bytes of one message from the server.
    pub max_response_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            outbound_queue_capacity: 64,
            max_concurrent_requests: 16,
            max_response_bytes: 16 * 1024 * 1024,
        }
    }
}

/// The restart budget (`[servers.NAME.restart]`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restart {
    /// Restarts allowed within one window.
    pub max_restarts: u32,
    /// `window_ms`: the length of that window.
    pub window: Duration,
}

impl Default for Restart {
    fn default() -> Self {
        Self { max_restarts: 3, window: Duration::from_millis(60_000) }
    }
}

/// An adapter that is not built in (`[plugins.NAME]`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plugin {
    /// The component's file: absolute, resolved against the configuration
    /// file's folder. Not looked at: it may be missing.
    pub source: PathBuf,
    /// The SHA-256 that its bytes must have.
    pub sha256: [u8; 32],
    /// Programs that the adapter's recipes may start.
    pub commands: Vec<String>,
    /// Root-relative globs of project files that the adapter may read.
    pub project_read: Vec<String>,
    /// The most memory of one instance, in MiB.
    pub memory_mib: u32,
    /// `call_ms`: the longest that one call may take.
    pub call: Duration,
}

impl Plugin {
    /// The default of `memory_mib`.
    pub const DEFAULT_MEMORY_MIB: u32 = 32;
    /// The default of `call_ms`.
    pub const DEFAULT_CALL: Duration = Duration::from_millis(100);
}
