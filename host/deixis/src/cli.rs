//! What the command line takes.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use deixis_author::Language;

/// Typed access to language servers for coding agents, over MCP.
#[derive(Debug, Parser)]
#[command(name = "deixis", version, about, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Options that most subcommands share.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// The project [default: $CLAUDE_PROJECT_DIR, else the current folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// The configuration file [default: the user's own]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Adapters to use without a configuration file, one server each
    #[arg(
        long,
        global = true,
        value_name = "NAME,…",
        value_delimiter = ',',
        conflicts_with = "config"
    )]
    pub(crate) adapter: Vec<String>,
    /// Offer the tools that write files, after a preview
    #[arg(long, global = true)]
    pub(crate) allow_mutation: bool,
}

/// Subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve MCP on standard input and output (this is the default)
    Serve,
    /// Call one tool and print its answer
    Call(Call),
    /// Show what Deixis does, on real code
    Try(Try),
    /// Look at adapters
    Plugin(Plugin),
    /// Show what changes left behind that died on the way, and settle it
    Recover(Recover),
}

/// `deixis call`.
#[derive(Debug, Args)]
pub(crate) struct Call {
    /// The tool: hover, definition, references, …
    pub(crate) tool: String,
    /// Arguments, as key=value or as one JSON object
    #[arg(value_name = "KEY=VALUE | JSON")]
    pub(crate) arguments: Vec<String>,
    /// Print the structured answer
    #[arg(long)]
    pub(crate) json: bool,
}

/// `deixis try`.
#[derive(Debug, Args)]
pub(crate) struct Try {
    /// The folder to look at [default: the current one]
    pub(crate) dir: Option<PathBuf>,
    /// The adapter to use, instead of the one that fits most files
    #[arg(long, value_name = "NAME")]
    pub(crate) with: Option<String>,
}

/// `deixis recover`.
#[derive(Debug, Args)]
pub(crate) struct Recover {
    /// Undo or complete what is unfinished
    #[arg(long)]
    pub(crate) settle: bool,
    /// Give up a journal that was kept, and the old texts in it
    #[arg(long, value_name = "ID", conflicts_with = "settle")]
    pub(crate) discard: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `deixis plugin`.
#[derive(Debug, Args)]
pub(crate) struct Plugin {
    #[command(subcommand)]
    pub(crate) command: PluginCommand,
}

/// Subcommands of `deixis plugin`.
#[derive(Debug, Subcommand)]
pub(crate) enum PluginCommand {
    /// Write a new adapter: sources, a sample project, and recorded calls that it answers
    New(New),
    /// Build the adapter whose sources are in a folder: its component, NAME.wasm
    Build {
        /// The folder [default: the current one]
        #[arg(value_name = "DIR")]
        dir: Option<PathBuf>,
        /// Where to write it [default: NAME.wasm in that folder]
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Build an adapter and make calls with its server, again whenever a file changes
    Dev(Dev),
    /// Print what an adapter is, exports, imports and may ask for
    Inspect {
        /// A built-in adapter, a name from the configuration, or a file
        #[arg(value_name = "NAME|FILE")]
        what: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Write a component into the configuration: its hash, and what it may do
    Add {
        /// The component
        file: PathBuf,
        /// Its name in the configuration [default: the id that it gives itself]
        #[arg(long)]
        name: Option<String>,
        /// Grant what it asks for without a question
        #[arg(long)]
        yes: bool,
    },
    /// Pin the component as it is now, after showing what changed
    Update {
        /// Its name in the configuration
        name: String,
        /// Another file [default: the one that is configured]
        file: Option<PathBuf>,
        /// Grant what it asks for without a question
        #[arg(long)]
        yes: bool,
    },
    /// Take a component out of the configuration; its file stays
    Remove {
        /// Its name in the configuration
        name: String,
    },
    /// List the built-in adapters and those of the configuration, and whether they can be used
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Record every call of an adapter in a session with its server
    Record(Record),
    /// Make recorded calls again, without a server, and compare the answers
    Test {
        /// A built-in adapter, a name from the configuration, or a file
        #[arg(value_name = "NAME|FILE")]
        what: String,
        /// The recordings [default: recordings/*.jsonl beside the file, else in this folder]
        recordings: Vec<PathBuf>,
        /// Write the answers of today into the recordings
        #[arg(long)]
        update: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Check that an adapter keeps the rules, with hostile inputs
    Check(Check),
    /// Make a call again that failed, from the case file that it left behind
    Replay {
        /// The case file
        case: PathBuf,
        /// The adapter to ask [default: the one that failed]
        #[arg(long, value_name = "NAME|FILE")]
        with: Option<String>,
    },
}

/// `deixis plugin new`.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// What the adapter is called, like "zig"
    pub(crate) name: String,
    /// The language that it is written in
    #[arg(long, value_enum, default_value = "rust")]
    pub(crate) lang: Lang,
    /// The language server's program [default: NAME-language-server]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) server: Option<String>,
    /// What the language's files end with [default: .NAME]
    #[arg(long, value_name = ".EXT", allow_hyphen_values = true)]
    pub(crate) extension: Option<String>,
    /// The new folder [default: ./NAME]
    pub(crate) dir: Option<PathBuf>,
}

/// Languages of adapters, on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Lang {
    /// Rust, on the author's kit
    Rust,
    /// JavaScript, by componentize-qjs
    Js,
    /// Python, by componentize-py
    Python,
    /// C, by clang
    C,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::Rust => Self::Rust,
            Lang::Js => Self::JavaScript,
            Lang::Python => Self::Python,
            Lang::C => Self::C,
        }
    }
}

/// `deixis plugin dev`.
#[derive(Debug, Args)]
pub(crate) struct Dev {
    /// The folder with the sources [default: the current one]
    pub(crate) dir: Option<PathBuf>,
    /// The project to ask about [default: DIR/sample]
    #[arg(long, value_name = "SAMPLE")]
    pub(crate) project: Option<PathBuf>,
    /// Tool calls to make: a JSON list of {"tool": …, "arguments": {…}} [default: DIR/calls.json,
    /// else some about the project's first symbol]
    #[arg(long, value_name = "FILE")]
    pub(crate) calls: Option<PathBuf>,
    /// Print a JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// The server's program and arguments, instead of the adapter's own
    #[arg(last = true, value_name = "SERVER")]
    pub(crate) server: Vec<String>,
}

/// `deixis plugin check`.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// A built-in adapter, a name from the configuration, or a file
    #[arg(value_name = "NAME|FILE")]
    pub(crate) what: String,
    /// Recorded calls to ask, too [default: recordings/*.jsonl beside the file]
    pub(crate) recordings: Vec<PathBuf>,
    /// Where the inputs come from: the same seed asks the same
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `deixis plugin record`.
#[derive(Debug, Args)]
pub(crate) struct Record {
    /// A built-in adapter, a name from the configuration, or a file
    #[arg(value_name = "NAME|FILE")]
    pub(crate) name: String,
    /// The project to ask about [default: --root]
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Tool calls to make: a JSON list of {"tool": …, "arguments": {…}}
    #[arg(long, value_name = "FILE")]
    pub(crate) calls: Option<PathBuf>,
    /// Where to write it [default: recordings/NAME.jsonl]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the recording that is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Also record the messages between host and server
    #[arg(long)]
    pub(crate) lsp: bool,
    /// The server's program and arguments, instead of the configuration's
    #[arg(last = true, value_name = "SERVER")]
    pub(crate) server: Vec<String>,
}
