//! Standard output and error of the binary, read on threads of their own.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use serde_json::Value;

/// Lines that wait to be looked at; more and the reader waits.
const QUEUE: usize = 10_000;

/// Something that came on standard output.
#[derive(Debug)]
pub(crate) enum Line {
    Message(Value),
    Garbage(String),
}

/// What has come so far.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Requests that have no answer yet, by id, with their method.
    pub(crate) waiting: BTreeMap<u64, String>,
    /// Answers nobody has asked for yet.
    pub(crate) answers: BTreeMap<u64, Value>,
    /// Notifications, in order.
    pub(crate) notifications: Vec<Value>,
    /// Faults of the stream, asserted at the end.
    pub(crate) faults: Vec<String>,
}

impl Seen {
    /// Files one line where it belongs.
    pub(crate) fn take(&mut self, line: Line) {
        let message = match line {
            Line::Message(message) if message["jsonrpc"] == "2.0" => message,
            Line::Message(message) => return self.faults.push(format!("no JSON-RPC: {message}")),
            Line::Garbage(text) => return self.faults.push(format!("not JSON: {text}")),
        };
        if message.get("method").is_some() {
            if message.get("id").is_some() {
                self.faults.push(format!("a request to the host: {message}"));
            }
            return self.notifications.push(message);
        }
        match message["id"].as_u64().and_then(|id| self.waiting.remove(&id).map(|_| id)) {
            Some(id) => drop(self.answers.insert(id, message)),
            None => self.faults.push(format!("an answer to nobody: {message}")),
        }
    }
}

/// Reads lines on a thread of its own until the stream ends.
pub(crate) fn read_lines<T: Send + 'static>(
    stream: impl Read + Send + 'static,
    convert: impl Fn(String) -> T + Send + 'static,
) -> Receiver<T> {
    let (sender, receiver): (SyncSender<T>, _) = sync_channel(QUEUE);
    std::thread::spawn(move || {
        for line in BufReader::new(stream).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).into_owned();
            if sender.send(convert(line)).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Waits for a child on a thread of its own.
pub(crate) fn wait_for(mut child: Child) -> Receiver<ExitStatus> {
    let (sender, receiver) = sync_channel(1);
    std::thread::spawn(move || child.wait().map(|status| sender.send(status)));
    receiver
}
