//! The freshness barrier: before a request goes out, the server has been told
//! of every change on disk that happened before the call.
//!
//! Open documents are compared in the driver, in the same turn as the request.
//! This is about all other files: their changes are taken from [`Disk`],
//! translated by the adapter into what its server understands, told, and,
//! where the adapter says so, waited for. Callers pass one at a time, since a
//! caller that finds nothing to tell must not overtake one that is telling.

use deixis_hooks::{Ask, watch::Translation};
use futures_util::future::join_all;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

use super::driver::{Changed, Input};
use super::hear::hear;
use super::running::Running;
use crate::answer::Degraded;
use crate::{CallContext, OpError};

/// What is to be known of a passage.
#[derive(Debug, Default)]
pub(crate) struct Passage {
    /// Changes that the server may not have seen, as sentences.
    pub(crate) incomplete: Vec<String>,
    /// Set if the adapter's translation was bypassed.
    pub(crate) degraded: Vec<Degraded>,
}

impl Running {
    /// Passes the barrier.
    pub(crate) async fn pass(
        &self,
        cx: &CallContext,
        deadline: Instant,
    ) -> Result<Passage, OpError> {
        let turn = tokio::select! {
            biased;
            turn = self.turnstile.lock() => turn,
            () = cx.cancel.cancelled() => return Err(OpError::Canceled),
        };
        let changes = self.disk.take(&self.name);
        let mut passage = Passage { incomplete: changes.incomplete, degraded: Vec::new() };
        if changes.list.is_empty() {
            return Ok(passage);
        }
        let translation = self.translate(changes.list, &mut passage).await;
        passage.incomplete.extend(translation.incomplete);
        let (awaited, answers): (Vec<_>, Vec<_>) =
            translation.awaited.into_iter().map(with_answer).unzip();
        let changed = Changed { report: translation.report, actions: translation.actions, awaited };
        if let Err(error) = self.peer.send(Input::Changed(Box::new(changed))) {
            return Err(self.refused(error).await);
        }
        // The answers themselves do not matter, errors included: that they
        // came shows that the server has got that far.
        let answered = timeout_at(deadline, join_all(answers));
        tokio::select! {
            answered = answered => if answered.is_err() {
                passage.incomplete.push(format!("{} has not taken in all changes on disk yet", self.name));
            },
            () = cx.cancel.cancelled() => return Err(OpError::Canceled),
        }
        drop(turn);
        Ok(passage)
    }

    async fn translate(
        &self,
        changes: Vec<deixis_hooks::Change>,
        passage: &mut Passage,
    ) -> Translation {
        let native = |report| Translation { report, ..Translation::default() };
        let Some(adapter) = &self.adapter else { return native(changes) };
        let Some(hooks) = adapter.watch() else { return native(changes) };
        let open = self.open_documents().await;
        let translating = hooks.translate(self.facts.clone(), changes.clone(), open);
        let (translation, bypassed) = hear(adapter, translating).await;
        passage.degraded.extend(bypassed);
        translation.unwrap_or_else(|_| native(changes))
    }

    async fn open_documents(&self) -> Vec<String> {
        let (reply, open) = oneshot::channel();
        match self.peer.send(Input::Open(reply)) {
            Ok(()) => open.await.unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }
}

fn with_answer(ask: Ask) -> ((Ask, oneshot::Sender<()>), oneshot::Receiver<()>) {
    let (done, answered) = oneshot::channel();
    ((ask, done), answered)
}
