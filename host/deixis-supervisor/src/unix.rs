//! Unix: every server under a guardian. The twin of `windows.rs`.
//!
//! `wire` is what host and guardian say to each other, `host` and
//! `watcher` the host's side, `guardian` and `leftovers` the other; `processes` reads `/proc` (Linux only)
//! for both, and `sweep` is what the host does when a guardian was killed.

mod guardian;
mod host;
mod leftovers;
#[cfg(target_os = "linux")]
mod processes;
mod sweep;
mod watcher;
mod wire;

pub(crate) use guardian::guardian_main;
pub(crate) use host::start;
pub(crate) use sweep::become_subreaper;

pub(crate) type Stdin = tokio::net::unix::pipe::Sender;
pub(crate) type Stdout = tokio::net::unix::pipe::Receiver;
