//! What a call carries through every layer: its deadline, its cancellation
//! and where progress goes.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Receives progress while a call waits. Called at most a few times a second.
pub trait ProgressSink: Send + Sync {
    /// `percent` is 0 to 100 where the server says so.
    fn report(&self, message: &str, percent: Option<u8>);
}

/// First argument of every operation.
#[derive(Clone)]
pub struct CallContext {
    /// Cancelled by the caller or by the end of the host.
    pub cancel: CancellationToken,
    /// Where progress goes, if the caller wants it.
    pub progress: Option<Arc<dyn ProgressSink>>,
    /// When the call began.
    pub began: Instant,
}

impl CallContext {
    /// A context that begins now.
    #[must_use]
    pub fn new(cancel: CancellationToken, progress: Option<Arc<dyn ProgressSink>>) -> Self {
        Self { cancel, progress, began: Instant::now() }
    }

    /// Time since the call began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

impl std::fmt::Debug for CallContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CallContext").field("elapsed", &self.elapsed()).finish_non_exhaustive()
    }
}
