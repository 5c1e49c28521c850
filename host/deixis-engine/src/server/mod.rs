//! One language server: from its configuration to a running, driven process.
//!
//! - `launch` plans and starts it, `handshake` initialises it;
//! - `driver` owns everything that changes while it runs;
//! - `readiness` turns what it says into how far it can be trusted;
//! - `running` is the handle that operations hold.

mod barrier;
mod configuration;
mod driver;
mod freshness;
mod handshake;
mod hear;
mod launch;
mod native;
mod published;
mod readiness;
mod replies;
mod requests;
mod running;
mod settling;
mod timers;
mod watchers;

pub(crate) use driver::{Ask, Fetch, Input, Peek, Sent, Subject, Told, hook_error};
pub(crate) use hear::hear;
pub(crate) use launch::{Configured, Launcher};
pub use launch::{Recipe, find_program, install_hint};
pub(crate) use published::{Pulled, Report};
pub(crate) use readiness::{Track, View};
pub(crate) use running::Running;
