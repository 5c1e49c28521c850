//! Language-server processes: start, watch, stop, and never leave one behind.
//!
//! # Theory of operation
//!
//! The host starts each server through a *guardian*: the very same binary with
//! a hidden subcommand, whose whole body is [`guardian_main`]. The guardian
//! moves no bytes. It is handed the server's three pipe ends over a Unix socket,
//! starts the server on them, closes its own copies, and then only waits:
//!
//! ```text
//! host ──socket (lifeline, orders, reports)── guardian      own session
//!  │                                              │ parent
//!  └────────── stdin, stdout, stderr ─────────  server      own process group
//!                                                 └─ whatever the server starts
//! ```
//!
//! Only the host holds the other end of that socket, so its end of file means
//! that the host is gone, however it went. The guardian then sends SIGTERM to
//! the server's group, waits a short while, and kills what is left.
//!
//! # What is killed, exactly
//!
//! On Linux the guardian is a *child subreaper*: whatever loses its parent below
//! the server becomes the guardian's child, so nothing escapes by forking twice.
//!
//! - **The server ends by itself while the host lives** (it was told `exit`, its
//!   stdin was closed, or it crashed): what it left behind in its own session is
//!   killed, SIGTERM first. What has moved to a session of its own (`setsid`)
//!   was detached on purpose, like a build daemon, and is left alone.
//! - **The host dies, or the server had to be signalled**: everything below the
//!   server is killed, in whatever group or session, except *daemons*: processes
//!   in a foreign session whose leader has already exited, the mark that the
//!   classic double fork leaves. So sccache, watchman or Bazel servers that other
//!   builds share go on; a child that merely called `setsid` does not.
//! - **The guardian is killed while the host lives**: the server gets SIGKILL
//!   from the kernel (`PR_SET_PDEATHSIG`), and the host kills and reaps every
//!   process that carries the tag [`GUARD_TAG`] of that guardian in its
//!   environment, daemons included: there is no one left to tell them apart.
//! - **Host and guardian are killed in the same instant**: the server gets
//!   SIGKILL from the kernel. Its own children see their pipes close and
//!   normally end; one that ignores that survives. The guardian does not carry
//!   the binary's name in `ps`, so that `pkill -9 <name>` never does this.
//!
//! Other Unix systems have neither subreapers nor a parent-death signal: there
//! the server's process group is killed, and a killed guardian takes the group
//! with it only as long as the host lives to notice. On Windows there is no
//! guardian: the server is put into a job object that dies with the host.
//!
//! # Files
//!
//! `spec` and `exit` say what goes in and comes out; `child` is the handle;
//! `unix` and `windows` are twins with equal APIs; `budget`, `environment`,
//! `resolve` and `stderr` are pure.

mod budget;
mod child;
mod environment;
mod exit;
mod resolve;
mod spec;
mod stderr;
mod stop;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub use budget::{Admission, RestartBudget};
pub use child::{Child, Handle, ServerStdin, ServerStdout, start};
pub use environment::{Environment, InheritEnvironment, build_environment};
pub use exit::{Ending, ExitReport};
pub use resolve::resolve_program;
pub use spec::{GUARD_TAG, Guard, Spec, StartError};
pub use stop::{Stage, StopLadder, StopReport};

#[cfg(unix)]
use unix as platform;
#[cfg(windows)]
use windows as platform;

/// The body of the hidden subcommand that makes this binary a guardian.
///
/// Call it first in `main`, before a runtime, a logger or anything else opens a
/// file: it closes every file descriptor above standard error. `args` are what
/// follows the subcommand; they only label the process for `ps`. Returns when
/// the server and what it left are gone.
#[must_use]
pub fn guardian_main(args: &[std::ffi::OsString]) -> std::process::ExitCode {
    platform::guardian_main(args)
}

/// Makes this process inherit its orphaned descendants, so that it can kill
/// what a killed guardian leaves behind. Call it once, at start, in the host.
///
/// Does nothing where the system has no such thing (everywhere but Linux).
///
/// # Errors
///
/// What the kernel answered; the host can go on, with one safety net less.
pub fn become_subreaper() -> std::io::Result<()> {
    platform::become_subreaper()
}
