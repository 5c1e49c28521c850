//! The real binary, spoken to as an MCP host does: JSON-RPC lines over its streams.
//!
//! Written by hand on purpose, down to the lines: what an SDK would hide (a stray
//! line, a second answer) is what these tests look for.

use std::io::Write as _;
use std::process::{ChildStderr, ChildStdin, ExitStatus};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::answer::Answer;
use crate::ending;
use crate::processes::{Signal, signal};
use crate::streams::{LastWords, Line, Seen};

/// How long a test waits for an answer or an end that must come.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The running binary.
#[derive(Debug)]
pub struct Deixis {
    pub(crate) input: Option<ChildStdin>,
    pub(crate) lines: Receiver<Line>,
    pub(crate) exit: Receiver<ExitStatus>,
    pub(crate) stderr: LastWords,
    pub(crate) seen: Seen,
    pub(crate) mark: String,
    pub(crate) pid: u32,
    pub(crate) next_id: u64,
    /// Sent along with each request once the stateless revision is spoken.
    pub(crate) meta: Option<Value>,
    /// Standard error of which nobody reads.
    pub(crate) _unread: Option<ChildStderr>,
    pub(crate) _folder: tempfile::TempDir,
}

impl Deixis {
    /// Shakes hands as hosts do that speak 2025-11-25; returns the result.
    ///
    /// # Panics
    ///
    /// When it is refused.
    pub fn initialize(&mut self) -> Value {
        let params = json!({
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "deixis-tests", "version": "1"},
        });
        let result = self.request("initialize", params);
        self.notify("notifications/initialized", &json!({}));
        result
    }

    /// Asks `server/discover`, as hosts do that speak 2026-07-28; every later request
    /// carries that revision's `_meta`.
    ///
    /// # Panics
    ///
    /// When it is refused.
    pub fn discover(&mut self) -> Value {
        self.meta = Some(json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "deixis-tests", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }));
        self.request("server/discover", json!({}))
    }

    /// Sends a request and waits for its result.
    ///
    /// # Panics
    ///
    /// When the answer is an error or does not come.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let answer = self.wait(id);
        let result = answer.get("result").cloned();
        result.unwrap_or_else(|| panic!("{method} was answered {answer}"))
    }

    /// Calls a tool and waits for its answer, be it an error of the tool or not.
    ///
    /// # Panics
    ///
    /// When the answer does not come, or the protocol itself refuses the call.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Answer {
        Answer(self.request("tools/call", json!({"name": tool, "arguments": arguments})))
    }

    /// Sends a call without waiting; [`Self::wait`] gets its answer.
    pub fn begin(&mut self, tool: &str, arguments: &Value) -> u64 {
        self.send("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Waits for the answer to a call begun before.
    ///
    /// # Panics
    ///
    /// As [`Self::call`].
    pub fn finish(&mut self, id: u64) -> Answer {
        let answer = self.wait(id);
        Answer(
            answer.get("result").cloned().unwrap_or_else(|| panic!("a call was answered {answer}")),
        )
    }

    /// Sends a request; returns its id.
    pub fn send(&mut self, method: &str, mut params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        self.seen.waiting.insert(id, method.to_owned());
        self.write(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: &Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Cancels a request; no answer to it is expected any more.
    pub fn cancel(&mut self, id: u64) {
        self.seen.waiting.remove(&id);
        self.notify("notifications/cancelled", &json!({"requestId": id, "reason": "test"}));
    }

    /// Cancels a request that may be answered all the same, because the answer can be on
    /// its way; that answer is dropped.
    pub fn abandon(&mut self, id: u64) {
        self.seen.abandoned.insert(id);
        self.cancel(id);
    }

    /// Waits for the next response to any request, and says to which.
    ///
    /// # Panics
    ///
    /// As [`Self::wait`].
    pub fn wait_any(&mut self) -> (u64, Value) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(answer) = self.seen.answers.pop_first() {
                return answer;
            }
            self.hear(deadline, &"any request");
        }
    }

    /// Waits for the whole response to a request.
    ///
    /// # Panics
    ///
    /// When it does not come within [`PATIENCE`], or the stream ends.
    pub fn wait(&mut self, id: u64) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(answer) = self.seen.answers.remove(&id) {
                return answer;
            }
            self.hear(deadline, &format_args!("request {id}"));
        }
    }

    /// Takes in one more line.
    fn hear(&mut self, deadline: Instant, what: &dyn std::fmt::Display) {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => self.seen.take(line),
            Err(problem) => {
                panic!("no answer to {what} ({problem}); standard error:\n{}", self.stderr.text())
            }
        }
    }

    /// What it writes to standard error; outlives it.
    #[must_use]
    pub fn log(&self) -> LastWords {
        self.stderr.clone()
    }

    /// Notifications that have come so far.
    pub fn notifications(&mut self) -> &[Value] {
        while let Ok(line) = self.lines.try_recv() {
            self.seen.take(line);
        }
        &self.seen.notifications
    }

    /// The number of its process.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// The mark that it and everything it started carry.
    #[must_use]
    pub fn mark(&self) -> &str {
        &self.mark
    }

    /// Closes its input, as a host does that leaves.
    pub fn close_input(&mut self) {
        drop(self.input.take());
    }

    /// Kills it with a signal, its input still open; its answers are owed no more.
    pub fn kill(&mut self, how: Signal) {
        signal(self.pid, how);
        self.seen.waiting.clear();
    }

    /// Waits until its output ends because something kills it; its answers are owed no more.
    ///
    /// # Panics
    ///
    /// When it answers this request instead.
    pub fn wait_for_death(&mut self, id: u64) {
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.seen.take(line);
            let answer = self.seen.answers.get(&id);
            assert!(answer.is_none(), "it lives and answers {answer:?}");
        }
        self.seen.waiting.clear();
    }

    /// Writes bytes as they are.
    pub fn write_raw(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            // A closed pipe shows as a missing answer, with the program's own last words.
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    fn write(&mut self, message: &Value) {
        self.write_raw(format!("{message}\n").as_bytes());
    }
}

impl Drop for Deixis {
    fn drop(&mut self) {
        ending::end(self);
    }
}
