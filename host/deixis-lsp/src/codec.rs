//! Framing: `Content-Length` headers and bodies (LSP base protocol).
//!
//! Tolerant where servers are careless (header case, `Content-Type`, bare LF,
//! text printed on stdout before or between messages), strict where it is
//! dangerous: a body is refused by its announced length, before any
//! allocation.

use bytes::{Bytes, BytesMut};
use deixis_base::redact::{LineRedactor, redact};
use tokio::io::{AsyncRead, AsyncReadExt};

/// Most bytes of a header block.
const MAX_HEADER: usize = 8 * 1024;
/// Most bytes of noise that a server may print between messages in its life.
const MAX_NOISE: usize = 64 * 1024;
/// Bytes of noise that an error quotes.
const QUOTED_NOISE: usize = 200;
/// Bytes of noise that are searched for secrets before the first of them are
/// quoted.
const NOISE_WINDOW: usize = 2 * 1024;
/// Bytes read at a time.
const READ_CHUNK: usize = 16 * 1024;

/// Why a frame could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The stream ended. `printed` is what came instead of a message.
    #[error("the server closed its output{}", quoted(printed))]
    Closed {
        /// Noise before the end.
        printed: String,
    },
    /// A body is longer than allowed.
    #[error("the server sent a message of {length} bytes; max_response_bytes is {limit}")]
    TooLarge {
        /// Announced length.
        length: u64,
        /// Limit in force.
        limit: usize,
    },
    /// What came is no message.
    #[error("the server printed something that is no LSP message{}", quoted(printed))]
    NotLsp {
        /// The first of it.
        printed: String,
    },
    /// Reading failed.
    #[error("reading from the server failed: {0}")]
    Io(#[from] std::io::Error),
}

fn quoted(printed: &str) -> String {
    if printed.is_empty() { String::new() } else { format!(" after printing {printed:?}") }
}

/// Reads frames from a stream.
#[derive(Debug)]
pub struct FrameReader<R> {
    source: R,
    buffer: BytesMut,
    limit: usize,
    noise: usize,
    /// What was printed instead of messages, redacted and cut.
    printed: String,
    redactor: LineRedactor,
}

impl<R: AsyncRead + Unpin> FrameReader<R> {
    /// A reader that refuses bodies of more than `limit` bytes.
    pub fn new(source: R, limit: usize) -> Self {
        let (buffer, printed) = (BytesMut::new(), String::new());
        Self { source, buffer, limit, noise: 0, printed, redactor: LineRedactor::default() }
    }

    /// The next body. Cancel-safe: dropping the future loses nothing.
    ///
    /// # Errors
    /// [`ReadError`]; the stream cannot be used after one.
    pub async fn next(&mut self) -> Result<Bytes, ReadError> {
        loop {
            if let Some(body) = self.take()? {
                return Ok(body);
            }
            self.buffer.reserve(READ_CHUNK);
            if self.source.read_buf(&mut self.buffer).await? == 0 {
                return Err(ReadError::Closed { printed: std::mem::take(&mut self.printed) });
            }
        }
    }

    /// A body, if the buffer holds a whole one.
    fn take(&mut self) -> Result<Option<Bytes>, ReadError> {
        loop {
            let Some(end) = line_end(&self.buffer) else {
                if self.buffer.len() > MAX_HEADER {
                    if starts_like_header(&self.buffer) {
                        return Err(ReadError::NotLsp { printed: excerpt(&self.buffer) });
                    }
                    self.skip(self.buffer.len())?;
                }
                return Ok(None);
            };
            if !starts_like_header(&self.buffer) {
                self.skip(end)?;
                continue;
            }
            let Some(header) = Header::parse(&self.buffer)? else {
                if self.buffer.len() > MAX_HEADER {
                    let printed = excerpt(&self.buffer);
                    return Err(ReadError::NotLsp { printed });
                }
                return Ok(None);
            };
            let Some(length) = header.length else {
                self.skip(header.size)?;
                continue;
            };
            let Ok(body) = usize::try_from(length) else {
                return Err(ReadError::TooLarge { length, limit: self.limit });
            };
            if body > self.limit {
                return Err(ReadError::TooLarge { length, limit: self.limit });
            }
            if self.buffer.len() < header.size + body {
                self.buffer.reserve(header.size + body - self.buffer.len());
                return Ok(None);
            }
            let _ = self.buffer.split_to(header.size);
            return Ok(Some(self.buffer.split_to(body).freeze()));
        }
    }

