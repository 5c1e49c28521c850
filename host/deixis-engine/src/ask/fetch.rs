//! A request in an adapter's own words: asked once, and whatever is answered is for the adapter
//! to read.

use deixis_base::RootedPath;
use deixis_hooks::Ask;
use deixis_lsp::link::Outcome;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::Withdraw;
use super::failure::lsp_error;
use crate::server::{Fetch, Input, Running, Sent};
use crate::{CallContext, OpError};

/// Sends a request, about the document as it is on disk now if there is one, and gives back the
/// answer as JSON text with what it was asked about.
///
/// # Errors
/// [`OpError::Lsp`] if the server refuses; [`OpError::Timeout`] after the deadline.
pub(crate) async fn fetch(
    cx: &CallContext,
    server: &Running,
    ask: Ask,
    document: Option<RootedPath>,
    deadline: Instant,
) -> Result<(String, Sent), OpError> {
    let (id, method) = (server.peer.next_id(), ask.method.clone());
    let (sent, was_sent) = oneshot::channel();
    let (answer, answered) = oneshot::channel();
    let fetch = Fetch { id, ask, document, sent, deadline, answer };
    if let Err(error) = server.peer.send(Input::Fetch(Box::new(fetch))) {
        return Err(server.refused(error).await);
    }
    let withdraw = Withdraw::new(server, id);
    let outcome: Option<Outcome> = tokio::select! {
        biased;
        outcome = answered => outcome.ok(),
        () = cx.cancel.cancelled() => return Err(OpError::Canceled),
    };
    withdraw.disarm();
    let sent = match was_sent.await {
        Ok(sent) => sent?,
        Err(_) => return Err(server.exited().await),
    };
    match outcome {
        Some(Ok(Ok(reply))) => Ok((reply.json().to_owned(), sent)),
        Some(Ok(Err(error))) => {
            let mut error = lsp_error(&error);
            error.message = format!("{method}: {}", error.message);
            let (server, method) = (server.name.clone(), "the adapter's request");
            Err(OpError::Lsp { server, method, error, attempts: 1, hint: None })
        }
        None if Instant::now() >= deadline => Err(OpError::Timeout {
            server: server.name.clone(),
            method,
            after: cx.elapsed(),
            doing: "answering".to_owned(),
        }),
        _ => Err(server.exited().await),
    }
}
