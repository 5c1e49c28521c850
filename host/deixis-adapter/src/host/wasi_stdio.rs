//! Standard output and error of a WASI guest, as lines in the log.

use bytes::Bytes;
use tokio::io::AsyncWrite;
use wasmtime_wasi::cli::{IsTerminal, StdoutStream};
use wasmtime_wasi::p2::{OutputStream, Pollable, StreamResult};

use crate::host::log::{Level, Log};
use crate::limits::LOG_LINE;

/// Bytes that a guest may write at once.
const CHUNK: usize = 64 << 10;

/// A stream whose lines go to the log.
pub(crate) struct LogStream {
    log: Log,
    level: Level,
}

impl LogStream {
    /// A stream whose lines have this level.
    pub(crate) fn new(log: Log, level: Level) -> Self {
        Self { log, level }
    }
}

impl IsTerminal for LogStream {
    fn is_terminal(&self) -> bool {
        false
    }
}

impl StdoutStream for LogStream {
    fn async_stream(&self) -> Box<dyn AsyncWrite + Send + Sync> {
        // Only asked for by versions of WASI that are not linked.
        Box::new(tokio::io::sink())
    }

    fn p2_stream(&self) -> Box<dyn OutputStream> {
        Box::new(Lines { log: self.log.clone(), level: self.level, line: Vec::new() })
    }
}

struct Lines {
    log: Log,
    level: Level,
    /// The line that has not ended yet, at most [`LOG_LINE`] bytes of it.
    line: Vec<u8>,
}

impl Lines {
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.log.write(self.level, &String::from_utf8_lossy(&line));
    }
}

impl OutputStream for Lines {
    fn write(&mut self, bytes: Bytes) -> StreamResult<()> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let room = LOG_LINE - self.line.len();
            self.line.extend(piece.iter().take(room));
            if piece.ends_with(b"\n") {
                self.end_line();
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> StreamResult<()> {
        Ok(())
    }

    fn check_write(&mut self) -> StreamResult<usize> {
        Ok(CHUNK)
    }
}

#[wasmtime_wasi::async_trait]
impl Pollable for Lines {
    async fn ready(&mut self) {}
}

impl Drop for Lines {
    fn drop(&mut self) {
        if !self.line.is_empty() {
            self.end_line();
        }
    }
}
