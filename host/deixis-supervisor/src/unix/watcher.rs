//! The host's side: watch a server through its guardian's reports.

use super::host::GUARDIAN_EXIT_LIMIT;
use super::sweep::{self, Remains};
use super::wire::{self, Order, Pipes, Report};
use crate::child::{Force, SharedTail, State};
use crate::exit::{Ending, ExitReport};
use crate::spec::StartError;
use crate::stderr::STDERR_DRAIN;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep_until, timeout};

/// How long a guardian may take to obey an order to kill before it is taken for
/// stuck and killed itself.
const GUARDIAN_PATIENCE: Duration = Duration::from_secs(1);

/// The host's end of the socket.
pub(super) struct Socket {
    stream: UnixStream,
    /// Bytes of a report that has not come whole yet.
    pending: Vec<u8>,
}

impl Socket {
    /// Hands pipes and launch over, and waits for the first report. The socket
    /// is closed when it fails, which is the end of the guardian.
    pub(super) async fn launch(
        socket: std::os::unix::net::UnixStream,
        pipes: Pipes,
        launch: &[u8],
    ) -> Result<(Self, Report), StartError> {
        let ended = || StartError::GuardianLost("ended");
        wire::send_pipes(&socket, &pipes).map_err(|_| ended())?;
        drop(pipes);
        let stream = UnixStream::from_std(socket).map_err(StartError::Guardian)?;
        let mut socket = Self { stream, pending: Vec::new() };
        socket.stream.write_all(launch).await.map_err(|_| ended())?;
        let report = socket.next_report().await.ok_or_else(ended)?;
        Ok((socket, report))
    }

    /// The next report; `None` at the end. Nothing is lost when it is dropped
    /// half-way.
    async fn next_report(&mut self) -> Option<Report> {
        loop {
            if let Some((report, _)) = self.pending.split_first_chunk() {
                let report = Report::decode(*report);
                self.pending.drain(..Report::BYTES);
                return report;
            }
            let mut chunk = [0; 8 * Report::BYTES];
            match self.stream.read(&mut chunk).await {
                Ok(0) | Err(_) => return None,
                Ok(count) => self.pending.extend_from_slice(&chunk[..count]),
            }
        }
    }

    /// A failure means that the guardian is gone, which the next report shows.
    async fn order(&mut self, order: Order) {
        let _ = self.stream.write_all(&[order.encode()]).await;
    }
}

/// The task that owns one server.
pub(super) struct Watcher {
    pub(super) name: String,
    pub(super) socket: Socket,
    pub(super) guardian: tokio::process::Child,
    pub(super) remains: Remains,
    pub(super) begun: Instant,
    pub(super) tail: SharedTail,
    pub(super) stderr: JoinHandle<()>,
    pub(super) state: watch::Sender<State>,
    pub(super) force: watch::Receiver<Force>,
}

impl Watcher {
    pub(super) async fn run(mut self) {
        let mut ending = None;
        let mut staying = None;
        let mut patience: Option<tokio::time::Instant> = None;
        let mut abandoned = false;
        loop {
            tokio::select! {
                report = self.socket.next_report() => match report {
                    Some(Report::Exited(code)) => ending = Some(self.ended(Ending::Code(code)).await),
                    Some(Report::Signalled(signal)) => {
                        ending = Some(self.ended(Ending::Signal(signal)).await);
                    }
                    Some(Report::Cleared(count)) => staying = Some(count),
                    Some(Report::Started(_) | Report::Refused(_)) => {}
                    None => break,
                },
                changed = self.force.changed(), if !abandoned => {
                    abandoned = changed.is_err();
                    if self.push(abandoned).await {
                        patience = Some(tokio::time::Instant::now() + GUARDIAN_PATIENCE);
                    }
                }
                () = sleep_until(patience.unwrap_or_else(tokio::time::Instant::now)),
                    if patience.is_some() =>
                {
                    patience = None;
                    tracing::warn!(server = %self.name, "the guardian is stuck and is killed");
                    // Only fails when it has just ended.
                    let _ = self.guardian.start_kill();
                }
            }
        }
        self.finish(ending, staying).await;
    }

    /// Hands the wanted force on; `true` when it was the last resort.
    async fn push(&mut self, abandoned: bool) -> bool {
        let force = if abandoned { Force::Kill } else { *self.force.borrow_and_update() };
        match force {
            Force::Nothing => {}
            Force::Terminate => self.socket.order(Order::Terminate).await,
            Force::Kill => self.socket.order(Order::Kill).await,
        }
        force == Force::Kill
    }

    /// The server has ended, and its guardian waits to hear that the host lives.
    async fn ended(&mut self, ending: Ending) -> ExitReport {
        let uptime = self.begun.elapsed();
        self.socket.order(Order::Release).await;
        self.report(ending, uptime).await
    }

    async fn report(&mut self, ending: Ending, uptime: Duration) -> ExitReport {
        if !self.stderr.is_finished() {
            // Late lines are lost to the report, not to the log.
            let _ = timeout(STDERR_DRAIN, &mut self.stderr).await;
        }
        let report = ExitReport { ending, stderr: self.tail.lines(), uptime };
        tracing::debug!(server = %self.name, %ending, "server ended");
        self.state.send_replace(State::Exited(report.clone()));
        report
    }

    /// The guardian is gone: in order when it had said `Cleared`.
    async fn finish(mut self, ending: Option<ExitReport>, staying: Option<i32>) {
        let uptime = self.begun.elapsed();
        let mut cleared = true;
        let mut seen = None;
        if timeout(GUARDIAN_EXIT_LIMIT, self.guardian.wait()).await.is_err() {
            let _ = self.guardian.kill().await;
        }
        if staying.is_none() {
            tracing::warn!(server = %self.name, "the guardian was killed; clearing away after it");
            let remains = self.remains.clone();
            let swept = tokio::task::spawn_blocking(move || sweep::after_killed_guardian(&remains));
            (seen, cleared) = swept.await.unwrap_or((None, false));
        } else if staying != Some(0) {
            let assignment = self.remains.assignment.clone();
            // Lost only when the runtime ends, and then nobody waits any more.
            let _ = tokio::task::spawn_blocking(move || sweep::adopt(&assignment)).await;
        }
        let report = match ending {
            Some(report) => report,
            None => self.report(seen.unwrap_or(Ending::Unknown), uptime).await,
        };
        if cleared {
            self.state.send_replace(State::Gone(report));
        } else {
            tracing::error!(server = %self.name, "processes of this server could not be cleared away");
        }
        sweep::reap_adopted();
        self.stderr.abort();
    }
}
