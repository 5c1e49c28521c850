//! The log: one JSON object a line, for the test that reads it.
//!
//! `{"pid", "us", "in": message}` for what came, `"out"` for what was sent, `"note"`
//! for remarks, `"violation"` for what a client must not do. `us` counts from the
//! start of this process. Without a log, nothing is serialised at all.

use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::time::Instant;

use serde_json::{Value, json};

/// Where the lines go.
pub(crate) struct Log {
    sink: Option<Box<dyn Write + Send>>,
    begun: Instant,
    /// Whether messages are left out.
    pub(crate) quiet: bool,
}

/// The other direction of a socket log: events, one a line.
pub(crate) type Events = BufReader<TcpStream>;

impl Log {
    /// Opens a file (appending) or connects to `tcp://HOST:PORT`.
    pub(crate) fn open(place: Option<&str>) -> std::io::Result<(Self, Option<Events>)> {
        let begun = Instant::now();
        let Some(place) = place else {
            return Ok((Self { sink: None, begun, quiet: false }, None));
        };
        if let Some(address) = place.strip_prefix("tcp://") {
            let socket = TcpStream::connect(address)?;
            socket.set_nodelay(true)?;
            let events = BufReader::new(socket.try_clone()?);
            return Ok((Self { sink: Some(Box::new(socket)), begun, quiet: false }, Some(events)));
        }
        let file = std::fs::OpenOptions::new().create(true).append(true).open(place)?;
        Ok((Self { sink: Some(Box::new(file)), begun, quiet: false }, None))
    }

    /// A message that came in.
    pub(crate) fn received(&mut self, message: &Value) {
        if !self.quiet {
            self.line("in", message);
        }
    }

    /// A message that went out.
    pub(crate) fn sent(&mut self, message: &Value) {
        if !self.quiet {
            self.line("out", message);
        }
    }

    /// A remark.
    pub(crate) fn note(&mut self, note: &str) {
        self.line("note", &json!(note));
    }

    /// Something that a client must not do.
    pub(crate) fn violation(&mut self, what: &str) {
        self.line("violation", &json!(what));
    }

    fn line(&mut self, kind: &str, value: &Value) {
        let Some(sink) = &mut self.sink else { return };
        let us = u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        // One write per line, so that several servers can share a file.
        let line = format!("{}\n", json!({"pid": std::process::id(), "us": us, kind: value}));
        let _ = sink.write_all(line.as_bytes()).and_then(|()| sink.flush());
    }
}
