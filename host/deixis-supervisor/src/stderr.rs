//! A server's standard error, redacted: whole lines for the log, a short tail for reports.

use crate::child::SharedTail;
use deixis_base::redact::LineRedactor;
use std::collections::VecDeque;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// Lines in the tail.
pub(crate) const TAIL_LINES: usize = 8;
/// Bytes of UTF-8 in the whole tail.
pub(crate) const TAIL_BYTES: usize = 1024;
/// Bytes of UTF-8 of one line in the tail.
pub(crate) const TAIL_LINE_BYTES: usize = 256;
/// Bytes of one line that are kept for the log; the rest of it is dropped.
pub(crate) const LINE_BYTES: usize = 8 * 1024;

/// How long standard error is read on once the server has ended, in case
/// something else still holds it open.
pub(crate) const STDERR_DRAIN: Duration = Duration::from_millis(200);
/// Bytes read at once.
const CHUNK: usize = 8 * 1024;

/// What stands where a line was cut.
const CUT: &str = "…";

/// Reads standard error to its end: every line to the log, the last ones kept.
pub(crate) async fn read(mut pipe: impl AsyncRead + Unpin, name: String, tail: SharedTail) {
    let mut lines = Lines::default();
    let mut redactor = LineRedactor::default();
    let mut each = |line: &str| {
        let line = &*redactor.redact(line);
        tracing::info!(target: "deixis::server", server = %name, "{line}");
        tail.push(line);
    };
    let mut chunk = vec![0; CHUNK];
    // An error is taken for the end: there is nothing else to read it from.
    while let Ok(count @ 1..) = pipe.read(&mut chunk).await {
        lines.feed(&chunk[..count], &mut each);
    }
    lines.end(each);
}

/// The last lines, bounded three ways.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    lines: VecDeque<String>,
    bytes: usize,
}

impl Tail {
    /// Adds a line, and drops old ones until every bound holds again.
    pub(crate) fn push(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let line = shorten(line, TAIL_LINE_BYTES);
        self.bytes += line.len();
        self.lines.push_back(line);
        while self.lines.len() > TAIL_LINES || self.bytes > TAIL_BYTES {
            match self.lines.pop_front() {
                Some(dropped) => self.bytes -= dropped.len(),
                None => break,
            }
        }
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }
}

/// Splits bytes into lines; holds at most [`LINE_BYTES`] of an unfinished one.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    partial: Vec<u8>,
    overflowed: bool,
}

impl Lines {
    /// Takes bytes as they came, and calls `each` with every finished line.
    pub(crate) fn feed(&mut self, mut bytes: &[u8], mut each: impl FnMut(&str)) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            self.append(&bytes[..end]);
            self.finish(&mut each);
            bytes = &bytes[end + 1..];
        }
        self.append(bytes);
    }

    /// At the end of the stream: whatever has no line end.
    pub(crate) fn end(&mut self, mut each: impl FnMut(&str)) {
        if !self.partial.is_empty() {
            self.finish(&mut each);
        }
    }

    fn append(&mut self, bytes: &[u8]) {
        let room = LINE_BYTES - self.partial.len();
        self.overflowed |= bytes.len() > room;
        self.partial.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn finish(&mut self, each: &mut impl FnMut(&str)) {
        let line = self.partial.strip_suffix(b"\r").unwrap_or(&self.partial);
        let mut line: String = String::from_utf8_lossy(line)
            .chars()
            .filter(|one| !one.is_control() || *one == '\t')
            .collect();
        if self.overflowed {
            line.push_str(CUT);
        }
        each(&line);
        self.partial.clear();
        self.overflowed = false;
    }
}

/// Cuts at a character boundary, so that the mark still fits into `limit` bytes.
fn shorten(line: &str, limit: usize) -> String {
    if line.len() <= limit {
        return line.to_owned();
    }
    let end = line.floor_char_boundary(limit - CUT.len());
    format!("{}{CUT}", &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(chunks: &[&[u8]], expected: &[&str]) {
        let mut lines = Lines::default();
        let mut seen = Vec::new();
        for chunk in chunks {
            lines.feed(chunk, |line| seen.push(line.to_owned()));
        }
        lines.end(|line| seen.push(line.to_owned()));
        assert_eq!(seen, expected);
    }

    #[test]
    fn bytes_become_lines() {
        check(&[b"a\nb\n"], &["a", "b"]);
        check(&[b"a", b"b\r", b"\nc"], &["ab", "c"]);
        check(&[b"\n\n"], &["", ""]);
        check(&[b"bad \xff\xfe\n"], &["bad \u{fffd}\u{fffd}"]);
        check(&[b"\x1b[31mred\x1b[0m\ttab\n"], &["[31mred[0m\ttab"]);
        check(&[], &[]);
        let long = vec![b'x'; LINE_BYTES * 3];
        let cut = format!("{}…", "x".repeat(LINE_BYTES));
        check(&[&long, b"\nnext\n"], &[&cut, "next"]);
        let exact = vec![b'x'; LINE_BYTES];
        check(&[&exact, b"\n"], &["x".repeat(LINE_BYTES).as_str()]);
    }

    #[test]
    fn the_tail_is_bounded() {
        let mut tail = Tail::default();
        for number in 0..20 {
            tail.push(&format!("line {number}"));
            tail.push("  ");
        }
        let expected: Vec<String> = (12..20).map(|number| format!("line {number}")).collect();
        assert_eq!(tail.lines(), expected);

        for _ in 0..20 {
            tail.push(&"ä".repeat(1000));
        }
        let lines = tail.lines();
        assert_eq!(lines.len(), TAIL_BYTES / 255);
        assert!(lines.iter().all(|line| line.len() == 255 && line.ends_with("ä…")), "{lines:?}");
    }
}
