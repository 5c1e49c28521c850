//! A running server: the handle that operations hold.

use std::sync::Arc;
use std::time::Duration;

use deixis_hooks::{Adapter, Facts, diagnostics};
use deixis_lsp::peer::{Limits, SendError, connect_tapped};
use deixis_lsp::{Peer, Stopped};
use deixis_supervisor::{Handle, StartError, StopLadder};
use serde_json::Value;
use tokio::sync::{Mutex, Semaphore, oneshot, watch};
use tokio::time::{Instant, timeout};

use super::configuration::Configuration;
use super::driver::{Driver, Input, State};
use super::handshake::{self, Greeting};
use super::hear::hear;
use super::launch::{Configured, Launch, Launcher, initialization_options};
use super::readiness::{self, Gauge};
use super::replies;
use super::settling::{self, Verdicts};
use crate::OpError;
use crate::answer::{Degraded, ServerName};
use crate::disk::Disk;

/// How long an exit is waited for once the connection is over, so that an
/// error can say how the process ended.
const EXIT_WAIT: Duration = Duration::from_secs(2);

/// A server that has been greeted.
pub(crate) struct Running {
    pub(crate) name: ServerName,
    pub(crate) peer: Peer<Input>,
    pub(crate) gauge: Gauge,
    pub(crate) adapter: Option<Arc<dyn Adapter>>,
    pub(crate) facts: Facts,
    /// Known holes of project-wide answers.
    pub(crate) incomplete: Vec<String>,
    /// Whose launch plan was bypassed.
    pub(crate) launch_degraded: Vec<Degraded>,
    /// How its diagnostics are had, where the adapter says it.
    pub(crate) diagnostics: Option<Arc<diagnostics::Plan>>,
    /// Whose word on that was bypassed.
    pub(crate) diagnostics_degraded: Vec<Degraded>,
    /// Whether they are final, as the adapter judges it.
    pub(crate) verdicts: Verdicts,
    pub(crate) disk: Arc<Disk>,
    /// Lets callers pass the freshness barrier one at a time.
    pub(crate) turnstile: Mutex<()>,
    /// Request slots.
    pub(crate) slots: Semaphore,
    /// Counts diagnostics publications and refreshes.
    pub(crate) news: watch::Receiver<u64>,
    pub(crate) process: Handle,
    pub(crate) began: Instant,
    /// Why the connection is over, once it is.
    over: watch::Receiver<Option<Stopped>>,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running")
            .field("name", &self.name)
            .field("pid", &self.process.pid())
            .finish_non_exhaustive()
    }
}

impl Running {
    /// Starts and greets a server.
    pub(crate) async fn start(
        launcher: &Launcher,
        server: &Configured,
    ) -> Result<Arc<Self>, OpError> {
        let startup = server.config.timeouts.startup;
        let began = Instant::now();
        let (disk, name) = (Arc::clone(&launcher.disk), server.name.clone());
        let followed = tokio::task::spawn_blocking(move || disk.follow(&name));
        let launch = launcher.plan(server).await?;
        // Only a panic in there could fail, and it is logged as such.
        let _ = followed.await;
        let child = deixis_supervisor::start(launch.spec.clone())
            .await
            .map_err(|error| start_failed(server, &error))?;
        let process = child.handle.clone();
        let greeted = timeout(startup, Self::greet(launcher, server, launch, child, began)).await;
        match greeted {
            Ok(Ok(running)) => Ok(running),
            Ok(Err(message)) => {
                let (message, stderr) = epitaph(&process, message).await;
                process.kill();
                Err(OpError::StartFailed {
                    server: server.name.clone(),
                    message,
                    stderr,
                    hint: None,
                })
            }
            Err(_) => {
                process.kill();
                Err(OpError::Timeout {
                    server: server.name.clone(),
                    method: "initialize".to_owned(),
                    after: startup,
                    doing: "starting".to_owned(),
                })
            }
        }
    }

