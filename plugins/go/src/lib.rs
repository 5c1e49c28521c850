//! The built-in adapter for Go: gopls.
//!
//! Theory of operation. gopls holds every request until its packages are
//! loaded, so early answers are right and only late. What is particular are
//! its names (methods stand at the top level, as `(*T).Method`), projects of
//! several modules, of which it only knows those with an open file, and
//! packages in new folders, which it does not see before a file is open.

mod diagnostics;
mod errors;
mod info;
mod launch;
mod readiness;
mod rename;
mod symbols;
mod watch;

/// The adapter.
pub struct Go;

deixis_plugin::export!(Go: info, launch, readiness, symbols, errors, watch, rename, diagnostics);
