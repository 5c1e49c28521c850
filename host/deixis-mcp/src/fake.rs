//! Operations for tests of everything above the tools: each tool behaves in one way, so that a
//! test says by the tool it calls what should happen. And a client that speaks raw lines.

#![expect(clippy::needless_pass_by_value, reason = "JSON literals read best by value")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use deixis_engine::answer::{
    Answer, Applied, Call, Diagnostics, Hover, Place, Prepared, Severity, Shown, Signatures,
    Status, Symbol,
};
use deixis_engine::{CallContext, Direction, Goto, Mark, OpError, Target};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf,
};
use tokio::io::{WriteHalf, duplex, split};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::fixtures::settled;
use crate::operations::{Operations, Pending};
use crate::serve::{ServeError, serve_any};
use crate::{Options, fixtures};

/// - `hover` answers at once;
/// - `references` waits until it is cancelled, and notes that it was;
/// - `document_symbols` never ends, whatever is cancelled;
/// - `definition` and its like panic;
/// - `workspace_symbols` reports progress every 100 ms for 12 s, then answers;
/// - `diagnostics` is silent for 12 s, then answers;
/// - `apply_rename` waits until it is cancelled, and ends 1.5 s later;
/// - `deixis_server_status` and the other rename tools fail;
/// - the others find nothing.
#[derive(Debug, Default)]
pub(crate) struct Fake {
    pub(crate) names: Vec<String>,
    pub(crate) waiting: AtomicBool,
    pub(crate) cancelled: AtomicBool,
    /// How many more calls are disturbed by files that are replaced.
    pub(crate) disturbed: AtomicU64,
}

impl Fake {
    pub(crate) fn new(names: &[&str]) -> Arc<Self> {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Arc::new(Self { names, ..Self::default() })
    }
}

impl Operations for Fake {
    fn server_names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn status<'a>(
        &'a self,
        _: &'a CallContext,
        _: Option<&'a str>,
        _: bool,
    ) -> Pending<'a, Status> {
        Box::pin(async { Err(OpError::NoServerConfigured) })
    }

    fn hover<'a>(
        &'a self,
        _: &'a CallContext,
        _: &'a Target,
    ) -> Pending<'a, Answer<Option<Hover>>> {
        Box::pin(async { Ok(settled(Some(Hover { contents: "`run`".to_owned(), range: None }))) })
    }

    fn signature_help<'a>(
        &'a self,
        _: &'a CallContext,
        _: &'a Target,
    ) -> Pending<'a, Answer<Option<Signatures>>> {
        Box::pin(async { Ok(settled(None)) })
    }

    fn calls<'a>(
        &'a self,
        _: &'a CallContext,
        _: &'a Target,
        _: Direction,
    ) -> Pending<'a, Answer<Vec<Call>>> {
        Box::pin(async { Ok(settled(Vec::new())) })
    }

    fn prepare_rename<'a>(
        &'a self,
        _: &'a CallContext,
        _: &'a Target,
    ) -> Pending<'a, Answer<Prepared>> {
        Box::pin(async { Err(OpError::NoServerConfigured) })
    }

    fn preview_rename<'a>(
        &'a self,
        _: &'a CallContext,
        _: &'a Target,
        _: &'a str,
    ) -> Pending<'a, Shown> {
        Box::pin(async { Err(OpError::NoServerConfigured) })
    }

    fn shown_preview(&self, _: &str) -> Result<Shown, OpError> {
        Err(OpError::NoServerConfigured)
    }

    fn apply_rename<'a>(
        &'a self,
        cx: &'a CallContext,
        _: &'a str,
        _: &'a [String],
        _: Duration,
    ) -> Pending<'a, Answer<Applied>> {
        Box::pin(async {
            self.waiting.store(true, Ordering::SeqCst);
            cx.cancel.cancelled().await;
            // A change is not left half done. rmcp waits two seconds for answers to calls that
            // it has cancelled.
            sleep(Duration::from_millis(1_500)).await;
            self.cancelled.store(true, Ordering::SeqCst);
            Err(OpError::Canceled)
        })
    }

    fn mark(&self) -> Option<Mark> {
        // As if files were replaced just now, so many times.
        let left = self.disturbed.load(Ordering::SeqCst);
        Some(Mark::nth(left))
    }

    fn quiet<'a>(&'a self, _: &'a CallContext) -> Pending<'a, Mark> {
        Box::pin(async { Err(OpError::NoServerConfigured) })
    }

    fn is_undisturbed(&self, _: Mark) -> bool {
        self.disturbed
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
            .is_err()
    }

    fn go_to<'a>(
        &'a self,
        _: &'a CallContext,
        _: &'a Target,
        _: Goto,
    ) -> Pending<'a, Answer<Vec<Place>>> {
        Box::pin(async { panic!("a test wants this") })
    }

    fn references<'a>(
        &'a self,
        cx: &'a CallContext,
        _: &'a Target,
        _: bool,
    ) -> Pending<'a, Answer<Vec<Place>>> {
        Box::pin(async {
            self.waiting.store(true, Ordering::SeqCst);
            cx.cancel.cancelled().await;
            self.cancelled.store(true, Ordering::SeqCst);
            Err(OpError::Canceled)
        })
    }

    fn document_symbols<'a>(
        &'a self,
        _: &'a CallContext,
        _: &'a str,
        _: Option<&'a str>,
    ) -> Pending<'a, Answer<Vec<Symbol>>> {
        Box::pin(std::future::pending())
    }

    fn workspace_symbols<'a>(
        &'a self,
        cx: &'a CallContext,
        _: &'a str,
        _: Option<&'a str>,
    ) -> Pending<'a, Answer<Vec<Symbol>>> {
        Box::pin(async {
            for percent in 0..120_u8 {
                if let Some(progress) = &cx.progress {
                    progress.report("indexing", Some(percent / 2));
                }
                sleep(Duration::from_millis(100)).await;
            }
            Ok(settled(Vec::new()))
        })
    }

    fn diagnostics<'a>(
        &'a self,
        _: &'a CallContext,
        _: Option<&'a str>,
        _: Option<&'a str>,
        _: u64,
        _: Severity,
    ) -> Pending<'a, Answer<Diagnostics>> {
        Box::pin(async {
            sleep(Duration::from_secs(12)).await;
            Ok(settled(Diagnostics::Summary(Vec::new())))
        })
    }
}

