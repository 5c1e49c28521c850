//! The owner task of one connection, and the handle that callers hold.
//!
//! The task waits for four things at once: bytes from the server, room to
//! write, an input of its driver, and the deadline of a request. It never waits
//! for anything else, so a server that stops reading cannot stop us reading.
//!
//! One timer serves all deadlines. It is only set to an earlier time, never to
//! a later one, and looks for work when it rings: with a timer per request each
//! one would cost the runtime a wake-up of itself.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::{Buf, Bytes};
use serde_json::value::RawValue;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::codec::{FrameReader, ReadError};
use crate::envelope::{self, Incoming, RawId, Reply, ResponseError};
use crate::link::{Link, Outcome, Waiter};
use crate::tap::{self, Tap, Way};

/// Inputs that may wait for the owner task. Callers beyond that are refused.
const INBOX: usize = 1024;
/// Inputs taken in one turn, so that reading is never starved.
const INPUTS_PER_TURN: usize = 32;

/// How long a server that closed its input may go on talking.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The connection is over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Stopped {
    /// Why, for people.
    pub reason: Arc<str>,
}

/// State and behaviour of one connection, owned by its task.
pub trait Driver: Send + 'static {
    /// What callers may ask of the task: one closed enum.
    type Input: Send;
    /// Marks the driver's own requests.
    type Tag: Send;

    /// An input from a caller.
    fn input(&mut self, link: &mut Link<Self::Tag>, input: Self::Input);
    /// A notification of the server.
    fn notification(&mut self, link: &mut Link<Self::Tag>, method: &str, params: Option<&RawValue>);
    /// A request of the server: its answer, result or error; or none, if the driver answers it
    /// later, once, by [`Link::respond`].
    fn request(
        &mut self,
        link: &mut Link<Self::Tag>,
        id: &RawId,
        method: &str,
        params: Option<&RawValue>,
    ) -> Option<Result<serde_json::Value, ResponseError>>;
    /// The outcome of one of the driver's own requests.
    fn answered(&mut self, link: &mut Link<Self::Tag>, tag: Self::Tag, outcome: Outcome);
    /// The connection is over; every waiter has been told.
    fn stopped(&mut self, reason: &Stopped);
}

/// Handle of a connection. Cheap to clone; the task ends when all are gone
/// and when the server closes its output.
#[derive(Debug)]
pub struct Peer<I> {
    inbox: mpsc::Sender<I>,
    next_id: Arc<AtomicU64>,
}

impl<I> Clone for Peer<I> {
    fn clone(&self) -> Self {
        Self { inbox: self.inbox.clone(), next_id: Arc::clone(&self.next_id) }
    }
}

/// Why an input was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Too many inputs wait.
    #[error("too many inputs wait for the connection")]
    Full,
    /// The connection is over.
    #[error("the connection is over")]
    Closed,
}

impl<I: Send> Peer<I> {
    /// An id for a caller's request, unused on this connection.
    #[must_use]
    pub fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// Hands an input to the owner task. Inputs are taken in order.
    ///
    /// # Errors
    /// [`SendError`].
    pub fn send(&self, input: I) -> Result<(), SendError> {
        self.inbox.try_send(input).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => SendError::Full,
            mpsc::error::TrySendError::Closed(_) => SendError::Closed,
        })
    }

    /// Whether the connection is over.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.inbox.is_closed()
    }
}

/// Limits of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Messages that may wait to be written before callers are refused.
    pub outbound_queue: usize,
    /// Longest message that is read, in bytes.
    pub max_message: usize,
}

/// Makes a connection: the handle, and the future that runs it.
pub fn connect<D, R, W>(
    driver: D,
    reader: R,
    writer: W,
    limits: Limits,
) -> (Peer<D::Input>, impl Future<Output = Stopped> + Send)
where
    D: Driver,
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send,
{
    connect_tapped(driver, reader, writer, limits, None)
}

/// [`connect`], with a listener.
pub fn connect_tapped<D, R, W>(
    driver: D,
    reader: R,
    writer: W,
    limits: Limits,
    tap: Option<Tap>,
) -> (Peer<D::Input>, impl Future<Output = Stopped> + Send)
where
    D: Driver,
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send,
{
    let (inbox, inputs) = mpsc::channel(INBOX);
    let peer = Peer { inbox, next_id: Arc::new(AtomicU64::new(1)) };
    let connection = Connection {
        driver,
        link: Link::new(limits.outbound_queue),
        reader: FrameReader::new(reader, limits.max_message),
        writer: Some(writer),
        inputs,
        writing: Bytes::new(),
        alarm: None,
        tap,
    };
    (peer, connection.run())
}

struct Connection<D: Driver, R, W> {
    driver: D,
    link: Link<D::Tag>,
    reader: FrameReader<R>,
    writer: Option<W>,
    inputs: mpsc::Receiver<D::Input>,
    /// What is left of the message being written.
    writing: Bytes,
    /// Rings at or before the deadline of every request.
    alarm: Option<Pin<Box<Sleep>>>,
    tap: Option<Tap>,
}

/// What woke the task.
enum Woke<I> {
    Frame(Result<Bytes, ReadError>),
    Input(Option<I>),
    Wrote(std::io::Result<usize>),
    Alarm,
}

