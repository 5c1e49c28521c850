//! Several questions that belong together: one process of a server answers them
//! all, and all of them end by one deadline. A server that exits in between is an
//! error, not a reason to ask its successor, who would not know what was answered
//! before.

use std::sync::Arc;

use deixis_base::RootedPath;
use deixis_lsp::{Call, Feature};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use crate::ask::{self, Asked, Build, Question};
use crate::fleet::Server;
use crate::project::Project;
use crate::server::{Input, Running, Told, Track};
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
        request: deixis_hooks::Ask,
        until: Instant,
    ) -> Option<String> {
        let deadline = self.deadline.min(until);
        match ask::fetch(cx, &self.running, request, None, deadline).await {
            Ok((answer, _)) => Some(answer),
            Err(error) => {
                tracing::debug!(target: "deixis::engine", server = %self.running.name, %error, "nothing fetched");
                None
            }
        }
    }

    /// Whether the server can do this. Some say so only when they are ready: while a sign of
    /// that is sure to come, a "no" is not their last word.
    pub(crate) async fn has(&self, cx: &CallContext, feature: Feature) -> Result<bool, OpError> {
        if self.says(feature).await? {
            return Ok(true);
        }
        let mut gauge = self.running.gauge.clone();
        if gauge.settled().await.signal_expected() {
            let said = gauge.wait_for(|view| !view.signal_expected() || !self.running.is_alive());
            tokio::select! {
                biased;
                _ = said => {}
                () = cx.cancel.cancelled() => return Err(OpError::Canceled),
                () = sleep_until(self.deadline) => {}
            }
        }
        self.says(feature).await
    }

    async fn says(&self, feature: Feature) -> Result<bool, OpError> {
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
