//! The stop ladder: ask, signal, kill.

use crate::exit::ExitReport;
use std::time::Duration;

/// How long each step of a stop may take.
///
/// The polite part, `shutdown` and `exit` over the protocol and closing the
/// server's stdin, is the caller's, before [`Handle::stop`](crate::Handle::stop).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StopLadder {
    /// For ending by itself, after it was told to.
    pub by_itself: Duration,
    /// For ending after SIGTERM went to its group.
    pub after_terminate: Duration,
    /// For the kernel to end it after SIGKILL, and for clearing away what it
    /// left behind.
    pub after_kill: Duration,
}

impl StopLadder {
    /// Splits one bound on the whole stop: half to end by itself, a quarter
    /// each after SIGTERM and after SIGKILL.
    #[must_use]
    pub fn within(whole: Duration) -> Self {
        Self { by_itself: whole / 2, after_terminate: whole / 4, after_kill: whole / 4 }
    }
}

/// The step of the ladder at which a server ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It had ended before.
    AlreadyGone,
    /// It ended when told to.
    ByItself,
    /// It ended after SIGTERM.
    Terminated,
    /// It had to be killed.
    Killed,
}

/// What a stop came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StopReport {
    /// The step that was reached.
    pub stage: Stage,
    /// How it ended; `None` when even the kernel did not end it in time (it
    /// hangs inside a system call, and ends when that does).
    pub exit: Option<ExitReport>,
    /// Whether everything it left behind is known to be gone, too.
    pub cleared: bool,
}