    async fn greet(
        launcher: &Launcher,
        server: &Configured,
        launch: Launch,
        child: deixis_supervisor::Child,
        began: Instant,
    ) -> Result<Arc<Self>, String> {
        let (events, gauge, pump) = readiness::channel();
        let (news_sender, news) = watch::channel(0);
        let (diagnostics, diagnostics_degraded) = diagnostics_plan(&launch).await;
        let (notes, verdicts, judge) = settling::channel(launch.adapter.as_ref(), &launch.facts);
        let (replies, replier) = replies::channel(launch.adapter.as_ref(), &launch.facts);
        let limits = &server.config.limits;
        let driver = Driver {
            name: server.name.clone(),
            root: launcher.root.clone(),
            routes: Arc::clone(&server.routes),
            configuration: configuration(&launch),
            events,
            news: news_sender,
            replies,
            notes,
            diagnostics: diagnostics.clone(),
            state: State::default(),
        };
        let bounds = Limits {
            outbound_queue: limits.outbound_queue_capacity,
            max_message: limits.max_response_bytes,
        };
        let tap = launcher.tap.clone();
        let (peer, connection) = connect_tapped(driver, child.stdout, child.stdin, bounds, tap);
        let over = watch_over(connection, child.handle.clone());
        if let Some(hooks) = launch.adapter.as_ref().and_then(|adapter| adapter.readiness()) {
            match hooks.interests().await {
                Ok(interests) => drop(peer.send(Input::Interests(interests.into_iter().collect()))),
                Err(error) => {
                    tracing::warn!(target: "deixis::engine", server = %server.name, %error, "the adapter's interests are not known");
                }
            }
        }
        if let Some(judge) = judge {
            if let Some(hooks) = launch.adapter.as_ref().and_then(|adapter| adapter.diagnostics()) {
                let methods = hooks.interests().await.unwrap_or_default();
                let _ = peer.send(Input::Notes(methods.into_iter().collect()));
            }
            tokio::spawn(judge.run());
        }
        if let Some(replier) = replier {
            tokio::spawn(replier.run(peer.clone()));
        }
        tokio::spawn(pump.run(launch.adapter.clone(), launch.facts.clone(), peer.clone()));
        let initialized = Self::initialize(launcher, &launch, &peer).await;
        // How the connection ended says more than that it did.
        let ended = || over.borrow().as_ref().map(ToString::to_string);
        let initialized = initialized.map_err(|error| ended().unwrap_or(error))?;
        let version = initialized.server_version.unwrap_or_default();
        tracing::info!(target: "deixis::engine", server = %server.name, %version, "the server is up");
        Ok(Arc::new(Self {
            name: server.name.clone(),
            peer,
            gauge,
            adapter: launch.adapter,
            facts: launch.facts,
            incomplete: launch.plan.incomplete,
            launch_degraded: launch.degraded,
            diagnostics,
            diagnostics_degraded,
            verdicts,
            disk: Arc::clone(&launcher.disk),
            turnstile: Mutex::new(()),
            slots: Semaphore::new(limits.max_concurrent_requests),
            news,
            process: child.handle,
            began,
            over,
        }))
    }

    async fn initialize(
        launcher: &Launcher,
        launch: &Launch,
        peer: &Peer<Input>,
    ) -> Result<handshake::Initialized, String> {
        let patch: Option<Value> =
            launch.plan.capabilities.as_deref().and_then(|json| serde_json::from_str(json).ok());
        let options = initialization_options(&launch.plan, &launch.user_options);
        let (done, greeted) = oneshot::channel();
        let greeting = Greeting {
            params: handshake::params(&launcher.root, options, patch.as_ref()),
            notifications: launch.plan.notifications.clone(),
            open: launch.plan.open.clone(),
            done,
        };
        peer.send(Input::Greet(Box::new(greeting))).map_err(|error| error.to_string())?;
        greeted.await.map_err(|_| "the connection is over".to_owned())?
    }

