//! Standard output and error of the binary, read on threads of their own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

/// Lines that wait to be looked at; more and the reader waits.
const QUEUE: usize = 10_000;

/// Lines of standard error that are kept for messages.
pub(crate) const LAST_WORDS: usize = 40;

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
    /// Requests that were cancelled and may yet be answered.
    pub(crate) abandoned: BTreeSet<u64>,
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
            None if message["id"].as_u64().is_some_and(|id| self.abandoned.remove(&id)) => {}
            None => self.faults.push(format!("an answer to nobody: {message}")),
        }
    }
}

/// Reads messages on a thread of its own until the stream ends.
pub(crate) fn read_messages(stream: impl Read + Send + 'static) -> Receiver<Line> {
    let (sender, receiver) = sync_channel(QUEUE);
    std::thread::spawn(move || {
        for line in BufReader::new(stream).split(b'\n').map_while(Result::ok) {
            let garbage = || Line::Garbage(String::from_utf8_lossy(&line).into_owned());
            let line = serde_json::from_slice(&line).map_or_else(|_| garbage(), Line::Message);
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The last lines of standard error; read all the time, so that the program never
/// waits for a reader.
#[derive(Debug, Clone, Default)]
pub struct LastWords(Arc<(Mutex<Words>, Condvar)>);

#[derive(Debug, Default)]
struct Words {
    lines: VecDeque<String>,
    /// Lines that are kept.
    most: usize,
    /// Whether more may come.
    open: bool,
}

impl LastWords {
    /// Reads on a thread of its own until the stream ends; keeps so many lines.
    pub(crate) fn of(stream: impl Read + Send + 'static, most: usize) -> Self {
        let words = Self::default();
        *words.lock() = Words { most, open: true, ..Words::default() };
        let kept = words.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(stream).split(b'\n').map_while(Result::ok) {
                let mut words = kept.lock();
                words.lines.push_back(String::from_utf8_lossy(&line).into_owned());
                if words.lines.len() > words.most {
                    words.lines.pop_front();
                }
            }
            kept.lock().open = false;
            kept.0.1.notify_all();
        });
        words
    }

    /// What was said last.
    #[must_use]
    pub fn text(&self) -> String {
        self.lock().lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// Everything that was kept until the stream ended, which is waited for.
    #[must_use]
    pub fn whole(&self) -> String {
        let words = self.lock();
        let ended = self.0.1.wait_while(words, |words| words.open);
        drop(ended.unwrap_or_else(PoisonError::into_inner));
        self.text()
    }

    fn lock(&self) -> MutexGuard<'_, Words> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for a child on a thread of its own.
pub(crate) fn wait_for(mut child: Child) -> Receiver<ExitStatus> {
    let (sender, receiver) = sync_channel(1);
    std::thread::spawn(move || child.wait().map(|status| sender.send(status)));
    receiver
}
