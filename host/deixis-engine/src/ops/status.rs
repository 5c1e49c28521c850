//! `deixis_server_status`.

use std::sync::Arc;

use deixis_hooks::Adapter;
use deixis_lsp::Feature;
use tokio::sync::oneshot;

use crate::answer::{AdapterStatus, Lifecycle, ServerStatus, Status};
use crate::fleet::{Phase, Server};
use crate::project::Project;
use crate::scope::{DIAGNOSTICS, Scope};
use crate::server::{Input, Peek};
use crate::{CallContext, OpError};

impl Project {
    /// Status of all servers, or of one; `start` starts that one first.
    ///
    /// # Errors
    /// [`OpError::UnknownServer`], [`OpError::InvalidArguments`], or why it
    /// does not start.
    pub async fn status(
        &self,
        cx: &CallContext,
        server: Option<&str>,
        start: bool,
    ) -> Result<Status, OpError> {
        let Some(name) = server else {
            if start {
                return Err(OpError::InvalidArguments {
                    message: format!(
                        "start needs a server; for example server: \"{}\", start: true",
                        self.server_names().first().map_or("rust", String::as_str)
                    ),
                });
            }
            return Ok(self.overview().await);
        };
        let server = Arc::clone(self.fleet.server(name)?);
        if start {
            self.started(cx, &server).await?;
        }
        Ok(Status::One(Box::new(self.in_depth(&server).await)))
    }

    async fn overview(&self) -> Status {
        let mut attached = Vec::new();
        for server in self.fleet.servers.values() {
            if self.peek_attached(server).await.is_some() {
                attached.push(server.name().clone());
            }
        }
        let not_attached = self.fleet.servers.len() - attached.len();
        Status::All { attached, not_attached, unsettled: self.changes.unsettled() }
    }

    /// The state of a server that has at least one document.
    pub(crate) async fn peek_attached(&self, server: &Server) -> Option<Peek> {
        let running = server.running()?;
        let (reply, peeked) = oneshot::channel();
        running.peer.send(Input::Peek(reply)).ok()?;
        peeked.await.ok().filter(|peek| peek.open_documents > 0)
    }

    async fn in_depth(&self, server: &Server) -> ServerStatus {
        let mut status = ServerStatus {
            name: server.name().clone(),
            lifecycle: Lifecycle::Stopped,
            pid: None,
            uptime_s: None,
            restarts: server.restarts(),
            adapters: Vec::new(),
            readiness: Vec::new(),
            encoding: None,
            capabilities: Vec::new(),
            open_documents: 0,
            stderr_tail: Vec::new(),
            problem: server.configured.problem.clone(),
        };
        match server.phase() {
            Phase::Stopped => {}
            Phase::Starting => status.lifecycle = Lifecycle::Starting,
            Phase::Failed(error) => {
                status.lifecycle = Lifecycle::Failed;
                status.problem = Some(error.to_string());
                if let OpError::StartFailed { stderr, .. } = error {
                    status.stderr_tail = stderr;
                }
            }
            Phase::Running(running) => {
                let alive = running.is_alive();
                status.lifecycle = if alive { Lifecycle::Running } else { Lifecycle::Failed };
                status.adapters = running.adapter.as_ref().map_or_else(Vec::new, |adapter| {
                    match adapter.layers() {
                        [] => vec![of_adapter(&**adapter)],
                        layers => layers.iter().map(|layer| of_adapter(&**layer)).collect(),
                    }
                });
                if alive {
                    status.pid = Some(running.process.pid());
                    status.uptime_s = Some(running.began.elapsed().as_secs());
                    status.readiness = running.gauge.peek(crate::server::View::all);
                    self.peek_into(&mut status, &server.configured.scope, &running).await;
                } else if let OpError::Exited { message, stderr, .. } = running.exited().await {
                    status.problem = Some(message);
                    status.stderr_tail = stderr;
                }
            }
        }
        status
    }

    async fn peek_into(
        &self,
        status: &mut ServerStatus,
        scope: &Scope,
        running: &crate::server::Running,
    ) {
        let (reply, peeked) = oneshot::channel();
        if running.peer.send(Input::Peek(reply)).is_err() {
            return;
        }
        if let Ok(peek) = peeked.await {
            status.encoding = Some(peek.encoding);
            status.open_documents = peek.open_documents;
            status.capabilities = peek.features.into_iter().flat_map(tools).copied().collect();
            // Every server may publish them; whether it does shows only when it has.
            status.capabilities.push(DIAGNOSTICS);
            status.capabilities.retain(|tool| scope.answers(tool));
        }
    }
}

fn of_adapter(adapter: &dyn Adapter) -> AdapterStatus {
    let (descriptor, health) = (adapter.descriptor(), adapter.health());
    AdapterStatus {
        id: descriptor.id.clone(),
        version: descriptor.version.clone(),
        hash: adapter.hash().to_owned(),
        quarantined: health.quarantined,
        failures: health.failures,
        first_failure: health.first_failure,
    }
}

/// The tools that a feature enables.
fn tools(feature: Feature) -> &'static [&'static str] {
    match feature {
        Feature::Hover => &["hover"],
        Feature::SignatureHelp => &["signature_help"],
        Feature::Definition => &["definition"],
        Feature::Declaration => &["declaration"],
        Feature::TypeDefinition => &["type_definition"],
        Feature::Implementation => &["implementation"],
        Feature::References => &["references"],
        Feature::CallHierarchy => &["incoming_calls", "outgoing_calls"],
        Feature::DocumentSymbols => &["document_symbols"],
        Feature::WorkspaceSymbols => &["workspace_symbols"],
        // Without a check of its own a server still renames.
        Feature::Rename => &["prepare_rename", "preview_rename"],
        Feature::PrepareRename | Feature::PullDiagnostics => &[],
    }
}