    /// Drops `count` bytes that are no message.
    fn skip(&mut self, count: usize) -> Result<(), ReadError> {
        let dropped = self.buffer.split_to(count);
        if dropped.trim_ascii().is_empty() {
            return Ok(());
        }
        let window = String::from_utf8_lossy(&dropped[..dropped.len().min(NOISE_WINDOW)]);
        let printed = self.redactor.redact(&window);
        let printed = cut(&printed);
        tracing::warn!(target: "deixis::lsp", %printed, "the server printed something that is no LSP message");
        if self.printed.len() < QUOTED_NOISE {
            self.printed.push_str(printed);
        }
        self.noise += count;
        if self.noise > MAX_NOISE {
            return Err(ReadError::NotLsp { printed: std::mem::take(&mut self.printed) });
        }
        Ok(())
    }
}

/// Bytes up to and including the first LF.
fn line_end(buffer: &[u8]) -> Option<usize> {
    memchr::memchr(b'\n', buffer).map(|at| at + 1)
}

/// Whether the buffer begins with one of the two headers of the protocol,
/// in any case, as far as it goes.
fn starts_like_header(buffer: &[u8]) -> bool {
    ["content-length", "content-type"].iter().any(|name| {
        let length = name.len().min(buffer.len());
        buffer[..length].eq_ignore_ascii_case(&name.as_bytes()[..length])
    })
}

/// The first of what was printed, redacted.
fn excerpt(bytes: &[u8]) -> String {
    let window = String::from_utf8_lossy(&bytes[..bytes.len().min(NOISE_WINDOW)]);
    cut(&redact(&window)).to_owned()
}

fn cut(text: &str) -> &str {
    text[..text.floor_char_boundary(QUOTED_NOISE)].trim_end()
}

/// A header block.
struct Header {
    /// Bytes of the block, the empty line included.
    size: usize,
    /// `Content-Length`, if it was there and a number.
    length: Option<u64>,
}

impl Header {
    /// `None` while the block is not complete. A line in it that is no header
    /// ends the block as noise: what follows is looked at afresh. If it is the
    /// first line, it is the noise, so that there always is some to skip.
    fn parse(buffer: &[u8]) -> Result<Option<Self>, ReadError> {
        let mut size = 0;
        let mut length = None;
        while let Some(end) = line_end(&buffer[size..]) {
            let line = buffer[size..size + end].trim_ascii();
            if line.is_empty() {
                return Ok(Some(Self { size: size + end, length }));
            }
            let Some((name, value)) = split_header(line) else {
                let size = if size == 0 { end } else { size };
                return Ok(Some(Self { size, length: None }));
            };
            if name.eq_ignore_ascii_case(b"content-length") {
                length = Some(parse_length(value)?);
            }
            size += end;
            if size > MAX_HEADER {
                return Err(ReadError::NotLsp { printed: excerpt(buffer) });
            }
        }
        Ok(None)
    }
}

fn split_header(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = memchr::memchr(b':', line)?;
    let name = line[..colon].trim_ascii();
    let plausible =
        !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    plausible.then(|| (name, line[colon + 1..].trim_ascii()))
}

fn parse_length(value: &[u8]) -> Result<u64, ReadError> {
    std::str::from_utf8(value)
        .ok()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| ReadError::NotLsp { printed: format!("Content-Length: {}", excerpt(value)) })
}

/// A body with its header.
#[must_use]
pub fn frame(body: &[u8]) -> Bytes {
    let mut framed = Vec::with_capacity(body.len() + 32);
    framed.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
    framed.extend_from_slice(body);
    framed.into()
}

#[cfg(test)]
mod tests;
