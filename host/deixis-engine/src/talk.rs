//! Several questions that belong together: one process of a server answers them
//! all, and all of them end by one deadline. A server that exits in between is an
//! error, not a reason to ask its successor, who would not know what was answered
//! before.

use std::sync::Arc;

use deixis_base::RootedPath;
use deixis_lsp::{Call, Feature};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::ask::{self, Asked, Build, Question, Withdraw};
use crate::fleet::Server;
use crate::project::Project;
use crate::server::{Fetch, Input, Running, Told, Track};
use crate::{CallContext, OpError};

/// A talk with one process.
pub(crate) struct Talk {
    pub(crate) running: Arc<Running>,
    began: Instant,
    deadline: Instant,
}

impl Project {
    /// Begins a talk with a server, started if need be.
    pub(crate) async fn talk(
        &self,
        cx: &CallContext,
        server: &Arc<Server>,
    ) -> Result<Talk, OpError> {
        let running = self.started(cx, server).await?;
        let began = Instant::now();
        let deadline = began + server.configured.config.timeouts.request;
        Ok(Talk { running, began, deadline })
    }
}

impl Talk {
    /// Asks one question.
    pub(crate) async fn ask<C: Call>(
        &self,
        cx: &CallContext,
        track: Track,
        document: &RootedPath,
        build: Build,
    ) -> Result<Asked<C::Output>, OpError> {
        let document = Some(document.clone());
        let question = Question { track, document, build, deadline: self.deadline };
        ask::ask::<C>(cx, &self.running, &question).await
    }

    /// Sends a request that the adapter made, and gives back the answer as JSON text. `None` if
    /// there is none in time: the log says why.
    pub(crate) async fn fetch(
        &self,
        cx: &CallContext,
        ask: deixis_hooks::Ask,
        until: Instant,
    ) -> Option<String> {
        let server = &self.running;
        let (id, method) = (server.peer.next_id(), ask.method.clone());
        let (answer, answered) = oneshot::channel();
        let deadline = self.deadline.min(until);
        let fetch = Fetch { id, ask, deadline, answer };
        server.peer.send(Input::Fetch(Box::new(fetch))).ok()?;
        let withdraw = Withdraw::new(server, id);
        let outcome = tokio::select! {
            biased;
            outcome = answered => outcome,
            () = cx.cancel.cancelled() => return None,
        };
        withdraw.disarm();
        let reason = match outcome {
            Ok(Ok(Ok(reply))) => return Some(reply.json().to_owned()),
            Ok(Ok(Err(error))) => error.message,
            Ok(Err(stopped)) => stopped.to_string(),
            Err(_) => "no answer in time".to_owned(),
        };
        tracing::debug!(target: "deixis::engine", server = %server.name, method, reason, "nothing fetched");
        None
    }

    /// What the server can do now.
    pub(crate) async fn has(&self, feature: Feature) -> Result<bool, OpError> {
        let peek = self.know(Input::Peek).await?;
        Ok(peek.features.contains(&feature))
    }

    /// The last message that the server has shown during this talk.
    pub(crate) async fn shown(&self) -> Result<Option<String>, OpError> {
        self.know(|reply| Input::Shown(self.began, reply)).await
    }

    /// The open documents, as the server was told of them.
    pub(crate) async fn documents(&self) -> Result<Told, OpError> {
        self.know(Input::Documents).await
    }

    async fn know<T>(&self, input: impl FnOnce(oneshot::Sender<T>) -> Input) -> Result<T, OpError> {
        let (reply, known) = oneshot::channel();
        if let Err(error) = self.running.peer.send(input(reply)) {
            return Err(self.running.refused(error).await);
        }
        match known.await {
            Ok(known) => Ok(known),
            Err(_) => Err(self.running.exited().await),
        }
    }
}