impl<D, R, W> Connection<D, R, W>
where
    D: Driver,
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send,
{
    async fn run(mut self) -> Stopped {
        let mut inputs_open = true;
        let reason = loop {
            if self.writing.is_empty() {
                self.writing = self.link.queue.pop_front().unwrap_or_default();
                if let Some(tap) = &self.tap
                    && !self.writing.is_empty()
                {
                    tap(Way::ToServer, tap::body(&self.writing));
                }
            }
            match self.wait(inputs_open).await {
                Woke::Frame(Ok(frame)) => self.frame(&frame),
                Woke::Frame(Err(error)) => break error.to_string(),
                Woke::Input(Some(input)) => self.take_inputs(input),
                Woke::Input(None) => {
                    // Nobody can ask any more: let the server see the end of
                    // its input, and drain what it still says.
                    inputs_open = false;
                    self.writer = None;
                }
                Woke::Wrote(Ok(count)) if count > 0 => self.writing.advance(count),
                Woke::Wrote(Ok(_)) => break "the server closed its input".to_owned(),
                Woke::Wrote(Err(error)) => break self.why_unwritable(&error).await,
                Woke::Alarm => {
                    self.alarm = None;
                    self.link.expire(Instant::now());
                }
            }
        };
        self.stop(Stopped { reason: reason.into() })
    }

    async fn wait(&mut self, inputs_open: bool) -> Woke<D::Input> {
        if let Some(due) = self.link.due {
            let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(due)));
            if due < alarm.deadline() {
                alarm.as_mut().reset(due);
            }
        }
        let writing = self.writing.clone();
        tokio::select! {
            biased;
            wrote = async {
                match &mut self.writer {
                    Some(writer) => writer.write(&writing).await,
                    None => std::future::pending().await,
                }
            }, if !writing.is_empty() => Woke::Wrote(wrote),
            frame = self.reader.next() => Woke::Frame(frame),
            input = self.inputs.recv(), if inputs_open => Woke::Input(input),
            () = async {
                match &mut self.alarm {
                    Some(alarm) => alarm.await,
                    None => std::future::pending().await,
                }
            } => Woke::Alarm,
        }
    }

    fn take_inputs(&mut self, first: D::Input) {
        self.driver.input(&mut self.link, first);
        for _ in 1..INPUTS_PER_TURN {
            match self.inputs.try_recv() {
                Ok(input) => self.driver.input(&mut self.link, input),
                Err(_) => break,
            }
        }
    }

    fn frame(&mut self, frame: &Bytes) {
        if let Some(tap) = &self.tap {
            tap(Way::FromServer, frame);
        }
        match envelope::parse(frame) {
            Ok(Incoming::Response { id, outcome }) => {
                let outcome = outcome.map(|result| Reply::new(frame.clone(), result));
                self.response(id, outcome);
            }
            Ok(Incoming::Notification { method, params }) => {
                self.driver.notification(&mut self.link, &method, params);
            }
            Ok(Incoming::Request { id, method, params }) => {
                if let Some(outcome) = self.driver.request(&mut self.link, &id, &method, params) {
                    self.link.respond(&id, &outcome);
                }
            }
            Err(reason) => {
                tracing::warn!(target: "deixis::lsp", %reason, bytes = frame.len(), "a message of the server is no JSON-RPC");
            }
        }
    }

    fn response(&mut self, id: Option<u64>, outcome: Result<Reply, ResponseError>) {
        let pending = id.and_then(|id| self.link.pending.remove(&id));
        match pending.map(|pending| pending.waiter) {
            Some(Waiter::Caller(reply)) => drop(reply.send(Ok(outcome))),
            Some(Waiter::Driver(tag)) => {
                self.driver.answered(&mut self.link, tag, Ok(outcome));
            }
            // Answers to cancelled requests are normal; answers to nobody are
            // a server's mistake. Neither is worth more than a trace.
            None => tracing::debug!(target: "deixis::lsp", ?id, "an answer that nobody waits for"),
        }
    }

    /// A broken pipe usually means that the server died; what it printed
    /// before says more than the broken pipe.
    async fn why_unwritable(&mut self, error: &std::io::Error) -> String {
        self.writer = None;
        let drained = tokio::time::timeout(LAST_WORDS, async {
            loop {
                match self.reader.next().await {
                    Ok(frame) => self.frame(&frame),
                    Err(read) => return read,
                }
            }
        });
        match drained.await {
            Ok(ReadError::Closed { printed }) if printed.is_empty() => {
                format!("the server closed its input ({error})")
            }
            Ok(read) => read.to_string(),
            Err(_) => format!("the server closed its input ({error}) but goes on running"),
        }
    }

    fn stop(mut self, stopped: Stopped) -> Stopped {
        self.inputs.close();
        let pending = std::mem::take(&mut self.link.pending);
        for (_, pending) in pending {
            match pending.waiter {
                Waiter::Caller(reply) => drop(reply.send(Err(stopped.clone()))),
                Waiter::Driver(tag) => {
                    self.driver.answered(&mut self.link, tag, Err(stopped.clone()));
                }
            }
        }
        self.driver.stopped(&stopped);
        stopped
    }
}