    /// Whether it can still be asked.
    pub(crate) fn is_alive(&self) -> bool {
        self.over.borrow().is_none() && self.process.exit().is_none()
    }

    /// The error of a call that met the end of the connection.
    pub(crate) async fn exited(&self) -> OpError {
        let reason = self
            .over
            .borrow()
            .as_ref()
            .map_or_else(|| "the connection is over".to_owned(), ToString::to_string);
        let (message, stderr) = epitaph(&self.process, reason).await;
        OpError::Exited { server: self.name.clone(), message, stderr }
    }

    /// The error of an input that was not taken.
    pub(crate) async fn refused(&self, error: SendError) -> OpError {
        match error {
            SendError::Full => {
                OpError::Busy { server: self.name.clone(), limit: self.slots.available_permits() }
            }
            SendError::Closed => self.exited().await,
        }
    }

    /// Says goodbye, then sees to it that the process ends.
    pub(crate) async fn stop(&self, within: Duration) {
        let (done, left) = oneshot::channel();
        if self.peer.send(Input::Leave(done)).is_ok() {
            // A quarter of the time for `shutdown`; some servers never answer it.
            let _ = timeout(within / 4, left).await;
        }
        let report = self.process.stop(StopLadder::within(within * 3 / 4)).await;
        tracing::debug!(target: "deixis::engine", server = %self.name, ?report, "stopped");
    }
}

/// Runs the connection; kills the process when it is over, whoever ended it.
fn watch_over(
    connection: impl Future<Output = Stopped> + Send + 'static,
    process: Handle,
) -> watch::Receiver<Option<Stopped>> {
    let (sender, over) = watch::channel(None);
    tokio::spawn(async move {
        let stopped = connection.await;
        sender.send_replace(Some(stopped));
        // A process that closed its output by itself is given a moment to
        // exit with a code that says why.
        let _ = timeout(EXIT_WAIT, process.exited()).await;
        process.kill();
    });
    over
}

/// How the server's diagnostics are had, and whose word on it was bypassed.
async fn diagnostics_plan(launch: &Launch) -> (Option<Arc<diagnostics::Plan>>, Vec<Degraded>) {
    let Some(adapter) = &launch.adapter else { return (None, Vec::new()) };
    let Some(hooks) = adapter.diagnostics() else { return (None, Vec::new()) };
    let (plan, bypassed) = hear(adapter, hooks.plan(launch.facts.clone())).await;
    (plan.ok().map(Arc::new), bypassed)
}

fn configuration(launch: &Launch) -> Configuration {
    let settings = launch.plan.settings.iter();
    let settings = settings.filter_map(|setting| {
        let value = serde_json::from_str(&setting.value).ok()?;
        Some((setting.section.clone(), value))
    });
    let fallback = launch.plan.fallback.as_deref().and_then(|json| serde_json::from_str(json).ok());
    Configuration {
        settings: settings.collect(),
        user: launch.user_options.clone(),
        fallback: fallback.unwrap_or(Value::Null),
    }
}

fn start_failed(server: &Configured, error: &StartError) -> OpError {
    OpError::StartFailed {
        server: server.name.clone(),
        message: error.to_string(),
        stderr: Vec::new(),
        hint: None,
    }
}

/// How a process ended, with its last words (redacted).
async fn epitaph(process: &Handle, reason: String) -> (String, Vec<String>) {
    let exit = timeout(EXIT_WAIT, process.exited()).await;
    let redacted = |lines: Vec<String>| {
        lines.iter().map(|line| deixis_base::redact::redact(line).into_owned()).collect::<Vec<_>>()
    };
    match exit {
        Ok(report) => (format!("{reason}; {}", report.ending), redacted(report.stderr)),
        Err(_) => (reason, redacted(process.stderr_tail())),
    }
}
