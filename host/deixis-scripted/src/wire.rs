//! Frames: headers, a blank line, a body.

use std::io::{BufRead as _, BufReader, Read as _, Stdin, Write as _};

use serde_json::Value;

use crate::script::{Headers, Settings};

/// Standard input, read a frame at a time into one buffer that is used again.
pub(crate) struct Input {
    reader: BufReader<Stdin>,
    header: String,
    body: Vec<u8>,
}

/// Longest body that is accepted; larger is a broken client.
const MAX_BODY: usize = 64 << 20;

impl Input {
    pub(crate) fn new() -> Self {
        Self { reader: BufReader::new(std::io::stdin()), header: String::new(), body: Vec::new() }
    }

    /// The next body; `None` at the end of input.
    pub(crate) fn next_message(&mut self) -> Result<Option<&[u8]>, String> {
        let mut length = None;
        loop {
            self.header.clear();
            let read =
                self.reader.read_line(&mut self.header).map_err(|error| error.to_string())?;
            if read == 0 {
                return if length.is_none() {
                    Ok(None)
                } else {
                    Err("the input ends in a header".into())
                };
            }
            let line = self.header.trim_end();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length:") {
                length = value.trim().parse::<usize>().ok().filter(|length| *length <= MAX_BODY);
            }
        }
        let length = length.ok_or("no usable Content-Length")?;
        self.body.resize(length, 0);
        self.reader.read_exact(&mut self.body).map_err(|error| error.to_string())?;
        Ok(Some(&self.body))
    }
}

/// Standard output, written a frame at a time.
pub(crate) struct Output {
    buffer: Vec<u8>,
    chunk: usize,
    headers: Headers,
}

impl Output {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self { buffer: Vec::new(), chunk: settings.chunk, headers: settings.headers }
    }

    /// Sends one message. A client that has gone away is noticed at the next read.
    pub(crate) fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.buffer.clear();
        let _ = match self.headers {
            Headers::Plain => write!(self.buffer, "Content-Length: {}\r\n\r\n", body.len()),
            Headers::Lower => write!(self.buffer, "content-length:{}\r\n\r\n", body.len()),
            Headers::ContentType => write!(
                self.buffer,
                "Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: {}\r\n\r\n",
                body.len()
            ),
        };
        self.buffer.extend_from_slice(body.as_bytes());
        let size = if self.chunk == 0 { self.buffer.len() } else { self.chunk };
        for piece in self.buffer.chunks(size) {
            write_now(piece);
        }
    }
}

/// Writes bytes to standard output and flushes them.
pub(crate) fn write_now(bytes: &[u8]) {
    let mut output = std::io::stdout().lock();
    let _ = output.write_all(bytes).and_then(|()| output.flush());
}
