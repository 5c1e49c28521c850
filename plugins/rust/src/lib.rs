//! The built-in adapter for Rust: rust-analyzer.
//!
//! Theory of operation. rust-analyzer answers from files on disk, but wrongly
//! and without an error until its workspace is loaded: `[]`, `null` or "file
//! not found". With `serverStatusNotification` it says when it is loaded, and
//! nothing else does: its progress begins and ends many times. So the whole
//! readiness is that one signal. Changes on disk are read some time after they
//! were reported; files that are open are exact.

mod diagnostics;
mod errors;
mod info;
mod launch;
mod options;
mod readiness;
mod rename;
mod symbols;
mod watch;

/// The adapter.
pub struct Rust;

deixis_plugin::export!(Rust: info, launch, readiness, symbols, errors, watch, rename, diagnostics);
