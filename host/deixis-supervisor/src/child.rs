//! A running server: its pipes and the handle that watches and stops it.
//!
//! One task per server, spawned by the platform twin, owns the process. It
//! publishes [`State`] and obeys [`Force`]; handles only look at the first and
//! raise the second, so nothing here takes part in a race. When the last handle
//! is dropped the task treats the server as abandoned and kills it.

use crate::exit::ExitReport;
use crate::platform;
use crate::spec::{Spec, StartError};
use crate::stderr::Tail;
use crate::stop::{Stage, StopLadder, StopReport};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::timeout;

/// Starts a server.
///
/// Must be called within a Tokio runtime that outlives the server: the tasks
/// that watch it are spawned there.
///
/// # Errors
///
/// See [`StartError`]. When it returns an error, nothing is left running. When
/// the future is dropped half-way, nothing stays running either.
pub async fn start(spec: Spec) -> Result<Child, StartError> {
    let name = spec.name.clone();
    let child = platform::start(spec).await?;
    tracing::debug!(server = %name, pid = child.handle.pid(), "server started");
    Ok(child)
}

/// A server that was started.
#[derive(Debug)]
pub struct Child {
    /// The server's standard input. Dropping it is end of file to the server.
    pub stdin: ServerStdin,
    /// The server's standard output.
    pub stdout: ServerStdout,
    /// Everything else about it.
    pub handle: Handle,
}

/// Watches and stops one server. Cheap to clone; when the last clone is
/// dropped, the server and everything below it is killed.
#[derive(Debug, Clone)]
pub struct Handle {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    pid: u32,
    guardian: Option<u32>,
    tail: SharedTail,
    state: watch::Receiver<State>,
    force: watch::Sender<Force>,
}

/// How far a server's life has gone.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum State {
    /// It runs.
    Running,
    /// The server has ended; what it left behind is being cleared away.
    Exited(ExitReport),
    /// Nothing of it is left that is to go.
    Gone(ExitReport),
}

impl State {
    fn report(&self) -> Option<&ExitReport> {
        match self {
            Self::Running => None,
            Self::Exited(report) | Self::Gone(report) => Some(report),
        }
    }
}

/// How hard the server is being pushed; only ever raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Force {
    Nothing,
    Terminate,
    Kill,
}

/// The tail, shared between the task that reads standard error and the handles.
#[derive(Debug, Clone, Default)]
pub(crate) struct SharedTail(Arc<Mutex<Tail>>);

impl SharedTail {
    pub(crate) fn push(&self, line: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lines()
    }
}

/// What a platform twin hands over when it has started a server.
pub(crate) struct Started {
    pub(crate) name: String,
    pub(crate) pid: u32,
    pub(crate) guardian: Option<u32>,
    pub(crate) tail: SharedTail,
    pub(crate) state: watch::Receiver<State>,
    pub(crate) force: watch::Sender<Force>,
}

impl Handle {
    pub(crate) fn new(started: Started) -> Self {
        let Started { name, pid, guardian, tail, state, force } = started;
        Self { inner: Arc::new(Inner { name, pid, guardian, tail, state, force }) }
    }

    /// The server's name, as in its [`Spec`].
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The process id of the server itself. Never the guardian's.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.inner.pid
    }

    /// The process id of its guardian, where there is one. For status and tests.
    #[must_use]
    pub fn guardian_pid(&self) -> Option<u32> {
        self.inner.guardian
    }

    /// The last lines of its standard error, oldest first: at most 8 lines of at
    /// most 256 bytes, 1 kB together; UTF-8 with replacement characters, without
    /// control characters and blank lines. Not redacted.
    #[must_use]
    pub fn stderr_tail(&self) -> Vec<String> {
        self.inner.tail.lines()
    }

    /// How it ended, if it has.
    #[must_use]
    pub fn exit(&self) -> Option<ExitReport> {
        self.inner.state.borrow().report().cloned()
    }

    /// Waits until the server has ended. May be called any number of times.
    ///
    /// Descendants may still be being cleared away; [`Handle::stop`] waits for
    /// that, too.
    pub async fn exited(&self) -> ExitReport {
        self.wait_for(|state| state.report().is_some()).await
    }

    /// Stops the server, and waits until nothing of it is left.
    ///
    /// The caller has told it to end already. Takes at most the sum of the
    /// ladder's steps, plus `after_kill` once more for clearing away.
    pub async fn stop(&self, ladder: StopLadder) -> StopReport {
        let mut stage = if self.exit().is_some() { Stage::AlreadyGone } else { Stage::ByItself };
        if !self.ends_within(ladder.by_itself).await {
            stage = Stage::Terminated;
            self.push(Force::Terminate);
            if !self.ends_within(ladder.after_terminate).await {
                stage = Stage::Killed;
                self.push(Force::Kill);
                if !self.ends_within(ladder.after_kill).await {
                    return StopReport { stage, exit: None, cleared: false };
                }
            }
        }
        let gone = |state: &State| matches!(state, State::Gone(_));
        let cleared = timeout(ladder.after_kill, self.wait_for(gone)).await.is_ok();
        StopReport { stage, exit: self.exit(), cleared }
    }

    /// Kills the server and everything below it without further ado; returns at
    /// once.
    pub fn kill(&self) {
        self.push(Force::Kill);
    }

    async fn ends_within(&self, limit: Duration) -> bool {
        timeout(limit, self.exited()).await.is_ok()
    }

    fn push(&self, to: Force) {
        self.inner.force.send_if_modified(|force| {
            let raised = to > *force;
            *force = (*force).max(to);
            raised
        });
    }

    async fn wait_for(&self, wanted: impl FnMut(&State) -> bool) -> ExitReport {
        let mut state = self.inner.state.clone();
        let found = state.wait_for(wanted).await.ok().and_then(|state| state.report().cloned());
        match found {
            Some(report) => report,
            // The task was dropped with its runtime: nothing will ever be
            // published, and whoever waits here is being dropped as well.
            None => std::future::pending().await,
        }
    }
}

/// Writes to a server's standard input.
#[derive(Debug)]
pub struct ServerStdin(pub(crate) platform::Stdin);

impl AsyncWrite for ServerStdin {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }
}

/// Reads a server's standard output.
#[derive(Debug)]
pub struct ServerStdout(pub(crate) platform::Stdout);

impl AsyncRead for ServerStdout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}
