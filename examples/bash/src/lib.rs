//! An adapter of Deixis for shell scripts: bash-language-server.
//!
//! Theory of operation. The server reads all scripts of the project once, in the background, and
//! says so in its log; until then answers are partial. What changes later on disk it does not
//! see unless it is opened. Its diagnostics are shellcheck's; without that it publishes that all
//! is well.

mod diagnostics;
mod files;
mod info;
mod launch;
mod readiness;
mod watch;

/// The adapter.
pub struct Adapter;

deixis_plugin::export!(Adapter: info, launch, readiness, watch, diagnostics);
