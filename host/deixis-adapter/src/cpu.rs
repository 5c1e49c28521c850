//! How much of its time a guest has used.
//!
//! A call is allowed some time of *its own*: the processor time of its thread,
//! less what host imports took. So a busy machine, a slow disk or a suspended
//! laptop does not make a good adapter look bad. Where the system cannot tell
//! a thread's time, and as a last resort, wall-clock time ends the call at
//! [`WALL_FACTOR`] times the limit.

use std::time::{Duration, Instant};

use crate::limits::WALL_FACTOR;
use crate::os;

/// The time budget of one guest call.
pub(crate) struct Budget {
    limit: Duration,
    wall: Instant,
    cpu: Option<Duration>,
    host: Duration,
}

impl Budget {
    /// A budget of guest time that starts now, on this thread.
    pub(crate) fn start(limit: Duration) -> Self {
        Self { limit, wall: Instant::now(), cpu: os::thread_time(), host: Duration::ZERO }
    }

    /// Whether the guest has used it up. Must be called on the thread that
    /// started it.
    pub(crate) fn is_spent(&self) -> bool {
        if self.wall.elapsed() >= self.limit * WALL_FACTOR {
            return true;
        }
        match (self.cpu, os::thread_time()) {
            (Some(start), Some(now)) => {
                now.saturating_sub(start).saturating_sub(self.host) >= self.limit
            }
            _ => false,
        }
    }

    /// Runs a host import whose time is not the guest's.
    pub(crate) fn exempt<T>(&mut self, import: impl FnOnce() -> T) -> T {
        let before = os::thread_time();
        let value = import();
        if let (Some(before), Some(after)) = (before, os::thread_time()) {
            self.host += after.saturating_sub(before);
        }
        value
    }
}