/// How long a client waits for a line. The tests' clocks are paused and jump, so a hang ends at
/// once.
const PATIENCE: Duration = Duration::from_secs(60);

/// A served connection, seen from the client.
pub(crate) struct Session {
    writer: WriteHalf<DuplexStream>,
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    served: JoinHandle<Result<(), ServeError>>,
    pub(crate) stop: CancellationToken,
}

impl Session {
    /// Serves the fake, with nothing said yet.
    pub(crate) fn silent(fake: &Arc<Fake>) -> Self {
        Self::with(fake, Options::default())
    }

    /// Serves the fake, which may write, to a client that did `initialize`.
    pub(crate) async fn writing(fake: &Arc<Fake>) -> Self {
        let options = Options { allow_mutation: true, ..Options::default() };
        Self::with(fake, options).greeted().await
    }

    fn with(fake: &Arc<Fake>, options: Options) -> Self {
        let (client, server) = duplex(1 << 20);
        let (reader, writer) = split(server);
        let stop = CancellationToken::new();
        let served = serve_any(fake.clone(), options, reader, writer, stop.clone());
        let (read, writer) = split(client);
        Self { writer, lines: BufReader::new(read).lines(), served: tokio::spawn(served), stop }
    }

    /// Serves the fake to a client that did `initialize`.
    pub(crate) async fn initialized(fake: &Arc<Fake>) -> Self {
        Self::silent(fake).greeted().await
    }

    async fn greeted(mut self) -> Self {
        self.send(initialize()).await;
        self.receive().await;
        self.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        self
    }

    pub(crate) async fn send(&mut self, message: Value) {
        self.send_line(&message.to_string()).await;
    }

    pub(crate) async fn send_line(&mut self, line: &str) {
        self.writer.write_all(format!("{line}\n").as_bytes()).await.expect("sent");
    }

    /// The next message; all lines are JSON.
    pub(crate) async fn receive(&mut self) -> Value {
        let line = timeout(PATIENCE, self.lines.next_line()).await.expect("a line in time");
        serde_json::from_str(&line.expect("readable").expect("a line")).expect("JSON")
    }

    /// Calls a tool and returns at once.
    pub(crate) async fn call(&mut self, id: u32, tool: &str, arguments: Value) {
        self.send(call(id, tool, arguments)).await;
    }

    /// Closes our side, and gives back what is still said and how serving ended.
    pub(crate) async fn end(mut self) -> (Vec<Value>, Result<(), ServeError>) {
        self.writer.shutdown().await.expect("closed");
        self.rest().await
    }

    /// What is still said until the server closes, and how serving ended.
    pub(crate) async fn rest(mut self) -> (Vec<Value>, Result<(), ServeError>) {
        let served = timeout(PATIENCE, self.served).await.expect("an end").expect("no panic");
        let mut rest = Vec::new();
        while let Some(line) = self.lines.next_line().await.expect("readable") {
            rest.push(serde_json::from_str(&line).expect("JSON"));
        }
        (rest, served)
    }
}

pub(crate) fn initialize() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" }
        }
    })
}

/// What every request of the stateless era carries.
pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {}
    })
}

pub(crate) fn call(id: u32, tool: &str, arguments: Value) -> Value {
    json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": { "name": tool, "arguments": arguments }
    })
}

/// Arguments that say where.
pub(crate) fn somewhere() -> Value {
    json!({ "path": fixtures::path("src/a.rs").as_str(), "line": 1, "symbol": "run" })
}
