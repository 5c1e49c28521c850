//! Requests of the server that the adapter may answer: what the host does not know, and prompts.
//!
//! The server waits meanwhile, and nobody else does: a task of its own asks the adapter, one
//! request after the other, and hands the answer to the driver. Whatever goes wrong, the server
//! gets the native answer.

use std::sync::Arc;

use deixis_hooks::requests::Reply;
use deixis_hooks::{Adapter, Facts};
use deixis_lsp::envelope::RawId;
use deixis_lsp::{Peer, ResponseError};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use super::driver::Input;
use super::hear::hear;

/// Requests that wait for the adapter, at most; more get the native answer.
const MAX_WAITING: usize = 64;

/// A request with its native answer.
struct Question {
    id: RawId,
    method: String,
    params: Option<String>,
    native: Result<Value, ResponseError>,
}

/// Where the driver puts requests; without an adapter that answers any, nowhere.
pub(crate) struct Replies(Option<mpsc::Sender<Question>>);

/// The task that asks the adapter.
pub(crate) struct Replier {
    questions: mpsc::Receiver<Question>,
    adapter: Arc<dyn Adapter>,
    facts: Facts,
}

/// Makes the two ends, where the adapter answers requests.
pub(crate) fn channel(
    adapter: Option<&Arc<dyn Adapter>>,
    facts: &Facts,
) -> (Replies, Option<Replier>) {
    let Some(adapter) = adapter.filter(|adapter| adapter.requests().is_some()) else {
        return (Replies(None), None);
    };
    let (sender, questions) = mpsc::channel(MAX_WAITING);
    let replier = Replier { questions, adapter: Arc::clone(adapter), facts: facts.clone() };
    (Replies(Some(sender)), Some(replier))
}

impl Replies {
    /// Puts a request off, or gives its native answer back.
    pub(crate) fn put(
        &self,
        id: &RawId,
        method: &str,
        params: Option<&RawValue>,
        native: Result<Value, ResponseError>,
    ) -> Option<Result<Value, ResponseError>> {
        let Some(sender) = &self.0 else { return Some(native) };
        let question = Question {
            id: id.clone(),
            method: method.to_owned(),
            params: params.map(|params| params.get().to_owned()),
            native,
        };
        match sender.try_send(question) {
            Ok(()) => None,
            Err(error) => {
                tracing::warn!(target: "deixis::engine", method, "so many requests wait for the adapter that one is answered without it");
                Some(error.into_inner().native)
            }
        }
    }
}

impl Replier {
    /// Asks the adapter until the driver is gone.
    pub(crate) async fn run(mut self, peer: Peer<Input>) {
        while let Some(Question { id, method, params, native }) = self.questions.recv().await {
            let outcome = self.ask(&method, params).await.unwrap_or(native);
            if peer.send(Input::Respond(id, outcome)).is_err() {
                return;
            }
        }
    }

    /// The adapter's answer, if it has one.
    async fn ask(
        &self,
        method: &str,
        params: Option<String>,
    ) -> Option<Result<Value, ResponseError>> {
        let hooks = self.adapter.requests()?;
        let asked = hooks.answer(self.facts.clone(), method.to_owned(), params);
        let (reply, bypassed) = hear(&self.adapter, asked).await;
        for one in bypassed {
            tracing::warn!(target: "deixis::engine", adapter = one.adapter, method, reason = one.reason, "a request was answered without the adapter");
        }
        match reply.ok()? {
            Reply::Unknown => None,
            Reply::Result(json) => serde_json::from_str(&json).ok().map(Ok),
            Reply::Error(error) => Some(Err(ResponseError {
                code: error.code,
                message: error.message,
                data: error.data,
            })),
        }
    }
}
