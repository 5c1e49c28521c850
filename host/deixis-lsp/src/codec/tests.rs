//! What servers really write, one byte at a time and all at once.

use std::pin::Pin;
use std::task::{Context, Poll};

use proptest::prelude::*;
use tokio::io::{AsyncRead, ReadBuf};

use super::*;

/// A stream that gives at most `step` bytes at a time.
struct Drip {
    bytes: Vec<u8>,
    at: usize,
    step: usize,
}

impl AsyncRead for Drip {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let count = self.step.min(self.bytes.len() - self.at).min(buffer.remaining());
        let end = self.at + count;
        buffer.put_slice(&self.bytes[self.at..end]);
        self.at = end;
        Poll::Ready(Ok(()))
    }
}

/// Reads everything: the bodies, and the error at the end.
fn read(bytes: &[u8], step: usize, limit: usize) -> (Vec<String>, ReadError) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        let mut reader = FrameReader::new(Drip { bytes: bytes.to_vec(), at: 0, step }, limit);
        let mut bodies = Vec::new();
        loop {
            match reader.next().await {
                Ok(body) => bodies.push(String::from_utf8_lossy(&body).into_owned()),
                Err(error) => return (bodies, error),
            }
        }
    })
}

fn check(bytes: &str, expected: &[&str]) {
    for step in [1, 2, 7, 4096] {
        let (bodies, error) = read(bytes.as_bytes(), step, 1 << 20);
        assert_eq!(bodies, expected, "{bytes:?} by {step}");
        assert!(matches!(error, ReadError::Closed { .. }), "{bytes:?}: {error}");
    }
}

#[test]
fn headers_as_servers_write_them() {
    check("Content-Length: 2\r\n\r\n{}", &["{}"]);
    check("content-length:2\r\n\r\n{}", &["{}"]);
    check(
        "Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: 2\r\n\r\n{}",
        &["{}"],
    );
    check(
        "Content-Length: 2\r\nContent-Type: x\r\n\r\n{}Content-Length: 4\r\n\r\nnull",
        &["{}", "null"],
    );
    check("Content-Length: 2\n\n{}", &["{}"]);
    check("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", &["", "{}"]);
}

#[test]
fn text_before_and_between_messages_is_skipped() {
    check("Config file created at /x\nContent-Length: 2\r\n\r\n{}", &["{}"]);
    check(
        "Welcome!\n\nnote: all well\nContent-Length: 2\r\n\r\n{}bye\nContent-Length: 2\r\n\r\n[]",
        &["{}", "[]"],
    );
}

#[test]
fn text_that_begins_like_a_header_is_skipped() {
    check("Content-Length is missing\nContent-Length: 2\r\n\r\n{}", &["{}"]);
    check("content-types\n\nContent-Length: 2\r\n\r\n{}", &["{}"]);
    check("Content-Type: x\r\nno header\r\nContent-Length: 2\r\n\r\n{}", &["{}"]);
}

#[test]
fn a_header_without_an_end_is_refused() {
    for line in ["Content-Length: 1", "Content-Type: x\r\n"] {
        let (bodies, error) = read(line.repeat(10_000).as_bytes(), 4096, 100);
        assert!(matches!(error, ReadError::NotLsp { .. }), "{line:?}: {error}");
        assert_eq!(bodies, [""; 0], "{line:?}");
    }
}

#[test]
fn what_was_printed_instead_is_said() {
    let (_, error) = read(b"Error: Java 21 is needed\n", 7, 100);
    assert!(error.to_string().contains("Java 21"), "{error}");
    let noise = "all work and no play\n".repeat(10_000);
    let (_, error) = read(noise.as_bytes(), 4096, 100);
    assert!(
        matches!(&error, ReadError::NotLsp { printed } if printed.contains("no play")),
        "{error}"
    );
}

#[test]
fn a_body_is_refused_by_its_announced_length() {
    for length in ["101", "99999999999", "18446744073709551615"] {
        let (_, error) = read(format!("Content-Length: {length}\r\n\r\n").as_bytes(), 4096, 100);
        assert!(matches!(error, ReadError::TooLarge { limit: 100, .. }), "{length}: {error}");
    }
    let (_, error) = read(b"Content-Length: -1\r\n\r\n{}", 4096, 100);
    assert!(matches!(error, ReadError::NotLsp { .. }), "{error}");
}

proptest! {
    #[test]
    fn frames_come_back_as_they_went(bodies in prop::collection::vec(".{0,80}", 0..6), step in 1_usize..60) {
        let bytes: Vec<u8> = bodies.iter().flat_map(|body| frame(body.as_bytes()).to_vec()).collect();
        let (read, error) = read(&bytes, step, 1 << 20);
        prop_assert_eq!(read, bodies);
        let ended = matches!(error, ReadError::Closed { .. });
        prop_assert!(ended);
    }

    #[test]
    fn no_bytes_hang_or_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), step in 1_usize..60) {
        let _ = read(&bytes, step, 1000);
    }
}
