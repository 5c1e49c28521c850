//! The configured servers and what has become of them.
//!
//! A server is started once, whoever asks for it at the same time, by a task
//! of its own: a caller that gives up does not take the start with it. Starts
//! after the first are counted against the restart budget.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use deixis_supervisor::{Admission, RestartBudget};
use tokio::sync::watch;

use crate::answer::ServerName;
use crate::server::{Configured, Launcher, Running};
use crate::{CallContext, OpError};

/// How a start ended; `None` while it goes on.
type Start = Option<Result<Arc<Running>, OpError>>;

/// One configured server.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) configured: Configured,
    slot: Mutex<Slot>,
}

/// What has become of it.
#[derive(Debug)]
struct Slot {
    /// The last start, going on or ended.
    start: Option<watch::Receiver<Start>>,
    /// Starts until now.
    starts: u32,
    budget: RestartBudget,
    /// No more starts: the host is shutting down.
    closed: bool,
}

/// What a server is doing, for status.
pub(crate) enum Phase {
    Stopped,
    Starting,
    Running(Arc<Running>),
    Failed(OpError),
}

impl Server {
    pub(crate) fn new(configured: Configured) -> Self {
        let restart = configured.config.restart;
        let budget = RestartBudget::new(restart.max_restarts, restart.window);
        Self {
            configured,
            slot: Mutex::new(Slot { start: None, starts: 0, budget, closed: false }),
        }
    }

    pub(crate) fn name(&self) -> &ServerName {
        &self.configured.name
    }

    /// Starts after the first.
    pub(crate) fn restarts(&self) -> u32 {
        self.lock().starts.saturating_sub(1)
    }

    pub(crate) fn phase(&self) -> Phase {
        match self.lock().start.as_ref().map(|start| start.borrow().clone()) {
            None => Phase::Stopped,
            Some(None) => Phase::Starting,
            Some(Some(Ok(running))) => Phase::Running(running),
            Some(Some(Err(error))) => Phase::Failed(error),
        }
    }

    /// The server, if it runs.
    pub(crate) fn running(&self) -> Option<Arc<Running>> {
        match self.phase() {
            Phase::Running(running) if running.is_alive() => Some(running),
            _ => None,
        }
    }

    /// The server, started if need be.
    pub(crate) async fn get(
        &self,
        cx: &CallContext,
        launcher: &Arc<Launcher>,
    ) -> Result<Arc<Running>, OpError>
    where
        Self: Send + Sync,
    {
        if let Some(running) = self.running() {
            return Ok(running);
        }
        let mut start = self.begin(launcher)?;
        if let Some(progress) = &cx.progress {
            progress.report(&format!("starting {}", self.name()), None);
        }
        tokio::select! {
            ended = start.wait_for(Option::is_some) => match ended {
                Ok(outcome) => outcome.clone().unwrap_or_else(|| Err(self.lost())),
                Err(_) => Err(self.lost()),
            },
            () = cx.cancel.cancelled() => Err(OpError::Canceled),
        }
    }

    /// Joins the start that goes on, or begins one.
    fn begin(&self, launcher: &Arc<Launcher>) -> Result<watch::Receiver<Start>, OpError> {
        let mut slot = self.lock();
        if slot.closed {
            return Err(OpError::Canceled);
        }
        if let Some(start) = &slot.start {
            let goes_on = start.borrow().is_none();
            if goes_on {
                return Ok(start.clone());
            }
            self.admit(&mut slot)?;
        }
        slot.starts += 1;
        let (sender, receiver) = watch::channel(None);
        slot.start = Some(receiver.clone());
        let (launcher, configured) = (Arc::clone(launcher), self.configured.clone());
        tokio::spawn(async move {
            let outcome = Running::start(&launcher, &configured).await;
            if let Err(error) = &outcome {
                tracing::warn!(target: "deixis::engine", server = %configured.name, %error, "the server was not started");
            }
            sender.send_replace(Some(outcome));
        });
        Ok(receiver)
    }

    /// Whether it may be started again.
    fn admit(&self, slot: &mut Slot) -> Result<(), OpError> {
        match slot.budget.admit(std::time::Instant::now()) {
            Admission::Granted => Ok(()),
            Admission::DeniedUntil(_) | Admission::Exhausted => {
                let restart = self.configured.config.restart;
                let last = match slot.start.as_ref().map(|start| start.borrow().clone()) {
                    Some(Some(Err(error))) => format!("; the last start: {error}"),
                    _ => String::new(),
                };
                let message = format!(
                    "it was started again {} times within {} s and is left alone until then{last}",
                    restart.max_restarts,
                    restart.window.as_secs(),
                );
                let stderr = Vec::new();
                Err(OpError::StartFailed {
                    server: self.name().clone(),
                    message,
                    stderr,
                    hint: None,
                })
            }
        }
    }

    fn lost(&self) -> OpError {
        let message = "the start was abandoned".to_owned();
        OpError::StartFailed {
            server: self.name().clone(),
            message,
            stderr: Vec::new(),
            hint: None,
        }
    }

    /// Stops it for good, in bounded time.
    pub(crate) async fn shutdown(&self) {
        let start = {
            let mut slot = self.lock();
            slot.closed = true;
            slot.start.clone()
        };
        let Some(mut start) = start else { return };
        let within = self.configured.config.timeouts.shutdown;
        // A start that goes on is given the same bound; what it leaves is
        // killed when its last handle goes.
        if let Ok(Ok(outcome)) = tokio::time::timeout(within, start.wait_for(Option::is_some)).await
            && let Some(Ok(running)) = outcome.clone()
        {
            running.stop(within).await;
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All configured servers, by name.
pub(crate) struct Fleet {
    pub(crate) launcher: Arc<Launcher>,
    pub(crate) servers: BTreeMap<ServerName, Arc<Server>>,
}

impl Fleet {
    pub(crate) fn server(&self, name: &str) -> Result<&Arc<Server>, OpError> {
        self.servers.get(name).ok_or_else(|| OpError::UnknownServer {
            name: name.to_owned(),
            known: self.servers.keys().map(ToString::to_string).collect(),
        })
    }

    /// Stops all, at the same time.
    pub(crate) async fn shutdown(&self) {
        let stops = self.servers.values().map(|server| server.shutdown());
        futures_util::future::join_all(stops).await;
    }
}
