//! What an adapter may ask of the host: log lines, the project, programs.
//!
//! Theory of operation. In a component these are imports, each gated by the
//! grant that the user gave the adapter. In native tests there is no host:
//! [`crate::testing`] answers from a project made of strings.

use crate::bindings::shared::deixis::adapter as wire;

#[cfg(not(target_arch = "wasm32"))]
use crate::testing as backend;
#[cfg(target_arch = "wasm32")]
use imported as backend;

/// Lines for the host's log.
pub mod log {
    pub use super::wire::log::Level;

    /// Writes one line. The host cuts it at 4 KiB and counts lines beyond 256
    /// a second instead of keeping them.
    pub fn write(level: Level, message: &str) {
        super::backend::write(level, message);
    }
}

/// Logs a formatted line: `log!(Warn, "no {name} here")`. The levels are
/// `Error`, `Warn`, `Info`, `Debug` and `Trace`.
#[macro_export]
macro_rules! log {
    ($level:ident, $($format:tt)+) => {
        $crate::log::write($crate::log::Level::$level, &::std::format!($($format)+))
    };
}

/// Reading the project: root-relative paths with `/`, nothing outside the root.
pub mod project {
    pub use super::wire::project::{Entry, Refusal};

    /// Whether a file or folder is there. Needs no grant.
    #[must_use]
    pub fn exists(path: &str) -> bool {
        super::backend::exists(path)
    }

    /// The text of a file of at most `max_bytes` (the host's cap is 1 MiB).
    ///
    /// # Errors
    /// [`Refusal`]: the grant does not name the file, it is not there, too
    /// large or not UTF-8.
    pub fn read(path: &str, max_bytes: u32) -> Result<String, Refusal> {
        super::backend::read(path, max_bytes)
    }

    /// The sorted names in a folder (`""` is the root), at most `max`.
    ///
    /// # Errors
    /// [`Refusal`], as for [`read`].
    pub fn list(path: &str, max: u32) -> Result<Vec<Entry>, Refusal> {
        super::backend::list(path, max)
    }

    /// The first `max` files whose names end with one of the suffixes, breadth
    /// first and by sorted names. Folders whose name starts with a dot, and
    /// the named ones, are skipped.
    #[must_use]
    pub fn find(suffixes: &[&str], skip_directories: &[&str], max: u32) -> Vec<String> {
        super::backend::find(suffixes, skip_directories, max)
    }
}

/// Where programs are.
pub mod locate {
    /// The absolute path of a program that the grant names, as the server
    /// would find it.
    #[must_use]
    pub fn program(name: &str) -> Option<String> {
        super::backend::program(name)
    }
}

/// The imports with the signatures of this module.
#[cfg(target_arch = "wasm32")]
mod imported {
    use super::wire;

    pub(super) use wire::locate::program;
    pub(super) use wire::log::write;
    pub(super) use wire::project::{exists, list, read};

    pub(super) fn find(suffixes: &[&str], skip: &[&str], max: u32) -> Vec<String> {
        let owned =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        wire::project::find(&owned(suffixes), &owned(skip), max)
    }
}
