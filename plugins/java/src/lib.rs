//! The built-in adapter for Java: jdtls (Eclipse JDT LS).
//!
//! Theory of operation. jdtls is an IDE without a window. It wants a folder of
//! its own per project, builds in it, and says in `language/status` when that
//! is done: `ServiceReady`, and after it requests wait for the import by
//! themselves. Nearly all of its capabilities come later, one by one. A project
//! is what a build file says; without one it is guessed from the files that are
//! opened, so some are. Names carry signatures, and the library is not in files
//! but in `jdt:` documents, whose text is asked for.

mod diagnostics;
mod documents;
mod errors;
mod files;
mod info;
mod launch;
mod options;
mod readiness;
mod rename;
mod results;
mod symbols;
mod watch;

/// The adapter.
pub struct Java;

deixis_plugin::export!(
    Java: info, launch, readiness, symbols, errors, watch, rename, diagnostics, documents, results
);
