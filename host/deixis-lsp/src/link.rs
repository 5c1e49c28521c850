//! What the owner task of a connection writes with: the outgoing queue and the
//! table of requests that wait for an answer. Each request is answered exactly
//! once: by the server, by its cancellation, or by the end of the connection.

use std::collections::{HashMap, VecDeque};

use bytes::Bytes;
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::envelope::{self, Reply, ResponseError};
use crate::peer::Stopped;

/// How a request ended.
pub type Outcome = Result<Result<Reply, ResponseError>, Stopped>;

/// Who waits for an answer.
#[derive(Debug)]
pub enum Waiter<T> {
    /// A caller outside the task.
    Caller(oneshot::Sender<Outcome>),
    /// The driver itself.
    Driver(T),
}

/// A request that waits for its answer.
#[derive(Debug)]
pub(crate) struct Pending<T> {
    pub(crate) waiter: Waiter<T>,
    /// When it is given up; the driver's own requests never are.
    deadline: Option<Instant>,
}

/// Outgoing side of a connection. `T` tags the driver's own requests.
#[derive(Debug)]
pub struct Link<T> {
    pub(crate) queue: VecDeque<Bytes>,
    pub(crate) pending: HashMap<u64, Pending<T>>,
    /// No request is to be given up before this.
    pub(crate) due: Option<Instant>,
    capacity: usize,
    next_own: u64,
}

/// Ids of the driver's own requests begin here, far above those of callers.
/// Ids stay below 2^31: LSP's `integer` is signed and has 32 bits, and
/// rust-analyzer ignores requests beyond it.
const OWN_IDS: u64 = 1 << 30;

impl<T> Link<T> {
    pub(crate) fn new(capacity: usize) -> Self {
        let (queue, pending) = (VecDeque::new(), HashMap::new());
        Self { queue, pending, due: None, capacity, next_own: OWN_IDS }
    }

    /// Messages that may still be queued before callers are refused.
    #[must_use]
    pub fn room(&self) -> usize {
        self.capacity.saturating_sub(self.queue.len())
    }

    /// Messages that may wait before callers are refused.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Queues a notification.
    pub fn notify<P: Serialize + ?Sized>(&mut self, method: &str, params: &P) {
        self.push(envelope::notification(method, Some(params)));
    }

    /// Queues a notification whose parameters are JSON text or absent.
    pub fn notify_raw(&mut self, method: &str, params: Option<&RawValue>) {
        self.push(envelope::notification(method, params));
    }

    /// Queues a caller's request; `id` comes from the caller's [`crate::Peer`].
    /// After the deadline it is withdrawn, and `reply` is dropped.
    pub fn ask(
        &mut self,
        id: u64,
        method: &str,
        params: Option<&RawValue>,
        deadline: Instant,
        reply: oneshot::Sender<Outcome>,
    ) {
        self.push(envelope::request(id, method, params));
        let (waiter, deadline) = (Waiter::Caller(reply), Some(deadline));
        self.pending.insert(id, Pending { waiter, deadline });
        self.due = self.due.into_iter().chain(deadline).min();
    }

    /// Queues a request of the driver; its outcome comes back with `tag`.
    pub fn ask_own<P: Serialize + ?Sized>(
        &mut self,
        method: &str,
        params: Option<&P>,
        tag: T,
    ) -> u64 {
        let id = self.next_own;
        self.next_own += 1;
        self.push(envelope::request(id, method, params));
        self.pending.insert(id, Pending { waiter: Waiter::Driver(tag), deadline: None });
        id
    }

    /// Withdraws what nobody waits for any more.
    pub(crate) fn expire(&mut self, now: Instant) {
        let late = |pending: &Pending<T>| pending.deadline.is_some_and(|deadline| deadline <= now);
        let expired: Vec<u64> =
            self.pending.iter().filter(|(_, pending)| late(pending)).map(|(id, _)| *id).collect();
        for id in expired {
            self.cancel(id);
        }
        self.due = self.pending.values().filter_map(|pending| pending.deadline).min();
    }

    /// Forgets a request and tells the server so. Nothing happens if it was
    /// answered meanwhile.
    pub fn cancel(&mut self, id: u64) {
        if self.pending.remove(&id).is_some() {
            self.notify("$/cancelRequest", &serde_json::json!({ "id": id }));
        }
    }

    /// Queues the answer to a request of the server.
    pub fn respond(&mut self, id: &RawValue, outcome: &Result<serde_json::Value, ResponseError>) {
        self.push(envelope::response(id, outcome));
    }

    fn push(&mut self, message: serde_json::Result<Bytes>) {
        match message {
            Ok(message) => self.queue.push_back(message),
            Err(error) => {
                tracing::error!(target: "deixis::lsp", %error, "a message could not be written as JSON");
            }
        }
    }
}
