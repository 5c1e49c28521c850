//! The built-in adapter for C and C++: clangd.
//!
//! Theory of operation. clangd answers at once from the files that are open
//! and adds what its background index knows, which it builds at idle priority
//! and only with a compilation database. So early answers are partial, and
//! without a database they stay so. A small project is therefore opened as a
//! whole: when every file is parsed its answers are complete, index or not. A
//! large one waits for the index, whose progress comes only if there is work.

mod diagnostics;
mod errors;
mod files;
mod info;
mod launch;
mod options;
mod readiness;
mod rename;
mod symbols;
mod watch;

/// The adapter.
pub struct Cpp;

deixis_plugin::export!(Cpp: info, launch, readiness, symbols, errors, watch, rename, diagnostics);
