//! After a change: every server is told of it, and what it broke is looked for.

use std::time::Duration;

use deixis_base::RootedPath;
use futures_util::future::join_all;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use crate::answer::{Availability, Diagnostics, FileDiagnostics, ServerName, Severity};
use crate::project::Project;
use crate::server::{Input, Running};
use crate::{CallContext, OpError};

/// How long a server may take to be told. Whatever it misses, the next question tells it.
const TELLING: Duration = Duration::from_secs(5);
/// Files whose diagnostics are asked for, at most: each is opened in its server.
const MAX_FILES: usize = 12;

impl Project {
    /// Tells every running server of the files that changed. Gives the names of those that were
    /// told, and of those that could not be: they are stopped, and start anew when they are
    /// asked.
    pub(super) async fn tell_servers(&self) -> (Vec<ServerName>, Vec<ServerName>) {
        let running: Vec<_> = self
            .fleet
            .servers
            .values()
            .filter_map(|server| Some((server, server.running()?)))
            .collect();
        let told = join_all(running.iter().map(|(_, running)| tell(running))).await;
        let (mut refreshed, mut restarted) = (Vec::new(), Vec::new());
        for ((server, running), told) in running.iter().zip(told) {
            if let Err(error) = told {
                tracing::warn!(target: "deixis::engine", server = %server.name(), %error, "the server could not be told of a change, and is stopped");
                running.stop(server.configured.config.timeouts.shutdown).await;
                restarted.push(server.name().clone());
            } else {
                refreshed.push(server.name().clone());
            }
        }
        (refreshed, restarted)
    }

    /// Diagnostics of the changed files that settle in time, worst first, and the number of
    /// files of which nothing settled is known. Without a wait nothing is asked.
    pub(super) async fn look_after(
        &self,
        cx: &CallContext,
        files: &[RootedPath],
        wait: Duration,
    ) -> (Vec<FileDiagnostics>, usize) {
        if wait.is_zero() {
            return (Vec::new(), 0);
        }
        // The wait begins now, and a caller that is gone does not change what was done.
        let cx = CallContext::new(cx.cancel.clone(), None);
        let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        let asked = files.iter().take(MAX_FILES).map(|path| {
            let cx = &cx;
            async move {
                let least = Severity::Warning;
                self.diagnostics(cx, Some(path.as_str()), None, wait_ms, least).await
            }
        });
        let mut known = Vec::new();
        for answer in join_all(asked).await {
            if let Ok(answer) = answer
                && let Diagnostics::File(file) = answer.value
                && file.settled
                && file.availability == Availability::Current
            {
                known.push(*file);
            }
        }
        let unsettled = files.len() - known.len();
        known.sort_by_key(|file| std::cmp::Reverse((file.counts.error, file.counts.warning)));
        (known, unsettled)
    }
}

/// Tells a server of all that changed on disk, in files that are open and others.
async fn tell(running: &Running) -> Result<(), OpError> {
    let cx = CallContext::new(CancellationToken::new(), None);
    let telling = async {
        running.pass(&cx, Instant::now() + TELLING).await?;
        let (reply, refreshed) = oneshot::channel();
        if let Err(error) = running.peer.send(Input::Refresh(reply)) {
            return Err(running.refused(error).await);
        }
        match refreshed.await {
            Ok(()) => Ok(()),
            Err(_) => Err(running.exited().await),
        }
    };
    // One that is slow is no danger: every question passes the barrier by itself.
    timeout(TELLING, telling).await.unwrap_or(Ok(()))
}
