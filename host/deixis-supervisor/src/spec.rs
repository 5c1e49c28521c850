//! What to start, and why it may not have started.

use crate::environment::Environment;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

/// The environment variable that marks a server and its descendants.
///
/// Its value is unique to one start of one server.
pub const GUARD_TAG: &str = "DEIXIS_GUARD";

/// One language server to start.
#[derive(Debug, Clone)]
pub struct Spec {
    /// The program: absolute, as [`resolve_program`](crate::resolve_program)
    /// returns it.
    pub program: PathBuf,
    /// Its arguments, without the program's own name.
    pub args: Vec<OsString>,
    /// Its whole environment; [`GUARD_TAG`] is added.
    pub environment: Environment,
    /// Its working directory: absolute, existing.
    pub directory: PathBuf,
    /// The server's name, for logs.
    pub name: String,
    /// How it is kept from outliving the host.
    pub guard: Guard,
}

/// How a server is kept from outliving the host.
#[derive(Debug, Clone)]
pub enum Guard {
    /// Through a guardian process (every Unix).
    Reexec {
        /// The program that calls [`guardian_main`](crate::guardian_main):
        /// normally this very binary, absolute.
        program: PathBuf,
        /// The arguments that make it do so.
        args: Vec<OsString>,
    },
    /// Without one: by a job object, on Windows. Refused on Unix.
    None,
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// The program's path is not absolute.
    #[error("the program {} is not an absolute path", program.display())]
    NotAbsolute {
        /// The path as it was given.
        program: PathBuf,
    },
    /// The working directory is missing or no directory.
    #[error("the working directory {} cannot be used: {source}", directory.display())]
    Directory {
        /// The directory as it was given.
        directory: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// No such program.
    #[error("{} does not exist, or the interpreter that its first line names does not", program.display())]
    NotFound {
        /// The program that was to be started.
        program: PathBuf,
    },
    /// The program may not be executed.
    #[error("{} may not be executed (permission denied)", program.display())]
    NotExecutable {
        /// The program that was to be started.
        program: PathBuf,
    },
    /// The operating system refused for another reason.
    #[error("{} could not be started: {source}", program.display())]
    Exec {
        /// The program that was to be started.
        program: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// Arguments and environment together are too large.
    #[error("arguments and environment have {bytes} bytes, more than {limit}")]
    TooLarge {
        /// How many bytes there are.
        bytes: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Pipes or the guardian itself could not be made.
    #[error("no guardian for the server: {0}")]
    Guardian(#[source] io::Error),
    /// The guardian ended, or said nothing, before the server ran.
    #[error("the guardian {0} before the server was started")]
    GuardianLost(&'static str),
    /// [`Guard::None`] where a guardian is needed.
    #[error("on this system a server is only started under a guardian")]
    NoGuard,
}

impl StartError {
    /// Sorts what the operating system said about starting `program`.
    pub(crate) fn from_exec(program: PathBuf, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::NotFound => Self::NotFound { program },
            io::ErrorKind::PermissionDenied => Self::NotExecutable { program },
            _ => Self::Exec { program, source },
        }
    }
}
