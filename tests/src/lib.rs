//! The harness of the end-to-end tests: the real binary, scripted and real servers.
//!
//! A test writes a [`project::Project`], a [`config::Config`] and, for a scripted
//! server, a [`scripted::Scripted`]; it starts [`client::Deixis`], which is the real
//! binary spoken to over its standard streams, and compares answers with what an
//! independent scan of the project's text says.
//!
//! Dropping a [`client::Deixis`] closes its input and asserts a clean end: it exits
//! within [`client::PATIENCE`], every line it printed was JSON-RPC, every request was
//! answered exactly once, and no process that it started is left ([`processes`]).
//! Dropping a [`scripted::Scripted`] asserts that the server saw no breach of the
//! protocol.
//!
//! Nothing here sleeps: every wait is for an event, with a deadline that only a
//! broken program meets.

pub mod answer;
pub mod authors;
pub mod binary;
pub mod client;
pub mod config;
mod dying;
mod ending;
pub mod figures;
pub mod guests;
pub mod processes;
pub mod project;
pub mod scripted;
pub mod start;
#[cfg(unix)]
pub mod strace;
pub mod streams;
pub mod truth;
